"""The rows of a batch, one for each photo, and the lines of ``results.jsonl`` that hold them."""

import json
from dataclasses import dataclass, field, fields, replace
from typing import Final

from msgspec import to_builtins

from hu.app.batch.older_rows import (
    upgrade_doubts,
    upgrade_notes,
    upgrade_score,
    upgrade_waits,
)
from hu.app.codec import convert
from hu.app.records.doubt import Doubt
from hu.app.records.schema import SCHEMA_VERSION, NewerSchemaError, check_version
from hu.app.records.scores import ScoreRecord
from hu.app.records.tile import Tile
from hu.app.records.waits import WaitRecord
from hu.scoring.errors import InputError
from hu.scoring.lines import json_line
from hu.scoring.rule_set.registry import rule_set

#: In rows of this version, a note is a text by language. Everything else has its form of today.
_VERSION_WITH_TEXTS_AS_NOTES: Final = 2
#: The keys in the line of a photo that was not read.
_UNREAD_KEYS: Final = frozenset({"schema", "photo", "error", "check"})
#: The keys in the line of a photo that was read, even if their values are empty.
_REQUIRED_KEYS: Final = frozenset(
    {"schema", "photo", "check", "size", "rules", "hand", "read", "tiles", "doubts"}
)


@dataclass(frozen=True, slots=True)
class BatchRow:
    """One photo's row. The fields have the order of the keys in its line.

    Attributes:
        photo: the photo's name.
        size: width and height in pixels. None for a photo that was not read. Its row has only
            ``photo``, ``error`` and ``check``.
        rules: the name of the rule set that the hand was laid out for.
        hand: the hand that counts, as somebody gave it or as it was read.
        read: the hand as it was read. A line has it only if somebody gave the hand.
        tiles: every tile.
        doubts: the questions about the reading.
        answers: from the manifest, corrections included, by column.
        corrected: corrections by column. An empty cell takes an answer back.
        score: the value of the hand. None if it was not scored.
        waits: the tiles that the hand waits for.
        notes: questions that matter for the score and were not answered.
        error: why the photo was not read or its hand not scored, or empty.
        check: whether somebody should look at the photo.
        overlay: the photo with its tiles drawn over it, a path below the results' folder.
        thumbnail: a small copy of the overlay, a path below the results' folder.
        sha256: the digest of the photo's bytes.
        reader: the digest of the program, networks and settings that read the photo. Empty in a
            row of version 1.
        schema: the version of the row's format: 1 for a photo that version 1 read. All other rows
            have the newest version, in which every row is written.
    """

    photo: str
    size: tuple[int, int] | None = None
    rules: str = ""
    hand: str = ""
    read: str = ""
    tiles: tuple[Tile, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    answers: dict[str, str] = field(default_factory=dict)
    corrected: dict[str, str] = field(default_factory=dict)
    score: ScoreRecord | None = None
    waits: tuple[WaitRecord, ...] = ()
    notes: tuple[str, ...] = ()
    error: str = ""
    check: bool = True
    overlay: str = ""
    thumbnail: str = ""
    sha256: str = ""
    reader: str = ""
    schema: int = SCHEMA_VERSION

    def cell(self, column: str) -> str:
        """Return the row's cell in a column of the manifest."""
        if column == "rules":
            return self.rules
        if column == "hand":
            return self.hand
        return self.answers.get(column, "")


def unread_row(photo: str, error: str, problem: str = "") -> BatchRow:
    """Make the row of a photo that could not be read.

    Args:
        photo: its name.
        error: why it could not be read.
        problem: why the answers about it cannot be used, or empty.
    """
    if problem:
        error = f"{error}; {problem}"
    return BatchRow(photo, error=error)


def row_to_line(row: BatchRow) -> bytes:
    r"""Write a row as one line of JSON.

    Bytes of a name that are not text are written as ``\udxxx``, which JSON reads back.
    """
    # The version comes first. It is the newest version even if the row was read from an older line.
    values: dict[str, object] = {"schema": SCHEMA_VERSION}
    for row_field in fields(row):
        if row_field.name != "schema":
            values[row_field.name] = getattr(row, row_field.name)
    content = {}
    for name, value in values.items():
        if row.size is None:
            is_written = name in _UNREAD_KEYS
        else:
            is_written = bool(value) or name in _REQUIRED_KEYS
        if is_written:
            content[name] = value
    # Without an answer about the hand, the hand that counts is the hand as it was read.
    if row.size is not None and "hand" not in row.answers:
        del content["read"]
    return f"{json_line(to_builtins(content))}\n".encode()


def row_from_line(line: bytes) -> BatchRow | None:
    """Read the row in a line of ``results.jsonl``, or return None if the line is damaged.

    Raises:
        NewerSchemaError: a newer version of this program wrote the line.
    """
    # A line without its line end was cut short, even if it looks whole.
    if not line.endswith(b"\n"):
        return None
    try:
        # msgspec's own decoder refuses names of files that are not text.
        row = _convert_row(json.loads(line))
    except NewerSchemaError:
        raise
    except (ValueError, InputError):
        return None
    if row.size is None:
        return BatchRow(row.photo, error=row.error, check=row.check)
    # The line has the reading only if an answer replaced it as the row's hand.
    read = row.read if "hand" in row.answers else row.hand
    return replace(row, read=read)


def _convert_row(content: object) -> BatchRow:
    """Convert a decoded line to a row, also if the line is of an older version.

    Raises:
        InputError: the line holds no row.
        NewerSchemaError: the line is of a newer version.
    """
    if not isinstance(content, dict):
        raise InputError("not an object")
    version = check_version(content.get("schema", 1))
    if version == SCHEMA_VERSION:
        return convert(content, BatchRow)
    if version == _VERSION_WITH_TEXTS_AS_NOTES:
        # The row gets the newest version, so that its photo is not read again.
        score = upgrade_notes(content.get("score"))
        return convert({**content, "score": score, "schema": SCHEMA_VERSION}, BatchRow)
    # In version 1 these three have another form. They are converted below.
    row = convert({**content, "doubts": [], "score": None, "waits": []}, BatchRow)
    if not row.rules:
        # The photo was not read, so the row has none of them.
        return replace(row, schema=version)
    rules = rule_set(row.rules)
    return replace(
        row,
        doubts=upgrade_doubts(content.get("doubts", [])),
        score=upgrade_score(content.get("score"), rules),
        waits=upgrade_waits(content.get("waits", []), rules),
        # Without the digest of its reader, the next run reads the photo again.
        reader="",
        schema=version,
    )
