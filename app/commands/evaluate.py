"""``hu evaluate``: how well a folder of labelled photos is read."""

import sys
from pathlib import Path

import click

from hu.app.commands import options
from hu.app.evaluation.error_sheet import error_sheet
from hu.app.evaluation.figures import Figures, figures_of
from hu.app.evaluation.judging import judge_photos
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
    "--worst", type=int, default=0, help="Also list this many photos with the most corrections."
)
@options.sheet
@options.as_json
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
    """Measure the reading of FOLDER: images/ with YOLO labels/ or hands.jsonl, or photos with a table of hands (*.tsv).

    With labels/ only detections near labelled tiles count, with hands only the tiles read as the hand. --sheet draws
    the 60 errors that were read most surely. The exit status is 1 if a photo could not be read.
    """
    photos = load_labelled(folder, read_corrections(corrections) if corrections else Corrections())
    if only:
        listed = contents(only, f"--only {only}", InputError).decode("utf-8", "replace")
        names = {line.split("\t")[0] for line in listed.splitlines()}
        photos = [photo for photo in photos if photo.path.name in names]
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
    if sheet and (drawn := error_sheet(judgements)):
        options.save_picture(drawn, sheet, "--sheet")
    figures = figures_of(judgements)
    if as_json:
        click.echo(json_line(figures.to_json() | {"failed": len(failures)}))
    else:
        click.echo(_table(figures))
    for judgement in sorted(judgements, key=lambda judgement: -judgement.corrections)[:worst]:
        edits = quantity(judgement.corrections, "correction")
        pairs = " ".join(f"{truth}>{read}" for truth, read in judgement.confused)
        name = one_line(judgement.path.name)
        click.echo(f"{name}: {edits}, {judgement.decoded} after decoding {pairs}", err=True)
    sys.exit(1 if failures else 0)


def _table(figures: Figures) -> str:
    calibration = figures.calibration
    rows = [
        ("photos", figures.photos),
        ("labelled tiles", figures.tiles),
        ("tile precision", figures.precision),
        ("tile recall", figures.recall),
        ("exact photos, networks alone", figures.exact),
        ("exact photos, layout and decoding", figures.exact_decoded),
        ("corrections per photo, networks alone", figures.corrections),
        ("corrections per photo, layout and decoding", figures.corrections_decoded),
        ("mAP50", figures.map50),
        ("calibration error", calibration and calibration.error),
        ("right among the surest 90 %", calibration and calibration.surest_90.right),
        ("seconds per photo, median", figures.seconds.median),
        ("seconds per photo, worst", figures.seconds.worst),
    ]
    rounded = [
        (name, round(value, 4) if isinstance(value, float) else value) for name, value in rows
    ]
    lines = [f"{name:44}{'-' if value is None else value}" for name, value in rounded]
    pairs = ", ".join(
        f"{pair.truth} read as {pair.read} ({pair.count})" for pair in figures.confusions
    )
    return "\n".join([*lines, f"{'most confused':44}{pairs or 'none'}"])
