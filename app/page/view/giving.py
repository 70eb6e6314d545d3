"""Photos that players give for training, and what the tile set in use learned from them."""

from hu.app.page.draft.state import Rack
from hu.app.page.parts.components import Part, action, markup, tag, words
from hu.app.page.perform import set_in_use
from hu.app.page.photos.photo import SeenPhoto
from hu.app.page.services import Visit
from hu.app.page.session import session
from hu.app.page.sets.learning import corrections
from hu.app.page.state import Screen, rack_on_screen


def keeping_parts(visit: Visit) -> list[Part]:
    """Offer to give the photo on the screen to improve the reader."""
    screen, draft = session().state.screen, session().state.draft
    _, rack = rack_on_screen(screen, draft)
    photo = visit.photo(rack.photo)
    if photo is None:
        return []
    switch = {
        "kind": "switch",
        "op": ["keep", photo.key],
        "label": visit.t("snap.keep"),
        "on": photo.key in screen.kept,
        "original": _number_of_original(screen, photo),
    }
    return [switch, markup(tag("p", "hu-hint", words(visit.t("snap.keep_hint"))))]


def _number_of_original(screen: Screen, photo: SeenPhoto) -> int:
    """Return the number of a photo of which the browser sent a smaller copy. 0 for none.

    The browser has the photo itself until the next photo is taken.
    """
    if photo.adjustment.original_px and screen.last_taken is not None:
        number, key = screen.last_taken
        if key == photo.key:
            return number
    return 0


def learning_parts(visit: Visit, rack: Rack, photo: SeenPhoto | None) -> list[Part]:
    """Say which faces the set in use learned from a photo, or offer a new set that learns them.

    Args:
        visit: the visit.
        rack: the tiles on the screen.
        photo: their photo.
    """
    if photo is None or not photo.teaches:
        return []
    corrected = corrections(photo.hand, rack.history.now)
    if not corrected:
        return []
    t = visit.t
    name = set_in_use(visit, session().state)
    if name not in visit.sets.names():
        return [action(["remember"], "begin-set", t("sets.remember"), "quiet")]
    faces = " · ".join(dict.fromkeys(t.tile(face) for face in corrected.values()))
    line = words(t("sets.learned", name=name, faces=faces))
    return [markup(tag("p", "hu-hint hu-set-line", line))]
