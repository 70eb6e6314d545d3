"""``hu evaluate``: how well a folder of labelled photos is read."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from hu.app.evaluation.error_sheet import error_sheet
from hu.app.evaluation.evaluation import Judgement, judge_photos, load_labelled, summary
from hu.vision.labels import Corrections, read_corrections
from hu.vision.reader import MODELS, Reader


@click.command("evaluate")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON object.")
@click.option("--weights", type=click.Path(path_type=Path), default=MODELS, help="Folder with the networks.")
@click.option("--rules", type=click.Choice(["zung-jung", "fimj"]), default="zung-jung", show_default=True)
@click.option("--corrections", type=click.Path(path_type=Path, exists=True), help="CSV of labels known to be wrong.")
@click.option("--only", type=click.Path(path_type=Path, exists=True), help="List of photos to measure, one a line.")
@click.option("--worst", type=int, default=0, help="Also list this many photos with the most corrections.")
@click.option("--sheet", type=click.Path(path_type=Path), help="Draw the 60 surest errors into this picture.")
def command(
    folder: Path,
    as_json: bool,
    weights: Path,
    rules: Any,
    corrections: Path | None,
    only: Path | None,
    worst: int,
    sheet: Path | None,
) -> None:
    """Measure the reading of FOLDER (images/ with YOLO labels/ or hands.jsonl).

    Only detections near labelled tiles count. Exit status 1 when a photo could not be read.
    """
    photos = load_labelled(folder, read_corrections(corrections) if corrections else Corrections())
    if only:
        names = {line.split("\t")[0] for line in only.read_text(encoding="utf-8").splitlines()}
        photos = [photo for photo in photos if photo.path.name in names]
    judgements, failures = judge_photos(photos, Reader(weights), rules)
    for error in failures:
        click.echo(f"cannot be read: {error}", err=True)
    if not judgements:
        raise click.ClickException(f"{folder}: no photo could be read")
    if sheet and (drawn := error_sheet(judgements)):
        drawn.save(sheet)
    figures = summary(judgements) | {"failed": len(failures)}
    click.echo(json.dumps(figures, ensure_ascii=False) if as_json else _table(figures))
    for one in sorted(judgements, key=lambda one: -one.corrections)[:worst]:
        click.echo(
            f"{one.path.name}: {one.corrections} corrections, {one.decoded} after decoding {_pairs(one)}", err=True
        )
    sys.exit(1 if failures else 0)


def _pairs(one: Judgement) -> str:
    return " ".join(f"{real}>{read}" for real, read in one.confused)


def _table(figures: dict[str, Any]) -> str:
    rows = [
        ("photos", figures["photos"]),
        ("labelled tiles", figures["tiles"]),
        ("tile precision", figures["precision"]),
        ("tile recall", figures["recall"]),
        ("exact photos, networks alone", figures["exact"]),
        ("exact photos, layout and decoding", figures["exact_decoded"]),
        ("corrections per photo, networks alone", figures["corrections"]),
        ("corrections per photo, layout and decoding", figures["corrections_decoded"]),
        ("mAP50", figures["map50"]),
        ("calibration error", (figures["calibration"] or {}).get("error")),
        ("right among the surest 90 %", ((figures["calibration"] or {}).get("surest_90") or {}).get("right")),
        ("seconds per photo, median", figures["seconds"]["median"]),
        ("seconds per photo, worst", figures["seconds"]["worst"]),
    ]
    lines = [f"{name:44}{'-' if value is None else value}" for name, value in rows]
    pairs = ", ".join(f"{c['truth']} read as {c['read']} ({c['count']})" for c in figures["confusions"])
    return "\n".join([*lines, f"{'most confused':44}{pairs or 'none'}"])
