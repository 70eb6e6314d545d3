"""Recorded readings of the rendered sample by the networks, changed as tests need them."""

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
#: The hand that the sample shows.
TRUTH = "234567m 13p 55s [777z] 1f +2p"
#: The size at which the sample was read, in pixels.
_SAMPLE_SIZE = (1600, 1200)
#: The shorter side of the photo that ``at`` lays tiles in, in pixels.
_LAID_SIZE = 2000


@cache
def recorded() -> Mapping[str, Any]:
    """The sample as it lies: every tile right and sure."""
    content: Mapping[str, Any] = json.loads(
        (Path(__file__).parent / "recorded.json").read_text(encoding="utf-8")
    )
    return content


def _first_place(face: str) -> int:
    """The place of the first tile with a face, among all that are recorded."""
    faces = [tile["tile"] for tile in recorded()["tiles"]]
    return faces.index(face)


def mistaken() -> Mapping[str, Any]:
    """The first 5 of bamboo taken for a 6 and in doubt."""
    tiles = [dict(tile) for tile in recorded()["tiles"]]
    wrong_place = _first_place("5s")
    tiles[wrong_place] |= {
        "tile": "6s",
        "confidence": 0.5,
        "alternatives": [["5s", 0.4], ["8s", 0.05], ["4s", 0.02]],
    }
    return {
        "hand": "234567m 13p 5s 6s [777z] 1f +2p",
        "tiles": tiles,
        "doubts": [{"tile": wrong_place, "why": "6s or 5s"}],
    }


def misread() -> Mapping[str, Any]:
    """A reading with three mistakes.

    The first 5 of bamboo is read as a doubtful 6, the 7 of characters is missing, and the claimed
    meld is not recognised.
    """
    tiles = [dict(tile) for tile in mistaken()["tiles"]]
    for tile in tiles:
        if tile["tile"] == "7z":
            tile["role"] = "concealed"
    missing_place = _first_place("7m")
    wrong_place = _first_place("5s")
    del tiles[missing_place]
    # The wrong tile came after the missing one, so it is now one place further to the front.
    assert missing_place < wrong_place
    return {
        "hand": "23456m 13p 5s 6s 777z 1f +2p",
        "tiles": tiles,
        "doubts": [{"tile": wrong_place - 1, "why": "6s or 5s"}],
    }


def flowerless() -> Mapping[str, Any]:
    """All the tiles but the flower, as rules without flowers want them."""
    tiles = [tile for tile in recorded()["tiles"] if tile["tile"] != "1f"]
    return {**recorded(), "hand": "234567m 13p 55s [777z] +2p", "tiles": tiles}


NOTHING: Mapping[str, Any] = {"hand": "", "tiles": [], "doubts": []}


def in_a_row(*faces: str) -> list[dict[str, Any]]:
    """The sample's tiles with other faces, as many as there are faces, in one group.

    A back is no tile of the hand.
    """
    # The first of the sample's tiles is its flower, which lies apart.
    places = recorded()["tiles"][1:]
    tiles = []
    for place, face in zip(places, faces, strict=False):
        role = "other" if face == "back" else "concealed"
        tiles.append({**place, "tile": face, "role": role, "group": 1})
    return tiles


def dear() -> Mapping[str, Any]:
    """Four triplets and a pair. The points depend on the tile that was won last, which is open."""
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
    # Place 3, counted from 0, has the 9 of characters.
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
        "doubts": [{"tile": _first_place("1f"), "why": "1f far from the hand", "about": "role"}],
    }


def thirteen() -> Mapping[str, Any]:
    """A rack that did not win, whose set of red dragons may be claimed or concealed."""
    doubtful_dragons = claimed_or_not()["doubts"][0]["tiles"]
    # The doubt names its tiles by their places, which the missing tile must not move.
    assert _first_place("2p") > max(doubtful_dragons)
    return {**claimed_or_not(), "hand": ready()["hand"], "tiles": ready()["tiles"]}


def ready() -> Mapping[str, Any]:
    """A rack that did not win, about which there is no doubt."""
    tiles = [tile for tile in recorded()["tiles"] if tile["tile"] != "2p"]
    return {"hand": "234567m 13p 55s [777z] 1f", "tiles": tiles, "doubts": []}


def doubtful() -> Mapping[str, Any]:
    """The hand of ``dear``, with a tile of the pair that is hard to read."""
    tiles = [*dear()["tiles"]]
    tiles[-1] = {**tiles[-1], "confidence": 0.5, "alternatives": [["8m", 0.4]]}
    return {**dear(), "tiles": tiles, "doubts": [{"tile": len(tiles) - 1, "why": "9m or 8m"}]}


def as_reading(data: Mapping[str, Any], direction: tuple[float, float] = (1.0, 0.0)) -> HandReading:
    """Make the reading of which ``hu read --json`` prints the given data.

    Args:
        data: the hand, its tiles and its doubts.
        direction: from left to right in the upright photo.
    """
    tiles = tuple(_as_tile(index, tile) for index, tile in enumerate(data["tiles"]))
    layout = Layout(
        tiles=tuple(tile.laid for tile in tiles),
        rows=(),
        groups=(),
        direction=np.array(direction),
        is_orientation_known=True,
    )
    return HandReading(
        hand=Hand.from_text(data["hand"]),
        tiles=tiles,
        doubts=tuple(_as_doubt(doubt, data["tiles"]) for doubt in data["doubts"]),
        layout=layout,
        is_legal=True,
    )


def _as_tile(index: int, tile: Mapping[str, Any]) -> ReadTile:
    probabilities = np.zeros(len(CLASSES), dtype=np.float32)
    probabilities[CLASSES.index(tile["tile"])] = 1
    detection = Detection(
        box=np.array(tile["box"], dtype=np.float32),
        score=tile.get("score", 0.9),
        probabilities=probabilities,
    )
    laid = LaidTile(
        index=index,
        detection=detection,
        row=0,
        group=tile["group"],
        is_sideways=False,
        role=tile["role"],
    )
    return ReadTile(
        laid=laid,
        tile=tile["tile"],
        confidence=tile.get("confidence", 0.9),
        alternatives=tuple((face, probability) for face, probability in tile["alternatives"]),
        is_inferred=False,
    )


def _as_doubt(doubt: Mapping[str, Any], tiles: Sequence[Mapping[str, Any]]) -> Doubt:
    """A doubt about a meld, about flowers, about a face, or about which way up the photo is.

    Args:
        doubt: the doubt. Only a doubt about a meld has ``tiles``. The ``tile`` of a doubt about the
            photo is None.
        tiles: the tiles of the reading, to which the doubt refers by their places.
    """
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
    """The open hands of three players, the winner's on the left. They are read by FIMJ's rules."""
    del rules
    return _read_table(size)


def four_hands(size: tuple[int, int], rules: str) -> HandReading:
    """The open hands of four players, the winner's on the left. They are read by FIMJ's rules."""
    del rules
    return _read_table(size, far="4m 5m 6m 1s 1s 8s 9s 2p 4p 6p 3z 4z 7z")


def _read_table(size: tuple[int, int], far: str = "") -> HandReading:
    """Read the open hands of three players or, with a hand at the far side, of four."""
    hands = {
        "near": "1m 1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 3z 5z",
        "right": "2s 3s 4s 4s 6s 7s 8s 1p 2p 3p 9m 9m 9m",
        "left": "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z 6z",
        "far": far,
    }
    tiles = []
    for side in SIDES:
        if hands[side]:
            tiles += at(side, hands[side])
    return _read_laid(tiles, size, "fimj")


def _read_laid(tiles: Sequence[Detection], size: tuple[int, int], rules: str) -> HandReading:
    """Read tiles that were laid by ``at``, in a photo of ``size`` pixels."""
    scale = np.float32(min(size) / _LAID_SIZE)
    scaled = [replace(tile, box=tile.box * scale) for tile in tiles]
    return read_hand(scaled, rules)


def waiting(size: tuple[int, int], rules: str) -> HandReading:
    """A hand that waits, and far from it the tile that it waits for, read by Zung Jung's rules."""
    del rules
    [tile] = at("near", "7z")
    # Moved to the left and up, in pixels.
    away = replace(tile, box=tile.box + np.array((-560, -960), np.float32))
    hand = at("near", "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 7z")
    return _read_laid([*hand, away], size, "zung-jung")


def seventeen(size: tuple[int, int], rules: str) -> HandReading:
    """A hand of sixteen tiles, its winning tile and a flower."""
    tiles = at("near", "2f | 1s 2s 5s 6s 7s 2m 3m 4m 6p 7p 8p 9p 9p | 5m >5m 5m | 3s")
    return _read_laid(tiles, size, rules)


def north_apart(size: tuple[int, int], rules: str) -> HandReading:
    """A hand of three-player riichi that was won with the 4 of bamboo, two North apart from it."""
    tiles = at("near", "2p 3p 4p 5p 6p 7p 2s 3s 5s 5s 5s 8s 8s | 4s | 4z 4z")
    return _read_laid(tiles, size, rules)


def north_in_doubt(size: tuple[int, int], rules: str) -> HandReading:
    """A North beside a hand that was won with the 5 of bamboo. It may be set aside."""
    tiles = at("near", "1p 1p 1p 4p 5p 6p 7s 8s 9s 6s 4s 6p 6p 4z | 5s")
    return _read_laid(tiles, size, rules)


def two_ways(size: tuple[int, int], rules: str) -> HandReading:
    """A hand whose pair is of 9 of dots or of 1 of bamboo. It wins with either."""
    tiles = at("near", "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 9p 9p")
    for place in (12, 13):
        tiles[place] = unsure(tiles[place], {"9p": 0.6, "1s": 0.4})
    return _read_laid(tiles, size, rules)


#: Readings of laid tiles, for a size of photo and a rule set, by a part of the photo's name.
_LAID: dict[str, Callable[[tuple[int, int], str], HandReading]] = {
    "four-sides": three_hands,
    "four-hands": four_hands,
    "far-tile": waiting,
    "seventeen": seventeen,
    "two-ways": two_ways,
    "north-apart": north_apart,
    "north-in-doubt": north_in_doubt,
}


#: Readings by a part of the photo's name.
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
    """A reader that takes the reading from the photo's name, not from its contents."""

    def read(
        photo: Photo, rules: str, tile_set: Path | None
    ) -> tuple[HandReading, tuple[Note, ...]]:
        del tile_set
        for name, read_laid in _LAID.items():
            if name in photo.name:
                return read_laid(photo.size, rules), ()
        if "from-afar" in photo.name:
            # The tiles are small, so the networks want every pixel of the photo. A photo that was
            # made smaller before it was sent is refused here.
            decode_larger(photo, max(photo.size))
            return as_reading(_scaled(recorded(), photo.size)), ()
        for name, reading in KNOWN.items():
            if name in photo.name:
                return as_reading(_scaled(reading(), photo.size)), ()
        return as_reading(NOTHING), (Note("snap.no_tiles"),)

    return read


def _scaled(reading: Mapping[str, Any], size: tuple[int, int]) -> Mapping[str, Any]:
    """A reading of the sample as of a photo of ``size`` pixels."""
    x_scale = size[0] / _SAMPLE_SIZE[0]
    y_scale = size[1] / _SAMPLE_SIZE[1]
    tiles = []
    for tile in reading["tiles"]:
        box = [[x * x_scale, y * y_scale] for x, y in tile["box"]]
        tiles.append({**tile, "box": box})
    return {**reading, "tiles": tiles}
