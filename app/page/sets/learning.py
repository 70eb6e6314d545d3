"""The tile set in use, and what the page teaches it: corrections at once, and what finished hands bear out."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, count
from pathlib import Path

from hu.app.ledger.values import Conflict
from hu.app.page.draft.editing.hand import EditedHand
from hu.app.page.draft.state import Draft, Rack
from hu.app.page.parts.components import Part, action, markup, tag, words
from hu.app.page.photos.photo import SeenPhoto
from hu.app.page.screen import change_screen, screen
from hu.app.page.visit import Visit
from hu.app.sets.packing import unpack_detections
from hu.scoring.tiles import BACK
from hu.vision.reader import MODELS
from hu.vision.taught.lessons import SURE
from hu.vision.taught.tile_set import TileSet, TileSetError


def set_in_use(visit: Visit) -> str:
    """Return the name of the set that this game, or without a game this browser, plays with; empty for none."""
    return visit.game.tile_set if visit.game else screen().tile_set


def choose_set(visit: Visit, name: str) -> None:
    """Play with a set from now on; empty for none."""
    if visit.game is None:
        change_screen(tile_set=name)
        return
    try:
        visit.ledger.change_game(replace(visit.game, tile_set=name))
    except Conflict:
        # Somebody else closed or renamed the game at the same moment: that stays as it is.
        if game := visit.ledger.game(visit.game.code):
            visit.ledger.change_game(replace(game, tile_set=name))


def weights_folder() -> Path:
    """Return the folder of the networks that read the page's photos."""
    return Path(os.environ.get("HU_WEIGHTS") or MODELS)


def corrections(read: EditedHand, now: EditedHand) -> dict[int, str]:
    """Return the faces that a player says differ from what was read, by the tiles' numbers."""
    said = _faces(now)
    return {
        number: said[number]
        for number, face in _faces(read).items()
        if said.get(number, face) not in (face, BACK)
    }


def _faces(edited: EditedHand) -> dict[int, str]:
    return {tile.id: tile.face for group in edited.groups for tile in group.tiles}


def learn_corrections(visit: Visit, before: Rack, after: Rack) -> None:
    """Teach the set in use what a tap corrected, and take back what a tap undid; other tiles say nothing."""
    name, was, now = set_in_use(visit), _faces(before.history.now), _faces(after.history.now)
    changed = {
        number: (was[number], face) for number, face in now.items() if was.get(number, face) != face
    }
    if name and changed and (photo := visit.load_photo(after.photo)):
        _teach(visit, name, partial(with_changes, photo=photo, changed=changed))


def _teach(visit: Visit, name: str, change: Callable[[TileSet], TileSet]) -> None:
    # A set that was forgotten meanwhile, or a full disk, must not cost the hand.
    with suppress(TileSetError, OSError):
        visit.sets.change(name, change)


def with_changes(
    tile_set: TileSet, photo: SeenPhoto, changed: Mapping[int, tuple[str, str]]
) -> TileSet:
    """Bring a set up to date with what a tap changed: each tile's face before and after it, by the tile's number."""
    looks, read = unpack_detections(photo.looks), _faces(photo.hand)
    for number, (before, after) in changed.items():
        if number > len(looks):
            continue
        if before != read.get(number):
            tile_set = tile_set.take_back(looks[number - 1].crop, before)
        if after != read.get(number):
            tile_set = tile_set.add(looks[number - 1], after, _source_of(photo, number))
    return tile_set


def _source_of(photo: SeenPhoto, number: int) -> str:
    return f"{photo.name} {photo.key}#{number}"


def learn_from_hand(visit: Visit, draft: Draft) -> None:
    """Learn the faces of a finished hand that the set did not know."""
    name = set_in_use(visit)
    for rack in (draft.rack, *draft.others.values()) if name else ():
        if photo := visit.load_photo(rack.photo):
            _teach(visit, name, partial(with_finished, photo, rack.history.now))


def with_finished(photo: SeenPhoto, now: EditedHand, tile_set: TileSet) -> TileSet:
    """Add the faces that a set does not know yet, if they were read surely and left as they were read."""
    looks, corrected = unpack_detections(photo.looks), corrections(photo.hand, now)
    known = tile_set.faces
    for tile in now.tiles:
        look = looks[tile.id - 1] if tile.id <= len(looks) and tile.id not in corrected else None
        if look and tile.face not in known and look.tile == tile.face and look.confidence >= SURE:
            tile_set = tile_set.add(look, tile.face, _source_of(photo, tile.id), look.confidence)
    return tile_set


def learning_parts(visit: Visit, rack: Rack, photo: SeenPhoto | None) -> list[Part]:
    """Say which faces the set in use learned from the photo of a rack; or offer a new set that learns them."""
    if photo is None or not photo.teaches:
        return []
    t, name = visit.t, set_in_use(visit)
    said = corrections(photo.hand, rack.history.now)
    if said and name in visit.sets.names():
        faces = " · ".join(dict.fromkeys(t.tile(face) for face in said.values()))
        return [
            markup(
                tag("p", "hu-hint hu-set-line", words(t("sets.learned", name=name, faces=faces)))
            )
        ]
    return [action(["remember"], "begin-set", t("sets.remember"), "quiet")] if said else []


def begin_set(visit: Visit, rack: Rack) -> None:
    """Begin a set with the corrections of a photo, under the first name that is free, and play with it."""
    photo = visit.load_photo(rack.photo)
    if photo is None:
        return
    read, said = _faces(photo.hand), corrections(photo.hand, rack.history.now)
    changed = {number: (read[number], face) for number, face in said.items()}
    numbered = (visit.t("sets.unnamed", number=number) for number in count(1))
    for name in chain([visit.game.title] if visit.game and visit.game.title else [], numbered):
        with suppress(TileSetError):
            visit.sets.save(with_changes(TileSet(name), photo, changed))
            choose_set(visit, name)
            return
