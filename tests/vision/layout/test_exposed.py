"""Claimed melds without a sideways tile, which players lay apart from their other tiles."""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, radians, sin

import pytest

from hu.app.reading.read import read_hand
from hu.scoring.rule_set.declared import ClaimStyle
from hu.vision.layout.model import GroupKind, Layout, TileGroup
from tests.laid_tables import laid, layout_of, photographed, promoted
from training.tables.placing import Placed

STANDING = "1m 2m 3m 4p 5p 6p 7s 8s 2z 2z"
WHOLE_HAND = laid("1m 2m 3m 4p 5p 6p 7s 8s 9s 5z 5z 2z 2z 2z")


def read(*placed: Placed, tilt: float = 30.0) -> Layout:
    """Lay out the tiles of a photo for a player who turns claimed tiles sideways."""
    return layout_of(photographed(placed, tilt=tilt))


def faces_of(layout: Layout, tiles: Sequence[int]) -> str:
    """The likeliest faces of some tiles, separated by spaces."""
    return " ".join(layout.by_index[index].detection.tile for index in tiles)


def group_of(layout: Layout, faces: str) -> TileGroup:
    """The first group of these faces."""
    for group in layout.groups:
        if faces_of(layout, group.tiles) == faces:
            return group
    raise AssertionError(f"no group of {faces}")


def kind_of(layout: Layout, faces: str) -> GroupKind:
    """The kind of the group of these faces."""
    return group_of(layout, faces).kind


def is_asked_about(layout: Layout, faces: str) -> bool:
    """Whether the whole group of these faces is doubtful."""
    group = group_of(layout, faces)
    return group.doubtful == (group.tiles,)


def doubtful_melds(layout: Layout) -> list[str]:
    """The faces of all doubtful melds."""
    melds: list[str] = []
    for group in layout.groups:
        melds.extend(faces_of(layout, tiles) for tiles in group.doubtful)
    return melds


def turned_about(tile: Placed, center: tuple[float, float], degrees: float) -> Placed:
    """The same tile, turned about a point of the table."""
    angle = radians(degrees)
    dx = tile.x - center[0]
    dy = tile.y - center[1]
    return replace(
        tile,
        x=center[0] + cos(angle) * dx - sin(angle) * dy,
        y=center[1] + sin(angle) * dx + cos(angle) * dy,
        turn=tile.turn + angle,
    )


# Melds beside the standing tiles.


@pytest.mark.parametrize("meld", ["5z 5z 5z", "3p 4p 5p"])
@pytest.mark.parametrize("y", [-1.8, 1.8])
def test_a_meld_in_its_own_row_is_claimed_and_asked_about(meld: str, y: float) -> None:
    layout = read(*laid(STANDING), *laid(meld, 2.0, y))
    assert kind_of(layout, meld) == "claimed"
    assert group_of(layout, meld).claimed_from is None
    assert is_asked_about(layout, meld)


def test_a_claimed_meld_says_whether_others_stand_or_a_pair_does() -> None:
    beside_many = read(*laid(STANDING), *laid("5z 5z 5z", 2.0, 1.8))
    assert "others-stand" in [term.id for term in group_of(beside_many, "5z 5z 5z").evidence]
    melds = laid("1m 2m 3m | 4p 5p 6p | 5z 5z 5z | 7s 8s 9s", 0.0, 1.8)
    beside_pair = read(*laid("2z | 2z"), *melds)
    assert "pair-stands" in [term.id for term in group_of(beside_pair, "5z 5z 5z").evidence]


def test_flowers_beside_a_claimed_meld_are_not_part_of_it() -> None:
    layout = read(*laid(STANDING), *laid("1f 5z 5z 5z", 2.0, 1.8))
    assert kind_of(layout, "5z 5z 5z") == "claimed"
    assert kind_of(layout, "1f") == "bonus"


def test_claimed_melds_share_a_row_with_gaps() -> None:
    layout = read(*laid("1m 2m 3m 4p 5p 2z 2z"), *laid("5z 5z 5z | 6s 7s 8s", 0.0, 1.8))
    assert kind_of(layout, "5z 5z 5z") == "claimed"
    assert kind_of(layout, "6s 7s 8s") == "claimed"


def test_a_meld_apart_in_the_row_of_the_others_is_claimed_and_asked_about() -> None:
    layout = read(*laid("1m 3m 5m 4p 5p 6p 7s 8s 2z 2z | 5z 5z 5z"))
    assert kind_of(layout, "5z 5z 5z") == "claimed"
    assert is_asked_about(layout, "5z 5z 5z")


def test_a_player_who_turns_claimed_tiles_sideways_leaves_other_melds_concealed() -> None:
    layout = read(*laid("1m 3m 5m 4p 5p 2z 2z | 5z 5z 5z | 7s >8s 9s"))
    assert kind_of(layout, "5z 5z 5z") == "concealed"


def test_a_meld_beside_a_concealed_quad_in_one_row_with_all_others_stays_concealed() -> None:
    layout = read(*laid("1m 2m 3m _6s 6s 6s _6s 4p 5p 6p 2z 2z 5z"))
    assert kind_of(layout, "1m 2m 3m") == "concealed"
    assert group_of(layout, "1m 2m 3m").doubtful == ()


def test_three_alike_in_a_row_of_their_own_are_one_meld_however_loosely_they_lie() -> None:
    loose_meld = []
    for x in (2.0, 3.35, 4.7):
        loose_meld.extend(laid("8m", x, 1.8))
    layout = read(*laid("1m 2m 2m 3m 3m 4m 6m 6m 9m 9m"), *loose_meld)
    assert kind_of(layout, "8m 8m 8m") == "claimed"
    assert is_asked_about(layout, "8m 8m 8m")


def test_melds_beside_a_quad_in_a_row_behind_the_standing_tiles_are_claimed() -> None:
    behind = laid("6p 6p 6p 6p 2p 2p 2p 8m 8m 8m 8m")
    layout = read(*behind, *laid("3m 3m 7m 7m 7m", 2.5, 1.8))
    for meld in ("6p 6p 6p 6p", "2p 2p 2p", "8m 8m 8m 8m"):
        assert kind_of(layout, meld) == "claimed"


def test_a_sequence_between_loose_groups_of_its_row_is_concealed() -> None:
    layout = read(*laid("1p 1p | 2p 3p 4p | 5p | 5p 6p 6p 7p 7p | 6z 6z 6z"))
    assert kind_of(layout, "2p 3p 4p") == "concealed"
    assert kind_of(layout, "6z 6z 6z") == "claimed"


def test_a_fourth_tile_laid_on_three_upright_ones_makes_a_claimed_quad() -> None:
    fives = laid("5s 5s 5s", 11.5)
    on_top = replace(fives[1], y=fives[1].y + 0.5, level=1)
    layout = read(*laid(STANDING), *fives, on_top)
    assert kind_of(layout, "5s 5s 5s 5s") == "claimed"


def test_a_fourth_tile_beyond_three_upright_ones_makes_no_quad() -> None:
    fives = laid("5s 5s 5s", 11.5)
    beyond = replace(fives[1], y=fives[1].y + 1.6)
    layout = read(*laid(STANDING), *fives, beyond)
    assert "5s 5s 5s 5s" not in [faces_of(layout, group.tiles) for group in layout.groups]


def test_a_tile_on_three_that_do_not_touch_makes_no_meld_with_them() -> None:
    fives = [*laid("5s", 11.5), *laid("5s", 13.1), *laid("5s", 14.7)]
    on_top = replace(fives[1], y=fives[1].y + 0.5, level=1)
    layout = read(*laid(STANDING), *fives, on_top)
    sizes = [
        len(group.tiles) for group in layout.groups if len(group.tiles) < len(STANDING.split())
    ]
    assert sizes == [1, 1, 1, 1]


def test_no_tile_lies_on_three_that_are_in_two_rows() -> None:
    fives = laid("5s 5s 5s", 11.5)
    fives[2] = replace(fives[2], y=1.0)
    above = replace(fives[1], y=fives[1].y + 0.75, level=1)
    reading = read_hand(photographed([*laid(STANDING), *fives, above]), "zung-jung")
    assert [tile for tile in reading.tiles if tile.role == "other"] == []


def test_a_quad_with_a_tile_laid_on_it_does_not_mark_how_others_are_claimed() -> None:
    sevens = laid("7s 7s 7s", 12.4)
    on_top = replace(sevens[1], y=sevens[1].y + 0.5, level=1)
    layout = read(*laid("1m 3m 5m 4p 5p 2z 2z | 5z 5z 5z"), *sevens, on_top)
    assert kind_of(layout, "7s 7s 7s 7s") == "claimed"
    assert kind_of(layout, "5z 5z 5z") == "claimed"


def test_melds_with_gaps_beside_a_pair_of_which_one_tile_won_are_claimed() -> None:
    melds = laid("1m 2m 3m | 4p 5p 6p | 5z 5z 5z | 7s 8s 9s", 0.0, 1.8)
    layout = read(*laid("2z | 2z"), *melds)
    for meld in ("1m 2m 3m", "4p 5p 6p", "5z 5z 5z", "7s 8s 9s"):
        assert kind_of(layout, meld) == "claimed"


@pytest.mark.parametrize(("x", "y"), [(2.0, 3.6), (2.0, -3.2), (-4.5, 2.5), (-4.5, 0.0)])
def test_flowers_around_a_hand_are_its_own(x: float, y: float) -> None:
    layout = read(*WHOLE_HAND, *laid("1f 3g", x, y))
    assert kind_of(layout, "1f 3g") == "bonus"


@pytest.mark.parametrize(("x", "is_doubtful"), [(-4.0, False), (-7.2, True)])
def test_flowers_are_asked_about_only_if_they_lie_far_from_the_hand(
    x: float,
    *,
    is_doubtful: bool,
) -> None:
    layout = read(*WHOLE_HAND, *laid("1f 3g", x))
    assert kind_of(layout, "1f 3g") == "bonus"
    assert is_asked_about(layout, "1f 3g") is is_doubtful


def test_melds_that_touch_each_other_apart_from_the_others_are_asked_about() -> None:
    layout = read(*laid("1m 2m 4p 6p 7s 8s 2z 2z | 5z 5z 5z 3p 4p 5p"))
    assert sorted(doubtful_melds(layout)) == ["3p 4p 5p", "5z 5z 5z"]


def test_melds_that_touch_beside_a_pair_of_which_one_tile_won_are_asked_about() -> None:
    layout = read(*laid("2z | 2z"), *laid("1m 2m 3m 4p 5p 6p 5z 5z 5z 7s 8s 9s", 0.0, 1.8))
    assert len(doubtful_melds(layout)) == 4


@pytest.mark.parametrize("quad", ["_6s 6s 6s _6s", "6s _6s _6s 6s"])
def test_a_meld_that_touches_a_concealed_quad_in_a_row_of_their_own_is_asked_about(
    quad: str,
) -> None:
    layout = read(*laid("1m 3m 4p 5p 6p 2z 2z"), *laid(f"{quad} 5z 5z 5z", 0.0, 1.8))
    assert [group.kind for group in layout.groups].count("concealed-quad") == 1
    assert is_asked_about(layout, "5z 5z 5z")


# Hands without claimed melds.


def test_a_hand_shown_in_melds_is_concealed_but_asked_about() -> None:
    layout = read(*laid("1m 2m 3m | 4p 5p 6p | 7s 8s 9s | 5z 5z 5z | 2z 2z"))
    assert {group.kind for group in layout.groups} == {"concealed"}
    assert [len(group.doubtful) for group in layout.groups] == [1, 1, 1, 1, 0]


def test_tiles_too_few_for_a_hand_hold_no_claimed_meld() -> None:
    layout = read(*laid("1m 2m 5m 9m"), *laid("5z 5z 5z", 0.0, 1.8))
    assert "claimed" not in {group.kind for group in layout.groups}
    assert doubtful_melds(layout) == []


@pytest.mark.parametrize(
    "quad", ["_6p _6p _6p 6p", "6p _6p _6p _6p", "6p _6p _6p 6p", "_6p 6p 6p _6p"]
)
def test_a_quad_with_two_or_three_tiles_face_down_is_concealed(quad: str) -> None:
    layout = read(*laid("1m 2m 3m 4p 5p 7s 8s 9s 2z 2z"), *laid(quad, 2.0, 1.8))
    assert [group.kind for group in layout.groups if len(group.tiles) == 4] == ["concealed-quad"]


@pytest.mark.parametrize("quad", ["1f _6p _6p 1f", "5z _6p _6p 5z"])
def test_flowers_or_white_dragons_around_two_backs_are_no_quad(quad: str) -> None:
    layout = read(*laid("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z"), *laid(quad, 2.0, 1.8))
    assert "concealed-quad" not in {group.kind for group in layout.groups}


def test_players_who_keep_melds_apart_are_read_by_their_own_rules() -> None:
    table = photographed([*laid(STANDING), *laid("5z 5z 5z", 2.0, 1.8)])
    layout = layout_of(table, ClaimStyle.APART)
    assert "claimed" in {group.kind for group in layout.groups}


# Melds and flowers at an angle.


def test_melds_across_a_corner_are_read_in_their_own_line() -> None:
    row = laid("5z 5z 5z | 3p 4p 5p", 10.5)
    melds = [turned_about(tile, (9.0, 0.0), 40.0) for tile in row]
    table = photographed([*laid("1m 2m 3m 7s 8s 9s 2z 2z"), *melds], tilt=30.0)
    layout = read_hand(table, "zung-jung").layout
    assert {"5z 5z 5z", "3p 4p 5p"} <= set(doubtful_melds(layout))


def test_a_row_across_the_corner_that_discards_touch_is_tried_without_them() -> None:
    corner = (12.5, 0.3)
    meld = laid("5z 5z 5z", *corner)
    discards = laid("9p 1s 4z 3m 8m 6z", 13.0, 1.9)
    across = [turned_about(tile, corner, 35.0) for tile in [*meld, *discards]]
    winning_tile = laid("9s", 10.6)
    table = photographed([*laid(STANDING), *winning_tile, *across], tilt=30.0)
    hand = read_hand(table, "zung-jung").hand
    assert sorted(hand.tiles) == sorted(f"{STANDING} 9s 5z 5z 5z".split())


def test_a_wall_longer_than_the_rows_does_not_give_the_hand_its_line() -> None:
    corner = (7.4, 0.8)
    wall = laid("_1m _1m _1m _1m _1m _1m _1m", *corner)
    rows = [*laid("1m 2m 3m 4p 5p 6p", 0.0, 1.6), *laid("7s 8s 9s 2z 2z")]
    across = [turned_about(tile, corner, 40.0) for tile in wall]
    reading = read_hand(photographed([*rows, *across], distance=40.0), "zung-jung")
    assert len(reading.layout.hand) > len(rows)
    assert reading.layout.is_orientation_known


def test_two_flowers_askew_are_in_no_row_with_the_hand() -> None:
    row = laid("1f 3g", -3.6, 0.3)
    flowers = [turned_about(tile, (-3.1, 0.3), 20.0) for tile in row]
    layout = read(*WHOLE_HAND, *flowers)
    assert kind_of(layout, "1f 3g") == "bonus"
    assert sorted(len(row.tiles) for row in layout.rows) == [2, 14]


def test_flowers_that_face_another_player_are_not_the_hand_s_own() -> None:
    row = laid("1f 3g", -4.0, 2.5)
    flowers = [turned_about(tile, (-3.0, 2.5), 90.0) for tile in row]
    layout = read(*WHOLE_HAND, *flowers)
    assert "bonus" not in {group.kind for group in layout.groups}


def test_a_hand_with_flowers_takes_none_that_lie_elsewhere() -> None:
    layout = read(*laid("2f 1m 2m 3m 4p 5p 6p 7s 8s 9s 5z 5z 2z 2z 2z"), *laid("1f", 2.0, 3.6))
    assert [tile.detection.tile for tile in layout.hand if tile.role == "bonus"] == ["2f"]


def test_a_tile_laid_beyond_a_sideways_one_is_in_no_row_and_divides_nothing() -> None:
    below, beside = laid(">1z | 3p", 3.0, -2.0)
    tiles = [*laid("1m 2m 3m | 4p 5p 6p | 7s 8s 9s 9s"), below, beside, promoted(below)]
    grouped: list[int] = []
    for group in read(*tiles).groups:
        grouped.extend(group.tiles)
    assert sorted(grouped) == list(range(len(tiles)))
