"""Recorded readings of the rendered sample by the networks, changed to what a test needs."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from hu.app.page.photos.photo import Note, TileReader
from hu.app.reading.hands import SIDES
from hu.app.reading.model import Doubt, HandReading, ReadTile
from hu.app.reading.read import read_hand
from hu.scoring.hand import Hand
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.layout.model import LaidTile, Layout
from hu.vision.photo.decoding import Photo, decode_larger
from tests.app.reading.test_hands import at
from tests.laid_tables import unsure

ROOT = Path(__file__).parents[3]
#: The page with the real networks.
MAIN = ROOT / "app" / "page" / "shell.py"
SAMPLE = ROOT / "datasets" / "samples" / "images" / "hand.jpg"
#: What the sample shows.
TRUTH = "234567m 13p 55s [777z] 1f +2p"


@cache
def recorded() -> Mapping[str, Any]:
    """The sample as it lies: every tile right and sure."""
    content: Mapping[str, Any] = json.loads(
        (Path(__file__).parent / "recorded.json").read_text(encoding="utf-8")
    )
    return content


def _where(face: str) -> int:
    return next(place for place, tile in enumerate(recorded()["tiles"]) if tile["tile"] == face)


def mistaken() -> Mapping[str, Any]:
    """The first 5 of bamboo taken for a 6 and in doubt."""
    tiles = [dict(tile) for tile in recorded()["tiles"]]
    wrong = _where("5s")
    tiles[wrong] |= {
        "tile": "6s",
        "confidence": 0.5,
        "alternatives": [["5s", 0.4], ["8s", 0.05], ["4s", 0.02]],
    }
    return {
        "hand": "234567m 13p 5s 6s [777z] 1f +2p",
        "tiles": tiles,
        "doubts": [{"tile": wrong, "why": "6s or 5s"}],
    }


def misread() -> Mapping[str, Any]:
    """A reading with three mistakes.

    The first 5 of bamboo is read as a doubtful 6, the 7 of characters is missing, and the claimed
    meld is not recognised.
    """
    tiles = [dict(tile) for tile in mistaken()["tiles"]]
    wrong = _where("5s")
    for tile in tiles:
        if tile["tile"] == "7z":
            tile["role"] = "concealed"
    missed = _where("7m")
    doubt = wrong - (missed < wrong)
    del tiles[missed]
    return {
        "hand": "23456m 13p 5s 6s 777z 1f +2p",
        "tiles": tiles,
        "doubts": [{"tile": doubt, "why": "6s or 5s"}],
    }


def flowerless() -> Mapping[str, Any]:
    """All the tiles but the flower, as rules without flowers want them."""
    tiles = [tile for tile in recorded()["tiles"] if tile["tile"] != "1f"]
    return {**recorded(), "hand": "234567m 13p 55s [777z] +2p", "tiles": tiles}


NOTHING: Mapping[str, Any] = {"hand": "", "tiles": [], "doubts": []}


def in_a_row(*faces: str) -> list[dict[str, Any]]:
    """The sample's tiles with other faces, as one group; a back is no tile of the hand."""
    return [
        {**tile, "tile": face, "role": "other" if face == "back" else "concealed", "group": 1}
        for tile, face in zip(recorded()["tiles"][1:], faces, strict=False)
    ]


def dear() -> Mapping[str, Any]:
    """Triplets and a pair of which any may have been won last: the points depend on it."""
    tiles = in_a_row(*["2p"] * 3, *["3s"] * 3, *["5z"] * 3, *["6z"] * 3, *["9m"] * 2)
    return {"hand": "99m 222p 333s 555z 666z", "tiles": tiles, "doubts": []}


def wall() -> Mapping[str, Any]:
    """The end of the wall: two indicators between tiles that lie face down."""
    return {
        "hand": "9m 4s",
        "tiles": in_a_row("back", "back", "4s", "9m", "back", "back"),
        "doubts": [],
    }


def shadows() -> Mapping[str, Any]:
    """Two indicators, one of which may be no tile."""
    tiles = [dict(tile) for tile in wall()["tiles"]]
    tiles[3] |= {"score": 0.6}
    return {**wall(), "tiles": tiles}


def claimed_or_not() -> Mapping[str, Any]:
    """The set of red dragons lies so that it may be claimed or concealed."""
    dragons = [index for index, tile in enumerate(recorded()["tiles"]) if tile["tile"] == "7z"]
    doubt = {
        "tiles": dragons,
        "why": "777z: claimed or concealed",
        "about": "role",
        "as_read": "claimed",
    }
    return {**recorded(), "doubts": [doubt]}


def far_flower() -> Mapping[str, Any]:
    """The flower lies far from the hand: it may be another player's."""
    return {
        **recorded(),
        "doubts": [{"tile": _where("1f"), "why": "1f far from the hand", "about": "role"}],
    }


def thirteen() -> Mapping[str, Any]:
    """A rack that did not win, whose set of red dragons may be claimed or concealed."""
    won = _where("2p")
    assert won > max(claimed_or_not()["doubts"][0]["tiles"])
    tiles = [tile for tile in recorded()["tiles"] if tile["tile"] != "2p"]
    return {**claimed_or_not(), "hand": "234567m 13p 55s [777z] 1f", "tiles": tiles}


def ready() -> Mapping[str, Any]:
    """A rack that did not win, and leaves nothing open."""
    tiles = [tile for tile in recorded()["tiles"] if tile["tile"] != "2p"]
    return {"hand": "234567m 13p 55s [777z] 1f", "tiles": tiles, "doubts": []}


def doubtful() -> Mapping[str, Any]:
    """Triplets and a pair of which any may have been won last; one of the pair is hard to read."""
    tiles = [*dear()["tiles"]]
    tiles[-1] = {**tiles[-1], "confidence": 0.5, "alternatives": [["8m", 0.4]]}
    return {**dear(), "tiles": tiles, "doubts": [{"tile": len(tiles) - 1, "why": "9m or 8m"}]}


def as_reading(data: Mapping[str, Any], direction: tuple[float, float] = (1.0, 0.0)) -> HandReading:
    """The value that the reader gives, from what ``hu read --json`` prints of it."""
    tiles = tuple(_as_tile(index, tile) for index, tile in enumerate(data["tiles"]))
    laid = tuple(tile.laid for tile in tiles)
    layout = Layout(laid, (), (), np.array(direction), orientation_known=True)
    return HandReading(
        Hand.from_text(data["hand"]),
        tiles,
        tuple(_as_doubt(doubt, data["tiles"]) for doubt in data["doubts"]),
        layout,
        legal=True,
    )


def _as_tile(index: int, tile: Mapping[str, Any]) -> ReadTile:
    probabilities = np.eye(len(CLASSES), dtype=np.float32)[CLASSES.index(tile["tile"])]
    detection = Detection(
        np.array(tile["box"], dtype=np.float32), tile.get("score", 0.9), probabilities
    )
    laid = LaidTile(index, detection, 0, tile["group"], False, tile["role"])
    alternatives = tuple((face, share) for face, share in tile["alternatives"])
    return ReadTile(laid, tile["tile"], tile.get("confidence", 0.9), alternatives, False)


def _as_doubt(doubt: Mapping[str, Any], tiles: Sequence[Mapping[str, Any]]) -> Doubt:
    """The doubt about a meld, about flowers, about a face, or about which way up the photo is."""
    if "tiles" in doubt:
        indices = tuple(doubt["tiles"])
        return Doubt(
            id="claimed-or-concealed",
            tile=indices[0],
            parameters={"tiles": tuple(tiles[index]["tile"] for index in indices)},
            about="role",
            tiles=indices,
            as_read=doubt["as_read"],
        )
    tile = doubt["tile"]
    if tile is None:
        return Doubt(id="orientation", tile=None)
    face = tiles[tile]["tile"]
    if doubt.get("about") == "role":
        return Doubt(id="whose-flowers", tile=tile, parameters={"tiles": (face,)}, about="role")
    return Doubt(id="unclear-face", tile=tile, parameters={"faces": (face,)}, about="face")


def three_hands(size: tuple[int, int], rules: str) -> HandReading:
    """The open hands of three players, the winner's on the left."""
    del rules
    return _table(size)


def four_hands(size: tuple[int, int], rules: str) -> HandReading:
    """The open hands of four players, the winner's on the left."""
    del rules
    return _table(size, "4m 5m 6m 1s 1s 8s 9s 2p 4p 6p 3z 4z 7z")


def _table(size: tuple[int, int], far: str = "") -> HandReading:
    """The open hands of three players, or of four, read as they lie."""
    hands = {
        "near": "1m 1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 3z 5z",
        "right": "2s 3s 4s 4s 6s 7s 8s 1p 2p 3p 9m 9m 9m",
        "left": "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z 6z",
        "far": far,
    }
    laid = [tile for side in SIDES if hands.get(side) for tile in at(side, hands[side])]
    scale = np.float32(min(size) / 2000)
    return read_hand([replace(tile, box=tile.box * scale) for tile in laid], "fimj")


def waiting(size: tuple[int, int], rules: str) -> HandReading:
    """A hand that waits, the tile that it waits for in another corner of the table."""
    del rules
    away = [
        replace(tile, box=tile.box + np.array((-560, -960), np.float32))
        for tile in at("near", "7z")
    ]
    laid = [*at("near", "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 7z"), *away]
    return read_hand(
        [replace(tile, box=tile.box * np.float32(min(size) / 2000)) for tile in laid], "zung-jung"
    )


def seventeen(size: tuple[int, int], rules: str) -> HandReading:
    """A hand of sixteen tiles, its winning tile and a flower."""
    return _row("2f | 1s 2s 5s 6s 7s 2m 3m 4m 6p 7p 8p 9p 9p | 5m >5m 5m | 3s", size, rules)


def north_apart(size: tuple[int, int], rules: str) -> HandReading:
    """A hand of three-player riichi that was won with the 4 of bamboo, two North apart from it."""
    return _row("2p 3p 4p 5p 6p 7p 2s 3s 5s 5s 5s 8s 8s | 4s | 4z 4z", size, rules)


def north_in_doubt(size: tuple[int, int], rules: str) -> HandReading:
    """A North beside a hand that was won with the 5 of bamboo. It may be set aside."""
    return _row("1p 1p 1p 4p 5p 6p 7s 8s 9s 6s 4s 6p 6p 4z | 5s", size, rules)


def _row(tiles: str, size: tuple[int, int], rules: str) -> HandReading:
    """Tiles that lie before their player."""
    scale = np.float32(min(size) / 2000)
    scaled = [replace(tile, box=tile.box * scale) for tile in at("near", tiles)]
    return read_hand(scaled, rules)


def two_ways(size: tuple[int, int], rules: str) -> HandReading:
    """A hand whose pair is of 9 of dots or of 1 of bamboo. It wins with either."""
    tiles = at("near", "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 9p 9p")
    for place in (12, 13):
        tiles[place] = unsure(tiles[place], {"9p": 0.6, "1s": 0.4})
    scale = np.float32(min(size) / 2000)
    return read_hand([replace(tile, box=tile.box * scale) for tile in tiles], rules)


#: Readings of laid tiles, for a size of photo and a rule set, by what a photo's name contains.
_LAID: dict[str, Callable[[tuple[int, int], str], HandReading]] = {
    "four-sides": three_hands,
    "four-hands": four_hands,
    "far-tile": waiting,
    "seventeen": seventeen,
    "two-ways": two_ways,
    "north-apart": north_apart,
    "north-in-doubt": north_in_doubt,
}


#: Readings by what a photo's name contains.
KNOWN: dict[str, Callable[[], Mapping[str, Any]]] = {"open": claimed_or_not, "perfect": recorded}
for _reading in (
    misread,
    mistaken,
    flowerless,
    dear,
    doubtful,
    wall,
    shadows,
    far_flower,
    thirteen,
    ready,
):
    KNOWN[_reading.__name__.replace("_", "-")] = _reading


def reader() -> TileReader:
    """A reader that knows what to see by the photo's name."""

    def read(
        photo: Photo, rules: str, tile_set: Path | None
    ) -> tuple[HandReading, tuple[Note, ...]]:
        del tile_set
        for name, read_laid in _LAID.items():
            if name in photo.name:
                return read_laid(photo.size, rules), ()
        if "from-afar" in photo.name:
            # The tiles are small, so that the networks want every pixel of the photo.
            decode_larger(photo, max(photo.size))
            return as_reading(_scaled(recorded(), photo.size)), ()
        for name, reading in KNOWN.items():
            if name in photo.name:
                return as_reading(_scaled(reading(), photo.size)), ()
        return as_reading(NOTHING), (Note("snap.no_tiles"),)

    return read


def _scaled(reading: Mapping[str, Any], size: tuple[int, int]) -> Mapping[str, Any]:
    wide, high = size[0] / 1600, size[1] / 1200
    tiles = [
        {**tile, "box": [[x * wide, y * high] for x, y in tile["box"]]} for tile in reading["tiles"]
    ]
    return {**reading, "tiles": tiles}
