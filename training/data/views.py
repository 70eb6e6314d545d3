"""Pictures for the detector as a second look cuts them: turned upright, the tiles about as wide as it makes them."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.finding.passes import render_view, view_around
from hu.vision.networks.detector import DetectorSettings, Outline
from hu.vision.photo.decoding import decode_photo

Box = NDArray[np.float32]

#: Side of a view in pixels, that of the pictures the network learns from: larger ones it would see made smaller, and
#: their tiles with them.
SIDE: Final = 448
#: Tiles are made so much wider or narrower than a second look does, at most: it goes by their median.
_SPREAD: Final = 1.3
#: Tiles of which less is left in the picture are not labelled.
_LEFT: Final = 0.5


def cut_view(
    image: NDArray[np.uint8], boxes: Sequence[Box], rng: np.random.Generator
) -> tuple[NDArray[np.uint8], list[tuple[int, Box]]] | None:
    """Look at a picture's tiles again, from a little nearer or farther than a second look would.

    Args:
        image: ``(h, w, 3)`` uint8 RGB.
        boxes: ``(4, 2)`` float32 pixels, the outlines of all its tiles, clockwise.
        rng: the only source of chance.

    Returns:
        ``(448, 448, 3)``, any part of the look where that is larger, and the outlines in it with their places among
        ``boxes``; None where there is no second look.
    """
    found = [Outline(box, 1.0, 0.0) for box in boxes]
    view = view_around(found, (image.shape[0], image.shape[1]), np.inf, DetectorSettings())
    if view is None:
        return None
    zoom = float(np.exp(rng.uniform(-np.log(_SPREAD), np.log(_SPREAD))))
    room = SIDE - np.array(view.size) * zoom
    matrix = np.hstack([view.matrix[:, :2] * zoom, (view.matrix[:, 2] * zoom + room * rng.uniform(0, 1, 2))[:, None]])
    seen = render_view(image, replace(view, matrix=matrix, size=(SIDE, SIDE), zoom=view.zoom * zoom))
    moved = [(number, (box @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32)) for number, box in enumerate(boxes)]
    frame = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    inside = [cv2.intersectConvexConvex(box, frame)[0] / max(cv2.contourArea(box), 1e-6) for _, box in moved]
    return seen, [entry for entry, share in zip(moved, inside, strict=True) if share >= _LEFT]


def write_view(path: Path, lines: Sequence[str], out: Path, seed: int) -> list[str] | None:
    """Cut a view out of a picture file and store it.

    Returns:
        The view's labels; None for a view without tiles.
    """
    image = decode_photo(path).image
    scale = np.array(image.shape[1::-1])
    labels = [parse_label(line) for line in lines if line]
    boxes = [(shares * scale).astype(np.float32) for _, shares in labels]
    cut = cut_view(image, boxes, np.random.default_rng(seed))
    if cut is None:
        return None
    seen, left = cut
    cv2.imwrite(str(out), seen[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95])
    return [label_line(labels[number][0], np.clip(box / SIDE, 0, 1)) for number, box in left]


def parse_label(line: str) -> tuple[str, NDArray[np.float64]]:
    """An oriented label's class, and its corners ``(4, 2)`` in shares of the picture's sides."""
    kind, *numbers = line.split()
    return kind, np.array(numbers, np.float64).reshape(4, 2)


def label_line(kind: str, shares: NDArray[np.floating]) -> str:
    """An oriented label of a class and ``(4, 2)`` corners in shares of the picture's sides, as Ultralytics reads it."""
    return f"{kind} {' '.join(f'{v:.5f}' for v in shares.ravel())}"
