"""The runner-up: the likeliest reading of a photo that shows another hand."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from hu.app.reading.build import build_reading, hand_of
from hu.app.reading.hands import add_runners_up, new_context
from hu.app.reading.model import DecodedCandidate, HandReading
from hu.vision.layout.evidence import Evidence, EvidenceId

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

    It takes other tiles for the hand, or reads the same tiles as another winning hand.

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
    limit = chosen.cost + _CLOSE_NATS
    # The candidates that show the chosen hand do not count: the chosen candidate, and perhaps the
    # same tiles with the strays that were left out.
    chosen_hand = _shown_hand(chosen)
    equal_hands = [
        candidate for candidate in reading.candidates if _shown_hand(candidate) == chosen_hand
    ]
    most = len(equal_hands) + 1
    others = list(add_runners_up(reading, rules, most, limit).candidates[1:])
    return _closest(chosen, others, rules)


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
    return _closest(reading.candidates[0], reading.candidates[1:], rules)


def _closest(
    chosen: DecodedCandidate, others: Iterable[DecodedCandidate], rules: str
) -> RunnerUp | None:
    """Find the cheapest candidate that shows another hand.

    Args:
        chosen: the chosen candidate.
        others: the other candidates.
        rules: the id of a rule set.

    Returns:
        Its reading. None if no other hand is close, or if too few tiles of the closest are clear.
    """
    limit = chosen.cost + _CLOSE_NATS
    candidates = list(others)
    # The same tiles may make a second legal hand. It is a candidate, too.
    legal_hands = chosen.search.hands
    if len(legal_hands) > 1:
        search = replace(chosen.search, hands=legal_hands[1:])
        candidates.append(replace(chosen, hand=legal_hands[1], search=search))
    chosen_hand = _shown_hand(chosen)
    possible = []
    for candidate in candidates:
        if candidate.cost <= limit and _shown_hand(candidate) != chosen_hand:
            possible.append(candidate)
    if not possible:
        return None
    runner_up = min(possible, key=lambda candidate: candidate.cost)
    # As in any reading, the candidate that is read comes first. The candidate that it was compared
    # with follows.
    other_reading = build_reading([runner_up, chosen], new_context(rules))
    if not other_reading.hand.tiles:
        # Too few of its tiles are clear for a hand.
        return None
    return RunnerUp(other_reading, _deciding_term(chosen, runner_up))


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
