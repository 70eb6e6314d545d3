"""What the examples of a taught set say about a photo's tiles: which faces they show.

No network is trained. A distance is one less the cosine of two faces' features. The nearest example of each face is
weighed with the classifier's probabilities.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BONUS, CLASSES, FACES
from hu.vision.detection import Detection
from hu.vision.taught.tile_set import TileSet

Floats = NDArray[np.float64]
_FACES: Final = len(FACES)
# Chosen by the likelihood of the right faces in the photos of ``datasets/sets.csv``, names swapped among them, and on
# drawn sets that no training saw. Log-odds are in nats, distances are logarithms.
#: A tile farther than this from every example shows no face of the set.
_NEAR_FACE: Final = -0.85
#: What a face gains for each unit that a tile is nearer to it than the second, which speaks neither for nor against it.
_GAIN, _ALIKE = 14.0, -0.9
#: What a face loses at most because a tile does not resemble it.
_UNLIKE: Final = 2.0
#: The probability that the classifier knows nothing of a set's face.
_MISSED: Final = 0.03
#: The probability that a flower or season is seen twice, though a set has it once.
_REPEATED: Final = 0.01
#: The probability that the tiles on the table are those of the set in use.
_IN_USE: Final = 0.93
#: No example is surer than this.
SUREST: Final = 0.995
#: Added to distances before the logarithm: nearer than this is the same picture.
_LEAST_DISTANCE: Final = 0.005
_BONUS: Final = [CLASSES.index(face) for face in BONUS]


def distances(tile_set: TileSet, features: NDArray[np.float32]) -> Floats:
    """How far each of ``n`` tiles is from each face of a set.

    Args:
        tile_set: the set.
        features: ``(n, 2, d)`` float32 of unit length.

    Returns:
        ``(n, 42)`` logarithms of the distance to the face's nearest example; infinite for faces that were not taught.
    """
    found = np.full((len(features), _FACES), np.inf)
    if not tile_set.examples or not len(features):
        return found
    examples = tile_set.counting()
    views = [
        np.concatenate([e.features, e.views]) if len(e.views) else e.features for e in examples
    ]
    starts = np.cumsum([0, *map(len, views)])[:-1]
    # One product of two matrices: many small ones take several times as long.
    alike = (features.reshape(-1, features.shape[2]) @ np.concatenate(views).T).reshape(
        *features.shape[:2], -1
    )
    nearest = np.maximum.reduceat(alike.max(axis=1), starts, axis=1)
    far = np.log(np.maximum(1.0 - nearest, 0) + _LEAST_DISTANCE)
    for k, example in enumerate(examples):
        face = CLASSES.index(example.tile)
        found[:, face] = np.minimum(found[:, face], far[:, k])
    return found


def apply_set(tile_set: TileSet, detections: Sequence[Detection]) -> list[Detection]:
    """Read detections with a taught set: faces that look like its examples gain probability.

    Detections without features, and those that resemble nothing that was taught, stay as they are.
    """
    out = list(detections)
    known = [(k, tile.features) for k, tile in enumerate(detections) if tile.features is not None]
    if not known or not tile_set.examples:
        return out
    far = distances(tile_set, np.stack([features for _, features in known]))
    read = np.stack([detections[k].probabilities for k, _ in known]).astype(np.float64)
    # How sure each face's surest example is; 1 for faces that were not taught.
    sure = np.ones(len(CLASSES))
    for face in tile_set.faces:
        surest = max(example.sure for example in tile_set.examples if example.tile == face)
        sure[CLASSES.index(face)] = min(surest, SUREST)
    for (k, _), before, after in zip(known, read, _with_set(far, read), strict=True):
        mixed = _no_surer(_IN_USE * after + (1 - _IN_USE) * before, before, sure)
        if not np.array_equal(mixed, before):
            out[k] = replace(detections[k], probabilities=mixed.astype(np.float32))
    return out


def _with_set(far: Floats, read: Floats) -> Floats:
    """``(n, 43)`` probabilities if the set is on the table."""
    likely = (1 - _MISSED) * read
    likely[:, :_FACES] += _MISSED / _FACES
    gain = _GAIN * (_ALIKE - np.where(np.isfinite(far), far, _ALIKE))
    likely[:, :_FACES] *= np.exp(np.maximum(gain, -_UNLIKE))
    likely /= likely.sum(axis=1, keepdims=True)
    # A tile that resembles nothing that was taught keeps its name.
    strange = (far.min(axis=1) > _NEAR_FACE)[:, None]
    return np.asarray(np.where(strange, read, _once_each(likely)), dtype=np.float64)


def _once_each(likely: Floats) -> Floats:
    """Lower each tile's probability of a flower or season by how likely another tile is that one: a set has it once."""
    if len(likely) == 1:
        return likely
    bonus = likely[:, _BONUS]
    second, first = np.sort(bonus, axis=0)[-2:]
    likely[:, _BONUS] = bonus * np.maximum(1 - np.where(bonus == first, second, first), _REPEATED)
    return np.asarray(likely / likely.sum(axis=1, keepdims=True), dtype=np.float64)


def _no_surer(after: Floats, before: Floats, sure: Floats) -> Floats:
    """Keep a face from becoming surer than its examples, and than it was; the others share what it leaves."""
    face = int(after.argmax())
    most = max(float(sure[face]), float(before[face]))
    if after[face] <= most:
        return after
    rest = np.where(np.arange(len(after)) == face, 0.0, before + 1e-9)
    rest *= (1 - most) / rest.sum()
    rest[face] = most
    return rest
