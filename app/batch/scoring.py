"""Score a hand by the cells of its photo's line in the manifest."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from msgspec import UNSET, structs

from hu.app.batch.manifest import Cells
from hu.app.reading.answers import ReadsPhoto, names_photo, parse_photos
from hu.app.records.scores import ScoreRecord, make_score_record
from hu.scoring.answers.from_text import parse_answers
from hu.scoring.answers.questions import check_answers, find_open_questions
from hu.scoring.answers.value import NOBODY, Answers
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand
from hu.scoring.options import HOUSE
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.unknowns import WhichTile, first_legal_deal, score_answers

#: Columns that hold no answer to a question.
_NO_ANSWERS: Final = frozenset({"rules", "hand", HOUSE})
#: Columns whose cell is a single answer, which may contain spaces.
_SINGLE_ANSWER: Final = frozenset({"winner", "win", "from", "round_wind", "absent", "void"})


def answers_in_cells(cells: Cells) -> dict[str, Sequence[str]]:
    """Return the answers in a line of a manifest, as texts by column."""
    return {
        column: _texts_in_cell(column, cell)
        for column, cell in cells.items()
        if column not in _NO_ANSWERS
    }


def _texts_in_cell(column: str, cell: str) -> list[str]:
    """Split a cell into its answers.

    Blanks separate the answers. Other players' hands contain blanks, so ``|`` separates them.
    """
    if column in _SINGLE_ANSWER:
        return [cell]
    parts = cell.split("|") if column == "others" else cell.split()
    texts = [part.strip() for part in parts]
    return [text for text in texts if text]


def replace_photos(cells: Cells, rules: str, read: ReadsPhoto) -> Cells:
    """Replace photos that cells name by the indicators or the other players' hands in them.

    Args:
        cells: the cells of the line, by column.
        rules: the name of the rule set.
        read: reads a photo by its name.

    Raises:
        HuError: a photo cannot be read, or shows no such tiles.
    """
    answers_with_photos = {}
    for column, texts in answers_in_cells(cells).items():
        has_photo = any(names_photo(text) for text in texts)
        if has_photo:
            answers_with_photos[column] = texts
    answers_without_photos = parse_photos(answers_with_photos, rule_set(rules), read)

    new_cells = dict(cells)
    for column, texts in answers_without_photos.items():
        # As ``_texts_in_cell`` splits them.
        separator = " | " if column == "others" else " "
        new_cells[column] = separator.join(texts)
    return new_cells


def parse_cells(cells: Cells, rules: RuleSet) -> Answers:
    """Parse the answers in a line of a manifest.

    Raises:
        InputError: an answer has no valid value.
    """
    answers = parse_answers(answers_in_cells(cells), rules)
    # The results keep the house rules that the batch was run with, for later corrections.
    try:
        house_options = json.loads(cells.get(HOUSE) or "{}")
    except ValueError:
        house_options = None
    if not isinstance(house_options, dict):
        raise InputError(f"{HOUSE}: not the options of house rules")
    return replace(answers, options={**house_options, **answers.options})


def score_cells(hand: Hand, cells: Cells, rules: str) -> ScoreRecord:
    """Score a hand by the cells of its photo's line.

    The winning tile may be unknown if the score is the same with each tile that can have won.

    Args:
        hand: the hand that counts.
        cells: the cells of the line, by column.
        rules: the name of the rule set.

    Raises:
        HuError: an answer is missing, or the hand cannot be scored.
    """
    rules_in_force = rule_set(rules)
    answers = parse_cells(cells, rules_in_force)
    nobody_won = cells.get("winner", "").casefold() == NOBODY
    questions = find_open_questions(rules_in_force, answers, nobody_won=nobody_won)
    if questions:
        question = questions[0]
        meaning = question.meaning["en"]
        raise InputError(f"{question.id} is missing ({meaning}): a photo cannot show it")
    if nobody_won:
        # Then no winner's hand is scored, whatever the photo shows.
        hand = Hand()
    answers = check_answers(answers, rules_in_force)

    score = score_answers(rules_in_force, answers, hand)
    if isinstance(score, WhichTile):
        raise InputError(f"{score.message}: mark it in the hand with + (column 'hand')")
    # The score is the same with each tile that can have won.
    deal = first_legal_deal(rules_in_force, answers, hand)
    record = make_score_record(deal, rules_in_force, explain=False)
    return _winners_part(record, answers)


def _winners_part(record: ScoreRecord, answers: Answers) -> ScoreRecord:
    """Return the winner's part of a scored deal.

    The record has a part for each player if the rule set scores every hand, or if nobody won. The
    winner's part then gets the payments, and the parts of the other players whose hands or statuses
    were given.

    Args:
        record: the record of the scored deal.
        answers: name the winner, and the players whose hands or statuses were given.
    """
    # The row around the record has the version of the schema.
    record = structs.replace(record, schema=UNSET)
    if record.players is UNSET:
        return record
    # If nobody won, there is no winner's hand, and its part has no points.
    part = ScoreRecord(points=0)
    if answers.winner:
        part = record.players[answers.winner]
    if record.payments:
        part = structs.replace(part, payments=record.payments)
    others = {
        seat: player
        for seat, player in record.players.items()
        if seat in answers.others and seat != answers.winner
    }
    if others:
        part = structs.replace(part, others=others)
    return part
