"""Photos that come from the browser and are read when their turn has come: of a hand, or of the tiles of a question."""

import logging
from collections.abc import Callable
from concurrent.futures import Future, wait
from dataclasses import replace
from functools import partial
from threading import Thread
from typing import Final

import streamlit as st

from hu.app.memory import give_back_memory
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.state import with_rack
from hu.app.page.events import answer, rack_shown, with_hand
from hu.app.page.parts.components import html, tag, words
from hu.app.page.parts.uploads import receive_files
from hu.app.page.photos.photo import Adjustment, SeenPhoto, UploadError
from hu.app.page.photos.turns import WaitingPhoto
from hu.app.page.screen import change_screen, let_taps_in, screen
from hu.app.page.sets.learning import set_choice
from hu.app.page.visit import Visit, draft_of, save_draft
from hu.app.reading.indicators import NotIndicatorsError, UnclearIndicatorsError, indicators
from hu.scoring.rule_set import Question

_LOG: Final = logging.getLogger("hu.page")
#: Seconds between two looks for a tap while a photo is read.
_LOOK_S: Final = 0.1


def receive_photo(visit: Visit) -> None:
    """Take a photo of the tiles on the screen, and read it when its turn has come."""

    def queue(number: int, name: str, content: bytes) -> None:
        # What has been sent again because the answer was lost on its way is known already.
        if number > screen().received:
            shows, _ = rack_shown(screen(), draft_of(visit))
            change_screen(waiting_photo=WaitingPhoto(shows, number, name, content, visit.turns.join()))

    receive_files("snap", queue)
    if (photo := screen().waiting_photo) is None:
        return

    def take(seen: SeenPhoto) -> None:
        if photo.shows == rack_shown(screen(), draft_of(visit))[0]:
            change_screen(last_taken=(photo.number, seen.key))
            take_over(visit, seen)
            change_screen(tapping=False, retaking=False)

    change_screen(snap_problem=read_in_turn(visit, photo, take))
    # Only now: where a tap ends this run before, the photo must not be lost.
    change_screen(waiting_photo=None, answered=max(photo.number, screen().answered))
    st.rerun()


def take_over(visit: Visit, photo: SeenPhoto) -> None:
    """Put what a photo shows on the rack that is on the screen."""
    draft = draft_of(visit)
    seat, rack = rack_shown(screen(), draft)
    visit.photos.put(visit.browser, photo)
    if seat is None:
        save_draft(visit, with_hand(draft, photo, visit.photo))
    else:
        edited = replace(photo.hand, winning=None)
        save_draft(visit, with_rack(draft, seat, replace(rack, history=History(edited), photo=photo.key)))


def receive_tiles(visit: Visit, info: Question) -> None:
    """Take a photo of the tiles that a question asks for, and read it when its turn has come."""

    def queue(number: int, name: str, content: bytes) -> None:
        change_screen(waiting_indicators=WaitingPhoto(info.id, number, name, content, visit.turns.join()))

    receive_files(f"ask-{info.id}", queue)
    photo = screen().waiting_indicators
    if photo is not None and photo.shows == info.id:
        html(tag("p", "hu-hint", words(visit.t("snap.reading"))))
        problem = read_in_turn(visit, photo, partial(_answer_with, visit, info))
        # Only now: until the photo is read a tap must not lose it.
        change_screen(waiting_indicators=None, indicators_problem={info.id: problem} if problem else {})
        st.rerun()


def _answer_with(visit: Visit, info: Question, seen: SeenPhoto) -> str | None:
    """Take the tiles of a photo over; what is wrong with them."""
    faces = [tile.face for group in seen.hand.groups for tile in group.tiles]
    try:
        said = list(indicators(faces, info.most, seen.unclear))
        save_draft(visit, answer(draft_of(visit), info.id, said))
    except UnclearIndicatorsError as error:
        return visit.t("ask.unclear_seen", tiles=error.told)
    except NotIndicatorsError as error:
        count = error.count
        return visit.t("ask.too_many_seen", count=count, most=error.most) if count else visit.t("snap.no_tiles")
    return None


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
