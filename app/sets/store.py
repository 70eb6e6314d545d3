"""The folder of taught tile sets: one ``.huset`` file for each, without any code in it.

A ``.huset`` file is a zip archive of three NumPy arrays: ``meta`` (JSON in UTF-8), ``features`` and ``crops``. It is
read without pickles; its version, shapes and checksum are checked.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import Any, Final, Literal
from unicodedata import category, normalize
from urllib.parse import quote, unquote
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_data_path

from hu.scoring.errors import InputError
from hu.scoring.lines import one_line
from hu.scoring.tiles import FACES
from hu.vision.photo.files import contents, whole_file
from hu.vision.taught.tile_set import SAID, Example, TileSet

VERSION: Final = 2
#: Files of the first release count votes where these say how sure an example is.
_READ: Final = (1, VERSION)
SUFFIX: Final = ".huset"
NAME_LENGTH: Final = 40
_MOST_EXAMPLES: Final = 2_000
_CROP: Final = (64, 64, 3)
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
            shown = one_line(tile_set.name)
            raise TileSetError(f"a tile set called {shown!r} exists already; choose another name", "taken", shown)
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
        """Delete a set.

        Raises:
            TileSetError: no set has this name.
        """
        self.file(name).unlink()

    def _path(self, name: str) -> Path:
        return self.folder / f"{quote(checked_name(name), safe=' ')}{SUFFIX}"


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
    meta = {"version": VERSION, "name": tile_set.name, "other_way": tile_set.other_way, "faces": faces}
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
    content = BytesIO(contents(path, shown, TileSetError))
    try:
        with np.load(content, allow_pickle=False) as arrays:
            meta = json.loads(arrays["meta"].tobytes())
            features, crops = arrays["features"], arrays["crops"]
    except (OSError, ValueError, KeyError, BadZipFile, EOFError) as error:
        raise TileSetError(f"{shown}: no tile set, cut short or altered ({type(error).__name__})") from None
    if not isinstance(meta, dict) or meta.get("version") not in _READ:
        version = meta.get("version") if isinstance(meta, dict) else None
        raise TileSetError(
            f"{shown}: a tile set of version {version!s:.20}; this program reads up to version {VERSION}"
        )
    return _set_of(shown, meta, features, crops)


def _set_of(shown: str, meta: dict[str, Any], features: NDArray[Any], crops: NDArray[Any]) -> TileSet:
    faces = meta.get("faces")
    sound = (
        isinstance(faces, list)
        and len(faces) <= _MOST_EXAMPLES
        and features.dtype == np.float32
        and crops.dtype == np.uint8
        and crops.shape == (len(faces), *_CROP)
        and features.shape[:1] == (len(faces),)
        and (not faces or (features.ndim == 3 and features.shape[1] == 2))
        and bool(np.isfinite(features).all())
        and all(map(_sound_face, faces))
        and meta.get("sha256") == _digest(features, crops, faces)
    )
    if not sound:
        raise TileSetError(f"{shown}: the tile set was altered or is damaged; ask for it again")
    examples = (
        # Files of the first release do not say which classifier made their features, nor how sure they are.
        Example(
            face["tile"],
            features[k],
            crops[k],
            face["source"],
            float(face.get("sure", SAID)),
            str(face.get("classifier", "")),
        )
        for k, face in enumerate(faces or [])
        if face.get("wrong", 0) <= face.get("right", 0) + 1
    )
    return TileSet(checked_name(str(meta.get("name"))), tuple(examples), meta.get("other_way") is True)


def _sound_face(face: object) -> bool:
    return (
        isinstance(face, dict)
        and face.get("tile") in FACES
        and isinstance(face.get("source"), str)
        and all(type(face.get(count, 0)) is int for count in ("right", "wrong"))
        and type(face.get("sure", SAID)) in (int, float)
        and 0 <= face.get("sure", SAID) <= SAID
    )


def _digest(features: NDArray[Any], crops: NDArray[Any], faces: object) -> str:
    digest = sha256(features.tobytes() + crops.tobytes())
    digest.update(json.dumps(faces, sort_keys=True).encode())
    return digest.hexdigest()
