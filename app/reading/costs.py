"""The decoder's input: the cost of each tile as each face, in a meld, and left out of the hand.

Costs are in nats: how much less likely something is than the tiles as they look.
"""

from collections.abc import Collection, Sequence
from itertools import pairwise
from math import inf
from typing import Final

import numpy as np

from hu.app.reading.decoding_input import DecodingInput, MeldInput, SetAsideInput
from hu.app.reading.parts import Floats
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.tiles import BACK, BONUS, CLASSES, FACES
from hu.vision.detection import Detection, log_odds
from hu.vision.geometry import TINY
from hu.vision.layout.model import Layout, TileGroup
from hu.vision.layout.settings import DEFAULT_SETTINGS, ReadingSettings

_WHITE_DRAGON: Final = FACES.index("5z")
#: The cost of an unusual place, in nats. It applies to a sequence whose sideways tile shows a claim
#: from the opposite or the right-hand player: the rules do not allow that, but the hand may be read
#: from the wrong side. It also applies to a tile that was set aside but stands in the hand's row.
_UNUSUAL_PLACE_NATS: Final = 1.0
#: The cost of a kind of tile that the tile set of these rules does not have, in nats, such as the 5
#: of characters in three-player riichi. A clear picture of it outweighs this cost. Then the rule
#: set refuses the hand, and names the tile.
_MISSING_KIND_NATS: Final = 3.0
#: Scores of the detector above this count as this, because higher scores are right no more often.
#: Markers of the round wind and the like have such scores, too.
_TOP_SCORE: Final = 0.97
#: The log-odds that a detection is a tile of the hand: the first number times the log-odds of the
#: detector's score, plus the second times the classifier's confidence, plus the third. Set by hand,
#: not fitted.
_SCORE_WEIGHT: Final = 2.0
_CONFIDENCE_WEIGHT: Final = 5.5
_BIAS: Final = -7.8
#: Each neighbour that a tile touches adds this to its log-odds of being a tile of the hand.
_TOUCHING_NATS: Final = 0.6
#: A tile that is alone in its row loses this from its log-odds.
_ALONE_NATS: Final = 1.2


def make_decoding_input(
    layout: Layout, rules: RuleSet, settings: ReadingSettings = DEFAULT_SETTINGS
) -> DecodingInput:
    """Build the decoder's input from a layout.

    Args:
        layout: the rows, groups and roles of the tiles.
        rules: the rule set. It says which flowers and kinds there are, and which hands win.
        settings: tolerances and costs.
    """
    melds = [group for group in layout.groups if is_laid_meld(group)]
    melded_tiles: set[int] = set()
    for group in melds:
        melded_tiles.update(group.tiles)
    hand_tiles = [tile.index for tile in layout.hand]

    face_costs_of_hand, stray_costs_of_hand = _costs_of_hand(layout, melded_tiles, rules, settings)
    # The decoder's arrays have a row for each detection of the photo, because a tile is known by
    # the index of its detection. The rows of detections outside the hand are infinite.
    count = max((tile.index for tile in layout.tiles), default=-1) + 1
    all_face_costs = np.full((count, len(FACES)), inf)
    all_face_costs[hand_tiles] = face_costs_of_hand
    all_stray_costs = np.full(count, inf)
    all_stray_costs[hand_tiles] = stray_costs_of_hand
    return DecodingInput(
        face_costs=all_face_costs,
        stray_costs=all_stray_costs,
        standing=tuple(tile for tile in hand_tiles if tile not in melded_tiles),
        melds=tuple(_meld_input(group, layout) for group in melds),
        # The table's options are not known when a photo is read.
        shapes=rules.shapes_of({}),
        hand_shape=rules.hand_shape,
        set_aside_inputs=_set_aside_inputs(layout, rules, all_face_costs),
    )


def _costs_of_hand(
    layout: Layout, melded_tiles: Collection[int], rules: RuleSet, settings: ReadingSettings
) -> tuple[Floats, Floats]:
    """Compute the cost of each way to read a tile of the hand, compared with its likeliest way.

    A tile can be read as any face, or as a stray: then it is no tile of the hand.

    Args:
        layout: the rows, groups and roles of the tiles.
        melded_tiles: the tiles of melds that lie apart.
        rules: the rule set, which leaves some kinds or flowers out of the tile set.
        settings: tolerances and costs.

    Returns:
        For the n tiles of ``layout.hand``, ``(n, 42)`` float64 nats: the cost of taking each tile
        for each face. Then ``(n,)`` float64 nats: the cost of taking each tile for a stray. The
        likeliest way to read a tile costs 0.
    """
    class_costs = face_costs([tile.detection for tile in layout.hand], settings)
    costs = class_costs[:, : len(FACES)].copy()
    back_costs = class_costs[:, len(FACES)]
    missing_faces = [FACES.index(kind) for kind in rules.hand_shape.missing_kinds]
    costs[:, missing_faces] += _MISSING_KIND_NATS
    # A tile in a row that looks like a back may be a white dragon without a frame: that is why the
    # layout kept it in the hand. Reading it so costs ``changed_nats`` more than reading it as a
    # back.
    for row, tile in enumerate(layout.hand):
        if tile.detection.tile == BACK and tile.index not in melded_tiles:
            dragon_cost = costs[row, _WHITE_DRAGON]
            blank_cost = back_costs[row] + settings.changed_nats
            costs[row, _WHITE_DRAGON] = min(dragon_cost, blank_cost)

    # A tile is a stray because it lies face down, or because it is no tile of the hand although it
    # shows a face.
    cheapest_face_costs = costs.min(axis=1, initial=inf)
    face_up_stray_costs = cheapest_face_costs + _tile_log_odds(layout, settings)
    stray_costs = np.minimum(back_costs, face_up_stray_costs)
    likeliest_costs = np.minimum(cheapest_face_costs, stray_costs)

    # A tile that shows a flower which the rules do not have is a stray, too. No tile can be read as
    # such a flower.
    foreign_faces = [FACES.index(face) for face in BONUS if face not in rules.bonus_tiles]
    foreign_face_costs = costs[:, foreign_faces].min(axis=1, initial=inf)
    stray_costs = np.minimum(stray_costs, foreign_face_costs)
    costs[:, foreign_faces] = inf
    return costs - likeliest_costs[:, None], stray_costs - likeliest_costs


def _set_aside_inputs(layout: Layout, rules: RuleSet, costs: Floats) -> dict[int, SetAsideInput]:
    """List how to read each tile as set aside, such as a North in the game for three.

    Args:
        layout: the rows, groups and roles of the tiles.
        rules: the rule set. It says which kinds are set aside like flowers and seasons.
        costs: ``(n, 42)`` float64 nats: the cost of taking each tile for each face.

    Returns:
        For each tile of the hand outside the melds that lie apart, how to read it as set aside.
        Empty if players of these rules set no tiles aside.
    """
    inputs: dict[int, SetAsideInput] = {}
    kinds = rules.hand_shape.set_aside
    if not kinds:
        return inputs
    for group in layout.groups:
        if is_laid_meld(group):
            continue
        lies_with_flowers = group.kind == "bonus"
        place_cost = 0.0 if lies_with_flowers else _UNUSUAL_PLACE_NATS
        for tile in group.tiles:
            face = min(kinds, key=lambda kind: costs[tile, FACES.index(kind)])
            cost = float(costs[tile, FACES.index(face)]) + place_cost
            inputs[tile] = SetAsideInput(face, cost, lies_with_flowers)
    return inputs


def is_laid_meld(group: TileGroup) -> bool:
    """Whether a group is a meld that lies apart: claimed, or a concealed quad."""
    return group.kind in ("claimed", "concealed-quad")


def _meld_input(group: TileGroup, layout: Layout) -> MeldInput:
    """Make the decoder's input of a meld that lies apart."""
    # The cost of reading the meld as a sequence. Sequences are claimed from the left-hand player.
    if len(group.tiles) == 4 or group.kind == "concealed-quad":
        sequence_cost = inf
    elif group.claimed_from in ("left", None):
        sequence_cost = 0.0
    else:
        sequence_cost = _UNUSUAL_PLACE_NATS
    tile_of = layout.by_index
    face_up = tuple(tile for tile in group.tiles if tile_of[tile].detection.tile != BACK)
    return MeldInput(face_up, len(group.tiles), sequence_cost)


def face_costs(
    detections: Sequence[Detection], settings: ReadingSettings = DEFAULT_SETTINGS
) -> Floats:
    """Compute the cost of taking each of n tiles for each face, and for a tile that lies face down.

    Returns:
        ``(n, 43)`` float64 nats, the columns in the order of ``hu.scoring.tiles.CLASSES``.
    """
    probabilities = np.array(
        [detection.probabilities for detection in detections], dtype=np.float64
    ).reshape(-1, len(CLASSES))
    probabilities = np.nan_to_num(probabilities)
    sums = np.maximum(probabilities.sum(axis=1, keepdims=True), TINY)
    # A small share of all readings means nothing. In this share every class is equally likely.
    meaningful_shares = (1 - settings.doubt_share) * probabilities / sums
    costs: Floats = -np.log(meaningful_shares + settings.least_probability)
    return costs


def _tile_log_odds(layout: Layout, settings: ReadingSettings) -> Floats:
    """Compute the log-odds that each detection in the hand is a tile of the hand.

    They are negative for detections with a low score and no clear face, such as edges of racks and
    tiles, and dice.

    Returns:
        ``(n,)`` float64 nats for the n tiles of ``layout.hand``. Taking a tile for a stray costs
        this much more than taking it for its likeliest face.
    """
    detections = [tile.detection for tile in layout.hand]
    least_score = 1 - _TOP_SCORE
    scores = np.array([log_odds(detection.score, least=least_score) for detection in detections])
    confidences = np.array([detection.confidence for detection in detections])
    nats: Floats = _SCORE_WEIGHT * scores + _CONFIDENCE_WEIGHT * confidences + _BIAS
    # The place of each tile in ``layout.hand``.
    place_of = {tile.index: place for place, tile in enumerate(layout.hand)}
    for row in layout.rows:
        if len(row.tiles) == 1:
            nats[place_of[row.tiles[0]]] -= _ALONE_NATS
            continue
        # How many neighbours each tile touches. Tiles touch if their gap is about the usual gap.
        touching_count = dict.fromkeys(row.tiles, 0)
        for (left, right), gap in zip(pairwise(row.tiles), row.gaps, strict=True):
            if abs(gap - layout.usual_gap) < settings.set_gap_tile_widths:
                touching_count[left] += 1
                touching_count[right] += 1
        for tile, count in touching_count.items():
            nats[place_of[tile]] += _TOUCHING_NATS * count
    return nats
