"""Corrections in bulk: a corrected ``results.csv`` goes back in, hands are scored again, every change is listed."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from hu.app.batch.manifest import COLUMNS, Line, Manifest, load_manifest, match_names
from hu.app.batch.publish import publish
from hu.app.batch.results import RESULTS, OutputError, Results, rows_of
from hu.app.batch.rows import Row, finish_row, line_of
from hu.scoring.errors import HuError, InputError, one_line
from hu.scoring.hand import Hand
from hu.vision.photo.files import whole_file


@dataclass(slots=True)
class CorrectionReport:
    """What became of a table of corrections."""

    changes: list[str] = field(default_factory=list)  # one line for each photo whose row changed
    problems: list[str] = field(default_factory=list)  # corrections that could not be used
    failed: int = 0  # photos whose corrected hands could not be scored


def correct(out: Path, file: Path) -> CorrectionReport:
    """Apply corrections to the results of a folder, and score again what they change.

    Args:
        out: folder of the results.
        file: a table with ``photo`` and any of the manifest's columns. A cell that differs from the results
            corrects them; an empty one takes the answer back.

    Raises:
        InputError: the table cannot be read, or there are no results.
        OutputError: the results cannot be written; they are as they were.
    """
    path = out / RESULTS
    if not os.path.isfile(path):  # noqa: PTH113  # unlike pathlib's it raises nothing
        raise InputError(f"{path}: no results to correct; run the batch first")
    table = load_manifest(file, "corrections")
    done = CorrectionReport(problems=list(table.problems))
    with Results(out) as results:
        results.open()
        results.sort((), drop_others=False)
        lines: dict[str, Line] = {}
        for listed, photo in match_names(table.lines, (row.photo for row in rows_of(path))):
            line = table.lines[listed]
            if photo is None:
                name = one_line(listed)
                done.problems.append(
                    f"corrections, line {line.number}: {name} is not among the results"
                )
            elif line.problem:
                done.problems.append(line.problem)
            else:
                lines[photo] = line
        try:
            with whole_file(path, durable=True) as target:
                for row in rows_of(path):
                    corrected = (
                        _correct_row(row, lines[row.photo], table, done)
                        if row.photo in lines
                        else row
                    )
                    target.write(line_of(corrected))
        except OSError as error:
            raise OutputError(f"{path}: {error.strerror or error}; nothing was corrected") from None
        publish(out, corrected=True)
    return done


def _correct_row(row: Row, line: Line, table: Manifest, done: CorrectionReport) -> Row:
    try:
        changes = _changes(row, line, table)
    except HuError as error:
        done.problems.append(f"corrections, line {line.number}: {one_line(row.photo)}: {error}")
        return row
    if not changes:
        return row
    new = finish_row(row, row.answers, corrections={**row.corrected, **changes})
    done.failed += bool(new.error)
    differences = [
        f"{column} {row.cell(column) or 'none'} -> {new.cell(column) or 'none'}"
        for column in changes
    ]
    before, after = ((one.score or {}).get("points", "none") for one in (row, new))
    if before != after:
        differences.append(f"points {before} -> {after}")
    differences += filter(None, [new.error])
    done.changes.append(one_line(f"{row.photo}: {'; '.join(differences)}"))
    return new


def _changes(row: Row, line: Line, table: Manifest) -> dict[str, str]:
    """The cells of a line that differ from the row.

    Raises:
        HuError: they cannot be applied.
    """
    changes: dict[str, str] = {}
    for column in COLUMNS:
        now = line.cells.get(column, "")
        if column == "hand" and now:
            now = str(Hand.from_text(now))
        if column in table.columns and now != row.cell(column):
            changes[column] = now
    if changes and row.size is None:
        raise InputError("the photo was not read; give its hand in a manifest")
    if "rules" in changes:
        raise InputError(
            "under other rules the photo may be read differently; name them in a manifest and --resume"
        )
    return changes
