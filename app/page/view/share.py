"""A result to share.

It is plain text without links, and a picture that the browser draws from SVG.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import chain
from textwrap import wrap
from typing import Any, Final

from hu.app.i18n import Texts
from hu.app.page.draft.editing.hand import span
from hu.app.page.draft.scoring import Outcome
from hu.app.page.draft.state import Draft
from hu.app.page.parts.components import Part
from hu.app.page.photos.photo import SeenPhoto
from hu.app.tiles.svg import tile_data_uri
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand
from hu.scoring.patterns import ScoreItem
from hu.scoring.rule_set.registry import rule_set

_WIDTH: Final = 720
INK, MUTED, ACCENT, _PAPER = "#1c2429", "#55616a", "#0b6b47", "#faf9f5"
#: Of the strip of the photo, in widths of the picture's text, at most.
_STRIP: Final = 0.45
_FONT: Final = "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, Hu names, sans-serif"
#: Where the device writes Chinese characters itself, those of the page's own font would stand out.
_OWN_FONT: Final = "system-ui, -apple-system, sans-serif"


def share_part(t: Texts, shared: Mapping[str, Any]) -> Part:
    """Offer a picture drawn from SVG, and the same as text."""
    return {"kind": "share", "name": "hu.png", "texts": t.section("result"), **shared}


def _reasons(t: Texts, items: Sequence[ScoreItem]) -> Iterator[tuple[str, str]]:
    """List the patterns of a hand as pairs of a name and a worth.

    If some patterns double the points, the sum of all other patterns comes first, and only the
    doubling patterns follow.
    """
    doublings = [item for item in items if item.pattern.unit.doubles]
    if doublings:
        points = [item.total for item in items if not item.pattern.unit.doubles]
        yield t("result.base"), str(sum(points))
        for item in doublings:
            yield _pattern_name(t, item), item.text
        return

    for item in items:
        name = _pattern_name(t, item)
        if item.count > 1:
            name += f" {t('result.times', count=item.count)}"
        yield name, item.text


def _pattern_name(t: Texts, item: ScoreItem) -> str:
    """Return a pattern's name, followed by its name in Chinese characters if that is shown."""
    name = t.name(item.pattern.names)
    also = t.also(item.pattern.names)
    if not also:
        return name
    return f"{name} {also}"


def share_hand(
    t: Texts,
    outcome: Outcome,
    draft: Draft,
    who: Mapping[str, str],
    title: str,
    photo: SeenPhoto | None = None,
) -> Part:
    """Offer a result whose payments are known: a few lines of text as in a chat, and one SVG.

    With a photo, ``strip`` says which part of which photo the browser draws where: the tiles of the
    hand.
    """
    score, claim = outcome.score, draft.claim
    assert score is not None  # noqa: S101  # it is known with the payments
    player = score.players[str(draft.winner)]
    points = t.number(player.points)
    unit = t.name(rule_set(draft.rules).unit.names)
    winners = ", ".join(who[seat] for seat in (str(draft.winner), *draft.claims))
    won = t(f"way.{claim.win}", who=winners, source=who.get(claim.source or "", ""))
    reasons = list(_reasons(t, player.items))
    reading = outcome.without_guess(player.arrangement)
    paid = sorted((score.payments or {}).items(), key=lambda payment: -payment[1])
    lines = [title, won, f"{points} {unit}"]
    lines += [f"{name}: {worth}" for name, worth in reasons]
    lines += [f"{who[seat]} {t.signed(amount)}" for seat, amount in paid]
    if reading:
        lines.append(reading)
    headline, y = wrap_text(t, won, 116, 38, ACCENT, bold=True)
    # One line of text: how wide the figures are only the browser's font knows.
    figures = f'<tspan font-size="72" font-weight="700" fill="{INK}">{points}</tspan>'
    figures += f'<tspan dx="14" font-size="30" fill="{MUTED}">{escape(unit)}</tspan>'
    parts = [
        line(title, 40, 58, 26, MUTED),
        *headline,
        f'<text x="40" y="{y + 84}">{figures}</text>',
    ]
    y += 110
    strip = _strip(photo, y) if photo else None
    rows, y = tile_rows(reading, t, strip["to"][1] + strip["to"][3] + 16 if strip else y)
    parts.append(rows)
    for name, worth in reasons:
        y += 38
        parts += [line(name, 40, y, 24, INK), line(worth, 680, y, 24, INK, end=True)]
    y += 30
    parts.append(f'<path d="M40,{y} H680" stroke="#d9d4c7" stroke-width="2"/>')
    for seat, amount in paid:
        y += 42
        colour = ACCENT if amount > 0 else INK
        parts += [
            line(who[seat], 40, y, 26, colour),
            line(t.signed(amount), 680, y, 26, colour, end=True, bold=True),
        ]
    return share_part(
        t, {**frame_picture(parts, y + 30, t), "strip": strip, "text": "\n".join(lines)}
    )


def wrap_text(
    t: Texts, text: str, y: int, size: int, colour: str, *, bold: bool = False
) -> tuple[list[str], int]:
    """Break a text into as many lines as it needs.

    Chinese characters are twice as wide as letters.

    Returns:
        The lines as markup, and the y coordinate of the last line.
    """
    letters = (720 if t.reads_characters else 1240) // size
    lines = wrap(text, letters)
    step = size * 6 // 5
    found = [
        line(part, 40, y + step * number, size, colour, bold=bold)
        for number, part in enumerate(lines)
    ]
    return found, y + step * (len(lines) - 1)


def _strip(photo: SeenPhoto, y: int) -> dict[str, Any] | None:
    """Return the part of a photo that shows the hand, and its place in the picture.

    The part is given in shares of the photo.
    """
    tiles = chain.from_iterable(group.tiles for group in photo.hand.groups if group.kind != "aside")
    corners = [corner for tile in tiles for corner in tile.box or ()]
    if not corners:
        return None
    sides = [(span(corners, axis), size) for axis, size in enumerate(photo.size)]
    (left, right), (top, bottom) = (
        (max(least / size - 0.02, 0.0), min(most / size + 0.02, 1.0))
        for (least, most), size in sides
    )
    shape = (bottom - top) * photo.size[1] / max((right - left) * photo.size[0], 1)
    if shape > _STRIP:
        # Of a hand in several rows the middle is enough.
        off = (bottom - top) * (1 - _STRIP / shape) / 2
        top, bottom, shape = top + off, bottom - off, _STRIP
    wide = _WIDTH - 80
    part, place = [left, top, right - left, bottom - top], [40, y, wide, round(wide * shape)]
    return {"photo": photo.key, "from": part, "to": place}


def frame_picture(parts: Iterable[str], height: int, t: Texts) -> dict[str, Any]:
    """Put a picture's parts on its background, with the page's name below.

    Returns:
        The picture as ``svg``, its ``width`` and its ``height`` in pixels.
    """
    height += 40
    ground = f'<rect width="{_WIDTH}" height="{height}" fill="{_PAPER}"/>'
    font = _OWN_FONT if t.reads_characters else _FONT
    size = f'width="{_WIDTH}" height="{height}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{font}" lang="{t.language}">'
    )
    name = line(t("app.title"), 680, height - 24, 20, MUTED, end=True)
    return {"svg": f"{head}{ground}{''.join(parts)}{name}</svg>", "width": _WIDTH, "height": height}


def line(
    text: str, x: float, y: float, size: int, colour: str, *, bold: bool = False, end: bool = False
) -> str:
    """A line of text in a picture, from ``x`` or up to it."""
    weight = ' font-weight="700"' if bold else ""
    anchor = ' text-anchor="end"' if end else ""
    style = f'font-size="{size}" fill="{colour}"{weight}{anchor}'
    return f'<text x="{x}" y="{y}" {style}>{escape(text)}</text>'


def note_rows(note: str, t: Texts, y: int) -> tuple[str, int]:
    """Draw the note of a won hand: its tiles, or the figures that were entered instead.

    Args:
        note: the note on the sheet.
        t: the words of the language.
        y: where the first row begins.

    Returns:
        The rows, and where the last one ends.
    """
    try:
        return tile_rows(note, t, y)
    except InputError:
        return line(note, 40, y + 22, 22, INK), y + 40


def tile_rows(reading: str, t: Texts, y: int) -> tuple[str, int]:
    """A hand set by set, in rows; and where the last row ends."""
    pictures, x = [], 40
    for part in reading.split():
        faces = Hand.from_text(part).tiles
        if x > 40 and x + 42 * len(faces) > _WIDTH - 40:
            x, y = 40, y + 62
        for face in faces:
            address = tile_data_uri(face, t.language)
            pictures.append(f'<image x="{x}" y="{y}" width="40" height="53" href="{address}"/>')
            x += 42
        x += 14
    return "".join(pictures), y + 62 if pictures else y
