"""What a hand of 13 waits for: each tile with its points; a tap makes it the winning tile."""

from dataclasses import replace
from functools import partial

import streamlit as st

from hu.app.i18n import Texts
from hu.app.page.draft.editing.hand import lacks_one, to_hand
from hu.app.page.draft.scoring import answers_of
from hu.app.page.draft.state import Draft, with_rack
from hu.app.page.parts.components import html, tag, words
from hu.app.page.visit import Visit, draft_of, save_draft
from hu.scoring.errors import InputError
from hu.scoring.rules import rule_set
from hu.scoring.waits import Wait, WaitWorth, waits


def show_waits(visit: Visit, draft: Draft) -> None:
    """Show the tiles that complete the winner's hand, where one is missing and one would win."""
    hand, t = to_hand(draft.rack.history.now), visit.t
    if not lacks_one(hand):
        return
    try:
        found = waits(rule_set(draft.rules), hand, answers_of(draft)).waits
    except InputError:
        # What is wrong with the tiles is told where problems are.
        return
    if found:
        html(tag("p", "hu-question", words(t("hand.waits"))))
        with st.container(horizontal=True, key="waits"):
            for wait in found:
                st.button(_label(t, wait), key=f"wait-{wait.tile}", on_click=partial(_won_with, visit, wait.tile))


def _label(t: Texts, wait: Wait) -> str:
    worth = dict.fromkeys(_points(worth) for worth in (wait.discard, wait.self_draw) if worth is not None)
    return t("hand.wait", tile=t.tile(wait.tile), points=" / ".join(worth), left=wait.left)


def _points(worth: WaitWorth) -> str:
    return "?" if worth.points is None else f"({worth.points})" if worth.below_minimum else str(worth.points)


def _won_with(visit: Visit, face: str) -> None:
    draft = draft_of(visit)
    edited = draft.rack.history.now
    if not lacks_one(to_hand(edited)):
        # A second tap.
        return
    rack = replace(draft.rack, history=draft.rack.history.then("complete", face, None, None))
    save_draft(visit, with_rack(draft, None, rack))
