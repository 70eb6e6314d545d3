"""The calibration of a pair of networks: numbers that turn their outputs into probabilities.

A command fits the numbers to a pair of networks. The file with the numbers is beside the networks,
and is refused if the networks have changed since.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from math import isfinite
from pathlib import Path
from typing import Any, Final

from hu.vision.networks.weights import (
    MODERN_NETWORKS,
    WeightsError,
    check_weights,
    checksum,
    modern_networks,
)

#: The file beside ``detector.onnx`` and ``classifier.onnx``.
FITTED: Final = "fitted.json"
#: The folder of the project's own networks. It is beside the packages, in a checkout as well as in
#: an installed program.
MODELS: Final = Path(__file__).resolve().parents[2] / "models"
_COMMAND: Final = "python -m training.networks.fit --weights"


@dataclass(frozen=True, slots=True)
class Calibration:
    """The numbers that turn the outputs of the networks into probabilities.

    Because outputs become probabilities, the same thresholds fit all networks.

    The log-odds that an outline is a tile are ``detector_weight`` times those of the detector plus
    ``classifier_weight`` times those of the classifier plus ``bias``.

    Attributes:
        temperature: the classifier's outputs for classes are divided by this before they become
            probabilities. Above 1 the probabilities are less extreme.
        detector_weight: see above.
        classifier_weight: see above.
        bias: see above, in nats.
        white_bias: the nats that are added to these log-odds for a white dragon whose similarity to
            the faces around it is known. See ``hu.vision.finding.blank``.
        ground_weight: for such a white dragon, this times its similarity, 0 to 1, is added too, in
            nats.
        red_fives: by suit (``m``, ``p`` or ``s``), the weights of the features that show whether a
            five is red, then the constant of their sum. See ``hu.vision.finding.red_fives``.
        holes: the weights of the features that show whether there is a tile in a hole of a row,
            then the constant of their sum. See ``hu.vision.finding.holes``. Empty if tiles in holes
            are not searched for.
        numerals: the weights of the features that show a face of a modern set. See
            ``hu.vision.finding.numerals``. Empty if the networks for modern sets are absent or are
            not to be used.
    """

    temperature: float
    detector_weight: float
    classifier_weight: float
    bias: float
    white_bias: float
    ground_weight: float
    red_fives: Mapping[str, tuple[float, ...]]
    holes: tuple[float, ...] = ()
    numerals: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        """Refuse values that no fit gives."""
        values = [
            self.temperature,
            self.detector_weight,
            self.classifier_weight,
            self.bias,
            self.white_bias,
            self.ground_weight,
            *self.holes,
            *self.numerals,
        ]
        for weights in self.red_fives.values():
            values.extend(weights)
        if not all(isfinite(value) for value in values) or self.temperature <= 0:
            raise ValueError(f"expected finite numbers and a temperature above 0, got {self}")


def read_calibration(folder: Path) -> Calibration:
    """Read the calibration of the networks of a folder.

    The networks for modern sets may be absent. Then no face is read by its numeral.

    Raises:
        WeightsError: the file is missing or damaged, or was fitted to other networks.
    """
    # Checksums by file name: of the networks that the file was fitted to, and of those in the
    # folder.
    calibration, fitted_networks = _read_file(folder / FITTED)
    present_networks = checksums(folder)
    absent_networks = [name for name in MODERN_NETWORKS if name not in present_networks]
    for name in absent_networks:
        fitted_networks.pop(name, None)
    if fitted_networks != present_networks:
        raise _other_networks_error(folder)
    if absent_networks:
        return replace(calibration, numerals=())
    return calibration


def read_calibration_of_pair(folder: Path) -> Calibration:
    """Read the calibration of the detector and the classifier alone.

    The networks for modern sets may have changed since it was fitted. The calibration's numbers for
    modern sets are left out.

    Raises:
        WeightsError: the file is missing or damaged, or was fitted to another pair of networks.
    """
    calibration, fitted_networks = _read_file(folder / FITTED)
    present_networks = checksums(folder)
    for name in MODERN_NETWORKS:
        fitted_networks.pop(name, None)
        present_networks.pop(name, None)
    if fitted_networks != present_networks:
        raise _other_networks_error(folder)
    return replace(calibration, numerals=())


def _read_file(path: Path) -> tuple[Calibration, dict[str, str]]:
    """Read a calibration, and the checksums of the networks that it was fitted to.

    Raises:
        WeightsError: the file is missing or damaged.
    """
    folder = path.parent
    if not path.is_file():
        raise WeightsError(
            f"{path}: no such file: fit what depends on these networks: {_COMMAND} {folder}"
        )
    check_weights(path)
    try:
        record: dict[str, Any] = json.loads(path.read_bytes())
        networks = dict(record["networks"])
        calibration = _calibration_of(dict(record["values"]))
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise WeightsError(f"{path}: damaged ({error}): fit again: {_COMMAND} {folder}") from None
    return calibration, networks


def _other_networks_error(folder: Path) -> WeightsError:
    """The error that the calibration in a folder was fitted to other networks."""
    path = folder / FITTED
    return WeightsError(
        f"{path}: fitted to other networks than those beside it: {_COMMAND} {folder}"
    )


def _calibration_of(values: dict[str, Any]) -> Calibration:
    """Build a calibration from the values in its file.

    Args:
        values: the values by their names. Some of them are removed.

    Raises:
        AttributeError, KeyError, TypeError, ValueError: a name is missing or unknown, or a value is
            wrong.
    """
    red_fives = {}
    for suit, weights in values.pop("red_fives").items():
        red_fives[suit] = tuple(float(weight) for weight in weights)
    holes = tuple(float(weight) for weight in values.pop("holes", ()))
    numerals = tuple(float(weight) for weight in values.pop("numerals", ()))
    numbers = {name: float(value) for name, value in values.items()}
    return Calibration(**numbers, red_fives=red_fives, holes=holes, numerals=numerals)


def calibration_to_json(folder: Path, calibration: Calibration) -> str:
    """Write the text of ``fitted.json`` for the networks of a folder."""
    record = {"networks": checksums(folder), "values": asdict(calibration)}
    return json.dumps(record, indent=1) + "\n"


def checksums(folder: Path) -> dict[str, str]:
    """The SHA-256 of each network in a folder, by the name of its file.

    The networks for modern sets are among them if the folder has them. A checksum is empty if the
    file is missing or cannot be read.
    """
    names = ["classifier.onnx", "detector.onnx", *modern_networks(folder)]
    return {name: checksum(folder / name) for name in names}
