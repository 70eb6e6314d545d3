"""What speaks for each tile being this or that: faces, sets, and whether it belongs to the hand at all; in nats."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from app.covers import Floats
from app.decoding import Puzzle, SetPuzzle
from scoring.tiles import BACK, CLASSES, FACES
from vision.detection import Detection
from vision.layout import Group, LaidTile, Layout

Rules = Literal["zung-jung", "fimj"]


@dataclass(frozen=True, slots=True)
class Belief:
    """How far the probabilities are believed.

    Attributes:
        doubt: the share of all readings where the probabilities are believed to say nothing at all.
        budget: a hand is bent into a legal one when that is at most this many nats less likely than what was read.
        stretch: other layouts are looked at when the first one's legal hand costs more nats than this, and taken
            when theirs costs that much less.
        alternatives: at most this many other layouts are looked at.
    """

    doubt: float = 0.01
    budget: float = 5.0
    stretch: float = 1.0
    alternatives: int = 12


DEFAULT: Final = Belief()


def puzzle_of(layout: Layout, rules: Rules, belief: Belief = DEFAULT) -> Puzzle:
    """Put what was seen in terms of costs."""
    laid = layout.hand
    groups = [group for group in layout.groups if group.kind in ("claimed", "concealed-quad")]
    melded = {place for group in groups for place in group.tiles}
    costs = np.array([face_costs(tile.detection, belief) for tile in laid]).reshape(-1, len(CLASSES))
    faces, backs = costs[:, : len(FACES)], costs[:, len(FACES)]
    strays = np.minimum(backs, faces.min(axis=1, initial=np.inf) + _strangeness(layout))
    least = np.minimum(faces.min(axis=1, initial=np.inf), strays)
    return Puzzle(
        faces - least[:, None],
        strays - least,
        tuple(place for place in range(len(laid)) if place not in melded),
        tuple(_set_puzzle(group, laid) for group in groups),
        rules == "fimj",
    )


def face_costs(detection: Detection, belief: Belief = DEFAULT) -> Floats:
    """``(43,)`` float64 nats: what a tile costs as each face, and as one that lies face down."""
    seen = np.nan_to_num(detection.probabilities.astype(np.float64))
    believed = (1 - belief.doubt) * seen / max(float(seen.sum()), 1e-9) + belief.doubt / len(CLASSES)
    costs: Floats = -np.log(believed)
    return costs


def _strangeness(layout: Layout) -> Floats:
    """``(n,)`` nats: what it costs to take each tile of the hand for something else that lies there.

    Less than nothing for what the finder is hardly sure of and the reader cannot name: edges of racks and tiles, dice.
    Much for what lies between two tiles that touch it.
    """
    enclosed = {
        place
        for row in layout.rows
        for place, before, after in zip(row.tiles[1:], row.gaps, row.gaps[1:], strict=False)
        if max(before, after) < row.usual_gap + 0.2
    }
    scores = np.clip([tile.detection.score for tile in layout.hand], 0.02, 0.98)
    sure = np.array([tile.detection.confidence for tile in layout.hand])
    between = np.array([3.0 * (place in enclosed) for place in range(len(layout.hand))])
    strange: Floats = 2.0 * np.log(scores / (1 - scores)) + 4.0 * sure - 3.2 + between
    return strange


def _set_puzzle(group: Group, laid: Sequence[LaidTile]) -> SetPuzzle:
    up = tuple(place for place in group.tiles if laid[place].detection.tile != BACK)
    quad = len(group.tiles) == 4 or group.kind == "concealed-quad"
    # Only the left-hand player's discards can be claimed for a sequence; but the reading direction may be wrong.
    sequence = np.inf if quad else 0.0 if group.claimed_from in ("left", None) else 2.0
    return SetPuzzle(up, len(group.tiles), sequence)
