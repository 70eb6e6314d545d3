"""Rows: a photo's reading, its answers, its score and errors; as values, and as lines of results.jsonl."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from msgspec import Struct, ValidationError, convert

from hu.app.batch.model import Cells, Outcome
from hu.app.batch.scoring import Score, asks_for_score, score_hand, unasked, waits_of
from hu.app.reading.doubts import changes_score
from hu.scoring.errors import HuError
from hu.scoring.hand import Hand
from hu.scoring.lines import json_line
from hu.scoring.unknowns import WHICH_TILE_WON

#: Part of a row that passes from file to file as it is.
Json = Mapping[str, object]
#: Left out of a row where they are empty.
_OPTIONAL: Final = frozenset(
    {"answers", "corrected", "score", "waits", "notes", "error", "overlay", "thumbnail", "sha256", "reader"}
)


@dataclass(frozen=True, slots=True)
class ReadPhoto:
    """The reading of a photo.

    Attributes:
        size: (width, height) of the photo in pixels.
        rules: the rule set that its hand was laid out for.
        hand: as it was read, in the notation.
        tiles: every tile, as ``hu read --json`` prints it.
        doubts: as ``hu read --json`` prints them.
        sha256: digest of the photo's bytes.
        reader: digest of what read it: program, networks, settings.
        overlay: file of the photo with its tiles drawn over it, from the results' folder; empty without one.
        thumbnail: file of a small copy of it; empty without one.
    """

    size: tuple[int, int]
    rules: str
    hand: str
    tiles: tuple[Json, ...]
    doubts: tuple[Json, ...]
    sha256: str = ""
    reader: str = ""
    overlay: str = ""
    thumbnail: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """One photo's row.

    Attributes:
        photo: its name.
        read: its reading; None when it could not be read.
        hand: the one that counts: as somebody said, or as read.
        answers: from the manifest, corrections included.
        corrected: what somebody corrected, by column; an empty cell takes an answer back.
        score: of the hand; None without answers, or when it cannot be scored.
        waits: what the hand waits for, as ``hu waits --json`` prints it.
        notes: what the hand was scored without, though it matters.
        error: why the photo was not read or its hand not scored; empty otherwise.
        check: whether somebody should look at it.
    """

    photo: str
    read: ReadPhoto | None = None
    hand: str = ""
    answers: Cells = field(default_factory=dict)
    corrected: Cells = field(default_factory=dict)
    score: Score | None = None
    waits: tuple[Json, ...] = ()
    notes: tuple[str, ...] = ()
    error: str = ""
    check: bool = True

    def cell(self, column: str) -> str:
        """What the row says in a column of the manifest."""
        if column == "rules":
            return self.read.rules if self.read else ""
        return self.hand if column == "hand" else self.answers.get(column, "")

    @property
    def doubts(self) -> tuple[Json, ...]:
        """The doubts, as ``hu read --json`` prints them, and the notes in the same form."""
        return (*(self.read.doubts if self.read else ()), *({"why": note} for note in self.notes))

    def to_json(self) -> dict[str, object]:
        """The row as results.jsonl holds it."""
        read = self.read
        if read is None:
            return {"photo": self.photo, "error": self.error, "check": self.check}
        row: dict[str, object] = {"photo": self.photo, "size": read.size, "rules": read.rules, "hand": self.hand}
        row |= {"read": read.hand} if "hand" in self.answers else {}
        row |= {"tiles": read.tiles, "doubts": read.doubts, "answers": self.answers, "corrected": self.corrected}
        row |= {
            "score": self.score and self.score.details,
            "waits": self.waits,
            "notes": self.notes,
            "error": self.error,
            "check": self.check,
        }
        row |= {"overlay": read.overlay, "thumbnail": read.thumbnail, "sha256": read.sha256, "reader": read.reader}
        return {key: value for key, value in row.items() if key not in _OPTIONAL or value}


class _Doubt(Struct):
    why: str


class _Line(Struct):
    """What a line of results.jsonl must hold."""

    photo: str
    check: bool
    error: str = ""
    size: tuple[int, int] | None = None
    rules: str = ""
    hand: str = ""
    read: str = ""
    tiles: tuple[dict[str, Any], ...] = ()
    doubts: tuple[dict[str, Any], ...] = ()
    answers: dict[str, str] = {}
    corrected: dict[str, str] = {}
    score: dict[str, Any] | None = None
    waits: tuple[dict[str, Any], ...] = ()
    notes: tuple[str, ...] = ()
    overlay: str = ""
    thumbnail: str = ""
    sha256: str = ""
    reader: str = ""


def row_of_line(line: bytes) -> Row | None:
    """The row of a line of results.jsonl; None when it was cut short or damaged."""
    # A line that was cut short has no end, and what was cut may look whole.
    if not line.endswith(b"\n"):
        return None
    try:
        # By json: msgspec refuses the names of files that are no text.
        data = convert(json.loads(line), _Line)
        convert(data.doubts, tuple[_Doubt, ...])
        score = Score.from_json(data.score) if data.score else None
    except (ValueError, ValidationError):
        return None
    if data.size is None:
        return Row(data.photo, error=data.error, check=data.check)
    # Only where somebody said another hand does a row hold the one that was read.
    hand = data.read if "hand" in data.answers else data.hand
    files = (data.sha256, data.reader, data.overlay, data.thumbnail)
    read = ReadPhoto(data.size, data.rules, hand, data.tiles, data.doubts, *files)
    answers = (data.hand, data.answers, data.corrected)
    return Row(data.photo, read, *answers, score, data.waits, data.notes, data.error, data.check)


def line_of(row: Row) -> bytes:
    r"""A row as one line of JSON; bytes of a name that are not text as the ``\udxxx`` that JSON reads back."""
    return f"{json_line(row.to_json())}\n".encode()


def outcome_of(index: int, row: Row) -> Outcome:
    """The outcome of the task that a row belongs to."""
    return Outcome(index, line_of(row), row.error, row.check)


def unread(photo: str, error: str, problem: str = "") -> Row:
    """The row of a photo that could not be read."""
    return Row(photo, error=f"{error}; {problem}" if problem else error)


def finish_row(photo: str, read: ReadPhoto, answers: Cells, problem: str = "", corrections: Cells | None = None) -> Row:
    """Make the row of a photo that was read: the hand that counts, its score, what to check.

    Args:
        photo: its name.
        read: its reading.
        answers: from the manifest.
        problem: why the answers cannot be used; empty when they can. Corrections settle it.
        corrections: what somebody corrected since, by column; an empty cell takes an answer back.
    """
    known = {column: cell for column, cell in {**answers, **(corrections or {})}.items() if cell}
    error = "" if corrections else problem
    hand, score = read.hand, None
    waiting: tuple[Json, ...] = ()
    notes: tuple[str, ...] = ()
    try:
        complete = Hand.from_text(known.get("hand", read.hand))
        hand = str(complete)
        others = (str(tile["tile"]) for tile in read.tiles if tile.get("role") == "other")
        waiting = waits_of(complete, known, read.rules, others)
        if not error and asks_for_score(known):
            score = score_hand(complete, known, read.rules)
            notes = unasked(complete, known, read.rules)
    except HuError as reason:
        error = error or f"not scored: {reason}"
    open_doubts = "hand" not in known and any(doubt["why"] != WHICH_TILE_WON for doubt in read.doubts)
    if score is not None and "hand" not in known:
        read = replace(read, doubts=tuple(_with_score_impact(doubt, read, complete, known) for doubt in read.doubts))
    check = bool(error or open_doubts)
    return Row(photo, read, hand, known, dict(corrections or {}), score, waiting, notes, error, check)


def _with_score_impact(doubt: Json, read: ReadPhoto, hand: Hand, answers: Cells) -> Json:
    """A doubt; one about a claimed meld says whether the score depends on it."""
    as_read, tiles = doubt.get("as_read"), doubt.get("tiles")
    if as_read not in ("claimed", "concealed") or not isinstance(tiles, list):
        return doubt

    def worth(hand: Hand) -> object:
        found = score_hand(hand, answers, read.rules)
        return found.points, found.payments

    faces = [str(read.tiles[index]["tile"]) for index in tiles]
    return {**doubt, "matters": changes_score(hand, faces, as_read, worth)}
