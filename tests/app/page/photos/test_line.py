"""Photos are read a few at a time, in the order in which they came; a tap that interrupts the wait changes nothing."""

from threading import Event
from typing import Any

import pytest

from hu.app.page.photos import line as page_line
from hu.app.page.photos.line import PhotoInLine, PhotoLine
from hu.app.page.photos.photo import UploadError

#: What the line hands through unseen.
SEEN: Any = object()


class _Photo:
    """A reading that ends when it is let go."""

    def __init__(self, line: PhotoLine, order: "list[int] | None" = None) -> None:
        self.begun, self.let_go, self.count, self._order = Event(), Event(), 0, order
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
        assert self.reading.seen.result(60) is SEEN


def test_no_more_than_two_are_read_at_once_and_all_in_their_order() -> None:
    line, order = PhotoLine(2), list[int]()
    photos = [_Photo(line, order) for _ in range(5)]
    assert [line.ahead(photo.reading) for photo in photos] == [0, 0, 1, 2, 3]
    for number, photo in enumerate(photos):
        assert photo.begun.wait(60)
        assert not any(other.begun.is_set() for other in photos[number + 2 :])
        photo.end()
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
    assert [line.ahead(photo.reading) for photo in (second, third)] == [1, 2]
    first.let_go.set()
    assert line.wait(first.reading) is SEEN
    assert first.count == 1


def test_who_has_left_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    line = PhotoLine(1)
    first, gone, waiting = (_Photo(line) for _ in range(3))
    assert line.ahead(waiting.reading) == 2
    now[0] += 11
    assert line.ahead(waiting.reading) == 1
    assert line.ahead(gone.reading) == 2, "who comes back stands at the end"
    for photo in (first, waiting, gone):
        photo.end()


def test_a_failure_gives_the_turn_to_the_next() -> None:
    def fail() -> Any:
        raise ValueError("damaged")

    line = PhotoLine(1)
    with pytest.raises(ValueError, match="damaged"):
        line.wait(line.join(fail))
    _Photo(line).end()


def test_when_many_wait_who_comes_is_asked_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_line, "_MOST_WAITING", 3)
    line = PhotoLine(1)
    photos = [_Photo(line) for _ in range(4)]
    with pytest.raises(UploadError, match=r"snap\.busy"):
        _Photo(line)
    for photo in photos:
        photo.end()
    _Photo(line).end()
