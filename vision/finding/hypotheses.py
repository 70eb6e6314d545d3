"""What the detector may have missed or split, judged by the other tiles: outlines to ask the classifier about again."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK, CLASSES
from hu.vision.detection import Detection
from hu.vision.finding.blank_tiles import ground_of
from hu.vision.finding.short_outlines import UNKNOWN, Reads, lengthened
from hu.vision.geometry import rectify, sides
from hu.vision.layout import BLANKS, ClaimStyle, lay_out
from hu.vision.networks.detector import Outline

#: A gap in a row wider than touching tiles' by this much may hold a tile ...
_MIN_GAP_TILE_WIDTHS: Final = 0.7
#: ... up to this much.
_MAX_GAP_TILE_WIDTHS: Final = 1.3
#: A plain patch is a tile's if its colour is nearer to the neighbours' ground than this share of its distance from the
#: cloth.
_GROUND_SHARE: Final = 0.6
#: It is none if its colour is further from the neighbours' ground, in RGB levels.
_MAX_GROUND_DISTANCE: Final = 70.0
#: It is not plain if its brightness varies by more, as a standard deviation in levels.
_MAX_SPREAD: Final = 22.0
#: Two outlines may be halves of one tile if they fill at least this share of the box around both.
_HALVES_SHARE: Final = 0.8
#: That box is as large as a neighbouring tile, within this factor.
_SIZE_RATIO: Final = 1.35
#: That box is at most this many times as long as wide.
_MAX_ASPECT: Final = 2.0
#: What is read in an outline is believed from this detector's score times face probability on.
_MIN_CONFIDENCE: Final = 0.5


#: How many backs have the colour of the faces.
_WHITE_BACKS: Final = 0.1
_BACK: Final = CLASSES.index(BACK)
_WHITE: Final = CLASSES.index("5z")


def completed(image: NDArray[np.uint8], detections: Sequence[Detection], read: Reads) -> list[Detection]:
    """Complete tiles that were detected in part or in two halves, and add blank tiles in gaps one tile wide.

    Args:
        image: ``(h, w, 3)`` uint8 RGB.
        detections: what was found, boxes in pixels of ``image``.
        read: reads the faces in further outlines.
    """
    joined = _without_halves(lengthened(detections, read), read)
    return [*joined, *_in_gaps(image, joined, read)]


def _without_halves(detections: Sequence[Detection], read: Reads) -> list[Detection]:
    pairs = list(halves(detections))
    whole = read([Outline(box, UNKNOWN, 0.0) for _, box in pairs]) if pairs else ()
    gone: set[int] = set()
    added = []
    for (pair, _), tile in sorted(zip(pairs, whole, strict=True), key=lambda entry: -entry[1].belief):
        upper, lower = (detections[index].tile for index in pair)
        if tile.belief >= _MIN_CONFIDENCE and gone.isdisjoint(pair) and _adds_up((upper, lower), tile.tile):
            gone |= set(pair)
            added.append(replace(tile, score=min(detections[index].score for index in pair)))
    return [*(tile for index, tile in enumerate(detections) if index not in gone), *added]


def halves(detections: Sequence[Detection]) -> Iterator[tuple[tuple[int, int], NDArray[np.float32]]]:
    """Pairs of outlines that may be one tile, with the box around both: as large as a tile near by, each half of it."""
    areas = np.array([_area(tile.box) for tile in detections], dtype=np.float64)
    centers = np.array([tile.center for tile in detections], dtype=np.float64).reshape(-1, 2)
    reaches = np.sqrt(areas[:, None] + areas)
    touching = np.linalg.norm(centers[:, None] - centers, axis=2) <= reaches
    even = np.minimum(areas[:, None], areas) > 0.5 * np.maximum(areas[:, None], areas)
    # Boxes around most pairs are larger than any tile; finding those boxes takes long.
    both = (areas[:, None] + areas) * _HALVES_SHARE / _SIZE_RATIO
    fits = both <= areas.max(initial=0.0)
    for first, second in np.argwhere(np.triu(touching & even & fits, 1)).tolist():
        box = _around(detections[first].box, detections[second].box)
        filled = (areas[first] + areas[second]) / _area(box)
        if not _HALVES_SHARE < filled < 1 / _HALVES_SHARE or _aspect(box) > _MAX_ASPECT:
            continue
        near = np.linalg.norm(centers - box.mean(axis=0), axis=1) < 3 * reaches[first, second]
        near[[first, second]] = False
        ratio = areas / _area(box)
        alike = near & (ratio < _SIZE_RATIO) & (ratio > 1 / _SIZE_RATIO)
        if alike.any() and not _continues(first, second, areas, centers):
            yield (first, second), box


def _area(box: NDArray[np.float32]) -> float:
    right, down = sides(box)
    return abs(float(right[0] * down[1] - right[1] * down[0]))


def _aspect(box: NDArray[np.float32]) -> float:
    """How much longer than wide a box is."""
    right, down = np.linalg.norm(sides(box), axis=1)
    return float(down / max(right, 1e-9))


def _continues(first: int, second: int, areas: NDArray[np.float64], centers: NDArray[np.float64]) -> bool:
    """Whether a tile of the same size follows two in their own line: then they are tiles of a row, not halves."""
    step = centers[second] - centers[first]
    extent = max(float(np.linalg.norm(step)), 1e-9)
    away = centers - (centers[first] + centers[second]) / 2
    along = np.abs(away @ step) / extent
    aside = np.abs(away @ np.array([-step[1], step[0]])) / extent
    size = areas / max((areas[first] + areas[second]) / 2, 1e-9)
    follows = (along < 1.9 * extent) & (aside < 0.5 * extent) & (size > 0.6) & (size < 1.6)
    follows[[first, second]] = False
    return bool(follows.any())


def _adds_up(halves_read: tuple[str, str], whole: str) -> bool:
    """Whether a tile shows as many dots or bamboos as its halves do: 2p over 2p is 4p."""
    suits = {tile[1] for tile in (*halves_read, whole)}
    return len(suits) == 1 and suits <= {"p", "s"} and sum(int(tile[0]) for tile in halves_read) == int(whole[0])


def _around(first: NDArray[np.float32], second: NDArray[np.float32]) -> NDArray[np.float32]:
    """``(4, 2)`` the smallest turned box around two, clockwise, its short edges first."""
    corners = cv2.boxPoints(cv2.minAreaRect(np.concatenate([first, second]).astype(np.float32))).astype(np.float32)
    wide = np.linalg.norm(corners[1] - corners[0]) > np.linalg.norm(corners[2] - corners[1])
    return np.roll(corners, -1, axis=0) if wide else corners


def _in_gaps(image: NDArray[np.uint8], detections: Sequence[Detection], read: Reads) -> list[Detection]:
    outlines = [Outline(box, UNKNOWN, 0.0) for box in gaps(image, detections)]
    tiles = read(outlines) if outlines else ()
    blanks = [_face_up(tile) for tile in tiles if tile.tile in BLANKS]
    return [tile for tile in blanks if tile.belief >= _MIN_CONFIDENCE]


def _face_up(blank: Detection) -> Detection:
    """A blank tile on the ground of its neighbours' faces: rather a white dragon, as backs have another colour."""
    probabilities = blank.probabilities.copy()
    both = probabilities[[_WHITE, _BACK]].sum()
    probabilities[[_WHITE, _BACK]] = (1 - _WHITE_BACKS) * both, _WHITE_BACKS * both
    return replace(blank, probabilities=probabilities)


def gaps(image: NDArray[np.uint8], detections: Sequence[Detection]) -> Iterator[NDArray[np.float32]]:
    """Boxes between neighbours of a row that are one tile apart, where the photo shows a tile's plain ground."""
    if len(detections) < 3:
        return
    layout = lay_out(detections, ClaimStyle.SIDEWAYS)
    for row in layout.rows:
        for (left, right), gap in zip(pairwise(row.tiles), row.gaps, strict=True):
            beside = (layout.tiles[left], layout.tiles[right])
            wide = _MIN_GAP_TILE_WIDTHS < gap - row.usual_gap < _MAX_GAP_TILE_WIDTHS
            if wide and not any(tile.sideways for tile in beside):
                box = _between(beside[0].detection.box, beside[1].detection.box)
                if _is_plain_ground(image, box, [tile.detection.box for tile in beside]):
                    yield box


def _between(left: NDArray[np.float32], right: NDArray[np.float32]) -> NDArray[np.float32]:
    """The box halfway between two, whichever way up each is."""
    same = float(sides(left)[0] @ sides(right)[0]) >= 0
    return np.asarray((left + (right if same else np.roll(right, 2, axis=0))) / 2, dtype=np.float32)


def _is_plain_ground(image: NDArray[np.uint8], box: NDArray[np.float32], beside: Sequence[NDArray[np.float32]]) -> bool:
    """Whether a box shows what the faces beside it are painted on, rather than the cloth above and below it."""
    patch = rectify(image, box)[8:-8, 8:-8].reshape(-1, 3)
    if float((patch @ np.full(3, 1 / 3)).std()) > _MAX_SPREAD:
        return False
    colour = np.median(patch, axis=0)
    ground = np.mean([ground_of(rectify(image, outline)) for outline in beside], axis=0)
    down = sides(box)[1]
    cloth = [np.median(rectify(image, box + step * down).reshape(-1, 3), axis=0) for step in (-1.3, 1.3)]
    off_ground = float(np.linalg.norm(colour - ground))
    off_cloth = min(float(np.linalg.norm(colour - other)) for other in cloth)
    return off_ground <= _MAX_GROUND_DISTANCE and off_ground < _GROUND_SHARE * off_cloth
