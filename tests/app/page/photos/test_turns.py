"""Photos are read a few at a time, in the order in which they came."""

from threading import Event, Lock, Thread

import pytest

from hu.app.page.photos import turns as page_turns
from hu.app.page.photos.photo import UploadError
from hu.app.page.photos.turns import Turns


def test_no_more_than_two_run_at_once_and_the_others_come_in_their_order() -> None:
    turns, lock = Turns(2), Lock()
    running, most, order, places = 0, 0, [], []
    line = [turns.join() for _ in range(20)]

    def work(number: int) -> None:
        nonlocal running, most
        with turns.at(line[number], lambda ahead: places.append((number, ahead))):
            with lock:
                running += 1
                most = max(most, running)
                order.append(number)
            Event().wait(0.02)
            with lock:
                running -= 1

    # Whoever comes first in line is first, however late its thread starts.
    threads = [Thread(target=work, args=(number,)) for number in reversed(range(20))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 2
    assert all(abs(position - number) <= 1 for position, number in enumerate(order))


def test_everybody_sees_how_many_are_first() -> None:
    turns = Turns(2)
    line = [turns.join() for _ in range(5)]
    assert [turns.ahead(turn) for turn in line] == [0, 0, 1, 2, 3]
    with turns.at(line[0]), turns.at(line[1]):
        assert [turns.ahead(turn) for turn in line[2:]] == [1, 2, 3]
    assert [turns.ahead(turn) for turn in line[2:]] == [0, 0, 1]


class _TappedElsewhere(BaseException):
    """Streamlit's way of starting the page's script again."""


def test_who_is_interrupted_keeps_the_position() -> None:
    turns = Turns(1)
    first, second, third = (turns.join() for _ in range(3))

    def tap(ahead: int) -> None:
        assert ahead == 1
        raise _TappedElsewhere

    with turns.at(first), pytest.raises(_TappedElsewhere), turns.at(second, tap):
        pytest.fail("it is not the second one's turn")
    assert [turns.ahead(second), turns.ahead(third)] == [0, 1]


def test_who_has_left_holds_up_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [1000.0]
    monkeypatch.setattr(page_turns.time, "monotonic", lambda: now[0])
    turns = Turns(1)
    gone, waiting = turns.join(), turns.join()
    assert turns.ahead(waiting) == 1
    now[0] += 11
    assert turns.ahead(waiting) == 0
    assert turns.ahead(gone) == 1, "who comes back stands at the end"


def test_a_failure_gives_the_turn_to_the_next() -> None:
    turns = Turns(1)
    first, second = turns.join(), turns.join()
    with pytest.raises(ValueError, match="damaged"), turns.at(first):
        raise ValueError("damaged")
    with turns.at(second):
        pass


def test_when_many_wait_who_comes_is_asked_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_turns, "_MOST_WAITING", 3)
    turns = Turns(1)
    *line, late = (turns.join() for _ in range(4))
    with pytest.raises(UploadError, match=r"snap\.busy"), turns.at(late):
        pytest.fail("too many wait")
    for turn in line:
        with turns.at(turn):
            pass
    with turns.at(turns.join()):
        pass
