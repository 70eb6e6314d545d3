"""The networks' files and their checksums: corrupted weights would fail silently."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from hu.scoring.errors import HuError

#: Lines of ``sha256sum`` beside the networks; a folder without it holds somebody's own networks, which are not checked.
CHECKSUMS: Final = "SHA256SUMS"


class WeightsError(HuError):
    """Weights that are missing, damaged, or made for other classes."""


def check_weights(path: Path) -> bool:
    """Compare a network's file with the checksum beside it. An unchanged file is read once.

    Returns:
        True when it is as it was made, False when no checksum is known.

    Raises:
        WeightsError: it is missing, cannot be read or differs from its checksum.
    """
    try:
        status = path.stat()
        expected = _checksums(path.with_name(CHECKSUMS)).get(path.name)
        found = expected and _digest(path, status.st_size, status.st_mtime_ns)
    except OSError as error:
        raise WeightsError(
            f"{path}: {error.strerror or error}; name the folder of the networks, or reinstall"
        ) from None
    if found != expected:
        raise WeightsError(f"{path}: damaged: its checksum differs from {CHECKSUMS}; reinstall")
    return expected is not None


def _checksums(path: Path) -> dict[str, str]:
    if not path.is_file():
        return {}
    try:
        lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    except UnicodeDecodeError:
        raise WeightsError(f"{path}: damaged: no list of checksums; reinstall") from None
    return {words[1].removeprefix("*"): words[0] for words in lines if len(words) == 2}


def checksum(path: Path) -> str:
    """Return a file's SHA-256; empty for a file that cannot be read. An unchanged file is read once."""
    try:
        status = path.stat()
        return _digest(path, status.st_size, status.st_mtime_ns)
    except OSError:
        return ""


@lru_cache(maxsize=16)
def _digest(path: Path, size: int, changed_ns: int) -> str:
    del size, changed_ns  # a file that changed is read again
    return sha256(path.read_bytes()).hexdigest()
