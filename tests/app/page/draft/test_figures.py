"""Points that are entered on the page instead of the winner's tiles."""

from dataclasses import replace

import pytest

from hu.app.i18n import texts
from hu.app.ledger.values import Entry
from hu.app.page.draft.answers import MOST_COUNTERS, Reply, answer, answer_seats
from hu.app.page.draft.scoring import assess
from hu.app.page.draft.state import Draft, Rack, draft_from_json, draft_to_json
from hu.app.page.draft.to_sheet import complete_entry
from hu.app.page.parts.panel import (
    ActionPart,
    ChoicePart,
    EventStart,
    NumberPart,
    PanelPart,
    SpokenPart,
)
from hu.app.page.state import Screen
from hu.app.page.view.figures import describe_figures
from hu.app.page.view.hand import hand_columns
from hu.app.page.view.share import note_rows
from hu.app.page.view.shown import Shown
from hu.scoring.rule_set.registry import rule_set
from tests.app.page.laid import rack_of

RIICHI = Draft(rules="riichi", round_wind="E")


def entered(draft: Draft, **figures: Reply) -> Draft:
    """Say that points are entered, and enter them."""
    draft = answer(draft, "enter", True)
    for name, value in figures.items():
        draft = answer(draft, name, value)
    return draft


def parts_of(draft: Draft) -> list[PanelPart]:
    """Return the parts of the hand's screen."""
    shown = Shown(texts("en"), None, draft, assess(draft), {seat: seat for seat in "ESWN"})
    parts: list[PanelPart] = []
    for column in hand_columns(replace(shown, screen=Screen())):
        parts += column
    return parts


def events_of(draft: Draft) -> list[EventStart]:
    """Return the beginnings of the events that the hand's screen can send."""
    starts = []
    for part in parts_of(draft):
        if isinstance(part, ActionPart | ChoicePart | NumberPart):
            starts.append(part.op)
    return starts


def test_an_empty_hand_offers_to_enter_points() -> None:
    assert ("ask", "enter", True) in events_of(RIICHI)
    with_tiles = replace(RIICHI, rack=rack_of("123m 55z"))
    assert ("ask", "enter", True) not in events_of(with_tiles)
    assert ("ask", "enter", True) not in events_of(Draft(rules="fimj", round_wind="E"))
    assert answer(with_tiles, "enter", True) == with_tiles


def test_the_winners_empty_rack_offers_to_enter_points_after_another_rack_was_open() -> None:
    # Tiles of South cannot be entered now, so the screen shows the winner's rack.
    screen = Screen(rack="S")
    shown = Shown(
        texts("en"), None, RIICHI, assess(RIICHI), {seat: seat for seat in "ESWN"}, screen
    )
    (column,) = hand_columns(shown)
    starts = [part.op for part in column if isinstance(part, ActionPart)]
    assert ("ask", "enter", True) in starts


def test_figures_that_were_entered_are_shown() -> None:
    numbers = [part for part in parts_of(entered(RIICHI, han=3)) if isinstance(part, NumberPart)]
    shown_values = {part.op: part.value for part in numbers}
    assert shown_values["ask", "han"] == 3
    assert shown_values["ask", "fu"] is None


def test_counters_on_the_table_have_no_bound_of_their_own() -> None:
    draft = answer_seats(entered(RIICHI, han=3, fu=40), "S", "W")
    bounds = {part.op: part.most for part in parts_of(draft) if isinstance(part, NumberPart)}
    assert bounds["ask", "honba"] == MOST_COUNTERS


@pytest.mark.parametrize("reply", [True, "3", ("E",), None])
def test_a_number_is_a_number(reply: Reply) -> None:
    assert entered(RIICHI, han=reply).entered == {}


def test_han_and_fu_are_asked_and_scored() -> None:
    draft = entered(RIICHI)
    assert assess(draft).open_questions == ("winner", "win", "points")
    events = events_of(draft)
    for name in ("han", "fu", "limit"):
        assert ("ask", name) in events
    draft = answer_seats(entered(RIICHI, han=3, fu=40), "S", "W")
    outcome = assess(draft)
    assert outcome.score is not None
    assert outcome.score.payments == {"E": 0, "S": 5_200, "W": -5_200, "N": 0}
    assert outcome.circumstances == ("riichi", "double-riichi")
    assert {question.id for question in outcome.rule_questions} <= {"honba", "sticks", "declared"}
    assert events_of(draft)
    assert draft_from_json(draft_to_json(draft)) == draft


def test_no_tiles_are_counted_beside_figures() -> None:
    def spoken(draft: Draft) -> str:
        [text] = [part.text for part in parts_of(draft) if isinstance(part, SpokenPart)]
        return text

    assert spoken(entered(RIICHI)) == "Who won?"
    assert spoken(replace(RIICHI, rack=rack_of("123m 55z"))).startswith("5 tiles")


def test_riichi_of_the_winner_counts() -> None:
    draft = answer_seats(entered(RIICHI, han=3, fu=40), "S", "W")
    draft = answer(answer(draft, "special", ("riichi",)), "sticks", 1)
    score = assess(draft).score
    assert score is not None
    assert score.payments == {"E": 0, "S": 6_200, "W": -5_200, "N": 0}


def test_a_limit_replaces_han_and_fu() -> None:
    draft = entered(RIICHI, han=3, fu=40, limit="mangan")
    assert draft.entered == {"limit": "mangan"}
    assert answer(draft, "han", 5).entered == {"han": 5}
    assert answer(draft, "limit", None).entered == {}


@pytest.mark.parametrize("reply", [None, True, "x", ("a",), -5])
def test_what_is_no_figure_is_not_kept(reply: Reply) -> None:
    draft = entered(RIICHI, han=reply)
    assert draft.entered in ({}, {"han": 1})
    assert entered(RIICHI, limit=reply).entered == {}


def test_a_false_win_is_paid_beside_points_that_were_entered() -> None:
    draft = answer_seats(entered(Draft(rules="mcr", round_wind="E"), fan=10), "S", "W")
    choices = {part.op: part for part in parts_of(draft) if isinstance(part, ChoicePart)}
    # The winner is not offered.
    offered_seats = [seat for seat, _name in choices["ask", "status-false-win"].options]
    assert offered_seats == ["E", "W", "N"]
    draft = answer(draft, "status-false-win", ("N",))
    score = assess(draft).score
    assert score is not None
    # 10 points from W and 8 from each loser. N pays 10 to each of the others for the false win.
    assert score.payments == {"E": -8 + 10, "S": 34 + 10, "W": -18 + 10, "N": -8 - 30}


def test_riichi_asks_for_no_status_beside_points_that_were_entered() -> None:
    draft = answer_seats(entered(RIICHI, han=3, fu=40), "S", "W")
    assert not any(str(op[-1]).startswith("status-") for op in events_of(draft))


def test_impossible_figures_say_why() -> None:
    draft = answer_seats(entered(RIICHI, han=3, fu=20), "S", "W")
    (problem,) = assess(draft).problems
    assert "20 fu are a self-drawn pinfu" in problem.text
    assert events_of(draft)


@pytest.mark.parametrize(
    ("rules", "name", "value"),
    [
        ("hong-kong", "faan", 5),
        ("mcr", "fan", 12),
        ("taiwanese", "tai", 3),
        ("zung-jung", "points", 30),
    ],
)
def test_the_sheet_shows_points_as_they_were_entered(rules: str, name: str, value: int) -> None:
    draft = answer_seats(entered(Draft(rules=rules, round_wind="E"), **{name: value}), "S", "W")
    outcome = assess(draft)
    assert outcome.has_payments
    entry = Entry(
        kind="won", amounts=(0, 0, 0, 0), seats=("E", "S", "W", "N"), round=1, round_wind="E"
    )
    made = complete_entry(entry, draft=draft, outcome=outcome)
    assert (made.points, made.note, made.winners) == (value, f"{name} {value}", (1,))
    assert sum(made.amounts) == 0


def test_tiles_can_be_shown_after_all() -> None:
    draft = answer(entered(RIICHI), "enter", False)
    assert draft == RIICHI
    assert draft.rack == Rack()


def test_notes_of_figures_can_be_drawn() -> None:
    riichi = rule_set("riichi")
    rows, end = note_rows("han 3, fu 40", riichi, texts("en"), 100)
    assert "Han 3, Fu 40" in rows
    assert end > 100
    assert "<image" in note_rows("123m 55z", riichi, texts("en"), 100)[0]


@pytest.mark.parametrize(
    ("note", "language", "text"),
    [
        ("han 3, fu 40", "en", "Han 3, Fu 40"),
        ("han 3, fu 40", "ja", "飜 3、符 40"),
        ("limit mangan", "en", "Mangan"),
        ("limit mangan", "ja", "満貫"),
        ("a wrong note", "de", "a wrong note"),
    ],
)
def test_figures_are_named_in_each_language(note: str, language: str, text: str) -> None:
    assert describe_figures(note, rule_set("riichi"), texts(language)) == text
