"""Photos without a hand: what they show instead."""

from collections.abc import Sequence
from typing import Final, Literal

from hu.app.reading.model import Doubt, ReadTile
from hu.app.reading.plausibility import CLEAR_SHARE
from hu.scoring.hand_shape import HandShape
from hu.scoring.tiles import BACK
from hu.vision.detection import CLEAR
from hu.vision.layout.hand_size import half_a_hand
from hu.vision.layout.model import BLANKS

#: A photo without a hand shows only backs, no tiles, or tiles that are no hand.
NoHand = Literal["only_backs", "no_tiles", "no_hand"]

#: A photo shows a wall if at least this many of its tiles, and more than half of them, lie face
#: down.
_WALL_TILES: Final = 4


def classify_no_hand(tiles: Sequence[ReadTile], hand_shape: HandShape) -> tuple[NoHand, int]:
    """Say what a photo without a hand shows.

    Args:
        tiles: the photo's tiles.
        hand_shape: the size of a hand in the rules.

    Returns:
        First ``only_backs`` for a wall, ``no_hand`` for other tiles, or ``no_tiles``. Then the
        number of clear tiles.
    """
    detections = [tile.laid.detection for tile in tiles]
    backs = [detection for detection in detections if detection.tile == BACK]
    clear_tiles = [tile for tile in tiles if tile.laid.detection.score * tile.confidence >= CLEAR]
    # Clear tiles that show something.
    printed_tiles = [tile for tile in clear_tiles if tile.laid.detection.tile not in BLANKS]
    if len(backs) >= _WALL_TILES and len(backs) > len(tiles) / 2:
        return "only_backs", len(clear_tiles)
    # A few clear tiles among many doubtful detections are mostly signs, dice or letters.
    shows_half_a_hand = len(clear_tiles) >= half_a_hand(hand_shape)
    shows_enough_faces = len(printed_tiles) >= max(1, CLEAR_SHARE * len(tiles))
    if shows_half_a_hand or shows_enough_faces:
        return "no_hand", len(clear_tiles)
    return "no_tiles", len(clear_tiles)


def doubt_of_no_hand(tiles: Sequence[ReadTile], hand_shape: HandShape) -> Doubt:
    """The only doubt of a photo without a hand."""
    kind, clear_count = classify_no_hand(tiles, hand_shape)
    if kind == "only_backs":
        return Doubt(id="no-hand", tile=None, parameters={"case": "only-backs"})
    if kind == "no_tiles":
        return Doubt(id="no-hand", tile=None, parameters={"case": "no-tiles"})
    return Doubt(id="no-hand", tile=None, parameters={"count": clear_count})
