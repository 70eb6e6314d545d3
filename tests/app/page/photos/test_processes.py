"""Photos are read in processes of their own: with the same result, and nothing else ends with them."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from hu.app import pool as app_pool
from hu.app.page.photos import processes
from hu.app.page.photos.photo import Adjustment, SeenPhoto, UploadError, read_upload
from hu.app.page.photos.processes import ReadingProcesses
from hu.app.page.photos.reader import network_reader
from hu.app.pool import WorkerEndedError, WorkerError
from hu.vision.reader import MODELS
from tests.app.page.recorded import SAMPLE

TURNED = Adjustment(1)


@pytest.fixture
def readers() -> Iterator[ReadingProcesses]:
    readers = ReadingProcesses(MODELS)
    yield readers
    readers.pool.close()


def _read(readers: ReadingProcesses, adjustment: Adjustment = TURNED) -> SeenPhoto:
    return readers(SAMPLE.read_bytes(), SAMPLE.name, "zung-jung", adjustment)


def test_a_photo_is_read_as_in_the_server(readers: ReadingProcesses) -> None:
    here = read_upload(network_reader(), SAMPLE.read_bytes(), SAMPLE.name, "zung-jung", TURNED)
    assert _read(readers) == here


def test_a_photo_that_cannot_be_read_says_so(readers: ReadingProcesses) -> None:
    for content, key in ((b"", "snap.empty"), (b"no picture", "snap.unreadable")):
        with pytest.raises(UploadError) as raised:
            readers(content, "x.jpg", "zung-jung", Adjustment())
        assert raised.value.note.key == key
        assert raised.value.note.values == {"name": "x.jpg"}


def test_missing_weights_are_told_with_the_first_photo(tmp_path: Path) -> None:
    readers = ReadingProcesses(tmp_path)
    with pytest.raises(UploadError) as raised:
        _read(readers)
    readers.pool.close()
    assert raised.value.note.key == "snap.no_reader"


def test_a_failure_of_the_program_is_reported(readers: ReadingProcesses) -> None:
    with pytest.raises(WorkerError, match="Traceback"):
        _read(readers, Adjustment(crop=()))  # type: ignore[arg-type]
    assert _read(readers).hand.tiles


def test_after_the_end_of_a_process_another_one_reads(readers: ReadingProcesses) -> None:
    assert _read(readers).hand.tiles
    (first,) = readers.pool.idle
    content = BytesIO()
    # It takes long enough to be caught at work.
    Image.new("RGB", (6500, 6500)).save(content, "PNG")
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(readers, content.getvalue(), "large.png", "zung-jung", Adjustment())
        time.sleep(0.2)
        os.kill(first, signal.SIGKILL)
        with pytest.raises(WorkerEndedError):
            reading.result()
    assert _read(readers).hand.tiles
    (second,) = readers.pool.idle
    os.kill(second, signal.SIGKILL)
    while _lives(second):
        time.sleep(0.01)
    assert _read(readers).hand.tiles, "a process that ended while it was idle"


def test_a_process_that_never_answers_is_ended(readers: ReadingProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _read(readers).hand.tiles
    monkeypatch.setattr(processes, "LONGEST_PHOTO_S", 0.5)
    os.kill(readers.pool.idle[-1], signal.SIGSTOP)  # the one that reads next
    with pytest.raises(WorkerEndedError):
        _read(readers)


def test_only_one_process_stays(readers: ReadingProcesses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_pool, "_IDLE_S", 0.5)
    with ThreadPoolExecutor(3) as pool:
        assert len(list(pool.map(lambda _: _read(readers), range(3)))) == 3
    until = time.monotonic() + 120
    while len(readers.pool.idle) > 1 and time.monotonic() < until:
        time.sleep(0.05)
    assert len(readers.pool.idle) == 1


@pytest.mark.long
def test_no_process_outlives_the_server() -> None:
    code = (
        "import sys, time; from pathlib import Path; from hu.app.page.photos.processes import ReadingProcesses;"
        "readers = ReadingProcesses(Path(sys.argv[1])); print(*readers.pool.idle, flush=True); time.sleep(60)"
    )
    # At once it still loads the networks, later it waits for a photo.
    for after_s in (0.0, 5.0):
        with subprocess.Popen([sys.executable, "-c", code, MODELS], stdout=subprocess.PIPE, text=True) as server:
            assert server.stdout is not None
            reader = int(server.stdout.readline())
            time.sleep(after_s)
            assert _lives(reader)
            server.kill()
        until = time.monotonic() + 120
        while _lives(reader) and time.monotonic() < until:
            time.sleep(0.05)
        assert not _lives(reader)


def _lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
