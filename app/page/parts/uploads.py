"""Files that a component's browser side sends: by Streamlit's own uploader, over HTTP.

A web socket would carry them through the state of a widget, which Streamlit limits and keeps whole in memory.
"""

from collections.abc import Callable
from typing import Final

import streamlit as st

from hu.app.page.parts.internals import forget_file
from hu.app.page.screen import change_screen, screen

_LONGEST_NAME: Final = 80
#: Takes a file: the number that the browser gave it, its name and its content.
TakeFile = Callable[[int, str, bytes], None]


def receive_files(key: str, take: TakeFile) -> None:
    """Put an uploader out of sight beside a component, for ``post`` in ``dom.js`` to fill.

    Each file gets a new uploader, and goes from Streamlit's memory once it is taken.
    """
    received = screen().files.get(key, 0)
    widget = f"{key}-file-{received}"
    with st.container(key=f"post-{key}"):
        file = st.file_uploader(key, key=widget, label_visibility="collapsed")
    # No callback: to a server that was started again the file comes before its widget is known.
    if file is None:
        return
    change_screen(files={**screen().files, key: received + 1})
    number, _, name = file.name.partition("-")
    content = file.getvalue()
    forget_file(file)
    # What comes from a browser may say anything.
    take(int(number) if number.isdecimal() and len(number) < 16 else 0, name[:_LONGEST_NAME] or "file", content)
    st.rerun()
