"""Every kind of picture file is read sensibly or refused in one clear line."""

import io
import struct
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hu.vision.photo.decoding import PhotoError, decode_photo


def _picture(mode: str = "RGB", size: tuple[int, int] = (60, 40)) -> Image.Image:
    rng = np.random.default_rng(5)
    return Image.fromarray(rng.integers(0, 256, (size[1], size[0], 3), dtype=np.uint8)).convert(mode)


def _bytes(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF"])
def test_common_formats_give_rgb_of_the_right_size(kind: str) -> None:
    photo = decode_photo(_bytes(_picture(), kind), "x")
    assert photo.image.shape == (40, 60, 3)
    assert photo.image.dtype == np.uint8
    assert photo.size == (60, 40)


def test_heic_from_a_phone_is_read(tmp_path: Path) -> None:
    import pillow_heif

    pillow_heif.from_pillow(_picture(size=(128, 64))).save(str(tmp_path / "x.heic"))
    assert decode_photo(tmp_path / "x.heic").image.shape == (64, 128, 3)


def test_exif_orientation_is_applied() -> None:
    image = Image.new("RGB", (60, 40), "white")
    image.paste((255, 0, 0), (0, 0, 10, 10))
    exif = Image.Exif()
    exif[0x0112] = 6  # turned by a quarter: a viewer shows the red corner at the top right
    photo = decode_photo(_bytes(image, "PNG", exif=exif), "x")
    assert photo.size == (40, 60)
    assert tuple(photo.image[2, 37]) == (255, 0, 0)


@pytest.mark.parametrize("mode", ["L", "CMYK", "P", "RGBA", "LA", "1"])
def test_other_modes_become_rgb(mode: str) -> None:
    kind = "JPEG" if mode == "CMYK" else "PNG"
    assert decode_photo(_bytes(_picture(mode), kind), "x").image.shape == (40, 60, 3)


def test_sixteen_bits_keep_their_shades() -> None:
    grey = np.linspace(0, 65535, 60 * 40).reshape(40, 60).astype(np.uint16)
    image = decode_photo(_bytes(Image.fromarray(grey), "PNG"), "x").image
    assert image[0, 0, 0] == 0
    assert image[-1, -1, 0] == 255
    assert abs(int(image[20, 0, 0]) - 127) < 5


def test_transparency_is_laid_on_white() -> None:
    assert tuple(decode_photo(_bytes(Image.new("RGBA", (20, 20), (0, 0, 0, 0)), "PNG"), "x").image[0, 0]) == (255,) * 3


def test_an_animation_gives_its_first_frame() -> None:
    first, second = Image.new("RGB", (20, 20), "red"), Image.new("RGB", (20, 20), "blue")
    data = _bytes(first, "GIF", save_all=True, append_images=[second])
    assert tuple(decode_photo(data, "x").image[0, 0]) == (255, 0, 0)


def test_a_reduced_decode_says_how_large_the_photo_is() -> None:
    photo = decode_photo(_bytes(_picture(size=(640, 480)), "JPEG"), "x", enough_px=300)
    assert photo.image.shape == (240, 320, 3)
    assert photo.size == (640, 480)
    assert photo.scale == 2


def _huge_png(width: int, height: int) -> bytes:
    """A PNG that claims a size in its header and holds no pixels."""
    chunks = (b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0), b"IDAT" + zlib.compress(b""))
    framed = (struct.pack(">I", len(c) - 4) + c + struct.pack(">I", zlib.crc32(c)) for c in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(framed)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b"%PDF-1.7 hello", "not a picture"),
        (b"\xff\xd8\xff\xe0", "not a picture"),
        (_bytes(_picture(size=(300, 300)), "JPEG")[:4000], "damaged or cut short"),
        (_huge_png(20000, 10000), "20000 x 10000 pixels are more than"),
        (_huge_png(0, 0), "not a picture|too small"),
        (_bytes(Image.new("RGB", (1, 1)), "PNG"), "too small"),
    ],
)
def test_what_is_no_photo_is_refused_in_one_line(data: bytes, message: str) -> None:
    with pytest.raises(PhotoError, match=message) as caught:
        decode_photo(data, "x.jpg")
    assert str(caught.value).startswith("x.jpg: ")
    assert "\n" not in str(caught.value)


def test_a_large_picture_is_refused_by_its_header_and_the_limit_can_be_raised() -> None:
    with pytest.raises(PhotoError, match="limit of 120 megapixels"):
        decode_photo(_huge_png(20000, 10000), "x")
    with pytest.raises(PhotoError, match="damaged"):
        decode_photo(_huge_png(20000, 10000), "x", max_megapixels=300)


def test_a_missing_file_and_a_folder_say_so(tmp_path: Path) -> None:
    with pytest.raises(PhotoError, match="No such file"):
        decode_photo(tmp_path / "none.jpg")
    with pytest.raises(PhotoError, match="is a folder"):
        decode_photo(tmp_path)
