"""Teaches a new tile set from photos."""

from collections.abc import Sequence
from functools import partial

from hu.app.page.effects.teaching import (
    AnswerLesson,
    ForgetTeachingPhoto,
    ReadLesson,
    ReadTeachingPhoto,
)
from hu.app.page.events.event import Event
from hu.app.page.events.teaching import LessonRead, SetTaught, TeachingPhotoRead
from hu.app.page.photos.photo import Adjustment
from hu.app.page.services import Visit
from hu.app.page.state import State
from hu.app.page.teaching import Teaching, TeachingPhoto
from hu.app.sets.names import check_name
from hu.app.sets.packing import unpack_detections
from hu.vision.taught.lessons import MOST_PHOTOS, Lesson, learn, read_lesson
from hu.vision.taught.tile_set import TileSet, TileSetError


def read_teaching_photo(effect: ReadTeachingPhoto, visit: Visit, state: State) -> Sequence[Event]:
    """Read a photo of a new tile set, and keep its tiles until the tile set is saved.

    Raises:
        TileSetError: the tile set has as many photos as it may have.
        UploadError: too many photos wait in the line, or the photo cannot be read.
    """
    teaching = state.screen.teaching
    if teaching is None:
        return ()
    count = len(teaching.photos) + 1
    if count > MOST_PHOTOS:
        raise TileSetError(f"{count} photos are too many", "photos", most=MOST_PHOTOS)
    not_adjusted = Adjustment()
    # No earlier tile set is used to read the photo.
    tile_set_file = None
    read = partial(
        visit.reader,
        effect.file.content,
        effect.file.name,
        state.draft.rules,
        not_adjusted,
        tile_set_file,
    )
    waiting = visit.line.join(read)
    try:
        photo = visit.line.wait(waiting)
    finally:
        visit.line.forget(waiting.ticket)
    ticket = visit.lessons.photos.put(photo.packed_detections)
    return [TeachingPhotoRead(TeachingPhoto(effect.file.name, ticket))]


def forget_teaching_photo(effect: ForgetTeachingPhoto, visit: Visit) -> Sequence[Event]:
    """Forget the tiles on a photo of a new tile set."""
    visit.lessons.photos.forget(effect.ticket)
    return ()


def read_faces(effect: ReadLesson, visit: Visit) -> Sequence[Event]:
    """Find the faces of a new tile set on its photos. Save the tile set if no face is in doubt.

    A tile set without photos begins empty, and learns while players use it.

    Returns:
        ``SetTaught`` if the tile set was saved. Otherwise ``LessonRead``: with the questions, or
        with a form without photos if the server has forgotten a photo.

    Raises:
        TileSetError: the name is not valid, or another tile set has it.
    """
    name = check_name(effect.name)
    # This raises an error if another tile set has the name, before the player answers questions.
    visit.tile_sets.new_file(name)
    if not effect.photos:
        return _save_tile_set(visit, TileSet(name))
    tiles_of_photos = []
    for photo in effect.photos:
        packed_tiles = visit.lessons.photos.find(photo.ticket)
        if packed_tiles is None:
            # The server has forgotten the photo. The player sends the photos again.
            return [LessonRead(Teaching(name))]
        tiles_of_photos.append(unpack_detections(packed_tiles))
    source = ", ".join(photo.name for photo in effect.photos)
    events = _ask_or_save(visit, name, source, read_lesson(tiles_of_photos))
    for photo in effect.photos:
        visit.lessons.photos.forget(photo.ticket)
    return events


def answer_doubts(effect: AnswerLesson, visit: Visit) -> Sequence[Event]:
    """Give the doubtful tiles of a new tile set the faces that the player named.

    Returns:
        ``SetTaught`` if the tile set was saved. Otherwise ``LessonRead`` with more questions, or
        with an empty form if the server has forgotten the lesson.
    """
    lesson = visit.lessons.in_doubt.find(effect.ticket)
    if lesson is None:
        return [LessonRead(Teaching())]
    faces = {}
    for position in lesson.doubtful:
        _detection, proposed_face = lesson.tiles[position]
        # A player who does not answer agrees with the proposed face.
        faces[position] = effect.faces.get(position, proposed_face)
    events = _ask_or_save(visit, effect.name, effect.source, lesson.answer(faces))
    visit.lessons.in_doubt.forget(effect.ticket)
    return events


def _ask_or_save(visit: Visit, name: str, source: str, lesson: Lesson) -> Sequence[Event]:
    """Ask about the doubtful faces of a lesson. If there are none, save the tile set.

    Args:
        visit: the visit.
        name: the name of the new tile set.
        source: the names of its photos in one text.
        lesson: the faces on the photos.
    """
    if lesson.doubtful:
        ticket = visit.lessons.in_doubt.put(lesson)
        return [LessonRead(Teaching(name, source=source, ticket=ticket))]
    return _save_tile_set(visit, learn(TileSet(name), lesson, source))


def _save_tile_set(visit: Visit, tile_set: TileSet) -> Sequence[Event]:
    """Save a new tile set. Return the event that it was saved."""
    visit.tile_sets.save(tile_set)
    return [SetTaught(tile_set.name)]
