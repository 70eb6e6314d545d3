"""The manifest, a CSV file with answers that the photos cannot show.

``results.csv`` and tables of corrections have the same form.
"""

import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final
from unicodedata import normalize

from hu.scoring.answers.names import seat_of, way_of
from hu.scoring.answers.value import NOBODY
from hu.scoring.errors import InputError, one_line
from hu.scoring.hand import SEATS, WINS
from hu.scoring.lines import quantity
from hu.scoring.nearest import find_name, list_names, nearest_name, normalise_name
from hu.scoring.rule_set.declared import COMMON_QUESTIONS, Question
from hu.scoring.rule_set.registry import rule_names, rule_set
from hu.vision.photo.files import contents

#: The cells of a line by column, without empty cells.
Cells = Mapping[str, str]


def _rule_sets_questions() -> dict[str, Question]:
    """Return the questions that rule sets ask, by their ids."""
    questions: dict[str, Question] = {}
    for name in rule_names():
        for question in rule_set(name).questions:
            questions[question.id] = question
    return questions


def _columns_of_short_names() -> dict[str, str]:
    """Return the column of each short name of a question, by the normalised name."""
    columns = {}
    questions = list(COMMON_QUESTIONS)
    for name in rule_names():
        questions += rule_set(name).questions
    for question in questions:
        for short_name in question.other_names:
            columns[normalise_name(short_name)] = question.id
    return columns


_RULE_SETS_COLUMNS: Final = tuple(_rule_sets_questions())
_COMMON_COLUMNS: Final = tuple(question.id for question in COMMON_QUESTIONS)
#: The manifest's columns after ``photo``, named like the options of ``hu score``. The first five
#: common questions are about the win. The column ``hand`` replaces the hand that is read.
MANIFEST_COLUMNS: Final = (
    "rules",
    *_COMMON_COLUMNS[:5],
    "hand",
    *_COMMON_COLUMNS[5:],
    *_RULE_SETS_COLUMNS,
)
#: Further columns of ``results.csv``. In a manifest they are ignored.
RESULT_COLUMNS: Final = ("points", "unit", "limit", *SEATS, "waits", "check", "doubts", "error")
_ALL_COLUMNS: Final = frozenset(
    {"photo", *MANIFEST_COLUMNS, *(column.lower() for column in RESULT_COLUMNS)}
)
_COLUMN_OF_SHORT_NAME: Final = _columns_of_short_names()
_SEAT_COLUMNS: Final = frozenset(
    question.id for question in COMMON_QUESTIONS if question.kind == "seat"
)
#: Columns whose cells list several words.
_LIST_COLUMNS: Final = frozenset(
    {"circumstances", "statuses", "options", "counters", "waive", *_RULE_SETS_COLUMNS}
)
#: Lists that keep their capitals, because they can contain seats.
_CASE_SENSITIVE_COLUMNS: Final = frozenset({"statuses", *_RULE_SETS_COLUMNS})
_SEPARATORS: Final = ",;\t"
#: This many unknown columns are named. The others are counted.
_MOST_UNKNOWN_COLUMNS: Final = 20
#: Characters of an unknown word that a message repeats.
_MOST_QUOTED: Final = 40


@dataclass(frozen=True, slots=True)
class ManifestLine:
    """One photo's line.

    Attributes:
        number: the number of the line in its file, from 1.
        cells: by column, without the photo and without empty cells.
        problem: why the line cannot be used, or empty.
    """

    number: int
    cells: dict[str, str]
    problem: str = ""


@dataclass(slots=True)
class Manifest:
    """The contents of a manifest.

    Attributes:
        columns: the file's columns, in order.
        lines: by the names of photos, as the file has them.
        problems: problems of the file, and of lines that could not be added or that repeat a photo.
    """

    columns: list[str] = field(default_factory=list)
    lines: dict[str, ManifestLine] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def load_manifest(path: Path, title: str = "manifest") -> Manifest:
    """Read a manifest: UTF-8, its cells separated by commas, semicolons or tabs.

    A line with a fault, and a line that contradicts another line, are kept with their ``problem``.
    A line that names no photo is left out. The other lines stay usable.

    Args:
        path: the CSV file.
        title: the word for the file in messages, such as ``corrections``.

    Raises:
        InputError: it cannot be read at all, has no column ``photo``, or has a column twice.
    """
    try:
        text = contents(path, f"{title} {path}", InputError).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        position = error.start + 1
        raise InputError(
            f"{title} {path}: not UTF-8 from byte {position} on; save it as UTF-8"
        ) from None
    # The separator is the most frequent of the three in the first line. Without any it is a comma.
    first_line = text.partition("\n")[0]
    separator = max(_SEPARATORS, key=first_line.count)
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    manifest = Manifest()
    try:
        header = next(rows, [])
        manifest.columns = _parse_header(header, f"{title} {path}")
        manifest.problems += _unknown_columns(manifest.columns, title)
        number = rows.line_num + 1
        for cells in rows:
            if any(cell.strip() for cell in cells):
                _add_line(manifest, cells, number, title)
            # A cell that contains line ends takes several lines.
            number = rows.line_num + 1
    except csv.Error as error:
        raise InputError(f"{title} {path}: not a CSV file ({error})") from None
    return manifest


def _parse_header(header: list[str], title: str) -> list[str]:
    """Find the columns that a first line names, in order. A column without a name stays empty.

    Args:
        header: the cells of the first line.
        title: the name of the file in messages.

    Raises:
        InputError: the column ``photo`` is missing, or a column occurs twice.
    """
    columns = []
    for name in header:
        column = normalise_name(name)
        columns.append(_COLUMN_OF_SHORT_NAME.get(column, column))
    if "photo" not in columns:
        fault = "but it is empty"
        if any(cell.strip() for cell in header):
            shown_cells = ", ".join(one_line(cell[:_MOST_QUOTED]) for cell in header[:5])
            fault = f"but it reads: {shown_cells}"
        raise InputError(
            f"{title}: its first line must name the columns, 'photo' among them, {fault}"
        )
    counts = Counter(column for column in columns if column)
    for column, count in counts.items():
        if count > 1:
            name = one_line(column[:_MOST_QUOTED])
            raise InputError(f"{title}: column {name!r} occurs twice")
    return columns


def _unknown_columns(columns: list[str], title: str) -> list[str]:
    """Describe the unknown columns, which are ignored: a line for each, then the number of others.

    Args:
        columns: the columns of the file.
        title: the name of the file in messages.
    """
    problems = []
    # Columns without a name are ignored without a message.
    unknown_columns = [column for column in columns if column and column not in _ALL_COLUMNS]
    for column in unknown_columns[:_MOST_UNKNOWN_COLUMNS]:
        nearest = nearest_name(column, MANIFEST_COLUMNS)
        hint = list_names(["photo", *MANIFEST_COLUMNS])
        if nearest:
            hint = f"it is written {nearest!r}"
        name = one_line(column[:_MOST_QUOTED])
        problems.append(f"{title}: unknown column {name!r} is ignored; {hint}")
    more = len(unknown_columns) - _MOST_UNKNOWN_COLUMNS
    if more == 1:
        problems.append(f"{title}: 1 more unknown column is ignored")
    elif more > 1:
        problems.append(f"{title}: {more} more unknown columns are ignored")
    return problems


def _add_line(manifest: Manifest, cells: list[str], number: int, title: str) -> None:
    """Add a line to a manifest.

    Args:
        manifest: gets the line, or the problem of a line that cannot be added.
        cells: the cells of the line.
        number: the number of the line in its file, from 1.
        title: the name of the file in messages.
    """
    columns = manifest.columns
    where = f"{title}, line {number}"
    # A line may have fewer cells than columns. Further cells are checked below.
    cell_of = dict(zip(columns, cells, strict=False))
    photo = cell_of.get("photo", "")
    if not photo.strip():
        manifest.problems.append(f"{where}: names no photo")
        return
    answers = {}
    for column in MANIFEST_COLUMNS:
        cell = cell_of.get(column, "").strip()
        if cell:
            answers[column] = _normalise_cell(column, cell)
    problem = _wrong_word(answers, where)
    cells_without_column = cells[len(columns) :]
    if any(cell.strip() for cell in cells_without_column):
        # Cells in wrong columns explain wrong words too, so only this problem is kept.
        cell_count = quantity(len(cells), "cell")
        column_count = quantity(len(columns), "column")
        problem = f"{where}: {cell_count}, but the first line names {column_count}"
    line = ManifestLine(number, answers, problem)
    put_line(manifest.lines, photo, line, where=where, problems=manifest.problems)


def put_line(
    lines: dict[str, ManifestLine],
    photo: str,
    line: ManifestLine,
    *,
    where: str,
    problems: list[str],
) -> None:
    """Put a line among others. If there is a line about the same photo, merge the two lines.

    Args:
        lines: lines by the names of photos. It gets the line.
        photo: the photo's name.
        line: the line.
        where: names the line in messages.
        problems: gets the problem of a photo that has a line already.
    """
    earlier = lines.get(photo)
    if earlier is not None:
        problems.append(f"{where}: {one_line(photo)} is on line {earlier.number} already")
        line = _merge_repeated(line, earlier, where)
    lines[photo] = line


def _merge_repeated(line: ManifestLine, earlier: ManifestLine, where: str) -> ManifestLine:
    """Merge two lines about the same photo.

    Args:
        line: the later line.
        earlier: the earlier line, or the merger of several.
        where: names the later line in messages.

    Returns:
        The later line, unless the two contradict each other: their cells differ, or only the
        earlier line has a problem. Then a line without cells, whose problem is the contradiction.
    """
    contradiction = f"{where}: contradicts line {earlier.number} about the same photo"
    contradicting_line = ManifestLine(line.number, {}, contradiction)
    if line.cells != earlier.cells:
        return contradicting_line
    # The merger of contradicting lines has no cells. A further line without cells equals it, but
    # does not resolve the contradiction.
    if earlier.problem and not line.problem:
        return contradicting_line
    return line


def _normalise_cell(column: str, cell: str) -> str:
    """Return a cell as messages and results write it.

    Lists get single spaces, and small letters unless they can contain seats. A way of winning, a
    seat and a rule set get their usual spelling. Other cells stay as they are.
    """
    if column in _LIST_COLUMNS:
        for separator in ";,|":
            cell = cell.replace(separator, " ")
        words = " ".join(cell.split())
        return words if column in _CASE_SENSITIVE_COLUMNS else words.lower()
    if column == "win":
        return _way_of_winning(cell)
    if column in _SEAT_COLUMNS:
        is_nobody = normalise_name(cell) == NOBODY
        return NOBODY if is_nobody else seat_of(cell)
    if column == "rules":
        return find_name(cell, rule_names()) or cell
    return cell


def _way_of_winning(cell: str) -> str:
    """Return the way of winning that a word names in some rule set, or else the word itself.

    The word gets small letters then.
    """
    for name in rule_names():
        way = way_of(rule_set(name), cell)
        if way:
            return way
    return cell.lower()


def _wrong_word(answers: Mapping[str, str], where: str) -> str:
    """Describe the first cell with a word that its column does not allow.

    Args:
        answers: the cells by column.
        where: names the line in the message.

    Returns:
        The message, or an empty text if all words are allowed.
    """
    choices: dict[str, tuple[str, ...]] = {"rules": rule_names(), "win": WINS}
    for column in sorted(_SEAT_COLUMNS):
        choices[column] = SEATS
    choices["winner"] = (*SEATS, NOBODY)
    for column, words in choices.items():
        if column in answers and answers[column] not in words:
            word = one_line(answers[column][:_MOST_QUOTED])
            return f"{where}: {column}: {word!r} is not one of {' '.join(words)}"
    return ""


def match_names(
    listed_names: Iterable[str], photos: Iterable[str]
) -> Iterator[tuple[str, str | None]]:
    r"""Find the photo that each listed name means.

    Names may differ in outer blanks, in a leading ``./``, in ``\`` for ``/``, in how accents are
    composed, and in escapes for bytes that are not text.

    Yields:
        The listed name with the photo's name, or with None if no photo has such a name.
    """
    names = set(photos)
    # If several photos have the same key, the last name in alphabetical order always wins.
    names_by_key = {_comparison_key(name): name for name in sorted(names)}
    for listed_name in listed_names:
        if listed_name in names:
            yield listed_name, listed_name
        else:
            yield listed_name, names_by_key.get(_comparison_key(listed_name))


def _comparison_key(name: str) -> str:
    """Return a key that is equal for names of the same photo."""
    key = name
    if not name.isascii():
        # Tables write the bytes of a name that are not text as escapes.
        key = name.encode("utf-8", "backslashreplace").decode()
    key = normalize("NFC", key.strip()).replace("\\", "/")
    return key.removeprefix("./")
