"""Find the photos below a folder, each once, whatever links lead to it."""

import os
from collections import deque
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from hu.scoring.errors import InputError, one_line
from hu.vision.photo.files import has_photo_ending

#: This file marks a folder of results. Its overlays are no photos for another batch.
MARK: Final = ".hu-batch"


@dataclass(slots=True)
class FolderContents:
    """The files below a folder.

    Attributes:
        photos: names of the photos, sorted folder by folder. A name is the path below the folder,
            its parts joined by ``/``.
        other_files: the number of files whose ending is not a photo's.
        result_folders: the number of folders with the results of other batches, which are left out.
        problems: folders that cannot be read, each with the reason.
    """

    photos: list[str] = field(default_factory=list)
    other_files: int = 0
    result_folders: int = 0
    problems: list[str] = field(default_factory=list)


def find_photos(folder: Path, leave_out: Path) -> FolderContents:
    """Find every photo below a folder.

    Links to folders are followed. Each folder is read once, however many links lead to it, and
    under its own name if it has one below ``folder``. Names that begin with a dot are skipped.

    Args:
        folder: the folder to search.
        leave_out: a folder to skip, which holds the results.

    Raises:
        InputError: ``folder`` is not a folder.
    """
    if not os.path.isdir(folder):  # noqa: PTH112  # raises nothing, however long the name
        raise InputError(f"{folder}: no such folder of photos")
    contents = FolderContents()
    visited = {_identity(leave_out)}
    folders = deque([(folder, "")])
    # Links wait until every real folder was read, so that a folder keeps its own name.
    linked_folders: deque[tuple[Path, str]] = deque()
    while folders or linked_folders:
        path, prefix = folders.popleft() if folders else linked_folders.popleft()
        identity = _identity(path)
        # A folder without an identity, such as a folder that has vanished, cannot be read below.
        if identity is not None and identity in visited:
            continue
        visited.add(identity)
        # The folder to search may itself be marked. Unlike pathlib's, this function raises nothing
        # about a folder that cannot be entered.
        is_below_folder = bool(prefix)
        if is_below_folder and os.path.exists(path / MARK):  # noqa: PTH110
            contents.result_folders += 1
            continue
        try:
            entries = _visible_entries(path)
        except OSError as error:
            name = one_line(prefix) or "."
            contents.problems.append(f"{name}: folder cannot be read: {error.strerror}")
            continue
        for entry in entries:
            name = f"{prefix}{entry.name}"
            if _is_folder(entry):
                queue = linked_folders if entry.is_symlink() else folders
                queue.append((Path(entry.path), f"{name}/"))
            elif has_photo_ending(entry.name):
                contents.photos.append(name)
            else:
                contents.other_files += 1
    contents.photos.sort(key=name_order)
    return contents


def _visible_entries(folder: Path) -> list["os.DirEntry[str]"]:
    """List a folder's entries in the order of their names, without hidden entries."""
    with os.scandir(folder) as entries:
        visible = [entry for entry in entries if not entry.name.startswith(".")]
    visible.sort(key=lambda entry: entry.name)
    return visible


def _is_folder(entry: "os.DirEntry[str]") -> bool:
    try:
        return entry.is_dir()
    except OSError:
        # A link that leads in a circle counts as a file. If it is named like a photo, its row names
        # the fault.
        return False


def name_order(name: str) -> tuple[str, ...]:
    """Return the key that sorts the names of photos folder by folder."""
    return tuple(name.split("/"))


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the device and inode of a folder, or None if the system cannot find them."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
