"""Characters, numbers and names that distinguish flowers and seasons."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

from hu.scoring.tiles import BONUS
from training.faces import drawings
from training.faces.glyphs import has_all
from training.faces.ink import Colour, Ink, paste
from training.faces.maker import NUMERALS, Maker

#: The usual characters of the eight, in the order of ``BONUS``.
USUAL: Final = "梅蘭菊竹春夏秋冬"
#: The same with the orchid simplified.
SIMPLIFIED: Final = USUAL.replace("蘭", "兰")
#: Other fours of characters, which some sets show instead of the usual flowers or seasons. Then
#: only the number distinguishes the four tiles.
FOURS: Final = ("漁樵耕讀", "琴棋書畫", "富貴榮華", "福祿壽喜", "天下太平")
_NAMES: Final[Mapping[str, str]] = {
    "1f": "PLUM",
    "2f": "ORCHID",
    "3f": "MUM",
    "4f": "BAMBOO",
    "1g": "SPRING",
    "2g": "SUMMER",
    "3g": "AUTUMN",
    "4g": "WINTER",
}
#: Characters that the font of numbers and names must have.
_DIGITS: Final = "1234一二三四ABCDEGHILMNOPRSTUW"

#: The print on a set's flowers or seasons: character and number, one of them, or name and number.
Shown = Literal["both", "number", "character", "word"]


@dataclass(frozen=True, slots=True)
class Labels:
    """How a set labels its four flowers or four seasons."""

    font: Path  # of the characters
    number_font: Path  # of the numbers, and of the names
    colour: Colour  # of the characters, and of the names
    number_colour: Colour  # of the numbers
    chars: str  # the eight characters, in the order of ``BONUS``
    shown: Shown  # the print
    is_number_left: bool  # whether the number is left and the character right
    has_chinese_numbers: bool  # whether the numbers are in Chinese characters
    char_share: float  # a character's width in widths of the inked area
    number_share: float  # a number's width in widths of the inked area

    @property
    def has_numbers(self) -> bool:
        """Whether numbers are printed.

        Only the usual characters distinguish the four without a number.
        """
        return self.shown != "character" or self.chars not in {USUAL, SIMPLIFIED}


def random_labels(maker: Maker, *, is_number_enough: bool = True) -> Labels:
    """Choose at random how a set labels its four flowers or its four seasons.

    Args:
        maker: the parts of the set that all faces share.
        is_number_enough: whether tiles may show only their number, so that nothing distinguishes
            a flower from the season of the same number.
    """
    rng = maker.rng
    # The usual characters, a simplified orchid, or other fours.
    if rng.random() < 0.1:
        first, second = rng.choice(len(FOURS), 2, replace=False)
        chars = FOURS[first] + FOURS[second]
    else:
        chars = USUAL if rng.random() < 0.85 else SIMPLIFIED
    # Perhaps no font has all of the rarer characters.
    if not any(has_all(font, chars) for font in maker.fonts):
        chars = USUAL
    ink = maker.palette.red if maker.chance(0.5) else maker.palette.blue
    # Mostly a character and a number, rarely only one of them.
    kinds: tuple[Shown, ...] = ("both", "number", "character", "word")
    labels = Labels(
        font=maker.font(chars),
        number_font=maker.font(_DIGITS),
        colour=ink,
        number_colour=maker.palette.dark if maker.chance(0.5) else maker.choose_colour(),
        chars=chars,
        shown=kinds[int(rng.choice(4, p=[0.57, 0.13, 0.15, 0.15]))],
        is_number_left=maker.chance(0.5),
        has_chinese_numbers=maker.chance(0.25),
        char_share=float(rng.uniform(0.26, 0.46)),
        number_share=float(rng.uniform(0.16, 0.32)),
    )
    if labels.shown == "number" and not is_number_enough:
        return replace(labels, shown="both")
    return labels


def add_labels(code: str, ink: Ink, labels: Labels, *, is_large_character: bool = False) -> Ink:
    """Print a flower's or season's character, number or name.

    Args:
        code: the tile.
        ink: its picture, changed in place.
        labels: how the set labels them.
        is_large_character: whether a large character is the whole picture. It replaces the small
            character or the name.

    Returns:
        The same ink.
    """
    height, width = ink.shape[:2]
    char = labels.chars[BONUS.index(code)]
    if is_large_character:
        box = (round(width * 0.8), round(height * 0.6))
        large = drawings.text(box, labels.font, char, labels.colour)
        paste(ink, large, (width / 2, height * 0.62))
    elif labels.shown == "word":
        box = (round(width * 0.95), round(height * 0.14))
        name = drawings.text(box, labels.number_font, _NAMES[code], labels.colour)
        paste(ink, name, (width / 2, height * 0.92))
    elif labels.shown in {"both", "character"}:
        box = _label_box(ink, labels.char_share)
        label = drawings.text(box, labels.font, char, labels.colour)
        _print_in_corner(ink, label, is_right=labels.is_number_left)
    if labels.has_numbers:
        number = NUMERALS[int(code[0]) - 1] if labels.has_chinese_numbers else code[0]
        box = _label_box(ink, labels.number_share)
        label = drawings.text(box, labels.number_font, number, labels.number_colour)
        _print_in_corner(ink, label, is_right=not labels.is_number_left)
    return ink


def _label_box(ink: Ink, share: float) -> tuple[int, int]:
    """Width and height in pixels of a label that takes this share of the width."""
    side = round(ink.shape[1] * share)
    return side, round(side * 1.1)


def _print_in_corner(ink: Ink, label: Ink, *, is_right: bool) -> None:
    """Print a label into one of the upper corners."""
    half_width = label.shape[1] / 2
    x = ink.shape[1] - half_width if is_right else half_width
    paste(ink, label, (x, label.shape[0] / 2))
