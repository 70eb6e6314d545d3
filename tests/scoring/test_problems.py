import pytest
from hypothesis import given

from hu.scoring.hand import Hand, Win
from hu.scoring.partial import find_hands_one_tile_away, leftover
from hu.scoring.problems import problems
from tests.scoring.hand_strategies import any_hands, won


def _ids(text: str, win: Win | None = None) -> list[str]:
    return [problem.id for problem in problems(Hand.from_text(text), win)]


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("234m 567m 55s [777z] 13p +2p", []),
        ("234m 567m 55s [777z] 13p", []),
        ("234m 567m 55s [7777z] 13p +2p", []),
        ("234m 567m 55s [777z] 133p +2p", ["tile-count"]),
        ("234m 567m 55s [777z] 133p", ["tile-count"]),
        ("222m 22m 567m 5s [777z] 3p +3p", ["fifth-copy", "no-winning-shape"]),
        ("234m 567m 55s [777z] 13p 11f +2p", ["duplicate-bonus"]),
        ("234m 567m 55s [776z] 13p +2p", ["illegal-meld"]),
        ("234m 567m 55s (777z) 13p +2p", ["concealed-meld"]),
        ("[123m] [123p] [123s] [777z] [555z] +2p", ["too-many-melds", "tile-count"]),
        ("234m 567m 55s [777z] 13p +1f", ["bonus-winning"]),
        ("147m 258p 369s 1234z +5z", ["no-pair", "no-winning-shape"]),
        ("234m 567m 55s [777z] 14p +2p", ["no-winning-shape"]),
    ],
)
def test_each_problem_of_a_hand_is_named(text: str, ids: list[str]) -> None:
    assert [name for name in _ids(text) if name != "no-winning-shape" or name in ids] == ids


def test_all_problems_are_told_at_once() -> None:
    win = Win("X", "theft", "Y", frozenset(), (("Q", "9m"), ("E", "0m")))
    ids = _ids("[135m] 111112p 11f +1g", win)
    expected = "duplicate-bonus fifth-copy illegal-meld bonus-winning tile-count unknown-seat unknown-win unknown-tile"
    assert set(expected.split()) <= set(ids)


@pytest.mark.parametrize(
    ("win", "ids"),
    [
        (Win("S", "self-draw"), []),
        (Win("S", "discard", "W"), []),
        (Win("S", "discard"), ["source-missing"]),
        (Win("S", "self-draw", "W"), ["source-with-draw"]),
        (Win("S", "discard", "S"), ["source-is-winner"]),
        (Win("S", "discard", "A"), ["unknown-seat"]),
        (Win("s", "self-draw"), ["unknown-seat"]),
        (Win("S", "tsumo"), ["unknown-win", "source-missing"]),
        (Win("S", "robbed-kong", "W"), []),
        (Win("S", "robbed-kong", "W", frozenset({"last-tile"})), ["robbed-and-last-tile"]),
    ],
)
def test_each_problem_of_a_win_is_named(win: Win, ids: list[str]) -> None:
    assert _ids("234m 567m 55s [777z] 13p +2p", win) == ids


def test_a_robbed_tile_is_the_only_copy_in_the_hand() -> None:
    assert _ids("234m 567m 55s [222p] 13p +2p", Win("S", "robbed-kong", "W")) == ["robbed-copy-held"]


def test_a_win_needs_its_tile() -> None:
    assert _ids("234m 567m 55s [777z] 13p", Win("S", "self-draw")) == ["no-winning-tile"]


def test_a_problem_names_its_tiles() -> None:
    (problem,) = problems(Hand.from_text("234m 567m 55s [777z] 14p +2p"))
    assert problem.tiles == ("1p", "2p", "4p")
    assert problem.text == "neither four melds and a pair nor seven pairs nor thirteen orphans; 124p left over"


@given(any_hands())
def test_every_problem_has_a_sentence(hand: Hand) -> None:
    for problem in problems(hand, Win("E", "discard", None)):
        assert problem.text
        assert "{" not in problem.text


@given(won())
def test_a_hand_that_wins_has_no_problem(case: tuple[Hand, Win]) -> None:
    assert problems(*case) == ()


def test_what_is_left_over_is_as_little_as_can_be() -> None:
    assert leftover(Hand.from_text("123m 55p 7s").concealed) == ("7s",)
    assert leftover(Hand.from_text("1122337m").concealed) == ("7m",)
    assert leftover(()) == ()


def _changes(text: str) -> list[tuple[str | None, str | None]]:
    return [(near.removed, near.added) for near in find_hands_one_tile_away(Hand.from_text(text))]


def test_the_nearest_winning_hands_differ_by_one_tile() -> None:
    assert _changes("234m 567m 56s [777z] 13p +2p") == [("5s", "6s"), ("6s", "5s")]
    assert _changes("234m 567m 55s [776z] 13p +2p") == [("6z", "7z")]
    assert _changes("234m 567m 55s [777z] 13p +9p") == [("9p", "2p")]


def test_a_tile_too_many_or_too_few_is_found() -> None:
    assert _changes("234m 567m 559s [777z] 13p +2p") == [("9s", None)]
    assert _changes("234m 567m 5s [777z] 13p +2p") == [(None, "5s")]
    assert _changes("234m 567m 55s [777z] 13p") == [(None, "2p")]


def test_the_nearest_hands_hold_no_fifth_copy() -> None:
    assert _changes("222m 456p [222s] [222p] 2m +3m")
    assert (None, "1m") not in _changes("1111m 234m 567p 789s")


def test_nothing_is_near_a_hand_that_is_far() -> None:
    assert _changes("147m 258p 369s 1234z +5z") == []
    assert _changes("1m") == []
