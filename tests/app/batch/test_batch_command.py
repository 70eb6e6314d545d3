"""``hu batch`` as a program: exit statuses, quiet streams, interruption."""

import fcntl
import os
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from hu.app.commands.batch import command
from measuring.benchmarks.batch_killed import Trial, compare
from tests.app.batch import fake_networks
from tests.app.batch.workshop import Workshop

_HU = Path(__file__).parent / "hu_with_fake_networks.py"


@pytest.fixture
def call(shop: Workshop) -> Callable[..., Result]:
    """Calls ``hu batch`` in this process. Only the networks are made up."""

    def run(*arguments: object, photos: bool = True) -> Result:
        given = [
            *([shop.photos] if photos else []),
            "--out",
            shop.out,
            "--weights",
            shop.weights,
            *arguments,
        ]
        return CliRunner().invoke(command, [str(each) for each in given])

    return run


def test_a_folder_is_read_scored_and_published(shop: Workshop, call: Callable[..., Result]) -> None:
    shop.add("-a b.jpg", 1)
    result = call(
        "--manifest", shop.manifest("photo,winner,win\n-a b.jpg,S,self-draw\n"), "--workers", 1
    )
    assert (result.exit_code, result.stdout) == (0, "")
    assert "1 photo, 0 not read or not scored, 0 to check" in result.stderr
    assert shop.rows()[0]["score"]["points"] == 20
    assert {path.name for path in shop.out.iterdir()} >= {
        "results.jsonl",
        "results.csv",
        "index.html",
        "overlays",
    }


def test_corrections_are_told_on_the_standard_output(
    shop: Workshop, call: Callable[..., Result]
) -> None:
    shop.add("a.jpg", 3)
    manifest = shop.manifest("photo,winner,win\na.jpg,S,self-draw\n")
    assert call("--manifest", manifest, "--workers", 1, "--no-overlays").exit_code == 1
    file = shop.root / "c.csv"
    file.write_text("photo,hand\na.jpg,222m 123789p 55777z\n", encoding="utf-8")
    result = call("--corrections", file, photos=False)
    assert (result.exit_code, result.stdout.count("\n")) == (0, 1)
    assert "points none -> 20" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--workers", "0"], "--workers"),
        (["--max-megapixels", "0"], "--max-megapixels"),
        (["--engine", "cloud"], "--engine"),
        (["--address", "here"], "--address is for --engine ray"),
        (["--rules", "poker"], "--rules"),
    ],
)
def test_a_wrong_command_line_is_refused(
    shop: Workshop,
    call: Callable[..., Result],
    arguments: list[str],
    message: str,
) -> None:
    shop.fill(1)
    result = call(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def hu(*arguments: object, **options: Any) -> "subprocess.Popen[str]":
    command = [sys.executable, str(_HU), "batch", *map(str, arguments)]
    options = {"stderr": subprocess.PIPE, "text": True, **options}
    return subprocess.Popen(command, **options)


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["none", "--out", "out"], 2, "none: no such folder of photos"),
        (
            ["photos", "--out", "out", "--weights", "none"],
            1,
            "detector.onnx: No such file or directory; name the ",
        ),
        (["photos", "--out", "out", "--manifest", "none.csv"], 2, "none.csv: No such file"),
        (["photos", "--out", "photos/a.jpg"], 2, "is a file; name a folder"),
        (["photos", "--out", "circle"], 1, "circle: File exists"),
        (["circle", "--out", "out"], 2, "circle: no such folder of photos"),
        (["photos", "--out", "x" * 300], 1, "File name too long"),
    ],
)
def test_errors_are_one_line_and_an_exit_status(
    shop: Workshop, arguments: list[str], status: int, message: str
) -> None:
    shop.add("a.jpg")
    (shop.root / "circle").symlink_to("circle")
    weights = [] if "--weights" in arguments else ["--weights", shop.weights]
    running = hu(*arguments, *weights, cwd=shop.root)
    _, told = running.communicate(timeout=300)
    assert (running.returncode, told.count("\n")) == (status, 1)
    assert message in told


def start_slow_batch(shop: Workshop, **options: Any) -> "subprocess.Popen[str]":
    """Start a batch of 60 photos in a session of its own, and wait for its first row."""
    for number in range(60):
        shop.add(f"{number:02}.jpg", fake_networks.SLOW, salt=number)
    arguments = [shop.photos, "--out", shop.out, "--weights", shop.weights, "--workers", 2]
    running = hu(*arguments, start_new_session=True, **options)
    results = shop.out / "results.jsonl"
    while not (results.is_file() and results.stat().st_size):
        assert running.poll() is None
        time.sleep(0.05)
    return running


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_interrupted_it_ends_cleanly_with_what_is_done(shop: Workshop, number: int) -> None:
    running = start_slow_batch(shop)
    if number == signal.SIGTERM:
        running.send_signal(number)
    else:
        # A terminal sends the signal to all of its processes, the reading ones included.
        os.killpg(running.pid, number)
    _, messages = running.communicate(timeout=300)
    done = len(shop.rows())
    assert running.returncode == 130
    assert messages.startswith(
        f"interrupted: {done} of 60 photos are done; run it again with --resume\n"
    )
    assert "Traceback" not in messages
    assert 0 < done < 60
    assert (shop.out / "index.html").read_text(encoding="utf-8").count("<article") == done


def test_a_batch_whose_terminal_is_closed_ends_cleanly(shop: Workshop) -> None:
    terminal, ours = os.openpty()
    running = start_slow_batch(shop, stderr=ours, preexec_fn=partial(_control_terminal, ours))
    os.close(ours)
    os.close(terminal)
    assert running.wait(timeout=300) == 130
    done = len(shop.rows())
    assert 0 < done < 60
    assert (shop.out / "index.html").read_text(encoding="utf-8").count("<article") == done


def _control_terminal(terminal: int) -> None:
    """Make a terminal the controlling one, so that its end sends SIGHUP."""
    fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)


@pytest.mark.long
def test_a_batch_that_is_killed_and_resumed_equals_an_undisturbed_one(
    shop: Workshop, tmp_path: Path
) -> None:
    shop.fill(8)
    shop.add("slow.jpg", fake_networks.SLOW)
    hu = (sys.executable, str(Path(__file__).parent / "hu_with_fake_networks.py"))
    options = ("--weights", str(shop.weights))
    trial = Trial(photo_count=120, damaged_count=8, kill_count=3, hu=hu, options=options)
    assert compare(trial, shop.photos, tmp_path / "trial") == []
