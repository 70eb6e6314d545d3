"""Whether what was detected can be a hand at all: pictures without tiles give a few doubtful detections, too."""

from collections.abc import Sequence
from typing import Final, Literal

from hu.app.reading.model import Doubt, ReadTile
from hu.scoring.tiles import BACK, BONUS
from hu.vision.layout import BLANKS, Layout

#: Tiles are seen clearly from this belief on.
CLEAR: Final = 0.8
#: A hand has at least this many clear tiles, and they, blank ones aside, are at least this share of all tiles there ...
_MIN_CLEAR: Final = 3
_MIN_CLEAR_SHARE: Final = 0.63
#: ... or it is legal and at least this share is clear, since keys and letters, too, can be bent to a legal hand ...
_LEGAL_CLEAR_SHARE: Final = 0.42
#: ... or at least this many tiles, and this share of the hand, touch in one row, as in a blurred photo of a hand;
#: print gives heaps of doubtful tiles, with a few clear ones and a few rows of keys.
_MIN_RUN: Final = 8
_MIN_RUN_SHARE: Final = 0.5
#: Tiles that were left out count in such a row from this score on: their faces cannot be read, but they are tiles.
_SURE_SCORE: Final = 0.9
#: Neighbours touch when their gap is nearer to the usual one than this, in tile widths.
_TOUCHING: Final = 0.3
#: What photos without a hand get as their only doubt.
NO_TILES: Final = "no mahjong tiles found: take the photo closer, from above, with the whole hand in it"
NO_HAND: Final = "tiles found: {}, but no hand among them: crop the photo to the hand"
ONLY_BACKS: Final = "only tiles that lie face down: no hand to read"
#: Fewer clear tiles among many doubtful ones are signs, dice or letters, as a rule.
_HALF_A_HAND: Final = 7
#: What is hardly found in a row of a hand's tiles.
_APART: Final = frozenset((BACK, *BONUS))
#: As many tiles face down are a wall.
_WALL: Final = 4


def is_plausible(layout: Layout, kept: Sequence[bool], *, legal: bool = False) -> bool:
    """Whether tiles can be a hand: some of them are seen clearly, or many lie side by side.

    Args:
        layout: where they lie.
        kept: which tiles of the layout's hand were read as its tiles, in its order; the others were left out.
        legal: whether they make a legal hand.
    """
    taken = [tile.detection for tile, inside in zip(layout.hand, kept, strict=True) if inside]
    clear = [tile for tile in taken if tile.belief >= CLEAR]
    shown = sum(tile.tile not in BLANKS for tile in clear)
    if legal and len(clear) >= _LEGAL_CLEAR_SHARE * len(kept):
        return True
    if len(clear) >= _MIN_CLEAR and shown >= _MIN_CLEAR_SHARE * len(kept):
        return True
    return _longest_run(layout, kept) >= max(_MIN_RUN, _MIN_RUN_SHARE * len(taken))


def _longest_run(layout: Layout, kept: Sequence[bool]) -> int:
    """The most tiles in a row that touch; flowers, which print is often read as, and what is no tile do not count."""
    longest = 0
    for row in layout.rows:
        read = [layout.hand[position].detection for position in row.tiles]
        dropped = [
            not kept[position] and tile.score < _SURE_SCORE for position, tile in zip(row.tiles, read, strict=True)
        ]
        faces = [BACK if gone else tile.tile for tile, gone in zip(read, dropped, strict=True)]
        run = int(faces[0] not in _APART)
        for face, gap in zip(faces[1:], row.gaps, strict=True):
            touches = face != BACK and abs(gap - row.usual_gap) <= _TOUCHING
            run = (run if touches else 0) + (face not in _APART)
            longest = max(longest, run)
    return longest


def why_no_hand(tiles: Sequence[ReadTile]) -> Doubt:
    """Say why there is no hand among a photo's tiles."""
    kind, found = without_hand(tiles)
    return Doubt(None, {"only_backs": ONLY_BACKS, "no_tiles": NO_TILES, "no_hand": NO_HAND}[kind].format(found))


def without_hand(tiles: Sequence[ReadTile]) -> tuple[Literal["only_backs", "no_tiles", "no_hand"], int]:
    """What a photo without a hand shows: a wall's backs, nothing, or other tiles; and how many are clear."""
    backs = sum(tile.laid.detection.tile == BACK for tile in tiles)
    clear = [tile.laid.detection for tile in tiles if tile.laid.detection.score * tile.confidence >= CLEAR]
    shown, found = sum(tile.tile not in BLANKS for tile in clear), len(clear)
    if backs >= _WALL and backs > len(tiles) / 2:
        return "only_backs", found
    clearly = found >= _HALF_A_HAND or shown >= max(1, _MIN_CLEAR_SHARE * len(tiles))
    return "no_hand" if clearly else "no_tiles", found
