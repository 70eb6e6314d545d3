"""The hand that players correct on the page.

Its values are frozen. There is a pure function for each correction that a player can make. The
names of the fields are a part of every stored draft.

A tile keeps its number from the photo to the score, so that the page can mark it in both. Flowers
and seasons count as bonus tiles in every group. The rules of melds and legal hands are in
``scoring``.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final, Literal

from hu.scoring.hand import Hand
from hu.scoring.hand_shape import HandShape
from hu.scoring.melds import Meld
from hu.scoring.suits import melds_containing
from hu.scoring.tiles import BACK, BONUS, RED_FIVES, SET_ASIDE

#: The kinds of groups. ``standing``: standing tiles. ``exposed``: an exposed meld. ``quad``: a
#: concealed quad that was laid down. ``bonus``: tiles such as North that were set aside as dora.
#: ``aside``: tiles beside the hand, which are no part of it.
Kind = Literal["standing", "exposed", "quad", "bonus", "aside"]
#: The kinds of ``PlaceQuestion``. ``claim``: whether a meld was claimed. ``flowers``: whether
#: flowers are the player's own. ``set-aside``: whether tiles such as North were set aside as dora.
PlaceTopic = Literal["claim", "flowers", "set-aside"]
#: A point such as a corner: x and y, in pixels of the photo if nothing else is said.
Corner = tuple[float, float]

_BONUS: Final = frozenset(BONUS)
_SET_ASIDE: Final = frozenset(SET_ASIDE)


def span(corners: Iterable[Corner], axis: int) -> tuple[float, float]:
    """Return the least and the largest coordinate of corners on an axis: 0 for x, 1 for y."""
    values = [corner[axis] for corner in corners]
    return min(values), max(values)


@dataclass(frozen=True, slots=True)
class Tile:
    """One tile of the hand.

    Attributes:
        id: its number, the same through all corrections.
        face: its face, such as ``5m``, or ``back`` for a tile face down. A red five has the face of
            other fives.
        box: four corners in pixels of the photo, clockwise from the face's top left. None for a
            tile that the photo does not show.
        alternatives: the codes of its other possible faces, the likeliest first. They differ from
            each other and from its own code.
        doubtful: whether its face is in doubt. A player who corrects or confirms the face ends the
            doubt.
        red: whether it is a red five, in rules that have red fives.
    """

    id: int
    face: str
    box: tuple[Corner, ...] | None = None
    alternatives: tuple[str, ...] = ()
    doubtful: bool = False
    red: bool = False

    @property
    def code(self) -> str:
        """The code of its face that tells red fives apart, such as ``0m`` for a red 5m."""
        if self.red:
            return f"0{self.face[1]}"
        return self.face


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that belong together.

    Attributes:
        id: its number, the same through all corrections.
        kind: the kind of the group.
        tiles: from left to right.
    """

    id: int
    kind: Kind
    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class PlaceQuestion:
    """A question that a photo leaves open about the part of the hand to which tiles belong.

    Attributes:
        tiles: the numbers of the tiles.
        about: the kind of question.
    """

    tiles: tuple[int, ...]
    about: PlaceTopic


@dataclass(frozen=True, slots=True)
class EditedHand:
    """A hand that is being corrected.

    Attributes:
        groups: from left to right. No group is empty.
        winning: the number of the winning tile. None if it is unknown.
        fresh: the number that the next new tile or group gets.
        unsettled: the open questions about claims and flowers. Each question is given by the
            numbers of its tiles: a meld that may be claimed or concealed, or flowers that may be
            another player's.
        unsettled_aside: the open questions about tiles such as North, which may have been set aside
            as dora. Each question is given by the numbers of its tiles. Drafts that older versions
            stored lack this field.
    """

    groups: tuple[Group, ...] = ()
    winning: int | None = None
    fresh: int = 1
    unsettled: tuple[tuple[int, ...], ...] = ()
    unsettled_aside: tuple[tuple[int, ...], ...] = ()

    @property
    def place_questions(self) -> tuple[PlaceQuestion, ...]:
        """The questions that the photo leaves open, and whose tiles are all still there."""
        questions = []
        for numbers in self.unsettled:
            faces = self._faces_of(numbers)
            if faces is None:
                continue
            # Flowers are never claimed, so a question about flowers asks whose they are.
            topic: PlaceTopic = "flowers" if faces <= _BONUS else "claim"
            questions.append(PlaceQuestion(numbers, topic))
        for numbers in self.unsettled_aside:
            faces = self._faces_of(numbers)
            # Only some faces can be set aside. A player may have corrected a face to any other.
            if faces is not None and faces <= _SET_ASIDE:
                questions.append(PlaceQuestion(numbers, "set-aside"))
        return tuple(questions)

    def _faces_of(self, numbers: tuple[int, ...]) -> set[str] | None:
        """Return the faces of tiles, in or beside the hand. None if one of the tiles is gone."""
        faces = set()
        for number in numbers:
            tile = self.tile(number)
            if tile is None:
                return None
            faces.add(tile.face)
        return faces

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the hand, without the tiles beside it."""
        in_hand = (group.tiles for group in self.groups if group.kind != "aside")
        return tuple(chain.from_iterable(in_hand))

    def tile(self, number: int) -> Tile | None:
        """Find a tile by its number, in or beside the hand."""
        for group in self.groups:
            for tile in group.tiles:
                if tile.id == number:
                    return tile
        return None

    def group_of(self, number: int) -> Group | None:
        """Find the group that holds a tile."""
        for group in self.groups:
            for tile in group.tiles:
                if tile.id == number:
                    return group
        return None

    def group(self, number: int) -> Group | None:
        """Find a group by its number."""
        for group in self.groups:
            if group.id == number:
                return group
        return None


def to_hand(edited: EditedHand) -> Hand:
    """Return the hand in the form for ``scoring``.

    Tiles that are face down are left out if they stand or were set aside, and so is a meld whose
    tiles are all face down. ``face_down`` returns them.
    """
    standing: list[Tile] = []
    set_aside: list[str] = []
    melds = []
    for group in edited.groups:
        if group.kind == "aside":
            continue
        if group.kind in ("exposed", "quad"):
            meld = _meld_of(group)
            if meld is not None:
                melds.append(meld)
            continue
        for tile in _without_flowers(group):
            # In a group that was set aside, a tile whose face cannot be set aside was corrected. It
            # counts as a standing tile.
            if group.kind == "bonus" and tile.face in _SET_ASIDE:
                set_aside.append(tile.face)
            elif tile.face != BACK:
                standing.append(tile)
    winning = None
    is_winning_red = False
    for tile in standing:
        if tile.id == edited.winning:
            winning = tile.face
            is_winning_red = tile.code in RED_FIVES
    concealed = tuple(tile.face for tile in standing if tile.id != edited.winning)
    # Flowers count as bonus tiles in every group.
    flowers = [tile.face for tile in edited.tiles if tile.face in _BONUS]
    bonus = (*set_aside, *flowers)
    red = tuple(tile.face for tile in edited.tiles if tile.code in RED_FIVES)
    return Hand(
        concealed=concealed,
        melds=tuple(melds),
        bonus=bonus,
        winning=winning,
        red=red,
        is_winning_red=is_winning_red,
    )


def _meld_of(group: Group) -> Meld | None:
    """Make a meld of a group that was laid down. None if it shows no face but those of flowers."""
    tiles = _without_flowers(group)
    faces = _meld_faces(tiles)
    if not faces:
        return None
    red = tuple(tile.face for tile in tiles if tile.code in RED_FIVES)
    return Meld(faces, concealed=group.kind == "quad", red=red)


def _without_flowers(group: Group) -> list[Tile]:
    """Return the tiles of a group that are no flowers or seasons."""
    return [tile for tile in group.tiles if tile.face not in _BONUS]


def _meld_faces(tiles: list[Tile]) -> tuple[str, ...]:
    """Return the faces of a meld. Its tiles face down get the face of its first tile face up.

    Empty if there are no tiles, or if all of them are face down.
    """
    faces_up = [tile.face for tile in tiles if tile.face != BACK]
    if not faces_up:
        return ()
    return tuple(faces_up[0] if tile.face == BACK else tile.face for tile in tiles)


def face_down(edited: EditedHand) -> tuple[Tile, ...]:
    """Return the face-down tiles of a hand whose faces are unknown.

    They are the face-down tiles among the standing tiles and among the tiles that were set aside,
    and the tiles of a meld of which every tile is face down. Flowers in the meld do not count. In
    any other meld, the tiles that are face up show the face of the others.
    """
    hidden: list[Tile] = []
    for group in edited.groups:
        if group.kind == "aside":
            continue
        tiles = _without_flowers(group)
        backs = [tile for tile in tiles if tile.face == BACK]
        are_all_backs = len(backs) == len(tiles)
        if group.kind in ("standing", "bonus") or are_all_backs:
            hidden += backs
    return tuple(hidden)


def lacks_one(hand: Hand, hand_shape: HandShape) -> bool:
    """Whether a hand has no winning tile, and as many tiles as a hand that waits for it."""
    # A quad counts as three tiles, because its player draws another tile for the fourth.
    count = len(hand.standing) + 3 * len(hand.melds)
    return hand.winning is None and count == hand_shape.waiting_size


def add_tile(
    edited: EditedHand, code: str, group: int | None, box: tuple[Corner, ...] | None = None
) -> EditedHand:
    """Add a tile at the end of a group, or in a new standing group.

    Args:
        edited: the hand.
        code: the code of its face, such as ``7z``, or ``0m`` for a red five.
        group: the number of the group. None, or a number that no group has, for a new group.
        box: the four corners of the tile in pixels of the photo. None for a tile that the photo
            does not show.
    """
    is_red = code in RED_FIVES
    tile = Tile(id=edited.fresh, face=RED_FIVES.get(code, code), box=box, red=is_red)
    edited = replace(edited, fresh=edited.fresh + 1)
    if group is None or edited.group(group) is None:
        return _new_group(edited, "standing", (tile,))
    return _put(edited, group, (tile,))


def replace_face(edited: EditedHand, number: int, code: str) -> EditedHand:
    """Give a tile a face, or confirm the face that it has.

    A face that is replaced becomes the first alternative of the tile.

    Args:
        edited: the hand.
        number: the number of the tile.
        code: the code of the face, such as ``7z``, or ``0m`` for a red five.
    """

    def correct(tile: Tile) -> Tile:
        if tile.id != number:
            return tile
        if code == tile.code:
            return replace(tile, doubtful=False)
        other_alternatives = [face for face in tile.alternatives if face != code]
        return replace(
            tile,
            face=RED_FIVES.get(code, code),
            red=code in RED_FIVES,
            alternatives=(tile.code, *other_alternatives),
            doubtful=False,
        )

    return with_tiles(edited, correct)


def remove(edited: EditedHand, number: int) -> EditedHand:
    """Take a tile out of the hand.

    A tile with an outline on the photo stays beside the hand, so that it can come back.
    """
    tile = edited.tile(number)
    if tile is None:
        return edited
    without_tile = _without(edited, number)
    if tile.box is None:
        return without_tile
    return _to_kind(without_tile, "aside", tile)


def move(edited: EditedHand, number: int, target: int | Kind) -> EditedHand:
    """Move a tile to another group.

    Args:
        edited: the hand.
        number: the number of the tile.
        target: the number of a group, or a kind of group. For ``exposed`` and ``quad`` the tile
            becomes a new meld. For any other kind it joins the last group of that kind, or a new
            group if there is none.

    Returns:
        The hand with the moved tile. Unchanged if there is no such tile or group, if the tile is
        the only tile of the target group, or if the target is ``bonus`` and no tile with this face
        can be set aside as dora.
    """
    tile = edited.tile(number)
    if tile is None:
        return edited
    if target == "bonus" and tile.face not in _SET_ASIDE:
        return edited
    without_tile = _without(edited, number)
    if isinstance(target, int):
        target_group = without_tile.group(target)
        # There is no such group, or the tile was its only tile.
        if target_group is None:
            return edited
        moved = _put(without_tile, target, (tile,))
        is_standing = target_group.kind == "standing"
    else:
        moved = _to_kind(without_tile, target, tile)
        is_standing = target == "standing"
    # ``_without`` has removed the mark of the winning tile. Only a standing tile can be the winning
    # tile again.
    if edited.winning == number and is_standing:
        return replace(moved, winning=number)
    return moved


def lay_down(edited: EditedHand, numbers: Iterable[int], kind: Kind = "exposed") -> EditedHand:
    """Make one meld of tiles of the hand, whichever groups they are in.

    Tiles beside the hand stay there.

    Args:
        edited: the hand.
        numbers: the numbers of the tiles.
        kind: the kind of the meld.
    """
    wanted = set(numbers)
    tiles = tuple(tile for tile in edited.tiles if tile.id in wanted)
    if not tiles:
        return edited
    for tile in tiles:
        edited = _without(edited, tile.id)
    return _new_group(edited, kind, tiles)


def turn(edited: EditedHand, group: int, kind: Kind) -> EditedHand:
    """Change the kind of a group. If the winning tile no longer stands, it loses its mark.

    Args:
        edited: the hand.
        group: the number of the group.
        kind: its new kind.
    """
    turned = _with_group(edited, group, lambda old: replace(old, kind=kind))
    if edited.winning is None:
        return turned
    winning_group = turned.group_of(edited.winning)
    if winning_group is None or winning_group.kind == "standing":
        return turned
    return replace(turned, winning=None)


def resolve_claim(edited: EditedHand, numbers: tuple[int, ...], *, is_claimed: bool) -> EditedHand:
    """Answer whether a meld was claimed.

    Args:
        edited: the hand.
        numbers: the numbers of the meld's tiles.
        is_claimed: whether it was claimed. If not, its tiles become standing tiles, or a concealed
            quad if they are four of the same face.
    """
    if is_claimed:
        changed = _as_meld(edited, numbers, "exposed")
    elif _are_quad(edited, numbers):
        changed = _as_meld(edited, numbers, "quad")
    else:
        group = _group_of_just(edited, numbers)
        changed = edited
        # If a player has moved some of the tiles, they are no meld any more.
        if group is not None:
            changed = turn(edited, group.id, "standing")
    still_open = _without_question(edited.unsettled, numbers)
    return replace(changed, unsettled=still_open)


def resolve_flowers(edited: EditedHand, numbers: tuple[int, ...], *, are_own: bool) -> EditedHand:
    """Answer whether flowers are the player's own.

    Args:
        edited: the hand.
        numbers: the numbers of the flowers.
        are_own: whether they are the player's own and belong to the hand. If not, they go beside
            the hand.
    """
    changed = edited
    for number in numbers:
        if not are_own:
            changed = remove(changed, number)
        elif _is_aside(edited, number):
            # Flowers among the standing tiles count as bonus tiles too.
            changed = move(changed, number, "standing")
    still_open = _without_question(edited.unsettled, numbers)
    return replace(changed, unsettled=still_open)


def are_flowers(edited: EditedHand, numbers: Iterable[int]) -> bool:
    """Whether all tiles of these numbers, in or beside the hand, are flowers.

    Numbers of no tile do not count.
    """
    return all(tile.face in _BONUS for tile in _tiles_of(edited, numbers))


def _is_aside(edited: EditedHand, number: int) -> bool:
    """Whether a tile is beside the hand."""
    group = edited.group_of(number)
    return group is not None and group.kind == "aside"


def _are_quad(edited: EditedHand, numbers: Iterable[int]) -> bool:
    """Whether the tiles of these numbers are four of the same face."""
    tiles = _tiles_of(edited, numbers)
    faces = {tile.face for tile in tiles}
    return len(tiles) == 4 and len(faces) == 1


def _tiles_of(edited: EditedHand, numbers: Iterable[int]) -> list[Tile]:
    """Return the tiles of these numbers, in or beside the hand. Numbers of no tile are left out."""
    tiles = [edited.tile(number) for number in numbers]
    return [tile for tile in tiles if tile is not None]


def _as_meld(edited: EditedHand, numbers: tuple[int, ...], kind: Kind) -> EditedHand:
    """Make a meld of tiles. If the tiles are exactly a group already, the group keeps its place."""
    group = _group_of_just(edited, numbers)
    if group is None:
        return lay_down(edited, numbers, kind)
    return turn(edited, group.id, kind)


def _without_question(
    questions: tuple[tuple[int, ...], ...], numbers: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """Return questions without the question about exactly these tiles, in any order.

    Args:
        questions: the questions, each given by the numbers of its tiles.
        numbers: the numbers of the tiles of the question to leave out.
    """
    return tuple(question for question in questions if set(question) != set(numbers))


def resolve_set_aside(
    edited: EditedHand, numbers: tuple[int, ...], *, are_set_aside: bool
) -> EditedHand:
    """Answer whether tiles such as North were set aside as dora.

    Args:
        edited: the hand.
        numbers: the numbers of the tiles.
        are_set_aside: whether they were set aside. If not, they are standing tiles.
    """
    changed = edited
    for number in numbers:
        group = changed.group_of(number)
        if group is None:
            continue
        if are_set_aside and group.kind != "bonus":
            changed = move(changed, number, "bonus")
        elif not are_set_aside and group.kind == "bonus":
            changed = move(changed, number, "standing")
    still_open = _without_question(edited.unsettled_aside, numbers)
    return replace(changed, unsettled_aside=still_open)


def resolve_otherwise(edited: EditedHand, question: PlaceQuestion) -> EditedHand:
    """Return the hand with the other answer to an open question.

    Until a player answers a question, the hand has the answer that the reading of the photo
    prefers. The groups of the question's tiles show which answer that is.

    Args:
        edited: the hand.
        question: one of its open questions.
    """
    numbers = question.tiles
    group = edited.group_of(numbers[0])
    if question.about == "set-aside":
        are_set_aside = group is not None and group.kind == "bonus"
        return resolve_set_aside(edited, numbers, are_set_aside=not are_set_aside)
    if question.about == "flowers":
        are_own = group is not None and group.kind != "aside"
        return resolve_flowers(edited, numbers, are_own=not are_own)
    meld = _group_of_just(edited, numbers)
    is_claimed = meld is not None and meld.kind == "exposed"
    return resolve_claim(edited, numbers, is_claimed=not is_claimed)


def _group_of_just(edited: EditedHand, numbers: Iterable[int]) -> Group | None:
    """Find the group that has these tiles and no others."""
    wanted = set(numbers)
    for group in edited.groups:
        if {tile.id for tile in group.tiles} == wanted:
            return group
    return None


def mark_winning(edited: EditedHand, number: int | None) -> EditedHand:
    """Mark the winning tile. None, or a number that no tile has, removes the mark.

    The winning tile is always a standing tile. If it is in a group of another kind, such as a meld,
    the whole group becomes a group of standing tiles.
    """
    group = None if number is None else edited.group_of(number)
    if group is None:
        return replace(edited, winning=None)
    return replace(turn(edited, group.id, "standing"), winning=number)


def melds_with(edited: EditedHand, number: int) -> tuple[tuple[int, ...], ...]:
    """List the melds that a standing tile can make with other standing tiles.

    Returns:
        The numbers of the tiles of each meld, the given tile first. Of several tiles with the same
        face, a meld has the first ones. Empty for the winning tile, and for a tile in another kind
        of group.
    """
    tile = edited.tile(number)
    group = edited.group_of(number)
    if tile is None or group is None or group.kind != "standing" or number == edited.winning:
        return ()
    if tile.face == BACK or tile.face in _BONUS:
        return ()
    # The winning tile always stands, so it is never offered for a meld.
    not_offered = (number, edited.winning)
    others: list[Tile] = []
    for standing_group in edited.groups:
        if standing_group.kind == "standing":
            others += [other for other in standing_group.tiles if other.id not in not_offered]
    melds = []
    for faces in melds_containing(tile.face):
        partners = _first_tiles(others, Counter(faces) - Counter((tile.face,)))
        if partners is not None:
            melds.append((number, *partners))
    return tuple(melds)


def _first_tiles(tiles: list[Tile], wanted: Counter[str]) -> list[int] | None:
    """Return the numbers of the first tiles that have the wanted faces. None if some are missing.

    Args:
        tiles: the tiles to choose from.
        wanted: how many tiles of each face are wanted. The function counts it down.
    """
    numbers = []
    for tile in tiles:
        if wanted[tile.face] > 0:
            wanted[tile.face] -= 1
            numbers.append(tile.id)
    if wanted.total() > 0:
        return None
    return numbers


def with_tiles(edited: EditedHand, change: Callable[[Tile], Tile]) -> EditedHand:
    """Apply a change to every tile of a hand, and to the tiles beside it."""
    groups = [replace(group, tiles=tuple(map(change, group.tiles))) for group in edited.groups]
    return replace(edited, groups=tuple(groups))


def _with_group(edited: EditedHand, number: int, change: Callable[[Group], Group]) -> EditedHand:
    """Apply a change to the group of a number."""
    groups = [change(group) if group.id == number else group for group in edited.groups]
    return replace(edited, groups=tuple(groups))


def _put(edited: EditedHand, number: int, tiles: tuple[Tile, ...]) -> EditedHand:
    """Add tiles at the end of the group of a number."""
    return _with_group(edited, number, lambda group: replace(group, tiles=group.tiles + tiles))


def _without(edited: EditedHand, number: int) -> EditedHand:
    """Return the hand without the tile of a number. A group that loses its only tile is removed."""
    groups = []
    for group in edited.groups:
        tiles = tuple(tile for tile in group.tiles if tile.id != number)
        if tiles:
            groups.append(replace(group, tiles=tiles))
    winning = None if edited.winning == number else edited.winning
    return replace(edited, groups=tuple(groups), winning=winning)


def _new_group(edited: EditedHand, kind: Kind, tiles: tuple[Tile, ...]) -> EditedHand:
    """Put tiles into a group of their own, after the others."""
    group = Group(edited.fresh, kind, tiles)
    return replace(edited, groups=(*edited.groups, group), fresh=edited.fresh + 1)


def _to_kind(edited: EditedHand, kind: Kind, tile: Tile) -> EditedHand:
    """Put a tile into the last group of a kind, or into a new group if there is none.

    A tile that becomes a meld always gets a new group.
    """
    if kind not in ("exposed", "quad"):
        for group in reversed(edited.groups):
            if group.kind == kind:
                return _put(edited, group.id, (tile,))
    return _new_group(edited, kind, (tile,))
