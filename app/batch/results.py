"""``results.jsonl``: every row is on disk before the next one is reported; an earlier run's rows are taken over.

While a run takes them over, they stand in ``results.earlier.jsonl``. Whenever it is killed, the two files together hold
every row that was ever reported.
"""

import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from errno import EEXIST
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from hu.app.batch.gathering import MARK
from hu.app.batch.model import OutputError
from hu.app.batch.rows import Row, row_of_line
from hu.vision.photo.files import whole_file

RESULTS: Final = "results.jsonl"
_EARLIER: Final = "results.earlier.jsonl"
_LOCK: Final = ".lock"
_LONGEST: Final = 64_000_000


@dataclass(frozen=True, slots=True)
class Known:
    """An earlier run's row of a photo that was read.

    Attributes:
        start: where its line begins in the file.
        digest: of the photo.
        reader: of what read it.
        rules: the rule set that its hand was laid out for.
        corrected: what somebody corrected, by column.
    """

    start: int
    digest: str
    reader: str
    rules: str
    corrected: Mapping[str, str]


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
        self._earlier_path = out / _EARLIER
        self._earlier_file: IO[bytes] | None = None
        self._file: IO[bytes] | None = None
        self._end = 0
        try:
            out.mkdir(parents=True, exist_ok=True)
            self._lock = _locked(out / _LOCK)
            (out / MARK).touch()
        except OSError as error:
            raise OutputError.at(out, error) from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in (self._file, self._earlier_file, self._lock):
            if file is not None:
                file.close()

    @property
    def exist(self) -> bool:
        """Tell whether an earlier run left results here."""
        return any(path.is_file() and path.stat().st_size for path in (self.path, self._earlier_path))

    def begin(self) -> None:
        """Open the results for writing; an earlier run's rows are set aside for ``earlier`` and ``earlier_row``.

        Raises:
            OutputError: no space, no permission.
        """
        try:
            if self.path.exists() and not self.path.is_file():
                raise FileExistsError(EEXIST, "is there already, and no regular file")
            if self.exist:
                self._set_aside()
                self._earlier_file = self._earlier_path.open("rb")
                self.earlier = self._index(self._earlier_file)
            self._file = self.path.open("wb", buffering=0)
        except OSError as error:
            raise OutputError.at(self.path, error) from None

    def earlier_row(self, photo: str) -> Row:
        """The row that the earlier run wrote for a photo of ``earlier``."""
        assert self._earlier_file is not None  # noqa: S101  # only photos of ``earlier`` have one
        self._earlier_file.seek(self.earlier[photo].start)
        row = row_of_line(self._earlier_file.readline())
        assert row is not None  # noqa: S101  # it was one when it was indexed
        return row

    def append(self, lines: list[bytes]) -> None:
        """Write rows, whole, and wait until they are on disk.

        Raises:
            OutputError: they could not be written; no part of a row was left behind.
        """
        assert self._file is not None  # noqa: S101  # begin() comes first
        block = b"".join(lines)
        try:
            written = 0
            while written < len(block):
                written += self._file.write(block[written:])
            os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise OutputError.at(self.path, error) from None
        self._end += len(block)

    def finish(self, photos: Collection[str]) -> None:
        """Drop what the earlier run left: every photo has its row now, and pictures of photos that are gone go too."""
        for photo in self.earlier.keys() - set(photos):
            read = self.earlier_row(photo).read
            for name in (read.overlay, read.thumbnail) if read else ():
                # A row may have been written by hand: only a file of these folders is deleted.
                if name in (f"overlays/{Path(name).name}", f"thumbnails/{Path(name).name}"):
                    with suppress(OSError):
                        (self.out / name).unlink()
        if self._earlier_file is not None:
            self._earlier_file.close()
            self._earlier_file = None
        self._earlier_path.unlink(missing_ok=True)

    def _set_aside(self) -> None:
        """Gather the rows of both files, the newer ones last, in the one for earlier rows."""
        if not self._earlier_path.is_file():
            self.path.replace(self._earlier_path)
            return
        with whole_file(self._earlier_path, durable=True) as target:
            for source in (self._earlier_path, self.path):
                if source.is_file():
                    _copy_lines(source, target)

    def _index(self, file: IO[bytes]) -> dict[str, Known]:
        found: dict[str, Known] = {}
        start = 0
        for line in iter(lambda: file.readline(_LONGEST), b""):
            if (row := row_of_line(line)) is None:
                self.damaged += 1
            elif row.read is not None:
                found[row.photo] = Known(start, row.read.sha256, row.read.reader, row.read.rules, row.corrected)
            else:
                found.pop(row.photo, None)
            start += len(line)
        return {photo: known for photo, known in found.items() if known.digest}


def rows_of(path: Path) -> Iterator[Row]:
    """The rows of a results file one by one, without its damaged lines."""
    with path.open("rb") as file:
        for line in file:
            if (row := row_of_line(line)) is not None:
                yield row


def _copy_lines(source: Path, target: IO[bytes]) -> None:
    with source.open("rb") as file:
        for line in file:
            target.write(line if line.endswith(b"\n") else line + b"\n")


def _locked(path: Path) -> IO[bytes]:
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
