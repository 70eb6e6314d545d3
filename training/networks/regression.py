"""Weighted logistic regression, and the temperature of logits."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

#: Steps of Newton's method.
_STEPS = 50
#: How often a step is halved at most.
_HALVINGS = 30


def logistic(
    features: Floats,
    labels: Floats,
    weights: Floats,
    ridge: float = 1e-3,
    offsets: Floats | None = None,
) -> Floats:
    """Fit a weighted logistic regression by Newton's method.

    Args:
        features: ``(n, k)``.
        labels: ``(n,)`` of 0 and 1.
        weights: ``(n,)`` of the rows.
        ridge: penalty that keeps the coefficients finite.
        offsets: ``(n,)`` log-odds of features whose coefficients are fixed. None for no such
            features.

    Returns:
        ``(k + 1,)`` float64 coefficients, the constant last.
    """
    columns = np.column_stack([features, np.ones(len(features))])
    penalty = ridge * np.eye(columns.shape[1])
    coefficients = np.zeros(columns.shape[1])
    if offsets is None:
        offsets = np.zeros(len(features))
    for _ in range(_STEPS):
        log_odds = np.clip(columns @ coefficients + offsets, -40, 40)
        probabilities = 1 / (1 + np.exp(-log_odds))
        gradient = columns.T @ (weights * (labels - probabilities)) - penalty @ coefficients
        curvature = (columns.T * (weights * probabilities * (1 - probabilities))) @ columns
        coefficients = coefficients + np.linalg.solve(curvature + penalty, gradient)
    return coefficients


def choice(features: Floats, labels: NDArray[np.int64], ridge: float) -> Floats:
    """Fit the coefficients of a choice among classes (conditional logit) by Newton's method.

    The log-odds of a class are the sum of its features times the coefficients. A step that would
    lower the log-likelihood minus the penalty is halved until it does not.

    Args:
        features: ``(n, classes, k)``.
        labels: ``(n,)`` the right classes.
        ridge: penalty that keeps the coefficients finite.

    Returns:
        ``(k,)`` float64.
    """
    penalty = ridge * np.eye(features.shape[2])
    coefficients = np.zeros(features.shape[2])
    right_features = features[np.arange(len(labels)), labels]

    def objective_of(coefficients: Floats) -> float:
        log_odds = features @ coefficients
        most = log_odds.max(axis=1)
        log_totals = most + np.log(np.exp(log_odds - most[:, None]).sum(axis=1))
        log_likelihood = float((right_features @ coefficients - log_totals).sum())
        return log_likelihood - ridge / 2 * float(coefficients @ coefficients)

    objective = objective_of(coefficients)
    for _ in range(_STEPS):
        log_odds = features @ coefficients
        shares = np.exp(log_odds - log_odds.max(axis=1, keepdims=True))
        probabilities = shares / shares.sum(axis=1, keepdims=True)
        expected_features = np.einsum("nc,nck->nk", probabilities, features)
        gradient = (right_features - expected_features).sum(axis=0) - penalty @ coefficients
        deviations = features - expected_features[:, None]
        weighted_deviations = deviations * probabilities[:, :, None]
        curvature = np.einsum("ncj,nck->jk", weighted_deviations, deviations)
        step = np.linalg.solve(curvature + penalty, gradient)
        for _ in range(_HALVINGS):
            new_objective = objective_of(coefficients + step)
            if new_objective >= objective:
                coefficients = coefficients + step
                objective = new_objective
                break
            step = step / 2
    return coefficients


def weights_of(sources: Sequence[str]) -> Floats:
    """``(n,)`` weights that give each source the same total, 1 on average."""
    # The place of each source among the names, and how often each name comes.
    names, places, counts = np.unique(sources, return_inverse=True, return_counts=True)
    total_of_source = len(sources) / len(names)
    return np.asarray(total_of_source / counts[places], np.float64)


def temperature_of(logits: Floats, labels: NDArray[np.int64], weights: Floats) -> float:
    """Find the temperature from 0.3 to 4 with the least negative log-likelihood.

    Args:
        logits: ``(n, classes)``.
        labels: ``(n,)`` the right classes.
        weights: ``(n,)`` of the rows.
    """

    def loss(temperature: float) -> float:
        scaled = logits / temperature
        total = np.logaddexp.reduce(scaled, axis=1)
        right = scaled[np.arange(len(labels)), labels]
        return float(np.average(total - right, weights=weights))

    temperatures = np.exp(np.linspace(np.log(0.3), np.log(4), 120))
    return float(min(temperatures, key=loss))
