"""The reader: what the face in each outline shows, and which way up it lies."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.tiles import CLASSES
from vision.detection import Detection
from vision.detector import Found
from vision.onnx import Network
from vision.rectify import FACE_SIZE, straighten

#: A turn less sure than this says nothing: the face looks much the same the other way up.
_SURE_TURN = 0.8


def read_faces(network: Network, image: NDArray[np.uint8], found: Sequence[Found]) -> list[Detection]:
    """Read every outline of a picture ``(h, w, 3)`` uint8 RGB, all in one batch."""
    return read_crops(network, cut_faces(image, found), found)


def cut_faces(image: NDArray[np.uint8], found: Sequence[Found]) -> NDArray[np.uint8]:
    """``(n, 64, 64, 3)`` uint8 RGB: every outline of a picture ``(h, w, 3)``, straightened."""
    if not found:
        return np.empty((0, FACE_SIZE, FACE_SIZE, 3), dtype=np.uint8)
    return np.stack([straighten(image, one.box) for one in found])


def read_crops(network: Network, faces: NDArray[np.uint8], found: Sequence[Found]) -> list[Detection]:
    """Read straightened faces ``(n, 64, 64, 3)`` uint8 RGB, all in one batch, whatever photos they come from."""
    if not found:
        return []
    faces_now, turns_now = _split(network, _run(network, faces))
    turns = turns_now.argmax(axis=1)
    turned = np.flatnonzero(turns)
    if turned.size:
        upright = np.stack([np.rot90(faces[k], turns[k]) for k in turned])
        faces_now[turned], turns_again = _split(network, _run(network, upright))
        # Seen upright, the reader must still call it so, else the first look stays as good as the second.
        turns_now[turned] = turns_again
    return [_detection(one, faces_now[k], int(turns[k]), float(turns_now[k, 0])) for k, one in enumerate(found)]


def _run(network: Network, faces: NDArray[np.uint8]) -> NDArray[np.float32]:
    return network.run(np.ascontiguousarray(faces.transpose(0, 3, 1, 2), dtype=np.float32))


def _split(network: Network, logits: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Calibrated probabilities of the faces ``(n, 43)`` and of the turns ``(n, 4)``."""
    temperature = float(network.metadata.get("temperature", "1"))
    return _softmax(logits[:, : len(CLASSES)] / temperature), _softmax(logits[:, len(CLASSES) :])


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), dtype=np.float32)


def _detection(one: Found, faces: NDArray[np.float32], turn: int, sure: float) -> Detection:
    # A crop that was turned clockwise by a quarter has its own top left at the crop's top right.
    box = np.roll(one.box, -turn, axis=0)
    both = faces.copy()
    both[:-1] *= 1 - one.back
    both[-1] = (both[-1] + one.back) / 2
    return Detection(box, one.score, (both / both.sum()).astype(np.float32), turn_known=sure >= _SURE_TURN)
