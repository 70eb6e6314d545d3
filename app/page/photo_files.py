"""Photos that come from the browser: of a rack, or of the tiles that a question asks for."""

from collections.abc import Iterable

import streamlit as st

from hu.app.memory import give_back_memory
from hu.app.page.dispatch import dispatch
from hu.app.page.events.photos import OriginalCame, PhotoDone, PhotoFileCame
from hu.app.page.files import receive_files
from hu.app.page.parts.components import escape_text, show_html, tag
from hu.app.page.sent_files import SentFile, WaitingPhoto
from hu.app.page.services import Visit
from hu.app.page.session import let_taps_in, screen, session
from hu.app.page.state import ASK, SNAP
from hu.scoring.rule_set.declared import Question


def receive_photos(
    visit: Visit, questions: Iterable[Question], *, accepts_rack_photo: bool
) -> None:
    """Put the photos that the browser has sent into the line.

    If the screen waits for a photo, wait until it has been read or could not be read. Then run the
    page again, which shows the photo's tiles or the reason.

    Args:
        visit: the visit.
        questions: the questions on the screen that a photo of tiles can answer.
        accepts_rack_photo: whether the screen also asks for a photo of its rack.
    """
    question_uploaders = [f"{ASK}{question.id}" for question in questions]
    uploaders = [*question_uploaders]
    if accepts_rack_photo:
        uploaders.append(SNAP)
    for uploader in uploaders:
        _receive(uploader)
    photo = screen().photo
    if photo is None or photo.uploader not in uploaders:
        return
    if photo.uploader in question_uploaders:
        show_html(tag("p", "hu-hint", escape_text(visit.t("snap.reading"))))
    # A tap can end this run while it waits. The photo then stays in the line, and the next run
    # waits for it again.
    _wait_for(visit, photo)
    dispatch(PhotoDone(photo.ticket))
    give_back_memory()
    st.rerun()


def receive_originals(visit: Visit) -> None:
    """Receive the full photos whose smaller copies the player gives for training."""
    state = session().state
    for rack in state.draft.racks:
        key = rack.photo
        photo = visit.find_photo(key)
        if photo is None or key not in state.screen.given_photos:
            continue
        is_smaller_copy = photo.adjustment.original_px > 0
        if not is_smaller_copy:
            continue

        def keep(file: SentFile, key: str = key) -> None:
            dispatch(OriginalCame(key, file.content))

        receive_files(f"original-{key}", keep)


def _receive(uploader: str) -> None:
    """Dispatch the event of a photo that has come through an uploader, if there is one."""

    def take(file: SentFile) -> None:
        dispatch(PhotoFileCame(uploader, file))

    receive_files(uploader, take)


def _wait_for(visit: Visit, photo: WaitingPhoto) -> None:
    """Wait until a photo has been read, and show how many photos are read before it.

    A tap interrupts the wait, and the photo stays in the line.
    """
    photo_in_line = visit.line.find(photo.ticket)
    if photo_in_line is None:
        return
    hint = st.empty()

    def show_place(position: int) -> None:
        if position:
            # A waiting photo begins to be read when as many photos as its position have been read.
            text = escape_text(visit.t("snap.ahead", count=position))
            hint.html(f'<p class="hu-hint" role="status">{text}</p>')
        let_taps_in()

    visit.line.wait_until_read(photo_in_line, show_place)
