"""Files: how they are read safely and written whole, and which endings photos have. Decodes nothing."""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from errno import EEXIST
from pathlib import Path
from typing import IO, Final

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
#: Larger files are refused unread; a phone's photo has 2 to 20.
MAX_MEGABYTES: Final = 200
#: Larger pictures are refused by their header: decoding one takes gigabytes.
MAX_MEGAPIXELS: Final = 120.0
_FOLDER_HINT: Final = "; 'hu batch' reads folders of photos"


class PhotoError(HuError):
    """A file that cannot be read as a photo; the message says why."""


def has_photo_ending(name: str) -> bool:
    """Tell by a file's ending whether it is a photo."""
    return os.path.splitext(name)[1].lower() in ENDINGS  # noqa: PTH122  # names need not be valid paths


def contents(
    path: Path, title: str, error: type[HuError] = PhotoError, most_megabytes: int = MAX_MEGABYTES
) -> bytes:
    """Read a whole file, which must be a regular one.

    A pipe or a device would block or never end, and a sparse file fills the memory.

    Args:
        path: of the file.
        title: what to call it in messages.
        error: the kind of error to raise.
        most_megabytes: the largest size that is read.

    Raises:
        HuError: it is missing, not a regular file, too large or cannot be read.
    """
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise error(f"{title}: is a folder, not a file" + _FOLDER_HINT * (error is PhotoError))
        if not stat.S_ISREG(status.st_mode):
            raise error(f"{title}: not a regular file but a pipe, a device or a socket")
        if status.st_size > most_megabytes * 1_000_000:
            size = round(status.st_size / 1_000_000)
            raise error(f"{title}: {size} MB are more than the limit of {most_megabytes} MB")
        return path.read_bytes()
    except OSError as reason:
        raise error(f"{title}: {reason.strerror or reason}") from None
    except ValueError as reason:
        # A null byte in the name.
        raise error(f"{title}: {reason}") from None


@contextmanager
def whole_file(
    path: Path, *, durable: bool = False, many_writers: bool = False
) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of ``path`` once the block has ended without an error.

    However the program ends, ``path`` holds either all of the old contents or all of the new.

    Args:
        path: of the file to write; the unfinished one stands beside it, with ``.part`` after its name.
        durable: wait until the contents are on disk, so that a power cut loses nothing either.
        many_writers: several processes may write it at once; each has its own unfinished file, and the last one wins.

    Raises:
        OSError: it cannot be written; ``path`` is as it was.
    """
    if path.exists() and not path.is_file() and not path.is_dir():
        # Renamed over, a device would be gone for every program.
        raise FileExistsError(EEXIST, "is there already, and no regular file", str(path))
    writer = f".{os.getpid()}" if many_writers else ""
    unfinished = path.with_name(f"{path.name}{writer}.part")
    try:
        with unfinished.open("wb") as file:
            yield file
            if durable:
                file.flush()
                os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise
