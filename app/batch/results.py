"""``results.jsonl``: every row is appended and on disk before the next one is reported.

The last row of a photo counts. A run that ends in order leaves one row for each photo, in the photos' order; one that
was killed leaves whole rows, and the next run goes on from them.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from errno import EEXIST
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from hu.app.batch.plan import MARK, name_order
from hu.app.batch.rows import Row, row_of_line
from hu.scoring.errors import HuError
from hu.vision.photo.files import whole_file

RESULTS: Final = "results.jsonl"
#: Folders of pictures, one of each photo.
OVERLAYS: Final = "overlays"
THUMBNAILS: Final = "thumbnails"
_LOCK: Final = ".lock"
_LONGEST: Final = 64_000_000


class OutputError(HuError):
    """The results cannot be written: no space left, no permission, another run at work."""

    @classmethod
    def at(cls, path: Path, error: OSError) -> Self:
        """The system's error about a file or folder of the results."""
        return cls(f"{path}: {error.strerror or error}; go on with --resume when that is mended")


@dataclass(frozen=True, slots=True)
class Known:
    """An earlier run's row of a photo that was read."""

    digest: str  # of the photo
    reader: str  # of what read it
    rules: str  # the rule set that its hand was laid out for
    corrected: Mapping[str, str]  # corrections, by column


class Results:
    """The results of a batch, as they are written. Used in a ``with`` statement, so that no second run interferes.

    Args:
        out: their folder; it is made if it is missing.

    Raises:
        OutputError: the folder cannot be made, or another run is at work in it.
    """

    def __init__(self, out: Path) -> None:
        self.out = out
        self.path = out / RESULTS
        self.earlier: dict[str, Known] = {}
        #: How many lines of the earlier run are damaged, such as one that was cut short.
        self.damaged = 0
        self._file: IO[bytes] | None = None
        #: Where the last row of each photo begins.
        self._starts: dict[str, int] = {}
        self._end = 0
        try:
            out.mkdir(parents=True, exist_ok=True)
            self._lock = _lock(out / _LOCK)
            (out / MARK).touch()
        except OSError as error:
            raise OutputError.at(out, error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for file in (self._file, self._lock):
            if file is not None:
                file.close()

    @property
    def exist(self) -> bool:
        """Whether an earlier run left results here."""
        return self.path.is_file() and bool(self.path.stat().st_size)

    def open(self) -> None:
        """Open the results to append to; those of an earlier run are in ``earlier``.

        Raises:
            OutputError: no space, no permission.
        """
        try:
            if self.path.exists() and not self.path.is_file():
                raise FileExistsError(EEXIST, "is there already, and no regular file")
            self._file = self.path.open("a+b", buffering=0)
            with self.path.open("rb") as file:
                for line in iter(lambda: file.readline(_LONGEST), b""):
                    if row := row_of_line(line):
                        self._starts[row.photo] = self._end
                        self.earlier.pop(row.photo, None)
                        if row.size is not None and row.sha256:
                            self.earlier[row.photo] = Known(
                                row.sha256, row.reader, row.rules, row.corrected
                            )
                    else:
                        self.damaged += 1
                    self._end += len(line) if line.endswith(b"\n") else 0
            # A row that was cut short would swallow the next one.
            self._file.truncate(self._end)
        except OSError as error:
            raise OutputError.at(self.path, error) from None

    def row(self, photo: str) -> Row:
        """The row of a photo of ``earlier``."""
        row = row_of_line(self._line(photo))
        assert row is not None  # noqa: S101  # it was one when it was indexed
        return row

    def _line(self, photo: str) -> bytes:
        assert self._file is not None  # noqa: S101  # open() comes first
        with self.path.open("rb") as file:
            file.seek(self._starts[photo])
            return file.readline(_LONGEST)

    def append(self, photo: str, line: bytes) -> None:
        """Write a photo's row, whole, and wait until it is on disk; a row that stands there already is not repeated.

        Raises:
            OutputError: it could not be written; no part of it was left behind.
        """
        assert self._file is not None  # noqa: S101  # open() comes first
        if photo in self._starts and self._line(photo) == line:
            return
        try:
            written = 0
            while written < len(line):
                written += self._file.write(line[written:])
            os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise OutputError.at(self.path, error) from None
        self._starts[photo] = self._end
        self._end += len(line)

    def sort(self, photos: Sequence[str], *, drop_others: bool) -> None:
        """Leave one row for each photo, in the order given.

        Args:
            photos: in the order of their rows.
            drop_others: whether rows of other photos go, with their pictures; else they follow, sorted by name.

        Raises:
            OutputError: no space, no permission; the results are as they were.
        """
        others = sorted(self._starts.keys() - set(photos), key=name_order)
        if drop_others:
            for row in map(self.row, others):
                for name in (row.overlay, row.thumbnail):
                    # A row may have been written by hand: only a file of these folders is deleted.
                    if name in (f"{OVERLAYS}/{Path(name).name}", f"{THUMBNAILS}/{Path(name).name}"):
                        with suppress(OSError):
                            (self.out / name).unlink()
            others = []
        try:
            with self.path.open("rb") as source, whole_file(self.path, durable=True) as target:
                for photo in (*photos, *others):
                    if photo in self._starts:
                        source.seek(self._starts[photo])
                        target.write(source.readline(_LONGEST))
        except OSError as error:
            raise OutputError.at(self.path, error) from None


def rows_of(path: Path) -> Iterator[Row]:
    """The rows of sorted results one by one, without damaged lines."""
    with path.open("rb") as file:
        for line in file:
            if (row := row_of_line(line)) is not None:
                yield row


def _lock(path: Path) -> IO[bytes]:
    file = path.open("wb")
    try:
        import fcntl  # noqa: PLC0415  # not on every system
    except ImportError:
        return file
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise OutputError(f"{path.parent}: another run is writing its results there") from None
    return file
