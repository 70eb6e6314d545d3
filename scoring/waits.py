"""What a hand waits for: the tiles that win, how many are left, what each is worth; or what brings it nearer."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product

from hu.scoring.answers.questions import check_answers
from hu.scoring.answers.value import Answers
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand
from hu.scoring.problems import BelowMinimumError, InvalidHandError, problem, tile_problems
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.shanten import COPIES, Missing, find_missing
from hu.scoring.tiles import KINDS, RANK, RED_FIVES
from hu.scoring.unknowns import winners_points


@dataclass(frozen=True, slots=True)
class WaitWorth:
    """What a tile is worth that completes the hand.

    Attributes:
        points: what the rule set counts hands in; None where it depends on what nobody has said: seat or round.
        below_minimum: whether the hand may not win with it.
    """

    points: int | None
    below_minimum: bool = False


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand.

    Attributes:
        tile: the tile.
        left: how many copies neither the hand nor anything else shows.
        discard, self_draw: what it is worth; None where the answers rule that way to win out.
    """

    tile: str
    left: int
    discard: WaitWorth | None
    self_draw: WaitWorth | None


@dataclass(frozen=True, slots=True)
class DiscardChoice:
    """A tile that a hand of 14 can discard.

    Attributes:
        tile: the tile.
        away: how many tiles the hand then is from waiting.
        accepts: the tiles that bring it nearer, or complete it.
        left: how many copies of them nothing shows.
    """

    tile: str
    away: int
    accepts: tuple[str, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Waits:
    """What a hand waits for.

    Attributes:
        hand: the hand.
        away: how many tiles it is from waiting (shanten); -1 for 14 tiles that win.
        waits: for 13 tiles that wait: what completes them.
        accepts: for 13 tiles that do not: what brings them nearer.
        left: how many copies of these tiles nothing shows.
        discards: for 14 tiles: what can go, the best first.
    """

    hand: Hand
    away: int
    waits: tuple[Wait, ...] = ()
    accepts: tuple[str, ...] = ()
    left: int = 0
    discards: tuple[DiscardChoice, ...] = ()


def find_waits(
    rules: RuleSet, hand: Hand, answers: Answers | None = None, seen: Sequence[str] = ()
) -> Waits:
    """Find what a hand waits for.

    >>> from hu.scoring.rule_set.registry import rule_set
    >>> found = waits(rule_set("zung-jung"), Hand.from_text("123m 456p 789s 11z 56s"))
    >>> [(wait.tile, wait.left, wait.discard.points) for wait in found.waits]
    [('4s', 4, 1), ('7s', 4, 1)]

    Args:
        rules: the rule set.
        hand: 13 tiles, each quad counted as three, or 14.
        answers: whose hand it is, the wind of the round, circumstances and options, as far as they are known.
        seen: other tiles that lie open.

    Raises:
        InvalidHandError: another number of tiles, five copies of one, an illegal set.
        InputError: an option has no valid value.
    """
    answers = answers or Answers()
    shown = Counter((*hand.tiles, *seen))
    _check(hand, shown)
    if len(hand.standing) % 3 == 2:
        return _of_fourteen(rules, hand, answers, shown)
    found = _find_missing(rules, hand.standing, hand, answers)
    tiles = tuple(sorted(found.tiles, key=RANK.__getitem__))
    left = sum(COPIES - shown[tile] for tile in tiles)
    if found.missing > 1:
        return Waits(hand, found.missing - 1, accepts=tiles, left=left)
    return Waits(hand, 0, tuple(_waits(rules, hand, answers, tiles, shown)), left=left)


def seen_beside(hand: Hand, others: Iterable[str]) -> tuple[str, ...]:
    """Take the other tiles of a photo for ``seen``: no more of each than a set has, since one may be misread.

    >>> seen_beside(Hand.from_text("1111m 23p"), ("1m", "2p", "back"))
    ('2p',)
    """
    room = Counter(dict.fromkeys(KINDS, COPIES)) - Counter(hand.tiles)
    counts = Counter(RED_FIVES.get(tile, tile) for tile in others) & room
    return tuple(counts.elements())


def _check(hand: Hand, shown: Counter[str]) -> None:
    found = [*tile_problems(hand)]
    playing = len(hand.standing) + 3 * len(hand.melds)
    if playing not in (13, 14):
        found.append(problem("waits-count", count=playing))
    if not found:
        found += [
            problem(
                "fifth-copy-seen",
                (tile,),
                tile=tile,
                count=shown[tile],
                held=hand.tiles.count(tile),
            )
            for tile in KINDS
            if shown[tile] > COPIES
        ]
    if found:
        raise InvalidHandError(tuple(found))


def _find_missing(
    rules: RuleSet,
    standing: tuple[str, ...],
    hand: Hand,
    answers: Answers,
    gone: Sequence[str] = (),
) -> Missing:
    shapes = rules.winning_shapes(answers.options, hand.melds, answers.winner, answers.round_wind)
    return find_missing(standing, hand.melds, shapes, gone)


def _of_fourteen(rules: RuleSet, hand: Hand, answers: Answers, shown: Counter[str]) -> Waits:
    found = []
    for tile in dict.fromkeys(hand.standing):
        rest = list(hand.standing)
        rest.remove(tile)
        near = _find_missing(rules, tuple(rest), hand, answers, (tile,))
        accepts = tuple(sorted(near.tiles, key=RANK.__getitem__))
        left = sum(COPIES - shown[accepted] for accepted in accepts)
        found.append(DiscardChoice(tile, near.missing - 1, accepts, left))
    found.sort(key=lambda choice: (choice.away, -choice.left))
    wins = not _find_missing(rules, hand.standing, hand, answers).missing
    return Waits(hand, -1 if wins else found[0].away, discards=tuple(found))


def _waits(
    rules: RuleSet, hand: Hand, answers: Answers, tiles: Sequence[str], shown: Counter[str]
) -> Iterator[Wait]:
    reasons: list[InputError] = []
    found = []
    for tile in tiles:
        won = replace(hand, winning=tile)
        discard, drawn = (
            _worth(rules, won, answers, how, reasons) for how in ("discard", "self-draw")
        )
        found.append(Wait(tile, COPIES - shown[tile], discard, drawn))
    if reasons and not any(wait.discard or wait.self_draw for wait in found):
        raise reasons[0]
    yield from found


def _worth(
    rules: RuleSet, hand: Hand, answers: Answers, how: str, reasons: list[InputError]
) -> WaitWorth | None:
    """What a hand is worth; in every seat and round that it may be played in, while nobody has said."""
    seats = (answers.winner,) if answers.winner else answers.seats
    rounds = (answers.round_wind,) if answers.round_wind or not rules.has_round_wind else SEATS
    found: list[WaitWorth | None] = []
    for seat, round_wind in product(seats, rounds):
        source = (
            next(other for other in answers.seats if other != seat) if how == "discard" else None
        )
        told = replace(
            answers,
            winner=seat,
            how=how,
            source=source,
            round_wind=round_wind,
            recent_discards=(),
            earlier=None,
        )
        try:
            told = check_answers(told, rules)
            found.append(WaitWorth(winners_points(told, rules.score(told.deal(hand)))))
        except BelowMinimumError:
            found.append(WaitWorth(0, below_minimum=True))
        except InputError as reason:
            reasons.append(reason)
            found.append(None)
        if found[-1] != found[0]:
            return WaitWorth(None)
    return found[0]


def write_waits(found: Waits) -> dict[str, object]:
    """Write what a hand waits for as ``hu waits --json`` prints it."""
    written: dict[str, object] = {"hand": str(found.hand), "away": found.away}
    if found.discards:
        choices = [
            {
                "tile": choice.tile,
                "away": choice.away,
                "accepts": list(choice.accepts),
                "left": choice.left,
            }
            for choice in found.discards
        ]
        return written | {"discards": choices}
    if found.away:
        return written | {"accepts": list(found.accepts), "left": found.left}
    return written | {"waits": [write_wait(wait) for wait in found.waits]}


def write_wait(wait: Wait) -> dict[str, object]:
    """Write a tile that completes the hand as ``hu waits --json`` prints it."""
    written: dict[str, object] = {"tile": wait.tile, "left": wait.left}
    for how, worth in (("discard", wait.discard), ("self-draw", wait.self_draw)):
        if worth is not None:
            points = {} if worth.points is None else {"points": worth.points}
            written[how] = points | ({"below_minimum": True} if worth.below_minimum else {})
    return written
