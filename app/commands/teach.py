"""``hu teach``: learns the faces of a tile set from photos of them."""

import sys
from collections.abc import Sequence
from pathlib import Path

import click

from hu.app.sets.lessons import MOST_PHOTOS, answered, check_lesson
from hu.app.sets.store import SetStore, TileSetError, checked_name
from hu.scoring.errors import InputError
from hu.scoring.lines import counted, one_line
from hu.scoring.notation import parse_tile
from hu.scoring.tiles import FACES
from hu.vision.detection import Detection
from hu.vision.reader import ENOUGH_PX, MODELS, Reader
from hu.vision.taught.lessons import Lesson, learned, read_jointly
from hu.vision.taught.tile_set import TileSet


@click.command("teach")
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--set", "name", required=True, help="What to call the tile set.")
@click.option("--face", "answers", multiple=True, help="What a doubtful tile is, such as 7=3f; may be repeated.")
@click.option("--sheet", type=click.Path(path_type=Path), help="Draw every tile with its number and face.")
@click.option("--weights", type=click.Path(path_type=Path), default=MODELS, help="Folder with the networks.")
def command(photos: tuple[Path, ...], name: str, answers: tuple[str, ...], sheet: Path | None, weights: Path) -> None:
    """Learn the faces of a tile set from one to four PHOTOS of its tiles, in any order.

    Each face is read once, or up to four times where the photos show more tiles. Doubtful tiles are listed, and asked
    for on a terminal; nothing is saved while one is open.
    """
    if len(photos) > MOST_PHOTOS:
        raise click.UsageError(f"{len(photos)} photos; one to {MOST_PHOTOS} are enough")
    name, store = checked_name(name), SetStore.default()
    if name in store.names():
        raise TileSetError(f"a tile set called {one_line(name)!r} exists already; forget it first (hu sets forget)")
    reader = Reader(weights)
    lesson = read_jointly(_tiles(photos, reader))
    if not lesson.tiles:
        raise InputError(f"no mahjong tiles found in {', '.join(one_line(str(photo)) for photo in photos)}")
    if sheet:
        _draw(lesson, sheet)
    check_lesson(lesson)  # before anybody is asked
    lesson = _answered(lesson, dict(map(_answer, answers)))
    check_lesson(lesson)
    store.save(
        learned(TileSet(name), lesson, ", ".join(photo.name for photo in photos), reader.classifier.checksum), new=True
    )
    known = {face for _, face in lesson.tiles}
    missing = [face for face in FACES if face not in known]
    click.echo(f"{one_line(name)}: {counted(len(known), 'face')} learned from {counted(len(lesson.tiles), 'tile')}")
    if missing:
        click.echo(f"not shown: {' '.join(missing)}")


def _tiles(photos: Sequence[Path], reader: Reader) -> list[Detection]:
    from hu.vision.photo.decoding import decode_photo  # noqa: PLC0415

    return [tile for photo in photos for tile in reader.detect(decode_photo(photo, enough_px=ENOUGH_PX))]


def _answer(text: str) -> tuple[int, str]:
    number, mark, face = text.partition("=")
    if not mark or not number.isdecimal():
        raise InputError(f"--face {one_line(text)}: expected a tile's number and its face, such as 7=3f")
    return int(number) - 1, parse_tile(face)


def _answered(lesson: Lesson, answers: dict[int, str]) -> Lesson:
    """Settle what is in doubt by the answers given, or by asking.

    Raises:
        InputError: a question stays open.
    """
    asked, lesson = lesson, answered(lesson, answers)
    questions = ", ".join(f"tile {index + 1} ({lesson.tiles[index][1]}?)" for index in lesson.doubtful)
    if questions and not sys.stdin.isatty():
        raise InputError(f"in doubt: {questions}; answer with --face NUMBER=FACE, --sheet shows the tiles")
    given = {
        index: parse_tile(click.prompt(f"tile {index + 1} is", default=lesson.tiles[index][1]).strip())
        for index in lesson.doubtful
    }
    return answered(asked, {**answers, **given})


def _draw(lesson: Lesson, path: Path) -> None:
    from PIL import Image  # noqa: PLC0415

    from hu.vision.photo.contact_sheet import contact_sheet  # noqa: PLC0415

    cells = [
        (Image.fromarray(tile.crop), f"{index + 1}: {face}", "?" if index in lesson.doubtful else "")
        for index, (tile, face) in enumerate(lesson.tiles)
        if tile.crop is not None
    ]
    try:
        contact_sheet(cells).save(path)
    except (OSError, ValueError) as error:
        raise InputError(f"--sheet {one_line(str(path))}: {error}") from None
