"""Keeps the faces that a player gave when a photo is read again, turned or cropped."""

from math import dist, hypot
from typing import Final

from hu.app.page.draft.editing.hand import Corner, EditedHand, Tile, add_tile, replace_face, span
from hu.app.page.photos.photo import Adjustment, SeenPhoto

#: Two tiles of two readings are the same if their middles are no farther apart than this share of a
#: tile's shorter side. The middles of neighbours that touch are a whole shorter side apart.
_SAME_PLACE: Final = 0.5


def with_given_faces(new_photo: SeenPhoto, old_photo: SeenPhoto, edited: EditedHand) -> EditedHand:
    """Return the hand of a photo that was read again, with the faces that a player gave.

    Tiles are the same if they are at the same place of the photo. A tile that the player added is
    added again if the new reading lacks it too, and the new photo still shows its place. The face
    of a tile without an outline is not kept, because its place is unknown.

    Args:
        new_photo: the photo as it was read again.
        old_photo: the photo as it was read before.
        edited: the hand of the old photo, as the player has corrected it.
    """
    hand = new_photo.hand
    for tile in _given_tiles(old_photo.hand, edited):
        if tile.box is None:
            continue
        box = tuple(_move_point(corner, old_photo, new_photo) for corner in tile.box)
        same_tile = _tile_at(new_photo.hand, box)
        if same_tile is not None:
            hand = replace_face(hand, same_tile.id, tile.code)
            continue
        # A tile that the old reading had and the new reading lacks is dropped with its face.
        was_added = old_photo.hand.tile(tile.id) is None
        if was_added and _is_on(new_photo, box):
            hand = add_tile(hand, tile.code, _last_standing_group(hand), box)
    return hand


def _given_tiles(read: EditedHand, edited: EditedHand) -> list[Tile]:
    """Return the tiles whose faces a player gave: added, corrected or confirmed.

    Args:
        read: the hand as the photo was read.
        edited: the hand as the player has corrected it.
    """
    tiles = []
    for group in edited.groups:
        for tile in group.tiles:
            as_read = read.tile(tile.id)
            if as_read is None:
                # The player has added the tile.
                tiles.append(tile)
                continue
            is_corrected = as_read.code != tile.code
            is_confirmed = as_read.doubtful and not tile.doubtful
            if is_corrected or is_confirmed:
                tiles.append(tile)
    return tiles


def _last_standing_group(hand: EditedHand) -> int | None:
    """Return the number of the last group of standing tiles. None if there is no such group."""
    last_number = None
    for group in hand.groups:
        if group.kind == "standing":
            last_number = group.id
    return last_number


def _tile_at(hand: EditedHand, box: tuple[Corner, ...]) -> Tile | None:
    """Find the tile, in or beside the hand, whose middle is nearest to the middle of an outline.

    None if no tile is near enough to be the tile with the outline.

    Args:
        hand: the hand.
        box: the four corners of the outline, in pixels of the hand's photo.
    """
    x, y = _middle(box)
    nearest = None
    least_distance = float("inf")
    for group in hand.groups:
        for tile in group.tiles:
            if tile.box is None:
                continue
            other_x, other_y = _middle(tile.box)
            distance = hypot(other_x - x, other_y - y)
            is_same_place = distance <= _SAME_PLACE * _shorter_side(tile.box)
            if is_same_place and distance < least_distance:
                nearest = tile
                least_distance = distance
    return nearest


def _middle(box: tuple[Corner, ...]) -> Corner:
    """Return the mean of an outline's corners, in pixels."""
    x = sum(corner_x for corner_x, _corner_y in box) / len(box)
    y = sum(corner_y for _corner_x, corner_y in box) / len(box)
    return x, y


def _shorter_side(box: tuple[Corner, ...]) -> float:
    """Return the length in pixels of the shorter of two adjacent sides of an outline."""
    first_corner, second_corner, third_corner = box[:3]
    return min(dist(first_corner, second_corner), dist(second_corner, third_corner))


def _is_on(photo: SeenPhoto, box: tuple[Corner, ...]) -> bool:
    """Whether an outline is inside a photo as it is turned and cropped."""
    left, right = span(box, axis=0)
    top, bottom = span(box, axis=1)
    width, height = photo.size
    return left >= 0 and top >= 0 and right <= width and bottom <= height


def _move_point(point: Corner, old_photo: SeenPhoto, new_photo: SeenPhoto) -> Corner:
    """Convert a point of the old photo to the new photo, which is turned or cropped otherwise.

    Args:
        point: its x and y, in pixels of the old photo.
        old_photo: the photo as it was read before.
        new_photo: the photo as it was read again.

    Returns:
        Its x and y, in pixels of the new photo.
    """
    x, y = point
    width, height = old_photo.size
    shares_before = (x / width, y / height)
    shares_of_original = _to_original(shares_before, old_photo.adjustment)
    x_share, y_share = _from_original(shares_of_original, new_photo.adjustment)
    new_width, new_height = new_photo.size
    return round(x_share * new_width, 1), round(y_share * new_height, 1)


def _to_original(shares: Corner, adjustment: Adjustment) -> Corner:
    """Map a point of the turned and cropped photo to the original photo.

    Args:
        shares: the point's x and y, as shares of the cropped photo's width and height.
        adjustment: how the photo was turned and then cropped.

    Returns:
        The point's x and y, as shares of the original photo's width and height.
    """
    x_share, y_share = shares
    left, top, right, bottom = adjustment.crop
    x = left + x_share * (right - left)
    y = top + y_share * (bottom - top)
    for _ in range(adjustment.turns):
        # A quarter turn counterclockwise.
        x, y = y, 1 - x
    return x, y


def _from_original(shares: Corner, adjustment: Adjustment) -> Corner:
    """Map a point of the original photo to the turned and cropped photo.

    Args:
        shares: the point's x and y, as shares of the original photo's width and height.
        adjustment: how the photo is turned and then cropped.

    Returns:
        The point's x and y, as shares of the cropped photo's width and height. Below 0 or above 1
        if the point was cropped away.
    """
    x, y = shares
    for _ in range(adjustment.turns):
        # A quarter turn clockwise.
        x, y = 1 - y, x
    left, top, right, bottom = adjustment.crop
    return (x - left) / (right - left), (y - top) / (bottom - top)
