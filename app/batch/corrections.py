"""Corrections in bulk: a corrected ``results.csv`` goes back in, hands are scored again, changes are told."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hu.app.batch.manifest import Line, Manifest, load_manifest, match_names
from hu.app.batch.model import COLUMNS, OutputError
from hu.app.batch.names import shown
from hu.app.batch.publishing import publish
from hu.app.batch.results import RESULTS, Results, rows_of
from hu.app.batch.rows import Row, finished, line_of
from hu.app.batch.table import outcome
from hu.scoring.errors import HuError, InputError
from hu.scoring.notation import format_hand, parse_hand


@dataclass(slots=True)
class Corrected:
    """What came of corrections.

    Attributes:
        changes: one line for each photo whose row changed.
        problems: corrections that could not be used.
        failed: photos whose corrected hands could not be scored.
    """

    changes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    failed: int = 0


def correct(out: Path, file: Path) -> Corrected:
    """Take corrections into the results of a folder, and score again what they change.

    Args:
        out: folder of the results.
        file: a table with ``photo`` and any of the manifest's columns. A cell that differs from the results
            corrects them; an empty one takes the answer back.

    Raises:
        InputError: the table cannot be read, or there are no results.
        OutputError: the results cannot be written; they are as they were.
    """
    if not os.path.isfile(out / RESULTS):  # noqa: PTH113  # unlike pathlib's it raises nothing
        raise InputError(f"{shown(str(out / RESULTS))}: no results to correct; run the batch first")
    table = load_manifest(file, "corrections")
    done = Corrected(problems=list(table.problems))
    with Results(out):
        lines = _lines_by_photo(table, out, done)
        _rewrite(out, lines, table, done)
        publish(out, taken_in=True)
    return done


def _lines_by_photo(table: Manifest, out: Path, done: Corrected) -> dict[str, Line]:
    photos = (row["photo"] for row in rows_of(out / RESULTS))
    found: dict[str, Line] = {}
    for listed, photo in match_names(table.lines, photos):
        line = table.lines[listed]
        if photo is None:
            done.problems.append(f"corrections, line {line.number}: {shown(listed)} is not among the results")
        elif line.problem:
            done.problems.append(line.problem)
        else:
            found[photo] = line
    return found


def _rewrite(out: Path, lines: Mapping[str, Line], table: Manifest, done: Corrected) -> None:
    unfinished = out / f"{RESULTS}.part"
    try:
        with unfinished.open("wb") as target:
            for row in rows_of(out / RESULTS):
                line = lines.get(row["photo"])
                target.write(line_of(row if line is None else _corrected(row, line, table, done)))
            target.flush()
            os.fsync(target.fileno())
        unfinished.replace(out / RESULTS)
    except OSError as error:
        raise OutputError(f"{unfinished}: {error.strerror or error}; nothing was corrected") from None


def _corrected(row: Row, line: Line, table: Manifest, done: Corrected) -> Row:
    where = f"corrections, line {line.number}: {shown(row['photo'])}"
    try:
        changes = dict(_changes(row, line, table))
    except HuError as error:
        done.problems.append(f"{where}: {error}")
        return row
    if changes and "tiles" not in row:
        done.problems.append(f"{where}: the photo was not read; give its hand in a manifest")
        return row
    if "rules" in changes:
        done.problems.append(f"{where}: other rules read a photo otherwise; name them in a manifest and --resume")
        return row
    if not changes:
        return row
    new = finished(row, row.get("answers", {}), corrections={**row.get("corrected", {}), **changes})
    done.failed += "error" in new
    done.changes.append(f"{shown(row['photo'])}: {'; '.join(_told(row, new, changes))}")
    return new


def _changes(row: Row, line: Line, table: Manifest) -> Iterator[tuple[str, str]]:
    for column in COLUMNS:
        if column not in table.columns:
            continue
        before, now = _now(row, column), line.cells.get(column, "")
        if column == "hand" and now:
            now = format_hand(parse_hand(now))
        if now != before:
            yield column, now


def _now(row: Mapping[str, Any], column: str) -> str:
    text: str = row.get(column, "") if column in ("rules", "hand") else row.get("answers", {}).get(column, "")
    return text


def _told(old: Row, new: Row, changes: Mapping[str, str]) -> Iterator[str]:
    for column in changes:
        yield f"{column} {_now(old, column) or 'none'} -> {_now(new, column) or 'none'}"
    before, now = outcome(old)[0], outcome(new)[0]
    if before != now:
        yield f"points {before or 'none'} -> {now or 'none'}"
    if "error" in new:
        yield str(new["error"])
