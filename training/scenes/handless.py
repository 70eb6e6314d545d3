"""Photos that people hand in and that show no hand, or more than one: what the program must answer with one line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import pi
from random import Random
from typing import Final

import cv2
import numpy as np

from hu.scoring.tiles import BACK, KINDS
from training.faces.designs import Design
from training.scenes.camera import View
from training.scenes.desk import alike, thing
from training.scenes.optics import random_optics
from training.scenes.scenes import Settings, render, render_things
from training.scenes.solids import Picture, Solid, on_table
from training.tables.hands import hand_scene
from training.tables.placing import Placed

#: A set's tiles as often as a program deals them.
_DEALT: Final = tuple(tile for tile in KINDS for _ in range(4))
#: Height in pixels of a tile on a screen, and of the screen in pixels.
_TILE_PX: Final = 64
_SCREEN_PX: Final = (1280, 720)


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """Such a photo."""

    image: Picture  # ``(h, w, 3)`` uint8 RGB
    faces: tuple[
        str, ...
    ] = ()  # of the tiles that it shows to its taker: all that a reading may name


def _settings(rng: np.random.Generator, elevation: tuple[float, float]) -> Settings:
    """A phone held over the table by a person who sits at it, at an elevation between two in degrees."""
    view = View(
        elevation=float(rng.uniform(*elevation)),
        azimuth=float(rng.normal(0, 10)),
        roll=float(rng.normal(0, 4)),
        distance=float(rng.uniform(18, 40)),
        fill=0.95,
        tile_px=(12.0, 120.0),
    )
    return Settings(view=view, optics=random_optics(rng), far=float(rng.uniform(10, 60)))


def books(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> Shown:
    """Two piles of books, their spines to the camera."""
    books = [
        book
        for x in (-5.0, 5.0)
        for book in alike(
            "spine",
            int(rng.integers(4, 9)),
            (np.array([x, 0.0]), 0.0),
            design.fonts,
            rng,
            upright=True,
        )
    ]
    return _show_things(books, (9.0, 5.0), (12, 40), rng, size)


def keyboard(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> Shown:
    """A keyboard from above."""
    return _show_things(
        [thing("keyboard", np.zeros(2), design.fonts, rng)], (8.0, 4.0), (45, 88), rng, size
    )


def cards(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> Shown:
    """A hand of playing cards: side by side, or fanned so that each covers part of the one before it."""
    count = int(rng.integers(5, 14))
    step = 2.6 if rng.random() < 0.5 else float(rng.uniform(0.7, 1.5))
    bend = 0.0 if step > 2 else float(rng.uniform(0.0, 0.08))
    placed = []
    for number in range(count):
        along = number - count / 2
        spot = np.array([along * step, -abs(along * np.sin(bend * along)) * step / 2])
        base = 0.01 * number
        card = thing("playing card", spot, design.fonts, rng, turn=-bend * along, base=base)
        placed.append(replace(card, size=(2.4, 3.4, 0.02)))
    return _show_things(placed, (step * count / 2 + 2, 4.0), (40, 88), rng, size)


def _show_things(
    things: Sequence[Solid],
    reach: tuple[float, float],
    elevation: tuple[float, float],
    rng: np.random.Generator,
    size: tuple[int, int],
    faces: tuple[str, ...] = (),
) -> Shown:
    return Shown(
        render_things(things, np.array(reach), _settings(rng, elevation), rng, size).image, faces
    )


def screen_game(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> Shown:
    """A mahjong program on a screen: a hand at the bottom, discards in the middle, three hands face down."""
    flat = bool(rng.random() < 0.5)
    face, hand = _draw_game(design, Random(int(rng.integers(2**31))))
    solid = on_table(
        (0, 0), (16.0, 9.0, 0.2), (0.04, 0.04, 0.05), upright=not flat, corner=0.1, face=face
    )
    return _show_things([solid], (8.5, 5.0), (70, 90) if flat else (8, 25), rng, size, hand)


def _draw_game(design: Design, rng: Random) -> tuple[Picture, tuple[str, ...]]:
    width, height = _SCREEN_PX
    picture: Picture = np.full(
        (height, width, 3), [rng.randrange(10, 60), rng.randrange(60, 110), 70], np.uint8
    )
    dealt = rng.sample(_DEALT, len(_DEALT))
    hand = [*sorted(dealt[:13], key=lambda tile: (tile[1], tile[0])), dealt[13]]
    step = round(_TILE_PX / design.body.aspect) + 2
    left = (width - 14 * step) // 2
    for index, tile in enumerate(hand):
        _paste(
            picture,
            design.face(tile, _TILE_PX),
            left + index * step + (step // 3 if index == 13 else 0),
            640,
        )
    small = _TILE_PX * 2 // 3
    beside = round(small / design.body.aspect) + 2
    for turns, (x, y) in enumerate(((540, 410), (700, 330), (540, 240), (470, 330))):
        for index in range(rng.randint(4, 12)):
            face = np.rot90(design.face(dealt.pop(), small), turns)
            right, down = index % 6 * beside, index // 6 * (small + 2)
            dx, dy = ((right, down), (down, right), (right, -down), (-down, right))[turns]
            _paste(picture, face, x + dx, y + dy)
    for index in range(13):
        back = design.face(BACK, small)
        _paste(picture, back, 430 + index * beside, 20)
        for x in (40, width - 100):
            _paste(picture, np.rot90(back), x, 90 + index * beside)
    cv2.putText(
        picture,
        f"{rng.randrange(70)}",
        (600, 370),
        cv2.FONT_HERSHEY_SIMPLEX,
        1.2,
        (240, 240, 240),
        2,
    )
    return picture, tuple(hand)


def _paste(picture: Picture, tile: Picture, x: int, y: int) -> None:
    part = picture[y : y + tile.shape[0], x : x + tile.shape[1]]
    part[:] = tile[: part.shape[0], : part.shape[1]]


def two_hands(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> Shown:
    """Two complete hands, one beyond the other or beside it, nothing else on the table."""
    numbers = rng.integers(2**31, size=2)
    first, second = (
        hand_scene(int(number), "zung-jung", around=False).placed for number in numbers
    )
    right, far = max(tile.x for tile in first), max(tile.y for tile in first)
    left, near = min(tile.x for tile in second), min(tile.y for tile in second)
    if rng.random() < 0.7:
        shift = (0.0, far - near + float(rng.uniform(3.5, 7.0)))
    else:
        shift = (right - left + float(rng.uniform(3.5, 6.0)), 0.0)
    moved = [
        replace(tile, x=tile.x + shift[0], y=tile.y + shift[1], group=100 + tile.group)
        for tile in second
    ]
    scene = render([*first, *moved], design, _settings(rng, (60, 88)), rng, size)
    return Shown(scene.image, tuple(tile.tile for tile in (*first, *moved)))


def wall(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> Shown:
    """Nothing but walls, two tiles high, as they are built before the deal."""
    length, around = 17, rng.random() < 0.5
    spots = [(0.0, index - length / 2, 0.0) for index in range(length)]
    if around:
        spots += [(pi / 2, -length / 2 - 1.5, 1.5 + index) for index in range(length)]
        spots += [(pi / 2, length / 2 + 0.5, 1.5 + index) for index in range(length)]
    placed = [
        Placed(str(rng.choice(KINDS)), x, y, turn, level, "down", "concealed", 0)
        for turn, x, y in spots
        for level in (0, 1)
    ]
    return Shown(render(placed, design, _settings(rng, (35, 80)), rng, size).image)


#: What such a photo may show.
HANDLESS: Final[dict[str, Callable[[np.random.Generator, Design, tuple[int, int]], Shown]]] = {
    "books": books,
    "keyboard": keyboard,
    "playing cards": cards,
    "game on a screen": screen_game,
    "two hands": two_hands,
    "wall": wall,
}
