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

#: A hand has at least this many clear tiles ...
_MIN_CLEAR: Final = 3
#: ... and clear tiles that show something are at least this share of its tiles. Print gives heaps
#: of doubtful tiles and a few clear ones.
CLEAR_SHARE: Final = 0.63
#: Or it is legal and this share of its tiles is clear. Keys and letters, too, can be bent to a
#: legal hand.
_LEGAL_CLEAR_SHARE: Final = 0.42
#: Or half a hand and this share of the tiles touch in one row, as in a blurred photo.
_MIN_RUN_SHARE: Final = 0.5


def is_plausible(
    layout: Layout, strays: frozenset[int], hand_shape: HandShape, *, is_legal: bool
) -> bool:
    """Say whether tiles can be a hand: some of them are clear, or many lie side by side.

    Args:
        layout: the rows, groups and roles of the tiles.
        strays: the tiles that the decoding left out.
        hand_shape: the size of a hand in the rules.
        is_legal: whether the other tiles make a legal hand.
    """
    hand = layout.hand
    detections = [tile.detection for tile in hand if tile.index not in strays]
    clear = [detection for detection in detections if detection.belief >= CLEAR]
    if is_legal and len(clear) >= _LEGAL_CLEAR_SHARE * len(hand):
        return True
    # Clear tiles that show something.
    printed = [detection for detection in clear if detection.tile not in BLANKS]
    if len(clear) >= _MIN_CLEAR and len(printed) >= CLEAR_SHARE * len(hand):
        return True
    longest_run = max((_longest_run(row, layout, strays) for row in layout.rows), default=0)
    return longest_run >= max(half_a_hand(hand_shape), _MIN_RUN_SHARE * len(detections))


def _longest_run(row: TileRow, layout: Layout, strays: frozenset[int]) -> int:
    """Count the most tiles that touch in a row.

    Flowers are not counted, because print is often read as flowers.
    """
    tile_of = layout.by_index
    longest_run = 0
    run = 0
    for place, tile in enumerate(row.tiles):
        detection = tile_of[tile].detection
        # A clear tile counts although the decoding left it out: only its face may be unreadable.
        is_no_tile = tile in strays and detection.score < CLEAR
        if is_no_tile or detection.tile == BACK:
            run = 0
            continue
        if place > 0:
            gap_before = row.gaps[place - 1]
            if abs(gap_before - layout.usual_gap) > DEFAULT_SETTINGS.set_gap_tile_widths:
                run = 0
        if detection.tile not in BONUS:
            run += 1
        longest_run = max(longest_run, run)
    return longest_run
