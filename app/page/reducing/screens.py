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
    """Show a screen that covers home and the games, or close such a screen."""
    # Forms are empty when their screen is opened again.
    after = with_screen(state, page=going.page, new_game=NewGame(), teaching=None)
    if going.page == "statistics":
        # ``rack=None`` means the winner's rack. The hand shows it when the statistics are closed
        # again.
        return with_screen(after, rack=None)
    return after


def show_view(state: State, choice: ShowView) -> State:
    """Show the hand or the sheet.

    The sheet names the hand that was saved last. A player who goes on to the next hand has seen
    that, so the saved hand is forgotten.
    """
    if choice.view == "hand":
        state = forget_saved(state)
    return with_screen(state, view=choice.view)


def leave(state: State) -> State:
    """Leave the game and go home."""
    after = with_screen(state, view="hand", taking="photo")
    return replace(after, draft=without_saved(after.draft), goes_to="")


def open_rack(state: State, opening: OpenRack) -> State:
    """Show a rack. The camera opens at once for a player who photographs one rack after another."""
    rack = rack_on_screen(state.screen, state.draft)
    # The rack on the screen was photographed, so the next rack probably will be too.
    taking = "camera" if opening.goes_on and rack.photo else "photo"
    return with_screen(state, rack=opening.seat, taking=taking)
