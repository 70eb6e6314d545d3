"""Long inputs of ``hu hands``: every line is answered in its turn, and none waits for later ones."""

import io
import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, repeat
from pathlib import Path
from threading import Event, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hu.app.commands import hands
from hu.app.commands.hands import answers
from hu.scoring.lines import json_line

GOOD = {"rules": "zung-jung", "hand": "55s 111z 222z 333z 44z +4z", "winner": "S", "win": "self-draw"}


def _lines(count: int) -> bytes:
    """Requests with a number each; every hundredth is wrong."""
    return b"".join(
        json.dumps({"id": number, **GOOD, **({"winner": "X"} if number % 100 == 0 else {})}).encode() + b"\n"
        for number in range(1, count + 1)
    )


@contextmanager
def _hands() -> Iterator["subprocess.Popen[bytes]"]:
    line = [sys.executable, "-c", "from hu.app.cli import main; main()", "hands"]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def test_long_inputs_are_answered_in_order(tmp_path: Path) -> None:
    content = _lines(6000)
    path = tmp_path / "hands.jsonl"
    path.write_bytes(content)
    expected = [json_line(reply) for reply in answers(io.BytesIO(content))]
    with path.open("rb") as file:
        done = subprocess.run(
            [sys.executable, "-c", "from hu.app.cli import main; main()", "hands"],
            stdin=file,
            capture_output=True,
            check=False,
        )
    assert done.stdout.decode().splitlines() == expected
    assert done.stderr.decode() == "hu hands: 60 of 6000 lines could not be scored\n"
    assert done.returncode == 1


def test_an_answer_waits_for_no_later_line() -> None:
    with _hands() as process:
        seen = _seen(process, [_lines(5000)], b'"id": 5000, "error"')
    assert seen.count(b"\n") == 5000


def test_an_endless_line_after_many_is_refused_at_once() -> None:
    with _hands() as process:
        seen = _seen(process, chain([_lines(3000)], repeat(b"x" * 65_536)), b"too many for a request")
    assert seen.count(b"\n") == 3001


def _seen(process: "subprocess.Popen[bytes]", pieces: Iterable[bytes], wanted: bytes) -> bytes:
    """Send pieces without ever closing the input, until something wanted has been answered."""
    assert process.stdin is not None
    assert process.stdout is not None
    inlet, outlet = process.stdin.fileno(), process.stdout.fileno()
    enough = Event()

    def send() -> None:
        for piece in pieces:
            rest = piece
            while rest and not enough.is_set():
                with suppress(BlockingIOError):
                    rest = rest[os.write(inlet, rest) :]
                time.sleep(0.001)
            if enough.is_set():
                return

    os.set_blocking(inlet, False)
    thread = Thread(target=send)
    thread.start()
    seen, until = b"", time.monotonic() + 60
    while not (wanted in seen and seen.endswith(b"\n")) and time.monotonic() < until:
        if select.select([outlet], [], [], 0.1)[0]:
            seen += os.read(outlet, 1 << 20)
    enough.set()
    thread.join()
    return seen


@given(st.lists(st.sampled_from([b"a", b"\n", b"bc", b"\r", b"\x0b", b"x" * 7, b"x" * 25]), max_size=30))
def test_every_line_is_read_once(parts: list[bytes]) -> None:
    content = b"".join(parts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hands, "LONGEST_LINE", 20)
        found = list(hands.read_lines(io.BytesIO(content)))
    lines = content.split(b"\n")
    expected = lines if lines[-1] else lines[:-1]
    assert len(found) == len(expected)
    for line, whole in zip(found, expected, strict=True):
        assert line == whole if len(whole) <= 20 else (whole.startswith(line) and len(line) > 20)
