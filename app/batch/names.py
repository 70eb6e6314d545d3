"""Names of photos, which may hold anything that a file system allows, in messages, files and tables."""

import re
from hashlib import sha256
from pathlib import PurePosixPath


def shown(name: str) -> str:
    """The name on one line, what cannot be printed (line ends, bytes that are no text) written as escapes."""
    return "".join(sign if sign.isprintable() else sign.encode("unicode_escape").decode() for sign in name)


def file_stem(name: str) -> str:
    """A file name for what belongs to a photo: plain letters, its own, the same in every run."""
    plain = re.sub(r"[^A-Za-z0-9]+", "-", PurePosixPath(name).stem).strip("-")[:60]
    return f"{plain or 'photo'}-{sha256(as_bytes(name)).hexdigest()[:12]}"


def as_bytes(text: str) -> bytes:
    r"""UTF-8; what has none (bytes of a name that were no text) as the ``\udxxx`` that JSON reads back."""
    return text.encode("utf-8", "backslashreplace")


def order(name: str) -> tuple[str, ...]:
    """The key that sorts names folder by folder."""
    return tuple(name.split("/"))
