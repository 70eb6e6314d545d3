"""Reads a rack's photo in another way: turned, cropped, another row, another hand."""

from dataclasses import replace

from hu.app.page.draft.racks import picture_of, with_all_hands, with_other_hands
from hu.app.page.draft.state import with_rack
from hu.app.page.effects.photos import FindHands, FindReading, ReadAgain
from hu.app.page.events.photos import HandsFound, PhotoReadAgain, ReadingFound
from hu.app.page.gestures.photos import CropPhoto, ReadRow, TakeHand, TakeReading, TurnPhoto
from hu.app.page.photos.photo import Note
from hu.app.page.reducing.photos import put_on_rack
from hu.app.page.reducing.tiles import rack_at
from hu.app.page.reducing.transition import Transition
from hu.app.page.reducing.undo import offer_hand_before
from hu.app.page.state import State, rack_on_screen, seat_on_screen


def request_rereading(state: State, change: TurnPhoto | CropPhoto | ReadRow) -> Transition:
    """Ask for another reading of the photo on the screen: turned, cropped, or from another row.

    Nothing changes if the rack of the gesture is no longer on the screen, or if it has no photo.
    """
    seat = seat_on_screen(state.screen, state.draft)
    rack = rack_on_screen(state.screen, state.draft)
    if change.seat != seat or rack.photo is None:
        return state, ()
    again = ReadAgain(rack.photo, change, rack.history.now)
    return state, (again,)


def show_tiles_again(state: State, again: PhotoReadAgain) -> State:
    """Put the tiles of a photo that was read again on its rack. The player can undo that."""
    note = Note("hand.photo_read_again")
    return offer_hand_before(put_on_rack(state, again.hands), state.draft, note)


def request_hand(state: State, choice: TakeHand) -> Transition:
    """Ask for the hands on the winner's photo, so that another of them becomes the winner's."""
    photo = state.draft.rack.photo
    if photo is None:
        return state, ()
    return state, (FindHands(photo, choice.side),)


def show_hands(state: State, result: HandsFound) -> State:
    """Give the hands on the winner's photo to the players.

    If the result names a side of the table, the hand at that side becomes the winner's. Otherwise
    the winner keeps the first hand, and the other players get the others. Nothing changes if the
    winner has another photo by now, or if no other hand is at the side.
    """
    if picture_of(result.hands[0].key) != picture_of(state.draft.rack.photo):
        return state
    if result.side is None:
        return replace(state, draft=with_other_hands(state.draft, result.hands))
    # The winner has the first of these hands already.
    for hand in result.hands[1:]:
        if hand.side == result.side:
            other_hands = tuple(other for other in result.hands if other is not hand)
            draft = with_all_hands(state.draft, (hand, *other_hands))
            return offer_hand_before(replace(state, draft=draft), state.draft)
    return state


def request_reading(state: State, choice: TakeReading) -> Transition:
    """Ask for another reading of a rack's photo: the likeliest, or the runner-up."""
    rack = rack_at(state.draft, choice.seat)
    if rack is None or rack.photo is None:
        return state, ()
    is_runner_up = choice.reading == "runner-up"
    return state, (FindReading(rack.photo, choice.seat, is_runner_up),)


def show_reading(state: State, result: ReadingFound) -> State:
    """Put another reading of a rack's photo on the rack. The player can undo that.

    Nothing changes if the rack has another photo by now. On the rack of a player other than the
    winner, no tile is marked as the winning tile.
    """
    rack = rack_at(state.draft, result.seat)
    if rack is None or rack.photo != result.photo:
        return state
    hand = result.hand if result.seat is None else replace(result.hand, winning=None)
    draft = with_rack(state.draft, result.seat, rack.with_tiles(hand, result.photo))
    return offer_hand_before(replace(state, draft=draft), state.draft)
