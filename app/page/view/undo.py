"""The bar that offers to undo the latest change."""

import time
from dataclasses import replace

import streamlit as st

from hu.app.page.dispatch import show_parts
from hu.app.page.facts import Facts
from hu.app.page.parts.components import action, markup, note_text, tag, words
from hu.app.page.session import session
from hu.app.page.state import offer_of


def show_undo(facts: Facts) -> None:
    """Show what this browser, or any phone of its table, can undo now."""
    # The slot is always there: what follows must not change its place, and be drawn as something
    # else, when an offer comes.
    slot = st.container(key="undo-slot")
    mine = offer_of(replace(session().state, now=time.monotonic()))
    of_table = facts.offer
    if mine is not None:
        note, key = mine.note, mine.key
    elif of_table is not None:
        note, key = of_table.offer.note, of_table.key
    else:
        return
    with slot.container(key=f"undoing-{key}"):
        line = markup(tag("p", "hu-undo", words(note_text(facts.t, note))))
        show_parts("undo", [line, action(["undo", key], "undo-offer", facts.t("hand.undo"))])


def has_offer(facts: Facts) -> bool:
    """Whether the table's phones can undo something now."""
    mine = offer_of(replace(session().state, now=time.monotonic()))
    return mine is not None or facts.offer is not None
