"""``hu batch``: every photo of a folder, read and scored."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import click

from hu.app.commands import options
from hu.scoring.errors import InputError
from hu.scoring.lines import quantity
from hu.scoring.rule_set.house import HouseRules
from hu.scoring.rule_set.interface import RuleSet

if TYPE_CHECKING:
    from hu.app.batch.run import Engine


@click.command("batch")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
@click.option(
    "--out", required=True, type=click.Path(path_type=Path), help="Folder for the results."
)
@click.option(
    "--manifest", type=click.Path(path_type=Path), help="CSV: who won each photo's hand, and how."
)
@options.rules_and_house
@click.option(
    "--resume",
    is_flag=True,
    help="Continue earlier results. Only new and changed photos are read.",
)
@click.option(
    "--corrections",
    type=click.Path(path_type=Path),
    help="Apply a corrected results.csv. No photo is read.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Number of reading processes. Default: one for each core.",
)
@click.option(
    "--engine",
    type=click.Choice(["local", "ray"]),
    default="local",
    show_default=True,
    help="Read on this machine alone, or with Ray.",
)
@click.option("--address", help="The Ray cluster's address. Without it, Ray runs on this machine.")
@click.option(
    "--overlays/--no-overlays",
    default=True,
    show_default=True,
    help="Draw the tiles read over each photo.",
)
@options.photos
def command(
    folder: Path | None,
    out: Path,
    manifest: Path | None,
    rules: RuleSet,
    house: HouseRules,
    resume: bool,
    corrections: Path | None,
    workers: int | None,
    engine: "Engine",
    address: str | None,
    overlays: bool,
    photo_options: options.PhotoOptions,
) -> None:
    """Read every photo in FOLDER and below, and score those that the manifest has answers for.

    --rules is the rule set of photos whose line in the manifest names none.

    Writes results.jsonl (one line for each photo), results.csv, overlays and index.html to --out.

    Exit status: 0 if every photo was read and every hand with answers scored; 1 if some were not
    (each is named); 2 if the command line, the folder or the manifest cannot be used; 130 if
    interrupted (run it again with --resume).
    """
    if corrections is not None:
        sys.exit(_apply_corrections(out, corrections))
    if folder is None:
        raise click.UsageError("name the folder of the photos")
    if address is not None and engine != "ray":
        raise click.UsageError("--address is for --engine ray")
    # Imported here, because the command's help needs none of it.
    from hu.app.batch.run import Batch, run_batch  # noqa: PLC0415
    from hu.app.batch.settings import make_settings  # noqa: PLC0415

    settings = make_settings(
        out,
        photo_options.weights,
        photo_options.set_name,
        overlays=overlays,
        max_megapixels=photo_options.max_megapixels,
    )
    if engine == "ray" and find_spec("ray") is None:
        raise InputError("--engine ray: Ray is not installed; pip install 'hu-mahjong[batch]'")
    if workers is None:
        # Ray knows how many cores a cluster has.
        workers = 0 if address else _usable_cores()
    batch = Batch(
        folder=folder,
        settings=settings,
        manifest=manifest,
        rules=rules.name,
        workers=workers,
        resume=resume,
        house=house if house.options else None,
        engine=engine,
        address=address,
    )
    summary = run_batch(batch)
    click.echo(summary.text(out), err=True)
    sys.exit(summary.exit_status)


def _usable_cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _apply_corrections(out: Path, file: Path) -> int:
    """Apply a table of corrections, print its effects, and return the exit status."""
    from hu.app.batch.corrections import apply_corrections  # noqa: PLC0415

    report = apply_corrections(out, file)
    for change in report.changes:
        click.echo(change)
    for problem in report.problems:
        click.echo(problem, err=True)
    corrected = quantity(len(report.changes), "photo")
    unused = quantity(len(report.problems), "correction")
    click.echo(f"{corrected} corrected, {unused} not used", err=True)
    if report.problems or report.failed:
        return 1
    return 0
