"""Photos that players give to improve the reader: written with their corrected labels as a data set of YOLO boxes."""

from pathlib import Path
from typing import Final

from hu.app.page.draft.editing.hand import Corner, EditedHand
from hu.app.page.photos.photo import SeenPhoto, decode_upload
from hu.scoring.tiles import CLASSES

_QUALITY: Final = 92


def keep_photo(folder: Path, photo: SeenPhoto, edited: EditedHand) -> Path:
    """Write ``images/<key>.jpg`` and ``labels/<key>.txt``, as ``hu evaluate`` and the training read them.

    The picture is encoded again from its pixels, so that nothing that a phone hides in a file (place, time, owner) is
    kept. Labels are ``class x y width height`` in shares of the picture, the classes in the order of ``classes.txt``.
    Tiles that the player set aside are not labelled. Returns the picture's path.
    """
    from PIL import Image  # noqa: PLC0415  # only photos that are kept need it

    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "classes.txt").write_text("\n".join(CLASSES) + "\n", encoding="utf-8")
    path = folder / "images" / f"{photo.key}.jpg"
    labels = ""
    for tile in edited.tiles:
        if tile.box is not None:
            numbers = " ".join(f"{share:.5f}" for share in _upright(tile.box, photo.size))
            labels += f"{CLASSES.index(tile.face)} {numbers}\n"
    (folder / "labels" / f"{photo.key}.txt").write_text(labels, encoding="utf-8")
    Image.fromarray(decode_upload(photo.data, photo.name, photo.adjustment).image).save(path, quality=_QUALITY)
    return path


def _upright(box: tuple[Corner, ...], size: tuple[int, int]) -> tuple[float, ...]:
    """The middle, width and height of the upright rectangle around a box, in shares of the picture."""
    spans = []
    for axis in (0, 1):
        values = [min(max(corner[axis], 0.0), float(size[axis])) / size[axis] for corner in box]
        spans.append(((min(values) + max(values)) / 2, max(values) - min(values)))
    (x, wide), (y, high) = spans
    return x, y, wide, high
