"""Every public function and value names the argument that has a wrong type or no valid value."""

import itertools
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

import hu

HAND: Final = hu.Hand.from_text("234m 567m 55s [777z] 13p +2p")
WAITING: Final = hu.Hand.from_text("123m 456p 789s 11z 56s")
WIN: Final = hu.Win("S", "discard", "W", frozenset({"last-tile"}))
DEAL: Final = hu.score(HAND, WIN).request.deal
#: Values that are wrong for most arguments.
WRONG: Final[tuple[Any, ...]] = (
    *(None, 0, 3, -1, 10**30, True, 1.5, "", "x", "E", "last-tile", "\ud800", b"x"),
    *([], [1], ["x"], (), ((),), (1,), ("1m",), {}, {1: 2}, {"a": 1}, {"S": None}, {"minimum": []}),
    *(set(), frozenset({3}), frozenset({"x"}), object(), hu.score, HAND, WIN, DEAL),
)
#: Calls that work, by name: the function or type, and its arguments.
CALLS: Final[dict[str, tuple[Callable[..., Any], dict[str, Any]]]] = {
    "Hand": (
        hu.Hand,
        {
            "concealed": ("1m",),
            "melds": (),
            "bonus": (),
            "winning": "1m",
            "red": (),
            "is_winning_red": False,
        },
    ),
    "Hand.from_text": (hu.Hand.from_text, {"text": "123m"}),
    "Meld": (hu.Meld, {"tiles": ("1m", "1m", "1m"), "concealed": False}),
    "Win": (
        hu.Win,
        {
            "winner": "S",
            "how": "discard",
            "source": "W",
            "circumstances": frozenset(),
            "recent_discards": (),
            "liable": None,
            "extras": frozenset(),
        },
    ),
    "score": (
        hu.score,
        {"hand": HAND, "win": WIN, "rules": "zung-jung", "options": {}, "round_wind": "E"},
    ),
    "problems": (
        hu.problems,
        {"hand": HAND, "win": WIN, "rules": "riichi", "options": {}, "round_wind": "E"},
    ),
    "score_table": (hu.score_table, {"deal": DEAL, "rules": "zung-jung"}),
    "waits": (
        hu.waits,
        {
            "hand": WAITING,
            "rules": "fimj",
            "winner": "S",
            "round_wind": "E",
            "circumstances": (),
            "options": {},
            "seen": (),
        },
    ),
    "read_photos": (hu.read_photos, {"paths": [], "rules": "zung-jung", "set": None}),
    "to_json": (hu.to_json, {"value": HAND}),
    "from_json": (hu.from_json, {"text": '"123m"'}),
    "rule_set": (hu.rule_set, {"name": "riichi"}),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_named(name: str) -> None:
    function, arguments = CALLS[name]
    function(**arguments)
    for argument, value in itertools.product(arguments, WRONG):
        error = _refusal(function, **{**arguments, argument: value})
        if isinstance(error, TypeError):
            # The name of a part begins with the name of its argument.
            word = "rules" if name == "rule_set" else argument
            assert re.match(rf"{word}\b|tiles\b", str(error)), (argument, value, str(error))
        elif error is not None:
            assert str(error).isprintable()


def _refusal(function: Callable[..., Any], **arguments: Any) -> hu.HuError | TypeError | None:
    """Call a function, and return why it refuses its arguments. None if it accepts them."""
    try:
        function(**arguments)
    except (hu.HuError, TypeError) as error:
        return error
    return None


@pytest.mark.parametrize("rules", ["zung-jung", "fimj", "riichi", "hong-kong", "mcr", "taiwanese"])
def test_a_wrong_value_in_a_deal_is_named(rules: str) -> None:
    players = {seat: hu.Player() for seat in "ESWN"}
    for field, value in itertools.product(("hand", "win", "status", "points"), WRONG):
        deal = hu.Deal({**players, "S": hu.Player(**{field: value})}, "E")
        _score_or_name(deal, rules, f"players['S'].{field}", value)
    for field, value in itertools.product(
        ("players", "round_wind", "options", "waived", "asked", "void", "entered"), WRONG
    ):
        fields: dict[str, Any] = {"players": players, "round_wind": "E", field: value}
        _score_or_name(hu.Deal(**fields), rules, field, value)


def _score_or_name(deal: hu.Deal, rules: str, field: str, value: object) -> None:
    """Score a deal. If it is refused for a wrong type, the message has to name the field.

    Args:
        deal: has the value in the field.
        rules: the rule set.
        field: how a message names the field: "players['S'].hand".
        value: the value, for the report of a failure.
    """
    error = _refusal(hu.score_table, deal=deal, rules=rules)
    if isinstance(error, TypeError):
        assert str(error).startswith(field), (field, value, str(error))
    elif error is not None:
        assert str(error).isprintable()


_RIICHI_HAND: Final = hu.Hand.from_text("234m 067p 55s 345s 68m +7m")
_RIICHI_WIN: Final = hu.Win("S", "self-draw", circumstances=frozenset({"riichi"}))


def _riichi_deal(**fields: Any) -> hu.Deal:
    """A deal that South wins with riichi. ``fields`` are other fields of the deal."""
    players = {seat: hu.Player() for seat in "ESWN"}
    players["S"] = hu.Player(_RIICHI_HAND, _RIICHI_WIN)
    return hu.Deal(players, round_wind="E", **fields)


@pytest.mark.parametrize("indicators", [("4s",), ["4s"], {"4s"}])
def test_answers_may_be_any_collection_of_texts(indicators: Any) -> None:
    # Three han, and six with the three tiles that the indicator makes dora: a haneman.
    assert hu.score_table(_riichi_deal(), "riichi").points == 4_000
    for name in ("dora_indicators", "dora"):
        scored = hu.score_table(_riichi_deal(asked={name: indicators}), "riichi")
        assert scored.points == 12_000
        assert scored.request.deal.asked == {"dora_indicators": ("4s",)}


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"asked": {"dora_indicator": ["4s"]}}, "asked.dora_indicator: unknown key; did you mean"),
        ({"asked": {"dora_indicators": "4s"}}, "asked.dora_indicators: expected a list, not '4s'"),
        ({"asked": {"honba": 1.5}}, r"asked.honba: expected a whole number, not 1\.5"),
        ({"asked": {"liable": "E"}}, "asked.liable: unknown key"),
        ({"waived": frozenset({"richi"})}, "waive richi: no pattern of riichi has to be declared"),
    ],
)
def test_answers_that_do_not_count_are_refused(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(hu.InputError, match=message):
        hu.score_table(_riichi_deal(**fields), "riichi")


@pytest.mark.parametrize(
    ("rules", "answer", "message"),
    [
        ("zung-jung", {"liable": "E"}, "S: liable is of no use in zung-jung, leave it out"),
        ("mcr", {"recent_discards": (("S", "9m"),)}, "S: recent_discards are of no use in mcr"),
        ("mcr", {"extras": frozenset({"seven-stars"})}, "the house has no pattern 'seven-stars'"),
    ],
)
def test_answers_about_a_win_that_do_not_count_are_refused(
    rules: str, answer: dict[str, Any], message: str
) -> None:
    win = hu.Win("S", "discard", "W", **answer)
    with pytest.raises(hu.InputError, match=message):
        hu.score(HAND, win, rules, round_wind="E")


def test_a_round_wind_is_a_wind_in_any_rules() -> None:
    for rules in hu.rule_names():
        with pytest.raises(hu.InputError, match=r"round.wind.*one of E S W N"):
            hu.score(HAND, WIN, rules, round_wind="X")


def test_points_that_players_counted_are_not_negative() -> None:
    players = {seat: hu.Player(points=8) for seat in "ENW"}
    players["S"] = hu.Player(hu.Hand.from_text("111z 555p 234m 678s 9m +9m"), WIN)
    players["W"] = hu.Player(points=-1)
    with pytest.raises(hu.InputError, match="W: points cannot be -1, give 0 or more"):
        hu.score_table(hu.Deal(players, round_wind="E"), "fimj")


@pytest.mark.parametrize("value", WRONG)
def test_a_wrong_value_in_a_request_is_named(value: Any) -> None:
    for argument in ("rules", "deal", "id"):
        arguments = {"rules": "zung-jung", "deal": DEAL, "id": 1, argument: value}
        error = _refusal(hu.to_json, value=hu.Request(**arguments))
        if isinstance(error, TypeError):
            assert str(error).startswith(argument), (argument, value, str(error))


def test_a_long_wrong_word_is_cut_in_messages() -> None:
    for win in (
        hu.Win("S" * 500, "discard", "W"),
        hu.Win("S", "x" * 500),
        hu.Win("S", "x", "W" * 500),
    ):
        with pytest.raises(hu.InvalidHandError) as caught:
            hu.score(HAND, win)
        assert len(str(caught.value)) < 300


def test_one_circumstance_is_understood() -> None:
    assert hu.Win("S", "self-draw", circumstances="last-tile").circumstances == {"last-tile"}  # type: ignore[arg-type]
    assert hu.Win("S", "self-draw", circumstances=["last-tile"]).circumstances == {"last-tile"}  # type: ignore[arg-type]
    assert hu.score(HAND, hu.Win("S", "discard", "W", "last-tile")).points == 20  # type: ignore[arg-type]


def test_seen_tiles_may_be_a_text() -> None:
    answer = hu.waits(WAITING, circumstances="last-tile", seen="4s 7s")
    assert [wait.left for wait in answer.waits] == [3, 2]


@pytest.mark.parametrize("rules", ["zung-jung", "fimj", "riichi"])
def test_a_seat_that_does_not_exist_is_named(rules: str) -> None:
    with pytest.raises(hu.InputError, match="winner: 'x' is no seat"):
        hu.waits(WAITING, rules, winner="x")
    with pytest.raises(hu.InputError, match="round_wind: 'x' is no seat"):
        hu.waits(WAITING, rules, round_wind="x")


def test_problems_know_the_options_of_a_table() -> None:
    pairs = hu.Hand.from_text("1133m 5577p 2244s 5z +5z")
    assert hu.problems(pairs, rules="hong-kong")
    assert not hu.problems(pairs, rules="hong-kong", options={"seven_pairs": True})


def test_a_text_is_no_hand() -> None:
    with pytest.raises(hu.InputError, match=r"concealed: expected a tuple.*Hand\.from_text"):
        hu.Hand("123m")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="hand: expected Hand, not '123m'"):
        hu.waits("123m")  # type: ignore[arg-type]


def _public_values() -> dict[str, Any]:
    """A value of every public type, by what it is. The working folder has to be the repository."""
    table = {
        "rules": "fimj",
        "round_wind": "E",
        "winners": {"S": {"hand": "111z 555p 234m 678s 9m +9m", "win": "self-draw"}},
        "others": {seat: {"hand": "[222p] 55z 789s 1m 4m 7p 9p 9p 1f"} for seat in "EWN"},
    }
    request: Any = hu.from_json(json.dumps(table))
    scored = hu.score_table(request.deal)
    record = hu.from_json(hu.to_json(scored, explain=True))
    photo = hu.read_photo("datasets/samples/images/hand.jpg")
    return {
        "hand": HAND,
        "win": WIN,
        "deal": request.deal,
        "request": request,
        "scored": scored,
        "score": scored.score,
        "player": scored.score.players["S"],
        "item": scored.patterns[0],
        "record": record,
        "waits": hu.waits(hu.Hand.from_text("147m 258p 369s 12345z")),
        "photo": photo,
        "reading": photo.reading,
        "tile": photo.tiles[0],
        "decoded": photo.photo,
        "photo record": hu.from_json(hu.to_json(photo)),
        "rules": hu.rule_set("riichi"),
        "pattern": hu.rule_set("riichi").patterns[0],
        "option": hu.rule_set("riichi").options[0],
        "question": hu.rule_set("riichi").questions[0],
        "problem": hu.problems(hu.Hand.from_text("11111m 22z"))[0],
    }


def test_the_text_of_a_value_fits_on_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    for name, value in _public_values().items():
        assert len(repr(value)) <= 2_000, name


def test_what_is_scored_is_rebuilt_from_its_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    values = _public_values()
    names = {public: getattr(hu, public) for public in hu.__all__}
    for name in ("hand", "win", "deal", "request"):
        assert eval(repr(values[name]), names) == values[name]  # noqa: S307


def test_every_result_can_be_written_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).parents[2])
    values = _public_values()
    [values["unread photo"]] = hu.read_photos(["missing.jpg"])
    values["older photo"] = hu.from_json('{"photo": "a.jpg", "tiles": [{"tile": "1m"}]}')
    for name in ("waits", "problem", "rules", "photo", "unread photo", "older photo", "record"):
        content = json.loads(hu.to_json(values[name]))
        assert isinstance(content, dict), name
    for name in ("waits", "photo", "older photo", "record"):
        record = hu.from_json(hu.to_json(values[name]))
        assert hu.from_json(hu.to_json(record)) == record, name


def test_the_json_of_waits_has_the_points_under_the_name_of_the_rules() -> None:
    [wait, *_] = json.loads(hu.to_json(hu.waits(WAITING, "hong-kong")))["waits"]
    assert "faan" in wait["discard"]


def test_a_score_without_its_request_is_not_written_as_json() -> None:
    with pytest.raises(TypeError, match="value: expected Hand or Request"):
        hu.to_json(hu.score(HAND, WIN).score)  # type: ignore[arg-type]


def test_records_come_back_from_their_json() -> None:
    scored = hu.score(HAND, WIN)
    record = hu.from_json(hu.to_json(scored))
    assert isinstance(record, hu.ScoreRecord)
    assert record.points == 20
    assert record.payments == scored.payments
    assert hu.from_json(hu.to_json(record)) == record
