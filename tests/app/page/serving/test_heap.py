"""After every run of the page Streamlit collects all garbage; objects that stay are kept out of its sight."""

import gc
import time
import weakref
from collections.abc import Iterator
from threading import Event, Thread

import pytest

from hu.app.page.serving import heap


class _Ring:
    def __init__(self) -> None:
        self.myself = self


@pytest.fixture(autouse=True)
def _thawed() -> Iterator[None]:
    yield
    gc.unfreeze()


def test_what_was_there_before_is_passed_over() -> None:
    kept = [{"number": number} for number in range(2_000)]
    heap.freeze()
    seen = {id(each) for each in gc.get_objects()}
    assert gc.get_freeze_count() > len(kept)
    assert not any(id(each) in seen for each in kept)


def test_garbage_that_was_passed_over_goes_at_the_next_settling() -> None:
    ring = _Ring()
    seen = weakref.ref(ring)
    heap.freeze()
    del ring
    gc.collect()
    assert seen() is not None
    heap.freeze()
    assert seen() is None


def test_the_heap_is_settled_again_after_the_first_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap, "_CHECK_S", 0.01)
    gc.freeze()
    ring = _Ring()
    seen = weakref.ref(ring)
    stopped = Event()
    thread = Thread(target=heap.keep_frozen, args=(stopped,))
    thread.start()
    try:
        time.sleep(0.5)
        del ring
        # What Streamlit does at the end of a run.
        gc.collect()
        deadline = time.monotonic() + 60
        while seen() and time.monotonic() < deadline:
            time.sleep(0.01)
        assert seen() is None
    finally:
        stopped.set()
        thread.join()
