"""The questions about a reading: faces, then roles, then the photo as a whole.

The user is asked as little as possible.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import Final

import numpy as np

from hu.app.reading.decoding import DecodedHand, SearchResult
from hu.app.reading.model import Doubt, HandReading, ReadTile
from hu.app.records.doubt import ClaimReading, DoubtValue
from hu.scoring.tiles import BACK, BONUS
from hu.vision.detection import CLEAR, LIKELY
from hu.vision.layout.hand_size import most_tiles
from hu.vision.layout.settings import DEFAULT_SETTINGS
from hu.vision.layout.table import LEAST_TABLE_DEPTH

#: The user is asked about at most this many faces, because another photo is less work than more
#: questions.
_MOST_FACES: Final = 4
#: Flowers farther from the hand than this are on the other half of the table: another player's.
_NEAR_TILE_WIDTHS: Final = LEAST_TABLE_DEPTH / 2
#: A face that the rules chose is always asked about if the networks find it less likely than this.
#: The colour of a five is asked about if red and plain are both likelier than this.
_IMPROBABLE: Final = 0.1
#: A question about an unclear face offers other faces that are at least this likely.
_LEAST_OFFERED: Final = 0.02
_BONUS: Final = frozenset(BONUS)
#: A question gives this face to a tile that may be no tile of the hand.
_NO_TILE: Final = ""


def find_doubts(
    reading: HandReading, nearest: SearchResult, bonus_tiles: Collection[str] = ()
) -> tuple[Doubt, ...]:
    """List the doubts about a reading.

    Args:
        reading: the reading, without doubts.
        nearest: for a reading without a legal hand: legal hands that need less likely faces.
        bonus_tiles: the flowers and seasons of the rule set.

    Returns:
        The doubts about faces, then about roles, then about the photo. Within each, the most
        decisive first.
    """
    face_doubts = _doubts_about_faces(reading, nearest)
    role_doubts = [
        *_doubts_about_roles(reading),
        *_doubts_about_flowers(reading, bonus_tiles),
        *_doubts_about_tiles_set_aside(reading),
    ]
    # Two groups may have the same doubt.
    unique_role_doubts: list[Doubt] = []
    for doubt in role_doubts:
        if doubt not in unique_role_doubts:
            unique_role_doubts.append(doubt)
    return (*face_doubts, *unique_role_doubts, *_doubts_about_the_photo(reading))


def _doubts_about_faces(reading: HandReading, nearest: SearchResult) -> list[Doubt]:
    """The doubts about faces: at most one for each tile, and a few in all."""
    legal_hands = reading.candidates[0].search.hands
    improbable_faces = _doubts_about_improbable_faces(reading)
    doubts = list(improbable_faces)
    if legal_hands:
        doubts += _doubts_about_a_win(reading.hand_tiles, legal_hands)
    else:
        doubts += _doubts_short_of_a_win(reading.hand_tiles, nearest.hands)
    if reading.candidates[0].is_waiting:
        # A tile is missing. It may lie in glare, where any tile looks like a flower.
        doubts += _doubts_about_glare(reading.hand_tiles)
    doubts += doubts_about_red_fives(reading.hand_tiles)

    doubt_of: dict[int | None, Doubt] = {}
    for doubt in doubts:
        doubt_of.setdefault(doubt.tile, doubt)
    # Improbable faces come first, and the user is asked about all of them.
    most = max(_MOST_FACES, len(improbable_faces))
    return list(doubt_of.values())[:most]


def _doubts_about_improbable_faces(reading: HandReading) -> list[Doubt]:
    """Ask about faces that the rules chose although the networks find them improbable."""
    doubts = []
    for tile in reading.hand_tiles:
        is_of_hand = tile.role != "other" and tile.tile != BACK
        if tile.is_inferred and is_of_hand and tile.confidence < _IMPROBABLE:
            doubts.append(_bent_face_doubt(tile))
    return doubts


def _bent_face_doubt(tile: ReadTile) -> Doubt:
    """The doubt about a tile whose face the rules chose although it looks like another face."""
    parameters = {"face": tile.tile, "looks": tile.laid.detection.tile}
    return Doubt(id="bent-face", tile=tile.index, parameters=parameters, about="face")


def _doubts_about_a_win(tiles: Sequence[ReadTile], hands: Sequence[DecodedHand]) -> Iterator[Doubt]:
    """Ask about faces of a legal hand.

    The first doubts are about tiles to which the second legal hand gives other faces. Then come
    tiles that the hand leaves out and faces that the rules changed, then unclear flowers.

    Args:
        tiles: the tiles of the hand as they were read.
        hands: the legal hands, the likeliest first.
    """
    if len(hands) > 1:
        best, runner_up = hands[:2]
        for tile in tiles:
            if tile.is_set_aside and tile.confidence >= CLEAR:
                # The tile is clearly a North, or another kind that is set aside.
                continue
            face = best.face_of.get(tile.index, _NO_TILE)
            other_face = runner_up.face_of.get(tile.index, _NO_TILE)
            if tile.laid.detection.tile != BACK and other_face != face:
                yield Doubt(
                    id="other-winning-face",
                    tile=tile.index,
                    parameters={"faces": (face, other_face)},
                    about="face",
                )
    for tile in tiles:
        if tile.laid.role == "other" and tile.tile != BACK:
            parameters = {"face": tile.tile}
            yield Doubt(id="left-out", tile=tile.index, parameters=parameters, about="face")
        elif tile.is_inferred:
            yield _bent_face_doubt(tile)
    for tile in tiles:
        if tile.tile in _BONUS and tile.confidence < CLEAR:
            yield _unclear_face_doubt(tile)


def _doubts_short_of_a_win(
    tiles: Sequence[ReadTile], nearest_hands: Sequence[DecodedHand]
) -> Iterator[Doubt]:
    """Ask about faces of tiles that make no legal hand.

    Faces that would make a legal hand come first, then unclear faces.

    Args:
        tiles: the tiles of the hand as they were read.
        nearest_hands: legal hands that need less likely faces, the likeliest first.
    """
    # Clear flowers and clear tiles that were set aside are certain. A hand that needs one of them
    # as another tile is never offered.
    certain_tiles = []
    for tile in tiles:
        is_beside_hand = tile.tile in _BONUS or tile.is_set_aside
        if is_beside_hand and tile.confidence >= CLEAR:
            certain_tiles.append(tile.index)
    offered_hands = [hand for hand in nearest_hands if _keeps_beside(hand, certain_tiles)]
    if offered_hands:
        for tile in tiles:
            other_face = offered_hands[0].face_of.get(tile.index, _NO_TILE)
            if tile.laid.detection.tile != BACK and other_face != tile.tile:
                yield Doubt(
                    id="face-for-a-win",
                    tile=tile.index,
                    parameters={"face": tile.tile, "other_face": other_face},
                    about="face",
                )
    for tile in sorted(tiles, key=lambda tile: tile.confidence):
        if tile.tile != BACK and tile.confidence < CLEAR:
            yield _unclear_face_doubt(tile)


def _keeps_beside(hand: DecodedHand, tiles: Sequence[int]) -> bool:
    """Whether a hand takes these tiles for flowers or for tiles set aside, or leaves them out."""
    for tile in tiles:
        face = hand.face_of.get(tile)
        if face is not None and face not in _BONUS and tile not in hand.set_aside:
            return False
    return True


def _unclear_face_doubt(tile: ReadTile) -> Doubt:
    """The doubt about a face that is unclear, with up to two other faces to choose from."""
    faces = [tile.tile]
    for face, probability in tile.alternatives[:2]:
        if probability >= _LEAST_OFFERED:
            faces.append(face)
    return Doubt(
        id="unclear-face", tile=tile.index, parameters={"faces": tuple(faces)}, about="face"
    )


def _doubts_about_glare(tiles: Sequence[ReadTile]) -> Iterator[Doubt]:
    """Ask about flowers between other tiles, because a tile in glare looks like a flower."""
    for left, middle, right in zip(tiles, tiles[1:], tiles[2:], strict=False):
        is_one_group = left.laid.group == middle.laid.group == right.laid.group
        is_flower_between = (
            middle.tile in _BONUS and left.tile not in _BONUS and right.tile not in _BONUS
        )
        if is_one_group and is_flower_between:
            yield Doubt(
                id="flower-or-glare",
                tile=middle.index,
                parameters={"face": middle.tile, "left": left.tile, "right": right.tile},
                about="face",
            )


def doubts_about_red_fives(tiles: Sequence[ReadTile]) -> Iterator[Doubt]:
    """Ask about fives whose colour is uncertain."""
    for tile in tiles:
        red_probability = tile.red_probability
        if red_probability is None:
            continue
        if _IMPROBABLE < red_probability < 1 - _IMPROBABLE:
            suit = tile.tile[1]
            yield Doubt(
                id="red-or-plain",
                tile=tile.index,
                parameters={"face": f"0{suit}", "other_face": f"5{suit}"},
                about="face",
            )


def _doubts_about_roles(reading: HandReading) -> Iterator[Doubt]:
    """Ask whose flowers lie far away, which melds were claimed, and from whom."""
    tile_of = reading.by_index
    for group in reading.layout.groups:
        group_faces = tuple(sorted(tile_of[tile].tile for tile in group.tiles))
        if group.kind == "bonus":
            # All flowers of a group are in doubt together.
            if group.doubtful:
                yield Doubt(
                    id="whose-flowers",
                    tile=group.tiles[0],
                    parameters={"tiles": group_faces},
                    about="role",
                )
        else:
            # In a group of another kind, each meld is in doubt by itself.
            as_read: ClaimReading = "claimed" if group.kind == "claimed" else "concealed"
            for doubtful_meld in group.doubtful:
                faces = tuple(sorted(tile_of[tile].tile for tile in doubtful_meld))
                yield _claim_doubt(doubtful_meld, faces, as_read)
        # Sequences are claimed from the left-hand player only, so such a sequence may be misread.
        is_sequence = len(set(group_faces)) > 1
        if group.claimed_from in ("opposite", "right") and is_sequence:
            yield Doubt(
                id="claimed-from",
                tile=group.tiles[0],
                parameters={"tiles": group_faces},
                about="role",
            )
    # Four equal standing tiles may be a claimed quad.
    legal_hands = reading.candidates[0].search.hands
    if legal_hands:
        for face in legal_hands[0].quads:
            tiles = [tile.index for tile in reading.hand_tiles if tile.tile == face]
            yield _claim_doubt(tiles, (face,) * 4, "concealed")


def _claim_doubt(tiles: Sequence[int], faces: tuple[str, ...], as_read: ClaimReading) -> Doubt:
    """The doubt whether a meld was claimed.

    Args:
        tiles: the indices of the meld's tiles.
        faces: their faces.
        as_read: how the meld was read.
    """
    return Doubt(
        id="claimed-or-concealed",
        tile=tiles[0],
        parameters={"tiles": faces},
        about="role",
        tiles=tuple(tiles),
        as_read=as_read,
    )


def _doubts_about_flowers(reading: HandReading, bonus_tiles: Collection[str]) -> Iterator[Doubt]:
    """Ask about flowers near the hand that do not belong to it as it was read.

    A tile set has each flower once. So a flower that the hand has already is not asked about.

    Args:
        reading: the reading, without doubts.
        bonus_tiles: the flowers and seasons of the rule set.
    """
    hand_detections = [tile.detection for tile in reading.layout.hand]
    missing_flowers = set(bonus_tiles) - set(reading.hand.bonus)
    for tile in reading.layout.tiles:
        detection = tile.detection
        if tile.role != "other" or detection.tile not in missing_flowers:
            continue
        if detection.score < CLEAR or detection.confidence < LIKELY:
            continue
        distance = min(
            float(np.linalg.norm(detection.center - other.center)) for other in hand_detections
        )
        usual_width = median(other.width for other in hand_detections)
        if distance <= _NEAR_TILE_WIDTHS * usual_width:
            parameters = {"face": detection.tile}
            yield Doubt(id="flower-aside", tile=tile.index, parameters=parameters, about="role")


def _doubts_about_tiles_set_aside(reading: HandReading) -> Iterator[Doubt]:
    """Ask about tiles such as North whose place on the table and whose reading disagree.

    They lie apart from the hand but are read as part of it. Or they lie among its tiles but are
    read as set aside. Tiles of one group share a doubt.
    """
    chosen = reading.candidates[0]
    for group in reading.layout.groups:
        doubtful_tiles = []
        for tile in group.tiles:
            set_aside_input = chosen.decoding_input.set_aside_inputs.get(tile)
            if set_aside_input is None:
                continue
            if chosen.hand.face_of.get(tile) != set_aside_input.face:
                # It is read as a stray, or as a face that nobody sets aside.
                continue
            is_set_aside = tile in chosen.hand.set_aside
            if is_set_aside != set_aside_input.lies_with_flowers:
                doubtful_tiles.append(tile)
        if doubtful_tiles:
            first = doubtful_tiles[0]
            yield Doubt(
                id="set-aside",
                tile=first,
                parameters={"face": chosen.hand.face_of[first]},
                about="role",
                tiles=tuple(doubtful_tiles),
            )


def _doubts_about_the_photo(reading: HandReading) -> Iterator[Doubt]:
    """Ask about the photo as a whole: what it cannot show, and why it may be misread."""
    search = reading.candidates[0].search
    confidences = [tile.confidence for tile in reading.hand_tiles]
    # Hands whose faces are unlikely on average are mirrored, blurred or too far away.
    if sum(confidences) < LIKELY * len(confidences):
        yield Doubt(id="hard-to-read", tile=None)
    if not search.hands:
        yield Doubt(id="no-win", tile=None, parameters=_why_no_win(reading))
    elif reading.hand.winning is None:
        yield Doubt(id="which-tile-won", tile=None)
    if reading.second_hand:
        count = len(reading.second_hand)
        yield Doubt(id="second-hand", tile=None, parameters={"count": count})
    if not reading.layout.is_orientation_known:
        yield Doubt(id="orientation", tile=None)
    if not search.is_complete:
        yield Doubt(id="search-incomplete", tile=None)


def _why_no_win(reading: HandReading) -> dict[str, DoubtValue]:
    """Find why the tiles do not win, and where a tile may be missing.

    Returns:
        The parameters of the doubt "no-win".
    """
    hand = reading.hand
    # All tiles but flowers. The size of a hand counts a quad as three tiles.
    count = len(hand.standing) + sum(len(meld.tiles) for meld in hand.melds)
    if count - hand.quads == reading.hand_shape.waiting_size:
        hole = _find_hole(reading)
        if hole is not None:
            left, right = hole
            return {"case": "missing-tile", "left": left, "right": right}
    # Even the largest number of detections of a single hand is likelier two hands.
    if count >= most_tiles(reading.hand_shape):
        return {"case": "two-hands", "count": count}
    if not count:
        return {"case": "flowers-only"}
    return {"count": count}


def _find_hole(reading: HandReading) -> tuple[str, str] | None:
    """Find the gap in a row into which a missing tile fits best.

    Returns:
        The faces on its left and on its right. None if no gap is wider than the usual gap by about
        a tile.
    """
    layout = reading.layout
    face_of = {tile.index: tile.tile for tile in reading.tiles}
    # The best gap so far: its deviation from the width of a hole, and the tiles beside it.
    best: tuple[float, int, int] | None = None
    for row in layout.rows:
        for (left, right), gap in zip(pairwise(row.tiles), row.gaps, strict=True):
            # A gap beside a flower is no hole, because flowers are set down loosely.
            if face_of[left] in _BONUS or face_of[right] in _BONUS:
                continue
            # A missing tile widens the usual gap by a tile width. Gaps are in tile widths.
            deviation = abs(gap - (layout.usual_gap + 1))
            if best is None or (deviation, left, right) < best:
                best = (deviation, left, right)
    if best is None:
        return None
    deviation, left, right = best
    # The layout takes gaps for equal if they differ by less than this.
    if deviation >= DEFAULT_SETTINGS.set_gap_tile_widths:
        return None
    return face_of[left], face_of[right]
