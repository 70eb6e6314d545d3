"""Training scenes that the networks find hard: blank and slanted tiles, tables, clutter, rooms.

Each scene is a mixture drawn at random. ``HARD`` names the kinds and how often they come.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK, KINDS
from training.chance import draw_by_share
from training.faces.blanks import plastic
from training.faces.designs import Design
from training.scenes.camera import View
from training.scenes.desk import lay_things
from training.scenes.scenes import Scene, random_settings, render, render_things
from training.tables.layouts import draw_tiles, row, rows, standing_row
from training.tables.placing import Placed, is_clear
from training.tables.ways import WAYS, way_scene
from training.tables.whole import lay_table

#: Standing tiles with tall, repeated pictures. Cut in two by a slant they look like two lower
#: numbers.
_TALL: Final = ("4p", "6p", "8p", "9p", "2s", "4s", "6s", "8s")
#: Backs whose red, green and blue (from 0 to 1) all differ less than this from those of the face
#: look like blank faces.
_SIMILAR: Final = 0.15
#: The least and the greatest elevation of a camera above standing tiles, in degrees. Their faces
#: are upright, so this is the angle between the line of sight and the normal of a face.
_SLANTS: Final = (45.0, 74.0)
_Size = tuple[int, int]
_HardScene = Callable[[np.random.Generator, Design, _Size], Scene]


def hard_scene(rng: np.random.Generator, design: Design, size: _Size) -> Scene:
    """Render a scene of one of the kinds of ``HARD``.

    Args:
        rng: decides everything.
        design: the tile set.
        size: width and height of the picture in pixels.
    """
    render_kind = draw_by_share(rng, list(HARD.values()))
    return render_kind(rng, design, size)


def blank_scene(rng: np.random.Generator, design: Design, size: _Size) -> Scene:
    """Render rows of tiles, mostly on pale cloth, at times some of them face down.

    One to four are white dragons without ink or with a thin frame.
    """
    aspect = design.body.aspect
    layout = row if rng.random() < 0.6 else rows
    placed = layout(rng, aspect)
    if rng.random() < 0.3:
        placed = standing_row(rng, aspect)

    tiles = _with_whites(placed, rng)
    if rng.random() < 0.4:
        for place, tile in enumerate(tiles):
            if tile.pose == "up" and rng.random() < 0.2:
                tiles[place] = replace(tile, pose="down")
    blank_design = blank_whites(design, rng)
    body = blank_design.body
    difference = np.abs(np.subtract(body.face, body.back)).max()
    if difference < _SIMILAR:
        # Nothing distinguishes a back from a blank face. Such tiles would teach nothing but doubt.
        for place, tile in enumerate(tiles):
            if tile.pose == "down":
                tiles[place] = replace(tile, pose="up")
    settings = random_settings(rng)
    settings = replace(settings, holder="none", has_light_cloth=bool(rng.random() < 0.75))
    return render(_frame_all(tiles), blank_design, settings, rng, size)


def _with_whites(placed: Sequence[Placed], rng: np.random.Generator) -> list[Placed]:
    """Return the same tiles with one to four white dragons at random places.

    A tile set has four white dragons, and the reading of photos counts on that. So white dragons
    that were dealt to other places become green dragons.
    """
    places = rng.permutation(len(placed))
    white_places = set(places[: rng.integers(1, 5)].tolist())
    tiles = []
    for place, tile in enumerate(placed):
        if place in white_places:
            tiles.append(replace(tile, tile="5z"))
        elif tile.tile == "5z":
            tiles.append(replace(tile, tile="6z"))
        else:
            tiles.append(tile)
    return tiles


def blank_whites(design: Design, rng: np.random.Generator) -> Design:
    """Return a design with another white dragon, which shows nothing or a thin frame.

    In a quarter of the cases its backs get the colour of its faces.
    """
    height, width = design.pictures["5z"].shape[:2]
    face = (plastic(height, width, design.body.face, rng) * 255).astype(np.uint8)
    if rng.random() < 0.35:
        inset = round(width * float(rng.uniform(0.06, 0.18)))
        ink = (rng.uniform(0.0, 0.75, 3) * 255).tolist()
        line = max(1, round(width * float(rng.uniform(0.01, 0.04))))
        cv2.rectangle(face, (inset, inset), (width - inset, height - inset), ink, line)
    pictures = dict(design.pictures)
    pictures["5z"] = face
    body = design.body
    if rng.random() < 0.25:
        pictures[BACK] = (plastic(height, width, body.face, rng) * 255).astype(np.uint8)
        body = replace(body, back=body.face)
    return replace(design, pictures=pictures, body=body)


def _frame_all(placed: Sequence[Placed]) -> list[Placed]:
    """Return the same tiles in a group, so that the camera frames all of them."""
    return [replace(tile, group=0) for tile in placed]


def slanted_scene(rng: np.random.Generator, design: Design, size: _Size) -> Scene:
    """Render standing tiles seen from above, 45 to 74 degrees off the normals of their faces.

    Tall pictures come more often than others. In half of the scenes a row of other tiles lies
    before or behind them.
    """
    pool = [*KINDS, *_TALL * 6]
    count = int(rng.integers(4, 15))
    tiles = [str(tile) for tile in rng.choice(pool, count)]
    gap = float(rng.choice([0.0, 0.02, 0.06]))
    placed: list[Placed] = []
    for number, tile in enumerate(tiles):
        y = float(rng.normal(0, 0.02))
        turn = float(rng.normal(0, 0.02))
        placed.append(Placed(tile, number * (1 + gap), y, turn, pose="standing", group=0))
    if rng.random() < 0.5:
        is_before = rng.random() < 0.5
        if is_before:
            y = -design.body.aspect - float(rng.uniform(0.4, 1.5))
        else:
            y = float(rng.uniform(2.6, 4))
        for number, tile in enumerate(draw_tiles(rng, int(rng.integers(1, 8)))):
            placed.append(Placed(tile, number * 1.04 + 1, y, group=0))
    settings = random_settings(rng)
    settings = replace(settings, holder="rack" if rng.random() < 0.3 else "none")
    elevation = float(rng.uniform(*_SLANTS))
    view = replace(settings.view, elevation=elevation, azimuth=float(rng.normal(0, 14)))
    return render(placed, design, replace(settings, view=view), rng, size)


def club_scene(rng: np.random.Generator, design: Design, size: _Size) -> Scene:
    """Render a hand laid in one of the ways of ``ways``, markers and clutter beside it."""
    way = WAYS[int(rng.integers(len(WAYS)))]
    hand = way_scene(Random(int(rng.integers(2**31))), way)
    settings = replace(random_settings(rng), holder="none", markers=hand.markers)
    view = settings.view
    if any(tile.pose == "standing" for tile in hand.placed):
        elevation = float(rng.uniform(35, 74))
        view = replace(view, elevation=elevation, azimuth=float(rng.normal(0, 12)))
    settings = replace(settings, view=view, has_light_cloth=bool(rng.random() < 0.25))
    return render(hand.placed, _maybe_blank(design, rng, probability=0.4), settings, rng, size)


def cluttered_scene(rng: np.random.Generator, design: Design, size: _Size) -> Scene:
    """Render a row of tiles among many printed things."""
    settings = replace(random_settings(rng), holder="none", thing_count=int(rng.integers(6, 14)))
    placed = _frame_all(row(rng, design.body.aspect))
    return render(placed, design, settings, rng, size)


def room_scene(rng: np.random.Generator, design: Design, size: _Size) -> Scene:
    """Render a desk or table without any tile."""
    view = _view(rng, elevation=(25, 88), fill=(0.9, 1.6), around=25, distance=(12, 45))
    if rng.random() < 0.15:
        view = replace(view, roll=float(rng.uniform(-180, 180)))
    settings = replace(random_settings(rng), view=view, has_light_cloth=bool(rng.random() < 0.3))
    reach = np.array([float(rng.uniform(6, 16)), float(rng.uniform(5, 12))])
    count = int(rng.integers(3, 20))
    area = (-reach, reach)
    clutter = lay_things(count, obstacles=(), area=area, fonts=design.fonts, rng=rng)
    return render_things(clutter, reach, settings, rng, size)


def _view(
    rng: np.random.Generator,
    *,
    elevation: tuple[float, float],
    fill: tuple[float, float],
    around: float = 12,
    distance: tuple[float, float] = (18, 55),
) -> View:
    """The view of a phone held by somebody at the table.

    Args:
        rng: decides everything.
        elevation: the range of the degrees above the table.
        fill: the range of the share of the picture that the tiles fill.
        around: the standard deviation of the degrees to the left or right of the player's side.
        distance: the range of the distance in tile widths.
    """
    return View(
        elevation=float(rng.uniform(*elevation)),
        azimuth=float(rng.normal(0, around)),
        roll=float(rng.normal(0, 6)),
        distance=float(np.exp(rng.uniform(*np.log(distance)))),
        fill=float(rng.uniform(*fill)),
        tile_px=(12.0, 90.0),
        offset=(float(rng.normal(0, 0.06)), float(rng.normal(0, 0.06))),
    )


def table_scene(rng: np.random.Generator, design: Design, size: _Size) -> Scene:
    """Render a whole table seen from the player's seat, or the near part of it."""
    table, half_side = lay_table(Random(int(rng.integers(2**31))))
    is_whole = rng.random() < 0.5
    # The camera frames the tiles that have a group, which only those of the near hand have.
    placed = _frame_all(table) if is_whole else table
    if any(tile.pose == "standing" and tile.role == "concealed" for tile in placed):
        # The player looks down upon the row at the edge of the table.
        elevation = _SLANTS
    else:
        is_from_above = rng.random() < 0.12
        elevation = (72.0, 88.0) if is_from_above else (26.0, 62.0)
    view = _view(rng, elevation=elevation, fill=(0.8, 1.08) if is_whole else (0.6, 0.95))
    if not is_whole:
        view = replace(view, offset=(view.offset[0], float(rng.uniform(-0.05, 0.25))))
    settings = random_settings(rng)
    settings = replace(
        settings,
        view=replace(view, tile_px=(8.0, 110.0), distortion=float(rng.normal(0, 0.02))),
        thing_count=0,
        has_rail=False,
        holder="none",
        has_light_cloth=bool(rng.random() < 0.1),
        automatic_half_side=half_side,
        has_shelf=bool(rng.random() < 0.3),
    )
    return render(placed, _maybe_blank(design, rng, probability=0.6), settings, rng, size)


def loose_scene(rng: np.random.Generator, design: Design, size: _Size) -> Scene:
    """Render up to 14 standing tiles that belong to no hand, often before a shelf of books.

    They are scattered, or in a row with or without gaps.
    """
    tiles = draw_tiles(rng, int(rng.integers(4, 15)))
    # More white dragons than a box of tiles gives, because many of them are made blank below.
    tiles = ["5z" if rng.random() < 0.08 else tile for tile in tiles]
    lay = _scatter if rng.random() < 0.55 else _lay_loose_row
    # In radians, the turn of the row, or the mean turn of scattered tiles.
    turn = float(rng.normal(0, 0.35))
    # The gap before each tile, in tile widths. A gap about as wide as a tile is dark, and looks
    # like a tile that shows its back.
    gap_widths = rng.uniform(0.2, 1.4, len(tiles))
    chances = rng.random(len(tiles))
    share_of_gaps = rng.choice([0.0, 0.3, 0.7])
    gaps = np.where(chances < share_of_gaps, gap_widths, 0.0)
    placed = lay(tiles, turn, gaps, rng)
    settings = random_settings(rng)
    settings = replace(
        settings,
        view=_view(rng, elevation=(18, 62), fill=(0.3, 0.9), around=22),
        thing_count=0,
        holder="none",
        depth_behind=float(rng.uniform(2, 14)),
        has_shelf=bool(rng.random() < 0.6),
    )
    return render(placed, _maybe_blank(design, rng, probability=0.6), settings, rng, size)


def _scatter(
    tiles: Sequence[str], turn: float, gaps: NDArray[np.float64], rng: np.random.Generator
) -> list[Placed]:
    """Stand tiles anywhere, each turned a little differently.

    Args:
        tiles: the faces.
        turn: the mean turn of the tiles, in radians.
        gaps: not used. Only tiles in a row have gaps.
        rng: decides places and turns.
    """
    del gaps
    placed: list[Placed] = []
    for tile in tiles:
        x = float(rng.uniform(-5.5, 5.5))
        y = float(rng.uniform(-3.5, 4.5))
        own_turn = turn + float(rng.normal(0, 0.18))
        spot = Placed(tile, x, y, own_turn, pose="standing", group=0)
        # A standing tile takes less than a tile width of the table's depth. So it counts as a disc
        # of one tile width. Some tiles may overlap a little.
        clear = float(rng.uniform(-0.3, 0.6))
        if is_clear(spot, placed, clear, length=1.0):
            placed.append(spot)
    return placed


def _lay_loose_row(
    tiles: Sequence[str], turn: float, gaps: NDArray[np.float64], rng: np.random.Generator
) -> list[Placed]:
    """Stand tiles in a row through the origin.

    Args:
        tiles: the faces, from left to right.
        turn: of the row, in radians counter-clockwise seen from above.
        gaps: ``(n,)`` the gap before each tile, in tile widths.
        rng: decides small shifts.
    """
    cos = float(np.cos(turn))
    sin = float(np.sin(turn))
    placed: list[Placed] = []
    for number, tile in enumerate(tiles):
        # The distance from the middle of a row without gaps grows by a factor, which is drawn anew
        # for each tile.
        stretch = 1 + abs(float(rng.normal(0, 0.01)))
        along = (number - len(tiles) / 2) * stretch + float(gaps[: number + 1].sum())
        across = float(rng.normal(0, 0.02))
        x = along * cos - across * sin
        y = along * sin + across * cos
        placed.append(Placed(tile, x, y, turn, pose="standing", group=0))
    return placed


def _maybe_blank(design: Design, rng: np.random.Generator, *, probability: float) -> Design:
    """With a probability, replace the white dragon of a design by a blank white dragon."""
    return blank_whites(design, rng) if rng.random() < probability else design


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
