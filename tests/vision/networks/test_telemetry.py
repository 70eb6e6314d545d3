"""The inference engine sends nothing to its maker."""

import subprocess
import sys

_LOAD = """
import os, sys
from hu.vision.networks import onnx
assert "onnxruntime" not in sys.modules
print(os.environ["ORT_DISABLE_TELEMETRY"])
"""


def test_telemetry_is_off_before_the_engine_is_loaded() -> None:
    done = subprocess.run([sys.executable, "-c", _LOAD], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
