"""``hu read``: the tiles in photos, as text or JSON Lines."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from hu.app.commands.options import megapixels_option, rules_option, set_option, taught, with_progress
from hu.app.reading.as_json import hand_to_json, overlay_of, photo_to_json, why_lines, why_to_json
from hu.app.reading.doubts import advise
from hu.app.reading.hands import TableHand, hands_of, with_runners_up
from hu.app.reading.model import HandReading, PhotoReading, UnreadPhoto
from hu.app.reading.read import read_photos
from hu.scoring.errors import HuError
from hu.scoring.lines import json_line, one_line
from hu.scoring.rule_set import RuleSet
from hu.vision.reader import MODELS, Reader


@click.command("read")
@click.argument("photos", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="One JSON object a line, in the order given.")
@click.option("--all", "every_hand", is_flag=True, help="Read the other players' open hands on the table, too.")
@rules_option
@set_option
@click.option("--weights", type=click.Path(path_type=Path), default=MODELS, help="Folder with the networks.")
@click.option("--why", is_flag=True, help="Tell the evidence for each group, each tile left out, and the choice.")
@click.option("--overlay", type=click.Path(path_type=Path), help="Draw what was read over the photo (one photo only).")
@megapixels_option
def command(
    photos: tuple[Path, ...],
    as_json: bool,
    every_hand: bool,
    rules: RuleSet,
    set_name: str | None,
    weights: Path,
    why: bool,
    overlay: Path | None,
    max_megapixels: float,
) -> None:
    """Read the tiles in PHOTOS and print each hand with what is in doubt.

    Exit status 1 when a photo could not be read; the others are still read.
    """
    if overlay and len(photos) > 1:
        raise click.UsageError("--overlay draws one photo; give one, or use 'hu batch' for many")
    reader = Reader(weights, tile_set=taught(set_name))
    failed = False
    results = read_photos(with_progress(photos), reader, rules.name, max_megapixels=max_megapixels)
    for path, result in zip(photos, results, strict=True):
        with tqdm.external_write_mode():
            if isinstance(result, UnreadPhoto):
                failed = True
                _report_failure(path, result.error, as_json)
                continue
            hands = hands_of(result.reading, rules.name) if every_hand else ()
            # Among the others it is not asked to be alone in the photo.
            told = replace(result, reading=hands[0].reading) if hands else result
            if why:
                told = replace(told, reading=with_runners_up(told.reading, rules.name))
            if as_json:
                found: dict[str, object] = {"hands": [hand_to_json(hand) for hand in hands]} if every_hand else {}
                found |= {"why": why_to_json(told.reading)} if why else {}
                click.echo(json_line(photo_to_json(told, str(path)) | found))
            else:
                evidence = [f"  {line}" for line in why_lines(told.reading)] if why else []
                click.echo("\n".join([_text(path, told), *evidence, *map(_beside, hands[1:])]))
        if overlay:
            _save(overlay_of(told if why else result, why=why), overlay)
    sys.exit(1 if failed else 0)


def _report_failure(path: Path, error: HuError, as_json: bool) -> None:
    if as_json:
        click.echo(json_line({"photo": str(path), "error": str(error)}))
    else:
        click.echo(f"cannot be read: {error}", err=True)


def _text(path: Path, result: PhotoReading) -> str:
    reading = result.reading
    lines = [f"{one_line(str(path))}: {reading.text or 'no hand'}", *_doubts(reading)]
    lines += [f"  take it again: {advice.text}" for advice in advise(result.photo, reading)]
    return "\n".join(lines)


def _beside(hand: TableHand) -> str:
    """Another player's hand."""
    return "\n".join([f"  {hand.side}: {hand.reading.text}", *(f"  {line}" for line in _doubts(hand.reading))])


def _doubts(reading: HandReading) -> Iterator[str]:
    place = {tile.index: number for number, tile in enumerate(reading.tiles, 1)}
    for doubt in reading.doubts:
        where = "" if doubt.tile is None or doubt.as_read else f"tile {place[doubt.tile]}: "
        read = f" (read as {doubt.as_read})" if doubt.as_read else ""
        yield f"  in doubt: {where}{doubt.why}{read}"


def _save(picture: NDArray[np.uint8], path: Path) -> None:
    from hu.vision.overlay import save_overlay  # noqa: PLC0415

    try:
        save_overlay(picture, path)
    except (OSError, ValueError) as error:
        raise click.ClickException(one_line(f"--overlay {path}: {error}")) from None
