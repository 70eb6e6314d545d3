"""One quiet line below a hand about the tile set: what it learned, or what would help."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import count

import streamlit as st

from hu.app.page.learning import corrections, learn_all, set_in_use, set_names
from hu.app.page.parts import as_label, html, tag, words
from hu.app.page.photo import SeenPhoto
from hu.app.page.state import Rack
from hu.app.page.visit import Visit
from hu.app.sets.store import TileSetError


def show_set_line(visit: Visit, rack: Rack, photo: SeenPhoto | None, use: Callable[[str], None]) -> None:
    """Say which faces the set in use learned from this photo, or offer one: a set that it seems to show, or a new one.

    Most photos need no such line.

    Args:
        visit: the visit.
        rack: the tiles on the screen.
        photo: their photo.
        use: plays with a set from now on, and reads the photo with it.
    """
    if photo is None or not photo.teaches:
        return
    t, name = visit.t, set_in_use(visit)
    said = corrections(photo.hand, rack.history.now)
    if name in set_names():
        if said:
            faces = " · ".join(dict.fromkeys(t.tile(face) for face in said.values()))
            html(tag("p", "hu-hint hu-set-line", words(t("sets.learned", name=name, faces=faces))))
    elif photo.suggested in set_names():
        label = as_label(t("sets.suggested", name=photo.suggested))
        st.button(label, key="use-set", type="tertiary", on_click=partial(use, photo.suggested))
    elif said:
        st.button(t("sets.remember"), key="begin-set", type="tertiary", on_click=partial(_begin, visit, rack))


def _begin(visit: Visit, rack: Rack) -> None:
    """Begin a set under the first name that is free."""
    photo = visit.opened_photo(rack.photo)
    if photo is None:
        return
    for name in _names(visit):
        try:
            learn_all(visit, name, photo, rack.history.now)
        except TileSetError:
            continue
        return


def _names(visit: Visit) -> Iterator[str]:
    title = visit.game.title if visit.game else ""
    if title:
        yield title
    yield from (visit.t("sets.unnamed", number=number) for number in count(1))
