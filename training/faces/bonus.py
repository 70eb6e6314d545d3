"""Labels of flowers and seasons: characters, numbers, names."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import numpy as np

from hu.scoring.tiles import BONUS
from training.faces import drawings
from training.faces.ink import Colour, Ink, paste

#: Chinese numerals from one to nine.
NUMERALS: Final = "一二三四五六七八九"
#: The usual characters of the eight, in the order of ``BONUS``.
USUAL: Final = "梅蘭菊竹春夏秋冬"
#: The same with the orchid simplified.
SIMPLIFIED: Final = USUAL.replace("蘭", "兰")
#: Other fours that sets show in their place, where only the number tells which is which.
FOURS: Final = ("漁樵耕讀", "琴棋書畫", "富貴榮華", "福祿壽喜", "天下太平")
_WORDS: Final = dict(
    zip(BONUS, ("PLUM", "ORCHID", "MUM", "BAMBOO", "SPRING", "SUMMER", "AUTUMN", "WINTER"), strict=True)
)

#: What a set prints on its flowers or seasons.
Shown = Literal["both", "number", "character", "word"]


@dataclass(frozen=True, slots=True)
class Labels:
    """How the four flowers, or the four seasons, of a set are told apart besides their plants."""

    font: Path  # of the characters
    digits: Path  # font of numbers and names
    colour: Colour  # of the characters
    number_colour: Colour  # of the numbers
    chars: str  # the eight characters, in the order of ``BONUS``
    shown: Shown  # what is printed
    swapped: bool  # whether the number stands left and the character right
    chinese: bool  # whether the numbers are Chinese
    char_share: float  # a character's width in widths of the inked area
    number_share: float  # a number's width

    @property
    def numbered(self) -> bool:
        """Whether numbers are printed: they are where the characters do not tell."""
        return self.shown != "character" or self.chars not in {USUAL, SIMPLIFIED}


def random_subject(rng: np.random.Generator) -> Shown:
    """What a set's flowers or seasons show: mostly a character and a number, rarely only one of them."""
    kinds: tuple[Shown, ...] = ("both", "number", "character", "word")
    return kinds[int(rng.choice(4, p=[0.57, 0.13, 0.15, 0.15]))]


def random_chars(rng: np.random.Generator) -> str:
    """The eight characters of a set: the usual ones, a simplified orchid, or other fours."""
    if rng.random() < 0.1:
        first, second = rng.choice(len(FOURS), 2, replace=False)
        return FOURS[first] + FOURS[second]
    return USUAL if rng.random() < 0.85 else SIMPLIFIED


def add_labels(code: str, ink: Ink, labels: Labels, *, plain: bool = False) -> Ink:
    """A flower or season with its character, number or name; ``plain`` ones show nothing but a large character."""
    height, width = ink.shape[:2]
    char = labels.chars[BONUS.index(code)]
    if plain:
        box = (round(width * 0.8), round(height * 0.6))
        paste(ink, drawings.text(box, labels.font, char, labels.colour), (width / 2, height * 0.62))
    elif labels.shown == "word":
        _word(ink, code, labels)
    elif labels.shown != "number":
        _corner(
            ink, drawings.text(_box(ink, labels.char_share), labels.font, char, labels.colour), right=labels.swapped
        )
    if labels.numbered:
        number = NUMERALS[int(code[0]) - 1] if labels.chinese else code[0]
        box = _box(ink, labels.number_share)
        _corner(ink, drawings.text(box, labels.digits, number, labels.number_colour), right=not labels.swapped)
    return ink


def _box(ink: Ink, share: float) -> tuple[int, int]:
    """Width and height in pixels of a label that takes this share of the width."""
    side = round(ink.shape[1] * share)
    return side, round(side * 1.1)


def _corner(ink: Ink, label: Ink, *, right: bool) -> None:
    """Print a label into one of the upper corners."""
    x = label.shape[1] / 2
    paste(ink, label, (ink.shape[1] - x if right else x, label.shape[0] / 2))


def _word(ink: Ink, code: str, labels: Labels) -> None:
    height, width = ink.shape[:2]
    size = (round(width * 0.95), round(height * 0.14))
    paste(ink, drawings.text(size, labels.digits, _WORDS[code], labels.colour), (width / 2, height * 0.92))
