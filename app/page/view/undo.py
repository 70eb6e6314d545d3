"""The bar that offers to undo the latest change."""

import time
from dataclasses import replace

import streamlit as st

from hu.app.page.facts import Facts
from hu.app.page.parts.components import escape_text, note_text, tag
from hu.app.page.parts.panel import ActionPart, MarkupPart
from hu.app.page.session import session
from hu.app.page.state import Offer, offer_of
from hu.app.page.view.controls import show_parts


def show_undo(facts: Facts) -> None:
    """Offer to undo this browser's last action, or else the last action at its table."""
    # The slot is there even without an offer. If it came with the offer, Streamlit would draw
    # everything below it anew.
    slot = st.container(key="undo-slot")
    own_offer = _own_offer()
    table_offer = facts.table_offer
    if own_offer is not None:
        note = own_offer.note
        key = own_offer.key
    elif table_offer is not None:
        note = table_offer.effect.note
        key = table_offer.key
    else:
        return
    with slot.container(key=f"undoing-{key}"):
        line = MarkupPart(tag("p", "hu-undo", escape_text(note_text(facts.t, note))))
        button = ActionPart(("undo", key), "undo-offer", facts.t("hand.undo"))
        show_parts("undo", [line, button])


def has_offer(facts: Facts) -> bool:
    """Whether this browser can undo an action now: its own, or the last action at its table."""
    return _own_offer() is not None or facts.table_offer is not None


def _own_offer() -> Offer | None:
    """Return the action of this browser that it can undo now.

    None if it has no such action, or if the time to undo the action is over.
    """
    return offer_of(replace(session().state, now=time.monotonic()))
