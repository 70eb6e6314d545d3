"""The indicators turned up in the wall: tapped in, or photographed."""

from dataclasses import replace
from functools import partial
from typing import Final

import streamlit as st

from hu.app.page.draft.state import Draft
from hu.app.page.hand.waiting_photo import WaitingPhoto, read_in_turn
from hu.app.page.parts.components import Component, html, sent, tag, words
from hu.app.page.parts.desk import desk
from hu.app.page.photos.photo import LIMIT_MB, SeenPhoto
from hu.app.page.visit import Visit, draft_of, save_draft
from hu.app.reading.indicators import NotIndicatorsError, UnclearIndicatorsError, indicators
from hu.scoring.rule_set import Question
from hu.scoring.tiles import KINDS

_FACES: Final = frozenset(KINDS)
#: Tiles that are tapped in or photographed.
_TAPPED: Final = Component("tapped", "hand/faces.js", "hand/tapped.js")


def ask_tiles(visit: Visit, draft: Draft, info: Question) -> None:
    """Ask which tiles were turned up; a photo of them is read when its turn has come."""
    t, state, key = visit.t, desk(), f"ask-{info.id}"
    problem = state.get("indicators_problem") or {}
    data = {
        "key": key,
        "label": t.name(info.names),
        "faces": list(_tiles_of(draft, info.id)),
        "most": info.most,
        "limit": LIMIT_MB,
        "names": {face: t.tile(face) for face in KINDS},
        "problem": problem.get(info.id),
        "texts": {
            "add": t("hand.add"),
            "done": t("hand.done"),
            "remove": t("ask.remove_tile", tile="{tile}"),
            "photograph": t("ask.photograph"),
            "reading": t("snap.reading"),
            "too_large": t.messages["snap.too_large"],
        },
    }
    _TAPPED(key, data, partial(_photographed, visit, info), faces=partial(_tapped, visit, key, info))
    photo = state.get("waiting_indicators")
    if photo is not None and photo.shows == info.id:
        html(tag("p", "hu-hint", words(t("snap.reading"))))
        problem = read_in_turn(visit, photo, partial(_take_over, visit, info))
        state.indicators_problem = {info.id: problem} if problem else None
        # Only now: until the photo is read a tap must not lose it.
        state.waiting_indicators = None
        st.rerun()


def _tiles_of(draft: Draft, name: str) -> tuple[str, ...]:
    answer = draft.asked.get(name, ())
    return tuple(map(str, answer)) if isinstance(answer, tuple) else ()


def _tapped(visit: Visit, key: str, info: Question) -> None:
    # What comes from a browser may say anything.
    faces = sent(key, "faces")
    known = tuple(face for face in faces if isinstance(face, str) and face in _FACES) if isinstance(faces, list) else ()
    _keep(visit, info, known[: info.most])


def _keep(visit: Visit, info: Question, faces: tuple[str, ...]) -> None:
    desk().indicators_problem = None
    draft = draft_of(visit)
    save_draft(visit, replace(draft, asked={**draft.asked, info.id: faces}))


def _photographed(visit: Visit, info: Question, number: int, name: str, content: bytes) -> None:
    desk().waiting_indicators = WaitingPhoto(info.id, number, name, content, visit.turns.join())


def _take_over(visit: Visit, info: Question, seen: SeenPhoto) -> str | None:
    """Take the tiles of a photo over; what is wrong with them."""
    faces = [tile.face for group in seen.hand.groups for tile in group.tiles]
    try:
        _keep(visit, info, indicators(faces, info.most, seen.unclear))
    except UnclearIndicatorsError as error:
        return visit.t("ask.unclear_seen", tiles=error.told)
    except NotIndicatorsError as error:
        count = error.count
        return visit.t("ask.too_many_seen", count=count, most=error.most) if count else visit.t("snap.no_tiles")
    return None
