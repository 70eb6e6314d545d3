"""Decoding photos: the only module that opens picture files.

Everything after it is RGB, upright, 8 bits.
"""

import io
import logging
import re
import warnings
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from hu.scoring.errors import one_line
from hu.vision.photo.files import MAX_MEGAPIXELS, PhotoError, PhotoFault, contents
from hu.vision.photo.pixels import reduce_by, reduction, upright_rgb, upright_size

__all__ = [
    "MAX_MEGAPIXELS",
    "Photo",
    "PhotoError",
    "PhotoFile",
    "SmallerCopy",
    "crop_photo",
    "decode_larger",
    "decode_photo",
]

#: Pillow knows some fifty more formats. A few start other programs (EPS starts Ghostscript).
_FORMATS: Final = ("JPEG", "PNG", "WEBP", "TIFF", "GIF", "BMP")
_FORMAT_NAMES: Final = "JPEG, PNG, WebP, HEIC, TIFF, GIF or BMP"
#: Pillow's modes with at most 8 bits a channel. Those with 16 bits start with "I;16".
_EIGHT_BIT_MODES: Final = frozenset(
    {"1", "L", "LA", "La", "P", "PA", "RGB", "RGBA", "RGBa", "RGBX", "CMYK", "YCbCr", "LAB", "HSV"}
)
#: No photo has a longer side, in pixels.
_LONGEST_ORIGINAL_PX: Final = 30_000
#: A picture whose short side has fewer pixels shows no tile.
_FEWEST_PX: Final = 16
#: A progressive JPEG has about ten scans. For each scan the decoder goes over the whole picture.
#: A JPEG with more scans than this is refused, however small it is.
_MOST_SCANS: Final = 100
#: A large JPEG is refused if its scans times its megapixels are more than this. Such a JPEG takes
#: about two seconds. With 80 scans, 119 megapixels took 11 s (2026-11-27).
_MOST_SCANNED_MEGAPIXELS: Final = 2_000
#: A JPEG with at most this many scans is decoded, however large it is.
_USUAL_SCANS: Final = 16
#: A marker that starts a segment or ends the picture: FF, perhaps repeated, and a byte that says
#: which marker it is. The bytes left out follow FF in other places: 00 within a scan, and 01 and D0
#: to D8 in markers without a segment.
_JPEG_MARKER: Final = re.compile(rb"\xff+([^\x00\x01\xff\xd0-\xd8])", re.DOTALL)
_END_OF_IMAGE: Final = b"\xd9"
_START_OF_SCAN: Final = b"\xda"
#: Markers of frames that are not progressive: baseline, extended, and with arithmetic coding.
_SEQUENTIAL_FRAMES: Final = (b"\xc0", b"\xc1", b"\xc9")
#: The segment of a frame has its number of components in this byte, counted from 0 behind the
#: marker.
_FRAME_COMPONENTS: Final = 7
#: The segment of a scan has its number of components in this byte.
_SCAN_COMPONENTS: Final = 2
#: A picture that replaces its file in memory is reduced to at most this many pixels.
_MOST_KEPT_PIXELS: Final = 24_000_000
#: Such a picture is reduced by one of these factors along each side, by the last factor at most.
_KEPT_REDUCTIONS: Final = (1, 2, 4, 8, 16)

# Neither Pillow's warnings nor its log belong on a user's terminal. The limit of megapixels
# replaces its warning of decompression bombs.
warnings.filterwarnings("ignore", module=r"PIL\.")
logging.getLogger("PIL").addHandler(logging.NullHandler())
Image.MAX_IMAGE_PIXELS = None


@dataclass(frozen=True, slots=True, eq=False)
class Photo:
    """A decoded photo.

    Attributes:
        name: the photo's name in messages and results.
        image: ``(h, w, 3)`` uint8 RGB as a viewer shows it (EXIF orientation applied), origin top
            left.
        size: width and height of the photo in pixels. ``image`` has fewer pixels if the photo was
            decoded at reduced size.
        file: the file in memory, from which a larger image can be decoded. It may be the file of a
            smaller copy of the photo. None if ``image`` has all pixels, if the file was dropped to
            save memory, and for a photo that was cut out of a larger photo.
        part: for a photo that was cut out of a larger photo: which part of which photo it is. None
            for a whole photo, and if the larger photo cannot be decoded again.
    """

    name: str
    image: NDArray[np.uint8]
    size: tuple[int, int]
    file: "PhotoFile | SmallerCopy | None" = None
    part: "PhotoPart | None" = None

    def __repr__(self) -> str:
        width, height = self.size
        return f"<Photo {self.name!r}, {width} x {height} pixels>"

    @classmethod
    def of(cls, image: NDArray[np.uint8], name: str = "") -> "Photo":
        """Create a photo from an image ``(h, w, 3)`` uint8 RGB."""
        height, width = image.shape[:2]
        return cls(name, image, (width, height))

    @property
    def scale(self) -> float:
        """Pixels of the photo per pixel of ``image``. 1 unless it was decoded at reduced size."""
        return self.size[0] / int(self.image.shape[1])

    @property
    def can_be_larger(self) -> bool:
        """Whether the file of this photo, or of the photo that it was cut from, is in memory."""
        return self.file is not None or self.part is not None

    @property
    def detail(self) -> float:
        """How many times longer and wider than ``image`` the largest image is that can be decoded.

        1 if no larger image can be decoded. If the file is that of a smaller copy, the pixels of
        the original photo count.
        """
        return self.scale if self.can_be_larger else 1.0

    def without_file(self) -> "Photo":
        """The same photo without its file, to save memory. It can then not be decoded again."""
        return replace(self, file=None, part=None)


@dataclass(frozen=True, slots=True, eq=False)
class PhotoPart:
    """Which part of which photo a photo is.

    Attributes:
        photo: the whole photo.
        turns: how many quarter turns clockwise the whole photo is turned before it is cropped.
        crop: left, top, right and bottom of the part, as shares of the turned photo.
    """

    photo: Photo
    turns: int
    crop: tuple[float, float, float, float]


def decode_photo(
    source: Path | bytes,
    name: str | None = None,
    *,
    max_megapixels: float = MAX_MEGAPIXELS,
    enough_px: int | None = None,
    original_px: int = 0,
) -> Photo:
    """Decode a still picture: JPEG, PNG, WebP, HEIC, TIFF, GIF or BMP, with 8 or 16 bits a channel.

    Animated files give their first frame. Transparent pictures are put on white. Grey, CMYK and
    16-bit pictures become 8-bit RGB.

    Pictures with too many pixels or too many scans are refused. Time and memory have no bound here:
    a process that decodes the photos of other people must bound its own. Decoding takes 16 bytes a
    pixel for WebP, 10 for HEIC, 8 for TIFF, 4 for other formats.

    Args:
        source: a file, or its contents.
        name: the name for messages. The default is the file's name.
        max_megapixels: larger pictures are refused by their header.
        enough_px: the image may have a half, a quarter or an eighth of the photo's size as long as
            its long side keeps at least this many pixels. JPEGs are then decoded faster.
        original_px: 0 if the file is the original photo. If it is a smaller copy: the long side of
            the original in pixels. The photo that is returned then has the original's size. If
            ``decode_larger`` needs more pixels than the copy has, it raises an error with the fault
            ``copy``.

    Returns:
        The photo. It keeps its file in memory if the file has more pixels than the image, or if it
        is a smaller copy.

    Raises:
        PhotoError: the file is missing, empty, not a regular file, damaged, not a picture, or too
            large.
    """
    if name is not None:
        title = name
    elif isinstance(source, Path):
        title = source.name
    else:
        title = "photo"
    data = contents(source, title) if isinstance(source, Path) else source
    if not data:
        raise PhotoError(f"{title}: the file is empty; take or save the photo again")
    file = PhotoFile(data, title, max_megapixels)
    image, size = file.decode(enough_px)
    # An ``original_px`` that no photo has is ignored.
    is_copy = max(size) < original_px <= _LONGEST_ORIGINAL_PX
    if is_copy:
        enlargement = original_px / max(size)
        original_size = (round(size[0] * enlargement), round(size[1] * enlargement))
        return Photo(title, image, original_size, file=SmallerCopy(file, max(size)))
    has_all_pixels = max(image.shape[:2]) >= max(size)
    return Photo(title, image, size, file=None if has_all_pixels else file)


def decode_larger(photo: Photo, long_side_px: int) -> Photo:
    """Decode a photo again with more pixels, as far as its file has them.

    Args:
        photo: the photo. It is returned unchanged if its image is large enough, or if no larger
            image can be decoded.
        long_side_px: how many pixels the image's long side should have at least.

    Raises:
        PhotoError: the file cannot be decoded again, or is a copy with too few pixels.
    """
    now_px = max(photo.image.shape[:2])
    has_all_pixels = now_px >= max(photo.size)
    if not photo.can_be_larger or now_px >= long_side_px or has_all_pixels:
        return photo
    if photo.part is not None:
        # Enlarge the whole photo as much as the part, and cut the part out again.
        part = photo.part
        whole_now_px = max(part.photo.image.shape[:2])
        whole_long_side_px = round(long_side_px * whole_now_px / now_px)
        whole = decode_larger(part.photo, whole_long_side_px)
        larger = crop_photo(whole, part.turns, part.crop)
        return replace(photo, image=larger.image, part=larger.part)
    assert photo.file is not None  # noqa: S101  # a whole photo can be larger by its file alone
    return replace(photo, image=photo.file.image_of(long_side_px))


def crop_photo(photo: Photo, turns: int, crop: tuple[float, float, float, float]) -> Photo:
    """Turn a photo and cut out a part of it.

    Args:
        photo: the whole photo.
        turns: how many quarter turns clockwise to turn it first.
        crop: left, top, right and bottom of the part, as shares of the turned photo.
    """
    # NumPy counts quarter turns counter-clockwise.
    image = np.rot90(photo.image, -turns)
    height, width = image.shape[:2]
    left, top, right, bottom = crop
    # A part at the top or on the left has at least one row and one column.
    rows = slice(round(top * height), max(round(bottom * height), 1))
    columns = slice(round(left * width), max(round(right * width), 1))
    image = image[rows, columns]

    whole_width, whole_height = photo.size
    if turns % 2 == 1:
        whole_width, whole_height = whole_height, whole_width
    width_share = image.shape[1] / width
    height_share = image.shape[0] / height
    return Photo(
        photo.name,
        np.ascontiguousarray(image),
        (round(whole_width * width_share), round(whole_height * height_share)),
        part=PhotoPart(photo, turns, crop) if photo.can_be_larger else None,
    )


class _DecodedPicture(NamedTuple):
    """An image from a photo's file.

    Attributes:
        image: ``(h, w, 3)`` uint8 RGB, upright. It may be smaller than the photo.
        photo_size: the photo's own width and height in pixels, upright.
    """

    image: NDArray[np.uint8]
    photo_size: tuple[int, int]


class PhotoFile:
    """A photo's file in memory, which can be decoded again at other sizes.

    It keeps the latest image that it decoded, because further requests often need no larger image.

    Args:
        data: the contents of the file.
        title: the photo's name in messages.
        max_megapixels: larger pictures are refused.
    """

    def __init__(self, data: bytes, title: str, max_megapixels: float) -> None:
        self._data = data
        self._title = title
        self._max_megapixels = max_megapixels
        #: The latest image that ``decode`` returned.
        self._image: NDArray[np.uint8] | None = None
        #: The picture that replaces the file once it was decoded, for formats that cannot be
        #: decoded at reduced size. ``_data`` is then empty.
        self._whole: _DecodedPicture | None = None

    def image_of(self, long_side_px: int) -> NDArray[np.uint8]:
        """``(h, w, 3)`` uint8 RGB, its long side with at least this many pixels if possible.

        The image of the last call is returned again if it is large enough.

        Raises:
            PhotoError: the file is damaged, not a picture, or too large.
        """
        image = self._image
        if image is None or max(image.shape[:2]) < long_side_px:
            image = self.decode(long_side_px).image
        return image

    def decode(self, enough_px: int | None) -> _DecodedPicture:
        """Decode the file, and keep the image for ``image_of``.

        Args:
            enough_px: the image may be reduced as long as its long side keeps this many pixels.
                None keeps every pixel of the file, or of the decoded picture that an earlier call
                has put in its place.

        Raises:
            PhotoError: the file is damaged, not a picture, or too large.
        """
        if self._whole is not None:
            # An earlier call replaced the file by its decoded picture. Only reduce that.
            whole = self._whole.image
            image = reduce_by(whole, reduction(whole.shape[:2], enough_px))
            picture = self._whole._replace(image=image)
        else:
            picture = self._decode_safely(enough_px)
        self._image = picture.image
        return picture

    def _decode_safely(self, enough_px: int | None) -> _DecodedPicture:
        """Decode the file. Every error becomes a ``PhotoError`` with the photo and the fault."""
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
                f"damaged or cut short ({reason}); take or save the photo again", "damaged"
            ) from None

    def _decode(self, enough_px: int | None) -> _DecodedPicture:
        """Decode the file at the smallest size that keeps enough pixels.

        The decoder of JPEG can reduce while it decodes, and the file stays in memory. A picture of
        another format with more pixels than needed is decoded only once. Its image then replaces
        the file in memory, and is reduced for each request.
        """
        with self._open() as picture:
            self._check(picture)
            width, height = picture.size
            # By how much to reduce each side: 1, 2, 4 or 8.
            wanted_reduction = reduction((height, width), enough_px)
            # For JPEG, ``draft`` makes the decoder reduce, and ``picture.size`` becomes the reduced
            # size. For other formats it does nothing.
            picture.draft("RGB", (width // wanted_reduction, height // wanted_reduction))
            decoder_reduction = max(1, round(width / picture.size[0]))
            decoder_cannot_reduce = decoder_reduction == 1 and wanted_reduction > 1
            if decoder_cannot_reduce:
                # This image is kept for later requests, so only a huge picture is reduced.
                further_reduction = _kept_reduction(width * height)
            else:
                # The decoder may have reduced by less than wanted.
                further_reduction = wanted_reduction // decoder_reduction
            image = upright_rgb(picture, further_reduction)
            photo_size = upright_size(picture, (width, height))

        if decoder_cannot_reduce:
            # Keep the image in place of the file, and reduce it for this request.
            self._whole = _DecodedPicture(image, photo_size)
            self._data = b""
            image = reduce_by(image, reduction(image.shape[:2], enough_px))
        return _DecodedPicture(image, photo_size)

    def _open(self) -> Image.Image:
        """Open the file as a picture. Its header is read, and nothing is decoded yet."""
        if self._data[4:8] == b"ftyp":
            # HEIC support takes time to load and most photos are JPEG.
            import pillow_heif  # noqa: PLC0415

            pillow_heif.register_heif_opener()
            return Image.open(io.BytesIO(self._data), formats=("HEIF",))
        return Image.open(io.BytesIO(self._data), formats=_FORMATS)

    def _check(self, picture: Image.Image) -> None:
        """Refuse a picture that cannot be decoded safely, or is too small to show a tile.

        Raises:
            PhotoError: the picture has too many or too few pixels, too many scans, or more than 16
                bits a channel.
        """
        width, height = picture.size
        if width * height > self._max_megapixels * 1e6:
            limit = f"{self._max_megapixels:g} megapixels"
            raise self._error(
                f"{width} x {height} pixels are more than the limit of {limit}; "
                "send a smaller copy or raise --max-megapixels",
                "many-pixels",
            )
        if min(width, height) < _FEWEST_PX:
            raise self._error(
                f"only {width} x {height} pixels, too small to show a tile", "few-pixels"
            )
        most_scans = _most_scans(width, height)
        if picture.format in ("JPEG", "MPO") and _count_scans(self._data, most_scans) > most_scans:
            raise self._error(f"more than {most_scans} scans; save it again")
        # Pillow up to 11 has the mode "I" for a 16-bit PNG.
        is_old_png = picture.mode == "I" and picture.format == "PNG"
        has_16_bits = picture.mode.startswith("I;16") or is_old_png
        if picture.mode not in _EIGHT_BIT_MODES and not has_16_bits:
            raise self._error(
                "more than 16 bits a channel, or fractions; save it with 8 or 16 bits"
            )

    def _error(self, reason: str, fault: PhotoFault = "unreadable") -> PhotoError:
        """The error that the photo cannot be decoded for a reason, in English."""
        return PhotoError(f"{self._title}: {reason}", fault)


@dataclass(frozen=True, slots=True, eq=False)
class SmallerCopy:
    """The file of a copy with fewer pixels than its photo.

    Attributes:
        file: the file.
        long_side_px: the long side of the copy in pixels.
    """

    file: PhotoFile
    long_side_px: int

    def image_of(self, long_side_px: int) -> NDArray[np.uint8]:
        """``(h, w, 3)`` uint8 RGB with at least this many pixels along its long side.

        Raises:
            PhotoError: the copy has fewer pixels along its long side, and the fault is ``copy``. Or
                the file is damaged, not a picture, or too large.
        """
        if long_side_px > self.long_side_px:
            raise PhotoError("the copy is too small, the photo itself is needed", "copy")
        return self.file.image_of(long_side_px)


def _kept_reduction(pixels: int) -> int:
    """By which factor each side of a picture of this many pixels is reduced before it is kept."""
    for factor in _KEPT_REDUCTIONS:
        if pixels / factor**2 <= _MOST_KEPT_PIXELS:
            return factor
    return _KEPT_REDUCTIONS[-1]


def _most_scans(width: int, height: int) -> int:
    """Return how many scans a JPEG of this size may have."""
    megapixels = width * height / 1e6
    affordable = int(_MOST_SCANNED_MEGAPIXELS / megapixels)
    return min(_MOST_SCANS, max(_USUAL_SCANS, affordable))


def _count_scans(jpeg: bytes, most: int) -> int:
    """Count the scans of a JPEG's first picture. Other pictures or a video may follow it.

    Args:
        jpeg: the contents of the file.
        most: counting ends once there are more scans than this.
    """
    scans = 0
    position = 0
    # The byte with the number of components of a sequential frame. Empty for a progressive frame.
    frame_components = b""
    while scans <= most:
        marker = _JPEG_MARKER.search(jpeg, position)
        if marker is None or marker[1] == _END_OF_IMAGE:
            break
        start = marker.end()
        if marker[1] in _SEQUENTIAL_FRAMES:
            frame_components = _byte_at(jpeg, start + _FRAME_COMPONENTS)
        if marker[1] == _START_OF_SCAN:
            scans += 1
            # In a sequential frame, a scan of all components is the only scan: the decoder refuses
            # further scans. So its many bytes need not be searched for further markers.
            scan_components = _byte_at(jpeg, start + _SCAN_COMPONENTS)
            if frame_components and scan_components == frame_components:
                break
        # Skip the segment: its length follows the marker.
        length = jpeg[start : start + 2]
        position = start + int.from_bytes(length, "big")
    return scans


def _byte_at(data: bytes, position: int) -> bytes:
    """The byte at a position, or no byte if the data end before it."""
    return data[position : position + 1]
