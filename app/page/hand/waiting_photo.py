"""A photo that has come from the browser and is read when its turn has come."""

import logging
from base64 import b64decode
from binascii import Error as NoBase64
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import streamlit as st

from hu.app.memory import give_back_memory
from hu.app.page.parts.components import words
from hu.app.page.photos.photo import Adjustment, SeenPhoto, UploadError
from hu.app.page.photos.turns import Turn
from hu.app.page.sets.learning import set_choice
from hu.app.page.visit import Visit, draft_of

_LOG: Final = logging.getLogger("hu.page")


@dataclass(frozen=True, slots=True)
class WaitingPhoto:
    """A photo that waits to be read.

    Attributes:
        shows: whose tiles it shows: the seat of a rack, None for the winner's; or the id of the question it answers.
        number: counts the photos of this browser.
        name: its file name.
        content: the file, as base64 text.
        turn: its position in the line.
    """

    shows: str | None
    number: int
    name: str
    content: str
    turn: Turn


def waiting(visit: Visit, photo: Mapping[str, Any], shows: str | None) -> WaitingPhoto:
    """Put a photo in line; what comes from a browser may say anything."""
    name, content = str(photo.get("name") or "photo")[:80], str(photo.get("content") or "")
    return WaitingPhoto(shows, int(photo.get("n") or 0), name, content, visit.turns.join())


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
            content = b64decode(photo.content, validate=True)
            problem = take(visit.reader(content, photo.name, draft_of(visit).rules, Adjustment(), set_choice(visit)))
            give_back_memory()
    except UploadError as error:
        return t(error.note.key, **error.note.values)
    except NoBase64:
        return t("app.tap_failed")
    except Exception:  # noqa: BLE001  # the line must move on, and the next photo be taken, after any failure
        _LOG.exception("a photo could not be read")
        return t("app.tap_failed")
    return problem
