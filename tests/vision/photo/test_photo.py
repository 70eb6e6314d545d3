"""Every kind of picture file is read sensibly or refused in one clear line; files are written whole or not at all."""

import io
import os
import socket
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from hu.vision.photo.decoding import decode_photo
from hu.vision.photo.files import MAX_MEGABYTES, PhotoError, contents, is_photo, whole_file
from hu.vision.photo.pixels import shrunk


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


def test_a_file_is_read_whole(tmp_path: Path) -> None:
    (tmp_path / "a.jpg").write_bytes(b"abc")
    assert contents(tmp_path / "a.jpg", "a.jpg") == b"abc"


def test_a_pipe_a_socket_and_a_device_are_refused_unread(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jpg")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s.jpg"))
        for path in (tmp_path / "pipe.jpg", tmp_path / "s.jpg", Path("/dev/zero")):
            with pytest.raises(PhotoError, match="not a regular file"):
                contents(path, path.name)


def test_a_huge_sparse_file_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "hole.jpg").open("wb") as file:
        file.truncate(6_000_000_000)
    with pytest.raises(PhotoError, match=rf"hole\.jpg: 6000 MB are more than the limit of {MAX_MEGABYTES} MB"):
        contents(tmp_path / "hole.jpg", "hole.jpg")


@pytest.mark.parametrize("name", ["none.jpg", "x" * 300, "a\0b.jpg", "a.jpg/b.jpg", "."])
def test_what_is_no_file_is_one_clear_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.jpg").touch()
    with pytest.raises(PhotoError) as caught:
        contents(tmp_path / name, name)
    assert "\n" not in str(caught.value)


def test_names_without_an_ending_are_no_photos() -> None:
    assert [is_photo(name) for name in ("jpg", ".jpg", "a.jpg.txt", "a.JPeG", "a.b.tiff")] == [False] * 3 + [True] * 2


def test_a_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    with whole_file(path, durable=True) as file:
        file.write(b"new")
        assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.csv"]
    assert path.read_bytes() == b"new"


def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")

    def fail() -> None:
        with whole_file(path) as file:
            file.write(b"half")
            raise OSError("full")

    with pytest.raises(OSError, match="full"):
        fail()
    assert [entry.read_bytes() for entry in tmp_path.iterdir()] == [b"old"]


@pytest.mark.parametrize("shape", [(1512, 2016), (1513, 2017)])
@pytest.mark.parametrize("size", [(320, 240), (101, 77), (640, 480), (1999, 1500)])
def test_a_shrunk_picture_is_nearly_what_averaging_in_one_step_gives(
    shape: tuple[int, int], size: tuple[int, int]
) -> None:
    noise = np.random.default_rng(5).integers(0, 256, (12, 16, 3), dtype=np.uint8)
    image = np.asarray(cv2.resize(noise, shape[::-1], interpolation=cv2.INTER_CUBIC), dtype=np.uint8)
    small = shrunk(image, size)
    assert small.shape == (size[1], size[0], 3)
    # An odd row and column that are left out shift the far corner by a pixel of the large picture.
    assert float(np.abs(small.astype(float) - cv2.resize(image, size, interpolation=cv2.INTER_AREA)).mean()) < 2
