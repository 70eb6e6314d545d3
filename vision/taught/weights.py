"""How far pictures of one set's faces, of other sets' and of different faces lie apart, and what follows from it."""

from dataclasses import dataclass
from typing import Final

# Logarithms of the distance between a face's pictures of different sets, in the order of the faces.
_OTHERS: Final = (
    -2.51, -2.79, -2.50, -2.40, -2.40, -2.39, -2.62, -2.29, -2.40,
    -2.35, -2.46, -2.53, -2.79, -2.52, -2.68, -2.39, -2.49, -3.01,
    -1.62, -2.65, -2.56, -2.60, -2.68, -3.00, -2.46, -2.60, -3.03,
    -2.30, -2.22, -2.12, -2.36, -1.95, -1.93, -2.50,
    -1.78, -2.07, -1.92, -1.77, -1.42, -1.79, -1.87, -1.49,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TaughtWeights:
    """What a taught set's examples weigh.

    ``same`` and ``others`` were measured on the photos in ``datasets/sets.csv``, to the nearest of three examples of a
    face; ``python -m hu.vision.training.measure.taught`` measures them again for other networks. The other weights were
    chosen by the likelihood of the right faces in these photos, names swapped among them, and on drawn sets that no
    training saw.

    Distances are logarithms of one less the cosine, spreads their standard deviations.

    Attributes:
        same: the distance of two pictures of one face of one set.
        others: the distance of two sets' pictures of one face, for each face.
        spread: of both.
        together: the correlation of a photo's distances: its light and blur move all of them.
        most: what one face says at most for or against the set, in nats.
        near: tiles nearer to an example than this say whether the set is on the table.
        near_face: tiles farther from all examples than this show none of their faces.
        gain: what a face gains for each unit that a tile is nearer to it than ``alike``, in nats.
        alike: the distance that speaks neither for a face nor against it.
        unlike: what a face loses at most, in nats, because a tile does not resemble it.
        missed: how often the classifier knows nothing of a set's face.
        repeated: the probability that a flower or season is seen twice, though a set has it once.
        chosen: the log-odds that the set in use is on the table, before the tiles are looked at.
        chosen_most: what one face says at most against that: a few tiles do not overrule who chose the set.
        chosen_together: as ``together``, for that: many tiles do.
        surest: no example is surer than this.
        telling: faces whose pictures in other sets are this much farther tell sets apart.
        offer_faces: as many of those must agree before a set is offered.
        offer_from: the log-odds from which it is.
        offer_ahead: how far the next likely set must be behind.
    """

    same: float = -3.28
    others: tuple[float, ...] = _OTHERS
    spread: float = 0.45
    together: float = 0.2
    most: float = 3.0
    near: float = -1.5
    near_face: float = -0.85
    gain: float = 14.0
    alike: float = -0.9
    unlike: float = 2.0
    missed: float = 0.03
    repeated: float = 0.01
    chosen: float = 3.3
    chosen_most: float = 0.8
    chosen_together: float = 0.1
    surest: float = 0.995
    telling: float = 0.7
    offer_faces: int = 4
    offer_from: float = 2.0
    offer_ahead: float = 3.0


DEFAULT: Final = TaughtWeights()
