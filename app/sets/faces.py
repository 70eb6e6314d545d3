"""Taught faces as a data set, which training reads."""

import re
from pathlib import Path
from urllib.parse import quote

from hu.scoring.tiles import CLASSES
from hu.vision.taught.tile_set import TileSet, TileSetError


def write_labelled(tile_set: TileSet, folder: Path) -> int:
    """Add every face that no person contradicted to a data set for training.

    A face is ``images/set-<name>-<number>.png``, a picture without metadata. Its label in
    ``labels/`` is one line ``class 0.5 0.5 1 1``, because the face fills its picture.

    Returns:
        How many faces were written.

    Raises:
        TileSetError: the folder has a data set with other classes.
    """
    from PIL import Image  # noqa: PLC0415

    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    classes = ("\n".join(CLASSES) + "\n").encode()
    class_file = folder / "classes.txt"
    # Labels are numbers of classes. If the list of classes changed, older labels would be wrong.
    if class_file.exists() and class_file.read_bytes().split() != classes.split():
        raise TileSetError(f"{class_file}: lists other classes; name another folder")
    class_file.write_bytes(classes)
    examples = tile_set.uncontradicted_examples()
    for number, example in enumerate(examples, start=1):
        stem = f"{_stem(tile_set.name)}-{number}"
        Image.fromarray(example.crop).save(folder / "images" / f"{stem}.png")
        label = f"{CLASSES.index(example.tile)} 0.5 0.5 1 1\n"
        (folder / "labels" / f"{stem}.txt").write_text(label, encoding="utf-8")
    return len(examples)


def find_labelled(name: str, folder: Path) -> list[Path]:
    """Find the pictures and labels of a tile set's faces in a data set.

    Args:
        name: the tile set's name.
        folder: the data set, as ``write_labelled`` writes it.
    """
    file_name = re.compile(re.escape(_stem(name)) + r"-\d+\.(png|txt)")
    return [path for path in folder.glob("*/set-*") if file_name.fullmatch(path.name)]


def _stem(name: str) -> str:
    """Return the beginning of the files' names, without signs that file systems could refuse."""
    return "set-" + quote(name, safe="").replace("%", "_")
