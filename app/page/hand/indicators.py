"""The indicators turned up in the wall: tapped in, or photographed."""

from functools import partial

import streamlit as st

from hu.app.page.events import answer
from hu.app.page.hand.waiting_photo import read_in_turn
from hu.app.page.parts.components import html, tag, words
from hu.app.page.parts.uploads import receive_files
from hu.app.page.photos.photo import SeenPhoto
from hu.app.page.photos.turns import WaitingPhoto
from hu.app.page.screen import change_screen, screen
from hu.app.page.visit import Visit, draft_of, save_draft
from hu.app.reading.indicators import NotIndicatorsError, UnclearIndicatorsError, indicators
from hu.scoring.rule_set import Question


def receive_tiles(visit: Visit, info: Question) -> None:
    """Take a photo of the tiles that a question asks for, and read it when its turn has come."""
    receive_files(f"ask-{info.id}", partial(_photographed, visit, info))
    photo = screen().waiting_indicators
    if photo is not None and photo.shows == info.id:
        html(tag("p", "hu-hint", words(visit.t("snap.reading"))))
        problem = read_in_turn(visit, photo, partial(_take_over, visit, info))
        # Only now: until the photo is read a tap must not lose it.
        change_screen(waiting_indicators=None, indicators_problem={info.id: problem} if problem else {})
        st.rerun()


def _photographed(visit: Visit, info: Question, number: int, name: str, content: bytes) -> None:
    change_screen(waiting_indicators=WaitingPhoto(info.id, number, name, content, visit.turns.join()))


def _take_over(visit: Visit, info: Question, seen: SeenPhoto) -> str | None:
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
