"""The indicators turned up in the wall: tapped in, or photographed."""

import logging
from base64 import b64decode
from binascii import Error as NoBase64
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import streamlit as st

from hu.app.memory import give_back_memory
from hu.app.page.draft.state import Draft
from hu.app.page.parts.components import Component, html, sent, tag, words
from hu.app.page.parts.desk import desk
from hu.app.page.photos.photo import LIMIT_MB, Adjustment, UploadError
from hu.app.page.photos.turns import Turn
from hu.app.page.sets.learning import set_choice
from hu.app.page.visit import Visit, draft_of, save_draft
from hu.app.reading.indicators import NotIndicatorsError, UnclearIndicatorsError, indicators
from hu.scoring.rule_set import Question
from hu.scoring.tiles import KINDS

_LOG = logging.getLogger("hu.page")
_FACES: Final = frozenset(KINDS)
#: Tiles that are tapped in or photographed.
_TAPPED: Final = Component("tapped", "hand/faces.js", "hand/shrink.js", "hand/tapped.js")


@dataclass(frozen=True, slots=True)
class _Waiting:
    """A photo of indicators that waits to be read.

    Attributes:
        field: the id of the question that they answer.
        name: its file name.
        content: the file, as base64 text.
        turn: its position in the line.
    """

    field: str
    name: str
    content: str
    turn: Turn


def ask_tiles(visit: Visit, draft: Draft, info: Question) -> None:
    """Ask which tiles were turned up; a photo of them is read when its turn has come."""
    t, state, key = visit.t, desk(), f"ask-{info.id}"
    problem = state.get("indicators_problem") or {}
    data = {
        "label": t.name(info.names),
        "faces": list(_tiles_of(draft, info.id)),
        "most": info.most,
        "limit": LIMIT_MB,
        "names": {face: t.tile(face) for face in KINDS},
        "problem": problem.get(info.id),
        "texts": {
            "add": t("ask.add_tile"),
            "remove": t("ask.remove_tile", tile="{tile}"),
            "photograph": t("ask.photograph"),
            "reading": t("snap.reading"),
            "too_large": t.messages["snap.too_large"],
        },
    }
    _TAPPED(key, data, faces=partial(_tapped, visit, key, info), photo=partial(_photographed, visit, key, info))
    waiting = state.get("waiting_indicators")
    if waiting is not None and waiting.field == info.id:
        _read_in_turn(visit, waiting, info)


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


def _photographed(visit: Visit, key: str, info: Question) -> None:
    state = desk()
    photo = sent(key, "photo")
    if isinstance(photo, Mapping):
        name, content = str(photo.get("name") or "photo")[:80], str(photo.get("content") or "")
        state.waiting_indicators = _Waiting(info.id, name, content, visit.turns.join())


def _read_in_turn(visit: Visit, photo: _Waiting, info: Question) -> None:
    state, line = desk(), st.empty()

    def show_place(ahead: int) -> None:
        line.html(f'<p class="hu-hint" role="status">{words(visit.t("snap.ahead", count=ahead))}</p>')

    html(tag("p", "hu-hint", words(visit.t("snap.reading"))))
    try:
        with visit.turns.at(photo.turn, show_place):
            problem = _read(visit, photo, info)
            give_back_memory()
    except UploadError as error:
        problem = visit.t(error.note.key, **error.note.values)
    if problem:
        state.indicators_problem = {info.id: problem}
    # Only now: a tap meanwhile makes Streamlit leave this at any change of the state, and the photo must not be lost.
    state.waiting_indicators = None
    st.rerun()


def _read(visit: Visit, photo: _Waiting, info: Question) -> str:
    """Take the tiles of a photo over; what is wrong with it, or nothing."""
    t = visit.t
    try:
        content = b64decode(photo.content, validate=True)
        seen = visit.reader(content, photo.name, draft_of(visit).rules, Adjustment(), set_choice(visit))
        faces = [tile.face for group in seen.hand.groups for tile in group.tiles]
        _keep(visit, info, indicators(faces, info.most, seen.unclear))
    except UnclearIndicatorsError as error:
        return t("ask.unclear_seen", tiles=error.told)
    except NotIndicatorsError as error:
        return t("ask.too_many_seen", count=error.count, most=error.most) if error.count else t("snap.no_tiles")
    except UploadError as error:
        return t(error.note.key, **error.note.values)
    except NoBase64:
        return t("app.tap_failed")
    except Exception:  # noqa: BLE001  # whatever it is, the line must go on and the next photo can be taken
        _LOG.exception("a photo could not be read")
        return t("app.tap_failed")
    return ""
