"""What is wrong with a hand: everything at once, so that a player can mend it in one go."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, WINS, Hand, Win
from hu.scoring.notation import format_meld, format_tiles
from hu.scoring.patterns import POINTS, Unit
from hu.scoring.shapes import COMMON_SHAPES, Shape, has_winning_shape
from hu.scoring.suits import leftover
from hu.scoring.texts import Names, Parameter, Text, catalogue, text
from hu.scoring.tiles import BONUS, RANK

_BONUS: Final = frozenset(BONUS)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong.

    Attributes:
        id: a name that never changes, the key of its sentence in any language.
        tiles: the tiles at fault, if any.
        parameters: (name, value) for the sentence's places; ``at`` is the seat of the player whose problem it is.
        package: the package whose ``words`` have the line of English, under ``error``.
    """

    id: str
    tiles: tuple[str, ...] = ()
    parameters: tuple[tuple[str, Parameter], ...] = ()
    package: str = "hu.scoring"

    @property
    def text(self) -> str:
        """The line of English."""
        values = dict(self.parameters)
        singular = values.get("count") == 1 and f"error.{self.id}_one" in catalogue(
            self.package, "en"
        )
        said = Text(
            f"error.{self.id}_one" if singular else f"error.{self.id}",
            self.package,
            self.parameters,
        )["en"]
        return f"{values['at']}: {said}" if "at" in values else said

    def __hash__(self) -> int:
        return hash((self.id, self.tiles))


class InvalidHandError(InputError):
    """A hand that cannot be scored; its message tells every problem in one line.

    Attributes:
        problems: all that is wrong, at least one.
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
        apart: bool = False,
    ) -> Self:
        """Say what there is, and what it lacks.

        Args:
            points: what counts towards the minimum.
            minimum: what a win needs.
            patterns: the names of what the hand holds, with its points.
            unit: what they are counted in.
            apart: whether flowers would make up for it, which do not count towards the minimum.
        """
        held = tuple(text("house.worth", name=names, points=worth) for names, worth in patterns)
        found = problem(
            "below-minimum",
            points=points,
            minimum=minimum,
            missing=minimum - points,
            patterns=held or "–",
            unit=unit.names,
        )
        return cls((found, problem("flowers-apart")) if apart else (found,))


def problem(
    name: str, tiles: tuple[str, ...] = (), /, *, package: str = "hu.scoring", **values: Parameter
) -> Problem:
    """Make a problem of which the words of a package have the sentence."""
    return Problem(name, tiles, tuple(values.items()), package)


def at_seat(found: Problem, seat: str) -> Problem:
    """The problem as one of a player's."""
    return replace(found, parameters=(("at", seat), *found.parameters))


def find_problems(
    hand: Hand, win: Win | None = None, shapes: Sequence[Shape] = COMMON_SHAPES
) -> tuple[Problem, ...]:
    """Find everything that is wrong with a hand, and with the win if one is claimed.

    A hand with a winning tile must have one of the shapes; one without must have 13 tiles plus one for each quad. What
    a rule set knows (its circumstances, its racks) it checks itself.

    Returns:
        The problems, tiles first, then the shape, then the win; empty for a hand without fault.
    """
    shape = [] if hand.winning is None else shape_problems(hand, shapes)
    return (
        *tile_problems(hand),
        *count_problems(hand),
        *shape,
        *(win_problems(hand, win) if win else []),
    )


def tile_problems(hand: Hand) -> Iterator[Problem]:
    """What no set of tiles and no table allows, in any rules: copies and melds."""
    for tile, count in Counter(hand.tiles).items():
        if tile in _BONUS and count > 1:
            yield problem("duplicate-bonus", (tile,), tile=tile, count=count)
        elif count > 4:
            yield problem("fifth-copy", (tile,), tile=tile, count=count)
    for meld in hand.melds:
        if meld.kind == "other":
            yield problem("illegal-meld", meld.tiles, meld=format_meld(meld))
        elif meld.concealed and meld.kind != "quad":
            yield problem("concealed-meld", meld.tiles, meld=format_meld(meld))
    if len(hand.melds) > 4:
        yield problem("too-many-melds", count=len(hand.melds))
    if hand.winning in _BONUS:
        yield problem("bonus-winning", (str(hand.winning),), tile=str(hand.winning))


def count_problems(hand: Hand) -> Iterator[Problem]:
    """The number of tiles: 14 with a winning tile, 13 without, one more for each quad."""
    count = len(hand.standing) + sum(len(meld.tiles) for meld in hand.melds)
    expected = (13 if hand.winning is None else 14) + hand.quads
    if count != expected:
        yield problem("tile-count", count=count, expected=expected)


def shape_problems(hand: Hand, shapes: Sequence[Shape] = COMMON_SHAPES) -> Iterator[Problem]:
    """Why the standing tiles and melds do not make a winning hand; silent while their number is wrong."""
    standing = hand.standing
    if len(standing) + 3 * len(hand.melds) != 14 or has_winning_shape(
        standing, len(hand.melds), shapes
    ):
        return
    if len(set(standing)) == len(standing):
        yield problem("no-pair")
    left = leftover(standing)
    told = " nor ".join(dict.fromkeys(shape.names["en"] for shape in shapes))
    yield problem("no-winning-shape", left, left=format_tiles(left), shapes=told)


def win_problems(hand: Hand, win: Win) -> Iterator[Problem]:
    """Contradictions in a win that hold in any rules."""
    if hand.winning is None:
        yield problem("no-winning-tile")
    for seat in dict.fromkeys((win.winner, *(seat for seat, _ in win.recent_discards))):
        if seat not in SEATS:
            yield problem("unknown-seat", seat=seat)
    if win.how not in WINS:
        yield problem("unknown-win", win=win.how)
    yield from _source_problems(win)
    if win.how == "robbed-kong" and "last-tile" in win.circumstances:
        yield problem("robbed-and-last-tile")
    if win.how == "robbed-kong" and hand.winning is not None and hand.tiles.count(hand.winning) > 1:
        yield problem("robbed-copy-held", (hand.winning,), tile=hand.winning)
    for tile in dict.fromkeys(tile for _, tile in win.recent_discards):
        if tile not in RANK:
            yield problem("unknown-tile", tile=tile)


def _source_problems(win: Win) -> Iterator[Problem]:
    if win.drawn:
        if win.source is not None:
            yield problem("source-with-draw", seat=win.source)
    elif win.source is None:
        yield problem("source-missing", win=win.how)
    elif win.source not in SEATS:
        yield problem("unknown-seat", seat=win.source)
    elif win.source == win.winner:
        yield problem("source-is-winner", seat=win.source)


def sharing_problems(
    winners: Sequence[tuple[Hand, Win]], shown: tuple[str, ...] = ()
) -> Iterator[Problem]:
    """Contradictions between winners, who share the one tile that they won with.

    Args:
        winners: their hands and wins.
        shown: tiles that were turned up elsewhere, such as indicators.
    """
    held = Counter([*(tile for hand, _ in winners for tile in hand.tiles), *shown])
    if len(winners) > 1 and (tile := winners[0][0].winning):
        held[tile] -= len(winners) - 1
    if len(winners) > 1 or shown:
        for tile in (tile for tile, count in held.items() if count > 4 and tile not in _BONUS):
            yield problem("shared-copies", (tile,), tile=tile, count=held[tile])
    told = [win.winner for _, win in winners if "last-tile" in win.circumstances]
    if 0 < len(told) < len(winners):
        yield problem("last-tile-for-one", told=" and ".join(told))
