"""What holds of every photo: turning and shuffling change nothing, and nothing makes the layout fail."""

from random import Random

import numpy as np
from hypothesis import given
from hypothesis import settings as profile
from hypothesis import strategies as st

from hu.app.reading.as_json import reading_to_json
from hu.app.reading.read import read_hand
from hu.scoring.rules import rule_set
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from tests.laid_tables import layout_of, turned
from training.scenes.pinhole import detect, random_camera
from training.tables.hands import hand_scene

SCENES = st.integers(0, 400)


def seen(seed: int) -> list[Detection]:
    """A laid hand with tiles around it, photographed from somewhere."""
    scene, rng = hand_scene(seed, "zung-jung"), Random(seed)
    return detect(scene.placed, random_camera(rng, scene.placed), rng)[0]


def text(detections: list[Detection]) -> str:
    return read_hand(detections, "zung-jung").text


@profile(max_examples=15)
@given(SCENES, st.floats(0, 360))
def test_turning_the_photo_does_not_change_the_reading(seed: int, degrees: float) -> None:
    detections = seen(seed)
    if layout_of(detections).orientation_known:
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
    box, score, probabilities, known = values
    return Detection(np.array(box, dtype=np.float32).reshape(4, 2), score, probabilities, turn_known=known)


boxes = st.tuples(st.one_of(corners, anything), st.floats(0, 1), beliefs, st.booleans()).map(detection)


@profile(max_examples=60)
@given(st.lists(boxes, max_size=25))
def test_absurd_boxes_never_make_it_fail(detections: list[Detection]) -> None:
    for rules in ("zung-jung", "fimj"):
        layout = layout_of(detections, rule_set(rules).claim_style)
        assert sorted(tile.index for tile in layout.tiles) == list(range(len(detections)))
        reading = read_hand(detections, rules)
        assert reading_to_json(reading)["hand"] == reading.text
        assert len(reading.tiles) == len(detections)


@profile(max_examples=10)
@given(st.integers(1, 60), st.integers(0, 1000))
def test_sixty_unreadable_tiles_end_the_search_in_time(count: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    grid = [(100 + 62 * (k % 20), 100 + 84 * (k // 20)) for k in range(count)]
    base = np.array([[-30, -40], [30, -40], [30, 40], [-30, 40]])
    detections = [
        Detection((base + at).astype(np.float32), 0.5, rng.dirichlet(np.full(len(CLASSES), 0.5)).astype(np.float32))
        for at in grid
    ]
    reading = read_hand(detections, "fimj")
    assert len(reading.tiles) == count
