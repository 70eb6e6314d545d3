"""The tiles that a hand waits for: how many are left, and the value of each.

For a hand that does not wait yet, the tiles that bring it nearer.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from hu.scoring.answers.questions import check_answers
from hu.scoring.answers.value import Answers
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand
from hu.scoring.hand_shape import HandShape
from hu.scoring.problems import BelowMinimumError, InvalidHandError, make_problem, tile_problems
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.shanten import Missing, find_missing
from hu.scoring.tiles import COPIES, KINDS, RANK, RED_FIVES
from hu.scoring.unknowns import winners_points


@dataclass(frozen=True, slots=True)
class WaitWorth:
    """The value of a hand that a tile completes.

    Attributes:
        points: the value in the rule set's unit for hands. 0 if the hand is worth too little to
            win. None if the value depends on an answer that is missing: the seat or the round.
        is_below_minimum: whether the hand is worth too little to win with the tile.
        problem: the id of the problem if it is worth too little, such as ``no-yaku``. Else empty.
    """

    points: int | None
    is_below_minimum: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that completes the hand.

    Attributes:
        tile: the tile.
        left: how many copies are neither in the hand nor visible elsewhere.
        discard: the value of the win if another player discards the tile. None if the answers rule
            that out.
        self_draw: the value of the win if the player draws the tile. None if the answers rule that
            out.
    """

    tile: str
    left: int
    discard: WaitWorth | None
    self_draw: WaitWorth | None


@dataclass(frozen=True, slots=True)
class DiscardChoice:
    """A tile that a player can discard from a hand of, in most rules, 14 tiles.

    Attributes:
        tile: the tile.
        away: the shanten after the discard: how many tiles the hand is then from waiting.
        accepts: the tiles that then bring the hand nearer to waiting, or complete it if it waits.
        left: how many copies of these tiles are neither in the hand nor visible elsewhere.
    """

    tile: str
    away: int
    accepts: tuple[str, ...]
    left: int


@dataclass(frozen=True, slots=True)
class Waits:
    """The tiles that a hand waits for.

    Attributes:
        hand: the hand.
        rules: the name of the rule set, whose unit the values of the tiles have.
        away: the shanten: how many tiles the hand is from waiting. -1 for a complete hand. For a
            hand with a tile to discard, the shanten after the best discard. 98 if no tiles can
            complete the hand.
        waits: the tiles that complete the hand. Empty if it does not wait, or has a tile to
            discard.
        accepts: the tiles that bring the hand nearer to waiting. Empty if it waits, or has a tile
            to discard.
        left: how many copies of the tiles in ``waits`` or ``accepts`` are neither in the hand nor
            visible elsewhere.
        discards: the tiles that the player can discard, the best first. Empty for a hand without a
            tile to discard (13 in most rules).
    """

    hand: Hand
    rules: str
    away: int
    waits: tuple[Wait, ...] = ()
    accepts: tuple[str, ...] = ()
    left: int = 0
    discards: tuple[DiscardChoice, ...] = ()

    def __repr__(self) -> str:
        tiles = [wait.tile for wait in self.waits]
        discards = [choice.tile for choice in self.discards]
        return f"<Waits of {self.hand}: away {self.away}, waits {tiles}, discards {discards}>"


def find_waits(
    rules: RuleSet, hand: Hand, answers: Answers | None = None, seen: Sequence[str] = ()
) -> Waits:
    """Find the tiles that a hand waits for.

    >>> from hu.scoring.rule_set.registry import rule_set
    >>> hand = Hand.from_text("123m 456p 789s 11z 56s")
    >>> waits = find_waits(rule_set("zung-jung"), hand).waits
    >>> [(wait.tile, wait.left, wait.discard.points) for wait in waits]
    [('4s', 4, 10), ('7s', 3, 10)]

    Args:
        rules: the rule set.
        hand: a hand of 13 tiles, or of 14 with a tile to discard (16 or 17 in rules with five
            melds), each quad counted as three.
        answers: the player's seat, the wind of the round, circumstances and options, as far as they
            are known.
        seen: the tiles that are visible beside the hand, a tile for each copy, red fives as plain
            fives.

    Raises:
        InvalidHandError: another number of tiles, five copies of a tile, an illegal meld.
        InputError: an option has no valid value, or the answers rule out every way to win.
    """
    if answers is None:
        answers = Answers(seats=rules.seats)
    visible = Counter(hand.tiles)
    visible.update(seen)
    _check_hand(hand, visible, rules.hand_shape)
    if len(hand.standing) % 3 == 2:
        return _waits_after_discard(rules, hand, answers, visible)

    nearest = _find_nearest_hands(rules, hand.standing, hand, answers)
    tiles = tuple(sorted(nearest.tiles, key=RANK.__getitem__))
    left = _count_left(tiles, visible)
    if nearest.missing > 1:
        return Waits(hand, rules.name, away=nearest.missing - 1, accepts=tiles, left=left)
    waits = _make_waits(rules, hand, answers, tiles, visible)
    return Waits(hand, rules.name, away=0, waits=waits, left=left)


def seen_beside(hand: Hand, others: Iterable[str]) -> tuple[str, ...]:
    """Choose the tiles of a photo that count as visible beside a hand.

    Tiles may have been misread. So copies are left out that would be a fifth copy of a tile, and so
    are backs. Red fives become plain fives.

    >>> seen_beside(Hand.from_text("1111m 23p"), ("1m", "2p", "back"))
    ('2p',)

    Args:
        hand: the hand.
        others: the tiles of the photo beside the hand.
    """
    tile_set = Counter(dict.fromkeys(KINDS, COPIES))
    possible_copies = tile_set - Counter(hand.tiles)
    plain_tiles = [RED_FIVES.get(tile, tile) for tile in others]
    # Of each tile as many copies as were seen, but no more than are possible. A back is no kind, so
    # no copies of it are possible.
    visible_copies = Counter(plain_tiles) & possible_copies
    return tuple(visible_copies.elements())


def _check_hand(hand: Hand, visible: Counter[str], hand_shape: HandShape) -> None:
    """Refuse a hand for which no waits can be found.

    Args:
        hand: the hand.
        visible: how many copies of each tile are in the hand or visible elsewhere.
        hand_shape: the size of a hand.

    Raises:
        InvalidHandError: another number of tiles, five copies of a tile, an illegal meld.
    """
    problems = list(tile_problems(hand, hand_shape))
    count = len(hand.standing) + 3 * len(hand.melds)
    if count not in (hand_shape.waiting_size, hand_shape.complete_size):
        wrong_count = make_problem(
            "waits-count",
            count=count,
            waiting=hand_shape.waiting_size,
            complete=hand_shape.complete_size,
        )
        problems.append(wrong_count)
    if not problems:
        for tile in KINDS:
            if visible[tile] > COPIES:
                fifth_copy = make_problem(
                    "fifth-copy-seen",
                    (tile,),
                    tile=tile,
                    count=visible[tile],
                    held=hand.tiles.count(tile),
                )
                problems.append(fifth_copy)
    if problems:
        raise InvalidHandError(tuple(problems))


def _find_nearest_hands(
    rules: RuleSet,
    standing: tuple[str, ...],
    hand: Hand,
    answers: Answers,
    gone: Sequence[str] = (),
) -> Missing:
    """Find the nearest winning hands.

    Args:
        rules: the rule set.
        standing: the standing tiles, without the discard if a discard is tried.
        hand: the hand. Only its melds and the tiles that were set aside are used.
        answers: the answers about the deal.
        gone: tiles that were discarded and can no longer be drawn, a tile for each copy.
    """
    shapes = rules.winning_shapes(answers.options, hand.melds, answers.winner, answers.round_wind)
    # A North that was set aside can no longer be drawn. Flowers are in no shape, so they make no
    # difference.
    unusable = [*gone, *hand.bonus]
    for tile in rules.hand_shape.missing_kinds:
        unusable += [tile] * COPIES
    return find_missing(standing, hand.melds, shapes, gone=unusable)


def _count_left(tiles: Iterable[str], visible: Counter[str]) -> int:
    """Count the copies of tiles that are neither in the hand nor visible elsewhere."""
    return sum(COPIES - visible[tile] for tile in tiles)


def _waits_after_discard(
    rules: RuleSet, hand: Hand, answers: Answers, visible: Counter[str]
) -> Waits:
    """Try every discard of a hand with a tile to discard.

    Args:
        rules: the rule set.
        hand: the hand, complete or not, with as many tiles as a complete hand.
        answers: the answers about the deal.
        visible: how many copies of each tile are in the hand or visible elsewhere.
    """
    choices = []
    for tile in dict.fromkeys(hand.standing):
        remaining_tiles = list(hand.standing)
        remaining_tiles.remove(tile)
        nearest = _find_nearest_hands(rules, tuple(remaining_tiles), hand, answers, gone=(tile,))
        accepts = tuple(sorted(nearest.tiles, key=RANK.__getitem__))
        choice = DiscardChoice(
            tile, away=nearest.missing - 1, accepts=accepts, left=_count_left(accepts, visible)
        )
        choices.append(choice)
    choices.sort(key=lambda choice: (choice.away, -choice.left))
    away = choices[0].away
    if _find_nearest_hands(rules, hand.standing, hand, answers).missing == 0:
        away = -1
    return Waits(hand, rules.name, away=away, discards=tuple(choices))


def _make_waits(
    rules: RuleSet, hand: Hand, answers: Answers, tiles: Sequence[str], visible: Counter[str]
) -> tuple[Wait, ...]:
    """Find the value of each tile that completes a hand.

    Args:
        rules: the rule set.
        hand: the waiting hand.
        answers: the answers about the deal.
        tiles: the tiles that complete it.
        visible: how many copies of each tile are in the hand or visible elsewhere.

    Raises:
        InputError: the answers rule out every way to win.
    """
    errors: list[InputError] = []
    waits = []
    for tile in tiles:
        winning_hand = replace(hand, winning=tile)
        discard = _find_worth(rules, winning_hand, answers, how="discard", errors=errors)
        self_draw = _find_worth(rules, winning_hand, answers, how="self-draw", errors=errors)
        left = COPIES - visible[tile]
        waits.append(Wait(tile, left=left, discard=discard, self_draw=self_draw))
    has_worth = any(wait.discard or wait.self_draw for wait in waits)
    if errors and not has_worth:
        raise errors[0]
    return tuple(waits)


def _find_worth(
    rules: RuleSet, hand: Hand, answers: Answers, *, how: str, errors: list[InputError]
) -> WaitWorth | None:
    """Find the value of a winning hand, whose seat and round may be unknown.

    An unknown seat or round makes no difference to most hands. So the hand is scored for every
    possible seat and round.

    Args:
        rules: the rule set.
        hand: the hand with its winning tile.
        answers: the answers about the deal.
        how: the way of winning, ``discard`` or ``self-draw``.
        errors: gets the reasons why the hand cannot win this way.

    Returns:
        The value. Its points are None if they depend on the unknown seat or round. If the hand
        cannot win this way, None is returned instead of a value.
    """
    seats = answers.seats
    if answers.winner:
        seats = (answers.winner,)
    round_winds: tuple[str | None, ...] = (answers.round_wind,)
    if not answers.round_wind and rules.has_round_wind:
        round_winds = rules.seats
    worths = []
    for seat in seats:
        for round_wind in round_winds:
            win_answers = _answer_win(answers, seat=seat, how=how, round_wind=round_wind)
            worth = _score_win(rules, hand, win_answers, errors=errors)
            worths.append(worth)
            if worth != worths[0]:
                # The seat or the round matters.
                return WaitWorth(points=None)
    return worths[0]


def _answer_win(answers: Answers, *, seat: str, how: str, round_wind: str | None) -> Answers:
    """Answer who wins and how.

    A discard comes from the first of the other seats. Who discards makes no difference to the value
    of the hand. The discards before the win are left out, because they could rule out the win.

    Args:
        answers: the answers about the deal.
        seat: the winner's seat.
        how: the way of winning, ``discard`` or ``self-draw``.
        round_wind: the wind of the round, or None in rules without one.
    """
    source = None
    if how == "discard":
        other_seats = [other for other in answers.seats if other != seat]
        source = other_seats[0]
    return replace(
        answers,
        winner=seat,
        how=how,
        source=source,
        round_wind=round_wind,
        recent_discards=(),
        earlier_discarder=None,
    )


def _score_win(
    rules: RuleSet, hand: Hand, answers: Answers, *, errors: list[InputError]
) -> WaitWorth | None:
    """Find the value of a winning hand in one seat and round.

    Args:
        rules: the rule set.
        hand: the hand with its winning tile.
        answers: the answers about the deal, the seat and the round among them.
        errors: gets the reason if the hand cannot win.

    Returns:
        The value. None if the hand cannot win this way.
    """
    try:
        checked_answers = check_answers(answers, rules)
        score = rules.score(checked_answers.deal(hand))
    except BelowMinimumError as error:
        return WaitWorth(points=0, is_below_minimum=True, problem=error.problems[0].id)
    except InputError as error:
        errors.append(error)
        return None
    return WaitWorth(points=winners_points(checked_answers, score))
