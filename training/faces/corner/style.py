"""The style that the faces of one modern set share."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal, TypeVar

import numpy as np

from training.chance import draw_by_share
from training.faces.canvas import Area, Canvas
from training.faces.corner.bodies import Finish, free_colour
from training.faces.corner.numerals import Numerals, print_numeral
from training.faces.glyphs import has_all
from training.faces.ink import Colour, Ink, empty
from training.faces.maker import Maker

_Value = TypeVar("_Value")

#: Drawings that no training sees: with them the reading of unseen modern sets is measured.
HELD_DRAWINGS: Final = frozenset(
    {"button", "spiral", "feather", "umbrella", "seal", "serpent", "compass"}
)
#: Drawings that the weights of numerals are fitted to. The index network learns letters from them
#: too.
FITTED_DRAWINGS: Final = frozenset({"rosette", "picture", "beast", "strokes"})
#: Drawings that the classifier of modern sets does not see. It is too sure of drawings that it was
#: trained on, so that weights fitted to these alone would hardly use letters.
UNSEEN_DRAWINGS: Final = frozenset({"picture", "strokes"})
#: The purpose of a set, which decides its drawings: to train the classifier of modern sets, to
#: train the index network, to fit the weights of numerals, or to measure.
Purpose = Literal["classifier", "index", "weights", "measuring"]


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter in the picture of a face.

    Attributes:
        text: the letter. Empty if the picture has none.
        reach: how far from the middle of the tile the letter reaches, in shares of the way to the
            edge. It is the greater of two shares: of half of the tile's width, and of half of its
            height.
    """

    text: str
    reach: float = 0.0


@dataclass(frozen=True, slots=True)
class Style:
    """The parts of a modern set that its faces share."""

    maker: Maker  # generator, palette, size
    finish: Finish  # plastics
    numerals: Numerals  # of the corners
    purpose: Purpose  # decides which drawings it may have
    has_numerals: bool  # whether the suits have numerals; without them drawings show the number
    # the numerals and letters that were printed into the corners so far, by the tile's code
    symbols: dict[str, str] = field(default_factory=dict)
    # the letters that were drawn into pictures so far, by the tile's code
    letters: dict[str, Letter] = field(default_factory=dict)

    @property
    def rng(self) -> np.random.Generator:
        """The set's generator."""
        return self.maker.rng

    def choose(self, weights: dict[str, float]) -> str:
        """Choose one of some drawings at random, by their weights.

        Sets to measure with have held drawings if there are any. Sets to fit weights with have
        ``FITTED_DRAWINGS`` if there are any. No other set has a held drawing, and of those only
        sets for the index network have ``UNSEEN_DRAWINGS``.

        Args:
            weights: the weight of each drawing, by its name.
        """
        held_names = HELD_DRAWINGS & weights.keys()
        fitted_names = FITTED_DRAWINGS & weights.keys()
        names: AbstractSet[str]
        if self.purpose == "measuring" and held_names:
            names = held_names
        elif self.purpose == "weights" and fitted_names:
            names = fitted_names
        elif self.purpose == "index":
            names = weights.keys() - held_names
        else:
            names = weights.keys() - held_names - UNSEEN_DRAWINGS
        return draw_by_share(self.rng, [(name, weights[name]) for name in sorted(names)])

    def pick(self, values: Sequence[_Value]) -> _Value:
        """Choose one of some values at random, each as likely as the others."""
        return values[int(self.rng.integers(len(values)))]

    def choose_colour(self) -> Colour:
        """Choose a colour at random that shows on the body."""
        return free_colour(self.rng, self.finish.body)

    def print_symbol(self, tile_ink: Ink, code: str, text: str, colour: Colour) -> None:
        """Print a numeral or letter into a tile's corners, and note it in ``symbols``.

        Args:
            tile_ink: the ink of the whole tile, changed in place.
            code: the tile.
            text: the numeral or letter. Nothing is printed if the typeface lacks it.
            colour: the colour of the text, RGB from 0 to 1.
        """
        if print_numeral(tile_ink, text, self.numerals, colour):
            self.symbols[code] = text

    def note_letter(self, code: str, text: str, area: Area) -> None:
        """Note in ``letters`` that a tile's picture shows a letter.

        Args:
            code: the tile.
            text: the letter.
            area: the part of the tile that the letter fills.
        """
        width, height = self.maker.size
        reach_x = (abs(area.x - width / 2) + area.width / 2) / (width / 2)
        reach_y = (abs(area.y - height / 2) + area.height / 2) / (height / 2)
        self.letters[code] = Letter(text, max(reach_x, reach_y))

    def seed(self) -> int:
        """Choose a seed at random, for the shapes of a drawing."""
        return int(self.rng.integers(2**31))

    def font(self, characters: str) -> Path:
        """Choose a font at random that has these characters, mostly not that of the numerals."""
        if self.maker.chance(0.4) and has_all(self.numerals.font, characters):
            return self.numerals.font
        return self.maker.font(characters)

    def canvas(self) -> Canvas:
        """An empty canvas of a whole tile."""
        width, height = self.maker.size
        return Canvas(width, height)

    def no_ink(self) -> Ink:
        """A whole tile without ink."""
        width, height = self.maker.size
        return empty(height, width)

    def picture_area(self) -> Area:
        """The part of the tile that pictures fill, beside the numerals.

        The side of the area that is next to the numerals gives way to them: the area is at most as
        large as 0.92 of the tile less the shift, and its centre moves by half of the shift.
        """
        width, height = self.maker.size
        inner_width, inner_height = self.maker.inner
        # To the right and down, in pixels.
        shift_x, shift_y = self.numerals.shift(self.maker.size)
        return Area(
            x=width / 2 + shift_x / 2,
            y=height / 2 + shift_y / 2,
            width=min(inner_width, width * 0.92 - abs(shift_x)),
            height=min(inner_height, height * 0.92 - abs(shift_y)),
        )

    def square(self) -> Area:
        """The square in the middle of the picture, a little narrower than the picture."""
        area = self.picture_area()
        return Area(area.x, area.y, area.width * 0.95, area.width * 0.95)
