"""A result to share: as plain text without links, and as a picture drawn by the browser from SVG."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any, Final

from hu.app.i18n import Texts
from hu.app.page.hand.result import signed
from hu.app.page.parts.components import Component
from hu.app.tiles.svg import tile_data_uri
from hu.scoring.notation import parse_hand
from hu.scoring.rule_set import POINTS, DealScore, ScoreItem, Unit

#: Offers a result as a picture or a text.
SHARER: Final = Component("share", "hand/share.js")
_WIDTH: Final = 720
_INK, _MUTED, _ACCENT, _PAPER = "#1c2429", "#55616a", "#0b6b47", "#faf9f5"
_FONT: Final = "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, Hu names, sans-serif"
#: Where the device writes Chinese characters itself, those of the page's own font would stand out.
_OWN_FONT: Final = "system-ui, -apple-system, sans-serif"


@dataclass(frozen=True, slots=True)
class Summary:
    """What is shared of a result.

    Attributes:
        title: what it is about.
        points: the winner's points.
        unit: what they are called.
        reasons: names and what they are worth.
        payments: players and what they get.
        reading: the hand as it was counted, in the notation.
    """

    title: str
    points: int
    unit: str
    reasons: tuple[tuple[str, str], ...]
    payments: tuple[tuple[str, int], ...]
    reading: str


def summary(
    t: Texts, score: DealScore, winner: str, who: Mapping[str, str], title: str, unit: Unit = POINTS
) -> Summary:
    """Take what is worth sharing from a score.

    Args:
        t: the words.
        score: the score, its payments known.
        winner: the winner's seat.
        who: the seats' names.
        title: the game's or another title.
        unit: what the hand is counted in.
    """
    player = score.players[winner]
    paid = sorted((score.payments or {}).items(), key=lambda payment: -payment[1])
    payments = tuple((who[seat], amount) for seat, amount in paid)
    return Summary(title, player.points, t.name(unit.names), tuple(_reasons(t, player.items)), payments, player.reading)


def _reasons(t: Texts, items: Sequence[ScoreItem]) -> Iterator[tuple[str, str]]:
    """Each pattern with its worth; where some double, the points before them in one sum."""
    doublings = [item for item in items if item.pattern.unit.doubles]
    if doublings:
        yield t("result.base"), str(sum(item.total for item in items if not item.pattern.unit.doubles))
    for item in doublings or items:
        names, count = item.pattern.names, item.count
        times = f" {t('result.times', count=count)}" if count > 1 and not doublings else ""
        yield " ".join(filter(None, (t.name(names), t.also(names)))) + times, item.text


def as_text(shared: Summary) -> str:
    """Tell a result in a few lines, as one would write it in a chat."""
    reasons = [f"{name}: {worth}" for name, worth in shared.reasons]
    payments = [f"{name} {signed(amount)}" for name, amount in shared.payments]
    return "\n".join([shared.title, f"{shared.points} {shared.unit}", *reasons, *payments, shared.reading])


def as_picture(t: Texts, shared: Summary) -> dict[str, Any]:
    """Draw a result as one SVG with all its pictures inside: ``svg``, ``width`` and ``height`` in pixels."""
    parts = [_line(shared.title, 40, 58, 26, _MUTED), _total(shared.points, shared.unit)]
    pictures, y = _tiles(shared.reading, t, 190)
    for name, worth in shared.reasons:
        y += 38
        parts += [_line(name, 40, y, 24, _INK), _line(worth, 680, y, 24, _INK, end=True)]
    y += 30
    parts.append(f'<path d="M40,{y} H680" stroke="#d9d4c7" stroke-width="2"/>')
    for name, amount in shared.payments:
        y += 42
        colour = _ACCENT if amount > 0 else _INK
        parts += [_line(name, 40, y, 26, colour), _line(signed(amount), 680, y, 26, colour, end=True, bold=True)]
    height = y + 70
    parts.append(_line(t("app.title"), 680, height - 24, 20, _MUTED, end=True))
    font = _OWN_FONT if t.reads_characters else _FONT
    ground = f'<rect width="{_WIDTH}" height="{height}" fill="{_PAPER}"/>'
    size = f'width="{_WIDTH}" height="{height}"'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{font}" lang="{t.language}">'
    return {"svg": head + ground + "".join(parts) + pictures + "</svg>", "width": _WIDTH, "height": height}


def _total(points: int, unit: str) -> str:
    # One line of text: how wide the figures are only the browser's font knows.
    figures = f'<tspan font-size="88" font-weight="700" fill="{_ACCENT}">{points}</tspan>'
    return f'<text x="40" y="150">{figures}<tspan dx="14" font-size="30" fill="{_MUTED}">{escape(unit)}</tspan></text>'


def _line(text: str, x: float, y: float, size: int, colour: str, *, bold: bool = False, end: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    anchor = ' text-anchor="end"' if end else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}"{weight}{anchor}>{escape(text)}</text>'


def _tiles(reading: str, t: Texts, y: int) -> tuple[str, int]:
    """The hand set by set, in rows; and where the last row ends."""
    pictures, x = [], 40
    for part in reading.split() if reading else []:
        faces = parse_hand(part).tiles
        if x + 42 * len(faces) > _WIDTH - 40:
            x, y = 40, y + 66
        for face in faces:
            address = tile_data_uri(face, t.language)
            pictures.append(f'<image x="{x}" y="{y}" width="40" height="53" href="{address}"/>')
            x += 42
        x += 14
    return "".join(pictures), y + 66
