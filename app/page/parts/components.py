"""The page's own components, registered once, and small pieces of markup.

All text in them is escaped.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable, Mapping, Sequence
from html import escape
from typing import Any, Final

import streamlit as st
from msgspec import Struct, to_builtins

from hu.app.i18n import Texts
from hu.app.page.parts.panel import PanelPart
from hu.app.page.parts.style import asset
from hu.app.page.photos.photo import Note
from hu.app.page.session import copy_session_values, take_notice
from hu.scoring.hand import Hand, write_reds

#: Shows markup.
show_html: Final = st.html
#: The characters with a meaning in the Markdown that Streamlit reads.
_MARKDOWN: Final = frozenset(r"\`*_{}[]()#+-!|<>$:~&")

#: Takes over the colours of Streamlit's theme. Streamlit gives these variables to components alone.
_COLOURS: Final = (
    ".hu-{name} {{ --hu-accent: var(--st-primary-color); --hu-ground: var(--st-background-color); "
    "--hu-card: var(--st-secondary-background-color); --hu-line: var(--st-border-color); "
    "--hu-text: var(--st-text-color); }}"
)

#: The scripts of the components, by the name of the component. Streamlit would send the script of a
#: component with each of its elements and again after each tap, 100 kB for a panel. Therefore all
#: scripts are the data of an element of their own, which Streamlit sends once. In place of its
#: script, each component has a stand-in (``stand_in.js``) that calls the script.
_SCRIPTS: Final[dict[str, str]] = {}
#: The scripts that each component begins with.
_SHARED_SCRIPTS: Final = ("parts/dom.js", "parts/lifting.js", "parts/uploads.js")
_loader: Final[Any] = st.components.v2.component(
    "hu_scripts", js=asset("parts/scripts.js").decode(), isolate_styles=False
)


def load_scripts() -> None:
    """Have the browser load the scripts of all components."""
    _loader(key="scripts", data=_SCRIPTS)


class Component:
    """A part of the page in JavaScript.

    It is an element of the class ``hu-<name>``.

    Args:
        name: its name.
        scripts: its scripts in the order in which they run, each as ``room/file``.
    """

    def __init__(self, name: str, *scripts: str) -> None:
        files = [asset(path).decode() for path in (*_SHARED_SCRIPTS, *scripts)]
        _SCRIPTS[name] = "\n".join(files)
        # All components share the page's style sheet, so their styles are not isolated.
        self._element: Any = st.components.v2.component(
            f"hu_{name}",
            html=f'<div class="hu-{name}"></div>',
            css=_COLOURS.format(name=name),
            js=asset("parts/stand_in.js").decode().replace("NAME", name),
            isolate_styles=False,
        )

    def __call__(self, key: str, data: Struct | bytes, **on_change: Callable[[], object]) -> None:
        """Show the component.

        Args:
            key: its key in Streamlit's session.
            data: the data for its script. The script gets a struct as JSON.
            on_change: for each value that the browser can change, the function to call then, by the
                name of the value.
        """
        content = data if isinstance(data, bytes) else to_builtins(data)
        # Streamlit takes the function for a value as the argument ``on_<name>_change``.
        handlers = {f"on_{name}_change": handler for name, handler in on_change.items()}
        self._element(key=key, data=content, **handlers)


class LogData(Struct, frozen=True, kw_only=True):
    """The values that the browser's log of events (``log.js``) needs.

    Attributes:
        hand: the name of the hand on the screen. Empty for parts that send no events.
        taken: the number of the last event that the server has processed, by the random name of the
            page load that sent it.
    """

    hand: str
    taken: Mapping[str, int]


class FrameData(LogData, frozen=True, kw_only=True):
    """The data of ``FRAME``.

    Attributes:
        cookies: the values of the page's cookies, by name.
        screen: names the screen. A new screen is shown from its top.
        dialog: names the dialog that is open. Empty without one.
        alive: the number of the browser's last ping, which asks whether the connection is alive.
            Sending it back is the answer. None before the first ping.
        language: the language of the page.
        title: the title of the page.
        away: the message that the server cannot be reached.
        forgets: the message that the browser keeps no cookies.
    """

    cookies: Mapping[str, str]
    screen: str
    dialog: str
    alive: float | None
    language: str
    title: str
    away: str
    forgets: str


class PanelData(LogData, frozen=True, kw_only=True):
    """The data of a panel.

    Attributes:
        columns: its columns, each with its parts from top to bottom.
    """

    columns: tuple[tuple[PanelPart, ...], ...]


#: Keeps cookies in the browser, and sets the language, the title and the screen of the page.
FRAME: Final = Component(
    "frame", "parts/log.js", "parts/settling.js", "parts/taps.js", "parts/frame.js"
)
#: Sends the picture of a photo to the browser, once for all taps. Other components draw it.
PICTURE: Final = Component("picture", "parts/picture.js")
_panel: Final = Component(
    "panel", "parts/log.js", "view/seats.js", "view/tapped.js", "view/boxes.js",
    "view/hand_photo.js", "view/hand_why.js", "view/hand_sheet.js", "view/hand.js",
    "view/camera.js", "view/shrink.js", "view/snap.js", "view/share.js", "view/typing.js",
    "view/panel.js",
)  # fmt: skip


def show_panel(key: str, log: LogData, *columns: Sequence[PanelPart]) -> None:
    """Show parts in one or two columns. Two columns are side by side if the screen is wide enough.

    Args:
        key: the key of the panel in Streamlit's session.
        log: the hand whose events the parts send.
        columns: the parts of each column, from top to bottom.
    """
    data = PanelData(
        columns=tuple(tuple(column) for column in columns), hand=log.hand, taken=log.taken
    )
    _panel(key, data)


def show_alert(text: str, style: str = "hu-alert") -> None:
    """Show a line of text that screen readers announce at once."""
    show_html(f'<p class="{style}" role="alert">{escape_text(text)}</p>')


def note_text(t: Texts, note: Note, **more: str) -> str:
    """Return a note in words.

    Args:
        t: the words of the language.
        note: the note.
        more: further values for the placeholders of its sentence. A value of the note itself takes
            precedence.
    """
    values = {**more, **note.values}
    # A problem of a tile set has the code of a face, such as ``5m``, in place of its name.
    has_face_code = note.key.startswith("problem.set-") and "face" in values
    if has_face_code:
        values["face"] = t.tile(str(values["face"]))
    return t(note.key, **values)


def show_notice(t: Texts, place: str, style: str = "hu-alert", **more: str) -> None:
    """Show the notice of a place of the page, and forget it.

    Args:
        t: the words of the language.
        place: the place's name, such as ``"save"``.
        style: the CSS classes of the line.
        more: further values for the placeholders of its sentence. A value of the notice itself
            takes precedence.
    """
    note = take_notice(place)
    if note is not None:
        show_alert(note_text(t, note, **more), style)


def browser_value(key: str, name: str) -> Any:
    """Return the last value that the browser has sent from a component.

    None before the first value, and if the component is not on the screen.

    Args:
        key: the key of the component.
        name: the name of the value.
    """
    values = copy_session_values().get(key)
    if values is None:
        return None
    return values.get(name)


def tag(name: str, style: str, *content: str) -> str:
    """Wrap markup in an element.

    Args:
        name: the name of the element, such as ``span``.
        style: its CSS classes.
        content: the markup. It is not escaped.
    """
    return f'<{name} class="{style}">{"".join(content)}</{name}>'


def escape_text(text: str | int) -> str:
    """Escape text for markup."""
    return escape(str(text))


def as_label(text: str) -> str:
    """Escape text for a label of Streamlit, which is Markdown."""
    escaped_text = ""
    for letter in text:
        if letter in _MARKDOWN:
            escaped_text += "\\"
        escaped_text += letter
    return escaped_text


def tiles(faces: Iterable[str], t: Texts, size: str = "") -> str:
    """Return tile pictures in a row, with their names for screen readers.

    Args:
        faces: the codes of the faces.
        t: the words of the language.
        size: the CSS class of their size, such as ``is-medium``. Empty for the usual size.
    """
    pictures = []
    for face in faces:
        name = escape_text(t.tile(face))
        pictures.append(
            f'<span class="hu-tile {size} hu-t-{face}" role="img" aria-label="{name}"></span>'
        )
    return "".join(pictures)


def hand_pictures(notation: str, t: Texts, size: str = "is-medium") -> str:
    """Return a hand as tile pictures, group by group.

    Args:
        notation: the hand in the notation.
        t: the words of the language.
        size: the CSS class of the pictures' size.

    Raises:
        InputError: the text is no hand, such as the figures of a hand without tiles.
    """
    class_of_sign = {"[": "is-exposed", "(": "is-quad", "+": "is-won"}
    groups: list[str] = []
    for group_text in notation.split():
        group = Hand.from_text(group_text)
        # The first sign of a group shows its kind. Standing tiles and bonus tiles have none.
        css_class = class_of_sign.get(group_text[0], "")
        pictures = tiles(write_reds(group.tiles, group.red), t, size)
        groups.append(tag("span", f"hu-group {css_class}", pictures))
    return tag("div", "hu-pictures", *groups)


def data_uri(kind: str, content: bytes) -> str:
    """Return a data URI, an address that holds its content itself.

    Args:
        kind: the media type of the content, such as ``image/jpeg``.
        content: the content.
    """
    return f"data:{kind};base64,{b64encode(content).decode()}"
