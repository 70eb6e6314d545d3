"""The manifest: a CSV file with what each photo cannot show; results and corrections have the same form."""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from unicodedata import normalize

from hu.scoring.answers.names import way_of
from hu.scoring.answers.value import NOBODY
from hu.scoring.errors import InputError, one_line
from hu.scoring.hand import SEATS, WINS
from hu.scoring.lines import quantity
from hu.scoring.nearest import all_of, nearest_name, normalise_name
from hu.scoring.rule_set.declared import COMMON_QUESTIONS
from hu.scoring.rule_set.registry import rule_names, rule_set
from hu.vision.photo.files import contents

#: The columns in which the rule sets' own questions are answered, by their ids.
_ASKED: Final = tuple(
    dict.fromkeys(question.id for name in rule_names() for question in rule_set(name).questions)
)
_COMMON: Final = tuple(question.id for question in COMMON_QUESTIONS)
#: The manifest's columns after ``photo``: what a photo cannot show, its hand where somebody knows better, and the other
#: players, all named like the options of ``hu score``.
COLUMNS: Final = ("rules", *_COMMON[:5], "hand", *_COMMON[5:], *_ASKED)
#: Further columns of results.csv; in a manifest they are ignored.
RESULT_COLUMNS: Final = ("points", "limit", *SEATS, "waits", "check", "doubts", "error")
#: What a line says of a photo, by column, without empty cells.
Cells = Mapping[str, str]
_SEPARATORS: Final = ",;\t"
#: Unknown columns that are named one by one.
_MOST_UNKNOWN: Final = 20
_QUESTIONS: Final = (
    *COMMON_QUESTIONS,
    *(question for name in rule_names() for question in rule_set(name).questions),
)
#: The column of each short name.
_SHORT: Final = {
    normalise_name(name): question.id for question in _QUESTIONS for name in question.short
}
_KNOWN: Final = {"photo", *COLUMNS, *map(str.lower, RESULT_COLUMNS)}
_SEATS: Final = frozenset(question.id for question in COMMON_QUESTIONS if question.kind == "seat")
#: Columns whose cells list several things; those kept as written have seats in capitals.
_LISTS: Final = frozenset({"circumstances", "statuses", "options", "counters", "waive", *_ASKED})
_AS_WRITTEN: Final = frozenset({"statuses", *_ASKED})


@dataclass(frozen=True, slots=True)
class Line:
    """One photo's line."""

    number: int  # of the line in its file, from 1
    cells: dict[str, str]  # by column, without the photo and without empty cells
    problem: str = ""  # why it cannot be used; empty when it can


@dataclass(slots=True)
class Manifest:
    """A file's columns, its lines by photo, and the problems of the file as a whole."""

    columns: list[str] = field(default_factory=list)
    lines: dict[str, Line] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def load_manifest(path: Path, title: str = "manifest") -> Manifest:
    """Read a manifest: UTF-8, its cells separated by commas, semicolons or tabs.

    A line that contradicts itself or another is kept with its ``problem``; the other lines stay usable.

    Args:
        path: the CSV file.
        title: what to call it in messages.

    Raises:
        InputError: it cannot be read at all, or has no column ``photo``.
    """
    try:
        text = contents(path, f"{title} {path}", InputError).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(
            f"{title} {path}: not UTF-8 from byte {error.start + 1} on; save it as UTF-8"
        ) from None
    manifest = Manifest()
    head = text.partition("\n")[0]
    rows = csv.reader(
        io.StringIO(text, newline=""), delimiter=max(_SEPARATORS, key=head.count), strict=True
    )
    try:
        manifest.columns = _columns(next(rows, []), manifest, title)
        last = rows.line_num
        for cells in rows:
            # A cell with line ends in it takes several lines.
            number, last = last + 1, rows.line_num
            if any(cell.strip() for cell in cells):
                _add_line(manifest, cells, number, title)
    except csv.Error as error:
        raise InputError(f"{title} {path}: not a CSV file ({error})") from None
    return manifest


def _columns(header: list[str], manifest: Manifest, title: str) -> list[str]:
    columns = [_SHORT.get(normalise_name(name), normalise_name(name)) for name in header]
    if "photo" not in columns:
        raise InputError(
            f"{title}: its first line must name the columns, 'photo' among them; found: {one_line(str(header))}"
        )
    counts = Counter(name for name in columns if name)
    if twice := [name for name, number in counts.items() if number > 1]:
        raise InputError(f"{title}: column {one_line(twice[0][:40])!r} occurs twice")
    others = [name for name in counts if name not in _KNOWN]
    for name in others[:_MOST_UNKNOWN]:
        near = nearest_name(name, COLUMNS)
        hint = f"it is written {near!r}" if near else all_of(["photo", *COLUMNS])
        manifest.problems.append(
            f"{title}: unknown column {one_line(name[:40])!r} is ignored; {hint}"
        )
    if len(others) > _MOST_UNKNOWN:
        manifest.problems.append(
            f"{title}: {len(others) - _MOST_UNKNOWN} more unknown columns are ignored"
        )
    return columns


def _add_line(manifest: Manifest, cells: list[str], number: int, title: str) -> None:
    columns = manifest.columns
    named = dict(zip(columns, cells, strict=False))
    photo = named["photo"] if named.get("photo", "").strip() else ""
    where = f"{title}, line {number}"
    if not photo:
        manifest.problems.append(f"{where}: names no photo")
        return
    said = {column: named[column].strip() for column in COLUMNS if named.get(column, "").strip()}
    said = {column: _usual(column, cell) for column, cell in said.items()}
    problem = _problem(said, where)
    if any(cell.strip() for cell in cells[len(columns) :]):
        count = quantity(len(columns), "column")
        problem = f"{where}: {quantity(len(cells), 'cell')}, but the first line names {count}"
    line = Line(number, said, problem)
    if before := manifest.lines.get(photo):
        manifest.problems.append(f"{where}: {one_line(photo)} is on line {before.number} already")
        line = merge_repeated(line, before, where)
    manifest.lines[photo] = line


def merge_repeated(line: Line, before: Line, where: str) -> Line:
    """A repeated line is accepted only if it matches the first."""
    # A line with a problem of its own keeps that problem.
    if line.cells == before.cells and (line.problem or not before.problem):
        return line
    return Line(line.number, {}, f"{where}: contradicts line {before.number} about the same photo")


def _usual(column: str, cell: str) -> str:
    """Seats as capitals, other choices in small letters, what is listed one space apart."""
    if column in _LISTS:
        listed = " ".join(cell.replace(";", " ").replace(",", " ").replace("|", " ").split())
        return listed if column in _AS_WRITTEN else listed.lower()
    if column == "win":
        return next(
            filter(None, (way_of(rule_set(name), cell) for name in rule_names())), cell.lower()
        )
    if column in _SEATS:
        return cell.lower() if cell.lower() == NOBODY else cell.upper()
    return cell.lower().replace("_", "-") if column == "rules" else cell


def _problem(said: Mapping[str, str], where: str) -> str:
    choices: dict[str, tuple[str, ...]] = {"rules": rule_names(), "win": WINS}
    choices |= dict.fromkeys(sorted(_SEATS), SEATS) | {"winner": (*SEATS, NOBODY)}
    for column, known in choices.items():
        if column in said and said[column] not in known:
            return f"{where}: {column}: {one_line(said[column][:40])!r} is not one of {' '.join(known)}"
    return ""


def match_names(listed: Iterable[str], photos: Iterable[str]) -> Iterator[tuple[str, str | None]]:
    r"""Find the photo that each listed name means: the same, but for ``./``, ``\`` and how accents are built.

    Yields:
        The listed name with the photo's, or with None.
    """
    names = set(photos)
    loose = {_loose(name): name for name in sorted(names)}
    for name in listed:
        yield name, name if name in names else loose.get(_loose(name))


def _loose(name: str) -> str:
    # Bytes of a name that are not text stand in a table as JSON's escapes.
    plain = name.encode("utf-8", "backslashreplace").decode() if not name.isascii() else name
    plain = normalize("NFC", plain.strip()).replace("\\", "/")
    return plain.removeprefix("./")
