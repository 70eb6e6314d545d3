"""Measures what is made of photos without one hand to read: books, keyboards, cards, screens, walls, two hands.

``python -m hu.app.evaluation.measure_handless [--pictures 20]`` renders pictures of each kind and prints how many get
one clear line and no invented tile. Pictures of a mahjong program's screen and of two hands show tiles: naming those is
no invention, but two hands must be told apart.
"""

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from hu.app.reading.interpret import read_attempts
from hu.app.reading.model import HandReading
from hu.scoring.rules import DEFAULT
from hu.vision.photo.decoding import Photo
from hu.vision.reader import MODELS, Reader
from hu.vision.training.faces.art import Art, default_cache, fonts
from hu.vision.training.faces.designs import random_design
from hu.vision.training.scenes.handless import HANDLESS, Handless, Shown
from hu.vision.training.scenes.rendered_hands import SIZE, fitting_seed

#: Kinds of pictures in which a hand may be named.
WITH_TILES: Final = ("game on a screen", "two hands")


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


def picture(kind: str, number: int, shared: Path, art: Art) -> Shown:
    """Render one picture; the same number gives the same one."""
    design = random_design(np.random.default_rng(fitting_seed(72, number)), art)
    return HANDLESS[kind](Handless(np.random.default_rng([93, number]), design, fonts(shared), SIZE))


def judge(kind: str, number: int, shown: Shown, reading: HandReading) -> HandlessRow:
    """Compare what was read with what a picture shows."""
    invented = (Counter(reading.hand.tiles) - Counter(shown.faces)).total()
    lines = tuple(doubt.why for doubt in reading.doubts)
    if kind == "two hands":
        clear = any("crop the photo to one" in line for line in lines)
    else:
        clear = not invented and (kind in WITH_TILES or len(lines) == 1)
    return HandlessRow(kind, number, reading.text, invented, lines, clear)


def rows(kind: str, numbers: range, shared: Path, art: Art, reader: Reader) -> Iterator[HandlessRow]:
    """Render, read and judge pictures of one kind."""
    for number in numbers:
        shown = picture(kind, number, shared, art)
        height, width = shown.image.shape[:2]
        photo = Photo(f"{kind} {number}", shown.image, (width, height))
        yield judge(kind, number, shown, read_attempts(reader.attempts(photo), DEFAULT))


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pictures", type=int, default=20, help="how many of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first picture's seed")
    parser.add_argument("--kind", action="append", choices=HANDLESS, help="default: all")
    parser.add_argument("--show", action="store_true", help="print what is said about each picture")
    parser.add_argument("--save", type=Path, help="write the pictures into this folder")
    parser.add_argument("--weights", type=Path, default=MODELS, help="folder with the networks")
    parser.add_argument("--shared", type=Path, default=Path(os.environ.get("HU_SHARED", "../shared")))
    parser.add_argument("--cache", type=Path, default=default_cache(), help="where extracted faces are kept")
    args = parser.parse_args()
    reader, art = Reader(args.weights, threads=1), Art(args.shared, args.cache)
    numbers = range(args.first, args.first + args.pictures)
    for kind in args.kind or HANDLESS:
        read = list(rows(kind, numbers, args.shared, art, reader))
        for row in read:
            if args.show or not row.clear:
                print(f"  {kind} {row.number}: {row.read or 'no hand'} | {'; '.join(row.lines)}", flush=True)  # noqa: T201
            if args.save:
                args.save.mkdir(parents=True, exist_ok=True)
                Image.fromarray(picture(kind, row.number, args.shared, art).image).save(
                    args.save / f"{kind.replace(' ', '_')}_{row.number}.jpg"
                )
        clear, invented = sum(row.clear for row in read), sum(row.invented for row in read)
        print(f"{kind:17} one clear line {clear} of {len(read)}, tiles invented {invented}", flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
