"""The networks' files and their checksums, because damaged weights would fail silently."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from hu.scoring.errors import HuError

#: The file beside the networks with their checksums, as ``sha256sum`` writes them. A folder without
#: this file holds somebody's own networks, which are not checked.
CHECKSUMS: Final = "SHA256SUMS"
_NETWORKS: Final = ("detector.onnx", "classifier.onnx")
#: The networks for modern sets: the index network for the corners of faces, the letter network for
#: their middle, and a second classifier. A folder may be without them.
MODERN_NETWORKS: Final = ("index.onnx", "letters.onnx", "modern.onnx")


class WeightsError(HuError):
    """Weights that are missing, damaged, or made for other classes."""


def check_weights(path: Path) -> bool:
    """Compare a file of the networks with its checksum in the file ``SHA256SUMS`` beside it.

    A file that has not changed since its last check is not read again.

    Returns:
        True if the file is as it was made. False if its checksum is not listed.

    Raises:
        WeightsError: the file is missing, cannot be read, or differs from its checksum.
    """
    try:
        status = path.stat()
        expected = _read_checksums(path.with_name(CHECKSUMS)).get(path.name)
        if expected is None:
            return False
        digest = _digest(path, status.st_size, status.st_mtime_ns)
    except OSError as error:
        raise WeightsError(
            f"{path}: {error.strerror or error}; name the folder of the networks, or reinstall"
        ) from None
    if digest != expected:
        raise WeightsError(f"{path}: damaged: its checksum differs from {CHECKSUMS}; reinstall")
    return True


def check_networks(folder: Path) -> bool:
    """Compare the networks of a folder with the checksums beside them.

    Returns:
        True if all files are as they were made. False if a checksum is not listed.

    Raises:
        WeightsError: a file is missing, cannot be read, or differs from its checksum.
    """
    names = [*_NETWORKS, *modern_networks(folder)]
    have_checksums = [check_weights(folder / name) for name in names]
    return all(have_checksums)


def modern_networks(folder: Path) -> list[str]:
    """List the networks for modern sets that a folder has."""
    return [name for name in MODERN_NETWORKS if (folder / name).is_file()]


def _read_checksums(path: Path) -> dict[str, str]:
    """Read a file of checksums: the checksum of each file in its folder, by the file's name.

    Empty if there is no such file of checksums.
    """
    if not path.is_file():
        return {}
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise WeightsError(f"{path}: damaged: no list of checksums; reinstall") from None
    checksums = {}
    for line in text.splitlines():
        words = line.split()
        if len(words) == 2:
            digest, name = words
            # ``sha256sum`` writes an asterisk before the name of a file that it read as binary.
            checksums[name.removeprefix("*")] = digest
    return checksums


def checksum(path: Path) -> str:
    """Return a file's SHA-256. Empty for a file that is missing or cannot be read.

    A file that has not changed since the last call is not read again.
    """
    try:
        status = path.stat()
        return _digest(path, status.st_size, status.st_mtime_ns)
    except OSError:
        return ""


@lru_cache(maxsize=16)
def _digest(path: Path, size: int, changed_ns: int) -> str:
    """The SHA-256 of a file.

    Args:
        path: the file.
        size: its size. The size and the time make the cache read a changed file again.
        changed_ns: the time of its last change, in nanoseconds.
    """
    del size, changed_ns
    return sha256(path.read_bytes()).hexdigest()
