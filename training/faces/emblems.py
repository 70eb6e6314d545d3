"""Large pictures that fill a modern tile: plants in pots, lattices, logos, animals, medallions."""

from collections.abc import Callable, Sequence
from itertools import pairwise

import numpy as np

from training.faces.canvas import ERASE, Area, Canvas, Point, curve, leaf
from training.faces.ink import Colour
from training.faces.motifs import Pair

#: A function of this file that draws in two colours: canvas, area, colours and the seed of the
#: shapes.
Emblem = Callable[[Canvas, Area, Pair, int], None]
#: Three colours of a picture.
Triple = tuple[Colour, Colour, Colour]


def draw_potted_bamboo(canvas: Canvas, area: Area, colours: Triple, seed: int) -> None:
    """Draw bamboo in a pot, its canes straight or curled.

    Args:
        canvas: the canvas to draw on.
        area: the area that the picture fills.
        colours: of the canes and leaves, of the pot, and of the pot's pattern.
        seed: decides the shapes.
    """
    rng = np.random.default_rng(seed)
    cane_colour, pot_colour, pattern_colour = colours
    # The height of the pot's rim. Heights go from -1 at the top of the area to 1 at its bottom.
    rim_y = float(rng.uniform(0.2, 0.5))
    cane_width = max(0.8, area.width * float(rng.uniform(0.03, 0.06)))
    for _ in range(int(rng.integers(1, 5))):
        foot = area.point(float(rng.uniform(-0.3, 0.3)), rim_y)
        top = area.point(float(rng.uniform(-0.8, 0.8)), float(rng.uniform(-0.95, -0.5)))
        bend = area.point(float(rng.uniform(-0.9, 0.9)), float(rng.uniform(-0.4, 0.3)))
        cane = curve(foot, bend, top)
        canvas.line(cane, cane_colour, cane_width)
        for knot in cane[3::2]:
            canvas.disc(knot, cane_width * 0.8, cane_colour)
            for _ in range(int(rng.integers(1, 4))):
                angle = float(rng.uniform(0, 2 * np.pi))
                length = area.width * float(rng.uniform(0.1, 0.22))
                tip = (knot[0] + length * np.cos(angle), knot[1] + length * np.sin(angle))
                canvas.fill(leaf(knot, tip, width=0.35), cane_colour)
    _draw_pot(canvas, area, (pot_colour, pattern_colour), rim_y, rng)


def _draw_pot(
    canvas: Canvas, area: Area, colours: Pair, rim_y: float, rng: np.random.Generator
) -> None:
    """Draw a pot that stands at the bottom of an area.

    Args:
        canvas: the canvas to draw on.
        area: the area.
        colours: of the pot, and of its pattern.
        rim_y: the height of the pot's rim, from -1 at the top of the area to 1 at its bottom.
        rng: decides the shape.
    """
    pot_colour, pattern_colour = colours
    foot_y = 0.95
    belly_y = (rim_y + foot_y) / 2
    # Half the widths of the pot at its rim, its belly and its foot.
    rim_half = float(rng.uniform(0.4, 0.8))
    foot_half = float(rng.uniform(0.2, 0.55))
    swell = float(rng.uniform(0, 0.25))
    belly_half = (rim_half + foot_half) / 2 + swell
    right_side: list[Point] = [(rim_half, rim_y), (belly_half, belly_y), (foot_half, foot_y)]
    outline = [area.point(x, y) for x, y in right_side]
    outline += [area.point(-x, y) for x, y in reversed(right_side)]
    canvas.fill(outline, pot_colour)
    lip = area.points([(-rim_half - 0.08, rim_y), (rim_half + 0.08, rim_y)])
    canvas.line(lip, pot_colour, area.height * 0.06)
    for x in np.linspace(-0.5, 0.5, int(rng.integers(1, 5))):
        spot = area.point(float(x) * foot_half * 1.6, belly_y)
        canvas.disc(spot, area.width * float(rng.uniform(0.03, 0.06)), pattern_colour)


def draw_lattice(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Draw a lattice of crossed canes or a woven fence.

    Args:
        canvas: the canvas to draw on.
        area: the area that the picture fills.
        colours: of the canes, and of their joints.
        seed: decides the shapes.
    """
    rng = np.random.default_rng(seed)
    count = int(rng.integers(3, 6))
    width = area.width * float(rng.uniform(0.05, 0.1))
    is_slanted = rng.random() < 0.5
    places = np.linspace(-0.8, 0.8, count)
    for place in places:
        x = float(place)
        if is_slanted:
            canvas.line(area.points([(x - 0.5, -0.95), (x + 0.5, 0.95)]), colours[0], width)
            canvas.line(area.points([(x + 0.5, -0.95), (x - 0.5, 0.95)]), colours[0], width)
        else:
            canvas.line(area.points([(x, -0.95), (x, 0.95)]), colours[0], width)
            canvas.line(area.points([(-0.95, x), (0.95, x)]), colours[0], width)
    for x in places:
        for y in places:
            canvas.disc(area.point(float(x), float(y)), width * 0.8, colours[1])
    if rng.random() < 0.5:
        frame = [(-0.97, -0.97), (0.97, -0.97), (0.97, 0.97), (-0.97, 0.97)]
        canvas.outline(area.points(frame), colours[0], width)


def draw_logo(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Draw a maker's sign, mostly in a ring: a chevron, bars, a polygon, a crescent or rings.

    Args:
        canvas: the canvas to draw on.
        area: the area that the sign fills.
        colours: of the ring, and of the sign. Some signs have both colours.
        seed: decides the sign.
    """
    rng = np.random.default_rng(seed)
    centre = area.point(0, 0)
    radius = area.radius
    line = radius * float(rng.uniform(0.06, 0.14))
    if rng.random() < 0.75:
        canvas.ring(centre, radius, colours[0], line)
    inner = Area(area.x, area.y, radius * 1.2, radius * 1.2)
    sign = int(rng.integers(5))
    if sign == 0:
        canvas.line(inner.points([(-0.8, 0.7), (0, -0.8), (0.8, 0.7)]), colours[0], line * 1.6)
        canvas.line(inner.points([(-0.1, 0.7), (0.25, 0.0)]), colours[1], line * 1.6)
    elif sign == 1:
        for number, x in enumerate((-0.6, 0.0, 0.6)):
            top = float(rng.uniform(-0.9, 0.1))
            bar = inner.points([(x, top), (x, 0.8)])
            canvas.line(bar, colours[number % 2], line * 1.8)
    elif sign == 2:
        turn = float(rng.uniform(0, 2 * np.pi))
        canvas.fill(
            inner.around(0, 0, radius=0.95, count=int(rng.integers(3, 7)), turn=turn), colours[1]
        )
        canvas.fill(
            inner.around(0, 0, radius=0.45, count=int(rng.integers(3, 7)), turn=turn), ERASE
        )
    elif sign == 3:
        canvas.disc(centre, radius * 0.62, colours[1])
        # A smaller disc beside the middle is cut out of it, which leaves a crescent.
        hole = inner.point(float(rng.uniform(0.2, 0.5)), float(rng.uniform(-0.4, 0.0)))
        canvas.disc(hole, radius * 0.5, ERASE)
    else:
        for number in range(3):
            turn = number * 2 * np.pi / 3
            place = inner.around(0, 0, radius=0.55, count=1, turn=turn)[0]
            canvas.ring(place, radius * 0.34, colours[number % 2], line)


def draw_medallion(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Draw an ornamented ring with room for a letter in its middle.

    Args:
        canvas: the canvas to draw on.
        area: the area that the medallion fills.
        colours: of the rings, and of the ornament.
        seed: decides the ornament.
    """
    rng = np.random.default_rng(seed)
    centre = area.point(0, 0)
    radius = area.radius
    beads = int(rng.integers(8, 25))
    if rng.random() < 0.5:
        for place in area.around(0, 0, radius=0.9, count=beads, turn=0.0):
            canvas.disc(place, radius * min(0.1, 2.2 / beads), colours[1])
        canvas.ring(centre, radius * 0.8, colours[0], radius * 0.07)
    else:
        canvas.ring(centre, radius, colours[0], radius * 0.08)
        for place in area.around(0, 0, radius=0.8, count=beads, turn=0.0):
            canvas.disc(place, radius * 0.05, colours[1])
    if rng.random() < 0.4:
        canvas.ring(centre, radius * 0.66, colours[0], radius * 0.05)


def draw_plate(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Draw a filled shape that characters are cut out of: a polygon, a scalloped disc, a banner.

    Args:
        canvas: the canvas to draw on.
        area: the area that the shape fills.
        colours: of the shape, and of a line around it.
        seed: decides the shape.
    """
    rng = np.random.default_rng(seed)
    kind = int(rng.integers(3))
    turn = float(rng.choice([0.0, np.pi / 8, np.pi / 4]))
    if kind == 0:
        sides = int(rng.choice([4, 5, 6, 8]))
        canvas.fill(area.around(0, 0, radius=1.05, count=sides, turn=turn), colours[0])
    elif kind == 1:
        for place in area.around(0, 0, radius=0.72, count=int(rng.integers(6, 12)), turn=turn):
            canvas.disc(place, area.radius * 0.3, colours[0])
        canvas.disc(area.point(0, 0), area.radius * 0.75, colours[0])
    else:
        half = float(rng.uniform(0.6, 0.85))
        notch = float(rng.uniform(0.0, 0.2))
        banner: list[Point] = [(-half, -1), (half, -1), (half, 1), (0, 1 - notch), (-half, 1)]
        canvas.fill(area.points(banner), colours[0])
    if rng.random() < 0.3:
        canvas.ring(area.point(0, 0), area.radius * 1.1, colours[1], area.radius * 0.05)


def draw_wreath(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Draw a wreath of leaves and berries with room for a letter in its middle.

    Args:
        canvas: the canvas to draw on.
        area: the area that the wreath fills.
        colours: of the berries, and of the leaves.
        seed: decides the leaves, and whether there are berries.
    """
    rng = np.random.default_rng(seed)
    count = int(rng.integers(8, 18))
    width = float(rng.uniform(0.3, 0.6))
    # How far the tip of a leaf is ahead of its root, in radians.
    lead = float(rng.uniform(0.3, 0.7))
    roots = area.around(0, 0, radius=0.78, count=count, turn=0.0)
    tips = area.around(0, 0, radius=float(rng.uniform(0.85, 1.0)), count=count, turn=lead)
    for root, tip in zip(roots, tips, strict=True):
        canvas.fill(leaf(root, tip, width), colours[1])
    if rng.random() < 0.5:
        for place in area.around(0, 0, radius=0.8, count=count // 2, turn=0.1):
            canvas.disc(place, area.radius * 0.07, colours[0])


def draw_stripes(canvas: Canvas, area: Area, stripe_colour: Colour, seed: int) -> None:
    """Draw stripes or waves that fill an area, as a ground for a letter.

    Args:
        canvas: the canvas to draw on.
        area: the area that the stripes fill.
        stripe_colour: their colour.
        seed: decides number, width and slope.
    """
    rng = np.random.default_rng(seed)
    count = int(rng.integers(4, 10))
    width = max(0.7, area.height * float(rng.uniform(0.015, 0.05)))
    slope = float(rng.uniform(-0.5, 0.5))
    bend = float(rng.choice([0.0, rng.uniform(0.1, 0.5)]))
    for y in np.linspace(-0.85, 0.85, count):
        left = area.point(-0.95, float(y) - slope / 2)
        middle = area.point(0, float(y) - bend)
        right = area.point(0.95, float(y) + slope / 2)
        canvas.line(curve(left, middle, right), stripe_colour, width)


def draw_ornament(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Draw leaves, lines, discs and rings, and the mirror image of each on the other side.

    Args:
        canvas: the canvas to draw on.
        area: the area that the ornament fills.
        colours: of most shapes, and of the others.
        seed: decides the shapes.
    """
    rng = np.random.default_rng(seed)
    width = max(0.8, area.width * float(rng.uniform(0.03, 0.1)))
    for _ in range(int(rng.integers(5, 10))):
        kind = int(rng.integers(4))
        x, far_x = rng.uniform(0, 0.9, 2)
        y, far_y = rng.uniform(-0.9, 0.9, 2)
        radius = area.radius * float(rng.uniform(0.06, 0.16))
        leaf_width = float(rng.uniform(0.2, 0.6))
        colour = colours[0] if rng.random() < 0.7 else colours[1]
        for side in (-1.0, 1.0):
            start = area.point(side * float(x), float(y))
            stop = area.point(side * float(far_x), float(far_y))
            if kind == 0:
                canvas.fill(leaf(start, stop, leaf_width), colour)
            elif kind == 1:
                bend = area.point(side * 0.9, float(y + far_y) / 2)
                canvas.line(curve(start, bend, stop), colour, width)
            elif kind == 2:
                canvas.disc(start, radius, colour)
            else:
                canvas.ring(start, radius, colour, width)


def draw_rosette(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Draw polygons and circles of leaves, discs, rings, triangles or curls around a free middle.

    Args:
        canvas: the canvas to draw on.
        area: the area that the rosette fills.
        colours: of the shapes. Each circle of shapes has one of the two.
        seed: decides the shapes, their number and their size.
    """
    rng = np.random.default_rng(seed)
    line = max(0.7, area.width * float(rng.uniform(0.02, 0.06)))
    for _ in range(int(rng.integers(1, 4))):
        colour = colours[int(rng.integers(2))]
        count = int(rng.integers(3, 17))
        turn = float(rng.uniform(0, 2 * np.pi))
        radius = float(rng.uniform(0.62, 0.95))
        kind = str(rng.choice(["leaves", "discs", "rings", "triangles", "curls", "polygon"]))
        if kind == "polygon":
            corners = area.around(0, 0, radius=radius, count=max(count % 9, 3), turn=turn)
            canvas.outline(corners, colour, line)
            continue
        # Neighbours may touch, but hardly overlap.
        size = area.radius * min(0.24, float(rng.uniform(0.8, 2.6)) / count)
        lead = float(rng.uniform(-0.6, 0.6))
        places = area.around(0, 0, radius=radius, count=count, turn=turn)
        tips = area.around(
            0, 0, radius=float(rng.uniform(0.55, 1.1)), count=count, turn=turn + lead
        )
        leaf_width = float(rng.uniform(0.25, 0.7))
        for place, tip in zip(places, tips, strict=True):
            if kind == "leaves":
                canvas.fill(leaf(place, tip, leaf_width), colour)
            elif kind == "discs":
                canvas.disc(place, size, colour)
            elif kind == "rings":
                canvas.ring(place, size, colour, line)
            elif kind == "triangles":
                small = Area(place[0], place[1], 2 * size, 2 * size)
                canvas.fill(small.around(0, 0, radius=1.2, count=3, turn=turn + lead), colour)
            else:
                bend = (tip[0] + 2 * size, tip[1] - 2 * size)
                canvas.line(curve(place, bend, tip), colour, line)


def draw_beast(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Draw an animal that no book knows: a body of any outline with legs, wings or horns.

    Args:
        canvas: the canvas to draw on.
        area: the area that the animal fills.
        colours: of the body and most limbs, and of the other limbs. Eye and stripes have no ink.
        seed: decides the shapes.
    """
    rng = np.random.default_rng(seed)
    body = area.part(
        x=float(rng.uniform(-0.25, 0.25)),
        y=float(rng.uniform(-0.3, 0.3)),
        width=float(rng.uniform(0.45, 0.8)),
        height=float(rng.uniform(0.3, 0.7)),
    )
    for _ in range(int(rng.integers(3, 10))):
        angle = float(rng.uniform(0, 2 * np.pi))
        reach = float(rng.uniform(0.5, 1.0))
        root = body.point(0.6 * float(np.cos(angle)), 0.6 * float(np.sin(angle)))
        bend = area.point(float(rng.uniform(-1, 1)), float(rng.uniform(-1, 1)))
        tip = area.point(reach * float(np.cos(angle)), reach * float(np.sin(angle)))
        colour = colours[0] if rng.random() < 0.7 else colours[1]
        _draw_limb(
            canvas, curve(root, bend, tip), area.width * float(rng.uniform(0.04, 0.16)), colour
        )
    outline = []
    waves = rng.normal(0, 0.16, 5)
    phases = rng.uniform(0, 2 * np.pi, 5)
    for angle in np.linspace(0, 2 * np.pi, 49)[:-1]:
        radius = 0.8 + float((waves * np.cos(np.arange(1, 6) * angle + phases)).sum())
        outline.append(body.point(radius * float(np.cos(angle)), radius * float(np.sin(angle))))
    if rng.random() < 0.75:
        canvas.fill(outline, colours[0])
    else:
        canvas.outline(outline, colours[0], max(0.8, area.width * 0.05))
    for _ in range(int(rng.integers(0, 6))):
        x, y = rng.uniform(-0.6, 0.6, 2)
        mark = body.point(float(x), float(y))
        far_mark = body.point(float(x + rng.normal(0, 0.3)), float(y + rng.normal(0, 0.3)))
        canvas.line([mark, far_mark], ERASE, max(0.7, area.width * float(rng.uniform(0.02, 0.06))))
    canvas.disc(body.point(float(rng.choice([-0.5, 0.5])), -0.35), body.radius * 0.14, ERASE)


def draw_strokes(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Draw strokes of a brush in any direction, with splashes, which form no character.

    Args:
        canvas: the canvas to draw on.
        area: the area that the strokes fill.
        colours: of most strokes and all splashes, and of the other strokes.
        seed: decides the strokes.
    """
    rng = np.random.default_rng(seed)
    width = area.width * float(rng.uniform(0.06, 0.2))
    for _ in range(int(rng.integers(3, 9))):
        points = []
        for _ in range(3):
            x, y = rng.uniform(-0.95, 0.95, 2)
            points.append(area.point(float(x), float(y)))
        start, bend, stop = points
        colour = colours[0] if rng.random() < 0.8 else colours[1]
        _draw_limb(canvas, curve(start, bend, stop, count=24), width, colour)
    for _ in range(int(rng.integers(0, 12))):
        x, y = rng.uniform(-1, 1, 2)
        radius = area.width * float(rng.uniform(0.01, 0.04))
        canvas.disc(area.point(float(x), float(y)), radius, colours[0])


def _draw_limb(canvas: Canvas, points: Sequence[Point], width: float, colour: Colour) -> None:
    """Draw a line that is as wide as ``width`` at its beginning and ends in a point."""
    for number, (start, stop) in enumerate(pairwise(points)):
        share = 1 - number / len(points)
        canvas.line([start, stop], colour, max(0.7, width * share))


def draw_lion(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Draw the head of a guardian lion or of a lion dance.

    Args:
        canvas: the canvas to draw on.
        area: the area that the head fills.
        colours: of the mane and face, and of the details.
        seed: decides the shapes.
    """
    rng = np.random.default_rng(seed)
    main, detail = colours
    curls = int(rng.integers(9, 16))
    curl_radius = area.radius * float(rng.uniform(0.18, 0.26))
    for place in area.around(0, 0, radius=0.78, count=curls, turn=float(rng.uniform(0, 1))):
        canvas.disc(place, curl_radius, main)
        has_hole = rng.random() < 0.5
        canvas.disc(place, curl_radius * 0.5, ERASE if has_hole else detail)
    face = area.part(0, 0.02, width=0.62, height=0.62 * area.width / area.height)
    canvas.disc(face.point(0, 0), face.radius * 1.05, ERASE)
    canvas.ring(face.point(0, 0), face.radius * 1.05, main, face.radius * 0.12)
    for side in (-1.0, 1.0):
        canvas.disc(face.point(side * 0.42, -0.3), face.radius * 0.22, main)
        canvas.disc(face.point(side * 0.42, -0.3), face.radius * 0.09, ERASE)
        brow = curve(
            face.point(side * 0.1, -0.5),
            face.point(side * 0.5, -0.9),
            face.point(side * 0.85, -0.45),
        )
        canvas.line(brow, main, face.radius * 0.12)
    canvas.fill(face.points([(-0.26, 0.02), (0.26, 0.02), (0.0, 0.28)]), main)
    mouth = curve(face.point(-0.6, 0.35), face.point(0, 1.0), face.point(0.6, 0.35))
    canvas.fill(mouth, detail)
    canvas.line([*mouth, mouth[0]], main, face.radius * 0.1)


def draw_serpent(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Draw a dragon: a winding body with spines, legs and a head.

    Args:
        canvas: the canvas to draw on.
        area: the area that the dragon fills.
        colours: of the body, and of spines and horns. The eye has no ink.
        seed: decides the shapes.
    """
    rng = np.random.default_rng(seed)
    waves = float(rng.uniform(1.3, 2.4))
    phase = float(rng.uniform(0, 2 * np.pi))
    width = area.width * float(rng.uniform(0.12, 0.18))
    # The middle of the body, from the tail at the bottom to the head.
    along = np.linspace(0, 1, 40)
    x = 0.62 * np.sin(waves * 2 * np.pi * along + phase)
    y = 0.85 - 1.5 * along
    body = area.points([(float(a), float(b)) for a, b in zip(x, y, strict=True)])

    for spine_x, spine_y in body[3:36:3]:
        canvas.disc((spine_x + width * 0.55, spine_y), width * 0.3, colours[1])
    for number, place in enumerate(body):
        taper = 0.25 + 0.75 * min(1.0, number / 20)
        canvas.disc(place, width / 2 * taper, colours[0])
    for root in (body[12], body[26]):
        claw = (root[0] - width * 1.6, root[1] + width)
        canvas.line([root, claw], colours[0], width * 0.35)

    head = body[-1]
    canvas.disc(head, width * 0.85, colours[0])
    snout = (head[0] - width * 1.2, head[1] + width * 0.2)
    canvas.line([head, snout], colours[0], width * 0.8)
    for lift in (0.6, 1.1):
        horn = (head[0] + width * 1.1, head[1] - width * lift)
        canvas.line([head, horn], colours[1], width * 0.22)
    canvas.disc(head, width * 0.22, ERASE)


def draw_bird(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Draw a simple bird, as flat modern sets show it on the 1 of bamboo.

    Args:
        canvas: the canvas to draw on.
        area: the area that the bird fills.
        colours: of its body and tail, and of its wing, beak and legs.
        seed: decides the shapes.
    """
    rng = np.random.default_rng(seed)
    main, wing = colours
    facing = 1.0 if rng.random() < 0.5 else -1.0
    line = max(0.8, area.width * 0.05)
    is_filled = rng.random() < 0.5
    bend = float(rng.uniform(0.5, 0.9))
    belly = curve(
        area.point(facing * 0.75, -0.25),
        area.point(facing * 0.4, bend),
        area.point(-facing * 0.8, 0.6),
    )
    back = curve(
        area.point(-facing * 0.8, 0.6),
        area.point(-facing * 0.1, -0.5),
        area.point(facing * 0.4, -0.6),
    )
    outline = [*belly, *back]
    if is_filled:
        canvas.fill(outline, main)
    canvas.outline(outline, main, line)
    head = area.part(facing * 0.5, -0.45, width=0.34, height=0.34)
    canvas.disc(head.point(0, 0), head.width / 2 * 1.1, main)
    if not is_filled:
        canvas.disc(head.point(0, 0), head.width / 2 * 1.1 - line, ERASE)
    beak = [(facing * 0.8, -0.52), (facing * 1.0, -0.42), (facing * 0.78, -0.36)]
    canvas.fill(area.points(beak), wing)
    canvas.disc(area.point(facing * 0.55, -0.5), line * 0.6, wing if is_filled else main)
    feather = leaf(area.point(facing * 0.25, -0.1), area.point(-facing * 0.75, 0.5), width=0.45)
    canvas.fill(feather, wing)
    for number in range(int(rng.integers(1, 5))):
        tail = area.point(-facing * (0.75 + 0.07 * number), 0.95 - 0.16 * number)
        canvas.line([area.point(-facing * 0.6, 0.45), tail], main, line)
    for x in (0.0, 0.2):
        canvas.line(area.points([(facing * x, 0.4), (facing * x, 0.95)]), wing, line * 0.8)


def draw_cartouche(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Draw a frame with curls around characters.

    Args:
        canvas: the canvas to draw on.
        area: the area that the frame surrounds.
        colours: of the frame, and of its inner line and curls.
        seed: decides the shapes.
    """
    rng = np.random.default_rng(seed)
    line = max(0.7, area.width * float(rng.uniform(0.02, 0.05)))
    kind = int(rng.integers(3))
    # The points of a second line inside the outline, empty without such a line.
    inner: list[Point] = []
    if kind == 0:
        # A superellipse. At a power of 1 it is an ellipse. Lower powers make it more rectangular.
        power = float(rng.uniform(0.45, 1.0))
        outline = []
        for angle in np.linspace(0, 2 * np.pi, 41)[:-1]:
            cos = float(np.cos(angle))
            sin = float(np.sin(angle))
            x = float(np.sign(cos)) * abs(cos) ** power
            y = float(np.sign(sin)) * abs(sin) ** power
            outline.append(area.point(0.95 * x, 0.95 * y))
    else:
        # A rectangle without its corners, drawn twice for the last kind.
        cut = float(rng.uniform(0.1, 0.35))
        places: list[Point] = [
            (-1 + cut, -1),
            (1 - cut, -1),
            (1, -1 + cut),
            (1, 1 - cut),
            (1 - cut, 1),
            (-1 + cut, 1),
            (-1, 1 - cut),
            (-1, -1 + cut),
        ]
        outline = [area.point(0.95 * x, 0.95 * y) for x, y in places]
        if kind == 2:
            inner = [area.point(0.82 * x, 0.86 * y) for x, y in places]
    canvas.outline(outline, colours[0], line)
    if inner:
        canvas.outline(inner, colours[1], line * 0.7)
    if rng.random() < 0.6:
        curl_radius = area.width * float(rng.uniform(0.05, 0.09))
        for x in (-0.95, 0.95):
            for y in (-0.6, 0.6):
                canvas.ring(area.point(x, y), curl_radius, colours[1], line)


def draw_fish(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Draw a fish, as jokers of modern sets show it.

    Args:
        canvas: the canvas to draw on.
        area: the area that the fish fills.
        colours: of the body with its tail, and of the fins. The eye is a hole in the ink.
        seed: decides the shapes.
    """
    rng = np.random.default_rng(seed)
    facing = 1.0 if rng.random() < 0.5 else -1.0
    body = leaf(area.point(facing * 0.9, 0), area.point(-facing * 0.5, 0), width=0.55)
    canvas.fill(body, colours[0])
    for side in (-1.0, 1.0):
        tail = leaf(area.point(-facing * 0.4, 0), area.point(-facing * 0.95, side * 0.8), width=0.4)
        canvas.fill(tail, colours[0])
        fin = leaf(area.point(facing * 0.2, 0), area.point(-facing * 0.1, side * 0.9), width=0.35)
        canvas.fill(fin, colours[1])
    canvas.disc(area.point(facing * 0.6, -0.08), area.height * 0.06, ERASE)


def draw_crown(canvas: Canvas, area: Area, colours: Pair, seed: int) -> None:
    """Draw a jester's cap or a crown.

    Args:
        canvas: the canvas to draw on.
        area: the area that the crown fills.
        colours: of the points, and of band and balls.
        seed: decides the shapes.
    """
    rng = np.random.default_rng(seed)
    tip_count = int(rng.choice([3, 3, 5]))
    tips = np.linspace(-0.85, 0.85, tip_count)
    outline: list[Point] = [area.point(-0.8, 0.7)]
    for number, x in enumerate(tips):
        is_middle = number == tip_count // 2
        y = -0.8 if is_middle else float(rng.uniform(-0.6, -0.2))
        outline.append(area.point(float(x), y))
        is_last = number == tip_count - 1
        if not is_last:
            between = (float(x) + float(tips[number + 1])) / 2
            outline.append(area.point(between, 0.1))
    outline.append(area.point(0.8, 0.7))
    canvas.fill(outline, colours[0])
    band = [(-0.8, 0.62), (0.8, 0.62), (0.8, 0.95), (-0.8, 0.95)]
    canvas.fill(area.points(band), colours[1])
    # A ball on each tip. The outline begins and ends at the band, and tips and dips alternate.
    for tip in outline[1:-1:2]:
        canvas.disc(tip, area.width * 0.07, colours[1])
