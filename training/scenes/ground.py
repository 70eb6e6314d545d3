"""What lies below the tiles: room, table, rail, and the shadows on them."""

from collections.abc import Sequence

import cv2
import numpy as np

from training.scenes import surfaces
from training.scenes.camera import Camera, fill
from training.scenes.solids import Light, Picture, Solid, hull


def surroundings(
    camera: Camera,
    solids: Sequence[Solid],
    rng: np.random.Generator,
    *,
    rail: bool,
    far: float,
    light_cloth: bool,
    half: float,
) -> Picture:
    """Room and table without anything on it, ``(h, w, 3)`` uint8 RGB; see ``Settings`` for the table."""
    width, height = camera.size
    canvas = surfaces.room(width, height, rng)
    corners = np.concatenate([s.corners() for s in solids])
    low, high = corners.min(axis=0), corners.max(axis=0)
    near = float(low[1] - rng.uniform(0.3, 2.5)) if rail else float(low[1] - 60)
    area = (float(low[0] - 60), near, float(high[0] + 60), float(high[1] + far))
    if half:
        area = (-half, -half, half, half)
    elif rail:
        _lay(canvas, camera, (area[0], near - 30, area[2], near), rng, float(rng.uniform(0.3, 0.9)))
        _lay(canvas, camera, (area[0], near - float(rng.uniform(1.5, 4)), area[2], near), rng, 1.0)
    _lay(canvas, camera, area, rng, 1.0, light_cloth=light_cloth)
    return canvas


def _lay(
    canvas: Picture,
    camera: Camera,
    area: tuple[float, float, float, float],
    rng: np.random.Generator,
    brightness: float,
    *,
    light_cloth: bool = False,
) -> None:
    """Cover a rectangle of the table's plane (left, near, right, far) with a surface."""
    surface = surfaces.random_light_cloth(rng) if light_cloth else surfaces.random_surface(rng)
    turn, scale = rng.uniform(0, 2 * np.pi), surfaces.SPAN / surfaces.SIZE * rng.uniform(0.6, 1.4)
    if rng.random() < 0.5:
        # As fine as the picture: a close view shows the cloth's threads, not blurred blots.
        scale = float(np.linalg.norm(camera.position)) / camera.focal[0] * rng.uniform(0.6, 1.8)
    left, near, right, far = area
    outline = camera.polygon(
        np.array([[left, near, 0.0], [right, near, 0.0], [right, far, 0.0], [left, far, 0.0]])
    )
    if outline is None:
        return
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    to_plane = np.array(
        [[cos, -sin, rng.uniform(-5, 5)], [sin, cos, rng.uniform(-5, 5)], [0, 0, 1]]
    )
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
    """Shadows on the table: what the light is kept from, and the dark where blocks touch it."""
    scale = 4
    shape = (canvas.shape[0] // scale, canvas.shape[1] // scale)
    shadow, contact = np.zeros(shape, np.uint8), np.zeros(shape, np.uint8)
    slope = light.direction[:2] / max(light.direction[2], 0.3)
    for solid in solids:
        corners = solid.corners()
        if camera.depth(corners).min() < 1.0:
            continue
        ground = corners * [1, 1, 0]
        fallen = ground - np.column_stack([corners[:, 2:] * slope, np.zeros(8)])
        low = corners[:, 2] < corners[:, 2].min() + 0.05
        fill(shadow, hull(camera.project(np.concatenate([fallen, ground[low]]))) / scale, 255)
        if corners[:, 2].min() < 0.2:
            fill(contact, hull(camera.project(ground)) / scale, 255)
    unit = float(np.mean(camera.focal) / np.linalg.norm(solids[0].center - camera.position)) / scale
    soft = cv2.GaussianBlur(shadow, (0, 0), max(0.6, unit * (0.06 + 0.5 * light.softness)))
    close = cv2.GaussianBlur(contact, (0, 0), max(0.6, unit * 0.16))
    share = light.colour * light.direction[2]
    share = share / (share + light.ambient)
    dark = 1 - soft[..., None] / 255 * share * 0.85
    dark *= 1 - close[..., None] / 255 * 0.45
    factor = cv2.resize(dark.astype(np.float32), canvas.shape[1::-1])
    np.copyto(canvas, cv2.multiply(canvas, factor, dtype=cv2.CV_8U))
