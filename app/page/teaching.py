"""Teaching a tile set on the page: one to four photos of its faces; only doubtful ones are asked for."""

from dataclasses import dataclass, replace
from io import BytesIO

import streamlit as st

from hu.app.page.learning import choose_set, classifier_checksum
from hu.app.page.parts import data_uri, html, tag, words
from hu.app.page.photo import Adjustment, UploadError
from hu.app.page.visit import Visit, draft_of, sets_folder
from hu.app.sets.choice import NO_SETS
from hu.app.sets.lessons import MOST_PHOTOS, LessonError, answered, check_lesson
from hu.app.sets.looks import unpack
from hu.app.sets.store import NAME_LENGTH, SetStore, TileSetError, checked_name
from hu.scoring.tiles import FACES
from hu.vision.detection import Detection
from hu.vision.taught.lessons import Lesson, learned, read_jointly
from hu.vision.taught.tile_set import TileSet

_KINDS = ["jpg", "jpeg", "png", "webp", "heic", "heif"]


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
    begun = st.session_state.get("lesson")
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
    try:
        name = checked_name(state["teach-name"])
        if name in SetStore(sets_folder()).names():
            state.set_problem = t("problem.set-taken", name=name)
            return
        if len(photos) > MOST_PHOTOS:
            state.set_problem = t("problem.set-photos", most=MOST_PHOTOS)
            return
        lesson = read_jointly([tile for photo in photos for tile in _seen(visit, photo.name, photo.getvalue())])
        if photos:
            check_lesson(lesson)
    except TileSetError as error:
        state.set_problem = t(f"problem.set-{error.key}", name=error.name)
    except LessonError as error:
        state.set_problem = t(f"problem.set-{error.key}", face=t.tile(error.face) if error.face else "")
    except UploadError as error:
        state.set_problem = t(error.note.key, **error.note.values)
    else:
        begun = _Begun(name, ", ".join(photo.name for photo in photos), lesson)
        if lesson.doubtful:
            state.lesson = begun
        else:
            _save(visit, begun)


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
                st.selectbox(
                    t("sets.which", number=number),
                    FACES,
                    FACES.index(face),
                    format_func=t.tile,
                    key=f"face-{index}",
                )
        if st.form_submit_button(t("sets.save"), type="primary", width="stretch"):
            _answer(visit, begun)
            st.rerun()
    st.button(t("sets.cancel"), key="cancel-lesson", type="tertiary", width="stretch", on_click=_cancel)


def _picture(detection: Detection) -> str:
    if detection.crop is None:
        return ""
    from PIL import Image  # noqa: PLC0415

    content = BytesIO()
    Image.fromarray(detection.crop).resize((96, 128)).save(content, "JPEG", quality=85)
    return data_uri("image/jpeg", content.getvalue())


def _answer(visit: Visit, begun: _Begun) -> None:
    state = st.session_state
    answers = {index: state[f"face-{index}"] for index in begun.lesson.doubtful}
    _save(visit, replace(begun, lesson=answered(begun.lesson, answers)))


def _save(visit: Visit, begun: _Begun) -> None:
    state, t = st.session_state, visit.t
    try:
        if begun.lesson.tiles:
            check_lesson(begun.lesson)
        taught = learned(TileSet(begun.name), begun.lesson, begun.source, classifier_checksum())
        SetStore(sets_folder()).save(taught, new=True)
    except TileSetError as error:
        state.set_problem = t(f"problem.set-{error.key}", name=error.name)
    except LessonError as error:
        state.set_problem = t(f"problem.set-{error.key}", face=t.tile(error.face) if error.face else "")
    except OSError as error:
        state.set_problem = t("problem.set-file", name=error.strerror or str(error))
    else:
        state.pop("lesson", None)
        choose_set(visit, begun.name)
        state.tile_set_shown = begun.name


def _cancel() -> None:
    st.session_state.pop("lesson", None)
