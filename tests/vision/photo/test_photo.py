"""Every kind of picture file is read, or refused in one line, soon and in little memory.

Files are written whole.
"""

import io
import os
import socket
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from hu.app.pool import Pool, WorkerEndedError
from hu.vision.photo.decoding import MAX_MEGAPIXELS, PhotoError, decode_larger, decode_photo
from hu.vision.photo.files import MAX_MEGABYTES, contents, has_photo_ending, whole_file
from hu.vision.photo.pixels import shrink


def _bytes(image: Image.Image, kind: str, **options: object) -> bytes:
    """The contents of an image's file, in a format of Pillow's."""
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def _noise(width: int, height: int) -> Image.Image:
    """A picture of random colours, the same each time."""
    rng = np.random.default_rng(1)
    return Image.fromarray(rng.integers(0, 256, (height, width, 3), dtype=np.uint8))


def _png_header(width: int, height: int, depth: int = 8, colour: int = 2) -> bytes:
    """A PNG that claims a size in its header and holds no pixels."""
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + _png_chunk(b"IHDR", header) + _png_chunk(b"IDAT", zlib.compress(b""))
    )


def _png_chunk(kind: bytes, data: bytes) -> bytes:
    """A chunk of a PNG file: its length, kind, data and checksum."""
    checksum = zlib.crc32(kind + data)
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", checksum)


def _many_scans(image: Image.Image, scans: int) -> bytes:
    """A progressive JPEG whose last scan is repeated."""
    data = _bytes(image, "JPEG", progressive=True, quality=30)
    start_of_scan = data.rindex(b"\xff\xda")
    end_of_image = len(data) - 2
    last_scan = data[start_of_scan:end_of_image]
    return data[:start_of_scan] + last_scan * scans + data[end_of_image:]


def _load_decoder() -> None:
    """Load the formats of photos, so that their memory is not counted as the photo's."""
    Image.init()


POSTSCRIPT = (
    b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 64 64\n(a) (w) file closefile\nshowpage\n"
)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "empty"),
        (b"%PDF-1.7 hello", "not a picture"),
        (b"\xff\xd8\xff\xe0", "not a picture"),
        (POSTSCRIPT, "not a picture"),
        *((_bytes(_noise(64, 64), kind), "not a picture") for kind in ("PPM", "TGA", "ICO")),
        *((_bytes(Image.new(mode, (64, 64)), "TIFF"), "more than 16 bits") for mode in "FI"),
        (_bytes(_noise(300, 300), "JPEG")[:4000], "damaged or cut short"),
        (_png_header(0, 0), "not a picture|too small"),
        (_bytes(Image.new("RGB", (1, 1)), "PNG"), "too small"),
        (
            _png_header(12_001, 10_000),
            "12001 x 10000 pixels are more than the limit of 120 megapixels",
        ),
        (_many_scans(_noise(64, 64), 200), "more than 100 scans"),
    ],
)
def test_a_file_that_is_no_photo_is_refused_in_one_line(data: bytes, message: str) -> None:
    with pytest.raises(PhotoError, match=message) as raised:
        decode_photo(data, "x.jpg")
    assert str(raised.value).startswith("x.jpg: ")
    assert "\n" not in str(raised.value)


def test_no_other_program_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise AssertionError(args, options)

    monkeypatch.setattr(subprocess, "Popen", refuse)
    path = tmp_path / "hand.jpg"
    path.write_bytes(POSTSCRIPT)
    with pytest.raises(PhotoError, match="not a picture"):
        decode_photo(path)


def test_only_the_scans_of_the_photo_itself_count() -> None:
    photo = _many_scans(_noise(64, 64), 80)
    thumbnail = _many_scans(_noise(16, 16), 120)
    comment = b"\xff\xfe" + struct.pack(">H", len(thumbnail) + 2) + thumbnail
    video = b"\xff\xda\0\2" * 1000
    assert len(comment) < 65_000
    assert decode_photo(photo[:2] + comment + photo[2:] + video, "x.jpg").size == (64, 64)


@pytest.mark.parametrize(
    ("size", "most"),
    [((64, 64), 100), ((4032, 3024), 100), ((8064, 6048), 41), ((12_000, 9_900), 16)],
)
def test_a_large_photo_may_have_fewer_scans(size: tuple[int, int], most: int) -> None:
    photo = _many_scans(_noise(64, 64), most + 1)
    # A header of a frame: its length, the bits of a value, then height and width.
    size_at = photo.index(b"\xff\xc2") + 5
    large = photo[:size_at] + struct.pack(">HH", size[1], size[0]) + photo[size_at + 4 :]
    with pytest.raises(PhotoError, match=f"more than {most} scans"):
        decode_photo(large, "x.jpg")


def test_scans_of_single_components_count() -> None:
    data = _bytes(_noise(64, 64), "JPEG")
    start_of_scan = data.index(b"\xff\xda")
    # A header of a scan: its length, one component and its tables, and the whole spectrum.
    scan = b"\xff\xda" + struct.pack(">HBBBBBB", 8, 1, 1, 0, 0, 63, 0) + b"\0" * 16
    with pytest.raises(PhotoError, match="more than 100 scans"):
        decode_photo(data[:start_of_scan] + scan * 200 + data[-2:], "x.jpg")


def test_scans_after_a_scan_of_all_components_are_refused_by_the_decoder() -> None:
    data = _bytes(_noise(64, 64), "JPEG")
    start_of_scan = data.index(b"\xff\xda")
    scan = data[start_of_scan:-2]
    with pytest.raises(PhotoError, match="damaged"):
        decode_photo(data[:start_of_scan] + scan * 1000 + data[-2:], "x.jpg")


def test_a_picture_of_many_scans_ends_with_the_process_that_decodes_it() -> None:
    slow = _many_scans(Image.new("RGB", (6000, 6000), "white"), 40)
    pool = Pool(_load_decoder)
    try:
        with pytest.raises(WorkerEndedError, match="a worker process ended"):
            pool.run(0.5, decode_photo, slow, "slow.jpg")
    finally:
        pool.close()


@pytest.mark.parametrize(("kind", "options"), [("WEBP", {}), ("TIFF", {"compression": "tiff_lzw"})])
def test_a_picture_that_takes_more_memory_than_its_process_may_is_refused(
    kind: str, options: dict[str, str]
) -> None:
    data = _bytes(Image.new("RGB", (6000, 6000)), kind, **options)
    pool = Pool(_load_decoder, megabytes=100)
    try:
        with pytest.raises(PhotoError, match=r"^x: (not enough memory|damaged or cut short)"):
            pool.run(60.0, decode_photo, data, "x")
    finally:
        pool.close()


def test_photos_of_phones_and_cameras_pass_the_usual_limit_which_can_be_raised() -> None:
    assert MAX_MEGAPIXELS == 120
    # The pictures pass the limit: they are refused because they hold no pixels.
    with pytest.raises(PhotoError, match="damaged or cut short"):
        decode_photo(_png_header(8660, 5774), "x")
    with pytest.raises(PhotoError, match="damaged or cut short"):
        decode_photo(_png_header(20_000, 10_000), "x", max_megapixels=300)


#: Decodes a picture, and writes its memory in kilobytes and its width before and after.
_MEASURE_MEMORY = """
import resource, sys
from hu.vision.photo.decoding import decode_photo
data = sys.stdin.buffer.read()
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
photo = decode_photo(data, "x", enough_px=1600)
after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(after - before, photo.size[0], photo.image.shape[1])
"""


def test_a_large_picture_takes_little_memory_when_it_is_reduced() -> None:
    data = _bytes(Image.new("RGBA", (8000, 7500), (9, 99, 9, 128)), "PNG", compress_level=1)
    command = [sys.executable, "-c", _MEASURE_MEMORY]
    process = subprocess.run(command, input=data, capture_output=True, check=True)
    kilobytes, width, reduced_width = (int(number) for number in process.stdout.split())
    assert width == 8000
    assert reduced_width == 2000
    # 4 bytes a pixel for the decoder, and the reduced copies.
    assert kilobytes < 4 * 60_000 + 200_000


def test_bands_reduce_a_picture_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    data = _bytes(_noise(1003, 805), "PNG")
    whole = decode_photo(data, "x", enough_px=200)
    monkeypatch.setattr("hu.vision.photo.pixels._BAND_PIXELS", 20_000)
    bands = decode_photo(data, "x", enough_px=200)
    assert whole.image.shape == (202, 251, 3)
    assert np.array_equal(whole.image, bands.image)
    assert whole.size == (1003, 805)
    assert np.array_equal(decode_larger(whole, 900).image, decode_photo(data, "x").image)


def test_a_jpeg_decoded_small_can_be_decoded_larger_until_its_file_is_dropped() -> None:
    small = decode_photo(_bytes(_noise(1600, 1200), "JPEG"), "x", enough_px=400)
    assert small.image.shape == (300, 400, 3)
    assert small.scale == 4
    assert small.detail == 4
    assert decode_larger(small, 300) is small
    assert decode_larger(small, 401).image.shape == (600, 800, 3)
    assert decode_larger(small, 10_000).image.shape == (1200, 1600, 3)
    assert decode_larger(small.without_file(), 10_000).image.shape == (300, 400, 3)
    assert small.without_file().detail == 1


#: Where EXIF's orientations show a file's top left corner.
_RED_CORNER = {
    1: "top left",
    2: "top right",
    3: "bottom right",
    4: "bottom left",
    5: "top left",
    6: "top right",
    7: "bottom right",
    8: "bottom left",
}


def _red_corners(image: NDArray[np.uint8]) -> list[str]:
    """The corners of a white and red picture that are red."""
    corners = {
        "top left": image[0, 0],
        "top right": image[0, -1],
        "bottom left": image[-1, 0],
        "bottom right": image[-1, -1],
    }
    return [name for name, (_, green, _) in corners.items() if green < 100]


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_every_orientation_is_applied_to_reduced_pictures_too(orientation: int, kind: str) -> None:
    image = Image.new("RGB", (640, 480), "white")
    image.paste((255, 0, 0), (0, 0, 160, 120))
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = _bytes(image, kind, exif=exif)
    whole = decode_photo(data, "x")
    small = decode_photo(data, "x", enough_px=160)
    size = (640, 480) if orientation < 5 else (480, 640)
    assert whole.size == size
    assert small.size == size
    assert max(small.image.shape) == 160
    assert _red_corners(whole.image) == [_RED_CORNER[orientation]]
    assert _red_corners(small.image) == [_RED_CORNER[orientation]]


def test_a_nearly_square_photo_keeps_its_size_at_reduced_size() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    for width, height in ((799, 800), (800, 799)):
        image = Image.new("RGB", (width, height), "white")
        upright = decode_photo(_bytes(image, "JPEG"), "x", enough_px=400)
        rotated = decode_photo(_bytes(image, "JPEG", exif=exif), "x", enough_px=400)
        assert upright.image.shape == (400, 400, 3)
        assert upright.size == (width, height)
        assert rotated.size == (height, width)


#: Damages pictures at random and decodes them as a command would, with Python's own filters of
#: warnings.
_FUZZ = """
import io, random, sys
from PIL import Image
from hu.vision.photo.decoding import PhotoError, decode_larger, decode_photo
rng, samples = random.Random(7), []
for kind in ("JPEG", "PNG", "TIFF", "WEBP", "GIF", "BMP"):
    out = io.BytesIO()
    Image.effect_noise((80, 60), 90).convert("RGB").save(out, kind)
    samples.append(out.getvalue())
for _ in range(400):
    data = bytearray(rng.choice(samples))
    for _ in range(rng.randint(1, 20)):
        data[rng.randrange(len(data))] = rng.randrange(256)
    try:
        decode_photo(bytes(data[: rng.randint(1, len(data))]), "bad\\x1b[31m\\n.jpg")
    except PhotoError as error:
        print(str(error).isprintable())
"""


def test_damaged_files_leave_nothing_on_the_terminal() -> None:
    command = [sys.executable, "-c", _FUZZ]
    process = subprocess.run(command, capture_output=True, check=True, text=True)
    assert process.stderr == ""
    assert set(process.stdout.split()) == {"True"}


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF"])
def test_common_formats_give_rgb_of_the_right_size(kind: str) -> None:
    photo = decode_photo(_bytes(_noise(60, 40), kind), "x")
    assert photo.image.shape == (40, 60, 3)
    assert photo.image.dtype == np.uint8
    assert photo.size == (60, 40)


def test_heic_from_a_phone_is_read(tmp_path: Path) -> None:
    import pillow_heif

    pillow_heif.from_pillow(_noise(128, 64)).save(str(tmp_path / "x.heic"))
    assert decode_photo(tmp_path / "x.heic").image.shape == (64, 128, 3)


@pytest.mark.parametrize("mode", ["L", "CMYK", "P", "RGBA", "LA", "1"])
def test_other_modes_become_rgb(mode: str) -> None:
    kind = "JPEG" if mode == "CMYK" else "PNG"
    data = _bytes(_noise(60, 40).convert(mode), kind)
    assert decode_photo(data, "x").image.shape == (40, 60, 3)


def test_sixteen_bits_keep_their_shades() -> None:
    grey = np.linspace(0, 65535, 60 * 40).reshape(40, 60).astype(np.uint16)
    image = decode_photo(_bytes(Image.fromarray(grey), "PNG"), "x").image
    assert image[0, 0, 0] == 0
    assert image[-1, -1, 0] == 255
    assert abs(int(image[20, 0, 0]) - 127) < 5


def test_transparency_is_laid_on_white() -> None:
    data = _bytes(Image.new("RGBA", (20, 20), (0, 0, 0, 0)), "PNG")
    assert decode_photo(data, "x").image[0, 0].tolist() == [255, 255, 255]


def test_an_animation_gives_its_first_frame() -> None:
    first = Image.new("RGB", (20, 20), "red")
    second = Image.new("RGB", (20, 20), "blue")
    data = _bytes(first, "GIF", save_all=True, append_images=[second])
    assert decode_photo(data, "x").image[0, 0].tolist() == [255, 0, 0]


def test_a_reduced_decode_says_how_large_the_photo_is() -> None:
    photo = decode_photo(_bytes(_noise(640, 480), "JPEG"), "x", enough_px=300)
    assert photo.image.shape == (240, 320, 3)
    assert photo.size == (640, 480)
    assert photo.scale == 2


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
    with pytest.raises(
        PhotoError, match=rf"hole\.jpg: 6000 MB are more than the limit of {MAX_MEGABYTES} MB"
    ):
        contents(tmp_path / "hole.jpg", "hole.jpg")


@pytest.mark.parametrize("name", ["none.jpg", "x" * 300, "a\0b.jpg", "a.jpg/b.jpg", "."])
def test_a_path_that_is_no_file_is_refused_in_one_line(tmp_path: Path, name: str) -> None:
    (tmp_path / "a.jpg").touch()
    with pytest.raises(PhotoError) as raised:
        contents(tmp_path / name, name)
    assert "\n" not in str(raised.value)


def test_names_without_an_ending_are_no_photos() -> None:
    for name in ("jpg", ".jpg", "a.jpg.txt"):
        assert not has_photo_ending(name)
    for name in ("a.JPeG", "a.b.tiff"):
        assert has_photo_ending(name)


def test_a_file_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"old")
    with whole_file(path, is_durable=True) as file:
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
    height, width = shape
    noise = np.random.default_rng(5).integers(0, 256, (12, 16, 3), dtype=np.uint8)
    smooth = cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC)
    image = np.asarray(smooth, dtype=np.uint8)
    small = shrink(image, size)
    assert small.shape == (size[1], size[0], 3)
    in_one_step = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    difference = np.abs(small.astype(float) - in_one_step)
    # An odd row and column that are left out shift the far corner by a pixel of the large picture.
    assert float(difference.mean()) < 2


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (_bytes(_noise(64, 64), "JPEG")[:300], "damaged"),
        (_bytes(_noise(64, 8), "JPEG"), "few-pixels"),
        (_bytes(Image.new("L", (12_000, 10_001)), "PNG"), "many-pixels"),
        (b"no picture", "unreadable"),
    ],
)
def test_an_error_says_what_is_wrong_with_a_photo_of_any_name(data: bytes, fault: str) -> None:
    with pytest.raises(PhotoError) as raised:
        decode_photo(data, "damaged 12 pixels.jpg")
    assert raised.value.fault == fault
