"""Charts as markup: curves of totals, and bars.

On the page their colours follow the device's scheme.
"""

from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from typing import Final

from hu.app.page.parts.components import data_uri

#: Of the players' curves and of the line of zero, on light and on dark ground.
_COLOURS: Final = (
    ("#0b6b47", "#b3541e", "#2f5fb3", "#8a3ba0", "#8a6d00", "#4b5563", "#ddd8ca"),
    ("#62d3a4", "#f0a070", "#8fb4f5", "#d59be6", "#e3c65a", "#b6c0cc", "#37434a"),
)
_ZERO: Final = len(_COLOURS[0]) - 1
_WIDE, _HIGH, _LABELS = 640, 300, 200
_LINE: Final = 28
#: Letters of a name and of the amount behind it that fit at the end of a curve.
_LABEL_LETTERS: Final = 14


def curves_html(
    title: str, lines: Sequence[tuple[str, Sequence[int]]], write: Callable[[int], str]
) -> str:
    """Show curves on the page.

    Args:
        title: says what they are to those who do not see them.
        lines: the name and the amounts of each curve.
        write: writes an amount with its sign.
    """
    light, dark = (
        " ".join(
            f".c{number} {{ stroke: {c} }} .t{number} {{ fill: {c} }}"
            for number, c in enumerate(colours)
        )
        for colours in _COLOURS
    )
    style = f"<style>{light}@media (prefers-color-scheme: dark) {{ {dark} }}</style>"
    # Streamlit takes drawings out of markup, but not pictures.
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'font-family="system-ui, sans-serif" font-weight="600" '
    )
    drawing = curves(lines, write).replace("<svg ", head, 1).replace(">", f">{style}", 1)
    source = data_uri("image/svg+xml", drawing.encode())
    return f'<img class="hu-curves" alt="{escape(title)}" src="{source}">'


def curves(
    lines: Sequence[tuple[str, Sequence[int]]], write: Callable[[int], str], place: str = ""
) -> str:
    """Draw the course of several amounts as curves with the same number of points.

    Each curve has its name and its last amount at its end.
    """
    amounts = [amount for _, line in lines for amount in line] or [0]
    low, high = min(0, *amounts), max(0, *amounts)
    steps = max(len(line) for _, line in lines) - 1
    right, bottom = _WIDE - _LABELS, _HIGH - 20

    def at(step: int, amount: int) -> tuple[float, float]:
        return 8 + (right - 8) * step / max(steps, 1), bottom - (bottom - 20) * (
            amount - low
        ) / max(high - low, 1)

    zero = at(0, 0)[1]
    colours = _COLOURS[0]
    axis = (
        f'<path d="M8,{zero:.1f} H{right}" class="c{_ZERO}" '
        f'stroke="{colours[_ZERO]}" stroke-width="2"/>'
    )
    parts = [axis]
    ends = _apart([at(steps, line[-1])[1] for _, line in lines], bottom)
    for number, ((name, line), y) in enumerate(zip(lines, ends, strict=True)):
        kind = number % _ZERO
        points = " ".join(
            "{:.1f},{:.1f}".format(*at(step, amount)) for step, amount in enumerate(line)
        )
        shape = f'<polyline points="{points}" fill="none" stroke-width="4" stroke-linejoin="round"'
        parts.append(f'{shape} stroke-linecap="round" class="c{kind}" stroke="{colours[kind]}"/>')
        figure = write(line[-1])
        most_letters = _LABEL_LETTERS - len(figure)
        short = name if len(name) <= most_letters else f"{name[: most_letters - 1]}…"
        text = escape(f"{short} {figure}")
        end = f'x="{right + 12}" y="{y + 8:.1f}" font-size="24"'
        parts.append(f'<text {end} class="t{kind}" fill="{colours[kind]}">{text}</text>')
    return f'<svg {place} viewBox="0 0 {_WIDE} {_HIGH}">' + "".join(parts) + "</svg>"


def _apart(wanted: Sequence[float], bottom: float) -> list[float]:
    """Move labels apart that would cover each other, from the top, then back from the bottom."""
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    found = list(wanted)
    for above, below in pairwise(order):
        found[below] = max(found[below], found[above] + _LINE)
    limit = bottom
    for number in reversed(order):
        found[number] = min(found[number], limit)
        limit = found[number] - _LINE
    return found


def bar(share: float) -> str:
    """A bar as long as a share of the line; what it says stands beside it in words."""
    width = max(0.0, min(share, 1.0)) * 100
    filled = f'<span style="width:{width:.1f}%"></span>'
    return f'<span class="hu-chart-bar" aria-hidden="true">{filled}</span>'
