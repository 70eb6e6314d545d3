"""The reader: what the face in each outline shows, and which way up it lies."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection, log_odds, logistic
from hu.vision.geometry import FACE_SIZE, rectify
from hu.vision.networks.calibration import Calibration
from hu.vision.networks.detector import Outline
from hu.vision.networks.onnx import Network, WeightsError

#: For each face: its classes, its quarter turns, and whether it is a tile at all.
_OUTPUTS: Final = len(CLASSES) + 4 + 1
#: A less likely turn says nothing: the face looks much the same the other way up.
_CLEAR_TURN = 0.8


def classify(
    network: Network, image: NDArray[np.uint8], found: Sequence[Outline], calibration: Calibration
) -> list[Detection]:
    """Read every outline of a picture ``(h, w, 3)`` uint8 RGB, all in one batch.

    Raises:
        WeightsError: the network is one of another release.
    """
    return classify_crops(network, rectified_faces(image, found), found, calibration)


def rectified_faces(image: NDArray[np.uint8], found: Sequence[Outline]) -> NDArray[np.uint8]:
    """``(n, 64, 64, 3)`` uint8 RGB: every outline of a picture ``(h, w, 3)``, rectified."""
    if not found:
        return np.empty((0, FACE_SIZE, FACE_SIZE, 3), dtype=np.uint8)
    return np.stack([rectify(image, outline.box) for outline in found])


def classify_crops(
    network: Network, faces: NDArray[np.uint8], found: Sequence[Outline], calibration: Calibration
) -> list[Detection]:
    """Read rectified faces ``(n, 64, 64, 3)`` uint8 RGB, all in one batch, whatever photos they come from."""
    if not found:
        return []
    seen, turns = classify_faces(network, faces, calibration.temperature)
    return detections(found, faces, seen, turns, calibration)


@dataclass(frozen=True, slots=True, eq=False)
class Classification:
    """What the classifier says of ``n`` crops.

    Attributes:
        faces: ``(n, 43)`` probabilities of the classes.
        turns: ``(n, 4)`` probabilities of the quarter turns.
        tile: ``(n,)`` log-odds of showing a tile at all.
        features: ``(n, 2, d)`` of unit length, of each crop as it was cut and turned upright; None for weights that
            put out none.
    """

    faces: NDArray[np.float32]
    turns: NDArray[np.float32]
    tile: NDArray[np.float32]
    features: NDArray[np.float32] | None


def classify_faces(
    network: Network, faces: NDArray[np.uint8], temperature: float = 1.0
) -> tuple[Classification, NDArray[np.intp]]:
    """Classify rectified faces ``(n, 64, 64, 3)`` uint8 RGB, those that lie turned once more, upright.

    Args:
        network: the classifier.
        faces: the crops.
        temperature: of the probabilities of the classes, see ``Calibration``.

    Returns:
        The probabilities, and ``(n,)`` by how many quarter turns each crop is turned clockwise.
    """
    seen = _split(network, _run(network, faces), temperature)
    turns = seen.turns.argmax(axis=1)
    turned = np.flatnonzero(turns)
    if turned.size:
        upright = np.stack([np.rot90(faces[k], turns[k]) for k in turned])
        again = _split(network, _run(network, upright), temperature)
        # The probabilities of the upright crop count, its turn among them: a crop that still looks turned is unclear.
        seen.faces[turned], seen.turns[turned], seen.tile[turned] = (
            again.faces,
            again.turns,
            again.tile,
        )
        if seen.features is not None and again.features is not None:
            seen.features[turned, 1] = again.features[:, 1]
    return seen, turns


def _confidence(score: float, tile: float, calibration: Calibration) -> float:
    """How likely a tile is to both networks together, by the detector's score and the classifier's log-odds."""
    return logistic(
        calibration.detector_weight * log_odds(score)
        + calibration.classifier_weight * tile
        + calibration.bias
    )


def _run(network: Network, faces: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    return network.run_all(np.ascontiguousarray(faces.transpose(0, 3, 1, 2), dtype=np.float32))


def _split(
    network: Network, outputs: Sequence[NDArray[np.float32]], temperature: float
) -> Classification:
    logits = outputs[0]
    if logits.shape[1] != _OUTPUTS:
        raise WeightsError(
            f"the classifier gives {logits.shape[1]} numbers for a face, not {_OUTPUTS}: take weights of this release"
        )
    faces, turns, tile = np.split(logits, [len(CLASSES), _OUTPUTS - 1], axis=1)
    features = _unit_features(network, outputs[1]) if len(outputs) > 1 else None
    return Classification(
        _softmax(faces / temperature), _softmax(turns), np.clip(tile[:, 0], -20, 20), features
    )


def _unit_features(network: Network, features: NDArray[np.float32]) -> NDArray[np.float32]:
    """Features less their mean, of unit length, so that a dot product says how alike two faces are."""
    mean = np.array(network.read_metadata("feature_mean", 0), dtype=np.float32)
    centred = features - mean
    lengths = np.linalg.norm(centred, axis=1, keepdims=True)
    unit = np.asarray(centred / np.maximum(lengths, 1e-6), dtype=np.float32)
    return np.stack([unit, unit], axis=1)


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), dtype=np.float32)


def detections(
    found: Sequence[Outline],
    faces: NDArray[np.uint8],
    seen: Classification,
    turns: NDArray[np.intp],
    calibration: Calibration,
) -> list[Detection]:
    """What both networks say together of each outline and its rectified face ``(64, 64, 3)`` uint8 RGB.

    Args:
        found: the outlines.
        faces: ``(n, 64, 64, 3)``.
        seen: what the classifier says of the faces, ...
        turns: ... and ``(n,)`` how each was turned for that.
        calibration: what both count.
    """
    return [
        _detection(
            outline,
            seen,
            k,
            int(turns[k]),
            faces[k],
            _confidence(outline.score, float(seen.tile[k]), calibration),
        )
        for k, outline in enumerate(found)
    ]


def _detection(
    outline: Outline,
    seen: Classification,
    index: int,
    turn: int,
    crop: NDArray[np.uint8],
    confidence: float,
) -> Detection:
    # A crop that was turned clockwise by a quarter has its own top left at the crop's top right.
    box = np.roll(outline.box, -turn, axis=0)
    both = seen.faces[index].copy()
    both[:-1] *= 1 - outline.back
    both[-1] = (both[-1] + outline.back) / 2
    clear = bool(seen.turns[index, 0] >= _CLEAR_TURN)
    return Detection(
        box,
        confidence,
        (both / both.sum()).astype(np.float32),
        turn_known=clear,
        features=None if seen.features is None else seen.features[index].copy(),
        crop=np.rot90(crop, turn).copy(),
    )
