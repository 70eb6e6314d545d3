"""Shows the screen of the taught tile sets, with the dialog that teaches a new tile set."""

from collections.abc import Sequence
from functools import lru_cache, partial
from io import BytesIO
from typing import Final

import streamlit as st

from hu.app.i18n import Texts
from hu.app.page.events.teaching import TeachingPhotoCame
from hu.app.page.events.tile_sets import SetFileCame
from hu.app.page.facts import Facts, ListedTileSet
from hu.app.page.files import pick_file
from hu.app.page.gestures.screens import GoTo
from hu.app.page.gestures.teaching import LearnTaughtTiles, ReadTeachingPhotos, TeachSet
from hu.app.page.gestures.tile_sets import (
    ForgetSet,
    GiveFaces,
    PlayWithSet,
    TakeBackGivenFaces,
    UnlearnFace,
)
from hu.app.page.parts.components import (
    as_label,
    data_uri,
    escape_text,
    note_text,
    show_alert,
    show_html,
    show_notice,
    tag,
)
from hu.app.page.parts.panel import ActionPart, AskedTile, AskedTilesPart, TextPart
from hu.app.page.photos.photo import LIMIT_MB
from hu.app.page.session import screen
from hu.app.page.teaching import Teaching
from hu.app.page.view.controls import show_button, show_dialog, show_parts
from hu.app.sets.names import SET_NAME_LENGTH
from hu.app.sets.set_files import MOST_MEGABYTES, SUFFIX
from hu.scoring.tiles import FACES
from hu.vision.detection import Detection
from hu.vision.taught.lessons import MOST_PHOTOS, Lesson
from hu.vision.taught.tile_set import Example, TileSet

#: The most learned corrections of a tile set that are shown. Each can be taken back.
_MOST_CORRECTIONS: Final = 8
#: The size of a picture of a tile, in pixels: width, height.
_PICTURE_SIZE: Final = (72, 96)
#: The files that the browser offers as photos.
_PHOTO_KINDS: Final = "image/*,.heic,.heif"


def show_tile_sets(facts: Facts) -> None:
    """List the tile sets, each with its faces and its buttons.

    Players can teach a new tile set, or add a tile set from a file.
    """
    t = facts.t
    show_html(
        tag("h2", "hu-heading", escape_text(t("sets.title")))
        + tag("p", "hu-hint", escape_text(t("sets.what")))
    )
    for listed in facts.tile_sets:
        label = listed.name
        if listed.name == facts.tile_set_in_use:
            label = f"{label} · {t('sets.used')}"
        with st.expander(as_label(label), key=f"set-{listed.name}"):
            _show_set(facts, listed)
    show_button("teach", t("sets.teach"), TeachSet(begins=True), look="primary")
    teaching = screen().teaching
    if teaching is not None:
        _show_teaching(facts, teaching)
    with st.expander(t("sets.import")):
        pick_file(
            "set-file",
            label=t("sets.import"),
            hint=t("sets.file"),
            limit=MOST_MEGABYTES * 1_000_000,
            accept=SUFFIX,
            event_of=SetFileCame,
        )
    show_button("leave-tile-sets", t("snap.cancel"), GoTo(""), look="tertiary")


def _show_set(facts: Facts, listed: ListedTileSet) -> None:
    """Show a tile set: its faces, the latest corrections, and buttons to use, give or forget it."""
    t = facts.t
    name = listed.name
    # The crops from which the tile set has learned. Empty if its file is damaged.
    examples: tuple[Example, ...] = ()
    if listed.problem is not None:
        show_alert(note_text(t, listed.problem))
    if listed.tile_set is not None:
        tile_set = listed.tile_set
        examples = tile_set.examples
        show_html(
            tag("p", "hu-hint", escape_text(t("sets.facts", faces=len(tile_set.faces))))
            + faces_html(tile_set, t)
        )
        _show_corrections(name, examples, t)
    if name == facts.tile_set_in_use:
        show_button(f"use-{name}", t("sets.stop_using"), PlayWithSet(""))
    else:
        label = t("sets.use_in_game" if facts.game else "sets.use")
        show_button(f"use-{name}", label, PlayWithSet(name), look="primary")
    st.download_button(
        t("sets.export"),
        listed.content,
        f"{name}{SUFFIX}",
        key=f"export-{name}",
        width="stretch",
        on_click="ignore",
    )
    if listed.is_given:
        label = t("sets.take_faces_back")
        show_button(f"take-faces-back-{name}", label, TakeBackGivenFaces(name))
    elif examples:
        hint = t("sets.give_hint")
        show_button(f"give-{name}", t("sets.give"), GiveFaces(name), hint=hint)
    show_button(f"forget-{name}", t("sets.forget"), ForgetSet(name))


def _show_corrections(name: str, examples: Sequence[Example], t: Texts) -> None:
    """Show the latest corrections from which a tile set has learned, each with a button.

    The latest is the first. The button takes the correction back.

    Args:
        name: the name of the tile set.
        examples: all its examples, the oldest first.
        t: the words of the language.
    """
    # The source of an example that was learned from a correction has a ``#`` (see
    # ``sets.learning``).
    indices = [index for index, example in enumerate(examples) if "#" in example.source]
    for index in reversed(indices[-_MOST_CORRECTIONS:]):
        example = examples[index]
        key = f"{name}-{index}"
        with st.container(horizontal=True, vertical_alignment="center", key=f"taught-{key}"):
            show_html(f'<img class="hu-taught" alt="" src="{_picture(example)}">')
            label = t("sets.take_back", face=t.tile(example.tile))
            gesture = UnlearnFace(name, index, example.tile)
            show_button(f"take-back-{key}", label, gesture, width="content")


def faces_html(tile_set: TileSet, t: Texts) -> str:
    """Return pictures of the faces that a tile set knows, as HTML.

    The names of the faces that the tile set lacks follow, if it lacks fewer than it knows.
    """
    first_example: dict[str, Example] = {}
    for example in tile_set.examples:
        first_example.setdefault(example.tile, example)

    pictures = []
    missing = []
    for face in FACES:
        name = t.tile(face)
        if face in first_example:
            source = _picture(first_example[face])
            pictures.append(f'<img class="hu-taught" alt="{escape_text(name)}" src="{source}">')
        else:
            missing.append(name)

    row_of_pictures = tag("div", "hu-taught-faces", *pictures)
    # With many missing faces, the list of their names would be long.
    is_list_long = len(missing) >= len(first_example)
    if not missing or is_list_long:
        return row_of_pictures
    missing_names = escape_text(t("sets.missing", faces=", ".join(missing)))
    return row_of_pictures + tag("p", "hu-hint", missing_names)


@lru_cache(maxsize=512)
def _picture(tile: Example | Detection) -> str:
    """Return the picture of a tile as a data URI. Empty without a crop.

    A crop has been stretched to a square. The picture is a third higher than wide, like a tile.
    """
    if tile.crop is None:
        return ""
    from PIL import Image  # noqa: PLC0415  # only this screen needs it

    content = BytesIO()
    Image.fromarray(tile.crop).resize(_PICTURE_SIZE).save(content, "JPEG", quality=85)
    return data_uri("image/jpeg", content.getvalue())


def _show_teaching(facts: Facts, teaching: Teaching) -> None:
    """Open the dialog that teaches a new tile set."""
    show_dialog(
        facts.t("sets.teach"),
        partial(_show_lesson, facts, teaching),
        closing=TeachSet(begins=False),
    )


def _show_lesson(facts: Facts, teaching: Teaching) -> None:
    """Ask for a name and photos, then for the faces that are in doubt."""
    if facts.lesson is None:
        _ask_photos(facts, teaching)
    else:
        _ask_faces(facts, teaching, facts.lesson)
    show_notice(facts.t, "teach")


def _ask_photos(facts: Facts, teaching: Teaching) -> None:
    """Ask for the name of a new tile set, and for its photos."""
    t = facts.t
    show_html(tag("p", "hu-hint", escape_text(t("sets.teach_hint"))))
    name_field = TextPart(
        op=("teach-name",), label=t("sets.name"), value=teaching.name, longest=SET_NAME_LENGTH
    )
    # A tap on a photo drops it.
    photo_buttons = []
    for photo in teaching.photos:
        button = ActionPart(
            op=("teach-drop", photo.ticket),
            name=f"drop-{photo.ticket}",
            label=photo.name,
            look="quiet",
            sign="✕",
        )
        photo_buttons.append(button)
    show_parts("teach-photos", [name_field, *photo_buttons])
    if len(teaching.photos) < MOST_PHOTOS:
        pick_file(
            "teach-photo",
            label=t("sets.photos"),
            hint="",
            limit=LIMIT_MB * 1_000_000,
            accept=_PHOTO_KINDS,
            event_of=TeachingPhotoCame,
            many=True,
            texts={"reading": t("snap.reading"), "too_large": t.messages["snap.too_large"]},
        )
    show_button("teach-read", t("sets.read"), ReadTeachingPhotos(), look="primary")


def _ask_faces(facts: Facts, teaching: Teaching, lesson: Lesson) -> None:
    """Ask for the faces of the tiles that are in doubt."""
    t = facts.t
    show_html(tag("p", "hu-hint", escape_text(t("sets.asked", count=len(lesson.doubtful)))))
    names = {face: t.tile(face) for face in FACES}
    names["no-tile"] = t("sets.no_tile")
    names["leave-out"] = t("sets.leave_out")
    tiles = []
    for number, position in enumerate(lesson.doubtful, 1):
        detection, likeliest_face = lesson.tiles[position]
        tile = AskedTile(
            position=position,
            picture=_picture(detection),
            question=t("sets.which", number=number),
            chosen=teaching.faces.get(position, likeliest_face),
        )
        tiles.append(tile)
    asked = AskedTilesPart(op=("teach-face",), options=tuple(names.items()), tiles=tuple(tiles))
    show_parts("teach-faces", [asked])
    show_button("teach-save", t("sets.save"), LearnTaughtTiles(), look="primary")


def show_missing_set(facts: Facts) -> None:
    """Warn if the tile set in use was forgotten, and offer to stop using it."""
    t = facts.t
    name = facts.tile_set_in_use
    if not name or name in facts.tile_set_names:
        return
    with st.container(key="missing-set"):
        warning = escape_text(t("sets.gone", name=name))
        show_html(f'<p class="hu-note is-warning" role="status">{warning}</p>')
        label = t("sets.stop_using")
        show_button("stop-missing-set", label, PlayWithSet(""), width="content")
