"""Hands: notation, problems and their messages, and the melds into which a hand divides."""

import doctest
from typing import Any

import pytest
from hypothesis import given

from hu.scoring import lines
from hu.scoring.arrangements import arrange_hand
from hu.scoring.errors import HuError, InputError, one_line
from hu.scoring.hand import Hand, Win
from hu.scoring.melds import Meld
from hu.scoring.near_hands import find_hands_one_tile_away
from hu.scoring.notation import format_meld, format_tiles, parse_tile
from hu.scoring.problems import find_problems
from hu.scoring.suits import leftover
from tests.scoring.hand_strategies import any_hands, winning_hands, won
from tests.scoring.reference_zung_jung import wins as wins_by_reference


def test_the_examples_hold() -> None:
    assert doctest.testmod(lines).failed == 0


@pytest.mark.parametrize(
    "text",
    [
        "a\nb",
        "a\rb",
        "a\x1b[2Jb",
        "a\u202eb",
        "a\u2028b",
        "a\u200bb",
        "\udcff.jpg",
        "a\0b",
        "a\x85b",
    ],
)
def test_no_sign_breaks_a_line_or_commands_a_terminal(text: str) -> None:
    line = one_line(text)
    assert line.isprintable()
    assert line.encode()
    assert one_line(line) == line


def test_every_error_is_one_line() -> None:
    assert str(HuError("a\r\nb")) == "a\\r\\nb"
    assert str(InputError("日本 🀄 è")) == "日本 🀄 è"


@given(any_hands())
def test_a_hand_is_read_back_from_its_text(hand: Hand) -> None:
    assert Hand.from_text(str(hand)) == hand


@given(winning_hands())
def test_white_space_is_free(hand: Hand) -> None:
    text = str(hand)
    assert Hand.from_text(text.replace(" ", "")) == hand
    assert Hand.from_text("\t".join(text)) == hand


def test_the_notation_tells_melds_bonus_tiles_and_the_winning_tile_apart() -> None:
    hand = Hand.from_text("123m 44p [555z] (1111s) 1f 3g +5p")
    assert hand == Hand(
        concealed=("1m", "2m", "3m", "4p", "4p"),
        melds=(Meld(("5z",) * 3), Meld(("1s",) * 4, concealed=True)),
        bonus=("1f", "3g"),
        winning="5p",
    )
    assert str(hand) == "123m 44p [555z] (1111s) 1f 3g +5p"


@pytest.mark.parametrize("text", ["455m +0m", "405m +5m", "46m [555m] +0m", "55m 0s +5s", "55m"])
def test_a_red_five_that_won_stays_the_winning_tile(text: str) -> None:
    assert str(Hand.from_text(text)) == text
    assert str(Hand.from_text(text.replace("+", " + "))) == text


@pytest.mark.parametrize(
    "text", ["55p 22m [067m] +0p", "55p [055p]", "5s [067s] [067s]", "(0555p)"]
)
def test_a_red_five_of_a_meld_stays_in_its_meld(text: str) -> None:
    hand = Hand.from_text(text)
    copy = Hand.from_text(str(hand))
    assert [meld.red for meld in copy.melds] == [meld.red for meld in hand.melds]
    assert str(copy) == str(hand)
    assert sorted(str(hand)) == sorted(text)


def test_a_meld_whose_red_five_the_hand_does_not_count_is_written_plainly() -> None:
    meld = Meld(("5m", "6m", "7m"), red=("5m",))
    assert str(Hand(melds=(meld,))) == "[567m]"


def test_hands_of_the_same_tiles_are_equal_whichever_five_is_red() -> None:
    assert Hand.from_text("55m [067m]") == Hand.from_text("05m [567m]")
    assert Hand.from_text("455m +0m") == Hand.from_text("405m +5m")


def test_tiles_may_come_in_lists() -> None:
    tiles: Any = ["2m", "1m"]
    melds: Any = [Meld(("5z", "5z", "5z"))]
    assert Hand(tiles, melds) == Hand.from_text("12m [555z]")
    assert len({Hand(tiles, melds), Hand.from_text("12m [555z]")}) == 1


def test_tiles_may_not_come_in_a_text() -> None:
    with pytest.raises(InputError, match="read a hand in the notation"):
        Hand("12m")  # type: ignore[arg-type]


def test_melds_are_melds_and_not_their_tiles() -> None:
    melds: Any = (("1m", "2m", "3m"),)
    with pytest.raises(TypeError, match="melds"):
        Hand(melds=melds)


def test_the_order_of_the_text_does_not_matter() -> None:
    assert Hand.from_text("+5p 3g (1111s) 4p [555z] 21m 1f 3m 4p") == Hand.from_text(
        "123m 44p [555z] (1111s) 1f 3g +5p"
    )


def test_an_empty_text_is_an_empty_hand() -> None:
    assert Hand.from_text(" \n") == Hand()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("12 3", "column 4: '123' has no suit after it"),
        ("1x", "column 2: unknown tile '1x'"),
        ("8z", "column 2: unknown tile '8z'"),
        ("5f", "column 2: unknown tile '5f'"),
        ("0z", "column 2: '0' is no tile's number"),
        ("m", "column 1: 'm' without a number before it"),
        ("1M", "column 2: unknown tile '1M'"),
        ("1m]", "column 3: ']' closes nothing"),
        ("[123m", "column 1: '[' is never closed by ']'"),
        ("[123m)", "column 6: ')' inside a meld that '[' opened at column 1"),
        ("[1m(2m)]", "column 4: '(' inside a meld"),
        ("[12m +3m]", "column 6: '+' inside a meld"),
        ("1m +", "column 4: '+' needs the winning tile after it"),
        ("+[1m]", "column 1: '+' needs the winning tile after it"),
        ("+1m +2m", "column 5: a second winning tile, +2m; +1m came before"),
        ("+12m", "column 1: one winning tile only after '+'"),
        ("3y", "column 2: unknown tile '3y'"),
        ("中", "column 1: '中' without a number before it"),
        ("１m", "column 1: '１' is no tile's number"),
        ("back", "column 1: 'b' without a number before it"),
    ],
)
def test_what_is_no_hand_says_where_and_why(text: str, message: str) -> None:
    with pytest.raises(InputError) as refusal:
        Hand.from_text(text)
    assert f"hand, {message}" in str(refusal.value)


def test_one_tile_is_read() -> None:
    assert parse_tile("5z") == "5z"
    with pytest.raises(InputError, match="unknown tile 'back'"):
        parse_tile("back")


def test_tiles_are_written_in_their_order_and_a_meld_sorted() -> None:
    assert format_tiles(("1m", "2m", "1s", "1m")) == "12m 1s 1m"
    assert format_meld(Meld(("3m", "1m", "2m"))) == "[123m]"


@pytest.mark.parametrize(
    ("tiles", "kind"),
    [
        ("123m", "sequence"),
        ("555z", "triplet"),
        ("1111s", "quad"),
        ("123z", "other"),
        ("135m", "other"),
        ("12m 3p", "other"),
    ],
)
def test_a_meld_knows_its_kind(tiles: str, kind: str) -> None:
    (meld,) = Hand.from_text(f"[{tiles}]").melds
    assert meld.kind == kind


def test_a_hand_keeps_bonus_tiles_apart() -> None:
    with pytest.raises(InputError, match="'1f' misplaced"):
        Hand(concealed=("1f",))
    with pytest.raises(InputError, match="'1m' misplaced"):
        Hand(bonus=("1m",))
    with pytest.raises(InputError, match="unknown tile 'back'"):
        Hand(concealed=("back",))


def _ids(text: str, win: Win | None = None) -> list[str]:
    """The ids of the problems of a hand, and of its win if one is given."""
    return [problem.id for problem in find_problems(Hand.from_text(text), win)]


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
    found = _ids(text)
    # Other problems bring this one along.
    if "no-winning-shape" not in ids:
        found = [name for name in found if name != "no-winning-shape"]
    assert found == ids


def test_all_problems_are_told_at_once() -> None:
    win = Win("X", "theft", "Y", frozenset(), (("Q", "9m"), ("E", "0m")))
    ids = _ids("[135m] 111112p 11f +1g", win)
    expected = {
        "duplicate-bonus",
        "fifth-copy",
        "illegal-meld",
        "bonus-winning",
        "tile-count",
        "unknown-seat",
        "unknown-win",
        "unknown-tile",
    }
    assert expected <= set(ids)


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
    win = Win("S", "robbed-kong", "W")
    assert _ids("234m 567m 55s [222p] 13p +2p", win) == ["robbed-copy-held"]


def test_a_win_needs_its_tile() -> None:
    assert _ids("234m 567m 55s [777z] 13p", Win("S", "self-draw")) == ["no-winning-tile"]


def test_a_problem_names_its_tiles() -> None:
    (problem,) = find_problems(Hand.from_text("234m 567m 55s [777z] 14p +2p"))
    assert problem.tiles == ("1p", "2p", "4p")
    assert problem.text == (
        "neither four melds and a pair nor seven pairs nor thirteen orphans; 124p left over"
    )


@given(any_hands())
def test_every_problem_has_a_sentence(hand: Hand) -> None:
    for problem in find_problems(hand, Win("E", "discard", None)):
        assert problem.text
        assert "{" not in problem.text


@given(won())
def test_a_hand_that_wins_has_no_problem(case: tuple[Hand, Win]) -> None:
    assert find_problems(*case) == ()


def test_what_is_left_over_is_as_little_as_can_be() -> None:
    assert leftover(Hand.from_text("123m 55p 7s").concealed) == ("7s",)
    assert leftover(Hand.from_text("1122337m").concealed) == ("7m",)
    assert leftover(()) == ()


def _changes(text: str) -> list[tuple[str | None, str | None]]:
    """The tiles that a hand loses and gets to become each winning hand one tile away."""
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


def _texts(hand: str) -> set[str]:
    """The arrangements of a hand, written."""
    return {reading.text() for reading in arrange_hand(Hand.from_text(hand))}


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("111222333m 456p 5s +5s", {"111m 222m 333m 456p 55s", "123m 123m 123m 456p 55s"}),
        ("1122334455667m +7m", {
            "123m 123m 456m 456m 77m", "123m 123m 567m 567m 44m", "234m 234m 567m 567m 11m",
            "11m 22m 33m 44m 55m 66m 77m",
        }),
        ("2222s 66m 77p 55z 44z 3z +3z", {"66m 77p 22s 22s 33z 44z 55z"}),
        ("19m 19p 19s 1234567z +1m", {"119m 19p 19s 1234567z"}),
        ("[123m] [456p] [789s] [111z] 2z +2z", {"22z [123m] [456p] [789s] [111z]"}),
        ("(1111m) (2222m) (3333m) (4444m) 2z +2z", {"22z (1111m) (2222m) (3333m) (4444m)"}),
        ("147m 258p 369s 1234z +5z", set()),
    ],
)  # fmt: skip
def test_every_arrangement_is_found(hand: str, expected: set[str]) -> None:
    assert _texts(hand) == expected


def test_every_place_of_the_winning_tile_is_found() -> None:
    readings = arrange_hand(Hand.from_text("444m 777p 33324s 99m +3s"))
    assert {reading.completed_group for reading in readings} == {
        ("3s", "3s", "3s"),
        ("2s", "3s", "4s"),
    }


def test_irregular_hands_have_no_melds() -> None:
    assert arrange_hand(Hand.from_text("[111m] 19p 19s 1234567z +1m")) == ()


@given(won())
def test_a_reading_holds_the_tiles_of_its_hand(case: tuple[Hand, Win]) -> None:
    hand, _ = case
    readings = arrange_hand(hand)
    assert readings
    assert wins_by_reference(hand)
    for reading in readings:
        copy = Hand.from_text(reading.text(hand.bonus))
        assert copy.concealed == hand.standing
        assert copy.melds == hand.melds
        assert copy.bonus == hand.bonus
        assert reading.form == "thirteen-orphans" or hand.winning in reading.completed_group


@pytest.mark.parametrize(
    "text",
    [
        "234c 067d [555z] 78b EE +9b",
        "234m 067t [555z] 78s E E +9s",
        "234m067p[555z]78s11z+9s",
        "🀈🀉🀊 0p 🀞🀟 [🀆🀆🀆] 🀖🀗 🀀🀀 +🀘",
        "🀈🀉🀊 067p [🀆︎🀆︎🀆︎] 78s 🀀️🀀️ +9s",
    ],
)
def test_other_notations_mean_the_same_hand(text: str) -> None:
    assert Hand.from_text(text) == Hand.from_text("234m 067p [555z] 78s 11z +9s")


def test_honors_and_bonus_tiles_have_signs_of_their_own() -> None:
    hand = Hand.from_text("ESWN 🀀🀁🀂🀃 🀄🀅🀆 🀢🀣🀤🀥 🀦🀧🀨🀩")
    assert str(hand) == "11223344567z 1234f 1234g"


def test_digits_before_a_capital_are_no_wind() -> None:
    with pytest.raises(InputError, match="unknown tile"):
        Hand.from_text("55S")


def test_one_tile_alone_wins_in_every_notation() -> None:
    with pytest.raises(InputError, match="one winning tile only"):
        Hand.from_text("55m +34b")
