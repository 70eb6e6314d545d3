"""What is made of photos without one hand to read: books, keyboards, cards, screens, walls, two hands.

Pictures of a mahjong program's screen and of two hands show tiles: naming those is no invention, but two hands must be
told apart.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from PIL import Image

from hu.app.reading.model import HandReading
from hu.app.reading.read import read_attempts
from hu.scoring.rules import DEFAULT
from hu.vision.photo.decoding import Photo
from hu.vision.reader import Reader
from measuring.asking import Answer, Asked, Row, share
from training.faces.art import Art
from training.faces.designs import random_design
from training.scenes.handless import HANDLESS, Handless, Shown
from training.scenes.rendered_hands import SIZE, fitting_seed

#: Kinds of pictures in which a hand may be named.
WITH_TILES: Final = ("game on a screen", "two hands")


def handless(asked: Asked) -> Answer:
    """Rendered pictures without one hand to read, from books to two hands: one clear line each, no tile invented."""
    counts = {}
    for kind in asked.parts(HANDLESS):
        read = list(asked.each(rows(kind, asked.seeds(20), asked.art, asked.reader), kind))
        for row in read:
            if not row.clear:
                asked.say(f"{kind} {row.number}: {row.read or 'no hand'} | {'; '.join(row.lines)}")
            if path := asked.picture(f"{kind.replace(' ', '_')}_{row.number}.jpg"):
                Image.fromarray(picture(kind, row.number, asked.art).image).save(path)
        counts[kind] = {
            "pictures": len(read),
            "clear": sum(row.clear for row in read),
            "invented": sum(row.invented for row in read),
        }
    pictures, clear, invented = (sum(count[name] for count in counts.values()) for name in counts[kind])
    total = Row("pictures of every kind", (share(clear, pictures, drawn=True), str(invented)), "all, 0")
    return Answer(("one clear line", "tiles invented"), (total,), counts)


@dataclass(frozen=True, slots=True)
class HandlessRow:
    """One picture.

    Attributes:
        kind: what it shows.
        number: its seed.
        read: the hand that was read.
        invented: how many of its tiles the picture does not show.
        lines: what is said about it.
        clear: whether that is what should be said.
    """

    kind: str
    number: int
    read: str
    invented: int
    lines: tuple[str, ...]
    clear: bool


def picture(kind: str, number: int, art: Art) -> Shown:
    """Render one picture; the same number gives the same one."""
    design = random_design(np.random.default_rng(fitting_seed(72, number)), art)
    return HANDLESS[kind](Handless(np.random.default_rng([93, number]), design, SIZE))


def judge(kind: str, number: int, shown: Shown, reading: HandReading) -> HandlessRow:
    """Compare what was read with what a picture shows."""
    invented = (Counter(reading.hand.tiles) - Counter(shown.faces)).total()
    lines = tuple(doubt.why for doubt in reading.doubts)
    if kind == "two hands":
        clear = any(f"crop the photo to {which}" in line for line in lines for which in ("one", "it,"))
    else:
        clear = not invented and (kind in WITH_TILES or len(lines) == 1)
    return HandlessRow(kind, number, reading.text, invented, lines, clear)


def rows(kind: str, numbers: range, art: Art, reader: Reader) -> Iterator[HandlessRow]:
    """Render, read and judge pictures of one kind."""
    for number in numbers:
        shown = picture(kind, number, art)
        height, width = shown.image.shape[:2]
        photo = Photo(f"{kind} {number}", shown.image, (width, height))
        yield judge(kind, number, shown, read_attempts(reader.attempts(photo), DEFAULT))
