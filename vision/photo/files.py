"""Files: reading them safely, writing them whole, and the endings of photos. Decodes nothing."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EEXIST
from pathlib import Path
from typing import IO, Final, Literal

from hu.scoring.errors import HuError

#: A file with another ending is not taken for a photo unless somebody names it.
ENDINGS: Final = frozenset(
    {
        ".jpg",
        ".jpeg",
        ".jpe",
        ".jfif",
        ".png",
        ".webp",
        ".heic",
        ".heif",
        ".tif",
        ".tiff",
        ".bmp",
        ".gif",
    }
)
#: Larger files are refused unread. A phone's photo has 2 to 20 megabytes.
MAX_MEGABYTES: Final = 200
#: Larger pictures are refused by their header, because decoding them takes gigabytes.
MAX_MEGAPIXELS: Final = 120.0

#: The faults of a photo: cut short, too many or too few pixels, a copy that is too small to be
#: read, or anything else.
PhotoFault = Literal["damaged", "many-pixels", "few-pixels", "copy", "unreadable"]


class PhotoError(HuError):
    """A file that cannot be read as a photo. The message says why.

    Attributes:
        fault: what is wrong.
    """

    def __init__(self, message: str, fault: PhotoFault = "unreadable") -> None:
        super().__init__(message)
        self.fault = fault


def has_photo_ending(name: str) -> bool:
    """Whether a file's name has the ending of a photo."""
    _, ending = os.path.splitext(name)  # noqa: PTH122  # names need not be valid paths
    return ending.lower() in ENDINGS


def contents(
    path: Path, title: str, error: type[HuError] = PhotoError, most_megabytes: int = MAX_MEGABYTES
) -> bytes:
    """Read a whole file, which must be a regular file.

    A pipe or a device would block or never end, and a sparse file fills the memory.

    Args:
        path: the file.
        title: the file's name in messages.
        error: the kind of error to raise.
        most_megabytes: the largest size that is read.

    Raises:
        HuError: the file is missing, not a regular file, too large or cannot be read.
    """
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            hint = "; 'hu batch' reads folders of photos" if error is PhotoError else ""
            raise error(f"{title}: is a folder, not a file{hint}")
        if not stat.S_ISREG(status.st_mode):
            raise error(f"{title}: not a regular file but a pipe, a device or a socket")
        if status.st_size > most_megabytes * 1_000_000:
            megabytes = round(status.st_size / 1_000_000)
            raise error(f"{title}: {megabytes} MB are more than the limit of {most_megabytes} MB")
        return path.read_bytes()
    except OSError as reason:
        raise error(f"{title}: {reason.strerror or reason}") from None
    except ValueError as reason:
        # A null byte in the name.
        raise error(f"{title}: {reason}") from None


@contextmanager
def whole_file(
    path: Path, *, is_durable: bool = False, has_many_writers: bool = False
) -> Iterator[IO[bytes]]:
    """Open a file that replaces ``path`` once the block has ended without an error.

    However the program ends, ``path`` holds either all of the old contents or all of the new.

    Args:
        path: the file to write. The unfinished file is beside it, with ``.part`` after its name.
        is_durable: whether to wait until the contents are on disk, so that a power cut loses
            nothing either.
        has_many_writers: whether several processes may write it at once. Each then has its own
            unfinished file, and the last writer wins.

    Raises:
        OSError: the file cannot be written. ``path`` is unchanged.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        # A device that was replaced by a file would be gone for every program. (A folder cannot be
        # replaced by a file, so it needs no check.)
        raise FileExistsError(EEXIST, "is there already, and no regular file", str(path))
    writer = f".{os.getpid()}" if has_many_writers else ""
    unfinished = path.with_name(f"{path.name}{writer}.part")
    try:
        with unfinished.open("wb") as file:
            yield file
            if is_durable:
                file.flush()
                os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
