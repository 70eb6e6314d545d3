"""Taught faces as labelled data for the next training, written only when their owner says so."""

import re
from pathlib import Path
from urllib.parse import quote

from hu.scoring.tiles import CLASSES
from hu.vision.taught.tile_set import TileSet


def write_labelled(tile_set: TileSet, folder: Path) -> int:
    """Write every face as ``images/set-<name>-<number>.png`` with its label in ``labels/``, and count them.

    A label is one line ``class 0.5 0.5 1 1``: the face fills its picture. Faces that a person
    contradicted are left out. Pictures hold nothing but their pixels.

    Args:
        tile_set: the set.
        folder: a data set as ``hu evaluate`` and the training read it; made if it is missing.

    Raises:
        OSError: it cannot be written.
    """
    from PIL import Image  # noqa: PLC0415

    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "classes.txt").write_text("\n".join(CLASSES) + "\n", encoding="utf-8")
    sound = tile_set.counting()
    stem = _stem(tile_set.name)
    for number, example in enumerate(sound, 1):
        Image.fromarray(example.crop).save(folder / "images" / f"{stem}-{number}.png")
        label = f"{CLASSES.index(example.tile)} 0.5 0.5 1 1\n"
        (folder / "labels" / f"{stem}-{number}.txt").write_text(label, encoding="utf-8")
    return len(sound)


def labelled(name: str, folder: Path) -> tuple[Path, ...]:
    """Return the pictures and labels of a set's faces in a data set."""
    of_set = re.compile(re.escape(_stem(name)) + r"-\d+\.(png|txt)")
    return tuple(path for path in folder.glob("*/set-*") if of_set.fullmatch(path.name))


def take_back_labelled(name: str, folder: Path) -> None:
    """Delete a set's faces from a data set.

    Raises:
        OSError: one cannot be deleted.
    """
    for path in labelled(name, folder):
        path.unlink(missing_ok=True)


def _stem(name: str) -> str:
    return "set-" + quote(name, safe="").replace("%", "_")
