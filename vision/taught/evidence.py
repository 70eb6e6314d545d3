"""Read a photo's tiles with the examples of a taught tile set.

No network is trained. The distance of two pictures is 1 minus the cosine of their features. A face
gains or loses probability by the tile's distance to the nearest example of that face.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BONUS, CLASSES, FACES
from hu.vision.detection import Detection
from hu.vision.geometry import Floats
from hu.vision.taught.tile_set import Example, TileSet

_FACE_COUNT: Final = len(FACES)
_BONUS_CLASSES: Final = [CLASSES.index(face) for face in BONUS]

# These numbers make the right faces likeliest in the photos of ``datasets/sets.csv``, with the
# names of the faces swapped, and on drawn tile sets that no training used. Log-odds are in nats.
#: A tile resembles nothing that was taught if the logarithm of its distance to every example is
#: larger than this.
_MOST_LOG_DISTANCE: Final = -0.85
#: A face neither gains nor loses if the logarithm of the tile's distance to it is this.
_NEUTRAL_LOG_DISTANCE: Final = -0.9
#: The log-odds that a face gains for each unit by which the logarithm of the distance is smaller
#: than ``_NEUTRAL_LOG_DISTANCE``. For larger logarithms the face loses as much, up to a limit.
_GAIN_PER_LOG_DISTANCE: Final = 14.0
#: The most log-odds that a face loses because a tile does not resemble it.
_MOST_LOSS: Final = 2.0
#: The probability that the classifier's reading of a face of the tile set says nothing, because the
#: face was drawn in a way that the classifier never saw.
_UNKNOWN_FACE_PROBABILITY: Final = 0.03
#: The probability that a flower or season is seen twice, though a tile set has it once.
_REPEATED_FLOWER_PROBABILITY: Final = 0.01
#: The probability that the tiles on the table are those of the tile set in use.
_IN_USE_PROBABILITY: Final = 0.93
#: An example makes no face more probable than this.
SUREST: Final = 0.995
#: Added to distances before the logarithm, because the distance of a picture to itself is 0.
_LEAST_DISTANCE: Final = 0.005
#: Added to probabilities before they are scaled to a given sum, because all of them may be 0.
_LEAST_PROBABILITY: Final = 1e-9


def measure_log_distances(tile_set: TileSet, features: NDArray[np.float32]) -> Floats:
    """Measure how far each of ``n`` tiles is from each face of a tile set.

    Args:
        tile_set: the tile set.
        features: ``(n, 2, d)`` float32 of unit length: the features of each tile's crop as it was
            cut, and of the crop turned upright.

    Returns:
        ``(n, 42)`` float64: the logarithm of the distance from each tile to the nearest example of
        each face. Infinite for faces without an example, and for faces all of whose examples a
        person contradicted later.
    """
    result = np.full((len(features), _FACE_COUNT), np.inf)
    if not tile_set.examples or not len(features):
        return result
    examples = tile_set.uncontradicted_examples()
    # All vectors of all examples stand one below the other: v rows in all.
    vectors_by_example = [_vectors_of(example) for example in examples]
    # A single product of two matrices, because many small products take several times as long.
    # (2 n, v): a row for each crop of each tile, a column for each vector.
    flat_features = features.reshape(-1, features.shape[2])
    flat_cosines = flat_features @ np.concatenate(vectors_by_example).T
    # (n, 2, v): a row for each tile again.
    cosines = flat_cosines.reshape(*features.shape[:2], -1)
    # (n, v): the larger cosine of the tile's two crops.
    cosines_with_vectors = cosines.max(axis=1)
    # The column of each example's first vector. Its other vectors follow.
    vector_counts = [len(vectors) for vectors in vectors_by_example]
    first_columns = np.cumsum([0, *vector_counts[:-1]])
    # (n, examples): the largest cosine among each example's vectors.
    cosines_with_examples = np.maximum.reduceat(cosines_with_vectors, first_columns, axis=1)
    log_distances = np.log(np.maximum(1.0 - cosines_with_examples, 0) + _LEAST_DISTANCE)
    for k, example in enumerate(examples):
        face = CLASSES.index(example.tile)
        result[:, face] = np.minimum(result[:, face], log_distances[:, k])
    return result


def _vectors_of(example: Example) -> NDArray[np.float32]:
    """``(v, d)`` float32: the features of an example, and of its views if it has any."""
    if not len(example.views):
        return example.features
    return np.concatenate([example.features, example.views])


def apply_set(tile_set: TileSet, detections: Sequence[Detection]) -> list[Detection]:
    """Read detections with a taught tile set: faces that look like its examples gain probability.

    Detections without features, and those that resemble nothing that was taught, stay as they are.
    """
    result = list(detections)
    places = []
    features = []
    for place, detection in enumerate(detections):
        if detection.features is not None:
            places.append(place)
            features.append(detection.features)
    if not places or not tile_set.examples:
        return result

    # In each array, row k is about the tile detections[places[k]].
    log_distances = measure_log_distances(tile_set, np.stack(features))
    before = np.stack([detections[place].probabilities for place in places]).astype(np.float64)
    with_set = _probabilities_with_set(log_distances, before)
    certainties = _certainties(tile_set)
    for k, place in enumerate(places):
        # If the tiles on the table are of another tile set, the probabilities are those before.
        after = _IN_USE_PROBABILITY * with_set[k] + (1 - _IN_USE_PROBABILITY) * before[k]
        after = _limit_certainties(after, before[k], certainties)
        if not np.array_equal(after, before[k]):
            probabilities = after.astype(np.float32)
            result[place] = replace(detections[place], probabilities=probabilities)
    return result


def _certainties(tile_set: TileSet) -> Floats:
    """``(43,)`` float64: the certainty of each face's surest example, at most ``SUREST``.

    1 for faces that were not taught.
    """
    certainties = np.ones(len(CLASSES))
    for face in tile_set.faces:
        surest = max(example.certainty for example in tile_set.examples if example.tile == face)
        certainties[CLASSES.index(face)] = min(surest, SUREST)
    return certainties


def _probabilities_with_set(log_distances: Floats, before: Floats) -> Floats:
    """Compute the probabilities of the classes if the tile set is on the table.

    Args:
        log_distances: ``(n, 42)`` as from ``measure_log_distances``.
        before: ``(n, 43)`` the classifier's probabilities.

    Returns:
        ``(n, 43)`` probabilities.
    """
    # If the classifier's reading of the face says nothing, all faces are equally likely.
    probabilities = (1 - _UNKNOWN_FACE_PROBABILITY) * before
    probabilities[:, :_FACE_COUNT] += _UNKNOWN_FACE_PROBABILITY / _FACE_COUNT
    # Faces gain by their examples. Faces without examples that count neither gain nor lose.
    known_distances = np.where(np.isfinite(log_distances), log_distances, _NEUTRAL_LOG_DISTANCE)
    gains = _GAIN_PER_LOG_DISTANCE * (_NEUTRAL_LOG_DISTANCE - known_distances)
    gains = np.maximum(gains, -_MOST_LOSS)
    probabilities[:, :_FACE_COUNT] *= np.exp(gains)
    probabilities /= probabilities.sum(axis=1, keepdims=True)
    probabilities = _with_flowers_once(probabilities)
    # A tile that resembles nothing that was taught keeps its probabilities.
    is_strange = log_distances.min(axis=1) > _MOST_LOG_DISTANCE
    return np.asarray(np.where(is_strange[:, None], before, probabilities), dtype=np.float64)


def _with_flowers_once(probabilities: Floats) -> Floats:
    """Lower the probability of flowers that another tile shows.

    A tile set has each flower and season once. So a tile's probability of a flower is multiplied by
    1 minus the highest probability of this flower among the other tiles.

    Args:
        probabilities: ``(n, 43)``. They are changed.

    Returns:
        ``(n, 43)``.
    """
    if len(probabilities) == 1:
        return probabilities
    # (n, 8): the probability of each tile as each flower.
    flower_probabilities = probabilities[:, _BONUS_CLASSES]
    # (8,): of all tiles, the second highest and the highest probability of each flower.
    second_highest, highest = np.sort(flower_probabilities, axis=0)[-2:]
    # (n, 8): the highest probability of each flower among the other tiles.
    highest_of_others = np.where(flower_probabilities == highest, second_highest, highest)
    factors = np.maximum(1 - highest_of_others, _REPEATED_FLOWER_PROBABILITY)
    probabilities[:, _BONUS_CLASSES] = flower_probabilities * factors
    return np.asarray(probabilities / probabilities.sum(axis=1, keepdims=True), dtype=np.float64)


def _limit_certainties(after: Floats, before: Floats, certainties: Floats) -> Floats:
    """Limit the probability of the likeliest face to what the examples can prove.

    The limit is the certainty of the face's surest example, or the face's probability without the
    tile set if that is higher. The other classes share the rest.

    Args:
        after: ``(43,)`` probabilities with the tile set.
        before: ``(43,)`` probabilities without it.
        certainties: ``(43,)`` the certainty of each face's surest example.
    """
    face = int(after.argmax())
    limit = max(float(certainties[face]), float(before[face]))
    if after[face] <= limit:
        return after
    # The likeliest face gets the limit. The other classes share the rest in proportion to
    # ``before``.
    is_face = np.arange(len(after)) == face
    probabilities = np.where(is_face, 0.0, before + _LEAST_PROBABILITY)
    probabilities *= (1 - limit) / probabilities.sum()
    probabilities[face] = limit
    return probabilities
