"""Readings as the networks give them, recorded from the rendered sample and changed to what a test needs."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hu.app.page.photo import Note, TileReader
from hu.vision.photo import Photo

ROOT = Path(__file__).parents[3]
SAMPLE = ROOT / "datasets" / "samples" / "images" / "hand.jpg"
#: What the sample shows.
TRUTH = "234567m 13p 55s [777z] 1f +2p"


@cache
def recorded() -> Mapping[str, Any]:
    """The sample as it lies: every tile right and sure."""
    content: Mapping[str, Any] = json.loads((Path(__file__).parent / "recorded.json").read_text(encoding="utf-8"))
    return content


def _where(face: str) -> int:
    return next(place for place, tile in enumerate(recorded()["tiles"]) if tile["tile"] == face)


def misread() -> Mapping[str, Any]:
    """The first 5 of bamboo taken for a 6 and in doubt, the 7 of characters missed, the claimed set not recognised."""
    tiles = [dict(tile) for tile in recorded()["tiles"]]
    wrong = _where("5s")
    tiles[wrong] |= {"tile": "6s", "confidence": 0.5, "alternatives": [["5s", 0.4], ["8s", 0.05], ["4s", 0.02]]}
    for tile in tiles:
        if tile["tile"] == "7z":
            tile["role"] = "concealed"
    missed = _where("7m")
    doubt = wrong - (missed < wrong)
    del tiles[missed]
    return {"hand": "23456m 13p 5s 6s 777z 1f +2p", "tiles": tiles, "doubts": [{"tile": doubt, "why": "6s or 5s"}]}


def unmarked() -> Mapping[str, Any]:
    """All the tiles, but none lies apart as the winning one."""
    tiles = [
        {**tile, "role": "concealed" if tile["role"] == "winning" else tile["role"]} for tile in recorded()["tiles"]
    ]
    return {"hand": "234567m 123p 55s [777z] 1f", "tiles": tiles, "doubts": []}


NOTHING: Mapping[str, Any] = {"hand": "", "tiles": [], "doubts": []}


def reader() -> TileReader:
    """A reader that knows what to see by the photo's name."""

    def read(photo: Photo, rules: str) -> tuple[Mapping[str, Any], tuple[Note, ...]]:
        del rules
        for name, reading in (("misread", misread), ("unmarked", unmarked), ("perfect", recorded)):
            if name in photo.name:
                return _scaled(reading(), photo.size), ()
        return NOTHING, (Note("snap.no_tiles"),)

    return read


def _scaled(reading: Mapping[str, Any], size: tuple[int, int]) -> Mapping[str, Any]:
    wide, high = size[0] / 1600, size[1] / 1200
    tiles = [{**tile, "box": [[x * wide, y * high] for x, y in tile["box"]]} for tile in reading["tiles"]]
    return {**reading, "tiles": tiles}
