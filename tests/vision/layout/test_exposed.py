"""Claimed sets that no sideways tile marks, as players lay them who keep them apart from what stands."""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, radians, sin

import pytest

from hu.app.reading.read import read_hand
from hu.vision.layout import ClaimStyle, Group, Layout
from tests.laid_tables import laid, layout_of, photographed, promoted
from training.tables.placing import Placed

STANDING = "1m 2m 3m 4p 5p 6p 7s 8s 2z 2z"


def read(*placed: Placed, tilt: float = 30.0) -> Layout:
    return layout_of(photographed(placed, tilt=tilt))


def of(layout: Layout, tiles: str) -> Group:
    """The group of these tiles."""
    return next(
        group
        for group in layout.groups
        if " ".join(layout.by_index[index].detection.tile for index in group.tiles) == tiles
    )


def faces_of(layout: Layout, tiles: Sequence[int]) -> str:
    return " ".join(layout.by_index[index].detection.tile for index in tiles)


def turned_about(tile: Placed, about: tuple[float, float], degrees: float) -> Placed:
    angle, dx, dy = radians(degrees), tile.x - about[0], tile.y - about[1]
    x, y = about[0] + cos(angle) * dx - sin(angle) * dy, about[1] + sin(angle) * dx + cos(angle) * dy
    return replace(tile, x=x, y=y, turn=tile.turn + angle)


@pytest.mark.parametrize("y", [-1.8, 1.8])
@pytest.mark.parametrize("claimed", ["5z 5z 5z", "3p 4p 5p"])
def test_a_set_in_a_row_of_its_own_is_claimed_and_asked_about(claimed: str, y: float) -> None:
    group = of(read(*laid(STANDING), *laid(claimed, 2.0, y)), claimed)
    assert (group.kind, group.claimed_from, group.doubtful) == ("claimed", None, (group.tiles,))


def test_flowers_beside_a_claimed_set_are_not_part_of_it() -> None:
    layout = read(*laid(STANDING), *laid("1f 5z 5z 5z", 2.0, 1.8))
    assert (of(layout, "5z 5z 5z").kind, of(layout, "1f").kind) == ("claimed", "bonus")


def test_several_claimed_sets_share_a_row_with_gaps_between_them() -> None:
    layout = read(*laid("1m 2m 3m 4p 5p 2z 2z"), *laid("5z 5z 5z | 6s 7s 8s", 0.0, 1.8))
    assert [of(layout, tiles).kind for tiles in ("5z 5z 5z", "6s 7s 8s")] == ["claimed", "claimed"]


def test_a_set_apart_in_the_row_of_the_others_is_asked_about() -> None:
    layout = read(*laid("1m 3m 5m 4p 5p 6p 7s 8s 2z 2z | 5z 5z 5z"))
    group = of(layout, "5z 5z 5z")
    assert (group.kind, group.doubtful) == ("claimed", (group.tiles,))


def test_a_hand_shown_in_sets_is_concealed_but_asked_about() -> None:
    layout = read(*laid("1m 2m 3m | 4p 5p 6p | 7s 8s 9s | 5z 5z 5z | 2z 2z"))
    assert {group.kind for group in layout.groups} == {"concealed"}
    assert [len(group.doubtful) for group in layout.groups] == [1, 1, 1, 1, 0]


def test_a_player_who_turns_claimed_tiles_sideways_leaves_other_sets_concealed() -> None:
    layout = read(*laid("1m 3m 5m 4p 5p 2z 2z | 5z 5z 5z | 7s >8s 9s"))
    assert of(layout, "5z 5z 5z").kind == "concealed"


def test_tiles_too_few_for_a_hand_hold_no_claimed_set() -> None:
    layout = read(*laid("1m 2m 5m 9m"), *laid("5z 5z 5z", 0.0, 1.8))
    assert not any(group.kind == "claimed" or group.doubtful for group in layout.groups)


def test_players_of_sets_that_lie_apart_are_read_by_their_own_rules() -> None:
    table = photographed([*laid(STANDING), *laid("5z 5z 5z", 2.0, 1.8)])
    assert "claimed" in {group.kind for group in layout_of(table, ClaimStyle.APART).groups}


def test_sets_that_touch_each_other_apart_from_the_rest_are_asked_about() -> None:
    layout = read(*laid("1m 2m 4p 6p 7s 8s 2z 2z | 5z 5z 5z 3p 4p 5p"))
    assert {faces_of(layout, tiles) for group in layout.groups for tiles in group.doubtful} == {"5z 5z 5z", "3p 4p 5p"}


def test_sets_across_a_corner_are_read_in_their_own_line() -> None:
    sets = [turned_about(tile, (9.0, 0.0), 40.0) for tile in laid("5z 5z 5z | 3p 4p 5p", 10.5)]
    layout = read_hand(photographed([*laid("1m 2m 3m 7s 8s 9s 2z 2z"), *sets], tilt=30.0), "zung-jung").layout
    assert {faces_of(layout, tiles) for group in layout.groups for tiles in group.doubtful} >= {"5z 5z 5z", "3p 4p 5p"}


def test_the_fourth_tile_laid_on_three_upright_ones_makes_a_claimed_quad() -> None:
    sets = laid("5s 5s 5s", 11.5)
    upper = replace(sets[1], y=sets[1].y + 0.5, level=1)
    layout = read(*laid("1m 2m 3m 4p 5p 6p 7s 8s 2z 2z"), *sets, upper)
    assert of(layout, "5s 5s 5s 5s").kind == "claimed"


@pytest.mark.parametrize("quad", ["_6p _6p _6p 6p", "6p _6p _6p _6p", "6p _6p _6p 6p", "_6p 6p 6p _6p"])
def test_a_quad_with_two_or_three_tiles_face_down_is_concealed(quad: str) -> None:
    layout = read(*laid("1m 2m 3m 4p 5p 7s 8s 9s 2z 2z"), *laid(quad, 2.0, 1.8))
    assert [group.kind for group in layout.groups if len(group.tiles) == 4] == ["concealed-quad"]


@pytest.mark.parametrize(("x", "y"), [(2.0, 3.6), (2.0, -3.2), (-4.5, 2.5), (-4.5, 0.0)])
def test_flowers_behind_the_hand_before_it_or_in_a_corner_are_its_own(x: float, y: float) -> None:
    layout = read(*laid("1m 2m 3m 4p 5p 6p 7s 8s 9s 5z 5z 2z 2z 2z"), *laid("1f 3g", x, y))
    assert of(layout, "1f 3g").kind == "bonus"


def test_flowers_that_face_another_player_are_not_the_hand_s_own() -> None:
    hand = laid("1m 2m 3m 4p 5p 6p 7s 8s 9s 5z 5z 2z 2z 2z")
    layout = read(*hand, *(turned_about(tile, (-3.0, 2.5), 90.0) for tile in laid("1f 3g", -4.0, 2.5)))
    assert all(group.kind != "bonus" for group in layout.groups)


def test_a_hand_with_flowers_takes_none_that_lie_elsewhere() -> None:
    layout = read(*laid("2f 1m 2m 3m 4p 5p 6p 7s 8s 9s 5z 5z 2z 2z 2z"), *laid("1f", 2.0, 3.6))
    assert [tile.detection.tile for tile in layout.hand if tile.role == "bonus"] == ["2f"]


@pytest.mark.parametrize("quad", ["_6s 6s 6s _6s", "6s _6s _6s 6s"])
def test_a_set_that_touches_a_concealed_quad_in_a_row_of_their_own_is_asked_about(quad: str) -> None:
    layout = read(*laid("1m 3m 4p 5p 6p 2z 2z"), *laid(f"{quad} 5z 5z 5z", 0.0, 1.8))
    group = of(layout, "5z 5z 5z")
    assert [other.kind for other in layout.groups].count("concealed-quad") == 1
    assert group.doubtful == (group.tiles,)


def test_a_set_beside_a_concealed_quad_in_one_row_with_all_others_stays_concealed() -> None:
    layout = read(*laid("1m 2m 3m _6s 6s 6s _6s 4p 5p 6p 2z 2z 5z"))
    assert (of(layout, "1m 2m 3m").kind, of(layout, "1m 2m 3m").doubtful) == ("concealed", ())


def test_sets_that_touch_beside_a_pair_of_which_one_tile_won_are_asked_about() -> None:
    layout = read(*laid("2z | 2z"), *laid("1m 2m 3m 4p 5p 6p 5z 5z 5z 7s 8s 9s", 0.0, 1.8))
    assert sum(len(group.doubtful) for group in layout.groups) == 4


def test_a_row_across_the_corner_that_discards_touch_is_tried_without_them() -> None:
    corner = (12.5, 0.3)
    row, discards = laid("5z 5z 5z", *corner), laid("9p 1s 4z 3m 8m 6z", 13.0, 1.9)
    across = [turned_about(tile, corner, 35.0) for tile in (*row, *discards)]
    reading = read_hand(photographed([*laid(STANDING), *laid("9s", 10.6), *across], tilt=30.0), "zung-jung")
    assert sorted(reading.hand.tiles) == sorted((STANDING + " 9s 5z 5z 5z").split())


def test_a_tile_laid_beyond_one_that_lies_across_is_in_no_row_and_parts_nothing() -> None:
    below, beside = laid(">1z | 3p", 3.0, -2.0)
    tiles = [*laid("1m 2m 3m | 4p 5p 6p | 7s 8s 9s 9s"), below, beside, promoted(below)]
    assert sum(len(group.tiles) for group in read(*tiles).groups) == len(tiles)


def test_three_alike_in_a_row_of_their_own_are_one_meld_however_loosely_they_lie() -> None:
    loose = [*laid("8m", 2.0, 1.8), *laid("8m", 3.35, 1.8), *laid("8m", 4.7, 1.8)]
    group = of(read(*laid("1m 2m 2m 3m 3m 4m 6m 6m 9m 9m"), *loose), "8m 8m 8m")
    assert (group.kind, group.doubtful) == ("claimed", (group.tiles,))


def test_melds_beside_a_quad_in_a_row_behind_the_standing_tiles_are_claimed() -> None:
    layout = read(*laid("6p 6p 6p 6p 2p 2p 2p 8m 8m 8m 8m"), *laid("3m 3m 7m 7m 7m", 2.5, 1.8))
    assert [of(layout, tiles).kind for tiles in ("6p 6p 6p 6p", "2p 2p 2p", "8m 8m 8m 8m")] == ["claimed"] * 3


def test_a_sequence_between_loose_groups_of_its_row_is_concealed() -> None:
    layout = read(*laid("1p 1p | 2p 3p 4p | 5p | 5p 6p 6p 7p 7p | 6z 6z 6z"))
    assert (of(layout, "2p 3p 4p").kind, of(layout, "6z 6z 6z").kind) == ("concealed", "claimed")
