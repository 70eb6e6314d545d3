"""Files that the browser sends."""

from collections.abc import Callable, Mapping

import streamlit as st

from hu.app.page.dispatch import dispatch
from hu.app.page.events.event import Event
from hu.app.page.events.page import FileCame
from hu.app.page.parts.components import LogData, show_panel
from hu.app.page.parts.internals import forget_file
from hu.app.page.parts.panel import FilePart
from hu.app.page.sent_files import SentFile
from hu.app.page.session import screen

#: Letters of a file's name that are kept.
_LONGEST_NAME = 80
#: The most digits of a number before the name.
_MOST_DIGITS = 15


def pick_file(
    key: str,
    *,
    label: str,
    hint: str,
    limit: int,
    accept: str,
    event_of: Callable[[SentFile], Event],
    many: bool = False,
    texts: Mapping[str, str] | None = None,
) -> None:
    """Show a button that picks a file, and take it in.

    Args:
        key: names the button.
        label: its text.
        hint: the purpose of the file.
        limit: bytes of the largest file. Of a larger file come only that many bytes and one more.
        accept: the kinds of files, as the browser's picker has it.
        event_of: makes the event of the file.
        many: whether several files can be picked at once. They come one after the other.
        texts: for photos. ``reading`` is shown until the photo was read. ``too_large`` is shown in
            place of sending a photo beyond the limit, with ``{size}`` and ``{limit}`` in megabytes.
    """
    part = FilePart(
        key=key,
        text=label,
        hint=hint,
        limit=limit,
        accept=accept,
        many=many,
        texts=texts or {},
        count=screen().files.get(key, 0),
    )
    # The button uploads the file and sends no event, so it needs no log of events.
    no_log = LogData(hand="", taken={})
    show_panel(key, no_log, [part])

    def take(file: SentFile) -> None:
        dispatch(event_of(file))

    receive_files(key, take)


def receive_files(key: str, take: Callable[[SentFile], None]) -> None:
    """Put an uploader out of sight beside a component, for ``post`` in ``uploads.js`` to fill.

    A web socket would carry files through the state of a widget, which Streamlit limits and keeps
    whole in memory. Each file gets a new uploader, and leaves Streamlit's memory once it is taken.

    Args:
        key: names the uploader.
        take: gets each file.
    """
    file_count = screen().files.get(key, 0)
    widget = f"{key}-file-{file_count}"
    with st.container(key=f"post-{key}"):
        file = st.file_uploader(key, key=widget, label_visibility="collapsed")
    # No callback: to a server that was started again the file comes before its widget is known.
    if file is None:
        return
    dispatch(FileCame(key))
    # The browser sends "12x4032-IMG_1.jpg" for photo 12, if the file is a smaller copy of a photo
    # whose long side has 4032 pixels.
    numbers, _hyphen, name = file.name.partition("-")
    photo_digits, _x, px_digits = numbers.partition("x")
    sent_file = SentFile(
        name=name[:_LONGEST_NAME] or "file",
        content=file.getvalue(),
        number=_number(photo_digits),
        original_px=_number(px_digits),
    )
    forget_file(file)
    take(sent_file)
    st.rerun()


def _number(digits: str) -> int:
    """Return the number that a browser wrote. 0 for anything else."""
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS
    return int(digits) if is_number else 0
