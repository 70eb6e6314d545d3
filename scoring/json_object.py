"""JSON objects of an input, read key by key.

Every error names the place of the fault and the expected type.
"""

from collections.abc import Callable, Mapping
from typing import Final, NoReturn, TypeVar

from hu.scoring.errors import InputError
from hu.scoring.nearest import normalise_name, suggest_name

_T = TypeVar("_T")
_EXPECTED: Final = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    list: "a list",
    dict: "an object",
}
#: Characters of a wrong key or value that a message repeats.
_SHOWN: Final = 40


class JsonObject:
    """An object of an input, with its place in the input. A null value counts as missing.

    >>> JsonObject({"points": 12}).whole("points", default=0)
    12

    Args:
        data: the object as ``json`` made it.
        where: the object's place in messages, such as ``options``. Empty for the whole input.
    """

    # Untyped, because this class reads and checks the values that anybody may have written.
    def __init__(self, data: Mapping[str, object], where: str = "") -> None:
        self._data = data
        self._where = where

    def spell_key(self, key: str) -> "JsonObject":
        """Return the same object with one of its keys spelled as the program spells it.

        >>> JsonObject({"Rules": "fimj"}).spell_key("rules").text("rules")
        'fimj'

        Args:
            key: the key as the program spells it, such as ``rules`` for ``Rules``.

        Raises:
            InputError: the key occurs in two spellings.
        """
        spelled: dict[str, object] = {}
        for name, value in self._data.items():
            if normalise_name(name) == key:
                self._add_once(spelled, key, name, value)
            else:
                spelled[name] = value
        return JsonObject(spelled, self._where)

    def with_value(self, key: str, value: object) -> "JsonObject":
        """Return the same object with another value under a key."""
        return JsonObject({**self._data, key: value}, self._where)

    def rename(
        self,
        names: Mapping[str, str],
        describe_unknown_key: Callable[[str], str] | None = None,
    ) -> "JsonObject":
        """Return the same object with each key replaced by the program's key of that name.

        Args:
            names: the program's key by each name that it has. Its own spelling is one of them.
            describe_unknown_key: returns the fault of an unknown key, for the message. Without it
                the message names the nearest key.

        Raises:
            InputError: a key is unknown, or occurs under two names.
        """
        if all(names.get(key) == key for key in self._data):
            return self
        renamed: dict[str, object] = {}
        for name, value in self._data.items():
            key = names.get(name)
            if key is None:
                key = names.get(normalise_name(name))
            if key is None:
                if describe_unknown_key is not None:
                    fault = describe_unknown_key(name)
                else:
                    fault = f"unknown key; {suggest_name(name, names)}"
                raise InputError(f"{self._path(name[:_SHOWN])}: {fault}")
            self._add_once(renamed, key, name, value)
        return JsonObject(renamed, self._where)

    def _add_once(self, values: dict[str, object], key: str, name: str, value: object) -> None:
        """Add a value under the program's key.

        Args:
            values: the values by the program's keys.
            key: the program's key.
            name: the key as this object spells it.
            value: the value.

        Raises:
            InputError: the key has a value already, under another name.
        """
        # A null value counts as missing, so another name of its key can have the value.
        if values.get(key) is None:
            values[key] = value
        elif value is not None:
            path = self._path(name[:_SHOWN])
            raise InputError(f"{path}: the same as {key}, which is given too")

    def has(self, key: str) -> bool:
        """Whether a key is there."""
        return self._data.get(key) is not None

    def value(self, key: str) -> object:
        """Return a value of any type. None if it is missing."""
        return self._data.get(key)

    def text(self, key: str) -> str:
        """Return a text that must be there."""
        value = self._get(key, str)
        if value is None:
            raise InputError(f"{self._path(key)} is missing")
        return value

    def optional_text(self, key: str) -> str | None:
        """Return a text. None if it is missing."""
        return self._get(key, str)

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts. Empty if it is missing."""
        texts = []
        for index, value in enumerate(self._get(key, list) or []):
            if not isinstance(value, str):
                self._fail(f"{key}[{index}]", str, value)
            texts.append(value)
        return tuple(texts)

    def pairs(self, key: str) -> tuple[tuple[str, str], ...]:
        """Return a list of pairs of texts, such as ``[["S", "9m"]]``. Empty if it is missing."""
        pairs = []
        for index, value in enumerate(self._get(key, list) or []):
            if not isinstance(value, list) or [type(part) for part in value] != [str, str]:
                path = f"{self._path(key)}[{index}]"
                raise InputError(f'{path}: expected a seat and a tile, as in ["S", "9m"]')
            first, second = value
            pairs.append((first, second))
        return tuple(pairs)

    def flag(self, key: str, *, default: bool) -> bool:
        """Return true or false, or the default if the key is missing."""
        value = self._get(key, bool)
        if value is None:
            return default
        return value

    def whole(self, key: str, *, default: int) -> int:
        """Return a whole number, or the default if the key is missing."""
        value = self._get(key, int)
        if value is None:
            return default
        return value

    def optional_whole(self, key: str) -> int | None:
        """Return a whole number. None if it is missing."""
        return self._get(key, int)

    def inner(self, key: str) -> "JsonObject":
        """Return the object under a key. Empty if it is missing."""
        return JsonObject(self._get(key, dict) or {}, self._path(key))

    def wholes(self) -> dict[str, int]:
        """Return every value of this object as a whole number. Null values are left out."""
        names = [name for name, value in self._data.items() if value is not None]
        return {name: self.whole(name, default=0) for name in names}

    def objects(self, key: str) -> "tuple[JsonObject, ...]":
        """Return a list of objects. Empty if it is missing."""
        objects = []
        for index, value in enumerate(self._get(key, list) or []):
            if not isinstance(value, dict):
                self._fail(f"{key}[{index}]", dict, value)
            objects.append(JsonObject(value, f"{self._path(key)}[{index}]"))
        return tuple(objects)

    def inners(self, key: str) -> dict[str, "JsonObject"]:
        """Return the objects in the object under a key, by their keys. Null values are left out."""
        objects = self._get(key, dict) or {}
        parent = JsonObject(objects, self._path(key))
        names = [name for name, value in objects.items() if value is not None]
        return {name: parent.inner(name) for name in names}

    def _get(self, key: str, kind: type[_T]) -> _T | None:
        """Return a value that must have this type. None if it is missing or null."""
        value = self._data.get(key)
        if value is None:
            return None
        # In Python a bool is an int. In JSON it is not.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self._fail(key, kind, value)
        return value

    def _fail(self, key: str, kind: type, value: object) -> NoReturn:
        """Refuse the value under a key, which should have another type."""
        shown = repr(value)
        if len(shown) > _SHOWN:
            shown = f"{shown[:_SHOWN]}..."
        raise InputError(f"{self._path(key)}: expected {_EXPECTED[kind]}, not {shown}")

    def _path(self, key: str) -> str:
        """The place of a key in the whole input, such as ``options.minimum``."""
        if not self._where:
            return key
        return f"{self._where}.{key}"
