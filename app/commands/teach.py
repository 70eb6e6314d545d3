"""``hu teach``: learn the faces of a tile set from photos of them."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from hu.app.commands import options
from hu.app.commands.pictures import refuse_photo_itself, save_sheet
from hu.app.sets.names import check_name
from hu.app.sets.store import TileSetStore
from hu.scoring.errors import InputError
from hu.scoring.lines import quantity
from hu.scoring.notation import parse_tile
from hu.scoring.tiles import FACES
from hu.vision.photo.decoding import decode_photo
from hu.vision.reader import ENOUGH_PX, MODELS, Reader
from hu.vision.taught.lessons import MOST_PHOTOS, Lesson, learn, read_lesson
from hu.vision.taught.tile_set import TileSet, TileSetError

#: The answer "no face", about something that is no tile or should not be learned.
_NO_TILE = "none"


@click.command("teach")
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--set", "name", required=True, help="The name of the tile set.")
@click.option(
    "--face",
    "answer_texts",
    multiple=True,
    help="The face of a tile, such as 7=3f or 7=none. May be repeated.",
)
@options.sheet
@options.weights
@options.max_megapixels
def command(
    photos: tuple[Path, ...],
    name: str,
    answer_texts: tuple[str, ...],
    sheet: Path | None,
    weights: Path | None,
    max_megapixels: float,
) -> None:
    """Learn the faces of a tile set from one to four PHOTOS of its tiles, in any order.

    Photos of hands will do. One tile of each face is best. Doubtful tiles are listed, and on a
    terminal you are asked about them. Nothing is saved while a tile is in doubt.
    """
    if len(photos) > MOST_PHOTOS:
        raise click.UsageError(f"{len(photos)} photos; one to {MOST_PHOTOS} are enough")
    refuse_photo_itself(sheet, photos, "--sheet")
    name = check_name(name)
    store = TileSetStore.default()
    # A name that exists is refused before the photos are read.
    store.new_file(name)
    answers = _parse_answers(answer_texts)
    reader = Reader(weights or MODELS)
    try:
        decoded_photos = [
            decode_photo(photo, max_megapixels=max_megapixels, enough_px=ENOUGH_PX)
            for photo in photos
        ]
        lesson = read_lesson([reader.detect(photo) for photo in decoded_photos])
        if sheet:
            _save_lesson(lesson, sheet)
        lesson = _settle_doubts(lesson, answers)
        source = ", ".join(photo.name for photo in photos)
        tile_set = learn(TileSet(name), lesson, source)
    except TileSetError as error:
        paths = ", ".join(str(photo) for photo in photos)
        raise InputError(f"{paths}: {error}") from None
    store.save(tile_set)
    faces = quantity(len(tile_set.faces), "face")
    tiles = quantity(len(lesson.tiles), "tile")
    click.echo(f"{name}: {faces} learned from {tiles}")
    missing_faces = [face for face in FACES if face not in tile_set.faces]
    if missing_faces:
        click.echo(f"not shown: {' '.join(missing_faces)}")


def _save_lesson(lesson: Lesson, sheet: Path) -> None:
    """Save the tiles that were found, with their numbers and faces. Doubtful tiles get a "?"."""
    faces = []
    for index, (tile, face) in enumerate(lesson.tiles):
        if tile.crop is not None:
            mark = "?" if index in lesson.doubtful else ""
            faces.append((tile.crop, f"{index + 1}: {face}", mark))
    save_sheet(faces, sheet)


def _parse_answers(texts: Sequence[str]) -> dict[int, str]:
    """Parse the values of ``--face``.

    Returns:
        Faces by the tiles' indices from 0. A tile that is not learned has an empty face.

    Raises:
        InputError: a value is not valid, or two values contradict each other.
    """
    answers: dict[int, str] = {}
    for text in texts:
        index, face = _parse_answer(text)
        earlier_face = answers.get(index, face)
        if earlier_face != face:
            raise InputError(
                f"--face {text}: tile {index + 1} is {earlier_face or _NO_TILE} by another --face"
            )
        answers[index] = face
    return answers


def _parse_answer(text: str) -> tuple[int, str]:
    """Parse a value of ``--face``.

    Returns:
        The tile's index from 0, and its face, which is empty for something that is not learned.

    Raises:
        InputError: it is no such value.
    """
    number, separator, face = text.partition("=")
    if not separator or not number.isdecimal():
        raise InputError(
            f"--face {text}: expected a tile's number and its face, such as 7=3f or 7={_NO_TILE}"
        )
    try:
        return int(number) - 1, _parse_face(face)
    except InputError as error:
        raise InputError(f"--face {text}: {error}") from None


def _parse_face(text: str) -> str:
    if text == _NO_TILE:
        return ""
    return parse_tile(text)


def _settle_doubts(lesson: Lesson, answers: dict[int, str]) -> Lesson:
    """Settle the doubts about tiles by the answers of the command line, or by asking.

    Args:
        lesson: the tiles, and which of them are in doubt.
        answers: faces by the tiles' indices from 0. A tile whose face is empty is left out.

    Raises:
        InputError: an answer is about no tile, a question stays open, or a typed answer is no face.
    """
    for index in answers:
        if not 0 <= index < len(lesson.tiles):
            tiles = quantity(len(lesson.tiles), "tile")
            raise InputError(f"--face {index + 1}: the photos show {tiles}")
    lesson = lesson.answer(answers)
    if lesson.doubtful and not sys.stdin.isatty():
        questions = []
        for index in lesson.doubtful:
            _, face = lesson.tiles[index]
            questions.append(f"tile {index + 1} ({face}?)")
        raise InputError(
            f"in doubt: {', '.join(questions)}; answer with --face NUMBER=FACE, "
            f"or NUMBER={_NO_TILE} to leave a tile out; --sheet shows the tiles"
        )
    typed_faces = {}
    for index in lesson.doubtful:
        _, likely_face = lesson.tiles[index]
        question = f"tile {index + 1} is (or {_NO_TILE})"
        answer = click.prompt(question, default=likely_face)
        typed_faces[index] = _parse_face(answer.strip())
    return lesson.answer(typed_faces)
