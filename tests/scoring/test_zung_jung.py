import re
from collections.abc import Iterable
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from hu.scoring.arrangements import arrange_hand
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.melds import Meld
from hu.scoring.notation import format_tiles
from hu.scoring.patterns import ScoringGroup
from hu.scoring.problems import InvalidHandError
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.tiles import BONUS
from hu.scoring.zung_jung.contradictions import zung_jung_problems
from hu.scoring.zung_jung.patterns import PATTERNS
from hu.scoring.zung_jung.payments import zung_jung_payments
from hu.scoring.zung_jung.scores import AgreedOptions, count_points
from tests.scoring.hand_strategies import any_hands, won
from tests.scoring.reference_zung_jung import value as value_by_reference


@settings(max_examples=1000)
@given(won())
def test_the_value_is_that_of_the_slow_reference(case: tuple[Hand, Win]) -> None:
    hand, win = case
    value = count_points(hand, win)
    points, total, _ = value_by_reference(hand, win)
    assert (value.points, value.total) == (points, total)
    assert sum(count.total for count in value.patterns) == total
    assert value.plain_arrangement in arrange_hand(hand)


@given(won(), st.booleans())
def test_the_value_never_exceeds_the_limits(case: tuple[Hand, Win], half: bool) -> None:
    value = count_points(*case, AgreedOptions(halves_flowers=half))
    highest = max((count.worth for count in value.patterns), default=0)
    assert value.points <= max(320, highest)
    assert (value.limit == "chicken") == (not value.patterns)
    assert (value.limit == "listed") == (highest >= 320)
    assert (value.limit == "compound") == (value.total >= 320 > highest)


@given(won())
def test_payments_sum_to_zero(case: tuple[Hand, Win]) -> None:
    hand, win = case
    points = count_points(hand, win).points
    shares = zung_jung_payments(points, win, hand.winning or "")
    assert list(shares) == list(SEATS)
    assert sum(shares.values()) == 0
    assert shares[win.winner] == 3 * points
    losses = [share for seat, share in shares.items() if seat != win.winner]
    assert max(losses) < 0


@given(won(), st.sampled_from(BONUS), st.booleans())
def test_a_bonus_tile_more_never_lowers_the_value(
    case: tuple[Hand, Win], tile: str, half: bool
) -> None:
    hand, win = case
    assume(tile not in hand.bonus)
    options = AgreedOptions(halves_flowers=half)
    more = replace(hand, bonus=(*hand.bonus, tile))
    points = count_points(hand, win, options).points
    assert count_points(more, win, options).points >= points


def _broken(hand: Hand) -> list[Hand]:
    """Break a winning hand in each way that it allows."""
    held = max(hand.concealed, key=hand.tiles.count)
    broken = [
        replace(hand, concealed=(*hand.concealed, held)),
        replace(hand, concealed=hand.concealed[1:]),
        replace(hand, winning=None),
        replace(hand, winning="1f"),
        replace(hand, bonus=("1f", "1f")),
        replace(hand, melds=(*hand.melds, Meld(("1m", "2m", "3m")))),
        replace(
            hand, melds=(*hand.melds, Meld(("1m",) * 4)), concealed=("1m", *hand.concealed[4:])
        ),
    ]
    for index, meld in enumerate(hand.melds):
        rest = hand.melds[:index] + hand.melds[index + 1 :]
        tiles = meld.tiles[:3]
        broken.append(replace(hand, melds=(*rest, Meld(tiles, concealed=True))))
        wrong_tile = "1z" if tiles[2] != "1z" else "2z"
        broken.append(replace(hand, melds=(*rest, Meld((*tiles[:2], wrong_tile)))))
    return broken


@given(
    any_hands() | won().flatmap(lambda case: st.sampled_from(_broken(case[0]))),
    st.sampled_from(["self-draw", "discard", "robbed-kong", "luck"]),
    st.sampled_from("ESX"),
)
def test_a_hand_with_a_problem_is_never_scored(hand: Hand, how: str, winner: str) -> None:
    win = Win(winner, how, None if how == "self-draw" else "W", frozenset({"last-tile"}))
    problems = zung_jung_problems(hand, win)
    if problems:
        with pytest.raises(InvalidHandError, match=re.escape(problems[0].text)) as error:
            count_points(hand, win)
        assert error.value.problems == problems
    else:
        assert count_points(hand, win).points > 0


def test_all_contradictions_are_listed_at_once() -> None:
    hand = Hand.from_text("[123m] 567p 222s 44z 79s +8s")
    circumstances = frozenset({"kong-replacement", "heaven", "earth", "last-tile", "luck"})
    win = Win("S", "discard", "W", circumstances)
    assert [problem.id for problem in zung_jung_problems(hand, win)] == [
        "unknown-circumstance",
        "replacement-without-kong",
        "replacement-not-drawn",
        "heaven-not-east",
        "heaven-not-drawn",
        "heaven-with-meld",
        "earth-with-meld",
        "earth-not-on-east",
        "first-and-last-tile",
        "first-and-last-tile",
    ]


@pytest.mark.parametrize("minimum", [0, 320])
def test_a_minimum_can_be_anything_up_to_the_limit(minimum: int) -> None:
    assert AgreedOptions(minimum=minimum).minimum == minimum


@pytest.mark.parametrize("minimum", [-1, 321, 10**30])
def test_a_minimum_beyond_the_limit_is_refused(minimum: int) -> None:
    with pytest.raises(InputError, match="minimum"):
        AgreedOptions(minimum=minimum)


def test_there_are_44_patterns_and_the_bonus_tiles() -> None:
    """The rules ("Regole di base", 2) count 44, and 9.1.1 and 9.1.2 as two, as their list does."""
    assert len([pattern for pattern in PATTERNS if not pattern.id.startswith("11.")]) == 44
    assert len({pattern.id for pattern in PATTERNS}) == len(PATTERNS) == 48
    for pattern in rule_set("zung-jung").patterns:
        assert {"en", "it"} <= pattern.names.keys()
        assert re.fullmatch("[\u4e00-\u9fff]{2,5}", pattern.names["zh"])


def _texts(groups: Iterable[ScoringGroup]) -> tuple[str, ...]:
    texts = []
    for group in groups:
        tiles = group.tiles if isinstance(group, Meld) else group
        texts.append(format_tiles(tiles))
    return tuple(texts)


@pytest.mark.parametrize(
    ("hand", "pattern", "tiles"),
    [
        ("[123m] 456m 79m 22p 345s +8m", "7.1", ("123m", "456m", "789m")),
        ("[222z] [777z] 234m 678p 5s +5s", "3.1", ("222z", "777z")),
        ("[555z] [777z] 66z 234m 67p +8p", "3.2.1", ("555z", "777z", "66z")),
        ("[555z] [666z] 777z 123m 9s +9s", "3.2.2", ("555z", "666z", "777z")),
        ("[111z] [222z] 33z 234m 67p +8p", "3.3.1", ("111z", "222z", "33z")),
        ("[111z] [222z] 333z 234m 9s +9s", "3.3.2", ("111z", "222z", "333z")),
        ("[111z] [222z] [333z] 44z 67p +8p", "3.3.3", ("111z", "222z", "333z", "44z")),
        ("[111z] [222z] [333z] 444z 9s +9s", "3.3.4", ("111z", "222z", "333z", "444z")),
        ("[222m] [555p] [888s] 333z 9s +9s", "4.1", ("222m", "555p", "888s", "333z")),
        ("444m 777p 33s [123s] 99m +3s", "4.2.1", ("444m", "777p")),
        ("444m 777p 333s 22z 55z +5z", "4.2.2", ("444m", "777p", "333s")),
        ("444m 777p 333s 222z 5z +5z", "4.2.3", ("444m", "777p", "333s", "222z")),
        ("[4444m] 123p 678s 79p 22z +8p", "4.3.1", ("4444m",)),
        ("[4444m] (7777p) 123s 79s 22z +8s", "4.3.2", ("4444m", "7777p")),
        ("[4444m] (7777p) [3333s] 79s 22z +8s", "4.3.3", ("4444m", "7777p", "3333s")),
        (
            "[4444m] (7777p) [3333s] [5555z] 2z +2z",
            "4.3.4",
            ("4444m", "7777p", "3333s", "5555z"),
        ),
        ("[345p] 345s 789s 11z 35m +4m", "6.1", ("345m", "345p", "345s")),
        ("[444p] [444m] 44s 123s 79p +8p", "6.2.1", ("444m", "444p", "44s")),
        ("[444p] [444m] [444s] 79p 22z +8p", "6.2.2", ("444m", "444p", "444s")),
        ("[444m] [555m] [666m] 123p 9s +9s", "7.2.1", ("444m", "555m", "666m")),
        ("[444m] [555m] [666m] 777m 9s +9s", "7.2.2", ("444m", "555m", "666m", "777m")),
        ("[345p] 345p 99p 678m 13s +2s", "5.1.1", ("345p", "345p")),
        ("[123m] 123m 789p [789p] 5s +5s", "5.1.2", ("123m", "123m", "789p", "789p")),
        ("[123m] [123m] [123m] 79p 55s +8p", "5.1.3", ("123m", "123m", "123m")),
        ("[123m] [123m] [123m] 123m 5s +5s", "5.1.4", ("123m", "123m", "123m", "123m")),
        ("[222z] 234m 678p 57s 99s 12f +6s", "11.1.2", ("2f",)),
        ("[234m] 678p 345s 12s 99p +3s", "1.1", ("234m", "678p", "123s", "345s")),
        ("22s 1177p 66m 55z 44z 3z +3z", "10.2", ("66m", "11p", "77p", "22s", "33z", "44z", "55z")),
        ("123m 567p 222s 44z 79s +8s", "1.2", ()),
    ],
)
def test_a_pattern_shows_the_tiles_that_earn_it(
    hand: str, pattern: str, tiles: tuple[str, ...]
) -> None:
    parsed = Hand.from_text(hand)
    win = Win("S", "discard", "W")
    counts = {count.row.id: count for count in count_points(parsed, win).patterns}
    assert _texts(counts[pattern].groups) == tiles


@given(won())
def test_the_tiles_that_earn_a_pattern_are_in_the_hand(case: tuple[Hand, Win]) -> None:
    hand, win = case
    for count in count_points(hand, win).patterns:
        texts = _texts(count.groups)
        for text in texts:
            assert set(Hand.from_text(text).tiles) <= set(hand.tiles)
        if count.row.id.startswith(("3.1", "11.1")):
            assert len(texts) == count.times
