"""What a batch is to do: its photos, their answers, the photos that an earlier run read, and what reads them."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hu.app.batch.gathering import gather, name_order
from hu.app.batch.manifest import Line, load_manifest, match_names, repeated
from hu.app.batch.model import Settings, Task
from hu.app.batch.results import Known
from hu.app.batch.scoring import said_in
from hu.app.reading.answers import photos_in
from hu.scoring.deals import HOUSE
from hu.scoring.errors import HuError, InputError
from hu.scoring.house import HouseRules
from hu.scoring.lines import counted, one_line
from hu.scoring.nearest import nearest_name
from hu.scoring.rules import rule_names

if TYPE_CHECKING:
    from collections.abc import Callable

    from hu.app.reading.read import DetectsTiles

#: Where the weights lie, as in ``hu.vision.reader``, which takes long to import.
MODELS: Final = Path(__file__).resolve().parents[2] / "models"
#: Photos that no line names with which the name of a missing one is compared (each takes time), and how like it they
#: must be.
_COMPARED, _ALIKE = 1_000, 0.75
_NETWORKS: Final = ("detector.onnx", "classifier.onnx", "fitted.json")


@dataclass(slots=True)
class Plan:
    """A batch's tasks in the order of their rows, and problems that do not belong to one photo."""

    tasks: list[Task] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def plan(folder: Path, out: Path, manifest: Path | None, rules: str, house: HouseRules | None = None) -> Plan:
    """Gather the photos and what the manifest says about them.

    Args:
        folder: of the photos.
        out: folder of the results; photos in it do not belong to the batch.
        manifest: a CSV file, or None.
        rules: the rule set where the manifest names none.
        house: what hands by the same rules are scored with, where the manifest says nothing else.

    Raises:
        InputError: there is no photo, or the manifest cannot be read.
    """
    # Unlike those of pathlib, os.path's functions raise nothing about links in circles and overlong names.
    if os.path.realpath(out) == os.path.realpath(folder):
        raise InputError("--out: the results need a folder of their own, such as results/ beside the photos")
    gathered = gather(folder, out)
    made = Plan(problems=gathered.problems)
    if gathered.others:
        files = counted(gathered.others, "file")
        made.notes.append(f"left out {files} whose ending is not a photo's")
    if gathered.results:
        made.notes.append(f"left out {counted(gathered.results, 'folder')} with results of batches")
    lines = _lines_by_photo(manifest, folder, gathered.photos, made) if manifest is not None else {}
    beside = _beside(lines)
    photos = sorted({*gathered.photos, *lines} - (beside - lines.keys()), key=name_order)
    if not photos:
        raise InputError("; ".join([f"{folder}: no photos (JPEG, PNG, WebP, HEIC) in it", *made.problems]))
    made.tasks = [_task(index, photo, folder, lines.get(photo), rules, house) for index, photo in enumerate(photos)]
    return made


def _beside(lines: Mapping[str, Line]) -> set[str]:
    """The photos that lines name for indicators and other hands: no rows of their own."""
    return {photo for line in lines.values() for photo in photos_in(said_in(line.cells))}


def _lines_by_photo(path: Path, folder: Path, photos: list[str], made: Plan) -> dict[str, Line]:
    manifest = load_manifest(path)
    made.problems += manifest.problems
    found: dict[str, Line] = {}
    for listed, photo in match_names(manifest.lines, photos):
        line = manifest.lines[listed]
        where = f"manifest, line {line.number}"
        name = photo or listed.removeprefix("./")
        if photo is None and (Path(name).is_absolute() or ".." in Path(name).parts):
            made.problems.append(f"{where}: {one_line(listed)} lies outside the folder of photos")
            continue
        if name in found:
            made.problems.append(f"{where}: {one_line(name)} is on line {found[name].number} already")
            line = repeated(line, found[name], where)
        found[name] = line
    unnamed = [photo for photo in photos if photo not in found][:_COMPARED]
    for name in found.keys() - set(photos):
        if not os.path.exists(folder / name):  # noqa: PTH110
            near = nearest_name(name, unnamed, _ALIKE)
            hint = f"; did you mean {one_line(near)!r}?" if near else ""
            found[name] = replace(found[name], problem=f"the manifest names it on line {found[name].number}{hint}")
    return found


def _task(index: int, photo: str, folder: Path, line: Line | None, rules: str, house: HouseRules | None) -> Task:
    answers = line.cells if line else {}
    problem = line.problem if line else ""
    named = answers.get("rules")
    chosen = named if named in rule_names() else rules
    if house is not None and house.rules == chosen:
        answers = {**answers, HOUSE: json.dumps(dict(house.options), ensure_ascii=False, sort_keys=True)}
    return Task(index, photo, str(folder / photo), chosen, answers, problem)


def with_known(tasks: list[Task], earlier: Mapping[str, Known], reader: str) -> list[Task]:
    """Add to each task what an earlier run knows: which photo it read, and what somebody corrected since."""
    return [_with_known(task, earlier[task.photo], reader) if task.photo in earlier else task for task in tasks]


def _with_known(task: Task, known: Known, reader: str) -> Task:
    valid = known.reader == reader and known.rules == task.rules
    return replace(task, known=known.digest, valid=valid, corrections=known.corrected)


def reader_digest(weights: Path, *settings: object) -> str:
    """A digest of everything but the photo that a reading depends on: program, networks, settings.

    Raises:
        HuError: a network is missing.
    """
    digest = sha256(f"{_version()} {settings}".encode())
    for name in _NETWORKS:
        try:
            digest.update(sha256((weights / name).read_bytes()).digest())
        except OSError as error:
            raise HuError(
                f"{weights / name}: {error.strerror}; name the folder of the networks with --weights"
            ) from None
    return digest.hexdigest()[:16]


def _version() -> str:
    try:
        return version("hu-mahjong")
    except PackageNotFoundError:
        return "unknown"


def read_by_networks(weights: Path, threads: int, tile_set: Path | None = None) -> "DetectsTiles":
    """The project's own networks, loaded when the first photo comes.

    Args:
        weights: folder with the networks.
        threads: processor threads for one process; 0 takes all.
        tile_set: file of a set that was taught.
    """
    from hu.app.sets.store import read_set  # noqa: PLC0415
    from hu.vision.reader import Reader  # noqa: PLC0415  # the process that hands out photos needs no networks

    return Reader(weights, threads=threads, tile_set=read_set(tile_set) if tile_set else None)


def settings_for(
    weights: Path | None, out: Path, set_name: str | None = None, *, overlays: bool, max_megapixels: float
) -> Settings:
    """The settings of a batch read by networks.

    Args:
        weights: folder with the networks; None for the project's own.
        out: folder of the results.
        set_name: a tile set that was taught.
        overlays: whether to draw overlays and thumbnails.
        max_megapixels: larger pictures are refused.

    Raises:
        HuError: a network or the tile set is missing.
    """
    weights = (weights or MODELS).absolute()
    make: Callable[[Path, int], DetectsTiles] = read_by_networks
    taught: tuple[str, ...] = ()
    if set_name is not None:
        from hu.app.sets.store import SetStore  # noqa: PLC0415

        file = SetStore.default().file(set_name)
        make, taught = partial(read_by_networks, tile_set=file), (sha256(file.read_bytes()).hexdigest(),)
    digest = reader_digest(weights, max_megapixels, *taught)
    return Settings(make, weights, out.absolute(), digest, overlays=overlays, max_megapixels=max_megapixels)
