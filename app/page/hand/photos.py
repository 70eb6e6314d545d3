"""Photos that come from the browser: of a rack, of the tiles that a question asks for, or read once more."""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial

import streamlit as st

from hu.app.memory import give_back_memory
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.state import with_rack
from hu.app.page.events import answer, rack_on_screen, with_hand
from hu.app.page.parts.components import html, receive_files, tag, words
from hu.app.page.photos.photo import Adjustment, SeenPhoto, UploadError
from hu.app.page.screen import SNAP, WaitingPhoto, change_screen, let_taps_in, screen, tell
from hu.app.page.sets.learning import set_in_use
from hu.app.page.visit import Visit, draft_of, failure_text, save_draft
from hu.app.reading.answers import NotIndicatorsError, UnclearIndicatorsError, find_indicators
from hu.scoring.rule_set.declared import Question
from hu.vision.taught.tile_set import TileSetError


def receive_photos(visit: Visit, questions: Iterable[Question], *, picking: bool) -> None:
    """Take photos of the tiles on the screen, or for questions that are answered with tiles, and read each in turn."""
    asked = {f"ask-{question.id}": question for question in questions}
    for key in (*asked, *([SNAP] if picking else ())):
        receive_files(key, partial(_join_line, visit, key))
    photo, t = screen().photo, visit.t
    if photo is None or not (picking if photo.key == SNAP else photo.key in asked):
        return
    if photo.key != SNAP:
        html(tag("p", "hu-hint", words(t("snap.reading"))))
    line, problem = st.empty(), None

    def look(ahead: int) -> None:
        if ahead:
            line.html(f'<p class="hu-hint" role="status">{words(t("snap.ahead", count=ahead))}</p>')
        let_taps_in()

    try:
        seen = visit.line.wait(photo.reading, look)
        give_back_memory()
        if photo.key != SNAP:
            _take_tiles(visit, asked[photo.key], seen)
        elif photo.seat == rack_on_screen(screen(), draft_of(visit))[0]:
            change_screen(last_taken=(photo.number, seen.key))
            take_over(visit, seen)
            change_screen(taking="photo")
    except Exception as error:  # noqa: BLE001  # the next photo must be taken after any failure
        problem = failure_text(t, error)
    # Only now: where a tap ends this run before, the photo must not be lost.
    _close(photo.key, photo.number, problem)
    st.rerun()


def _join_line(visit: Visit, key: str, number: int, name: str, content: bytes) -> None:
    now = screen()
    # What has been sent again because the answer was lost is known already; photos of a question have no number.
    if 0 < number <= now.received:
        return
    try:
        reading = visit.line.join(_reader_of(visit, content, name, Adjustment()))
    except UploadError as error:
        _close(key, number, failure_text(visit.t, error))
        return
    change_screen(photo=WaitingPhoto(key, rack_on_screen(now, draft_of(visit))[0], number, reading))


def _close(key: str, number: int, problem: str | None) -> None:
    """Let go of a photo that was read or refused."""
    tell(key, problem)
    change_screen(photo=None, answered=max(number, screen().answered))


def _reader_of(
    visit: Visit, content: bytes, name: str, adjustment: Adjustment
) -> Callable[[], SeenPhoto]:
    tile_set = None
    # A set that was forgotten must not cost the photo.
    with suppress(TileSetError):
        tile_set = visit.sets.file(used) if (used := set_in_use(visit)) else None
    return partial(visit.reader, content, name, draft_of(visit).rules, adjustment, tile_set)


def read_again(visit: Visit, photo: SeenPhoto, adjustment: Adjustment) -> None:
    """Put what a photo shows on the rack on the screen once more, turned or cropped."""
    take_over(
        visit,
        visit.line.wait(visit.line.join(_reader_of(visit, photo.data, photo.name, adjustment))),
    )


def take_over(visit: Visit, photo: SeenPhoto) -> None:
    """Put what a photo shows on the rack that is on the screen."""
    draft = draft_of(visit)
    seat, rack = rack_on_screen(screen(), draft)
    visit.photos.put(visit.browser, photo)
    if seat is None:
        save_draft(visit, with_hand(draft, photo, visit.photo))
    else:
        edited = replace(photo.hand, winning=None)
        save_draft(
            visit, with_rack(draft, seat, replace(rack, history=History(edited), photo=photo.key))
        )


def _take_tiles(visit: Visit, question: Question, seen: SeenPhoto) -> None:
    """Answer a question with the tiles of a photo, unless something is wrong with them."""
    faces = [tile.face for group in seen.hand.groups for tile in group.tiles]
    try:
        said = list(find_indicators(faces, question.most, seen.unclear))
    except UnclearIndicatorsError as error:
        raise UploadError("ask.unclear_seen", tiles=error.faces) from error
    except NotIndicatorsError as error:
        if not error.count:
            raise UploadError("snap.no_tiles") from error
        raise UploadError("ask.too_many_seen", count=error.count, most=error.most) from error
    save_draft(visit, answer(draft_of(visit), question.id, said))
