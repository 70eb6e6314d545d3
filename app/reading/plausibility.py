"""Whether detections can be a hand at all.

Pictures without tiles give a few doubtful detections, too.
"""

from typing import Final

from hu.scoring.hand_shape import HandShape
from hu.scoring.tiles import BACK, BONUS
from hu.vision.detection import CLEAR
from hu.vision.layout.hand_size import half_a_hand
from hu.vision.layout.model import BLANKS, Layout, TileRow
from hu.vision.layout.settings import DEFAULT_SETTINGS

# Tiles can be a hand for any of three reasons:
# 1. Enough of them are clear.
#: At least this many tiles are clear ...
_MIN_CLEAR: Final = 3
#: ... and at least this share of all tiles is clear and shows something. In pictures of print, the
#: detector finds many doubtful tiles and few clear ones.
CLEAR_SHARE: Final = 0.63
# 2. They make a legal hand.
#: At least this share of all tiles is clear, too: keys and letters can be read as a legal hand.
_LEGAL_CLEAR_SHARE: Final = 0.42
# 3. Many touch in one row, as in a blurred photo of a hand.
#: At least this share of the tiles that are no strays does, and at least half as many tiles as a
#: hand has.
_MIN_RUN_SHARE: Final = 0.5


def is_plausible(
    layout: Layout, strays: frozenset[int], hand_shape: HandShape, *, is_legal: bool
) -> bool:
    """Say whether tiles can be a hand: enough are clear, they win, or many lie side by side.

    Args:
        layout: the rows, groups and roles of the tiles.
        strays: the tiles of the layout's hand that the decoding left out.
        hand_shape: the size of a hand in the rules.
        is_legal: whether the other tiles make a legal hand.
    """
    hand = layout.hand
    detections = [tile.detection for tile in hand if tile.index not in strays]
    clear_detections = [detection for detection in detections if detection.belief >= CLEAR]
    if is_legal and len(clear_detections) >= _LEGAL_CLEAR_SHARE * len(hand):
        return True
    # Clear tiles that are no white dragons and no backs.
    printed_detections = [
        detection for detection in clear_detections if detection.tile not in BLANKS
    ]
    if len(clear_detections) >= _MIN_CLEAR and len(printed_detections) >= CLEAR_SHARE * len(hand):
        return True
    run_sizes = [_largest_run_size(row, layout, strays) for row in layout.rows]
    largest_size = max(run_sizes, default=0)
    return largest_size >= max(half_a_hand(hand_shape), _MIN_RUN_SHARE * len(detections))


def _largest_run_size(row: TileRow, layout: Layout, strays: frozenset[int]) -> int:
    """Count the tiles of the longest run of touching tiles in a row.

    Flowers do not interrupt a run, but are not counted, because print is often read as flowers.

    Args:
        row: the row.
        layout: the tiles of the photo.
        strays: the tiles of the layout's hand that the decoding left out.
    """
    tile_of = layout.by_index
    largest_size = 0
    # The size of the run that ends at the present tile.
    size = 0
    for place, tile in enumerate(row.tiles):
        detection = tile_of[tile].detection
        # The decoding may leave out a clear tile because its face is unreadable. It is a tile all
        # the same.
        is_no_tile = tile in strays and detection.score < CLEAR
        if is_no_tile or detection.tile == BACK:
            size = 0
            continue
        if place > 0:
            gap_before = row.gaps[place - 1]
            if abs(gap_before - layout.usual_gap) > DEFAULT_SETTINGS.set_gap_tile_widths:
                size = 0
        if detection.tile not in BONUS:
            size += 1
        largest_size = max(largest_size, size)
    return largest_size
