"""The weights of numerals."""

import numpy as np
import pytest

from training.networks.regression import choice


def test_the_weights_of_a_choice_are_recovered() -> None:
    rng = np.random.default_rng(1)
    true_weights = np.array([1.5, -0.5])
    features = rng.normal(0, 1, (4000, 5, 2))
    log_odds = features @ true_weights + rng.gumbel(0, 1, (4000, 5))
    weights = choice(features, log_odds.argmax(axis=1), ridge=1e-3)
    assert weights == pytest.approx(true_weights, abs=0.1)


def test_a_feature_that_is_always_0_has_no_weight() -> None:
    features = np.zeros((10, 3, 2))
    features[:, :, 0] = np.arange(3)
    weights = choice(features, np.full(10, 2), ridge=1.0)
    assert weights[0] > 0
    assert weights[1] == 0
