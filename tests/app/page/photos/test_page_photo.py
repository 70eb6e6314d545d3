"""Photos: a few are read at a time, in other processes, and each belongs to its browser.

A photo that cannot be read leads to a message of one line.
"""

import io
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import psutil
import pytest
from PIL import Image

from hu.app.evaluation.labelled import load_labelled
from hu.app.i18n import texts
from hu.app.page.draft.editing.from_photo import from_reading
from hu.app.page.draft.editing.hand import remove, replace_face, to_hand
from hu.app.page.events.photos import OriginalCame
from hu.app.page.perform import perform
from hu.app.page.photos import line as page_line
from hu.app.page.photos import photo_store, processes
from hu.app.page.photos.keep import keep_photo
from hu.app.page.photos.line import PhotoInLine, PhotoLine
from hu.app.page.photos.photo import (
    Adjustment,
    Note,
    OriginalNeededError,
    SeenPhoto,
    UploadError,
    crop_to,
    decode_upload,
    read_upload,
    turn_once,
)
from hu.app.page.photos.photo_store import PhotoStore
from hu.app.page.photos.processes import ReadingProcesses
from hu.app.page.photos.reader import network_reader
from hu.app.page.reduce import apply
from hu.app.page.state import State
from hu.app.pool import WorkerEndedError
from hu.app.reading.model import HandReading
from hu.scoring.hand import Hand
from hu.scoring.tiles import CLASSES
from hu.vision.reader import MODELS
from tests.app.page.recorded import SAMPLE, TRUTH, as_reading, reader, recorded

if TYPE_CHECKING:
    from hu.app.page.services import Visit


def photo(name: str = "perfect.jpg") -> SeenPhoto:
    """The sample, read by the recorded reader, which knows its tiles by the name."""
    return read_upload(reader(), SAMPLE.read_bytes(), name, "zung-jung")


def picture(width: int, height: int) -> bytes:
    """A black picture."""
    content = io.BytesIO()
    Image.new("L", (width, height)).save(content, "PNG")
    return content.getvalue()


def test_a_photo_is_read_and_shown() -> None:
    seen = photo()
    assert to_hand(seen.hand) == Hand.from_text(TRUTH)
    assert seen.size == (1600, 1200)
    with Image.open(io.BytesIO(seen.preview)) as preview:
        assert preview.size == (1600, 1200)


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "snap.empty"),
        (b"%PDF-1.7 hello", "snap.unreadable"),
        (picture(8, 64), "snap.few-pixels"),
        (picture(5_100, 10_000), "snap.many-pixels"),
        (b"<svg onload=alert(1)>", "snap.unreadable"),
        (SAMPLE.read_bytes()[:30_000], "snap.damaged"),
    ],
)
def test_a_file_that_cannot_be_read_is_refused_in_both_languages(data: bytes, key: str) -> None:
    with pytest.raises(UploadError) as error:
        read_upload(reader(), data, "<b>x</b>.jpg", "zung-jung")
    assert error.value.note.key == key
    for language in ("en", "it"):
        assert texts(language)(key, **error.value.note.values)


def smaller_copy() -> bytes:
    """The sample at half its size."""
    with Image.open(SAMPLE) as picture:
        content = io.BytesIO()
        picture.resize((800, 600)).save(content, "JPEG")
        return content.getvalue()


def test_a_smaller_copy_is_read_as_the_photo_itself() -> None:
    adjustment = Adjustment(original_px=1600)
    seen = read_upload(reader(), smaller_copy(), "perfect.jpg", "zung-jung", adjustment)
    assert to_hand(seen.hand) == Hand.from_text(TRUTH)
    assert seen.size == (1600, 1200)
    assert seen.hand.tiles[0].box == pytest.approx(np.array(photo().hand.tiles[0].box))


def test_the_photo_itself_is_asked_for_if_its_copy_is_too_small() -> None:
    adjustment = Adjustment(original_px=1600)
    with pytest.raises(OriginalNeededError):
        read_upload(reader(), smaller_copy(), "from-afar.jpg", "zung-jung", adjustment)
    seen = read_upload(reader(), smaller_copy(), "from-afar.jpg", "zung-jung")
    assert to_hand(seen.hand) == Hand.from_text(TRUTH)
    assert seen.size == (800, 600)


@pytest.mark.parametrize("original_px", [1, 800, 10**14])
def test_a_senseless_size_of_the_photo_itself_is_ignored(original_px: int) -> None:
    adjustment = Adjustment(original_px=original_px)
    seen = read_upload(reader(), smaller_copy(), "perfect.jpg", "zung-jung", adjustment)
    assert seen.size == (800, 600)


def test_the_photo_itself_takes_the_place_of_its_smaller_copy() -> None:
    store = PhotoStore()
    adjustment = Adjustment(original_px=1600)
    copy = read_upload(reader(), smaller_copy(), "perfect.jpg", "zung-jung", adjustment)
    store.put("browser", copy)
    loading = partial(store.load, "browser")
    visit = cast("Visit", SimpleNamespace(photos=store, browser="browser", load_photo=loading))
    state, [effect] = apply(State(), OriginalCame(copy.key, SAMPLE.read_bytes()))
    assert perform(effect, visit, state) == ()
    kept = store.load("browser", copy.key)
    assert kept is not None
    assert (kept.data, kept.adjustment) == (SAMPLE.read_bytes(), Adjustment())


def test_flowers_are_not_left_out_silently() -> None:
    read = network_reader()
    riichi = read_upload(read, SAMPLE.read_bytes(), SAMPLE.name, "riichi", Adjustment())
    assert Note("snap.flowers", {"count": 1}) in riichi.notes
    zung_jung = read_upload(read, SAMPLE.read_bytes(), SAMPLE.name, "zung-jung", Adjustment())
    assert "snap.flowers" not in [note.key for note in zung_jung.notes]


def test_a_photo_without_tiles_says_how_to_take_it() -> None:
    assert [note.key for note in photo("table.jpg").notes] == ["snap.no_tiles"]


@pytest.mark.parametrize(
    ("direction", "turns"), [((1, 0), 0), ((0, 1), 3), ((-1, 0.1), 2), ((0.1, -1), 1)]
)
def test_a_photo_read_sideways_is_shown_upright(direction: tuple[float, float], turns: int) -> None:
    def read_in_direction(*_: object) -> tuple[HandReading, tuple[Note, ...]]:
        return as_reading(recorded(), direction), ()

    seen = read_upload(read_in_direction, SAMPLE.read_bytes(), "x.jpg", "zung-jung")
    assert seen.adjustment.turns == turns
    assert seen.size == ((1600, 1200) if turns % 2 == 0 else (1200, 1600))
    box_as_recorded = from_reading(as_reading(recorded())).tiles[0].box
    assert box_as_recorded is not None
    x, y = box_as_recorded[0]
    # The place of the first corner after each number of turns.
    places = [(x, y), (1200 - y, x), (1600 - x, 1200 - y), (y, 1600 - x)]
    box = seen.hand.tiles[0].box
    assert box is not None
    assert box[0] == pytest.approx(places[turns])


def test_four_turns_of_a_cropped_photo_change_nothing() -> None:
    adjustment = Adjustment(0, (0.1, 0.2, 0.5, 0.6))
    assert turn_once(adjustment).crop == pytest.approx((0.4, 0.1, 0.8, 0.5))
    back = turn_once(turn_once(turn_once(turn_once(adjustment))))
    assert back.turns == 0
    assert back.crop == pytest.approx(adjustment.crop)


def test_a_part_of_a_cropped_photo_is_a_part_of_the_whole_photo() -> None:
    adjustment = Adjustment(0, (0.1, 0.2, 0.5, 0.6))
    assert crop_to(adjustment, (0.5, 0.5, 1, 1)).crop == pytest.approx((0.3, 0.4, 0.5, 0.6))


def test_a_turned_and_cropped_photo_shows_the_same_part() -> None:
    whole = decode_upload(SAMPLE.read_bytes(), "x", Adjustment())
    part = decode_upload(SAMPLE.read_bytes(), "x", Adjustment(1, (0.25, 0.5, 0.75, 1.0)))
    assert part.size == (600, 800)
    expected = np.rot90(whole.image, -1)[800:1600, 300:900]
    assert np.array_equal(part.image, expected)


def test_a_photo_is_kept_for_its_browser() -> None:
    store = PhotoStore()
    seen = photo()
    store.put("mine", seen)
    assert store.load("mine", seen.key) == seen
    assert store.get("mine", seen.key) == replace(seen, data=b"", preview=b"")
    assert store.preview("mine", seen.key) == seen.preview
    assert store.get("mine", None) is None


def test_a_photo_is_not_shown_to_another_browser() -> None:
    store = PhotoStore()
    seen = photo()
    store.put("mine", seen)
    assert store.preview("yours", seen.key) is None
    assert store.load("yours", seen.key) is None
    assert store.get("yours", seen.key) is None


def test_a_photo_is_forgotten_after_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    store = PhotoStore()
    seen = photo()
    store.put("mine", seen)
    monkeypatch.setattr(photo_store, "_SECONDS_KEPT", -1)
    assert store.get("mine", seen.key) is None
    assert store.preview("mine", seen.key) is None


def test_photos_lie_on_disk_without_a_name_and_as_they_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    seen = replace(photo(), data=bytes(12_000_000))
    store = PhotoStore()
    store.put("mine", seen)
    kept = store.load("mine", seen.key)
    assert kept is not None
    assert (kept.data, kept.preview) == (seen.data, seen.preview)
    assert not store._photos["mine", seen.key].photo.data, "the memory holds none of it"
    assert not list(tmp_path.iterdir())


def test_the_oldest_photos_go_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photo_store, "_PHOTOS_KEPT", 2)
    store = PhotoStore()
    seen = photo()
    for name in "abc":
        store.put("mine", replace(seen, key=name))
    assert [store.get("mine", name) is not None for name in "abc"] == [False, True, True]


def test_a_photo_that_is_dropped_is_forgotten() -> None:
    store = PhotoStore()
    seen = photo()
    store.put("mine", seen)
    store.drop("mine", seen.key)
    assert store.get("mine", seen.key) is None


def test_the_oldest_photos_go_if_all_together_are_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(photo_store, "_BYTES_KEPT", 20_000_000)
    store = PhotoStore()
    seen = replace(photo(), data=bytes(9_000_000))
    for name in "abc":
        store.put("mine", replace(seen, key=name))
    assert [store.get("mine", name) is not None for name in "abc"] == [False, True, True]


def test_a_kept_photo_carries_the_corrected_labels_and_no_metadata(tmp_path: Path) -> None:
    with Image.open(SAMPLE) as picture:
        exif = picture.getexif()
        exif[0x010E] = "taken at home by A. B."
        content = io.BytesIO()
        picture.save(content, "JPEG", exif=exif)
    seen = read_upload(reader(), content.getvalue(), "perfect.jpg", "zung-jung")
    edited = from_reading(as_reading(recorded()))
    flower = edited.tiles[0]
    edited = remove(replace_face(edited, flower.id, "3f"), edited.tiles[-1].id)
    path = keep_photo(tmp_path, seen, edited)
    assert b"taken at home" in content.getvalue()
    assert b"taken at home" not in path.read_bytes()
    labels = (tmp_path / "labels" / f"{seen.key}.txt").read_text().splitlines()
    assert len(labels) == 14
    number, *place = labels[0].split()
    assert CLASSES[int(number)] == "3f"
    assert [float(share) for share in place] == pytest.approx(
        [0.075, 0.54, 0.047, 0.082], abs=0.003
    )
    assert (tmp_path / "classes.txt").read_text().split() == list(CLASSES)


def test_a_kept_photo_can_be_evaluated(tmp_path: Path) -> None:
    keep_photo(tmp_path, photo(), from_reading(as_reading(recorded())))
    (labelled,) = load_labelled(tmp_path)
    assert sorted(labelled.tiles) == sorted(Hand.from_text(TRUTH).tiles)


#: What the line hands through unseen.
SEEN: Any = object()


class _Photo:
    """A photo in line, whose reading ends when it is let go.

    Attributes:
        begun: set once the reading has begun.
        let_go: the reading ends once this is set.
        count: how often the reading has begun.
        reading: its place in the line.
    """

    def __init__(self, line: PhotoLine, order: "list[int] | None" = None) -> None:
        self.begun = Event()
        self.let_go = Event()
        self.count = 0
        self._order = order
        self.reading: PhotoInLine = line.join(self._read)

    def _read(self) -> Any:
        self.count += 1
        if self._order is not None:
            self._order.append(id(self))
        self.begun.set()
        assert self.let_go.wait(60)
        return SEEN

    def end(self) -> None:
        self.let_go.set()
        assert self.reading.future.result(60) is SEEN


def test_no_more_than_two_are_read_at_once_and_all_in_their_order() -> None:
    line = PhotoLine(2)
    order: list[int] = []
    photos = [_Photo(line, order) for _ in range(5)]
    assert [line.position_of(photo.reading) for photo in photos] == [0, 0, 1, 2, 3]
    for number, photo in enumerate(photos):
        assert photo.begun.wait(60)
        assert not any(other.begun.is_set() for other in photos[number + 2 :])
        photo.end()
    # The first two begin at once, in any order.
    assert sorted(order[:2]) == sorted(map(id, photos[:2]))
    assert order[2:] == [id(photo) for photo in photos[2:]]


class _Tapped(BaseException):
    """Streamlit's way of leaving a run."""


def test_a_tap_interrupts_the_wait_and_neither_the_reading_nor_the_position() -> None:
    line = PhotoLine(1)
    first, second, third = (_Photo(line) for _ in range(3))

    def tap(_: int) -> None:
        raise _Tapped

    for photo in (first, second):
        with pytest.raises(_Tapped):
            line.wait(photo.reading, tap)
    assert [line.position_of(photo.reading) for photo in (second, third)] == [1, 2]
    first.let_go.set()
    assert line.wait(first.reading) is SEEN
    assert first.count == 1


def test_a_visitor_who_has_left_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    line = PhotoLine(1)
    first, gone, waiting = (_Photo(line) for _ in range(3))
    assert line.position_of(waiting.reading) == 2
    now[0] += 11
    assert line.position_of(waiting.reading) == 1
    assert line.position_of(gone.reading) == 2, "a visitor who comes back waits at the end"
    for photo in (first, waiting, gone):
        photo.end()


def test_a_failure_gives_the_turn_to_the_next() -> None:
    def fail() -> Any:
        raise ValueError("damaged")

    line = PhotoLine(1)
    with pytest.raises(ValueError, match="damaged"):
        line.wait(line.join(fail))
    _Photo(line).end()


def test_a_visitor_is_asked_to_come_again_if_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_line, "_MOST_WAITING", 3)
    line = PhotoLine(1)
    photos = [_Photo(line) for _ in range(4)]
    with pytest.raises(UploadError, match=r"snap\.busy"):
        _Photo(line)
    for photo in photos:
        photo.end()
    _Photo(line).end()


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


def test_a_process_sends_no_hand_of_a_table_with_its_file(monkeypatch: pytest.MonkeyPatch) -> None:
    data = SAMPLE.read_bytes()
    monkeypatch.setattr(processes, "_readers", [reader()])
    monkeypatch.setattr(processes, "give_back_memory", lambda: None)
    sent: list[SeenPhoto] = []

    class Process:
        def run(self, seconds: float, read: Callable[..., SeenPhoto], **given: Any) -> SeenPhoto:
            assert seconds
            sent.append(read(**given))
            return sent[0]

    readers = object.__new__(ReadingProcesses)
    readers.pool = Process()  # type: ignore[misc, assignment]
    received = readers(data, "four-hands.jpg", "fimj", Adjustment())
    assert len(received.other_hands) == 3
    assert [hand.data for hand in sent[0].other_hands] == [b"", b"", b""]
    assert [hand.data for hand in received.other_hands] == [data, data, data]
    assert received == read_upload(reader(), data, "four-hands.jpg", "fimj")


def test_missing_weights_are_reported_with_the_first_photo(tmp_path: Path) -> None:
    readers = ReadingProcesses(tmp_path)
    with pytest.raises(UploadError) as error:
        _read(readers)
    readers.pool.close()
    assert error.value.note.key == "snap.no_reader"


def test_a_process_that_never_answers_is_ended(
    readers: ReadingProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _read(readers).hand.tiles
    monkeypatch.setattr(processes, "LONGEST_PHOTO_S", 0.5)
    # The last idle process reads next.
    os.kill(readers.pool.idle[-1], signal.SIGSTOP)
    with pytest.raises(WorkerEndedError):
        _read(readers)


@pytest.mark.long
def test_no_process_outlives_the_server() -> None:
    code = (
        "import sys, time; from pathlib import Path; "
        "from hu.app.page.photos.processes import ReadingProcesses; "
        "readers = ReadingProcesses(Path(sys.argv[1])); "
        "print(*readers.pool.idle, flush=True); time.sleep(60)"
    )
    for after_s in (0.0, 5.0):  # at once it still loads the networks, later it waits for a photo
        with subprocess.Popen(
            [sys.executable, "-c", code, MODELS], stdout=subprocess.PIPE, text=True
        ) as server:
            assert server.stdout is not None
            reader = psutil.Process(int(server.stdout.readline()))
            time.sleep(after_s)
            assert reader.is_running()
            server.kill()
        reader.wait(120)
