"""Which tiles of a photo are indicators: everything in it that lies face up."""

from collections.abc import Iterable
from typing import Final

from hu.scoring.errors import HuError
from hu.scoring.tiles import KINDS

_KINDS: Final = frozenset(KINDS)


class NotIndicatorsError(HuError):
    """A photo shows no indicators, or more tiles than there can be indicators.

    Attributes:
        count: how many tiles it shows face up, flowers and seasons apart.
        most: how many indicators there can be.
    """

    def __init__(self, count: int, most: int) -> None:
        super().__init__(
            f"the photo shows {count} tiles face up, and there are at most {most} indicators: photograph them alone"
            if count
            else "the photo shows no tile face up"
        )
        self.count, self.most = count, most


def indicators(faces: Iterable[str], most: int) -> tuple[str, ...]:
    """Take the faces of a photo for indicators; the wall's backs, flowers and seasons are passed over.

    >>> indicators(["back", "4s", "back"], 5)
    ('4s',)

    Args:
        faces: what was read, in order.
        most: how many indicators there can be.

    Raises:
        NotIndicatorsError: there is none, or there are too many.
    """
    found = tuple(face for face in faces if face in _KINDS)
    if not 0 < len(found) <= most:
        raise NotIndicatorsError(len(found), most)
    return found
