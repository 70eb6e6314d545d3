"""All open hands on a table, each read as it lies before its player."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from math import log
from typing import Final

from hu.app.reading.build import build_reading
from hu.app.reading.candidate import decode_candidate
from hu.app.reading.compare import compare_candidates
from hu.app.reading.context import ReadingContext
from hu.app.reading.model import DecodedCandidate, HandReading
from hu.app.reading.read import KEPT_CANDIDATES
from hu.app.reading.search_budget import SearchBudget
from hu.app.records.reading import TableSide
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS
from hu.scoring.rule_set.registry import rule_set
from hu.vision.layout.hand_size import fewest_tiles, half_a_hand
from hu.vision.layout.layout import Scene, hand_candidates, measure_scene
from hu.vision.layout.model import Candidate
from hu.vision.layout.settings import DEFAULT_SETTINGS

#: The sides of the table, counter-clockwise from the photographer. The players' turns go this way.
SIDES: Final[tuple[TableSide, ...]] = ("near", "right", "far", "left")
#: Tiles are discards or a wall if their place costs more than this, in nats. A hand at such a place
#: would be less likely than a reading that means nothing.
_MOST_PLACE_NATS: Final = -log(DEFAULT_SETTINGS.doubt_share)
#: A hand at another side may have this many tiles fewer than ``fewest_tiles``, because the detector
#: misses more tiles farther away.
_MISSED_FAR_AWAY: Final = 1


@dataclass(frozen=True, slots=True, eq=False)
class TableHand:
    """One player's open hand.

    Attributes:
        side: the side of the table at which the player sits, as the photographer sees it.
        reading: the reading of this hand, with all tiles of the photo. The hand's tiles come first.
    """

    side: TableSide
    reading: HandReading


def hands_of(reading: HandReading, rules: str) -> tuple[TableHand, ...]:
    """Find every open hand on the table, the photographed hand first.

    Args:
        reading: a reading of the whole photo.
        rules: the id of a rule set, such as ``"riichi"``.

    Returns:
        Up to four hands, counter-clockwise from the photographed hand. Empty if no hand was read.
    """
    if not reading.hand.tiles:
        return ()
    scene = scene_of(reading)
    first_side = scene.side_of([tile.index for tile in reading.layout.hand])
    # The readings by side, an index of SIDES.
    reading_at = _read_all_sides(reading, first_side, scene, rules)
    hands = []
    for turns in range(len(SIDES)):
        side = (first_side + turns) % len(SIDES)
        if side not in reading_at:
            continue
        own_reading = reading_at[side]
        if len(reading_at) > 1:
            own_reading = _without_photo_doubts(own_reading)
        hands.append(TableHand(SIDES[side], own_reading))
    return tuple(hands)


def _read_all_sides(
    first_reading: HandReading, first_side: int, scene: Scene, rules: str
) -> dict[int, HandReading]:
    """Read the hands at the other sides of the table.

    The cheapest hand at any side is read first, and its tiles belong to no other hand. This repeats
    until no other side shows a hand.

    Args:
        first_reading: the reading of the photographed hand.
        first_side: the side at which this hand lies, an index of ``SIDES``.
        scene: the photo's tiles.
        rules: the id of a rule set.

    Returns:
        The readings by side, the first reading among them.
    """
    reading_at = {first_side: first_reading}
    used_tiles = {tile.index for tile in first_reading.layout.hand}
    while True:
        # The hands that each other side may have, the likeliest first.
        hands_at: dict[int, list[DecodedCandidate]] = {}
        for side in range(len(SIDES)):
            if side in reading_at:
                continue
            hands = _compare_hands_at(side, scene, used_tiles, rules)
            if hands:
                hands_at[side] = hands
        if not hands_at:
            return reading_at
        cheapest_side = min(hands_at, key=lambda side: hands_at[side][0].cost)
        candidates = hands_at[cheapest_side]
        reading_at[cheapest_side] = build_reading(candidates, new_context(rules))
        used_tiles.update(tile.index for tile in candidates[0].layout.hand)


def _compare_hands_at(
    side: int, scene: Scene, used_tiles: Collection[int], rules: str
) -> list[DecodedCandidate]:
    """Decode and compare the hands that the player at a side may have.

    Args:
        side: an index of ``SIDES``.
        scene: the photo's tiles.
        used_tiles: the indices of tiles that belong to hands at other sides.
        rules: the id of a rule set.

    Returns:
        The hands, the likeliest first. Empty if no hand lies at this side.
    """
    view = scene.view_from(side, used_tiles)
    fewest = fewest_tiles(scene.hand_shape) - _MISSED_FAR_AWAY
    proposals = []
    for candidate in hand_candidates(view):
        place_cost = candidate.cost - candidate.count_penalty
        if place_cost > _MOST_PLACE_NATS:
            continue
        tiles = view.tiles_of(candidate)
        if len(tiles) >= fewest and scene.side_of(tiles) == side:
            proposals.append(candidate)
    if not proposals:
        return []
    candidates = compare_candidates(view, iter(proposals), new_context(rules))
    best = candidates[0]
    # The decoding may have left out strays, so the tiles are counted again.
    if best.implausibility_cost or len(best.hand.face_of) < fewest:
        return []
    return candidates


def _without_photo_doubts(reading: HandReading) -> HandReading:
    """The reading without the doubts about the photo.

    These doubts help only if the photo shows a single hand.
    """
    doubts = tuple(doubt for doubt in reading.doubts if doubt.about != "photo")
    return replace(reading, doubts=doubts)


def read_with_tapped_tile(reading: HandReading, tile: int, rules: str) -> HandReading:
    """Read the hand that a player means by tapping on a tile outside of the hand.

    The tapped tile and the tiles that lie together with it are a cluster. A cluster of half a hand
    or more is another hand, which replaces the hand. If the reading has no hand, any cluster is.
    Otherwise a smaller cluster is a meld that is added to the hand.

    Args:
        reading: a reading of the whole photo.
        tile: the index of the tapped tile's detection.
        rules: the id of a rule set, such as ``"riichi"``.

    Returns:
        The new reading. The same reading if the tile belongs to the hand already, or is no tile.
    """
    if reading.by_index[tile].role != "other":
        return reading
    scene = scene_of(reading)
    cluster = _cluster_with(tile, scene)
    if not cluster:
        return reading
    hand_tiles = frozenset(laid.index for laid in reading.layout.hand)

    if len(cluster) >= half_a_hand(scene.hand_shape) or not hand_tiles:
        view = scene.view_from(scene.side_of(cluster))
        proposals = _candidates_with(tile, view)
    else:
        view = scene.view_from(scene.side_of(hand_tiles))
        proposals = iter([view.candidate_of(hand_tiles | cluster)])
    candidates = compare_candidates(view, proposals, new_context(rules))
    return build_reading(candidates, new_context(rules))


def _candidates_with(tile: int, view: Scene) -> Iterator[Candidate]:
    """The candidates that hold a tile, the likeliest first. They are made as they are needed."""
    for candidate in hand_candidates(view):
        if tile in view.tiles_of(candidate):
            yield candidate


def _cluster_with(tile: int, scene: Scene) -> frozenset[int]:
    """The tiles of the cluster that holds a tile. Empty if this detection is no tile."""
    if scene.table is None:
        return frozenset()
    for cluster in scene.hypotheses.clusters:
        if tile in cluster:
            return cluster
    return frozenset()


def add_runners_up(reading: HandReading, rules: str) -> HandReading:
    """Add runners-up to the candidates of a reading, as far as the photo has others.

    A reading whose first candidate was convincing has no runners-up, because no other candidate was
    decoded. Such a reading may have its first candidate twice, with and without the strays.

    Args:
        reading: a reading of the whole photo.
        rules: the id of a rule set, such as ``"riichi"``.

    Returns:
        The reading with ``KEPT_CANDIDATES`` candidates, the chosen candidate included. It has fewer
        if the photo has no others.
    """
    scene = scene_of(reading)
    compared_tiles = [candidate.candidate.tiles for candidate in reading.candidates]
    runners_up: list[DecodedCandidate] = []
    for candidate in hand_candidates(scene):
        if len(reading.candidates) + len(runners_up) >= KEPT_CANDIDATES:
            break
        if candidate.tiles in compared_tiles:
            continue
        runners_up.append(decode_candidate(scene, candidate, new_context(rules)))
    runners_up.sort(key=lambda candidate: candidate.cost)
    return replace(reading, candidates=(*reading.candidates, *runners_up))


def scene_of(reading: HandReading) -> Scene:
    """Measure the tiles of a reading again."""
    tiles = sorted(reading.tiles, key=lambda tile: tile.index)
    detections = [tile.laid.detection for tile in tiles]
    return measure_scene(detections, hand_shape=reading.hand_shape)


def new_context(rules: str) -> ReadingContext:
    """Make the context of a reading by a rule set, with its whole search budget."""
    return ReadingContext(rule_set(rules), DEFAULT_SETTINGS, SearchBudget())


def seat_hands(
    hands: Sequence[TableHand], winner: str, near: str | None = None
) -> dict[str, TableHand]:
    """Find the seat of each hand. The seats go round counter-clockwise: East, South, West, North.

    Args:
        hands: the hands of a table, the photographed hand first.
        winner: the winner's seat.
        near: the photographer's seat, if it is known. Otherwise the hand that wins is the winner's.
            If none wins, the photographed hand is.

    Returns:
        The hands by their seats, East first.

    Raises:
        InputError: several hands win and ``near`` is not given, or no hand lies at the winner's
            side.
    """
    winning_hands = [hand for hand in hands if hand.reading.is_legal]
    if near is None and len(winning_hands) > 1:
        sides = " and ".join(hand.side for hand in winning_hands)
        raise InputError(f"the hands at {sides} win: say who sits at the near side")
    # The number of the seat at the near side: 0 for East. The number of the winner's seat is larger
    # by the number of the winner's side. Numbers below 0 are counted round the table.
    if near is not None:
        near_seat = SEATS.index(near)
    elif winning_hands:
        near_seat = SEATS.index(winner) - SIDES.index(winning_hands[0].side)
    else:
        near_seat = SEATS.index(winner) - SIDES.index(hands[0].side)

    hand_at = {}
    for hand in hands:
        seat = SEATS[(SIDES.index(hand.side) + near_seat) % len(SEATS)]
        hand_at[seat] = hand
    if winner not in hand_at:
        side = SIDES[(SEATS.index(winner) - near_seat) % len(SIDES)]
        raise InputError(f"no open hand lies at {side}, where {winner} sits")
    return {seat: hand_at[seat] for seat in SEATS if seat in hand_at}
