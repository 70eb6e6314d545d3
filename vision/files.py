"""Photos as files: which endings they have, and how their bytes are read safely. Decodes nothing."""

import os
import stat
from pathlib import Path
from typing import Final

from hu.scoring.errors import HuError

#: A file with another ending is not taken for a photo unless somebody names it.
ENDINGS: Final = frozenset(
    {".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".heic", ".heif", ".avif", ".tif", ".tiff", ".bmp", ".gif"}
)
#: Larger files are refused unread; a phone's photo has 2 to 20.
MAX_MEGABYTES: Final = 200


class PhotoError(HuError):
    """A file that cannot be read as a photo; the message says why."""


def is_photo(name: str) -> bool:
    """Tell by a file's ending whether it is a photo."""
    return os.path.splitext(name)[1].lower() in ENDINGS  # noqa: PTH122  # names need not be valid paths


def contents(path: Path, title: str) -> bytes:
    """Read a whole file, which must be a regular one of at most ``MAX_MEGABYTES``.

    A pipe or a device would block or never end, and a sparse file fills the memory.

    Args:
        path: of the file.
        title: what to call it in messages.

    Raises:
        PhotoError: it is missing, not a regular file, too large or cannot be read.
    """
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise PhotoError(f"{title}: is a folder, not a photo (use 'hu batch' for folders)")
        if not stat.S_ISREG(status.st_mode):
            raise PhotoError(f"{title}: not a regular file but a pipe, a device or a socket")
        if status.st_size > MAX_MEGABYTES * 1_000_000:
            size = round(status.st_size / 1_000_000)
            raise PhotoError(f"{title}: {size} MB are more than the limit of {MAX_MEGABYTES} MB")
        return path.read_bytes()
    except OSError as error:
        raise PhotoError(f"{title}: {error.strerror or error}") from None
    except ValueError as error:
        # A null byte in the name.
        raise PhotoError(f"{title}: {error}") from None
