"""Values that depend on one pair of networks: fitted to both by one command, kept beside them, refused for others."""

import json
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Final

from hu.scoring.tiles import FACES
from hu.vision.networks.weights import WeightsError, check_weights, checksum

#: The file beside ``detector.onnx`` and ``classifier.onnx``.
FITTED: Final = "fitted.json"
_COMMAND: Final = "python -m training.networks.fit --weights"


@dataclass(frozen=True, slots=True)
class SetDistances:
    """How far pictures of tiles lie apart: logarithms of one less the cosine of the classifier's features.

    Attributes:
        same: of two pictures of one face of one set.
        others: of two sets' pictures of one face, for each face in the order of the classes.
        spread: the standard deviation of both.
        together: the correlation of a photo's distances: its light and blur move all of them.
    """

    same: float
    others: tuple[float, ...]
    spread: float
    together: float

    def __post_init__(self) -> None:
        """Refuse values that no fit gives."""
        if not all(map(isfinite, (self.same, *self.others, self.spread, self.together))):
            raise ValueError(f"expected finite numbers, got {self}")
        if len(self.others) != len(FACES) or self.spread <= 0 or not 0 <= self.together <= 1:
            raise ValueError(f"expected {len(FACES)} faces, a spread above 0 and a correlation, got {self}")


#: Sets that nothing tells apart.
UNTOLD: Final = SetDistances(0.0, (0.0,) * len(FACES), 1.0, 0.0)


@dataclass(frozen=True, slots=True)
class Fitted:
    """What makes two networks' outputs probabilities: thresholds on them then mean the same for every pair.

    Attributes:
        temperature: logits of the faces divided by it give probabilities that are right as often as they say.
        found: what the detector's log-odds count for the confidence that an outline is a tile, ...
        read: ... what the classifier's count, ...
        constant: ... what is added, in nats, ...
        white: ... what is added for a white dragon near other faces, ...
        ground: ... and what it counts that its ground and its size are just like theirs.
        sets: what tells tile sets apart.
    """

    temperature: float
    found: float
    read: float
    constant: float
    white: float
    ground: float
    sets: SetDistances

    def __post_init__(self) -> None:
        """Refuse values that no fit gives."""
        values = (self.temperature, self.found, self.read, self.constant, self.white, self.ground)
        if not all(map(isfinite, values)) or self.temperature <= 0:
            raise ValueError(f"expected finite numbers and a temperature above 0, got {self}")


def read_fitted(folder: Path) -> Fitted:
    """The values fitted to the networks of a folder.

    Raises:
        WeightsError: there are none, they are damaged, or they were fitted to other networks.
    """
    path = folder / FITTED
    if not path.is_file():
        raise WeightsError(f"{path}: no such file: fit what depends on these networks: {_COMMAND} {folder}")
    check_weights(path)
    try:
        known: dict[str, Any] = json.loads(path.read_bytes())
        networks, values = known["networks"], dict(known["values"])
        sets = values.pop("sets")
        apart = SetDistances(
            float(sets["same"]), tuple(map(float, sets["others"])), float(sets["spread"]), float(sets["together"])
        )
        fitted = Fitted(**{name: float(value) for name, value in values.items()}, sets=apart)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise WeightsError(f"{path}: damaged ({error}): fit again: {_COMMAND} {folder}") from None
    if networks != checksums(folder):
        raise WeightsError(f"{path}: fitted to other networks than those beside it: {_COMMAND} {folder}")
    return fitted


def to_json(folder: Path, values: Fitted) -> str:
    """The file's text for the networks of a folder."""
    return json.dumps({"networks": checksums(folder), "values": asdict(values)}, indent=1) + "\n"


def checksums(folder: Path) -> dict[str, str]:
    """SHA-256 of both networks of a folder by their files' names."""
    return {name: checksum(folder / name) for name in ("classifier.onnx", "detector.onnx")}
