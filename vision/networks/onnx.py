"""The only module that knows the inference engine (ONNX Runtime)."""

import json
import os
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hu.vision.networks.weights import WeightsError, check_weights, checksum

# The engine would send figures about its use to its maker (its Privacy.md says so); nothing is sent anywhere here.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

__all__ = ["Network", "WeightsError", "prepare_for_8_bits", "write_8_bit_copy"]


class Network:
    """One network on disk, loaded on first use.

    Args:
        path: the ``.onnx`` file.
        classes: what its outputs must stand for; its metadata entry ``names`` is compared with it.
        threads: processor threads for one run; 0 leaves it to the engine.
    """

    def __init__(self, path: Path, classes: Sequence[str], threads: int = 0) -> None:
        self.path, self.classes, self.threads = path, tuple(classes), threads
        session = self._session
        self.metadata: dict[str, str] = dict(session.get_modelmeta().custom_metadata_map)
        self._check_classes()

    @cached_property
    def _session(self):  # type: ignore[no-untyped-def]  # noqa: ANN202  # the engine ships no types
        import onnxruntime  # noqa: PLC0415

        if not self.path.is_file():
            raise WeightsError(f"{self.path}: no such weights; name an .onnx file or reinstall")
        check_weights(self.path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self.threads
        options.log_severity_level = 3
        # Threads that wait for the next operation by turning in circles take the processor from whatever else runs:
        # twice the processor's time for a photo, and twice the wall's as soon as another photo is read beside it.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # Plans of where each intermediate lies, one for every size of picture ever seen: memory, but no time.
        options.enable_mem_pattern = False
        try:
            return onnxruntime.InferenceSession(
                str(self.path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # noqa: BLE001  # the engine's own exceptions have no common base
            raise WeightsError(
                f"{self.path}: not usable weights ({str(error).splitlines()[0]})"
            ) from None

    def _check_classes(self) -> None:
        names = self.read_metadata("classes", [])
        if names != list(self.classes):
            listed = " ".join(map(str, names)) if isinstance(names, list) else str(names)
            raise WeightsError(
                f"{self.path}: its classes differ from the program's; weights: {listed[:400] or 'none named'}; "
                f"program: {' '.join(self.classes)}"
            )

    def read_metadata(self, key: str, default: object) -> Any:
        """A value of its metadata, which is JSON.

        Raises:
            WeightsError: the value is not JSON.
        """
        try:
            return json.loads(self.metadata[key]) if key in self.metadata else default
        except (ValueError, RecursionError):
            raise WeightsError(
                f"{self.path}: damaged: its metadata {key!r} is not JSON; reinstall"
            ) from None

    @cached_property
    def checksum(self) -> str:
        """SHA-256 of its file."""
        return checksum(self.path)

    def run(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """First output for a batch ``(n, ...)`` float32."""
        return self.run_all(batch)[0]

    def run_all(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """Every output for a batch ``(n, ...)`` float32."""
        (name,) = (entry.name for entry in self._session.get_inputs())
        outputs: list[NDArray[np.float32]] = self._session.run(None, {name: batch})
        return outputs


def prepare_for_8_bits(weights: Path, out: Path) -> None:
    """Copy a network with shapes inferred and operations merged, as ``write_8_bit_copy`` takes it."""
    from onnxruntime.quantization.shape_inference import quant_pre_process  # noqa: PLC0415  # extra "train"

    quant_pre_process(str(weights), str(out), skip_symbolic_shape=True)


def write_8_bit_copy(
    prepared: Path,
    out: Path,
    batches: Iterable[dict[str, NDArray[np.float32]]],
    in_float: Collection[str],
) -> None:
    """Write a copy of a prepared network that computes in 8 bits.

    Args:
        prepared: what ``prepare_for_8_bits`` wrote.
        out: where to.
        batches: typical inputs, by the name of the input; they tell the range of every activation.
        in_float: names of the nodes that go on computing in 32 bits.
    """
    from onnxruntime.quantization import (  # noqa: PLC0415  # extra "train"
        CalibrationDataReader,
        CalibrationMethod,
        QuantFormat,
        QuantType,
        quantize_static,
    )

    class Batches(CalibrationDataReader):  # type: ignore[misc]  # the engine ships no types
        def __init__(self) -> None:
            self._batches = iter(batches)

        def get_next(self) -> Any:
            return next(self._batches, None)

    quantize_static(
        str(prepared),
        str(out),
        Batches(),
        quant_format=QuantFormat.QDQ,
        per_channel=True,
        # Seven bits: without VNNI, sums of two products of eight bits would overflow.
        reduce_range=True,
        activation_type=QuantType.QUInt8,
        weight_type=QuantType.QInt8,
        calibrate_method=CalibrationMethod.MinMax,
        nodes_to_exclude=list(in_float),
    )
