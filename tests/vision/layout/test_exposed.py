"""Claimed sets that no sideways tile marks, as players lay them who keep them apart from what stands."""

from collections.abc import Sequence
from dataclasses import replace
from math import cos, radians, sin

import pytest

from hu.app.reading.read import read_hand
from hu.scoring.rule_set.declared import ClaimStyle
from hu.vision.layout.model import Layout, TileGroup
from tests.laid_tables import laid, layout_of, photographed, promoted
from training.tables.placing import Placed

STANDING = "1m 2m 3m 4p 5p 6p 7s 8s 2z 2z"


def read(*placed: Placed, tilt: float = 30.0) -> Layout:
    return layout_of(photographed(placed, tilt=tilt))


def of(layout: Layout, tiles: str) -> TileGroup:
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
    x, y = (
        about[0] + cos(angle) * dx - sin(angle) * dy,
        about[1] + sin(angle) * dx + cos(angle) * dy,
    )
    return replace(tile, x=x, y=y, turn=tile.turn + angle)


def on_top(sets: list[Placed]) -> Placed:
    """The fourth tile of a quad, laid on the middle one of the other three."""
    return replace(sets[1], y=sets[1].y + 0.5, level=1)


WHOLE = laid("1m 2m 3m 4p 5p 6p 7s 8s 9s 5z 5z 2z 2z 2z")
FIVES = laid("5s 5s 5s", 11.5)
LOOSE = [tile for x in (2.0, 3.35, 4.7) for tile in laid("8m", x, 1.8)]
ASKED = "claimed, asked"


@pytest.mark.parametrize(
    ("placed", "kinds"),
    [
        *(
            pytest.param([*laid(STANDING), *laid(tiles, 2.0, y)], {tiles: ASKED}, id=f"{tiles} in its own row, {y}")
            for tiles in ("5z 5z 5z", "3p 4p 5p") for y in (-1.8, 1.8)
        ),
        pytest.param([*laid(STANDING), *laid("1f 5z 5z 5z", 2.0, 1.8)], {"5z 5z 5z": "claimed", "1f": "bonus"},
                     id="flowers beside a claimed set are not part of it"),
        pytest.param([*laid("1m 2m 3m 4p 5p 2z 2z"), *laid("5z 5z 5z | 6s 7s 8s", 0.0, 1.8)],
                     {"5z 5z 5z": "claimed", "6s 7s 8s": "claimed"}, id="claimed sets share a row with gaps"),
        pytest.param(laid("1m 3m 5m 4p 5p 6p 7s 8s 2z 2z | 5z 5z 5z"), {"5z 5z 5z": ASKED},
                     id="a set apart in the row of the others"),
        pytest.param(laid("1m 3m 5m 4p 5p 2z 2z | 5z 5z 5z | 7s >8s 9s"), {"5z 5z 5z": "concealed"},
                     id="who turns claimed tiles sideways leaves other sets concealed"),
        pytest.param(laid("1m 2m 3m _6s 6s 6s _6s 4p 5p 6p 2z 2z 5z"), {"1m 2m 3m": "concealed, not asked"},
                     id="a set beside a concealed quad in one row with all others stays concealed"),
        pytest.param([*laid("1m 2m 2m 3m 3m 4m 6m 6m 9m 9m"), *LOOSE], {"8m 8m 8m": ASKED},
                     id="three alike in a row of their own are one meld however loosely they lie"),
        pytest.param([*laid("6p 6p 6p 6p 2p 2p 2p 8m 8m 8m 8m"), *laid("3m 3m 7m 7m 7m", 2.5, 1.8)],
                     dict.fromkeys(("6p 6p 6p 6p", "2p 2p 2p", "8m 8m 8m 8m"), "claimed"),
                     id="melds beside a quad in a row behind the standing tiles"),
        pytest.param(laid("1p 1p | 2p 3p 4p | 5p | 5p 6p 6p 7p 7p | 6z 6z 6z"),
                     {"2p 3p 4p": "concealed", "6z 6z 6z": "claimed"}, id="a sequence between loose groups of its row"),
        pytest.param([*laid(STANDING), *FIVES, on_top(FIVES)], {"5s 5s 5s 5s": "claimed"},
                     id="a fourth tile laid on three upright ones makes a claimed quad"),
        *(
            pytest.param([*WHOLE, *laid("1f 3g", x, y)], {"1f 3g": "bonus"}, id=f"flowers at {x}, {y}")
            for x, y in ((2.0, 3.6), (2.0, -3.2), (-4.5, 2.5), (-4.5, 0.0))
        ),
    ],
)  # fmt: skip
def test_the_layout_tells_what_each_group_is(placed: list[Placed], kinds: dict[str, str]) -> None:
    layout = read(*placed)
    for tiles, expected in kinds.items():
        kind, _, asked = expected.partition(", ")
        group = of(layout, tiles)
        assert (group.kind, group.claimed_from) == (kind, None)
        if asked:
            assert group.doubtful == ((group.tiles,) if asked == "asked" else ())


def test_a_hand_shown_in_sets_is_concealed_but_asked_about() -> None:
    layout = read(*laid("1m 2m 3m | 4p 5p 6p | 7s 8s 9s | 5z 5z 5z | 2z 2z"))
    assert {group.kind for group in layout.groups} == {"concealed"}
    assert [len(group.doubtful) for group in layout.groups] == [1, 1, 1, 1, 0]


def test_tiles_too_few_for_a_hand_hold_no_claimed_set() -> None:
    layout = read(*laid("1m 2m 5m 9m"), *laid("5z 5z 5z", 0.0, 1.8))
    assert not any(group.kind == "claimed" or group.doubtful for group in layout.groups)


def test_players_of_sets_that_lie_apart_are_read_by_their_own_rules() -> None:
    table = photographed([*laid(STANDING), *laid("5z 5z 5z", 2.0, 1.8)])
    assert "claimed" in {group.kind for group in layout_of(table, ClaimStyle.APART).groups}


def test_sets_that_touch_each_other_apart_from_the_rest_are_asked_about() -> None:
    layout = read(*laid("1m 2m 4p 6p 7s 8s 2z 2z | 5z 5z 5z 3p 4p 5p"))
    assert {faces_of(layout, tiles) for group in layout.groups for tiles in group.doubtful} == {
        "5z 5z 5z",
        "3p 4p 5p",
    }


def test_sets_across_a_corner_are_read_in_their_own_line() -> None:
    sets = [turned_about(tile, (9.0, 0.0), 40.0) for tile in laid("5z 5z 5z | 3p 4p 5p", 10.5)]
    layout = read_hand(
        photographed([*laid("1m 2m 3m 7s 8s 9s 2z 2z"), *sets], tilt=30.0), "zung-jung"
    ).layout
    assert {faces_of(layout, tiles) for group in layout.groups for tiles in group.doubtful} >= {
        "5z 5z 5z",
        "3p 4p 5p",
    }


@pytest.mark.parametrize(
    "quad", ["_6p _6p _6p 6p", "6p _6p _6p _6p", "6p _6p _6p 6p", "_6p 6p 6p _6p"]
)
def test_a_quad_with_two_or_three_tiles_face_down_is_concealed(quad: str) -> None:
    layout = read(*laid("1m 2m 3m 4p 5p 7s 8s 9s 2z 2z"), *laid(quad, 2.0, 1.8))
    assert [group.kind for group in layout.groups if len(group.tiles) == 4] == ["concealed-quad"]


def test_flowers_that_face_another_player_are_not_the_hand_s_own() -> None:
    layout = read(
        *WHOLE, *(turned_about(tile, (-3.0, 2.5), 90.0) for tile in laid("1f 3g", -4.0, 2.5))
    )
    assert all(group.kind != "bonus" for group in layout.groups)


def test_a_hand_with_flowers_takes_none_that_lie_elsewhere() -> None:
    layout = read(*laid("2f 1m 2m 3m 4p 5p 6p 7s 8s 9s 5z 5z 2z 2z 2z"), *laid("1f", 2.0, 3.6))
    assert [tile.detection.tile for tile in layout.hand if tile.role == "bonus"] == ["2f"]


@pytest.mark.parametrize("quad", ["_6s 6s 6s _6s", "6s _6s _6s 6s"])
def test_a_set_that_touches_a_concealed_quad_in_a_row_of_their_own_is_asked_about(
    quad: str,
) -> None:
    layout = read(*laid("1m 3m 4p 5p 6p 2z 2z"), *laid(f"{quad} 5z 5z 5z", 0.0, 1.8))
    group = of(layout, "5z 5z 5z")
    assert [other.kind for other in layout.groups].count("concealed-quad") == 1
    assert group.doubtful == (group.tiles,)


def test_sets_that_touch_beside_a_pair_of_which_one_tile_won_are_asked_about() -> None:
    layout = read(*laid("2z | 2z"), *laid("1m 2m 3m 4p 5p 6p 5z 5z 5z 7s 8s 9s", 0.0, 1.8))
    assert sum(len(group.doubtful) for group in layout.groups) == 4


def test_a_row_across_the_corner_that_discards_touch_is_tried_without_them() -> None:
    corner = (12.5, 0.3)
    row, discards = laid("5z 5z 5z", *corner), laid("9p 1s 4z 3m 8m 6z", 13.0, 1.9)
    across = [turned_about(tile, corner, 35.0) for tile in (*row, *discards)]
    reading = read_hand(
        photographed([*laid(STANDING), *laid("9s", 10.6), *across], tilt=30.0), "zung-jung"
    )
    assert sorted(reading.hand.tiles) == sorted((STANDING + " 9s 5z 5z 5z").split())


def test_a_tile_laid_beyond_one_that_lies_across_is_in_no_row_and_parts_nothing() -> None:
    below, beside = laid(">1z | 3p", 3.0, -2.0)
    tiles = [*laid("1m 2m 3m | 4p 5p 6p | 7s 8s 9s 9s"), below, beside, promoted(below)]
    assert sum(len(group.tiles) for group in read(*tiles).groups) == len(tiles)
