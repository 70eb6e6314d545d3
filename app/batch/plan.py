"""Plan a batch: one task for each photo, with the answers that the manifest has for it."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from hu.app.batch.manifest import Cells, ManifestLine, load_manifest, match_names, put_line
from hu.app.batch.photos import FolderContents, find_photos, name_order
from hu.app.batch.results import OVERLAYS, THUMBNAILS
from hu.app.batch.scoring import answers_in_cells
from hu.app.reading.answers import photos_in
from hu.scoring.errors import InputError, one_line
from hu.scoring.lines import quantity
from hu.scoring.nearest import nearest_name
from hu.scoring.options import HOUSE
from hu.scoring.rule_set.house import HouseRules
from hu.scoring.rule_set.registry import rule_names

#: The name of a missing photo is compared with at most this many photos that no line names.
_MOST_COMPARED: Final = 1_000
#: Names at least this alike (``difflib``'s ratio) are suggested for a missing photo.
_LEAST_LIKENESS: Final = 0.75


@dataclass(frozen=True, slots=True)
class Task:
    """One photo to read.

    Attributes:
        index: the photo's row among the results, from 0.
        photo: the photo's name, which is its path below the folder with ``/`` between the parts.
        path: the photo's file.
        rules: the name of the rule set that the hand is laid out for.
        answers: the cells of the photo's line in the manifest by column, with the options of the
            house rules.
        problem: why the answers cannot be used, or why a missing photo has a row. Otherwise empty.
        earlier_digest: the digest of the photo that an earlier run read under this name, or empty.
        earlier_holds: whether the earlier run had the same reader and rule set, and the answers
            name no photos. The earlier row is then kept if the photo has the same digest and its
            pictures exist.
        corrections: corrections made in the earlier run's row, by column. An empty cell takes an
            answer back.
    """

    index: int
    photo: str
    path: str
    rules: str
    answers: Cells
    problem: str = ""
    earlier_digest: str = ""
    earlier_holds: bool = False
    corrections: Mapping[str, str] = field(default_factory=dict)

    @property
    def names_photos(self) -> bool:
        """Whether the answers name photos, such as a photo of the indicators."""
        return bool(photos_in(answers_in_cells(self.answers)))


@dataclass(slots=True)
class Plan:
    """The tasks of a batch.

    Attributes:
        tasks: in the order of their rows.
        problems: problems that do not belong to one photo.
        notes: messages for the user, such as the number of files that are left out.
    """

    tasks: list[Task] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def make_plan(
    folder: Path,
    out: Path,
    manifest: Path | None,
    rules: str,
    house: HouseRules | None = None,
) -> Plan:
    """Find the photos of a folder, and the manifest's answers about each.

    Args:
        folder: the folder of the photos.
        out: the folder of the results. Photos in it do not belong to the batch.
        manifest: a CSV file, or None.
        rules: the rule set of photos whose line names none.
        house: options for the photos of one rule set. The manifest's own options take precedence.

    Raises:
        InputError: there is no photo, the manifest cannot be read, ``folder`` is no folder, or
            results are written to ``folder``.
    """
    # Unlike pathlib's ``resolve``, ``realpath`` raises nothing about links in circles and overlong
    # names.
    folders_written = [os.path.realpath(path) for path in (out, out / OVERLAYS, out / THUMBNAILS)]
    if os.path.realpath(folder) in folders_written:
        raise InputError(
            "--out: the results need a folder of their own, such as results/ beside the photos"
        )
    contents = find_photos(folder, leave_out=out)
    plan = Plan(problems=contents.problems, notes=_describe_files_left_out(contents))
    lines: Mapping[str, ManifestLine] = {}
    if manifest is not None:
        lines = _lines_by_photo(manifest, folder, contents.photos, plan)
    photos = _photos_with_rows(contents.photos, lines)
    if not photos:
        message = f"{folder}: no photos (JPEG, PNG, WebP, HEIC) in it"
        raise InputError("; ".join([message, *plan.problems]))
    for index, photo in enumerate(photos):
        no_line = ManifestLine(0, {})
        line = lines.get(photo, no_line)
        photo_rules = line.cells.get("rules", rules)
        if photo_rules not in rule_names():
            # The line's problem names the unknown rule set.
            photo_rules = rules
        task = Task(
            index=index,
            photo=photo,
            path=str(folder / photo),
            rules=photo_rules,
            answers=_with_house_options(line.cells, photo_rules, house),
            problem=line.problem,
        )
        plan.tasks.append(task)
    return plan


def _describe_files_left_out(contents: FolderContents) -> list[str]:
    """Describe the files and folders that do not belong to the batch."""
    notes = []
    if contents.other_files:
        files = quantity(contents.other_files, "file")
        notes.append(f"left out {files} whose ending is not a photo's")
    if contents.result_folders:
        folders = quantity(contents.result_folders, "folder")
        notes.append(f"left out {folders} with results of batches")
    return notes


def _photos_with_rows(photos: list[str], lines: Mapping[str, ManifestLine]) -> list[str]:
    """List the photos that get a row, in the order of the rows.

    These are the photos of the folder, and those that the manifest lists. A photo that a line names
    for indicators or another player's hand has no row of its own, unless it has a line of its own.
    """
    photos_in_answers: set[str] = set()
    for line in lines.values():
        photos_in_answers |= photos_in(answers_in_cells(line.cells))
    photos_with_rows = set(photos) - photos_in_answers
    photos_with_rows |= lines.keys()
    return sorted(photos_with_rows, key=name_order)


def _with_house_options(cells: Cells, rules: str, house: HouseRules | None) -> Cells:
    """Add the options of house rules to a photo's cells, if both are for the same rule set."""
    if house is None or house.rules != rules:
        return cells
    options = json.dumps(dict(house.options), ensure_ascii=False, sort_keys=True)
    return {**cells, HOUSE: options}


def _lines_by_photo(
    path: Path, folder: Path, photos: list[str], plan: Plan
) -> dict[str, ManifestLine]:
    """Read the manifest and find the photo that each line is about.

    Args:
        path: the manifest.
        folder: the folder of the photos.
        photos: the names of the photos in the folder.
        plan: gets the problems of the manifest.

    Returns:
        The lines by the names of their photos. A line about a file that does not exist has a
        problem. A line about a photo outside the folder is left out.
    """
    manifest = load_manifest(path)
    plan.problems += manifest.problems
    lines: dict[str, ManifestLine] = {}
    for listed_name, photo in match_names(manifest.lines, photos):
        line = manifest.lines[listed_name]
        where = f"manifest, line {line.number}"
        if photo is not None:
            name = photo
        else:
            # The folder has no such photo. The row gets the name that the manifest has.
            name = listed_name.removeprefix("./")
            if _is_outside(name):
                shown_name = one_line(listed_name)
                plan.problems.append(f"{where}: {shown_name} is outside the folder of photos")
                continue
        put_line(lines, name, line, where=where, problems=plan.problems)
    _explain_missing_photos(lines, folder, photos)
    return lines


def _is_outside(name: str) -> bool:
    path = Path(name)
    return path.is_absolute() or ".." in path.parts


def _explain_missing_photos(
    lines: dict[str, ManifestLine], folder: Path, photos: list[str]
) -> None:
    """Give each line whose photo does not exist a problem, and suggest the nearest photo.

    Any other problem of the line is dropped.

    Args:
        lines: by the names of photos. Lines about missing photos are replaced.
        folder: the folder of the photos.
        photos: the names of the photos in the folder.
    """
    unlisted = [photo for photo in photos if photo not in lines][:_MOST_COMPARED]
    for name in lines.keys() - set(photos):
        # A line may name a file that the folder's photos leave out, such as a hidden file.
        if os.path.exists(folder / name):  # noqa: PTH110  # raises nothing
            continue
        line = lines[name]
        # The message of the photo's row begins with the error "no such file". This problem follows
        # that error and explains the row.
        problem = f"the manifest names it on line {line.number}"
        nearest = nearest_name(name, unlisted, _LEAST_LIKENESS)
        if nearest:
            problem += f"; did you mean {one_line(nearest)!r}?"
        lines[name] = replace(line, problem=problem)
