"""Printed things on and around a table, as rounded blocks: negatives for the detector and the classifier."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np

from hu.vision.training.faces.ink import Colour
from hu.vision.training.scenes.camera import Points
from hu.vision.training.scenes.prints import PRINTS, Printer
from hu.vision.training.scenes.solids import Solid

#: Width, height (along the table, or of the upright face) and depth, in tile widths, from least to greatest.
_SIZES: Final = {
    "spine": ((4.0, 0.6, 4.0), (9.0, 2.0, 7.0)),
    "keyboard": ((10.0, 4.0, 0.3), (17.0, 6.5, 0.8)),
    "screen": ((3.0, 4.0, 0.2), (11.0, 8.0, 0.5)),
    "box": ((1.0, 1.3, 0.6), (5.0, 6.0, 2.5)),
    "playing card": ((2.0, 2.9, 0.02), (2.7, 3.7, 0.04)),
    "die": ((0.4, 0.4, 0.4), (0.8, 0.8, 0.8)),
    "remote": ((1.6, 5.0, 0.5), (2.6, 8.0, 0.9)),
    "coin": ((0.7, 0.7, 0.06), (1.6, 1.6, 0.2)),
    "marker": ((1.0, 1.0, 0.3), (2.0, 2.0, 1.0)),
}
#: Things of which several usually lie together: how many at most, side by side or piled up.
_TOGETHER: Final = {"spine": 9, "playing card": 8, "die": 4, "coin": 6, "box": 3}
#: Things that a photo of a table with tiles shows often.
_USUAL: Final = ("box", "playing card", "die", "coin", "marker", "remote", "screen")


def desk(
    count: int, taken: Sequence[Solid], area: tuple[Points, Points], fonts: Sequence[Path], rng: np.random.Generator
) -> list[Solid]:
    """Up to ``count`` printed things or groups of them, touching nothing.

    Args:
        count: of the things and groups.
        taken: what lies there already.
        area: the nearest left and the farthest right point (x, y) where they may lie, in tile widths.
        fonts: font files to print with.
        rng: the only source of chance.
    """
    discs = [(solid.center[:2], _reach(solid)) for solid in taken]
    kinds = _USUAL if taken else tuple(_SIZES)
    things: list[Solid] = []
    placed = 0
    for _ in range(count * 4):
        kind = str(rng.choice(list(kinds)))
        group = _group(kind, rng.uniform(*area), fonts, rng)
        if placed < count and _is_clear(group, discs):
            discs += [(solid.center[:2], _reach(solid)) for solid in group]
            things += group
            placed += 1
    return things


def markers(spots: Sequence[tuple[float, float]], fonts: Sequence[Path], rng: np.random.Generator) -> list[Solid]:
    """Wind and dealer markers at given points (x, y) of the table."""
    return [_thing("marker", np.array(spot), 0.0, 0.0, fonts, rng) for spot in spots]


def shelf(away: float, fonts: Sequence[Path], rng: np.random.Generator) -> list[Solid]:
    """A row of books upright side by side, their spines towards the player, ``away`` tile widths from the origin."""
    left, books = -float(rng.uniform(8, 26)), list[Solid]()
    lean = float(rng.choice([0.0, rng.normal(0, 0.12)]))
    for _ in range(int(rng.integers(6, 26))):
        # A spine is printed along its length, so a book stands on the spine's left end.
        book = _thing("spine", np.zeros(2), 0.0, 0.0, fonts, rng, upright=True)
        length, thick, deep = book.size
        tilt = lean + float(rng.normal(0, 0.015))
        along = np.array([np.sin(tilt), 0.0, np.cos(tilt)])
        axes = np.stack([along, np.array([-np.cos(tilt), 0.0, np.sin(tilt)]), np.array([0.0, -1.0, 0.0])])
        center = np.array([left + thick / 2, away + deep / 2, length / 2])
        books.append(replace(book, center=center, axes=axes))
        left += thick * 1.03 + (float(rng.uniform(1, 4)) if rng.random() < 0.08 else 0.0)
    return books


def _reach(solid: Solid) -> float:
    # The largest circle on the table that a block may touch, whichever of its sides is up.
    corners = solid.corners()[:, :2] - solid.center[:2]
    return float(np.linalg.norm(corners, axis=1).max())


def _is_clear(group: Sequence[Solid], discs: Sequence[tuple[Points, float]]) -> bool:
    return all(
        np.linalg.norm(solid.center[:2] - point) > _reach(solid) + reach for solid in group for point, reach in discs
    )


def _group(kind: str, start: Points, fonts: Sequence[Path], rng: np.random.Generator) -> list[Solid]:
    """One thing, or several of a kind: books piled up, cards and boxes side by side."""
    count = int(rng.integers(1, _TOGETHER.get(kind, 1) + 1)) if rng.random() < 0.7 else 1
    # Spines and screens face the player more or less; the rest lies any way round.
    turn = float(rng.normal(0, 0.3) if kind in {"spine", "screen", "keyboard"} else rng.uniform(0, 2 * np.pi))
    upright = kind == "spine" or (kind in {"screen", "box"} and rng.random() < 0.4)
    return alike(kind, count, (start, turn), fonts, rng, upright=upright)


def alike(
    kind: str,
    count: int,
    at: tuple[Points, float],
    fonts: Sequence[Path],
    rng: np.random.Generator,
    *,
    upright: bool = False,
) -> list[Solid]:
    """Several things of a kind: books piled up, anything else side by side.

    Args:
        kind: a key of ``PRINTS``.
        count: how many.
        at: where the first lies, ``(2,)`` in tile widths, and how far all are turned, in radians.
        fonts: font files to print with.
        rng: the only source of chance.
        upright: whether they stand, their faces towards the player.
    """
    start, turn = at
    height, things = 0.0, list[Solid]()
    right = np.array([np.cos(turn), np.sin(turn)])
    for number in range(count):
        beside = right * (0.0 if kind == "spine" else number * _SIZES[kind][1][0] * 1.05)
        thing = _thing(kind, start + beside, turn, height, fonts, rng, upright=upright)
        height += thing.size[1] if kind == "spine" else 0.0
        things.append(thing)
    return things


def _thing(
    kind: str,
    spot: Points,
    turn: float,
    base: float,
    fonts: Sequence[Path],
    rng: np.random.Generator,
    *,
    upright: bool = False,
) -> Solid:
    """A block with a printed face, lying or standing with it towards the player, ``base`` above the table."""
    least, most = _SIZES[kind]
    width, height, depth = (float(rng.uniform(a, b)) for a, b in zip(least, most, strict=True))
    if kind in {"die", "coin", "marker"}:
        height = width
    if kind == "die":
        depth = width
    ground = _ground(kind, rng)
    printer = Printer((width, height), ground, fonts, rng)
    PRINTS[kind](printer)
    along, away = np.array([np.cos(turn), np.sin(turn), 0]), np.array([-np.sin(turn), np.cos(turn), 0])
    above = np.array([0.0, 0.0, 1.0])
    axes = np.stack([along, above, -away] if upright else [along, away, above])
    return Solid(
        center=np.array([spot[0], spot[1], base + (height if upright else depth) / 2]),
        axes=axes,
        size=(width, height, depth),
        corner=width * 0.48
        if kind in {"coin", "marker"} and rng.random() < 0.7
        else width * float(rng.uniform(0.01, 0.06)),
        bevel=min(0.06, depth * 0.3),
        colours=(ground, ground),
        split=0.5,
        face=printer.picture,
        gloss=float(rng.uniform(0, 0.7)),
    )


def _ground(kind: str, rng: np.random.Generator) -> Colour:
    """Cards, dice and markers are mostly as pale as tiles; the rest has any colour."""
    if kind in {"playing card", "die", "marker"} and rng.random() < 0.75:
        red, green, blue = (float(v) for v in (rng.uniform(0.82, 0.98) + rng.normal(0, 0.02, 3)).clip(0, 0.99))
        return red, green, blue
    red, green, blue = (float(v) for v in (rng.uniform(0.05, 0.95) + rng.normal(0, 0.2, 3)).clip(0.03, 0.97))
    return red, green, blue
