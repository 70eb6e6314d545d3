"""The hand's screen in many states: questions, doubts, problems, waits, results and payments."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from hu.app.page.draft.editing.history import History
from hu.app.page.draft.state import Claim, Draft, Rack
from hu.app.page.parts.panel import PanelPart, SharePart
from hu.app.page.photos.photo import Note
from hu.app.page.sent_files import WaitingPhoto
from hu.app.page.state import Screen
from hu.app.page.view.hand import hand_columns
from hu.app.page.view.shown import Shown
from hu.scoring.hand import Hand
from hu.scoring.rule_set.house import read_house
from tests.app.page.described import columns_text
from tests.app.page.laid import add, from_hand, rack_of, step
from tests.app.page.view.shown_hands import (
    drawn,
    game_of,
    of_photo,
    photo_named,
    shown,
    with_circumstances,
    won,
)
from tests.expected import Expected

EXPECTED = Expected(Path(__file__).with_name("hand_screens.md"))
CLUB = (Path(__file__).parents[4] / "docs/house/tuesday-club.toml").read_text(encoding="utf-8")

PLAIN = "234567m 13p 55s [777z] 1f +2p"
#: Worth more points than a discarder pays alone in Zung Jung.
DEAR = "234567m 789m 22z 13m +2m"
RIICHI = "234567m 13p 55s 678s +2p"


#: Makes the contents of each screen, by the name of the case.
CASES: dict[str, Callable[[], Shown]] = {}


def case(make: Callable[[], Shown]) -> Callable[[], Shown]:
    """Add a screen to the cases, under the name of the function that makes its contents."""
    CASES[make.__name__.replace("_", " ")] = make
    return make


def on_rack(seat: str, taking: str = "photo") -> Screen:
    """The screen of another player's rack.

    Args:
        seat: the player's seat.
        taking: how its tiles are taken, such as ``camera``.
    """
    return Screen(visit="visit", rack=seat, taking=taking)  # type: ignore[arg-type]


def corrected(hand: str, *ops: tuple[object, ...]) -> Rack:
    """A rack after corrections, each given as the browser sends it."""
    history = rack_of(hand).history
    for op in ops:
        history = history.then(step(*op))
    return Rack(history)


def in_doubt(hand: str, *numbers: int, unsettled: tuple[tuple[int, ...], ...] = ()) -> Rack:
    """A rack some of whose tiles or melds are in doubt.

    Args:
        hand: the tiles.
        numbers: the numbers of the tiles whose faces are in doubt.
        unsettled: the numbers of the tiles of each meld or flower whose place is in doubt.
    """
    edited = from_hand(Hand.from_text(hand))
    groups = []
    for group in edited.groups:
        tiles = [replace(tile, doubtful=tile.id in numbers) for tile in group.tiles]
        groups.append(replace(group, tiles=tuple(tiles)))
    return Rack(History(replace(edited, groups=tuple(groups), unsettled=unsettled)))


# Beginnings


@case
def empty_hand() -> Shown:
    return shown(Draft())


@case
def empty_hand_of_riichi_in_a_game() -> Shown:
    return shown(Draft("riichi", known=3), game_of("riichi"))


@case
def empty_hand_that_changes_the_sheet() -> Shown:
    return shown(Draft("fimj", entry=4), game_of("fimj", title="Tuesday"))


@case
def refused_photo() -> Shown:
    waiting = WaitingPhoto("snap", None, 7, "ticket")
    screen = Screen(visit="visit", notices={"snap": Note("snap.busy")}, answered=5, photo=waiting)
    return shown(Draft(), screen=replace(screen, original=6))


@case
def tiles_to_be_tapped_in() -> Shown:
    return shown(
        Draft("sanma", seats=("E", "S", "W")), screen=Screen(visit="visit", taking="tapping")
    )


@case
def all_tiles_removed() -> Shown:
    rack = corrected("9m", ("remove", 2))
    return shown(Draft(rack=rack), screen=Screen(visit="visit", taking="tapping"))


@case
def photo_taken_again() -> Shown:
    draft = won("zung-jung", PLAIN, "S W")
    return shown(draft, screen=Screen(visit="visit", taking="again"))


# Tiles and their photo


@case
def tiles_without_answers() -> Shown:
    return shown(Draft(rack=rack_of(PLAIN)))


@case
def read_photo() -> Shown:
    return of_photo("perfect", "S W", game=game_of("zung-jung"))


@case
def photo_with_a_doubtful_tile() -> Shown:
    return of_photo("mistaken", "S")


@case
def photo_with_a_doubtful_meld() -> Shown:
    return of_photo("open", "S W", game=game_of("zung-jung"))


@case
def photo_without_tiles() -> Shown:
    return of_photo("nothing")


@case
def photo_that_was_lost() -> Shown:
    return shown(Draft(rack=replace(rack_of(PLAIN), photo="gone-0")))


@case
def photo_of_another_hand_too() -> Shown:
    photo = replace(photo_named("perfect"), notes=(Note("snap.second_hand", {"count": 2}),))
    draft = won("fimj", PLAIN, "S W")
    return shown(draft, photo=photo)


@case
def photo_of_another_hand_that_has_its_rack() -> Shown:
    photo = replace(photo_named("perfect"), notes=(Note("snap.second_hand", {"count": 2}),))
    others = {"E": replace(rack_of("123m"), photo=f"{photo.key}-1"), "N": Rack()}
    return shown(won("fimj", PLAIN, "S W", others=others), photo=photo)


@case
def other_open_hands_on_the_photo() -> Shown:
    return of_photo("four-sides", rules="fimj")


@case
def two_doubtful_tiles_and_flowers() -> Shown:
    rack = in_doubt(PLAIN, 2, 3, unsettled=((19,),))
    return shown(Draft(rack=rack, winner="E"))


@case
def tiles_that_can_still_be_corrected() -> Shown:
    rack = corrected("123m 456m 5p +5p", ("face", 2, "9m"), ("add", "0p", None, None))
    rack = replace(rack, history=rack.history.undo())
    return shown(Draft("riichi", rack=rack))


@case
def tiles_beside_the_hand_and_face_down() -> Shown:
    edited = add(from_hand(Hand.from_text("11m [124s] [222p] (3333s)")), ("back", "1m"))
    edited = add(edited, ("9s", "1f"), kind="aside")
    return shown(Draft("mcr", rack=Rack(History(edited)), winner="E"))


@case
def equal_wrong_melds() -> Shown:
    return shown(Draft(rack=rack_of("1m [124s] [124s] [11p] 5z"), winner="E"))


@case
def north_set_aside() -> Shown:
    edited = from_hand(Hand.from_text("234p 567p 789s 55z 11s +1s"))
    edited = add(edited, ("4z", "4z"), kind="bonus")
    draft = won("sanma", "", "S W")
    return shown(replace(draft, rack=Rack(History(edited))))


# Waits


@case
def waits_of_nobody() -> Shown:
    return shown(Draft(rack=rack_of("234567m 13p 55s [777z]")))


@case
def waits_with_two_worths() -> Shown:
    draft = won("riichi", "234567m 23p 55s 678s", "S W")
    return shown(draft, game_of("riichi"))


@case
def waits_below_the_minimum() -> Shown:
    return shown(won("mcr", "234567m 23p 55s 678s", "S"))


# Wins


@case
def discard_in_a_game() -> Shown:
    return shown(won("zung-jung", PLAIN, "S W"), game_of("zung-jung"))


@case
def changed_hand_of_a_game() -> Shown:
    return shown(won("zung-jung", PLAIN, "S", entry=2, version=1), game_of("zung-jung"))


@case
def dear_discard_asks_for_the_earlier_discarder() -> Shown:
    return shown(won("zung-jung", DEAR, "S W"), game_of("zung-jung"))


@case
def earlier_discarder_was_the_winner() -> Shown:
    return shown(won("zung-jung", DEAR, "S W", earlier="S"))


@case
def answered_earlier_discarder_of_a_cheap_hand() -> Shown:
    return shown(won("zung-jung", PLAIN, "S W", earlier="N"))


@case
def robbed_quad_with_a_circumstance_that_cannot_apply() -> Shown:
    draft = won("zung-jung", "234567m 55s 777z 13p +2p", "S W")
    return shown(with_circumstances(draft, "heaven", "last-tile", win="robbed-kong"))


@case
def winning_tile_in_doubt() -> Shown:
    return shown(won("zung-jung", "555z 666z 222p 333s 9m 9m", "S W"))


@case
def winning_tile_that_does_not_matter() -> Shown:
    return shown(won("zung-jung", "123m 456m 789m 22s 555s", "S"))


@case
def riichi_with_all_its_answers() -> Shown:
    draft = won(
        "riichi",
        "234067m 13p 55s 678s +2p",
        "E",
        asked={
            "dora_indicators": ("4m", "1z"),
            "ura_indicators": ("4s",),
            "declared": ("N",),
            "honba": 2,
            "sticks": 1,
        },
    )
    return shown(with_circumstances(draft, "riichi", "ippatsu"))


@case
def riichi_in_a_game_asks_for_no_counters() -> Shown:
    draft = won("riichi", "234567m 13p 55s [777z] +2p", "S W", asked={"honba": 2, "sticks": 1})
    return shown(draft, game_of("riichi"))


@case
def riichi_without_the_wind_of_the_round() -> Shown:
    return shown(won("riichi", RIICHI, "S", round_wind=None))


@case
def riichi_with_two_winners() -> Shown:
    draft = won("riichi", "234567m 13p 55s [777z] +2p", "S W", asked={"declared": ("E",)})
    draft = replace(
        draft,
        claims={"N": Claim("discard", "W", frozenset({"riichi"}))},
        others={"N": rack_of("123456m 99s 345s 13p +2p")},
    )
    return shown(draft)


@case
def rack_of_the_second_winner() -> Shown:
    draft = riichi_with_two_winners().draft
    claim = Claim("discard", "W", frozenset({"heaven"}))
    return shown(replace(draft, claims={"N": claim}), screen=on_rack("N", "tapping"))


@case
def rack_of_the_second_winner_without_tiles() -> Shown:
    draft = won("riichi", "234567m 13p 55s [777z] +2p", "S W")
    draft = replace(draft, claims={"N": Claim("discard", "W")}, others={})
    return shown(draft, game_of("riichi"), screen=on_rack("N", "camera"))


@case
def riichi_with_a_liable_player() -> Shown:
    draft = won("riichi", "23p 99s [555z] [666z] [777z] +1p", "E S", asked={"liable": "W"})
    return shown(draft)


@case
def yakuman_drops_the_other_patterns() -> Shown:
    return shown(won("riichi", "111222m 333p 44s 55z +5z", "E"))


@case
def figures_to_be_entered() -> Shown:
    return shown(Draft("riichi", entered={}), game_of("riichi"))


@case
def figures_of_a_self_draw() -> Shown:
    draft = won("riichi", "", "E", entered={"han": 3, "fu": 40}, asked={"honba": 1})
    return shown(replace(draft, rack=Rack()))


@case
def figures_of_a_limit() -> Shown:
    draft = won("riichi", "", "S W", entered={"limit": "haneman"}, asked={"declared": ("N",)})
    return shown(replace(draft, rack=Rack()), game_of("riichi"))


@case
def no_yaku() -> Shown:
    return shown(won("riichi", "234m [567m] 13p 55s 678s +2p", "S W"))


@case
def fimj_needs_the_other_racks() -> Shown:
    return shown(won("fimj", PLAIN, "S W"), game_of("fimj"))


@case
def fimj_with_all_racks() -> Shown:
    others = {
        "E": rack_of("1123445678999m"),
        "W": Rack(points=24),
        "N": Rack(points=10, status="small-lord"),
    }
    draft = won("fimj", PLAIN, "S W", others=others)
    return shown(with_circumstances(draft, "richi"), game_of("fimj"))


@case
def fimj_with_an_undeclared_pattern() -> Shown:
    others = {seat: Rack(points=0) for seat in "SWN"}
    hand = "9s [777z] [666z] [555z] 111z +9s"
    draft = won("fimj", hand, "E", others=others, options={"tournament": True})
    return shown(replace(draft, waived=frozenset(("dragon-triplet",))))


@case
def fimj_rack_in_doubt() -> Shown:
    others = {"E": in_doubt("123m 456m 789m 1122s", 2), "W": Rack(points=8), "N": Rack(points=8)}
    return shown(won("fimj", PLAIN, "S W", others=others), game_of("fimj"))


@case
def rack_of_fimj() -> Shown:
    first = fimj_rack_in_doubt()
    return replace(first, screen=on_rack("E", "tapping"))


@case
def counted_rack_of_fimj() -> Shown:
    others = {"E": Rack(points=24, status="fallen-rack")}
    draft = won("fimj", PLAIN, "S W", others=others)
    return shown(draft, game_of("fimj"), screen=on_rack("E"))


@case
def rack_of_the_discarder_of_fimj() -> Shown:
    return shown(won("fimj", PLAIN, "S W"), screen=on_rack("W", "camera"))


@case
def wrong_rack_of_fimj() -> Shown:
    others = {"E": rack_of("123456789m 11s")}
    draft = won("fimj", PLAIN, "S W", others=others)
    return shown(draft, screen=on_rack("E", "tapping"))


@case
def rack_of_the_winner_is_no_other_rack() -> Shown:
    return shown(won("fimj", PLAIN, "S"), screen=on_rack("S"))


@case
def mcr_below_its_minimum() -> Shown:
    return shown(
        won("mcr", "234567m 13p 55s 678s +2p", "S W", others={"N": Rack(status="false-win")})
    )


@case
def mcr_with_flowers() -> Shown:
    return shown(won("mcr", "123456789p 99s 13p 1f2f +2p", "E"), game_of("mcr"))


@case
def hong_kong_limit() -> Shown:
    draft = won("hong-kong", "11123m [111p] [999s] 44z +1m", "E N")
    return shown(draft)


@case
def taiwanese_without_a_tile() -> Shown:
    return shown(won("taiwanese", "123456m 789p 12344s", "S W"))


@case
def taiwanese_win() -> Shown:
    draft = won("taiwanese", "123456m 789p 23s 44s [555z] +1s", "E S", asked={"repeats": 2})
    return shown(draft)


@case
def win_of_three_players() -> Shown:
    draft = won("sanma", "234p 567p 789s 55z 11s +1s", "W E")
    game = replace(game_of("sanma"), players=("Anna", "Bruno", "Carla"))
    draft = with_circumstances(replace(draft, seating=("W", "E", "S")), "riichi")
    return shown(draft, game)


@case
def fourth_player_sits_out() -> Shown:
    draft = won("fimj", PLAIN, "W", seats=("E", "S", "W"), seating=("E", "S", None, "W"))
    return shown(draft, game_of("fimj"))


@case
def another_phone_has_saved() -> Shown:
    return shown(won("zung-jung", PLAIN, "S W"), game_of("zung-jung"), is_conflicting=True)


@case
def house_rules_add_a_pattern() -> Shown:
    draft = won("zung-jung", PLAIN, "S W", options=read_house(CLUB).options)
    return shown(with_circumstances(draft, "knitted-straight"))


# Hands that nobody won


@case
def draw_of_riichi() -> Shown:
    others = {"E": Rack(status="tenpai"), "N": Rack(status="tenpai")}
    draft = drawn("riichi", others=others, asked={"declared": ("E",), "sticks": 1})
    return shown(draft, game_of("riichi"))


@case
def nagashi_of_riichi() -> Shown:
    return shown(drawn("riichi", asked={"nagashi": ("S",)}))


@case
def abortive_draw_of_riichi() -> Shown:
    return shown(
        drawn("riichi", void="nine-terminals", asked={"honba": 1}, options={"preset": "tenhou"})
    )


@case
def chombo_of_riichi() -> Shown:
    draft = drawn("riichi", others={"W": Rack(status="chombo")}, options={"preset": "wrc"})
    return shown(draft, game_of("riichi", preset="wrc"))


@case
def draw_of_fimj() -> Shown:
    return shown(drawn("fimj", others={"E": Rack(status="small-lord")}), game_of("fimj"))


@case
def draw_of_fimj_that_pays() -> Shown:
    others = {"E": rack_of("1123445678999m"), "S": Rack(points=8)}
    draft = drawn("fimj", others=others, options={"settle_without_winner": True})
    return shown(draft, game_of("fimj"))


@case
def rack_of_a_drawn_hand_of_fimj() -> Shown:
    return shown(drawn("fimj"), screen=on_rack("N"))


# Languages


@case
def german_riichi() -> Shown:
    draft = riichi_with_two_winners().draft
    return shown(draft, game_of("riichi"), language="de")


@case
def japanese_figures() -> Shown:
    draft = won("riichi", "", "E", entered={"han": 3, "fu": 40})
    return shown(replace(draft, rack=Rack()), language="ja")


def description(contents: Shown) -> str:
    """The screen of a hand as text, without the picture that is shared."""
    columns: list[list[PanelPart]] = []
    for column in hand_columns(contents):
        # ``test_shared_results.py`` has the picture that is shared.
        columns.append([part for part in column if not isinstance(part, SharePart)])
    return columns_text(columns)


@pytest.mark.parametrize("name", CASES)
def test_the_screen_of_a_hand(name: str) -> None:
    EXPECTED.check(name, description(CASES[name]()))


def test_the_file_has_these_screens() -> None:
    EXPECTED.check_names(list(CASES))
