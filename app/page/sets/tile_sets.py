"""The screen of the taught tile sets: one list, and a dialog that teaches a new one."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from io import BytesIO
from typing import Final

import streamlit as st

from hu.app.i18n import Texts
from hu.app.page.parts.components import as_label, data_uri, html, pick_file, tag, words
from hu.app.page.parts.internals import UploadedFile
from hu.app.page.parts.outside import read_apart
from hu.app.page.parts.undo import offer_undo
from hu.app.page.photos.photo import Adjustment, UploadError
from hu.app.page.screen import change_screen, screen, tell
from hu.app.page.sets.learning import choose_set, classifier_checksum, set_in_use, set_names
from hu.app.page.visit import Visit, draft_of, failure_text, sets_folder, show_button
from hu.app.sets.faces import find_labelled, take_back_labelled, unpack, write_labelled
from hu.app.sets.store import MOST_MEGABYTES, NAME_LENGTH, NO_SETS, SUFFIX, SetStore, check_name, set_of
from hu.scoring.lines import one_line
from hu.scoring.tiles import FACES
from hu.vision.detection import Detection
from hu.vision.taught.lessons import MOST_PHOTOS, Lesson, check_lesson, learn, read_lesson
from hu.vision.taught.tile_set import Example, TileSet, TileSetError

#: Latest corrections that can be taken back.
_CORRECTIONS_SHOWN: Final = 8
_KINDS: Final = ["jpg", "jpeg", "png", "webp", "heic", "heif"]
#: Answers that leave a tile out, as keys of the message catalogues.
_LEFT_OUT: Final = ("sets.no_tile", "sets.leave_out")


def show_tile_sets(visit: Visit) -> None:
    """List the sets, each with its faces and all that can be done with it; teach a new one, or open one's file."""
    t = visit.t
    html(tag("h2", "hu-heading", words(t("sets.title"))) + tag("p", "hu-hint", words(t("sets.what"))))
    for name in set_names():
        used = f" · {t('sets.used')}" if name == set_in_use(visit) else ""
        with st.expander(as_label(name + used), key=f"set-{name}"):
            _show_set(visit, name)
    if st.button(t("sets.teach"), key="teach", type="primary", width="stretch"):
        _teach(visit)
    with st.expander(t("sets.import")):
        limit, take = MOST_MEGABYTES * 1_000_000, partial(_take_in, visit)
        pick_file("set-file", t("sets.import"), t("sets.file"), limit, SUFFIX, take)
    show_button(visit, "leave-tile-sets", t("snap.cancel"), partial(change_screen, page=""), look="tertiary")


def _show_set(visit: Visit, name: str) -> None:
    t, store = visit.t, SetStore(sets_folder())
    examples: Sequence[Example] = ()
    with _telling(t):
        tile_set = store.load(name)
        examples = tile_set.examples
        html(tag("p", "hu-hint", words(t("sets.facts", faces=len(tile_set.faces)))) + faces_html(tile_set, t))
    # The latest faces that were learned while playing.
    for k in [k for k, example in enumerate(examples) if "#" in example.source][: -_CORRECTIONS_SHOWN - 1 : -1]:
        with st.container(horizontal=True, vertical_alignment="center", key=f"taught-{name}-{k}"):
            html(f'<img class="hu-taught" alt="" src="{_picture(examples[k])}">')
            label = t("sets.take_back", face=t.tile(examples[k].tile))
            if st.button(label, key=f"take-back-{name}-{k}"):
                _do(t, partial(store.change, name, partial(_without, example=examples[k])))
    in_use = name == set_in_use(visit)
    use = "sets.stop_using" if in_use else "sets.use_in_game" if visit.game else "sets.use"
    if st.button(t(use), key=f"use-{name}", type="secondary" if in_use else "primary", width="stretch"):
        _do(t, partial(choose_set, visit, "" if in_use else name))
    content = store.file(name).read_bytes()
    file = f"{name}{SUFFIX}"
    st.download_button(t("sets.export"), content, file, key=f"export-{name}", width="stretch", on_click="ignore")
    if find_labelled(name, visit.keep):
        if st.button(t("sets.take_faces_back"), key=f"take-faces-back-{name}", width="stretch"):
            _do(t, partial(take_back_labelled, name, visit.keep))
    elif examples and st.button(t("sets.give"), key=f"give-{name}", width="stretch", help=t("sets.give_hint")):
        _do(t, partial(_give, visit, name))

    def forget() -> None:
        offer_undo(t("sets.forgotten", name=name), partial(_put_back, visit, name, store.forget(name)))

    if st.button(t("sets.forget"), key=f"forget-{name}", width="stretch"):
        _do(t, forget)


def faces_html(tile_set: TileSet, t: Texts) -> str:
    """Every face that a set knows, and which it does not."""
    first = {example.tile: example for example in reversed(tile_set.examples)}
    pictures = "".join(
        f'<img class="hu-taught" alt="{words(t.tile(face))}" src="{_picture(first[face])}">'
        for face in FACES
        if face in first
    )
    missing = [t.tile(face) for face in FACES if face not in first]
    line = words(t("sets.missing", faces=", ".join(missing)))
    rest = tag("p", "hu-hint", line) if 0 < len(missing) < len(first) else ""
    return tag("div", "hu-taught-faces", pictures) + rest


@lru_cache(maxsize=512)
def _picture(seen: Example | Detection) -> str:
    """A tile's picture; crops are square, tiles a third higher than wide."""
    if seen.crop is None:
        return ""
    from PIL import Image  # noqa: PLC0415  # only this screen needs it

    content = BytesIO()
    Image.fromarray(seen.crop).resize((72, 96)).save(content, "JPEG", quality=85)
    return data_uri("image/jpeg", content.getvalue())


def _do(t: Texts, work: Callable[[], object]) -> None:
    """Do what a button asks for and show the page again, or say why it cannot be done."""
    with _telling(t):
        work()
        st.rerun()


@contextmanager
def _telling(t: Texts) -> Iterator[None]:
    """Say in the page's language why something cannot be done."""
    try:
        yield
    except (TileSetError, UploadError, OSError) as error:
        html(f'<p class="hu-alert" role="alert">{words(_problem_of(t, error))}</p>')


def _problem_of(t: Texts, error: TileSetError | UploadError | OSError) -> str:
    if isinstance(error, TileSetError):
        face = error.values.get("face")
        return t(f"problem.set-{error.key}", **error.values | ({"face": t.tile(str(face))} if face else {}))
    if isinstance(error, OSError):
        return t("problem.set-file", name=error.strerror or str(error))
    return failure_text(t, error)


def _without(tile_set: TileSet, example: Example) -> TileSet:
    """The set without an example, unless a tap was faster."""
    wanted = (example.tile, example.source, example.crop.tobytes())
    known = [(one.tile, one.source, one.crop.tobytes()) for one in tile_set.examples]
    return tile_set.without(known.index(wanted)) if wanted in known else tile_set


def _give(visit: Visit, name: str) -> None:
    """Write a set's faces as labelled pictures beside the photos that players gave."""
    written = write_labelled(SetStore(sets_folder()).load(name), visit.keep)
    offer_undo(visit.t("sets.given", count=written), partial(take_back_labelled, name, visit.keep))


def _put_back(visit: Visit, name: str, content: bytes) -> None:
    try:
        SetStore(sets_folder()).put_back(name, content)
    except (TileSetError, OSError) as error:
        tell("told", _problem_of(visit.t, error))


def _take_in(visit: Visit, name: str, content: bytes) -> None:
    """Take over a set from a file that somebody sent, which may hold anything; nothing is overwritten."""
    try:
        tile_set = read_apart(TileSetError, set_of, content, one_line(name))
        SetStore(sets_folder()).save(tile_set, new=True)
    except (TileSetError, OSError) as error:
        tell("told", _problem_of(visit.t, error))


def _teach(visit: Visit) -> None:
    """Ask for a name and photos, then for the faces that are in doubt."""
    t = visit.t

    @st.dialog(t("sets.teach"))
    def dialog() -> None:
        begun: tuple[str, str, Lesson] | None = screen().lesson
        if begun is None:
            html(tag("p", "hu-hint", words(t("sets.teach_hint"))))
            with st.form("teach-photos", border=False):
                name = st.text_input(t("sets.name"), key="teach-name", max_chars=NAME_LENGTH, autocomplete="off")
                photos = st.file_uploader(t("sets.photos"), _KINDS, accept_multiple_files=True, key="teach-files")
                if st.form_submit_button(t("sets.read"), type="primary", width="stretch"):
                    with _telling(t):
                        _read(visit, name, photos or [])
        else:
            _ask_faces(visit, *begun)

    change_screen(lesson=None)
    dialog()


def _read(visit: Visit, name: str, photos: Sequence[UploadedFile]) -> None:
    """Read the photos; a set without photos begins empty and learns while playing."""
    name = check_name(name)
    if name in set_names():
        raise TileSetError(f"a tile set is called {name} already", "taken", name=name)
    if not photos:
        _save(visit, TileSet(name))
    if len(photos) > MOST_PHOTOS:
        raise TileSetError(f"{len(photos)} photos are too many", "photos", most=MOST_PHOTOS)
    seen = []
    for photo in photos:
        read = partial(visit.reader, photo.getvalue(), photo.name, draft_of(visit).rules, Adjustment(), NO_SETS)
        seen.append(unpack(visit.line.wait(visit.line.join(read)).looks))
    _go_on(visit, name, ", ".join(photo.name for photo in photos), read_lesson(seen))


def _go_on(visit: Visit, name: str, source: str, lesson: Lesson) -> None:
    """Ask what is in doubt, or save the set."""
    check_lesson(lesson)
    if not lesson.doubtful:
        _save(visit, learn(TileSet(name), lesson, source, classifier_checksum()))
    change_screen(lesson=(name, source, lesson))
    st.rerun(scope="fragment")


def _ask_faces(visit: Visit, name: str, source: str, lesson: Lesson) -> None:
    t = visit.t
    html(tag("p", "hu-hint", words(t("sets.asked", count=len(lesson.doubtful)))))
    answers = {}
    with st.form("doubtful-faces", border=False):
        for number, index in enumerate(lesson.doubtful, 1):
            detection, face = lesson.tiles[index]
            with st.container(horizontal=True, vertical_alignment="center", key=f"asked-{index}"):
                html(f'<img class="hu-asked" alt="" src="{_picture(detection)}">')
                choices = (*FACES, *_LEFT_OUT)
                said = st.selectbox(
                    t("sets.which", number=number),
                    choices,
                    choices.index(face),
                    format_func=lambda choice: t(choice) if choice in _LEFT_OUT else t.tile(choice),
                    key=f"face-{index}",
                )
                answers[index] = "" if said in _LEFT_OUT else said
        if st.form_submit_button(t("sets.save"), type="primary", width="stretch"):
            with _telling(t):
                _go_on(visit, name, source, lesson.answer(answers))


def _save(visit: Visit, tile_set: TileSet) -> None:
    SetStore(sets_folder()).save(tile_set, new=True)
    choose_set(visit, tile_set.name)
    st.rerun()


def show_missing_set(visit: Visit) -> None:
    """Say in a game that the set that it is played with was forgotten."""
    t, name = visit.t, set_in_use(visit)
    if not name or name in set_names():
        return
    with st.container(key="missing-set"):
        html(f'<p class="hu-note is-warning" role="status">{words(t("sets.gone", name=name))}</p>')
        show_button(visit, "stop-missing-set", t("sets.stop_using"), choose_set, visit, "", width="content")
