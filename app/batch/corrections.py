"""Corrections in bulk: a corrected ``results.csv`` goes back in, hands are scored again, every change is listed."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hu.app.batch.manifest import Line, Manifest, load_manifest, match_names
from hu.app.batch.model import COLUMNS, OutputError
from hu.app.batch.publishing import publish
from hu.app.batch.results import RESULTS, Results, rows_of
from hu.app.batch.rows import Row, finish_row, line_of
from hu.scoring.errors import HuError, InputError
from hu.scoring.hand import Hand
from hu.scoring.lines import one_line
from hu.vision.photo.files import whole_file


@dataclass(slots=True)
class Corrected:
    """Corrections that were applied.

    Attributes:
        changes: one line for each photo whose row changed.
        problems: corrections that could not be used.
        failed: photos whose corrected hands could not be scored.
    """

    changes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    failed: int = 0


def correct(out: Path, file: Path) -> Corrected:
    """Apply corrections to the results of a folder, and score again what they change.

    Args:
        out: folder of the results.
        file: a table with ``photo`` and any of the manifest's columns. A cell that differs from the results
            corrects them; an empty one takes the answer back.

    Raises:
        InputError: the table cannot be read, or there are no results.
        OutputError: the results cannot be written; they are as they were.
    """
    if not os.path.isfile(out / RESULTS):  # noqa: PTH113  # unlike pathlib's it raises nothing
        raise InputError(f"{out / RESULTS}: no results to correct; run the batch first")
    table = load_manifest(file, "corrections")
    done = Corrected(problems=list(table.problems))
    with Results(out) as results:
        results.open()
        results.sort((), drop_others=False)
        lines = _lines_by_photo(table, out, done)
        _rewrite(out, lines, table, done)
        publish(out, taken_in=True)
    return done


def _lines_by_photo(table: Manifest, out: Path, done: Corrected) -> dict[str, Line]:
    photos = (row.photo for row in rows_of(out / RESULTS))
    found: dict[str, Line] = {}
    for listed, photo in match_names(table.lines, photos):
        line = table.lines[listed]
        if photo is None:
            done.problems.append(f"corrections, line {line.number}: {one_line(listed)} is not among the results")
        elif line.problem:
            done.problems.append(line.problem)
        else:
            found[photo] = line
    return found


def _rewrite(out: Path, lines: Mapping[str, Line], table: Manifest, done: Corrected) -> None:
    try:
        with whole_file(out / RESULTS, durable=True) as target:
            for row in rows_of(out / RESULTS):
                line = lines.get(row.photo)
                target.write(line_of(row if line is None else _corrected(row, line, table, done)))
    except OSError as error:
        raise OutputError(f"{out / RESULTS}: {error.strerror or error}; nothing was corrected") from None


def _corrected(row: Row, line: Line, table: Manifest, done: Corrected) -> Row:
    try:
        changes = dict(_changes(row, line, table))
        if not changes:
            return row
        _check(row, changes)
    except HuError as error:
        done.problems.append(f"corrections, line {line.number}: {one_line(row.photo)}: {error}")
        return row
    assert row.read is not None  # noqa: S101  # checked
    new = finish_row(row.photo, row.read, row.answers, corrections={**row.corrected, **changes})
    done.failed += bool(new.error)
    done.changes.append(one_line(f"{row.photo}: {'; '.join(_differences(row, new, changes))}"))
    return new


def _check(row: Row, changes: Mapping[str, str]) -> None:
    if row.read is None:
        raise InputError("the photo was not read; give its hand in a manifest")
    if "rules" in changes:
        raise InputError("under other rules the photo may be read differently; name them in a manifest and --resume")


def _changes(row: Row, line: Line, table: Manifest) -> Iterator[tuple[str, str]]:
    for column in COLUMNS:
        if column not in table.columns:
            continue
        now = line.cells.get(column, "")
        if column == "hand" and now:
            now = str(Hand.from_text(now))
        if now != row.cell(column):
            yield column, now


def _differences(old: Row, new: Row, changes: Mapping[str, str]) -> Iterator[str]:
    for column in changes:
        yield f"{column} {old.cell(column) or 'none'} -> {new.cell(column) or 'none'}"
    before, after = _points(old), _points(new)
    if before != after:
        yield f"points {before} -> {after}"
    if new.error:
        yield new.error


def _points(row: Row) -> str:
    return str(row.score.points) if row.score else "none"
