"""Every event, even if it is repeated, late, for another hand, interrupted, or fails."""

import ast
import inspect
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, cast, get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hu.app.ledger.values import Entry, Game
from hu.app.page import dispatch as road
from hu.app.page import services
from hu.app.page.draft.editing.hand import to_hand
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.racks import SeenHand
from hu.app.page.draft.scoring import assess
from hu.app.page.draft.state import (
    Claim,
    Draft,
    Rack,
    draft_from_json,
    draft_to_json,
    without_steps,
)
from hu.app.page.effects.effect import Effect
from hu.app.page.effects.games import ListGame, StartGame
from hu.app.page.effects.hand import BeginHand, SaveDrawn, SaveHand, TakeHandOff
from hu.app.page.effects.offers import TakeOffer
from hu.app.page.effects.photos import LineUpPhoto, ReadAgain, UseReadPhoto
from hu.app.page.effects.sheet import EnterPayment
from hu.app.page.effects.teaching import AnswerLesson, ForgetTeachingPhoto, ReadLesson
from hu.app.page.effects.tile_sets import LearnFromHand
from hu.app.page.events.event import ResultEvent
from hu.app.page.events.games import GameBegun, GameFound, GamesFileCame, HouseFileCame, HouseRead
from hu.app.page.events.hand import (
    DraftOpened,
    EntryOpened,
    HandBegun,
    HandMoved,
    HandSaved,
    HandTakenOff,
    SheetRead,
)
from hu.app.page.events.page import FileCame, NoticeCame, Undoable
from hu.app.page.events.photos import (
    HandsFound,
    OriginalCame,
    OriginalNeeded,
    PhotoDone,
    PhotoFileCame,
    PhotoLinedUp,
    PhotoRead,
    PhotoReadAgain,
    PhotoRefused,
    ReadingFound,
    TilesRead,
)
from hu.app.page.events.teaching import LessonRead, SetTaught, TeachingPhotoCame, TeachingPhotoRead
from hu.app.page.events.tile_sets import SetChosen, SetFileCame
from hu.app.page.gestures.fields import GestureForGame
from hu.app.page.gestures.parsing import parse_gesture, parse_log
from hu.app.page.gestures.photos import TurnPhoto
from hu.app.page.gestures.tap import Gesture, Refused, Tap
from hu.app.page.perform import perform
from hu.app.page.photos.photo import Note, UploadError
from hu.app.page.reduce import apply
from hu.app.page.sent_files import SentFile, WaitingPhoto
from hu.app.page.session import Session
from hu.app.page.state import SavedHand, Screen, State, asks_for_photo, hand_name
from hu.app.page.teaching import Teaching, TeachingPhoto
from hu.scoring.hand import Hand
from hu.scoring.rule_set.house import HouseRules
from tests.app.page.laid import from_hand, gesture, rack_of

HAND = "123m 55z [124s] 77p +5m"
SEATED = ("E", "S", "W", "N")
ENTRY = Entry("won", (-10, 30, -10, -10), SEATED, 1, "E", (1,), 10, "55z", id=4, token="saved")  # noqa: S106
#: One gesture of each kind, as the browser sends it.
GESTURES: tuple[list[Any], ...] = (
    ["tile", None, ["face", 2, "9m"]],
    ["tile-undo", None],
    ["tile-redo", None],
    ["wait", "5m"],
    ["retake"],
    ["by-hand"],
    ["photo-ask"],
    ["photo-cancel", 3],
    ["photo-turn", None],
    ["photo-crop", None, [0, 0, 0.5, 1]],
    ["photo-row", None, [0.5, 0.5]],
    ["photo-hand", 1],
    ["photo-reading", None, "runner-up"],
    ["keep", "photo-0", True],
    ["remember"],
    ["seat", "S", "W"],
    ["ask", "earlier", "N"],
    ["rack", "E", "points", 12],
    ["rules", "riichi"],
    ["option", "preset", "wrc"],
    ["open", "E", True],
    ["view", "sheet"],
    ["entry", 4],
    ["leave"],
    ["page", "new game"],
    ["game", "CODE2345"],
    ["code", "code 2345"],
    ["language", "it"],
    ["statistics", "fimj"],
    ["close"],
    ["save", "token"],
    ["drawn", 0],
    ["over"],
    ["undo-saved"],
    ["keep-mine", 1, 4, 2],
    ["move", "CODE2345"],
    ["new-rules", "fimj"],
    ["new-three", True],
    ["player", "E", "Anna"],
    ["new-title", "Evening"],
    ["new-option", "minimum", 5],
    ["begin"],
    ["names", {"E": "Anna"}],
    ["same-table", {"E": "Anna"}, "fimj", {"minimum": 5}],
    ["house-drop"],
    ["payment"],
    ["payer", 0],
    ["payee", 1],
    ["amount", 30],
    ["reason", "x"],
    ["pay", 1],
    ["change", 4],
    ["delete", 4, 1],
    ["why", 4, 1, None],
    ["open-names"],
    ["rename", 1, "Bruno"],
    ["finish"],
    ["reopen"],
    ["remove-game"],
    ["set-use", "club"],
    ["set-face", "club", 0, "1m"],
    ["set-give", "club"],
    ["set-take", "club"],
    ["set-forget", "club"],
    ["teach", True],
    ["teach-name", "club"],
    ["teach-drop", "photo"],
    ["teach-read"],
    ["teach-face", 1, "no-tile"],
    ["teach-save"],
    ["undo", "1"],
)


def a_hand(**fields: Any) -> State:
    """A hand of FIMJ in a game, photographed and won by South."""
    draft = Draft(
        "fimj",
        rack=replace(rack_of(HAND), photo="photo-0"),
        winner="S",
        claim=Claim("discard", "W"),
        others={"E": rack_of("123m")},
        seating=SEATED,
        token="token",  # noqa: S106  # names a hand
        taken={"a": 1},
    )
    saved = SavedHand("GAME", ENTRY, None, 1)
    waiting = WaitingPhoto("snap", None, 3, "ticket")
    screen = Screen(saved=saved, photo=waiting, last_taken=(3, "photo-0"))
    return State(screen, replace(draft, **fields), "GAME", now=5.0)


def tap(state: State, op: list[Any], number: int = 2) -> Tap:
    """The event of a gesture.

    Args:
        state: the visit in which it is made. It gives the hand that the gesture is for.
        op: the gesture, as the browser sends it.
        number: its number within the load of the page. ``a_hand`` has taken in number 1.
    """
    return Tap("a", number, hand_name(state), gesture(*op))


def with_nothing_taken(state: State) -> State:
    return replace(state, draft=replace(state.draft, taken={}))


def through_json(state: State) -> State:
    return msgspec.json.decode(msgspec.json.encode(state), type=State)


def test_each_kind_of_gesture_is_tried_here() -> None:
    kinds = [type(gesture(*op)) for op in GESTURES]
    assert len(kinds) == len(set(kinds))
    assert set(kinds) == set(get_args(Gesture))


def test_perform_has_a_case_for_each_kind_of_effect() -> None:
    cases = set()
    for node in ast.walk(ast.parse(inspect.getsource(perform))):
        if isinstance(node, ast.MatchClass) and isinstance(node.cls, ast.Name):
            cases.add(node.cls.id)
    assert cases == {kind.__name__ for kind in get_args(Effect)}


@pytest.mark.parametrize("op", GESTURES, ids=lambda op: str(op[0]))
def test_a_gesture_makes_data_that_is_written_and_read_the_same(op: list[Any]) -> None:
    before = a_hand()
    after, effects = apply(before, gesture(*op))
    assert through_json(after) == after
    content = msgspec.json.encode(effects)
    assert msgspec.json.decode(content, type=tuple[Effect, ...]) == effects
    assert msgspec.convert(msgspec.to_builtins(gesture(*op)), Gesture) == gesture(*op)


@pytest.mark.parametrize("op", GESTURES, ids=lambda op: str(op[0]))
def test_a_gesture_that_comes_twice_or_late_changes_nothing(op: list[Any]) -> None:
    before = a_hand()
    after, _ = apply(before, tap(before, op))
    assert after.draft.taken == {"a": 2}
    assert apply(after, tap(before, op)) == (after, ())
    assert apply(before, tap(before, op, number=1)) == (before, ())


@pytest.mark.parametrize("op", GESTURES, ids=lambda op: str(op[0]))
def test_a_gesture_for_another_game_is_only_noted(op: list[Any]) -> None:
    before = a_hand()
    elsewhere = replace(before, game_code="OTHER")
    after, effects = apply(before, tap(elsewhere, op))
    assert effects == ()
    assert after.draft.taken == {"a": 2}
    assert with_nothing_taken(after) == with_nothing_taken(before)


GESTURES_FOR_A_HAND = [op for op in GESTURES if not isinstance(gesture(*op), GestureForGame)]


@pytest.mark.parametrize("op", GESTURES_FOR_A_HAND, ids=lambda op: str(op[0]))
def test_a_gesture_for_an_earlier_hand_of_the_game_is_only_noted(op: list[Any]) -> None:
    before = a_hand()
    earlier = replace(before, draft=replace(before.draft, token="last"))  # noqa: S106  # names a hand
    after, effects = apply(before, tap(earlier, op))
    assert effects == ()
    assert with_nothing_taken(after) == with_nothing_taken(before)


def test_a_malformed_gesture_is_noted_and_changes_nothing() -> None:
    before = a_hand()
    (junk,) = parse_log(
        {"events": [{"load": "a", "n": 2, "hand": "GAME/token", "op": ["tile", 1]}]}, {}
    )
    after, effects = apply(before, junk)
    assert effects == ()
    assert with_nothing_taken(after) == with_nothing_taken(before)
    assert after.draft.taken == {"a": 2}


class _Visit:
    """A visit that notes the drafts that are written."""

    def __init__(self) -> None:
        self.browser = "browser"
        self.game_code = "GAME"
        # The only method of a ledger that is used here is ``save_draft``.
        self.ledger = self
        self.written: list[str] = []

    def save_draft(self, _: str, game_code: str, content: str) -> None:
        assert game_code == "GAME"
        self.written.append(content)


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> Session:
    """A visit's session, outside of Streamlit."""
    session = Session(a_hand())
    session.visit = _Visit()
    monkeypatch.setattr(road, "session", lambda: session)
    monkeypatch.setattr(services, "session", lambda: session)
    monkeypatch.setattr(road, "go_to_game", lambda _: None)
    return session


class _NextTap(BaseException):
    """Streamlit's way of leaving a run."""


@pytest.mark.parametrize("op", GESTURES, ids=lambda op: str(op[0]))
def test_a_gesture_that_the_next_tap_interrupts_can_be_sent_again(
    op: list[Any], session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def leave(*_: object) -> Any:
        raise _NextTap

    before = session.state
    monkeypatch.setattr(road, "perform", leave)
    with pytest.raises(_NextTap):
        road.dispatch(tap(before, op))
    assert session.state == before


@pytest.mark.parametrize("op", GESTURES, ids=lambda op: str(op[0]))
def test_a_gesture_that_fails_is_noted_and_reported_and_changes_nothing_else(
    op: list[Any], session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> Any:
        raise UploadError("snap.busy")

    before = session.state
    monkeypatch.setattr(road, "perform", refuse)
    road.dispatch(tap(before, op))
    after = session.state
    # Where the notice is shown, by the gesture.
    places = {
        "begin": "begin",
        "code": "code",
        "rename": "names",
        "teach-read": "teach",
        "teach-save": "teach",
    }
    assert after.screen.notices == {places.get(op[0], "page"): Note("snap.busy")}
    assert after.draft.taken == {"a": 2}
    quiet = replace(after, screen=replace(after.screen, notices={}), now=before.now)
    assert with_nothing_taken(quiet) == with_nothing_taken(before)


def test_the_photo_itself_is_asked_for_and_awaited() -> None:
    asked, effects = apply(a_hand(), OriginalNeeded(3))
    assert effects == ()
    assert asked.screen.photo is None
    # The number has not been received, so that the file that comes next joins the line.
    assert (asked.screen.original, asked.screen.received) == (3, 0)
    came, _ = apply(asked, PhotoLinedUp("snap", 3, "ticket"))
    assert came.screen.photo == WaitingPhoto("snap", None, 3, "ticket")


def test_a_draft_is_written_with_the_number_of_the_gesture_that_changed_it(
    session: Session,
) -> None:
    # A hand without a photo, of which nothing is to be found.
    rack = replace(session.state.draft.rack, photo=None)
    draft = replace(session.state.draft, rack=rack)
    session.state = replace(session.state, draft=draft)
    road.dispatch(tap(session.state, ["seat", "N", None]))
    (content,) = cast("_Visit", session.visit).written
    assert '"winner":"N"' in content
    assert '"taken":{"a":2}' in content


STEPS = st.one_of(
    st.builds(lambda face: ["add", face, None, None], st.sampled_from(["1m", "5p", "7z", "1f"])),
    st.builds(
        lambda tile, face: ["face", tile, face], st.integers(1, 16), st.sampled_from(["1m", "0p"])
    ),
    st.builds(lambda tile: ["remove", tile], st.integers(1, 16)),
    st.builds(
        lambda tile, kind: ["move", tile, kind],
        st.integers(1, 16),
        st.sampled_from(["exposed", "standing", "aside", 1, 9]),
    ),
    st.builds(lambda tiles: ["lay", tiles], st.lists(st.integers(1, 16), max_size=4)),
    st.builds(lambda group, kind: ["turn", group, kind], st.integers(1, 16), st.just("quad")),
    st.builds(lambda tile: ["win", tile], st.none() | st.integers(1, 16)),
)
EDITS = st.builds(lambda seat, step: ["tile", seat, step], st.sampled_from([None, "E", "N"]), STEPS)


def start() -> State:
    """A hand of FIMJ without a game."""
    hand = from_hand(Hand.from_text(HAND))
    rack = Rack(History(hand))
    return State(draft=Draft("fimj", rack=rack, winner="S", others={"E": rack}), game_code="")


@given(st.lists(EDITS, max_size=25))
def test_undoing_everything_gives_the_beginning(ops: list[list[Any]]) -> None:
    beginning = start()
    state = beginning
    for op in ops:
        state, _ = apply(state, gesture(*op))
    for seat in (None, "E", "N"):
        # At least as often as there were corrections.
        for _ in range(30):
            state, _ = apply(state, gesture("tile-undo", seat))
    for seat in ("E", "N"):
        rack_before = beginning.draft.others.get(seat, Rack())
        rack = state.draft.others.get(seat, Rack())
        assert rack.history.now == rack_before.history.now
    assert state.draft.rack.history.now == beginning.draft.rack.history.now


@given(st.lists(EDITS | st.sampled_from(GESTURES), max_size=25), st.integers(0, 3))
def test_storing_a_visit_and_repeating_events_changes_nothing(
    ops: list[list[Any]], repetitions: int
) -> None:
    steady = start()
    # The same visit, stored before each event, to which each event comes several times.
    troubled = start()
    for number, op in enumerate(ops, 1):
        event = tap(steady, op, number)
        steady, effects = apply(steady, event)
        troubled, troubled_effects = apply(through_json(troubled), event)
        assert troubled_effects == effects
        for _ in range(repetitions):
            troubled, repeated_effects = apply(troubled, event)
            assert repeated_effects == ()
    # Each visit has a random id.
    screen = replace(troubled.screen, visit=steady.screen.visit)
    assert replace(troubled, screen=screen) == steady


A_HAND = SeenHand("photo-0", 0, from_hand(Hand.from_text("9s")))
A_DRAFT = Draft("fimj", rack=rack_of("9s"), seating=SEATED)
A_NOTE = Note("snap.busy")
A_TEACHING_PHOTO = TeachingPhoto("a.jpg", "photo")
#: One event of each kind that is no gesture.
RESULTS: tuple[ResultEvent, ...] = (
    DraftOpened("GAME", A_DRAFT),
    SheetRead(
        Game("GAME", "fimj", "", ("A", "B", "C", "D"), {}, datetime(2026, 5, 1, tzinfo=UTC)),
        [ENTRY],
    ),
    FileCame("snap"),
    SetFileCame(SentFile("club.hu", b"x")),
    GamesFileCame(SentFile("games.json", b"x")),
    HouseFileCame("fimj", SentFile("house.toml", b"x")),
    PhotoFileCame("snap", SentFile("a.jpg", b"x", 4, 0)),
    PhotoDone("ticket"),
    PhotoLinedUp("snap", 4, "ticket"),
    PhotoRead(3, (A_HAND,)),
    TilesRead("ask-dora_indicators", "dora_indicators", ("4s",)),
    PhotoRefused("snap", 3, A_NOTE),
    OriginalNeeded(3),
    OriginalCame("photo-0", b"x"),
    PhotoReadAgain((A_HAND,)),
    ReadingFound("photo-0", None, A_HAND.hand),
    HandsFound((A_HAND,), None),
    HandSaved(ENTRY, None, 1),
    HandBegun(A_DRAFT),
    HandTakenOff(A_DRAFT),
    EntryOpened(A_DRAFT),
    HandMoved("OTHER", A_DRAFT, None),
    GameBegun("OTHER"),
    GameFound("OTHER"),
    HouseRead(HouseRules("fimj", "House", {})),
    SetChosen("club"),
    TeachingPhotoCame(SentFile("a.jpg", b"x")),
    TeachingPhotoRead(A_TEACHING_PHOTO),
    LessonRead(Teaching("club", source="a.jpg", ticket="ticket")),
    SetTaught("club"),
    NoticeCame("page", A_NOTE),
    Undoable(A_NOTE, ListGame("GAME")),
)
a_result = pytest.mark.parametrize("event", RESULTS, ids=lambda event: type(event).__name__)


def test_each_kind_of_result_is_tried_here() -> None:
    kinds = [type(event) for event in RESULTS]
    assert len(kinds) == len(set(kinds))
    assert set(kinds) == set(get_args(ResultEvent))


@a_result
def test_a_result_makes_data_that_is_written_and_read_the_same(event: ResultEvent) -> None:
    after, effects = apply(a_hand(), event)
    assert through_json(after) == after
    content = msgspec.json.encode(effects)
    assert msgspec.json.decode(content, type=tuple[Effect, ...]) == effects


@a_result
def test_a_result_that_comes_twice_changes_the_hand_once(event: ResultEvent) -> None:
    once, _ = apply(a_hand(), event)
    twice, _ = apply(once, event)
    assert twice.draft == once.draft
    assert twice.game_code == once.game_code
    assert twice.screen.saved == once.screen.saved


@a_result
def test_no_result_forgets_which_taps_were_taken_in(event: ResultEvent) -> None:
    if isinstance(event, DraftOpened):
        # A hand that was kept brings the taps that it has taken in.
        return
    after, _ = apply(a_hand(), event)
    assert after.draft.taken == {"a": 1}


@a_result
def test_a_result_that_the_next_tap_interrupts_changes_nothing(
    event: ResultEvent, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def leave(*performed: object) -> Any:
        calls.append(performed)
        raise _NextTap

    before = session.state
    monkeypatch.setattr(road, "perform", leave)
    with suppress(_NextTap):
        road.dispatch(event)
    assert not calls or session.state == before


@a_result
def test_a_result_that_fails_is_reported_and_changes_no_hand(
    event: ResultEvent, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def refuse(*performed: object) -> Any:
        calls.append(performed)
        raise UploadError("snap.busy")

    before = session.state
    monkeypatch.setattr(road, "perform", refuse)
    road.dispatch(event)
    if calls:
        assert A_NOTE in session.state.screen.notices.values()
        assert session.state.draft == before.draft


@pytest.mark.parametrize(
    "event",
    [
        PhotoRead(3, (A_HAND,)),
        PhotoRefused("snap", 3, A_NOTE),
        HandsFound((SeenHand("other-0", 0, A_HAND.hand),), None),
        ReadingFound("other-0", None, A_HAND.hand),
    ],
    ids=lambda event: type(event).__name__,
)
def test_a_result_that_comes_late_or_for_another_hand_changes_no_hand(
    event: ResultEvent,
) -> None:
    state = a_hand()
    without_photo = replace(state, screen=replace(state.screen, photo=None))
    after, _ = apply(without_photo, event)
    assert after.draft == without_photo.draft


def undo_of(state: State) -> list[Any]:
    """The gesture that takes the offer to undo."""
    assert state.screen.undo is not None
    return ["undo", state.screen.undo.key]


def test_a_hand_that_was_cleared_comes_back_and_the_one_begun_since_with_it() -> None:
    before = a_hand()
    cleared, effects = apply(before, gesture("over"))
    assert effects == (BeginHand(),)
    fresh = Draft("fimj", rack=rack_of("9m"), seating=SEATED)
    begun, _ = apply(cleared, HandBegun(fresh))
    back, _ = apply(begun, gesture(*undo_of(begun)))
    assert with_nothing_taken(back).draft == with_nothing_taken(before).draft
    again, _ = apply(back, gesture(*undo_of(back)))
    assert str(to_hand(again.draft.rack.history.now)) == "9m"


def test_a_hand_that_nobody_won_keeps_no_answer_about_a_win() -> None:
    state = a_hand(
        rules="riichi",
        rack=Rack(),
        round_wind="E",
        others={},
        claims={"N": Claim("discard", "W")},
    )
    drawn, _ = apply(state, gesture("drawn", state.draft.known))
    assert drawn.draft.is_drawn
    assert drawn.draft.claim == Claim()
    assert not drawn.draft.claims
    assert assess(drawn.draft).has_payments


def test_what_can_be_undone_ends_with_its_time_and_a_table_is_asked_then() -> None:
    offered, _ = apply(a_hand(), gesture("over"))
    late = replace(offered, now=offered.now + 11)
    after, effects = apply(late, gesture(*undo_of(offered)))
    assert after == late
    assert effects == (TakeOffer(undo_of(offered)[1]),)


def test_results_about_another_photo_than_the_hands_change_nothing() -> None:
    state = a_hand()
    other = SeenHand("other-0", 0, from_hand(Hand.from_text("1m")))
    assert apply(state, HandsFound((other,), None)) == (state, ())


def test_a_photo_of_the_winner_brings_the_other_open_hands() -> None:
    hands = tuple(
        SeenHand(f"photo-{side}", side, from_hand(Hand.from_text(f"{side + 1}m")))
        for side in (0, 1)
    )
    state = replace(a_hand(), draft=replace(a_hand().draft, others={}))
    after, _ = apply(state, HandsFound(hands, None))
    assert {seat: rack.photo for seat, rack in after.draft.others.items()} == {"W": "photo-1"}
    swapped, _ = apply(state, HandsFound(hands, 1))
    assert str(to_hand(swapped.draft.rack.history.now)) == "2m"
    back, _ = apply(swapped, gesture(*undo_of(swapped)))
    assert back.draft.rack == state.draft.rack


def test_a_corrected_rack_of_a_hand_of_the_sheet_stays_when_the_winner_changes() -> None:
    hands = tuple(
        SeenHand(f"photo-{side}", side, from_hand(Hand.from_text(f"{side + 1}m")))
        for side in (0, 1)
    )
    state = replace(a_hand(), draft=replace(a_hand().draft, others={}))
    photographed, _ = apply(state, HandsFound(hands, None))
    corrected, _ = apply(photographed, gesture("tile", "W", ["face", 2, "9m"]))
    stored = draft_from_json(draft_to_json(without_steps(corrected.draft)))
    opened = replace(corrected, draft=stored)
    after, _ = apply(opened, HandsFound(hands, None))
    assert str(to_hand(after.draft.others["W"].history.now)) == "9m"


@pytest.mark.parametrize(
    ("change", "stays"),
    [
        (gesture("tile", "W", ["face", 2, "9m"]), True),
        (gesture("rack", "W", "points", 40), True),
        (gesture("undo", "W"), False),
    ],
)
def test_another_photo_of_the_winner_keeps_racks_of_the_sheet_that_players_changed(
    change: Gesture, stays: bool
) -> None:
    hands = tuple(
        SeenHand(f"photo-{side}", side, from_hand(Hand.from_text(f"{side + 1}m")))
        for side in (0, 1)
    )
    state = replace(a_hand(), draft=replace(a_hand().draft, others={}))
    photographed, _ = apply(state, HandsFound(hands, None))
    changed, _ = apply(photographed, change)
    stored = draft_from_json(draft_to_json(without_steps(changed.draft)))
    opened = replace(photographed, draft=stored)
    after, _ = apply(opened, PhotoRead(3, (SeenHand("new", 0, from_hand(Hand.from_text("9s"))),)))
    assert after.draft.rack.photo == "new"
    assert ("W" in after.draft.others) is stays
    if stays:
        assert after.draft.others["W"] == stored.others["W"]


def test_a_photo_goes_to_the_rack_for_which_it_was_taken_or_nowhere() -> None:
    hand = SeenHand("new", 0, from_hand(Hand.from_text("9s")))
    read = PhotoRead(3, (hand,))
    taken, _ = apply(a_hand(), read)
    assert taken.draft.rack.photo == "new"
    assert (taken.screen.photo, taken.screen.answered) == (None, 3)
    elsewhere = replace(a_hand(), screen=replace(a_hand().screen, rack="E"))
    missed, _ = apply(elsewhere, read)
    assert missed.draft == elsewhere.draft
    assert (missed.screen.photo, missed.screen.answered) == (None, 3)


GAME = Game("GAME", "fimj", "", ("A", "B", "C", "D"), {}, datetime(2026, 5, 1, tzinfo=UTC))


def test_a_hand_that_is_on_the_sheet_already_is_shown_and_the_next_one_begun() -> None:
    state = a_hand(token="saved")  # noqa: S106  # names a hand
    after, effects = apply(state, SheetRead(GAME, [ENTRY]))
    assert after.screen.view == "sheet"
    assert after.screen.saved == SavedHand("GAME", ENTRY, None, 1)
    assert BeginHand() in effects


def begun_after_save() -> State:
    """The visit just after Save: the sheet says so, and the next hand has been begun."""
    state = a_hand(token="saved")  # noqa: S106  # names a hand
    shown, _ = apply(state, SheetRead(GAME, [ENTRY]))
    begun, _ = apply(shown, HandBegun(Draft("fimj", seating=SEATED, known=1)))
    return begun


def opened_again(state: State) -> State:
    """The same visit after a restart of the server, which kept the draft alone."""
    opened, _ = apply(State(), DraftOpened("GAME", state.draft))
    after, effects = apply(opened, SheetRead(GAME, [ENTRY]))
    assert BeginHand() not in effects
    return after


def test_a_server_that_ended_after_save_says_again_which_hand_is_on_the_sheet() -> None:
    begun = begun_after_save()
    same, effects = apply(begun, SheetRead(GAME, [ENTRY]))
    assert same.screen == begun.screen
    assert effects == ()
    again = opened_again(begun)
    assert again.screen.view == "sheet"
    assert again.screen.saved == SavedHand("GAME", ENTRY, None, 1)


def test_a_next_hand_with_tiles_is_shown_after_a_restart_in_place_of_the_sheet() -> None:
    begun = begun_after_save()
    tapped_in = replace(begun, draft=replace(begun.draft, rack=rack_of("123m")))
    again = opened_again(tapped_in)
    assert again.screen.view == "hand"
    assert again.screen.saved is None


def test_a_hand_that_was_changed_can_be_put_back_after_the_sheet_is_read_again() -> None:
    begun = begun_after_save()
    saved = SavedHand("GAME", ENTRY, replace(ENTRY, points=11), 1)
    state = replace(begun, screen=replace(begun.screen, saved=saved))
    after, _ = apply(state, SheetRead(GAME, [ENTRY]))
    assert after.screen.saved == saved


@pytest.mark.parametrize("op", [["view", "hand"], ["leave"], ["undo-saved"], ["finish"]])
def test_a_server_that_ends_later_does_not_say_again_what_was_saved(op: list[Any]) -> None:
    gone_on, _ = apply(begun_after_save(), gesture(*op))
    again = opened_again(gone_on)
    assert again.screen.view == "hand"
    assert again.screen.saved is None


def test_a_saved_hand_that_was_deleted_meanwhile_is_not_shown_again() -> None:
    opened, _ = apply(State(), DraftOpened("GAME", begun_after_save().draft))
    after, _ = apply(opened, SheetRead(GAME, []))
    assert after.screen.view == "hand"
    assert after.draft.saved == 0


def test_only_a_form_that_is_complete_enters_a_payment() -> None:
    state = a_hand()
    for op in (["payment"], ["payer", 0], ["payee", 0], ["amount", 30], ["reason", "bet"]):
        state, _ = apply(state, gesture(*op))
    assert apply(state, gesture("pay", 1)) == (state, ())
    state, _ = apply(state, gesture("payee", 2))
    after, effects = apply(state, gesture("pay", 1))
    assert effects == (EnterPayment(0, 2, 30, "bet", 1),)
    assert after.screen.dialog is None


@pytest.mark.parametrize(
    ("option", "value", "junk"), [("tournament", True, 3), ("first_wind", "S", "X")]
)
def test_the_form_of_a_new_game_takes_what_an_option_can_be(
    option: str, value: object, junk: object
) -> None:
    state, _ = apply(a_hand(), gesture("page", "new game"))
    state, _ = apply(state, gesture("new-rules", "fimj"))
    chosen, _ = apply(state, gesture("new-option", option, value))
    assert chosen.screen.new_game.options["fimj"] == {option: value}
    assert apply(chosen, gesture("new-option", option, junk)) == (chosen, ())
    _, (start,) = apply(chosen, gesture("begin"))
    assert isinstance(start, StartGame)
    assert start.options[option] == value


def test_a_gesture_with_half_a_character_is_refused() -> None:
    assert isinstance(parse_gesture("\ud800"), Refused)
    assert isinstance(parse_gesture(["\ud800"]), Refused)


def test_hands_of_an_earlier_photo_are_given_to_nobody() -> None:
    state = a_hand(others={})
    hands = tuple(SeenHand(f"other-{side}", side, A_HAND.hand) for side in (0, 1))
    assert apply(state, HandsFound(hands, None)) == (state, ())


def test_another_players_photo_shows_no_winning_tile() -> None:
    waiting = WaitingPhoto("snap", "E", 3, "ticket")
    state = replace(a_hand(), screen=Screen(rack="E", photo=waiting))
    hand = SeenHand("new", 0, from_hand(Hand.from_text("123m 5z +5z")))
    after, _ = apply(state, PhotoRead(3, (hand,)))
    assert after.draft.others["E"].photo == "new"
    assert after.draft.others["E"].history.now.winning is None


def test_a_photo_that_is_cancelled_late_takes_no_later_answer_back() -> None:
    state = replace(a_hand(), screen=replace(a_hand().screen, answered=5))
    after, _ = apply(state, gesture("photo-cancel", 3))
    assert after.screen.answered == 5


def test_a_photo_is_read_again_for_the_rack_on_the_screen_alone() -> None:
    state = a_hand()
    turn = TurnPhoto(None)
    _, effects = apply(state, turn)
    assert effects == (ReadAgain("photo-0", turn, state.draft.rack.history.now),)
    assert apply(state, gesture("photo-turn", "E")) == (state, ())
    without_photo = replace(state.draft, rack=replace(state.draft.rack, photo=None))
    state = replace(state, draft=without_photo)
    assert apply(state, turn) == (state, ())


def test_a_rack_without_tiles_is_to_be_photographed() -> None:
    draft = a_hand(rules="fimj", others={"E": Rack()}).draft
    assert asks_for_photo(Screen(), Draft())
    assert not asks_for_photo(Screen(), Draft(entered={}))
    assert not asks_for_photo(Screen(), draft)
    assert asks_for_photo(Screen(rack="E"), draft)
    with_tiles = replace(draft, others={"E": rack_of("123m")})
    assert not asks_for_photo(Screen(rack="E"), with_tiles)


def test_only_a_photo_of_this_hand_is_given() -> None:
    state = a_hand()
    assert apply(state, gesture("keep", "other-0", True)) == (state, ())


def test_whoever_wins_with_the_same_discard_is_added_in_rules_of_winners() -> None:
    state = a_hand(rules="riichi", others={})
    after, _ = apply(state, gesture("rack", "N", "won-too", True))
    assert set(after.draft.claims) == {"N"}


@pytest.mark.parametrize("known", [0, 2])
def test_a_drawn_hand_is_noted_by_whoever_has_seen_the_sheet(known: int) -> None:
    state = a_hand(rules="zung-jung", winner=None, known=1)
    assert apply(state, gesture("drawn", known)) == (state, ())
    assert apply(state, gesture("drawn", 1)) == (state, (SaveDrawn(state.draft),))


def test_a_drawn_hand_and_a_hand_of_the_sheet_come_back_too() -> None:
    drawn = replace(a_hand(), draft=Draft("fimj", winner="nobody", seating=SEATED))
    cleared, _ = apply(drawn, gesture("over"))
    assert cleared.screen.undo is not None
    assert cleared.screen.undo.note == Note("hand.started_over")
    cleared, _ = apply(a_hand(entry=4), gesture("over"))
    assert cleared.screen.undo is not None
    assert cleared.screen.undo.note == Note("hand.left_as_it_was")


def test_a_wrong_key_undoes_nothing() -> None:
    offered, _ = apply(a_hand(), gesture("over"))
    assert apply(offered, gesture("undo", "another")) == (offered, ())


def test_the_next_hand_keeps_the_notices_of_the_page_alone() -> None:
    notices = {"page": A_NOTE, "conflict": A_NOTE, "snap": A_NOTE}
    state = replace(a_hand(), screen=replace(a_hand().screen, notices=notices))
    after, _ = apply(state, gesture("over"))
    assert set(after.screen.notices) == {"page", "conflict"}


def test_a_hand_that_was_saved_in_another_game_is_not_kept_in_mind() -> None:
    saved = SavedHand("OTHER", ENTRY, None, 1)
    state = replace(a_hand(), screen=replace(a_hand().screen, saved=saved))
    after, _ = apply(state, HandBegun(A_DRAFT))
    assert after.draft.saved == 0
    after, _ = apply(a_hand(), HandBegun(A_DRAFT))
    assert after.draft.saved == ENTRY.id


def test_a_deleted_hand_is_looked_at_again_before_it_is_saved() -> None:
    complete = {
        "rules": "zung-jung", "rack": rack_of("234m 567m 55s [777z] 13p +2p"), "others": {},
    }  # fmt: skip
    kept, effects = apply(a_hand(**complete), gesture("keep-mine", 1, 0, 0))
    assert effects == (SaveHand("token", kept.draft),)
    moved, effects = apply(a_hand(**complete, entry=4), gesture("keep-mine", 1, 0, 0))
    assert effects == ()
    assert moved.screen.notices["conflict"] == Note("conflict.moved")


def test_house_rules_of_other_rules_begin_no_game() -> None:
    house = HouseRules("fimj", "House", {})
    state, _ = apply(a_hand(), HouseRead(house))
    _, (own,) = apply(state, gesture("begin"))
    assert isinstance(own, StartGame)
    assert own.options["house_title"] == "House"
    state, _ = apply(state, gesture("new-rules", "riichi"))
    _, (other,) = apply(state, gesture("begin"))
    assert isinstance(other, StartGame)
    assert "house_title" not in other.options


def test_a_hand_moves_over_an_empty_hand_without_an_offer() -> None:
    after, _ = apply(a_hand(), HandMoved("OTHER", A_DRAFT, Draft("fimj")))
    assert after.screen.undo is None
    after, _ = apply(a_hand(), HandMoved("OTHER", A_DRAFT, A_DRAFT))
    assert after.screen.undo is not None


def test_a_tile_set_learns_from_new_hands_alone() -> None:
    state = a_hand()
    learn = LearnFromHand(state.draft)
    assert learn in apply(state, HandSaved(ENTRY, None, 1))[1]
    assert learn not in apply(state, HandSaved(ENTRY, ENTRY, 1))[1]


def test_a_discarder_of_an_empty_seat_is_forgotten() -> None:
    state = a_hand(seating=(), claim=Claim("discard", "N"))
    after, _ = apply(state, gesture("rules", "sanma"))
    assert (after.draft.winner, after.draft.claim.source) == ("S", None)


def test_the_options_of_a_game_are_not_chosen_at_a_hand() -> None:
    alone, _ = apply(a_hand(rules="riichi", seating=()), gesture("option", "preset", "wrc"))
    assert alone.draft.options["preset"] == "wrc"
    state = a_hand(rules="riichi")
    assert apply(state, gesture("option", "preset", "wrc")) == (state, ())


def in_teaching(**fields: Any) -> State:
    """A visit that teaches a tile set."""
    state = a_hand()
    return replace(state, screen=replace(state.screen, teaching=Teaching(**fields)))


def test_the_form_that_teaches_a_tile_set_holds_what_was_filled_in() -> None:
    state, _ = apply(a_hand(), gesture("teach", True))
    state, _ = apply(state, gesture("teach-name", "club"))
    state, _ = apply(state, TeachingPhotoRead(A_TEACHING_PHOTO))
    state, _ = apply(state, TeachingPhotoRead(A_TEACHING_PHOTO))
    assert state.screen.teaching == Teaching("club", photos=(A_TEACHING_PHOTO,))
    assert apply(state, gesture("teach-read")) == (
        state,
        (ReadLesson("club", (A_TEACHING_PHOTO,)),),
    )
    without, effects = apply(state, gesture("teach-drop", "photo"))
    assert without.screen.teaching == Teaching("club")
    assert effects == (ForgetTeachingPhoto("photo"),)
    assert apply(without, gesture("teach-drop", "photo")) == (without, ())


def test_the_answers_about_doubtful_tiles_are_learned_together() -> None:
    state = in_teaching(name="club", source="a.jpg", ticket="lesson")
    for position, answer in ((3, "1m"), (5, "no-tile"), (3, "2m"), (7, "leave-out")):
        state, _ = apply(state, gesture("teach-face", position, answer))
    after, effects = apply(state, gesture("teach-save"))
    assert after == state
    assert effects == (AnswerLesson("club", "a.jpg", "lesson", {3: "2m", 5: "", 7: ""}),)


@pytest.mark.parametrize("op", [["teach-face", 1, "1m"], ["teach-save"]])
def test_tiles_are_named_only_once_they_were_asked_about(op: list[Any]) -> None:
    state = in_teaching(name="club", photos=(A_TEACHING_PHOTO,))
    assert apply(state, gesture(*op)) == (state, ())


def test_a_closed_dialog_teaches_nothing() -> None:
    state = a_hand()
    for op in (["teach-name", "club"], ["teach-read"], ["teach-face", 1, "1m"], ["teach-save"]):
        assert apply(state, gesture(*op)) == (state, ())
    assert apply(state, TeachingPhotoRead(A_TEACHING_PHOTO)) == (state, ())


def test_a_photo_that_comes_again_is_not_read_again() -> None:
    state = a_hand()
    assert apply(state, PhotoFileCame("snap", SentFile("a.jpg", b"x", 3, 0))) == (state, ())
    after, effects = apply(state, PhotoFileCame("snap", SentFile("a.jpg", b"x", 4, 4000)))
    assert after == state
    assert effects == (LineUpPhoto("snap", SentFile("a.jpg", b"x", 4, 4000)),)


def test_the_photo_of_a_question_is_read_as_it_came() -> None:
    file = PhotoFileCame("ask-dora_indicators", SentFile("a.jpg", b"x", 0, 4000))
    _, effects = apply(a_hand(), file)
    assert effects == (LineUpPhoto("ask-dora_indicators", SentFile("a.jpg", b"x", 0, 0)),)


@pytest.mark.parametrize(
    ("uploader", "rack", "question", "is_stored"),
    [
        ("snap", None, "", True),
        ("snap", "E", "", False),
        ("ask-dora_indicators", None, "dora_indicators", False),
    ],
)
def test_only_a_photo_of_the_rack_on_the_screen_is_kept(
    uploader: str, rack: str | None, question: str, is_stored: bool
) -> None:
    state = a_hand()
    waiting = WaitingPhoto(uploader, None, 3, "ticket")
    state = replace(state, screen=replace(state.screen, photo=waiting, rack=rack))
    after, effects = apply(state, PhotoDone("ticket"))
    assert after == state
    assert effects == (UseReadPhoto(waiting, question, is_stored),)
    assert apply(state, PhotoDone("another")) == (state, ())


OLD_ENTRY = replace(ENTRY, amounts=(0, 0, 0, 0), token="old")  # noqa: S106  # names a hand


def test_a_server_that_ended_during_a_change_can_still_undo_it() -> None:
    changing = a_hand(token="saved", entry=ENTRY.id, replaced_entry=OLD_ENTRY)  # noqa: S106  # names a hand
    opened, _ = apply(State(), DraftOpened("GAME", changing.draft))
    shown, _ = apply(opened, SheetRead(GAME, [ENTRY]))
    assert shown.screen.saved == SavedHand("GAME", ENTRY, OLD_ENTRY, 1)
    begun, _ = apply(shown, HandBegun(Draft("fimj", seating=SEATED, known=1)))
    # The server ends once more.
    again = opened_again(begun)
    assert again.screen.saved == SavedHand("GAME", ENTRY, OLD_ENTRY, 1)
    after, effects = apply(again, gesture("undo-saved"))
    assert effects == (TakeHandOff("GAME", ENTRY, OLD_ENTRY),)
    assert after.draft.replaced_entry is None


def test_another_hand_than_the_changed_one_is_not_replaced_by_undo() -> None:
    other = replace(OLD_ENTRY, id=ENTRY.id + 1)
    state = a_hand(token="saved", replaced_entry=other)  # noqa: S106  # names a hand
    shown, _ = apply(state, SheetRead(GAME, [ENTRY]))
    assert shown.screen.saved == SavedHand("GAME", ENTRY, None, 1)
