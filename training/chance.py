"""Draws that every room of the training makes."""

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

_Option = TypeVar("_Option")


def draw_by_share(rng: np.random.Generator, options: Sequence[tuple[_Option, float]]) -> _Option:
    """Choose an option at random.

    Args:
        rng: decides.
        options: each option with its share of the draws. The shares need not add up to 1.
    """
    shares = np.array([share for _option, share in options])
    number = int(rng.choice(len(options), p=shares / shares.sum()))
    option, _share = options[number]
    return option
