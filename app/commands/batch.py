"""``hu batch``: every photo of a folder, read and scored."""

import os
import sys
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import click

from hu.app.commands import options
from hu.scoring.errors import InputError
from hu.scoring.lines import quantity
from hu.scoring.rule_set.house import HouseRules
from hu.scoring.rule_set.interface import RuleSet


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
    help="Continue earlier results; read only photos that are new or changed.",
)
@click.option(
    "--corrections",
    type=click.Path(path_type=Path),
    help="Apply a corrected results.csv; no photo is read.",
)
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Number of reading processes; default: one for each core.",
)
@click.option("--engine", type=click.Choice(["local", "ray"]), default="local", show_default=True)
@click.option("--address", help="The Ray cluster's address; without it, Ray runs on this machine.")
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
    engine: str,
    address: str | None,
    overlays: bool,
    photo_options: options.PhotoOptions,
) -> None:
    """Read every photo in FOLDER and below, and score those that the manifest has answers for.

    --rules is the rule set where the manifest names none.

    Writes results.jsonl (one line for each photo), results.csv, overlays and index.html to --out.

    Exit status: 0 if every photo was read and every hand with answers scored; 1 if some were not (each is named); 2 if
    the command line, the folder or the manifest cannot be used; 130 if interrupted (go on with --resume).
    """
    if corrections is not None:
        sys.exit(_correct(out, corrections))
    if folder is None:
        raise click.UsageError("name the folder of the photos")
    if address is not None and engine != "ray":
        raise click.UsageError("--address is for --engine ray")
    from hu.app.batch.local import read_locally  # noqa: PLC0415  # help needs none of them
    from hu.app.batch.plan import settings_for  # noqa: PLC0415
    from hu.app.batch.run import Batch, run  # noqa: PLC0415

    set_name, max_megapixels = photo_options.set_name, photo_options.max_megapixels
    settings = settings_for(
        photo_options.weights, out, set_name, overlays=overlays, max_megapixels=max_megapixels
    )
    # Ray knows the cores of a cluster.
    cores = (
        len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    )
    workers = workers or (0 if address else cores)
    read = read_locally
    if engine == "ray":
        if find_spec("ray") is None:
            raise InputError("--engine ray: Ray is not installed; pip install 'hu-mahjong[batch]'")
        from hu.app.batch.on_ray import read_on_ray  # noqa: PLC0415  # Ray takes a second to import

        read = partial(read_on_ray, address=address)
    batch = Batch(
        folder,
        settings,
        manifest,
        rules.name,
        workers,
        resume,
        house if house.options else None,
        read,
    )
    summary = run(batch)
    click.echo(summary.text(out), err=True)
    sys.exit(summary.exit_status)


def _correct(out: Path, file: Path) -> int:
    from hu.app.batch.corrections import correct  # noqa: PLC0415

    done = correct(out, file)
    for change in done.changes:
        click.echo(change)
    for problem in done.problems:
        click.echo(problem, err=True)
    corrected, unused = (
        quantity(len(done.changes), "photo"),
        quantity(len(done.problems), "correction"),
    )
    click.echo(f"{corrected} corrected, {unused} not used", err=True)
    return 1 if done.problems or done.failed else 0
