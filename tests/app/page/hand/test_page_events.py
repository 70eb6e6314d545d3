"""The editor's view for the browser and the effects of taps. Invalid events change nothing."""

import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from hu.app.i18n import texts
from hu.app.ledger.values import Game
from hu.app.page.draft.answers import answer_seats
from hu.app.page.draft.editing.from_photo import from_reading
from hu.app.page.draft.editing.hand import EditedHand, to_hand
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.scoring import Outcome, assess
from hu.app.page.draft.state import Claim, Draft, Rack
from hu.app.page.gestures.parsing import parse_log
from hu.app.page.gestures.tap import Refused
from hu.app.page.gestures.tiles import EditTiles, RedoStep, UndoStep
from hu.app.page.parts.editor import EditorPart, EditorPhoto
from hu.app.page.parts.hand import WaitsPart
from hu.app.page.parts.panel import ChoicePart, MarkupPart
from hu.app.page.parts.seats import SeatsPart
from hu.app.page.photos.photo import Adjustment, Note, SeenPhoto
from hu.app.page.state import Screen
from hu.app.page.view.hand import hand_columns
from hu.app.page.view.problems import open_html, waits_heading
from hu.app.page.view.seats import seats_view
from hu.app.page.view.shown import Shown
from hu.app.page.view.tiles import hand_view
from hu.scoring.hand import Hand
from hu.scoring.problems import Problem, find_problems
from tests.app.page.laid import add, from_hand, rack_of, step
from tests.app.page.recorded import (
    TRUTH,
    as_reading,
    claimed_or_not,
    far_flower,
    mistaken,
    recorded,
)

HISTORY = History(from_hand(Hand.from_text("123m 55z [124s] +5m")))


def text(history: History) -> str:
    """The hand in work as text, in the notation."""
    return str(to_hand(history.now))


def view(
    history: History = HISTORY, *problems: Problem, photo: SeenPhoto | None = None
) -> EditorPart:
    """The editor of a hand.

    Args:
        history: the hand in work.
        problems: its problems. Without any, those that its tiles have.
        photo: the photo of the hand. None for a hand that was tapped in.
    """
    hand = to_hand(history.now)
    outcome = Outcome(hand, problems or find_problems(hand))
    return hand_view(Shown(texts("en"), None, Draft(rack=Rack(history)), outcome, {}, photo=photo))


def test_an_illegal_meld_is_marked() -> None:
    groups = view().groups
    assert [bool(group.bad) for group in groups] == [False, True]
    assert groups[1].bad == "This is no sequence, triplet or quad."


def test_each_of_three_unfinished_melds_says_once_that_it_is_no_meld() -> None:
    edited = EditedHand()
    for _ in range(3):
        edited = add(edited, ["1m"], kind="exposed")
    groups = view(History(edited)).groups
    assert [group.bad for group in groups] == ["This is no sequence, triplet or quad."] * 3


def test_the_waits_name_the_player_who_waits() -> None:
    draft = Draft(rack=rack_of("234567m 13p 55s [777z]"), winner="S")
    who = {seat: f"{seat} · Bruno" for seat in "ESWN"}
    _, answers = hand_columns(Shown(texts("en"), None, draft, assess(draft), who))
    (waits,) = [part for part in answers if isinstance(part, WaitsPart)]
    assert waits.question == "S · Bruno waits for"
    assert waits_heading(texts("en"), replace(draft, winner=None), who) == "This hand waits for"


@pytest.mark.parametrize(
    ("photo", "question"),
    [
        (mistaken(), "not sure"),
        (far_flower(), "Part of the hand?"),
        (claimed_or_not(), "Claimed or concealed?"),
    ],
)
def test_each_question_that_a_photo_leaves_open_is_asked(
    photo: Mapping[str, Any], question: str
) -> None:
    draft = Draft(rack=Rack(History(from_reading(as_reading(photo)))), winner="S")
    assert question in open_html(texts("en"), draft, assess(draft), {})


def test_a_fifth_copy_is_marked_on_its_tiles() -> None:
    history = History(from_hand(Hand.from_text("11111m 2m")))
    marked_faces: list[str] = []
    for group in view(history).groups:
        marked_faces += [tile.face for tile in group.tiles if tile.bad]
    assert marked_faces == ["1m"] * 5


def test_too_few_points_do_not_unfold_the_photo() -> None:
    history = History(from_hand(Hand.from_text("123456m 789p 55z [123s]")))
    assert view(history, Problem("below-minimum")).settled
    assert not view(history, *find_problems(Hand.from_text("11111m"))).settled


def test_a_photo_is_named_and_never_sent() -> None:
    photo = SeenPhoto("key", b"", "x.jpg", Adjustment(), (40, 30), b"jpeg", EditedHand())
    assert view(photo=photo).photo == EditorPhoto(key="key", width=40, height=30)


@pytest.mark.parametrize(
    ("op", "expected"),
    [
        (["face", 2, "9m"], "239m 55z [124s] +5m"),
        (["add", "9p", None, None], "123m 9p 55z [124s] +5m"),
        (["remove", 2], "23m 55z [124s] +5m"),
        (["lay", [2, 3, 4]], "55z [123m] [124s] +5m"),
        (["turn", 8, "standing"], "123m 124s 55z +5m"),
        (["win", 2], "235m 55z [124s] +1m"),
        (["win", None], "1235m 55z [124s]"),
    ],
)
def test_each_kind_of_step_changes_the_hand_and_is_undone(op: list[Any], expected: str) -> None:
    changed = HISTORY.then(step(*op))
    assert text(changed) == expected
    assert text(changed.undo()) == text(HISTORY)


def test_a_winning_tile_that_joins_a_meld_has_won_no_more() -> None:
    history = History(from_hand(Hand.from_text("123m 55z [24s] +3s")))
    (meld,) = [group for group in history.now.groups if group.kind == "exposed"]
    changed = history.then(step("move", history.now.winning, meld.id))
    assert text(changed) == "123m 55z [234s]"
    assert changed.now.winning is None


def test_a_tile_added_on_the_photo_gets_an_outline_there() -> None:
    before = History(from_reading(as_reading(recorded())))
    history = before.then(step("add", "9p", None, [800, 300]))
    box = next(tile.box for tile in history.now.tiles if tile.face == "9p")
    assert box is not None
    assert sum(x for x, _ in box) / 4 == pytest.approx(800)
    assert sum(y for _, y in box) / 4 == pytest.approx(300)


def test_an_added_tile_joins_the_row_and_not_the_winning_tile_that_lies_apart() -> None:
    before = from_reading(as_reading(recorded()))
    single_tiles = [group for group in before.groups if len(group.tiles) == 1]
    # The flower and the winning tile.
    assert len(single_tiles) == 2
    after = History(before).then(step("add", "9p", None, None)).now
    for group in single_tiles:
        assert after.group(group.id) == group
    (added,) = [tile for tile in after.tiles if tile.face == "9p"]
    row = after.group_of(added.id)
    assert row is not None
    assert len(row.tiles) > 2


def an_event(number: object, op: object, load: object = "a") -> dict[str, Any]:
    """An event as the browser sends it.

    Args:
        number: its number within the load of the page.
        op: the gesture.
        load: the id of the load.
    """
    return {"load": load, "n": number, "hand": "/", "op": op}


def test_events_are_taken_in_once_and_in_order() -> None:
    log = {
        "events": [
            an_event(3, ["tile-undo", None]),
            an_event(4, ["tile-redo", None]),
            an_event(4, ["tile-redo", None]),
            an_event(1, ["tile-undo", "E"], "b"),
        ]
    }
    taps = parse_log(log, {"a": 3})
    assert [(tap.number, tap.gesture) for tap in taps] == [(4, RedoStep(None)), (1, UndoStep("E"))]
    assert parse_log(None, {}) == []


def test_of_a_message_two_hundred_events_are_taken_and_of_a_hand_sixty_tiles() -> None:
    op = ["tile", None, ["add", "1m", None, None]]
    taps = parse_log({"events": [an_event(number, op) for number in range(1, 3_000)]}, {})
    assert len(taps) == 200
    crowded = HISTORY
    for tap in taps:
        assert isinstance(tap.gesture, EditTiles)
        crowded = crowded.then(tap.gesture.step)
    assert len(crowded.now.tiles) == 60


@pytest.mark.parametrize("number", [True, 0, -1, 1.5, 10**30, "7", None])
def test_an_event_with_a_number_that_is_none_is_no_event(number: object) -> None:
    assert parse_log({"events": [an_event(number, ["tile-undo", None])]}, {"a": -5}) == []


@pytest.mark.parametrize(
    "op",
    [
        ["tile", None, ["add", "1m", None, "x" * 900_000]],
        ["tile", None, ["add", "1m", None, [float("nan"), 1.0]]],
        ["tile", None, ["face", 2, "9q"]],
        ["tile", None, ["face", True, "9m"]],
        ["tile", None, ["lay", list(range(61))]],
        ["tile", None, "undo"],
        ["tile", "X", ["remove", 2]],
        ["ask", "dora_indicators", ["1p"] * 65],
        ["ask", "x" * 65, None],
        ["ask", "special", "x" * 65],
        ["ask", "special", "two words"],
        ["ask", "special", ["two words"]],
        ["rack", "E", "special", "\ud800"],
        ["ask", "special", {"riichi": True}],
        ["code", "\ud800"],
        ["save"],
        ["save", "token", "more"],
        ["nonsense"],
        ["nonsense\n" * 1_000],
        [["tile"]],
        {"tile": 1},
        "tile" * 100_000,
        None,
    ],
)
def test_a_malformed_gesture_is_refused_and_logged_in_one_line(
    op: object, caplog: pytest.LogCaptureFixture
) -> None:
    (tap,) = parse_log({"events": [an_event(1, op)]}, {})
    assert isinstance(tap.gesture, Refused)
    (record,) = caplog.records
    assert len(record.getMessage()) < 300
    assert "\n" not in record.getMessage()


def test_the_types_of_gestures_are_freed_without_damage() -> None:
    program = "from hu.app.page.gestures.parsing import parse_gesture; parse_gesture(['leave'])"
    # Without this allocator, only some programs crash when they end.
    environment = os.environ | {"PYTHONMALLOC": "debug"}
    process = subprocess.run([sys.executable, "-c", program], env=environment, check=False)
    assert process.returncode == 0


def test_an_event_without_a_number_or_a_hand_is_no_event(caplog: pytest.LogCaptureFixture) -> None:
    whole = an_event(1, ["leave"])
    for name, junk in (("load", ""), ("load", "x" * 65), ("hand", "\ud800"), ("n", None)):
        assert parse_log({"events": [{**whole, name: junk}]}, {}) == []
    assert parse_log({"events": ["x", None, 3, []]}, {}) == []
    assert len(caplog.records) == 8


DRAFT = Draft(rack=rack_of(TRUTH))
WON = replace(DRAFT, winner="S", claim=Claim("discard", "W", frozenset({"last-tile"})))
WHO = {"E": "East", "S": "South", "W": "West", "N": "North"}
GAME = Game(
    "ABCDEFGH",
    "zung-jung",
    "",
    ("Anna", "Bruno", "Carla", "Dario"),
    {},
    datetime(2025, 1, 1, tzinfo=UTC),
)


def seats_of(draft: Draft, game: Game | None = None, language: str = "en") -> SeatsPart:
    """The seats of a hand as the page shows them.

    Args:
        draft: the hand.
        game: its game. None for a hand alone.
        language: the language of the texts.
    """
    return seats_view(Shown(texts(language), game, draft, assess(draft), WHO))


def test_the_points_stand_in_the_middle_and_each_amount_at_its_seat() -> None:
    part = seats_of(WON)
    assert part.points == 22
    amounts = [(seat.seat, seat.amount.text) for seat in part.seats if seat.amount]
    assert amounts == [("E", "−22"), ("S", "+66"), ("W", "−22"), ("N", "−22")]


def test_an_amount_is_spoken_in_the_language() -> None:
    amount = seats_of(WON, language="it").seats[1].amount
    assert amount is not None
    assert amount.spoken == "riceve 66"


def test_with_several_winners_no_points_are_in_the_middle() -> None:
    draft = Draft(
        "fimj",
        rack=rack_of("123m 456p 789s 55z [222z]"),
        winner="S",
        claim=Claim("discard", "N"),
        claims={"E": Claim("discard", "N")},
        round_wind="E",
        others={
            "E": rack_of("123m 456m 777s 99m 55z +5z"),
            "W": Rack(points=0),
            "N": Rack(points=0),
        },
    )
    assert seats_of(draft).points is None
    assert [seat.seat for seat in seats_of(draft).seats if seat.amount] == ["E", "S", "W", "N"]


def test_without_answers_there_are_neither_points_nor_amounts() -> None:
    part = seats_of(DRAFT)
    assert part.points is None
    assert [seat.amount for seat in part.seats] == [None] * 4


def test_players_of_a_game_stay_where_they_sit_while_the_winds_pass() -> None:
    before = seats_of(replace(DRAFT, seating=("E", "S", "W", "N")), GAME).seats
    after = seats_of(replace(DRAFT, seating=("N", "E", "S", "W")), GAME).seats
    places_before = [(seat.name, seat.at) for seat in before]
    places_after = [(seat.name, seat.at) for seat in after]
    assert places_after == places_before
    assert [seat.face for seat in before] == ["1z", "2z", "3z", "4z"]
    assert [seat.face for seat in after] == ["4z", "1z", "2z", "3z"]


def test_a_tap_says_who_won_and_who_discarded() -> None:
    draft = answer_seats(DRAFT, "S", None)
    assert (draft.winner, draft.claim.win) == ("S", None)
    assert answer_seats(draft, "S", "W").claim == Claim("discard", "W")
    assert answer_seats(draft, "S", "self-draw").claim == Claim("self-draw")
    assert answer_seats(answer_seats(draft, "S", "W"), None, None).winner is None


@pytest.mark.parametrize(("winner", "way"), [("S", "S"), ("S", "nobody"), ("nobody", "W")])
def test_the_discarder_is_another_player_of_the_table(winner: str, way: str) -> None:
    assert answer_seats(DRAFT, winner, way) == DRAFT


def test_the_same_answer_again_forgets_nothing() -> None:
    assert answer_seats(WON, "S", "W") == WON
    robbed = replace(WON, claim=Claim("robbed-kong", "W"))
    assert answer_seats(robbed, "S", "W") == robbed


def test_another_discarder_forgets_what_was_said_of_the_first() -> None:
    assert answer_seats(WON, "S", "E").claim == Claim("discard", "E")


def test_a_tile_that_may_have_been_robbed_is_asked_about_without_other_circumstances() -> None:
    outcome = replace(assess(WON), circumstances=(), can_be_robbed=True)
    _, answers = hand_columns(Shown(texts("en"), None, WON, outcome, WHO))
    choices = {part.op: part.options for part in answers if isinstance(part, ChoicePart)}
    assert "robbed" in dict(choices["ask", "special"])


@pytest.mark.parametrize(("photo", "is_lost"), [(None, False), ("key-0", True)])
def test_only_a_photo_that_there_was_can_be_lost(photo: str | None, is_lost: bool) -> None:
    draft = replace(WON, rack=replace(WON.rack, photo=photo))
    tiles, _ = hand_columns(Shown(texts("en"), None, draft, assess(draft), WHO))
    markup = "".join(part.html for part in tiles if isinstance(part, MarkupPart))
    assert ("no longer in the server" in markup) == is_lost


@pytest.mark.parametrize(
    ("others", "is_noted"),
    [({}, True), ({"E": rack_of("123m", photo="key-1")}, False)],
    ids=["no rack", "a rack of the photo"],
)
def test_another_hand_on_the_photo_is_noted_unless_it_is_a_rack(
    others: dict[str, Rack], is_noted: bool
) -> None:
    note = Note("snap.second_hand", {"count": 15})
    photo = SeenPhoto(
        "key-0", b"", "x.jpg", Adjustment(), (40, 30), b"jpeg", EditedHand(), notes=(note,)
    )
    rack = replace(WON.rack, photo="key-0")
    draft = replace(WON, rules="fimj", rack=rack, others=others)
    shown = Shown(texts("en"), None, draft, assess(draft), WHO, Screen(), photo=photo)
    tiles, *_ = hand_columns(shown)
    markup = "".join(part.html for part in tiles if isinstance(part, MarkupPart))
    assert ("look like another hand" in markup) == is_noted
