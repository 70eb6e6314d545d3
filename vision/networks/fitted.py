"""Values that depend on one pair of networks: fitted to both by one command, kept beside them, refused for others."""

import json
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Final

from hu.vision.networks.weights import WeightsError, check_weights, checksum

#: The file beside ``detector.onnx`` and ``classifier.onnx``.
FITTED: Final = "fitted.json"
_COMMAND: Final = "python -m training.networks.fit --weights"


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
    """

    temperature: float
    found: float
    read: float
    constant: float
    white: float
    ground: float

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
        networks = known["networks"]
        fitted = Fitted(**{name: float(value) for name, value in known["values"].items()})
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
