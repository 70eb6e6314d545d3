"""From the chosen candidate to a reading: the hand, its tiles and the doubts."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from hu.app.reading.context import ReadingContext
from hu.app.reading.costs import is_laid_meld
from hu.app.reading.decoding import DecodedHand, SearchResult, decode
from hu.app.reading.doubts import find_doubts
from hu.app.reading.model import DecodedCandidate, HandReading, ReadTile
from hu.app.reading.no_hand import doubt_of_no_hand
from hu.app.reading.red_fives import limit_red_fives, with_red_tiles
from hu.scoring.hand import Hand
from hu.scoring.melds import Meld
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.tiles import BACK, BONUS, CLASSES, RED_FIVES
from hu.vision.detection import CLEAR, LIKELY
from hu.vision.finding.red_fives import with_red_probability
from hu.vision.layout.evidence import Reason
from hu.vision.layout.model import LaidTile, Layout, TileGroup

_BACK_OR_BONUS: Final = frozenset((BACK, *BONUS))
#: If no legal hand costs at most the budget in ``ReadingSettings.budget_nats``, legal hands that
#: cost at most this many times the budget show which faces to ask about.
_STRETCH: Final = 2.0
#: Of the faces that a tile was not read as, those are kept that are among this many likeliest ...
_MOST_ALTERNATIVES: Final = 5
#: ... and have at least this probability.
_LEAST_ALTERNATIVE: Final = 0.001
#: A five is read as a red five if it is at least this likely.
_LEAST_RED_PROBABILITY: Final = 0.5


def build_reading(
    candidates: Sequence[DecodedCandidate],
    context: ReadingContext,
    second_hand: tuple[int, ...] = (),
) -> HandReading:
    """Build the reading of the chosen candidate.

    Args:
        candidates: the chosen candidate, then those that it was compared with.
        context: the rules, settings and search budget.
        second_hand: the tiles of another hand in the photo.
    """
    chosen = candidates[0]
    layout = chosen.layout
    face_of = _faces_with_whole_melds(chosen)
    tiles = _read_tiles(layout, face_of, chosen.decoding_input.tiles)
    if chosen.implausibility_cost:
        return _build_without_hand(tiles, candidates)

    # If the tiles make no legal hand, the legal hands that would cost more show what to ask.
    nearest = SearchResult((), is_complete=True)
    if not chosen.search.hands:
        limit = _STRETCH * context.settings.budget_nats
        nearest = decode(chosen.decoding_input, limit, context.budget)
    hand = hand_of(chosen)
    tiles = _with_tiles_set_aside(tiles, chosen)
    tiles = _with_unused_flowers(tiles, context.rules)
    if context.rules.has_red_fives:
        tiles = _with_red_fives(tiles, layout)
        most_red_fives = context.rules.most_red_fives(options=None)
        hand_tiles = limit_red_fives(tiles[: len(layout.hand)], most_red_fives)
        tiles = [*hand_tiles, *tiles[len(hand_tiles) :]]
        hand = with_red_tiles(hand, hand_tiles)
    reading = HandReading(
        hand=hand,
        tiles=tuple(tiles),
        doubts=(),
        layout=layout,
        is_legal=bool(chosen.search.hands),
        second_hand=second_hand,
        candidates=tuple(candidates),
    )
    return replace(reading, doubts=find_doubts(reading, nearest, context.rules.bonus_tiles))


def _build_without_hand(
    tiles: Sequence[ReadTile], candidates: Sequence[DecodedCandidate]
) -> HandReading:
    """Build the reading of tiles that cannot be a hand."""
    loose_tiles = []
    for tile in tiles:
        laid = LaidTile.other(tile.index, tile.laid.detection, Reason("no-hand"))
        loose_tiles.append(replace(tile, laid=laid))
    laid_tiles = tuple(tile.laid for tile in loose_tiles)
    return HandReading(
        hand=Hand(()),
        tiles=tuple(loose_tiles),
        doubts=(doubt_of_no_hand(loose_tiles, candidates[0].decoding_input.hand_shape),),
        layout=replace(candidates[0].layout, tiles=laid_tiles, rows=(), groups=()),
        is_legal=False,
        candidates=tuple(candidates),
    )


def _faces_with_whole_melds(chosen: DecodedCandidate) -> dict[int, str]:
    """The decoded face of each tile, and the face of tiles in claimed melds that look like backs.

    A claimed meld has no tiles face down, so such a tile was misread. In a triplet or a quad it has
    the face of the other tiles.
    """
    face_of = dict(chosen.hand.face_of)
    for group in chosen.layout.groups:
        if group.kind != "claimed":
            continue
        faces = _meld_faces(group, chosen.hand)
        is_triplet_or_quad = len(set(faces)) == 1
        if is_triplet_or_quad:
            for tile in group.tiles:
                face_of[tile] = faces[0]
    return face_of


def _read_tiles(
    layout: Layout, face_of: Mapping[int, str], decoded_tiles: Collection[int]
) -> list[ReadTile]:
    """Read every tile in the layout's order.

    Args:
        layout: the rows, groups and roles of the tiles.
        face_of: the decoded faces by tile.
        decoded_tiles: the tiles that were decoded. Those without a decoded face do not belong to
            the hand.
    """
    # (n, 43): the probability of each class for each tile.
    probabilities = np.array([tile.detection.probabilities for tile in layout.tiles])
    probabilities = np.nan_to_num(probabilities.reshape(-1, len(CLASSES)))
    # (n, 5): the indices of each tile's likeliest classes, the likeliest first.
    likeliest = np.argsort(-probabilities, axis=1, kind="stable")[:, :_MOST_ALTERNATIVES]
    tiles = []
    for tile_of_layout, tile_probabilities, ranked_classes in zip(
        layout.tiles, probabilities.tolist(), likeliest.tolist(), strict=True
    ):
        laid = tile_of_layout
        likeliest_face = laid.detection.tile
        face = face_of.get(laid.index, likeliest_face)
        is_left_out = laid.index in decoded_tiles and laid.index not in face_of
        if is_left_out:
            reason = Reason("face-down-no-quad" if face == BACK else "stray")
            laid = replace(laid, role="other", reason=reason)
        alternatives = []
        for number in ranked_classes:
            probability = tile_probabilities[number]
            if CLASSES[number] != face and probability >= _LEAST_ALTERNATIVE:
                alternatives.append((CLASSES[number], probability))
        tiles.append(
            ReadTile(
                laid=laid,
                tile=face,
                confidence=tile_probabilities[CLASSES.index(face)],
                alternatives=tuple(alternatives),
                is_inferred=face != likeliest_face,
            )
        )
    return tiles


def _with_tiles_set_aside(tiles: Sequence[ReadTile], chosen: DecodedCandidate) -> list[ReadTile]:
    """Mark the tiles that were set aside although they are no flowers or seasons."""
    return [replace(tile, is_set_aside=tile.index in chosen.hand.set_aside) for tile in tiles]


def _with_unused_flowers(tiles: Sequence[ReadTile], rules: RuleSet) -> list[ReadTile]:
    """Give clear flowers and seasons their own reason if the rules are played without them.

    They are among the strays: no tile can be read as a flower that the rules do not have.
    """
    tiles_with_reasons = []
    for tile in tiles:
        is_stray = tile.laid.reason is not None and tile.laid.reason.id == "stray"
        is_unused_flower = tile.tile in BONUS and tile.tile not in rules.bonus_tiles
        is_clear = tile.laid.detection.score >= CLEAR and tile.confidence >= LIKELY
        if is_stray and is_unused_flower and is_clear:
            laid = replace(tile.laid, reason=Reason("flower"))
            tiles_with_reasons.append(replace(tile, laid=laid))
        else:
            tiles_with_reasons.append(tile)
    return tiles_with_reasons


def _with_red_fives(tiles: Sequence[ReadTile], layout: Layout) -> list[ReadTile]:
    """Give each five of the hand the probability that it is red. Read likely red fives as red."""
    detections = with_red_probability([tile.detection for tile in layout.tiles])
    hand_count = len(layout.hand)
    tiles_with_red = []
    for number, tile in enumerate(tiles):
        if number < hand_count and tile.tile in RED_FIVES.values():
            probability = detections[number].red
            is_red = probability >= _LEAST_RED_PROBABILITY
            tiles_with_red.append(replace(tile, red_probability=probability, is_red=is_red))
        else:
            tiles_with_red.append(tile)
    return tiles_with_red


def _meld_faces(group: TileGroup, hand: DecodedHand) -> tuple[str, ...]:
    """The faces of a meld. Empty if all of its tiles lie face down.

    A tile that lies face down has the face of the first tile that lies face up.
    """
    faces = [hand.face_of.get(tile, BACK) for tile in group.tiles]
    faces_up = [face for face in faces if face != BACK]
    if not faces_up:
        return ()
    return tuple(faces_up[0] if face == BACK else face for face in faces)


def hand_of(candidate: DecodedCandidate) -> Hand:
    """Make the hand of a candidate's tiles with their decoded faces."""
    layout = candidate.layout
    decoded_hand = candidate.hand
    melds = []
    melded_tiles: set[int] = set()
    for group in layout.groups:
        if is_laid_meld(group):
            is_concealed = group.kind == "concealed-quad"
            melds.append(Meld(_meld_faces(group, decoded_hand), concealed=is_concealed))
            melded_tiles.update(group.tiles)
    # Four standing tiles that make a quad are a concealed meld of the hand.
    quads = [Meld((face,) * 4, concealed=True) for face in decoded_hand.quads]

    standing = {
        tile: face
        for tile, face in decoded_hand.face_of.items()
        if tile not in melded_tiles
        and face not in _BACK_OR_BONUS
        and tile not in decoded_hand.set_aside
    }
    # The number of tiles, with each quad counted as three.
    count = len(standing) - len(quads) + 3 * len(melds)
    winning_tile = None
    # With as many tiles as a hand that waits has, none of them is the winning tile.
    if count != candidate.decoding_input.hand_shape.waiting_size:
        winning_tile = _winning_tile(standing, layout, decoded_hand)
    # The tiles of standing quads are in ``quads`` already.
    concealed = [
        face
        for tile, face in standing.items()
        if tile != winning_tile and face not in decoded_hand.quads
    ]
    bonus = [
        face
        for tile, face in decoded_hand.face_of.items()
        if face in BONUS or tile in decoded_hand.set_aside
    ]
    return Hand(
        concealed=tuple(concealed),
        melds=(*melds, *quads),
        bonus=tuple(bonus),
        winning=None if winning_tile is None else standing[winning_tile],
    )


def _winning_tile(
    standing: Mapping[int, str], layout: Layout, decoded_hand: DecodedHand
) -> int | None:
    """Find the winning tile: the standing tile that lies apart or sideways.

    Args:
        standing: the decoded face of each standing tile.
        layout: the rows, groups and roles of the tiles.
        decoded_hand: the hand with its decoded faces.

    Returns:
        The index of its detection. None if the photo does not show which tile won.
    """
    tile_of = layout.by_index
    for tile, face in standing.items():
        # The fourth tile of a quad did not win, because a quad is laid down before the win.
        if tile_of[tile].role == "winning" and face not in decoded_hand.quads:
            return tile
    return None
