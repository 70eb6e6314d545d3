"""Rows: what a photo showed and what follows from it, the hand's score among it; one line of results.jsonl each."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, Final, Self

from msgspec import Struct

from hu.app.batch.manifest import Cells
from hu.app.codec import convert
from hu.app.reading.answers import ReadsPhoto, is_photo, parse_photos
from hu.app.reading.doubts import changes_score
from hu.scoring.answers.from_text import parse_answers
from hu.scoring.answers.questions import check_answers, find_open_questions
from hu.scoring.answers.value import NOBODY, Answers
from hu.scoring.errors import HuError, InputError
from hu.scoring.hand import Hand
from hu.scoring.lines import json_line
from hu.scoring.options import HOUSE
from hu.scoring.requests import answer_deal
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.unknowns import WHICH_TILE_WON, WhichTile, first_legal_deal
from hu.scoring.unknowns import score_answers as score_unknown
from hu.scoring.waits import find_waits, seen_beside, write_wait

#: Part of a row that passes from file to file as it is.
Json = Mapping[str, Any]
#: Columns about a win: a line that has one of them must answer all that the rules need.
_OF_WIN: Final = frozenset({"winner", "win", "from", "round_wind", "circumstances"})
_NO_ANSWERS: Final = frozenset({"rules", "hand", HOUSE})
#: Columns whose cell is one answer, spaces included.
_ONE_ANSWER: Final = frozenset({"winner", "win", "from", "round_wind", "absent"})
#: All that the row of an unread photo holds.
_OF_UNREAD: Final = frozenset({"photo", "error", "check"})
#: Written even when empty.
_ALWAYS: Final = _OF_UNREAD - {"error"} | {"size", "rules", "hand", "read", "tiles", "doubts"}


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth."""

    points: int  # the winner's
    limit: str = (
        ""  # what cut them or stands for them, such as ``listed`` or a massimo; empty without
    )
    # By seat; empty where they depend on hands that the photo does not show.
    payments: Mapping[str, int] = field(default_factory=dict)
    details: Json = field(default_factory=dict)  # the winner's part of what ``hu hands`` prints

    @classmethod
    def from_json(cls, details: Json) -> Self:
        """The score in what ``hu hands`` prints of a hand or a player.

        Raises:
            ValueError: it is not a score.
        """
        points, payments = details.get("points"), details.get("payments", {})
        if not isinstance(points, int) or not isinstance(payments, dict):
            raise ValueError("not a score")  # noqa: TRY004  # the caller handles one kind of error
        limit = (
            details.get("limit")
            or details.get("massimo")
            or ("limit" if details.get("limited") else "")
        )
        return cls(
            points, str(limit), {str(seat): int(share) for seat, share in payments.items()}, details
        )


@dataclass(frozen=True, slots=True)
class Row:
    """One photo's row, with the fields of its line in their order."""

    photo: str  # its name
    # (width, height) in pixels; None for a photo that was not read, of which nothing else is known.
    size: tuple[int, int] | None = None
    rules: str = ""  # the rule set that its hand was laid out for
    hand: str = ""  # the hand that counts: given by somebody, or as read
    read: str = ""  # the hand as read; a line holds it only where somebody gave another
    tiles: tuple[dict[str, Any], ...] = ()  # every tile, as ``hu read --json`` prints it
    doubts: tuple[dict[str, Any], ...] = ()  # as ``hu read --json`` prints them
    answers: dict[str, str] = field(default_factory=dict)  # from the manifest, corrections included
    corrected: dict[str, str] = field(
        default_factory=dict
    )  # corrections by column; an empty cell takes an answer back
    score: dict[str, Any] | None = (
        None  # ``Score.details``; None without answers, or when the hand cannot be scored
    )
    waits: tuple[
        dict[str, Any], ...
    ] = ()  # what the hand waits for, as ``hu waits --json`` prints it
    notes: tuple[str, ...] = ()  # what the hand was scored without, though it matters
    error: str = ""  # why the photo was not read or its hand not scored
    check: bool = True  # whether somebody should look at it
    overlay: str = (
        ""  # picture of the photo with its tiles drawn over it, a path from the results' folder
    )
    thumbnail: str = ""  # small copy of it
    sha256: str = ""  # digest of the photo's bytes
    reader: str = ""  # digest of what read it: program, networks, settings

    def cell(self, column: str) -> str:
        """What the row says in a column of the manifest."""
        if column in ("rules", "hand"):
            return self.rules if column == "rules" else self.hand
        return self.answers.get(column, "")

    @property
    def remarks(self) -> list[Json]:
        """The doubts, and the notes in the same form."""
        return [*self.doubts, *({"why": note} for note in self.notes)]


class _Doubt(Struct):
    why: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """A photo that was worked on."""

    index: int  # of its task
    line: bytes | None  # its row as a line of JSON; None when the earlier run's row still holds
    error: str = ""  # why the photo was not read or its hand not scored
    check: bool = False  # whether somebody should look at it

    @classmethod
    def of(cls, index: int, row: Row) -> Self:
        """The outcome of the task that a row belongs to."""
        return cls(index, line_of(row), row.error, row.check)


def line_of(row: Row) -> bytes:
    r"""Write a row as one line of JSON; bytes of a name that are not text as the ``\udxxx`` that JSON reads back."""
    values: dict[str, object] = {field.name: getattr(row, field.name) for field in fields(row)}
    if row.size is None:
        shown = {name: values[name] for name in values if name in _OF_UNREAD}
    else:
        shown = {name: value for name, value in values.items() if value or name in _ALWAYS}
        if "hand" not in row.answers:
            del shown["read"]
    return f"{json_line(shown)}\n".encode()


def row_of_line(line: bytes) -> Row | None:
    """Read the row of a line of results.jsonl; None when it was cut short or damaged."""
    # A line that was cut short has no end, and what was cut may look whole.
    if not line.endswith(b"\n"):
        return None
    try:
        # By json: msgspec refuses the names of files that are no text.
        row = convert(json.loads(line), Row)
        convert(row.doubts, tuple[_Doubt, ...])
        if row.score:
            Score.from_json(row.score)
    except (ValueError, InputError):
        return None
    if row.size is None:
        return Row(row.photo, error=row.error, check=row.check)
    return replace(
        row, read=row.read if "hand" in row.answers else row.hand, score=row.score or None
    )


def unread(photo: str, error: str, problem: str = "") -> Row:
    """The row of a photo that could not be read."""
    return Row(photo, error=f"{error}; {problem}" if problem else error)


def finish_row(
    row: Row, answers: Cells, problem: str = "", corrections: Cells | None = None
) -> Row:
    """Complete the row of a photo that was read: the hand that counts, its score, what to check.

    Args:
        row: holds the reading.
        answers: from the manifest.
        problem: why the answers cannot be used; corrections settle it.
        corrections: by column; an empty cell takes an answer back.
    """
    known = {column: cell for column, cell in {**answers, **(corrections or {})}.items() if cell}
    error = "" if corrections else problem
    row = replace(
        row,
        hand=row.read,
        answers=known,
        corrected=dict(corrections or {}),
        score=None,
        waits=(),
        notes=(),
    )
    try:
        hand = Hand.from_text(known.get("hand", row.read))
        row = replace(row, hand=str(hand), waits=_waits(hand, row))
        if not error and known.keys() & _OF_WIN:
            score = score_hand(hand, known, row.rules)
            row = replace(row, score=dict(score.details))
            row = replace(row, notes=_open_questions(hand, row))
            if "hand" not in known:
                row = replace(
                    row,
                    doubts=tuple(
                        _with_score_impact(doubt, row, hand, score) for doubt in row.doubts
                    ),
                )
    except HuError as reason:
        error = error or f"not scored: {reason}"
    is_open = "hand" not in known and any(doubt["why"] != WHICH_TILE_WON for doubt in row.doubts)
    return replace(row, error=error, check=bool(error) or is_open)


def _waits(hand: Hand, row: Row) -> tuple[dict[str, Any], ...]:
    """What a hand of 13 tiles waits for; nothing where that cannot be said."""
    if hand.winning is not None or len(hand.standing) % 3 != 1:
        return ()
    rules = rule_set(row.rules)
    others = (str(tile["tile"]) for tile in row.tiles if tile.get("role") == "other")
    try:
        found = find_waits(rules, hand, _answers(row.answers, rules), seen_beside(hand, others))
    except HuError:
        return ()
    return tuple(dict(write_wait(wait)) for wait in found.waits)


def _open_questions(hand: Hand, row: Row) -> tuple[str, ...]:
    """The questions that matter for a scored hand and were not answered."""
    rules = rule_set(row.rules)
    answers = check_answers(_answers(row.answers, rules), rules)
    deal = first_legal_deal(rules, answers, hand)
    score = rules.score(deal)
    return tuple(
        f"{question.id} not given: {question.without['en']}"
        for question in rules.questions
        if question.without
        and question.id not in answers.asked
        and rules.asks(question, deal, score)
    )


def _with_score_impact(doubt: dict[str, Any], row: Row, hand: Hand, score: Score) -> dict[str, Any]:
    """A doubt; one about a claimed meld says whether the score depends on it."""
    as_read, tiles = doubt.get("as_read"), doubt.get("tiles")
    if as_read not in ("claimed", "concealed") or not isinstance(tiles, list):
        return doubt

    def worth(other: Hand) -> object:
        found = score if other == hand else score_hand(other, row.answers, row.rules)
        return found.points, found.payments

    faces = [str(row.tiles[index]["tile"]) for index in tiles]
    return {**doubt, "matters": changes_score(hand, faces, as_read, worth)}


def answers_in(cells: Cells) -> dict[str, Sequence[str]]:
    """The answers in a line of a manifest: the texts of each cell."""
    return {
        column: [cell]
        if column in _ONE_ANSWER
        else [
            part for part in map(str.strip, cell.split("|" if column == "others" else None)) if part
        ]
        for column, cell in cells.items()
        if column not in _NO_ANSWERS
    }


def with_photos(cells: Cells, rules: str, read: ReadsPhoto) -> Cells:
    """The cells with what photos show in place of their names: indicators, and other players' hands.

    Raises:
        HuError: a photo cannot be read, or does not show such a thing.
    """
    named = {
        column: parts for column, parts in answers_in(cells).items() if any(map(is_photo, parts))
    }
    shown = parse_photos(named, rule_set(rules), read)
    return {
        **cells,
        **{
            column: (" | " if column == "others" else " ").join(parts)
            for column, parts in shown.items()
        },
    }


def score_hand(hand: Hand, cells: Cells, rules: str) -> Score:
    """Score a hand, with or without its winning tile, by the cells of its photo's line.

    Raises:
        HuError: an answer is missing, or the hand cannot be scored.
    """
    chosen = rule_set(rules)
    answers = _answers(cells, chosen)
    nobody = cells.get("winner", "").casefold() == NOBODY
    for question in find_open_questions(chosen, answers):
        if not nobody or question.id == "round_wind":
            raise InputError(
                f"{question.id} is missing ({question.meaning['en']}): a photo cannot tell it"
            )
    hand = Hand() if nobody else hand
    answers = check_answers(answers, chosen)
    found = score_unknown(chosen, answers, hand)
    if isinstance(found, WhichTile):
        raise InputError(f"{found.message}: mark it in the hand with + (column 'hand')")
    answer = answer_deal(first_legal_deal(chosen, answers, hand), chosen, explain=False)
    # Rules that score every hand answer with a part for each player.
    if isinstance(players := answer.get("players"), dict):
        others = {
            seat: part
            for seat, part in players.items()
            if seat != answers.winner and seat in answers.others
        }
        rest = {"payments": answer.get("payments"), "others": others}
        winners = players[answers.winner] if answers.winner else {"points": 0}
        answer = {**winners, **{key: value for key, value in rest.items() if value}}
    return Score.from_json(answer)


def _answers(cells: Cells, rules: RuleSet) -> Answers:
    answers = parse_answers(answers_in(cells), rules)
    # The options of the house rules that the batch was run with; the results keep them for later corrections.
    try:
        house = json.loads(cells.get(HOUSE) or "{}")
    except ValueError:
        house = None
    if not isinstance(house, dict):
        raise InputError(f"{HOUSE}: not the options of house rules")
    return replace(answers, options={**house, **answers.options})
