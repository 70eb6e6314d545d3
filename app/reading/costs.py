"""What each reading of a tile costs, in nats: as each face, as part of a set, or as something outside the hand."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from hu.app.reading.decoding import Puzzle, SetPuzzle
from hu.app.reading.partitions import Floats
from hu.scoring.rule_set import RuleSet
from hu.scoring.tiles import BACK, BONUS, CLASSES, FACES, KINDS
from hu.vision.detection import Detection
from hu.vision.layout import BLANKS, DEFAULT, Group, LaidTile, Layout, ReadingSettings

#: Neighbours whose gap differs from the usual one by less than this, in tile widths, touch each other.
_TOUCHING: Final = 0.22
#: Higher scores are no more often right: round wind markers and the like.
_TOP_SCORE: Final = 0.97
_WHITE: Final = FACES.index("5z")
#: What it costs, in nats, to take a tile that lies face down for a white dragon that shows nothing.
_BLANK: Final = 1.0
_BONUS: Final = list(range(len(KINDS), len(FACES)))
#: What it costs, in nats, to take a tile that lies among flowers for something else.
_AMONG_FLOWERS: Final = 6.0
#: There are four tiles of each other kind, but one of each flower.
_RARE_FLOWER: Final = float(np.log(4))


def puzzle_of(layout: Layout, rules: RuleSet, settings: ReadingSettings = DEFAULT) -> Puzzle:
    """Put what was seen in terms of costs."""
    laid = layout.hand
    groups = [group for group in layout.groups if group.kind in ("claimed", "concealed-quad")]
    melded = {index for group in groups for index in group.tiles}
    costs = face_costs([tile.detection for tile in laid], settings)
    costs[:, len(KINDS) : len(FACES)] += _any_flower(laid)[:, None]
    flowers = [index for group in layout.groups if group.kind == "bonus" for index in group.tiles]
    costs[flowers, : len(KINDS)] += _AMONG_FLOWERS
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


def _any_flower(laid: Sequence[LaidTile]) -> Floats:
    """``(n,)`` nats: what makes the likeliest flower stand for all that a tile may be, each rarer than other tiles."""
    seen = np.maximum(_seen([tile.detection for tile in laid])[:, _BONUS], 1e-6)
    more: Floats = _RARE_FLOWER - np.log(seen.sum(axis=1) / seen.max(axis=1))
    return more


def _strangeness(layout: Layout) -> Floats:
    """``(n,)`` nats: what it costs to take each tile of the hand for something else that lies there.

    Negative for detections with a low score and no clear face: edges of racks and tiles, dice. The weights lie
    between those of two logistic regressions, over the training photos, whose faces the reader knows all too well, and
    over rendered hands.
    """
    hand = [tile.detection for tile in layout.hand]
    scores = np.clip([tile.score for tile in hand], 0.02, _TOP_SCORE)
    touching, overlap, alone, blank = _beside(layout)
    strange: Floats = (
        2.0 * np.log(scores / (1 - scores))
        + 5.5 * np.maximum([tile.confidence for tile in hand], _among_flowers(layout))
        + 1.0 * np.minimum(_sizes(hand), 0)
        + 0.6 * touching
        - 1.2 * overlap
        - 1.1 * alone
        - 1.2 * blank
        - 7.8
    )
    return strange


def _among_flowers(layout: Layout) -> Floats:
    """``(n,)`` how surely each tile is a flower, whichever, where it lies with others; else 0."""
    surely = _seen([tile.detection for tile in layout.hand])[:, _BONUS].sum(axis=1)
    together = [
        index for group in layout.groups if group.kind == "bonus" and len(group.tiles) > 1 for index in group.tiles
    ]
    return np.where(np.isin(np.arange(len(surely)), together), surely, 0.0)


def _beside(layout: Layout) -> tuple[Floats, Floats, Floats, Floats]:
    """What each tile's row says about it.

    Returns:
        How many others it touches, how far it overlaps one, whether it is a row alone, and how many its row has, up to
        four, where all of it shows nothing, as the sides of tiles that stand in another row do.
    """
    touching, overlap, alone, blank = (np.zeros(len(layout.hand)) for _ in range(4))
    for row in layout.rows:
        empty = all(layout.hand[index].detection.tile in BLANKS for index in row.tiles)
        gaps = np.array(row.gaps) - row.usual_gap
        for k, index in enumerate(row.tiles):
            near = gaps[max(0, k - 1) : k + 1]
            touching[index] = (np.abs(near) < _TOUCHING).sum()
            overlap[index] = -min(0.0, near.min(initial=0.0))
            alone[index] = len(row.tiles) == 1
            blank[index] = min(len(row.tiles), 4) * empty
    return touching, overlap, alone, blank


def _sizes(hand: Sequence[Detection]) -> Floats:
    """Of each tile the logarithm of its area as a part of that of the three tiles nearest to it."""
    if len(hand) < 2:
        return np.zeros(len(hand))
    areas = np.log([max(tile.width * tile.height, 1e-9) for tile in hand])
    centers = np.array([tile.center for tile in hand], dtype=np.float64)
    away = np.linalg.norm(centers[None] - centers[:, None], axis=2)
    np.fill_diagonal(away, np.inf)
    nearest = away.argsort(axis=1, kind="stable")[:, : min(3, len(hand) - 1)]
    sizes: Floats = areas - np.median(areas[nearest], axis=1)
    return sizes


def _set_puzzle(group: Group, laid: Sequence[LaidTile]) -> SetPuzzle:
    up = tuple(index for index in group.tiles if laid[index].detection.tile != BACK)
    quad = len(group.tiles) == 4 or group.kind == "concealed-quad"
    # Only the left-hand player's discards can be claimed for a sequence; but the reading direction may be wrong.
    sequence = np.inf if quad else 0.0 if group.claimed_from in ("left", None) else 2.0
    return SetPuzzle(up, len(group.tiles), sequence)
