"""Problems of a hand and a win: all of them at once, so that a player can correct them together."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, WINS, Hand, Win
from hu.scoring.hand_shape import FOUR_MELDS, HandShape
from hu.scoring.notation import format_meld, format_tiles
from hu.scoring.patterns import POINTS, Unit
from hu.scoring.shapes import COMMON_SHAPES, Shape, has_winning_shape
from hu.scoring.suits import leftover
from hu.scoring.texts import Names, Parameter, Text, catalogue, text
from hu.scoring.tiles import BONUS, RANK

_BONUS: Final = frozenset(BONUS)
#: Characters of an unknown word that a problem repeats.
_SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem of a hand, a win or a deal.

    Attributes:
        id: a name that never changes, the key of its sentence in any language.
        tiles: the tiles at fault, if any.
        parameters: (name, value) for each place of the problem's sentence. The name ``at`` stands
            for no place: its value is the seat of the player whose problem it is.
        package: the package whose ``words`` have the sentence, under ``error``.
    """

    id: str
    tiles: tuple[str, ...] = ()
    parameters: tuple[tuple[str, Parameter], ...] = ()
    package: str = "hu.scoring"

    @property
    def text(self) -> str:
        """The problem's sentence in English, after the seat of its player if a seat was added."""
        values = dict(self.parameters)
        key = f"error.{self.id}"
        singular_key = f"error.{self.id}_one"
        if values.get("count") == 1 and singular_key in catalogue(self.package, "en"):
            key = singular_key
        line = Text(key, self.package, self.parameters)["en"]
        if "at" in values:
            return f"{values['at']}: {line}"
        return line

    def __hash__(self) -> int:
        # The parameters are left out, because some of them are mappings, which have no hash.
        return hash((self.id, self.tiles))


class InvalidHandError(InputError):
    """A hand that cannot be scored. Its message lists every problem in one line.

    Attributes:
        problems: all problems, at least one.
    """

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        super().__init__("; ".join(problem.text for problem in problems))


class BelowMinimumError(InvalidHandError):
    """A hand of a winning shape that is worth too little to win."""

    @classmethod
    def of(
        cls,
        points: int,
        minimum: int,
        patterns: Sequence[tuple[Names, int]],
        unit: Unit = POINTS,
        *,
        is_enough_with_flowers: bool = False,
    ) -> Self:
        """Make the error of a hand.

        Args:
            points: the hand's points that count towards the minimum.
            minimum: the points that a win needs.
            patterns: (names, points) of each pattern that the hand holds.
            unit: the unit of all these points.
            is_enough_with_flowers: whether the hand would reach the minimum with its flowers, which
                do not count towards it.
        """
        pattern_texts: list[Names] = []
        for names, worth in patterns:
            pattern_texts.append(text("house.worth", name=names, points=worth))
        below_minimum = make_problem(
            "below-minimum",
            points=points,
            minimum=minimum,
            missing=minimum - points,
            patterns=tuple(pattern_texts) if pattern_texts else "–",
            unit=unit.names,
        )
        if is_enough_with_flowers:
            return cls((below_minimum, make_problem("flowers-apart")))
        return cls((below_minimum,))


def make_problem(
    name: str, tiles: tuple[str, ...] = (), /, *, package: str = "hu.scoring", **values: Parameter
) -> Problem:
    """Make a problem.

    >>> make_problem("fifth-copy", ("1m",), tile="1m", count=5).text
    '5 copies of 1m; a set of tiles has four'

    Args:
        name: the problem's id, the key of its sentence in the package's words.
        tiles: the tiles at fault, if any.
        package: the package whose words have the sentence.
        values: the values for the sentence's places.
    """
    return Problem(name, tiles, parameters=tuple(values.items()), package=package)


def at_seat(problem: Problem, seat: str) -> Problem:
    """Add a player's seat to a problem of that player. The text then begins with the seat."""
    return replace(problem, parameters=(("at", seat), *problem.parameters))


def find_problems(
    hand: Hand,
    win: Win | None = None,
    shapes: Sequence[Shape] = COMMON_SHAPES,
    hand_shape: HandShape = FOUR_MELDS,
) -> tuple[Problem, ...]:
    """Find all problems of a hand, and of the win if one is claimed.

    A hand with a winning tile must have one of the shapes. A hand without a winning tile must have
    as many tiles as a waiting hand, and one more for each quad. The concepts of a single rule set,
    such as its circumstances, are not checked here.

    Args:
        hand: the hand.
        win: how it was won, if it was.
        shapes: the shapes that win.
        hand_shape: the size of a hand.

    Returns:
        The problems: tiles first, then the shape, then the win. Empty for a hand without fault.
    """
    problems = [*tile_problems(hand, hand_shape), *count_problems(hand, hand_shape)]
    if hand.winning is not None:
        problems += shape_problems(hand, shapes, hand_shape)
    if win is not None:
        problems += win_problems(hand, win)
    return tuple(problems)


def tile_problems(hand: Hand, hand_shape: HandShape = FOUR_MELDS) -> Iterator[Problem]:
    """Find tiles and melds that a hand cannot have, such as a fifth copy or an illegal meld.

    Args:
        hand: the hand.
        hand_shape: the melds of a hand, and the tiles and claims that exist.
    """
    for tile, count in Counter(hand.tiles).items():
        if tile in _BONUS:
            if count > 1:
                yield make_problem("duplicate-bonus", (tile,), tile=tile, count=count)
        elif tile in hand_shape.missing_kinds:
            kinds = format_tiles(hand_shape.missing_kinds)
            yield make_problem("missing-kind", (tile,), tile=tile, kinds=kinds)
        elif count > 4:
            yield make_problem("fifth-copy", (tile,), tile=tile, count=count)
    for tile in dict.fromkeys(hand.bonus):
        if tile not in _BONUS and tile not in hand_shape.set_aside:
            yield make_problem("not-set-aside", (tile,), tile=tile)
    yield from _meld_problems(hand, hand_shape)
    if hand.winning is not None and hand.winning in _BONUS:
        yield make_problem("bonus-winning", (hand.winning,), tile=hand.winning)


def _meld_problems(hand: Hand, hand_shape: HandShape) -> Iterator[Problem]:
    """Find melds that cannot be on the table, and more melds than a hand has."""
    for meld in hand.melds:
        if meld.kind == "other":
            yield make_problem("illegal-meld", meld.tiles, meld=format_meld(meld))
        elif meld.concealed and meld.kind != "quad":
            yield make_problem("concealed-meld", meld.tiles, meld=format_meld(meld))
        elif meld.kind == "sequence" and not hand_shape.has_claimed_sequences:
            yield make_problem("claimed-sequence", meld.tiles, meld=format_meld(meld))
    if len(hand.melds) > hand_shape.melds:
        yield make_problem("too-many-melds", count=len(hand.melds), most=hand_shape.melds_in_words)


def count_problems(hand: Hand, hand_shape: HandShape = FOUR_MELDS) -> Iterator[Problem]:
    """Find a wrong number of tiles, which is one problem at most.

    A hand with a winning tile must have as many as a complete hand, a hand without it as many as a
    waiting hand. Each quad adds a tile.

    Args:
        hand: the hand.
        hand_shape: the size of a hand.
    """
    count = len(hand.standing)
    for meld in hand.melds:
        count += len(meld.tiles)
    if hand.winning is None:
        expected = hand_shape.waiting_size + hand.quads
    else:
        expected = hand_shape.complete_size + hand.quads
    if count != expected:
        yield make_problem(
            "tile-count",
            count=count,
            expected=expected,
            complete=hand_shape.complete_size,
            waiting=hand_shape.waiting_size,
        )


def shape_problems(
    hand: Hand, shapes: Sequence[Shape] = COMMON_SHAPES, hand_shape: HandShape = FOUR_MELDS
) -> Iterator[Problem]:
    """Find why the standing tiles and melds do not make a winning hand.

    A hand with a wrong number of tiles has no problem here, because ``count_problems`` finds it.

    Args:
        hand: the hand.
        shapes: the shapes that win.
        hand_shape: the size of a hand.
    """
    standing = hand.standing
    if len(standing) + 3 * len(hand.melds) != hand_shape.complete_size:
        return
    if has_winning_shape(standing, len(hand.melds), shapes):
        return
    if len(set(standing)) == len(standing):
        yield make_problem("no-pair")
    leftover_tiles = leftover(standing)
    # Several shapes may have the same name.
    shape_names = dict.fromkeys(shape.names["en"] for shape in shapes)
    yield make_problem(
        "no-winning-shape",
        leftover_tiles,
        left=format_tiles(leftover_tiles),
        shapes=" nor ".join(shape_names),
    )


def win_problems(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the contradictions in a win that are contradictions in any rules."""
    if hand.winning is None:
        yield make_problem("no-winning-tile")
    seats = [win.winner]
    for seat, _ in win.recent_discards:
        seats.append(seat)
    for seat in dict.fromkeys(seats):
        if seat not in SEATS:
            yield make_problem("unknown-seat", seat=seat[:_SHOWN])
    if win.how not in WINS:
        yield make_problem("unknown-win", win=win.how[:_SHOWN])
    yield from _source_problems(win)
    if win.how == "robbed-kong":
        yield from _robbed_tile_problems(hand, win)
    for tile in dict.fromkeys(tile for _, tile in win.recent_discards):
        if tile not in RANK:
            yield make_problem("unknown-tile", tile=tile[:_SHOWN])


def _source_problems(win: Win) -> Iterator[Problem]:
    """Find a wrong source of the winning tile.

    A drawn tile comes from nobody, a discard or a robbed tile from another player.
    """
    if win.drawn:
        if win.source is not None:
            yield make_problem("source-with-draw", seat=win.source[:_SHOWN])
    elif win.source is None:
        yield make_problem("source-missing", win=win.how[:_SHOWN])
    elif win.source not in SEATS:
        yield make_problem("unknown-seat", seat=win.source[:_SHOWN])
    elif win.source == win.winner:
        yield make_problem("source-is-winner", seat=win.source)


def _robbed_tile_problems(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find contradictions in a win with a tile that was robbed from a quad."""
    if "last-tile" in win.circumstances:
        yield make_problem("robbed-and-last-tile")
    # The other three copies are in the quad that was robbed.
    if hand.winning is not None and hand.tiles.count(hand.winning) > 1:
        yield make_problem("robbed-copy-held", (hand.winning,), tile=hand.winning)


def several_winners_problems(
    winners: Sequence[tuple[Hand, Win]], most_winners: int, *, package: str
) -> Iterator[Problem]:
    """Find the problems of several winners. They can only win with one discarded or robbed tile.

    Args:
        winners: their hands and wins.
        most_winners: how many players can win on one discard at this table.
        package: the package whose words have the sentences of these problems.
    """
    if len(winners) > most_winners:
        yield make_problem("too-many-winners", count=len(winners), package=package)
    ways = {(win.how, win.source) for _, win in winners}
    if len(ways) > 1 or any(win.drawn for _, win in winners):
        yield make_problem("one-discard", package=package)
    winning_tiles = {hand.winning for hand, _ in winners if hand.winning}
    if len(winning_tiles) > 1:
        tiles = tuple(sorted(winning_tiles))
        yield make_problem("several-tiles", tiles, winning_tiles=" ".join(tiles), package=package)
    else:
        yield from sharing_problems(winners)


def sharing_problems(
    winners: Sequence[tuple[Hand, Win]], indicators: tuple[str, ...] = ()
) -> Iterator[Problem]:
    """Find contradictions between winners who share the tile that they won with.

    Args:
        winners: their hands and wins. With indicators there may be a single winner.
        indicators: the tiles that were turned up in the wall, as plain tiles.
    """
    # The copies in one hand alone are counted by ``tile_problems``.
    if len(winners) > 1 or indicators:
        yield from _shared_copies_problems(winners, indicators)
    last_tile_seats = [win.winner for _, win in winners if "last-tile" in win.circumstances]
    is_last_tile_for_some = 0 < len(last_tile_seats) < len(winners)
    if is_last_tile_for_some:
        yield make_problem("last-tile-for-one", seats=" and ".join(last_tile_seats))


def _shared_copies_problems(
    winners: Sequence[tuple[Hand, Win]], indicators: tuple[str, ...]
) -> Iterator[Problem]:
    """Find the tiles of which the winners and the indicators need more than four copies."""
    copies: Counter[str] = Counter()
    for hand, _ in winners:
        copies.update(hand.tiles)
    copies.update(indicators)
    if len(winners) > 1:
        # The winning tile is in every winner's hand but exists once.
        winning = winners[0][0].winning
        if winning:
            copies[winning] -= len(winners) - 1
    for tile, count in copies.items():
        if count > 4 and tile not in _BONUS:
            yield make_problem("shared-copies", (tile,), tile=tile, count=count)
