"""Teaching photos: their faces are read jointly, and the doubtful ones are asked for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

import lap
import numpy as np

from hu.scoring.tiles import BACK, BONUS, CLASSES
from hu.vision.detection import Detection
from hu.vision.taught.settings import DEFAULT, TaughtSettings
from hu.vision.taught.tile_set import TileSet

_FACES: Final = len(CLASSES) - 1
#: The cost in nats of a face that a tile was said not to be; above all that the classifier can say.
_IMPOSSIBLE: Final = 1000.0
#: The cost in nats of a flower or season that is shown again.
_REPEATED_BONUS: Final = 3.0


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """What teaching photos show, read jointly.

    Attributes:
        tiles: each detection with its face.
        doubtful: positions of those whose face should be asked.
    """

    tiles: tuple[tuple[Detection, str], ...]
    doubtful: tuple[int, ...]


def read_jointly(
    detections: Sequence[Detection],
    copies: int | None = None,
    settings: TaughtSettings = DEFAULT,
    answers: Mapping[int, str] = MappingProxyType({}),
) -> Lesson:
    """Name the faces in teaching photos: each face once, or up to four times where more tiles are shown.

    Args:
        detections: the tiles of all teaching photos; backs are left out.
        copies: how often a face may occur; default is the least that holds all tiles.
        settings: see there.
        answers: faces that are known, by the position of their tile: no other tile can be those.
    """
    tiles = [tile for tile in detections if tile.tile != BACK and tile.features is not None]
    if not tiles:
        return Lesson((), ())
    copies = copies or max(1, -(-(len(tiles) - len(BONUS)) // (_FACES - len(BONUS))))
    slots = [k for k in range(_FACES) for _ in range(copies)]
    # A set has each flower and season once, but two photos may show the same tiles.
    repeats = [_REPEATED_BONUS * (n % copies > 0 and CLASSES[k] in BONUS) for n, k in enumerate(slots)]
    costs = np.stack([-np.log(tile.probabilities[:_FACES].astype(np.float64) + 1e-6) for tile in tiles])
    for k, face in answers.items():
        costs[k] = _IMPOSSIBLE
        costs[k, CLASSES.index(face)] = 0
    _, chosen, _ = lap.lapjv(costs[:, slots] + repeats, extend_cost=True)
    faces = [slots[slot] if slot >= 0 else CLASSES.index(tile.tile) for tile, slot in zip(tiles, chosen, strict=True)]
    faces = [CLASSES.index(answers[k]) if k in answers else face for k, face in enumerate(faces)]
    own = np.exp(-costs[np.arange(len(tiles)), faces])
    worst = np.argsort(own, kind="stable")[: settings.most_questions]
    doubtful = tuple(sorted(int(k) for k in worst if own[k] < settings.doubtful_below))
    return Lesson(tuple((tile, CLASSES[face]) for tile, face in zip(tiles, faces, strict=True)), doubtful)


def learned(tile_set: TileSet, lesson: Lesson, source: str, classifier: str = "") -> TileSet:
    """Add the faces of a lesson to a set."""
    for tile, face in lesson.tiles:
        tile_set = tile_set.shown(tile, face, source, classifier, in_lesson=True)
    return tile_set
