"""Photos that people hand in and that show no hand, or more than one.

The program must answer each with one line.
"""

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
from training.scenes.desk import lay_group, thing
from training.scenes.optics import random_optics
from training.scenes.scenes import Settings, render, render_things
from training.scenes.solids import Picture, Solid, on_table
from training.tables.hands import hand_scene
from training.tables.placing import Placed, by_suit_and_number

#: The tiles that a mahjong program deals.
_BOX: Final = tuple(tile for tile in KINDS for _ in range(4))
#: Height in pixels of a tile on the screen of a mahjong program.
_TILE_PX: Final = 64
#: Width and height of the screen in pixels.
_SCREEN_PX: Final = (1280, 720)
#: The first discard of each player on the screen: at the bottom, right, top and left, x and y of
#: its upper left corner in pixels.
_DISCARDS_PX: Final = ((540, 410), (700, 330), (540, 240), (470, 330))


@dataclass(frozen=True, slots=True, eq=False)
class HandlessPhoto:
    """A photo that shows no hand on the table, or two."""

    image: Picture  # ``(h, w, 3)`` uint8 RGB
    # the tiles of the two hands, or of the hand on a screen. A reading may name no others.
    faces: tuple[str, ...] = ()


def _settings(rng: np.random.Generator, *, elevation: tuple[float, float]) -> Settings:
    """Draw the settings of a phone held by a person at the table.

    Args:
        rng: decides the settings.
        elevation: the least and the greatest elevation in degrees.
    """
    view = View(
        elevation=float(rng.uniform(*elevation)),
        azimuth=float(rng.normal(0, 10)),
        roll=float(rng.normal(0, 4)),
        distance=float(rng.uniform(18, 40)),
        fill=0.95,
        tile_px=(12.0, 120.0),
    )
    return Settings(view=view, optics=random_optics(rng), depth_behind=float(rng.uniform(10, 60)))


def books(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> HandlessPhoto:
    """Photograph two piles of books, their spines to the camera."""
    piles: list[Solid] = []
    for x in (-5.0, 5.0):
        count = int(rng.integers(4, 9))
        place = (np.array([x, 0.0]), 0.0)
        # Upright is the face of each solid, which is the spine. The books themselves lie flat.
        piles += lay_group("spine", count, place, design.fonts, rng, is_upright=True)
    return _photograph_things(piles, reach=(9.0, 5.0), elevation=(12, 40), rng=rng, size=size)


def keyboard(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> HandlessPhoto:
    """Photograph a keyboard from above."""
    solid = thing("keyboard", np.zeros(2), design.fonts, rng)
    return _photograph_things([solid], reach=(8.0, 4.0), elevation=(45, 88), rng=rng, size=size)


def cards(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> HandlessPhoto:
    """Photograph playing cards side by side, or fanned: each partly covers the card on its left."""
    count = int(rng.integers(5, 14))
    is_fan = rng.random() >= 0.5
    step = float(rng.uniform(0.7, 1.5)) if is_fan else 2.6
    bend = float(rng.uniform(0.0, 0.08)) if is_fan else 0.0
    placed_cards = []
    for number in range(count):
        along = number - count / 2
        x = along * step
        # The outer cards of a fan lie nearer to the player.
        y = -abs(along * np.sin(bend * along)) * step / 2
        base = 0.01 * number
        turn = -bend * along
        card = thing("playing card", np.array([x, y]), design.fonts, rng, turn=turn, base=base)
        # The cards of a pack are equally large.
        placed_cards.append(replace(card, size=(2.4, 3.4, 0.02)))
    reach = (step * count / 2 + 2, 4.0)
    return _photograph_things(placed_cards, reach=reach, elevation=(40, 88), rng=rng, size=size)


def _photograph_things(
    things: Sequence[Solid],
    reach: tuple[float, float],
    elevation: tuple[float, float],
    rng: np.random.Generator,
    size: tuple[int, int],
    faces: tuple[str, ...] = (),
) -> HandlessPhoto:
    """Photograph things on a table without tiles.

    Args:
        things: the things.
        reach: half of the width and of the depth of the area that the camera frames, in tile
            widths. The middle of the area is the origin.
        elevation: the least and the greatest elevation of the camera in degrees.
        rng: decides camera, light and noise.
        size: width and height of the picture in pixels.
        faces: the tiles of the hand that the things show, if any.
    """
    settings = _settings(rng, elevation=elevation)
    scene = render_things(things, np.array(reach), settings, rng, size)
    return HandlessPhoto(scene.image, faces)


def screen_game(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> HandlessPhoto:
    """Photograph a mahjong program on a screen.

    It shows a hand at the bottom, discards in the middle and three hands face down.
    """
    is_flat = bool(rng.random() < 0.5)
    face, hand = _draw_game(design, Random(int(rng.integers(2**31))))
    grey = (0.04, 0.04, 0.05)
    screen = on_table(
        (0, 0), size=(16.0, 9.0, 0.2), colour=grey, is_upright=not is_flat, corner=0.1, face=face
    )
    return _photograph_things(
        [screen],
        reach=(8.5, 5.0),
        elevation=(70, 90) if is_flat else (8, 25),
        rng=rng,
        size=size,
        faces=hand,
    )


def _draw_game(design: Design, rng: Random) -> tuple[Picture, tuple[str, ...]]:
    """The screen's picture, and the faces of the hand that it shows."""
    width, height = _SCREEN_PX
    ground = [rng.randrange(10, 60), rng.randrange(60, 110), 70]
    picture: Picture = np.full((height, width, 3), ground, np.uint8)
    stock = rng.sample(_BOX, len(_BOX))
    # Thirteen sorted tiles and the tile that was drawn.
    hand = [*sorted(stock[:13], key=by_suit_and_number), stock[13]]
    step = round(_TILE_PX / design.body.aspect) + 2
    left = (width - 14 * step) // 2
    for index, tile in enumerate(hand):
        x = left + index * step
        is_drawn_tile = index == 13
        if is_drawn_tile:
            x += step // 3
        _paste(picture, design.face(tile, _TILE_PX), x, 640)

    small_px = _TILE_PX * 2 // 3
    small_step = round(small_px / design.body.aspect) + 2
    # Each player's tiles are turned by a quarter more than those of the player before.
    for turns, start in enumerate(_DISCARDS_PX):
        for index in range(rng.randint(4, 12)):
            face = np.rot90(design.face(stock.pop(), small_px), turns)
            along_row = index % 6 * small_step
            from_first_row = index // 6 * (small_px + 2)
            x, y = _discard_place(start, turns, along_row, from_first_row)
            _paste(picture, face, x, y)

    # The other players' hands at the top and at both sides.
    back = design.face(BACK, small_px)
    for index in range(13):
        _paste(picture, back, 430 + index * small_step, 20)
        for x in (40, width - 100):
            _paste(picture, np.rot90(back), x, 90 + index * small_step)
    tiles_left = f"{rng.randrange(70)}"
    font = cv2.FONT_HERSHEY_SIMPLEX
    cv2.putText(picture, tiles_left, (600, 370), font, 1.2, (240, 240, 240), 2)
    return picture, tuple(hand)


def _discard_place(
    start: tuple[int, int], turns: int, along_row: int, from_first_row: int
) -> tuple[int, int]:
    """The upper left corner of a discard on the screen. All lengths are in pixels.

    Args:
        start: the same corner of the player's first discard.
        turns: of the tiles, in quarters counter-clockwise. 0 for the player at the bottom.
        along_row: distance from the first tile of the row.
        from_first_row: distance from the first row. Later rows are farther from the middle.
    """
    x, y = start
    if turns == 0:
        return x + along_row, y + from_first_row
    if turns == 1:
        return x + from_first_row, y + along_row
    if turns == 2:
        return x + along_row, y - from_first_row
    return x - from_first_row, y + along_row


def _paste(picture: Picture, tile: Picture, x: int, y: int) -> None:
    """Draw a tile into a picture, in place. The part beyond its lower and right edge is cut off."""
    part = picture[y : y + tile.shape[0], x : x + tile.shape[1]]
    part[:] = tile[: part.shape[0], : part.shape[1]]


def two_hands(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> HandlessPhoto:
    """Photograph two complete hands, one beyond or beside the other, nothing else on the table."""
    first_seed, second_seed = rng.integers(2**31, size=2).tolist()
    first = hand_scene(first_seed, "zung-jung", has_surroundings=False).placed
    second = hand_scene(second_seed, "zung-jung", has_surroundings=False).placed
    right = max(tile.x for tile in first)
    far = max(tile.y for tile in first)
    left = min(tile.x for tile in second)
    near = min(tile.y for tile in second)
    if rng.random() < 0.7:
        shift_x = 0.0
        shift_y = far - near + float(rng.uniform(3.5, 7.0))
    else:
        shift_x = right - left + float(rng.uniform(3.5, 6.0))
        shift_y = 0.0
    placed = list(first)
    for tile in second:
        x = tile.x + shift_x
        y = tile.y + shift_y
        # The second hand's groups are counted from 100, apart from the first hand's.
        placed.append(replace(tile, x=x, y=y, group=100 + tile.group))
    scene = render(placed, design, _settings(rng, elevation=(60, 88)), rng, size)
    return HandlessPhoto(scene.image, tuple(tile.tile for tile in placed))


def wall(rng: np.random.Generator, design: Design, size: tuple[int, int]) -> HandlessPhoto:
    """Photograph nothing but walls, two tiles high, as they are built before the deal."""
    length = 17
    has_sides = rng.random() < 0.5
    # Turn, x and y of each place.
    spots = [(0.0, index - length / 2, 0.0) for index in range(length)]
    if has_sides:
        spots += [(pi / 2, -length / 2 - 1.5, 1.5 + index) for index in range(length)]
        spots += [(pi / 2, length / 2 + 0.5, 1.5 + index) for index in range(length)]
    placed = []
    for turn, x, y in spots:
        for level in (0, 1):
            tile = str(rng.choice(KINDS))
            # A group and a role let the camera frame the tile.
            placed.append(
                Placed(tile, x, y, turn, level=level, pose="down", role="concealed", group=0)
            )
    return HandlessPhoto(
        render(placed, design, _settings(rng, elevation=(35, 80)), rng, size).image
    )


#: The kinds of handless photos.
HANDLESS: Final[
    dict[str, Callable[[np.random.Generator, Design, tuple[int, int]], HandlessPhoto]]
] = {
    "books": books,
    "keyboard": keyboard,
    "playing cards": cards,
    "game on a screen": screen_game,
    "two hands": two_hands,
    "wall": wall,
}
