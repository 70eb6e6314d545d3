"""``hu teach``: learns the faces of a tile set from photos of them."""

import sys
from pathlib import Path

import click

from hu.app.commands import options
from hu.app.sets.store import SetStore, check_name
from hu.scoring.errors import InputError
from hu.scoring.lines import quantity
from hu.scoring.notation import parse_tile
from hu.scoring.tiles import FACES
from hu.vision.photo.decoding import decode_photo
from hu.vision.reader import ENOUGH_PX, MODELS, Reader
from hu.vision.taught.lessons import MOST_PHOTOS, Lesson, learn, read_lesson
from hu.vision.taught.tile_set import TileSet, TileSetError

#: Said of something that is not a tile, or that should not be learned.
_LEAVE = "none"


@click.command("teach")
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--set", "name", required=True, help="What to call the tile set.")
@click.option(
    "--face",
    "answers",
    multiple=True,
    help="What a tile is, such as 7=3f or 7=none; may be repeated.",
)
@options.sheet
@options.weights
@options.max_megapixels
def command(
    photos: tuple[Path, ...],
    name: str,
    answers: tuple[str, ...],
    sheet: Path | None,
    weights: Path | None,
    max_megapixels: float,
) -> None:
    """Learn the faces of a tile set from one to four PHOTOS of its tiles, in any order.

    Photos of hands will do; one tile of each face is best. Doubtful tiles are listed, and on a terminal you are asked
    about them; nothing is saved while one is open.
    """
    if len(photos) > MOST_PHOTOS:
        raise click.UsageError(f"{len(photos)} photos; one to {MOST_PHOTOS} are enough")
    name, store = check_name(name), SetStore.default()
    # A name that is taken is refused before the photos are read.
    store.new_file(name)
    said = dict(map(_parse_answer, answers))
    reader = Reader(weights or MODELS)
    try:
        decoded = [
            decode_photo(photo, max_megapixels=max_megapixels, enough_px=ENOUGH_PX)
            for photo in photos
        ]
        lesson = read_lesson([reader.detect(photo) for photo in decoded])
        if sheet:
            options.save_sheet(
                [
                    (tile.crop, f"{index + 1}: {face}", "?" if index in lesson.doubtful else "")
                    for index, (tile, face) in enumerate(lesson.tiles)
                    if tile.crop is not None
                ],
                sheet,
            )
        taught = learn(
            TileSet(name), _settle_doubts(lesson, said), ", ".join(photo.name for photo in photos)
        )
    except TileSetError as error:
        raise InputError(f"{', '.join(map(str, photos))}: {error}") from None
    store.save(taught)
    learned, shown = quantity(len(taught.faces), "face"), quantity(len(lesson.tiles), "tile")
    click.echo(f"{name}: {learned} learned from {shown}")
    if missing := [face for face in FACES if face not in taught.faces]:
        click.echo(f"not shown: {' '.join(missing)}")


def _parse_answer(text: str) -> tuple[int, str]:
    number, mark, face = text.partition("=")
    if not mark or not number.isdecimal():
        raise InputError(
            f"--face {text}: expected a tile's number and its face, such as 7=3f or 7={_LEAVE}"
        )
    return int(number) - 1, _parse_face(face)


def _parse_face(text: str) -> str:
    return "" if text == _LEAVE else parse_tile(text)


def _settle_doubts(lesson: Lesson, answers: dict[int, str]) -> Lesson:
    """Settle what is in doubt by the answers given, or by asking.

    Raises:
        InputError: an answer is about no tile, or a question stays open.
    """
    if strange := [index + 1 for index in answers if not 0 <= index < len(lesson.tiles)]:
        raise InputError(
            f"--face {strange[0]}: the photos show {quantity(len(lesson.tiles), 'tile')}"
        )
    lesson = lesson.answer(answers)
    questions = ", ".join(
        f"tile {index + 1} ({lesson.tiles[index][1]}?)" for index in lesson.doubtful
    )
    if questions and not sys.stdin.isatty():
        raise InputError(
            f"in doubt: {questions}; answer with --face NUMBER=FACE, or NUMBER={_LEAVE} to leave a tile out; "
            "--sheet shows the tiles"
        )
    given = {
        index: _parse_face(
            click.prompt(
                f"tile {index + 1} is (or {_LEAVE})", default=lesson.tiles[index][1]
            ).strip()
        )
        for index in lesson.doubtful
    }
    return lesson.answer(given)
