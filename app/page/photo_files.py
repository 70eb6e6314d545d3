"""Photos that come from the browser: of a rack, or of the tiles that a question asks for."""

from collections.abc import Iterable

import streamlit as st

from hu.app.memory import give_back_memory
from hu.app.page.dispatch import dispatch
from hu.app.page.events import (
    Event,
    OriginalCame,
    OriginalNeeded,
    PhotoCame,
    PhotoRead,
    PhotoRefused,
    TilesRead,
)
from hu.app.page.files import SentFile, receive_files
from hu.app.page.parts.components import html, tag, words
from hu.app.page.perform import photo_job
from hu.app.page.photos.hands import hands_on
from hu.app.page.photos.photo import Adjustment, OriginalNeededError, SeenPhoto, UploadError
from hu.app.page.services import Visit, failure_of
from hu.app.page.session import let_taps_in, screen, session
from hu.app.page.state import SNAP, WaitingPhoto, rack_on_screen
from hu.app.reading.answers import NotIndicatorsError, UnclearIndicatorsError, find_indicators
from hu.scoring.rule_set.declared import Question


def receive_photos(visit: Visit, questions: Iterable[Question], *, picking: bool) -> None:
    """Take photos from the browser, and read each in turn.

    Args:
        visit: the visit.
        questions: those that are answered with tiles.
        picking: whether a photo of the tiles on the screen can come.
    """
    asked = {f"ask-{question.id}": question for question in questions}
    uploaders = list(asked)
    if picking:
        uploaders.append(SNAP)
    for uploader in uploaders:
        _receive(visit, uploader)
    photo = screen().photo
    if photo is None or photo.uploader not in uploaders:
        return
    question = asked.get(photo.uploader)
    if question is not None:
        html(tag("p", "hu-hint", words(visit.t("snap.reading"))))
    try:
        seen = _wait_for(visit, photo)
        give_back_memory()
        if question is not None:
            event: Event = _tiles_in(seen, photo.uploader, question)
        else:
            event = _take_rack(visit, photo, seen)
    except OriginalNeededError:
        event = OriginalNeeded(photo.number)
    except Exception as error:  # noqa: BLE001  # the next photo must be taken after any failure
        event = PhotoRefused(photo.uploader, photo.number, failure_of(error))
    # Only now: if a tap ends this run before, the photo must not be lost.
    dispatch(event)
    visit.line.forget(photo.ticket)
    st.rerun()


def receive_originals(visit: Visit) -> None:
    """Take the photos themselves in place of the smaller copies that players give for training."""
    state = session().state
    racks = (state.draft.rack, *state.draft.others.values())
    for rack in racks:
        photo = visit.photo(rack.photo)
        is_given = rack.photo in state.screen.kept
        if photo is None or not is_given or not photo.adjustment.original_px:
            continue
        key = photo.key

        def keep(file: SentFile, key: str = key) -> None:
            dispatch(OriginalCame(key, file.content))

        receive_files(f"original-{key}", keep)


def _receive(visit: Visit, uploader: str) -> None:
    """Put a photo that has arrived into the line of photos to be read."""

    def join_line(file: SentFile) -> None:
        # A photo that was sent again because the answer was lost is here already. Photos for a
        # question have no number.
        if 0 < file.number <= screen().received:
            return
        # Only the picker of a rack's photo sends the photo itself if its copy is too small.
        original_px = file.original_px if uploader == SNAP else 0
        adjustment = Adjustment(original_px=original_px)
        job = photo_job(visit, session().state, file.content, file.name, adjustment)
        try:
            waiting = visit.line.join(job)
        except UploadError as error:
            dispatch(PhotoRefused(uploader, file.number, error.note))
        else:
            dispatch(PhotoCame(uploader, file.number, waiting.ticket))

    receive_files(uploader, join_line)


def _wait_for(visit: Visit, photo: WaitingPhoto) -> SeenPhoto:
    """Wait until a photo has been read. A tap interrupts that, and the photo stays in the line.

    Raises:
        UploadError: the photo is no longer in the line, or it cannot be read.
    """
    photo_in_line = visit.line.find(photo.ticket)
    if photo_in_line is None:
        raise UploadError("snap.busy")
    hint = st.empty()

    def show_place(photos_ahead: int) -> None:
        if photos_ahead:
            text = words(visit.t("snap.ahead", count=photos_ahead))
            hint.html(f'<p class="hu-hint" role="status">{text}</p>')
        let_taps_in()

    return visit.line.wait(photo_in_line, show_place)


def _take_rack(visit: Visit, photo: WaitingPhoto, seen: SeenPhoto) -> PhotoRead:
    """Keep a photo of the rack on the screen."""
    state = session().state
    seat, _ = rack_on_screen(state.screen, state.draft)
    if photo.seat == seat:
        visit.photos.put(visit.browser, seen)
    return PhotoRead(photo.number, hands_on(seen, visit.photo))


def _tiles_in(seen: SeenPhoto, uploader: str, question: Question) -> TilesRead:
    """Return the answer that the tiles of a photo give.

    Raises:
        UploadError: something is wrong with them.
    """
    faces = [tile.face for group in seen.hand.groups for tile in group.tiles]
    try:
        tiles = find_indicators(faces, question.most, seen.unclear)
    except UnclearIndicatorsError as error:
        raise UploadError("ask.unclear_seen", tiles=error.faces) from error
    except NotIndicatorsError as error:
        if not error.count:
            raise UploadError("snap.no_tiles") from error
        raise UploadError("ask.too_many_seen", count=error.count, most=error.most) from error
    return TilesRead(uploader, question.id, tuple(tiles))
