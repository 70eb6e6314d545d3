"""Advice for the next photo: why tiles are in doubt, and what to do about it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hu.app.reading.model import HandReading
from hu.scoring.lines import quantity
from hu.vision.photo.decoding import Photo
from hu.vision.photo.quality import Flaw, flaws

#: What to do about each flaw. A flaw is often the cause of those below it, so it comes first.
ADVICE: Final[Mapping[Flaw, str]] = {
    "cut": "{tiles are} cut off by the photo's edge: keep the whole hand inside the picture",
    "small": "{tiles are} small in the photo: go closer until the hand fills the picture",
    "blurred": "{tiles are} blurred: hold the phone still, let it focus, use more light",
    "glare": "light is reflected on {tiles}: move the lamp or tilt the phone a little",
}


@dataclass(frozen=True, slots=True)
class Advice:
    """One thing to do better in the next photo.

    Attributes:
        flaw: what is wrong.
        tiles: the tiles that it concerns, at least one.
    """

    flaw: Flaw
    tiles: tuple[int, ...]

    @property
    def text(self) -> str:
        """The advice in English."""
        tiles = quantity(len(self.tiles), "tile")
        verb = "is" if len(self.tiles) == 1 else "are"
        return ADVICE[self.flaw].format_map({"tiles": tiles, "tiles are": f"{tiles} {verb}"})


def advise(photo: Photo, reading: HandReading) -> tuple[Advice, ...]:
    """Find out why tiles of the hand are in doubt, and advise on the next photo.

    A tile without a doubt needs no better photo, however it looks. Only a tile that is cut off is
    always named.
    """
    doubtful_tiles = {doubt.tile for doubt in reading.doubts}
    tiles_with: dict[Flaw, list[int]] = {flaw: [] for flaw in ADVICE}
    for tile in reading.tiles:
        if tile.role == "other":
            continue
        for flaw in flaws(photo, tile.laid.detection):
            if flaw == "cut" or tile.index in doubtful_tiles:
                tiles_with[flaw].append(tile.index)
    return tuple(Advice(flaw, tuple(tiles)) for flaw, tiles in tiles_with.items() if tiles)
