"""Decoding photos: the only module that opens picture files. Everything after it is RGB, upright, 8 bits."""

import io
import logging
import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from hu.scoring.errors import one_line
from hu.vision.photo.files import MAX_MEGAPIXELS, PhotoError, contents
from hu.vision.photo.pixels import reduce_by, reduction, upright_rgb

__all__ = ["MAX_MEGAPIXELS", "Photo", "PhotoError", "decode_photo"]

#: Pillow knows some fifty more formats; a few start other programs (EPS starts Ghostscript).
_FORMATS: Final = ("JPEG", "PNG", "WEBP", "TIFF", "GIF", "BMP")
_FORMAT_NAMES: Final = "JPEG, PNG, WebP, HEIC, TIFF, GIF or BMP"
#: Pillow's modes with at most 8 bits a channel; those with 16 bits start with "I;16".
_EIGHT_BIT_MODES: Final = frozenset(
    {"1", "L", "LA", "La", "P", "PA", "RGB", "RGBA", "RGBa", "RGBX", "CMYK", "YCbCr", "LAB", "HSV"}
)
#: A progressive JPEG has about ten scans; each one makes the decoder go over the whole picture.
_MOST_SCANS: Final = 100
#: A marker that starts a segment or ends the picture; within a scan FF is followed by 0 or by a restart.
_JPEG_MARKER: Final = re.compile(rb"\xff+([^\x00\x01\xff\xd0-\xd8])", re.DOTALL)
#: Pictures that cannot be decoded again cheaply are kept with at most this many pixels.
_KEPT_PIXELS: Final = 24_000_000

# Neither Pillow's warnings nor its log belong on a user's terminal; the limit of megapixels takes the bomb warning's
# place.
warnings.filterwarnings("ignore", module=r"PIL\.")
logging.getLogger("PIL").addHandler(logging.NullHandler())
Image.MAX_IMAGE_PIXELS = None


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A decoded photo.

    Attributes:
        name: what it is called in messages and results.
        image: ``(h, w, 3)`` uint8 RGB as a viewer shows it (EXIF orientation applied), origin top left.
        size: (width, height) of the photo in pixels, which ``image`` may hold reduced.
        sharper: gives the image with at least as many pixels on its long side, where the photo has them; None
            when the photo can no longer be decoded. It keeps the file or a large image in memory.
    """

    name: str
    image: NDArray[np.uint8]
    size: tuple[int, int]
    sharper: Callable[[int], NDArray[np.uint8]] | None = None

    @classmethod
    def of(cls, image: NDArray[np.uint8], name: str = "") -> "Photo":
        """A photo that is nothing but an image ``(h, w, 3)`` uint8 RGB."""
        return cls(name, image, (image.shape[1], image.shape[0]))

    @property
    def scale(self) -> float:
        """Pixels of the photo per pixel of ``image``, 1 unless it was decoded at reduced size."""
        return self.size[0] / int(self.image.shape[1])

    @property
    def detail(self) -> float:
        """How far enlarging ``image`` shows more: pixels that can be had for each of its own."""
        return self.scale if self.sharper else 1.0

    def at_least(self, long_side_px: int) -> "Photo":
        """The photo with at least ``long_side_px`` pixels along its long side, as far as it has them."""
        if self.sharper is None or max(self.image.shape[:2]) >= min(long_side_px, max(self.size)):
            return self
        return replace(self, image=self.sharper(long_side_px))

    def settled(self) -> "Photo":
        """The photo without the means to decode it again, which take memory."""
        return replace(self, sharper=None)


def decode_photo(
    source: Path | bytes,
    name: str | None = None,
    *,
    max_megapixels: float = MAX_MEGAPIXELS,
    enough_px: int | None = None,
) -> Photo:
    """Decode a still picture: JPEG, PNG, WebP, HEIC, TIFF, GIF or BMP, with 8 or 16 bits a channel.

    Animated files give their first frame, transparency is laid on white, grey, CMYK and 16-bit pictures become
    8-bit RGB.

    The size and the scans are bounded, time and memory are not: a process that decodes photos of other people bounds
    them. Decoding takes 16 bytes a pixel for WebP, 10 for HEIC, 8 for TIFF, 4 for other formats.

    Args:
        source: a file, or its contents.
        name: what to call it; default is the file's name.
        max_megapixels: larger pictures are refused by their header.
        enough_px: the image may have a half, a quarter or an eighth of the photo's size as long as its long side keeps
            at least this many pixels. JPEGs are then decoded faster.

    Raises:
        PhotoError: the file is missing, empty, not a regular file, damaged, not a picture, or too large.
    """
    title = name if name is not None else (source.name if isinstance(source, Path) else "photo")
    data = contents(source, title) if isinstance(source, Path) else source
    if not data:
        raise PhotoError(f"{title}: the file is empty; take or save the photo again")
    file = _PhotoFile(data, title, max_megapixels)
    image, size = file.decode(enough_px)
    if max(image.shape[:2]) >= max(size):
        return Photo(title, image, size)
    return Photo(title, image, size, _Sharper(file, image))


class _Sharper:
    """Decodes a photo again with more pixels, and keeps the largest image so far: further requests often do with it."""

    def __init__(self, file: "_PhotoFile", image: NDArray[np.uint8]) -> None:
        self._file, self._best = file, image

    def __call__(self, long_side_px: int) -> NDArray[np.uint8]:
        if max(self._best.shape[:2]) < long_side_px:
            self._best, _ = self._file.decode(long_side_px)
        return self._best


class _PhotoFile:
    """A photo's file in memory, to be decoded once or more often."""

    def __init__(self, data: bytes, title: str, max_megapixels: float) -> None:
        self._data, self._title, self._max_megapixels = data, title, max_megapixels
        #: The upright image of a format that cannot be decoded at reduced size, and the photo's own size.
        self._whole: tuple[NDArray[np.uint8], tuple[int, int]] | None = None

    def decode(self, enough_px: int | None) -> tuple[NDArray[np.uint8], tuple[int, int]]:
        """The image ``(h, w, 3)`` uint8 RGB, reduced to what is enough, and the photo's width and height.

        Raises:
            PhotoError: see ``decode_photo``.
        """
        if self._whole is not None:
            image, size = self._whole
            return reduce_by(image, reduction(image.shape[:2], enough_px)), size
        try:
            return self._decode(enough_px)
        except PhotoError:
            raise
        except UnidentifiedImageError:
            raise self._error(f"not a picture that can be read (use {_FORMAT_NAMES})") from None
        except MemoryError:
            raise self._error("not enough memory to decode this picture") from None
        except Exception as error:  # noqa: BLE001  # decoders fail in their own ways on damaged files
            reason = one_line(str(error))
            raise self._error(
                f"damaged or cut short ({reason}); take or save the photo again"
            ) from None

    def _decode(self, enough_px: int | None) -> tuple[NDArray[np.uint8], tuple[int, int]]:
        with self._open() as picture:
            self._check(picture)
            width, height = picture.size
            factor = reduction((height, width), enough_px)
            # Only JPEG decodes at a fraction of its size; for other formats this does nothing.
            picture.draft("RGB", (width // factor, height // factor))
            by_decoder = max(1, round(width / picture.size[0]))
            again = by_decoder == 1 and factor > 1
            kept_factor = next(
                k for k in (1, 2, 4, 8, 16) if width * height / k**2 <= _KEPT_PIXELS or k == 16
            )
            kept = kept_factor if again else factor // by_decoder
            image = upright_rgb(picture, kept)
        turned = (image.shape[1] >= image.shape[0]) != (width >= height) and width != height
        size = (height, width) if turned else (width, height)
        if again:
            self._whole, self._data = (image, size), b""
            image = reduce_by(image, reduction(image.shape[:2], enough_px))
        return image, size

    def _open(self) -> Image.Image:
        if self._data[4:8] == b"ftyp":
            # HEIC support takes time to load and most photos are JPEG.
            import pillow_heif  # noqa: PLC0415

            pillow_heif.register_heif_opener()
            return Image.open(io.BytesIO(self._data), formats=("HEIF",))
        return Image.open(io.BytesIO(self._data), formats=_FORMATS)

    def _check(self, picture: Image.Image) -> None:
        """Refuse a picture by its header."""
        width, height = picture.size
        if width * height > self._max_megapixels * 1e6:
            raise self._error(
                f"{width} x {height} pixels are more than the limit of {self._max_megapixels:g} megapixels; "
                "send a smaller copy or raise --max-megapixels"
            )
        if min(width, height) < 16:
            raise self._error(f"only {width} x {height} pixels, too small to show a tile")
        if picture.format in ("JPEG", "MPO") and _count_scans(self._data) > _MOST_SCANS:
            raise self._error(f"more than {_MOST_SCANS} scans; save it again")
        # Pillow up to 11 calls a 16-bit PNG "I".
        sixteen = picture.mode.startswith("I;16") or (
            picture.mode == "I" and picture.format == "PNG"
        )
        if picture.mode not in _EIGHT_BIT_MODES and not sixteen:
            raise self._error(
                "more than 16 bits a channel, or fractions; save it with 8 or 16 bits"
            )

    def _error(self, reason: str) -> PhotoError:
        return PhotoError(f"{self._title}: {reason}")


def _count_scans(jpeg: bytes) -> int:
    """Count the scans of a JPEG's first picture, to one above the limit; other pictures or a video may follow it."""
    scans = at = 0
    while (
        scans <= _MOST_SCANS and (marker := _JPEG_MARKER.search(jpeg, at)) and marker[1] != b"\xd9"
    ):
        scans += marker[1] == b"\xda"
        at = marker.end() + int.from_bytes(jpeg[marker.end() : marker.end() + 2], "big")
    return scans
