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


def test_a_feature_that_few_classes_have_gets_a_finite_weight() -> None:
    # Steps of Newton's method alone diverge here.
    rng = np.random.default_rng(0)
    labels = rng.integers(0, 12, 400)
    scores = rng.normal(0, 1, (400, 12)) * 3
    scores[np.arange(400), labels] += 4
    features = np.zeros((400, 12, 2))
    features[:, :, 0] = scores - np.log(np.exp(scores).sum(axis=1))[:, None]
    # The second feature belongs to four classes, and mostly tells the truth.
    shows_own = labels < 4
    features[shows_own, labels[shows_own], 1] = rng.random(shows_own.sum()) * 4
    shows_another = ~shows_own & (rng.random(400) < 0.06)
    places = rng.integers(0, 4, shows_another.sum())
    features[shows_another, places, 1] = rng.random(shows_another.sum()) * 4
    weights = choice(features, labels, ridge=0.4)
    assert 0.3 < weights[0] < 0.6
    assert 0.5 < weights[1] < 5
