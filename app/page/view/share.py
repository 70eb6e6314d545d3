"""Makes a result that players can share: a text, and a picture that the browser draws from SVG."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import wrap
from typing import Final

from hu.app.i18n import Texts
from hu.app.page.draft.editing.hand import Corner, span
from hu.app.page.draft.scoring import Outcome
from hu.app.page.draft.state import Draft
from hu.app.page.parts.panel import PhotoStrip, SharePart
from hu.app.page.photos.photo import SeenPhoto
from hu.app.page.view.figures import describe_figures
from hu.app.page.view.patterns import ShownPattern, shown_patterns
from hu.app.tiles.svg import tile_data_uri
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand, write_reds
from hu.scoring.patterns import PatternInfo
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set

#: The width of a picture, and the edges of its contents, in pixels.
_WIDTH: Final = 720
LEFT: Final = 40
RIGHT: Final = 680
#: Colours of texts and of the background.
INK: Final = "#1c2429"
MUTED: Final = "#55616a"
ACCENT: Final = "#0b6b47"
_PAPER: Final = "#faf9f5"
#: A picture can have a strip, the part of the photo that shows the tiles. Its largest height, in
#: widths of the strip.
_TALLEST_STRIP: Final = 0.45
#: The margin around the tiles in the strip, in shares of the photo's width or height.
_STRIP_MARGIN: Final = 0.02
#: The size of a tile, the distance from a tile to the next, the gap between groups, and the
#: distance from a row of tiles to the next, in pixels.
_TILE_WIDTH: Final = 40
_TILE_HEIGHT: Final = 53
_TILE_STEP: Final = 42
_GROUP_GAP: Final = 14
_ROW_STEP: Final = 62
#: How many characters fit into a line, multiplied by the size of the font in pixels. A Chinese
#: character is about as wide as the size of the font. A letter is about half as wide.
_LINE_OF_CHARACTERS: Final = RIGHT - LEFT
_LINE_OF_LETTERS: Final = 1240
_FONT: Final = "system-ui, -apple-system, Segoe UI, Roboto, Noto Sans, Hu names, sans-serif"
#: The font for languages in Chinese characters. It lacks the page's own font "Hu names", because
#: its characters would look different from the device's.
_DEVICE_FONT: Final = "system-ui, -apple-system, sans-serif"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that the browser draws.

    Attributes:
        svg: the picture.
        width: its width in pixels.
        height: its height in pixels.
    """

    svg: str
    width: int
    height: int


def share_part(t: Texts, picture: Picture, text: str, strip: PhotoStrip | None = None) -> SharePart:
    """Offer a result as a picture and as a text.

    Args:
        t: the words of the language.
        picture: the picture.
        text: the same result as lines of text.
        strip: the part of the photo that the picture shows. None for none.
    """
    return SharePart(
        name="hu.png",
        svg=picture.svg,
        width=picture.width,
        height=picture.height,
        text=text,
        texts=t.section("result"),
        strip=strip,
    )


def _list_reasons(t: Texts, patterns: Sequence[ShownPattern]) -> Iterator[tuple[str, str]]:
    """List the reasons of a hand's points, each with its name and its worth as text.

    If no pattern of the hand doubles the points, each pattern is a reason. Otherwise the first
    reason is the sum of the patterns that do not double, and each doubling pattern is a reason
    after it.
    """
    doublings = [pattern for pattern in patterns if pattern.info.unit.doubles]
    if doublings:
        base_points = [pattern.total for pattern in patterns if not pattern.info.unit.doubles]
        yield t("result.base"), str(sum(base_points))
        for pattern in doublings:
            yield _pattern_name(t, pattern.info), pattern.text
        return

    for pattern in patterns:
        name = _pattern_name(t, pattern.info)
        if pattern.record.count > 1:
            name += f" {t('result.times', count=pattern.record.count)}"
        yield name, pattern.text


def _pattern_name(t: Texts, pattern: PatternInfo) -> str:
    """Return a pattern's name, with its name in Chinese characters if the language has others."""
    name = t.name(pattern.names)
    name_in_characters = t.also(pattern.names)
    if not name_in_characters:
        return name
    return f"{name} {name_in_characters}"


def share_hand(
    t: Texts,
    outcome: Outcome,
    draft: Draft,
    who: Mapping[str, str],
    title: str,
    photo: SeenPhoto | None = None,
) -> SharePart:
    """Offer a result whose payments are known, as a few lines of text and as a picture.

    Args:
        t: the words of the language.
        outcome: the score of the hand.
        draft: the hand.
        who: the names of the seats.
        title: the title of the game, or a word for the result.
        photo: the photo of the hand. The picture shows the part of it that has the tiles. None
            without a photo.
    """
    winners = [str(draft.winner), *draft.claims]
    # The name of the discarder. Nobody discarded the tile of a self-draw.
    source = ""
    if draft.claim.source is not None:
        source = who.get(draft.claim.source, "")
    amount_at = outcome.payments or {}
    highest_first = sorted(amount_at, key=amount_at.__getitem__, reverse=True)
    payments = [(who[seat], amount_at[seat]) for seat in highest_first]
    who_won = t.listed([who[seat] for seat in winners])
    shared_hand = _SharedHand(
        title=title,
        headline=t(f"way.{draft.claim.win}", who=who_won, source=source, count=len(winners)),
        winners=[_shared_winner(t, outcome, draft, seat, name=who[seat]) for seat in winners],
        payments=payments,
    )
    picture, strip = _draw_hand(t, shared_hand, photo)
    return share_part(t, picture, _write_hand(t, shared_hand), strip)


@dataclass(frozen=True, slots=True)
class _SharedWinner:
    """The hand of a winner in a shared result.

    Attributes:
        name: the winner's name.
        points: the value of the hand as text.
        unit: the name of the rule set's unit of hands, such as points or faan.
        reasons: the name and the worth of each reason of the points.
        reading: the hand in the notation, divided into the groups that were counted. Empty if
            figures were entered instead of its tiles.
    """

    name: str
    points: str
    unit: str
    reasons: Sequence[tuple[str, str]]
    reading: str


@dataclass(frozen=True, slots=True)
class _SharedHand:
    """The contents of a shared result.

    Attributes:
        title: the title of the game, or a word for the result.
        headline: the winners and how they won.
        winners: the hand of each winner. The first is the hand on the photo.
        payments: each player's name and amount in points, the highest first. Negative if the
            player pays.
    """

    title: str
    headline: str
    winners: Sequence[_SharedWinner]
    payments: Sequence[tuple[str, int]]


def _shared_winner(
    t: Texts, outcome: Outcome, draft: Draft, seat: str, *, name: str
) -> _SharedWinner:
    """Return the hand of a winner as it is shared.

    Args:
        t: the words of the language.
        outcome: the score of the hand.
        draft: the hand.
        seat: the winner's seat.
        name: the winner's name.
    """
    score = outcome.hands[seat]
    return _SharedWinner(
        name=name,
        points=t.number(score.value),
        unit=t.unit(score.value, rule_set(draft.rules).unit),
        reasons=list(_list_reasons(t, shown_patterns(score, draft))),
        reading=outcome.without_assumed_winning_tile(score.reading or ""),
    )


def _write_hand(t: Texts, shared_hand: _SharedHand) -> str:
    """Write a result as a few lines of text.

    The tiles of a sole winner are the last line. Of several winners, each hand is followed by its
    tiles.
    """
    lines = [shared_hand.title, shared_hand.headline]
    has_several_winners = len(shared_hand.winners) > 1
    for winner in shared_hand.winners:
        points = f"{winner.points} {winner.unit}"
        lines.append(t.with_label(winner.name, points) if has_several_winners else points)
        for name, worth in winner.reasons:
            lines.append(t.with_label(name, worth))
        if has_several_winners and winner.reading:
            lines.append(winner.reading)
    for player, amount in shared_hand.payments:
        lines.append(f"{player} {t.signed(amount)}")
    if not has_several_winners and shared_hand.winners[0].reading:
        lines.append(shared_hand.winners[0].reading)
    return "\n".join(lines)


def _draw_hand(
    t: Texts, shared_hand: _SharedHand, photo: SeenPhoto | None
) -> tuple[Picture, PhotoStrip | None]:
    """Draw a result, from the top to the bottom.

    Args:
        t: the words of the language.
        shared_hand: the contents of the result.
        photo: the photo of the first winner's hand. None without one.

    Returns:
        The picture, and the part of the photo that it shows. None without a photo of the tiles.
    """
    # ``y`` is how far down the picture is drawn so far, in pixels from the top.
    parts = [line(shared_hand.title, x=LEFT, y=58, size=26, colour=MUTED)]
    headline, y = wrap_text(t, shared_hand.headline, y=116, size=38, colour=ACCENT, is_bold=True)
    parts += headline

    strip = None
    has_several_winners = len(shared_hand.winners) > 1
    for index, winner in enumerate(shared_hand.winners):
        if has_several_winners:
            y += 52
            parts.append(line(winner.name, x=LEFT, y=y, size=30, colour=ACCENT, is_bold=True))
        points, y = _draw_points(winner, y)
        parts.append(points)
        # The photo shows the hand of the first winner.
        if index == 0 and photo is not None:
            strip, y = _place_strip(photo, y)
        rows, y = tile_rows(winner.reading, t, y)
        parts.append(rows)
        reasons, y = _draw_reasons(winner, y)
        parts += reasons
    payments, y = _draw_payments(t, shared_hand.payments, y)
    parts += payments
    return frame_picture(parts, y + 30, t), strip


def _draw_points(winner: _SharedWinner, y: int) -> tuple[str, int]:
    """Draw the points of a hand with their unit.

    Args:
        winner: the hand.
        y: the y coordinate in pixels below which the points are drawn.

    Returns:
        The points as SVG, and the y coordinate below them.
    """
    # The points and their unit are one line of text, because the width of the points depends on the
    # browser's font.
    value = f'<tspan font-size="72" font-weight="700" fill="{INK}">{winner.points}</tspan>'
    unit = f'<tspan dx="14" font-size="30" fill="{MUTED}">{escape(winner.unit)}</tspan>'
    base_line = y + 84
    return f'<text x="{LEFT}" y="{base_line}">{value}{unit}</text>', y + 110


def _draw_reasons(winner: _SharedWinner, y: int) -> tuple[list[str], int]:
    """Draw the reasons of a hand's points, each in a line of text, and a rule below them.

    Args:
        winner: the hand.
        y: the y coordinate in pixels below which the reasons are drawn.

    Returns:
        The parts as SVG, and the y coordinate of the rule.
    """
    parts = []
    base_line = y
    for name, worth in winner.reasons:
        base_line += 38
        parts.append(line(name, x=LEFT, y=base_line, size=24, colour=INK))
        parts.append(line(worth, x=RIGHT, y=base_line, size=24, colour=INK, is_end=True))
    rule_y = base_line + 30
    parts.append(f'<path d="M{LEFT},{rule_y} H{RIGHT}" stroke="#d9d4c7" stroke-width="2"/>')
    return parts, rule_y


def _draw_payments(t: Texts, payments: Sequence[tuple[str, int]], y: int) -> tuple[list[str], int]:
    """Draw the players' amounts, each in a line of text.

    Args:
        t: the words of the language.
        payments: each player's name and amount in points.
        y: the y coordinate in pixels below which the amounts are drawn.

    Returns:
        The parts as SVG, and the base line of the last amount.
    """
    parts = []
    base_line = y
    for player, amount in payments:
        base_line += 42
        colour = ACCENT if amount > 0 else INK
        parts.append(line(player, x=LEFT, y=base_line, size=26, colour=colour))
        amount_line = line(
            t.signed(amount),
            x=RIGHT,
            y=base_line,
            size=26,
            colour=colour,
            is_end=True,
            is_bold=True,
        )
        parts.append(amount_line)
    return parts, base_line


def wrap_text(
    t: Texts, text: str, *, y: int, size: int, colour: str, is_bold: bool = False
) -> tuple[list[str], int]:
    """Draw a text in as many lines as it needs.

    Args:
        t: the words of the language.
        text: the text. It is not empty.
        y: the base line of the first line, in pixels.
        size: the size of the font in pixels.
        colour: the colour of the text.
        is_bold: whether the text is bold.

    Returns:
        The lines as markup, and the base line of the last line.
    """
    length = _LINE_OF_CHARACTERS if t.reads_characters else _LINE_OF_LETTERS
    characters_per_line = length // size
    lines = wrap(text, width=characters_per_line)
    # The distance between base lines is 1.2 times the size of the font.
    step = size * 6 // 5
    parts = []
    for index, line_text in enumerate(lines):
        line_y = y + step * index
        parts.append(line(line_text, x=LEFT, y=line_y, size=size, colour=colour, is_bold=is_bold))
    last_y = y + step * (len(lines) - 1)
    return parts, last_y


def _place_strip(photo: SeenPhoto, y: int) -> tuple[PhotoStrip | None, int]:
    """Place the strip of a photo, and return the y coordinate of the parts below it.

    Without a tile of the hand in the photo: no strip, and ``y`` itself.

    Args:
        photo: the photo.
        y: the upper edge of the strip in the picture, in pixels.
    """
    strip = _strip_of_photo(photo, y)
    if strip is None:
        return None, y
    _left, top, _width, height = strip.place
    return strip, top + height + 16


def _strip_of_photo(photo: SeenPhoto, y: int) -> PhotoStrip | None:
    """Return the strip: the part of a photo that shows the hand, and its place in the picture.

    Args:
        photo: the photo.
        y: the upper edge of the strip in the picture, in pixels.

    Returns:
        The strip, or None if no tile of the hand is in the photo.
    """
    corners: list[Corner] = []
    for group in photo.hand.groups:
        # Tiles beside the hand are no part of it.
        if group.kind == "aside":
            continue
        for tile in group.tiles:
            if tile.box is not None:
                corners += tile.box
    if not corners:
        return None
    # The edges of the strip in shares of the photo's width and height.
    width, height = photo.size
    left, right = _share_of_side(span(corners, axis=0), width)
    top, bottom = _share_of_side(span(corners, axis=1), height)

    # The height of the strip, in widths of the strip.
    width_in_photo = (right - left) * width
    height_in_photo = (bottom - top) * height
    relative_height = height_in_photo / max(width_in_photo, 1)
    if relative_height > _TALLEST_STRIP:
        # The hand has several rows. Show the middle of it, and cut the same share off the upper and
        # the lower edge.
        cut_off = (bottom - top) * (1 - _TALLEST_STRIP / relative_height) / 2
        top += cut_off
        bottom -= cut_off
        relative_height = _TALLEST_STRIP
    width_in_picture = RIGHT - LEFT
    height_in_picture = round(width_in_picture * relative_height)
    return PhotoStrip(
        photo=photo.key,
        part=(left, top, right - left, bottom - top),
        place=(LEFT, y, width_in_picture, height_in_picture),
    )


def _share_of_side(extent: tuple[float, float], side: int) -> tuple[float, float]:
    """Return where the tiles begin and end along a side of the photo, with a margin.

    Args:
        extent: the first and the last coordinate of the tiles, in pixels.
        side: the length of the side, in pixels.

    Returns:
        The first and the last coordinate with the margin, in shares of the side.
    """
    first, last = extent
    first_share = max(first / side - _STRIP_MARGIN, 0.0)
    last_share = min(last / side + _STRIP_MARGIN, 1.0)
    return first_share, last_share


def frame_picture(parts: Iterable[str], height: int, t: Texts) -> Picture:
    """Put the parts of a picture on a background, with the page's name below.

    Args:
        parts: the parts as SVG.
        height: the height of the parts in pixels. The name of the page adds to it.
        t: the words of the language.
    """
    full_height = height + 40
    size = f'width="{_WIDTH}" height="{full_height}"'
    font = _DEVICE_FONT if t.reads_characters else _FONT
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{font}" lang="{t.language}">'
    )
    background = f'<rect {size} fill="{_PAPER}"/>'
    name_y = full_height - 24
    name = line(t("app.title"), x=RIGHT, y=name_y, size=20, colour=MUTED, is_end=True)
    return Picture(f"{head}{background}{''.join(parts)}{name}</svg>", _WIDTH, full_height)


def line(
    text: str,
    *,
    x: float,
    y: float,
    size: int,
    colour: str,
    is_bold: bool = False,
    is_end: bool = False,
) -> str:
    """Draw a line of text.

    Args:
        text: the text.
        x: the left end of the line in pixels, or its right end if ``is_end``.
        y: the base line in pixels.
        size: the size of the font in pixels.
        colour: the colour of the text.
        is_bold: whether the text is bold.
        is_end: whether the line ends at ``x``.
    """
    weight = ' font-weight="700"' if is_bold else ""
    anchor = ' text-anchor="end"' if is_end else ""
    style = f'font-size="{size}" fill="{colour}"{weight}{anchor}'
    return f'<text x="{x}" y="{y}" {style}>{escape(text)}</text>'


def note_rows(note: str, rules: RuleSet, t: Texts, y: int) -> tuple[str, int]:
    """Draw the note of a won hand: its tiles, or the figures that were entered instead.

    Args:
        note: the note on the sheet.
        rules: the rule set of the game.
        t: the words of the language.
        y: the y coordinate of the upper edge of the first row, in pixels.

    Returns:
        The rows as SVG, and the y coordinate below the last row.
    """
    try:
        return tile_rows(note, t, y)
    except InputError:
        # The note holds figures, such as "han 3, fu 40", and no tiles.
        text = describe_figures(note, rules, t)
        return line(text, x=LEFT, y=y + 22, size=22, colour=INK), y + 40


def tile_rows(reading: str, t: Texts, y: int) -> tuple[str, int]:
    """Draw the groups of a hand in rows.

    Args:
        reading: the hand in the notation, with spaces between its groups.
        t: the words of the language.
        y: the y coordinate of the upper edge of the first row, in pixels.

    Returns:
        The rows as SVG, and the y coordinate below the last row. It is ``y`` without tiles.

    Raises:
        InputError: the text is no hand, such as the figures of a hand without tiles.
    """
    pictures: list[str] = []
    size = f'width="{_TILE_WIDTH}" height="{_TILE_HEIGHT}"'
    x = LEFT
    for group in reading.split():
        hand_of_group = Hand.from_text(group)
        faces = write_reds(hand_of_group.tiles, hand_of_group.red)
        is_first_in_row = x == LEFT
        group_end = x + _TILE_STEP * len(faces)
        if group_end > RIGHT and not is_first_in_row:
            # The group goes into a new row.
            x = LEFT
            y += _ROW_STEP
        for face in faces:
            address = tile_data_uri(face, t.language)
            pictures.append(f'<image x="{x}" y="{y}" {size} href="{address}"/>')
            x += _TILE_STEP
        x += _GROUP_GAP
    if pictures:
        y += _ROW_STEP
    return "".join(pictures), y
