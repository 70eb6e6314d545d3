"""The folder of taught tile sets: one ``.huset`` file for each, without any code in it.

A ``.huset`` file is a zip archive of three NumPy arrays: ``meta`` (JSON in UTF-8), ``features`` and ``crops``. It is
read without NumPy's own reader, which trusts what headers say; version, shapes and checksum are checked.
"""

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Final, Literal, TypeVar
from unicodedata import category, normalize
from urllib.parse import quote, unquote

import numpy as np
from msgspec import Meta
from numpy.lib.format import header_data_from_array_1_0, write_array_header_1_0
from numpy.typing import NDArray
from platformdirs import user_data_path

from hu.app.codec import converted, decoded, unpacked
from hu.scoring.errors import InputError
from hu.scoring.lines import one_line
from hu.scoring.tiles import BONUS, FACES
from hu.vision.photo.files import contents, whole_file
from hu.vision.taught.tile_set import OTHER_WAY, SAID, Example, TileSet

VERSION: Final = 2
#: Files of the first release count votes where these say how sure an example is.
_READ: Final = (1, VERSION)
SUFFIX: Final = ".huset"
NAME_LENGTH: Final = 40
#: More than the largest set, packed or not: eight pictures of each face.
_MOST_MEGABYTES: Final = 16
_LONGEST_META: Final = 1_000_000
_MOST_FEATURES: Final = 4_096
#: Features are vectors of unit length, with what rounding adds.
_LONGEST_VECTOR: Final = 1.001
_CROP: Final = (64, 64, 3)
#: Forgotten sets can be put back for 30 days.
_KEPT_S: Final = 30 * 24 * 3600
#: Bytes before the numbers in each of NumPy's files.
_HEADER: Final = 128
Number = TypeVar("Number", np.uint8, np.float32)
#: Two taps at once must not lose each other's correction.
_CHANGING: Final = Lock()


#: Why a set is refused; each is ``problem.set-<kind>`` in the message catalogues.
Refusal = Literal["file", "unknown", "taken", "name"]


class TileSetError(InputError):
    """A set that does not exist, exists already, or a file that holds none.

    Attributes:
        key: the kind of problem.
        name: what it is about: the set's name, or for a file the whole sentence.
    """

    def __init__(self, sentence: str, key: Refusal = "file", name: str = "") -> None:
        super().__init__(sentence)
        self.key: Refusal = key
        self.name = name or sentence


@dataclass(frozen=True, slots=True)
class SetStore:
    """Taught sets in a folder.

    Attributes:
        folder: made when the first set is saved.
    """

    folder: Path

    @classmethod
    def default(cls) -> "SetStore":
        """The sets in the user's data folder."""
        return cls(user_data_path("hu-mahjong") / "sets")

    def names(self) -> tuple[str, ...]:
        """The names of all sets."""
        return tuple(sorted(unquote(path.stem) for path in self.folder.glob(f"*{SUFFIX}")))

    def load(self, name: str) -> TileSet:
        """Read a set.

        Raises:
            TileSetError: no set has this name, or its file is damaged.
        """
        path = self.file(name)
        status = path.stat()
        return _read_once(path, status.st_mtime_ns, status.st_size)

    def file(self, name: str) -> Path:
        """The file of a set.

        Raises:
            TileSetError: no set has this name.
        """
        path = self._path(name)
        if not path.is_file():
            known = ", ".join(self.names()) or "none"
            sentence = f"no tile set is called {one_line(name)!r}; taught so far: {one_line(known)}"
            raise TileSetError(sentence, "unknown", one_line(name))
        return path

    def sets(self) -> Iterator[TileSet]:
        """Read every set; damaged files are left out."""
        for name in self.names():
            try:
                yield self.load(name)
            except TileSetError:
                continue

    def save(self, tile_set: TileSet, *, new: bool = False) -> None:
        """Write a set.

        Args:
            tile_set: the set.
            new: refuse a name that is taken.

        Raises:
            TileSetError: the name is no name, or taken.
        """
        path = self._path(tile_set.name)
        if new and path.exists():
            raise _taken(tile_set.name)
        self.folder.mkdir(parents=True, exist_ok=True)
        write_set(tile_set, path)

    def change(self, name: str, change: Callable[[TileSet], TileSet]) -> TileSet:
        """Change a set, one change at a time.

        Raises:
            TileSetError: no set has this name, or its file is damaged.
            OSError: it cannot be written; the set is as it was.
        """
        with _CHANGING:
            before = self.load(name)
            changed = change(before)
            if changed is not before:
                self.save(replace(changed, name=before.name))
            return changed

    def forget(self, name: str) -> None:
        """Take a set out of use; it is kept for 30 days.

        Raises:
            TileSetError: no set has this name.
        """
        path = self.file(name)
        self._forgotten.mkdir(exist_ok=True)
        path.touch()
        path.replace(self._forgotten / path.name)

    def forgotten(self) -> tuple[str, ...]:
        """The names of the sets that can be put back; those whose time is over are deleted."""
        for path in self._forgotten.glob(f"*{SUFFIX}"):
            if path.stat().st_mtime < time.time() - _KEPT_S:
                path.unlink(missing_ok=True)
        return tuple(sorted(unquote(path.stem) for path in self._forgotten.glob(f"*{SUFFIX}")))

    def put_back(self, name: str) -> None:
        """Put a forgotten set back into use.

        Raises:
            TileSetError: no forgotten set has this name, or another set has got it meanwhile.
        """
        path = self._path(name)
        kept = self._forgotten / path.name
        if path.exists():
            raise _taken(name)
        if not kept.is_file():
            shown = one_line(name)
            raise TileSetError(f"no forgotten tile set is called {shown!r}", "unknown", shown)
        kept.replace(path)

    @property
    def _forgotten(self) -> Path:
        return self.folder / "forgotten"

    def _path(self, name: str) -> Path:
        return self.folder / f"{quote(checked_name(name), safe=' ')}{SUFFIX}"


def _taken(name: str) -> TileSetError:
    shown = one_line(name)
    return TileSetError(f"a tile set called {shown!r} exists already; choose another name", "taken", shown)


def checked_name(name: str) -> str:
    """Tidy a set's name.

    >>> checked_name("  club  green ")
    'club green'

    Raises:
        TileSetError: it is empty, too long or holds signs that cannot be seen.
    """
    tidy = " ".join(normalize("NFKC", name).split())
    if not tidy or len(tidy) > NAME_LENGTH or any(category(sign)[0] == "C" for sign in tidy):
        shown = one_line(name[:NAME_LENGTH])
        raise TileSetError(f"{shown!r} is no name for a tile set; use 1 to {NAME_LENGTH} letters", "name", shown)
    return tidy


@lru_cache(maxsize=16)
def _read_once(path: Path, changed_ns: int, size: int) -> TileSet:
    del changed_ns, size  # a file that changed is read again
    return read_set(path)


def write_set(tile_set: TileSet, path: Path) -> None:
    """Write a set into one file.

    Raises:
        OSError: it cannot be written; a file that was there is as it was.
    """
    examples = tile_set.examples
    features = np.array([example.features for example in examples], dtype=np.float32)
    crops = np.array([example.crop for example in examples], dtype=np.uint8).reshape(-1, *_CROP)
    parts = ("tile", "source", "sure", "classifier")
    faces = [{part: getattr(example, part) for part in parts} for example in examples]
    meta = {"version": VERSION, "name": tile_set.name, "names": tile_set.names, "faces": faces}
    meta["sha256"] = _digest(features, crops, faces)
    with whole_file(path) as file:
        np.savez_compressed(
            file, meta=np.frombuffer(json.dumps(meta).encode(), np.uint8), features=features, crops=crops
        )


def read_set(path: Path) -> TileSet:
    """Read a set from one file.

    Raises:
        TileSetError: the file holds no set of this version, or is damaged.
    """
    shown = one_line(str(path))
    return set_of(contents(path, shown, TileSetError, most_megabytes=_MOST_MEGABYTES), shown)


def set_of(content: bytes, shown: str) -> TileSet:
    """Read a set from the contents of a file, which may be anybody's.

    Args:
        content: of the file.
        shown: what to call it in messages.

    Raises:
        TileSetError: they hold no set of this version, or are damaged.
    """
    try:
        parts = unpacked(content, ("meta.npy", "features.npy", "crops.npy"), most=_MOST_MEGABYTES * 1_000_000)
        meta = _described(_array(parts["meta.npy"], np.uint8, -1).tobytes(), shown)
        known = converted(meta, _Meta)
        count = len(known.faces)
        features = _array(parts["features.npy"], np.float32, count, 2, -1) if count else np.empty((0, 2, 0), np.float32)
        crops = _array(parts["crops.npy"], np.uint8, count, *_CROP)
    except TileSetError:
        raise
    except InputError as error:
        raise TileSetError(f"{shown}: no tile set, cut short or altered ({error})") from None
    # Not-a-number is not below the bound either.
    bounded = bool((np.abs(features) <= _LONGEST_VECTOR).all()) and 0 < features.shape[2] <= _MOST_FEATURES
    if (count and not bounded) or known.sha256 != _digest(features, crops, meta["faces"]):
        raise TileSetError(f"{shown}: the tile set was altered or is damaged; ask for it again")
    examples = (
        Example(face.tile, features[k], crops[k], face.source, float(face.sure), face.classifier)
        for k, face in enumerate(known.faces)
        if face.wrong <= face.right + 1
    )
    names = OTHER_WAY if known.other_way else tuple(known.names)
    if sorted(names) != sorted(BONUS):
        raise TileSetError(f"{shown}: its flowers and seasons are not named one by one; ask for the set again")
    return TileSet(checked_name(known.name), tuple(examples), names)


@dataclass(frozen=True, slots=True)
class _Face:
    """An example; files of the first release count votes and do not say how sure it is, nor whose features it has."""

    tile: Literal[FACES]  # type: ignore[valid-type]  # a literal of every face
    source: Annotated[str, Meta(max_length=1_000)]
    sure: Annotated[float, Meta(ge=0, le=SAID)] = SAID
    classifier: Annotated[str, Meta(max_length=100)] = ""
    right: int = 0
    wrong: int = 0


@dataclass(frozen=True, slots=True)
class _Meta:
    name: Annotated[str, Meta(max_length=1_000)]
    sha256: str
    faces: Annotated[list[_Face], Meta(max_length=1_000)]
    names: Annotated[list[str], Meta(max_length=len(BONUS))] = field(default_factory=lambda: list(BONUS))
    other_way: bool = False


def _described(content: bytes, shown: str) -> dict[str, Any]:
    meta = decoded(content, dict[str, Any], most=_LONGEST_META)
    if (version := meta.get("version")) not in _READ:
        raise TileSetError(
            f"{shown}: a tile set of version {version!s:.20}; this program reads up to version {VERSION}"
        )
    return meta


def _array(content: bytes, kind: type[Number], *shape: int) -> NDArray[Number]:
    """Read an array of a known kind: its header must be the one that NumPy writes for it, and is not interpreted."""
    try:
        array = np.frombuffer(content, kind, offset=_HEADER).reshape(shape)
    except ValueError as error:
        raise InputError(f"an array of another size: {error}") from None
    header = BytesIO()
    write_array_header_1_0(header, header_data_from_array_1_0(array))
    if content[:_HEADER] != header.getvalue():
        raise InputError("an array of another kind")
    return array


def _digest(features: NDArray[Any], crops: NDArray[Any], faces: object) -> str:
    digest = sha256(features.tobytes() + crops.tobytes())
    digest.update(json.dumps(faces, sort_keys=True).encode())
    return digest.hexdigest()
