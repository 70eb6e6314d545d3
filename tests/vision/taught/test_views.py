"""A set works with any classifier: its features come from its crops."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.networks.onnx import Network
from hu.vision.networks.weights import WeightsError
from hu.vision.photo.decoding import decode_photo
from hu.vision.reader import MODELS, Reader
from hu.vision.taught.evidence import measure_log_distances
from hu.vision.taught.lessons import learn, read_lesson
from hu.vision.taught.tile_set import TileSet
from hu.vision.taught.views import VIEWS, describe_examples, taught_views

SAMPLE = Path(__file__).parents[3] / "datasets" / "samples" / "images" / "hand.jpg"


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader()


@pytest.fixture(scope="module")
def club(reader: Reader) -> TileSet:
    tiles = reader.detect(decode_photo(SAMPLE))
    return learn(TileSet("club"), read_lesson([tiles]), "hand.jpg")


def test_a_set_gets_the_features_of_the_classifier_in_use(reader: Reader, club: TileSet) -> None:
    examples = [replace(example, features=example.features * 0) for example in club.examples]
    forgotten = replace(club, examples=tuple(examples))
    ready = describe_examples(forgotten, reader.classifier)
    for old, new in zip(club.examples, ready.examples, strict=True):
        assert new.tile == old.tile
        assert new.certainty == old.certainty
        assert len(new.views) == VIEWS
        assert (old.features[1] @ new.features[1]) > 0.98
        assert (new.views @ old.features[1]).mean() > 0.6
    log_distances = measure_log_distances(
        ready, np.stack([example.features for example in club.examples])
    )
    for k, example in enumerate(club.examples):
        assert log_distances[k, CLASSES.index(example.tile)] < np.log(0.06)


def test_the_views_of_a_face_are_the_same_every_time(club: TileSet) -> None:
    crop = club.examples[0].crop
    assert np.array_equal(taught_views(crop), taught_views(crop))
    assert taught_views(crop).shape == (VIEWS, 64, 64, 3)


class _Bare(Network):
    """The classifier without its features, as older weights were."""

    def __init__(self) -> None:
        super().__init__(MODELS / "classifier.onnx", CLASSES)

    def run_all(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        return super().run_all(batch)[:1]


def test_a_set_is_refused_by_name_where_the_weights_describe_no_faces(club: TileSet) -> None:
    with pytest.raises(WeightsError, match=r"tile set 'club': these weights do not describe faces"):
        describe_examples(club, _Bare())
