"""Photos that players give to improve the reader.

They are written with their corrected labels, as a data set of YOLO boxes.
"""

from pathlib import Path
from typing import Final

from hu.app.page.draft.editing.hand import Corner, EditedHand, span
from hu.app.page.photos.photo import SeenPhoto, decode_upload, limit_share
from hu.scoring.tiles import CLASSES

#: Quality of the JPEG files, 100 at most.
_JPEG_QUALITY: Final = 92


def keep_photo(folder: Path, photo: SeenPhoto, edited: EditedHand) -> Path:
    """Write ``images/<key>.jpg`` and ``labels/<key>.txt`` for ``hu evaluate`` and the training.

    ``classes.txt`` is written too. The picture is encoded again from its pixels. So the metadata
    that a phone writes into a file is not kept, such as the place, the time and the owner. Tiles
    beside the hand are not labelled.

    Args:
        folder: the data set.
        photo: the photo.
        edited: its tiles, as the player corrected them.

    Returns:
        The path of the picture.

    Raises:
        OSError: a file cannot be written.
        UploadError: the photo's file is no picture that can be read.
    """
    from PIL import Image  # noqa: PLC0415  # only photos that are kept need it

    for name in ("images", "labels"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    classes = "\n".join(CLASSES) + "\n"
    (folder / "classes.txt").write_text(classes, encoding="utf-8")

    lines = []
    for tile in edited.tiles:
        # A tile that the photo does not show has no outline.
        if tile.box is not None:
            class_number = CLASSES.index(tile.face)
            lines.append(_label(class_number, tile.box, photo.size))
    (folder / "labels" / f"{photo.key}.txt").write_text("".join(lines), encoding="utf-8")

    path = folder / "images" / f"{photo.key}.jpg"
    decoded_photo = decode_upload(photo.data, photo.name, photo.adjustment)
    Image.fromarray(decoded_photo.image).save(path, quality=_JPEG_QUALITY)
    return path


def _label(class_number: int, box: tuple[Corner, ...], size: tuple[int, int]) -> str:
    """Return the line of a tile: ``class x y width height``, in shares of the picture.

    ``x`` and ``y`` are the middle of the tile.

    Args:
        class_number: the index of its face in ``classes.txt``.
        box: its corners in pixels.
        size: width and height of the picture in pixels.
    """
    picture_width, picture_height = size
    left, right = _to_shares(span(box, axis=0), picture_width)
    top, bottom = _to_shares(span(box, axis=1), picture_height)
    x = (left + right) / 2
    y = (top + bottom) / 2
    width = right - left
    height = bottom - top
    return f"{class_number} {x:.5f} {y:.5f} {width:.5f} {height:.5f}\n"


def _to_shares(ends: tuple[float, float], length: int) -> tuple[float, float]:
    """Return two coordinates in pixels as shares of a side of the picture.

    Args:
        ends: the two coordinates.
        length: the length of the side, in pixels.
    """
    first, last = ends
    return limit_share(first / length), limit_share(last / length)
