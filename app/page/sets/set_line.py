"""One quiet line below a hand about the tile set: what it learned, or what would help."""

from collections.abc import Iterator
from functools import partial
from itertools import count

import streamlit as st

from hu.app.page.draft.state import Rack
from hu.app.page.parts.components import html, tag, words
from hu.app.page.photos.photo import SeenPhoto
from hu.app.page.sets.learning import corrections, learn_all, set_in_use, set_names
from hu.app.page.visit import Visit
from hu.app.sets.store import TileSetError


def show_set_line(visit: Visit, rack: Rack, photo: SeenPhoto | None) -> None:
    """Say which faces the set in use learned from this photo; or offer a new set that learns them.

    Most photos need no such line.

    Args:
        visit: the visit.
        rack: the tiles on the screen.
        photo: their photo.
    """
    if photo is None or not photo.teaches:
        return
    t, name = visit.t, set_in_use(visit)
    said = corrections(photo.hand, rack.history.now)
    if said and name in set_names():
        faces = " · ".join(dict.fromkeys(t.tile(face) for face in said.values()))
        html(tag("p", "hu-hint hu-set-line", words(t("sets.learned", name=name, faces=faces))))
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
