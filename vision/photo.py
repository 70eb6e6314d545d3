"""Decoding photos: the only module that opens picture files. Everything after it is RGB, upright, 8 bits."""

import io
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps, UnidentifiedImageError

from hu.vision.files import PhotoError, contents

__all__ = ["MAX_MEGAPIXELS", "Photo", "PhotoError", "read_photo"]

#: Larger pictures are refused by their header: decoding one takes gigabytes.
MAX_MEGAPIXELS: Final = 120.0


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A decoded photo.

    Attributes:
        name: what it is called in messages and results.
        image: ``(h, w, 3)`` uint8 RGB as a viewer shows it (EXIF orientation applied), origin top left.
        size: (width, height) of the photo in pixels, which ``image`` may hold reduced.
    """

    name: str
    image: NDArray[np.uint8]
    size: tuple[int, int]

    @property
    def scale(self) -> float:
        """Pixels of the photo per pixel of ``image``, 1 unless it was decoded at reduced size."""
        return self.size[0] / int(self.image.shape[1])


def read_photo(
    source: Path | bytes, name: str | None = None, *, max_megapixels: float = MAX_MEGAPIXELS, enough: int | None = None
) -> Photo:
    """Decode a JPEG, PNG, WebP, HEIC or any other still picture that Pillow knows.

    Animated files give their first frame, transparency is laid on white, grey, CMYK and 16-bit pictures become
    8-bit RGB.

    Args:
        source: a file, or its contents.
        name: what to call it; default is the file's name.
        max_megapixels: refuse larger pictures before decoding them.
        enough: a JPEG may be decoded at a half, quarter or eighth of its size as long as its long side keeps at
            least this many pixels.

    Raises:
        PhotoError: the file is missing, empty, not a regular file, damaged, not a picture, or too large.
    """
    title = name if name is not None else (source.name if isinstance(source, Path) else "photo")
    data = contents(source, title) if isinstance(source, Path) else source
    if not data:
        raise PhotoError(f"{title}: the file is empty; take or save the photo again")
    try:
        with warnings.catch_warnings(), _opened(data) as picture:
            # Pillow's own bomb warning has the limit below in its place.
            warnings.simplefilter("ignore")
            _check_size(picture, title, max_megapixels)
            width, height = picture.size
            if enough is not None:
                _reduce(picture, enough)
            image = _upright_rgb(picture)
    except PhotoError:
        raise
    except UnidentifiedImageError:
        raise PhotoError(f"{title}: not a picture that can be read (use JPEG, PNG, WebP or HEIC)") from None
    except MemoryError:
        raise PhotoError(f"{title}: not enough memory to decode this picture") from None
    except Exception as error:  # noqa: BLE001  # decoders fail in their own ways on damaged files
        raise PhotoError(f"{title}: damaged or cut short ({error}); take or save the photo again") from None
    turned = (image.shape[1] >= image.shape[0]) != (width >= height) and width != height
    return Photo(title, image, (height, width) if turned else (width, height))


def _opened(data: bytes) -> Image.Image:
    Image.MAX_IMAGE_PIXELS = None
    try:
        return Image.open(io.BytesIO(data))
    except UnidentifiedImageError:
        # HEIC support takes time to load and most photos are JPEG.
        import pillow_heif  # noqa: PLC0415

        pillow_heif.register_heif_opener()
        return Image.open(io.BytesIO(data))


def _check_size(picture: Image.Image, title: str, max_megapixels: float) -> None:
    width, height = picture.size
    if width * height > max_megapixels * 1e6:
        raise PhotoError(
            f"{title}: {width} x {height} pixels are more than the limit of {max_megapixels:g} megapixels; "
            "send a smaller copy or raise --max-megapixels"
        )
    if min(width, height) < 16:
        raise PhotoError(f"{title}: only {width} x {height} pixels, too small to show a tile")


def _reduce(picture: Image.Image, enough: int) -> None:
    long = max(picture.size)
    factor = next((f for f in (8, 4, 2) if long // f >= enough), 1)
    if factor > 1:
        # Only JPEG decodes at a fraction of its size; for other formats this does nothing.
        picture.draft("RGB", (picture.size[0] // factor, picture.size[1] // factor))


def _upright_rgb(picture: Image.Image) -> NDArray[np.uint8]:
    turned = ImageOps.exif_transpose(picture)
    if turned.mode.startswith("I") or turned.mode == "F":
        return _from_deep(np.asarray(turned))
    if turned.mode in {"RGBA", "LA", "PA"} or "transparency" in turned.info:
        layered = turned.convert("RGBA")
        ground = Image.new("RGBA", layered.size, "white")
        turned = Image.alpha_composite(ground, layered)
    return np.asarray(turned.convert("RGB"), dtype=np.uint8)


def _from_deep(values: NDArray[np.generic]) -> NDArray[np.uint8]:
    """16-bit, 32-bit and float greys as 8-bit RGB, by their own range when it is no usual one."""
    grey = values.astype(np.float64)
    top = 65535.0 if grey.max() > 255 else 255.0
    if grey.max() > top or grey.min() < 0:
        span = grey.max() - grey.min()
        grey, top = grey - grey.min(), span or 1.0
    eight = (np.clip(grey / top, 0, 1) * 255).astype(np.uint8)
    return np.repeat(eight[:, :, None], 3, axis=2)
