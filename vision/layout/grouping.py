"""Rows cut into groups at their gaps."""

from dataclasses import dataclass

from hu.vision.layout.rows import Rows, parts, usual_gap
from hu.vision.layout.settings import Settings


@dataclass(frozen=True, slots=True)
class Cut:
    """One row, cut into groups.

    Attributes:
        tiles: tile indices, from left to right.
        gaps: between neighbours, in tile widths.
        usual_gap: between tiles that lie together, as in the whole hand.
        groups: the tiles of each group.
    """

    tiles: tuple[int, ...]
    gaps: tuple[float, ...]
    usual_gap: float
    groups: tuple[tuple[int, ...], ...]


def cut_rows(rows: Rows, settings: Settings) -> tuple[Cut, ...]:
    """Cut every row where its gap is wider than usual in this hand."""
    usual = usual_gap(rows.gaps)
    limit = usual + settings.set_gap
    return tuple(Cut(row, gaps, usual, parts(row, gaps, limit)) for row, gaps in zip(rows.rows, rows.gaps, strict=True))
