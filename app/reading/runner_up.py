"""The runner-up: the likeliest reading of a photo that shows another hand."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from hu.app.reading.build import build_reading, hand_of
from hu.app.reading.candidate import decode_candidate
from hu.app.reading.hands import new_context, scene_of
from hu.app.reading.model import DecodedCandidate, HandReading
from hu.vision.layout.evidence import Evidence, EvidenceId
from hu.vision.layout.layout import hand_candidates

#: A reading that costs this many nats more than the chosen reading is 20,000 times less likely, and
#: is not looked for.
_CLOSE_NATS: Final = 10.0


@dataclass(frozen=True, slots=True, eq=False)
class RunnerUp:
    """The likeliest reading that shows another hand.

    Attributes:
        reading: the other hand, with its tiles and doubts.
        deciding: the evidence that decided against the runner-up. The ``log_odds`` of this evidence
            are how many nats more it costs the runner-up than the chosen reading.
    """

    reading: HandReading
    deciding: Evidence


def find_runner_up(reading: HandReading, rules: str) -> RunnerUp | None:
    """Find the likeliest reading that shows another hand than a reading does.

    The runner-up takes other tiles for the hand, or reads the same tiles as another winning hand.

    Args:
        reading: a reading of a whole photo.
        rules: the id of a rule set, such as ``"riichi"``.

    Returns:
        The runner-up. None if no other hand is close, if too few tiles of the closest are clear, or
        if the reading itself has no hand.
    """
    if not reading.hand.tiles or not reading.candidates:
        return None
    chosen = reading.candidates[0]
    candidates = [*reading.candidates, *_other_legal_hand(chosen)]
    runner_up = _cheapest_other_hand(chosen, candidates)
    limit = chosen.cost + _CLOSE_NATS
    if runner_up is not None:
        limit = runner_up.cost

    # Decode the candidates that were not compared, as long as the next may cost less than the
    # runner-up so far. Decoding only adds to the cost of a candidate.
    compared_tiles = [candidate.candidate.tiles for candidate in reading.candidates]
    scene = scene_of(reading)
    proposals = sorted(hand_candidates(scene), key=lambda candidate: candidate.cost)
    context = new_context(rules)
    for candidate in proposals[: context.settings.max_candidates]:
        if candidate.cost >= limit:
            break
        if candidate.tiles in compared_tiles:
            continue
        decoded_candidate = decode_candidate(scene, candidate, context)
        if decoded_candidate.cost < limit and _shows_other_hand(decoded_candidate, chosen):
            runner_up = decoded_candidate
            limit = decoded_candidate.cost
    if runner_up is None:
        return None
    return _read_runner_up(runner_up, chosen, rules)


def find_runner_up_at_side(reading: HandReading, rules: str) -> RunnerUp | None:
    """Find the runner-up of one of the open hands that ``hands_of`` found on a table.

    Only other hands of the same player are considered.

    Args:
        reading: the reading of the open hand.
        rules: the id of a rule set, such as ``"riichi"``.

    Returns:
        The runner-up. None if no other hand of that player is close, or if too few tiles of the
        closest are clear.
    """
    chosen = reading.candidates[0]
    candidates = [*reading.candidates, *_other_legal_hand(chosen)]
    runner_up = _cheapest_other_hand(chosen, candidates)
    if runner_up is None:
        return None
    return _read_runner_up(runner_up, chosen, rules)


def _other_legal_hand(chosen: DecodedCandidate) -> list[DecodedCandidate]:
    """Make a candidate of the next legal hand of the same tiles. Empty if there is none."""
    legal_hands = chosen.search.hands
    if len(legal_hands) < 2:
        return []
    search = replace(chosen.search, hands=legal_hands[1:])
    return [replace(chosen, hand=legal_hands[1], search=search)]


def _cheapest_other_hand(
    chosen: DecodedCandidate, candidates: Iterable[DecodedCandidate]
) -> DecodedCandidate | None:
    """Find the cheapest candidate that shows another hand. None if no such candidate is close.

    Args:
        chosen: the chosen candidate.
        candidates: the candidates to choose from.
    """
    limit = chosen.cost + _CLOSE_NATS
    possible = []
    for candidate in candidates:
        if candidate.cost <= limit and _shows_other_hand(candidate, chosen):
            possible.append(candidate)
    return min(possible, key=lambda candidate: candidate.cost, default=None)


def _read_runner_up(
    runner_up: DecodedCandidate, chosen: DecodedCandidate, rules: str
) -> RunnerUp | None:
    """Make the reading of a runner-up. None if too few of its tiles are clear for a hand.

    Args:
        runner_up: the cheapest candidate that shows another hand.
        chosen: the chosen candidate.
        rules: the id of a rule set.
    """
    # As in any reading, the candidate that is read comes first. The candidate that it was compared
    # with follows.
    reading = build_reading([runner_up, chosen], new_context(rules))
    if not reading.hand.tiles:
        return None
    return RunnerUp(reading, _deciding_term(chosen, runner_up))


def _shows_other_hand(candidate: DecodedCandidate, chosen: DecodedCandidate) -> bool:
    """Whether a candidate shows another hand than the chosen candidate.

    The chosen tiles with the strays that were left out are the same hand.
    """
    return _shown_hand(candidate) != _shown_hand(chosen)


def _shown_hand(candidate: DecodedCandidate) -> str:
    """Write a candidate's hand without saying which of its tiles won.

    So two hands that differ only in their winning tile are the same hand. The photo of both is the
    same.
    """
    hand = hand_of(candidate)
    return str(replace(hand, concealed=hand.standing, winning=None))


def _deciding_term(chosen: DecodedCandidate, other: DecodedCandidate) -> Evidence:
    """Find the evidence that costs another candidate most in comparison with the chosen candidate.

    Returns:
        The evidence. Its ``log_odds`` are how many nats more it costs the other candidate.
    """
    # For each kind of evidence: its cost for the other candidate minus its cost for the chosen
    # candidate. The log-odds of a candidate's terms are costs.
    difference: dict[EvidenceId, float] = {}
    for term in other.terms:
        difference[term.id] = difference.get(term.id, 0.0) + term.log_odds
    for term in chosen.terms:
        difference[term.id] = difference.get(term.id, 0.0) - term.log_odds
    deciding_id = max(difference, key=lambda term_id: difference[term_id])
    return Evidence(deciding_id, difference[deciding_id])
