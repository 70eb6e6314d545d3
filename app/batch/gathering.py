"""Finding the photos below a folder."""

import os
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hu.scoring.errors import InputError
from hu.scoring.lines import one_line
from hu.vision.photo.files import is_photo

#: The file that marks a folder of results: its overlays are no photos for another batch.
MARK: Final = ".hu-batch"


@dataclass(slots=True)
class Gathered:
    """What lies below a folder.

    Attributes:
        photos: names of photos (paths below the folder, parts joined by ``/``), sorted folder by folder.
        others: how many files have an ending that is not a photo's.
        results: how many folders hold the results of batches; they are left out.
        problems: folders that cannot be read, each with the reason.
    """

    photos: list[str] = field(default_factory=list)
    others: int = 0
    results: int = 0
    problems: list[str] = field(default_factory=list)


def gather(folder: Path, leave_out: Path) -> Gathered:
    """Find every photo below a folder.

    Links to folders are followed. Each folder is read once however many links lead there, and its own name wins over
    those that links give it. Names that begin with a dot are left out.

    Args:
        folder: where to look.
        leave_out: a folder to skip (the results).

    Raises:
        InputError: ``folder`` is not a folder.
    """
    # Unlike the function of pathlib, this one raises nothing, however long the name.
    if not os.path.isdir(folder):  # noqa: PTH112
        raise InputError(f"{folder}: no such folder of photos")
    walk = _Walk(folder, leave_out)
    walk.run()
    walk.found.photos.sort(key=name_order)
    return walk.found


class _Walk:
    def __init__(self, folder: Path, leave_out: Path) -> None:
        self.found = Gathered()
        self._seen = {_identity(leave_out)}
        self._real = deque([(folder, "")])
        self._linked: deque[tuple[Path, str]] = deque()

    def run(self) -> None:
        # Links wait until every real folder was read, so that what they lead to keeps its own name.
        while self._real or self._linked:
            path, name = self._real.popleft() if self._real else self._linked.popleft()
            identity = _identity(path)
            if identity is None or identity not in self._seen:
                self._seen.add(identity)
                if name and (path / MARK).exists():
                    self.found.results += 1
                    continue
                for entry in self._entries(path, name):
                    self._take(entry, name + entry.name)

    def _entries(self, path: Path, name: str) -> Iterator[os.DirEntry[str]]:
        try:
            with os.scandir(path) as entries:
                yield from sorted(entries, key=lambda entry: entry.name)
        except OSError as error:
            self.found.problems.append(f"{one_line(name) or '.'}: folder cannot be read: {error.strerror}")

    def _take(self, entry: os.DirEntry[str], name: str) -> None:
        if entry.name.startswith("."):
            return
        if _is_folder(entry):
            (self._linked if entry.is_symlink() else self._real).append((Path(entry.path), f"{name}/"))
        elif is_photo(name):
            self.found.photos.append(name)
        else:
            self.found.others += 1


def name_order(name: str) -> tuple[str, ...]:
    """The key that sorts names folder by folder."""
    return tuple(name.split("/"))


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        # A link that leads in a circle gets a row as if it were a photo, which says so.
        return False


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
