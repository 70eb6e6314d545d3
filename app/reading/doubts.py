"""What to ask about a photo: faces, then roles, then what a photo cannot tell; as few questions as will do."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import numpy as np

from hu.app.reading.claims import ClaimReading, matters
from hu.app.reading.decoding import LegalHand, Search
from hu.app.reading.model import Doubt, HandReading, ReadTile
from hu.scoring.hand import Hand
from hu.scoring.notation import format_tiles
from hu.scoring.tiles import BACK, BONUS
from hu.scoring.unknowns import WHICH_TILE_WON
from hu.vision.layout import Layout
from hu.vision.photo.decoding import Photo
from hu.vision.photo.quality import is_cut, shown_area

#: Faces less likely than this are asked about where the rules do not settle them.
UNSURE: Final = 0.8
#: Hands whose faces are less likely than this on the whole are mirrored, blurred or too far away.
ILLEGIBLE: Final = 0.5
#: More faces than this are not asked about: another photo is less work.
MOST: Final = 4
#: Less of a tile than this share of its usual size is a sliver.
_SLIVER: Final = 0.7
#: Flowers that lie further from the hand than this are another player's.
_NEAR_TILE_WIDTHS: Final = 6.0
#: Faces less likely than this are asked about whatever else is.
_HARDLY: Final = 0.1
#: Fives that are red with a probability nearer to one half than this leaves are asked about.
_DOUBT_RED: Final = 0.1

#: More tiles than the four quads and a pair of one hand, flowers not counted, by as many as may be none of it.
_TWO_HANDS: Final = 22
_BONUS: Final = frozenset(BONUS)


def doubts_of(
    layout: Layout,
    tiles: Sequence[ReadTile],
    hand: Hand,
    search: Search,
    nearest: Search,
    bonus_tiles: Collection[str] = (),
) -> tuple[Doubt, ...]:
    """List what is in doubt.

    Args:
        layout: where the tiles lie.
        tiles: the hand's tiles as they were read, in the layout's order.
        hand: what they make.
        search: the legal hands that were found.
        nearest: where none was, legal hands that are a greater stretch away.
        bonus_tiles: flowers and seasons that count by the rules in force.
    """
    found = _unsettled(tiles, search.hands) if search.hands else _short_of_a_win(tiles, nearest.hands)
    faces = dict[int | None, Doubt]()
    for doubt in (*_bent(tiles), *found, *_red_or_plain(tiles)):
        faces.setdefault(doubt.tile, doubt)
    most = max(MOST, sum(1 for _ in _bent(tiles)))
    roles = dict.fromkeys([*_roles(layout, tiles, search), *_flowers_aside(layout, hand, bonus_tiles)])
    return (*list(faces.values())[:most], *roles, *_photo(layout, tiles, hand, search))


def cut_off(reading: HandReading, photo: Photo) -> HandReading:
    """The same reading, slivers of tiles at the photo's edge asked about first where they are taken for the hand's."""
    usual = float(
        np.median([tile.laid.detection.width * tile.laid.detection.height for tile in reading.tiles] or [0.0])
    )
    known = {doubt.tile for doubt in reading.doubts if doubt.about == "face"}
    cut = tuple(
        Doubt(position, f"{tile.tile}, cut off by the photo's edge, or no tile of the hand", "face")
        for position, tile in enumerate(reading.tiles)
        if tile.role != "other"
        and position not in known
        and is_cut(photo, tile.laid.detection)
        and shown_area(photo, tile.laid.detection) < _SLIVER * usual
    )
    return replace(reading, doubts=(*cut, *reading.doubts))


def weighed(reading: HandReading, score: Callable[[Hand], object]) -> tuple[Doubt, ...]:
    """The doubts of a reading; those about claimed melds say whether the score depends on them.

    Args:
        reading: of a photo.
        score: scores a hand; two hands count the same when the results are equal.
    """
    return tuple(_weighed(doubt, reading, score) for doubt in reading.doubts)


def _weighed(doubt: Doubt, reading: HandReading, score: Callable[[Hand], object]) -> Doubt:
    if doubt.as_read is None:
        return doubt
    faces = [reading.tiles[index].tile for index in doubt.tiles]
    return replace(doubt, matters=matters(reading.hand, faces, doubt.as_read, score))


def _red_or_plain(tiles: Sequence[ReadTile]) -> Iterator[Doubt]:
    """Fives whose ink does not tell if they are red."""
    for position, tile in enumerate(tiles):
        if tile.red is not None and _DOUBT_RED < tile.red < 1 - _DOUBT_RED:
            yield Doubt(position, f"0{tile.tile[1]} or {tile.tile}: the ink's colour does not tell", "face")


def _unsettled(tiles: Sequence[ReadTile], hands: Sequence[LegalHand]) -> Iterator[Doubt]:
    """Faces of a legal hand: what would make it another, what the rules changed, flowers that are hard to tell."""
    if len(hands) > 1:
        for position, tile in enumerate(tiles):
            other = hands[1].codes.get(position)
            if tile.laid.detection.tile != BACK and other != hands[0].codes.get(position):
                yield Doubt(position, f"{_named(hands[0].codes.get(position))} or {_named(other)}", "face")
    for position, tile in enumerate(tiles):
        if tile.laid.role == "other" and tile.tile != BACK:
            yield Doubt(position, f"{tile.tile} left out: with it the tiles make no winning hand", "face")
        elif tile.inferred:
            yield _for_the_win(position, tile)
    for position, tile in enumerate(tiles):
        if tile.tile in _BONUS and tile.confidence < UNSURE:
            yield Doubt(position, _either(tile), "face")


def _bent(tiles: Sequence[ReadTile]) -> Iterator[Doubt]:
    """Tiles that the rules took for what they hardly look like."""
    for position, tile in enumerate(tiles):
        if tile.inferred and tile.role != "other" and tile.tile != BACK and tile.confidence < _HARDLY:
            yield _for_the_win(position, tile)


def _for_the_win(position: int, tile: ReadTile) -> Doubt:
    looks = tile.laid.detection.tile
    return Doubt(position, f"{tile.tile} for the winning hand, though it looks like {looks}", "face")


def _short_of_a_win(tiles: Sequence[ReadTile], nearest: Sequence[LegalHand]) -> Iterator[Doubt]:
    """Faces of tiles that make no legal hand: those that would make one first, then those that are hard to read."""
    if nearest:
        for position, tile in enumerate(tiles):
            code = nearest[0].codes.get(position)
            if tile.laid.detection.tile != BACK and code != tile.tile:
                yield Doubt(position, f"{tile.tile}, or {_named(code)}, which would make a winning hand", "face")
    for position in sorted(range(len(tiles)), key=lambda k: tiles[k].confidence):
        if tiles[position].tile != BACK and tiles[position].confidence < UNSURE:
            yield Doubt(position, _either(tiles[position]), "face")


def _named(code: str | None) -> str:
    return code or "no tile of the hand"


def _either(tile: ReadTile) -> str:
    others = [code for code, p in tile.alternatives[:2] if p >= 0.02]
    return " or ".join([tile.tile, *others]) if others else f"{tile.tile}?"


def _roles(layout: Layout, tiles: Sequence[ReadTile], search: Search) -> Iterator[Doubt]:
    """Flowers that may be another player's, sets that may be claimed or concealed, and from whom they were claimed."""
    for group in layout.groups:
        faces = tuple(sorted(tiles[position].tile for position in group.tiles))
        upper = [index for index in group.tiles if tiles[index].laid.level]
        if upper and len(faces) == 3 and len(set(faces)) == 1:
            yield Doubt(upper[0], f"{format_tiles(faces)}: a quad, one tile on another, or a triplet", "role")
        if group.kind == "bonus" and group.doubtful:
            yield Doubt(
                group.tiles[0], f"{format_tiles(faces)} far from the hand: the winner's or another player's", "role"
            )
        unsettled = () if group.kind == "bonus" or (group.kind == "claimed" and upper) else group.doubtful
        for tiles_of_set in unsettled:
            as_read: ClaimReading = "claimed" if group.kind == "claimed" else "concealed"
            yield _claim(tiles_of_set, tuple(sorted(tiles[index].tile for index in tiles_of_set)), as_read)
        if group.claimed_from in ("opposite", "right") and len(set(faces)) > 1:
            why = f"{format_tiles(faces)}: a sequence is claimed from the left-hand player only"
            yield Doubt(group.tiles[0], why, "role")
    for quad in search.hands[0].quads if search.hands else ():
        yield _claim([index for index, tile in enumerate(tiles) if tile.tile == quad], (quad,) * 4, "concealed")


def _flowers_aside(layout: Layout, hand: Hand, bonus_tiles: Collection[str]) -> Iterator[Doubt]:
    """Flowers beside the hand that were left out of it; each comes once, so that a second one is no tile."""
    own = [tile.detection for tile in layout.hand]
    reach = _NEAR_TILE_WIDTHS * float(np.median([tile.width for tile in own])) if own else 0.0
    for position, tile in enumerate(layout.tiles):
        face, seen = tile.detection.tile, tile.detection
        if tile.role == "other" and face in bonus_tiles and face not in hand.bonus and seen.score >= UNSURE:
            away = min(float(np.linalg.norm(seen.center - other.center)) for other in own)
            if seen.confidence >= ILLEGIBLE and away <= reach:
                yield Doubt(position, f"{face} beside the hand: the winner's, another player's or no tile", "role")


def _claim(tiles: Sequence[int], faces: tuple[str, ...], as_read: ClaimReading) -> Doubt:
    return Doubt(tiles[0], f"{format_tiles(faces)}: claimed or concealed", "role", tuple(tiles), as_read)


def _photo(layout: Layout, tiles: Sequence[ReadTile], hand: Hand, search: Search) -> Iterator[Doubt]:
    if sum(tile.confidence for tile in tiles) < ILLEGIBLE * len(tiles):
        yield Doubt(None, "the faces are hard to read: is the photo mirrored, blurred or taken from afar?")
    if not search.hands:
        yield Doubt(None, _no_win(layout, tiles, hand))
    elif hand.winning is None:
        yield Doubt(None, WHICH_TILE_WON)
    if layout.second_hand:
        count = len(layout.second_hand)
        yield Doubt(None, f"{count} more tiles look like another hand: if it won, crop the photo to it, or use --all")
    if not layout.orientation_known:
        yield Doubt(None, "which way up the hand lies")
    if not search.exhausted:
        yield Doubt(None, "too much is unreadable: not every reading was tried")


def _no_win(layout: Layout, tiles: Sequence[ReadTile], hand: Hand) -> str:
    """Say that the tiles do not win, and where one may be missing."""
    count = len(hand.standing) + sum(len(meld.tiles) for meld in hand.melds)
    for row in layout.rows:
        for (left, right), gap in zip(pairwise(row.tiles), row.gaps, strict=True):
            if count - hand.quads == 13 and 0.75 < gap - row.usual_gap < 1.25:
                return f"no winning hand: a tile may be missing between {tiles[left].tile} and {tiles[right].tile}"
    if count >= _TWO_HANDS:
        return f"{count} tiles are two hands: crop the photo to one"
    if not count:
        return "flowers only: no hand to score"
    return f"no winning hand: {count} {'tile' if count == 1 else 'tiles'}, flowers not counted"
