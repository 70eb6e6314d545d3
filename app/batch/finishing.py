"""Complete the row of a photo that was read: the hand that counts, its score, and what to check.

A row is completed again, without reading the photo, when its answers change.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from msgspec import structs

from hu.app.batch.manifest import Cells
from hu.app.batch.rows import BatchRow
from hu.app.batch.scoring import parse_cells, score_cells
from hu.app.reading.score_impact import changes_score
from hu.app.records.doubt import Doubt
from hu.app.records.scores import ScoreRecord
from hu.app.records.waits import WaitRecord, make_wait_record
from hu.scoring.answers.questions import check_answers
from hu.scoring.errors import HuError
from hu.scoring.hand import Hand
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.unknowns import first_legal_deal
from hu.scoring.waits import find_waits, seen_beside

#: Columns about a win. A line that has one of them must answer everything that the rules need.
_WIN_COLUMNS: Final = frozenset({"winner", "win", "from", "round_wind", "circumstances"})


def finish_row(
    row: BatchRow,
    answers: Cells,
    problem: str = "",
    corrections: Mapping[str, str] | None = None,
) -> BatchRow:
    """Complete the row of a photo that was read.

    Args:
        row: a row with the reading.
        answers: the manifest's answers about the photo, by column. They may include earlier
            corrections.
        problem: why these answers cannot be used, or empty.
        corrections: corrections by column. An empty cell takes an answer back.
    """
    corrections = dict(corrections or {})
    corrected_answers = {**answers, **corrections}
    cells = {column: cell for column, cell in corrected_answers.items() if cell}
    row = replace(
        row,
        hand=row.read,
        answers=cells,
        corrected=corrections,
        score=None,
        waits=(),
        notes=(),
    )
    # Somebody who corrected the row has dealt with the problem of the manifest's line.
    error = "" if corrections else problem
    try:
        hand = Hand.from_text(cells.get("hand", row.read))
        row = replace(row, hand=str(hand), waits=_waits(row, hand))
        if not error and cells.keys() & _WIN_COLUMNS:
            row = _with_score(row, hand)
    except HuError as scoring_error:
        if not error:
            error = f"not scored: {scoring_error}"
    return replace(row, error=error, check=bool(error) or _is_doubtful(row))


def _is_doubtful(row: BatchRow) -> bool:
    """Whether the row has the hand as it was read, and the reading is in doubt.

    A doubt about which tile won does not count. Scoring fails with an error if that matters.

    Args:
        row: with ``check`` as an earlier run left it.
    """
    is_hand_given = "hand" in row.answers
    if is_hand_given:
        return False
    doubt_ids = {doubt.id for doubt in row.doubts}
    if "unnamed" in doubt_ids:
        # The row is of a version whose doubts had no ids, or had other ids. Only that version knew
        # which of its doubts count.
        return row.check
    counting_ids = doubt_ids - {"which-tile-won"}
    return bool(counting_ids)


def _waits(row: BatchRow, hand: Hand) -> tuple[WaitRecord, ...]:
    """Find what a waiting hand waits for.

    The result is empty if the hand does not wait, or if its waits cannot be determined.
    """
    # A waiting hand has 1, 4, 7, 10 or 13 standing tiles, because each meld takes three.
    may_wait = hand.winning is None and len(hand.standing) % 3 == 1
    if not may_wait:
        return ()
    rules = rule_set(row.rules)
    other_tiles = [tile.tile for tile in row.tiles if tile.role == "other"]
    try:
        answers = parse_cells(row.answers, rules)
        waits = find_waits(rules, hand, answers, seen_beside(hand, other_tiles))
    except HuError:
        return ()
    return tuple(make_wait_record(wait, rules) for wait in waits.waits)


def _with_score(row: BatchRow, hand: Hand) -> BatchRow:
    """Score the hand that counts.

    Raises:
        HuError: an answer is missing, or the hand cannot be scored.
    """
    score = score_cells(hand, row.answers, row.rules)
    doubts = row.doubts
    if "hand" not in row.answers:
        # The doubts are about the hand that was read, which is then the hand that was scored.
        doubts = tuple(_with_score_impact(doubt, row, hand, score) for doubt in doubts)
    return replace(row, score=score, notes=_unanswered_questions(row, hand), doubts=doubts)


def _unanswered_questions(row: BatchRow, hand: Hand) -> tuple[str, ...]:
    """List what the score assumes about questions that matter for it and were not answered."""
    rules = rule_set(row.rules)
    answers = check_answers(parse_cells(row.answers, rules), rules)
    deal = first_legal_deal(rules, answers, hand)
    score = rules.score(deal)
    notes = []
    for question in rules.questions:
        is_answered = question.id in answers.asked
        has_assumption = bool(question.assumption)
        if is_answered or not has_assumption:
            continue
        if rules.asks(question, deal, score):
            assumption = question.assumption["en"]
            notes.append(f"{question.id} not given: {assumption}")
    return tuple(notes)


def _with_score_impact(doubt: Doubt, row: BatchRow, hand: Hand, score: ScoreRecord) -> Doubt:
    """Add to a doubt about a meld that may be claimed whether the score depends on the answer.

    Args:
        doubt: a doubt about anything else stays as it is.
        row: the photo's row.
        hand: the hand as it was read.
        score: its score.
    """
    if doubt.as_read is None:
        return doubt

    def worth(candidate: Hand) -> object:
        """Return the value and payments with a candidate as the hand, to be compared."""
        candidate_score = score
        if candidate != hand:
            candidate_score = score_cells(candidate, row.answers, row.rules)
        return candidate_score.worth, candidate_score.payments

    faces = [row.tiles[position].tile for position in doubt.tiles]
    impact = changes_score(hand, faces, doubt.as_read, worth)
    return structs.replace(doubt, changes_score=impact)
