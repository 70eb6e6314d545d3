"""A hostile or enormous picture is refused in one line, soon and without much memory, and starts no other program."""

import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from hu.app.pool import Pool, WorkerEndedError
from hu.vision.photo.decoding import MAX_MEGAPIXELS, PhotoError, decode_photo


def _bytes(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def _noise(width: int, height: int) -> Image.Image:
    return Image.fromarray(np.random.default_rng(1).integers(0, 256, (height, width, 3), dtype=np.uint8))


def _png_header(width: int, height: int, depth: int = 8, colour: int = 2) -> bytes:
    """A PNG that claims a size in its header and holds no pixels."""
    chunks = (b"IHDR" + struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0), b"IDAT" + zlib.compress(b""))
    framed = (struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk)) for chunk in chunks)
    return b"\x89PNG\r\n\x1a\n" + b"".join(framed)


def _many_scans(image: Image.Image, scans: int) -> bytes:
    """A progressive JPEG whose last scan is repeated."""
    data = _bytes(image, "JPEG", progressive=True, quality=30)
    last = data.rindex(b"\xff\xda")
    return data[:last] + data[last:-2] * scans + data[-2:]


def _load_decoder() -> None:
    """Load the formats that a photo may have: what they take is not the photo's."""
    Image.init()


POSTSCRIPT = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 64 64\n(a) (w) file closefile\nshowpage\n"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (POSTSCRIPT, "not a picture"),
        (_bytes(_noise(64, 64), "PPM"), "not a picture"),
        (_bytes(_noise(64, 64), "TGA"), "not a picture"),
        (_bytes(_noise(64, 64), "ICO"), "not a picture"),
        (_bytes(Image.new("F", (64, 64)), "TIFF"), "more than 16 bits"),
        (_bytes(Image.new("I", (64, 64)), "TIFF"), "more than 16 bits"),
        (_png_header(12_001, 10_000), "more than the limit of 120 megapixels"),
        (_many_scans(_noise(64, 64), 200), "more than 100 scans"),
    ],
)
def test_other_formats_and_depths_are_refused_in_one_line(data: bytes, message: str) -> None:
    with pytest.raises(PhotoError, match=message) as caught:
        decode_photo(data, "x.jpg")
    assert str(caught.value).startswith("x.jpg: ")
    assert "\n" not in str(caught.value)


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


def test_a_picture_of_many_scans_ends_with_the_process_that_decodes_it() -> None:
    slow = _many_scans(Image.new("RGB", (6000, 6000), "white"), 80)
    pool = Pool(_load_decoder)
    try:
        with pytest.raises(WorkerEndedError, match="a worker process ended"):
            pool.run(0.5, decode_photo, slow, "slow.jpg")
    finally:
        pool.close()


@pytest.mark.parametrize(("kind", "options"), [("WEBP", {}), ("TIFF", {"compression": "tiff_lzw"})])
def test_a_picture_that_takes_more_memory_than_its_process_may_is_refused(kind: str, options: dict[str, str]) -> None:
    data = _bytes(Image.new("RGB", (6000, 6000)), kind, **options)
    pool = Pool(_load_decoder, megabytes=100)
    try:
        with pytest.raises(PhotoError, match=r"^x: (not enough memory|damaged or cut short)"):
            pool.run(60.0, decode_photo, data, "x")
    finally:
        pool.close()


def test_the_usual_limits_let_what_phones_and_cameras_make_pass() -> None:
    assert MAX_MEGAPIXELS == 120
    with pytest.raises(PhotoError, match="damaged or cut short"):
        decode_photo(_png_header(8660, 5774), "x")


def test_a_large_picture_takes_little_memory_when_it_is_reduced() -> None:
    script = (
        "import resource, sys; from hu.vision.photo.decoding import decode_photo;"
        "usage = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss;"
        "data = sys.stdin.buffer.read(); before = usage();"
        "photo = decode_photo(data, 'x', enough_px=1600); print(usage() - before, photo.size[0], photo.image.shape[1])"
    )
    data = _bytes(Image.new("RGBA", (8000, 7500), (9, 99, 9, 128)), "PNG", compress_level=1)
    out = subprocess.run([sys.executable, "-c", script], input=data, capture_output=True, check=True).stdout.split()
    kilobytes, width, reduced = (int(number) for number in out)
    assert (width, reduced) == (8000, 4000 // 2)
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
    assert np.array_equal(whole.at_least(900).image, decode_photo(data, "x").image)


def test_a_jpeg_decoded_small_can_be_decoded_larger_until_it_is_settled() -> None:
    small = decode_photo(_bytes(_noise(1600, 1200), "JPEG"), "x", enough_px=400)
    assert (small.image.shape[1], small.scale, small.detail) == (400, 4, 4)
    assert small.at_least(300) is small
    assert small.at_least(401).image.shape == (600, 800, 3)
    assert small.at_least(10_000).image.shape == (1200, 1600, 3)
    assert small.settled().at_least(10_000).image.shape == (300, 400, 3)
    assert small.settled().detail == 1


@pytest.mark.parametrize("orientation", range(1, 9))
@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "TIFF"])
def test_every_orientation_is_applied_to_reduced_pictures_too(orientation: int, kind: str) -> None:
    image = Image.new("RGB", (640, 480), "white")
    image.paste((255, 0, 0), (0, 0, 160, 120))
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = _bytes(image, kind, exif=exif)
    whole, small = decode_photo(data, "x"), decode_photo(data, "x", enough_px=160)
    assert whole.size == small.size == ((640, 480) if orientation < 5 else (480, 640))
    assert max(small.image.shape) == 160
    corners = [(0, 0), (0, -1), (-1, 0), (-1, -1)]
    red = [whole.image[y, x, 1] < 100 for y, x in corners]
    assert sum(red) == 1
    assert [small.image[y, x, 1] < 100 for y, x in corners] == red


#: Damages pictures at random and decodes them, as a command would: with Python's own filters of warnings.
_FUZZ = """
import io, random, sys
from PIL import Image
from hu.vision.photo.decoding import PhotoError, decode_photo
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
    done = subprocess.run([sys.executable, "-c", _FUZZ], capture_output=True, check=True, text=True)
    assert done.stderr == ""
    assert set(done.stdout.split()) == {"True"}
