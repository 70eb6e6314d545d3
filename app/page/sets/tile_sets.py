"""The screen of the taught tile sets: to be looked at, used, exported, forgotten; new ones are taught here."""

from base64 import b64encode
from collections.abc import Callable
from functools import lru_cache, partial
from io import BytesIO

import streamlit as st

from hu.app.i18n import Texts
from hu.app.page.parts.components import as_label, html, tag, words
from hu.app.page.parts.outside import read_apart
from hu.app.page.parts.undo import offer_undo
from hu.app.page.screen import change_screen, once, screen
from hu.app.page.sets.learning import choose_set, set_in_use, set_names
from hu.app.page.sets.teaching import show_teaching
from hu.app.page.visit import Visit, sets_folder
from hu.app.sets.faces import find_labelled, take_back_labelled, write_labelled
from hu.app.sets.store import SUFFIX, SetStore, TileSetError, set_of
from hu.scoring.lines import one_line
from hu.scoring.tiles import FACES
from hu.vision.taught.tile_set import Example, TileSet

#: Latest corrections that can be taken back.
_CORRECTIONS_SHOWN = 8


def open_tile_sets() -> None:
    """Go to the screen."""
    change_screen(page="tile sets", set_shown="")


def show_tile_sets(visit: Visit) -> None:
    """Show the list of the sets, or one of them."""
    t = visit.t
    if problem := once("set_problem"):
        html(f'<p class="hu-alert" role="alert">{words(problem)}</p>')
    if told := once("set_told"):
        html(f'<p class="hu-note" role="status">{words(told)}</p>')
    shown = screen().set_shown
    if shown and shown in set_names():
        _show_one(visit, shown)
    else:
        _show_all(visit)
    st.button(t("snap.cancel"), key="leave-tile-sets", type="tertiary", width="stretch", on_click=_back)


def _back() -> None:
    if screen().set_shown:
        change_screen(set_shown="")
    else:
        change_screen(page="", lesson=None)


def _show_all(visit: Visit) -> None:
    t, names = visit.t, set_names()
    html(tag("h2", "hu-heading", words(t("sets.title"))) + tag("p", "hu-hint", words(t("sets.what"))))
    for name in names:
        used = f" · {t('sets.used')}" if name == set_in_use(visit) else ""
        st.button(as_label(name + used), key=f"set-{name}", width="stretch", on_click=_show, args=(name,))
    show_teaching(visit)
    with st.expander(t("sets.import")):
        key = f"set-file-{screen().sets_taken}"
        st.file_uploader(t("sets.file"), [SUFFIX[1:]], key=key, on_change=_take_in, args=(visit, key))


def _show(name: str) -> None:
    change_screen(set_shown=name)


def _show_one(visit: Visit, name: str) -> None:
    t = visit.t
    try:
        tile_set = SetStore(sets_folder()).load(name)
    except TileSetError as error:
        html(tag("p", "hu-alert", words(problem_of(t, error))))
        _show_tools(visit, name, faces=False)
        return
    facts = t("sets.facts", faces=len(tile_set.faces))
    html(tag("h2", "hu-heading", words(name)) + tag("p", "hu-hint", words(facts)) + faces_html(tile_set, t))
    if name == set_in_use(visit):
        st.button(t("sets.stop_using"), key="stop-set", width="stretch", on_click=partial(choose_set, visit, ""))
    else:
        use = t("sets.use_in_game" if visit.game else "sets.use")
        st.button(use, key="use-this-set", type="primary", width="stretch", on_click=partial(choose_set, visit, name))
    _show_corrections(visit, tile_set)
    _show_tools(visit, name, faces=bool(tile_set.examples))


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
    rest = tag("p", "hu-hint", line) if 0 < len(missing) < len(FACES) else ""
    return tag("div", "hu-taught-faces", pictures) + rest


@lru_cache(maxsize=512)
def _picture(example: Example) -> str:
    from PIL import Image  # noqa: PLC0415

    content = BytesIO()
    # Crops are square; tiles are a third higher than wide.
    Image.fromarray(example.crop).resize((48, 64)).save(content, "JPEG", quality=80)
    return "data:image/jpeg;base64," + b64encode(content.getvalue()).decode()


def _show_corrections(visit: Visit, tile_set: TileSet) -> None:
    """List the latest faces learned while playing; each can be taken back."""
    t = visit.t
    played = [k for k, example in enumerate(tile_set.examples) if "#" in example.source][-_CORRECTIONS_SHOWN:]
    if not played:
        return
    html(tag("h3", "hu-subheading", words(t("sets.corrections"))))
    for k in reversed(played):
        example = tile_set.examples[k]
        with st.container(horizontal=True, vertical_alignment="center", key=f"taught-{k}"):
            html(f'<img class="hu-taught" alt="" src="{_picture(example)}">')
            label = t("sets.take_back", face=t.tile(example.tile))
            st.button(label, key=f"take-back-{k}", on_click=partial(_take_back, visit, tile_set.name, example))


def _take_back(visit: Visit, name: str, example: Example) -> None:
    def without(tile_set: TileSet) -> TileSet:
        indices = (k for k, known in enumerate(tile_set.examples) if _same(known, example))
        index = next(indices, None)
        return tile_set if index is None else tile_set.without(index)

    _change(visit, name, without)


def _change(visit: Visit, name: str, change: Callable[[TileSet], TileSet]) -> None:
    try:
        SetStore(sets_folder()).change(name, change)
    except (TileSetError, OSError) as error:
        change_screen(set_problem=problem_of(visit.t, error))


def _same(a: Example, b: Example) -> bool:
    return (a.tile, a.source, a.crop.tobytes()) == (b.tile, b.source, b.crop.tobytes())


def _show_tools(visit: Visit, name: str, *, faces: bool) -> None:
    t = visit.t
    store = SetStore(sets_folder())
    content = store.file(name).read_bytes()
    st.download_button(
        t("sets.export"), content, f"{name}{SUFFIX}", key="export-set", width="stretch", on_click="ignore"
    )
    if faces:
        give = partial(_give, visit, name)
        st.button(t("sets.give"), key="give-set", width="stretch", help=t("sets.give_hint"), on_click=give)
    if find_labelled(name, visit.keep):
        take_back = partial(_take_back_given, visit, name)
        st.button(t("sets.take_faces_back"), key="take-faces-back", width="stretch", on_click=take_back)
    if screen().set_asked == name:
        _show_question(visit, name)
    else:
        forget = partial(_ask_forgetting, visit, name)
        st.button(t("sets.forget"), key="forget-set", width="stretch", on_click=forget)


def _give(visit: Visit, name: str) -> None:
    """Write a set's faces as labelled pictures beside the photos that players gave."""
    t = visit.t
    try:
        written = write_labelled(SetStore(sets_folder()).load(name), visit.keep)
    except (TileSetError, OSError) as error:
        change_screen(set_problem=problem_of(t, error))
    else:
        change_screen(set_told=t("sets.given", count=written))


def _take_back_given(visit: Visit, name: str) -> None:
    t = visit.t
    try:
        take_back_labelled(name, visit.keep)
    except OSError as error:
        change_screen(set_problem=problem_of(t, error))
    else:
        change_screen(set_told=t("sets.ungiven"))


def _ask_forgetting(visit: Visit, name: str) -> None:
    """Forget a set at once where no running game needs it; else only after a question."""
    change_screen(set_asked=name if visit.ledger.count_playing_with(name) else "")
    if not screen().set_asked:
        _forget(visit, name)


def _show_question(visit: Visit, name: str) -> None:
    t = visit.t
    question = t("sets.forget_used", count=visit.ledger.count_playing_with(name))
    html(f'<p class="hu-note is-warning" role="alert">{words(question)}</p>')
    st.button(t("sets.forget_anyway"), key="forget-anyway", width="stretch", on_click=partial(_forget, visit, name))
    st.button(t("hand.cancel"), key="keep-set", width="stretch", on_click=_ask_no_more)


def _ask_no_more() -> None:
    change_screen(set_asked="")


def _forget(visit: Visit, name: str) -> None:
    try:
        content = SetStore(sets_folder()).forget(name)
    except (TileSetError, OSError) as error:
        change_screen(set_problem=problem_of(visit.t, error))
    else:
        offer_undo(visit.t("sets.forgotten", name=name), partial(put_back, visit, name, content))
    change_screen(set_shown="", set_asked="")


def put_back(visit: Visit, name: str, content: bytes) -> None:
    """Put a forgotten set back into use."""
    try:
        SetStore(sets_folder()).put_back(name, content)
    except (TileSetError, OSError) as error:
        change_screen(told=problem_of(visit.t, error))


def show_missing_set(visit: Visit) -> None:
    """Say in a game that the set that it is played with was forgotten."""
    t, name = visit.t, set_in_use(visit)
    if not name or name in set_names():
        return
    with st.container(key="missing-set"):
        html(f'<p class="hu-note is-warning" role="status">{words(t("sets.gone", name=name))}</p>')
        st.button(t("sets.stop_using"), key="stop-missing-set", on_click=partial(choose_set, visit, ""))


def _take_in(visit: Visit, key: str) -> None:
    file = st.session_state[key]
    if file is not None:
        change_screen(sets_taken=screen().sets_taken + 1)
        _save_file(visit, file.name, file.getvalue())


def _save_file(visit: Visit, name: str, content: bytes) -> None:
    """Take over a set from a file that somebody sent, which may hold anything; nothing is overwritten."""
    try:
        tile_set = read_apart(TileSetError, set_of, content, one_line(name))
        SetStore(sets_folder()).save(tile_set, new=True)
    except (TileSetError, OSError) as error:
        change_screen(set_problem=problem_of(visit.t, error))
    else:
        change_screen(set_shown=tile_set.name)


def problem_of(t: Texts, error: TileSetError | OSError) -> str:
    """Say in the page's language why something cannot be done."""
    if isinstance(error, TileSetError):
        return t(f"problem.set-{error.key}", name=error.name)
    return t("problem.set-file", name=error.strerror or str(error))
