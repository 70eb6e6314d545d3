"""``hu read``: the tiles in photos, as text or JSON Lines."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
from tqdm import tqdm

from hu.app.commands import options
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
@click.option("--all", "every_hand", is_flag=True, help="Also read the other players' open hands.")
@click.option(
    "--why",
    is_flag=True,
    help="Show the evidence for each group, each tile left out, and the choice.",
)
@options.overlay
@options.as_json
@options.photos
def command(
    photos: tuple[Path, ...],
    as_json: bool,
    every_hand: bool,
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
    failed = False
    results = read_photos(
        options.with_progress(photos),
        photo_options.reader,
        rules.name,
        max_megapixels=photo_options.max_megapixels,
    )
    for path, result in zip(photos, results, strict=True):
        with tqdm.external_write_mode():
            if isinstance(result, UnreadPhoto):
                failed = True
                row = json_line({"photo": str(path), "error": str(result.error)})
                click.echo(row if as_json else f"cannot be read: {result.error}", err=not as_json)
                continue
            hands = hands_of(result.reading, rules.name) if every_hand else ()
            # Among the others it is not asked to be alone in the photo.
            shown = replace(result, reading=hands[0].reading) if hands else result
            if why:
                shown = replace(shown, reading=add_runners_up(shown.reading, rules.name))
            if as_json:
                found: dict[str, object] = (
                    {"hands": [hand_to_json(hand) for hand in hands]} if every_hand else {}
                )
                found |= {"why": why_to_json(shown.reading)} if why else {}
                click.echo(json_line(photo_to_json(shown, str(path)) | found))
            else:
                evidence = [f"  {line}" for line in why_lines(shown.reading)] if why else []
                click.echo("\n".join([_text(path, shown), *evidence, *map(_beside, hands[1:])]))
        if overlay:
            options.save_picture(
                overlay_of(shown if why else result, why=why), overlay, "--overlay"
            )
    sys.exit(1 if failed else 0)


def _text(path: Path, result: PhotoReading) -> str:
    reading = result.reading
    lines = [f"{one_line(str(path))}: {reading.text or 'no hand'}", *_doubts(reading)]
    lines += [f"  take it again: {advice.text}" for advice in advise(result.photo, reading)]
    return "\n".join(lines)


def _beside(hand: TableHand) -> str:
    """Another player's hand."""
    return "\n".join(
        [f"  {hand.side}: {hand.reading.text}", *(f"  {line}" for line in _doubts(hand.reading))]
    )


def _doubts(reading: HandReading) -> Iterator[str]:
    place = {tile.index: number for number, tile in enumerate(reading.tiles, 1)}
    for doubt in reading.doubts:
        where = "" if doubt.tile is None or doubt.as_read else f"tile {place[doubt.tile]}: "
        read = f" (read as {doubt.as_read})" if doubt.as_read else ""
        yield f"  in doubt: {where}{doubt.why}{read}"
