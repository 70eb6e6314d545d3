"""Things on and around a table: printed ones, what holds tiles, an automatic table, hands that reach in."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from training.faces.ink import Colour, colour
from training.scenes.camera import Points
from training.scenes.prints import PRINTS, Printer
from training.scenes.solids import Picture, Solid, on_table

#: Width, height (along the table, or of the upright face) and depth, in tile widths, from least to greatest.
_SIZES: Final = {
    "spine": ((4.0, 0.6, 4.0), (9.0, 2.0, 7.0)),
    "keyboard": ((10.0, 4.0, 0.3), (17.0, 6.5, 0.8)),
    "screen": ((3.0, 4.0, 0.2), (11.0, 8.0, 0.5)),
    "paper": ((2.0, 3.0, 0.02), (7.0, 9.0, 0.04)),
    "box": ((1.0, 1.3, 0.6), (5.0, 6.0, 2.5)),
    "playing card": ((2.0, 2.9, 0.02), (2.7, 3.7, 0.04)),
    "die": ((0.4, 0.4, 0.4), (0.8, 0.8, 0.8)),
    "stick": ((0.2, 3.0, 0.1), (0.5, 6.0, 0.3)),
    "remote": ((1.6, 5.0, 0.5), (2.6, 8.0, 0.9)),
    "coin": ((0.7, 0.7, 0.06), (1.6, 1.6, 0.2)),
    "marker": ((1.0, 1.0, 0.3), (2.0, 2.0, 1.0)),
}
#: Things of which several usually lie together: how many at most, side by side or piled up.
_TOGETHER: Final = {"spine": 9, "playing card": 8, "die": 4, "coin": 6, "box": 3}
#: Things that a photo of a table with tiles shows often.
_USUAL: Final = (
    "box",
    "playing card",
    "die",
    "coin",
    "marker",
    "remote",
    "screen",
    "paper",
    "stick",
)

Holder = Literal["none", "tray", "rack"]


def things(
    count: int,
    taken: Sequence[Solid],
    area: tuple[Points, Points],
    fonts: Sequence[Path],
    rng: np.random.Generator,
) -> list[Solid]:
    """Up to ``count`` things or groups of them, touching nothing, between the area's near left and far right."""
    discs = [(solid.center[:2], _reach(solid)) for solid in taken]
    kinds = _USUAL if taken else tuple(_SIZES)
    groups: list[list[Solid]] = []
    for _ in range(count * 4):
        kind, start = str(rng.choice(list(kinds))), rng.uniform(*area)
        together = int(rng.integers(1, _TOGETHER.get(kind, 1) + 1)) if rng.random() < 0.7 else 1
        # Spines and screens face the player more or less; the rest lies any way round.
        turn = float(
            rng.normal(0, 0.3)
            if kind in {"spine", "screen", "keyboard"}
            else rng.uniform(0, 2 * np.pi)
        )
        upright = kind == "spine" or (kind in {"screen", "box"} and rng.random() < 0.4)
        group = alike(kind, together, (start, turn), fonts, rng, upright=upright)
        touching = (
            np.linalg.norm(one.center[:2] - spot) <= _reach(one) + reach
            for one in group
            for spot, reach in discs
        )
        if not any(touching):
            discs += [(solid.center[:2], _reach(solid)) for solid in group]
            groups.append(group)
            if len(groups) == count:
                break
    return [solid for group in groups for solid in group]


def shelf(away: float, fonts: Sequence[Path], rng: np.random.Generator) -> list[Solid]:
    """A row of books upright side by side, their spines towards the player, ``away`` tile widths from the origin."""
    left, books = -float(rng.uniform(8, 26)), list[Solid]()
    lean = float(rng.choice([0.0, rng.normal(0, 0.12)]))
    for _ in range(int(rng.integers(6, 26))):
        # A spine is printed along its length, so a book stands on the spine's left end.
        book = thing("spine", np.zeros(2), fonts, rng, upright=True)
        length, thick, deep = book.size
        tilt = lean + float(rng.normal(0, 0.015))
        along = np.array([np.sin(tilt), 0.0, np.cos(tilt)])
        axes = np.stack(
            [along, np.array([-np.cos(tilt), 0.0, np.sin(tilt)]), np.array([0.0, -1.0, 0.0])]
        )
        center = np.array([left + thick / 2, away + deep / 2, length / 2])
        books.append(replace(book, center=center, axes=axes))
        left += thick * 1.03 + (float(rng.uniform(1, 4)) if rng.random() < 0.08 else 0.0)
    return books


def _reach(solid: Solid) -> float:
    # The largest circle on the table that a block may touch, whichever of its sides is up.
    corners = solid.corners()[:, :2] - solid.center[:2]
    return float(np.linalg.norm(corners, axis=1).max())


def alike(
    kind: str,
    count: int,
    at: tuple[Points, float],
    fonts: Sequence[Path],
    rng: np.random.Generator,
    *,
    upright: bool = False,
) -> list[Solid]:
    """Several things of a kind: books piled up, anything else side by side."""
    start, turn = at
    height, things = 0.0, list[Solid]()
    right = np.array([np.cos(turn), np.sin(turn)])
    for number in range(count):
        beside = right * (0.0 if kind == "spine" else number * _SIZES[kind][1][0] * 1.05)
        made = thing(kind, start + beside, fonts, rng, turn=turn, base=height, upright=upright)
        height += made.size[1] if kind == "spine" else 0.0
        things.append(made)
    return things


def thing(
    kind: str,
    spot: Points,
    fonts: Sequence[Path],
    rng: np.random.Generator,
    *,
    turn: float = 0.0,
    base: float = 0.0,
    upright: bool = False,
) -> Solid:
    """A block with a printed face; ``kind`` is a key of ``PRINTS``, for the rest see ``on_table``."""
    least, most = _SIZES[kind]
    width, height, depth = (float(rng.uniform(a, b)) for a, b in zip(least, most, strict=True))
    if kind in {"die", "coin", "marker"}:
        height = width
    if kind == "die":
        depth = width
    # Cards are as pale as tiles, dice, markers, sticks and paper mostly; the rest has any colour.
    if kind == "playing card" or (
        kind in {"die", "marker", "stick", "paper"} and rng.random() < 0.75
    ):
        ground = colour(rng.uniform(0.82, 0.98) + rng.normal(0, 0.02, 3))
    else:
        ground = colour(rng.uniform(0.05, 0.95) + rng.normal(0, 0.2, 3))
    printer = Printer((width, height), ground, fonts, rng)
    PRINTS[kind](printer)
    is_round = kind in {"coin", "marker"} and rng.random() < 0.7
    return on_table(
        spot,
        (width, height, depth),
        ground,
        turn=turn,
        base=base,
        upright=upright,
        corner=width * (0.48 if is_round else float(rng.uniform(0.01, 0.06))),
        face=printer.picture,
        gloss=float(rng.uniform(0, 0.7)),
    )


def holder(kind: Holder, corners: Points, rng: np.random.Generator) -> list[Solid]:
    """A tray's walls around tiles, or a rack's front edge before them."""
    (left, near, _), (right, far, top) = corners.min(axis=0), corners.max(axis=0)
    gap, thick = rng.uniform(0.03, 0.3), rng.uniform(0.15, 0.5)
    tone = colour(np.full(3, rng.choice([0.08, 0.2, 0.5, 0.85])) + rng.normal(0, 0.05, 3))
    height = top * (rng.uniform(0.1, 0.35) if kind == "rack" else rng.uniform(0.4, 1.2))
    across, width, length = (
        (left + right) / 2,
        right - left + 2 * (gap + thick),
        far - near + 2 * gap,
    )
    bars = [on_table((across, near - gap - thick / 2), (width, thick, height), tone)]
    if kind == "tray":
        bars.append(on_table((across, far + gap + thick / 2), (width, thick, height), tone))
        ends = (left - gap - thick / 2, right + gap + thick / 2)
        bars += [on_table((x, (near + far) / 2), (thick, length, height), tone) for x in ends]
    return bars


def hand(
    canvas: Picture, seen: NDArray[np.int16], gloss: NDArray[np.uint8], rng: np.random.Generator
) -> None:
    """Fingers reaching in from an edge of the picture, over whatever lies there."""
    height, width = seen.shape
    skin = np.array([0.87, 0.66, 0.54]) * rng.uniform(0.35, 1.1)
    side = rng.integers(4)
    along = rng.uniform(0.1, 0.9)
    start = np.array([[along, 1.05], [along, -0.05], [-0.05, along], [1.05, along]][side]) * [
        width,
        height,
    ]
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


#: Trays along each side of the rim.
_TRAYS: Final = 5
#: Pixels of a drawn tile width.
_UNIT: Final = 28


def automatic_table(half: float, fonts: Sequence[Path], rng: np.random.Generator) -> list[Solid]:
    """Rim, display and sticks of a table whose middle is the origin."""
    tone = float(rng.choice([0.07, 0.14, 0.35, 0.6], p=[0.55, 0.25, 0.1, 0.1]))
    rim = colour(
        np.full(3, tone) + rng.normal(0, 0.02, 3) + (rng.normal(0, 0.08, 3) if tone > 0.3 else 0)
    )
    width, height = float(rng.uniform(1.6, 3.2)), float(rng.uniform(0.25, 0.9))
    trays = rng.random() < 0.8
    solids = _middle(fonts, rng)
    # Pieces, since a block that reaches behind the camera is not drawn.
    length = 2 * (half + width) / _TRAYS
    for quarter in range(4):
        for number in range(_TRAYS):
            spot = _turn_point((number - (_TRAYS - 1) / 2) * length, -half - width / 2, quarter)
            face = _tray(length, width, rim, rng) if trays and rng.random() < 0.85 else None
            solids.append(
                on_table(spot, (length, width, height), rim, turn=quarter * np.pi / 2, face=face)
            )
    for _ in range(int(rng.choice([0, 1, 3, 8], p=[0.3, 0.3, 0.25, 0.15]))):
        # Between the discards and the walls.
        quarter = int(rng.integers(4))
        spot = _turn_point(rng.uniform(-4, 4), -rng.uniform(2.0, half * 0.5), quarter)
        solids.append(
            thing("stick", spot, fonts, rng, turn=(quarter + 1) * np.pi / 2 + rng.normal(0, 0.25))
        )
    return solids


def _turn_point(x: float, y: float, quarter: int) -> Points:
    cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarter]
    return np.array([cos * x - sin * y, sin * x + cos * y])


def _tray(length: float, width: float, rim: Colour, rng: np.random.Generator) -> Picture:
    """The rim from above: a hollow with counting sticks in it."""
    picture = np.full(
        (round(width * _UNIT), round(length * _UNIT), 3), [value * 255 for value in rim], np.uint8
    )
    height, wide = picture.shape[:2]
    inset = round(float(rng.uniform(0.15, 0.35)) * _UNIT)
    hollow = np.clip(np.array(rim) * 255 * rng.uniform(0.4, 1.4), 4, 200).tolist()
    cv2.rectangle(picture, (inset, inset), (wide - inset, height - inset), hollow, -1)
    pale = (rng.uniform(0.75, 0.97) * 255 + rng.normal(0, 8, 3)).clip(0, 255)
    for _ in range(int(rng.choice([0, 3, 8], p=[0.35, 0.3, 0.35]))):
        x, y = rng.uniform(inset, wide / 2), rng.uniform(inset * 1.5, height - inset * 1.5)
        start, end = (int(x), int(y)), (int(x + 3.3 * _UNIT), int(y + rng.normal(0, 0.2) * _UNIT))
        cv2.line(picture, start, end, (pale * 0.45).tolist(), 11, cv2.LINE_AA)
        cv2.line(picture, start, end, pale.tolist(), 8, cv2.LINE_AA)
        cv2.circle(picture, (int(x + 1.6 * _UNIT), int(y)), 3, (190, 20, 30), -1, cv2.LINE_AA)
    return picture


def _middle(fonts: Sequence[Path], rng: np.random.Generator) -> list[Solid]:
    """The display with lit digits, a printed card, or nothing."""
    shown = str(rng.choice(["digits", "card", "nothing"], p=[0.5, 0.2, 0.3]))
    if shown == "nothing":
        return []
    side = float(rng.uniform(3.2, 5.0))
    ground = colour(
        np.full(3, rng.uniform(0.03, 0.2) if shown == "digits" else rng.uniform(0.8, 0.95))
    )
    printer = Printer((side, side), ground, fonts, rng)
    if shown == "card":
        PRINTS["box"](printer)
    else:
        lit = [(255, 40, 30), (255, 90, 40), (60, 230, 90)][int(rng.choice(3, p=[0.7, 0.15, 0.15]))]
        for _ in range(4):
            printer.text(str(int(rng.integers(10, 600)) * 100), (0.2, 0.82, 0.6, 0.14), lit)
            printer.picture = np.ascontiguousarray(np.rot90(printer.picture))
        printer.bar((0.3, 0.3, 0.4, 0.4), (60, 60, 64), 2)
    height = 0.03 if shown == "card" else float(rng.uniform(0.1, 0.5))
    return [
        on_table(
            (0, 0),
            (side, side, height),
            ground,
            turn=int(rng.integers(4)) * np.pi / 2,
            face=printer.picture,
        )
    ]
