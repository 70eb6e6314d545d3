"""One quiet line below a hand about the tile set: what it learned, or what would help."""

from collections.abc import Iterator
from itertools import count

from hu.app.page.draft.state import Rack
from hu.app.page.parts.components import Part, action, markup, tag, words
from hu.app.page.photos.photo import SeenPhoto
from hu.app.page.sets.learning import corrections, learn_all, set_in_use, set_names
from hu.app.page.visit import Visit
from hu.app.sets.store import TileSetError


def learning_parts(visit: Visit, rack: Rack, photo: SeenPhoto | None) -> list[Part]:
    """Say which faces the set in use learned from this photo; or offer a new set that learns them.

    Most photos need no such line.

    Args:
        visit: the visit.
        rack: the tiles on the screen.
        photo: their photo.
    """
    if photo is None or not photo.teaches:
        return []
    t, name = visit.t, set_in_use(visit)
    said = corrections(photo.hand, rack.history.now)
    if said and name in set_names():
        faces = " · ".join(dict.fromkeys(t.tile(face) for face in said.values()))
        return [markup(tag("p", "hu-hint hu-set-line", words(t("sets.learned", name=name, faces=faces))))]
    return [action(["remember"], "begin-set", t("sets.remember"), "quiet")] if said else []


def begin_set(visit: Visit, rack: Rack) -> None:
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
