"""The file format of taught tile sets.

A ``.huset`` file is a zip archive of three NumPy arrays: ``meta`` (JSON in UTF-8), ``features``
``(n, 2, d)`` float32 and ``crops`` ``(n, 64, 64, 3)`` uint8 of its n examples, as ``Example`` has
them. It holds no code. Its size, version, shapes and checksum are checked.
"""

import json
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import numpy as np
from msgspec import Meta
from numpy.typing import NDArray

from hu.app.codec import convert, decode_json, unpack_archive
from hu.app.sets.names import check_name
from hu.scoring.errors import InputError, one_line
from hu.scoring.tiles import FACES
from hu.vision.photo.files import contents, whole_file
from hu.vision.taught.tile_set import NAMED_BY_PERSON, Example, TileSet, TileSetError

FILE_VERSION: Final = 2
SUFFIX: Final = ".huset"
#: More than the largest tile set, packed or not: eight pictures of each face.
MOST_MEGABYTES: Final = 16
_MOST_META_BYTES: Final = 1_000_000
#: The most numbers in a vector of features.
_LONGEST_VECTOR: Final = 4_096
#: The largest number in a vector of features, which has unit length. Rounding adds a little.
_LARGEST_NUMBER: Final = 1.001
#: The shape of a crop: height, width, and the three colours.
_CROP: Final = (64, 64, 3)
#: Bytes of the longest header of a NumPy file that is read.
_MOST_HEADER_BYTES: Final = 1_000
#: Characters of an error's message that are shown.
_MOST_REASON: Final = 200
#: In the expected shape of an array: any length is allowed.
_ANY: Final = -1


@dataclass(frozen=True, slots=True)
class _FaceMeta:
    """The record of one example.

    Attributes:
        tile: its face.
        source: the photo that it came from.
        sure: the probability with which it was read.
    """

    tile: Literal[FACES]  # type: ignore[valid-type]  # a literal of every face
    source: Annotated[str, Meta(max_length=1_000)]
    sure: Annotated[float, Meta(ge=0, le=NAMED_BY_PERSON)]


@dataclass(frozen=True, slots=True)
class _SetMeta:
    """The record of a tile set.

    Attributes:
        name: its name.
        sha256: the checksum of the arrays and the faces.
        faces: a record for each example.
    """

    name: Annotated[str, Meta(max_length=1_000)]
    sha256: str
    faces: Annotated[list[_FaceMeta], Meta(max_length=1_000)]


def write_tile_set(tile_set: TileSet, path: Path) -> None:
    """Write a tile set into one file.

    Raises:
        OSError: it cannot be written. A file that was there is unchanged.
    """
    examples = tile_set.examples
    features = np.array([example.features for example in examples], dtype=np.float32)
    crops = np.array([example.crop for example in examples], dtype=np.uint8)
    # Without examples, the array would have another shape.
    crops = crops.reshape(-1, *_CROP)
    faces = [
        {"tile": example.tile, "source": example.source, "sure": example.certainty}
        for example in examples
    ]
    meta = {
        "version": FILE_VERSION,
        "name": tile_set.name,
        "faces": faces,
        "sha256": _checksum(features, crops, faces),
    }
    with whole_file(path) as file:
        np.savez_compressed(
            file,
            meta=np.frombuffer(json.dumps(meta).encode(), np.uint8),
            features=features,
            crops=crops,
        )


def read_tile_set(path: Path) -> TileSet:
    """Read a tile set from one file.

    Raises:
        TileSetError: the file holds no tile set of this version, or is damaged.
    """
    title = one_line(str(path))
    return parse_tile_set(contents(path, title, TileSetError, most_megabytes=MOST_MEGABYTES), title)


def parse_tile_set(content: bytes, title: str) -> TileSet:
    """Read a tile set from the contents of a file, which may come from anybody.

    Args:
        content: the contents of the file.
        title: the file's name in messages.

    Raises:
        TileSetError: the contents are no tile set of this version, or damaged.
    """
    try:
        arrays = unpack_archive(
            content, ("meta.npy", "features.npy", "crops.npy"), most=MOST_MEGABYTES * 1_000_000
        )
        meta_bytes = _parse_array(arrays["meta.npy"], np.uint8, (_ANY,)).tobytes()
        decoded_meta = decode_json(meta_bytes, dict[str, Any], most=_MOST_META_BYTES)
        _check_version(decoded_meta.get("version"), title)
        meta = convert(decoded_meta, _SetMeta)
        features = _parse_features(arrays["features.npy"], len(meta.faces))
        crops = _parse_array(arrays["crops.npy"], np.uint8, (len(meta.faces), *_CROP))
    except TileSetError:
        # The version is wrong. Its message is kept, although this error is an ``InputError`` too.
        raise
    except InputError as error:
        raise TileSetError(f"{title}: no tile set, cut short or altered ({error})") from None
    # The checksum was made of the records of the faces as they are in the file.
    checksum = _checksum(features, crops, decoded_meta["faces"])
    if not _are_features(features) or meta.sha256 != checksum:
        raise TileSetError(f"{title}: the tile set was altered or is damaged; ask for it again")
    examples = []
    for face, face_features, crop in zip(meta.faces, features, crops, strict=True):
        example = Example(
            tile=face.tile,
            features=face_features,
            crop=crop,
            source=face.source,
            certainty=float(face.sure),
        )
        examples.append(example)
    return TileSet(check_name(meta.name), tuple(examples))


def _check_version(version: object, title: str) -> None:
    if version != FILE_VERSION:
        program = f"this program reads version {FILE_VERSION}"
        raise TileSetError(f"{title}: a tile set of version {version!s:.20}; {program}")


def _parse_features(content: bytes, count: int) -> NDArray[Any]:
    """Read the features of ``count`` examples: ``(count, 2, d)`` float32.

    Raises:
        InputError: there is no such array.
    """
    if count == 0:
        # The array of a tile set without examples has another shape. It is not read.
        return np.empty((0, 2, 0), np.float32)
    return _parse_array(content, np.float32, (count, 2, _ANY))


def _are_features(features: NDArray[Any]) -> bool:
    """Whether an array ``(n, 2, d)`` can hold features, which are vectors of unit length."""
    example_count, _, vector_length = features.shape
    if example_count == 0:
        return True
    # Not-a-number fails this comparison too.
    is_bounded = bool((np.abs(features) <= _LARGEST_NUMBER).all())
    return is_bounded and 0 < vector_length <= _LONGEST_VECTOR


def _parse_array(content: bytes, kind: type[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Read an array of a known kind and shape.

    Args:
        content: a NumPy file.
        kind: the type of the numbers.
        shape: the expected shape. ``_ANY`` stands for any length.

    Raises:
        InputError: the array is different, or there is none.
    """
    file = BytesIO(content)
    try:
        array = np.asarray(np.load(file, allow_pickle=False, max_header_size=_MOST_HEADER_BYTES))
    except Exception as error:  # noqa: BLE001  # damaged files raise errors of many kinds
        raise InputError(f"no array: {one_line(str(error))[:_MOST_REASON]}") from None
    if array.dtype != kind or not _fits(array.shape, shape):
        raise InputError("an array of another kind or size")
    return array


def _fits(shape: tuple[int, ...], expected_shape: tuple[int, ...]) -> bool:
    """Whether an array has the expected shape, in which ``_ANY`` stands for any length."""
    if len(shape) != len(expected_shape):
        return False
    for length, expected_length in zip(shape, expected_shape, strict=True):
        if expected_length not in (_ANY, length):
            return False
    return True


def _checksum(features: NDArray[Any], crops: NDArray[Any], faces: object) -> str:
    """Return the SHA-256 of the arrays and of the records of the faces, in hexadecimal digits."""
    digest = sha256(features.tobytes() + crops.tobytes())
    digest.update(json.dumps(faces, sort_keys=True).encode())
    return digest.hexdigest()
