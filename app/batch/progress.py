"""The progress of a batch on a terminal, and the request to stop it."""

import signal
import sys
import threading
from types import FrameType, TracebackType
from typing import Any, Self

from tqdm import tqdm

from hu.scoring.lines import one_line


class Progress:
    """A bar with rate and time left on the standard error; no bar where that is not a terminal.

    Args:
        total: how many photos there are.
    """

    def __init__(self, total: int) -> None:
        self._bar = tqdm(total=total, unit="photo", disable=None, dynamic_ncols=True, file=sys.stderr)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def say(self, message: str) -> None:
        """Write a line above the bar."""
        self._bar.write(one_line(message), file=sys.stderr)

    def advance(self, photos: int) -> None:
        """Move on."""
        self._bar.update(photos)


class StopRequest:
    """Records the first Ctrl-C or SIGTERM, which the batch asks for where it can stop.

    A second Ctrl-C interrupts as usual.
    """

    def __init__(self) -> None:
        self.asked = False
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        if threading.current_thread() is threading.main_thread():
            for number in (signal.SIGINT, signal.SIGTERM):
                self._before[number] = signal.signal(number, self._ask)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def __call__(self) -> bool:
        """Tell whether to stop."""
        return self.asked

    def _ask(self, number: int, frame: FrameType | None) -> None:
        del number, frame
        if self.asked:
            raise KeyboardInterrupt
        self.asked = True
