"""The worst inputs met so far. They are built when needed and not stored as files."""

import io
import json
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from PIL import Image

from hu.app.batch.finishing import finish_row
from hu.app.batch.rows import BatchRow, row_to_line
from hu.app.records.doubt import Doubt
from hu.app.records.tile import Tile

REQUEST = {
    "id": "a1",
    "rules": "zung-jung",
    "hand": "234m 567m 55s [777z] 13p +2p",
    "winner": "S",
    "win": "discard",
    "from": "W",
    "circumstances": ["last-tile"],
    "recent_discards": [["S", "9m"], ["W", "3z"]],
    "options": {"half_flowers": False, "minimum": 0},
}
TABLE = {
    "id": "b1",
    "rules": "fimj",
    "round_wind": "E",
    "winners": {
        "S": {
            "hand": "111z 555p 234m 678s 9m +9m",
            "win": "self-draw",
            "circumstances": [],
        },
    },
    "others": {
        "E": {"hand": "[222p] 55z 789s 1m 4m 7p 9p 9p 1f"},
        "N": {"hand": "123456m 19p 2255s 4z"},
    },
    "options": {"limit": 1000, "waive": []},
}

_SELF_DRAW_AFTER_RIICHI: Final = {
    "winner": "S",
    "win": "self-draw",
    "round_wind": "E",
    "circumstances": ["riichi"],
    "dora_indicators": ["4s"],
    "ura_indicators": ["9p"],
}
RIICHI = {
    "rules": "riichi",
    "hand": "234m 067p 55s 345s 68m +7m",
    **_SELF_DRAW_AFTER_RIICHI,
    "declared": ["N"],
    "counters": {"honba": 1, "sticks": 2},
    "options": {"preset": "tenhou", "kiriage": True},
}
#: Three players have no 2m to 8m.
SANMA = {
    "rules": "sanma",
    "hand": "111m 123p 567p 345s 5s +5s",
    **_SELF_DRAW_AFTER_RIICHI,
}
DRAWN = {
    "rules": "riichi",
    "round_wind": "E",
    "declared": ["E"],
    "others": {"E": {"status": "tenpai"}},
}
KNITTED = {
    "rules": "mcr",
    "hand": "[777z] 55z 147m 258p 69s +3s",
    "winner": "E",
    "win": "discard",
    "from": "W",
    "round_wind": "S",
    "circumstances": ["last-of-kind"],
    "options": {"minimum": 8},
}
FLOWERS = {
    "rules": "hong-kong",
    "hand": "[777z] 12s 44s 456p 789m 2f 2g +3s",
    "winner": "S",
    "win": "self-draw",
    "round_wind": "E",
}
SIXTEEN = {
    "rules": "taiwanese",
    "hand": "[234m] 678p 567s 12s 99p 555m 2f +3s",
    "winner": "E",
    "win": "robbed-kong",
    "from": "W",
    "round_wind": "S",
    "repeats": 2,
    "options": {"preset": "shifu", "west_flower": "bamboo"},
}


#: Values that may be in any place of a file or a message.
JUNK: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    5,
    10**30,
    1e308,
    "",
    "X",
    "\ud800",
    "\0",
    "\u202e" * 50,
    "9" * 5_000,
    "2025-03-01",
    "9999-12-31T23:59:59-14:00",
    "0001-01-01T00:00:00+14:00",
    "house",
    [],
    [None],
    ["E", "S", "N"],
    [["1m"] * 70],
    {},
    {"house": "["},
    {"preset": 7},
    {"a": {"a": {"a": [{}]}}},
    list(range(20_000)),
)


def spoilt(value: Any) -> Iterator[Any]:
    """Copies of a JSON value, each with junk in one place or without one key.

    Of a list, only the first item is changed.
    """
    yield from JUNK
    if isinstance(value, dict):
        for key, inner in value.items():
            for changed in spoilt(inner):
                yield {**value, key: changed}
            yield {name: kept for name, kept in value.items() if name != key}
    elif isinstance(value, list) and value:
        for changed in spoilt(value[0]):
            yield [changed, *value[1:]]


def lines() -> Iterator[bytes]:
    """Requests for ``hu hands``."""
    yield from (
        json.dumps(request).encode()
        for request in (REQUEST, TABLE, RIICHI, SANMA, DRAWN, KNITTED, FLOWERS, SIXTEEN)
    )
    yield from (
        json.dumps(changed).encode() for request in (REQUEST, TABLE) for changed in spoilt(request)
    )
    keys = ",".join(f'"{number:x}":0' for number in range(70_000))
    start = json.dumps(REQUEST)[:-1]
    # Each of these keys might be a known key that was misspelt.
    yield f"{start},{keys}}}".encode()
    # The last key is there twice.
    yield f'{{{keys},"{69_999:x}":0}}'.encode()
    near = ",".join(f'"nniw{number:05d}er": 0' for number in range(40_000))
    # These keys resemble the known key "winner".
    yield f"{start},{near}}}".encode()
    yield b"[" * 900_000
    yield b'{"a":' * 150_000
    yield b"1" * 999_999
    yield b'{"id": 1e999}'
    yield b"x" * 3_000_000
    yield f'{start},"circumstances":[{",".join(["null"] * 100_000)}]}}'.encode()
    yield (json.dumps(REQUEST | {"hand": "1m" * 200_000})).encode()
    yield (json.dumps(REQUEST | {"hand": "[" * 400_000})).encode()
    yield (json.dumps(REQUEST | {"hand": "[124m]" * 120_000})).encode()
    yield (json.dumps(REQUEST | {"recent_discards": [["S", "9m"]] * 30_000})).encode()
    yield '{"hand": "\\ud800", "rules": "\u202e\x9b2J"}'.encode("utf-8", "surrogatepass")


def hands() -> Iterator[bytes]:
    """Hands in the notation."""
    for text in (
        "123m 44p [555z] (1111s) 1f 3g +5p",
        "19m19p19s12345677z",
        "",
        "((((",
        "1m" * 5000,
        "+" * 5000,
    ):
        yield text.encode()


def houses() -> Iterator[bytes]:
    """Files of house rules."""
    folder = Path(__file__).parents[2] / "docs" / "house"
    yield from (path.read_bytes() for path in sorted(folder.glob("*.toml")))
    yield b'rules = "riichi"\n[options]\n' + b"a = 1\n" + b"b.c = [[[[[1]]]]]\n" * 2
    yield b'rules = "zung-jung"\n' + b"[[pattern]]\n" * 5_000
    yield b'rules = "zung-jung"\n[points]\n' + b"".join(
        b'"%d.1" = 1\n' % number for number in range(5_000)
    )
    yield b"rules = " + b"[" * 50_000


def manifests() -> Iterator[bytes]:
    """Tables for ``hu batch``."""
    yield (
        b"photo,winner,win,from,round_wind,circumstances,hand\n"
        b"a.jpg,S,discard,W,E,last-tile,123m +5p\n"
    )
    yield b'\xef\xbb\xbfphoto;winner\r\n"a\r=1+1.jpg";S\r\n'
    yield b"photo\n" + b"a.jpg\n" * 20_000
    yield b"photo," + b",".join(b"c%d" % number for number in range(20_000)) + b"\na.jpg\n"
    yield b'photo\n"' + b"x" * 1_000_000
    yield b"photo\0\n\0"


def rows() -> Iterator[bytes]:
    """Lines of results.jsonl, first as they are written today, then of version 1."""
    scored = _read_row()
    yield row_to_line(scored)
    yield row_to_line(finish_row(scored, {"winner": "S", "win": "self-draw"}))
    given_hand = {"hand": "222m 123789p 5577z +7z"}
    yield row_to_line(finish_row(scored, {"winner": "S", "win": "self-draw"}, "", given_hand))
    yield row_to_line(BatchRow("a.jpg", error="a.jpg: damaged"))
    tile = {
        "tile": "1m",
        "confidence": 0.9,
        "alternatives": [],
        "box": [[0, 0]] * 4,
        "row": 0,
        "group": 0,
        "sideways": False,
        "role": "concealed",
        "inferred": False,
    }
    older: dict[str, object] = {
        "photo": "a.jpg",
        "size": [4, 3],
        "rules": "zung-jung",
        "hand": "1m",
        "tiles": [tile],
        "doubts": [{"tile": None, "why": "7s or 8s"}],
        "answers": {"winner": "S"},
        "score": {"points": 3},
        "check": True,
    }
    yield _line(older | {"sha256": "0", "reader": "1"})
    yield _line(older | {"score": {}})
    yield _line({"photo": "a.jpg", "rules": "fimj", "hand": "1m", "check": True})


def _read_row() -> BatchRow:
    tile = Tile(
        tile="1m",
        confidence=0.9,
        alternatives=(("1s", 0.1),),
        box=((0, 0), (1, 0), (1, 1), (0, 1)),
        row=0,
        group=0,
        sideways=False,
        role="concealed",
        inferred=False,
    )
    doubt = Doubt(id="which-tile-won", tile=None, why="which tile won", about="photo")
    hand = "222m 123789p 55777z"
    return BatchRow(
        "a.jpg",
        size=(4, 3),
        rules="zung-jung",
        hand=hand,
        read=hand,
        tiles=(tile,),
        doubts=(doubt,),
        sha256="0",
        reader="1",
    )


def _line(content: dict[str, object]) -> bytes:
    return json.dumps(content).encode() + b"\n"


def labels() -> Iterator[bytes]:
    """YOLO label files and lists of corrections."""
    yield b"0 0.5 0.5 0.1 0.1\n42 0.1 0.1 0.1 0.1\n"
    yield b"file,box,tile\na.jpg,3,1m\na.jpg,0.5 0.5 0.1 0.1,back\n"
    yield b"0 nan inf 1e999 -1\n" * 1000


def photos() -> Iterator[bytes]:
    """Pictures: of every format, and those whose decoding costs most."""
    noise = np.random.default_rng(1).integers(0, 256, (48, 64, 3), dtype=np.uint8)
    for kind in ("JPEG", "PNG", "WEBP", "GIF", "TIFF", "BMP"):
        yield _encoded(Image.fromarray(noise), kind)
    yield _encoded(Image.fromarray(noise), "JPEG", progressive=True)
    yield _encoded(Image.fromarray(noise[..., 0].astype(np.float32)), "TIFF")
    yield _png_bomb(30_000, 30_000)
    yield _png_bomb(9_000, 9_000)
    yield _many_scans(_encoded(Image.fromarray(noise), "JPEG", progressive=True), 3000)
    yield _many_scans(_encoded(Image.new("RGB", (320, 320)), "JPEG", progressive=True), 100_000)
    yield b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n(x) = quit\n"
    yield b"\0\0\0\x18ftypheic" + b"\0" * 500
    yield b""


def _encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def _png_bomb(width: int, height: int) -> bytes:
    """A small file of a black picture that really has the declared width and height."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    packer = zlib.compressobj(9)
    # A byte for the filter of the row, then a bit for each pixel. An extra byte does no harm.
    row = bytes(1 + width // 8 + 1)
    packed = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")
    )


def _many_scans(jpeg: bytes, count: int) -> bytes:
    """Repeat the last scan of a progressive JPEG."""
    # The last two bytes mark the end of the picture.
    end = jpeg[-2:]
    last_scan = jpeg[jpeg.rindex(b"\xff\xda") : -2]
    return jpeg[:-2] + last_scan * count + end
