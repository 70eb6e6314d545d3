"""Taught faces as labelled data for the next training, written only when their owner says so."""

from pathlib import Path
from urllib.parse import quote

from hu.scoring.tiles import CLASSES
from hu.vision.taught.tile_set import TileSet


def write_labelled(tile_set: TileSet, folder: Path) -> int:
    """Write every face as ``images/<set>-<number>.png`` with ``labels/<set>-<number>.txt``, and count them.

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
    stem = quote(tile_set.name, safe="").replace("%", "_")
    for number, example in enumerate(sound, 1):
        Image.fromarray(example.crop).save(folder / "images" / f"set-{stem}-{number}.png")
        label = f"{CLASSES.index(example.tile)} 0.5 0.5 1 1\n"
        (folder / "labels" / f"set-{stem}-{number}.txt").write_text(label, encoding="utf-8")
    return len(sound)
