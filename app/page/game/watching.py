"""Sees what other phones do to the game that is open."""

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from hu.app.ledger.sheets import Stamp
from hu.app.ledger.values import Game
from hu.app.page.visit import Visit

#: A hand saved on one phone shows on the others within 2 seconds.
_EVERY_S = 1.2


def watch_game(visit: Visit, game: Game, seen: Stamp) -> None:
    """Show the page again as soon as somebody else has changed the game or its sheet.

    Args:
        visit: the visit.
        game: the game.
        seen: the stamp of what the page shows.
    """
    _watch(visit, game, seen)


@st.fragment(run_every=_EVERY_S)
def _watch(visit: Visit, game: Game, seen: Stamp) -> None:
    context = get_script_run_ctx()
    # As a part of the whole page it has nothing to look for yet.
    alone = context is not None and bool(context.fragment_ids_this_run)
    if alone and visit.ledger.stamp(game.code) != seen:
        st.rerun()
