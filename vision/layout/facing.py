"""Which way a hand is read: by its faces, and what lies beyond."""

from collections.abc import Sequence

import numpy as np

from hu.vision.layout.frames import Table, quarter
from hu.vision.layout.plane import Floats

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
    log_odds = _nats(float(votes[forwards].sum()), float(votes[~forwards].sum()))
    log_odds += _by_surroundings(line, list(sideways), table)
    backwards = log_odds < 0 or (log_odds == 0 and (line[0], line[1]) < (0.0, 0.0))
    return (-line if backwards else line), abs(log_odds)


def _nats(forwards: float, backwards: float) -> float:
    """Nats for the line's sense, given how much speaks for either, and that so many players care, with some slips."""
    careless = np.log((1 - _CAREFUL) / 2) + (forwards + backwards) * np.log(0.5)

    def likely(right: float, wrong: float) -> float:
        minded = np.log(_CAREFUL) + right * np.log(1 - _SLIP) + wrong * np.log(_SLIP)
        return float(np.logaddexp(minded, careless))

    return likely(forwards, backwards) - likely(backwards, forwards)


def _by_surroundings(line: Floats, hand: Sequence[int], table: Table) -> float:
    """What lies around a hand lies beyond it: players keep their tiles at the table's edge."""
    towards = table.frames.centers @ quarter(line)
    others = np.delete(towards, hand)
    if not hand or len(others) < 4 or not table.settings.applies("surroundings tell the top"):
        return 0.0
    return float(np.clip((towards[hand].mean() - np.median(others)) / 4, -1, 1)) * 1.5
