"""Puts photos into the line to be read, and the tiles of photos that were read on racks."""

from dataclasses import replace

from hu.app.page.draft.answers import answer
from hu.app.page.draft.racks import SeenHand, with_all_hands, with_winners_rack
from hu.app.page.draft.state import NOBODY, Rack, with_rack
from hu.app.page.effects.photos import DropPhoto, FindHands, LineUpPhoto, UseReadPhoto
from hu.app.page.events.photos import PhotoDone, PhotoFileCame, PhotoLinedUp, PhotoRead, TilesRead
from hu.app.page.gestures.photos import CancelPhoto, GivePhoto
from hu.app.page.photos.photo import Note
from hu.app.page.reducing.transition import Transition, with_screen
from hu.app.page.sent_files import WaitingPhoto
from hu.app.page.state import (
    ASK,
    SNAP,
    State,
    rack_on_screen,
    seat_on_screen,
    with_notice,
)
from hu.scoring.rule_set.registry import rule_set


def send_to_line(state: State, event: PhotoFileCame) -> Transition:
    """Put a photo into the line of photos, unless it has come before.

    A browser sends a photo again until the page has shown that it came.
    """
    file = event.file
    # Only photos of racks are numbered. Other files have the number 0.
    has_come_before = 0 < file.number <= state.screen.received
    if has_come_before:
        return state, ()
    # If the tiles in the smaller copy of a rack's photo are too small, the browser is asked for the
    # photo itself. For a photo that answers a question the browser is not asked, so the copy counts
    # as the photo itself.
    if event.uploader != SNAP:
        file = replace(file, original_px=0)
    return state, (LineUpPhoto(event.uploader, file),)


def wait_for(state: State, came: PhotoLinedUp) -> State:
    """Wait for a photo that has joined the line. A rack's photo is for the rack on the screen."""
    seat = seat_on_screen(state.screen, state.draft)
    waiting = WaitingPhoto(
        uploader=came.uploader, seat=seat, number=came.number, ticket=came.ticket
    )
    return with_screen(state, photo=waiting)


def request_tiles(state: State, done: PhotoDone) -> Transition:
    """Ask for the tiles of the photo that the screen waits for, once it has been read."""
    waiting = state.screen.photo
    if waiting is None or waiting.ticket != done.ticket:
        return state, ()
    if waiting.uploader == SNAP:
        question = ""
        # The photo is stored only if the rack for which it was taken is still on the screen.
        is_stored = waiting.seat == seat_on_screen(state.screen, state.draft)
    else:
        # The tiles answer a question. Their photo is not stored.
        question = waiting.uploader.removeprefix(ASK)
        is_stored = False
    return state, (UseReadPhoto(waiting, question, is_stored),)


def show_tiles(state: State, photo: PhotoRead) -> State:
    """Put the tiles of a photo on its rack, if that rack is still on the screen."""
    waiting = state.screen.photo
    seat = seat_on_screen(state.screen, state.draft)
    if waiting is not None and waiting.seat == seat:
        state = put_on_rack(state, photo.hands)
        last_taken = (photo.number, photo.hands[0].key)
        state = with_screen(state, last_taken=last_taken, taking="photo")
    return stop_waiting(state, SNAP, number=photo.number)


def stop_waiting(
    state: State, uploader: str, *, number: int = 0, note: Note | None = None
) -> State:
    """Wait no longer for a photo that was read or refused, and show the message about it.

    Args:
        state: the visit.
        uploader: the key of the photo's uploader. The place of the message has the same name.
        number: the number of a rack's photo. 0 for a photo that answers a question.
        note: the reason of the refusal. None if the photo was read. An earlier message about this
            uploader is then removed.
    """
    screen = with_notice(state.screen, uploader, note)
    answered = max(number, screen.answered)
    return replace(state, screen=replace(screen, photo=None, answered=answered))


def cancel(state: State, gesture: CancelPhoto) -> Transition:
    """Wait no longer for a photo.

    If its tiles are on the rack on the screen already, the tiles that they replaced come back.
    """
    screen = state.screen
    seat = seat_on_screen(screen, state.draft)
    rack = rack_on_screen(screen, state.draft)
    answered = max(gesture.number, screen.answered)
    after = with_screen(state, photo=None, answered=answered)
    cancelled_photo_is_on_rack = screen.last_taken == (gesture.number, rack.photo)
    if rack.photo is None or not cancelled_photo_is_on_rack:
        return after, ()
    after, effects = show_rack(after, seat, rack.without_tiles())
    return after, (*effects, DropPhoto(rack.photo))


def answer_with_tiles(state: State, result: TilesRead) -> State:
    """Answer a question with the tiles on the photo that was taken for it."""
    draft = answer(state.draft, result.question, result.faces)
    return stop_waiting(replace(state, draft=draft), result.uploader)


def tap_in(state: State) -> State:
    """Let the player tap the tiles in, and wait for no photo.

    A player who wanted to replace a photo by another keeps the present photo instead.
    """
    taking = "photo" if state.screen.taking == "again" else "tapping"
    after = with_screen(state, taking=taking, photo=None)
    return replace(after, screen=with_notice(after.screen, SNAP, note=None))


def give(state: State, gesture: GivePhoto) -> State:
    """Note that a photo of this hand is given for training, or that it is no longer given."""
    photos_of_hand = {rack.photo for rack in state.draft.racks}
    if gesture.photo not in photos_of_hand:
        return state
    given_photos = set(state.screen.given_photos)
    if gesture.is_given:
        given_photos.add(gesture.photo)
    else:
        given_photos.discard(gesture.photo)
    return with_screen(state, given_photos=frozenset(given_photos))


def put_on_rack(state: State, hands: tuple[SeenHand, ...]) -> State:
    """Put the hands of a photo on the rack on the screen.

    If this is the winner's rack, the other players get the other hands of the photo. If it is
    another player's rack, it gets all tiles of the first hand, none of them marked as the winning
    tile. The other hands are not used.
    """
    seat = seat_on_screen(state.screen, state.draft)
    if seat is None:
        return replace(state, draft=with_all_hands(state.draft, hands))
    rack = rack_on_screen(state.screen, state.draft)
    tiles = replace(hands[0].hand, winning=None)
    rack_with_tiles = rack.with_tiles(tiles, photo=hands[0].key)
    return replace(state, draft=with_rack(state.draft, seat, rack_with_tiles))


def show_rack(state: State, seat: str | None, rack: Rack) -> Transition:
    """Show earlier or later tiles of a rack, such as those before the photo was read again.

    If the winner's rack gets another photo by that, ask for the other players' hands on this photo.

    Args:
        state: the state.
        seat: the seat of the rack's player. None for the winner.
        rack: the rack with the earlier or later tiles.
    """
    is_same_photo = rack.photo == state.draft.rack.photo
    if seat is not None or is_same_photo:
        return replace(state, draft=with_rack(state.draft, seat, rack)), ()
    return request_other_hands(replace(state, draft=with_winners_rack(state.draft, rack)))


def request_other_hands(state: State) -> Transition:
    """Ask for the hands of the other players on the winner's photo.

    Only rules that score every hand need them, and only once the winner is known.
    """
    draft = state.draft
    if draft.rack.photo is None or draft.winner in (None, NOBODY):
        return state, ()
    if not rule_set(draft.rules).scores_every_hand:
        return state, ()
    return state, (FindHands(draft.rack.photo),)
