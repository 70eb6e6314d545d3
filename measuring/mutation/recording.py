"""Records which files and which lines of interest a program executes.

Only the calls of functions and the lines of the functions of interest are traced, so the tests
take about twice as long.
"""

import sys
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

#: A file, relative to the root of the checkout, and the number of a line, from 1.
Line = tuple[str, int]


@dataclass(frozen=True, slots=True)
class _Function:
    """A function that was called.

    Attributes:
        code: its code, kept so that no other code gets its identity.
        path: its file, relative to the root of the checkout.
        lines: its lines of interest.
    """

    code: CodeType
    path: str
    lines: frozenset[Line]


class Recorder:
    """Records until it is stopped. Threads that start meanwhile are recorded too.

    Args:
        root: the root of the checkout.
        lines_of_interest: numbers of lines, by the file's path relative to the root.

    Attributes:
        files: the files below the root whose functions were called.
        lines: the lines of interest that were executed.
    """

    def __init__(self, root: Path, lines_of_interest: Mapping[str, set[int]]) -> None:
        self.files: set[str] = set()
        self.lines: set[Line] = set()
        self._root = root.resolve()
        self._lines_of_interest = lines_of_interest
        # By the identity of their codes, because a code is slow to compare.
        self._functions: dict[int, _Function] = {}

    def start(self) -> None:
        """Begin with nothing recorded."""
        self.files = set()
        self.lines = set()
        self._functions = {}
        threading.settrace(self._enter_function)
        sys.settrace(self._enter_function)

    def stop(self) -> None:
        """Record no more."""
        sys.settrace(None)
        threading.settrace(None)

    def pop_lines(self) -> set[Line]:
        """Return the lines that were executed since the last call."""
        lines = self.lines
        self.lines = set()
        return lines

    def _enter_function(self, frame: FrameType, _event: str, _argument: object) -> Any:
        """Trace the lines of a function while some of its lines of interest are missing."""
        function = self._functions.get(id(frame.f_code))
        if function is None:
            function = self._look_at(frame.f_code)
            self._functions[id(frame.f_code)] = function
        lines = function.lines
        path = function.path
        if lines <= self.lines:
            return None

        def trace_line(frame: FrameType, _event: str, _argument: object) -> Any:
            line = (path, frame.f_lineno)
            if line in lines:
                self.lines.add(line)
            return trace_line

        return trace_line

    def _look_at(self, code: CodeType) -> _Function:
        """Return a function with its lines of interest, and note its file."""
        path = Path(code.co_filename).resolve()
        if not path.is_relative_to(self._root):
            return _Function(code, str(path), frozenset())
        name = str(path.relative_to(self._root))
        self.files.add(name)
        numbers = {number for _, _, number in code.co_lines() if number is not None}
        numbers &= self._lines_of_interest.get(name, set())
        return _Function(code, name, frozenset((name, number) for number in numbers))
