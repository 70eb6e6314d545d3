"""The only module that knows the inference engine (ONNX Runtime)."""

import json
import os
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hu.vision.networks.weights import WeightsError, check_weights, checksum

# The engine would send figures about its use to its maker (its Privacy.md says so). Nothing is sent
# anywhere here.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"

__all__ = ["Network", "WeightsError"]

#: Messages show at most this many characters of the classes that a file names.
_SHOWN_CHARACTERS: Final = 400
#: The engine logs messages of this level and above: errors.
_ERRORS: Final = 3


class Network:
    """A network that is loaded from its file.

    Args:
        path: the ``.onnx`` file.
        classes: the classes that its outputs must stand for, as its metadata name them.
        threads: processor threads for one run. For 0 the engine chooses.

    Raises:
        WeightsError: the file is missing, damaged, or made for other classes.
    """

    def __init__(self, path: Path, classes: Sequence[str], threads: int = 0) -> None:
        self.path = path
        self.classes = tuple(classes)
        self.threads = threads
        model = self._session.get_modelmeta()
        self.metadata: dict[str, str] = dict(model.custom_metadata_map)
        self._check_classes()

    @cached_property
    def _session(self):  # type: ignore[no-untyped-def]  # noqa: ANN202  # the engine ships no types
        """The network as the engine runs it. The file is checked and loaded when it is first used.

        Raises:
            WeightsError: the file is missing or damaged.
        """
        import onnxruntime  # noqa: PLC0415

        if not self.path.is_file():
            raise WeightsError(
                f"{self.path}: no such weights; name the folder of the networks, or reinstall"
            )
        check_weights(self.path)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = self.threads
        options.log_severity_level = _ERRORS
        # Spinning threads take the processor from whatever else runs: twice the processor time for
        # a photo, and twice the wall time as soon as another photo is read beside it.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        # Otherwise the engine would keep a plan of its memory for every size of picture that it has
        # seen. That takes memory, and saves no time.
        options.enable_mem_pattern = False
        try:
            return onnxruntime.InferenceSession(
                str(self.path), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # noqa: BLE001  # the engine's exceptions have no common base
            reason = str(error).splitlines()[0]
            raise WeightsError(f"{self.path}: not usable weights ({reason})") from None

    def _check_classes(self) -> None:
        """Compare the classes in the network's metadata with the program's.

        Raises:
            WeightsError: they differ.
        """
        classes = self.read_metadata("classes", [])
        if classes == list(self.classes):
            return
        if isinstance(classes, list):
            shown_classes = " ".join(str(name) for name in classes)
        else:
            shown_classes = str(classes)
        raise WeightsError(
            f"{self.path}: its classes differ from the program's; "
            f"weights: {shown_classes[:_SHOWN_CHARACTERS] or 'none named'}; "
            f"program: {' '.join(self.classes)}"
        )

    def read_metadata(self, key: str, default: object) -> Any:
        """Read a value of the network's metadata, which is JSON.

        Args:
            key: the name of the value.
            default: what to return if there is no such value.

        Raises:
            WeightsError: the value is not JSON.
        """
        if key not in self.metadata:
            return default
        try:
            return json.loads(self.metadata[key])
        except (ValueError, RecursionError):
            raise WeightsError(
                f"{self.path}: damaged: its metadata {key!r} is not JSON; reinstall"
            ) from None

    @cached_property
    def checksum(self) -> str:
        """SHA-256 of the file."""
        return checksum(self.path)

    def run(self, batch: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the first output for a batch ``(n, ...)`` float32."""
        return self.run_all(batch)[0]

    def run_all(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        """Return every output for a batch ``(n, ...)`` float32."""
        (entry,) = self._session.get_inputs()
        all_outputs = None
        outputs: list[NDArray[np.float32]] = self._session.run(all_outputs, {entry.name: batch})
        return outputs
