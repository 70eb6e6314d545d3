"""Long inputs of ``hu hands`` are shared among processes: same answers, same order, no line waits for later ones."""

import io
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain, repeat
from pathlib import Path
from threading import Event, Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hu.app.commands import line_batches, line_workers
from hu.app.commands.hands import answers
from hu.app.commands.line_batches import LineBatch, batches
from hu.app.commands.line_workers import Written, work_off
from hu.scoring.lines import json_line

GOOD = {"rules": "zung-jung", "hand": "55s 111z 222z 333z 44z +4z", "winner": "S", "win": "self-draw"}


@pytest.fixture(autouse=True)
def _three_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1, 2})


def _lines(count: int) -> bytes:
    """Requests with a number each; every hundredth is wrong."""
    return b"".join(
        json.dumps({"id": number, **GOOD, **({"winner": "X"} if number % 100 == 0 else {})}).encode() + b"\n"
        for number in range(1, count + 1)
    )


def _echo(batch: LineBatch) -> Written:
    content = b"".join(b"%d %s\n" % (number, line) for number, line in enumerate(batch.lines, batch.first))
    return Written(content, len(batch.lines), 0)


@contextmanager
def _hands() -> Iterator["subprocess.Popen[bytes]"]:
    line = [sys.executable, "-c", "from hu.app.cli import main; main()", "hands"]
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def test_answers_messages_and_status_are_those_of_one_process(tmp_path: Path) -> None:
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
        # The last line is wrong: its answer is written at once.
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


def _deadly(mark: Path, batch: LineBatch) -> Written:
    if batch.first > 20_000 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return _echo(batch)


@pytest.mark.long
def test_the_work_of_a_process_that_ends_is_done_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"".join(b"line %d\n" % number for number in range(200_000)))
    assert _shared(path, partial(_deadly, tmp_path / "killed")) == _shared(path, _echo)
    assert (tmp_path / "killed").exists()


def _slow(batch: LineBatch) -> Written:
    time.sleep(0.02 * (batch.first % 3))
    return Written(b"%d %d\n" % (os.getpid(), batch.first), len(batch.lines), 0)


def test_processes_share_the_work_in_order(tmp_path: Path) -> None:
    path = tmp_path / "lines"
    path.write_bytes(b"x\n" * 400_000)
    rows = [row.split() for row in _shared(path, _slow).splitlines()]
    firsts = [int(first) for _, first in rows]
    assert firsts == sorted(firsts)
    assert 2 < len({number for number, _ in rows}) <= 4, "this process for the first lines, then up to three others"


def _shared(path: Path, work: line_workers.Work) -> bytes:
    with path.open("rb") as file:
        return b"".join(written.content for written in work_off(batches(file), file, work))


@given(
    st.lists(st.sampled_from([b"a", b"\n", b"bc", b"\r", b"\x0b", b"x" * 7, b"x" * 25]), max_size=30),
    st.integers(1, 9),
)
def test_batches_hold_every_line_once(parts: list[bytes], piece: int) -> None:
    content = b"".join(parts)
    found: list[bytes] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_batches, "_PIECE", piece)
        patch.setattr(line_batches, "LONGEST_LINE", 20)
        for batch in batches(io.BytesIO(content)):
            assert batch.first == len(found) + 1
            found += batch.lines
    lines = content.split(b"\n")
    expected = lines if lines[-1] else lines[:-1]
    assert len(found) == len(expected)
    for line, whole in zip(found, expected, strict=True):
        assert line == whole if len(whole) <= 20 else (whole.startswith(line) and len(line) > 20)
