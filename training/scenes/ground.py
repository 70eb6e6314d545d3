"""The ground below the tiles: room, table, rail, and the shadows on them."""

from collections.abc import Sequence

import cv2
import numpy as np

from training.scenes import surfaces
from training.scenes.camera import Camera, fill
from training.scenes.solids import Light, Picture, Solid, hull


def draw_ground(
    camera: Camera,
    solids: Sequence[Solid],
    rng: np.random.Generator,
    *,
    has_rail: bool,
    depth_behind: float,
    has_light_cloth: bool,
    half_side: float,
) -> Picture:
    """Draw the room and an empty table.

    Args:
        camera: the camera of the picture.
        solids: the blocks that will be on the table, at least one. A table that is not automatic
            reaches beyond them.
        rng: decides surfaces.
        has_rail: whether the table ends in a rail before the player. An automatic table has none.
        depth_behind: how far a table that is not automatic goes on behind the blocks, in tile
            widths.
        has_light_cloth: whether the table is covered with a light, patterned cloth.
        half_side: half of the side of an automatic table around the origin, in tile widths, or 0
            for any other table.

    Returns:
        ``(h, w, 3)`` uint8 RGB.
    """
    width, height = camera.size
    canvas = surfaces.room(width, height, rng)
    corners = np.concatenate([solid.corners() for solid in solids])
    low = corners.min(axis=0)
    high = corners.max(axis=0)
    margin = rng.uniform(0.3, 2.5) if has_rail else 60
    near = float(low[1] - margin)
    left = float(low[0] - 60)
    right = float(high[0] + 60)
    table = (left, near, right, float(high[1] + depth_behind))
    if half_side:
        table = (-half_side, -half_side, half_side, half_side)
    elif has_rail:
        # The floor before the table, then the rail.
        floor_brightness = float(rng.uniform(0.3, 0.9))
        _lay(canvas, camera, (left, near - 30, right, near), rng, brightness=floor_brightness)
        rail_width = float(rng.uniform(1.5, 4))
        _lay(canvas, camera, (left, near - rail_width, right, near), rng)
    _lay(canvas, camera, table, rng, has_light_cloth=has_light_cloth)
    return canvas


def _lay(
    canvas: Picture,
    camera: Camera,
    area: tuple[float, float, float, float],
    rng: np.random.Generator,
    *,
    brightness: float = 1.0,
    has_light_cloth: bool = False,
) -> None:
    """Cover a rectangle of the table's plane with a random surface.

    Args:
        canvas: ``(h, w, 3)`` uint8 RGB, changed in place.
        camera: the camera of the picture.
        area: the rectangle's left, near, right and far side, in tile widths.
        rng: decides the surface, and how it lies.
        brightness: factor of the surface's colours, up to 1.
        has_light_cloth: whether it is a light, patterned cloth.
    """
    surface = surfaces.random_light_cloth(rng) if has_light_cloth else surfaces.random_surface(rng)
    turn = rng.uniform(0, 2 * np.pi)
    # Tile widths of a pixel of the surface.
    scale = surfaces.SPAN / surfaces.SIZE * rng.uniform(0.6, 1.4)
    if rng.random() < 0.5:
        # As fine as the picture: a close view shows the cloth's threads, not blurred blots.
        picture_scale = float(np.linalg.norm(camera.position)) / camera.focal[0]
        scale = picture_scale * rng.uniform(0.6, 1.8)
    left, near, right, far = area
    corners = [[left, near, 0.0], [right, near, 0.0], [right, far, 0.0], [left, far, 0.0]]
    outline = camera.project_polygon(np.array(corners))
    if outline is None:
        return
    cos = np.cos(turn) * scale
    sin = np.sin(turn) * scale
    shift_x = rng.uniform(-5, 5)
    shift_y = rng.uniform(-5, 5)
    to_plane = np.array([[cos, -sin, shift_x], [sin, cos, shift_y], [0, 0, 1]])
    matrix = camera.plane_to_pixels() @ to_plane
    if brightness < 1:
        surface = np.asarray(cv2.convertScaleAbs(surface, alpha=brightness), np.uint8)
    laid = cv2.warpPerspective(
        surface, matrix, camera.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
    )
    mask = np.zeros(canvas.shape[:2], np.uint8)
    fill(mask, hull(outline), 255)
    cv2.copyTo(laid, mask, canvas)


def cast_shadows(canvas: Picture, solids: Sequence[Solid], camera: Camera, light: Light) -> None:
    """Darken the table: cast shadows, and the dark around the blocks' feet.

    Args:
        canvas: ``(h, w, 3)`` uint8 RGB, changed in place.
        solids: the blocks, at least one.
        camera: the camera of the picture.
        light: the light on the table.
    """
    # Shadows are soft, so a quarter of the resolution is enough.
    scale = 4
    shape = (canvas.shape[0] // scale, canvas.shape[1] // scale)
    # 255 where a shadow falls in one mask, and where a block stands on the table in the other.
    shadow = np.zeros(shape, np.uint8)
    contact = np.zeros(shape, np.uint8)
    # Shadows fall away from the light. How far the shadow of a point is from the place below the
    # point, in x and y, for each tile width of the point's height.
    shift_per_height = -light.direction[:2] / max(light.direction[2], 0.3)
    for solid in solids:
        corners = solid.corners()
        # A block is not painted if any corner is less than a tile width before the camera.
        reaches_camera = camera.depth(corners).min() < 1.0
        if reaches_camera:
            continue
        heights = corners[:, 2:]
        footprint = corners * [1, 1, 0]
        shadow_corners = footprint.copy()
        shadow_corners[:, :2] += heights * shift_per_height
        is_low = corners[:, 2] < corners[:, 2].min() + 0.05
        ground_points = np.concatenate([shadow_corners, footprint[is_low]])
        fill(shadow, hull(camera.project(ground_points)) / scale, 255)
        stands_on_table = corners[:, 2].min() < 0.2
        if stands_on_table:
            fill(contact, hull(camera.project(footprint)) / scale, 255)

    # A tile width in pixels of the two masks, about the same for all blocks. It is measured at the
    # first, which is a tile if the picture shows tiles.
    distance = np.linalg.norm(solids[0].center - camera.position)
    tile_px = float(np.mean(camera.focal) / distance) / scale
    shadow_blur = tile_px * (0.06 + 0.5 * light.softness)
    soft_shadow = cv2.GaussianBlur(shadow, (0, 0), max(0.6, shadow_blur))
    soft_contact = cv2.GaussianBlur(contact, (0, 0), max(0.6, tile_px * 0.16))

    # ``(3,)`` the share of the table's light that comes straight from the lamp.
    direct = light.colour * light.direction[2]
    direct_share = direct / (direct + light.ambient)
    brightness = 1 - soft_shadow[..., None] / 255 * direct_share * 0.85
    brightness *= 1 - soft_contact[..., None] / 255 * 0.45
    factor = cv2.resize(brightness.astype(np.float32), canvas.shape[1::-1])
    np.copyto(canvas, cv2.multiply(canvas, factor, dtype=cv2.CV_8U))
