"""Decode JSON and archives from outside: bounded and typed. Anything else is an ``InputError``."""

from collections.abc import Sequence
from io import BytesIO
from threading import Lock
from typing import Any, Final, TypeVar
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import msgspec

from hu.scoring.errors import HuError, InputError

_Value = TypeVar("_Value")
#: Bytes of the record that ends an archive.
_END_RECORD: Final = 22
_END_SIGNATURE: Final = b"PK\5\6"
#: Bytes of the record before it in a larger archive (zip64).
_ZIP64_LOCATOR: Final = 20
_ZIP64_SIGNATURE: Final = b"PK\6\7"
#: Characters of a library's message that are kept.
_LONGEST_MESSAGE: Final = 200
#: The types that values can be decoded to by several threads at once.
_PREPARED: Final[set[Any]] = set()
_PREPARING: Final = Lock()


def prepare(kind: Any) -> None:
    """Let msgspec read the fields of a type, one thread at a time.

    msgspec stores the list of a class's fields in the class before the list is complete. A thread
    that decodes the same class meanwhile reads empty places, and the process ends with a
    segmentation fault. This happened when several phones came back at once after a restart of the
    page.
    """
    if kind in _PREPARED:
        return
    with _PREPARING:
        # Making a decoder reads the fields. The decoder itself is not needed.
        msgspec.json.Decoder(kind)
        _PREPARED.add(kind)


def decode_json(content: bytes | str, kind: type[_Value], *, most: int) -> _Value:
    """Decode JSON as a value of a type, whose annotations bound its texts, lists and numbers.

    Args:
        content: the JSON text, in UTF-8.
        kind: the type, such as a dataclass. ``dict`` is an object that is checked later.
        most: bytes (or characters) of the longest content that is decoded.

    Raises:
        InputError: it is longer, no JSON, nested too deeply, or no such value. One line names the
            place.
    """
    if len(content) > most:
        limit = f"longer than {most} characters"
        if most >= 1_000_000:
            limit = f"larger than {most // 1_000_000} MB"
        raise InputError(limit)
    prepare(kind)
    try:
        return msgspec.json.decode(content, type=kind)
    except RecursionError:
        raise InputError("nested too deeply") from None
    except msgspec.ValidationError as error:
        raise InputError(_one_line_of(error)) from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise InputError(f"not JSON, or cut short: {_one_line_of(error)}") from None


def convert(value: Any, kind: type[_Value]) -> _Value:
    """Convert decoded JSON to a value of a type, as ``decode_json`` does.

    Raises:
        InputError: it is no such value.
    """
    prepare(kind)
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise InputError(_one_line_of(error)) from None


def unpack_archive(content: bytes, names: Sequence[str], *, most: int) -> dict[str, bytes]:
    """Unpack a zip archive of known files, deflated or stored.

    Args:
        content: the archive.
        names: the names of its files. It must have these and no others.
        most: bytes that the files may have together, once they are unpacked.

    Returns:
        The contents of the files by their names.

    Raises:
        InputError: it is no such archive, it is larger, or damaged.
    """
    _check_end_record(content, len(names))
    try:
        with ZipFile(BytesIO(content)) as archive:
            files = archive.infolist()
            _check_files(files, names, most)
            # No file unpacks to more bytes than it declares. The library stops there, and the
            # checksum fails.
            return {file.filename: archive.read(file) for file in files}
    except HuError:
        raise
    except Exception as error:  # noqa: BLE001  # in a damaged archive any line of the library may fail
        raise InputError(f"a damaged archive: {_one_line_of(error)}") from None


def _check_end_record(content: bytes, file_count: int) -> None:
    """Check the number of files, and that there is no second directory (zip64).

    The library would read a directory of millions of files.

    Raises:
        InputError: it is no archive of so many files.
    """
    end_record = content[-_END_RECORD:]
    # The locator of a second directory would come just before the end record.
    preceding_bytes = content[-_END_RECORD - _ZIP64_LOCATOR : -_END_RECORD]
    has_end_record = end_record[:4] == _END_SIGNATURE
    has_second_directory = _ZIP64_SIGNATURE in preceding_bytes
    # These two bytes hold the number of files.
    declared_count = int.from_bytes(end_record[10:12], "little")
    if not has_end_record or has_second_directory or declared_count != file_count:
        raise InputError(f"no archive of {file_count} files")


def _check_files(files: Sequence[ZipInfo], names: Sequence[str], most: int) -> None:
    """Check the files that an archive declares.

    Args:
        files: the files.
        names: the names that they must have.
        most: bytes that they may have together, once they are unpacked.

    Raises:
        InputError: the archive has other files, packs them in another way, or is larger.
    """
    if sorted(file.filename for file in files) != sorted(names):
        raise InputError(f"an archive of other files than {', '.join(names)}")
    for file in files:
        if file.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
            raise InputError("packed by another method than deflate")
    if sum(file.file_size for file in files) > most:
        raise InputError(f"larger than {most // 1_000_000} MB once unpacked")


def encode_json(value: Any) -> bytes:
    """Write a value as one line of JSON.

    Raises:
        InputError: a text in it is no valid Unicode, or it is nested too deeply.
    """
    try:
        return msgspec.json.encode(value)
    except (UnicodeError, msgspec.MsgspecError, RecursionError) as error:
        raise InputError(_one_line_of(error)) from None


def _one_line_of(error: Exception) -> str:
    """Return the message of a library on one line, without its quotes for code."""
    words = str(error).split()
    return " ".join(words)[:_LONGEST_MESSAGE].replace("`", "'")
