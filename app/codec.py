"""The one way in for JSON and archives from outside: bounded and typed; anything else is an ``InputError``."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any, Final, TypeVar
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import msgspec

from hu.scoring.errors import HuError, InputError

Value = TypeVar("Value")
#: Bytes of the record that ends an archive, and what a record of a larger archive's begins with.
_END: Final = 22
_ZIP64: Final = b"PK\6\7"


def decode_json(content: bytes | str, kind: type[Value], *, most: int) -> Value:
    """Read JSON as a value of a type whose annotations bound its texts, lists, numbers and times.

    Args:
        content: the JSON text, UTF-8.
        kind: the type, such as a dataclass; ``dict`` for an object that is looked into later.
        most: bytes (or characters) of the longest content that is read.

    Raises:
        InputError: it is longer, no JSON, nested too deeply, or no such value; one line that names the place.
    """
    if len(content) > most:
        raise InputError(
            f"larger than {most // 1_000_000} MB"
            if most >= 1_000_000
            else f"longer than {most} characters"
        )
    try:
        return msgspec.json.decode(content, type=kind)
    except RecursionError:
        raise InputError("nested too deeply") from None
    except msgspec.ValidationError as error:
        raise InputError(_in_one_line(error)) from None
    except (msgspec.MsgspecError, UnicodeError) as error:
        raise InputError(f"not JSON, or cut short: {_in_one_line(error)}") from None


def convert(value: Any, kind: type[Value]) -> Value:
    """Convert decoded JSON to a value of a type, as ``decode_json`` does.

    Raises:
        InputError: it is no such value.
    """
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise InputError(_in_one_line(error)) from None


def unpack_archive(content: bytes, names: Sequence[str], *, most: int) -> dict[str, bytes]:
    """Unpack a zip archive of known files, deflated or stored.

    Args:
        content: of the archive.
        names: of its files; it must hold these and no others.
        most: bytes that they may have together, as declared and as they come.

    Raises:
        InputError: it is no such archive, it is larger, or damaged.
    """
    # Before the list of files is read: how many they are, and that no second list stands in for this one.
    end = content[-_END:]
    alone = end[:4] == b"PK\5\6" and _ZIP64 not in content[-_END - 20 : -_END]
    if not alone or int.from_bytes(end[10:12], "little") != len(names):
        raise InputError(f"no archive of {len(names)} files")
    try:
        with ZipFile(BytesIO(content)) as archive:
            files = archive.infolist()
            if problem := _archive_problem(files, names, most):
                raise InputError(problem)  # noqa: TRY301  # the archive is open here
            # No file gives more than it declares: what follows is not unpacked, and fails its checksum.
            return {file.filename: archive.read(file) for file in files}
    except HuError:
        raise
    except Exception as error:  # noqa: BLE001  # in a damaged archive any line of the library may fail
        raise InputError(f"a damaged archive: {_in_one_line(error)}") from None


def _archive_problem(files: Sequence[ZipInfo], names: Sequence[str], most: int) -> str:
    if sorted(file.filename for file in files) != sorted(names):
        return f"an archive of other files than {', '.join(names)}"
    if not {file.compress_type for file in files} <= {ZIP_STORED, ZIP_DEFLATED}:
        return "packed by another method than deflate"
    if sum(file.file_size for file in files) > most:
        return f"larger than {most // 1_000_000} MB once unpacked"
    return ""


def encode_json(value: Any) -> bytes:
    """Write a value as one line of JSON.

    Raises:
        InputError: a text in it is no valid Unicode.
    """
    try:
        return msgspec.json.encode(value)
    except (UnicodeError, msgspec.MsgspecError, RecursionError) as error:
        raise InputError(_in_one_line(error)) from None


def _in_one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200].replace("`", "'")
