"""What has just been done can be undone for ten seconds: on this phone, or on every phone of a table."""

import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import streamlit as st

from hu.app.i18n import Texts
from hu.app.page.parts.components import action, markup, show_panel, tag, words
from hu.app.page.screen import Offer, change_screen, screen

_SECONDS: Final = 10.0
#: The offers to all phones of a table, by the game's code.
_OF_TABLES: Final[dict[str, Offer]] = {}


def offer_undo(told: str, act: Callable[[], None], table: str = "", but_for: str = "") -> None:
    """Offer to undo what was done, on this phone, or on all of a ``table`` but the browser that is offered the same."""
    now = time.monotonic()
    offer = Offer(told, act, but_for, str(time.monotonic_ns()), now + _SECONDS)
    change_screen(undo=None if table else offer)
    if not table:
        return
    for code in [code for code, old in _OF_TABLES.items() if old.until < now]:
        _OF_TABLES.pop(code, None)
    _OF_TABLES[table] = offer


def withdraw_undo(table: str) -> None:
    """Take back what was offered, to this phone and to all of a table, because something has been done since."""
    change_screen(undo=None)
    _OF_TABLES.pop(table, None)


def undo_at(table: str, browser: str) -> Offer | None:
    """Return what a phone can undo now."""
    mine = screen().undo
    offer = mine if mine and mine.until > time.monotonic() else _OF_TABLES.get(table)
    return (
        None
        if offer is None or offer.until < time.monotonic() or offer.but_for == browser
        else offer
    )


def offered_to(table: str) -> str:
    """Name what a table's phones can undo; empty for nothing."""
    offer = _OF_TABLES.get(table)
    return offer.key if offer else ""


def show_undo(t: Texts, table: str, browser: str, log: Mapping[str, Any]) -> None:
    """Show what can be undone, as long as it can."""
    # Always there: what follows must not change its place, and be drawn as something else, when an offer comes.
    slot = st.container(key="undo-slot")
    offer = undo_at(table, browser)
    if offer is None:
        return
    with slot.container(key=f"undoing-{offer.key}"):
        button = action(["undo", offer.key], "undo-offer", t("hand.undo"))
        show_panel("undo", log, [markup(tag("p", "hu-undo", words(offer.told))), button])


def undo(key: str, table: str, browser: str) -> None:
    """Undo what was offered under a key, unless another phone was faster."""
    offer = undo_at(table, browser)
    if offer is None or offer.key != key:
        return
    if screen().undo is offer:
        change_screen(undo=None)
    else:
        _OF_TABLES.pop(table, None)
    offer.act()
