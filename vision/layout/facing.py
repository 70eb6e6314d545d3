"""Which way a hand is read: by its faces and their order, the edges of sideways tiles, and what lies beyond."""

from collections.abc import Sequence
from itertools import combinations

import numpy as np

from hu.scoring.tiles import KINDS
from hu.vision.geometry import ASPECT
from hu.vision.layout.frames import Table, quarter
from hu.vision.layout.plane import Floats

#: Most players turn all tiles upright; some leave one in twenty, and a quarter do not care.
_CAREFUL, _SLIP = 0.75, 0.05
#: Most players let numbers rise from left to right, but for one neighbour in twenty.
_SORTED, _UNSORTED = 0.6, 0.05
#: Neighbours' centres lie nearer than this along the line, in tile widths.
_BESIDE = 1.5
_NUMBERS = {code: (code[1], int(code[0])) for code in KINDS if code[1] in "mps"}


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
    log_odds = _nats(float(votes[forwards].sum()), float(votes[~forwards].sum()), _CAREFUL, _SLIP)
    log_odds += _nats(*_steps(line, upright, table), _SORTED, _UNSORTED)
    log_odds += _by_edges(line, sideways, table) + _by_surroundings(line, list(sideways), table)
    backwards = log_odds < 0 or (log_odds == 0 and (line[0], line[1]) < (0.0, 0.0))
    return (-line if backwards else line), abs(log_odds)


def _nats(forwards: float, backwards: float, careful: float, slip: float) -> float:
    """Nats for the line's sense, given how much speaks for either, and that so many players care, with some slips."""
    careless = np.log((1 - careful) / 2) + (forwards + backwards) * np.log(0.5)

    def likely(right: float, wrong: float) -> float:
        minded = np.log(careful) + right * np.log(1 - slip) + wrong * np.log(slip)
        return float(np.logaddexp(minded, careless))

    return likely(forwards, backwards) - likely(backwards, forwards)


def _steps(line: Floats, tiles: Sequence[int], table: Table) -> tuple[float, float]:
    """How many neighbours are one number higher, and how many one lower, than those before them along the line."""
    numbers = {tile: _NUMBERS[code] for tile in tiles if (code := table.faces[tile]) in _NUMBERS}
    along, towards = table.frames.centers @ line, table.frames.centers @ quarter(line)
    rising = falling = 0.0
    for i, j in combinations(numbers, 2):
        step = numbers[j][1] - numbers[i][1]
        if numbers[i][0] != numbers[j][0] or abs(step) != 1:
            continue
        if abs(along[j] - along[i]) < _BESIDE and abs(towards[j] - towards[i]) < 0.5:
            sure = table.detections[i].confidence * table.detections[j].confidence
            rises = (along[j] > along[i]) == (step > 0)
            rising, falling = rising + sure * rises, falling + sure * (not rises)
    return rising, falling


def _by_edges(line: Floats, sideways: dict[int, bool], table: Table) -> float:
    """Tiles are pushed together at their near edges, so that sideways ones end short of the others' far edges."""
    towards = table.frames.centers @ quarter(line)
    along = table.frames.centers @ line
    log_odds = 0.0
    for tile in (tile for tile, turned in sideways.items() if turned):
        beside = [k for k, turned in sideways.items() if not turned and abs(along[k] - along[tile]) < 1.6]
        near = [k for k in beside if abs(towards[k] - towards[tile]) < 0.5]
        if near:
            short = float(towards[tile] - np.mean(towards[near])) / ((ASPECT - 1) / 2)
            log_odds += 1.5 * float(np.clip(short, -1, 1))
    return log_odds


def _by_surroundings(line: Floats, hand: Sequence[int], table: Table) -> float:
    """What lies around a hand lies beyond it: players keep their tiles at the table's edge."""
    towards = table.frames.centers @ quarter(line)
    others = np.delete(towards, hand)
    if not hand or len(others) < 4:
        return 0.0
    return float(np.clip((towards[hand].mean() - np.median(others)) / 4, -1, 1)) * 1.5
