"""What all faces of one set share while they are drawn, and faces taken from the artwork."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

import numpy as np

from hu.scoring.tiles import BONUS
from training.faces import drawings
from training.faces.art import FAMILY, Art
from training.faces.blanks import Body
from training.faces.ink import (
    Colour,
    Ink,
    Palette,
    Rgba,
    bounds,
    colour,
    empty,
    from_rgba,
    paste,
    recolour,
)

#: Chinese numerals from one to nine.
NUMERALS: Final = "一二三四五六七八九"
#: The usual characters of the eight, in the order of ``BONUS``.
USUAL: Final = "梅蘭菊竹春夏秋冬"
#: The same with the orchid simplified.
SIMPLIFIED: Final = USUAL.replace("蘭", "兰")
#: Other fours that sets show in their place, where only the number tells which is which.
FOURS: Final = ("漁樵耕讀", "琴棋書畫", "富貴榮華", "福祿壽喜", "天下太平")
_WORDS: Final = dict(
    zip(
        BONUS,
        ("PLUM", "ORCHID", "MUM", "BAMBOO", "SPRING", "SUMMER", "AUTUMN", "WINTER"),
        strict=True,
    )
)

#: What a set prints on its flowers or seasons.
Shown = Literal["both", "number", "character", "word"]


@dataclass(frozen=True, slots=True)
class Labels:
    """What besides the plants distinguishes a set's four flowers or four seasons."""

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


def add_labels(code: str, ink: Ink, labels: Labels, *, plain: bool = False) -> Ink:
    """A flower or season with its character, number or name; ``plain`` ones show nothing but a large character."""
    height, width = ink.shape[:2]
    char = labels.chars[BONUS.index(code)]
    if plain:
        box = (round(width * 0.8), round(height * 0.6))
        paste(ink, drawings.text(box, labels.font, char, labels.colour), (width / 2, height * 0.62))
    elif labels.shown == "word":
        size = (round(width * 0.95), round(height * 0.14))
        paste(
            ink,
            drawings.text(size, labels.digits, _WORDS[code], labels.colour),
            (width / 2, height * 0.92),
        )
    elif labels.shown != "number":
        _corner(
            ink,
            drawings.text(_box(ink, labels.char_share), labels.font, char, labels.colour),
            right=labels.swapped,
        )
    if labels.numbered:
        number = NUMERALS[int(code[0]) - 1] if labels.chinese else code[0]
        box = _box(ink, labels.number_share)
        _corner(
            ink,
            drawings.text(box, labels.digits, number, labels.number_colour),
            right=not labels.swapped,
        )
    return ink


def _box(ink: Ink, share: float) -> tuple[int, int]:
    """Width and height in pixels of a label that takes this share of the width."""
    side = round(ink.shape[1] * share)
    return side, round(side * 1.1)


def _corner(ink: Ink, label: Ink, *, right: bool) -> None:
    """Print a label into one of the upper corners."""
    x = label.shape[1] / 2
    paste(ink, label, (ink.shape[1] - x if right else x, label.shape[0] / 2))


#: Parts of a set that one maker's hand may have drawn.
PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "m": tuple(f"{n}m" for n in range(1, 10)),
    "p": tuple(f"{n}p" for n in range(1, 10)),
    "s": tuple(f"{n}s" for n in range(1, 10)),
    "z": ("1z", "2z", "3z", "4z", "6z", "7z"),
    "w": ("5z",),
    "f": tuple(f"{n}f" for n in range(1, 5)),
    "g": tuple(f"{n}g" for n in range(1, 5)),
}
#: Sources whose faces carry indices already, and sources that draw in white.
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
LIGHT: Final = frozenset({"kde-jade", "fluffystuff-black"})
#: Sources whose flowers and seasons carry neither number nor character.
UNLABELLED: Final = frozenset({"xhokir", "ffalt-classic"})


@dataclass(frozen=True, slots=True)
class Maker:
    """Everything drawn once per set that the faces share."""

    rng: np.random.Generator
    art: Art
    hold_out: frozenset[str]
    body: Body
    palette: Palette
    fonts: tuple[Path, ...]
    size: tuple[int, int]
    area: tuple[float, float]

    @property
    def inner(self) -> tuple[int, int]:
        """Width and height of the inked area in pixels."""
        return round(self.size[0] * self.area[0]), round(self.size[1] * self.area[1])

    def chance(self, share: float) -> bool:
        """True in this share of cases."""
        return bool(self.rng.random() < share)

    def font(self, chars: str = "") -> Path:
        """A font that draws every character asked for."""
        able = [f for f in self.fonts if drawings.has_all(f, chars)]
        weights = np.array([0.15 if f.stem in drawings.RARE else 1.0 for f in able])
        return able[self.rng.choice(len(able), p=weights / weights.sum())]

    def sources(self, codes: Iterable[str]) -> tuple[str, ...]:
        """Sources, none held out, that draw every one of the codes."""
        needed = set(codes)
        allowed = (s for s in self.art.sources if FAMILY[s] not in self.hold_out)
        return tuple(s for s in allowed if needed <= self.art.faces(s).keys())


def from_art(source: str, codes: Sequence[str], maker: Maker, strength: float) -> dict[str, Ink]:
    """Faces of a source, cut to what is drawn on any of them and fitted into the inked area."""
    drawn, chosen = maker.art.faces(source), dict[str, Rgba]()
    for code in codes:
        # Now and then another drawing of the face: a red five, a second bird or white dragon.
        others = [c for c in (f"{code}-alt", f"0{code[1]}" if code[0] == "5" else "") if c in drawn]
        chosen[code] = (
            drawn[str(maker.rng.choice(others))] if others and maker.chance(0.3) else drawn[code]
        )
    box = bounds(list(chosen.values()))
    if box is None:
        return {code: empty(maker.inner[1], maker.inner[0]) for code in codes}
    light = source in LIGHT
    strength = 1.0 if light or maker.body.dark else strength
    left, top, right, bottom = box
    # Fitted into the inked area, stretched a little to fill it.
    width, height = maker.inner
    scale = min(width / (right - left), height / (bottom - top)) * maker.rng.uniform(1.0, 1.15)
    size = (
        max(1, round(min(width, (right - left) * scale))),
        max(1, round(min(height, (bottom - top) * scale))),
    )
    mirrored = codes == ("1s",) and source not in INDEXED and maker.chance(0.3)
    labels = labels_of(maker)
    inks = {}
    for code, face in chosen.items():
        cut = face[top:bottom, left:right]
        cut = (
            recolour(cut, maker.palette, strength, light=light and not maker.body.dark)
            if strength
            else cut
        )
        ink = from_rgba(cut[:, ::-1] if mirrored else cut, size)
        inks[code] = (
            add_labels(code, ink, labels) if source in UNLABELLED and code in BONUS else ink
        )
    return inks


def any_ink(maker: Maker) -> Colour:
    """One of the set's inks."""
    return colour(maker.palette.colours()[maker.rng.integers(4)])


def labels_of(maker: Maker) -> Labels:
    """How the set labels its four flowers or its four seasons."""
    rng = maker.rng
    kinds: tuple[Shown, ...] = ("both", "number", "character", "word")
    # The usual characters, a simplified orchid, or other fours.
    if rng.random() < 0.1:
        first, second = rng.choice(len(FOURS), 2, replace=False)
        chars = FOURS[first] + FOURS[second]
    else:
        chars = USUAL if rng.random() < 0.85 else SIMPLIFIED
    if not any(drawings.has_all(font, chars) for font in maker.fonts):
        chars = USUAL
    ink = maker.palette.red if maker.chance(0.5) else maker.palette.blue
    return Labels(
        font=maker.font(chars),
        digits=maker.font("1234一二三四ABCDEGHILMNOPRSTUW"),
        colour=ink,
        number_colour=maker.palette.dark if maker.chance(0.5) else any_ink(maker),
        chars=chars,
        # Mostly a character and a number, rarely only one of them.
        shown=kinds[int(rng.choice(4, p=[0.57, 0.13, 0.15, 0.15]))],
        swapped=maker.chance(0.5),
        chinese=maker.chance(0.25),
        char_share=float(rng.uniform(0.26, 0.46)),
        number_share=float(rng.uniform(0.16, 0.32)),
    )
