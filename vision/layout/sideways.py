"""How likely tiles of a row are to lie sideways, by their faces, shapes and gaps."""

from statistics import median
from typing import Final

import numpy as np

from hu.vision.geometry import ASPECT
from hu.vision.layout.rows import Rows
from hu.vision.layout.table import DIAGONAL, Table

#: Log-odds that a tile lies sideways before anything is measured.
_PRIOR_SIDEWAYS: Final = -2.5
#: The same among three or four tiles that lie apart, which may be a claimed meld.
_PRIOR_SIDEWAYS_IN_MELD: Final = -1.5
#: Weight of a face's direction in these log-odds. A face that was read for certain counts much.
_FACE_WEIGHT: Final = 8
#: Standard deviation of the logarithm of a tile's shape.
_SHAPE_NOISE: Final = 0.15
#: Standard deviation of the gaps around a tile, in tile widths.
_GAP_NOISE: Final = 0.07


def log_odds_sideways(rows: Rows, table: Table) -> dict[int, float]:
    """Compute the log-odds that tiles lie sideways, for those that seem to.

    The evidence is a tile's face, its shape and the gaps beside it. A tile that lies sideways is
    longer along its row than the others, and takes more room: an upright tile that is taken for a
    sideways one overlaps its neighbours.
    """
    sideways = [tile for tile, is_sideways in rows.sideways.items() if is_sideways]
    if not sideways:
        return {}
    priors = _priors_sideways(rows)
    room = _room_beside(rows)

    # For each tile the logarithm of its length along its row, as a part of its length across.
    cosines = table.right @ rows.frame.direction
    is_along = np.abs(cosines) >= DIAGONAL
    lengths = np.log(np.where(is_along, table.shapes, 1 / table.shapes)).tolist()
    upright_lengths = [
        lengths[tile] for tile, is_sideways in rows.sideways.items() if not is_sideways
    ]
    common_length = median(upright_lengths) if upright_lengths else 0.0

    log_odds = {}
    for tile in sideways:
        by_face = 0.0
        if table.turn_known[tile]:
            # A face halfway between both directions shows nothing.
            confidence = table.detections[tile].confidence
            by_face = _FACE_WEIGHT * confidence * (1 - 2 * float(cosines[tile]) ** 2)
        by_shape = _log_likelihood_ratio(
            lengths[tile] - common_length, 2 * np.log(ASPECT), 0.0, _SHAPE_NOISE
        )
        by_room = 0.0
        if tile in room:
            by_room = _log_likelihood_ratio(room[tile], 0.0, (1 - ASPECT) / 2, _GAP_NOISE)
        log_odds[tile] = priors.get(tile, _PRIOR_SIDEWAYS) + by_face + by_shape + by_room
    return log_odds


def _priors_sideways(rows: Rows) -> dict[int, float]:
    """The log-odds that each tile of the rows lies sideways, before anything is measured."""
    priors: dict[int, float] = {}
    for part in rows.parts():
        prior = _PRIOR_SIDEWAYS_IN_MELD if len(part.tiles) in (3, 4) else _PRIOR_SIDEWAYS
        priors.update(dict.fromkeys(part.tiles, prior))
    return priors


def _room_beside(rows: Rows) -> dict[int, float]:
    """How much wider than usual the gaps beside each tile are, in tile widths.

    Wide gaps that separate groups do not count. A tile without other gaps is left out.
    """
    room = {}
    for row in rows.rows:
        for index, tile in enumerate(row.tiles):
            gaps = (*row.gaps[max(0, index - 1) : index], *row.gaps[index : index + 1])
            narrow = [gap for gap in gaps if gap < rows.group_gap]
            if narrow:
                room[tile] = sum(narrow) / len(narrow) - rows.usual_gap
    return room


def _log_likelihood_ratio(value: float, first: float, second: float, noise: float) -> float:
    """By how many nats a measured value fits the mean ``first`` better than ``second``."""
    return float((value - second) ** 2 - (value - first) ** 2) / (2 * noise**2)
