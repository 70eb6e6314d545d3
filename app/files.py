"""Files that are written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO


@contextmanager
def whole_file(path: Path, *, durable: bool = False) -> Iterator[IO[bytes]]:
    """Open a file that takes the place of ``path`` once the block has ended without an error.

    However the program ends, ``path`` holds either all of the old contents or all of the new.

    Args:
        path: of the file to write; the unfinished one stands beside it, with ``.part`` after its name.
        durable: wait until the contents are on disk, so that a power cut loses nothing either.

    Raises:
        OSError: it cannot be written; ``path`` is as it was.
    """
    unfinished = path.with_name(f"{path.name}.part")
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
