"""Lines from a stream in batches: as many as are there, so that no line waits for those after it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO, Final

#: Longer lines hold no request; they are refused, and not kept while they go on. Its end belongs to a line.
LONGEST_LINE: Final = 1_000_000
_PIECE: Final = 1 << 17


@dataclass(frozen=True, slots=True)
class LineBatch:
    """Lines that follow one another.

    Attributes:
        first: the number of the first line, counted from 1.
        lines: the lines without their ends; of one that is too long only as much as shows it.
    """

    first: int
    lines: list[bytes]


def batches(stream: BinaryIO) -> Iterator[LineBatch]:
    """Read a stream to its end.

    Yields:
        The lines of one piece of the stream; none while a line that is too long goes on.
    """
    number, line = 1, _Line()
    while piece := _read(stream):
        *ended, rest = piece.split(b"\n")
        lines = []
        for end in ended:
            lines += line.ended_by(end)
        lines += line.continued_by(rest)
        yield LineBatch(number, lines)
        number += len(lines)
    if last := line.last():
        yield LineBatch(number, last)


def _read(stream: BinaryIO) -> bytes:
    # What is there, without waiting for more.
    piece: bytes = stream.read1(_PIECE)  # type: ignore[attr-defined]  # of buffered streams
    return piece


class _Line:
    """The line that has not ended yet, in the pieces that have come."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._size = 0
        self._given_up = False

    def ended_by(self, piece: bytes) -> list[bytes]:
        """Return the line with its last piece; nothing if it has been returned as too long."""
        line = [] if self._given_up else [b"".join([*self._pieces, piece])]
        self._pieces, self._size, self._given_up = [], 0, False
        return line

    def continued_by(self, piece: bytes) -> list[bytes]:
        """Take in a piece; return the line if it is too long by now, which is then forgotten."""
        if self._given_up or not piece:
            return []
        self._pieces.append(piece)
        self._size += len(piece)
        if self._size <= LONGEST_LINE:
            return []
        line, self._pieces, self._given_up = b"".join(self._pieces), [], True
        return [line]

    def last(self) -> list[bytes]:
        """Return the last line of a stream, which needs no end."""
        return [b"".join(self._pieces)] if self._pieces else []
