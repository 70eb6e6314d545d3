"""Apply a corrected ``results.csv``: score the corrected hands again, and list every change."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hu.app.batch.finishing import finish_row
from hu.app.batch.manifest import (
    MANIFEST_COLUMNS,
    Manifest,
    ManifestLine,
    load_manifest,
    match_names,
    put_line,
)
from hu.app.batch.publish import publish
from hu.app.batch.results import RESULTS_FILE, OutputError, Results, read_rows
from hu.app.batch.rows import BatchRow, row_to_line
from hu.app.records.scores import ScoreRecord
from hu.scoring.errors import HuError, InputError, one_line
from hu.scoring.hand import Hand
from hu.vision.photo.files import whole_file


@dataclass(slots=True)
class CorrectionReport:
    """The effects of a table of corrections.

    Attributes:
        changes: one line for each photo whose row changed.
        problems: corrections that could not be used.
        failed: the number of photos whose corrected hands could not be scored.
    """

    changes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    failed: int = 0


def apply_corrections(out: Path, file: Path) -> CorrectionReport:
    """Apply corrections to the results of a folder, and score again what they change.

    Args:
        out: the folder of the results.
        file: a table with ``photo`` and any of the manifest's columns. A cell that differs from
            the results corrects them. An empty cell takes the answer back.

    Raises:
        InputError: the table cannot be read, there are no results, or a newer version wrote them.
        OutputError: the results cannot be written, so nothing is corrected. Or only ``results.csv``
            or the page cannot be written.
    """
    path = out / RESULTS_FILE
    if not os.path.isfile(path):  # noqa: PTH113  # unlike pathlib's it raises nothing
        raise InputError(f"{path}: no results to correct; run the batch first")
    table = load_manifest(file, "corrections")
    report = CorrectionReport(problems=list(table.problems))
    with Results(out) as results:
        results.open()
        # Sorting leaves one row for each photo, as ``read_rows`` needs it. The rows of all photos
        # are kept.
        results.sort(photos=(), drop_others=False)
        lines = _lines_by_photo(table, path, report)
        try:
            with whole_file(path, is_durable=True) as target:
                for row in read_rows(path):
                    if row.photo in lines:
                        corrected_row = _correct_row(row, lines[row.photo], table, report)
                    else:
                        corrected_row = row
                    target.write(row_to_line(corrected_row))
        except OSError as error:
            reason = error.strerror or error
            raise OutputError(f"{path}: {reason}; nothing was corrected") from None
        publish(out, includes_edits=True)
    return report


def _lines_by_photo(
    table: Manifest, path: Path, report: CorrectionReport
) -> Mapping[str, ManifestLine]:
    """Find the line of each photo among the results.

    Args:
        table: the table of corrections.
        path: the file of the results.
        report: gets the problems of lines that cannot be used.

    Returns:
        The lines that can be used, by the names of photos.
    """
    photos = [row.photo for row in read_rows(path)]
    lines: dict[str, ManifestLine] = {}
    for listed_name, photo in match_names(table.lines, photos):
        line = table.lines[listed_name]
        where = f"corrections, line {line.number}"
        if photo is None:
            report.problems.append(f"{where}: {one_line(listed_name)} is not among the results")
        else:
            put_line(lines, photo, line, where=where, problems=report.problems)

    usable_lines = {}
    for photo, line in lines.items():
        if line.problem:
            report.problems.append(line.problem)
        else:
            usable_lines[photo] = line
    return usable_lines


def _correct_row(
    row: BatchRow, line: ManifestLine, table: Manifest, report: CorrectionReport
) -> BatchRow:
    """Correct a row by a line of the table.

    Args:
        row: the row to correct.
        line: the table's line about the same photo.
        table: the table, which names the columns.
        report: gets the changes and problems.
    """
    try:
        changes = _changes(row, line, table)
    except HuError as error:
        where = f"corrections, line {line.number}"
        report.problems.append(f"{where}: {one_line(row.photo)}: {error}")
        return row
    if not changes:
        return row
    # Earlier corrections are kept too, so that a resumed run applies all of them again.
    new_row = finish_row(row, row.answers, corrections={**row.corrected, **changes})
    if new_row.error:
        report.failed += 1
    differences = []
    for column in changes:
        old_cell = row.cell(column) or "none"
        new_cell = new_row.cell(column) or "none"
        differences.append(f"{column} {old_cell} -> {new_cell}")
    differences += _score_difference(row.score, new_row.score)
    if new_row.error:
        differences.append(new_row.error)
    report.changes.append(one_line(f"{row.photo}: {'; '.join(differences)}"))
    return new_row


def _score_difference(old: ScoreRecord | None, new: ScoreRecord | None) -> list[str]:
    """Write how the value of a hand changed, such as ``points 5 -> 6``.

    Returns:
        One text, or none if the value is the same.
    """
    unit = "points"
    old_value = "none"
    new_value = "none"
    if old is not None:
        unit, points = old.worth
        old_value = str(points)
    if new is not None:
        unit, points = new.worth
        new_value = str(points)
    if old_value == new_value:
        return []
    return [f"{unit} {old_value} -> {new_value}"]


def _changes(row: BatchRow, line: ManifestLine, table: Manifest) -> dict[str, str]:
    """Find the cells of a line that differ from the row.

    Args:
        row: the row of a photo.
        line: the table's line about the same photo.
        table: the table, which names the columns.

    Raises:
        HuError: the new hand is no hand, the photo was not read, or the rules would change.
    """
    changes: dict[str, str] = {}
    for column in MANIFEST_COLUMNS:
        cell = line.cells.get(column, "")
        if column == "hand" and cell:
            # The same hand written in another way is no correction.
            cell = str(Hand.from_text(cell))
        if column in table.columns and cell != row.cell(column):
            changes[column] = cell
    if changes and row.size is None:
        raise InputError("the photo was not read; give its hand in a manifest")
    if "rules" in changes:
        raise InputError(
            "under other rules the photo may be read differently; "
            "name them in a manifest and run the batch with --resume"
        )
    return changes
