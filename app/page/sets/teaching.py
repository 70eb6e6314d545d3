"""Teaching a tile set on the page: one to four photos of its faces; only doubtful ones are asked for."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Final

import streamlit as st

from hu.app.page.parts.components import data_uri, html, tag, words
from hu.app.page.photos.photo import Adjustment, UploadError
from hu.app.page.screen import change_screen, screen
from hu.app.page.sets.learning import choose_set, classifier_checksum
from hu.app.page.visit import Visit, draft_of, sets_folder
from hu.app.sets.faces import unpack
from hu.app.sets.store import NAME_LENGTH, NO_SETS, SetStore, TileSetError, check_name
from hu.scoring.tiles import FACES
from hu.vision.detection import Detection
from hu.vision.taught.lessons import MOST_PHOTOS, Lesson, LessonError, check_lesson, learn, read_lesson
from hu.vision.taught.tile_set import TileSet

_KINDS = ["jpg", "jpeg", "png", "webp", "heic", "heif"]
#: Answers that leave a tile out, as keys of the message catalogues.
_LEFT_OUT: Final = ("sets.no_tile", "sets.leave_out")


@dataclass(frozen=True, slots=True)
class _Begun:
    """A lesson whose doubtful tiles are asked for.

    Attributes:
        name: what the set will be called.
        source: the names of its photos.
        lesson: what they show.
    """

    name: str
    source: str
    lesson: Lesson


def show_teaching(visit: Visit) -> None:
    """Ask for a name and photos; then for the faces that are in doubt."""
    begun = screen().lesson
    if begun is None:
        _ask_photos(visit)
    else:
        _ask_faces(visit, begun)


def _ask_photos(visit: Visit) -> None:
    t = visit.t
    html(tag("h3", "hu-subheading", words(t("sets.teach"))) + tag("p", "hu-hint", words(t("sets.teach_hint"))))
    with st.form("teach", border=False):
        st.text_input(t("sets.name"), key="teach-name", max_chars=NAME_LENGTH, autocomplete="off")
        st.file_uploader(t("sets.photos"), _KINDS, accept_multiple_files=True, key="teach-photos")
        if st.form_submit_button(t("sets.read"), type="primary", width="stretch"):
            _begin(visit)
            st.rerun()


def _begin(visit: Visit) -> None:
    """Read the photos; a set without photos begins empty and learns while playing."""
    state, t = st.session_state, visit.t
    photos = state["teach-photos"] or []
    with _show_problems(visit):
        name = check_name(state["teach-name"])
        if name in SetStore(sets_folder()).names():
            change_screen(set_problem=t("problem.set-taken", name=name))
        elif len(photos) > MOST_PHOTOS:
            change_screen(set_problem=t("problem.set-photos", most=MOST_PHOTOS))
        elif photos:
            lesson = read_lesson([_seen(visit, photo.name, photo.getvalue()) for photo in photos])
            _go_on(visit, _Begun(name, ", ".join(photo.name for photo in photos), lesson))
        else:
            _store(visit, TileSet(name))


def _go_on(visit: Visit, begun: _Begun) -> None:
    """Ask what is in doubt, or save the set."""
    change_screen(lesson=begun)
    with _show_problems(visit):
        check_lesson(begun.lesson)
        if not begun.lesson.doubtful:
            _store(visit, learn(TileSet(begun.name), begun.lesson, begun.source, classifier_checksum()))
        return
    _cancel()


@contextmanager
def _show_problems(visit: Visit) -> Iterator[None]:
    """Say in the page's language why a set cannot be taught."""
    t = visit.t
    try:
        yield
    except TileSetError as error:
        change_screen(set_problem=t(f"problem.set-{error.key}", name=error.name))
    except LessonError as error:
        face = error.values.get("face")
        values = {**error.values, "face": t.tile(str(face))} if face else error.values
        change_screen(set_problem=t(f"problem.set-{error.key}", **values))
    except UploadError as error:
        change_screen(set_problem=t(error.note.key, **error.note.values))
    except OSError as error:
        change_screen(set_problem=t("problem.set-file", name=error.strerror or str(error)))


def _seen(visit: Visit, name: str, data: bytes) -> list[Detection]:
    with visit.turns.at(visit.turns.join()):
        return unpack(visit.reader(data, name, draft_of(visit).rules, Adjustment(), NO_SETS).looks)


def _ask_faces(visit: Visit, begun: _Begun) -> None:
    t = visit.t
    asked = words(t("sets.asked", count=len(begun.lesson.doubtful)))
    html(tag("h3", "hu-subheading", words(begun.name)) + tag("p", "hu-hint", asked))
    with st.form("doubtful-faces", border=False):
        for number, index in enumerate(begun.lesson.doubtful, 1):
            detection, face = begun.lesson.tiles[index]
            with st.container(horizontal=True, vertical_alignment="center", key=f"asked-{index}"):
                html(f'<img class="hu-asked" alt="" src="{_picture(detection)}">')
                choices = (*FACES, *_LEFT_OUT)
                st.selectbox(
                    t("sets.which", number=number),
                    choices,
                    choices.index(face),
                    format_func=lambda choice: t(choice) if choice in _LEFT_OUT else t.tile(choice),
                    key=f"face-{index}",
                )
        if st.form_submit_button(t("sets.save"), type="primary", width="stretch"):
            _answer(visit, begun)
            st.rerun()
    st.button(t("hand.cancel"), key="cancel-lesson", type="tertiary", width="stretch", on_click=_cancel)


def _picture(detection: Detection) -> str:
    if detection.crop is None:
        return ""
    from PIL import Image  # noqa: PLC0415

    content = BytesIO()
    Image.fromarray(detection.crop).resize((96, 128)).save(content, "JPEG", quality=85)
    return data_uri("image/jpeg", content.getvalue())


def _answer(visit: Visit, begun: _Begun) -> None:
    state = st.session_state
    said = {index: state[f"face-{index}"] for index in begun.lesson.doubtful}
    answers = {index: "" if face in _LEFT_OUT else face for index, face in said.items()}
    _go_on(visit, replace(begun, lesson=begun.lesson.answer(answers)))


def _store(visit: Visit, tile_set: TileSet) -> None:
    SetStore(sets_folder()).save(tile_set, new=True)
    _cancel()
    choose_set(visit, tile_set.name)
    change_screen(set_shown=tile_set.name)


def _cancel() -> None:
    change_screen(lesson=None)
