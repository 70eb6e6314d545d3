"""Typed access to JSON objects; every error names the place and says what was expected."""

from collections.abc import Callable, Collection, Mapping
from typing import Final, NoReturn, TypeVar

from hu.scoring.errors import InputError
from hu.scoring.nearest import suggest_name

_T = TypeVar("_T")
_EXPECTED: Final = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    list: "a list",
    dict: "an object",
}


class Fields:
    """One JSON object, read key by key. A null value counts as missing.

    Args:
        data: the object as ``json`` made it.
        where: what to call it in messages, such as ``options``; empty for the request itself.
    """

    def __init__(self, data: Mapping[str, object], where: str = "") -> None:
        self._data = data
        self._where = where

    def refuse_unknown(self, known: Collection[str]) -> None:
        """Refuse unknown keys, which would be passed over in silence.

        Raises:
            InputError: a key is unknown; the message names the nearest.
        """
        for key in self._data:
            if key not in known:
                raise InputError(f"{self._path(key[:40])}: unknown key; {suggest_name(key, known)}")

    def rename(
        self, names: Mapping[str, str], complaint: Callable[[str], str] | None = None
    ) -> "Fields":
        """The same object with its keys as the tables have them.

        Args:
            names: what each known key stands for, its own name among them.
            complaint: says what is wrong with an unknown key; the nearest one where nothing is given.

        Raises:
            InputError: a key is unknown, or stands there under two names.
        """
        if all(names.get(key) == key for key in self._data):
            return self
        found: dict[str, object] = {}
        for key, value in self._data.items():
            name = names.get(key) or names.get(key.strip().casefold().replace("-", "_"))
            if name is None:
                said = complaint(key) if complaint else f"unknown key; {suggest_name(key, names)}"
                raise InputError(f"{self._path(key[:40])}: {said}")
            if found.get(name) is not None and value is not None:
                raise InputError(
                    f"{self._path(key[:40])}: the same as {name}, which stands there too"
                )
            if found.get(name) is None:
                found[name] = value
        return Fields(found, self._where)

    def has(self, key: str) -> bool:
        """Whether a key is there."""
        return self._data.get(key) is not None

    def value(self, key: str) -> object:
        """Return whatever is there, None if it is missing."""
        return self._data.get(key)

    def text(self, key: str) -> str:
        """Return a text that must be there."""
        value = self._get(key, str)
        if value is None:
            raise InputError(f"{self._path(key)} is missing")
        return value

    def optional_text(self, key: str) -> str | None:
        """Return a text, or None if it is missing."""
        return self._get(key, str)

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a list of texts, empty if it is missing."""
        values = tuple(self._get(key, list) or ())
        for index, value in enumerate(values):
            if not isinstance(value, str):
                self._fail(f"{key}[{index}]", str, value)
        return values

    def pairs(self, key: str) -> tuple[tuple[str, str], ...]:
        """Return a list of pairs of texts, such as ``[["S", "9m"]]``; empty if it is missing."""
        values = self._get(key, list) or []
        for index, value in enumerate(values):
            if not (isinstance(value, list) and list(map(type, value)) == [str, str]):
                raise InputError(
                    f'{self._path(key)}[{index}]: expected a seat and a tile, as in ["S", "9m"]'
                )
        return tuple([(first, second) for first, second in values])

    def flag(self, key: str, *, default: bool) -> bool:
        """Return true or false."""
        value = self._get(key, bool)
        return default if value is None else value

    def whole(self, key: str, *, default: int) -> int:
        """Return a whole number."""
        value = self._get(key, int)
        return default if value is None else value

    def inner(self, key: str) -> "Fields":
        """Return the object under a key, an empty one if it is missing."""
        return Fields(self._get(key, dict) or {}, self._path(key))

    def wholes(self) -> dict[str, int]:
        """Return every value of this object as a whole number; a null one counts as missing."""
        return {
            name: self.whole(name, default=0)
            for name, value in self._data.items()
            if value is not None
        }

    def objects(self, key: str) -> "tuple[Fields, ...]":
        """Return a list of objects, empty if it is missing."""
        values = self._get(key, list) or []
        for index, value in enumerate(values):
            if not isinstance(value, dict):
                self._fail(f"{key}[{index}]", dict, value)
        return tuple(
            Fields(value, f"{self._path(key)}[{index}]") for index, value in enumerate(values)
        )

    def inners(self, key: str) -> dict[str, "Fields"]:
        """Return an object of objects by name, empty if it is missing; a null one counts as missing."""
        named = self.inner(key)
        return {name: named.inner(name) for name, value in named._data.items() if value is not None}  # noqa: SLF001

    def _get(self, key: str, kind: type[_T]) -> _T | None:
        value = self._data.get(key)
        if value is None:
            return None
        # In Python a bool is an int; in JSON it is not.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            self._fail(key, kind, value)
        return value

    def _fail(self, key: str, kind: type, value: object) -> NoReturn:
        shown = repr(value)
        shown = shown if len(shown) <= 40 else f"{shown[:40]}..."
        raise InputError(f"{self._path(key)}: expected {_EXPECTED[kind]}, not {shown}")

    def _path(self, key: str) -> str:
        return f"{self._where}.{key}" if self._where else key
