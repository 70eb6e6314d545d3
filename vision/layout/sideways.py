"""How likely tiles of a row are to lie sideways, by their faces, shapes and gaps."""

from statistics import median
from typing import Final

import numpy as np

from hu.vision.geometry import ASPECT
from hu.vision.layout.rows import Rows
from hu.vision.layout.table import DIAGONAL, Table

#: The log-odds that a tile lies sideways before anything is measured. Set by hand. A lower value,
#: -2.5, outside of melds gave the same readings of 163 photos and of 359 of 360 rendered hands.
_PRIOR_SIDEWAYS: Final = -1.5
#: The log-odds that a face adds which was read for certain, and is exactly sideways.
_FACE_WEIGHT: Final = 8
# The aspect of a tile is its length along the row divided by its length across the row: 1 / ASPECT
# for an upright tile, and ASPECT for a sideways tile.
#: How much larger the logarithm of the aspect is for a sideways tile than for an upright tile.
_LOG_SIDEWAYS_ASPECT: Final = float(2 * np.log(ASPECT))
#: The standard deviation of the logarithm of a measured aspect.
_ASPECT_NOISE: Final = 0.15
#: The gaps beside a tile are computed as if it were sideways. If it is really upright, each of the
#: two gaps is larger than usual by this, in tile widths. It is negative: the tile is taken for too
#: long, so it seems to overlap its neighbours.
_EXTRA_GAP_OF_UPRIGHT_TILE: Final = (1 - ASPECT) / 2
#: The standard deviation of the mean gap beside a tile, in tile widths.
_GAP_NOISE: Final = 0.07


def log_odds_sideways(rows: Rows, table: Table) -> dict[int, float]:
    """Compute the log-odds that tiles lie sideways, for those that seem to.

    The evidence is a tile's face, its shape and the gaps beside it. A sideways tile is longer along
    its row than the other tiles. If an upright tile is taken for a sideways tile, it seems to
    overlap its neighbours.

    Args:
        rows: the rows of the hand, with the tiles that seem to lie sideways.
        table: the tiles as they lie.

    Returns:
        The log-odds in nats of each tile that seems to lie sideways.
    """
    sideways_tiles = [tile for tile, lies_sideways in rows.is_sideways.items() if lies_sideways]
    if not sideways_tiles:
        return {}
    extra_gap_of = _extra_gaps(rows)

    # (N,): the cosine of the angle between each tile's top edge and the rows.
    cosines = table.right @ rows.frame.direction
    top_follows_row = np.abs(cosines) >= DIAGONAL
    # (N,): the length along the row divided by the length across the row. (``table.shapes`` is the
    # length of the top edge divided by that of the left edge.)
    aspects = np.where(top_follows_row, table.shapes, 1 / table.shapes)
    log_aspects = np.log(aspects).tolist()
    # Shapes are compared with those of the upright tiles, because a camera at a slant changes all.
    upright_tiles = [tile for tile, lies_sideways in rows.is_sideways.items() if not lies_sideways]
    upright_log_aspect = 0.0
    if upright_tiles:
        upright_log_aspect = median(log_aspects[tile] for tile in upright_tiles)

    log_odds = {}
    for tile in sideways_tiles:
        by_face = 0.0
        if table.shows_top[tile]:
            confidence = table.detections[tile].confidence
            # From -1 for an upright face to 1 for a sideways face. 0 for a face halfway between.
            sidewaysness = 1 - 2 * float(cosines[tile]) ** 2
            by_face = _FACE_WEIGHT * confidence * sidewaysness
        by_shape = _log_likelihood_ratio(
            log_aspects[tile] - upright_log_aspect,
            if_sideways=_LOG_SIDEWAYS_ASPECT,
            if_upright=0.0,
            noise=_ASPECT_NOISE,
        )
        by_gaps = 0.0
        if tile in extra_gap_of:
            by_gaps = _log_likelihood_ratio(
                extra_gap_of[tile],
                if_sideways=0.0,
                if_upright=_EXTRA_GAP_OF_UPRIGHT_TILE,
                noise=_GAP_NOISE,
            )
        log_odds[tile] = _PRIOR_SIDEWAYS + by_face + by_shape + by_gaps
    return log_odds


def _extra_gaps(rows: Rows) -> dict[int, float]:
    """Measure how much wider than usual the gaps beside each tile are.

    Gaps that are wide enough to separate groups do not count.

    Returns:
        For each tile: the mean of its gaps minus the usual gap, in tile widths. A tile without gaps
        that count is left out.
    """
    extra_gap_of = {}
    for row in rows.rows:
        for tile in row.tiles:
            narrow_gaps = [gap for gap in rows.gaps_beside([tile]) if gap < rows.group_gap]
            if narrow_gaps:
                extra_gap_of[tile] = sum(narrow_gaps) / len(narrow_gaps) - rows.usual_gap
    return extra_gap_of


def _log_likelihood_ratio(
    value: float, *, if_sideways: float, if_upright: float, noise: float
) -> float:
    """By how many nats a measured value makes it likelier that a tile lies sideways than upright.

    The value has a normal distribution in both cases, with the same standard deviation.

    Args:
        value: the measured value.
        if_sideways: its mean for sideways tiles.
        if_upright: its mean for upright tiles.
        noise: its standard deviation.
    """
    return float((value - if_upright) ** 2 - (value - if_sideways) ** 2) / (2 * noise**2)
