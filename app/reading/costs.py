"""What each reading of a tile costs, in nats: as each face, as part of a set, or as something outside the hand."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from hu.app.reading.decoding import Puzzle, SetPuzzle
from hu.app.reading.partitions import Floats
from hu.scoring.rule_set import RuleSet
from hu.scoring.tiles import BACK, BONUS, CLASSES, FACES
from hu.vision.detection import Detection
from hu.vision.layout import DEFAULT, Group, LaidTile, Layout, ReadingSettings

#: Higher scores are no more often right: round wind markers and the like.
_TOP_SCORE: Final = 0.97
#: How much rather, in nats, a tile that is a row by itself is something else.
_ALONE: Final = 1.1
#: How much rather a tile is one for each neighbour that it touches, in nats, and how near those are, in tile widths.
_TOUCHED: Final = 0.6
_TOUCHING: Final = 0.22
_WHITE: Final = FACES.index("5z")
#: What it costs, in nats, to take a tile that lies face down for a white dragon that shows nothing.
_BLANK: Final = 1.0


def puzzle_of(layout: Layout, rules: RuleSet, settings: ReadingSettings = DEFAULT) -> Puzzle:
    """Put what was seen in terms of costs."""
    laid = layout.hand
    groups = [group for group in layout.groups if group.kind in ("claimed", "concealed-quad")]
    melded = {index for group in groups for index in group.tiles}
    costs = face_costs([tile.detection for tile in laid], settings)
    faces, backs = costs[:, : len(FACES)], costs[:, len(FACES)]
    # The layout has no other face-down tiles in its rows than those that may be blank white dragons.
    blank = [k for k, tile in enumerate(laid) if tile.detection.tile == BACK and k not in melded]
    faces[blank, _WHITE] = np.minimum(faces[blank, _WHITE], backs[blank] + _BLANK)
    strays = np.minimum(backs, faces.min(axis=1, initial=np.inf) + _strangeness(layout))
    least = np.minimum(faces.min(axis=1, initial=np.inf), strays)
    foreign = [FACES.index(tile) for tile in BONUS if tile not in rules.bonus_tiles]
    # What is a flower to all appearance lies beside a hand of rules without flowers.
    strays = np.minimum(strays, faces[:, foreign].min(axis=1, initial=np.inf))
    faces[:, foreign] = np.inf
    return Puzzle(
        faces - least[:, None],
        strays - least,
        tuple(index for index in range(len(laid)) if index not in melded),
        tuple(_set_puzzle(group, laid) for group in groups),
        rules.shapes_of({}),
    )


def face_costs(detections: Sequence[Detection], settings: ReadingSettings = DEFAULT) -> Floats:
    """``(n, 43)`` float64 nats: what each tile costs as each face, and as one that lies face down."""
    seen = _seen(detections)
    believed = (1 - settings.doubt_share) * seen / np.maximum(seen.sum(axis=1, keepdims=True), 1e-9)
    costs: Floats = -np.log(believed + settings.doubt_share / len(CLASSES))
    return costs


def _seen(detections: Sequence[Detection]) -> Floats:
    """``(n, 43)`` the probabilities; 0 where one is not a number."""
    seen = np.array([detection.probabilities for detection in detections], dtype=np.float64).reshape(-1, len(CLASSES))
    return np.nan_to_num(seen)


def _strangeness(layout: Layout) -> Floats:
    """``(n,)`` nats: what it costs to take each tile of the hand for something else that lies there.

    Negative for detections with a low score and no clear face: edges of racks and tiles, dice.
    """
    hand = [tile.detection for tile in layout.hand]
    scores = np.clip([tile.score for tile in hand], 0.02, _TOP_SCORE)
    strange: Floats = 2.0 * np.log(scores / (1 - scores)) + 5.5 * np.array([tile.confidence for tile in hand]) - 7.8
    for row in layout.rows:
        touching = np.abs(np.array(row.gaps) - row.usual_gap) < _TOUCHING
        for place, index in enumerate(row.tiles):
            near = touching[max(0, place - 1) : place + 1].sum()
            strange[index] += _TOUCHED * near if len(row.tiles) > 1 else -_ALONE
    return strange


def _set_puzzle(group: Group, laid: Sequence[LaidTile]) -> SetPuzzle:
    up = tuple(index for index in group.tiles if laid[index].detection.tile != BACK)
    quad = len(group.tiles) == 4 or group.kind == "concealed-quad"
    # Only the left-hand player's discards can be claimed for a sequence; but the reading direction may be wrong.
    sequence = np.inf if quad else 0.0 if group.claimed_from in ("left", None) else 1.0
    return SetPuzzle(up, len(group.tiles), sequence)
