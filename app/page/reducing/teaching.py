"""Teaches a new tile set from photos."""

from dataclasses import replace
from typing import Final

from hu.app.page.effects.teaching import AnswerLesson, ForgetTeachingPhoto, ReadLesson
from hu.app.page.events.teaching import TeachingPhotoRead
from hu.app.page.gestures.teaching import LEFT_OUT, DropTeachingPhoto, NameTaughtTile
from hu.app.page.reducing.transition import Transition, with_screen
from hu.app.page.state import State

#: A limit for the positions that a browser can name. Four teaching photos show fewer tiles.
_MOST_TAUGHT_TILES: Final = 1000


def change_teaching(state: State, **changes: object) -> State:
    """Return the state with changes to the tile set that is being taught, if there is one."""
    teaching = state.screen.teaching
    if teaching is None:
        return state
    return with_screen(state, teaching=replace(teaching, **changes))  # type: ignore[arg-type]  # the fields of Teaching


def add_teaching_photo(state: State, read: TeachingPhotoRead) -> State:
    """Add a photo that was read, unless it is there already."""
    teaching = state.screen.teaching
    if teaching is None or read.photo in teaching.photos:
        return state
    return change_teaching(state, photos=(*teaching.photos, read.photo))


def drop_teaching_photo(state: State, drop: DropTeachingPhoto) -> Transition:
    """Remove a photo from the tile set that is being taught."""
    teaching = state.screen.teaching
    if teaching is None:
        return state, ()
    photos = tuple(photo for photo in teaching.photos if photo.ticket != drop.photo)
    if photos == teaching.photos:
        return state, ()
    return change_teaching(state, photos=photos), (ForgetTeachingPhoto(drop.photo),)


def request_lesson(state: State) -> Transition:
    """Ask for the faces on the photos, unless they have been found before."""
    teaching = state.screen.teaching
    # The ticket names the faces that were found.
    if teaching is None or teaching.ticket:
        return state, ()
    return state, (ReadLesson(teaching.name, teaching.photos),)


def name_taught_tile(state: State, naming: NameTaughtTile) -> State:
    """Note the answer about a doubtful tile."""
    teaching = state.screen.teaching
    # Positions come from the browser. Without a limit, the answers could fill the memory.
    if teaching is None or not teaching.ticket or naming.position >= _MOST_TAUGHT_TILES:
        return state
    return change_teaching(state, faces={**teaching.faces, naming.position: naming.face})


def send_answers(state: State) -> Transition:
    """Send the answers about the doubtful tiles, with which the tile set can be saved."""
    teaching = state.screen.teaching
    if teaching is None or not teaching.ticket:
        return state, ()
    # In the effect, an empty face leaves a tile out.
    faces = {}
    for position, reply in teaching.faces.items():
        faces[position] = "" if reply in LEFT_OUT else reply
    answers = AnswerLesson(
        name=teaching.name, source=teaching.source, ticket=teaching.ticket, faces=faces
    )
    return state, (answers,)
