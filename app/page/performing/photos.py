"""Reads photos, keeps them and forgets them."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from hu.app.page.effects.photos import (
    DropPhoto,
    FindHands,
    FindReading,
    KeepOriginal,
    LineUpPhoto,
    ReadAgain,
    UseReadPhoto,
    WriteGivenPhoto,
)
from hu.app.page.events.event import Event
from hu.app.page.events.page import NoticeCame
from hu.app.page.events.photos import (
    HandsFound,
    OriginalNeeded,
    PhotoLinedUp,
    PhotoRead,
    PhotoReadAgain,
    PhotoRefused,
    ReadingFound,
    TilesRead,
)
from hu.app.page.gestures.photos import CropPhoto, ReadRow, TurnPhoto
from hu.app.page.photos.given_faces import with_given_faces
from hu.app.page.photos.hands import hands_on
from hu.app.page.photos.indicators import find_asked_tiles
from hu.app.page.photos.keep import keep_photo
from hu.app.page.photos.photo import (
    Adjustment,
    Note,
    OriginalNeededError,
    SeenPhoto,
    UploadError,
    crop_to,
    limit_share,
    turn_once,
)
from hu.app.page.services import Visit, failure_of, name_of_tile_set_in_use
from hu.app.page.state import SNAP, State
from hu.scoring.errors import InputError
from hu.scoring.rule_set.registry import rule_set
from hu.vision.taught.tile_set import TileSetError

#: A new tap on a tile of a photo counts together with at most this many earlier taps.
_MOST_EARLIER_TAPS: Final = 7
#: The smallest part of a photo that is read, as a share of its width and height.
_LEAST_SHARE: Final = 0.02


def find_hands(effect: FindHands, visit: Visit) -> Sequence[Event]:
    """Find the hands on a photo. Without a result if the server has forgotten the photo."""
    photo = visit.find_photo(effect.photo)
    if photo is None:
        return ()
    return [HandsFound(hands_on(photo, visit.find_photo), effect.side)]


def find_reading(effect: FindReading, visit: Visit) -> Sequence[Event]:
    """Find the likeliest reading of a photo, or the runner-up.

    Without a result if the photo has no such reading, or if the server has forgotten the photo.
    """
    photo = visit.find_photo(effect.photo)
    if photo is None:
        return ()
    reading = photo.runner_up if effect.is_runner_up else photo.reading
    if reading is None:
        return ()
    return [ReadingFound(effect.photo, effect.seat, reading.hand)]


def line_up(effect: LineUpPhoto, visit: Visit, state: State) -> Sequence[Event]:
    """Put a photo into the line of photos to be read."""
    file = effect.file
    adjustment = Adjustment(original_px=file.original_px)
    job = photo_job(visit, state, file.content, file.name, adjustment)
    try:
        waiting = visit.line.join(job)
    except UploadError as error:
        return [PhotoRefused(effect.uploader, file.number, error.note)]
    return [PhotoLinedUp(effect.uploader, file.number, waiting.ticket)]


def take_out_of_line(effect: UseReadPhoto, visit: Visit, state: State) -> Sequence[Event]:
    """Take a photo out of the line after it has been read.

    Returns:
        The tiles of the photo, or the reason why it is refused. For a smaller copy whose tiles are
        too small, the event that asks for the full photo.
    """
    try:
        result = _tiles_of_photo(effect, visit, state)
    except OriginalNeededError:
        result = OriginalNeeded(effect.photo.number)
    except Exception as error:  # noqa: BLE001  # the next photo must be taken after any failure
        result = PhotoRefused(effect.photo.uploader, effect.photo.number, failure_of(error))
    visit.line.forget(effect.photo.ticket)
    return [result]


def _tiles_of_photo(effect: UseReadPhoto, visit: Visit, state: State) -> Event:
    """Return the event with the tiles of a photo, for a rack or for a question.

    The photo of a rack is stored if the effect asks for that.

    Raises:
        OriginalNeededError: the photo is a smaller copy, and its tiles are too small to be read.
        UploadError: the photo is no longer in the line, it cannot be read, or its tiles do not
            answer the question.
    """
    waiting = visit.line.find(effect.photo.ticket)
    if waiting is None:
        raise UploadError("snap.busy")
    photo = visit.line.wait(waiting)
    if effect.question:
        most = _most_tiles(state.draft.rules, effect.question)
        tiles = find_asked_tiles(photo, most)
        return TilesRead(effect.photo.uploader, effect.question, tiles)
    if effect.is_stored:
        visit.photos.put(visit.browser, photo)
    return PhotoRead(effect.photo.number, hands_on(photo, visit.find_photo))


def _most_tiles(rules: str, question_id: str) -> int:
    """Return the most tiles that a question asks for. 0 if the rules have no such question."""
    for question in rule_set(rules).questions:
        if question.id == question_id:
            return question.most
    return 0


def read_again(effect: ReadAgain, visit: Visit, state: State) -> Sequence[Event]:
    """Read a photo again, turned, cropped or from another row.

    Without a result if the photo cannot be read in this way, if too many photos wait, or if the
    server has forgotten it. The photo on the screen then stays as it is.
    """
    photo = visit.load_photo(effect.photo)
    if photo is None:
        return ()
    adjustment = _adjust(photo.adjustment, effect.change)
    if adjustment is None:
        return ()
    try:
        new_photo = _read_anew(visit, state, photo, adjustment)
    except UploadError:
        return ()
    visit.photos.put(visit.browser, new_photo)
    hand_as_read, *other_hands = hands_on(new_photo, visit.find_photo)
    corrected_hand = replace(hand_as_read, hand=with_given_faces(new_photo, photo, effect.hand))
    return [PhotoReadAgain((corrected_hand, *other_hands))]


def _read_anew(visit: Visit, state: State, photo: SeenPhoto, adjustment: Adjustment) -> SeenPhoto:
    """Read a photo with another adjustment.

    A smaller copy is read even if its tiles are too small. The full photo is not asked for, because
    the browser may have forgotten it by now.
    """
    waiting = visit.line.join(photo_job(visit, state, photo.data, photo.name, adjustment))
    try:
        return visit.line.wait(waiting)
    except OriginalNeededError:
        # With ``original_px`` 0 the copy counts as the full photo, and is read as it is.
        return _read_anew(visit, state, photo, replace(adjustment, original_px=0))
    finally:
        visit.line.forget(waiting.ticket)


def _adjust(before: Adjustment, change: TurnPhoto | CropPhoto | ReadRow) -> Adjustment | None:
    """Return how a photo is adjusted after a gesture. None if too little would be left of it."""
    match change:
        case TurnPhoto():
            return turn_once(before)
        case ReadRow():
            x, y = change.point
            tap = (limit_share(x), limit_share(y))
            earlier_taps = before.taps[-_MOST_EARLIER_TAPS:]
            return replace(before, taps=(*earlier_taps, tap))
        case CropPhoto():
            left, top, right, bottom = [limit_share(share) for share in change.part]
            is_too_narrow = right - left < _LEAST_SHARE
            is_too_flat = bottom - top < _LEAST_SHARE
            if is_too_narrow or is_too_flat:
                return None
            return crop_to(before, (left, top, right, bottom))


def forget_photo(effect: DropPhoto, visit: Visit) -> Sequence[Event]:
    """Forget a photo."""
    visit.photos.drop(visit.browser, effect.photo)
    return ()


def keep_original(effect: KeepOriginal, visit: Visit) -> Sequence[Event]:
    """Store a full photo in place of its smaller copy, under the key of the copy."""
    copy = visit.load_photo(effect.photo)
    if copy is None:
        # The server has forgotten the copy.
        return ()
    # ``original_px`` is 0 for a file that is no copy.
    adjustment = replace(copy.adjustment, original_px=0)
    original = replace(copy, data=effect.content, adjustment=adjustment)
    visit.photos.put(visit.browser, original)
    return ()


def write_given_photo(effect: WriteGivenPhoto, visit: Visit) -> Sequence[Event]:
    """Write a photo that the player gives for training, with its corrected faces.

    Returns:
        A message with the reason if it cannot be written. Nothing if it was written, or if the
        server has forgotten the photo.
    """
    photo = visit.load_photo(effect.rack.photo)
    if photo is None:
        return ()
    try:
        keep_photo(visit.given_folder, photo, effect.rack.history.now)
    except OSError as error:
        reason = error.strerror or str(error)
        return [NoticeCame(SNAP, Note("snap.not_kept", {"reason": reason}))]
    except UploadError as error:
        # The full photo that came in place of its smaller copy is no picture.
        return [NoticeCame(SNAP, error.note)]
    return ()


def photo_job(
    visit: Visit, state: State, content: bytes, name: str, adjustment: Adjustment
) -> partial[SeenPhoto]:
    """Return the function that reads a photo by the hand's rules and with the tile set in use.

    Args:
        visit: the services of the visit.
        state: the state of the visit, with the hand in work.
        content: the bytes of the photo's file.
        name: the name of the file.
        adjustment: how the photo was made smaller, and how it is turned and cropped.
    """
    tile_set_file = None
    name_of_set = name_of_tile_set_in_use(visit, state)
    if name_of_set:
        # If the tile set was forgotten, the photo is read without it.
        with suppress(TileSetError):
            tile_set_file = visit.tile_sets.file(name_of_set)
    draft = state.draft
    most_red_fives = None
    # A draft may have options that its rules do not know any more.
    with suppress(InputError):
        most_red_fives = rule_set(draft.rules).most_red_fives(draft.chosen_options)
    return partial(
        visit.reader, content, name, draft.rules, adjustment, tile_set_file, most_red_fives
    )
