"""The folder of taught tile sets: one ``.huset`` file for each, without any code in it.

A ``.huset`` file is a zip archive of three NumPy arrays: ``meta`` (JSON in UTF-8), ``features`` and ``crops``. Its
size, version, shapes and checksum are checked.
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
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
from hu.scoring.errors import InputError, one_line
from hu.scoring.tiles import FACES
from hu.vision.photo.files import contents, whole_file
from hu.vision.taught.tile_set import SAID, Example, TileSet, TileSetError

VERSION: Final = 2
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
        return read_set(self.file(name))

    def file(self, name: str) -> Path:
        """The file of a set.

        Raises:
            TileSetError: no set has this name.
        """
        path = self._path(name)
        if not path.is_file():
            known = ", ".join(self.names()) or "none"
            raise TileSetError(
                f"no tile set is called {name!r}; taught so far: {known}", "unknown", name=name
            )
        return path

    def new_file(self, name: str) -> Path:
        """Where a new set will be saved.

        Raises:
            TileSetError: the name is no name, or taken.
        """
        path = self._path(name)
        if path.exists():
            sentence = f"a tile set called {name!r} exists already; choose another name, or forget it first"
            raise TileSetError(sentence, "taken", name=name)
        self.folder.mkdir(parents=True, exist_ok=True)
        return path

    def save(self, tile_set: TileSet) -> None:
        """Write a new set.

        Raises:
            TileSetError: the name is no name, or taken.
        """
        write_set(tile_set, self.new_file(tile_set.name))

    def change(self, name: str, change: Callable[[TileSet], TileSet]) -> None:
        """Change a set, one change at a time.

        Raises:
            TileSetError: no set has this name, or its file is damaged.
            OSError: it cannot be written; the set is as it was.
        """
        with _CHANGING:
            before = self.load(name)
            if (changed := change(before)) is not before:
                write_set(changed, self.file(name))

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
        with whole_file(self.new_file(name)) as file:
            file.write(content)

    def _path(self, name: str) -> Path:
        return self.folder / f"{quote(check_name(name), safe=' ')}{SUFFIX}"


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
        raise TileSetError(
            f"{shown!r} is no name for a tile set; use 1 to {NAME_LENGTH} letters",
            "name",
            name=shown,
        )
    return tidy


def write_set(tile_set: TileSet, path: Path) -> None:
    """Write a set into one file.

    Raises:
        OSError: it cannot be written; a file that was there is as it was.
    """
    examples = tile_set.examples
    features = np.array([example.features for example in examples], dtype=np.float32)
    crops = np.array([example.crop for example in examples], dtype=np.uint8).reshape(-1, *_CROP)
    faces = [
        {part: getattr(example, part) for part in ("tile", "source", "sure")}
        for example in examples
    ]
    meta = {"version": VERSION, "name": tile_set.name, "faces": faces}
    meta["sha256"] = _digest(features, crops, faces)
    with whole_file(path) as file:
        np.savez_compressed(
            file,
            meta=np.frombuffer(json.dumps(meta).encode(), np.uint8),
            features=features,
            crops=crops,
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
        parts = unpack_archive(
            content, ("meta.npy", "features.npy", "crops.npy"), most=MOST_MEGABYTES * 1_000_000
        )
        meta = decode_json(
            _array(parts["meta.npy"], np.uint8, -1).tobytes(), dict[str, Any], most=_LONGEST_META
        )
        if (version := meta.get("version")) != VERSION:
            sentence = f"{shown}: a tile set of version {version!s:.20}; this program reads version {VERSION}"
            raise TileSetError(sentence)  # noqa: TRY301
        known = convert(meta, _Meta)
        count = len(known.faces)
        features = (
            _array(parts["features.npy"], np.float32, count, 2, -1)
            if count
            else np.empty((0, 2, 0), np.float32)
        )
        crops = _array(parts["crops.npy"], np.uint8, count, *_CROP)
    except TileSetError:
        raise
    except InputError as error:
        raise TileSetError(f"{shown}: no tile set, cut short or altered ({error})") from None
    # Not-a-number is not below the bound either.
    bounded = (
        bool((np.abs(features) <= _LONGEST_VECTOR).all())
        and 0 < features.shape[2] <= _MOST_FEATURES
    )
    if (count and not bounded) or known.sha256 != _digest(features, crops, meta["faces"]):
        raise TileSetError(f"{shown}: the tile set was altered or is damaged; ask for it again")
    examples = (
        Example(face.tile, features[k], crops[k], face.source, float(face.sure))
        for k, face in enumerate(known.faces)
    )
    return TileSet(check_name(known.name), tuple(examples))


@dataclass(frozen=True, slots=True)
class _Face:
    tile: Literal[FACES]  # type: ignore[valid-type]  # a literal of every face
    source: Annotated[str, Meta(max_length=1_000)]
    sure: Annotated[float, Meta(ge=0, le=SAID)]


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
        array = np.asarray(
            np.load(BytesIO(content), allow_pickle=False, max_header_size=_LONGEST_HEADER)
        )
    except Exception as error:  # noqa: BLE001  # damaged files raise errors of many kinds
        raise InputError(f"no array: {one_line(str(error))[:200]}") from None
    fits = len(array.shape) == len(shape) and all(
        n in (-1, m) for n, m in zip(shape, array.shape, strict=True)
    )
    if array.dtype != kind or not fits:
        raise InputError("an array of another kind or size")
    return array


def _digest(features: NDArray[Any], crops: NDArray[Any], faces: object) -> str:
    digest = sha256(features.tobytes() + crops.tobytes())
    digest.update(json.dumps(faces, sort_keys=True).encode())
    return digest.hexdigest()
