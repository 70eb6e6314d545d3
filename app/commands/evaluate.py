"""``hu evaluate``: how well a folder of labelled photos is read."""

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

from hu.app.commands import options
from hu.app.commands.pictures import refuse_photo_itself, save_picture
from hu.app.evaluation.error_sheet import error_sheet
from hu.app.evaluation.figures import FolderFigures, figures_of
from hu.app.evaluation.judging import PhotoJudgement, judge_photos
from hu.app.evaluation.labelled import load_labelled
from hu.scoring.errors import InputError, one_line
from hu.scoring.lines import json_line, quantity
from hu.scoring.rule_set.interface import RuleSet
from hu.vision.photo.files import contents
from hu.vision.photo.labels import Corrections, read_corrections


@click.command("evaluate")
@click.argument("folder", type=click.Path(path_type=Path))
@options.rules
@click.option(
    "--corrections",
    type=click.Path(path_type=Path, exists=True),
    help="CSV of labels known to be wrong.",
)
@click.option(
    "--only",
    type=click.Path(path_type=Path, exists=True),
    help="List of photos to measure, one a line.",
)
@click.option(
    "--worst",
    type=click.IntRange(min=0),
    default=0,
    help="Also list this many photos with the most corrections.",
)
@options.sheet
@options.print_json
@options.photos
def command(
    folder: Path,
    as_json: bool,
    photo_options: options.PhotoOptions,
    rules: RuleSet,
    corrections: Path | None,
    only: Path | None,
    worst: int,
    sheet: Path | None,
) -> None:
    """Measure how well the photos in FOLDER are read.

    FOLDER has images/ with YOLO labels/ or hands.jsonl, or photos with a table of hands (*.tsv).
    With labels/ only detections near labelled tiles count, with hands only the tiles read as the
    hand. --sheet draws the 60 errors that were read most surely. The exit status is 1 if a photo
    could not be read.
    """  # the first paragraph is the command's summary
    label_corrections = read_corrections(corrections) if corrections else Corrections()
    photos = load_labelled(folder, label_corrections)
    refuse_photo_itself(sheet, [photo.path for photo in photos], "--sheet")
    if only:
        names = _read_names(only)
        photos = [photo for photo in photos if photo.path.name in names]
        if not photos:
            raise InputError(f"--only {only}: names none of the photos in {folder}")
    judgements, failures = judge_photos(
        options.with_progress(photos),
        photo_options.reader,
        rules.name,
        photo_options.max_megapixels,
    )
    for error in failures:
        click.echo(f"cannot be read: {error}", err=True)
    if not judgements:
        raise click.ClickException(f"{one_line(str(folder))}: no photo could be read")
    if sheet:
        picture = error_sheet(judgements)
        if picture is not None:
            save_picture(picture, sheet, "--sheet")
    figures = figures_of(judgements)
    if as_json:
        click.echo(json_line({**asdict(figures), "failed": len(failures)}))
    else:
        click.echo(_table(figures))
    for line in _worst_photos(judgements, worst):
        click.echo(line, err=True)
    sys.exit(1 if failures else 0)


def _read_names(path: Path) -> set[str]:
    """Read the names of photos, the first column of a list."""
    text = contents(path, f"--only {path}", InputError).decode("utf-8-sig", "replace")
    return {line.split("\t")[0] for line in text.splitlines()}


def _worst_photos(judgements: Sequence[PhotoJudgement], count: int) -> list[str]:
    """Describe the photos whose tiles, as the networks read them, need the most corrections.

    Args:
        judgements: the photos' readings beside the truth.
        count: how many photos are described at most.

    Returns:
        A line for each photo, the worst first.
    """
    by_corrections = sorted(judgements, key=lambda judgement: -judgement.corrections)
    lines = []
    for judgement in by_corrections[:count]:
        name = one_line(judgement.path.name)
        corrections = quantity(judgement.corrections, "correction")
        pairs = " ".join(f"{truth}>{read}" for truth, read in judgement.confused)
        after_decoding = f"{judgement.corrections_decoded} after decoding"
        lines.append(f"{name}: {corrections}, {after_decoding} {pairs}")
    return lines


def _table(figures: FolderFigures) -> str:
    """Write the figures as a table with one figure a line."""
    calibration_error = None
    surest_right = None
    if figures.calibration is not None:
        calibration_error = figures.calibration.error
        surest_right = figures.calibration.surest_90.right
    rows: list[tuple[str, float | None]] = [
        ("photos", figures.photos),
        ("labelled tiles", figures.tiles),
        ("tile precision", figures.precision),
        ("tile recall", figures.recall),
        ("exact photos, networks alone", figures.exact),
        ("exact photos, layout and decoding", figures.exact_decoded),
        ("corrections per photo, networks alone", figures.corrections),
        ("corrections per photo, layout and decoding", figures.corrections_decoded),
        ("mAP50", figures.map50),
        ("calibration error", calibration_error),
        ("right among the surest 90 %", surest_right),
        ("seconds per photo, median", figures.seconds.median),
        ("seconds per photo, worst", figures.seconds.worst),
    ]
    lines = [f"{name:44}{_figure(value)}" for name, value in rows]
    pairs = [f"{pair.truth} read as {pair.read} ({pair.count})" for pair in figures.confusions]
    lines.append(f"{'most confused':44}{', '.join(pairs) or 'none'}")
    return "\n".join(lines)


def _figure(value: float | None) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return str(round(value, 4))
    return str(value)
