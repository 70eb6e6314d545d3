"""``hu evaluate``: how well a folder of labelled photos is read."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from app.evaluation import Judgement, judge, load_labelled, summary
from app.photos import read_one
from scoring.errors import HuError
from vision.onnx import WeightsError
from vision.reader import MODELS, Reader
from vision.training.crops import load_corrections


@click.command("evaluate")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="The figures as one JSON object.")
@click.option("--weights", type=click.Path(path_type=Path), default=MODELS, help="Folder with the networks.")
@click.option("--rules", type=click.Choice(["zung-jung", "fimj"]), default="zung-jung", show_default=True)
@click.option("--corrections", type=click.Path(path_type=Path, exists=True), help="CSV of labels known to be wrong.")
@click.option("--worst", type=int, default=0, help="Also list this many photos with the most corrections.")
def command(folder: Path, as_json: bool, weights: Path, rules: Any, corrections: Path | None, worst: int) -> None:
    """Measure the reading of FOLDER (images/ with YOLO labels/ or hands.jsonl).

    Only detections near labelled tiles count. Exit status 1 when a photo could not be read.
    """
    reader = Reader(weights)
    judgements, failed = [], 0
    for labelled in load_labelled(folder, load_corrections(corrections) if corrections else None):
        try:
            result = read_one(labelled.path, reader, rules)
        except WeightsError:
            raise
        except HuError as error:
            failed += 1
            click.echo(f"cannot be read: {error}", err=True)
            continue
        detections = [tile.detection for tile in result.layout.tiles]
        hand = [tile.tile for tile in result.reading.tiles if tile.role != "other"]
        judgements.append(judge(labelled, detections, hand, result.photo.size, result.seconds))
    if not judgements:
        raise click.ClickException(f"{folder}: no photo could be read")
    figures = summary(judgements) | {"failed": failed}
    click.echo(json.dumps(figures, ensure_ascii=False) if as_json else _table(figures))
    for one in sorted(judgements, key=lambda one: -one.corrections)[:worst]:
        click.echo(
            f"{one.path.name}: {one.corrections} corrections, {one.decoded} after decoding {_pairs(one)}", err=True
        )
    sys.exit(1 if failed else 0)


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
