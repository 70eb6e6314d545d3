"""Describes the switch that gives a photo for training, and the faces that were just learned."""

from hu.app.page.draft.state import Rack
from hu.app.page.facts import Facts
from hu.app.page.parts.components import escape_text, tag
from hu.app.page.parts.panel import ActionPart, MarkupPart, PanelPart, SwitchPart
from hu.app.page.photos.photo import SeenPhoto
from hu.app.page.session import session
from hu.app.page.sets.learning import corrections
from hu.app.page.state import Screen


def giving_parts(facts: Facts) -> list[PanelPart]:
    """Offer to give the photo on the screen for training. Empty without a photo."""
    screen = session().state.screen
    photo = facts.photo
    if photo is None:
        return []
    switch = SwitchPart(
        op=("keep", photo.key),
        label=facts.t("snap.keep"),
        on=photo.key in screen.given_photos,
        original=_number_of_original(screen, photo),
    )
    return [switch, MarkupPart(tag("p", "hu-hint", escape_text(facts.t("snap.keep_hint"))))]


def _number_of_original(screen: Screen, photo: SeenPhoto) -> int:
    """Return the number of a photo if the browser sent a smaller copy and still has the full photo.

    The browser has the full photo until the next photo is taken. Otherwise the result is 0.
    """
    is_smaller_copy = photo.adjustment.original_px > 0
    if not is_smaller_copy or screen.last_taken is None:
        return 0
    number, key = screen.last_taken
    return number if key == photo.key else 0


def learning_parts(facts: Facts, rack: Rack, photo: SeenPhoto | None) -> list[PanelPart]:
    """Name the faces that the tile set in use has learned from the corrections of a photo.

    If no tile set is in use, or if the tile set in use was forgotten, offer to begin a tile set
    with these faces. Empty without corrections.

    Args:
        facts: the contents of the screen.
        rack: the tiles on the screen.
        photo: their photo. None for tiles without a photo.
    """
    # A tile set learns from the detections of tiles.
    if photo is None or not photo.has_detections:
        return []
    corrected_face_of = corrections(photo.hand, rack.history.now)
    if not corrected_face_of:
        return []
    t = facts.t
    name = facts.tile_set_in_use
    if name not in facts.tile_set_names:
        return [ActionPart(("remember",), "begin-set", t("sets.remember"), look="quiet")]
    # A face that several tiles show is named once.
    face_names = [t.tile(face) for face in dict.fromkeys(corrected_face_of.values())]
    line = escape_text(t("sets.learned", name=name, faces=" · ".join(face_names)))
    return [MarkupPart(tag("p", "hu-hint hu-set-line", line))]
