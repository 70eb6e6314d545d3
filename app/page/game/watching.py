"""Sees what other phones do to the game that is open and to its tile set."""

import streamlit as st

from hu.app.ledger.ledger import Stamp
from hu.app.ledger.values import Game
from hu.app.page.parts.internals import is_fragment_run
from hu.app.page.parts.undo import offered_to
from hu.app.page.sets.learning import set_names
from hu.app.page.visit import Visit

#: A hand saved on one phone shows on the others within 2 seconds.
_EVERY_S = 1.2


#: What can change while a page shows a game: it and its sheet, whether its tile set is there, what can be undone.
Seen = tuple[Stamp, bool, str]


def seen_of(visit: Visit, game: Game) -> Seen:
    """Return values that are different after any change that others have made."""
    return visit.ledger.stamp(game.code), game.tile_set in set_names(), offered_to(game.code)


def watch_game(visit: Visit, game: Game, seen: Seen) -> None:
    """Show the page again as soon as somebody else has changed the game or its sheet.

    Args:
        visit: the visit.
        game: the game.
        seen: what the page shows, from ``seen_of``.
    """
    _watch(visit, game, seen)


@st.fragment(run_every=_EVERY_S)
def _watch(visit: Visit, game: Game, seen: Seen) -> None:
    # As a part of the whole page it has nothing to look for yet.
    if is_fragment_run() and seen_of(visit, game) != seen:
        st.rerun()
