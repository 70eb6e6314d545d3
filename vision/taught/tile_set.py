"""Tile sets that were taught: examples of their faces. ``evidence.py`` reads photos with them."""

from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.errors import InputError
from hu.scoring.tiles import BACK, CLASSES
from hu.vision.detection import Detection

#: The certainty of an example whose face a person named.
NAMED_BY_PERSON: Final = 1.0
#: Two crops show the same face of one tile set if the cosine of their features is at least this.
_LEAST_COSINE_OF_SAME_FACE: Final = 0.86
#: At most this many examples of one face are kept.
_MOST_OF_A_FACE: Final = 8


class TileSetError(InputError):
    """A tile set, its name, its file or a lesson that cannot be used.

    Attributes:
        key: the kind of problem. Its sentence is ``problem.set-<key>`` in the message catalogues.
        values: the values that are put into this sentence, by the names of its placeholders.
    """

    def __init__(self, problem: str, key: str = "file", **values: str | int) -> None:
        """Keep the problem in English, its kind, and the values for its sentence."""
        super().__init__(problem)
        self.key = key
        if values:
            self.values = values
        else:
            # The sentence for the key "file" holds the problem in English. The sentences for other
            # keys have no placeholder if no value is given.
            self.values = {"name": str(self)}


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """A face of a tile set as it was seen.

    Attributes:
        tile: the code of the face.
        features: ``(2, d)`` float32 of unit length, the classifier's features of two pictures of
            the face: the crop as it was cut out of its photo, and the crop turned upright.
        crop: ``(64, 64, 3)`` uint8 RGB, the face upright.
        source: where it came from, such as a photo's name.
        certainty: the probability with which its face was read. ``NAMED_BY_PERSON`` if a person
            named it.
        views: ``(v, d)`` float32 of unit length, the classifier's features of the crop as other
            photos might show it. They are computed when the tile set is used, and are not in its
            file. Empty until then.
    """

    tile: str
    features: NDArray[np.float32]
    crop: NDArray[np.uint8]
    source: str
    certainty: float = NAMED_BY_PERSON
    views: NDArray[np.float32] = field(default_factory=lambda: np.empty((0, 0), dtype=np.float32))


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """A tile set that was taught.

    Attributes:
        name: its owners' name for it.
        examples: its faces, the latest last. A face can have several.
    """

    name: str
    examples: tuple[Example, ...] = ()

    @property
    def faces(self) -> tuple[str, ...]:
        """The codes of the faces that were taught, in the order of ``CLASSES``."""
        taught_faces = {example.tile for example in self.examples}
        return tuple(tile for tile in CLASSES if tile in taught_faces)

    def add(
        self, detection: Detection, tile: str, source: str, certainty: float = NAMED_BY_PERSON
    ) -> "TileSet":
        """Make a tile set with one more example.

        If the face has as many examples as are kept, its least certain example is dropped first. Of
        several that are equally uncertain the oldest is dropped.

        Args:
            detection: the tile as it was seen. Without features or a crop nothing is added.
            tile: the code of its face. A back is not added.
            source: where it came from, such as a photo's name.
            certainty: the probability of the face.
        """
        if detection.features is None or detection.crop is None or tile == BACK:
            return self
        # An example whose features have another length was described by another classifier. Such
        # features cannot be compared. They are replaced by zeros, which resemble nothing, so that
        # all examples of the tile set have features of one length.
        zeros = np.zeros_like(detection.features)
        examples = []
        for example in self.examples:
            is_comparable = example.features.shape == zeros.shape
            examples.append(example if is_comparable else replace(example, features=zeros))
        places_of_face = [place for place, example in enumerate(examples) if example.tile == tile]
        if len(places_of_face) >= _MOST_OF_A_FACE:
            least_sure = min(places_of_face, key=lambda place: examples[place].certainty)
            del examples[least_sure]
        examples.append(Example(tile, detection.features, detection.crop, source, certainty))
        return replace(self, examples=tuple(examples))

    def take_back(self, crop: NDArray[np.uint8] | None, tile: str) -> "TileSet":
        """Make a tile set without the latest example of a crop.

        Earlier examples that it contradicted count again.

        Args:
            crop: ``(64, 64, 3)`` uint8 RGB. Without a crop nothing is taken back.
            tile: the code of the face that the example gave this crop.
        """
        if crop is None:
            return self
        for place in reversed(range(len(self.examples))):
            example = self.examples[place]
            if example.tile == tile and np.array_equal(example.crop, crop):
                remaining = self.examples[:place] + self.examples[place + 1 :]
                return replace(self, examples=remaining)
        return self

    def uncontradicted_examples(self) -> tuple[Example, ...]:
        """The examples that no person contradicted later.

        A later example contradicts an earlier example if both crops look alike, but a person gave
        another face to the later example.
        """
        if not self.examples:
            return ()
        # (n, 2, d): two vectors of unit length for each of the n examples.
        features = np.stack([example.features for example in self.examples])
        # (n, 2, n, 2): the cosine of each vector of each example with each vector of each example.
        vector_cosines = np.tensordot(features, features, axes=(2, 2))
        # (n, n): the largest of the four cosines between two examples.
        cosines = vector_cosines.max(axis=(1, 3))
        # (n,): the face of each example, and whether a person named it.
        tiles = np.array([example.tile for example in self.examples])
        is_by_person = np.array([example.certainty == NAMED_BY_PERSON for example in self.examples])
        # (n, n): whether example j contradicts example i. The upper triangle has the later j.
        looks_alike = cosines >= _LEAST_COSINE_OF_SAME_FACE
        contradicts = np.triu(looks_alike, 1)
        contradicts &= is_by_person & (tiles[:, None] != tiles)
        is_contradicted = contradicts.any(axis=1)
        return tuple(self.examples[place] for place in np.flatnonzero(~is_contradicted))
