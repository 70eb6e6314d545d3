"""Drawing a layout over its photo: outlines by group, names, rows, and the tiles in doubt."""

import colorsys
from collections.abc import Collection, Mapping, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.layout.model import LaidTile, Layout

#: Colours are red, green and blue from 0 to 255.
Colour = tuple[int, int, int]

_DOUBT: Final[Colour] = (235, 30, 30)
_OTHER: Final[Colour] = (150, 150, 150)
_WHITE: Final[Colour] = (255, 255, 255)
_PLATE: Final[Colour] = (20, 20, 20)
_FONT: Final = cv2.FONT_HERSHEY_SIMPLEX
# The size of text is a multiple of the font's own size, and grows with the picture.
#: Text is never smaller than this.
_SMALLEST_TEXT: Final = 0.35
#: The thickness of the strokes of text of size 1, in pixels.
_TEXT_WEIGHT: Final = 1.6
#: The name of a tile has size 1 if the tile is this wide, in pixels.
_NAME_TILE_PX: Final = 55
#: Notes have size 1 if the long side of the picture has this many pixels.
_NOTE_PICTURE_PX: Final = 2600
#: The height of a line of notes of size 1, in pixels.
_NOTE_LINE_PX: Final = 34
#: Outlines are a pixel thick if tiles are this wide, in pixels. For wider tiles they are thicker.
_THIN_OUTLINE_TILE_PX: Final = 18
#: The hue of the first group, from 0 to 1.
_FIRST_HUE: Final = 0.33
#: The step from the hue of a group to that of the next: neighbouring groups differ much.
_HUE_STEP: Final = 0.382


def draw_layout(
    image: NDArray[np.uint8],
    layout: Layout,
    name_of: Mapping[int, str],
    doubtful_tiles: Collection[int] = (),
    scale: float = 1.0,
) -> NDArray[np.uint8]:
    """Draw a layout over its photo.

    Args:
        image: ``(h, w, 3)`` uint8 RGB, the photo or a smaller copy.
        layout: rows, groups and roles, boxes in pixels of the photo.
        name_of: the name to write on each tile of the hand, by the index of its detection. A tile
            without a name gets the code of its likeliest face.
        doubtful_tiles: the indices of the tiles to mark in red.
        scale: pixels of ``image`` per pixel of the photo.

    Returns:
        ``(h, w, 3)`` uint8 RGB, of the same size as ``image``.
    """
    picture = image.copy()
    boxes = {tile.index: tile.detection.box * scale for tile in layout.tiles}
    thickness = _line_thickness(layout, scale)
    for row in layout.rows:
        centers = np.array([boxes[index].mean(axis=0) for index in row.tiles], dtype=np.int32)
        cv2.polylines(picture, [centers], isClosed=False, color=_WHITE, thickness=thickness)
    for tile in layout.tiles:
        box = boxes[tile.index]
        corners = box.astype(np.int32)
        colour = _DOUBT if tile.index in doubtful_tiles else _colour_of(tile)
        cv2.polylines(picture, [corners], isClosed=True, color=colour, thickness=thickness)
        if tile.role != "other":
            name = name_of.get(tile.index, tile.detection.tile)
            _write_name(picture, name, box, colour)
    return picture


def write_notes(
    image: NDArray[np.uint8],
    layout: Layout,
    notes: Mapping[tuple[int, ...], Sequence[str]],
    heading: Sequence[str],
    scale: float,
) -> NDArray[np.uint8]:
    """Write notes under groups of tiles, and a heading in the top left corner.

    Args:
        image: ``(h, w, 3)`` uint8 RGB, as ``draw_layout`` returns it.
        layout: the layout that was drawn over the image.
        notes: lines of text, by the indices of the tiles that they are about.
        heading: lines of text about the whole.
        scale: pixels of ``image`` per pixel of the photo.

    Returns:
        ``(h, w, 3)`` uint8 RGB, a copy of ``image`` with the notes.
    """
    picture = image.copy()
    font_scale = max(_SMALLEST_TEXT, max(image.shape[:2]) / _NOTE_PICTURE_PX)
    line_height = round(_NOTE_LINE_PX * font_scale)
    base_y = 0
    for line in heading:
        base_y += line_height
        lower_left = (line_height // 2, base_y)
        _write_note(picture, line, lower_left, font_scale=font_scale, colour=_WHITE)
    for indices, lines in notes.items():
        tiles = [layout.by_index[index] for index in indices]
        corners = np.concatenate([tile.detection.box for tile in tiles]) * scale
        left_x = round(float(corners[:, 0].min()))
        base_y = round(float(corners[:, 1].max()))
        colour = _colour_of(tiles[0])
        for line in lines:
            base_y += line_height
            _write_note(picture, line, (left_x, base_y), font_scale=font_scale, colour=colour)
    return picture


def _write_note(
    picture: NDArray[np.uint8],
    line: str,
    lower_left: tuple[int, int],
    *,
    font_scale: float,
    colour: Colour,
) -> None:
    """Write a line into a picture. The line is moved if it would cross the picture's edge.

    Args:
        picture: ``(h, w, 3)`` uint8. The line is written into it.
        line: the text.
        lower_left: x and y of the text's lower left corner, in pixels.
        font_scale: the size of the text, as a multiple of the font's own.
        colour: the colour of the text.
    """
    stroke_px = max(1, round(font_scale * _TEXT_WEIGHT))
    (text_width, text_height), _ = cv2.getTextSize(line, _FONT, font_scale, stroke_px)
    left_x, base_y = lower_left
    left_x = max(0, min(left_x, picture.shape[1] - text_width))
    base_y = min(base_y, picture.shape[0] - 4)
    # The plate is 2 to 4 pixels larger than the text on each side.
    plate_upper_left = (left_x - 2, base_y - text_height - 3)
    plate_lower_right = (left_x + text_width + 2, base_y + 4)
    cv2.rectangle(picture, plate_upper_left, plate_lower_right, _PLATE, thickness=cv2.FILLED)
    cv2.putText(picture, line, (left_x, base_y), _FONT, font_scale, colour, stroke_px, cv2.LINE_AA)


def _write_name(
    picture: NDArray[np.uint8], name: str, box: NDArray[np.float32], colour: Colour
) -> None:
    """Write a name above a tile's upper edge, on a dark plate so that it is legible on any ground.

    Args:
        picture: ``(h, w, 3)`` uint8. The name is written into it.
        name: the text.
        box: ``(4, 2)`` float32 pixels: the corners of the tile.
        colour: the colour of the text.
    """
    top_length = float(np.linalg.norm(box[1] - box[0]))
    left_length = float(np.linalg.norm(box[3] - box[0]))
    tile_width = min(top_length, left_length)
    # As a multiple of the font's own size.
    font_scale = max(_SMALLEST_TEXT, tile_width / _NAME_TILE_PX)
    stroke_px = max(1, round(font_scale * _TEXT_WEIGHT))
    (text_width, text_height), _ = cv2.getTextSize(name, _FONT, font_scale, stroke_px)
    middle_x = float(box[:, 0].mean())
    top_y = float(box[:, 1].min())
    # The lower left corner of the text, which stays inside the picture.
    left_x = round(middle_x - text_width / 2)
    base_y = max(text_height + 2, round(top_y - 3))
    # The plate is 2 or 3 pixels larger than the text on each side.
    upper_left = (left_x - 2, base_y - text_height - 3)
    lower_right = (left_x + text_width + 2, base_y + 3)
    cv2.rectangle(picture, upper_left, lower_right, _PLATE, thickness=cv2.FILLED)
    cv2.putText(picture, name, (left_x, base_y), _FONT, font_scale, colour, stroke_px, cv2.LINE_AA)


def _line_thickness(layout: Layout, scale: float) -> int:
    """Choose the thickness of outlines in pixels, by the width of the hand's tiles.

    Args:
        layout: the layout to draw, boxes in pixels of the photo.
        scale: pixels of the picture per pixel of the photo.
    """
    if not layout.hand:
        return 1
    widths = [tile.detection.width * scale for tile in layout.hand]
    return max(1, round(float(np.median(widths)) / _THIN_OUTLINE_TILE_PX))


def _colour_of(tile: LaidTile) -> Colour:
    """The colour of a tile's group. A tile outside of the hand is grey."""
    if tile.role == "other":
        return _OTHER
    hue = (_FIRST_HUE + _HUE_STEP * tile.group) % 1
    red, green, blue = colorsys.hsv_to_rgb(hue, 0.85, 0.95)
    return round(red * 255), round(green * 255), round(blue * 255)
