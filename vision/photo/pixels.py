"""From a decoder's picture to an upright RGB array, band by band: a picture of 100 megapixels is never held twice."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

#: EXIF's orientations, and what makes each upright.
_UPRIGHT: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_ORIENTATION: Final = 0x0112
#: Pixels that are converted at once.
_BAND_PIXELS: Final = 8_000_000


def reduction(shape: tuple[int, ...], enough_px: int | None) -> int:
    """By how much a picture of this height and width may be reduced so that its long side keeps ``enough_px``."""
    if enough_px is None:
        return 1
    return next((factor for factor in (8, 4, 2) if max(shape) // factor >= enough_px), 1)


def reduce_by(image: NDArray[np.uint8], factor: int) -> NDArray[np.uint8]:
    """Reduce an image ``(h, w, 3)`` by a whole factor: each pixel is the mean of a square, edges repeated."""
    if factor == 1:
        return image
    height, width = image.shape[:2]
    down, across = -(-height // factor), -(-width // factor)
    padding = (0, down * factor - height, 0, across * factor - width)
    if any(padding):
        image = np.asarray(
            cv2.copyMakeBorder(image, *padding, cv2.BORDER_REPLICATE), dtype=np.uint8
        )
    return np.asarray(
        cv2.resize(image, (across, down), interpolation=cv2.INTER_AREA), dtype=np.uint8
    )


def shrunk(image: NDArray[np.uint8], size: tuple[int, int]) -> NDArray[np.uint8]:
    """Shrink an image ``(h, w, 3)`` to a width and height by averaging.

    It is halved first while it is three times too large: averaging over other areas than whole squares takes ten times
    as long. An odd row or column at the end is left out then.
    """
    while image.shape[1] >= 3 * size[0] and image.shape[0] >= 3 * size[1]:
        height, width = image.shape[0] // 2, image.shape[1] // 2
        half = cv2.resize(
            image[: 2 * height, : 2 * width], (width, height), interpolation=cv2.INTER_AREA
        )
        image = np.asarray(half, dtype=np.uint8)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def upright_rgb(picture: Image.Image, factor: int = 1) -> NDArray[np.uint8]:
    """Decode a picture.

    Args:
        picture: as Pillow opened it.
        factor: it is reduced by this whole number.

    Returns:
        ``(h, w, 3)`` uint8 RGB, EXIF's orientation applied.
    """
    picture.load()
    # What stands for white: 16-bit files may hold 8-bit shades.
    is_deep = (
        picture.mode.startswith("I")
        and np.asarray(picture.getextrema(), dtype=np.float64).max() > 255
    )
    white = 65535.0 if is_deep else 255.0
    width, height = picture.size
    rows = max(1, _BAND_PIXELS // width // factor) * factor
    image = np.empty((-(-height // factor), -(-width // factor), 3), dtype=np.uint8)
    for top in range(0, height, rows):
        is_whole = top == 0 and rows >= height
        band = _rgb(
            picture if is_whole else picture.crop((0, top, width, min(top + rows, height))), white
        )
        image[top // factor : -(-min(top + rows, height) // factor)] = reduce_by(band, factor)
    method = _UPRIGHT.get(picture.getexif().get(_ORIENTATION, 1))
    return (
        image
        if method is None
        else np.asarray(Image.fromarray(image).transpose(method), dtype=np.uint8)
    )


def _rgb(picture: Image.Image, white: float) -> NDArray[np.uint8]:
    if picture.mode.startswith("I"):
        grey = np.asarray(picture).astype(np.float32) / white
        return np.repeat((np.clip(grey, 0, 1) * 255).astype(np.uint8)[:, :, None], 3, axis=2)
    if picture.mode in {"RGBA", "LA", "PA"} or "transparency" in picture.info:
        layered = picture.convert("RGBA")
        picture = Image.alpha_composite(Image.new("RGBA", layered.size, "white"), layered)
    return np.asarray(picture.convert("RGB"), dtype=np.uint8)
