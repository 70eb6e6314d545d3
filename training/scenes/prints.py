"""What is printed on things that are no tiles: book spines, keys, screens, paper, cards, dice, remotes, markers.

Every function draws a picture ``(h, w, 3)`` uint8 RGB of about the proportions asked for.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from training.faces.glyphs import fit_mask, glyph
from training.faces.ink import Colour

Picture = NDArray[np.uint8]

#: Pixels of the longer side of a printed picture.
_LONG_PX: Final = 320
_LATIN: Final = "ABCDEFGHIKLMNOPRSTUWabcdefghiklmnoprstuw0123456789"
_CHINESE: Final = (
    "東西南北中發白一二三四五六七八九萬日月山水火木金土人大小天下書店春夏秋冬梅蘭菊竹上海香港文學"
)
_SUITS: Final = "♠♥♦♣"
#: Where the pips of playing cards and dice lie, in shares of the picture, by their number.
_PIPS: Final = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.22), (0.5, 0.78)),
    3: ((0.5, 0.22), (0.5, 0.5), (0.5, 0.78)),
    4: ((0.3, 0.25), (0.7, 0.25), (0.3, 0.75), (0.7, 0.75)),
    5: ((0.3, 0.25), (0.7, 0.25), (0.5, 0.5), (0.3, 0.75), (0.7, 0.75)),
    6: ((0.3, 0.25), (0.7, 0.25), (0.3, 0.5), (0.7, 0.5), (0.3, 0.75), (0.7, 0.75)),
}


class Printer:
    """Draws what is printed on one thing, whose face has the proportions of ``size`` (width, height)."""

    def __init__(
        self,
        size: tuple[float, float],
        ground: Colour,
        fonts: Sequence[Path],
        rng: np.random.Generator,
    ) -> None:
        unit = _LONG_PX / max(size)
        self.width, self.height = (max(16, round(side * unit)) for side in size)
        self.picture: Picture = np.full(
            (self.height, self.width, 3), [c * 255 for c in ground], np.uint8
        )
        self.dark_ground = sum(ground) < 1.5
        self.fonts, self.rng = fonts, rng

    def ink(self) -> list[float]:
        """A colour that shows on the ground, RGB of 0 to 255."""
        low, high = (0.6, 1.0) if self.dark_ground else (0.0, 0.45)
        return list(self.rng.uniform(low, high, 3) * 255)

    def word(self, count: int, characters: str | None = None) -> str:
        """Random characters, Latin or Chinese."""
        pool = characters or (_CHINESE if self.rng.random() < 0.5 else _LATIN)
        return "".join(str(c) for c in self.rng.choice(list(pool), count))

    def text(
        self, text: str, box: tuple[float, float, float, float], colour: Sequence[float]
    ) -> None:
        """Print a line into a box (x, y, width, height in shares of the picture); nothing where the font lacks it."""
        font = self.fonts[int(self.rng.integers(len(self.fonts)))] if self.fonts else None
        mask = glyph(font, text) if font else None
        if mask is None:
            return
        x, y, wide, high = (
            round(share * side)
            for share, side in zip(box, (self.width, self.height) * 2, strict=True)
        )
        drawn = fit_mask(mask, max(2, wide), max(2, high), 1.3)
        left, top = x + (wide - drawn.shape[1]) // 2, y + (high - drawn.shape[0]) // 2
        left, top = max(0, left), max(0, top)
        part = self.picture[top : top + drawn.shape[0], left : left + drawn.shape[1]]
        share = drawn[: part.shape[0], : part.shape[1], None]
        part[:] = (part * (1 - share) + np.array(colour) * share).astype(np.uint8)

    def bar(
        self,
        box: tuple[float, float, float, float],
        colour: Sequence[float] | NDArray[np.floating],
        thick: int = -1,
    ) -> None:
        """A rectangle (x, y, width, height in shares of the picture)."""
        x, y, wide, high = box
        start = (round(x * self.width), round(y * self.height))
        end = (round((x + wide) * self.width) - 1, round((y + high) * self.height) - 1)
        cv2.rectangle(self.picture, start, end, list(colour), thick)

    def pips(self, number: int, colour: Sequence[float], radius: float) -> None:
        """The spots of a die or card; ``radius`` in widths of the picture."""
        for x, y in _PIPS[number]:
            centre = (round(x * self.width), round(y * self.height))
            cv2.circle(
                self.picture,
                centre,
                max(2, round(radius * self.width)),
                list(colour),
                -1,
                cv2.LINE_AA,
            )


def spine(printer: Printer) -> None:
    """A book's spine: title, author and a band or two."""
    rng, colour = printer.rng, printer.ink()
    for _ in range(int(rng.integers(0, 3))):
        printer.bar(
            (float(rng.uniform(0, 0.95)), 0.0, float(rng.uniform(0.01, 0.06)), 1.0), printer.ink()
        )
    title = printer.word(int(rng.integers(2, 9)))
    if rng.random() < 0.5:
        printer.text(title, (0.12, 0.15, 0.55, 0.7), colour)
    else:
        for number, character in enumerate(title):
            printer.text(character, (0.1 + 0.085 * number, 0.15, 0.08, 0.7), colour)
    printer.text(printer.word(int(rng.integers(2, 6))), (0.75, 0.25, 0.2, 0.5), colour)


def keyboard(printer: Printer) -> None:
    """Keys with a character on each."""
    rng = printer.rng
    rows, columns = int(rng.integers(4, 7)), int(rng.integers(9, 16))
    tone = rng.uniform(0.75, 0.98) if rng.random() < 0.5 else rng.uniform(0.05, 0.3)
    key, ink = [tone * 255] * 3, [(0.15 if tone > 0.5 else 0.9) * 255] * 3
    wide, high = 1 / columns, 1 / rows
    for row in range(rows):
        for column in range(columns):
            x, y = (column + 0.06) * wide, (row + 0.06) * high
            printer.bar((x, y, wide * 0.88, high * 0.88), key)
            printer.text(
                printer.word(1), (x + wide * 0.2, y + high * 0.15, wide * 0.45, high * 0.5), ink
            )


def screen(printer: Printer) -> None:
    """A screen with a title, lines of text and icons."""
    rng = printer.rng
    printer.bar(
        (0.03, 0.03, 0.94, 0.94),
        (rng.uniform(0.7, 1.0, 3) if rng.random() < 0.6 else rng.random(3) / 4) * 255,
    )
    printer.dark_ground = bool(
        printer.picture[printer.height // 2, printer.width // 2].mean() < 128
    )
    paper(printer)
    for _ in range(int(rng.integers(0, 7))):
        x, y = rng.uniform(0.1, 0.8, 2)
        printer.bar((float(x), float(y), 0.12, 0.12), rng.random(3) * 255)


def paper(printer: Printer) -> None:
    """A title and lines of text."""
    rng, ink = printer.rng, printer.ink()
    printer.text(printer.word(int(rng.integers(3, 9))), (0.08, 0.06, 0.6, 0.08), ink)
    for y in np.arange(0.2, 0.92, float(rng.uniform(0.05, 0.1))):
        printer.text(
            printer.word(int(rng.integers(6, 18))),
            (0.08, float(y), float(rng.uniform(0.4, 0.85)), 0.04),
            ink,
        )


def box(printer: Printer) -> None:
    """A box or packet: a frame, a large word or picture, small print."""
    rng, colour = printer.rng, printer.ink()
    if rng.random() < 0.6:
        printer.bar((0.06, 0.05, 0.88, 0.9), printer.ink(), int(rng.integers(1, 6)))
    printer.text(printer.word(int(rng.integers(1, 5))), (0.15, 0.12, 0.7, 0.4), colour)
    if rng.random() < 0.5:
        centre = (printer.width // 2, round(printer.height * 0.65))
        cv2.circle(
            printer.picture,
            centre,
            printer.width // 6,
            printer.ink(),
            int(rng.choice([-1, 3, 6])),
            cv2.LINE_AA,
        )
    printer.text(printer.word(int(rng.integers(6, 14))), (0.2, 0.84, 0.6, 0.06), colour)


def playing_card(printer: Printer) -> None:
    """A playing card: a rank and suit in the corners, pips or a large character."""
    rng = printer.rng
    colour = (200, 20, 30) if rng.random() < 0.5 else (15, 15, 20)
    rank, suit = str(rng.choice(list("A23456789JQK"))), printer.word(1, _SUITS)
    printer.text(rank, (0.05, 0.04, 0.16, 0.13), colour)
    printer.text(suit, (0.05, 0.18, 0.16, 0.1), colour)
    printer.text(rank, (0.79, 0.83, 0.16, 0.13), colour)
    if rng.random() < 0.6:
        printer.pips(int(rng.integers(1, 7)), colour, 0.09)
    else:
        printer.text(
            rank if rng.random() < 0.5 else printer.word(1), (0.28, 0.25, 0.44, 0.5), colour
        )


def die(printer: Printer) -> None:
    """One side of a die."""
    red = printer.rng.random() < 0.3
    printer.pips(int(printer.rng.integers(1, 7)), (200, 20, 30) if red else printer.ink(), 0.1)


def stick(printer: Printer) -> None:
    """A counting stick: some dots."""
    red = printer.rng.random() < 0.5
    printer.pips(int(printer.rng.integers(1, 6)), (190, 20, 30) if red else (30, 30, 40), 0.2)


def remote(printer: Printer) -> None:
    """A remote control or calculator: buttons in rows, a small display at the top."""
    rng, columns = printer.rng, int(printer.rng.integers(3, 5))
    printer.bar((0.12, 0.04, 0.76, 0.12), rng.uniform(0.5, 0.8, 3) * 255)
    key = rng.uniform(0.2, 0.95, 3) * 255
    for y in np.arange(0.22, 0.92, 0.1):
        for column in range(columns):
            x = 0.1 + 0.8 * column / columns
            printer.bar((x, float(y), 0.6 / columns, 0.065), key)
            printer.text(
                printer.word(1, "0123456789+-"),
                (x, float(y) + 0.01, 0.6 / columns, 0.045),
                (20, 20, 20),
            )


def coin(printer: Printer) -> None:
    """A coin or chip: a ring and a number."""
    ink, centre = printer.ink(), (printer.width // 2, printer.height // 2)
    cv2.circle(
        printer.picture,
        centre,
        round(printer.width * 0.42),
        ink,
        int(printer.rng.integers(2, 14)),
        cv2.LINE_AA,
    )
    printer.text(printer.word(1, "125"), (0.3, 0.3, 0.4, 0.4), ink)


def marker(printer: Printer) -> None:
    """A wind or dealer marker: one character, often in a ring."""
    ink, centre = printer.ink(), (printer.width // 2, printer.height // 2)
    if printer.rng.random() < 0.6:
        cv2.circle(printer.picture, centre, round(printer.width * 0.44), ink, 5, cv2.LINE_AA)
    printer.text(printer.word(1, "東南西北ESWN"), (0.22, 0.22, 0.56, 0.56), ink)


PRINTS: Final[dict[str, Callable[[Printer], None]]] = {
    "spine": spine,
    "keyboard": keyboard,
    "screen": screen,
    "paper": paper,
    "box": box,
    "playing card": playing_card,
    "die": die,
    "stick": stick,
    "remote": remote,
    "coin": coin,
    "marker": marker,
}
