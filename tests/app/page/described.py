"""The parts of a screen as lines of text, which show whatever a player sees or can tap."""

from collections.abc import Iterable, Sequence
from html.parser import HTMLParser
from typing import Any

from msgspec import to_builtins

from hu.app.page.parts.editor import EditorGroup, EditorPart, EditorTile
from hu.app.page.parts.hand import SavePart, SnapPart, TilesPart, WaitsPart
from hu.app.page.parts.panel import (
    ActionPart,
    ButtonPart,
    ChoicePart,
    MarkupPart,
    NumberPart,
    PanelPart,
    SelectPart,
    SharePart,
    SpokenPart,
    SwitchPart,
)
from hu.app.page.parts.seats import SeatsPart, SeatView
from hu.app.page.parts.sheet import SheetPart, SheetRow
from hu.scoring.tiles import CLASSES

#: Elements that begin a line of their own.
_LINE_ELEMENTS = frozenset(("p", "h1", "h2", "h3", "li", "section", "text", "details"))
#: Attributes that a player notices.
_SHOWN_ATTRIBUTES = ("href", "alt", "id", "x", "y", "fill", "font-size", "text-anchor")
#: Elements without an end tag.
_VOID = frozenset(("img", "br", "input"))
#: Classes that change the meaning of an element inside a line. Classes that begin with ``is-`` do
#: so too.
_SHOWN_CLASSES = frozenset(("hu-floating", "hu-button", "hu-worth"))


class _Reader(HTMLParser):
    """Writes markup as lines. A line begins with the element and its classes.

    The rule of a pattern is left out, because it is the same wherever the pattern counts.
    """

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self._line = ""
        # How many elements are open from the element of a rule inwards. 0 outside rules.
        self._rule_depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        classes = (attributes.get("class") or "").split()
        begins_rule = "hu-rule" in classes
        if begins_rule or self._rule_depth > 0:
            # An element without an end tag does not stay open.
            if tag not in _VOID:
                self._rule_depth += 1
            return

        begins_line = tag in _LINE_ELEMENTS
        if begins_line:
            self.end_line()
            self._line = tag
        face = _face_among(classes)
        if face:
            # The picture of a tile is written as its face alone.
            self._line += f" {face}"
            return

        shown_classes = classes
        if not begins_line:
            shown_classes = [name for name in classes if _is_shown_inside_line(name)]
        if shown_classes:
            self._line += f" <{' '.join(shown_classes)}>"
        for name in _SHOWN_ATTRIBUTES:
            value = attributes.get(name) or ""
            # The data of pictures are left out.
            if value and not value.startswith("data:"):
                self._line += f" {name}={value}"

    def handle_endtag(self, tag: str) -> None:
        if self._rule_depth:
            self._rule_depth -= 1
        elif tag in _LINE_ELEMENTS:
            self.end_line()

    def handle_data(self, data: str) -> None:
        if data.strip() and not self._rule_depth:
            self._line += f" {data.strip()}"

    def end_line(self) -> None:
        """End a line. An element without contents is left out, if it has no class either."""
        line = self._line.strip()
        has_only_element = line in _LINE_ELEMENTS
        if line and not has_only_element:
            self.lines.append(line)
        self._line = ""


def _is_shown_inside_line(class_name: str) -> bool:
    return class_name.startswith("is-") or class_name in _SHOWN_CLASSES


def _face_among(classes: Iterable[str]) -> str:
    """The face of a tile picture, from its classes. Empty for anything else."""
    for name in classes:
        if name.startswith("hu-t-"):
            return name.removeprefix("hu-t-")
    return ""


def markup_lines(html: str) -> list[str]:
    """Markup as lines of text."""
    reader = _Reader()
    reader.feed(html)
    reader.end_line()
    return reader.lines


def columns_text(columns: Sequence[Sequence[PanelPart]]) -> str:
    """The columns of a panel as text."""
    lines = []
    for number, column in enumerate(columns):
        if number:
            lines.append("----")
        for part in column:
            lines += part_lines(part)
    return "\n".join(line.rstrip() for line in lines)


def part_lines(part: PanelPart) -> list[str]:  # noqa: C901, PLR0911, PLR0912  # a line for each kind
    """A part of a panel as lines of text."""
    match part:
        case MarkupPart():
            return markup_lines(part.html)
        case SpokenPart():
            return [f"spoken: {part.text}"]
        case ActionPart():
            return [f"button {_op(part.op)} {part.look}: {part.sign} {part.label}".strip()]
        case ButtonPart():
            return [_button_line(part)]
        case ChoicePart() | SelectPart():
            return [_choice_line(part)]
        case SwitchPart():
            return [f"switch {_op(part.op)}: {part.label} = {part.on}, original {part.original}"]
        case NumberPart():
            bounds = f"{part.least} to {part.most} by {part.step}"
            return [f"number {_op(part.op)}: {part.label} = {part.value}, {bounds}"]
        case SeatsPart():
            return _seats_lines(part)
        case EditorPart():
            return _editor_lines(part)
        case WaitsPart():
            waits = "; ".join(f"{wait.face} {wait.label}" for wait in part.waits)
            return [f"waits: {part.question}: {waits}"]
        case TilesPart():
            answer = " ".join(part.faces)
            problem = f", problem {part.problem}" if part.problem else ""
            line = f"tiles {_op(part.op)}: {part.label} = {answer}, at most {part.most}{problem}"
            return [line, f"  keys {_faces_text(part.names)}"]
        case SavePart():
            return [f"save {part.token}: {part.text} / {part.saving}", *markup_lines(part.open)]
        case SnapPart():
            numbers = f"answered {part.answered}, received {part.received}"
            line = f"snap: {numbers}, original {part.original}, open {part.open}"
            return [f"{line}, problem {part.problem}, visit {part.visit}, {part.limit} MB"]
        case SharePart():
            return _share_lines(part)
        case SheetPart():
            head = f"sheet: {part.title} | {part.corner} | {' | '.join(part.names)}"
            return [head, *map(_row_line, part.rows)]
    values: dict[str, Any] = to_builtins(part)
    for name in ("texts", "options"):
        # Texts, and lists of all faces, are left out.
        values.pop(name, None)
    return [" ".join(f"{name}={value}" for name, value in values.items() if value not in ("", []))]


def _op(op: Iterable[object]) -> str:
    return "/".join(map(str, op))


def _button_line(part: ButtonPart) -> str:
    """A button, with the gesture that a tap on it sends."""
    line = f"button {part.name} {part.look} {part.width}: {part.label}"
    for text in (part.note, part.hint):
        if text:
            line += f" | {text}"
    if part.disabled:
        line += " | disabled"
    return f"{line} -> {part.op}"


def _choice_line(part: ChoicePart | SelectPart) -> str:
    """A question and its options, of which the chosen options are marked with ``*``."""
    option_texts = []
    shown_options = part.options
    if isinstance(part, SelectPart):
        # The options are in a list that opens. Before that, only the chosen option is shown.
        shown_options = tuple(option for option in part.options if option[0] in part.chosen)
        option_texts.append(f"one of {len(part.options)}")
    for value, label in shown_options:
        mark = "*" if value in part.chosen else ""
        option_texts.append(f"{mark}{value} {label}")
    line = f"ask {_op(part.op)}: {part.question}: {'; '.join(option_texts)}"
    if isinstance(part, ChoicePart):
        flags = [name for name in ("many", "required") if getattr(part, name)]
        for text in (*flags, part.label, part.hint):
            if text:
                line += f" | {text}"
    return line


def _seats_lines(part: SeatsPart) -> list[str]:
    robbed = ", robbed" if part.robbed else ""
    line = f"seats: {part.winner} by {part.way}{robbed}, points {part.points} {part.figure}"
    lines = [f"{line}, asks {part.open}"]
    lines += [_seat_line(seat) for seat in part.seats]
    return lines


def _seat_line(seat: SeatView) -> str:
    line = f"  {seat.seat} {seat.at} {seat.face} {seat.label} ({seat.name})"
    if seat.won:
        line += " won"
    if seat.points:
        line += f" {seat.points}"
    if seat.amount:
        line += f" {seat.amount.text} {seat.amount.gain} {seat.amount.spoken}"
    return line


def _editor_lines(part: EditorPart) -> list[str]:
    facts = f"winning {part.winning}, winnable {part.winnable}, settled {part.settled}"
    count = f"{part.count} of {part.largest}"
    steps = f"undo {part.undo}, redo {part.redo}"
    # ``begins``: whether the keyboard opens at once.
    head = f"{facts}, {count}, {steps}, begins {part.begins}"
    lines = [f"editor {part.name!r} at {part.seat}: {head}"]
    lines.append(f"  keys {_faces_text(part.names)}, aside {' '.join(part.set_aside)}")
    if part.photo:
        lines.append(f"  photo {part.photo.width} x {part.photo.height}")
    for other in part.others:
        lines.append(f"  other hand at {other.side}: {len(other.boxes)} tiles")
    if part.choices:
        lines.append(f"  choices {dict(part.choices)}")
    for question in part.questions:
        lines.append(f"  asks {question.about} of {question.tiles}")
    lines += [_group_line(group) for group in part.groups]
    return lines


def _faces_text(faces: Iterable[str]) -> str:
    """A list of faces, told by how it differs from the networks' classes."""
    faces = list(faces)
    missing = [face for face in CLASSES if face not in faces]
    extra = [face for face in faces if face not in CLASSES]
    return f"without {' '.join(missing) or 'none'}, also {' '.join(extra) or 'none'}"


def _group_line(group: EditorGroup) -> str:
    line = f"  {group.id} {group.kind} ({group.label}): "
    line += " ".join(_tile_text(tile) for tile in group.tiles)
    if group.bad:
        line += f" ! {group.bad}"
    return line


def _tile_text(tile: EditorTile) -> str:
    text = f"{tile.id}:{tile.face}"
    if tile.doubt:
        text += "?"
    if tile.bad:
        text += "!"
    if tile.alternatives:
        text += f"({','.join(tile.alternatives)})"
    if tile.melds:
        text += f"[{len(tile.melds)}]"
    return text


def _row_line(row: SheetRow) -> str:
    cells = []
    for cell in row.cells:
        cell_line = cell.text
        for text in (cell.marks, cell.east, cell.fault):
            if text:
                cell_line += f" {text}"
        cells.append(cell_line)
    label = f" ({row.id} {row.label})" if row.label else ""
    return f"  {row.kind} {row.name}{label} | {' | '.join(cells)}"


def _share_lines(part: SharePart) -> list[str]:
    # Texts in Chinese characters leave out the page's own font, "Hu names".
    font = "the page's font" if "Hu names" in part.svg else "the device's font"
    lines = [f"share {part.name} {part.width} x {part.height} in {font}"]
    lines += [f"  text: {line}" for line in part.text.splitlines()]
    lines += [f"  svg: {line}" for line in markup_lines(part.svg) if line.startswith("text")]
    tile_count = part.svg.count("<image")
    lines.append(f"  {tile_count} pictures")
    if part.strip:
        edges = ", ".join(f"{edge:.3f}" for edge in part.strip.part)
        lines.append(f"  photo: {edges} at {part.strip.place}")
    return lines
