"""Dispatches events: applies each event, performs its effects, and keeps the next state."""

import time
from collections import deque
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from hu.app.page.draft.state import with_taken
from hu.app.page.effects.hand import KeepDraft
from hu.app.page.events.event import Event
from hu.app.page.events.hand import DraftOpened
from hu.app.page.events.teaching import TeachingPhotoCame
from hu.app.page.gestures.new_game import BeginGame
from hu.app.page.gestures.screens import EnterCode
from hu.app.page.gestures.sheet import RenamePlayer
from hu.app.page.gestures.tap import Tap
from hu.app.page.gestures.teaching import LearnTaughtTiles, ReadTeachingPhotos
from hu.app.page.parts.components import LogData
from hu.app.page.perform import perform
from hu.app.page.reduce import apply
from hu.app.page.services import (
    Visit,
    failure_of,
    fresh_draft,
    go_to_game,
    stored_draft,
    visit_now,
)
from hu.app.page.session import session
from hu.app.page.state import State, hand_name, with_notice

#: Where on the page failures of some events are reported. All others are reported at its top.
_FAILURE_PLACES: Final[Mapping[type, str]] = {
    BeginGame: "begin",
    EnterCode: "code",
    TeachingPhotoCame: "teach",
    ReadTeachingPhotos: "teach",
    LearnTaughtTiles: "teach",
    RenamePlayer: "names",
}


def dispatch(event: Event) -> None:
    """Apply an event and perform its effects.

    While an event is dispatched, the next tap can interrupt this run of the page only in the last
    step, the change of the address. If the run is interrupted before a tap is dispatched, the tap
    is not processed, and the browser sends it again. A tap that fails counts as processed, and the
    page reports the failure. The browser then shows the server's state, and the next taps are
    processed.
    """
    visit = visit_now()
    before = replace(session().state, now=time.monotonic())
    try:
        after = _run(visit, before, event)
        # If the event opened another game, its hand was read from the ledger, or is empty. Such a
        # hand need not be stored.
        is_same_game = after.game_code == before.game_code
        if is_same_game and after.draft != before.draft:
            # Storing can fail. It comes before the session gets the new state, so that a tap that
            # fails changes nothing.
            perform(KeepDraft(visit.game_code, after.draft), visit, after)
    except Exception as error:  # noqa: BLE001  # the page must stay usable after any failure
        place = _failure_place(event)
        after = replace(before, screen=with_notice(before.screen, place, failure_of(error)))
        if isinstance(event, Tap):
            taken = {event.load: event.number}
            after = replace(after, draft=with_taken(after.draft, taken))
    session().state = after
    follow_address()


def _failure_place(event: Event) -> str:
    """Return where on the page a failure of an event is reported."""
    cause = event.gesture if isinstance(event, Tap) else event
    return _FAILURE_PLACES.get(type(cause), "page")


def _run(visit: Visit, state: State, event: Event) -> State:
    """Apply an event, perform its effects, and do the same with each event that follows from it.

    Returns:
        The state after all of them.
    """
    pending_events = deque([event])
    while pending_events:
        state, effects = apply(state, pending_events.popleft())
        for effect in effects:
            pending_events.extend(perform(effect, visit, state))
    return state


def follow_address() -> None:
    """Change the page's address if the last event leads to a game, or home."""
    code = session().state.goes_to
    if code is None:
        return
    go_to_game(code)
    session().state = replace(session().state, goes_to=None)


def open_draft(visit: Visit) -> None:
    """Make the browser's hand of the open game, or its hand without a game, the hand in work.

    Does nothing if that hand is in work already.
    """
    state = session().state
    if state.game_code != visit.game_code:
        draft = stored_draft(visit, visit.game_code) or fresh_draft(visit, state.screen)
        dispatch(DraftOpened(visit.game_code, draft))


def log_data(state: State) -> LogData:
    """Return the name of the hand in work, and the numbers of the events processed for it.

    The browser's log needs them to find the events that it still has to send.
    """
    return LogData(hand=hand_name(state), taken=dict(state.draft.taken))
