"""Undo and redo of a rack's tiles go across other readings of its photo."""

from dataclasses import replace

from hu.app.page.draft.editing.hand import EditedHand
from hu.app.page.draft.racks import SeenHand
from hu.app.page.draft.state import Rack, draft_from_json, draft_to_json, without_steps
from hu.app.page.effects.photos import DropPhoto, FindHands
from hu.app.page.events.photos import PhotoRead, PhotoReadAgain
from hu.app.page.reduce import apply
from hu.app.page.sent_files import WaitingPhoto
from hu.app.page.state import State
from hu.scoring.hand import Hand
from tests.app.page.laid import from_hand, gesture
from tests.app.page.test_page_reduce import a_hand

A_HAND_READ_AGAIN = SeenHand("turned", 0, from_hand(Hand.from_text("123m 55z 999s")))


def tiles_and_photo(state: State) -> tuple[EditedHand, str | None]:
    """The tiles of the winner, and the photo on which they are shown."""
    return state.draft.rack.history.now, state.draft.rack.photo


def undo_all(state: State) -> list[State]:
    """The state, and the state after each undo until nothing is left to undo."""
    states = [state]
    while states[-1].draft.rack.can_undo:
        undone, _ = apply(states[-1], gesture("tile-undo", None))
        states.append(undone)
    return states


def redo_all(state: State) -> list[State]:
    """The state, and the state after each redo until nothing is left to redo."""
    states = [state]
    while states[-1].draft.rack.can_redo:
        redone, _ = apply(states[-1], gesture("tile-redo", None))
        states.append(redone)
    return states


def test_another_reading_of_a_photo_is_undone_and_redone_like_a_correction() -> None:
    corrected, _ = apply(a_hand(), gesture("tile", None, ["face", 2, "9m"]))
    read_again, _ = apply(corrected, PhotoReadAgain((A_HAND_READ_AGAIN,)))
    edited, _ = apply(read_again, gesture("tile", None, ["remove", 2]))
    assert tiles_and_photo(edited) != tiles_and_photo(read_again)

    expected = [tiles_and_photo(state) for state in (edited, read_again, corrected, a_hand())]
    undone = undo_all(edited)
    assert [tiles_and_photo(state) for state in undone] == expected
    redone = redo_all(undone[-1])
    assert [tiles_and_photo(state) for state in redone] == expected[::-1]


def test_the_bar_no_longer_offers_to_undo_a_reading_that_is_undone() -> None:
    read_again, _ = apply(a_hand(), PhotoReadAgain((A_HAND_READ_AGAIN,)))
    assert read_again.screen.undo is not None
    undone, _ = apply(read_again, gesture("tile-undo", None))
    assert undone.screen.undo is None


def test_a_correction_after_an_undone_reading_replaces_it() -> None:
    read_again, _ = apply(a_hand(), PhotoReadAgain((A_HAND_READ_AGAIN,)))
    undone, _ = apply(read_again, gesture("tile-undo", None))
    assert undone.draft.rack.can_redo
    corrected, _ = apply(undone, gesture("tile", None, ["face", 2, "9m"]))
    assert not corrected.draft.rack.can_redo


def test_an_undone_reading_teaches_the_tile_set_no_face() -> None:
    state, _ = apply(a_hand(rules="zung-jung"), PhotoReadAgain((A_HAND_READ_AGAIN,)))
    for name in ("tile-undo", "tile-redo"):
        state, effects = apply(state, gesture(name, None))
        assert effects == ()


def test_the_last_three_readings_can_be_undone() -> None:
    state = a_hand()
    for number in range(5):
        again = replace(A_HAND_READ_AGAIN, key=f"turned-{number}")
        state, _ = apply(state, PhotoReadAgain((again,)))
    photos = []
    while state.draft.rack.can_undo:
        state, _ = apply(state, gesture("tile-undo", None))
        photos.append(state.draft.rack.photo)
    assert photos == ["turned-3", "turned-2", "turned-1"]


def test_an_undone_reading_gives_the_other_players_their_hands_again() -> None:
    state = a_hand(rules="fimj", others={})
    before = state.draft.rack.photo
    other = SeenHand("turned-1", 1, from_hand(Hand.from_text("123m")))
    read_again, _ = apply(state, PhotoReadAgain((A_HAND_READ_AGAIN, other)))
    assert [rack.photo for rack in read_again.draft.others.values()] == ["turned-1"]
    undone, effects = apply(read_again, gesture("tile-undo", None))
    assert undone.draft.rack.photo == before
    assert undone.draft.others == {}
    assert effects == (FindHands("photo-0"),)


def test_a_cancelled_second_photo_brings_the_first_back() -> None:
    state = a_hand(rules="zung-jung")
    waiting = WaitingPhoto("snap", None, 3, "ticket")
    state = replace(state, screen=replace(state.screen, photo=waiting))
    with_second, _ = apply(state, PhotoRead(3, (A_HAND_READ_AGAIN,)))
    corrected, _ = apply(with_second, gesture("tile", None, ["remove", 2]))
    cancelled, effects = apply(corrected, gesture("photo-cancel", 3))
    assert tiles_and_photo(cancelled) == tiles_and_photo(state)
    assert effects == (DropPhoto("turned"),)
    assert not cancelled.draft.rack.can_redo


def test_a_cancelled_photo_takes_the_other_hands_on_it_along() -> None:
    state = a_hand(rules="fimj", others={}, rack=Rack())
    waiting = WaitingPhoto("snap", None, 3, "ticket")
    state = replace(state, screen=replace(state.screen, photo=waiting))
    other = SeenHand("turned-1", 1, from_hand(Hand.from_text("123m")))
    taken, _ = apply(state, PhotoRead(3, (A_HAND_READ_AGAIN, other)))
    assert [rack.photo for rack in taken.draft.others.values()] == ["turned-1"]
    cancelled, _ = apply(taken, gesture("photo-cancel", 3))
    assert cancelled.draft.others == {}


def test_earlier_readings_are_stored_with_the_hand_in_work_and_not_with_a_saved_hand() -> None:
    read_again, _ = apply(a_hand(), PhotoReadAgain((A_HAND_READ_AGAIN,)))
    assert draft_from_json(draft_to_json(read_again.draft)) == read_again.draft
    undone, _ = apply(read_again, gesture("tile-undo", None))
    assert draft_from_json(draft_to_json(undone.draft)) == undone.draft
    for state in (read_again, undone):
        saved_rack = without_steps(state.draft).rack
        assert not saved_rack.can_undo
        assert not saved_rack.can_redo
