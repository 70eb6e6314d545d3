"""Twenty browsers that play at once: no tap fails, every hand that was called saved is on its sheet."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]


@pytest.mark.browser
def test_twenty_sessions_play_without_an_error() -> None:
    page = Path(__file__).parents[1] / "recorded_page.py"
    line = [
        sys.executable,
        "-m",
        "measuring.benchmarks.page_soak",
        "--page",
        str(page),
        "--sessions",
        "20",
        "--minutes",
        "0",
        "--hands",
        "2",
    ]
    # The page that is served knows its readings by the photo's name, and the soak calls its photo so.
    done = subprocess.run([*line, "--think", "0.1"], capture_output=True, text=True, check=False)
    assert done.stdout, done.stderr
    figures = json.loads(done.stdout)
    assert figures["errors"] == 0, figures
    # One of the four at each of five tables keeps its sheet.
    assert figures["hands_saved"] == 10
    assert figures["taps"] >= 20 * 2 * 4
    assert done.returncode == 0
