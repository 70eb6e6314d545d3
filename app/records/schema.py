"""How records are written as JSON and read back: strictly, with a version."""

import json
from collections.abc import Iterable, Mapping
from inspect import cleandoc
from types import UnionType
from typing import Any, Final, NoReturn, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import Struct, UnsetType

from hu.app.codec import convert
from hu.scoring.errors import InputError
from hu.scoring.lines import json_line
from hu.scoring.nearest import nearest_name

#: The version of the records' format. Records without a version are of version 1.
SCHEMA_VERSION: Final = 3
#: Characters of the longest record that is read. A photo's record is far shorter.
_LONGEST_RECORD: Final = 5_000_000
#: Characters of an unknown key or of a value that a message repeats.
_MOST_CHARACTERS_SHOWN: Final = 40
#: The names of JSON's types in messages.
_TYPE_NAMES: Final[Mapping[object, str]] = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    type(None): "null",
}

#: The types of fields without a value.
_NO_VALUES: Final = (type(None), UnsetType)

_RecordType = TypeVar("_RecordType", bound=Struct)


class NewerSchemaError(InputError):
    """A record was written by a newer version of this program."""


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a record. Fields that have their default are left out of its JSON."""


def record_to_json(record: Struct) -> str:
    """Write a record as one line of JSON.

    Names of files that are not text are written as escapes.
    """
    return json_line(msgspec.to_builtins(record))


def record_from_json(content: str | bytes, kind: type[_RecordType]) -> _RecordType:
    """Read a record from JSON.

    Args:
        content: the JSON text.
        kind: the type of the record.

    Raises:
        InputError: it is no JSON, of a newer version, or another record. The message names the
            place and the expected type in one line.
    """
    value = value_from_json(content)
    if isinstance(value, Mapping):
        check_version(value.get("schema", 1))
    _check_keys(value, kind, path="")
    return convert(value, kind)


def value_from_json(content: str | bytes) -> Any:
    """Decode JSON that the commands read or print. Names of files that are not text are allowed.

    Raises:
        InputError: it is too long, no JSON, or nested too deeply.
    """
    if len(content) > _LONGEST_RECORD:
        raise InputError(f"longer than {_LONGEST_RECORD} characters")
    try:
        # msgspec's decoder does not accept names of files that are not text.
        return json.loads(content, parse_constant=_refuse_constant)
    except RecursionError:
        raise InputError("nested too deeply") from None
    except ValueError as error:
        raise InputError(f"not JSON, or cut short: {error}") from None


def _refuse_constant(name: str) -> NoReturn:
    """Refuse ``NaN`` and infinite numbers, which Python writes but JSON does not have."""
    raise ValueError(f"{name} is no number")


def check_version(version: object) -> int:
    """Check the version of a decoded record: its field ``schema``, or 1 without that field.

    Returns:
        The version.

    Raises:
        InputError: it is no version.
        NewerSchemaError: it is newer than this program's.
    """
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        shown_version = json.dumps(version)[:_MOST_CHARACTERS_SHOWN]
        raise InputError(f"schema: expected a whole number from 1, got {shown_version}")
    if version > SCHEMA_VERSION:
        raise NewerSchemaError(
            f"schema: version {version} is newer than {SCHEMA_VERSION}, which this version of Hu! "
            "reads: update Hu!"
        )
    return version


def _check_keys(value: object, kind: Any, path: str) -> None:
    """Check that objects have the keys of their records. Types are checked by msgspec.

    Args:
        value: decoded JSON.
        kind: the type that is expected.
        path: where the value is, such as ``tiles[3]``. Empty for the whole record.

    Raises:
        InputError: a key is missing or unknown.
    """
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        for possible_kind in _possible_kinds(value, kind):
            _check_keys(value, possible_kind, path)
    elif origin is tuple and isinstance(value, list):
        # A tuple of several types holds no records. So the first type will do for all items.
        item_kind = get_args(kind)[0]
        for number, item in enumerate(value):
            _check_keys(item, item_kind, f"{path}[{number}]")
    elif _is_record(kind):
        _check_record_keys(value, kind, path)


def _possible_kinds(value: object, union: Any) -> list[Any]:
    """Return the types of a union by which the keys in a value are checked.

    Of several types, only the records are returned for an object, and only the tuples for a list.
    Any other value has no keys, and msgspec checks it alone.
    """
    if value is None:
        return []
    kinds = [kind for kind in get_args(union) if kind not in _NO_VALUES]
    if len(kinds) == 1:
        return kinds
    if isinstance(value, Mapping):
        return [kind for kind in kinds if _is_record(kind)]
    if isinstance(value, list):
        return [kind for kind in kinds if get_origin(kind) is tuple]
    return []


def _is_record(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _check_record_keys(value: object, kind: type[Struct], path: str) -> None:
    """Check the keys of an object and of the objects in it.

    Args:
        value: decoded JSON.
        kind: the type of the record.
        path: where the value is, such as ``tiles[3]``. Empty for the whole record.

    Raises:
        InputError: the value is no object, or a key is missing or unknown.
    """
    if not isinstance(value, Mapping):
        raise InputError(f"{path or 'the record'}: expected an object")
    record_fields = msgspec.structs.fields(kind)
    names = [field.encode_name for field in record_fields]
    for key in value:
        if key not in names:
            raise InputError(_unknown_key(str(key), names, path))
    for field in record_fields:
        field_path = f"{path}.{field.encode_name}" if path else field.encode_name
        if field.encode_name in value:
            _check_keys(value[field.encode_name], field.type, field_path)
        elif field.required:
            raise InputError(f"{field_path} is missing: expected {type_name(field.type)}")


def _unknown_key(key: str, names: Iterable[str], path: str) -> str:
    """Write the message about an unknown key, with the nearest of the known names."""
    place = f"{path}." if path else ""
    shown_key = key[:_MOST_CHARACTERS_SHOWN]
    message = f"{place}{shown_key}: unknown key"
    nearest = nearest_name(key, list(names))
    if nearest:
        message += f", did you mean {nearest!r}?"
    return message


def type_name(kind: Any) -> str:
    """Name the type of a field for people, such as ``text or null``."""
    if kind in _TYPE_NAMES:
        return _TYPE_NAMES[kind]
    origin = get_origin(kind)
    if origin is tuple:
        return "a list"
    if origin in (Union, UnionType):
        return " or ".join(type_name(option) for option in get_args(kind))
    # The arguments of a ``Literal`` are the texts that it allows.
    if get_args(kind) and all(isinstance(option, str) for option in get_args(kind)):
        return "one of its ids"
    return "an object"


# Untyped, because the keys of a JSON Schema depend on the types that it describes.
def json_schema(kind: type[Struct]) -> dict[str, Any]:
    """Make the JSON Schema of a record. The docstrings describe the fields."""
    schema = msgspec.json.schema(kind)
    for definition in schema["$defs"].values():
        if "description" in definition:
            definition["description"] = cleandoc(definition["description"])
        for field_schema in definition.get("properties", {}).values():
            # Versions of msgspec put null in different places among the types. Here it comes last.
            if "anyOf" in field_schema:
                field_schema["anyOf"].sort(key=_is_null)
    return schema


def _is_null(schema: object) -> bool:
    return schema == {"type": "null"}
