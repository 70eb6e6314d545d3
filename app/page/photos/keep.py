"""Photos that players give to improve the reader.

They are written with their corrected labels, as a data set of YOLO boxes.
"""

from pathlib import Path
from typing import Final

from hu.app.page.draft.editing.hand import EditedHand, span
from hu.app.page.photos.photo import SeenPhoto, decode_upload
from hu.scoring.tiles import CLASSES

_QUALITY: Final = 92


def keep_photo(folder: Path, photo: SeenPhoto, edited: EditedHand) -> Path:
    """Write ``images/<key>.jpg`` and ``labels/<key>.txt``.

    ``hu evaluate`` and the training read them.

    The picture is encoded again from its pixels, so that nothing that a phone hides in a file
    (place, time, owner) is kept. Labels are ``class x y width height`` in shares of the picture,
    the classes in the order of ``classes.txt``. Tiles that the player set aside are not labelled.
    Returns the picture's path.
    """
    from PIL import Image  # noqa: PLC0415  # only photos that are kept need it

    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    (folder / "classes.txt").write_text("\n".join(CLASSES) + "\n", encoding="utf-8")
    path = folder / "images" / f"{photo.key}.jpg"
    labels = ""
    for tile in edited.tiles:
        if tile.box is not None:
            # The middle, width and height of the upright rectangle around the tile.
            (left, right), (top, bottom) = (
                [min(max(end / size, 0.0), 1.0) for end in span(tile.box, axis)]
                for axis, size in enumerate(photo.size)
            )
            shares = (left + right) / 2, (top + bottom) / 2, right - left, bottom - top
            labels += f"{CLASSES.index(tile.face)} {' '.join(f'{share:.5f}' for share in shares)}\n"
    (folder / "labels" / f"{photo.key}.txt").write_text(labels, encoding="utf-8")
    Image.fromarray(decode_upload(photo.data, photo.name, photo.adjustment).image).save(
        path, quality=_QUALITY
    )
    return path
