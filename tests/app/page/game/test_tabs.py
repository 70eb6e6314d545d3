"""Two tabs of one browser share the hand in work."""

from typing import Any

import pytest

from hu.app.ledger.ledger import Ledger
from hu.app.page.draft.state import Claim
from hu.app.page.state import hand_name
from tests.app.page.page_apps import App


class Tab(App):
    """A tab of a browser, whose page load has a name of its own."""

    def __init__(self, load: str) -> None:
        super().__init__()
        self.load = load

    def tap(self, *op: Any) -> App:
        number = self.draft.taken.get(self.load, 0) + 1
        event = {"load": self.load, "n": number, "hand": hand_name(self.state)}
        return self.send({**event, "op": list(op)})


@pytest.fixture
def tabs(app: App) -> tuple[Tab, Tab]:
    """Two tabs with the first hand of the same game."""
    assert app
    one, other = Tab("one"), Tab("other")
    one.run().begin()
    other.visit.browser = one.visit.browser
    other.query_params["game"] = one.state.game_code or ""
    other.run()
    return one, other


def win(tab: Tab) -> None:
    """Enter a hand that South wins by West's discard."""
    tab.change("234567m 13p 55s [777z] +2p")
    tab.tap("seat", "S", "W")


NOTICE = "This hand was changed in another tab."


def test_an_answer_in_one_tab_is_shown_in_the_other_with_a_word(tabs: tuple[Tab, Tab]) -> None:
    one, other = tabs
    win(one)
    assert NOTICE in other.run().markup()
    assert (other.draft.winner, other.draft.claim) == ("S", Claim("discard", "W"))
    assert other.draft.rack == one.draft.rack
    # The word is said once, and not in the tab that made the change.
    assert NOTICE not in other.run().markup()
    assert NOTICE not in one.run().markup()


def test_a_tap_in_one_tab_keeps_the_changes_of_the_other(tabs: tuple[Tab, Tab]) -> None:
    one, other = tabs
    win(one)
    other.tap("seat", "S", "E")
    assert other.draft.rack == one.draft.rack
    assert NOTICE in one.run().markup()
    assert one.draft.claim == Claim("discard", "E")
    # A tab that is loaded again shows the same hand.
    again = Tab("again")
    again.visit.browser = one.visit.browser
    again.query_params["game"] = one.state.game_code or ""
    again.run()
    assert (again.draft.rack, again.draft.claim) == (one.draft.rack, one.draft.claim)


def test_a_hand_is_saved_once_and_with_the_answers_of_both_tabs(
    tabs: tuple[Tab, Tab], ledger: Ledger
) -> None:
    one, other = tabs
    win(one)
    other.tap("seat", "S", "E")
    saved_token = one.draft.token
    other.save()
    one.tap("save", saved_token)
    (entry,) = ledger.entries(one.state.game_code or "")
    assert entry.amounts[0] < 0
    for tab in tabs:
        assert tab.state.screen.saved is not None
        assert NOTICE not in tab.markup()
    # The next hand is the same in both tabs, too.
    one.tap("view", "hand")
    win(one)
    one.save()
    other.tap("view", "hand")
    assert other.draft.token == one.draft.token
    assert other.draft.is_empty
    assert len(ledger.entries(one.state.game_code or "")) == 2


def test_a_repeated_tap_of_one_tab_is_not_processed_after_a_change_in_the_other(
    tabs: tuple[Tab, Tab],
) -> None:
    one, other = tabs
    win(one)
    tap = {"load": "one", "n": one.draft.taken["one"], "hand": hand_name(one.state)}
    other.tap("seat", "S", "E")
    one.send({**tap, "op": ["seat", "S", "W"]})
    assert one.draft.claim == Claim("discard", "E")
