"""The learning rate of a run, and the moving average of its weights."""

import numpy as np
from torch import Tensor


def rate_share(step: int, total: int) -> float:
    """The share of the greatest rate: a short rise, then half a cosine down to a hundredth."""
    # The number of steps that the rate rises.
    rise = min(500, max(1, total // 10))
    if step < rise:
        return (step + 1) / rise
    progress = (step - rise) / max(1, total - rise)
    return 0.01 + 0.99 * 0.5 * (1 + float(np.cos(np.pi * progress)))


def update_average(
    most_kept: float, average: Tensor, weights: Tensor, step_count: int | Tensor
) -> Tensor:
    """Compute the moving average of some weights after another step.

    ``AveragedModel`` copies the weights of the first step. After each later step it calls this with
    the last three arguments.

    Args:
        most_kept: the greatest share of the old average in the new one. At this share the average
            spans about ``1 / (1 - most_kept)`` steps.
        average: the average of the earlier steps.
        weights: the weights after this step.
        step_count: the number of the earlier steps, at least 1.
    """
    # After the second step the average keeps 2 / 11, and with each step it keeps more. So it soon
    # forgets the random weights of the start.
    kept = min(most_kept, (int(step_count) + 1) / (int(step_count) + 10))
    return kept * average + (1 - kept) * weights
