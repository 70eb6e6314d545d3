"""The parts of a panel: buttons, questions, fields, markup.

A panel draws its parts in one or two columns. Each kind of part is a struct. The tag of the struct
is the key ``kind`` in JSON, and the name of the method of ``panel.js`` that draws the part. The
larger parts are in files of their own: ``editor.py``, ``hand.py``, ``seats.py``, ``sheet.py``.
"""

from collections.abc import Iterable, Mapping
from typing import Literal

from msgspec import Struct

from hu.app.page.gestures.tap import Gesture

#: The beginning of a gesture: its name and the fields that the server knows, such as
#: ``("ask", "special")``. The browser adds the remaining fields, such as the answer to a question,
#: and sends all of them as a gesture (``gestures/``).
EventStart = tuple[str | int | bool | None, ...]
#: A value that can be chosen, and its text.
ChoiceOption = tuple[str | int, str]


class PanelPart(Struct, frozen=True, tag_field="kind"):
    """A part of a panel."""


class MarkupPart(PanelPart, frozen=True, tag="html"):
    """Text and pictures.

    Attributes:
        html: the markup. All words in it are escaped.
    """

    html: str


class ActionPart(PanelPart, frozen=True, tag="action"):
    """A large button of the hand's screen.

    Attributes:
        op: all fields of the gesture that a tap makes.
        name: names the button.
        label: its text.
        look: ``main`` for the button to tap next, ``quiet`` for a button that is seldom wanted.
        sign: a sign before the text. Screen readers skip it.
    """

    op: EventStart
    name: str
    label: str
    look: Literal["", "main", "quiet"] = ""
    sign: str = ""


class ButtonPart(PanelPart, frozen=True, kw_only=True, tag="button"):
    """A button of a screen.

    Attributes:
        op: the gesture that a tap makes.
        name: names the button.
        label: its text.
        note: a small line below the text. Empty for none.
        hint: the effect of a tap, in a line. Empty for none.
        look: how it is drawn.
        width: ``stretch`` if it is as wide as its column, ``content`` if it is as wide as its text.
        disabled: whether it cannot be tapped yet.
    """

    op: Gesture
    name: str
    label: str
    note: str
    hint: str
    look: Literal["primary", "secondary", "tertiary"]
    width: Literal["stretch", "content"]
    disabled: bool


class ChoicePart(PanelPart, frozen=True, kw_only=True, omit_defaults=True, tag="choice"):
    """A question with its answers as buttons.

    Attributes:
        op: the first fields of the event that sends the answer.
        question: the question. Empty if only screen readers get a question, the ``label``.
        options: the answers.
        chosen: the values that are chosen, in the order of ``options``.
        many: whether several answers can be chosen. The event then sends a list of values.
        label: the question for screen readers, if ``question`` is empty.
        required: whether there is always an answer. If not, a second tap takes the answer back.
        hint: explains the question, in a line below it.
    """

    op: EventStart
    question: str
    options: tuple[ChoiceOption, ...]
    chosen: tuple[str | int, ...]
    many: bool
    label: str = ""
    required: bool = False
    hint: str = ""


class SelectPart(PanelPart, frozen=True, kw_only=True, tag="select"):
    """A question with its answers as a list that opens.

    Attributes:
        op: the first fields of the event that sends the answer.
        question: the question.
        options: the answers.
        chosen: the value that is chosen, as the only item. Empty if no option is chosen.
    """

    op: EventStart
    question: str
    options: tuple[ChoiceOption, ...]
    chosen: tuple[str, ...]


class SwitchPart(PanelPart, frozen=True, kw_only=True, omit_defaults=True, tag="switch"):
    """A switch.

    Attributes:
        op: the first fields of the event that sends whether the switch is on.
        label: its text.
        on: whether it is on.
        original: the number of a photo of which the browser has sent a smaller copy. When the
            switch is turned on, the browser sends the full photo. 0 or None for none.
    """

    op: EventStart
    label: str
    on: bool
    original: int | None = None


class NumberPart(PanelPart, frozen=True, kw_only=True, tag="number"):
    """A field for a whole number.

    Attributes:
        op: the first fields of the event that sends the number, or None from an empty field.
        label: the question.
        value: the number in the field. None for an empty field.
        least: the lowest number.
        most: the highest number.
        step: the difference that the field's own buttons make.
    """

    op: EventStart
    label: str
    value: int | None
    least: int
    most: int
    step: int


class EntryPart(PanelPart, frozen=True, kw_only=True, tag="entry"):
    """A line of text that is sent with a button or with the key Enter.

    Attributes:
        op: the first fields of the event that sends the text.
        name: names the field.
        label: its question.
        hint: a line below it.
        button: the text of the button.
        longest: letters of the longest text.
    """

    op: EventStart
    name: str
    label: str
    hint: str
    button: str
    longest: int


class TextPart(PanelPart, frozen=True, kw_only=True, tag="text"):
    """A field for a line of text, which is sent when the field is left.

    Attributes:
        op: the first fields of the event that sends the text.
        label: the question.
        value: the text in the field.
        longest: letters of the longest text.
        hint: the text that an empty field shows.
    """

    op: EventStart
    label: str
    value: str
    longest: int
    hint: str = ""


class AskedTile(Struct, frozen=True, kw_only=True):
    """A tile whose face is asked for.

    Attributes:
        position: its position among the tiles of the lesson.
        picture: the address of its picture.
        question: the question.
        chosen: the answer that is chosen.
    """

    position: int
    picture: str
    question: str
    chosen: str


class AskedTilesPart(PanelPart, frozen=True, kw_only=True, tag="asked"):
    """Tiles whose faces are asked for, each with its picture and a list that opens.

    Attributes:
        op: the first fields of the event that sends the position of a tile and the answer.
        options: the answers.
        tiles: the tiles.
    """

    op: EventStart
    options: tuple[ChoiceOption, ...]
    tiles: tuple[AskedTile, ...]


class FilePart(PanelPart, frozen=True, kw_only=True, tag="file"):
    """A button that picks a file, or several, and sends them one after the other.

    Attributes:
        key: names the uploader that takes the file (``files.py``).
        text: the text of the button.
        hint: the purpose of the file.
        limit: bytes of the largest file. Only ``limit + 1`` bytes of a larger file are sent, which
            shows the server that the file is too large.
        accept: the kinds of files that the browser's picker offers, such as ``.toml``.
        many: whether several files can be picked at once.
        texts: the texts of a picker of photos. ``reading`` is shown until a photo has been read.
            ``too_large`` is shown for a photo beyond the limit, which is not sent. Its placeholders
            ``{size}`` and ``{limit}`` are megabytes. Empty for other files.
        count: how many files have come from this button.
    """

    key: str
    text: str
    hint: str
    limit: int
    accept: str
    many: bool
    texts: Mapping[str, str]
    count: int


class SpokenPart(PanelPart, frozen=True, tag="spoken"):
    """A text that only screen readers announce, as soon as it has changed.

    Attributes:
        text: the text.
    """

    text: str


class PrintPart(PanelPart, frozen=True, tag="print"):
    """A button that prints the page.

    Attributes:
        text: its text.
    """

    text: str


class PhotoStrip(Struct, frozen=True, rename={"part": "from", "place": "to"}):
    """The part of a photo that a shared picture shows.

    Attributes:
        photo: the key of the photo.
        part: left, top, width and height of the part, in shares of the photo. The key in JSON is
            ``from``.
        place: left, top, width and height of the part in the picture, in the picture's units. The
            key in JSON is ``to``.
    """

    photo: str
    part: tuple[float, float, float, float]
    place: tuple[int, int, int, int]


class SharePart(PanelPart, frozen=True, kw_only=True, tag="share"):
    """Buttons that share a result as a picture or as a text.

    Attributes:
        name: the name of the picture's file.
        svg: the picture, which the browser draws.
        width: its width, in its own units.
        height: its height, in its own units.
        text: the result as lines of text.
        strip: the part of the photo that the picture shows. None for a result without a photo.
        texts: the words of the section ``result``.
    """

    name: str
    svg: str
    width: int
    height: int
    text: str
    texts: Mapping[str, str]
    strip: PhotoStrip | None = None


def ask_choice(
    op: EventStart,
    question: str,
    options: Mapping[str, str],
    chosen: Iterable[str],
    *,
    many: bool = False,
    label: str = "",
    required: bool = False,
) -> ChoicePart:
    """Ask a question with its answers as buttons.

    Args:
        op: the first fields of the event that sends the answer.
        question: the question. Empty if only screen readers get a question, the ``label``.
        options: the text of each answer, by its value.
        chosen: the values of the answers that are chosen. Values that are no options are left out.
        many: whether several answers can be chosen.
        label: the question for screen readers, if ``question`` is empty.
        required: whether there is always an answer. If not, a second tap takes the answer back.
    """
    return ChoicePart(
        op=op,
        question=question,
        options=tuple(options.items()),
        chosen=_options_among(options, chosen),
        many=many,
        label=label,
        required=required,
    )


def ask_select(
    op: EventStart, question: str, options: Mapping[str, str], chosen: str
) -> SelectPart:
    """Ask a question with its answers as a list that opens.

    Args:
        op: the first fields of the event that sends the answer.
        question: the question.
        options: the text of each answer, by its value.
        chosen: the value that is chosen. A value that is no option is left out.
    """
    return SelectPart(
        op=op,
        question=question,
        options=tuple(options.items()),
        chosen=_options_among(options, [chosen]),
    )


def _options_among(options: Mapping[str, str], values: Iterable[str]) -> tuple[str, ...]:
    """Return the values that are options, in the order of the options."""
    all_values = frozenset(values)
    return tuple(option for option in options if option in all_values)
