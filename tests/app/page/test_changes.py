"""The change that each gesture makes to a hand in many states, in a file that a person has read."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from hu.app.page.draft.editing.hand import EditedHand, Group, Tile
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.racks import SeenHand
from hu.app.page.draft.state import Claim, Draft, Rack
from hu.app.page.events.event import Event
from hu.app.page.events.hand import HandMoved, HandSaved, SheetRead
from hu.app.page.events.photos import (
    HandsFound,
    PhotoDone,
    PhotoFileCame,
    PhotoLinedUp,
    PhotoRead,
    PhotoReadAgain,
    PhotoRefused,
    ReadingFound,
    TilesRead,
)
from hu.app.page.photos.photo import Note
from hu.app.page.reduce import apply
from hu.app.page.sent_files import SentFile, WaitingPhoto
from hu.app.page.state import SavedHand, Screen, State
from hu.app.page.teaching import Teaching, TeachingPhoto
from hu.scoring.hand import Hand
from tests.app.page.changes import change_lines
from tests.app.page.laid import from_hand, gesture, rack_of
from tests.app.page.test_page_reduce import ENTRY
from tests.app.page.view.shown_hands import SEATED, drawn, game_of, won
from tests.expected import Expected

EXPECTED = Expected(Path(__file__).with_name("changes.md"))
PLAIN = "234567m 13p 55s [777z] 1f +2p"


def state_of(draft: Draft, game_code: str = "", **fields: Any) -> State:
    """A visit with a hand in work.

    Args:
        draft: the hand.
        game_code: the code of the open game. Empty for none.
        **fields: fields of the screen.
    """
    return State(Screen(visit="visit", **fields), draft, game_code, now=5.0)


def of_game(draft: Draft, **fields: Any) -> State:
    """A visit with a hand in work that belongs to a game."""
    return state_of(replace(draft, seating=SEATED), "CODE2345", **fields)


def photographed() -> EditedHand:
    """A hand of a photo with doubts: of a face, of a claimed meld, of flowers, and with backs."""
    numbers = iter(range(1, 40))

    def group(kind: Any, faces: str, top: int) -> Group:
        """A row of tiles whose upper edge is ``top`` pixels below that of the photo."""
        tiles = []
        for place, face in enumerate(faces.split()):
            left = 10 * place
            box = ((left, top), (left + 8, top), (left + 8, top + 12), (left, top + 12))
            tiles.append(Tile(next(numbers), face, box))
        return Group(next(numbers), kind, tuple(tiles))

    groups = [
        group("standing", "1m 2m 3m 5p back", 0),
        group("exposed", "7z 7z 7z", 20),
        group("quad", "back 3s 3s back", 40),
        group("standing", "9s", 60),
        group("standing", "1f 2f", 80),
        group("aside", "4z 3f", 100),
    ]
    doubtful = replace(groups[0].tiles[1], doubtful=True, alternatives=("3m", "2p"))
    tiles = (groups[0].tiles[0], doubtful, *groups[0].tiles[2:])
    groups[0] = replace(groups[0], tiles=tiles)
    return EditedHand(
        tuple(groups),
        winning=16,
        fresh=30,
        unsettled=((7, 8, 9), (18, 19), (11, 12, 13, 14), (22,)),
        unsettled_aside=((21,),),
    )


def photo_state() -> State:
    """A visit with a photo of three players, and no answers yet."""
    rack = Rack(History(photographed()), photo="photo-0")
    return state_of(Draft("sanma", rack=rack, seats=("E", "S", "W"), token="token"))  # noqa: S106


STATES: dict[str, State] = {
    "a hand from a photo": photo_state(),
    "tapped tiles": state_of(
        Draft("riichi", rack=rack_of("123m 456p 5s 0p [1111z] +5s"), token="token")  # noqa: S106
    ),
    "riichi with two winners": state_of(
        won(
            "riichi",
            "234567m 13p 55s [777z] +2p",
            "S W",
            claims={"N": Claim("discard", "W", frozenset({"riichi"}))},
            others={"N": rack_of("123456m 99s 345s 13p +2p"), "E": Rack(status="chombo")},
            asked={"dora_indicators": ("4m",), "declared": ("E",), "honba": 2, "liable": "W"},
            options={"preset": "tenhou"},
        )
    ),
    "a robbed quad of zung jung": state_of(
        replace(
            won("zung-jung", PLAIN, "S W", earlier="N", waived=frozenset({"3.1"})),
            claim=Claim("robbed-kong", "W", frozenset({"last-tile"})),
        )
    ),
    "fimj with racks": of_game(
        replace(
            won("fimj", PLAIN, "S W"),
            rack=replace(rack_of(PLAIN), photo="photo-0"),
            others={
                "E": replace(rack_of("123m"), photo="photo-1"),
                "W": Rack(points=24, status="fallen-rack"),
            },
        ),
        rack="E",
        given_photos=frozenset({"photo-0"}),
        last_taken=(3, "photo-0"),
    ),
    "an empty hand of riichi": of_game(Draft("riichi", round_wind="E", known=2, token="token")),  # noqa: S106
    "figures of riichi": state_of(
        replace(won("riichi", "", "S W", entered={"han": 3, "fu": 40}), rack=Rack())
    ),
    "a drawn hand of riichi": of_game(
        drawn(
            "riichi",
            others={"E": Rack(status="tenpai")},
            asked={"declared": ("E",)},
            options={"preset": "tenhou"},
        )
    ),
    "a changed hand": of_game(
        won("zung-jung", PLAIN, "S W", entry=4, version=2, known=5),
        saved=SavedHand("CODE2345", ENTRY, None, 1),
        dialog=4,
    ),
    "a waiting photo": of_game(
        won("fimj", PLAIN, "S W", others={"E": replace(rack_of("9s"), photo="photo-1")}),
        photo=WaitingPhoto("snap", None, 7, "ticket"),
        answered=5,
        taking="again",
        page="tile sets",
    ),
    "a set that is taught": state_of(
        Draft(),
        page="tile sets",
        teaching=Teaching(
            "club",
            photos=(TeachingPhoto("a.jpg", "first"), TeachingPhoto("b.jpg", "second")),
            faces={2: "5m", 3: "no-tile", 4: "leave-out"},
            source="a.jpg",
            ticket="ticket",
        ),
    ),
}

TILE_OPS: list[list[Any]] = [
    *(
        ["tile", None, ["face", tile, face]]
        for tile, face in ((2, "2m"), (2, "3m"), (4, "0p"), (99, "1m"))
    ),
    *(["tile", None, ["remove", tile]] for tile in (1, 16, 21, 99)),
    *(
        ["tile", None, ["move", tile, target]]
        for tile, target in (
            (1, "standing"),
            (1, "exposed"),
            (16, 6),
            (16, 10),
            (16, 17),
            (16, "quad"),
            (21, "bonus"),
            (21, "standing"),
            (1, "bonus"),
            (1, 99),
            (99, "standing"),
        )
    ),
    *(
        ["tile", None, ["add", face, group, point]]
        for face, group, point in (
            ("0p", None, None),
            ("9s", 10, None),
            ("9s", 99, None),
            ("6z", None, [100, 50]),
        )
    ),
    ["tile", None, ["complete", "9m", None, None]],
    ["tile", None, ["lay", [1, 2, 3], "exposed"]],
    ["tile", None, ["lay", [16, 1], "quad"]],
    ["tile", None, ["lay", [99], "exposed"]],
    *(
        ["tile", None, ["turn", group, kind]]
        for group, kind in (
            (10, "standing"),
            (10, "quad"),
            (17, "exposed"),
            (99, "quad"),
        )
    ),
    *(
        ["tile", None, ["settle", tiles, claimed]]
        for claimed in (True, False)
        for tiles in (
            [9, 8, 7],
            [18, 19],
            [11, 12, 13, 14],
            [22],
            [1, 2, 3],
        )
    ),
    ["tile", None, ["settle-aside", [21], True]],
    ["tile", None, ["settle-aside", [21], False]],
    ["tile", None, ["settle-aside", [99], True]],
    *(["tile", None, ["win", tile]] for tile in (1, 7, 21, 99, None)),
    ["tile", "E", ["add", "9m", None, None]],
    ["tile-undo", None],
    ["tile-redo", None],
    ["wait", "5m"],
]
ANSWER_OPS: list[list[Any]] = [
    ["seat", "S", "W"],
    ["seat", "S", "E"],
    ["seat", "S", "self-draw"],
    ["seat", "S", "S"],
    ["seat", "N", None],
    ["seat", "N", "W"],
    ["seat", None, None],
    ["ask", "round_wind", "S"],
    ["ask", "round_wind", "X"],
    ["ask", "earlier", "E"],
    ["ask", "earlier", None],
    ["ask", "special", ["riichi", "last-tile", "nonsense"]],
    ["ask", "special", ["robbed"]],
    ["ask", "special", []],
    ["ask", "waived", ["3.1", "9.9"]],
    ["ask", "winners", ["E", "N", "S", "W"]],
    ["ask", "winners", []],
    ["ask", "void", "nine-terminals"],
    ["ask", "void", "nonsense"],
    ["ask", "void", None],
    ["ask", "enter", True],
    ["ask", "enter", False],
    ["ask", "han", 4],
    ["ask", "han", 0],
    ["ask", "han", 1000],
    ["ask", "han", True],
    ["ask", "han", None],
    ["ask", "fu", 5],
    ["ask", "limit", "mangan"],
    ["ask", "limit", "nonsense"],
    ["ask", "status-tenpai", ["E", "S"]],
    ["ask", "status-chombo", ["N"]],
    ["ask", "status-nonsense", ["N"]],
    ["ask", "declared", ["N", "W", "X", "N"]],
    ["ask", "declared", "N"],
    ["ask", "dora_indicators", ["1m", "X", "0p", "2m", "3m", "4m", "5m", "6m"]],
    ["ask", "honba", 3],
    ["ask", "honba", -1],
    ["ask", "honba", 100],
    ["ask", "honba", True],
    ["ask", "liable", "E"],
    ["ask", "liable", "X"],
    ["ask", "nonsense", 1],
    *(["rack", seat, "won-too", reply] for seat, reply in (("E", True), ("N", False), ("W", True))),
    ["rack", "N", "special", ["riichi", "heaven"]],
    ["rack", "E", "special", ["riichi"]],
    ["rack", "E", "status", "small-lord"],
    ["rack", "E", "status", "none"],
    ["rack", "E", "points", 12],
    ["rack", "E", "points", 200000],
    ["rack", "E", "points", -2],
    ["rack", "E", "points", None],
    ["rack", "S", "points", 12],
    ["rules", "fimj"],
    ["rules", "nonsense"],
    ["option", "preset", "wrc"],
    ["option", "preset", "nonsense"],
    ["option", "red_fives", "3"],
]
SCREEN_OPS: list[list[Any]] = [
    *(
        ["open", seat, camera]
        for seat, camera in (("E", True), ("W", False), ("S", True), (None, True))
    ),
    ["view", "sheet"],
    ["view", "hand"],
    ["retake"],
    ["by-hand"],
    ["photo-ask"],
    ["photo-cancel", 7],
    ["photo-cancel", 3],
    ["photo-turn", None],
    ["photo-turn", "E"],
    ["photo-crop", "E", [0, 0, 0.5, 1]],
    ["photo-row", None, [0.5, 0.5]],
    ["photo-hand", 1],
    ["photo-reading", None, "runner-up"],
    ["photo-reading", "W", "likeliest"],
    ["keep", "photo-0", False],
    ["keep", "photo-1", True],
    ["keep", "photo-9", True],
    ["remember"],
    ["save", "token"],
    ["save", "other"],
    ["drawn", 2],
    ["drawn", 1],
    ["over"],
    ["undo-saved"],
    ["keep-mine", 6, 4, 3],
    ["keep-mine", 6, 0, 0],
    ["change", 4],
    ["delete", 4, 1],
    ["leave"],
    ["page", "statistics"],
    ["page", ""],
    ["finish"],
    ["reopen"],
    ["remove-game"],
    ["undo", "1"],
]
TEACHING_OPS: list[list[Any]] = [
    ["teach", False],
    ["teach-name", "home"],
    ["teach-drop", "first"],
    ["teach-drop", "third"],
    ["teach-read"],
    ["teach-face", 999, "5z"],
    ["teach-face", 1000, "5z"],
    ["teach-save"],
]
HANDS = (
    SeenHand("photo-0", 1, from_hand(Hand.from_text("1m +1m"))),
    SeenHand("photo-2", 2, from_hand(Hand.from_text("2m +2m"))),
    SeenHand("photo-3", 0, from_hand(Hand.from_text("3m"))),
)
EVENTS: dict[str, Event] = {
    "a photo that came before": PhotoFileCame("snap", SentFile("a.jpg", b"x", number=5)),
    "the waiting photo again": PhotoFileCame("snap", SentFile("a.jpg", b"x", number=7)),
    "a new photo, a smaller copy": PhotoFileCame(
        "snap", SentFile("a.jpg", b"x", number=8, original_px=4000)
    ),
    "a photo of a question": PhotoFileCame(
        "ask-dora_indicators", SentFile("a.jpg", b"x", number=0, original_px=4000)
    ),
    "a photo in the line": PhotoLinedUp("snap", 8, "next"),
    "the waiting photo is ready": PhotoDone("ticket"),
    "another photo is ready": PhotoDone("other"),
    "the waiting photo was read": PhotoRead(7, HANDS),
    "the waiting photo was refused": PhotoRefused("snap", 7, Note("snap.busy")),
    "an earlier photo was refused": PhotoRefused("snap", 3, Note("snap.busy")),
    "tiles of a question": TilesRead("ask-dora_indicators", "dora_indicators", ("4s", "back")),
    "a photo read again": PhotoReadAgain(HANDS),
    "the hands of the photo": HandsFound(HANDS, None),
    "the hand at side 2": HandsFound(HANDS, 2),
    "the hand of no side": HandsFound(HANDS, 3),
    "another reading of the winner": ReadingFound("photo-0", None, HANDS[1].hand),
    "another reading of East": ReadingFound("photo-1", "E", HANDS[1].hand),
    "another reading of West": ReadingFound("photo-1", "W", HANDS[1].hand),
    "a tap of another hand was saved": HandSaved(ENTRY, None, 1, is_saved_now=False),
    "a change was saved": HandSaved(ENTRY, replace(ENTRY, version=1), 1),
    "a new hand was saved": HandSaved(ENTRY, None, 2, is_saved_now=True),
    "a drawn hand was saved": HandSaved(ENTRY, None, 2, is_saved_now=True, is_noted_as_drawn=True),
    "moved": HandMoved("OTHER", Draft(token="fresh"), None),  # noqa: S106
    "moved over a hand": HandMoved("OTHER", Draft(token="fresh"), won("fimj", "9m", "S")),  # noqa: S106
    "an empty sheet": SheetRead(game_of("fimj"), []),
    "a sheet of another phone": SheetRead(game_of("fimj"), [ENTRY]),
    "a sheet with this hand": SheetRead(game_of("fimj"), [replace(ENTRY, token="token")]),  # noqa: S106
}


def described(state: State, events: list[tuple[str, Event]]) -> str:
    """The change that each event makes to a state, and a list of the events that change nothing."""
    lines = []
    idle = []
    for name, event in events:
        after, effects = apply(state, event)
        changes = change_lines(state, after, effects)
        if not changes:
            idle.append(name)
        elif len(changes) == 1:
            lines.append(f"{name} -> {changes[0]}")
        else:
            lines.append(f"{name} ->")
            lines += [f"    {line}" for line in changes]
    if idle:
        lines.append(f"nothing: {'; '.join(idle)}")
    return "\n".join(lines)


def gestures(ops: list[list[Any]]) -> list[tuple[str, Event]]:
    """The gestures of messages of the browser, each with the message as its name."""
    named_gestures: list[tuple[str, Event]] = []
    for op in ops:
        name = " ".join(json.dumps(part) for part in op)
        named_gestures.append((name, gesture(*op)))
    return named_gestures


#: The events that are tried in each state.
CASES: dict[str, tuple[str, list[tuple[str, Event]]]] = {
    "tiles: a hand from a photo": ("a hand from a photo", gestures(TILE_OPS)),
    "tiles: tapped tiles": ("tapped tiles", gestures(TILE_OPS[:8] + TILE_OPS[-5:])),
    "tiles: fimj with racks": ("fimj with racks", gestures(TILE_OPS[-5:])),
    "teaching: a set that is taught": ("a set that is taught", gestures(TEACHING_OPS)),
}
for _state in list(STATES)[2:8]:
    CASES[f"answers: {_state}"] = (_state, gestures(ANSWER_OPS))
for _state in list(STATES)[3:10]:
    CASES[f"screens: {_state}"] = (_state, gestures(SCREEN_OPS))
for _state in ("fimj with racks", "a waiting photo", "a changed hand"):
    CASES[f"results: {_state}"] = (_state, list(EVENTS.items()))


@pytest.mark.parametrize("name", CASES)
def test_the_changes_of_events(name: str) -> None:
    state, tried = CASES[name]
    EXPECTED.check(name, described(STATES[state], tried))


def test_the_file_has_these_changes() -> None:
    EXPECTED.check_names(list(CASES))
