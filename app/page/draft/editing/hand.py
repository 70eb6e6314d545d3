"""The hand as it is corrected on the page: frozen values, one pure function for each thing a finger can do.

A tile keeps its number from the photo to the score, so that the page can mark it in both places. Flowers and seasons
count as bonus tiles in every group; what a set is worth, and whether the hand is legal, is for ``scoring``.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial, reduce
from itertools import chain
from typing import Final, Literal

from hu.scoring.hand import Hand
from hu.scoring.melds import Meld
from hu.scoring.suits import melds_containing
from hu.scoring.tiles import BACK, BONUS, RED_FIVES

#: ``standing`` tiles, an ``exposed`` set, a concealed ``quad`` laid down, tiles ``aside`` that are not of the hand.
Kind = Literal["standing", "exposed", "quad", "aside"]
Corner = tuple[float, float]

_BONUS: Final = frozenset(BONUS)
_FIVES: Final = frozenset(RED_FIVES.values())


def span(corners: Iterable[Corner], axis: int) -> tuple[float, float]:
    """The least and the largest coordinate of corners on an axis."""
    values = [corner[axis] for corner in corners]
    return min(values), max(values)


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile of the hand."""

    id: int  # its number, the same through all corrections
    face: str  # its code, or ``back``
    # Four corners in pixels of the photo, clockwise from the face's top left; None for an added tile.
    box: tuple[Corner, ...] | None = None
    alternatives: tuple[str, ...] = ()  # what else it may be, the likeliest first
    doubtful: bool = False  # whether the reader asks to look at it; a correction settles that
    red: bool = False  # whether it is a red five, in rules that have them

    @property
    def code(self) -> str:
        """Its face as people are shown it: ``0m`` for a red 5 of characters."""
        return f"0{self.face[1]}" if self.red and self.face in _FIVES else self.face


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that belong together."""

    id: int  # its number, the same through all corrections
    kind: Kind  # see ``Kind``
    tiles: tuple[Tile, ...]  # from left to right


@dataclass(frozen=True, slots=True)
class EditedHand:
    """A hand in work."""

    groups: tuple[Group, ...] = ()  # from left to right; empty ones vanish
    winning: int | None = None  # the number of the winning tile, if it is known
    fresh: int = 1  # the next number for a tile or a group
    # What the photo leaves open, as the numbers of its tiles: a set that may be claimed or concealed, flowers that
    # may be another player's.
    unsettled: tuple[tuple[int, ...], ...] = ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand, those set aside left out."""
        return tuple(
            chain.from_iterable(group.tiles for group in self.groups if group.kind != "aside")
        )

    def tile(self, number: int) -> Tile | None:
        """Find a tile by its number, in the hand or aside."""
        return next(
            (tile for group in self.groups for tile in group.tiles if tile.id == number), None
        )

    def group_of(self, number: int) -> Group | None:
        """Find the group that holds a tile."""
        return next(
            (group for group in self.groups if any(tile.id == number for tile in group.tiles)), None
        )

    def group(self, number: int) -> Group | None:
        """Find a group by its number."""
        return next((group for group in self.groups if group.id == number), None)


def to_hand(edited: EditedHand) -> Hand:
    """Return the hand that ``scoring`` knows; standing tiles that lie face down are left out."""
    standing, melds = [], []
    for group in edited.groups:
        faces = tuple(tile for tile in group.tiles if tile.face not in _BONUS)
        if group.kind == "standing":
            standing += [tile for tile in faces if tile.face != BACK]
        elif group.kind != "aside" and faces:
            # Tiles of a set that lie face down are what its first tile face up is.
            seen = next((tile.face for tile in faces if tile.face != BACK), None)
            shown = (
                tuple(seen if tile.face == BACK else tile.face for tile in faces) if seen else ()
            )
            melds.append(Meld(shown, concealed=group.kind == "quad"))
    winning = next((tile.face for tile in standing if tile.id == edited.winning), None)
    concealed = tuple(tile.face for tile in standing if tile.id != edited.winning)
    bonus = tuple(tile.face for tile in edited.tiles if tile.face in _BONUS)
    red = tuple(tile.face for tile in edited.tiles if tile.code in RED_FIVES)
    return Hand(concealed, tuple(melds), bonus, winning, red)


def face_down(edited: EditedHand) -> tuple[Tile, ...]:
    """Return the tiles whose faces cannot be known: face down, and not in a set that shows another."""
    return tuple(
        tile
        for group in edited.groups
        if group.kind != "aside"
        and (group.kind == "standing" or all(tile.face == BACK for tile in group.tiles))
        for tile in group.tiles
        if tile.face == BACK
    )


def lacks_one(hand: Hand) -> bool:
    """Whether a hand waits for its winning tile."""
    return hand.winning is None and len(hand.standing) + 3 * len(hand.melds) == 13


def add_tile(
    edited: EditedHand, face: str, group: int | None, box: tuple[Corner, ...] | None = None
) -> EditedHand:
    """Add a missed tile at the end of a group, or in a new standing one."""
    tile = Tile(edited.fresh, RED_FIVES.get(face, face), box, red=face in RED_FIVES)
    edited = replace(edited, fresh=edited.fresh + 1)
    if group is None or edited.group(group) is None:
        return _new_group(edited, "standing", (tile,))
    return _put(edited, group, (tile,))


def replace_face(edited: EditedHand, number: int, face: str) -> EditedHand:
    """Say what a tile is; what it was read as stays among its alternatives."""

    def rename(tile: Tile) -> Tile:
        if tile.id != number:
            return tile
        if face == tile.code:
            return replace(tile, doubtful=False)
        others = tuple(
            dict.fromkeys(other for other in (tile.code, *tile.alternatives) if other != face)
        )
        plain = RED_FIVES.get(face, face)
        return replace(tile, face=plain, red=face in RED_FIVES, alternatives=others, doubtful=False)

    return with_tiles(edited, rename)


def remove(edited: EditedHand, number: int) -> EditedHand:
    """Take a tile out of the hand; one that the photo shows is set aside and can come back."""
    tile = edited.tile(number)
    if tile is None:
        return edited
    edited = _without(edited, number)
    return edited if tile.box is None else _to_kind(edited, "aside", (tile,))


def move(edited: EditedHand, number: int, target: int | Kind) -> EditedHand:
    """Move a tile to another group, or to a new one of the given kind ("standing" and "aside": one that exists)."""
    tile = edited.tile(number)
    if tile is None or (isinstance(target, int) and edited.group(target) is None):
        return edited
    owner = edited.group(target) if isinstance(target, int) else None
    keeps_winning = edited.winning == number and "standing" in (target, owner.kind if owner else "")
    rest = _without(edited, number)
    if not isinstance(target, int):
        moved = _to_kind(rest, target, (tile,))
    elif rest.group(target) is None:
        return edited
    else:
        moved = _put(rest, target, (tile,))
    return replace(moved, winning=number) if keeps_winning else moved


def lay_down(edited: EditedHand, numbers: Iterable[int], kind: Kind = "exposed") -> EditedHand:
    """Make one set of tiles that stand anywhere."""
    wanted = set(numbers)
    tiles = tuple(tile for tile in edited.tiles if tile.id in wanted)
    for tile in tiles:
        edited = _without(edited, tile.id)
    return _new_group(edited, kind, tiles) if tiles else edited


def turn(edited: EditedHand, group: int, kind: Kind) -> EditedHand:
    """Change a group's kind; a winning tile that no longer stands is unmarked."""
    groups = tuple(replace(g, kind=kind) if g.id == group else g for g in edited.groups)
    turned = replace(edited, groups=groups)
    owner = None if edited.winning is None else turned.group_of(edited.winning)
    return turned if owner is None or owner.kind == "standing" else replace(turned, winning=None)


def resolve_claim(edited: EditedHand, numbers: Iterable[int], *, claimed: bool) -> EditedHand:
    """Answer whether a set that a photo left open was claimed; a concealed quad stays laid down.

    Flowers are the player's own, ``claimed``, or set aside as another's.
    """
    wanted = tuple(numbers)
    rest = tuple(numbers for numbers in edited.unsettled if set(numbers) != set(wanted))
    tiles = [tile for tile in map(edited.tile, wanted) if tile is not None]
    faces = {tile.face for tile in tiles}
    laid = _group_of_just(edited, wanted)
    if faces <= _BONUS:
        aside = [
            number
            for number in wanted
            if (group := edited.group_of(number)) and group.kind == "aside"
        ]
        taken = partial(move, target="standing")
        changed = reduce(taken, aside, edited) if claimed else reduce(remove, wanted, edited)
    elif claimed or (len(tiles) == 4 and len(faces) == 1):
        kind: Kind = "exposed" if claimed else "quad"
        changed = turn(edited, laid.id, kind) if laid else lay_down(edited, wanted, kind)
    else:
        changed = turn(edited, laid.id, "standing") if laid else edited
    return replace(changed, unsettled=rest)


def resolve_otherwise(edited: EditedHand, numbers: tuple[int, ...]) -> EditedHand:
    """The hand with what a photo left open settled against what is shown."""
    laid = _group_of_just(edited, numbers)
    tile, group = edited.tile(numbers[0]), edited.group_of(numbers[0])
    flower = tile is not None and tile.face in _BONUS
    shown = group is not None and (
        group.kind != "aside" if flower else laid is not None and laid.kind == "exposed"
    )
    return resolve_claim(edited, numbers, claimed=not shown)


def _group_of_just(edited: EditedHand, numbers: Iterable[int]) -> Group | None:
    """The group of just these tiles."""
    wanted = set(numbers)
    return next(
        (group for group in edited.groups if {tile.id for tile in group.tiles} == wanted), None
    )


def mark_winning(edited: EditedHand, number: int | None) -> EditedHand:
    """Mark the winning tile, or take the mark away; a set that holds it counts as standing."""
    group = None if number is None else edited.group_of(number)
    if group is None or number is None:
        return replace(edited, winning=None)
    return replace(turn(edited, group.id, "standing"), winning=number)


def sets_with(edited: EditedHand, number: int) -> tuple[tuple[int, ...], ...]:
    """List the sets that a standing tile can be laid down in: the numbers of their tiles, one choice for each set."""
    tile, group = edited.tile(number), edited.group_of(number)
    if tile is None or group is None or group.kind != "standing" or tile.face in (*BONUS, BACK):
        return ()
    if number == edited.winning:
        return ()
    standing = [
        t for g in edited.groups if g.kind == "standing" for t in g.tiles if t.id != edited.winning
    ]
    found = []
    for faces in melds_containing(tile.face):
        # The tile itself and the first others that complete the set.
        wanted, picked = Counter(faces) - Counter((tile.face,)), [tile.id]
        for other in standing:
            if other.id != tile.id and wanted[other.face] > 0:
                wanted[other.face] -= 1
                picked.append(other.id)
        if not wanted.total():
            found.append(tuple(picked))
    return tuple(found)


def with_tiles(edited: EditedHand, change: Callable[[Tile], Tile]) -> EditedHand:
    """The hand with each tile changed, those aside too."""
    groups = tuple(replace(group, tiles=tuple(map(change, group.tiles))) for group in edited.groups)
    return replace(edited, groups=groups)


def _put(edited: EditedHand, group: int, tiles: tuple[Tile, ...]) -> EditedHand:
    groups = (replace(g, tiles=(*g.tiles, *tiles)) if g.id == group else g for g in edited.groups)
    return replace(edited, groups=tuple(groups))


def _without(edited: EditedHand, number: int) -> EditedHand:
    groups = (replace(g, tiles=tuple(t for t in g.tiles if t.id != number)) for g in edited.groups)
    left = tuple(group for group in groups if group.tiles)
    return replace(
        edited, groups=left, winning=None if edited.winning == number else edited.winning
    )


def _new_group(edited: EditedHand, kind: Kind, tiles: tuple[Tile, ...]) -> EditedHand:
    group = Group(edited.fresh, kind, tiles)
    return replace(edited, groups=(*edited.groups, group), fresh=edited.fresh + 1)


def _to_kind(edited: EditedHand, kind: Kind, tiles: tuple[Tile, ...]) -> EditedHand:
    """Put tiles into the last group of a kind; sets always get a group of their own."""
    last = next((group for group in reversed(edited.groups) if group.kind == kind), None)
    if last is None or kind in ("exposed", "quad"):
        return _new_group(edited, kind, tiles)
    return _put(edited, last.id, tiles)
