"""Whether what was detected can be a hand at all: pictures without tiles give a few doubtful detections, too."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from hu.app.reading.model import Doubt, ReadTile
from hu.scoring.tiles import BACK, BONUS
from hu.vision.layout import BLANKS, Layout


@dataclass(frozen=True, slots=True)
class PlausibilityLimits:
    """What tiles must have for there to be a hand at all.

    In 145 photos of hands (every second photo ``c*`` and every eighth photo ``a*`` of ``photos/train``) every hand has
    at least three clear tiles; in none of the 19 pictures of ``photos/empty`` the hand that was read had more than two.

    Attributes:
        clear_confidence: detector's score times classifier's confidence from which a tile is seen clearly.
        min_clear: a hand has at least this many clear tiles ...
        min_clear_share: ... that show something, at least this share of all tiles where it lies, those left out too (of
            161 photos of ``photos/train`` without a legal hand the least is 0.67, of desks full of print it is 0.6 and
            less, as a rule), or else ...
        legal_clear_share: of a legal hand only this share of all tiles where it lies must be clear, white dragons and
            flowers among them: keys and letters can be bent to one. Of 210 legal hands of ``photos/train`` the least
            share is 0.93, of 352 rendered ones 0.53; of four in rooms without tiles the largest is 0.32.
        min_run: ... a row of at least this many neighbours that touch, as a blurred hand has ...
        min_run_share: ... at least this share of all its tiles. Desks full of print, as rendered for training, give
            heaps of doubtful tiles with some clear ones and some rows of keys among them; the 53 photos of 120 from
            ``photos/train`` that show no legal hand have 90 % clear tiles and more.
        sure_score: tiles that were left out count in such a row only with at least this score: faces that cannot be
            read, as of mirrored tiles, but surely of tiles.
        touching_tile_widths: neighbours touch when their gap is nearer to the usual one than this.
    """

    clear_confidence: float = 0.8
    min_clear: int = 3
    min_clear_share: float = 0.63
    legal_clear_share: float = 0.42
    min_run: int = 8
    min_run_share: float = 0.5
    sure_score: float = 0.9
    touching_tile_widths: float = 0.3

    def __post_init__(self) -> None:
        """Refuse limits that cannot be meant."""
        shares = (self.clear_confidence, self.min_clear_share, self.legal_clear_share, self.min_run_share)
        if not all(0 < share < 1 for share in (*shares, self.sure_score)):
            raise ValueError(f"clear_confidence, sure_score and shares: expected shares between 0 and 1, got {self}")
        if min(self.min_clear, self.min_run, self.touching_tile_widths) <= 0:
            raise ValueError(f"limits must be above 0: {self}")


DEFAULT: Final = PlausibilityLimits()
#: What photos without a hand get as their only doubt.
NO_TILES: Final = "no mahjong tiles found: take the photo closer, from above, with the whole hand in it"
NO_HAND: Final = "{} tiles found, but no hand among them: crop the photo to the hand"
ONLY_BACKS: Final = "only tiles that lie face down: no hand to read"
#: Fewer clear tiles in a picture without a hand are signs, dice or letters, as a rule.
_HALF_A_HAND: Final = 7
#: What is hardly found in a row of a hand's tiles.
_APART: Final = frozenset((BACK, *BONUS))
#: As many tiles face down are a wall.
_WALL: Final = 4


def is_plausible(
    layout: Layout, kept: Sequence[bool], limits: PlausibilityLimits = DEFAULT, *, legal: bool = False
) -> bool:
    """Whether tiles can be a hand: some of them are seen clearly, or many lie side by side.

    Args:
        layout: where they lie.
        kept: which tiles of the layout's hand were read as its tiles, in its order; the others were left out.
        limits: what a hand must have.
        legal: whether they make a legal hand.
    """
    taken = [tile.detection for tile, inside in zip(layout.hand, kept, strict=True) if inside]
    clear = [tile for tile in taken if tile.score * tile.confidence >= limits.clear_confidence]
    shown = sum(tile.tile not in BLANKS for tile in clear)
    if legal and len(clear) >= limits.legal_clear_share * len(kept):
        return True
    if len(clear) >= limits.min_clear and shown >= limits.min_clear_share * len(kept):
        return True
    return _longest_run(layout, kept, limits) >= max(limits.min_run, limits.min_run_share * len(taken))


def _longest_run(layout: Layout, kept: Sequence[bool], limits: PlausibilityLimits) -> int:
    """The most tiles in a row that touch; flowers, which print is often read as, and what is no tile do not count."""
    longest = 0
    for row in layout.rows:
        read = [layout.hand[position].detection for position in row.tiles]
        dropped = [
            not kept[position] and tile.score < limits.sure_score
            for position, tile in zip(row.tiles, read, strict=True)
        ]
        faces = [BACK if gone else tile.tile for tile, gone in zip(read, dropped, strict=True)]
        run = int(faces[0] not in _APART)
        for face, gap in zip(faces[1:], row.gaps, strict=True):
            touches = face != BACK and abs(gap - row.usual_gap) <= limits.touching_tile_widths
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
    found = sum(tile.laid.detection.score * tile.confidence >= DEFAULT.clear_confidence for tile in tiles)
    if backs >= _WALL and backs > len(tiles) / 2:
        return "only_backs", found
    return "no_tiles" if found < _HALF_A_HAND else "no_hand", found
