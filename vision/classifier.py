"""The reader: what the face in each outline shows, and which way up it lies."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.detector import Found
from hu.vision.geometry import FACE_SIZE, rectify
from hu.vision.onnx import Network, WeightsError

#: For each face: its classes, its quarter turns, and whether it is a tile at all.
_OUTPUTS: Final = len(CLASSES) + 4 + 1
#: What the detector's logit, the reader's and a constant count: between what ``hu.vision.training.networks.confidence``
#: prints for proposals that overlap as in use (0.73, 0.71, 0.30) and what it printed for the detector before where they
#: overlap further, by up to 0.6 (0.61, 0.62, 0.55).
_SURETY: Final = (0.66, 0.64, 0.5)
#: Scores nearer to 0 and 1 than this say no more.
_LEAST: Final = 1e-3
#: A turn less sure than this says nothing: the face looks much the same the other way up.
_SURE_TURN = 0.8


def read_faces(network: Network, image: NDArray[np.uint8], found: Sequence[Found]) -> list[Detection]:
    """Read every outline of a picture ``(h, w, 3)`` uint8 RGB, all in one batch.

    Raises:
        WeightsError: the network is one of another release.
    """
    return read_crops(network, cut_faces(image, found), found)


def cut_faces(image: NDArray[np.uint8], found: Sequence[Found]) -> NDArray[np.uint8]:
    """``(n, 64, 64, 3)`` uint8 RGB: every outline of a picture ``(h, w, 3)``, rectified."""
    if not found:
        return np.empty((0, FACE_SIZE, FACE_SIZE, 3), dtype=np.uint8)
    return np.stack([rectify(image, one.box) for one in found])


def read_crops(network: Network, faces: NDArray[np.uint8], found: Sequence[Found]) -> list[Detection]:
    """Read rectified faces ``(n, 64, 64, 3)`` uint8 RGB, all in one batch, whatever photos they come from."""
    if not found:
        return []
    seen, turns = see(network, faces)
    return [_detection(one, seen, k, int(turns[k]), faces[k]) for k, one in enumerate(found)]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What the classifier says of ``n`` crops.

    Attributes:
        faces: ``(n, 43)`` probabilities of the classes.
        turns: ``(n, 4)`` probabilities of the quarter turns.
        tile: ``(n,)`` logits of showing a tile at all.
        features: ``(n, 2, d)`` of unit length, of each crop as it was cut and turned upright; None for weights that
            put out none.
    """

    faces: NDArray[np.float32]
    turns: NDArray[np.float32]
    tile: NDArray[np.float32]
    features: NDArray[np.float32] | None


def see(network: Network, faces: NDArray[np.uint8]) -> tuple[Seen, NDArray[np.intp]]:
    """Look at rectified faces ``(n, 64, 64, 3)`` uint8 RGB, at those that lie turned once more, upright.

    Returns:
        What is seen, and ``(n,)`` by how many quarter turns each crop is turned clockwise.
    """
    seen = _split(network, _run(network, faces))
    turns = seen.turns.argmax(axis=1)
    turned = np.flatnonzero(turns)
    if turned.size:
        upright = np.stack([np.rot90(faces[k], turns[k]) for k in turned])
        again = _split(network, _run(network, upright))
        # Seen upright, the reader must still call it so, else the first look stays as good as the second.
        seen.faces[turned], seen.turns[turned], seen.tile[turned] = again.faces, again.turns, again.tile
        if seen.features is not None and again.features is not None:
            seen.features[turned, 1] = again.features[:, 1]
    return seen, turns


def logit(score: float) -> float:
    """The logit of a detector's score."""
    score = min(max(score, _LEAST), 1 - _LEAST)
    return log(score / (1 - score))


def _confidence(score: float, tile: float) -> float:
    """How sure both networks together are of a tile, by the detector's score and the reader's logit."""
    found, read, constant = _SURETY
    return 1 / (1 + exp(-found * logit(score) - read * tile - constant))


def _run(network: Network, faces: NDArray[np.uint8]) -> list[NDArray[np.float32]]:
    return network.run_all(np.ascontiguousarray(faces.transpose(0, 3, 1, 2), dtype=np.float32))


def _split(network: Network, outputs: Sequence[NDArray[np.float32]]) -> Seen:
    logits = outputs[0]
    if logits.shape[1] != _OUTPUTS:
        raise WeightsError(
            f"the face reader gives {logits.shape[1]} numbers for a face, not {_OUTPUTS}: take weights of this release"
        )
    temperature = float(network.metadata.get("temperature", "1"))
    faces, turns, tile = np.split(logits, [len(CLASSES), _OUTPUTS - 1], axis=1)
    features = _centred(network, outputs[1]) if len(outputs) > 1 else None
    return Seen(_softmax(faces / temperature), _softmax(turns), np.clip(tile[:, 0], -20, 20), features)


def _centred(network: Network, features: NDArray[np.float32]) -> NDArray[np.float32]:
    """Features less their mean, of unit length, so that a dot product says how alike two faces are."""
    mean = np.array(json.loads(network.metadata.get("feature_mean", "0")), dtype=np.float32)
    centred = features - mean
    lengths = np.linalg.norm(centred, axis=1, keepdims=True)
    unit = np.asarray(centred / np.maximum(lengths, 1e-6), dtype=np.float32)
    return np.stack([unit, unit], axis=1)


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), dtype=np.float32)


def _detection(one: Found, seen: Seen, place: int, turn: int, crop: NDArray[np.uint8]) -> Detection:
    # A crop that was turned clockwise by a quarter has its own top left at the crop's top right.
    box = np.roll(one.box, -turn, axis=0)
    both = seen.faces[place].copy()
    both[:-1] *= 1 - one.back
    both[-1] = (both[-1] + one.back) / 2
    sure = bool(seen.turns[place, 0] >= _SURE_TURN)
    return Detection(
        box,
        _confidence(one.score, float(seen.tile[place])),
        (both / both.sum()).astype(np.float32),
        turn_known=sure,
        features=None if seen.features is None else seen.features[place].copy(),
        crop=np.rot90(crop, turn).copy(),
    )
