"""The only module that knows the inference engine (ONNX Runtime)."""

import json
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from hu.vision.weights import WeightsError, check_weights

__all__ = ["Network", "WeightsError"]


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
        # Plans of where each intermediate lies, one for every size of picture ever seen: memory, but no time.
        options.enable_mem_pattern = False
        try:
            return onnxruntime.InferenceSession(str(self.path), options, providers=["CPUExecutionProvider"])
        except Exception as error:  # noqa: BLE001  # the engine's own exceptions have no common base
            raise WeightsError(f"{self.path}: not usable weights ({str(error).splitlines()[0]})") from None

    def _check_classes(self) -> None:
        names = json.loads(self.metadata.get("classes", "[]"))
        if tuple(names) != self.classes:
            raise WeightsError(
                f"{self.path}: its classes differ from the program's; weights: {' '.join(names) or 'none named'}; "
                f"program: {' '.join(self.classes)}"
            )

    def run(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """First output for a batch ``(n, ...)`` float32."""
        return self.run_all(batch)[0]

    def run_all(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """Every output for a batch ``(n, ...)`` float32."""
        (name,) = (entry.name for entry in self._session.get_inputs())
        outputs: list[NDArray[np.float32]] = self._session.run(None, {name: batch})
        return outputs
