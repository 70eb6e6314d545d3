"""How to take a photo again when tiles are small, blurred, in glare or cut off: what the page and ``hu read`` say."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from hu.app.reading.model import HandReading
from hu.scoring.lines import counted
from hu.vision.photo.decoding import Photo
from hu.vision.photo.quality import Flaw, flaws

#: What to do about each flaw, the likeliest cause of the others first.
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
        tiles: positions in the reading of the tiles it concerns, at least one.
    """

    flaw: Flaw
    tiles: tuple[int, ...]

    @property
    def text(self) -> str:
        """The advice in English."""
        tiles = counted(len(self.tiles), "tile")
        verb = "is" if len(self.tiles) == 1 else "are"
        return ADVICE[self.flaw].format_map({"tiles": tiles, "tiles are": f"{tiles} {verb}"})


def advise(photo: Photo, reading: HandReading) -> tuple[Advice, ...]:
    """Find out why tiles are in doubt.

    A tile read with confidence needs no better photo, however it looks; only a tile that is cut off is always named.

    Args:
        photo: the photo as it was decoded.
        reading: what was read in it.
    """
    doubtful = {doubt.tile for doubt in reading.doubts}
    flawed: dict[Flaw, list[int]] = {flaw: [] for flaw in ADVICE}
    for index, tile in enumerate(reading.tiles):
        if tile.role != "other":
            for flaw in flaws(photo, tile.laid.detection):
                if flaw == "cut" or index in doubtful:
                    flawed[flaw].append(index)
    return tuple(Advice(flaw, tuple(indices)) for flaw, indices in flawed.items() if indices)
