"""Rows cut into groups at their gaps, and what each group is by the way its tiles lie."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from scoring.tiles import BACK, BONUS
from vision.layout.bricks import Brick
from vision.layout.frames import Table
from vision.layout.model import Convention, From, Kind

_PLACES: tuple[From, ...] = ("left", "opposite", "right")


@dataclass(frozen=True, slots=True)
class Cut:
    """One row, cut into groups.

    Attributes:
        tiles: detection indices, from left to right.
        gaps: between neighbours, in tile widths.
        usual_gap: the row's usual gap.
        groups: the tiles of each group.
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]
    usual_gap: float
    groups: tuple[tuple[int, ...], ...]


def cut(row: tuple[int, ...], table: Table) -> Cut:
    """Cut a row where its gap is wider than usual."""
    gaps = tuple(float(table.pairs.gap[i, j]) for i, j in pairwise(row))
    usual = max(0.0, median(gaps)) if len(gaps) > 2 else 0.0
    groups: list[list[int]] = [[row[0]]]
    for gap, tile in zip(gaps, row[1:], strict=True):
        if gap > usual + table.settings.set_gap:
            groups.append([])
        groups[-1].append(tile)
    return Cut(row, gaps, usual, tuple(map(tuple, groups)))


def kind_of(group: Sequence[int], brick: Brick, table: Table) -> tuple[Kind, From | None]:
    """Tell what a group is by how its tiles lie; ``concealed`` when nothing about it is special."""
    faces = [table.detections[tile].tile for tile in group]
    if all(face in BONUS for face in faces):
        return "bonus", None
    if len(group) == 4 and [face == BACK for face in faces] == [True, False, False, True]:
        return "concealed-quad", None
    across = [place for place, tile in enumerate(group) if brick.sideways[tile]]
    if len(group) in (3, 4) and len(across) == 1:
        return "claimed", _PLACES[0 if across[0] == 0 else 2 if across[0] == len(group) - 1 else 1]
    return "concealed", None


def kinds(cuts: Sequence[Cut], brick: Brick, table: Table, convention: Convention) -> list[Kind]:
    """The kinds of all groups, in reading order, seen together."""
    groups = [group for row in cuts for group in row.groups]
    found = [kind_of(group, brick, table)[0] for group in groups]
    if convention == "fimj":
        found = [_at_the_reveal(kind, group) for kind, group in zip(found, groups, strict=True)]
    alone = [place for place, group in enumerate(groups) if found[place] == "concealed" and len(group) == 1]
    if len(alone) == 1:
        found[alone[0]] = "winning"
    return found


def _at_the_reveal(kind: Kind, group: Sequence[int]) -> Kind:
    """On a FIMJ rack a sideways tile marks what was concealed."""
    if kind != "claimed":
        return kind
    return "concealed-quad" if len(group) == 4 else "concealed"
