"""The settings of a batch: everything that a reading process needs besides the photos."""

from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from hu.scoring.errors import HuError
from hu.vision.networks.calibration import FITTED, MODELS
from hu.vision.networks.weights import modern_networks
from hu.vision.photo.files import MAX_MEGAPIXELS

#: The networks that every folder of networks has, and the numbers that were fitted to them.
_NETWORK_FILES: Final = ("detector.onnx", "classifier.onnx", FITTED)


@dataclass(frozen=True, slots=True)
class BatchSettings:
    """The settings that every reading process needs. They are plain data, so they can be pickled.

    Attributes:
        weights: the folder of the networks.
        out: the folder of the results.
        reader: a digest of everything that a reading depends on, except the photo and the rule set.
        tile_set: the file of a taught tile set, or None.
        overlays: whether overlays and thumbnails are drawn.
        max_megapixels: larger pictures are refused.
    """

    weights: Path
    out: Path
    reader: str
    tile_set: Path | None = None
    overlays: bool = True
    max_megapixels: float = MAX_MEGAPIXELS


def make_settings(
    out: Path,
    weights: Path | None = None,
    set_name: str | None = None,
    *,
    overlays: bool = True,
    max_megapixels: float = MAX_MEGAPIXELS,
) -> BatchSettings:
    """Make the settings of a batch.

    Args:
        out: the folder of the results.
        weights: the folder of the networks, or None for the project's own.
        set_name: the name of a taught tile set, or None.
        overlays: whether overlays and thumbnails are drawn.
        max_megapixels: larger pictures are refused.

    Raises:
        HuError: a network or the tile set is missing.
    """
    weights = (weights or MODELS).absolute()
    tile_set = None
    if set_name is not None:
        from hu.app.sets.store import TileSetStore  # noqa: PLC0415  # it decodes pictures

        tile_set = TileSetStore.default().file(set_name)
    return BatchSettings(
        weights=weights,
        out=out.absolute(),
        reader=reader_digest(weights, max_megapixels, tile_set),
        tile_set=tile_set,
        overlays=overlays,
        max_megapixels=max_megapixels,
    )


def reader_digest(weights: Path, max_megapixels: float, tile_set: Path | None) -> str:
    """Compute a digest of everything that a reading depends on, except the photo and the rule set.

    Args:
        weights: the folder of the networks.
        max_megapixels: larger pictures are refused.
        tile_set: the file of a taught tile set, or None.

    Returns:
        16 hexadecimal digits. They change with the program, the networks and the settings.

    Raises:
        HuError: a network is missing.
    """
    try:
        program = version("hu-mahjong")
    except PackageNotFoundError:
        program = "unknown"
    parameters: tuple[object, ...] = (max_megapixels,)
    if tile_set is not None:
        parameters = (max_megapixels, sha256(tile_set.read_bytes()).hexdigest())
    digest = sha256(f"{program} {parameters}".encode())
    for name in (*_NETWORK_FILES, *modern_networks(weights)):
        try:
            content = (weights / name).read_bytes()
        except OSError as error:
            reason = f"{error.strerror}; name the folder of the networks with --weights"
            raise HuError(f"{weights / name}: {reason}") from None
        digest.update(sha256(content).digest())
    return digest.hexdigest()[:16]
