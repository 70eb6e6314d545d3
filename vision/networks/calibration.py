"""The calibration of a pair of networks: fitted by one command, kept beside them, refused for other networks."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from math import isfinite
from pathlib import Path
from typing import Any, Final

from hu.vision.networks.weights import WeightsError, check_weights, checksum

#: The file beside ``detector.onnx`` and ``classifier.onnx``.
FITTED: Final = "fitted.json"
#: Where the weights lie: beside the packages, in a checkout and once installed.
MODELS: Final = Path(__file__).resolve().parents[2] / "models"
_COMMAND: Final = "python -m training.networks.fit --weights"


@dataclass(frozen=True, slots=True)
class Calibration:
    """Turns the outputs of two networks into probabilities, so that one threshold fits every pair of weights.

    Attributes:
        temperature: softmax temperature that calibrates the classifier.
        detector_weight: weight of the detector's log-odds in those that an outline is a tile.
        classifier_weight: weight of the classifier's log-odds in them.
        bias: their constant, in nats.
        white_bias: added to them for a white dragon near other faces.
        ground_weight: weight of how alike the ground and size of that white dragon and of those faces are.
        red_fives: weights of the features of ``hu.vision.finding.red_fives`` by suit, the constant last.
    """

    temperature: float
    detector_weight: float
    classifier_weight: float
    bias: float
    white_bias: float
    ground_weight: float
    red_fives: Mapping[str, tuple[float, ...]]

    def __post_init__(self) -> None:
        """Refuse values that no fit gives."""
        weights = [weight for suit in self.red_fives.values() for weight in suit]
        values = (
            self.temperature,
            self.detector_weight,
            self.classifier_weight,
            self.bias,
            *weights,
        )
        if (
            not all(map(isfinite, (*values, self.white_bias, self.ground_weight)))
            or self.temperature <= 0
        ):
            raise ValueError(f"expected finite numbers and a temperature above 0, got {self}")


def read_calibration(folder: Path) -> Calibration:
    """Read the calibration of the networks of a folder.

    Raises:
        WeightsError: there are none, they are damaged, or they were fitted to other networks.
    """
    path = folder / FITTED
    if not path.is_file():
        raise WeightsError(
            f"{path}: no such file: fit what depends on these networks: {_COMMAND} {folder}"
        )
    check_weights(path)
    try:
        known: dict[str, Any] = json.loads(path.read_bytes())
        networks, values = known["networks"], dict(known["values"])
        red_fives = {
            suit: tuple(map(float, weights)) for suit, weights in values.pop("red_fives").items()
        }
        numbers = {name: float(value) for name, value in values.items()}
        found = Calibration(**numbers, red_fives=red_fives)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise WeightsError(f"{path}: damaged ({error}): fit again: {_COMMAND} {folder}") from None
    if networks != checksums(folder):
        raise WeightsError(
            f"{path}: fitted to other networks than those beside it: {_COMMAND} {folder}"
        )
    return found


def calibration_to_json(folder: Path, values: Calibration) -> str:
    """The text of ``fitted.json`` for the networks of a folder."""
    return json.dumps({"networks": checksums(folder), "values": asdict(values)}, indent=1) + "\n"


def checksums(folder: Path) -> dict[str, str]:
    """SHA-256 of both networks of a folder by their files' names."""
    return {name: checksum(folder / name) for name in ("classifier.onnx", "detector.onnx")}
