"""The inference engine's quantiser: copies of networks that compute in 8 bits."""

from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from onnxruntime.quantization import (
    CalibrationDataReader,
    CalibrationMethod,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process


def prepare_for_8_bits(weights: Path, out: Path) -> None:
    """Copy a network with shapes inferred and operations merged, for ``write_8_bit_copy``."""
    quant_pre_process(str(weights), str(out), skip_symbolic_shape=True)


def write_8_bit_copy(
    prepared: Path,
    out: Path,
    batches: Iterable[dict[str, NDArray[np.float32]]],
    in_float: Collection[str],
) -> None:
    """Write a copy of a prepared network that computes in 8 bits.

    Args:
        prepared: the file that ``prepare_for_8_bits`` wrote.
        out: the file to write.
        batches: typical inputs by the name of the input. They show the range of every activation.
        in_float: the names of the nodes that go on computing in 32 bits.
    """
    quantize_static(
        str(prepared),
        str(out),
        _Batches(batches),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        # Seven bits: without VNNI, sums of two products of eight bits would overflow.
        reduce_range=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        calibrate_method=CalibrationMethod.MinMax,
        nodes_to_exclude=list(in_float),
    )


class _Batches(CalibrationDataReader):  # type: ignore[misc]  # the engine ships no types
    """Gives the quantiser one batch after the other."""

    def __init__(self, batches: Iterable[dict[str, NDArray[np.float32]]]) -> None:
        self._batches = iter(batches)

    def get_next(self) -> Any:
        """Return the next batch. None after the last."""
        return next(self._batches, None)
