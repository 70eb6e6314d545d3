"""``hu read``: the tiles in photos, as text or JSON Lines."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
from tqdm import tqdm

from hu.app.commands import options
from hu.app.commands.pictures import save_picture
from hu.app.reading.advice import advise
from hu.app.reading.as_json import hand_to_json, photo_to_json
from hu.app.reading.explain import why_lines, why_to_json
from hu.app.reading.hands import TableHand, add_runners_up, hands_of
from hu.app.reading.model import HandReading, PhotoReading, UnreadPhoto
from hu.app.reading.pictures import overlay_of
from hu.app.reading.read import read_photos
from hu.scoring.errors import one_line
from hu.scoring.lines import json_line
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
@options.overlay
@options.print_json
@options.photos
def command(
    photos: tuple[Path, ...],
    as_json: bool,
    all_hands: bool,
    rules: RuleSet,
    why: bool,
    overlay: Path | None,
    photo_options: options.PhotoOptions,
) -> None:
    """Read the tiles in PHOTOS and print each hand, with what is in doubt.

    The exit status is 1 if a photo could not be read; the others are read all the same.
    """
    if overlay and len(photos) > 1:
        raise click.UsageError("--overlay draws one photo; give one, or use 'hu batch' for many")
    has_failed = False
    results = read_photos(
        options.with_progress(photos),
        photo_options.reader,
        rules.name,
        max_megapixels=photo_options.max_megapixels,
    )
    for path, result in zip(photos, results, strict=True):
        # Output above the bar, which is drawn again below it.
        with tqdm.external_write_mode():
            if isinstance(result, UnreadPhoto):
                has_failed = True
                _print_error(path, result, as_json=as_json)
                continue
            hands = hands_of(result.reading, rules.name) if all_hands else ()
            shown = result
            if hands:
                # Beside other hands, the photographed one is not doubted for not being alone.
                shown = replace(shown, reading=hands[0].reading)
            if why:
                shown = replace(shown, reading=add_runners_up(shown.reading, rules.name))
            if as_json:
                answer = photo_to_json(shown, str(path))
                if all_hands:
                    answer["hands"] = [hand_to_json(hand) for hand in hands]
                if why:
                    answer["why"] = why_to_json(shown.reading)
                click.echo(json_line(answer))
            else:
                click.echo("\n".join(_lines(path, shown, hands, why=why)))
        if overlay:
            drawn = shown if why else result
            save_picture(overlay_of(drawn, why=why), overlay, "--overlay")
    sys.exit(1 if has_failed else 0)


def _print_error(path: Path, photo: UnreadPhoto, *, as_json: bool) -> None:
    if as_json:
        click.echo(json_line({"photo": str(path), "error": str(photo.error)}))
    else:
        click.echo(f"cannot be read: {photo.error}", err=True)


def _lines(
    path: Path, result: PhotoReading, hands: tuple[TableHand, ...], *, why: bool
) -> Iterator[str]:
    """Write the hand in a photo, what is in doubt, and the other players' hands.

    Args:
        path: of the photo.
        result: the reading.
        hands: every open hand, the photographed one first, or empty.
        why: whether to add the evidence.
    """
    reading = result.reading
    yield f"{one_line(str(path))}: {reading.text or 'no hand'}"
    yield from _doubt_lines(reading)
    for advice in advise(result.photo, reading):
        yield f"  take it again: {advice.text}"
    if why:
        for line in why_lines(reading):
            yield f"  {line}"
    for hand in hands[1:]:
        yield f"  {hand.side}: {hand.reading.text}"
        for line in _doubt_lines(hand.reading):
            yield f"  {line}"


def _doubt_lines(reading: HandReading) -> Iterator[str]:
    number_of = {tile.index: number for number, tile in enumerate(reading.tiles, 1)}
    for doubt in reading.doubts:
        if doubt.as_read:
            yield f"  in doubt: {doubt.why} (read as {doubt.as_read})"
        elif doubt.tile is None:
            yield f"  in doubt: {doubt.why}"
        else:
            yield f"  in doubt: tile {number_of[doubt.tile]}: {doubt.why}"
