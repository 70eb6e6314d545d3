"""Changes the tile sets that players taught."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Final

from hu.app.ledger.values import Conflict, Game, LedgerError
from hu.app.page.effects.tile_sets import (
    BeginSet,
    ChangeSetInUse,
    DeleteFaces,
    DeleteSet,
    ForgetFace,
    LearnCorrection,
    LearnFromHand,
    PutBackSet,
    TakeInSet,
    WriteFaces,
)
from hu.app.page.events.event import Event
from hu.app.page.events.page import Undoable
from hu.app.page.events.tile_sets import SetChosen
from hu.app.page.parts.outside import read_apart
from hu.app.page.photos.photo import Note
from hu.app.page.services import Visit, name_of_tile_set_in_use
from hu.app.page.sets.learning import (
    corrections,
    faces_of,
    teach,
    with_changes,
    with_confirmed_faces,
)
from hu.app.page.state import State
from hu.app.sets.faces import find_labelled, write_labelled
from hu.app.sets.set_files import parse_tile_set
from hu.vision.taught.tile_set import TileSet, TileSetError

#: How often a change of a game is tried while other phones change the same game.
_MOST_TRIES: Final = 5


def learn_correction(effect: LearnCorrection, visit: Visit, state: State) -> Sequence[Event]:
    """Let the tile set in use learn the faces that a player corrected."""
    name = name_of_tile_set_in_use(visit, state)
    if not name:
        return ()
    photo = visit.load_photo(effect.photo)
    if photo is not None:
        change = partial(with_changes, photo=photo, changed=effect.changes)
        teach(visit.tile_sets, name, change)
    return ()


def learn_from_hand(effect: LearnFromHand, visit: Visit, state: State) -> Sequence[Event]:
    """Let the tile set in use learn the faces of a saved hand that it does not know yet."""
    name = name_of_tile_set_in_use(visit, state)
    if not name:
        return ()
    for rack in effect.draft.racks:
        photo = visit.load_photo(rack.photo)
        if photo is not None:
            confirm = partial(with_confirmed_faces, photo=photo, now=rack.history.now)
            teach(visit.tile_sets, name, confirm)
    return ()


def begin_set(effect: BeginSet, visit: Visit) -> Sequence[Event]:
    """Begin a tile set with the corrected faces of a photo, and use it."""
    photo = visit.load_photo(effect.rack.photo)
    if photo is None:
        # The server has forgotten the photo.
        return ()
    read_face_of = faces_of(photo.hand)
    corrected_face_of = corrections(read=photo.hand, now=effect.rack.history.now)
    changes = {}
    for number, corrected_face in corrected_face_of.items():
        changes[number] = (read_face_of[number], corrected_face)

    for name in _names_for_set(visit):
        try:
            visit.tile_sets.save(with_changes(TileSet(name), photo, changes))
        except TileSetError:
            # Another tile set has this name, or it is not allowed as a name.
            continue
        return _choose(visit, name)
    # This is never reached, because the names do not end.
    return ()


def _names_for_set(visit: Visit) -> Iterator[str]:
    """Yield names for a new tile set: the title of the game, then numbered names without end."""
    if visit.game is not None and visit.game.title:
        yield visit.game.title
    for number in count(1):
        yield visit.t("sets.unnamed", number=number)


def change_set_in_use(effect: ChangeSetInUse, visit: Visit) -> Sequence[Event]:
    """Use a tile set from now on. An empty name stands for no tile set."""
    return _choose(visit, effect.name)


def _choose(visit: Visit, name: str) -> Sequence[Event]:
    """Use a tile set from now on. An empty name stands for no tile set.

    Without a game, the screen keeps the name. A game keeps the name itself.

    Raises:
        LedgerError: other phones have changed the game in each of several tries.
    """
    if visit.game is None:
        return [SetChosen(name)]
    game: Game | None = visit.game
    for _ in range(_MOST_TRIES):
        if game is None:
            # The game is no longer in the ledger.
            return ()
        try:
            visit.ledger.change_game(replace(game, tile_set=name))
        except Conflict:
            # Another phone has just changed the game, such as a player's name. Read the game again
            # and try once more, so that the other change stays.
            game = visit.ledger.game(game.code)
        else:
            return ()
    raise LedgerError("game-changed")


def forget_face(effect: ForgetFace, visit: Visit) -> Sequence[Event]:
    """Take back a face that a tile set has learned, if it is still there."""
    index = effect.gesture.index
    face = effect.gesture.face

    def without_face(tile_set: TileSet) -> TileSet:
        """Return the tile set without the face, or unchanged if the face is gone already."""
        if index >= len(tile_set.examples):
            return tile_set
        example = tile_set.examples[index]
        if example.tile != face:
            return tile_set
        return tile_set.take_back(example.crop, face)

    visit.tile_sets.change(effect.gesture.name, without_face)
    return ()


def write_faces(effect: WriteFaces, visit: Visit) -> Sequence[Event]:
    """Write the faces of a tile set to the folder for training. The player can undo that."""
    face_count = write_labelled(visit.tile_sets.load(effect.name), visit.given_folder)
    note = Note("sets.given", {"count": face_count})
    return [Undoable(note, DeleteFaces(effect.name))]


def delete_faces(effect: DeleteFaces, visit: Visit) -> Sequence[Event]:
    """Delete the faces of a tile set that were written for training."""
    for path in find_labelled(effect.name, visit.given_folder):
        path.unlink(missing_ok=True)
    return ()


def delete_set(effect: DeleteSet, visit: Visit) -> Sequence[Event]:
    """Forget a tile set. The player can undo that."""
    content = visit.tile_sets.forget(effect.name)
    note = Note("sets.forgotten", {"name": effect.name})
    return [Undoable(note, PutBackSet(effect.name, content))]


def put_back_set(effect: PutBackSet, visit: Visit) -> Sequence[Event]:
    """Put back a tile set that was forgotten."""
    visit.tile_sets.put_back(effect.name, effect.content)
    return ()


def take_in_set_file(effect: TakeInSet, visit: Visit) -> Sequence[Event]:
    """Add a tile set from a file.

    Raises:
        TileSetError: the file holds no tile set, or another tile set has its name.
    """
    tile_set = read_apart(TileSetError, parse_tile_set, effect.file.content, effect.file.name)
    visit.tile_sets.save(tile_set)
    return ()
