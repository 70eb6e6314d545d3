"""Comparing candidates: which tiles of a photo are the hand, and is there a second hand?"""

import heapq
from collections.abc import Iterator
from dataclasses import replace
from itertools import count, islice
from math import inf
from typing import Final

from hu.app.reading.candidate import decode_candidate
from hu.app.reading.context import ReadingContext
from hu.app.reading.model import DecodedCandidate
from hu.vision.layout.evidence import Evidence, Reason
from hu.vision.layout.layout import Scene, hand_candidates
from hu.vision.layout.model import Candidate

#: At most this many candidates are tried as a second hand.
_MOST_SECOND_HANDS: Final = 3


def compare_candidates(
    scene: Scene, proposals: Iterator[Candidate], context: ReadingContext
) -> list[DecodedCandidate]:
    """Decode candidates and sort them by their costs.

    Candidates that cannot cost less than the best so far are not decoded.

    Args:
        scene: the photo's tiles.
        proposals: the candidates, in the order of ``hand_candidates``. If the first is convincing,
            no other is taken.
        context: the rules, settings and search budget.

    Returns:
        The decoded candidates, at least one: the best first, then the others by their cost. The
        best costs least, or has the likeliest layout if the cheapest neither wins nor waits.
    """
    decoded_candidates = _decode_cheapest(scene, proposals, context)
    if not decoded_candidates:
        # The photo has no tiles.
        decoded_candidates = [decode_candidate(scene, candidate=None, context=context)]
    best = min(decoded_candidates, key=lambda candidate: candidate.cost)
    if not best.is_hand:
        # The best candidate neither wins nor waits. Then prefer the candidate with the likeliest
        # layout.
        best = min(decoded_candidates, key=lambda candidate: candidate.place_cost)
    if best.strays and context.settings.applies("relaid-without-strays"):
        without_strays = _lay_out_without_strays(scene, best, context)
        decoded_candidates.append(without_strays)
        if without_strays.cost <= best.cost:
            best = without_strays
    others = [candidate for candidate in decoded_candidates if candidate is not best]
    return [best, *sorted(others, key=lambda candidate: candidate.cost)]


def _decode_cheapest(
    scene: Scene, proposals: Iterator[Candidate], context: ReadingContext
) -> list[DecodedCandidate]:
    """Decode candidates, cheapest first, as long as the next may cost less than those so far.

    Decoding only adds to a candidate's cost. So its cost before decoding is a lower bound.

    Args:
        scene: the photo's tiles.
        proposals: the candidates. The first is decoded first, then the cheapest of the others.
        context: the rules, settings and search budget.
    """
    settings = context.settings
    decoded_candidates: list[DecodedCandidate] = []
    least_cost = inf
    # The candidates that are not decoded yet: the cost before decoding, a serial number, and the
    # candidate. The heap sorts by the first two, so that candidates of equal cost keep the order in
    # which they came.
    queue: list[tuple[float, int, Candidate]] = []
    serial_numbers = count()
    # Making the other candidates takes time, and most photos need only the first.
    new_candidates = list(islice(proposals, 1))
    while len(decoded_candidates) < settings.max_candidates:
        for candidate in new_candidates:
            heapq.heappush(queue, (candidate.cost, next(serial_numbers), candidate))
        if not queue:
            break
        lower_bound, _, candidate = heapq.heappop(queue)
        if lower_bound >= least_cost:
            break
        latest = decode_candidate(scene, candidate, context)
        decoded_candidates.append(latest)
        least_cost = min(least_cost, latest.cost)
        if least_cost <= settings.stretch_nats:
            # This candidate is convincing.
            break

        # The tiles of this candidate that lie face down may be part of the hand: that is another
        # candidate.
        new_candidates = []
        if latest.leaves_backs and settings.applies("backs-of-hand"):
            new_candidates.append(_with_backs(candidate, settings.changed_nats))
        if len(decoded_candidates) == 1:
            new_candidates.extend(proposals)
    return decoded_candidates


def _with_backs(candidate: Candidate, cost: float) -> Candidate:
    """Make a candidate whose face-down tiles belong to the hand, at a further cost in nats."""
    terms = (*candidate.terms, Evidence("backs", cost))
    return replace(candidate, terms=terms, backs_belong=True)


def _lay_out_without_strays(
    scene: Scene, best: DecodedCandidate, context: ReadingContext
) -> DecodedCandidate:
    """Decode a candidate again without its strays.

    A stray may have joined two groups or divided a group.
    """
    dropped_tiles = best.candidate.dropped | frozenset(best.strays)
    without_strays = replace(best.candidate, dropped=dropped_tiles, why=Reason("stray"))
    return decode_candidate(scene, without_strays, context)


def find_second_hand(
    scene: Scene, best: DecodedCandidate, context: ReadingContext
) -> tuple[int, ...]:
    """Find another hand, which wins or waits, among the tiles beside the best candidate.

    Args:
        scene: the photo's tiles.
        best: the candidate that was chosen.
        context: the rules, settings and search budget.

    Returns:
        The indices of the second hand's tiles. Empty if there is no second hand.
    """
    used_tiles = frozenset(tile.index for tile in best.layout.hand)
    fewest = context.rules.hand_shape.waiting_size
    if len(best.layout.tiles) - len(used_tiles) < fewest:
        return ()
    attempts = 0
    for proposal in hand_candidates(scene):
        candidate = replace(proposal, dropped=proposal.tiles & used_tiles)
        tiles = scene.tiles_of(candidate)
        if len(tiles) < fewest:
            continue
        # Tiles with a penalty for their number are too many or too few for a single hand.
        if not scene.hypotheses.count_penalty(tiles):
            decoded_candidate = decode_candidate(scene, candidate, context)
            if decoded_candidate.is_hand:
                return tuple(tile.index for tile in decoded_candidate.layout.hand)
        attempts += 1
        if attempts == _MOST_SECOND_HANDS:
            break
    return ()
