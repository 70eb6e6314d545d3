"""Training scenes of what the networks find hard: blank and slanted tiles, whole tables, clutter, rooms.

Each scene is a mixture drawn at random; ``HARD`` names the kinds and how often they come.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

import cv2
import numpy as np

from hu.scoring.tiles import BACK, KINDS
from training.faces.blanks import plastic
from training.faces.designs import Design
from training.scenes.camera import View
from training.scenes.desk import things
from training.scenes.scenes import Scene, random_settings, render, render_things
from training.tables.layouts import draw_tiles, row, rows, standing_row
from training.tables.placing import Placed, is_clear
from training.tables.ways import WAYS, way_scene
from training.tables.whole import lay_table

#: Standing tiles with tall, repeated pictures: cut in two by a slant they look like two lower numbers.
_TALL: Final = ("4p", "6p", "8p", "9p", "2s", "4s", "6s", "8s")
#: Backs that differ less than this from the face in every colour, of 1, look like blank faces.
_ALIKE: Final = 0.15
#: Degrees between the line of sight and the normal of a standing face.
_SLANTS: Final = (45.0, 74.0)
_HardScene = Callable[[np.random.Generator, Design, tuple[int, int]], Scene]


def hard_scene(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> Scene:
    """A scene of one of the kinds of ``HARD``."""
    kinds = list(HARD.values())
    kind = kinds[rng.choice(len(kinds), p=[share for _, share in kinds])][0]
    return kind(rng, design, size)


def blank_scene(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> Scene:
    """White dragons without ink or with a thin frame, and backs, in rows on pale cloth."""
    aspect = design.body.aspect
    placed = (row if rng.random() < 0.6 else rows)(rng, aspect)
    if rng.random() < 0.3:
        placed = standing_row(rng, aspect)
    # A set has four of them, and the reader counts on it: those that were dealt become green dragons.
    whites_at = set(rng.permutation(len(placed))[: rng.integers(1, 5)].tolist())
    dealt = [replace(tile, tile="6z") if tile.tile == "5z" else tile for tile in placed]
    blank = [replace(tile, tile="5z") if k in whites_at else tile for k, tile in enumerate(dealt)]
    if rng.random() < 0.4:
        blank = [
            replace(t, pose="down") if t.pose == "up" and rng.random() < 0.2 else t for t in blank
        ]
    whites = blank_whites(design, rng)
    if np.abs(np.subtract(whites.body.face, whites.body.back)).max() < _ALIKE:
        # Nothing tells a back from a blank face there: such tiles would teach nothing but doubt.
        blank = [replace(t, pose="up") if t.pose == "down" else t for t in blank]
    settings = replace(random_settings(rng), holder="none", light_cloth=bool(rng.random() < 0.75))
    return render([replace(t, group=0) for t in blank], whites, settings, rng, size)


def blank_whites(design: Design, rng: np.random.Generator) -> Design:
    """The same set with a white dragon that shows nothing, or a thin frame; its back as pale as its face at times."""
    height, width = design.pictures["5z"].shape[:2]
    face = (plastic(height, width, design.body.face, rng) * 255).astype(np.uint8)
    if rng.random() < 0.35:
        inset = round(width * float(rng.uniform(0.06, 0.18)))
        ink = [float(v) for v in rng.uniform(0.0, 0.75, 3) * 255]
        corner = (width - inset, height - inset)
        cv2.rectangle(
            face, (inset, inset), corner, ink, max(1, round(width * float(rng.uniform(0.01, 0.04))))
        )
    pictures = dict(design.pictures) | {"5z": face}
    body = design.body
    if rng.random() < 0.25:
        pictures[BACK] = (plastic(height, width, body.face, rng) * 255).astype(np.uint8)
        body = replace(body, back=body.face)
    return replace(design, pictures=pictures, body=body)


def slanted_scene(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> Scene:
    """Standing tiles seen from above, 45 to 74 degrees off their faces, tall pictures more often than others."""
    pool = [*KINDS, *_TALL * 6]
    count = int(rng.integers(4, 15))
    tiles = [str(tile) for tile in rng.choice(pool, count)]
    gap = float(rng.choice([0.0, 0.02, 0.06]))
    placed = [
        Placed(
            tile,
            k * (1 + gap),
            float(rng.normal(0, 0.02)),
            float(rng.normal(0, 0.02)),
            pose="standing",
            group=0,
        )
        for k, tile in enumerate(tiles)
    ]
    if rng.random() < 0.5:
        y = (
            -design.body.aspect - float(rng.uniform(0.4, 1.5))
            if rng.random() < 0.5
            else float(rng.uniform(2.6, 4))
        )
        placed += [
            Placed(t, k * 1.04 + 1, y, group=0)
            for k, t in enumerate(draw_tiles(rng, int(rng.integers(1, 8))))
        ]
    settings = replace(random_settings(rng), holder="rack" if rng.random() < 0.3 else "none")
    view = replace(
        settings.view, elevation=float(rng.uniform(*_SLANTS)), azimuth=float(rng.normal(0, 14))
    )
    return render(placed, design, replace(settings, view=view), rng, size)


def club_scene(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> Scene:
    """A hand laid in one of the ways of ``ways``, markers and clutter beside it."""
    way = WAYS[int(rng.integers(len(WAYS)))]
    hand = way_scene(Random(int(rng.integers(2**31))), way)
    settings = replace(random_settings(rng), holder="none", markers=hand.markers)
    view = settings.view
    if any(tile.pose == "standing" for tile in hand.placed):
        view = replace(view, elevation=float(rng.uniform(35, 74)), azimuth=float(rng.normal(0, 12)))
    settings = replace(settings, view=view, light_cloth=bool(rng.random() < 0.25))
    return render(hand.placed, _maybe_blank(design, 0.4, rng), settings, rng, size)


def cluttered_scene(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> Scene:
    """A row of tiles among many printed things."""
    settings = replace(random_settings(rng), holder="none", things=int(rng.integers(6, 14)))
    return render(
        [replace(t, group=0) for t in row(rng, design.body.aspect)], design, settings, rng, size
    )


def room_scene(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> Scene:
    """A desk or table without any tile."""
    view = _view(rng, (25, 88), fill=(0.9, 1.6), around=25, distance=(12, 45))
    if rng.random() < 0.15:
        view = replace(view, roll=float(rng.uniform(-180, 180)))
    settings = replace(random_settings(rng), view=view, light_cloth=bool(rng.random() < 0.3))
    reach = np.array([float(rng.uniform(6, 16)), float(rng.uniform(5, 12))])
    about = things(int(rng.integers(3, 20)), (), (-reach, reach), design.fonts, rng)
    return render_things(about, reach, settings, rng, size)


def _view(
    rng: np.random.Generator,
    elevation: tuple[float, float],
    *,
    fill: tuple[float, float],
    around: float = 12,
    distance: tuple[float, float] = (18, 55),
) -> View:
    """A phone held by somebody at the table, about ``around`` degrees off the player's side."""
    return View(
        elevation=float(rng.uniform(*elevation)),
        azimuth=float(rng.normal(0, around)),
        roll=float(rng.normal(0, 6)),
        distance=float(np.exp(rng.uniform(*np.log(distance)))),
        fill=float(rng.uniform(*fill)),
        tile_px=(12.0, 90.0),
        offset=(float(rng.normal(0, 0.06)), float(rng.normal(0, 0.06))),
    )


def table_scene(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> Scene:
    """A whole table seen from the player's seat, or the near part of it."""
    table, half = lay_table(Random(int(rng.integers(2**31))))
    all_of_it = rng.random() < 0.5
    placed = [replace(tile, group=0) if all_of_it else tile for tile in table]
    if any(tile.pose == "standing" and tile.role == "concealed" for tile in placed):
        # The player looks down upon the row at the edge of the table.
        elevation = _SLANTS
    else:
        elevation = (72.0, 88.0) if rng.random() < 0.12 else (26.0, 62.0)
    view = _view(rng, elevation, fill=(0.8, 1.08) if all_of_it else (0.6, 0.95))
    if not all_of_it:
        view = replace(view, offset=(view.offset[0], float(rng.uniform(-0.05, 0.25))))
    settings = replace(
        random_settings(rng),
        view=replace(view, tile_px=(8.0, 110.0), distortion=float(rng.normal(0, 0.02))),
        things=0,
        rail=False,
        holder="none",
        light_cloth=bool(rng.random() < 0.1),
        automatic=half,
        shelf=bool(rng.random() < 0.3),
    )
    return render(placed, _maybe_blank(design, 0.6, rng), settings, rng, size)


def loose_scene(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> Scene:
    """Standing tiles, scattered or in a row with or without gaps, turned a little each, before a shelf of books."""
    tiles = draw_tiles(rng, int(rng.integers(4, 15)))
    tiles = ["5z" if rng.random() < 0.08 else tile for tile in tiles]
    scattered, turn = rng.random() < 0.55, float(rng.normal(0, 0.35))
    # Gaps about as wide as a tile are dark, and look like one that shows its back.
    gaps = rng.uniform(0.2, 1.4, len(tiles)) * (
        rng.random(len(tiles)) < rng.choice([0.0, 0.3, 0.7])
    )
    placed: list[Placed] = []
    for number, tile in enumerate(tiles):
        if scattered:
            x, y = float(rng.uniform(-5.5, 5.5)), float(rng.uniform(-3.5, 4.5))
            spot = Placed(tile, x, y, turn + float(rng.normal(0, 0.18)), pose="standing", group=0)
            # Standing tiles are as deep as lying ones are long, so what is clear lying is clear standing.
            if not is_clear(spot, placed, float(rng.uniform(-0.3, 0.6)), 1.0):
                continue
        else:
            along = (number - len(tiles) / 2) * (1 + abs(float(rng.normal(0, 0.01)))) + float(
                gaps[: number + 1].sum()
            )
            jitter = float(rng.normal(0, 0.02))
            cos, sin = float(np.cos(turn)), float(np.sin(turn))
            spot = Placed(
                tile,
                along * cos - jitter * sin,
                along * sin + jitter * cos,
                turn,
                pose="standing",
                group=0,
            )
        placed.append(spot)
    settings = replace(
        random_settings(rng),
        view=_view(rng, (18, 62), fill=(0.3, 0.9), around=22),
        things=0,
        holder="none",
        far=float(rng.uniform(2, 14)),
        shelf=bool(rng.random() < 0.6),
    )
    return render(placed, _maybe_blank(design, 0.6, rng), settings, rng, size)


def _maybe_blank(design: Design, often: float, rng: np.random.Generator) -> Design:
    return blank_whites(design, rng) if rng.random() < often else design


#: The kinds of hard scenes, and how often they come.
HARD: Final[dict[str, tuple[_HardScene, float]]] = {
    "blank": (blank_scene, 0.16),
    "slanted": (slanted_scene, 0.12),
    "club": (club_scene, 0.12),
    "cluttered": (cluttered_scene, 0.08),
    "room": (room_scene, 0.12),
    "table": (table_scene, 0.22),
    "loose": (loose_scene, 0.18),
}
