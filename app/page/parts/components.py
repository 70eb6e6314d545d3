"""The page's own components, registered once, and small pieces of markup; all text in them is escaped."""

from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from html import escape
from importlib.resources import files
from typing import Any, Final

import streamlit as st

from hu.app.i18n import Texts
from hu.app.page.parts.desk import desk
from hu.app.page.parts.document import style_name
from hu.scoring.hand import reddened
from hu.scoring.notation import parse_hand

_ASSETS: Final = files("hu.app.page").joinpath("assets")
#: Signs that mean something in Markdown, as Streamlit reads it.
_MARKDOWN: Final = frozenset(r"\`*_{}[]()#+-!|<>$:~&")


def _asset(name: str) -> str:
    return _ASSETS.joinpath(name).read_text(encoding="utf-8")


def _component(name: str, *scripts: str) -> Any:
    # The styles are the page's own, shared by all parts: no shadow roots.
    script = "\n".join(map(_asset, ("dom.js", *scripts)))
    markup = f'<div class="hu-{name}"></div>'
    return st.components.v2.component(f"hu_{name}", html=markup, js=script, isolate_styles=False)


_hand = _component("hand", "faces.js", "hand_photo.js", "hand_sheet.js", "hand.js")
_snap = _component("snap", "shrink.js", "camera.js", "snap.js")
_share = _component("share", "share.js")
_seats = _component("seats", "seats.js")
_table = _component("table", "table.js")
_tapped = _component("tapped", "faces.js", "shrink.js", "tapped.js")
_saver = _component("saver", "saver.js")
_print = _component("print", "print.js")
_game_file = _component("game-file", "file.js")
_frame = _component("frame", "frame.js")


def frame(cookies: Mapping[str, str], t: Texts, screen: str) -> None:
    """Keep cookies in the browser; tell it the page's language and title, and which screen this is."""
    data = {
        "cookies": dict(cookies),
        "language": t.language,
        "title": t("app.title"),
        "screen": screen,
        "away": t("app.away"),
        "style": style_name(),
    }
    _frame(key="frame", data=data)


def sent(key: str, name: str) -> Any:
    """What the browser has sent last from a component; None once the component is gone, for a tap may come late."""
    state = st.session_state.get(key)
    return None if state is None else state.get(name)


def is_tap_number(value: object) -> bool:
    """Whether a value numbers a tap: one of JavaScript's whole numbers."""
    return isinstance(value, int) and not isinstance(value, bool) and 0 < value < 1 << 53


def last_taken_in() -> dict[str, int]:
    """The number of the last tap that each component's server side has taken in, by the component's name."""
    taken_in: dict[str, int] = desk().setdefault("taken_in", {})
    return taken_in


def _take_in_late(key: str, name: str, changed: Callable[[], None]) -> None:
    """Do what a browser told before its component was drawn, as after a restart of the server: nobody was called."""
    value = sent(key, name)
    numbers = [value, *(value.get("events") or ())] if isinstance(value, Mapping) else []
    taps = [tap["n"] for tap in numbers if isinstance(tap, Mapping) and is_tap_number(tap.get("n"))]
    taken_in = last_taken_in()
    if (last := max(taps, default=0)) > taken_in.get(key, 0):
        changed()
        taken_in[key] = last
        st.rerun()


@contextmanager
def taking_in(key: str, number: int) -> Iterator[None]:
    """Do what a numbered tap asks for, and note it as taken in; the block's last step changes the state.

    What the next tap interrupts is not noted, so the browser sends it once more. What fails is noted: the browser then
    shows what the server holds, and the tap can be done again.
    """
    taken_in = last_taken_in()
    try:
        yield
    except Exception:
        taken_in[key] = number
        raise
    taken_in[key] = number


def hand_editor(key: str, data: Mapping[str, Any], changed: Callable[[], None]) -> None:
    """Show a hand to correct; ``changed`` finds events in ``sent(key, "log")``."""
    _hand(key=key, data=dict(data), on_log_change=changed)
    _take_in_late(key, "log", changed)


def snapper(
    key: str,
    data: Mapping[str, Any],
    taken: Callable[[], None],
    cancelled: Callable[[], None],
    asked: Callable[[], None],
) -> None:
    """Offer to take or pick a photo.

    Args:
        key: the component's name: ``taken`` finds the photo in ``sent(key, "photo")``, ``cancelled`` the number of a
            photo that is no longer wanted in ``sent(key, "cancel")``.
        data: what it shows.
        taken: called when a photo has come.
        cancelled: called when the player did not want to wait for it.
        asked: called when the browser does not know whether its photo has come; the number of its question stands in
            ``sent(key, "ask")``.
    """
    _snap(key=key, data=dict(data), on_photo_change=taken, on_cancel_change=cancelled, on_ask_change=asked)


def seat_table(key: str, data: Mapping[str, Any], answered: Callable[[], None]) -> None:
    """Show the players as they sit; ``answered`` finds who won and how in ``sent(key, "answer")``."""
    _seats(key=key, data=dict(data), on_answer_change=answered)
    _take_in_late(key, "answer", answered)


def saver(key: str, data: Mapping[str, Any], tapped: Callable[[], None]) -> None:
    """Offer to save a hand; ``tapped`` finds a numbered tap with the hand's token in ``sent(key, "tap")``."""
    _saver(key=key, data=dict(data), on_tap_change=tapped)
    _take_in_late(key, "tap", tapped)


def sharer(key: str, data: Mapping[str, Any]) -> None:
    """Offer a result as a picture or a text."""
    _share(key=key, data=dict(data))


def sheet_table(key: str, data: Mapping[str, Any], opened: Callable[[], None]) -> None:
    """Show the score sheet; ``opened`` finds the entry that was tapped in ``sent(key, "open")``."""
    _table(key=key, data=dict(data), on_open_change=opened)


def tapped_tiles(
    key: str, data: Mapping[str, Any], changed: Callable[[], None], photographed: Callable[[], None]
) -> None:
    """Let tiles be tapped in or photographed.

    Args:
        key: the component's name: ``changed`` finds the faces in ``sent(key, "faces")``, ``photographed`` a photo in
            ``sent(key, "photo")``.
        data: what it shows.
        changed: called when a tile was added or taken away.
        photographed: called when a photo has come.
    """
    _tapped(key=key, data=dict(data), on_faces_change=changed, on_photo_change=photographed)


def file_picker(key: str, data: Mapping[str, Any], picked: Callable[[], None]) -> None:
    """Offer to pick a file; ``picked`` finds its name and text in ``sent(key, "file")``."""
    _game_file(key=key, data=dict(data), on_file_change=picked)


def picked_file(key: str, taken: str) -> Mapping[str, Any] | None:
    """The file that was picked last, once: its number is kept in the session under the name ``taken``."""
    file, state = sent(key, "file"), st.session_state
    if not isinstance(file, Mapping) or not is_tap_number(file.get("n")) or file["n"] <= state.get(taken, 0):
        return None
    state[taken] = file["n"]
    return file


def printer(key: str, data: Mapping[str, Any]) -> None:
    """Offer to print the page; its style sheet puts the score sheet alone on the paper."""
    _print(key=key, data=dict(data))


def html(content: str) -> None:
    """Show markup."""
    st.html(content)


def tag(name: str, style: str, *content: str) -> str:
    """Wrap markup in an element of a class."""
    return f'<{name} class="{style}">{"".join(content)}</{name}>'


def words(text: str | int) -> str:
    """Make text safe to stand in markup."""
    return escape(str(text))


def as_label(text: str) -> str:
    """Make text safe to stand in a button's label, which is Markdown."""
    return "".join(f"\\{sign}" if sign in _MARKDOWN else sign for sign in text)


def tiles(faces: Iterable[str], t: Texts, size: str = "") -> str:
    """Tile pictures in a row, named for those who do not see them."""
    named = ((face, words(t.tile(face))) for face in faces)
    return "".join(
        f'<span class="hu-tile {size} hu-t-{face}" role="img" aria-label="{name}"></span>' for face, name in named
    )


def hand_pictures(notation: str, t: Texts, size: str = "is-medium") -> str:
    """A hand or reading in the notation as tile pictures, set by set."""
    kinds = {"[": "is-exposed", "(": "is-quad", "+": "is-won"}
    groups: list[str] = []
    for part in notation.split():
        hand = parse_hand(part)
        kind = kinds.get(part[0], "")
        groups.append(tag("span", f"hu-group {kind}", tiles(reddened(hand.tiles, hand.red), t, size)))
    return tag("div", "hu-pictures", *groups)


def data_uri(kind: str, content: bytes) -> str:
    """Make content an address."""
    return f"data:{kind};base64,{b64encode(content).decode()}"
