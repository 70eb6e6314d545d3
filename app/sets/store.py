"""The folder of taught tile sets: one ``.huset`` file for each, without any code in it.

A ``.huset`` file is a zip archive of three NumPy arrays: ``meta`` (JSON in UTF-8), ``features`` and ``crops``. Its
size, version, shapes and checksum are checked.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Final, Literal
from unicodedata import category, normalize
from urllib.parse import quote, unquote

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray
from platformdirs import user_data_path

from hu.app.codec import convert, decode_json, unpack_archive
from hu.scoring.errors import InputError
from hu.scoring.lines import one_line
from hu.scoring.tiles import FACES
from hu.vision.photo.files import contents, whole_file
from hu.vision.taught.tile_set import SAID, Example, TileSet, TileSetError

VERSION: Final = 2
#: Files of the first release count votes where these say how sure an example is.
_READ: Final = (1, VERSION)
SUFFIX: Final = ".huset"
NAME_LENGTH: Final = 40
#: More than the largest set, packed or not: eight pictures of each face.
MOST_MEGABYTES: Final = 16
_LONGEST_META: Final = 1_000_000
_MOST_FEATURES: Final = 4_096
#: Features are vectors of unit length, with what rounding adds.
_LONGEST_VECTOR: Final = 1.001
_CROP: Final = (64, 64, 3)
#: Bytes of the longest header of a NumPy file that is read.
_LONGEST_HEADER: Final = 1_000
#: Two taps at once must not lose each other's correction.
_CHANGING: Final = Lock()


@dataclass(frozen=True, slots=True)
class SetStore:
    """Taught sets in a folder."""

    folder: Path  # made when the first set is saved

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
            raise TileSetError(sentence, "unknown", name=one_line(name))
        return path

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
            raise _taken_error(tile_set.name)
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

    def forget(self, name: str) -> bytes:
        """Delete a set and return its file's contents, which ``put_back`` takes.

        Raises:
            TileSetError: no set has this name.
        """
        path = self.file(name)
        content = path.read_bytes()
        path.unlink(missing_ok=True)
        return content

    def put_back(self, name: str, content: bytes) -> None:
        """Put a forgotten set back into use.

        Raises:
            TileSetError: another set has got its name meanwhile.
        """
        path = self._path(name)
        if path.exists():
            raise _taken_error(name)
        with whole_file(path) as file:
            file.write(content)

    def _path(self, name: str) -> Path:
        return self.folder / f"{quote(check_name(name), safe=' ')}{SUFFIX}"


@dataclass(frozen=True, slots=True)
class SetChoice:
    """The set that a photo is read with, as the page hands it to the processes that read photos."""

    folder: Path | None = None  # where the sets lie; None where there are none
    name: str = ""  # the set in use; empty for none

    def load(self) -> TileSet | None:
        """The set in use; None if none is, or it was forgotten meanwhile."""
        if not self.folder or not self.name:
            return None
        try:
            return SetStore(self.folder).load(self.name)
        except (TileSetError, OSError):
            return None


#: For photos that are read without a set.
NO_SETS: Final = SetChoice()


def _taken_error(name: str) -> TileSetError:
    shown = one_line(name)
    return TileSetError(f"a tile set called {shown!r} exists already; choose another name", "taken", name=shown)


def check_name(name: str) -> str:
    """Normalise a set's name.

    >>> check_name("  club  green ")
    'club green'

    Raises:
        TileSetError: it is empty, too long or holds signs that cannot be seen.
    """
    tidy = " ".join(normalize("NFKC", name).split())
    if not tidy or len(tidy) > NAME_LENGTH or any(category(sign)[0] == "C" for sign in tidy):
        shown = one_line(name[:NAME_LENGTH])
        raise TileSetError(f"{shown!r} is no name for a tile set; use 1 to {NAME_LENGTH} letters", "name", name=shown)
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
    meta = {"version": VERSION, "name": tile_set.name, "faces": faces}
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
    return set_of(contents(path, shown, TileSetError, most_megabytes=MOST_MEGABYTES), shown)


def set_of(content: bytes, shown: str) -> TileSet:
    """Read a set from the contents of a file, which may be anybody's.

    Args:
        content: of the file.
        shown: what to call it in messages.

    Raises:
        TileSetError: they hold no set of this version, or are damaged.
    """
    try:
        parts = unpack_archive(content, ("meta.npy", "features.npy", "crops.npy"), most=MOST_MEGABYTES * 1_000_000)
        meta = decode_json(_array(parts["meta.npy"], np.uint8, -1).tobytes(), dict[str, Any], most=_LONGEST_META)
        if (version := meta.get("version")) not in _READ:
            reads = f"this program reads up to version {VERSION}"
            raise TileSetError(f"{shown}: a tile set of version {version!s:.20}; {reads}")  # noqa: TRY301
        known = convert(meta, _Meta)
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
    return TileSet(check_name(known.name), tuple(examples))


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


def _array(content: bytes, kind: type[Any], *shape: int) -> NDArray[Any]:
    """Read an array of a known kind and shape; -1 stands for a length that may be any.

    Raises:
        InputError: it is another one, or none.
    """
    try:
        array = np.asarray(np.load(BytesIO(content), allow_pickle=False, max_header_size=_LONGEST_HEADER))
    except Exception as error:  # noqa: BLE001  # damaged files raise errors of many kinds
        raise InputError(f"no array: {one_line(str(error))[:200]}") from None
    fits = len(array.shape) == len(shape) and all(n in (-1, m) for n, m in zip(shape, array.shape, strict=True))
    if array.dtype != kind or not fits:
        raise InputError("an array of another kind or size")
    return array


def _digest(features: NDArray[Any], crops: NDArray[Any], faces: object) -> str:
    digest = sha256(features.tobytes() + crops.tobytes())
    digest.update(json.dumps(faces, sort_keys=True).encode())
    return digest.hexdigest()
