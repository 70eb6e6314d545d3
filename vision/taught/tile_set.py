"""Tile sets that were taught: examples of their faces, compared with what a photo shows in the classifier's features.

No network is trained. A face that looks like an example gains probability; a set that does not fit a photo changes
nothing in it.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK, BONUS, CLASSES
from hu.vision.detection import Detection
from hu.vision.taught.pictures import Gray, correlation, softened
from hu.vision.taught.settings import DEFAULT, TaughtSettings

Floats = NDArray[np.float64]
_FACES: Final = len(CLASSES) - 1
_BONUS: Final = [CLASSES.index(face) for face in BONUS]
#: Two crops show the same face of one set from this cosine on.
_SAME_FACE: Final = 0.86
#: Added to distances of features, so that one tile that is exactly like an example does not decide alone.
_LEAST_DISTANCE: Final = 0.01
#: As many examples of one face are kept.
_MOST_OF_A_FACE: Final = 8


@dataclass(frozen=True, slots=True, eq=False)
class Example:
    """One face of a set as it was seen.

    Attributes:
        tile: the face.
        features: ``(2, d)`` float32 of unit length, see ``Detection.features``.
        crop: ``(64, 64, 3)`` uint8 RGB, the face upright.
        source: where it came from, such as a photo's name.
        right: how often a face that looked like it turned out to be it.
        wrong: how often not.
        classifier: checksum of the classifier that made the features; empty where they must be computed again.
        in_lesson: whether it was shown among the faces of the whole set, not in a correction.
        views: ``(v, d)`` float32 of unit length, features of the crop as other photos might show it. The classifier
            makes them when a set is used, see ``relearning``; files do not hold them.
    """

    tile: str
    features: NDArray[np.float32]
    crop: NDArray[np.uint8]
    source: str
    right: int = 0
    wrong: int = 0
    classifier: str = ""
    in_lesson: bool = False
    views: NDArray[np.float32] = field(default_factory=lambda: np.empty((0, 0), dtype=np.float32))

    @property
    def trust(self) -> float:
        """How far the example is believed, 0 to 1: one that is contradicted as often as it is borne out counts nothing.

        A lesson counts twice: a slip made while playing does not outweigh it.
        """
        votes = 1 + self.right + self.in_lesson
        return max(votes - self.wrong, 0) / (votes + self.wrong)


@dataclass(frozen=True, slots=True, eq=False)
class TileSet:
    """A tile set that was taught.

    Attributes:
        name: what its owners call it.
        examples: its faces; a face can have several.
    """

    name: str
    examples: tuple[Example, ...] = ()

    @property
    def faces(self) -> tuple[str, ...]:
        """The faces that it knows, in the order of the classes."""
        known = {example.tile for example in self.examples}
        return tuple(tile for tile in CLASSES if tile in known)

    def corrected(self, detection: Detection, tile: str, source: str, classifier: str = "") -> "TileSet":
        """Learn from one correction: ``detection`` shows ``tile``. Examples that said otherwise lose trust.

        A set learns from what it is told at once; a correction that later ones contradict fades by itself. One that
        contradicts what a lesson or finished hands bear out counts only when it is made a second time.
        """
        judged = replace(self, examples=tuple(self._judged(detection, tile)))
        doubted = any(
            example.tile != tile and example.trust > 0 and _alike(example, detection.features)
            for example in judged.examples
        )
        return judged.shown(detection, tile, source, classifier, wrong=int(doubted))

    def shown(
        self,
        detection: Detection,
        tile: str,
        source: str,
        classifier: str = "",
        *,
        wrong: int = 0,
        in_lesson: bool = False,
    ) -> "TileSet":
        """Add an example. Of many examples of one face the least trusted goes, of those the oldest.

        Features that another classifier made cannot be compared with these: they are to be computed again.
        """
        if detection.features is None or detection.crop is None or tile == BACK:
            return self
        kept = tuple(
            example
            if example.classifier == classifier
            else replace(example, features=np.zeros_like(detection.features), classifier="")
            for example in self.examples
        )
        new = Example(tile, detection.features, detection.crop, source, 0, wrong, classifier, in_lesson)
        added = replace(self, examples=(*kept, new))
        alike = [k for k, example in enumerate(added.examples) if example.tile == tile]
        if len(alike) <= _MOST_OF_A_FACE:
            return added
        return added.without(min(alike[:-1], key=lambda k: added.examples[k].trust))

    def confirmed(self, detection: Detection, tile: str) -> "TileSet":
        """Note that a tile of a finished hand was what it was read as."""
        return replace(self, examples=tuple(self._judged(detection, tile)))

    def _judged(self, detection: Detection, tile: str) -> Iterator[Example]:
        for example in self.examples:
            alike = _alike(example, detection.features)
            right = int(alike and example.tile == tile)
            yield replace(example, right=example.right + right, wrong=example.wrong + int(alike) - right)

    def without(self, index: int) -> "TileSet":
        """Leave one example out."""
        return replace(self, examples=self.examples[:index] + self.examples[index + 1 :])

    def taken_back(self, index: int) -> "TileSet":
        """Take a correction back: the example goes, and what it said about others is unsaid."""
        gone = self.examples[index]
        rest = []
        for example in self.without(index).examples:
            alike = _alike(example, gone.features)
            right = int(alike and example.tile == gone.tile)
            wrong = int(alike) - right
            rest.append(replace(example, right=max(example.right - right, 0), wrong=max(example.wrong - wrong, 0)))
        return replace(self, examples=tuple(rest))


def _alike(example: Example, features: NDArray[np.float32] | None) -> bool:
    if features is None or example.features.shape != features.shape:
        return False
    return float((example.features @ features.T).max()) >= _SAME_FACE


def likeness(tile_set: TileSet, features: NDArray[np.float32]) -> Floats:
    """How much each of ``n`` tiles looks like each face of a set.

    Args:
        tile_set: the set.
        features: ``(n, 2, d)`` float32 of unit length.

    Returns:
        ``(n, 43)`` float64 cosines; -1 for faces that the set does not know.
    """
    return _likeness([(example, 1.0) for example in tile_set.examples], features)


def _likeness(examples: Sequence[tuple[Example, float]], features: NDArray[np.float32]) -> Floats:
    """As ``likeness``, with what each example's cosine above ``alike_above`` counts, 0 to 1."""
    alike = np.full((len(features), len(CLASSES)), -1.0)
    prototypes = [_prototypes(example) for example, _ in examples]
    starts = np.cumsum([0, *map(len, prototypes)])[:-1]
    every = np.maximum.reduceat((features @ np.concatenate(prototypes).T).max(axis=1), starts, axis=1)
    for (example, weight), cosines in zip(examples, every.T.astype(np.float64), strict=True):
        k = CLASSES.index(example.tile)
        above = np.maximum(cosines - DEFAULT.alike_above, 0)
        alike[:, k] = np.maximum(alike[:, k], cosines - (1 - weight) * above)
    return alike


def _prototypes(example: Example) -> NDArray[np.float32]:
    return np.concatenate([example.features, example.views]) if len(example.views) else example.features


def fit(tile_set: TileSet, detections: Sequence[Detection], settings: TaughtSettings = DEFAULT) -> float:
    """How far a set fits what a photo shows, 0 to 1; 1 where too little can be compared.

    The typical distance of the faces that were read with confidence decides.
    """
    sure = [
        tile
        for tile in detections
        if tile.features is not None and tile.confidence >= settings.fit_confidence and tile.tile in tile_set.faces
    ]
    if len(sure) < settings.fit_tiles:
        return 1.0
    alike = likeness(tile_set, _features(sure))
    cosines = alike[np.arange(len(sure)), [CLASSES.index(tile.tile) for tile in sure]]
    distance = typical_distance(cosines)
    from_hands = float(np.mean([not example.in_lesson for example in tile_set.examples]))
    distance /= 1 + settings.hands_farther * from_hands
    return min(max((settings.fits_from - distance) / (settings.fits_from - settings.fits_fully), 0.0), 1.0)


def typical_distance(cosines: Floats) -> float:
    """The geometric mean of one less the cosine: unlike a mean it is not governed by a few tiles hard to see.

    Args:
        cosines: ``(n,)``, at least one.
    """
    return float(np.exp(np.log(1.0 + _LEAST_DISTANCE - cosines).mean()))


def applied(tile_set: TileSet, detections: Sequence[Detection], settings: TaughtSettings = DEFAULT) -> list[Detection]:
    """Read detections with a taught set: faces that look like its examples gain probability.

    Detections without features, and all of a photo that the set does not fit, stay as they are.
    """
    known = [k for k, tile in enumerate(detections) if tile.features is not None]
    weight = fit(tile_set, detections, settings) if tile_set.examples and known else 0.0
    out = list(detections)
    if weight == 0:
        return out
    tiles = [detections[k] for k in known]
    raised = _raised(tile_set, tiles, weight, settings)
    compared = np.stack([_compared(tile_set, *both, settings) for both in zip(tiles, raised, strict=True)])
    likely = _once_each(_normalised(raised * np.exp(weight * compared)), weight, settings)
    for k, row in zip(known, likely, strict=True):
        out[k] = replace(detections[k], probabilities=row.astype(np.float32))
    return out


def _raised(tile_set: TileSet, tiles: Sequence[Detection], weight: float, settings: TaughtSettings) -> Floats:
    """``(n, 43)`` probabilities, blended with how much each tile's features look like each face."""
    trusted = [(example, example.trust) for example in tile_set.examples]
    alike = _likeness(trusted, _features(tiles))
    above, per_cosine = _blend(tile_set, tiles, settings)
    nats = np.minimum(np.maximum(alike - above, 0) * per_cosine, settings.most_nats)
    return _normalised(np.stack([tile.probabilities for tile in tiles]).astype(np.float64) * np.exp(weight * nats))


def _compared(tile_set: TileSet, tile: Detection, probabilities: Floats, settings: TaughtSettings) -> Floats:
    """``(43,)`` nats, 0 at most: what a tile's likely faces lose where another one's picture resembles it more.

    Lessons alone are compared: pictures of hands are too small and blurred to be told apart like that.
    """
    faces = {CLASSES.index(example.tile) for example in tile_set.examples if _is_pictured(example)}
    likely = [int(k) for k in np.argsort(-probabilities)[: settings.candidates]]
    open_faces = [k for k in likely if k in faces and probabilities[k] >= settings.candidate_probability]
    nats = np.zeros(len(CLASSES))
    if len(open_faces) > 1 and tile.crop is not None:
        seen = softened(tile.crop)
        alike = np.array([_correlation(tile_set, CLASSES[k], seen) for k in open_faces])
        nats[open_faces] = settings.nats_per_correlation * (alike - alike.max())
    return nats


def _correlation(tile_set: TileSet, face: str, seen: Gray) -> float:
    """The best correlation with the trusted pictures of a face."""
    return max(
        correlation(seen, softened(example.crop))
        for example in tile_set.examples
        if example.tile == face and _is_pictured(example)
    )


def _is_pictured(example: Example) -> bool:
    return example.in_lesson and example.trust > 0


def _once_each(probabilities: Floats, weight: float, settings: TaughtSettings) -> Floats:
    """Lower each tile's probability of a flower or season by how likely another tile of the photo is that one.

    A set has each of them once. A photo that shows one twice all the same stays readable: see ``repeated_bonus``.
    """
    if len(probabilities) == 1:
        return probabilities
    bonus = probabilities[:, _BONUS]
    second, first = np.sort(bonus, axis=0)[-2:]
    likeliest_other = np.where(bonus == first, second, first)
    lowered = probabilities.copy()
    lowered[:, _BONUS] = bonus * np.maximum(1 - likeliest_other, settings.repeated_bonus) ** weight
    return _normalised(lowered)


def _normalised(weights: Floats) -> Floats:
    return np.asarray(weights / weights.sum(axis=1, keepdims=True), dtype=np.float64)


def _blend(tile_set: TileSet, detections: Sequence[Detection], settings: TaughtSettings) -> tuple[Floats, Floats]:
    """``(n, 1)`` each: the cosine from which on faces gain, and the nats for each unit above that."""
    faces = frozenset(tile_set.faces)
    missing = (_FACES - len(faces)) / _FACES
    alone = np.array([[0.0 if tile.tile in faces else missing] for tile in detections])
    above = settings.alike_above + alone * (settings.alike_above_alone - settings.alike_above)
    return above, settings.nats_per_cosine + alone * (settings.nats_per_cosine_alone - settings.nats_per_cosine)


def suggest(tile_sets: Iterable[TileSet], detections: Sequence[Detection]) -> TileSet | None:
    """The set that a photo seems to show: the one that fits best, if it fits fully and enough can be compared."""
    best: tuple[float, TileSet] | None = None
    for tile_set in tile_sets:
        sure = [tile for tile in detections if tile.features is not None and tile.tile in tile_set.faces]
        if len(sure) < DEFAULT.fit_tiles or fit(tile_set, detections) < 1:
            continue
        alike = likeness(tile_set, _features(sure)).max(axis=1).mean()
        if best is None or alike > best[0]:
            best = (float(alike), tile_set)
    return best[1] if best else None


def _features(detections: Sequence[Detection]) -> NDArray[np.float32]:
    return np.stack([tile.features for tile in detections if tile.features is not None])
