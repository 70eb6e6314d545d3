"""The classifier: which face each outline shows, and which way up it lies."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES, FACES
from hu.vision.detection import Detection, log_odds, logistic
from hu.vision.geometry import FACE_SIZE, rectify
from hu.vision.networks.calibration import Calibration
from hu.vision.networks.detector import Outline
from hu.vision.networks.onnx import Network, WeightsError
from hu.vision.networks.softmax import log_softmax, softmax

#: The classifier's first output has this many numbers for each crop, which is the rectified picture
#: of an outline: for each class, for each of four quarter turns, and for being a tile at all.
_LOGITS: Final = len(CLASSES) + 4 + 1
#: A face shows which edge is its top if its likeliest turn has at least this probability.
#: Otherwise the face looks much the same the other way up.
_CLEAR_TURN: Final = 0.8
#: The log-odds that a crop shows a tile are limited to this, in nats.
_MOST_TILE_LOG_ODDS: Final = 20
#: The divisor of a vector of features is at least this, because its length may be 0.
_LEAST_LENGTH: Final = 1e-6


@dataclass(frozen=True, slots=True, eq=False)
class Classification:
    """The classifier's outputs for ``n`` crops.

    Attributes:
        class_probabilities: ``(n, 43)`` float32: the probability of each class if the crop shows a
            tile.
        turn_probabilities: ``(n, 4)`` float32: the probability that the crop is turned clockwise by
            0, 1, 2 and 3 quarter turns.
        tile_log_odds: ``(n,)`` float32: the log-odds that the crop shows a tile at all.
        features: ``(n, 2, d)`` float32: two vectors of unit length that describe the crop as it was
            cut, and the crop turned upright. None for networks that give none.
    """

    class_probabilities: NDArray[np.float32]
    turn_probabilities: NDArray[np.float32]
    tile_log_odds: NDArray[np.float32]
    features: NDArray[np.float32] | None


def classify(
    network: Network,
    image: NDArray[np.uint8],
    outlines: Sequence[Outline],
    calibration: Calibration,
) -> list[Detection]:
    """Read every outline of a picture, all in one batch.

    Args:
        network: the classifier.
        image: ``(h, w, 3)`` uint8 RGB.
        outlines: the outlines, boxes in pixels of the picture.
        calibration: turns the detector's and the classifier's outputs into probabilities.

    Raises:
        WeightsError: the network is of another release.
    """
    return classify_crops(network, rectified_faces(image, outlines), outlines, calibration)


def rectified_faces(image: NDArray[np.uint8], outlines: Sequence[Outline]) -> NDArray[np.uint8]:
    """Cut the faces in outlines out of a picture ``(h, w, 3)`` uint8 RGB.

    Returns:
        ``(n, 64, 64, 3)`` uint8 RGB: the crop of each outline.
    """
    if not outlines:
        return np.empty((0, FACE_SIZE, FACE_SIZE, 3), dtype=np.uint8)
    return np.stack([rectify(image, outline.box) for outline in outlines])


def face_log_probabilities(network: Network, faces: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Compute how likely each of the 42 ``FACES`` is for crops of tiles that lie face up.

    Args:
        network: a classifier.
        faces: ``(n, 64, 64, 3)`` uint8 RGB: the crops, upright.

    Returns:
        ``(n, 42)`` float32: the logarithm of the probability of each face, in nats.

    Raises:
        WeightsError: the network is of another release.
    """
    logits = _logits_of(_run(network, faces))[:, : len(FACES)]
    return log_softmax(logits)


def classify_crops(
    network: Network,
    faces: NDArray[np.uint8],
    outlines: Sequence[Outline],
    calibration: Calibration,
) -> list[Detection]:
    """Classify rectified faces, all in one batch, from one photo or from several.

    Args:
        network: the classifier.
        faces: ``(n, 64, 64, 3)`` uint8 RGB.
        outlines: the detector's outline of each face.
        calibration: turns the detector's and the classifier's outputs into probabilities.

    Returns:
        A detection for each outline, in the same order.

    Raises:
        WeightsError: the network is of another release.
    """
    if not outlines:
        return []
    classification, quarter_turns = classify_faces(network, faces, calibration.temperature)
    return combine_outputs(outlines, faces, classification, quarter_turns, calibration)


def classify_faces(
    network: Network, faces: NDArray[np.uint8], temperature: float = 1.0
) -> tuple[Classification, NDArray[np.intp]]:
    """Classify rectified faces. Faces that are turned are classified again, upright.

    Args:
        network: the classifier.
        faces: ``(n, 64, 64, 3)`` uint8 RGB: the crops.
        temperature: the outputs for classes are divided by this before they become probabilities.

    Returns:
        The classification of each crop, turned upright. Then ``(n,)`` by how many quarter turns the
        crop itself is turned clockwise.

    Raises:
        WeightsError: the network is of another release.
    """
    result = _read_outputs(network, _run(network, faces), temperature)
    quarter_turns = result.turn_probabilities.argmax(axis=1)
    turned_indices = np.flatnonzero(quarter_turns)
    if turned_indices.size:
        # NumPy turns counter-clockwise, so that these faces become upright.
        upright_faces = np.stack([np.rot90(faces[k], quarter_turns[k]) for k in turned_indices])
        upright_result = _read_outputs(network, _run(network, upright_faces), temperature)
        # The outputs for the upright crop replace those for the crop as it was cut. So do the
        # probabilities of its turn: a crop that looks turned even now is unclear.
        result.class_probabilities[turned_indices] = upright_result.class_probabilities
        result.turn_probabilities[turned_indices] = upright_result.turn_probabilities
        result.tile_log_odds[turned_indices] = upright_result.tile_log_odds
        # The first vector stays that of the crop as it was cut. The second is that of the crop
        # turned upright.
        if result.features is not None and upright_result.features is not None:
            result.features[turned_indices, 1] = upright_result.features[:, 1]
    return result, quarter_turns


def _run(network: Network, faces: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    """Run the classifier on faces ``(n, 64, 64, 3)`` uint8 RGB."""
    batch = np.ascontiguousarray(faces.transpose(0, 3, 1, 2), dtype=np.float32)
    return network.run_all(batch)


def _logits_of(outputs: Sequence[NDArray[np.float32]]) -> NDArray[np.float32]:
    """``(n, 48)`` float32: a classifier's first output, whose numbers become probabilities.

    Raises:
        WeightsError: the network is of another release.
    """
    logits = outputs[0]
    if logits.shape[1] != _LOGITS:
        raise WeightsError(
            f"the classifier gives {logits.shape[1]} numbers for a face, not {_LOGITS}: "
            "take weights of this release"
        )
    return logits


def _read_outputs(
    network: Network, outputs: Sequence[NDArray[np.float32]], temperature: float
) -> Classification:
    """Turn the classifier's raw outputs for ``n`` crops into probabilities and features.

    Args:
        network: the classifier.
        outputs: ``(n, 48)`` float32: numbers for the 43 classes and for the 4 turns, and the
            log-odds of a tile. Then ``(n, d)`` float32 features, if the network gives any.
        temperature: the numbers for classes are divided by this before they become probabilities.
    """
    logits = _logits_of(outputs)
    class_logits, turn_logits, tile_logits = np.split(logits, [len(CLASSES), _LOGITS - 1], axis=1)
    return Classification(
        class_probabilities=softmax(class_logits / temperature),
        turn_probabilities=softmax(turn_logits),
        tile_log_odds=np.clip(tile_logits[:, 0], -_MOST_TILE_LOG_ODDS, _MOST_TILE_LOG_ODDS),
        features=_unit_features(network, outputs[1]) if len(outputs) > 1 else None,
    )


def _unit_features(network: Network, features: NDArray[np.float32]) -> NDArray[np.float32]:
    """Subtract the usual features from those of n crops, and scale them to unit length.

    So the dot product of the features of two faces is their similarity.

    Args:
        network: the classifier, which knows its usual features.
        features: ``(n, d)`` float32.

    Returns:
        ``(n, 2, d)`` float32: the vector of each crop twice. The second vector is to be that of the
        crop turned upright. It is replaced later if the crop is not upright already.
    """
    mean = np.array(network.read_metadata("feature_mean", default=0), dtype=np.float32)
    centred_features = features - mean
    lengths = np.linalg.norm(centred_features, axis=1, keepdims=True)
    unit = np.asarray(centred_features / np.maximum(lengths, _LEAST_LENGTH), dtype=np.float32)
    return np.stack([unit, unit], axis=1)


def combine_outputs(
    outlines: Sequence[Outline],
    faces: NDArray[np.uint8],
    classification: Classification,
    quarter_turns: NDArray[np.intp],
    calibration: Calibration,
) -> list[Detection]:
    """Combine the outputs of the detector and the classifier for each outline.

    Args:
        outlines: the detector's outlines.
        faces: ``(n, 64, 64, 3)`` uint8 RGB: their rectified faces.
        classification: the classifier's outputs for the faces after they were turned upright.
        quarter_turns: ``(n,)`` by how many quarter turns clockwise from upright each of ``faces``
            is seen.
        calibration: the weights of the detector and the classifier.

    Returns:
        A detection for each outline, in the same order.
    """
    detections = []
    for k, outline in enumerate(outlines):
        turn = int(quarter_turns[k])
        # The probability that the face needs no other turn, once it is turned back by ``turn``.
        upright_probability = classification.turn_probabilities[k, 0]
        features = classification.features
        # The outline begins at the crop's top left. If the face is turned clockwise by a quarter,
        # its own top left is at the crop's top right, the outline's next corner.
        corner_order = [(corner + turn) % 4 for corner in range(4)]
        detections.append(
            Detection(
                box=outline.box[corner_order],
                score=_tile_probability(
                    outline.score, float(classification.tile_log_odds[k]), calibration
                ),
                probabilities=_with_back(classification.class_probabilities[k], outline.back_share),
                shows_top=bool(upright_probability >= _CLEAR_TURN),
                features=None if features is None else features[k].copy(),
                crop=np.rot90(faces[k], turn).copy(),
            )
        )
    return detections


def _tile_probability(score: float, tile_log_odds: float, calibration: Calibration) -> float:
    """The probability of a tile by the detector's score and the classifier's log-odds."""
    return logistic(
        calibration.detector_weight * log_odds(score)
        + calibration.classifier_weight * tile_log_odds
        + calibration.bias
    )


def _with_back(class_probabilities: NDArray[np.float32], back_share: float) -> NDArray[np.float32]:
    """Combine the classifier's probabilities with the detector's share for a face-down tile.

    Args:
        class_probabilities: ``(43,)`` float32 of the classifier. The back is last.
        back_share: the share of the detector's score that speaks for a face-down tile.

    Returns:
        ``(43,)`` float32 probabilities.
    """
    probabilities = class_probabilities.copy()
    probabilities[:-1] *= 1 - back_share
    # The mean of both networks' probabilities of a back.
    probabilities[-1] = (probabilities[-1] + back_share) / 2
    return np.asarray(probabilities / probabilities.sum(), dtype=np.float32)
