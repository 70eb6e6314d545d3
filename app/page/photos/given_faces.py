"""Keeps the faces that a person gave when a photo is read again, turned or cropped."""

from math import hypot
from typing import Final

from hu.app.page.draft.editing.hand import Corner, EditedHand, Tile, add_tile, replace_face, span
from hu.app.page.photos.photo import Adjustment, SeenPhoto

#: A tile of the new reading is the same tile if its middle is no farther away than this share of
#: its shorter side. Neighbours that touch are a whole shorter side apart.
_SAME_PLACE: Final = 0.5


def with_given_faces(again: SeenPhoto, before: SeenPhoto, edited: EditedHand) -> EditedHand:
    """Return the hand of a photo that was read again, with the faces that a person gave.

    Tiles are the same if they are at the same place of the photo. A tile that a person added, and
    that the new reading lacks too, is added again.

    Args:
        again: the photo as it was read again.
        before: the photo as it was read before.
        edited: the hand of the reading before, as the person has corrected it.
    """
    hand = again.hand
    for tile in _given_tiles(before.hand, edited):
        if tile.box is None:
            continue
        box = tuple(_moved(corner, before, again) for corner in tile.box)
        same = _tile_at(again.hand, box)
        if same is not None:
            hand = replace_face(hand, same.id, tile.code)
        elif before.hand.tile(tile.id) is None and _is_on(again, box):
            hand = add_tile(hand, tile.code, _row_of(hand), box)
    return hand


def _given_tiles(read: EditedHand, edited: EditedHand) -> list[Tile]:
    """Return the tiles whose faces a person gave: corrected, confirmed or added."""
    given = []
    for group in edited.groups:
        for tile in group.tiles:
            as_read = read.tile(tile.id)
            is_corrected = as_read is None or as_read.code != tile.code
            is_confirmed = as_read is not None and as_read.doubtful and not tile.doubtful
            if is_corrected or is_confirmed:
                given.append(tile)
    return given


def _row_of(hand: EditedHand) -> int | None:
    """Return the number of the group that an added tile joins: the last one that stands."""
    number = None
    for group in hand.groups:
        if group.kind == "standing":
            number = group.id
    return number


def _tile_at(hand: EditedHand, box: tuple[Corner, ...]) -> Tile | None:
    """Find the tile at the place of an outline."""
    x, y = _middle(box)
    nearest = None
    least = float("inf")
    for group in hand.groups:
        for tile in group.tiles:
            if tile.box is None:
                continue
            other_x, other_y = _middle(tile.box)
            distance = hypot(other_x - x, other_y - y)
            if distance < least and distance <= _SAME_PLACE * _shorter_side(tile.box):
                nearest = tile
                least = distance
    return nearest


def _middle(box: tuple[Corner, ...]) -> Corner:
    x = sum(corner[0] for corner in box) / len(box)
    y = sum(corner[1] for corner in box) / len(box)
    return x, y


def _shorter_side(box: tuple[Corner, ...]) -> float:
    first, second, third = box[:3]
    across = hypot(second[0] - first[0], second[1] - first[1])
    down = hypot(third[0] - second[0], third[1] - second[1])
    return min(across, down)


def _is_on(photo: SeenPhoto, box: tuple[Corner, ...]) -> bool:
    """Return whether an outline is inside a photo as it is turned and cropped."""
    left, right = span(box, 0)
    top, bottom = span(box, 1)
    width, height = photo.size
    return left >= 0 and top >= 0 and right <= width and bottom <= height


def _moved(corner: Corner, before: SeenPhoto, again: SeenPhoto) -> Corner:
    """Map a point of a photo to the same photo, turned or cropped in another way.

    Args:
        corner: the point, in pixels of the photo before.
        before: the photo before.
        again: the photo as it was read again.

    Returns:
        The point in pixels of the photo that was read again.
    """
    width, height = before.size
    share = _to_original((corner[0] / width, corner[1] / height), before.adjustment)
    x, y = _from_original(share, again.adjustment)
    return round(x * again.size[0], 1), round(y * again.size[1], 1)


def _to_original(share: Corner, adjustment: Adjustment) -> Corner:
    """Map a point of the turned and cropped photo to the original photo.

    Args:
        share: the point's x and y, as shares of the width and the height.
        adjustment: how the photo was turned and cropped.
    """
    left, top, right, bottom = adjustment.crop
    x = left + share[0] * (right - left)
    y = top + share[1] * (bottom - top)
    for _ in range(adjustment.turns):
        # A quarter turn counterclockwise.
        x, y = y, 1 - x
    return x, y


def _from_original(share: Corner, adjustment: Adjustment) -> Corner:
    """Map a point of the original photo to the turned and cropped photo.

    Args:
        share: the point's x and y, as shares of the width and the height.
        adjustment: how the photo is turned and cropped.
    """
    x, y = share
    for _ in range(adjustment.turns):
        # A quarter turn clockwise.
        x, y = 1 - y, x
    left, top, right, bottom = adjustment.crop
    return (x - left) / (right - left), (y - top) / (bottom - top)
