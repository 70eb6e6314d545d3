"""Things on a table: printed things, holders of tiles, and hands that reach in."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from training.faces.ink import colour
from training.scenes.camera import Points
from training.scenes.prints import PRINTS, Printer
from training.scenes.solids import PartMap, Picture, Solid, on_table

_Size = tuple[float, float, float]
#: Width, height (along the table, or of the upright face) and depth, in tile widths, from least to
#: greatest.
_SIZES: Final[dict[str, tuple[_Size, _Size]]] = {
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
#: Things that face the player more or less. All others lie any way round.
_FACING: Final = frozenset({"spine", "screen", "keyboard"})

Holder = Literal["none", "tray", "rack"]


def lay_things(
    count: int,
    obstacles: Sequence[Solid],
    area: tuple[Points, Points],
    fonts: Sequence[Path],
    rng: np.random.Generator,
) -> list[Solid]:
    """Lay things, or groups of them, about.

    Args:
        count: how many groups at most.
        obstacles: blocks that the things must not touch. If there are any, only things that are
            usual beside tiles are drawn.
        area: the near left and the far right corner of the area in which each group begins,
            ``(2,)`` in tile widths each.
        fonts: font files for print.
        rng: decides everything.
    """
    # The circles on the table that are not free: centre and radius.
    circles = [(solid.center[:2], _reach(solid)) for solid in obstacles]
    kinds = list(_USUAL) if obstacles else list(_SIZES)
    groups: list[list[Solid]] = []
    # A group without room is dropped, so more groups are tried.
    for _ in range(count * 4):
        kind = str(rng.choice(kinds))
        start = rng.uniform(*area)
        group_size = 1
        if rng.random() < 0.7:
            most = _TOGETHER.get(kind, 1)
            group_size = int(rng.integers(1, most + 1))
        turn = rng.normal(0, 0.3) if kind in _FACING else rng.uniform(0, 2 * np.pi)
        is_upright = kind == "spine" or (kind in {"screen", "box"} and rng.random() < 0.4)
        place = (start, float(turn))
        group = lay_group(kind, group_size, place, fonts, rng, is_upright=is_upright)
        if _touches(group, circles):
            continue
        circles += [(solid.center[:2], _reach(solid)) for solid in group]
        groups.append(group)
        if len(groups) == count:
            break
    solids: list[Solid] = []
    for group in groups:
        solids += group
    return solids


def _touches(group: Sequence[Solid], circles: Sequence[tuple[Points, float]]) -> bool:
    """Whether the circle around any block of a group touches any of ``circles``.

    Args:
        group: the blocks.
        circles: the centre and the radius of each circle on the table, in tile widths.
    """
    for solid in group:
        reach = _reach(solid)
        for center, radius in circles:
            if np.linalg.norm(solid.center[:2] - center) <= reach + radius:
                return True
    return False


def _reach(solid: Solid) -> float:
    """Radius of the circle on the table around a block, whichever of its sides is up."""
    corners = solid.corners()[:, :2] - solid.center[:2]
    return float(np.linalg.norm(corners, axis=1).max())


def shelf(away: float, fonts: Sequence[Path], rng: np.random.Generator) -> list[Solid]:
    """Put a row of books upright side by side, their spines towards the player.

    Args:
        away: y of the spines, in tile widths.
        fonts: font files for print.
        rng: decides everything.
    """
    left = -float(rng.uniform(8, 26))
    lean = float(rng.choice([0.0, rng.normal(0, 0.12)]))
    books = []
    for _ in range(int(rng.integers(6, 26))):
        # A spine is printed along its length, so the right of the print points up.
        book = thing("spine", np.zeros(2), fonts, rng, is_upright=True)
        length, thickness, depth = book.size
        tilt = lean + float(rng.normal(0, 0.015))
        along = np.array([np.sin(tilt), 0.0, np.cos(tilt)])
        across = np.array([-np.cos(tilt), 0.0, np.sin(tilt)])
        toward_player = np.array([0.0, -1.0, 0.0])
        axes = np.stack([along, across, toward_player])
        center = np.array([left + thickness / 2, away + depth / 2, length / 2])
        books.append(replace(book, center=center, axes=axes))
        has_gap = rng.random() < 0.08
        left += thickness * 1.03 + (float(rng.uniform(1, 4)) if has_gap else 0.0)
    return books


def lay_group(
    kind: str,
    count: int,
    place: tuple[Points, float],
    fonts: Sequence[Path],
    rng: np.random.Generator,
    *,
    is_upright: bool = False,
) -> list[Solid]:
    """Lay several things of a kind: books piled up, other things side by side.

    Args:
        kind: a key of ``PRINTS``.
        count: how many.
        place: ``(2,)`` x and y of the first in tile widths, and the turn of all in radians,
            counter-clockwise seen from above.
        fonts: font files for print.
        rng: decides sizes and print.
        is_upright: whether they stand with their faces towards the player.
    """
    start, turn = place
    is_pile = kind == "spine"
    base = 0.0
    _least_size, most_size = _SIZES[kind]
    # From one thing to the next, in tile widths.
    pitch = most_size[0] * 1.05
    right = np.array([np.cos(turn), np.sin(turn)])
    solids = []
    for number in range(count):
        beside = 0.0 if is_pile else number * pitch
        solid = thing(
            kind, start + right * beside, fonts, rng, turn=turn, base=base, is_upright=is_upright
        )
        if is_pile:
            base += solid.size[1]
        solids.append(solid)
    return solids


def thing(
    kind: str,
    spot: Points,
    fonts: Sequence[Path],
    rng: np.random.Generator,
    *,
    turn: float = 0.0,
    base: float = 0.0,
    is_upright: bool = False,
) -> Solid:
    """Make a block with a printed face.

    Args:
        kind: a key of ``PRINTS``.
        spot: ``(2,)`` x and y of its middle, in tile widths.
        fonts: font files for print.
        rng: decides size, colours and print.
        turn: in radians, counter-clockwise seen from above.
        base: height of its lower side above the table, in tile widths.
        is_upright: whether it stands with its face towards the player.
    """
    least, most = _SIZES[kind]
    width, height, depth = rng.uniform(least, most).tolist()
    if kind in {"die", "coin", "marker"}:
        height = width
    if kind == "die":
        depth = width
    # Playing cards are as pale as tiles. So are most dice, markers, sticks and sheets of paper.
    # Other things have any colour.
    is_often_pale = kind in {"die", "marker", "stick", "paper"}
    is_pale = kind == "playing card" or (is_often_pale and rng.random() < 0.75)
    if is_pale:
        ground = colour(rng.uniform(0.82, 0.98) + rng.normal(0, 0.02, 3))
    else:
        ground = colour(rng.uniform(0.05, 0.95) + rng.normal(0, 0.2, 3))
    printer = Printer((width, height), ground, fonts, rng)
    PRINTS[kind](printer)
    is_round = kind in {"coin", "marker"} and rng.random() < 0.7
    corner_share = 0.48 if is_round else float(rng.uniform(0.01, 0.06))
    return on_table(
        spot,
        (width, height, depth),
        ground,
        turn=turn,
        base=base,
        is_upright=is_upright,
        corner=width * corner_share,
        face=printer.picture,
        gloss=float(rng.uniform(0, 0.7)),
    )


def holder(kind: Holder, corners: Points, rng: np.random.Generator) -> list[Solid]:
    """Put a tray's walls around tiles, or a rack's front edge before them.

    Args:
        kind: ``tray`` or ``rack``, never ``none``.
        corners: ``(n, 3)`` of the tiles in the world.
        rng: decides sizes and colour.
    """
    left, near, _ = corners.min(axis=0)
    right, far, top = corners.max(axis=0)
    gap = rng.uniform(0.03, 0.3)
    thickness = rng.uniform(0.15, 0.5)
    brightness = rng.choice([0.08, 0.2, 0.5, 0.85])
    bar_colour = colour(np.full(3, brightness) + rng.normal(0, 0.05, 3))
    height = top * (rng.uniform(0.1, 0.35) if kind == "rack" else rng.uniform(0.4, 1.2))
    middle_x = (left + right) / 2
    middle_y = (near + far) / 2
    width = right - left + 2 * (gap + thickness)
    front_size = (width, thickness, height)
    bars = [on_table((middle_x, near - gap - thickness / 2), front_size, bar_colour)]
    if kind == "tray":
        bars.append(on_table((middle_x, far + gap + thickness / 2), front_size, bar_colour))
        side_size = (thickness, far - near + 2 * gap, height)
        bars.append(on_table((left - gap - thickness / 2, middle_y), side_size, bar_colour))
        bars.append(on_table((right + gap + thickness / 2, middle_y), side_size, bar_colour))
    return bars


def paint_fingers(
    canvas: Picture, part_map: PartMap, gloss: NDArray[np.uint8], rng: np.random.Generator
) -> None:
    """Paint fingers that reach in from an edge of the picture. All arrays are changed in place.

    Args:
        canvas: ``(h, w, 3)`` uint8 RGB.
        part_map: the part of a block that each pixel shows. Fingers are no block.
        gloss: ``(h, w)`` how mirror-like each pixel is, 0 to 255.
        rng: decides everything.
    """
    height, width = part_map.shape
    skin = np.array([0.87, 0.66, 0.54]) * rng.uniform(0.35, 1.1)
    middle, inward = _choose_edge(width, height, rng)
    reach = rng.uniform(0.08, 0.3) * width
    thickness = rng.uniform(0.03, 0.07) * width
    mask = np.zeros((height, width), np.uint8)
    across = np.array([-inward[1], inward[0]])
    # Up to four fingers are lines beside one another. The hand is a disc at the edge.
    for finger in range(int(rng.integers(1, 5))):
        root = middle + across * thickness * 1.1 * (finger - 1.5)
        direction = inward + across * rng.normal(0, 0.25)
        tip = root + direction * reach * rng.uniform(0.6, 1.0)
        root_pixel = root.astype(int).tolist()
        tip_pixel = tip.astype(int).tolist()
        cv2.line(mask, root_pixel, tip_pixel, 255, max(2, int(thickness)))
    cv2.circle(mask, middle.astype(int).tolist(), int(thickness * 2.4), 255, cv2.FILLED)
    # Only the box around the hand is painted.
    left, top, box_width, box_height = cv2.boundingRect(mask)
    box = np.s_[top : top + box_height, left : left + box_width]
    is_hand = mask[box] > 0
    # Rounded fingers: lighter along the middle than at the edge.
    edge_distances = cv2.distanceTransform(mask[box], cv2.DIST_L2, 3)[is_hand]
    brightness = np.clip(0.72 + 0.28 * edge_distances / max(1.0, thickness / 2), 0, 1.05)
    levels = brightness[:, None] * (skin * 255)
    canvas[box][is_hand] = levels.clip(0, 255).astype(np.uint8)
    part_map[box][is_hand] = -1
    gloss[box][is_hand] = 20


def _choose_edge(width: int, height: int, rng: np.random.Generator) -> tuple[Points, Points]:
    """Choose at random the edge of the picture at which a hand reaches in.

    Args:
        width: of the picture in pixels.
        height: of the picture in pixels.
        rng: decides.

    Returns:
        ``(2,)`` pixels of the middle of the hand, just outside the picture. Then ``(2,)`` the
        direction into the picture, of length 1.
    """
    edge = ("lower", "upper", "left", "right")[rng.integers(4)]
    along = rng.uniform(0.1, 0.9)
    if edge == "lower":
        middle = np.array([along * width, 1.05 * height])
        inward = np.array([0.0, -1.0])
    elif edge == "upper":
        middle = np.array([along * width, -0.05 * height])
        inward = np.array([0.0, 1.0])
    elif edge == "left":
        middle = np.array([-0.05 * width, along * height])
        inward = np.array([1.0, 0.0])
    else:
        middle = np.array([1.05 * width, along * height])
        inward = np.array([-1.0, 0.0])
    return middle, inward
