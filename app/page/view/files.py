"""Files that the browser sends."""

from collections.abc import Callable

import streamlit as st

from hu.app.page.dispatch import dispatch
from hu.app.page.events import Event, FileCame
from hu.app.page.parts.components import show_panel
from hu.app.page.parts.internals import forget_file
from hu.app.page.services import Visit
from hu.app.page.session import screen

#: The longest name of a file that is kept, and the most digits of its number.
_LONGEST_NAME = 80
_MOST_DIGITS = 15


def pick_file(
    visit: Visit,
    key: str,
    *,
    label: str,
    hint: str,
    limit: int,
    accept: str,
    event_of: Callable[[str, bytes], Event],
) -> None:
    """Show a button that picks a file, and take it in.

    Args:
        visit: the visit.
        key: names the button.
        label: its text.
        hint: what it is for.
        limit: bytes of the largest file. Of a larger file come only that many bytes and one more.
        accept: the kinds of files, as the browser's picker has it.
        event_of: makes the event from the file's name and its bytes.
    """
    part = {"kind": "file", "key": key, "text": label, "hint": hint, "limit": limit}
    show_panel(key, {"hand": "", "taken": {}}, [{**part, "accept": accept}])

    def take(_: int, name: str, content: bytes) -> None:
        dispatch(visit, event_of(name, content))

    receive_files(visit, key, take)


def receive_files(visit: Visit, key: str, take: Callable[[int, str, bytes], None]) -> None:
    """Put an uploader out of sight beside a component, for ``post`` in ``dom.js`` to fill.

    A web socket would carry files through the state of a widget, which Streamlit limits and keeps
    whole in memory. Each file gets a new uploader, and goes from Streamlit's memory once it is
    taken.

    Args:
        visit: the visit.
        key: names the uploader.
        take: gets the number of a file, its name and its bytes.
    """
    widget = f"{key}-file-{screen().files.get(key, 0)}"
    with st.container(key=f"post-{key}"):
        file = st.file_uploader(key, key=widget, label_visibility="collapsed")
    # No callback: to a server that was started again the file comes before its widget is known.
    if file is None:
        return
    dispatch(visit, FileCame(key))
    digits, _, name = file.name.partition("-")
    content = file.getvalue()
    forget_file(file)
    # The name comes from a browser and may say anything.
    number = int(digits) if digits.isdecimal() and len(digits) <= _MOST_DIGITS else 0
    take(number, name[:_LONGEST_NAME] or "file", content)
    st.rerun()
