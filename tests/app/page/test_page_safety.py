"""The hand is safe: whatever is lost or repeated on the way to the server, each tap counts once.

A browser sends each event until it has an answer. Answers get lost and messages are repeated. The
server may restart at any moment, and then it knows only what it has written.
"""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hu.app.page.draft.editing.hand import to_hand
from hu.app.page.draft.scoring import assess
from hu.app.page.draft.state import Claim, Draft, Rack, draft_from_json, draft_to_json, with_taken
from hu.app.page.effects.photos import DropPhoto
from hu.app.page.gestures.parsing import parse_log
from hu.app.page.gestures.tap import Tap
from hu.app.page.reduce import apply, is_for
from hu.app.page.state import Screen, State
from hu.scoring.tiles import KINDS
from tests.app.page.laid import gesture, rack_of

HAND = rack_of("123m 55z [124s] +5m")
SEATS = st.sampled_from(["E", "S", "W", "N", None])
FACES = st.sampled_from(["1m", "5p", "7z", "1f"])
STEPS = st.one_of(
    st.tuples(st.just("add"), FACES, st.none(), st.none()),
    st.tuples(st.just("face"), st.integers(1, 9), FACES),
    st.tuples(st.just("remove"), st.integers(1, 9)),
    st.tuples(st.just("win"), st.integers(1, 9)),
)
OPS = st.one_of(
    st.sampled_from([["view", "hand"], ["view", "sheet"], ["by-hand"]]),
    st.just(["photo-ask"]),
    st.builds(lambda number: ["photo-cancel", number], st.integers(0, 9)),
    st.builds(lambda name, seat: [name, seat], st.sampled_from(["tile-undo", "tile-redo"]), SEATS),
    st.builds(lambda seat: ["open", seat, False], SEATS),
    st.builds(lambda on: ["keep", "photo", on], st.booleans()),
    st.builds(lambda rules: ["rules", rules], st.sampled_from(["fimj", "riichi", "none"])),
    st.builds(lambda preset: ["option", "preset", preset], st.sampled_from(["wrc", "none"])),
    st.builds(
        lambda tiles: ["tile", None, ["lay", tiles, "quad"]],
        st.lists(st.integers(1, 9), max_size=4),
    ),
    st.builds(lambda seat, step: ["tile", seat, list(step)], SEATS, STEPS),
    st.builds(
        lambda winner, way: ["seat", winner, way],
        SEATS,
        st.sampled_from(["E", "W", "self-draw", None]),
    ),
)
#: What happens to the message with an event, and to its answer.
FATES = st.sampled_from(
    ["arrives", "unanswered", "repeated", "restart before", "restart after", "lost"]
)


class Phone:
    """A browser and its server: events wait until their answer has come, as in ``parts/log.js``.

    Attributes:
        written: the draft as the server has written it last.
        state: the state of the visit on the server.
        events: the events that have no answer yet.
        load: the id of this load of the page.
        count: how many events this load has had.
    """

    def __init__(self, draft: Draft, load: str = "a") -> None:
        self.written = draft_to_json(draft)
        self.state = State(draft=draft, game_code="")
        self.events: list[dict[str, Any]] = []
        self.load = load
        self.count = 0

    def tap(self, op: list[Any], fate: str) -> None:
        """Make a gesture, and let its message have one of the ``FATES``."""
        self.count += 1
        self.events.append({"load": self.load, "n": self.count, "hand": "/", "op": op})
        if fate == "restart before":
            self.start_server()
        if fate != "lost":
            self.send()
        if fate == "repeated":
            self.send()
        if fate == "restart after":
            # Streamlit's browser side repeats its last message to a session that does not know it.
            self.start_server()
            self.send()
        if fate == "arrives":
            self.hear()

    def hear(self) -> None:
        """Receive the answer. It names the events that the server has processed."""
        taken = self.draft.taken
        self.events = [event for event in self.events if event["n"] > taken.get(event["load"], 0)]

    def send(self) -> None:
        """Send all events that have no answer yet."""
        for tap in parse_log({"events": self.events}, self.draft.taken):
            self.state, _ = apply(self.state, tap)
            self.written = draft_to_json(self.draft)

    def start_server(self) -> None:
        """Restart the server, which knows only what it has written."""
        self.state = replace(self.state, draft=draft_from_json(self.written))

    @property
    def draft(self) -> Draft:
        return self.state.draft

    def reload(self) -> None:
        """Load the page again. The answer names the events that the server has processed."""
        self.load = f"{self.load}*"
        self.count = 0
        self.hear()


@given(st.lists(st.tuples(OPS, FATES, st.booleans()), max_size=30))
def test_no_restart_loss_or_repetition_changes_the_hand(
    taps: list[tuple[list[Any], str, bool]],
) -> None:
    steady = Phone(Draft(rack=HAND, rules="fimj"))
    troubled = Phone(Draft(rack=HAND, rules="fimj"))
    for op, fate, is_reloaded in taps:
        steady.tap(op, "arrives")
        troubled.tap(op, fate)
        if is_reloaded:
            troubled.reload()
    troubled.send()
    assert with_nothing_taken(troubled.draft) == with_nothing_taken(steady.draft)


def with_nothing_taken(draft: Draft) -> str:
    """The draft as text, without the taps that it has taken in, which come last."""
    return draft_to_json(draft).partition('"taken"')[0]


def test_fourteen_tiles_tapped_in_are_fourteen_after_a_restart() -> None:
    phone = Phone(Draft())
    for face in (*KINDS[:9], "1p", "2p", "3p", "5z", "5z"):
        phone.tap(["tile", None, ["add", face, None, None]], "arrives")
    # The browser repeats its last message after the restart.
    last = {"load": "a", "n": 14, "hand": "/", "op": ["tile", None, ["add", "5z", None, None]]}
    phone.start_server()
    for tap in parse_log({"events": [last]}, phone.draft.taken):
        phone.state, _ = apply(phone.state, tap)
    assert len(phone.draft.rack.history.now.tiles) == 14


def a_tap(hand: str, *op: Any) -> Tap:
    """A tap for a hand, given by its game and its token, such as ``GAME/token``."""
    return Tap("a", 3, hand, gesture(*op))


def test_a_tap_for_another_hand_changes_nothing_and_counts_as_taken_in() -> None:
    draft = Draft(rack=HAND, token="next")  # noqa: S106  # names a hand
    state = State(draft=draft, game_code="GAME")
    after, effects = apply(state, a_tap("GAME/last", "tile", None, ["remove", 2]))
    assert to_hand(after.draft.rack.history.now) == to_hand(draft.rack.history.now)
    assert after.draft.taken == {"a": 3}
    assert effects == ()


@pytest.mark.parametrize(
    ("op", "hands"),
    [
        (["photo-turn", None], ["GAME/next"]),
        (["remember"], ["GAME/next"]),
        (["over"], ["GAME/next"]),
        (["save", "last"], ["GAME/next", "GAME/last"]),
    ],
)
def test_a_late_tap_is_for_its_own_hand_alone_and_saving_for_the_whole_game(
    op: list[Any], hands: list[str]
) -> None:
    state = State(draft=Draft(token="next"), game_code="GAME")  # noqa: S106  # names a hand
    taps = [a_tap(hand, *op) for hand in ("GAME/next", "GAME/last", "OTHER/last")]
    assert [tap.hand for tap in taps if is_for(tap, state)] == hands


@pytest.mark.parametrize(("hand", "view"), [("OTHER/last", "hand"), ("GAME/last", "sheet")])
def test_a_tap_leads_to_the_sheet_of_its_own_game_alone(hand: str, view: str) -> None:
    state = State(draft=Draft(token="next"), game_code="GAME")  # noqa: S106  # names a hand
    after, _ = apply(state, a_tap(hand, "view", "sheet"))
    assert after.screen.view == view


def test_a_hand_keeps_its_tiles_and_its_winner_under_other_rules() -> None:
    draft = Draft(
        "riichi",
        rack=HAND,
        winner="S",
        claim=Claim("discard", "W", frozenset({"riichi"})),
        taken={"a": 2},
    )
    state, _ = apply(State(draft=draft), gesture("rules", "mcr"))
    after = state.draft
    assert state.screen.rules == "mcr"
    assert after.rules == "mcr"
    assert after.rack == HAND
    assert after.winner == "S"
    assert after.claim == Claim("discard", "W")
    assert after.taken == {"a": 2}


def test_a_hand_of_a_game_stays_with_the_rules_of_the_game() -> None:
    state = State(draft=Draft("riichi", rack=HAND, seating=("E", "S", "W", "N")))
    assert apply(state, gesture("rules", "mcr")) == (state, ())


def test_a_photo_that_is_cancelled_is_forgotten_even_if_it_has_been_read() -> None:
    state = State(Screen(last_taken=(3, "photo")), Draft(rack=Rack(HAND.history, "photo")))
    after, effects = apply(state, gesture("photo-cancel", 3))
    assert after.screen.answered == 3
    assert after.draft.rack.photo is None
    assert effects == (DropPhoto("photo"),)


def test_a_photo_stays_if_an_earlier_photo_is_cancelled() -> None:
    state = State(Screen(last_taken=(3, "photo")), Draft(rack=Rack(HAND.history, "photo")))
    after, effects = apply(state, gesture("photo-cancel", 2))
    assert after.screen.answered == 2
    assert after.draft.rack.photo == "photo"
    assert effects == ()


def test_the_pages_of_one_browser_are_told_apart_and_the_oldest_is_forgotten() -> None:
    draft = Draft(taken={"a": 9})
    assert with_taken(draft, {"a": 4, "b": 1}).taken == {"a": 9, "b": 1}
    for number in range(8):
        draft = with_taken(draft, {f"load {number}": 1})
    assert "a" not in draft.taken
    assert len(draft.taken) == 8


ANYTHING = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-3, 200)
    | st.sampled_from(["E", "S", "riichi", "robbed", "1p", "tenpai"]),
    lambda inner: st.lists(inner, max_size=4),
    max_leaves=5,
)
NAMES = st.sampled_from(
    [
        *("round_wind", "earlier", "special", "waived", "winners", "status-tenpai"),
        *("dora_indicators", "honba", "declared", "x"),
    ]
)
TOLD = st.one_of(
    st.builds(lambda name, said: ["ask", name, said], NAMES, ANYTHING),
    st.builds(
        lambda seat, name, said: ["rack", seat, name, said],
        SEATS,
        st.sampled_from(["won-too", "special", "status", "points", "x"]),
        ANYTHING,
    ),
    st.builds(lambda face: ["wait", face], ANYTHING),
    st.builds(lambda winner, way: ["seat", winner, way], ANYTHING, ANYTHING),
)


@given(
    st.sampled_from(["zung-jung", "fimj", "riichi", "mcr", "hong-kong"]), st.lists(TOLD, max_size=6)
)
def test_whatever_is_answered_the_hand_stays_sound_and_is_written_and_read_the_same(
    rules: str, taps: list[list[Any]]
) -> None:
    draft = Draft(rules, rack=HAND, winner="S", claim=Claim("discard", "W"))
    for op in taps:
        for tap in parse_log({"events": [{"load": "a", "n": 1, "hand": "/", "op": op}]}, {}):
            state, _ = apply(State(draft=draft, game_code=""), tap)
            # Each tap has the number 1, so that none is taken for a repetition.
            draft = replace(state.draft, taken={})
    assert draft.winner in (None, *draft.seats)
    assert draft.claim.source is None or draft.claim.source in set(draft.seats) - {draft.winner}
    assert draft_from_json(draft_to_json(draft)) == draft
    assess(draft)


def test_answers_are_kept_without_names_and_tiles_that_do_not_exist() -> None:
    draft = Draft("riichi", rack=HAND, winner="S", claim=Claim("discard", "W"))
    for op in (
        ["ask", "special", ["riichi", "nonsense"]],
        ["ask", "dora_indicators", ["4p", "4p", "0p"]],
        ["ask", "winners", ["N", "S", "W"]],
        ["rack", "N", "special", ["riichi"]],
    ):
        draft = apply(State(draft=draft), gesture(*op))[0].draft
    assert draft.claim.circumstances == {"riichi"}
    assert draft.asked["dora_indicators"] == ("4p", "4p")
    assert draft.claims == {"N": Claim("discard", "W", frozenset({"riichi"}))}


def test_a_robbed_quad_among_the_circumstances_is_a_way_of_winning() -> None:
    draft = Draft("riichi", rack=HAND, winner="S", claim=Claim("discard", "W"))
    after, _ = apply(State(draft=draft), gesture("ask", "special", ["robbed"]))
    assert after.draft.claim.win == "robbed-kong"


def test_the_earlier_discarder_is_kept() -> None:
    draft = Draft(rack=HAND, winner="S", claim=Claim("discard", "W"))
    after, _ = apply(State(draft=draft), gesture("ask", "earlier", "N"))
    assert after.draft.earlier == "N"


def test_a_tap_on_a_rack_leads_to_it_and_back() -> None:
    draft = Draft("fimj", rack=Rack(HAND.history, "photo"), winner="S", claim=Claim("discard", "W"))
    tapping = State(Screen(taking="tapping"), draft)
    there, _ = apply(tapping, gesture("open", "E", True))
    assert there.draft is draft
    assert (there.screen.rack, there.screen.taking) == ("E", "camera")
    back, _ = apply(there, gesture("open", None, False))
    assert (back.screen.rack, back.screen.taking) == (None, "photo")
    assert apply(tapping, gesture("retake"))[0].screen.taking == "again"
