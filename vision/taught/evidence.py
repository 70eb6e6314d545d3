"""What the examples of a taught set say about a photo: which faces its tiles show, and whether it is on the table.

No network is trained. A distance is one less the cosine of two faces' features. The nearest example of each face is
weighed with the classifier's probabilities by how far pictures of one face of a set, and of different faces, lie apart.
Whether the set is on the table at all is one number from all tiles together: are they as far from the examples as a
set's own tiles are, or as those of other sets? What a set says counts as much as it is likely to be there.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BONUS, CLASSES, FACES
from hu.vision.detection import Detection
from hu.vision.networks.fitted import SetDistances
from hu.vision.taught.tile_set import Example, TileSet

Floats = NDArray[np.float64]
_FACES: Final = len(FACES)
# Chosen by the likelihood of the right faces in the photos of ``datasets/sets.csv``, names swapped among them, and on
# drawn sets that no training saw; log-odds and what is said for or against something are in nats.
#: What one face says at most for or against a set.
_MOST: Final = 3.0
#: Only tiles nearer to an example than the first say whether the set is on the table; those that are farther than the
#: second from all examples show none of its faces.
_NEAR, _NEAR_FACE = -1.5, -0.85
#: What a face gains for each unit that a tile is nearer to it than the second, which speaks neither for nor against it.
_GAIN, _ALIKE = 14.0, -0.9
#: What a face loses at most because a tile does not resemble it.
_UNLIKE: Final = 2.0
#: How often the classifier knows nothing of a set's face.
_MISSED: Final = 0.03
#: The probability that a flower or season is seen twice, though a set has it once.
_REPEATED: Final = 0.01
#: The log-odds that the set in use is on the table, before the tiles are looked at.
_CHOSEN: Final = 2.6
#: What one face says at most against that, and how far faces move together: a few tiles do not overrule who chose it.
_CHOSEN_MOST, _CHOSEN_TOGETHER = 0.8, 0.1
#: No example is surer than this.
SUREST: Final = 0.995
#: Faces whose pictures in other sets are this much farther tell sets apart; as many must agree before one is offered.
_TELLING, _OFFER_FACES = 0.7, 4
#: The log-odds from which a set is offered, and how far the next likely one must be behind.
_OFFER_FROM, _OFFER_AHEAD = 2.0, 3.0
#: Added to distances before the logarithm: nearer than this is the same picture.
_LEAST_DISTANCE: Final = 0.005
_BONUS: Final = [CLASSES.index(face) for face in BONUS]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Whether a set is on the table.

    Attributes:
        log_odds: how much likelier the tiles are if it is.
        faces: how many of its faces that was judged by.
    """

    log_odds: float
    faces: int


def log_distances(cosines: NDArray[np.floating[Any]]) -> Floats:
    """How far features of these cosines are apart: logarithms of one less the cosine."""
    return np.asarray(np.log(np.maximum(1.0 - cosines, 0) + _LEAST_DISTANCE))


def one_tile_each(seen: Sequence[tuple[str, float]]) -> Floats:
    """``(n, 42)`` distances of tiles each of which was compared with one face: the face, and how far it is."""
    far = np.full((len(seen), _FACES), np.inf)
    for tile, (face, distance) in enumerate(seen):
        far[tile, CLASSES.index(face)] = distance
    return far


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
    examples, prototypes, starts = _prototypes(tile_set)
    # One product of two matrices: many small ones take several times as long.
    alike = (features.reshape(-1, features.shape[2]) @ prototypes).reshape(*features.shape[:2], -1).max(axis=1)
    cosines = np.maximum.reduceat(alike, starts, axis=1)
    far = log_distances(cosines)
    for k, example in enumerate(examples):
        face = CLASSES.index(example.tile)
        found[:, face] = np.minimum(found[:, face], far[:, k])
    return found


@lru_cache(maxsize=16)
def _prototypes(tile_set: TileSet) -> tuple[tuple[Example, ...], NDArray[np.float32], NDArray[np.intp]]:
    """The examples that count, ``(d, m)`` features of all their views, and where each example's begin."""
    examples = tile_set.counting()
    every = [np.concatenate([e.features, e.views]) if len(e.views) else e.features for e in examples]
    return examples, np.concatenate(every).T, np.cumsum([0, *map(len, every)])[:-1]


def on_table(far: Floats, apart: SetDistances, most: float = _MOST, together: float | None = None) -> Evidence:
    """Judge by all tiles together whether they are a set's own, from their ``distances``.

    Each face of the set that some tiles come near to counts once, and the light and blur of a photo, which move all of
    its distances together, count once. Tiles that resemble nothing that was taught say nothing.

    Args:
        far: ``(n, 42)``.
        apart: how far sets lie apart.
        most: what one face says at most, in nats.
        together: how far faces move together, where that is not ``apart.together``.
    """
    nearest, lowest = far.argmin(axis=1), far.min(axis=1, initial=np.inf)
    near = lowest < _NEAR
    faces = sorted(set(nearest[near].tolist()))
    if not faces:
        return Evidence(0.0, 0)
    typical = np.array([np.median(lowest[near & (nearest == face)]) for face in faces])
    others = np.array(apart.others)[faces]
    # Two normal distributions of one spread; the limit keeps a blurred tile from deciding alone.
    nats = (others - apart.same) * ((others + apart.same) / 2 - typical) / apart.spread**2
    share = apart.together if together is None else together
    total = float(np.clip(nats, -most, most).sum()) / (1 + (len(faces) - 1) * share)
    return Evidence(total, int((others - apart.same >= _TELLING).sum()))


def applied(tile_set: TileSet, detections: Sequence[Detection], apart: SetDistances) -> list[Detection]:
    """Read detections with a taught set: faces that look like its examples gain probability.

    Detections without features, and those that resemble nothing that was taught, stay as they are.
    """
    out = list(detections)
    known = [k for k, tile in enumerate(detections) if tile.features is not None]
    if not known or not tile_set.examples:
        return out
    far = distances(tile_set, _features(detections))
    there = _share(_CHOSEN + on_table(far, apart, _CHOSEN_MOST, _CHOSEN_TOGETHER).log_odds)
    read, sure = np.stack([detections[k].probabilities for k in known]).astype(np.float64), _sureness(tile_set)
    for k, before, after in zip(known, read, _with_set(tile_set, far, read), strict=True):
        mixed = _no_surer(there * after + (1 - there) * before, before, sure)
        if not np.array_equal(mixed, before):
            out[k] = replace(detections[k], probabilities=mixed.astype(np.float32))
    return out


def _with_set(tile_set: TileSet, far: Floats, read: Floats) -> Floats:
    """``(n, 43)`` probabilities if the set is on the table."""
    named = read.copy()
    named[:, [CLASSES.index(name) for name in tile_set.names]] = read[:, _BONUS]
    likely = (1 - _MISSED) * named
    likely[:, :_FACES] += _MISSED / _FACES
    taught = np.isfinite(far)
    gain = _GAIN * (_ALIKE - np.where(taught, far, _ALIKE))
    likely[:, :_FACES] *= np.exp(np.maximum(gain, -_UNLIKE))
    likely /= likely.sum(axis=1, keepdims=True)
    # A tile that resembles nothing that was taught keeps its name.
    strange = (far.min(axis=1) > _NEAR_FACE)[:, None]
    return np.asarray(np.where(strange, named, _once_each(likely)), dtype=np.float64)


def _once_each(likely: Floats) -> Floats:
    """Lower each tile's probability of a flower or season by how likely another tile is that one: a set has it once."""
    if len(likely) == 1:
        return likely
    bonus = likely[:, _BONUS]
    second, first = np.sort(bonus, axis=0)[-2:]
    likely[:, _BONUS] = bonus * np.maximum(1 - np.where(bonus == first, second, first), _REPEATED)
    return np.asarray(likely / likely.sum(axis=1, keepdims=True), dtype=np.float64)


def _sureness(tile_set: TileSet) -> Floats:
    """``(43,)``: how sure each face's surest example is; 1 for faces that were not taught."""
    sure = np.ones(len(CLASSES))
    for face in tile_set.faces:
        surest = max(example.sure for example in tile_set.examples if example.tile == face)
        sure[CLASSES.index(face)] = min(surest, SUREST)
    return sure


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


def _share(log_odds: float) -> float:
    return 1 / (1 + exp(-min(max(log_odds, -30.0), 30.0)))


def offered(tile_sets: Iterable[TileSet], detections: Sequence[Detection], apart: SetDistances) -> TileSet | None:
    """The set that a photo shows: enough of its faces agree, and no other set is near."""
    features = _features(detections)
    found: list[tuple[float, TileSet]] = []
    for tile_set in tile_sets:
        evidence = on_table(distances(tile_set, features), apart)
        if evidence.faces >= _OFFER_FACES:
            found.append((evidence.log_odds, tile_set))
    found.sort(key=lambda pair: -pair[0])
    clear = found and found[0][0] >= _OFFER_FROM
    alone = len(found) < 2 or found[0][0] - found[1][0] >= _OFFER_AHEAD
    return found[0][1] if clear and alone else None


def _features(detections: Sequence[Detection]) -> NDArray[np.float32]:
    known = [tile.features for tile in detections if tile.features is not None]
    return np.stack(known) if known else np.empty((0, 2, 1), np.float32)
