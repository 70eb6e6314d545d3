"""Networks that see what the tests painted: the colour of a photo's corner says which hand lies there."""

import io
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.photo.decoding import Photo

#: Hands by number, tile by tile; what ends a process, fails or dawdles comes after them.
HANDS = (
    "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z 6z",
    "2m 2m 2m 1p 2p 3p 7p 8p 9p 5z 5z 7z 7z 7z",
    "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z 7z",
    "1m 2m 4m 5p 5p 5p 7s 8s 9s",
    "",
    "4s 9m",
    "1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 2z 3z 4z",
)
KILLS, FAILS, SLOW, KILLS_ONCE, KILLS_PARENT_ONCE, STOPS = 20, 21, 22, 23, 24, 25


def painted(
    number: int, size: tuple[int, int] = (320, 240), kind: str = "JPEG", salt: int = 0
) -> bytes:
    """A picture that shows hand ``number``; pictures of different salts differ."""
    image = Image.new("RGB", size, (number * 8 + 4, 90, 60))
    image.paste((salt % 256, salt // 256 % 256, 30), (size[0] // 2, size[1] // 2, size[0], size[1]))
    out = io.BytesIO()
    image.save(out, kind, quality=92)
    return out.getvalue()


class FakeNetworks:
    """Finds the tiles of the painted hand in one row."""

    def __init__(self, weights: Path) -> None:
        self._weights = weights

    def attempts(self, photo: Photo) -> Iterator[list[Detection]]:
        """Detections of a photo; there is nothing more to be seen."""
        yield self._detect(photo)

    def _detect(self, photo: Photo) -> list[Detection]:
        number = int(photo.image[2, 2, 0]) // 8
        if number == KILLS:
            os.kill(os.getpid(), signal.SIGKILL)
        if (
            number in (KILLS_ONCE, KILLS_PARENT_ONCE)
            and not (mark := self._weights / "killed").exists()
        ):
            mark.touch()
            os.kill(os.getpid() if number == KILLS_ONCE else os.getppid(), signal.SIGKILL)
        if number == STOPS:
            os.kill(os.getpid(), signal.SIGSTOP)
        if number == FAILS:
            raise RuntimeError("a bug")
        if number == SLOW:
            time.sleep(0.3)
        tiles = HANDS[number].split() if number < len(HANDS) else HANDS[0].split()
        return [
            _seen(tile, 20 + 20 * place * photo.size[0] / 320, photo.size[1] / 2)
            for place, tile in enumerate(tiles)
        ]


def _seen(tile: str, x: float, y: float) -> Detection:
    box = np.array(
        [[x - 9, y - 12], [x + 9, y - 12], [x + 9, y + 12], [x - 9, y + 12]], dtype=np.float32
    )
    probabilities = np.full(43, 0.03 / 42, dtype=np.float32)
    probabilities[CLASSES.index(tile)] = 0.97
    return Detection(box, 0.9, probabilities)


def make(weights: Path) -> FakeNetworks:
    """What ``Settings.make_detector`` wants."""
    return FakeNetworks(weights)
