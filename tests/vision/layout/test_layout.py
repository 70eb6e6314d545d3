"""Rows, groups and roles of tiles laid by each rule set's conventions."""

from collections.abc import Sequence
from dataclasses import replace
from math import radians
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

from hu.app.reading.read import read_hand
from hu.app.reading.to_record import explanation_of, tile_records
from hu.scoring.rule_set.declared import ClaimStyle
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.layout.evidence import Reason
from hu.vision.layout.frame import find_frame
from hu.vision.layout.layout import hand_candidates, measure_scene
from hu.vision.layout.likeness import side_penalty
from hu.vision.layout.model import Layout
from hu.vision.layout.runs import find_runs
from tests.laid_tables import laid, layout_of, photographed, promoted, turned
from training.scenes.pinhole import detect, random_camera
from training.tables.hands import hand_scene
from training.tables.placing import Placed, turn_tile

CONCEALED = "1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z"


def faces_of(layout: Layout, tiles: Sequence[int]) -> str:
    """The likeliest faces of some tiles, separated by spaces."""
    return " ".join(layout.by_index[index].detection.tile for index in tiles)


def kinds(layout: Layout) -> list[tuple[str, str]]:
    """The kind and the faces of each group."""
    return [(group.kind, faces_of(layout, group.tiles)) for group in layout.groups]


def of(
    text: str, *others: Placed, convention: ClaimStyle = ClaimStyle.SIDEWAYS, **camera: float
) -> Layout:
    """Lay tiles out as they were photographed."""
    return layout_of(photographed([*laid(text), *others], **camera), convention)


@pytest.mark.parametrize(
    ("claimed", "source"),
    [
        (">6p 5p 7p", "left"),
        ("5z >5z 5z", "opposite"),
        ("5z 5z >5z", "right"),
        (">9s 9s 9s 9s", "left"),
    ],
)
def test_the_place_of_the_sideways_tile_tells_from_whom_a_set_was_claimed(
    claimed: str, source: str
) -> None:
    layout = of(f"1m 2m 3m 4p 5p 6p 7s 8s 9s 2z | {claimed} | 2z")
    assert [group.claimed_from for group in layout.groups] == [None, source, None]
    assert [group.kind for group in layout.groups] == ["concealed", "claimed", "winning"]


@pytest.mark.parametrize("stacked", [False, True])
def test_a_tile_on_or_beyond_a_sideways_one_makes_a_quad(*, stacked: bool) -> None:
    row = laid("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z | 5z 5z >5z")
    layout = layout_of(photographed([*row, promoted(row[-1], is_stacked=stacked)]))
    assert kinds(layout)[1] == ("claimed", "5z 5z 5z 5z")
    assert layout.groups[1].claimed_from == "right"
    assert [len(row.tiles) for row in layout.rows] == [len(layout.hand) - 1]


@pytest.mark.parametrize("around", [0, 70, 80])
def test_a_tile_on_a_sideways_one_is_found_from_beside_the_row(around: float) -> None:
    row = laid("2m 3m 4m 5m 6m 7m 3p 4p 5p 8s 8s | 1z 1z >1z")
    placed = [*row, promoted(row[-1], is_stacked=True)]
    layout = layout_of(photographed(placed, tilt=45, around=around))
    assert [group.kind for group in layout.groups] == ["concealed", "claimed"]
    assert len(layout.groups[1].tiles) == 4


@pytest.mark.parametrize("around", [0, 60, 90, 180])
def test_a_tile_on_three_upright_tiles_is_found_from_any_side(around: float) -> None:
    row = laid("2m 3m 4m 5m 6m 7m 3p 4p 5p 8s 8s | 1z 1z 1z")
    fourth = replace(row[-2], y=row[-2].y + 0.3, level=1)
    layout = layout_of(photographed([*row, fourth], tilt=40, around=around))
    assert kinds(layout)[1:] == [("claimed", "1z 1z 1z 1z")]


def test_a_standing_tile_right_before_three_of_its_face_is_not_on_them() -> None:
    hand = laid("3m 3m 3m 4p 5p 6p 7s 8s 9s 2z 2z")
    meld = laid("2m 3m 4m", x=hand[1].x - 1.5, y=-1.45)
    layout = layout_of(photographed([*hand, *meld]))
    assert [len(row.tiles) for row in layout.rows] == [len(hand), len(meld)]


def test_a_sideways_tile_beyond_one_of_another_face_is_of_its_own_set() -> None:
    near = laid("1m 2m 3m 4p 5p 6p 2z 2z | 7s >7s 7s")
    left = near[-3].x
    beyond = [replace(tile, x=left + tile.x, y=tile.y + 1.34) for tile in laid("3p >3p 3p")]
    layout = layout_of(photographed([*near, *beyond]))
    assert ("claimed", "7s 7s 7s") in kinds(layout)
    assert ("claimed", "3p 3p 3p") in kinds(layout)


def test_a_quad_with_its_outer_tiles_face_down_is_concealed() -> None:
    layout = of("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z | _5z 5z 5z _5z")
    assert kinds(layout)[1] == ("concealed-quad", "back 5z 5z back")


def test_flowers_lie_apart_or_inside_the_row() -> None:
    assert kinds(of(f"1f 3g | {CONCEALED} 5z 5z 5z")) == [
        ("bonus", "1f 3g"),
        ("concealed", f"{CONCEALED} 5z 5z 5z"),
    ]
    inside = of(f"1f 3g {CONCEALED} 5z 5z 5z")
    assert [tile.role for tile in inside.hand] == ["bonus"] * 2 + ["concealed"] * 14


def test_a_row_with_gaps_everywhere_is_one_concealed_hand() -> None:
    layout = of("1m 2m 3m | 4p 5p 6p | 7s 8s 9s | 5z 5z 5z | 2z 2z")
    assert [group.kind for group in layout.groups] == ["concealed"] * 5
    assert len(layout.rows) == 1


def test_rows_that_lie_before_each_other_are_one_hand() -> None:
    far_row = laid("1m 2m 3m 4p 5p 6p", 1.0, 1.5)
    near_row = laid("7s 8s 9s 2z 2z 5z 5z 5z")
    layout = layout_of(photographed([*far_row, *near_row]))
    assert [faces_of(layout, row.tiles) for row in layout.rows] == [
        "1m 2m 3m 4p 5p 6p",
        "7s 8s 9s 2z 2z 5z 5z 5z",
    ]


@pytest.mark.parametrize("roll", range(0, 360, 45))
def test_the_camera_may_be_held_any_way(roll: int) -> None:
    layout = of("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z | >6p 5p 7p | 2z", roll=roll, tilt=40.0)
    hand = [tile.index for tile in layout.hand]
    assert faces_of(layout, hand) == "1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 6p 5p 7p 2z"
    assert layout.groups[1].claimed_from == "left"
    assert layout.is_orientation_known


def test_single_tiles_on_their_heads_do_not_turn_the_hand() -> None:
    layout = of("1m v2m 3m v4m 6m 7m 8m v7s 3s 3s 2z 2z 7z 7z")
    assert layout.hand[0].detection.tile == "1m"


def test_a_fimj_rack_marks_what_was_concealed() -> None:
    layout = of(
        "1m 2m 3m | 5p 5p 5p | 7s >7s 7s | >9s 9s 9s 9s | 2z 2z", convention=ClaimStyle.APART
    )
    assert [group.kind for group in layout.groups] == [
        "concealed",
        "claimed",
        "concealed",
        "concealed-quad",
        "concealed",
    ]
    assert layout.groups[0].doubtful


@pytest.mark.parametrize("convention", ClaimStyle)
@pytest.mark.parametrize(
    "row",
    [">9p 1m 2m 3m 4p 5p 6p 9p 2s 2s 2s 7z 7z 7z", "1m 2m 3m 4p 5p 6p 9p 2s 2s 2s 7z 7z 7z >9p"],
)
def test_the_winning_tile_lies_sideways_at_the_end_of_the_row(
    row: str, convention: ClaimStyle
) -> None:
    layout = of(row, convention=convention)
    assert {laid.detection.tile for laid in layout.hand if laid.role == "winning"} == {"9p"}
    assert sorted(len(group.tiles) for group in layout.groups) == [1, 13]


@pytest.mark.parametrize(
    ("row", "reason"), [("7z 7z 7z", "own-row"), ("7z 7z 7z | 6z 6z 6z", "row-of-melds")]
)
def test_a_meld_in_another_row_of_a_fimj_rack_says_what_shows_that_it_was_claimed(
    row: str, reason: str
) -> None:
    layout = of("1m 2m 3m 4p 5z 5z", *laid(row, y=-2.0), convention=ClaimStyle.APART)
    (meld,) = [group for group in layout.groups if faces_of(layout, group.tiles) == "7z 7z 7z"]
    assert reason in [term.id for term in meld.evidence]


def test_the_direction_of_a_single_tile_is_to_its_right() -> None:
    for roll in (0, 30):
        expected = of("1m 2m 3m 4m", roll=roll).direction
        assert of("1m", roll=roll).direction @ expected > 0.9


def test_sets_that_others_mark_as_claimed_are_asked_about_on_a_fimj_rack() -> None:
    layout = of("1m 2m 3m 4p 5z 5z | >7z 7z 7z 6z >6z 6z", convention=ClaimStyle.APART)
    doubtful: list[str] = []
    for group in layout.groups:
        doubtful.extend(faces_of(layout, meld) for meld in group.doubtful)
    assert doubtful == ["7z 7z 7z", "6z 6z 6z"]


def test_fimj_flowers_lie_across_the_rack() -> None:
    layout = of(f">1f >3g 2f | {CONCEALED} 5z 5z 5z", convention=ClaimStyle.APART)
    assert kinds(layout)[0] == ("bonus", "1f 3g 2f")
    assert [tile.is_sideways for tile in layout.hand[:3]] == [True, True, False]


def test_what_lies_around_is_no_part_of_the_hand_and_says_why() -> None:
    hand = laid(f"{CONCEALED} 5z 5z 5z")
    discards = [Placed("9m", 3.0, 6.0, 1.0), Placed("8m", 5.5, 6.5, 2.2)]
    wall = laid("_1p _1p _1p _1p _1p", 4.0, 4.0)
    neighbours_tiles = [Placed("3z", 20.0, 3.0 + step, 1.6) for step in range(4)]
    layout = layout_of(photographed([*hand, *discards, *wall, *neighbours_tiles]))
    assert len(layout.hand) == 14
    reasons = [tile.reason for tile in layout.tiles if tile.role == "other"]
    assert len(reasons) == 11
    for reason in reasons:
        assert reason is not None
        assert "tile_widths" in reason.parameters
    assert [reason.id for reason in reasons if reason].count("face-down") == 5


@pytest.mark.parametrize("degrees", [20, 30, 40])
def test_a_meld_laid_askew_does_not_turn_the_line_of_the_rows(degrees: float) -> None:
    row = laid("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z")
    corner = (14.0, 1.0)
    meld = [turn_tile(tile, radians(degrees), corner) for tile in laid("5z 5z 5z", *corner)]
    table = measure_scene(photographed([*row, *meld], tilt=0.0)).table
    assert table is not None
    frame = find_frame(find_runs(table), table)
    assert [len(tiles) for tiles, _line in frame.askew] == [3]
    assert frame.direction == pytest.approx([1.0, 0.0], abs=1e-3)


@pytest.mark.parametrize(("second_row", "may_be_one_hand"), [(15, True), (16, False)])
def test_the_largest_hand_has_all_flowers_of_a_tile_set(
    second_row: int, *, may_be_one_hand: bool
) -> None:
    # 18 tiles with four quads, 8 flowers, and 4 detections that may be no tiles.
    first = laid("1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p")
    # The rows are too far apart to be one cluster.
    second = laid(" ".join(["1s"] * second_row), y=3.0)
    scene = measure_scene(photographed([*first, *second]))
    assert len(scene.hypotheses.clusters) == 2
    sizes = {len(candidate.tiles) for candidate in scene.hypotheses.candidates()}
    assert (len(first) + len(second) in sizes) == may_be_one_hand


def test_a_tile_seen_twice_counts_once() -> None:
    detections = photographed(laid(f"{CONCEALED} 5z 5z 5z"))
    again = Detection(detections[3].box + 2, 0.4, detections[4].probabilities)
    layout = layout_of([*detections, again])
    assert len(layout.hand) == 14
    assert layout.tiles[-1].reason == Reason("seen-twice")
    # The less certain detection is refused, in whatever order they come.
    assert layout.tiles[-1].index == 14
    assert layout_of([again, *detections]).tiles[-1].index == 0


def test_a_box_over_two_tiles_of_a_row_is_not_of_this_row() -> None:
    detections = photographed(laid(f"{CONCEALED} 5z 5z 5z"), tilt=0.0)
    # Nearly half a tile to the right, and a little towards the reader.
    right = detections[4].center - detections[3].center
    down = np.array([-right[1], right[0]])
    box = detections[3].box + 0.4 * right + 0.3 * down
    between = replace(detections[3], box=box.astype(np.float32), score=0.5)
    layout = layout_of([*detections, between])
    assert sorted(len(row.tiles) for row in layout.rows) == [1, 14]


def test_boxes_that_are_no_tiles_are_refused() -> None:
    detections = photographed(laid(f"{CONCEALED} 5z 5z 5z"))
    absurd = [
        np.full((4, 2), np.nan),
        np.zeros((4, 2)),
        np.array([[0, 0], [500, 0], [500, 1], [0, 1]]),
        np.array([[1e9, 0], [2e9, 0], [2e9, 1e9], [1e9, 1e9]]),
    ]
    broken = [Detection(box.astype(np.float32), 0.9, detections[0].probabilities) for box in absurd]
    layout = layout_of([*broken, *detections])
    assert len(layout.hand) == 14
    assert {tile.index for tile in layout.tiles if tile.role == "other"} == {0, 1, 2, 3}


def test_turning_a_photo_turns_the_direction() -> None:
    detections = photographed(laid(f"{CONCEALED} 5z 5z 5z"), tilt=0.0)
    for degrees in (0, 90, 200):
        x, y = layout_of(turned(detections, degrees)).direction
        angle = np.degrees(np.arctan2(y, x))
        difference = (angle - degrees + 180) % 360 - 180
        assert abs(difference) < 2


@pytest.mark.parametrize(("y", "sense"), [(6.0, 1), (-6.0, -1)])
def test_the_table_beyond_a_hand_shows_its_direction_if_no_face_does(y: float, sense: int) -> None:
    hand = laid(f"{CONCEALED} 5z 5z 5z")
    discards = laid("9m 1s 4z 8p 3m 6z", 3.0, y)
    detections = [
        replace(detection, shows_top=False) for detection in photographed([*hand, *discards])
    ]
    layout = layout_of(detections)
    assert len(layout.hand) == 14
    assert layout.is_orientation_known
    assert np.sign(layout.direction[0]) == sense


def test_flowers_set_down_loosely_are_one_group() -> None:
    flowers = [*laid("1f"), *laid("3g 2f", 1.6)]
    hand = laid(f"{CONCEALED} 5z 5z 5z", 5.5)
    layout = layout_of(photographed([*flowers, *hand]))
    assert kinds(layout)[0] == ("bonus", "1f 3g 2f")


def test_a_sequence_whose_sideways_tile_ends_the_row_was_won_by_that_tile() -> None:
    layout = of("1m 2m 3m 1s 1s 4s 5s 6s 7s 8s 9s 1p 3p >2p")
    assert kinds(layout)[-1] == ("winning", "2p")
    assert "claimed" not in {group.kind for group in layout.groups}


def test_a_fifth_wind_at_the_end_of_a_row_is_a_marker() -> None:
    melds = laid("2s 2s >2s 1z 1z 1z >1z >4m 5m 6m 1z", 5.0)
    layout = layout_of(photographed([*laid("2m 2m 2z 2z"), *melds]))
    (marker,) = (tile for tile in layout.tiles if tile.role == "other")
    assert marker.detection.tile == "1z"
    assert marker.reason == Reason("wind-marker", {"tile": "1z"})
    assert [group.kind for group in layout.groups].count("claimed") == 3


def test_evidence_says_why_tiles_are_a_meld() -> None:
    layout = of(f"{CONCEALED} | 5z >5z 5z")
    (claimed,) = (group for group in layout.groups if group.kind == "claimed")
    assert [evidence.id for evidence in claimed.evidence] == ["gap", "sideways-tile"]
    assert claimed.evidence[0].parameters["tile_widths"] == pytest.approx(1.0, abs=0.1)
    assert all(evidence.log_odds > 0 for evidence in claimed.evidence)


def test_a_meld_split_off_without_a_gap_leaves_evidence() -> None:
    layout = of("1m 2m 3m 4p 6p 8s 9s 2z 2z 2z 5z >5z 5z")
    (claimed,) = (group for group in layout.groups if group.kind == "claimed")
    assert len(claimed.tiles) == 3
    (split_off,) = (evidence for evidence in claimed.evidence if evidence.id == "split-off")
    assert split_off.log_odds > 0


def test_a_claimed_meld_may_begin_the_row_without_a_gap() -> None:
    layout = of(">6p 5p 7p 1m 1m 4p 4p 4p 7s 8s 9s 2z 2z 2z")
    assert kinds(layout)[0] == ("claimed", "6p 5p 7p")
    assert layout.groups[0].claimed_from == "left"


def test_a_face_that_lies_askew_counts_less_for_a_sideways_tile() -> None:
    square = nats_of_sideways_face(90.0)
    assert square > 7.0
    # A face halfway between both directions would show nothing.
    assert nats_of_sideways_face(60.0) == pytest.approx(square / 2, rel=0.1)


def nats_of_sideways_face(degrees: float) -> float:
    """How much the direction of a face adds to the evidence that its tile lies sideways.

    Args:
        degrees: how far the tile in the middle of a claimed triplet is turned.
    """
    row = laid("1m 2m 3m 4p 5p 6p 7s 8s 9s 2z 2z | | 5z >5z 5z")
    row[-2] = replace(row[-2], turn=np.radians(degrees))
    detections = photographed(row, tilt=0.0)
    log_odds = []
    for shows_top in (True, False):
        detections[-2] = replace(detections[-2], shows_top=shows_top)
        (meld,) = [group for group in layout_of(detections).groups if group.kind == "claimed"]
        (evidence,) = [term for term in meld.evidence if term.id == "sideways-tile"]
        log_odds.append(evidence.log_odds)
    return log_odds[0] - log_odds[1]


def test_tiles_that_are_all_upside_down_are_rather_another_players() -> None:
    hand = laid("v1m v2m v3m v4p v5p v6p v7s v8s v9s")
    scene = measure_scene(photographed([*hand, *laid("4s 4s 4s", 3.0, 6.0)], tilt=0.0))
    assert scene.table is not None
    penalty = side_penalty(scene.table, range(len(hand)))
    assert penalty > 0.75 * scene.table.settings.turned_nats


def test_a_row_is_as_unsorted_as_its_neighbours_are_unlike() -> None:
    # Three of twelve pairs of neighbours are of one suit and close. In a sorted hand 60 % are,
    # among discards 20 %. Three neighbours of a sorted hand are added to those of the row.
    row = laid("1m 2m 9m 8m 1p 9p 8p 1s 9s 5s 1p 9m 4s")
    scene = measure_scene(photographed(row, tilt=0.0))
    candidate = next(hand_candidates(scene))
    [order] = [term.log_odds for term in candidate.terms if term.id == "order"]
    close_share = (3 + 3 * 0.6) / (12 + 3)
    disorder = (0.6 - close_share) / (0.6 - 0.2)
    assert scene.table is not None
    assert abs(order) == pytest.approx(scene.table.settings.order_nats * disorder)


def test_melds_side_by_side_without_a_gap_leave_evidence() -> None:
    standing = laid("3m 3m 7m 7m 7m", 2.5, 1.8)
    layout = of("6p 6p 6p 6p 2p 2p 2p 8m 8m 8m 8m", *standing)
    melds = [group for group in layout.groups if group.kind == "claimed"]
    assert len(melds) == 3
    for meld in melds:
        assert "split-off" in [evidence.id for evidence in meld.evidence]


SCENES = st.integers(0, 400)


def seen(seed: int) -> list[Detection]:
    """A laid hand with tiles around it, photographed from somewhere."""
    scene = hand_scene(seed, "zung-jung")
    rng = Random(seed)
    camera = random_camera(rng, scene.placed)
    detections, _ = detect(scene.placed, camera, rng)
    return detections


def text(detections: list[Detection]) -> str:
    """The hand that is read from detections."""
    return read_hand(detections, "zung-jung").text


@profile(max_examples=15)
@given(SCENES, st.floats(0, 360))
def test_turning_the_photo_does_not_change_the_reading(seed: int, degrees: float) -> None:
    detections = seen(seed)
    if layout_of(detections).is_orientation_known:
        assert text(turned(detections, degrees)) == text(detections)


@profile(max_examples=15)
@given(SCENES, st.randoms(use_true_random=False))
def test_the_order_of_the_detections_does_not_matter(seed: int, rng: Random) -> None:
    detections = seen(seed)
    shuffled = rng.sample(detections, len(detections))
    assert text(shuffled) == text(detections)


corners = st.lists(st.floats(-1e5, 1e5, width=32), min_size=8, max_size=8)
anything = st.lists(st.floats(width=32), min_size=8, max_size=8)
beliefs = st.one_of(
    st.integers(0, 42).map(lambda k: np.eye(43, dtype=np.float32)[k]),
    st.just(np.full(43, 1 / 43, dtype=np.float32)),
    st.just(np.zeros(43, dtype=np.float32)),
    st.just(np.full(43, np.nan, dtype=np.float32)),
)


def detection(values: tuple[list[float], float, np.ndarray, bool]) -> Detection:
    """Build a detection of coordinates, score, probabilities and whether its turn is known."""
    coordinates, score, probabilities, shows_top = values
    box = np.array(coordinates, dtype=np.float32).reshape(4, 2)
    return Detection(box, score, probabilities, shows_top=shows_top)


boxes = st.tuples(st.one_of(corners, anything), st.floats(0, 1), beliefs, st.booleans()).map(
    detection
)


@profile(max_examples=60)
@given(st.lists(boxes, max_size=25))
def test_absurd_boxes_never_make_it_fail(detections: list[Detection]) -> None:
    for rules in ("zung-jung", "fimj"):
        layout = layout_of(detections, rule_set(rules).claim_style)
        assert sorted(tile.index for tile in layout.tiles) == list(range(len(detections)))
        reading = read_hand(detections, rules)
        assert len(tile_records(reading.tiles)) == len(detections)
        assert len(explanation_of(reading).left_out) <= len(detections)


@profile(max_examples=10)
@given(st.integers(1, 60), st.integers(0, 1000))
def test_sixty_unreadable_tiles_end_the_search_in_time(count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    corners = np.array([[-30, -40], [30, -40], [30, 40], [-30, 40]])
    detections = []
    for number in range(count):
        row, column = divmod(number, 20)
        box = corners + np.array([100 + 62 * column, 100 + 84 * row])
        probabilities = rng.dirichlet(np.full(len(CLASSES), 0.5))
        detections.append(Detection(box.astype(np.float32), 0.5, probabilities.astype(np.float32)))
    reading = read_hand(detections, "fimj")
    assert len(reading.tiles) == count
