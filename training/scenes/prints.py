"""Print on things that are no tiles: book spines, keys, screens, paper, cards, dice, markers.

Every function draws onto a ``Printer``'s picture.
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
#: Centres of the pips of playing cards and dice by their number, in shares of the picture.
_PIPS: Final = {
    1: ((0.5, 0.5),),
    2: ((0.5, 0.22), (0.5, 0.78)),
    3: ((0.5, 0.22), (0.5, 0.5), (0.5, 0.78)),
    4: ((0.3, 0.25), (0.7, 0.25), (0.3, 0.75), (0.7, 0.75)),
    5: ((0.3, 0.25), (0.7, 0.25), (0.5, 0.5), (0.3, 0.75), (0.7, 0.75)),
    6: ((0.3, 0.25), (0.7, 0.25), (0.3, 0.5), (0.7, 0.5), (0.3, 0.75), (0.7, 0.75)),
}


class Printer:
    """Draws the print of one thing.

    Attributes:
        picture: ``(h, w, 3)`` uint8 RGB.
        width: of the picture in pixels.
        height: of the picture in pixels.
        is_ground_dark: whether the ground is dark, so that print must be light.
        fonts: font files.
        rng: decides the print.
    """

    def __init__(
        self,
        size: tuple[float, float],
        ground: Colour,
        fonts: Sequence[Path],
        rng: np.random.Generator,
    ) -> None:
        """Begin with an empty ground.

        Args:
            size: width and height of the thing's face. Only their proportion counts.
            ground: RGB from 0 to 1.
            fonts: font files.
            rng: decides the print.
        """
        unit = _LONG_PX / max(size)
        self.width = max(16, round(size[0] * unit))
        self.height = max(16, round(size[1] * unit))
        levels = [channel * 255 for channel in ground]
        self.picture: Picture = np.full((self.height, self.width, 3), levels, np.uint8)
        self.is_ground_dark = sum(ground) < 1.5
        self.fonts = fonts
        self.rng = rng

    def choose_colour(self) -> list[float]:
        """Choose a colour at random that shows on the ground, RGB of 0 to 255."""
        if self.is_ground_dark:
            return list(self.rng.uniform(0.6, 1.0, 3) * 255)
        return list(self.rng.uniform(0.0, 0.45, 3) * 255)

    def random_word(self, count: int, characters: str | None = None) -> str:
        """Make a word of random characters of one alphabet.

        Args:
            count: how many characters.
            characters: the alphabet. By default the Latin or the Chinese alphabet is chosen at
                random.
        """
        if characters is None:
            characters = _CHINESE if self.rng.random() < 0.5 else _LATIN
        return "".join(str(character) for character in self.rng.choice(list(characters), count))

    def text(
        self, text: str, box: tuple[float, float, float, float], colour: Sequence[float]
    ) -> None:
        """Print a line in a font chosen at random.

        Nothing is printed if there are no fonts, or if the chosen font lacks a character.

        Args:
            text: the line.
            box: x, y, width and height in shares of the picture.
            colour: RGB from 0 to 255.
        """
        if not self.fonts:
            return
        font = self.fonts[int(self.rng.integers(len(self.fonts)))]
        mask = glyph(font, text)
        if mask is None:
            return
        x = round(box[0] * self.width)
        y = round(box[1] * self.height)
        width = round(box[2] * self.width)
        height = round(box[3] * self.height)
        fitted = fit_mask(mask, max(2, width), max(2, height), stretch=1.3)
        left = max(0, x + (width - fitted.shape[1]) // 2)
        top = max(0, y + (height - fitted.shape[0]) // 2)
        part = self.picture[top : top + fitted.shape[0], left : left + fitted.shape[1]]
        # The share of each pixel that the print covers. The print ends at the picture's edge.
        coverage = fitted[: part.shape[0], : part.shape[1], None]
        part[:] = (part * (1 - coverage) + np.array(colour) * coverage).astype(np.uint8)

    def bar(
        self,
        box: tuple[float, float, float, float],
        colour: Sequence[float] | NDArray[np.floating],
        thickness: int = -1,
    ) -> None:
        """Draw a rectangle.

        Args:
            box: x, y, width and height in shares of the picture.
            colour: RGB from 0 to 255.
            thickness: width of its line in pixels, or -1 to fill it.
        """
        x, y, width, height = box
        start = (round(x * self.width), round(y * self.height))
        end = (round((x + width) * self.width) - 1, round((y + height) * self.height) - 1)
        cv2.rectangle(self.picture, start, end, list(colour), thickness)

    def pips(self, number: int, colour: Sequence[float], radius: float) -> None:
        """Draw the spots of a die or card.

        Args:
            number: how many, 1 to 6.
            colour: RGB from 0 to 255.
            radius: of a spot, in widths of the picture.
        """
        radius_px = max(2, round(radius * self.width))
        for x, y in _PIPS[number]:
            centre = (round(x * self.width), round(y * self.height))
            cv2.circle(self.picture, centre, radius_px, list(colour), -1, cv2.LINE_AA)


def spine(printer: Printer) -> None:
    """Print a book's spine: title, author and a band or two."""
    rng = printer.rng
    colour = printer.choose_colour()
    for _ in range(int(rng.integers(0, 3))):
        x = float(rng.uniform(0, 0.95))
        width = float(rng.uniform(0.01, 0.06))
        printer.bar((x, 0.0, width, 1.0), printer.choose_colour())
    title = printer.random_word(int(rng.integers(2, 9)))
    if rng.random() < 0.5:
        printer.text(title, (0.12, 0.15, 0.55, 0.7), colour)
    else:
        for number, character in enumerate(title):
            printer.text(character, (0.1 + 0.085 * number, 0.15, 0.08, 0.7), colour)
    author = printer.random_word(int(rng.integers(2, 6)))
    printer.text(author, (0.75, 0.25, 0.2, 0.5), colour)


def keyboard(printer: Printer) -> None:
    """Print keys with a character on each."""
    rng = printer.rng
    rows = int(rng.integers(4, 7))
    columns = int(rng.integers(9, 16))
    is_pale = rng.random() < 0.5
    tone = rng.uniform(0.75, 0.98) if is_pale else rng.uniform(0.05, 0.3)
    key_colour = [tone * 255] * 3
    character_colour = [(0.15 if is_pale else 0.9) * 255] * 3
    width = 1 / columns
    height = 1 / rows
    for row in range(rows):
        for column in range(columns):
            x = (column + 0.06) * width
            y = (row + 0.06) * height
            printer.bar((x, y, width * 0.88, height * 0.88), key_colour)
            box = (x + width * 0.2, y + height * 0.15, width * 0.45, height * 0.5)
            printer.text(printer.random_word(1), box, character_colour)


def screen(printer: Printer) -> None:
    """Print a screen with a title, lines of text and icons."""
    rng = printer.rng
    is_pale = rng.random() < 0.6
    ground = rng.uniform(0.7, 1.0, 3) if is_pale else rng.random(3) / 4
    printer.bar((0.03, 0.03, 0.94, 0.94), ground * 255)
    middle = printer.picture[printer.height // 2, printer.width // 2]
    printer.is_ground_dark = bool(middle.mean() < 128)
    paper(printer)
    for _ in range(int(rng.integers(0, 7))):
        x, y = rng.uniform(0.1, 0.8, 2)
        printer.bar((float(x), float(y), 0.12, 0.12), rng.random(3) * 255)


def paper(printer: Printer) -> None:
    """Print a title and lines of text."""
    rng = printer.rng
    colour = printer.choose_colour()
    title = printer.random_word(int(rng.integers(3, 9)))
    printer.text(title, (0.08, 0.06, 0.6, 0.08), colour)
    pitch = float(rng.uniform(0.05, 0.1))
    for y in np.arange(0.2, 0.92, pitch):
        line = printer.random_word(int(rng.integers(6, 18)))
        width = float(rng.uniform(0.4, 0.85))
        printer.text(line, (0.08, float(y), width, 0.04), colour)


def box(printer: Printer) -> None:
    """Print a box or packet: a frame, a large word or picture, small print."""
    rng = printer.rng
    colour = printer.choose_colour()
    if rng.random() < 0.6:
        frame_colour = printer.choose_colour()
        thickness = int(rng.integers(1, 6))
        printer.bar((0.06, 0.05, 0.88, 0.9), frame_colour, thickness=thickness)
    name = printer.random_word(int(rng.integers(1, 5)))
    printer.text(name, (0.15, 0.12, 0.7, 0.4), colour)
    if rng.random() < 0.5:
        centre = (printer.width // 2, round(printer.height * 0.65))
        circle_colour = printer.choose_colour()
        line = int(rng.choice([-1, 3, 6]))
        cv2.circle(printer.picture, centre, printer.width // 6, circle_colour, line, cv2.LINE_AA)
    small_print = printer.random_word(int(rng.integers(6, 14)))
    printer.text(small_print, (0.2, 0.84, 0.6, 0.06), colour)


def playing_card(printer: Printer) -> None:
    """Print a playing card: a rank and suit in the corners, pips or a large character."""
    rng = printer.rng
    colour = (200, 20, 30) if rng.random() < 0.5 else (15, 15, 20)
    rank = str(rng.choice(list("A23456789JQK")))
    suit = printer.random_word(1, _SUITS)
    printer.text(rank, (0.05, 0.04, 0.16, 0.13), colour)
    printer.text(suit, (0.05, 0.18, 0.16, 0.1), colour)
    printer.text(rank, (0.79, 0.83, 0.16, 0.13), colour)
    if rng.random() < 0.6:
        printer.pips(int(rng.integers(1, 7)), colour, radius=0.09)
    else:
        large = rank if rng.random() < 0.5 else printer.random_word(1)
        printer.text(large, (0.28, 0.25, 0.44, 0.5), colour)


def die(printer: Printer) -> None:
    """Print a side of a die."""
    is_red = printer.rng.random() < 0.3
    number = int(printer.rng.integers(1, 7))
    colour = (200, 20, 30) if is_red else printer.choose_colour()
    printer.pips(number, colour, radius=0.1)


def stick(printer: Printer) -> None:
    """Print a counting stick: some dots."""
    is_red = printer.rng.random() < 0.5
    number = int(printer.rng.integers(1, 6))
    colour = (190, 20, 30) if is_red else (30, 30, 40)
    printer.pips(number, colour, radius=0.2)


def remote(printer: Printer) -> None:
    """Print a remote control or calculator: buttons in rows, a small display at the top."""
    rng = printer.rng
    columns = int(rng.integers(3, 5))
    printer.bar((0.12, 0.04, 0.76, 0.12), rng.uniform(0.5, 0.8, 3) * 255)
    key_colour = rng.uniform(0.2, 0.95, 3) * 255
    width = 0.6 / columns
    for row_y in np.arange(0.22, 0.92, 0.1):
        y = float(row_y)
        for column in range(columns):
            x = 0.1 + 0.8 * column / columns
            printer.bar((x, y, width, 0.065), key_colour)
            character = printer.random_word(1, "0123456789+-")
            printer.text(character, (x, y + 0.01, width, 0.045), (20, 20, 20))


def coin(printer: Printer) -> None:
    """Print a coin or chip: a ring and a number."""
    colour = printer.choose_colour()
    centre = (printer.width // 2, printer.height // 2)
    radius = round(printer.width * 0.42)
    line = int(printer.rng.integers(2, 14))
    cv2.circle(printer.picture, centre, radius, colour, line, cv2.LINE_AA)
    printer.text(printer.random_word(1, "125"), (0.3, 0.3, 0.4, 0.4), colour)


def marker(printer: Printer) -> None:
    """Print a wind or dealer marker: a character, often in a ring."""
    colour = printer.choose_colour()
    centre = (printer.width // 2, printer.height // 2)
    if printer.rng.random() < 0.6:
        cv2.circle(printer.picture, centre, round(printer.width * 0.44), colour, 5, cv2.LINE_AA)
    printer.text(printer.random_word(1, "東南西北ESWN"), (0.22, 0.22, 0.56, 0.56), colour)


#: The kinds of print, by the thing that carries it.
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
