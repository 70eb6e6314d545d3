"""A set that was taught with other weights works as before: its features come from its crops."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from hu.app.sets.store import SetStore
from hu.scoring.tiles import CLASSES
from hu.vision.networks.onnx import Network
from hu.vision.networks.weights import WeightsError
from hu.vision.photo.decoding import decode_photo
from hu.vision.reader import MODELS, Reader
from hu.vision.taught.evidence import distances
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
    return learn(TileSet("club"), read_lesson([tiles]), "hand.jpg", reader.classifier.checksum)


class _OtherWeights(Network):
    """The classifier with the sign of its features changed: the same faces, other numbers, another checksum."""

    checksum = "other"

    def __init__(self) -> None:
        super().__init__(MODELS / "classifier.onnx", CLASSES)
        mean = [-number for number in json.loads(self.metadata["feature_mean"])]
        self.metadata |= {"feature_mean": json.dumps(mean)}

    def run_all(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        faces, features = super().run_all(batch)
        return [faces, -features]


def test_the_same_weights_keep_their_features_and_add_views(reader: Reader, club: TileSet) -> None:
    ready = describe_examples(club, reader.classifier)
    for old, new in zip(club.examples, ready.examples, strict=True):
        assert new.features is old.features
        assert len(new.views) == VIEWS
        assert (new.views @ old.features[1]).mean() > 0.6


def test_the_views_of_a_face_are_the_same_every_time(club: TileSet) -> None:
    crop = club.examples[0].crop
    assert np.array_equal(taught_views(crop), taught_views(crop))
    assert taught_views(crop).shape == (VIEWS, 64, 64, 3)


def test_other_weights_compute_the_features_again(reader: Reader, club: TileSet, tmp_path: Path) -> None:
    store = SetStore(tmp_path)
    store.save(club)
    other = _OtherWeights()
    renewed = describe_examples(store.load("club"), other)
    assert {example.classifier for example in renewed.examples} == {other.checksum} != {reader.classifier.checksum}
    for old, new in zip(club.examples, renewed.examples, strict=True):
        assert (old.features[1] @ new.features[1]) < -0.98
        assert (old.tile, old.sure) == (new.tile, new.sure)


def test_a_set_of_the_first_release_is_computed_again(reader: Reader, club: TileSet) -> None:
    old = TileSet(
        "club", tuple(replace(example, features=example.features * 0, classifier="") for example in club.examples)
    )
    features = np.stack([example.features for example in club.examples])
    far = distances(describe_examples(old, reader.classifier), features)
    assert all(far[k, CLASSES.index(example.tile)] < np.log(0.06) for k, example in enumerate(club.examples))


class _Bare(Network):
    """The classifier without its features, as older weights were."""

    def __init__(self) -> None:
        super().__init__(MODELS / "classifier.onnx", CLASSES)

    def run_all(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        return super().run_all(batch)[:1]


def test_a_set_is_refused_by_name_where_the_weights_describe_no_faces(club: TileSet) -> None:
    with pytest.raises(WeightsError, match=r"tile set 'club': these weights do not describe faces"):
        describe_examples(club, _Bare())
