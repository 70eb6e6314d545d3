"""A photo that has come from the browser and is read when its turn has come."""

import logging
from collections.abc import Callable
from concurrent.futures import Future, wait
from functools import partial
from threading import Thread
from typing import Final

import streamlit as st

from hu.app.memory import give_back_memory
from hu.app.page.parts.components import words
from hu.app.page.photos.photo import Adjustment, SeenPhoto, UploadError
from hu.app.page.photos.turns import WaitingPhoto
from hu.app.page.screen import let_taps_in
from hu.app.page.sets.learning import set_choice
from hu.app.page.visit import Visit, draft_of

_LOG: Final = logging.getLogger("hu.page")
#: Seconds between two looks for a tap while a photo is read.
_LOOK_S: Final = 0.1


def read_in_turn(visit: Visit, photo: WaitingPhoto, take: Callable[[SeenPhoto], str | None]) -> str | None:
    """Read a photo when its turn has come and hand it on; until then say how many are first.

    Returns:
        What is wrong with it; None where nothing is.
    """
    line, t = st.empty(), visit.t

    def show_place(ahead: int) -> None:
        line.html(f'<p class="hu-hint" role="status">{words(t("snap.ahead", count=ahead))}</p>')

    try:
        with visit.turns.at(photo.turn, show_place):
            if photo.reading is None:
                arguments = (photo.content, photo.name, draft_of(visit).rules, Adjustment(), set_choice(visit))
                photo.reading = _begun(partial(visit.reader, *arguments))
            while not wait([photo.reading], _LOOK_S).done:
                let_taps_in()
            problem = take(photo.reading.result())
            give_back_memory()
    except UploadError as error:
        return t(error.note.key, **error.note.values)
    except Exception:  # noqa: BLE001  # the line must move on, and the next photo be taken, after any failure
        _LOG.exception("a photo could not be read")
        return t("app.tap_failed")
    return problem


def _begun(read: Callable[[], SeenPhoto]) -> "Future[SeenPhoto]":
    """Read a photo in a thread of its own."""
    # Not an executor's: those keep a server that is told to stop until they are done.
    reading: Future[SeenPhoto] = Future()

    def work() -> None:
        try:
            reading.set_result(read())
        except Exception as error:  # noqa: BLE001  # whoever waits for the photo handles it
            reading.set_exception(error)

    Thread(target=work, name="reading", daemon=True).start()
    return reading
