"""Sees what other phones do to the game that is open."""

import streamlit as st

from hu.app.ledger.values import Game
from hu.app.page.visit import Visit

#: A hand saved on one phone shows on the others within 2 seconds.
_EVERY_S = 1.2


def watch_game(visit: Visit, game: Game) -> None:
    """Show the page again as soon as somebody else has changed the game or its sheet."""
    _watch(visit, game, visit.ledger.stamp(game.code))


@st.fragment(run_every=_EVERY_S)
def _watch(visit: Visit, game: Game, seen: tuple[int, ...]) -> None:
    if visit.ledger.stamp(game.code) != seen:
        st.rerun()
