"""Photos that people hand in and that show no hand, or more than one: what the program must answer with one line."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import pi
from pathlib import Path
from random import Random
from typing import Final

import cv2
import numpy as np

from hu.scoring.tiles import BACK, KINDS
from hu.vision.training.faces.designs import Design
from hu.vision.training.scenes.camera import View
from hu.vision.training.scenes.desk import alike
from hu.vision.training.scenes.optics import random_optics
from hu.vision.training.scenes.scenes import Settings, render, render_things
from hu.vision.training.scenes.solids import Picture, Solid
from hu.vision.training.tables.hands import hand_scene
from hu.vision.training.tables.placing import Placed

#: Where the pips of a card lie, in shares of its sides, by their number.
_COLUMNS: Final = (0.32, 0.68)
_PIPS: Final = {
    1: ((0.5, 0.5),),
    2: tuple((0.5, y) for y in (0.2, 0.8)),
    3: tuple((0.5, y) for y in (0.2, 0.5, 0.8)),
    4: tuple((x, y) for x in _COLUMNS for y in (0.2, 0.8)),
    5: (*((x, y) for x in _COLUMNS for y in (0.2, 0.8)), (0.5, 0.5)),
    6: tuple((x, y) for x in _COLUMNS for y in (0.2, 0.5, 0.8)),
    7: (*((x, y) for x in _COLUMNS for y in (0.2, 0.5, 0.8)), (0.5, 0.35)),
    8: (*((x, y) for x in _COLUMNS for y in (0.2, 0.5, 0.8)), (0.5, 0.35), (0.5, 0.65)),
    9: (*((x, y) for x in _COLUMNS for y in (0.2, 0.4, 0.6, 0.8)), (0.5, 0.5)),
    10: (*((x, y) for x in _COLUMNS for y in (0.2, 0.4, 0.6, 0.8)), (0.5, 0.3), (0.5, 0.7)),
}
#: A set's tiles as often as a program deals them.
_DEALT: Final = tuple(tile for tile in KINDS for _ in range(4))
#: Height in pixels of a tile on a screen, and of the screen in pixels.
_TILE_PX: Final = 64
_SCREEN_PX: Final = (1280, 720)


@dataclass(frozen=True, slots=True)
class Handless:
    """What such photos are taken with.

    Attributes:
        rng: the only source of chance.
        design: the tile set, its tiles of usual proportions.
        fonts: font files to print with.
        size: width and height in pixels.
    """

    rng: np.random.Generator
    design: Design
    fonts: tuple[Path, ...]
    size: tuple[int, int]

    def view(self, elevation: tuple[float, float], fill: float = 0.95) -> Settings:
        """A phone held over the table by a person who sits at it, at an elevation between two in degrees."""
        rng = self.rng
        view = View(
            elevation=float(rng.uniform(*elevation)),
            azimuth=float(rng.normal(0, 10)),
            roll=float(rng.normal(0, 4)),
            distance=float(rng.uniform(18, 40)),
            fill=fill,
            tile_px=(12.0, 120.0),
        )
        return Settings(view=view, optics=random_optics(rng), fonts=self.fonts, far=float(rng.uniform(10, 60)))


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """Such a photo.

    Attributes:
        image: ``(h, w, 3)`` uint8 RGB.
        faces: of the tiles that it shows to its taker: all that a reading may name.
    """

    image: Picture
    faces: tuple[str, ...] = ()


def books(of: Handless) -> Shown:
    """Two piles of books, their spines to the camera."""
    piles = [alike("spine", int(of.rng.integers(4, 9)), _at(x), of.fonts, of.rng, upright=True) for x in (-5.0, 5.0)]
    return _of_things(of, [book for pile in piles for book in pile], (9.0, 5.0), (12, 40))


def keyboard(of: Handless) -> Shown:
    """A keyboard from above."""
    return _of_things(of, alike("keyboard", 1, _at(0.0), of.fonts, of.rng), (8.0, 4.0), (45, 88))


def cards(of: Handless) -> Shown:
    """A hand of playing cards: side by side, or fanned so that each covers part of the one before it."""
    count, rng = int(of.rng.integers(5, 14)), of.rng
    step = 2.6 if rng.random() < 0.5 else float(rng.uniform(0.7, 1.5))
    bend = 0.0 if step > 2 else float(rng.uniform(0.0, 0.08))
    deck = rng.permutation(52)[:count]
    placed = [_card(int(number), index - count / 2, step, bend) for index, number in enumerate(deck)]
    return _of_things(of, placed, (step * count / 2 + 2, 4.0), (40, 88))


def _card(number: int, along: float, step: float, bend: float) -> Solid:
    """A card of a hand, ``along`` cards to the right of its middle, turned by ``bend`` radians for each."""
    turn = -bend * along
    cos, sin = float(np.cos(turn)), float(np.sin(turn))
    return Solid(
        center=np.array([along * step, -abs(along) * step * abs(sin) / 2, 0.02 + 0.01 * (along + 7)]),
        axes=np.array([[cos, sin, 0.0], [-sin, cos, 0.0], [0.0, 0.0, 1.0]]),
        size=(2.4, 3.4, 0.02),
        corner=0.15,
        bevel=0.005,
        colours=((0.95, 0.95, 0.93),) * 2,
        split=0.5,
        face=card_picture(*divmod(number, 13)),
        gloss=0.4,
    )


def card_picture(suit: int, rank: int) -> Picture:
    """The face of a playing card, ``(340, 240, 3)`` uint8 RGB: suits 0 to 3, ranks 0 to 12 from the ace."""
    ink = (190, 20, 30) if suit in (1, 2) else (20, 20, 25)
    picture: Picture = np.full((340, 240, 3), 246, np.uint8)
    for _ in range(2):
        cv2.putText(picture, "A23456789TJQK"[rank], (10, 42), cv2.FONT_HERSHEY_DUPLEX, 1.2, ink, 3, cv2.LINE_AA)
        _suit(picture, suit, (22, 66), 13, ink)
        picture = np.ascontiguousarray(picture[::-1, ::-1])
    if rank > 9:
        cv2.rectangle(picture, (48, 40), (192, 300), (30, 60, 140), 2)
        cv2.putText(picture, "A23456789TJQK"[rank], (80, 205), cv2.FONT_HERSHEY_TRIPLEX, 3.4, ink, 6, cv2.LINE_AA)
    for x, y in _PIPS.get(rank + 1, ()):
        _suit(picture, suit, (round(240 * x), round(340 * y)), 26 if rank else 60, ink)
    return picture


def _suit(picture: Picture, suit: int, at: tuple[int, int], size: int, ink: tuple[int, int, int]) -> None:
    """Draw spades, hearts, diamonds or clubs of about ``2 * size`` pixels around a point."""
    x, y = at
    half = size // 2
    if suit == 2:
        _fill(picture, [(x, y - size), (x + 3 * size // 4, y), (x, y + size), (x - 3 * size // 4, y)], ink)
        return
    if suit in (0, 1):
        sense = 1 if suit else -1
        for side in (-half, half):
            cv2.circle(picture, (x + side, y - sense * half // 2), half, ink, -1, cv2.LINE_AA)
        _fill(
            picture, [(x - size, y - sense * half // 4), (x + size, y - sense * half // 4), (x, y + sense * size)], ink
        )
    else:
        for dx, dy in ((0, -half), (-half, half // 3), (half, half // 3)):
            cv2.circle(picture, (x + dx, y + dy), round(half * 0.9), ink, -1, cv2.LINE_AA)
    if suit != 1:
        _fill(picture, [(x, y), (x + half // 2, y + size), (x - half // 2, y + size)], ink)


def _fill(picture: Picture, points: Sequence[tuple[int, int]], ink: tuple[int, int, int]) -> None:
    cv2.fillPoly(picture, [np.array(points, np.int32)], ink, cv2.LINE_AA)


def _at(x: float) -> tuple[np.ndarray[tuple[int], np.dtype[np.float64]], float]:
    return np.array([x, 0.0]), 0.0


def _of_things(
    of: Handless,
    things: Sequence[Solid],
    reach: tuple[float, float],
    elevation: tuple[float, float],
    faces: tuple[str, ...] = (),
) -> Shown:
    return Shown(render_things(things, np.array(reach), of.view(elevation), of.rng, of.size).image, faces)


def screen_game(of: Handless) -> Shown:
    """A mahjong program on a screen: a hand at the bottom, discards in the middle, three hands face down."""
    width, height = 16.0, 9.0
    frame = (0.04, 0.04, 0.05)
    flat = bool(of.rng.random() < 0.5)
    above = np.array([0.0, 0.0, 1.0])
    axes = np.eye(3) if flat else np.stack([np.array([1.0, 0, 0]), above, np.array([0.0, -1.0, 0])])
    face, hand = game_picture(of.design, Random(int(of.rng.integers(2**31))))
    solid = Solid(
        center=np.array([0.0, 0.0, 0.1 if flat else height / 2]),
        axes=axes,
        size=(width, height, 0.2),
        corner=0.1,
        bevel=0.03,
        colours=(frame, frame),
        split=0.5,
        face=face,
        gloss=0.3,
    )
    return _of_things(of, [solid], (8.5, 5.0), (70, 90) if flat else (8, 25), hand)


def game_picture(design: Design, rng: Random) -> tuple[Picture, tuple[str, ...]]:
    """What a mahjong program shows, ``(720, 1280, 3)`` uint8 RGB, and the faces of the player's hand."""
    width, height = _SCREEN_PX
    picture: Picture = np.full((height, width, 3), [rng.randrange(10, 60), rng.randrange(60, 110), 70], np.uint8)
    dealt = rng.sample(_DEALT, len(_DEALT))
    hand = [*sorted(dealt[:13], key=lambda tile: (tile[1], tile[0])), dealt[13]]
    step = round(_TILE_PX / design.body.aspect) + 2
    left = (width - 14 * step) // 2
    for index, tile in enumerate(hand):
        _paste(picture, design.face(tile, _TILE_PX), left + index * step + (step // 3 if index == 13 else 0), 640)
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
    cv2.putText(picture, f"{rng.randrange(70)}", (600, 370), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (240, 240, 240), 2)
    return picture, tuple(hand)


def _paste(picture: Picture, tile: Picture, x: int, y: int) -> None:
    part = picture[y : y + tile.shape[0], x : x + tile.shape[1]]
    part[:] = tile[: part.shape[0], : part.shape[1]]


def two_hands(of: Handless) -> Shown:
    """Two complete hands, one beyond the other or beside it, nothing else on the table."""
    numbers = of.rng.integers(2**31, size=2)
    first, second = (hand_scene(int(number), "zung-jung", around=False).placed for number in numbers)
    right, far = max(tile.x for tile in first), max(tile.y for tile in first)
    left, near = min(tile.x for tile in second), min(tile.y for tile in second)
    if of.rng.random() < 0.7:
        shift = (0.0, far - near + float(of.rng.uniform(3.5, 7.0)))
    else:
        shift = (right - left + float(of.rng.uniform(3.5, 6.0)), 0.0)
    moved = [replace(tile, x=tile.x + shift[0], y=tile.y + shift[1], group=100 + tile.group) for tile in second]
    scene = render([*first, *moved], of.design, of.view((60, 88)), of.rng, of.size)
    return Shown(scene.image, tuple(tile.tile for tile in (*first, *moved)))


def wall(of: Handless) -> Shown:
    """Nothing but walls, two tiles high, as they are built before the deal."""
    length, around = 17, of.rng.random() < 0.5
    spots = [(0.0, index - length / 2, 0.0) for index in range(length)]
    if around:
        spots += [(pi / 2, -length / 2 - 1.5, 1.5 + index) for index in range(length)]
        spots += [(pi / 2, length / 2 + 0.5, 1.5 + index) for index in range(length)]
    placed = [
        Placed(str(of.rng.choice(KINDS)), x, y, turn, level, "down", "concealed", 0)
        for turn, x, y in spots
        for level in (0, 1)
    ]
    return Shown(render(placed, of.design, of.view((35, 80)), of.rng, of.size).image)


#: What such a photo may show.
HANDLESS: Final[dict[str, Callable[[Handless], Shown]]] = {
    "books": books,
    "keyboard": keyboard,
    "playing cards": cards,
    "game on a screen": screen_game,
    "two hands": two_hands,
    "wall": wall,
}
