"""Drawing what was read over the photo: outlines by set, names, rows, and what is in doubt."""

import colorsys
from collections.abc import Collection, Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.layout.model import LaidTile, Layout

_DOUBT = (235, 30, 30)
_OTHER = (150, 150, 150)


def draw_layout(
    image: NDArray[np.uint8],
    layout: Layout,
    names: dict[int, str],
    doubted: Collection[int] = (),
    scale: float = 1.0,
) -> NDArray[np.uint8]:
    """Draw a layout over its photo.

    Args:
        image: ``(h, w, 3)`` uint8 RGB, the photo or a smaller copy.
        layout: rows, groups and roles, boxes in pixels of the photo.
        names: what to write on each tile, by the index of its detection; others get their likeliest face.
        doubted: indices of tiles to mark in red.
        scale: pixels of ``image`` per pixel of the photo.

    Returns:
        A picture of the same size as ``image``.
    """
    out = image.copy()
    boxes = {tile.index: tile.detection.box * scale for tile in layout.tiles}
    thickness = _thickness(layout, scale)
    for row in layout.rows:
        centers = np.array([boxes[index].mean(axis=0) for index in row.tiles], dtype=np.int32)
        cv2.polylines(out, [centers], isClosed=False, color=(255, 255, 255), thickness=thickness)
    for tile in layout.tiles:
        box = boxes[tile.index]
        color = _DOUBT if tile.index in doubted else _color(tile)
        cv2.polylines(out, [box.astype(np.int32)], isClosed=True, color=color, thickness=thickness)
        if tile.role != "other":
            _write(out, names.get(tile.index, tile.detection.tile), box, color)
    return out


def write_notes(
    image: NDArray[np.uint8],
    layout: Layout,
    notes: Mapping[tuple[int, ...], Sequence[str]],
    heading: Sequence[str],
    scale: float,
) -> NDArray[np.uint8]:
    """Write notes under groups of tiles, and a heading in the top left corner.

    Args:
        image: what ``draw_layout`` gives.
        layout: the same.
        notes: lines of text by the tiles that they are about.
        heading: lines of text about the whole.
        scale: pixels of ``image`` per pixel of the photo.

    Returns:
        A copy of ``image``.
    """
    out, tiles = image.copy(), layout.by_index
    size = max(0.35, max(image.shape[:2]) / 2600)
    step = round(34 * size)
    for place, line in enumerate(heading, 1):
        _write_line(out, line, (step // 2, place * step), size, (255, 255, 255))
    for about, lines in notes.items():
        box = np.concatenate([tiles[tile].detection.box for tile in about]) * scale
        left, base = round(float(box[:, 0].min())), round(float(box[:, 1].max()))
        for place, line in enumerate(lines, 1):
            _write_line(out, line, (left, base + place * step), size, _color(tiles[about[0]]))
    return out


def _write_line(
    out: NDArray[np.uint8],
    line: str,
    corner: tuple[int, int],
    size: float,
    color: tuple[int, int, int],
) -> None:
    weight = max(1, round(size * 1.6))
    (wide, high), _ = cv2.getTextSize(line, cv2.FONT_HERSHEY_SIMPLEX, size, weight)
    left, base = max(0, min(corner[0], out.shape[1] - wide)), min(corner[1], out.shape[0] - 4)
    cv2.rectangle(out, (left - 2, base - high - 3), (left + wide + 2, base + 4), (20, 20, 20), -1)
    cv2.putText(out, line, (left, base), cv2.FONT_HERSHEY_SIMPLEX, size, color, weight, cv2.LINE_AA)


def _thickness(layout: Layout, scale: float) -> int:
    widths = [tile.detection.width * scale for tile in layout.hand]
    return max(1, round(float(np.median(widths)) / 18)) if widths else 1


def _color(tile: LaidTile) -> tuple[int, int, int]:
    """Neighbouring groups get hues far apart; tiles of no hand are grey."""
    if tile.role == "other":
        return _OTHER
    red, green, blue = colorsys.hsv_to_rgb((0.33 + 0.382 * max(tile.group, 0)) % 1, 0.85, 0.95)
    return round(red * 255), round(green * 255), round(blue * 255)


def _write(
    out: NDArray[np.uint8], name: str, box: NDArray[np.float32], color: tuple[int, int, int]
) -> None:
    """The name above the tile's upper edge, on a plate so that it can be read over anything."""
    width = min(float(np.linalg.norm(box[1] - box[0])), float(np.linalg.norm(box[3] - box[0])))
    scale = max(0.35, width / 55)
    weight = max(1, round(scale * 1.6))
    (wide, high), _ = cv2.getTextSize(name, cv2.FONT_HERSHEY_SIMPLEX, scale, weight)
    middle, top = float(box[:, 0].mean()), float(box[:, 1].min())
    left, base = round(middle - wide / 2), max(high + 2, round(top - 3))
    cv2.rectangle(out, (left - 2, base - high - 3), (left + wide + 2, base + 3), (20, 20, 20), -1)
    cv2.putText(
        out, name, (left, base), cv2.FONT_HERSHEY_SIMPLEX, scale, color, weight, cv2.LINE_AA
    )
