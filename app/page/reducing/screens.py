"""Goes from one screen to another."""

from dataclasses import replace

from hu.app.page.draft.state import without_saved
from hu.app.page.gestures.hand import OpenRack
from hu.app.page.gestures.screens import GoTo, ShowView
from hu.app.page.new_game import NewGame
from hu.app.page.reducing.hand import forget_saved
from hu.app.page.reducing.transition import with_screen
from hu.app.page.state import State, rack_on_screen


def go_to(state: State, going: GoTo) -> State:
    """Show a screen that covers home and the games, or none."""
    # A form that was left is empty when it is opened again.
    after = with_screen(state, page=going.page, new_game=NewGame(), teaching=None)
    return with_screen(after, rack=None) if going.page == "statistics" else after


def show_view(state: State, choice: ShowView) -> State:
    """Show the hand or the sheet. Whoever goes to the hand has seen which one was saved."""
    if choice.view == "hand":
        state = forget_saved(state)
    return with_screen(state, view=choice.view)


def leave(state: State) -> State:
    """Leave the game and go home."""
    after = with_screen(state, view="hand", taking="photo")
    return replace(after, draft=without_saved(after.draft), goes_to="")


def open_rack(state: State, opening: OpenRack) -> State:
    """Show a rack, with the camera if it is to be photographed next."""
    rack = rack_on_screen(state.screen, state.draft)
    # Who has just photographed a hand goes on to photograph the next one.
    taking = "camera" if opening.onward and rack.photo else "photo"
    return with_screen(state, rack=opening.seat, taking=taking)
