"""Labels of flowers and seasons: characters, numbers, names."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from scoring.tiles import BONUS
from vision.training import drawings
from vision.training.ink import Colour, Ink, Palette, paste

#: Chinese numerals from one to nine.
NUMERALS: Final = "一二三四五六七八九"
_WORDS: Final = dict(
    zip(BONUS, ("PLUM", "ORCHID", "MUM", "BAMBOO", "SPRING", "SUMMER", "AUTUMN", "WINTER"), strict=True)
)


@dataclass(frozen=True, slots=True)
class Labels:
    """How the four flowers, or the four seasons, of a set are told apart besides their plants."""

    font: Path
    digits: Path
    colour: Colour
    swapped: bool
    words: bool
    chinese: bool


def labelled(code: str, ink: Ink, labels: Labels, palette: Palette, *, plain: bool = False) -> Ink:
    """A flower or season with its character, number or name."""
    height, width = ink.shape[:2]
    char = "梅蘭菊竹春夏秋冬"[BONUS.index(code)]
    side = 0.8 if labels.swapped else 0.2
    if plain:
        box = (round(width * 0.8), round(height * 0.6))
        paste(ink, drawings.text(box, labels.font, char, labels.colour), (width / 2, height * 0.62))
    elif labels.words:
        _word(ink, code, labels)
    else:
        box = (round(width * 0.38), round(height * 0.26))
        paste(ink, drawings.text(box, labels.font, char, labels.colour), (width * side, height * 0.13))
    number = NUMERALS[int(code[0]) - 1] if labels.chinese else code[0]
    box = (round(width * 0.26), round(height * 0.22))
    paste(ink, drawings.text(box, labels.digits, number, palette.dark), (width * (1 - side), height * 0.11))
    return ink


def _word(ink: Ink, code: str, labels: Labels) -> None:
    height, width = ink.shape[:2]
    size = (round(width * 0.95), round(height * 0.14))
    paste(ink, drawings.text(size, labels.digits, _WORDS[code], labels.colour), (width / 2, height * 0.92))
