"""What a batch is to do: its photos, the answers about each, and what reads them."""

import json
import os
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hu.app.batch.manifest import Cells, Line, load_manifest, match_names, merge_repeated
from hu.app.batch.rows import answers_in
from hu.app.reading.answers import photos_in
from hu.scoring.errors import HuError, InputError, one_line
from hu.scoring.lines import quantity
from hu.scoring.nearest import nearest_name
from hu.scoring.options import HOUSE
from hu.scoring.rule_set.house import HouseRules
from hu.scoring.rule_set.registry import rule_names
from hu.vision.networks.calibration import FITTED, MODELS
from hu.vision.photo.files import MAX_MEGAPIXELS, has_photo_ending

if TYPE_CHECKING:
    # The process that hands out photos decodes none: it stays small without the libraries for it.
    from hu.app.reading.read import DetectsTiles

#: The file that marks a folder of results: its overlays are no photos for another batch.
MARK: Final = ".hu-batch"
#: How many photos without a line are compared with the name of a missing one, and the likeness required.
_COMPARED, _ALIKE = 1_000, 0.75
_NETWORKS: Final = ("detector.onnx", "classifier.onnx", FITTED)


@dataclass(frozen=True, slots=True)
class Settings:
    """What every reading process needs to know."""

    # Makes the networks from ``weights``; a function that can be pickled.
    make_detector: Callable[[Path], "DetectsTiles"]
    weights: Path  # folder with the networks
    out: Path  # folder of the results
    reader: str  # a digest of everything but the photo that a reading depends on
    overlays: bool = True  # whether to draw overlays and thumbnails
    max_megapixels: float = MAX_MEGAPIXELS  # larger pictures are refused


@dataclass(frozen=True, slots=True)
class Task:
    """One photo to read."""

    index: int  # its row among the results, from 0
    photo: str  # its name: the path below the folder, parts joined by ``/``
    path: str  # where it lies
    rules: str  # the rule set that its hand is laid out for
    answers: Cells  # from the manifest
    problem: str = ""  # why its answers cannot be used; empty when they can
    known: str = (
        ""  # the digest of the photo that an earlier run read under this name; empty without one
    )
    valid: bool = False  # whether the earlier run's row still holds for the same photo
    corrections: Cells = field(
        default_factory=dict
    )  # made in that row, by column; an empty cell takes an answer back


@dataclass(slots=True)
class Plan:
    """A batch's tasks in the order of their rows, and problems that do not belong to one photo."""

    tasks: list[Task] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class FoundFiles:
    """The files below a folder."""

    # Names of photos (paths below the folder, parts joined by ``/``), sorted folder by folder.
    photos: list[str] = field(default_factory=list)
    others: int = 0  # how many files have an ending that is not a photo's
    results: int = 0  # how many folders hold the results of batches; they are left out
    problems: list[str] = field(
        default_factory=list
    )  # folders that cannot be read, each with the reason


def plan(
    folder: Path, out: Path, manifest: Path | None, rules: str, house: HouseRules | None = None
) -> Plan:
    """Find the photos and what the manifest says about them.

    Args:
        folder: of the photos.
        out: folder of the results; photos in it do not belong to the batch.
        manifest: a CSV file, or None.
        rules: the rule set where the manifest names none.
        house: options for hands of their rule set; the manifest's own come first.

    Raises:
        InputError: there is no photo, or the manifest cannot be read.
    """
    # Unlike those of pathlib, os.path's functions raise nothing about links in circles and overlong names.
    if os.path.realpath(out) == os.path.realpath(folder):
        raise InputError(
            "--out: the results need a folder of their own, such as results/ beside the photos"
        )
    found = find_photos(folder, out)
    made = Plan(problems=found.problems)
    if found.others:
        made.notes.append(
            f"left out {quantity(found.others, 'file')} whose ending is not a photo's"
        )
    if found.results:
        made.notes.append(f"left out {quantity(found.results, 'folder')} with results of batches")
    lines = _lines_by_photo(manifest, folder, found.photos, made) if manifest is not None else {}
    # Photos that lines name for indicators and other hands have no rows of their own.
    beside = {photo for line in lines.values() for photo in photos_in(answers_in(line.cells))}
    photos = sorted({*found.photos, *lines} - (beside - lines.keys()), key=name_order)
    if not photos:
        raise InputError(
            "; ".join([f"{folder}: no photos (JPEG, PNG, WebP, HEIC) in it", *made.problems])
        )
    for index, photo in enumerate(photos):
        line = lines.get(photo, Line(0, {}))
        named, answers = line.cells.get("rules"), line.cells
        chosen = named if named in rule_names() else rules
        if house is not None and house.rules == chosen:
            answers = {
                **answers,
                HOUSE: json.dumps(dict(house.options), ensure_ascii=False, sort_keys=True),
            }
        made.tasks.append(Task(index, photo, str(folder / photo), chosen, answers, line.problem))
    return made


def find_photos(folder: Path, leave_out: Path) -> FoundFiles:
    """Find every photo below a folder.

    Links to folders are followed. Each folder is read once however many links lead there, and its own name wins over
    those that links give it. Names that begin with a dot are left out.

    Args:
        folder: where to look.
        leave_out: a folder to skip (the results).

    Raises:
        InputError: ``folder`` is not a folder.
    """
    if not os.path.isdir(folder):  # noqa: PTH112  # raises nothing, however long the name
        raise InputError(f"{folder}: no such folder of photos")
    found, seen = FoundFiles(), {_identity(leave_out)}
    real, linked = deque([(folder, "")]), deque[tuple[Path, str]]()
    # Links wait until every real folder was read, so that a folder keeps its own name.
    while real or linked:
        path, name = real.popleft() if real else linked.popleft()
        identity = _identity(path)
        if identity is not None and identity in seen:
            continue
        seen.add(identity)
        if name and (path / MARK).exists():
            found.results += 1
            continue
        try:
            with os.scandir(path) as entries:
                shown = sorted(
                    (entry for entry in entries if not entry.name.startswith(".")),
                    key=lambda e: e.name,
                )
        except OSError as error:
            found.problems.append(
                f"{one_line(name) or '.'}: folder cannot be read: {error.strerror}"
            )
            continue
        for entry in shown:
            try:
                is_folder = entry.is_dir()
            except OSError:
                # A link that leads in a circle gets a row as if it were a photo, which says so.
                is_folder = False
            if is_folder:
                (linked if entry.is_symlink() else real).append(
                    (Path(entry.path), f"{name}{entry.name}/")
                )
            elif has_photo_ending(entry.name):
                found.photos.append(name + entry.name)
            else:
                found.others += 1
    found.photos.sort(key=name_order)
    return found


def name_order(name: str) -> tuple[str, ...]:
    """The key that sorts names folder by folder."""
    return tuple(name.split("/"))


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _lines_by_photo(path: Path, folder: Path, photos: list[str], made: Plan) -> Mapping[str, Line]:
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
            made.problems.append(
                f"{where}: {one_line(name)} is on line {found[name].number} already"
            )
            line = merge_repeated(line, found[name], where)
        found[name] = line
    unnamed = [photo for photo in photos if photo not in found][:_COMPARED]
    for name in found.keys() - set(photos):
        if not os.path.exists(folder / name):  # noqa: PTH110
            near = nearest_name(name, unnamed, _ALIKE)
            hint = f"; did you mean {one_line(near)!r}?" if near else ""
            found[name] = replace(
                found[name], problem=f"the manifest names it on line {found[name].number}{hint}"
            )
    return found


def settings_for(
    weights: Path | None,
    out: Path,
    set_name: str | None = None,
    *,
    overlays: bool,
    max_megapixels: float,
) -> Settings:
    """The settings of a batch read by networks.

    Args:
        weights: folder with the networks; None for the project's own.
        out: folder of the results.
        set_name: a taught tile set.
        overlays: whether to draw overlays and thumbnails.
        max_megapixels: larger pictures are refused.

    Raises:
        HuError: a network or the tile set is missing.
    """
    weights = (weights or MODELS).absolute()
    make: Callable[[Path], DetectsTiles] = read_by_networks
    taught: tuple[str, ...] = ()
    if set_name is not None:
        from hu.app.sets.store import SetStore  # noqa: PLC0415

        file = SetStore.default().file(set_name)
        make, taught = (
            partial(read_by_networks, tile_set=file),
            (sha256(file.read_bytes()).hexdigest(),),
        )
    digest = reader_digest(weights, max_megapixels, *taught)
    return Settings(
        make, weights, out.absolute(), digest, overlays=overlays, max_megapixels=max_megapixels
    )


def reader_digest(weights: Path, *settings: object) -> str:
    """A digest of everything but the photo that a reading depends on: program, networks, settings.

    Raises:
        HuError: a network is missing.
    """
    try:
        program = version("hu-mahjong")
    except PackageNotFoundError:
        program = "unknown"
    digest = sha256(f"{program} {settings}".encode())
    for name in _NETWORKS:
        try:
            digest.update(sha256((weights / name).read_bytes()).digest())
        except OSError as error:
            reason = f"{error.strerror}; name the folder of the networks with --weights"
            raise HuError(f"{weights / name}: {reason}") from None
    return digest.hexdigest()[:16]


def read_by_networks(weights: Path, tile_set: Path | None = None) -> "DetectsTiles":
    """Load the networks and a taught set, given by its file; the processes of a batch share the processors."""
    from hu.app.sets.store import read_set  # noqa: PLC0415
    from hu.vision.reader import Reader  # noqa: PLC0415  # the process that hands out photos needs no networks

    return Reader(weights, threads=1, tile_set=read_set(tile_set) if tile_set else None)
