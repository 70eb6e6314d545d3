"""From a decoder's picture to an upright RGB array.

It works band by band, so that a picture of 100 megapixels is never held twice.
"""

from math import ceil
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

#: EXIF's tag of the orientation.
_ORIENTATION: Final = 0x0112
#: The transposition that makes a picture upright, by EXIF's orientation.
_UPRIGHT: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
#: The orientations of pictures that lie on a side: upright, their width becomes their height.
_TURNED_ORIENTATIONS: Final = frozenset({5, 6, 7, 8})
#: A picture is converted in bands of this many pixels.
_BAND_PIXELS: Final = 8_000_000
#: A picture is reduced by the first of these factors that leaves enough pixels.
_REDUCTIONS: Final = (8, 4, 2)


def reduction(shape: tuple[int, ...], enough_px: int | None) -> int:
    """Choose the factor by which each side of a picture may be reduced: 1, 2, 4 or 8.

    Args:
        shape: the picture's height and width in pixels.
        enough_px: the long side must keep this many pixels. None for all.
    """
    if enough_px is None:
        return 1
    for factor in _REDUCTIONS:
        if max(shape) // factor >= enough_px:
            return factor
    return 1


def reduce_by(image: NDArray[np.uint8], factor: int) -> NDArray[np.uint8]:
    """Reduce each side of an image ``(h, w, 3)`` uint8 by a whole factor.

    Each pixel of the result is the mean of a square of pixels. Squares that reach over the lower or
    the right edge are filled with copies of the pixels at that edge.
    """
    if factor == 1:
        return image
    height, width = image.shape[:2]
    new_height = ceil(height / factor)
    new_width = ceil(width / factor)
    # Repeat the last row and the last column until all squares are whole.
    rows_below = new_height * factor - height
    columns_beside = new_width * factor - width
    if rows_below or columns_beside:
        padded = cv2.copyMakeBorder(image, 0, rows_below, 0, columns_beside, cv2.BORDER_REPLICATE)
        image = np.asarray(padded, dtype=np.uint8)
    reduced = cv2.resize(image, (new_width, new_height), interpolation=cv2.INTER_AREA)
    return np.asarray(reduced, dtype=np.uint8)


def shrink(image: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """Shrink an image by averaging.

    Averaging over whole squares of pixels is ten times as fast as over other areas. So an image
    whose sides are at least three times too long is halved until they no longer are. If a side has
    an odd number of pixels, halving leaves out the last row or column.

    Args:
        image: ``(h, w, 3)`` uint8.
        size: the new width and height in pixels.
    """
    while image.shape[1] >= 3 * size[0] and image.shape[0] >= 3 * size[1]:
        height = image.shape[0] // 2
        width = image.shape[1] // 2
        even = image[: 2 * height, : 2 * width]
        half = cv2.resize(even, (width, height), interpolation=cv2.INTER_AREA)
        image = np.asarray(half, dtype=np.uint8)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def upright_rgb(picture: Image.Image, factor: int = 1) -> NDArray[np.uint8]:
    """Decode a picture to upright RGB, reduced by a whole factor.

    Args:
        picture: the picture as Pillow opened it.
        factor: the whole number by which it is reduced.

    Returns:
        ``(h, w, 3)`` uint8 RGB with EXIF's orientation applied.
    """
    picture.load()
    transposition = _UPRIGHT.get(_orientation(picture))
    white = _white_level(picture)
    width, height = picture.size
    # The height of a band is a multiple of the factor, so that no square of pixels that become one
    # pixel crosses two bands.
    reduced_rows = max(1, _BAND_PIXELS // width // factor)
    band_height = reduced_rows * factor

    # Most photos fit into a single band.
    if band_height >= height:
        if transposition is not None and factor == 1 and picture.mode == "RGB":
            # Pillow's picture can be transposed as it is. An array would be copied into a picture
            # first.
            picture = picture.transpose(transposition)
            transposition = None
        image = reduce_by(_to_rgb(picture, white), factor)
    else:
        image = np.empty((ceil(height / factor), ceil(width / factor), 3), dtype=np.uint8)
        for top in range(0, height, band_height):
            bottom = min(top + band_height, height)
            band = picture.crop((0, top, width, bottom))
            reduced_band = reduce_by(_to_rgb(band, white), factor)
            first_row = top // factor
            image[first_row : first_row + len(reduced_band)] = reduced_band

    if transposition is None:
        return image
    return np.asarray(Image.fromarray(image).transpose(transposition), dtype=np.uint8)


def upright_size(picture: Image.Image, size: tuple[int, int]) -> tuple[int, int]:
    """Width and height of a picture once EXIF's orientation is applied.

    Args:
        picture: the picture, loaded: Pillow applies a TIFF's orientation while it loads the file.
        size: the width and height of the file's picture in pixels, before any reduction.
    """
    width, height = size
    if _orientation(picture) in _TURNED_ORIENTATIONS:
        return height, width
    return width, height


def _orientation(picture: Image.Image) -> int:
    """EXIF's orientation of a loaded picture. 1 if it is upright."""
    orientation: int = picture.getexif().get(_ORIENTATION, 1)
    return orientation


def _white_level(picture: Image.Image) -> float:
    """The pixel value of white: 255, or 65535 for a picture with 16 bits a channel."""
    # Pillow's modes with 16 bits start with "I".
    if not picture.mode.startswith("I"):
        return 255.0
    # Some 16-bit files use the lowest 8 bits alone.
    brightest = np.asarray(picture.getextrema(), dtype=np.float64).max()
    return 65535.0 if brightest > 255 else 255.0


def _to_rgb(picture: Image.Image, white: float) -> NDArray[np.uint8]:
    """``(h, w, 3)`` uint8 RGB of a picture. Transparent pictures are put on white.

    Args:
        picture: the loaded picture.
        white: the pixel value of white in pictures with 16 bits a channel.
    """
    if picture.mode.startswith("I"):
        grey = np.asarray(picture).astype(np.float32) / white
        levels = (np.clip(grey, 0, 1) * 255).astype(np.uint8)
        return np.repeat(levels[:, :, None], 3, axis=2)
    if picture.mode in {"RGBA", "LA", "PA"} or "transparency" in picture.info:
        layer = picture.convert("RGBA")
        background = Image.new("RGBA", layer.size, "white")
        picture = Image.alpha_composite(background, layer)
    # Converting from RGB to RGB would copy the picture.
    if picture.mode != "RGB":
        picture = picture.convert("RGB")
    return np.asarray(picture, dtype=np.uint8)
