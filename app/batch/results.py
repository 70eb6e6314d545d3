"""``results.jsonl``: every row is on disk before its photo counts as done.

The last row of a photo counts. A run that ends in order leaves at most one row for each photo, in
the photos' order. A run that was killed leaves whole rows, and the next run continues from them.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from errno import EEXIST
from pathlib import Path
from types import TracebackType
from typing import IO, Final, Self

from hu.app.batch.photos import MARK, name_order
from hu.app.batch.rows import BatchRow, row_from_line
from hu.app.records.schema import SCHEMA_VERSION, NewerSchemaError
from hu.scoring.errors import HuError, InputError
from hu.vision.photo.files import whole_file

RESULTS_FILE: Final = "results.jsonl"
PAGE_FILE: Final = "index.html"
#: Folders with one picture of each photo.
OVERLAYS: Final = "overlays"
THUMBNAILS: Final = "thumbnails"
_LOCK_FILE: Final = ".lock"
#: Bytes of the longest line that is read.
_LONGEST_LINE: Final = 64_000_000


class OutputError(HuError):
    """The results cannot be written: no space left, no permission, another run at work."""

    @classmethod
    def at(cls, path: Path, error: OSError) -> Self:
        """Make an error from the system's error about a file or folder of the results."""
        reason = error.strerror or error
        return cls(f"{path}: {reason}; fix that, then run it again with --resume")


@dataclass(frozen=True, slots=True)
class EarlierRow:
    """What a later run needs of an earlier run's row.

    Attributes:
        digest: the digest of the photo.
        reader: the digest of the program, networks and settings that read the photo.
        rules: the rule set that its hand was laid out for.
        corrected: corrections by column.
    """

    digest: str
    reader: str
    rules: str
    corrected: Mapping[str, str]


class Results:
    """The results of a batch, as they are written.

    A ``with`` statement locks the folder against a second run until the statement ends.

    Attributes:
        out: the folder of the results.
        path: the file of the rows.
        earlier: the earlier run's rows of photos that were read, by photo.
        damaged: the number of the earlier run's lines that are damaged, such as cut short.
        older: the number of the earlier run's rows whose version is so old that their photos must
            be read again.

    Args:
        out: the folder of the results. It is made if it is missing.

    Raises:
        InputError: a file has the folder's name, or the folder has a page that is not ours.
        OutputError: the folder cannot be made, or another run is at work in it.
    """

    def __init__(self, out: Path) -> None:
        self.out = out
        self.path = out / RESULTS_FILE
        self.earlier: dict[str, EarlierRow] = {}
        self.damaged = 0
        self.older = 0
        self._file: IO[bytes] | None = None
        # The position of the last row of each photo in the file, in bytes.
        self._starts: dict[str, int] = {}
        # The position after the last whole line.
        self._end = 0
        if out.exists() and not out.is_dir():
            raise InputError(f"--out {out}: is a file; name a folder for the results")
        try:
            out.mkdir(parents=True, exist_ok=True)
            # Folders of the first version have results, but no mark.
            has_results = (out / MARK).exists() or self.exist
            if not has_results and (out / PAGE_FILE).exists():
                raise InputError(f"--out {out}: has an {PAGE_FILE} of its own; name another folder")
            self._lock_file = _lock_folder(out / _LOCK_FILE)
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
        for file in (self._file, self._lock_file):
            if file is not None:
                file.close()

    @property
    def exist(self) -> bool:
        """Whether an earlier run left results here."""
        return self.path.is_file() and bool(self.path.stat().st_size)

    def open(self) -> None:
        """Open the results to append rows, and index the rows of an earlier run.

        Raises:
            OutputError: no space, no permission.
            InputError: a newer version of this program wrote the results.
        """
        try:
            if self.path.exists() and not self.path.is_file():
                raise FileExistsError(EEXIST, "is there already, and no regular file")
            self._file = self.path.open("a+b", buffering=0)
            self._read_earlier_rows()
            # Delete a row that was cut short, because the next row would be added to its line.
            self._file.truncate(self._end)
        except OSError as error:
            raise OutputError.at(self.path, error) from None
        except NewerSchemaError as error:
            raise InputError(f"{self.path}: {error}") from None

    def _read_earlier_rows(self) -> None:
        position = 0
        with self.path.open("rb") as file:
            # A longer line is read in pieces, each of which counts as a damaged line.
            while line := file.readline(_LONGEST_LINE):
                row = row_from_line(line)
                if row is None:
                    self.damaged += 1
                else:
                    self._starts[row.photo] = position
                    self._remember(row)
                    if row.schema < SCHEMA_VERSION:
                        self.older += 1
                position += len(line)
                if line.endswith(b"\n"):
                    self._end = position

    def _remember(self, row: BatchRow) -> None:
        """Keep the part of a row that a later run needs, unless the photo was not read.

        The last row of a photo counts.
        """
        self.earlier.pop(row.photo, None)
        if row.size is not None and row.sha256:
            self.earlier[row.photo] = EarlierRow(row.sha256, row.reader, row.rules, row.corrected)

    def row(self, photo: str) -> BatchRow:
        """Return the last row of a photo. There must be one."""
        row = row_from_line(self._line(photo))
        assert row is not None  # noqa: S101  # the line was a row when it was indexed
        return row

    def _line(self, photo: str) -> bytes:
        assert self._file is not None  # noqa: S101  # open() comes first
        with self.path.open("rb") as file:
            file.seek(self._starts[photo])
            return file.readline(_LONGEST_LINE)

    def append(self, photo: str, line: bytes) -> None:
        """Write a photo's row and wait until it is on disk. An equal earlier row is not repeated.

        Args:
            photo: its name.
            line: the row as a line of JSON.

        Raises:
            OutputError: the row could not be written. A part that was written is deleted again, if
                the system allows that.
        """
        assert self._file is not None  # noqa: S101  # open() comes first
        if photo in self._starts and self._line(photo) == line:
            return
        try:
            # Without a buffer, a call may write only the beginning.
            written_bytes = 0
            while written_bytes < len(line):
                written_bytes += self._file.write(line[written_bytes:])
            os.fsync(self._file.fileno())
        except OSError as error:
            with suppress(OSError):
                self._file.truncate(self._end)
            raise OutputError.at(self.path, error) from None
        self._starts[photo] = self._end
        self._end += len(line)

    def sort(self, photos: Sequence[str], *, drop_others: bool) -> None:
        """Leave one row for each photo, in the given order.

        Afterwards no row can be read or appended, because the rows' positions are not renewed.

        Args:
            photos: the names of the photos in the order of their rows.
            drop_others: whether rows of other photos are deleted, with their pictures. Otherwise
                they follow, sorted by name.

        Raises:
            OutputError: no space, no permission. All rows are still there, but pictures of other
                photos may be deleted.
        """
        others = sorted(self._starts.keys() - set(photos), key=name_order)
        if drop_others:
            for photo in others:
                self._delete_pictures(self.row(photo))
            others = []
        try:
            with self.path.open("rb") as source, whole_file(self.path, is_durable=True) as target:
                for photo in (*photos, *others):
                    if photo in self._starts:
                        source.seek(self._starts[photo])
                        target.write(source.readline(_LONGEST_LINE))
        except OSError as error:
            raise OutputError.at(self.path, error) from None

    def _delete_pictures(self, row: BatchRow) -> None:
        for picture in (row.overlay, row.thumbnail):
            name = Path(picture).name
            # A row may have been written by hand. Only a file of these folders is deleted.
            if picture in (f"{OVERLAYS}/{name}", f"{THUMBNAILS}/{name}"):
                with suppress(OSError):
                    (self.out / picture).unlink()


def read_rows(path: Path) -> Iterator[BatchRow]:
    """Yield the rows of sorted results, without damaged lines."""
    with path.open("rb") as file:
        for line in file:
            row = row_from_line(line)
            if row is not None:
                yield row


def _lock_folder(path: Path) -> IO[bytes]:
    """Lock a folder of results by a file in it. Some systems have no such locks.

    Args:
        path: the file, which is made if it is missing.

    Returns:
        The open file. Closing it ends the lock.

    Raises:
        OutputError: another run holds the lock.
    """
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
