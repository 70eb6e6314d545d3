"""Rows: from what was read and what is known to one line of the results."""

import json
from collections.abc import Mapping
from typing import Any, Final

from hu.app.batch.model import Answers, Outcome
from hu.app.batch.names import as_bytes
from hu.app.reading.winning_tile import WHICH_TILE_WON, answer_for_any
from hu.scoring.errors import HuError, InputError
from hu.scoring.hand import SEATS, Hand
from hu.scoring.notation import format_hand, parse_hand
from hu.scoring.rules import answer

_ASKED: Final = ("winner", "win", "from", "round_wind", "circumstances")
_HINT: Final = "mark it in the hand with + (column 'hand')"
#: Left out of a row where they are empty.
_OPTIONAL: Final = ("answers", "corrected", "score", "error")
Row = dict[str, Any]


def finished(row: Mapping[str, Any], answers: Answers, problem: str = "", corrections: Answers | None = None) -> Row:
    """Add to a row what follows from the answers: the hand that counts, its score, what to check.

    Args:
        row: the row of a photo that was read, unfinished or finished before with other answers.
        answers: what is known of the photo.
        problem: why the answers cannot be used; empty when they can. Corrections settle it.
        corrections: what somebody corrected since, by column; an empty cell takes an answer back.

    Returns:
        A new row, the same whatever the old one had been finished with.
    """
    said = {column: cell for column, cell in {**answers, **(corrections or {})}.items() if cell}
    error = "" if corrections else problem
    read = row.get("read", row["hand"])
    hand, score = read, None
    try:
        hand = format_hand(parse_hand(said.get("hand", read)))
        if not error and any(column in said for column in _ASKED):
            score = _score(parse_hand(hand), said, row["rules"])
    except HuError as reason:
        error = error or f"not scored: {reason}"
    open_doubts = [doubt for doubt in row["doubts"] if doubt["why"] != WHICH_TILE_WON and "hand" not in said]
    new = {key: row[key] for key in ("photo", "size", "rules")} | {"hand": hand, "read": read}
    new |= {"tiles": row["tiles"], "doubts": row["doubts"], "answers": said, "corrected": dict(corrections or {})}
    new |= {"score": score, "error": error, "check": bool(error or open_doubts)}
    if "hand" not in said:
        del new["read"]
    return {key: value for key, value in new.items() if key not in _OPTIONAL or value} | _tail(row)


def unread(photo: str, error: str, problem: str = "") -> Row:
    """The row of a photo that could not be read."""
    return {"photo": photo, "error": f"{error}; {problem}" if problem else error, "check": True}


def line_of(row: Mapping[str, Any]) -> bytes:
    """A row as one line of JSON."""
    return as_bytes(json.dumps(row, ensure_ascii=False)) + b"\n"


def outcome_of(place: int, row: Mapping[str, Any]) -> Outcome:
    """What a row says of its task."""
    return Outcome(place, line_of(row), row.get("error", ""), row["check"])


def _tail(row: Mapping[str, Any]) -> Row:
    return {key: row[key] for key in ("overlay", "thumbnail", "sha256", "reader") if key in row}


def _score(hand: Hand, answers: Answers, rules: str) -> dict[str, object]:
    for column, meaning in _needed(answers, rules):
        if column not in answers:
            raise InputError(f"{column} is missing ({meaning}): a photo cannot tell it")

    def score(complete: Hand) -> dict[str, Any]:
        found: dict[str, Any] = answer(_request(complete, answers, rules))
        return found["players"][answers["winner"]] if rules == "fimj" else found

    if hand.winning is not None or len(hand.standing) % 3 != 2:
        return score(hand)
    return answer_for_any(hand, score, _HINT)


def _needed(answers: Answers, rules: str) -> list[tuple[str, str]]:
    needed = [("winner", "the winner's seat"), ("win", "how the hand was won")]
    if answers.get("win") != "self-draw":
        needed.append(("from", "who discarded the winning tile"))
    if rules == "fimj":
        needed.append(("round_wind", "the wind of the round"))
    return needed


def _request(hand: Hand, answers: Answers, rules: str) -> dict[str, object]:
    win: dict[str, object] = {"hand": format_hand(hand), "win": answers["win"]}
    win["circumstances"] = answers.get("circumstances", "").split()
    if "from" in answers:
        win["from"] = answers["from"]
    if rules == "fimj":
        # The other racks are not known: the winner's points depend on none of them, the payments do and are left out.
        others = {seat: {"hand": "", "status": "small-lord"} for seat in SEATS if seat != answers["winner"]}
        table = {"winners": {answers["winner"]: win}, "others": others}
        return {"rules": rules, "round_wind": answers["round_wind"], **table}
    return {"rules": rules, "winner": answers["winner"], **win}
