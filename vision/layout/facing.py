"""Which way a hand is read: by its faces, by the edges its sideways tiles are aligned at, and by what lies beyond."""

from collections.abc import Sequence

import numpy as np

from vision.boxes import ASPECT
from vision.layout.frames import Table, quarter
from vision.layout.plane import Floats

#: Most players turn all tiles upright; some leave one in twenty, and a quarter do not care.
_CAREFUL, _SLIP = 0.75, 0.05


def reading_direction(line: Floats, sideways: dict[int, bool], table: Table) -> tuple[Floats, float]:
    """Find the sense in which a hand is read along its rows.

    Args:
        line: ``(2,)`` unit vector along the rows.
        sideways: the hand's tiles, and which of them lie across the rows.
        table: all tiles.

    Returns:
        The vector from left to right, and how sure that is, in nats; 0 when nothing tells and the photo's own top
        was taken for the top.
    """
    upright = [tile for tile, turned in sideways.items() if not turned]
    votes = table.votes[upright]
    forwards = table.frames.right[upright] @ line > 0
    surety = _by_faces(float(votes[forwards].sum()), float(votes[~forwards].sum()))
    surety += _by_edges(line, sideways, table) + _by_surroundings(line, list(sideways), table)
    backwards = surety < 0 or (surety == 0 and (line[0], line[1]) < (0.0, 0.0))
    return (-line if backwards else line), abs(surety)


def _by_faces(upright: float, over: float) -> float:
    """Nats for the line's sense, given how many faces stand upright and on their heads in it."""
    careless = np.log((1 - _CAREFUL) / 2) * 1 + (upright + over) * np.log(0.5)

    def likely(right: float, wrong: float) -> float:
        careful = np.log(_CAREFUL) + right * np.log(1 - _SLIP) + wrong * np.log(_SLIP)
        return float(np.logaddexp(careful, careless))

    return likely(upright, over) - likely(over, upright)


def _by_edges(line: Floats, sideways: dict[int, bool], table: Table) -> float:
    """Tiles are pushed together at their near edges, so that sideways ones end short of the others' far edges."""
    towards = table.frames.centers @ quarter(line)
    along = table.frames.centers @ line
    surety = 0.0
    for tile in (tile for tile, turned in sideways.items() if turned):
        beside = [k for k, turned in sideways.items() if not turned and abs(along[k] - along[tile]) < 1.6]
        near = [k for k in beside if abs(towards[k] - towards[tile]) < 0.5]
        if near:
            short = float(towards[tile] - np.mean(towards[near])) / ((ASPECT - 1) / 2)
            surety += 1.5 * float(np.clip(short, -1, 1))
    return surety


def _by_surroundings(line: Floats, hand: Sequence[int], table: Table) -> float:
    """What lies around a hand lies beyond it: players keep their tiles at the table's edge."""
    towards = table.frames.centers @ quarter(line)
    others = np.delete(towards, hand)
    if len(others) < 4:
        return 0.0
    return float(np.clip((towards[hand].mean() - np.median(others)) / 4, -1, 1)) * 1.5
