"""Finding the photos below a folder."""

import os
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hu.app.batch.names import order, shown
from hu.scoring.errors import InputError

#: Files with other endings are no photos, unless a manifest names them.
ENDINGS: Final = frozenset(
    {".jpg", ".jpeg", ".jpe", ".jfif", ".png", ".webp", ".heic", ".heif", ".avif", ".tif", ".tiff", ".bmp", ".gif"}
)


@dataclass(slots=True)
class Gathered:
    """What lies below a folder.

    Attributes:
        photos: names of photos (paths below the folder, parts joined by ``/``), sorted folder by folder.
        others: how many files are no photos by their ending.
        problems: folders that cannot be looked into, each with the reason.
    """

    photos: list[str] = field(default_factory=list)
    others: int = 0
    problems: list[str] = field(default_factory=list)


def gather(folder: Path, leave_out: Path) -> Gathered:
    """Find every photo below a folder.

    Links to folders are followed, each folder is looked into once however many ways lead there, and a folder's own
    name wins over those that links give it. Names that begin with a dot are left out.

    Args:
        folder: where to look.
        leave_out: a folder to pass by (the results).

    Raises:
        InputError: ``folder`` is no folder.
    """
    # Unlike its like in pathlib, this raises nothing, however long the name.
    if not os.path.isdir(folder):  # noqa: PTH112
        raise InputError(f"{shown(str(folder))}: no such folder of photos")
    walk = _Walk(folder, leave_out)
    walk.run()
    walk.found.photos.sort(key=order)
    return walk.found


class _Walk:
    def __init__(self, folder: Path, leave_out: Path) -> None:
        self.found = Gathered()
        self._seen = {_identity(leave_out)}
        self._real = deque([(folder, "")])
        self._linked: deque[tuple[Path, str]] = deque()

    def run(self) -> None:
        # Links wait until every real folder was seen, so that what they lead to keeps its own name.
        while self._real or self._linked:
            path, name = self._real.popleft() if self._real else self._linked.popleft()
            identity = _identity(path)
            if identity is None or identity not in self._seen:
                self._seen.add(identity)
                for entry in self._entries(path, name):
                    self._take(entry, name + entry.name)

    def _entries(self, path: Path, name: str) -> Iterator[os.DirEntry[str]]:
        try:
            with os.scandir(path) as entries:
                yield from sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            self.found.problems.append(f"{shown(name) or '.'}: folder cannot be read: {error.strerror}")

    def _take(self, entry: os.DirEntry[str], name: str) -> None:
        if entry.name.startswith("."):
            return
        if _is_folder(entry):
            (self._linked if entry.is_symlink() else self._real).append((Path(entry.path), f"{name}/"))
        elif is_photo(name):
            self.found.photos.append(name)
        else:
            self.found.others += 1


def is_photo(name: str) -> bool:
    """Whether a file's ending says that it is a photo."""
    return os.path.splitext(name)[1].lower() in ENDINGS  # noqa: PTH122  # names need not be valid paths


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        # A link that leads in a circle; as a photo it gets its row, which says so.
        return False


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
