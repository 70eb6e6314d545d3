"""Networks for tests. The colour in a photo's corner gives the number of the hand that it shows."""

import io
import os
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from PIL import Image

from hu.app.batch import local, on_ray, ray_driver, worker
from hu.app.batch.settings import BatchSettings
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.photo.decoding import Photo

#: The hands by number, tile by tile. ``9s/6s`` is read as 9s, with 6s as the next likely face.
HANDS = (
    "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z 6z",
    "2m 2m 2m 1p 2p 3p 7p 8p 9p 5z 5z 7z 7z 7z",
    "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z 7z",
    "1m 2m 4m 5p 5p 5p 7s 8s 9s",
    "",
    "4s 9m",
    "1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 2z 3z 4z",
    "1m 2m 3m 5p 5p 5p 7s 8s 9s/6s 2z 2z 2z 6z 6z",
)
#: Numbers of photos that disturb their process. They show the first hand.
KILLS = 20
FAILS = 21
SLOW = 22
KILLS_ONCE = 23
KILLS_PARENT_ONCE = 24
STOPS = 25
#: The name of a file beside the weights. It exists once a photo that kills only once has done so.
KILLED_MARK = "killed"
#: The name of another file beside the weights. While it exists, no photo delays its process.
HURRY_MARK = "hurry"


def painted(
    number: int, size: tuple[int, int] = (320, 240), kind: str = "JPEG", salt: int = 0
) -> bytes:
    """Paint a photo.

    Args:
        number: the number of its hand.
        size: width and height in pixels.
        kind: the format of the file.
        salt: photos of different salts have different bytes.
    """
    width, height = size
    # Each number has eight shades of red, since the file's compression changes colours a little.
    image = Image.new("RGB", size, (number * 8 + 4, 90, 60))
    salt_colour = (salt % 256, salt // 256 % 256, 30)
    image.paste(salt_colour, (width // 2, height // 2, width, height))
    out = io.BytesIO()
    image.save(out, kind, quality=92)
    return out.getvalue()


class FakeNetworks:
    """Finds the tiles of the painted hand in one row."""

    def __init__(self, weights: Path) -> None:
        self._killed_mark = weights / KILLED_MARK
        self._hurry_mark = weights / HURRY_MARK

    @property
    def retry_scales(self) -> tuple[float, ...]:
        """No scale shows more of a painted hand."""
        return ()

    def detect_at_scale(
        self, photo: Photo, detections: Sequence[Detection], scale: float
    ) -> list[Detection] | None:
        """Never called, because there are no scales."""
        raise NotImplementedError

    def detect(self, photo: Photo) -> list[Detection]:
        """Find the tiles of the painted hand."""
        number = int(photo.image[2, 2, 0]) // 8
        self._disturb(number)
        hand = HANDS[number] if number < len(HANDS) else HANDS[0]
        width, height = photo.size
        step = 20 * width / 320
        return [
            _detection(tile, 20 + step * place, height / 2)
            for place, tile in enumerate(hand.split())
        ]

    def _disturb(self, number: int) -> None:
        """Kill this process or its parent, or stop, fail or delay, as the number says."""
        if number == KILLS:
            os.kill(os.getpid(), signal.SIGKILL)
        if number == KILLS_ONCE and not self._killed_mark.exists():
            self._killed_mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if number == KILLS_PARENT_ONCE and not self._killed_mark.exists():
            self._killed_mark.touch()
            os.kill(os.getppid(), signal.SIGKILL)
        if number == STOPS:
            os.kill(os.getpid(), signal.SIGSTOP)
        if number == FAILS:
            raise RuntimeError("a bug")
        if number == SLOW and not self._hurry_mark.exists():
            time.sleep(0.3)


def _detection(faces: str, x: float, y: float) -> Detection:
    """Make a detection of a tile, centred at a point in pixels.

    Args:
        faces: the tile's face, or its two likeliest faces, such as ``9s/6s``.
        x: of the centre, in pixels.
        y: of the centre, in pixels.
    """
    face, _, next_face = faces.partition("/")
    corners = [[x - 9, y - 12], [x + 9, y - 12], [x + 9, y + 12], [x - 9, y + 12]]
    box = np.array(corners, dtype=np.float32)
    other_count = len(CLASSES) - 1
    probabilities = np.full(len(CLASSES), 0.03 / other_count, dtype=np.float32)
    probabilities[CLASSES.index(face)] = 0.97
    if next_face:
        probabilities[CLASSES.index(face)] = 0.55
        probabilities[CLASSES.index(next_face)] = 0.42
    return Detection(box, 0.9, probabilities)


def install(set_attribute: Callable[[object, str, object], None] = setattr) -> None:
    """Put these networks in the place of the real networks.

    They are used in this process, in the reading processes that it starts, and in Ray's actors.

    Args:
        set_attribute: such as ``monkeypatch.setattr``, which is undone after a test.
    """
    set_attribute(worker, "load_reader", load_fake_reader)
    set_attribute(local, "begin_worker", begin_fake_worker)
    set_attribute(on_ray, "DRIVER", "from tests.app.batch.fake_networks import drive; drive()")


def load_fake_reader(settings: BatchSettings) -> FakeNetworks:
    """Load these networks, in place of ``worker.load_reader``."""
    return FakeNetworks(settings.weights)


def begin_fake_worker(settings: BatchSettings) -> None:
    """Get a reading process ready, in place of ``local.begin_worker``."""
    worker.load_reader = load_fake_reader
    local.begin_worker(settings)


def drive() -> None:
    """Drive a batch on Ray, in place of ``ray_driver.main``."""
    ray_driver.ReadingActor = FakeActor  # type: ignore[misc]
    ray_driver.main()


class FakeActor(ray_driver.ReadingActor):
    """An actor of Ray whose reading process has these networks."""

    def __init__(self, settings: BatchSettings) -> None:
        install()
        super().__init__(settings)
