"""Which sets a standing tile can be laid down in, so that one tap lays down the right one."""

from collections import Counter
from typing import Final

from hu.app.page.draft.editing.hand import EditedHand, Tile
from hu.scoring.suits import sets_containing
from hu.scoring.tiles import BACK, BONUS

_NO_SET: Final = frozenset((*BONUS, BACK))


def sets_with(edited: EditedHand, number: int) -> tuple[tuple[int, ...], ...]:
    """List the sets that a standing tile can be laid down in: the numbers of their tiles, one choice for each set."""
    tile, group = edited.tile(number), edited.group_of(number)
    if tile is None or group is None or group.kind != "standing" or tile.face in _NO_SET:
        return ()
    standing = [t for g in edited.groups if g.kind == "standing" for t in g.tiles if t.id != edited.winning]
    if number == edited.winning:
        return ()
    found = (_pick(standing, tile, faces) for faces in sets_containing(tile.face))
    return tuple(numbers for numbers in found if numbers)


def _pick(standing: list[Tile], tile: Tile, faces: tuple[str, ...]) -> tuple[int, ...]:
    """The tile itself and the first others that complete the set; nothing if one is missing."""
    wanted = Counter(faces) - Counter((tile.face,))
    picked = [tile.id]
    for other in standing:
        if other.id != tile.id and wanted[other.face] > 0:
            wanted[other.face] -= 1
            picked.append(other.id)
    return tuple(picked) if not wanted.total() else ()
