"""The weights of holes in rows."""

import numpy as np

from hu.vision.detection import logistic
from training.networks.fit_holes import HoleExample, fit_holes


def _examples() -> list[HoleExample]:
    """White dragons that the classifier doubts, other faces, and gaps that show the table."""
    rng = np.random.default_rng(1)
    examples = []
    for _ in range(40):
        noise = rng.normal(0, 0.3)
        examples += [
            HoleExample("white dragon", np.array([noise, 1.0, 0.6])),
            HoleExample("other face", np.array([4 + noise, 0.0, 0.0])),
            HoleExample("gap", np.array([-1 + noise, 1.0, 0.1])),
            HoleExample("gap", np.array([-3 + noise, 0.0, 0.0])),
        ]
    return examples


def test_a_white_dragon_of_the_faces_colour_outweighs_the_classifiers_doubt() -> None:
    *slopes, constant = fit_holes(_examples())

    def probability(*features: float) -> float:
        return logistic(float(np.dot(slopes, features)) + constant)

    assert probability(0.0, 1.0, 0.6) > 0.8
    assert probability(-1.0, 1.0, 0.1) < 0.2
    assert probability(4.0, 0.0, 0.0) > 0.9
    assert probability(-3.0, 0.0, 0.0) < 0.1


def test_without_gaps_or_without_white_dragons_nothing_is_fitted() -> None:
    for kind in ("gap", "white dragon"):
        examples = [example for example in _examples() if example.kind != kind]
        assert fit_holes(examples) == ()
