"""What to ask about a photo: faces, then roles, then what a photo cannot tell; as few questions as will do.

Also what would help: how to take the photo again, and whether an answer changes the score.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median
from typing import Final, Literal

import numpy as np

from hu.app.reading.decoding import LegalHand, Search
from hu.app.reading.model import ClaimReading, Doubt, HandReading, ReadTile
from hu.scoring.errors import HuError
from hu.scoring.hand import Hand
from hu.scoring.lines import quantity
from hu.scoring.melds import Meld
from hu.scoring.notation import format_tiles
from hu.scoring.tiles import BACK, BONUS
from hu.scoring.unknowns import WHICH_TILE_WON
from hu.vision.detection import CLEAR
from hu.vision.layout.model import BLANKS, HALF_A_HAND, MOST_TILES, WAITING
from hu.vision.layout.settings import DEFAULT_SETTINGS
from hu.vision.layout.table import ACROSS
from hu.vision.photo.decoding import Photo
from hu.vision.photo.quality import Exposure, Flaw, exposure, flaws, is_cut, shown_area

#: Hands whose faces are less likely than this on average are mirrored, blurred or too far away.
_ILLEGIBLE: Final = 0.5
#: More faces than this are not asked about: another photo is less work.
_MOST: Final = 4
#: Less of a tile than this share of its usual size is a sliver.
_SLIVER: Final = 0.7
#: Flowers on the other half of the table are another player's.
_NEAR_TILE_WIDTHS: Final = ACROSS / 2
#: Faces of the hand less likely than this are always asked about, and fives whose probability of being red is further
#: than this from 0 and from 1.
_IMPROBABLE: Final = 0.1
#: Share of clear tiles, blank ones aside, from which on a few tiles are tiles.
CLEAR_SHARE: Final = 0.63
#: As many tiles face down are a wall.
_WALL: Final = 4
_BONUS: Final = frozenset(BONUS)
_NO_TILE: Final = "no tile of the hand"
#: What a photo without a hand shows.
NoHand = Literal["only_backs", "no_tiles", "no_hand"]
#: What photos without a hand get as their only doubt.
NO_TILES: Final = (
    "no mahjong tiles found: take the photo closer, from above, with the whole hand in it"
)
NO_HAND: Final = "tiles found: {}, but no hand among them: crop the photo to the hand"
ONLY_BACKS: Final = "only tiles that lie face down: no hand to read"
WHY_NO_HAND: Final[Mapping[NoHand, str]] = {
    "only_backs": ONLY_BACKS,
    "no_tiles": NO_TILES,
    "no_hand": NO_HAND,
}
LIGHT: Final[Mapping[Exposure, str]] = {
    "too bright": "the photo is overexposed: take it with less light, or tap on the tiles in the camera first",
    "too dark": "the photo is too dark: take it with more light",
}
#: What to do about each flaw, the likeliest cause of the others first.
ADVICE: Final[Mapping[Flaw, str]] = {
    "cut": "{tiles are} cut off by the photo's edge: keep the whole hand inside the picture",
    "small": "{tiles are} small in the photo: go closer until the hand fills the picture",
    "blurred": "{tiles are} blurred: hold the phone still, let it focus, use more light",
    "glare": "light is reflected on {tiles}: move the lamp or tilt the phone a little",
}


def find_doubts(
    reading: HandReading, nearest: Search, bonus_tiles: Collection[str] = ()
) -> tuple[Doubt, ...]:
    """List what is in doubt about a reading without doubts.

    Where no legal hand was found, ``nearest`` holds those that are a greater stretch away.
    """
    search = reading.candidates[0].search
    tiles = reading.tiles[: len(reading.layout.hand)]
    in_hand = [
        tile for tile in tiles if tile.inferred and tile.role != "other" and tile.tile != BACK
    ]
    overruled = [_for_the_win(tile) for tile in in_hand if tile.confidence < _IMPROBABLE]
    found = (
        _doubts_of_a_win(tiles, search.hands)
        if search.hands
        else _short_of_a_win(tiles, nearest.hands)
    )
    # A hand that waits for one more tile may have it in the place of a flower in a row: glare looks like one.
    threes = zip(tiles, tiles[1:], tiles[2:], strict=False) if reading.candidates[0].waits else ()
    glare = [
        Doubt(
            middle.index,
            f"{middle.tile} between {left.tile} and {right.tile}, or a tile in glare",
            "face",
        )
        for left, middle, right in threes
        if left.laid.group == middle.laid.group == right.laid.group
        and middle.tile in _BONUS
        and not {left.tile, right.tile} & _BONUS
    ]
    red_or_plain = [
        Doubt(tile.index, f"0{tile.tile[1]} or {tile.tile}: the ink's colour does not tell", "face")
        for tile in tiles
        if tile.red is not None and _IMPROBABLE < tile.red < 1 - _IMPROBABLE
    ]
    faces = dict[int | None, Doubt]()
    for doubt in (*overruled, *found, *glare, *red_or_plain):
        faces.setdefault(doubt.tile, doubt)
    most = max(_MOST, len(overruled))
    roles = dict.fromkeys([*_roles(reading, search), *_flowers_aside(reading, bonus_tiles)])
    return (*list(faces.values())[:most], *roles, *_photo(reading, tiles, search))


def with_photo_doubts(reading: HandReading, photo: Photo) -> HandReading:
    """The same reading with what only the picture shows: tiles cut off by its edge, and light that hides the faces.

    Slivers of tiles at the photo's edge that were taken for the hand's are asked about first.
    """
    areas = [tile.laid.detection.width * tile.laid.detection.height for tile in reading.tiles]
    usual = median(areas or [0.0])
    known = {doubt.tile for doubt in reading.doubts if doubt.about == "face"}
    cut = tuple(
        Doubt(
            tile.index, f"{tile.tile}, cut off by the photo's edge, or no tile of the hand", "face"
        )
        for tile in reading.tiles
        if tile.role != "other"
        and tile.index not in known
        and is_cut(photo, tile.laid.detection)
        and shown_area(photo, tile.laid.detection) < _SLIVER * usual
    )
    light, doubts = exposure(photo), (*cut, *reading.doubts)
    if light is not None and not reading.hand.tiles:
        doubts = (Doubt(None, f"no hand found: {LIGHT[light]}"),)
    elif light is not None and not (
        reading.legal and all(doubt.about != "face" for doubt in reading.doubts)
    ):
        doubts = (*doubts, Doubt(None, LIGHT[light]))
    return replace(reading, doubts=doubts)


def with_score_impact(reading: HandReading, score: Callable[[Hand], object]) -> HandReading:
    """The same reading; doubts about claimed melds say whether the score changes once these are read the other way."""
    doubts, tiles = list(reading.doubts), reading.by_index
    for place, doubt in enumerate(doubts):
        if doubt.as_read is not None:
            faces = [tiles[tile].tile for tile in doubt.tiles]
            doubts[place] = replace(
                doubt, changes_score=changes_score(reading.hand, faces, doubt.as_read, score)
            )
    return replace(reading, doubts=tuple(doubts))


def changes_score(
    hand: Hand, faces: Sequence[str], as_read: ClaimReading, score: Callable[[Hand], object]
) -> bool:
    """Whether a hand scores differently once a meld is read the other way: claimed for concealed, or the reverse."""

    def outcome(hand: Hand) -> object:
        try:
            return score(hand)
        except HuError as error:
            return str(error)

    other = read_otherwise(hand, faces, as_read)
    return other is None or outcome(other) != outcome(hand)


def read_otherwise(hand: Hand, faces: Sequence[str], as_read: ClaimReading) -> Hand | None:
    """The hand with a meld claimed that was read as concealed, or the reverse; None if the hand does not hold it so.

    >>> str(read_otherwise(Hand.from_text("123m 55p 888p"), ["8p"] * 3, "concealed"))
    '123m 55p [888p]'
    """
    tiles, melds, standing = sorted(faces), list(hand.melds), list(hand.concealed)
    meld = next((meld for meld in melds if sorted(meld.tiles) == tiles), None)
    if meld is not None and meld.concealed == (as_read == "concealed"):
        place = melds.index(meld)
        if len(tiles) > 3:
            melds[place] = replace(meld, concealed=not meld.concealed)
        else:
            del melds[place]
            standing += tiles
        return replace(hand, melds=tuple(melds), concealed=tuple(standing))
    if as_read == "claimed" or Counter(tiles) - Counter(standing):
        return None
    for tile in tiles:
        standing.remove(tile)
    return replace(hand, concealed=tuple(standing), melds=(*melds, Meld(tuple(faces))))


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to do better in the next photo."""

    flaw: Flaw  # what is wrong
    tiles: tuple[int, ...]  # the tiles that it concerns, at least one

    @property
    def text(self) -> str:
        """The advice in English."""
        tiles = quantity(len(self.tiles), "tile")
        verb = "is" if len(self.tiles) == 1 else "are"
        return ADVICE[self.flaw].format_map({"tiles": tiles, "tiles are": f"{tiles} {verb}"})


def advise(photo: Photo, reading: HandReading) -> tuple[Advice, ...]:
    """Find out why tiles are in doubt.

    A tile read with confidence needs no better photo, however it looks; only a tile that is cut off is always named.
    """
    doubtful = {doubt.tile for doubt in reading.doubts}
    flawed: dict[Flaw, list[int]] = {flaw: [] for flaw in ADVICE}
    for tile in reading.tiles:
        for flaw in flaws(photo, tile.laid.detection) if tile.role != "other" else ():
            if flaw == "cut" or tile.index in doubtful:
                flawed[flaw].append(tile.index)
    return tuple(Advice(flaw, tuple(indices)) for flaw, indices in flawed.items() if indices)


def without_hand(tiles: Sequence[ReadTile]) -> tuple[NoHand, int]:
    """What a photo without a hand shows: a wall's backs, nothing, or other tiles; and how many are clear."""
    backs = sum(tile.laid.detection.tile == BACK for tile in tiles)
    clear = [tile for tile in tiles if tile.laid.detection.score * tile.confidence >= CLEAR]
    shown, found = sum(tile.laid.detection.tile not in BLANKS for tile in clear), len(clear)
    if backs >= _WALL and backs > len(tiles) / 2:
        return "only_backs", found
    # Fewer clear tiles among many doubtful ones are signs, dice or letters, as a rule.
    clearly = found >= HALF_A_HAND or shown >= max(1, CLEAR_SHARE * len(tiles))
    return "no_hand" if clearly else "no_tiles", found


def _doubts_of_a_win(tiles: Sequence[ReadTile], hands: Sequence[LegalHand]) -> Iterator[Doubt]:
    """Faces of a legal hand: what would make it another, what the rules changed, flowers that are hard to tell."""
    for tile in tiles if len(hands) > 1 else ():
        code, other = hands[0].codes.get(tile.index), hands[1].codes.get(tile.index)
        if tile.laid.detection.tile != BACK and other != code:
            yield Doubt(tile.index, f"{code or _NO_TILE} or {other or _NO_TILE}", "face")
    for tile in tiles:
        if tile.laid.role == "other" and tile.tile != BACK:
            yield Doubt(
                tile.index, f"{tile.tile} left out: with it the tiles make no winning hand", "face"
            )
        elif tile.inferred:
            yield _for_the_win(tile)
    for tile in tiles:
        if tile.tile in _BONUS and tile.confidence < CLEAR:
            yield Doubt(tile.index, _either(tile), "face")


def _for_the_win(tile: ReadTile) -> Doubt:
    looks = tile.laid.detection.tile
    return Doubt(
        tile.index, f"{tile.tile} for the winning hand, though it looks like {looks}", "face"
    )


def _short_of_a_win(tiles: Sequence[ReadTile], nearest: Sequence[LegalHand]) -> Iterator[Doubt]:
    """Faces of tiles that make no legal hand: those that would make one first, then those that are hard to read."""
    # Never offer a hand in which a clear flower is another tile.
    flowers = [tile.index for tile in tiles if tile.tile in _BONUS and tile.confidence >= CLEAR]
    likely = [
        hand for hand in nearest if all(hand.codes.get(tile) in (None, *BONUS) for tile in flowers)
    ]
    for tile in tiles if likely else ():
        code = likely[0].codes.get(tile.index)
        if tile.laid.detection.tile != BACK and code != tile.tile:
            yield Doubt(
                tile.index,
                f"{tile.tile}, or {code or _NO_TILE}, which would make a winning hand",
                "face",
            )
    for tile in sorted(tiles, key=lambda tile: tile.confidence):
        if tile.tile != BACK and tile.confidence < CLEAR:
            yield Doubt(tile.index, _either(tile), "face")


def _either(tile: ReadTile) -> str:
    others = [code for code, p in tile.alternatives[:2] if p >= 0.02]
    return " or ".join([tile.tile, *others]) if others else f"{tile.tile}?"


def _roles(reading: HandReading, search: Search) -> Iterator[Doubt]:
    """Flowers that may be another player's, melds that may be claimed or concealed, and from whom they were claimed."""
    tiles = reading.by_index
    for group in reading.layout.groups:
        faces = tuple(sorted(tiles[index].tile for index in group.tiles))
        if group.kind == "bonus" and group.doubtful:
            why = f"{format_tiles(faces)} far from the hand: the winner's or another player's"
            yield Doubt(group.tiles[0], why, "role")
        for meld in group.doubtful if group.kind != "bonus" else ():
            as_read: ClaimReading = "claimed" if group.kind == "claimed" else "concealed"
            yield _claim(meld, tuple(sorted(tiles[index].tile for index in meld)), as_read)
        if group.claimed_from in ("opposite", "right") and len(set(faces)) > 1:
            why = f"{format_tiles(faces)}: a sequence is claimed from the left-hand player only"
            yield Doubt(group.tiles[0], why, "role")
    hand = reading.tiles[: len(reading.layout.hand)]
    for quad in search.hands[0].quads if search.hands else ():
        yield _claim([tile.index for tile in hand if tile.tile == quad], (quad,) * 4, "concealed")


def _flowers_aside(reading: HandReading, bonus_tiles: Collection[str]) -> Iterator[Doubt]:
    """Flowers beside the hand that were left out of it; each comes once, so that a second one is no tile."""
    own, aside = (
        [tile.detection for tile in reading.layout.hand],
        set(bonus_tiles) - set(reading.hand.bonus),
    )
    for tile in reading.layout.tiles:
        seen = tile.detection
        if (
            tile.role == "other"
            and seen.tile in aside
            and seen.score >= CLEAR
            and seen.confidence >= _ILLEGIBLE
        ):
            away = min(float(np.linalg.norm(seen.center - other.center)) for other in own)
            if away <= _NEAR_TILE_WIDTHS * median(other.width for other in own):
                why = f"{seen.tile} beside the hand: the winner's, another player's or no tile"
                yield Doubt(tile.index, why, "role")


def _claim(tiles: Sequence[int], faces: tuple[str, ...], as_read: ClaimReading) -> Doubt:
    return Doubt(
        tiles[0], f"{format_tiles(faces)}: claimed or concealed", "role", tuple(tiles), as_read
    )


def _photo(reading: HandReading, tiles: Sequence[ReadTile], search: Search) -> Iterator[Doubt]:
    if sum(tile.confidence for tile in tiles) < _ILLEGIBLE * len(tiles):
        yield Doubt(
            None, "the faces are hard to read: is the photo mirrored, blurred or taken from afar?"
        )
    if not search.hands:
        yield Doubt(None, _no_win(reading))
    elif reading.hand.winning is None:
        yield Doubt(None, WHICH_TILE_WON)
    if reading.second_hand:
        count = len(reading.second_hand)
        yield Doubt(
            None,
            f"{count} more tiles look like another hand: if it won, crop the photo to it, or use --all",
        )
    if not reading.layout.orientation_known:
        yield Doubt(None, "which way up the hand lies")
    if not search.complete:
        yield Doubt(None, "too much is unreadable: not every reading was tried")


def _no_win(reading: HandReading) -> str:
    """Say that the tiles do not win, and where one may be missing."""
    hand, tiles = reading.hand, reading.by_index
    count = len(hand.standing) + sum(len(meld.tiles) for meld in hand.melds)
    # A gap beside a flower is no hole: flowers are set down loosely.
    holes = [
        (abs(gap - reading.layout.usual_gap - 1), left, right)
        for row in reading.layout.rows
        for (left, right), gap in zip(pairwise(row.tiles), row.gaps, strict=True)
        if not {tiles[left].tile, tiles[right].tile} & _BONUS
    ]
    off, left, right = min(holes, default=(1.0, 0, 0))
    if count - hand.quads == WAITING and off < DEFAULT_SETTINGS.set_gap_tile_widths:
        return f"no winning hand: a tile may be missing between {tiles[left].tile} and {tiles[right].tile}"
    if count >= MOST_TILES:
        return f"{count} tiles are two hands: crop the photo to one"
    if not count:
        return "flowers only: no hand to score"
    return f"no winning hand: {count} {'tile' if count == 1 else 'tiles'}, flowers not counted"
