"""The dots of a modern set: rings, coins, flowers and other round motifs."""

from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from training.faces.canvas import Area, Point
from training.faces.corner.style import Style
from training.faces.drawings import DOTS
from training.faces.emblems import draw_logo, draw_medallion
from training.faces.ink import Ink
from training.faces.motifs import ROUND_MOTIFS, Motif, Pair

#: The ways to lay each number of dots in rows: how many dots each row has. Each row is centred.
_ROWS: Final[Mapping[int, Sequence[Sequence[int]]]] = {
    2: ((1, 1), (2,)),
    3: ((1, 1, 1), (3,), (1, 2)),
    4: ((2, 2),),
    5: ((2, 1, 2), (3, 2)),
    6: ((2, 2, 2), (3, 3)),
    7: ((2, 3, 2), (3, 4), (1, 3, 3)),
    8: ((2, 2, 2, 2), (3, 2, 3), (4, 4)),
    9: ((3, 3, 3),),
}


def draw_dots(style: Style) -> tuple[dict[str, Ink], str]:
    """Draw the nine dots.

    Returns:
        The ink of each whole tile without numerals, and the name of the drawing.
    """
    weights = dict.fromkeys(ROUND_MOTIFS, 1.0)
    weights["octagon"] = 1.5
    name = style.choose(weights)
    motif = ROUND_MOTIFS[name]
    seed = style.seed()
    colours = [style.choose_colour() for _ in range(3)]
    if style.maker.chance(0.3):
        colours[2] = colours[0]
    accent = style.choose_colour()
    in_rows = style.maker.chance(0.45)
    rows_seed = style.seed()
    area = style.picture_area()
    # Modern sets often have small dots on much white.
    share = float(style.rng.uniform(0.45, 0.96))
    inks = {"1p": _draw_ace(style, motif, (colours[0], accent), seed)}
    for number in range(2, 10):
        canvas = style.canvas()
        if in_rows:
            # The number of dots in each row. Most numbers can be divided in several ways.
            ways_to_divide = _ROWS[number]
            rows = ways_to_divide[rows_seed % len(ways_to_divide)]
            places = _row_places(rows)
        else:
            places = [(x, y) for x, y, _ in DOTS[number]]
        spots = _spread(area, places, share)
        for place, spot in enumerate(spots):
            # The first third has the first colour, and so on.
            colour = colours[place * 3 // number]
            motif(canvas, spot, (colour, accent), np.random.default_rng(seed))
        inks[f"{number}p"] = canvas.ink()
    return inks, name


def _draw_ace(style: Style, motif: Motif, colours: Pair, seed: int) -> Ink:
    """The 1 of dots: one large dot, a logo or a medallion."""
    canvas = style.canvas()
    area = style.picture_area()
    large = Area(area.x, area.y, area.width * 0.85, area.width * 0.85)
    kind = style.rng.random()
    if kind < 0.5:
        motif(canvas, large, colours, np.random.default_rng(seed))
    elif kind < 0.75:
        draw_logo(canvas, large, colours, seed)
    else:
        draw_medallion(canvas, large, colours, seed)
        middle = Area(large.x, large.y, large.width * 0.5, large.height * 0.5)
        motif(canvas, middle, colours, np.random.default_rng(seed))
    return canvas.ink()


def _row_places(rows: Sequence[int]) -> list[Point]:
    """Centres of dots in rows, from -1 to 1 over the picture."""
    widest = max(rows)
    places = []
    for row, count in enumerate(rows):
        y = 0.0
        if len(rows) > 1:
            y = -1 + 2 * (row + 0.5) / len(rows)
        for column in range(count):
            x = (column - (count - 1) / 2) * 2 / max(widest, 2)
            places.append((x, y))
    return places


def _spread(area: Area, places: Sequence[Point], share: float) -> list[Area]:
    """Square areas around at least two places.

    Args:
        area: the area that they lie in.
        places: the centre of each, from -1 to 1 over the area.
        share: their side as a share of the greatest side. At this the nearest areas touch, or a few
            areas are as wide as 0.53 of the whole area.
    """
    points = np.array(area.points(places))
    distances = np.linalg.norm(points[:, None] - points[None], axis=2)
    nearest = float(distances[distances > 0].min())
    side = min(nearest, min(area.width, area.height) * 0.53) * share
    # The centres stay this far from the middle, so that no dot leaves the area.
    reach_x = (area.width - side) / 2
    reach_y = (area.height - side) / 2
    areas = []
    for x, y in points:
        inside_x = float(np.clip(x, area.x - reach_x, area.x + reach_x))
        inside_y = float(np.clip(y, area.y - reach_y, area.y + reach_y))
        areas.append(Area(inside_x, inside_y, side, side))
    return areas
