"""``hu read``: the tiles in photos, as text or JSON Lines."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
from tqdm import tqdm

from hu.app.commands import options
from hu.app.commands.pictures import refuse_photo_itself, save_picture
from hu.app.i18n import LANGUAGES
from hu.app.reading.advice import Advice, advise
from hu.app.reading.explain import why_lines
from hu.app.reading.hands import TableHand, add_runners_up, hands_of
from hu.app.reading.model import HandReading, PhotoReading, UnreadPhoto
from hu.app.reading.pictures import overlay_of
from hu.app.reading.read import read_photos
from hu.app.reading.to_record import photo_record, unread_record
from hu.app.records.schema import record_to_json
from hu.app.records.words import ReadingWords, reading_words
from hu.scoring.errors import one_line
from hu.scoring.rule_set.interface import RuleSet


@click.command("read")
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
@options.rules
@click.option("--all", "all_hands", is_flag=True, help="Also read the other players' open hands.")
@click.option(
    "--why",
    is_flag=True,
    help="Show the evidence for each group, each tile left out, and the choice.",
)
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    default="en",
    show_default=True,
    help="The language of --why, and of what is in doubt. The text in an --overlay is English.",
)
@options.overlay
@options.print_json
@options.photos
def command(
    photos: tuple[Path, ...],
    as_json: bool,
    all_hands: bool,
    rules: RuleSet,
    why: bool,
    language: str,
    overlay: Path | None,
    photo_options: options.PhotoOptions,
) -> None:
    """Read the tiles in PHOTOS and print each hand, with what is in doubt.

    The exit status is 1 if a photo could not be read. The others are read all the same.
    """
    if overlay and len(photos) > 1:
        raise click.UsageError("--overlay draws one photo; give one, or use 'hu batch' for many")
    refuse_photo_itself(overlay, photos, "--overlay")
    has_failed = False
    words = reading_words(language)
    results = read_photos(
        options.with_progress(photos),
        photo_options.reader,
        rules.name,
        max_megapixels=photo_options.max_megapixels,
    )
    for path, result in zip(photos, results, strict=True):
        # tqdm removes its bar for the output, and draws it again below.
        with tqdm.external_write_mode():
            if isinstance(result, UnreadPhoto):
                has_failed = True
                _print_error(path, result, as_json=as_json)
                continue
            hands = hands_of(result.reading, rules.name) if all_hands else ()
            photo_reading = result
            if hands:
                # If there are other hands, this reading of the photographed hand leaves out the
                # doubts about the whole photo.
                photo_reading = replace(result, reading=hands[0].reading)
            if why:
                full_reading = add_runners_up(photo_reading.reading, rules.name)
                photo_reading = replace(photo_reading, reading=full_reading)
            if as_json:
                open_hands = hands if all_hands else None
                record = photo_record(photo_reading, str(path), open_hands, why=why)
                click.echo(record_to_json(record))
            else:
                click.echo("\n".join(_lines(path, photo_reading, hands, words, why=why)))
        if overlay:
            # With --why, the evidence in the picture is the evidence that is printed.
            pictured_reading = photo_reading if why else result
            save_picture(overlay_of(pictured_reading, why=why), overlay, "--overlay")
    sys.exit(1 if has_failed else 0)


def _print_error(path: Path, photo: UnreadPhoto, *, as_json: bool) -> None:
    if as_json:
        click.echo(record_to_json(unread_record(photo, str(path))))
    else:
        click.echo(f"cannot be read: {photo.error}", err=True)


def _lines(
    path: Path,
    photo_reading: PhotoReading,
    hands: tuple[TableHand, ...],
    words: ReadingWords,
    *,
    why: bool,
) -> Iterator[str]:
    """Write the hand in a photo, what is in doubt, and the other players' hands.

    Args:
        path: the photo's file.
        photo_reading: the photo as it was read.
        hands: every open hand, the photographed one first, or empty.
        words: the words for the evidence and the doubts.
        why: whether to add the evidence.
    """
    reading = photo_reading.reading
    yield f"{one_line(str(path))}: {reading.text or words.t('why.no_hand')}"
    if reading.unused_flowers:
        yield f"  {words.unused_flowers(len(reading.unused_flowers))}"
    yield from _doubt_lines(reading, words)
    for advice in advise(photo_reading.photo, reading):
        yield f"  {words.t('why.retake')}: {_advice_text(advice, words)}"
    if why:
        for line in why_lines(reading, words):
            yield f"  {line}"
    for hand in hands[1:]:
        yield f"  {words.t(f'why.side_{hand.side}')}: {hand.reading.text}"
        if hand.reading.unused_flowers:
            yield f"    {words.unused_flowers(len(hand.reading.unused_flowers))}"
        for line in _doubt_lines(hand.reading, words):
            yield f"  {line}"


def _advice_text(advice: Advice, words: ReadingWords) -> str:
    """Write how to take the next photo. In other languages the page's sentences are used."""
    if words.t.language == "en":
        return advice.text
    return words.t(f"retake.{advice.flaw}", count=len(advice.tiles))


def _doubt_lines(reading: HandReading, words: ReadingWords) -> Iterator[str]:
    """Write the doubts about a hand. Tiles are counted from 1."""
    number_of = {tile.index: number for number, tile in enumerate(reading.tiles, 1)}
    for doubt in reading.doubts:
        question = words.doubt(doubt.id, doubt.parameters)
        if doubt.as_read is not None:
            question = words.doubt_as_read(
                question, doubt.as_read, changes_score=doubt.changes_score
            )
        elif doubt.tile is not None:
            question = f"{words.numbers([number_of[doubt.tile]])}: {question}"
        yield f"  {words.t('why.in_doubt')}: {question}"
