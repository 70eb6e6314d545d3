"""Tile sets that were taught: examples of their faces. What they say about a photo stands in ``evidence``."""

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.errors import InputError
from hu.scoring.tiles import BACK, CLASSES
from hu.vision.detection import Detection

#: How sure an example is whose face a person said.
SAID: Final = 1.0
#: Two crops show the same face of one set from this cosine on.
_SAME_FACE: Final = 0.86
#: Examples kept of one face.
_MOST_OF_A_FACE: Final = 8


class TileSetError(InputError):
    """A set, its name, its file or a lesson that cannot be used.

    Attributes:
        key: the kind of problem, ``problem.set-<key>`` in the message catalogues.
        values: what fills the places of its sentence; for a file, ``name`` is the whole problem.
    """

    def __init__(self, problem: str, key: str = "file", **values: str | int) -> None:
        super().__init__(problem)
        self.key = key
        self.values = values or {"name": str(self)}


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One face of a set as it was seen."""

    tile: str  # the face, by the name that the table gives it
    features: NDArray[np.float32]  # ``(2, d)`` float32 of unit length, see ``Detection.features``
    crop: NDArray[np.uint8]  # ``(64, 64, 3)`` uint8 RGB, the face upright
    source: str  # where it came from, such as a photo's name
    sure: float = (
        SAID  # the probability with which it was read, ``SAID`` where a person said what it is
    )
    # ``(v, d)`` float32 of unit length, features of the crop as other photos might show it. The classifier makes them
    # when a set is used, see ``views``; files do not hold them.
    views: NDArray[np.float32] = field(default_factory=lambda: np.empty((0, 0), dtype=np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """A tile set that was taught."""

    name: str  # what its owners call it
    examples: tuple[Example, ...] = ()  # its faces, the latest last; a face can have several

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces that it knows, in the order of the classes."""
        known = {example.tile for example in self.examples}
        return tuple(tile for tile in CLASSES if tile in known)

    def add(self, detection: Detection, tile: str, source: str, sure: float = SAID) -> "TileSet":
        """Add an example. Of many examples of one face the least sure goes, of those the oldest."""
        if detection.features is None or detection.crop is None or tile == BACK:
            return self
        # Features of another length come from another classifier: zeros resemble nothing.
        unknown = np.zeros_like(detection.features)
        kept = [
            example
            if example.features.shape == unknown.shape
            else replace(example, features=unknown)
            for example in self.examples
        ]
        same = [k for k, example in enumerate(kept) if example.tile == tile]
        if len(same) >= _MOST_OF_A_FACE:
            del kept[min(same, key=lambda k: kept[k].sure)]
        return replace(
            self, examples=(*kept, Example(tile, detection.features, detection.crop, source, sure))
        )

    def take_back(self, crop: NDArray[np.uint8] | None, tile: str) -> "TileSet":
        """Take back what was last said of a picture; what was known of it before counts again."""
        for k, example in reversed([*enumerate(self.examples)]):
            if example.tile == tile and crop is not None and np.array_equal(example.crop, crop):
                return replace(self, examples=self.examples[:k] + self.examples[k + 1 :])
        return self

    def counting(self) -> tuple[Example, ...]:
        """The examples that no person contradicted later, of the same picture or of one that looks alike."""
        if not self.examples:
            return ()
        features = np.stack([example.features for example in self.examples])
        alike = np.tensordot(features, features, axes=(2, 2)).max(axis=(1, 3)) >= _SAME_FACE
        said = np.array([example.sure == SAID for example in self.examples])
        tiles = np.array([example.tile for example in self.examples])
        overruled = (np.triu(alike, 1) & said & (tiles[:, None] != tiles)).any(axis=1)
        return tuple(
            example for example, gone in zip(self.examples, overruled, strict=True) if not gone
        )
