"""The mean of two networks."""

import numpy as np
import pytest
from numpy.typing import NDArray

from hu.scoring.errors import InputError
from training.networks.average import average, average_files


def test_weights_are_averaged_and_counts_stay() -> None:
    first = {"layer": np.array([0.0, 1.0], np.float16), "steps": np.array(700)}
    second = {"layer": np.array([1.0, 3.0], np.float16), "steps": np.array(400)}
    mean = average(first, second, share=0.25)
    assert mean["layer"].tolist() == [0.25, 1.5]
    assert mean["layer"].dtype == np.float16
    assert mean["steps"] == 700


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_a_share_of_nothing_or_all_gives_one_of_the_networks(share: float) -> None:
    networks = [{"layer": np.array([2.0, 5.0])}, {"layer": np.array([4.0, -1.0])}]
    mean = average(networks[0], networks[1], share=share)
    assert mean["layer"].tolist() == networks[int(share)]["layer"].tolist()


@pytest.mark.parametrize(
    ("second", "message"),
    [
        pytest.param({"head": np.zeros(2)}, "other parts", id="another part"),
        pytest.param({"layer": np.zeros(3)}, "layer has another shape", id="another width"),
    ],
)
def test_networks_of_other_shapes_have_no_mean(
    second: dict[str, NDArray[np.float64]], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        average({"layer": np.zeros(2)}, second, share=0.5)


def test_the_file_of_a_classifier_keeps_its_width() -> None:
    first = {"width": 64, "state": {"layer": np.array([0.0])}}
    second = {"width": 64, "state": {"layer": np.array([2.0])}}
    mean = average_files(first, second, share=0.5)
    assert mean["width"] == 64
    assert mean["state"]["layer"].tolist() == [1.0]


def test_a_classifier_and_another_network_have_no_mean() -> None:
    classifier = {"width": 64, "state": {"layer": np.array([0.0])}}
    with pytest.raises(InputError, match="only one of the networks is a classifier"):
        average_files(classifier, {"layer": np.array([0.0])}, share=0.5)
