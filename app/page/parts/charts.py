"""Draws charts as markup: curves of totals, and bars.

On the page, curves have other colours if the device uses a dark scheme.
"""

from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from typing import Final

from hu.app.page.parts.components import data_uri

#: The colours of the players' curves on light and on dark ground.
_LIGHT_COLOURS: Final = ("#0b6b47", "#b3541e", "#2f5fb3", "#8a3ba0", "#8a6d00", "#4b5563")
_DARK_COLOURS: Final = ("#62d3a4", "#f0a070", "#8fb4f5", "#d59be6", "#e3c65a", "#b6c0cc")
#: The colours of the line at zero.
_LIGHT_ZERO: Final = "#ddd8ca"
_DARK_ZERO: Final = "#37434a"
#: The curves have the CSS classes ``c0``, ``c1`` and so on. The line at zero has the next number.
_ZERO_CLASS: Final = len(_LIGHT_COLOURS)
#: Width and height of the drawing, and the width of the labels at its right, in its own pixels.
_WIDTH: Final = 640
_HEIGHT: Final = 300
_LABELS_WIDTH: Final = 244
#: The edges of the curves in the drawing. These and the distances below are in pixels of it.
_LEFT: Final = 8
_RIGHT: Final = _WIDTH - _LABELS_WIDTH
_TOP: Final = 20
_BOTTOM: Final = _HEIGHT - 20
#: The least distance between two labels.
_LABEL_HEIGHT: Final = 28
#: The horizontal distance of a label from the end of its curve.
_LABEL_GAP: Final = 12
#: The distance of the base line of a label's text below the end of the curve.
_BASE_LINE: Final = 8
#: The most letters of a label: of the name and the amount after it. Then the size of its font, in
#: pixels of the drawing. So many letters fit even in the widest usual font, DejaVu Sans in bold.
_LABEL_LETTERS: Final = 14
_LABEL_SIZE: Final = 22


def curves_html(
    title: str, courses: Sequence[tuple[str, Sequence[int]]], write: Callable[[int], str]
) -> str:
    """Return curves as a picture for the page.

    Args:
        title: describes the curves to screen readers.
        courses: the name and the amounts of each curve. All have the same number of amounts.
        write: writes an amount with its sign.
    """
    light_rules = _colour_rules((*_LIGHT_COLOURS, _LIGHT_ZERO))
    dark_rules = _colour_rules((*_DARK_COLOURS, _DARK_ZERO))
    style = f"<style>{light_rules}@media (prefers-color-scheme: dark) {{ {dark_rules} }}</style>"
    # Streamlit removes SVG elements from markup. So the drawing becomes a picture, which needs
    # styles of its own, because the styles of the page do not reach into it.
    start_of_tag = (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'font-family="system-ui, sans-serif" font-weight="600" '
    )
    drawing = curves(courses, write).replace("<svg ", start_of_tag, 1)
    # The style sheet goes into the drawing, after its first tag.
    drawing = drawing.replace(">", f">{style}", 1)
    source = data_uri("image/svg+xml", drawing.encode())
    return f'<img class="hu-curves" alt="{escape(title)}" src="{source}">'


def _colour_rules(colours: Sequence[str]) -> str:
    """Return the CSS rules that colour the lines of a drawing.

    Args:
        colours: the colours of the curves, and last the colour of the line at zero. A line has the
            class ``c`` with its number in this list, and its label has the class ``t`` with it.
    """
    rules = []
    for number, colour in enumerate(colours):
        rules.append(f".c{number} {{ stroke: {colour} }} .t{number} {{ fill: {colour} }}")
    return " ".join(rules)


def curves(
    courses: Sequence[tuple[str, Sequence[int]]], write: Callable[[int], str], place: str = ""
) -> str:
    """Draw how amounts change, as a curve for each course.

    Each curve has its name and its last amount at its end.

    Args:
        courses: the name and the amounts of each curve. All have the same number of amounts.
        write: writes an amount with its sign.
        place: the SVG attributes that place the drawing inside another drawing. Empty for a drawing
            of its own.
    """
    # The line at zero is always in the drawing.
    lowest = 0
    highest = 0
    step_count = 0
    for _name, amounts in courses:
        lowest = min(lowest, *amounts)
        highest = max(highest, *amounts)
        step_count = len(amounts) - 1
    # ``max`` avoids a division by 0 for curves without any change, or with a single amount.
    height_per_unit = (_BOTTOM - _TOP) / max(highest - lowest, 1)
    width_per_step = (_RIGHT - _LEFT) / max(step_count, 1)

    def y_of(amount: int) -> float:
        """Return the y coordinate of an amount, counted downwards in the drawing's pixels."""
        return _BOTTOM - (amount - lowest) * height_per_unit

    axis = (
        f'<path d="M{_LEFT},{y_of(0):.1f} H{_RIGHT}" class="c{_ZERO_CLASS}" '
        f'stroke="{_LIGHT_ZERO}" stroke-width="2"/>'
    )
    parts = [axis]
    # The y coordinate of each curve's label.
    label_places = _spread_labels([y_of(amounts[-1]) for _name, amounts in courses])
    for number, (name, amounts) in enumerate(courses):
        points = []
        for step, amount in enumerate(amounts):
            x = _LEFT + step * width_per_step
            points.append((x, y_of(amount)))
        label = _label(name, write(amounts[-1]))
        parts.append(_draw_curve(points, label, label_y=label_places[number], number=number))
    return f'<svg {place} viewBox="0 0 {_WIDTH} {_HEIGHT}">{"".join(parts)}</svg>'


def _draw_curve(
    points: Sequence[tuple[float, float]], label: str, *, label_y: float, number: int
) -> str:
    """Draw a curve with its label.

    Args:
        points: the x and y of each point, in the drawing's pixels.
        label: the label.
        label_y: the y coordinate of the label.
        number: the index of the curve, which decides its colour.
    """
    # If there are more curves than colours, the colours are used again.
    colour_number = number % len(_LIGHT_COLOURS)
    colour = _LIGHT_COLOURS[colour_number]
    coordinates = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    curve = (
        f'<polyline points="{coordinates}" fill="none" stroke-width="4" '
        f'stroke-linejoin="round" stroke-linecap="round" '
        f'class="c{colour_number}" stroke="{colour}"/>'
    )
    base_line = label_y + _BASE_LINE
    text = (
        f'<text x="{_RIGHT + _LABEL_GAP}" y="{base_line:.1f}" font-size="{_LABEL_SIZE}" '
        f'class="t{colour_number}" fill="{colour}">{escape(label)}</text>'
    )
    return curve + text


def _label(name: str, amount: str) -> str:
    """Return the label of a curve: its name, which may be shortened, and its last amount."""
    most_letters = _LABEL_LETTERS - len(amount)
    if len(name) > most_letters:
        name = f"{name[: most_letters - 1]}…"
    return f"{name} {amount}"


def _spread_labels(wanted_places: Sequence[float]) -> list[float]:
    """Move labels apart that would cover each other.

    From the top to the bottom, each label moves down until it is free of the label above it. If the
    lowest label is then below ``_BOTTOM``, it moves up to it, and pushes labels above it up.

    Args:
        wanted_places: the y coordinate at which each label would be.

    Returns:
        The y coordinates in the same order.
    """
    # The indices of the labels, from the highest to the lowest label.
    from_the_top = sorted(range(len(wanted_places)), key=lambda number: wanted_places[number])
    y_coordinates = list(wanted_places)
    for above, below in pairwise(from_the_top):
        y_coordinates[below] = max(y_coordinates[below], y_coordinates[above] + _LABEL_HEIGHT)
    lowest_place: float = _BOTTOM
    for number in reversed(from_the_top):
        y_coordinates[number] = min(y_coordinates[number], lowest_place)
        lowest_place = y_coordinates[number] - _LABEL_HEIGHT
    return y_coordinates


def bar(share: float) -> str:
    """Return a bar that fills a share of the line, from 0 to 1. Screen readers skip it."""
    width = max(0.0, min(share, 1.0)) * 100
    filled = f'<span style="width:{width:.1f}%"></span>'
    return f'<span class="hu-chart-bar" aria-hidden="true">{filled}</span>'
