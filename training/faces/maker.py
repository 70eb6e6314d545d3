"""Everything that the faces of one set share while they are drawn."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from training.chance import draw_by_share
from training.faces.art import FAMILY, Art
from training.faces.blanks import Body
from training.faces.glyphs import RARE, has_all
from training.faces.ink import Colour, Palette, colour

#: Chinese numerals from one to nine.
NUMERALS: Final = "一二三四五六七八九"

#: The parts of a set: characters, dots, bamboos, honors without the white dragon, the white dragon,
#: flowers and seasons. The faces of a part come from the same source, except that the bird has its
#: own source if the program draws the bamboos.
PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "m": tuple(f"{n}m" for n in range(1, 10)),
    "p": tuple(f"{n}p" for n in range(1, 10)),
    "s": tuple(f"{n}s" for n in range(1, 10)),
    "z": ("1z", "2z", "3z", "4z", "6z", "7z"),
    "w": ("5z",),
    "f": tuple(f"{n}f" for n in range(1, 5)),
    "g": tuple(f"{n}g" for n in range(1, 5)),
}
#: Sources whose faces have numerals or letters in their corners.
INDEXED: Final = frozenset(
    {
        "ffalt-classic",
        "kde-default",
        "kde-jade",
        "kde-traditional",
        "xmahjongg-dorothys",
        "xmahjongg-dorwhite",
    }
)
#: Sources that draw in white.
LIGHT: Final = frozenset({"kde-jade", "fluffystuff-black"})
#: Sources whose flowers and seasons carry neither number nor character.
UNLABELLED: Final = frozenset({"xhokir", "ffalt-classic"})
#: How often a font of ``RARE`` is chosen, as a multiple of how often any other font is chosen.
_RARE_WEIGHT: Final = 0.15


@dataclass(frozen=True, slots=True)
class Maker:
    """Everything drawn once per set that the faces share."""

    rng: np.random.Generator
    art: Art
    hold_out: frozenset[str]  # families of artwork that are not used
    body: Body
    palette: Palette
    fonts: tuple[Path, ...]  # font files beside the artwork
    size: tuple[int, int]  # width and height of a tile's top in pixels
    area: tuple[float, float]  # shares of width and height that the ink takes

    @property
    def inner(self) -> tuple[int, int]:
        """Width and height of the inked area in pixels."""
        return round(self.size[0] * self.area[0]), round(self.size[1] * self.area[1])

    def chance(self, share: float) -> bool:
        """True at random, in this share of cases."""
        return bool(self.rng.random() < share)

    def font(self, chars: str = "") -> Path:
        """Choose at random a font that has all of some characters."""
        weights: list[tuple[Path, float]] = []
        for font in self.fonts:
            if has_all(font, chars):
                weights.append((font, _RARE_WEIGHT if font.stem in RARE else 1.0))
        return draw_by_share(self.rng, weights)

    def choose_colour(self) -> Colour:
        """Choose one of the palette's colours at random."""
        return colour(self.palette.colours()[self.rng.integers(4)])

    def sources(self, codes: Iterable[str]) -> tuple[str, ...]:
        """The sources that draw all of some faces, without those of families held out.

        Args:
            codes: the faces.
        """
        needed = set(codes)
        sources = []
        for source in self.art.sources:
            if FAMILY[source] in self.hold_out:
                continue
            if needed <= self.art.faces(source).keys():
                sources.append(source)
        return tuple(sources)


def draws_index(code: str, part: str, recipe: Mapping[str, str]) -> bool:
    """Whether a face comes from a source of the artwork that draws indices itself.

    Args:
        code: the face.
        part: the part of the face, a key of ``PARTS``.
        recipe: the source of each part of a set, and of its bird under ``bird`` if the bird has a
            source of its own.
    """
    source = recipe.get(part)
    if code == "1s":
        source = recipe.get("bird", source)
    return source in INDEXED
