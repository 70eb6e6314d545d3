"""Which tiles of a photo are indicators: everything in it that lies face up."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from hu.scoring.errors import HuError
from hu.scoring.tiles import KINDS

if TYPE_CHECKING:
    from hu.app.reading.model import ReadTile

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


class UnclearIndicatorsError(HuError):
    """A photo of indicators shows something that is not surely a tile.

    Attributes:
        told: what it was read as.
    """

    def __init__(self, faces: Iterable[str]) -> None:
        self.told = ", ".join(f"{face}?" for face in faces)
        super().__init__(f"the photo shows no tile clearly ({self.told}): take it closer, or name the tiles")


def unclear(tiles: "Iterable[ReadTile]") -> tuple[str, ...]:
    """The faces of those tiles of a photo that are seen less clearly than the tiles that make a hand."""
    from hu.vision.detection import CLEAR  # noqa: PLC0415  # naming indicators needs no arrays

    read = [(tile.tile, tile.laid.detection) for tile in tiles if tile.tile in _KINDS]
    return tuple(face for face, seen in read if seen.belief < CLEAR)


def indicators(faces: Iterable[str], most: int, unclear: Sequence[str] = ()) -> tuple[str, ...]:
    """Take the faces of a photo for indicators; the wall's backs, flowers and seasons are passed over.

    >>> indicators(["back", "4s", "back"], 5)
    ('4s',)

    Args:
        faces: what was read, in order.
        most: how many indicators there can be.
        unclear: those of the faces that are not surely tiles.

    Raises:
        UnclearIndicatorsError: there are such faces.
        NotIndicatorsError: the photo shows no such tile, or too many.
    """
    if unclear:
        raise UnclearIndicatorsError(unclear)
    found = tuple(face for face in faces if face in _KINDS)
    if not 0 < len(found) <= most:
        raise NotIndicatorsError(len(found), most)
    return found
