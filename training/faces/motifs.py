"""Small pictures that modern sets repeat on a tile instead of dots and bamboo sticks.

Every motif draws into an area with the set's colours. Places in the area are given by ``x`` and
``y`` as in ``Area.point``: from -1 at the left and the top to 1 at the right and the bottom. The
generator is seeded anew for each copy, so that all copies of a set are alike.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Final

import numpy as np

from training.faces.canvas import ERASE, Area, Canvas, Point, curve, leaf
from training.faces.ink import Colour

#: Two colours of a motif: the main one and an accent.
Pair = tuple[Colour, Colour]
Motif = Callable[[Canvas, Area, Pair, np.random.Generator], None]


def _rings(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """One to three rings around a point or a hole."""
    width = area.radius * float(rng.uniform(0.14, 0.34))
    centre = area.point(0, 0)
    canvas.ring(centre, area.radius, colours[0], width)
    rings = int(rng.integers(0, 3))
    for number in range(1, rings + 1):
        radius = area.radius * (1 - 0.36 * number)
        canvas.ring(centre, radius, colours[number % 2], width * 0.6)
    if rng.random() < 0.6:
        canvas.disc(centre, area.radius * float(rng.uniform(0.1, 0.25)), colours[1])


def _disc(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """A plain disc, at times with a middle."""
    canvas.disc(area.point(0, 0), area.radius, colours[0])
    # In three of ten discs the middle is coloured, in three more it is a hole.
    choice = rng.random()
    if choice < 0.6:
        colour = colours[1] if choice < 0.3 else ERASE
        canvas.disc(area.point(0, 0), area.radius * float(rng.uniform(0.2, 0.5)), colour)


def _coin(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """A Chinese coin with a square hole."""
    canvas.disc(area.point(0, 0), area.radius, colours[0])
    rim = float(rng.uniform(0.72, 0.86))
    canvas.ring(area.point(0, 0), area.radius * rim, ERASE, max(1.0, area.radius * 0.08))
    # The distance of the hole's corners from its centre, as a share of the coin's radius.
    hole_radius = float(rng.uniform(0.3, 0.5))
    turn = float(rng.choice([0.0, np.pi / 4]))
    canvas.fill(area.around(0, 0, radius=hole_radius, count=4, turn=turn), ERASE)
    if rng.random() < 0.5:
        canvas.outline(
            area.around(0, 0, radius=hole_radius, count=4, turn=turn), colours[1], area.radius * 0.1
        )


def _blossom(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """A flower of round petals."""
    petals = int(rng.integers(4, 9))
    petal_radius = area.radius * float(rng.uniform(0.3, 0.42))
    turn = float(rng.uniform(0, np.pi))
    for place in area.around(0, 0, radius=0.62, count=petals, turn=turn):
        canvas.disc(place, petal_radius, colours[0])
    canvas.disc(area.point(0, 0), area.radius * float(rng.uniform(0.2, 0.34)), colours[1])


def _wheel(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """A disc cut into wedges, as a pinwheel or a slice of lemon."""
    wedges = int(rng.integers(6, 15))
    gap = float(rng.uniform(0.08, 0.3))
    centre = area.point(0, 0)
    step = 2 * np.pi / wedges
    for number in range(wedges):
        start = number * step + gap * step
        stop = (number + 1) * step
        first = area.around(0, 0, radius=0.98, count=1, turn=start)[0]
        middle = area.around(0, 0, radius=1.0, count=1, turn=(start + stop) / 2)[0]
        last = area.around(0, 0, radius=0.98, count=1, turn=stop)[0]
        canvas.fill([centre, first, middle, last], colours[0])
    if rng.random() < 0.5:
        canvas.ring(centre, area.radius, colours[0], area.radius * 0.1)
    # In one of three wheels the middle is a hole, in another it is coloured.
    choice = rng.choice(3)
    if choice < 2:
        colour = colours[1] if choice == 1 else ERASE
        canvas.disc(centre, area.radius * float(rng.uniform(0.14, 0.3)), colour)


def _octagon(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """Polygons inside one another around a small flower."""
    sides = int(rng.choice([6, 8, 8]))
    turn = np.pi / sides
    width = max(0.7, area.radius * float(rng.uniform(0.08, 0.16)))
    lines = int(rng.integers(2, 4))
    for number in range(lines):
        radius = 1.0 - number * float(rng.uniform(0.2, 0.26))
        canvas.outline(area.around(0, 0, radius=radius, count=sides, turn=turn), colours[0], width)
    for place in area.around(0, 0, radius=0.2, count=5, turn=0.3):
        canvas.disc(place, area.radius * 0.14, colours[1])


def _star(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """A sun or star with rays."""
    rays = int(rng.integers(8, 17))
    inner = float(rng.uniform(0.55, 0.75))
    outer_points = area.around(0, 0, radius=1.0, count=rays, turn=0.0)
    inner_points = area.around(0, 0, radius=inner, count=rays, turn=np.pi / rays)
    outline: list[Point] = []
    for outer_point, inner_point in zip(outer_points, inner_points, strict=True):
        outline += [outer_point, inner_point]
    canvas.fill(outline, colours[0])
    if rng.random() < 0.7:
        canvas.disc(area.point(0, 0), area.radius * 0.4, colours[1])


def _button(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """A button with a rim and two or four holes."""
    canvas.disc(area.point(0, 0), area.radius, colours[0])
    canvas.ring(area.point(0, 0), area.radius * 0.84, colours[1], area.radius * 0.1)
    holes = int(rng.choice([2, 4]))
    for place in area.around(0, 0, radius=0.32, count=holes, turn=np.pi / 4):
        canvas.disc(place, area.radius * 0.13, ERASE)


def _spiral(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """A snail's shell: a line that winds to the middle."""
    turns = float(rng.uniform(2.0, 3.2))
    points = []
    for t in np.linspace(0, 1, 60):
        points += area.around(
            0, 0, radius=0.92 - 0.85 * float(t), count=1, turn=turns * 2 * np.pi * float(t)
        )
    canvas.line(points, colours[0], area.radius * float(rng.uniform(0.14, 0.22)))
    canvas.disc(area.point(0, 0), area.radius * 0.16, colours[1])


def _bar(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """A bar, often with serifs like a capital I."""
    half = float(rng.uniform(0.25, 0.7))
    corners = [(-half, -0.95), (half, -0.95), (half, 0.95), (-half, 0.95)]
    canvas.fill(area.points(corners), colours[0])
    if rng.random() < 0.6:
        for y in (-0.92, 0.92):
            canvas.line(area.points([(-1, y), (1, y)]), colours[0], area.height * 0.06)
    if rng.random() < 0.3:
        canvas.line(area.points([(-half, 0), (half, 0)]), ERASE, area.height * 0.06)


def _stalk(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """A bamboo cane of two to four sections, with one to three leaves."""
    sections = int(rng.integers(2, 5))
    width = area.width * float(rng.uniform(0.24, 0.5))
    # How far the cane leans: at each height y its centre line is at x = ``-lean * y``.
    lean = float(rng.uniform(-0.3, 0.3))
    joints = np.linspace(-0.97, 0.97, sections + 1)
    for top, bottom in pairwise(joints):
        # A small gap shows each joint.
        start = area.point(-lean * float(top), float(top) + 0.05)
        stop = area.point(-lean * float(bottom), float(bottom) - 0.05)
        canvas.line([start, stop], colours[0], width)
    leaves = int(rng.integers(1, 4))
    for number in range(leaves):
        # The leaves grow to the right and to the left in turn.
        side = 1.0 if number % 2 == 0 else -1.0
        root_y = float(rng.uniform(-0.9, 0.4))
        tip_x = side * float(rng.uniform(1.0, 1.7))
        tip_y = root_y - float(rng.uniform(0.05, 0.4))
        root = area.point(-lean * root_y, root_y)
        tip = area.point(tip_x, tip_y)
        canvas.fill(leaf(root, tip, width=0.4), colours[1])


def _lantern(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """A paper lantern with a tassel."""
    body = area.part(0, -0.1, width=1.0, height=float(rng.uniform(0.5, 0.62)))
    angles = np.linspace(0, 2 * np.pi, 25)[:-1]
    outline = [body.point(float(np.cos(angle)), float(np.sin(angle))) for angle in angles]
    canvas.fill(outline, colours[0])
    ribs = int(rng.integers(1, 4))
    for x in np.linspace(-0.6, 0.6, ribs):
        top = body.point(float(x) * 0.5, -0.9)
        bottom = body.point(float(x) * 0.5, 0.9)
        bend = body.point(float(x) * 1.6, 0)
        canvas.line(curve(top, bend, bottom), ERASE, max(0.6, area.width * 0.06))
    for y in (-1.0, 1.0):
        cap = [(-0.45, y - 0.12), (0.45, y - 0.12), (0.45, y + 0.12), (-0.45, y + 0.12)]
        canvas.fill(body.points(cap), colours[1])
    canvas.line(area.points([(0, 0.4), (0, 1)]), colours[1], max(1.0, area.width * 0.14))
    canvas.line(area.points([(0, -0.95), (0, -0.6)]), colours[1], max(0.7, area.width * 0.08))


def _blade(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """A leaf with its rib."""
    wide = area.width / area.height * float(rng.uniform(0.7, 1.0))
    canvas.fill(leaf(area.point(0, 0.98), area.point(0, -0.98), wide), colours[0])
    rib = colours[1] if rng.random() < 0.5 else ERASE
    canvas.line(area.points([(0, 0.98), (0, -0.6)]), rib, max(0.6, area.width * 0.1))


def _feather(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """A peacock's feather: a quill with barbs and an eye."""
    bend = float(rng.uniform(-0.5, 0.5))
    quill = curve(area.point(-bend, 1), area.point(bend, 0.2), area.point(0, -0.6))
    barb_width = max(0.6, area.width * 0.07)
    # The lower end of the quill is bare. Barbs point up, and the higher ones are longer.
    for number, (x, y) in enumerate(quill[2:]):
        reach = area.width * (0.25 + 0.25 * number / len(quill))
        for side in (-1.0, 1.0):
            tip = (x + side * reach, y - reach * 0.9)
            canvas.line([(x, y), tip], colours[0], barb_width)
    canvas.line(quill, colours[0], max(0.8, area.width * 0.1))
    eye = area.part(0, -0.6, width=0.9, height=0.36)
    canvas.disc(eye.point(0, 0), eye.radius, colours[0])
    canvas.disc(eye.point(0, 0), eye.radius * 0.6, colours[1])


def _umbrella(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """A paper umbrella or a palm: a dome on a handle."""
    # The height of the dome's lower edge. Its top is at -0.95.
    dome_y = float(rng.uniform(-0.25, 0.1))
    outline = [area.point(-1, dome_y)]
    # The upper half of an ellipse, from the left to the right.
    for angle in np.linspace(np.pi, 2 * np.pi, 13):
        y = dome_y + (dome_y + 0.95) * float(np.sin(angle))
        outline.append(area.point(float(np.cos(angle)), y))
    canvas.fill(outline, colours[0])
    for x in (-0.4, 0.0, 0.4):
        rib = [area.point(x, dome_y), area.point(0, -0.9)]
        canvas.line(rib, ERASE, max(0.5, area.width * 0.05))
    canvas.line(area.points([(0, dome_y), (0, 0.9)]), colours[1], max(0.8, area.width * 0.12))
    hook = curve(area.point(0, 0.9), area.point(0.35, 1.15), area.point(0.45, 0.75))
    canvas.line(hook, colours[1], max(0.8, area.width * 0.1))


def _chopsticks(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """Two thin sticks side by side, tied at times."""
    width = max(0.8, area.width * float(rng.uniform(0.14, 0.26)))
    spread = float(rng.uniform(0.25, 0.6))
    lean = float(rng.uniform(-0.2, 0.2))
    for side in (-spread, spread):
        canvas.line(area.points([(side + lean, -0.95), (side - lean, 0.95)]), colours[0], width)
    if rng.random() < 0.5:
        canvas.line(area.points([(-spread, 0), (spread, 0)]), colours[1], width)


def _palm(canvas: Canvas, area: Area, colours: Pair, rng: np.random.Generator) -> None:
    """A palm tree: a bent trunk with fronds."""
    bend = float(rng.uniform(-0.5, 0.5))
    trunk = curve(area.point(-bend * 0.5, 1), area.point(bend, 0.2), area.point(0, -0.5))
    canvas.line(trunk, colours[1], max(0.8, area.width * float(rng.uniform(0.12, 0.22))))
    fronds = int(rng.integers(4, 8))
    for angle in np.linspace(np.pi * 0.95, np.pi * 2.05, fronds):
        x = float(np.cos(angle))
        y = -0.5 + 0.48 * float(np.sin(angle))
        canvas.fill(leaf(area.point(0, -0.5), area.point(x, y), width=0.35), colours[0])


#: Motifs of the dots suit, round and countable, by the name of their family.
ROUND_MOTIFS: Final[Mapping[str, Motif]] = {
    "rings": _rings,
    "disc": _disc,
    "coin": _coin,
    "blossom": _blossom,
    "wheel": _wheel,
    "octagon": _octagon,
    "star": _star,
    "button": _button,
    "spiral": _spiral,
}
#: Motifs of the bamboo suit, longer than wide.
LONG_MOTIFS: Final[Mapping[str, Motif]] = {
    "bar": _bar,
    "stalk": _stalk,
    "lantern": _lantern,
    "blade": _blade,
    "chopsticks": _chopsticks,
    "palm": _palm,
    "feather": _feather,
    "umbrella": _umbrella,
}
