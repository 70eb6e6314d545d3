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
    """Show a button that picks a file, and dispatch the event of each file that comes.

    Args:
        key: names the button.
        label: the text of the button.
        hint: the purpose of the file.
        limit: bytes of the largest file. The browser cuts a larger file to one byte more than that,
            which shows the server that the file is too large. A larger photo is not sent at all if
            ``texts`` are given.
        accept: the kinds of files to pick, in the form of HTML's attribute ``accept``.
        event_of: makes the event of the file.
        many: whether several files can be picked at once. They come one after the other.
        texts: the texts of a picker of photos. ``reading`` is shown until a photo has been read.
            ``too_large`` is shown for a photo beyond the limit, which is not sent. Its placeholders
            ``{size}`` and ``{limit}`` are megabytes. None for other files.
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
    """Put a hidden uploader on the page, and pass on the file that has come through it.

    The function ``post`` in ``uploads.js`` puts files into the uploader. Files do not come as
    values of a component, because Streamlit limits these and keeps them in memory. Each file gets a
    new uploader. The file's bytes are removed from Streamlit's memory before the file is passed on.
    Afterwards the page runs again.

    Args:
        key: names the uploader.
        take: gets each file.
    """
    file_count = screen().files.get(key, 0)
    widget = f"{key}-file-{file_count}"
    with st.container(key=f"post-{key}"):
        file = st.file_uploader(key, key=widget, label_visibility="collapsed")
    # The file is not taken in a callback of the widget. After a restart of the server, the file can
    # come before the server knows the widget, and then no callback is called.
    if file is None:
        return
    dispatch(FileCame(key))
    # The file name "12x4032-IMG_1.jpg" means: photo 12, a smaller copy of a photo whose long side
    # has 4032 pixels. The name of the photo's file is "IMG_1.jpg".
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
    """Return the number that a browser wrote in digits. 0 for any other text."""
    is_number = digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS
    return int(digits) if is_number else 0
