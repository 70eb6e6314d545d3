"""Other things on a table: dice, racks, phones, papers, chips, and hands."""

from collections.abc import Sequence
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.training.faces.ink import Colour
from hu.vision.training.scenes.camera import Points
from hu.vision.training.scenes.solids import Picture, Solid

#: Width, height (along the table) and thickness in tile widths, from least to greatest.
_SHAPES: Final = {
    "die": ((0.45, 0.45, 0.45), (0.7, 0.7, 0.7)),
    "phone": ((2.6, 5.2, 0.25), (3.2, 6.2, 0.4)),
    "paper": ((2.0, 3.0, 0.02), (7.0, 9.0, 0.04)),
    "card": ((2.2, 3.2, 0.02), (2.6, 3.6, 0.05)),
    "stick": ((0.2, 3.0, 0.1), (0.5, 6.0, 0.3)),
    "box": ((1.5, 2.0, 0.5), (6.0, 7.0, 2.5)),
    "rubber": ((0.8, 1.0, 0.4), (1.6, 2.2, 0.9)),
    "keyboard": ((10.0, 4.0, 0.4), (16.0, 6.0, 0.8)),
    "chip": ((0.9, 0.9, 0.1), (1.5, 1.5, 0.2)),
}


def things(count: int, tiles: Sequence[Solid], rng: np.random.Generator) -> list[Solid]:
    """Up to ``count`` things on the table beside the tiles, touching none."""
    taken = [(t.center[:2], _reach(t.size)) for t in tiles]
    corners = np.concatenate([t.corners() for t in tiles])
    low, high = corners[:, :2].min(axis=0) - 5, corners[:, :2].max(axis=0) + 5
    result: list[Solid] = []
    for _ in range(count * 4):
        kind = str(rng.choice(list(_SHAPES)))
        least, most = _SHAPES[kind]
        size = tuple(float(rng.uniform(a, b)) for a, b in zip(least, most, strict=True))
        spot = rng.uniform(low, high)
        if len(result) < count and all(np.linalg.norm(spot - p) > r + _reach(size) for p, r in taken):
            taken.append((spot, _reach(size)))
            result.append(_thing(kind, spot, (size[0], size[1], size[2]), rng))
    return result


Holder = Literal["none", "tray", "rack"]


def holder(kind: Holder, corners: Points, rng: np.random.Generator) -> list[Solid]:
    """A tray's walls around tiles, or a rack's front edge before them.

    Args:
        kind: which of the two.
        corners: ``(N, 3)`` of the tiles that it holds, in the world.
        rng: the only source of chance.
    """
    (left, near, _), (right, far, top) = corners.min(axis=0), corners.max(axis=0)
    gap, thick = rng.uniform(0.03, 0.3), rng.uniform(0.15, 0.5)
    colour = _colour(np.full(3, rng.choice([0.08, 0.2, 0.5, 0.85])) + rng.normal(0, 0.05, 3))
    across, along = (left + right) / 2, (near + far) / 2
    width, length = right - left + 2 * (gap + thick), far - near + 2 * gap
    if kind == "rack":
        height = top * rng.uniform(0.1, 0.35)
        return [_bar((across, near - gap - thick / 2), (width, thick, height), colour)]
    height = top * rng.uniform(0.4, 1.2)
    return [
        *(_bar((across, y), (width, thick, height), colour) for y in (near - gap - thick / 2, far + gap + thick / 2)),
        *(_bar((x, along), (thick, length, height), colour) for x in (left - gap - thick / 2, right + gap + thick / 2)),
    ]


def _bar(spot: tuple[float, float], size: tuple[float, float, float], colour: Colour) -> Solid:
    return Solid(
        center=np.array([*spot, size[2] / 2]),
        axes=np.eye(3),
        size=size,
        corner=0.03,
        bevel=0.03,
        colours=(colour, colour),
        split=0.5,
    )


def _reach(size: Sequence[float]) -> float:
    return float(np.hypot(size[0], size[1])) / 2


def _thing(kind: str, spot: Points, size: tuple[float, float, float], rng: np.random.Generator) -> Solid:
    turn = rng.uniform(0, 2 * np.pi)
    right, up = np.array([np.cos(turn), np.sin(turn), 0]), np.array([-np.sin(turn), np.cos(turn), 0])
    pale = kind in {"die", "paper", "card", "rubber"} and rng.random() < 0.8
    tone = rng.uniform(0.8, 0.97) if pale else rng.uniform(0.05, 0.8)
    colour = _colour(np.full(3, tone) + (0 if pale or rng.random() < 0.4 else rng.normal(0, 0.25, 3)))
    return Solid(
        center=np.array([spot[0], spot[1], size[2] / 2]),
        axes=np.stack([right, up, np.array([0.0, 0.0, 1.0])]),
        size=size,
        corner=min(size[0], size[1]) * (0.5 if kind == "chip" else float(rng.uniform(0.02, 0.15))),
        bevel=min(0.08, size[2] * 0.3),
        colours=(colour, colour),
        split=0.5,
        face=_picture(kind, colour, size, rng),
        gloss=float(rng.uniform(0, 0.7)),
    )


def _colour(values: NDArray[np.floating]) -> Colour:
    red, green, blue = (float(v) for v in values.clip(0.03, 0.97))
    return red, green, blue


def _picture(kind: str, colour: Colour, size: tuple[float, float, float], rng: np.random.Generator) -> Picture:
    """What is printed on the top of a thing, ``(h, w, 3)`` uint8 RGB."""
    unit = 128 / max(size[0], size[1])
    shape = (max(8, round(size[1] * unit)), max(8, round(size[0] * unit)), 3)
    picture = np.full(shape, [c * 255 for c in colour], np.uint8)
    ink = (rng.uniform(0, 0.5, 3) * 255 if sum(colour) > 1.2 else rng.uniform(0.5, 1, 3) * 255).tolist()
    if kind == "die":
        _pips(picture, ink, rng)
    elif kind in {"paper", "card", "box"}:
        _print(picture, ink, rng)
    elif kind == "keyboard":
        _keys(picture, ink)
    elif kind == "phone":
        inset = 6
        screen = (rng.uniform(0, 0.6, 3) * 255).tolist()
        cv2.rectangle(picture, (inset, inset), (shape[1] - inset, shape[0] - inset), screen, -1)
    return picture


def _pips(picture: Picture, ink: list[float], rng: np.random.Generator) -> None:
    height, width = picture.shape[:2]
    spots = rng.permutation([(x, y) for x in (0.25, 0.5, 0.75) for y in (0.25, 0.5, 0.75)])
    for x, y in spots[: rng.integers(1, 7)]:
        cv2.circle(picture, (int(x * width), int(y * height)), max(2, width // 10), ink, -1, cv2.LINE_AA)


def _print(picture: Picture, ink: list[float], rng: np.random.Generator) -> None:
    """Lines of print and a drawing or two."""
    height, width = picture.shape[:2]
    for y in range(8, height - 8, int(rng.integers(6, 16))):
        if rng.random() < 0.7:
            cv2.line(picture, (6, y), (int(rng.uniform(0.3, 0.95) * width), y), ink, int(rng.integers(1, 3)))
    for _ in range(int(rng.integers(0, 3))):
        center = (int(rng.uniform(0.2, 0.8) * width), int(rng.uniform(0.2, 0.8) * height))
        cv2.circle(picture, center, int(rng.integers(4, 20)), (rng.uniform(0, 1, 3) * 255).tolist(), -1)


def _keys(picture: Picture, ink: list[float]) -> None:
    height, width = picture.shape[:2]
    pitch = max(5, height // 5)
    for y in range(2, height - pitch + 2, pitch):
        for x in range(2, width - pitch + 2, pitch):
            cv2.rectangle(picture, (x, y), (x + pitch - 3, y + pitch - 3), (35, 35, 38), -1)
            cv2.circle(picture, (x + pitch // 2, y + pitch // 2), 1, ink, -1)


def hand(canvas: Picture, seen: NDArray[np.int16], gloss: NDArray[np.uint8], rng: np.random.Generator) -> None:
    """Fingers reaching in from an edge of the picture, over whatever lies there."""
    height, width = seen.shape
    skin = np.array([0.87, 0.66, 0.54]) * rng.uniform(0.35, 1.1)
    side = rng.integers(4)
    along = rng.uniform(0.1, 0.9)
    start = np.array([[along, 1.05], [along, -0.05], [-0.05, along], [1.05, along]][side]) * [width, height]
    inward = np.array([[0, -1], [0, 1], [1, 0], [-1, 0]][side], float)
    reach, thick = rng.uniform(0.08, 0.3) * width, rng.uniform(0.03, 0.07) * width
    mask = np.zeros((height, width), np.uint8)
    across = np.array([-inward[1], inward[0]])
    for finger in range(int(rng.integers(1, 5))):
        root = start + across * thick * 1.1 * (finger - 1.5)
        tip = root + (inward + across * rng.normal(0, 0.25)) * reach * rng.uniform(0.6, 1.0)
        ends = [tuple(int(v) for v in p.clip(-2000, 4000)) for p in (root, tip)]
        cv2.line(mask, ends[0], ends[1], 255, max(2, int(thick)))
    cv2.circle(mask, tuple(int(v) for v in start), int(thick * 2.4), 255, -1)
    left, top, wide, high = cv2.boundingRect(mask)
    part = np.s_[top : top + high, left : left + wide]
    on = mask[part] > 0
    # Rounded fingers: lighter along the middle than at the edge.
    inside = cv2.distanceTransform(mask[part], cv2.DIST_L2, 3)[on]
    tone = np.clip(0.72 + 0.28 * inside / max(1.0, thick / 2), 0, 1.05)[:, None] * (skin * 255)
    canvas[part][on] = tone.clip(0, 255).astype(np.uint8)
    seen[part][on] = -1
    gloss[part][on] = 20
