"""Where photos are read: by processes of this machine, or on a Ray cluster; and by which networks."""

from functools import partial
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from hu.app.batch.local import read_locally
from hu.app.batch.model import Engine, Settings
from hu.app.batch.planning import reader_digest
from hu.scoring.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hu.app.reading.read import DetectsTiles

#: Where the weights lie, as in ``hu.vision.reader``, which takes long to import.
MODELS: Final = Path(__file__).resolve().parents[2] / "models"


def engine_named(name: str, address: str | None = None) -> Engine:
    """The engine of a name.

    Args:
        name: ``local`` or ``ray``.
        address: of the Ray cluster; None starts Ray on this machine.

    Raises:
        InputError: Ray is not installed.
    """
    if name == "local":
        return read_locally
    if find_spec("ray") is None:
        raise InputError("--engine ray: Ray is not installed; pip install 'hu-mahjong[batch]'")
    from hu.app.batch.on_ray import read_on_ray  # noqa: PLC0415  # Ray takes a second to import

    return partial(read_on_ray, address=address)


def read_by_networks(weights: Path, threads: int, tile_set: Path | None = None) -> "DetectsTiles":
    """The project's own networks, loaded when the first photo comes.

    Args:
        weights: folder with the networks.
        threads: processor threads for one process; 0 takes all.
        tile_set: file of a set that was taught.
    """
    from hu.app.sets.store import read_set  # noqa: PLC0415
    from hu.vision.reader import Reader  # noqa: PLC0415  # the process that hands out photos needs no networks

    return Reader(weights, threads=threads, tile_set=read_set(tile_set) if tile_set else None)


def settings_for(
    weights: Path | None, out: Path, set_name: str | None = None, *, overlays: bool, max_megapixels: float
) -> Settings:
    """The settings of a batch read by networks.

    Args:
        weights: folder with the networks; None for the project's own.
        out: folder of the results.
        set_name: a tile set that was taught.
        overlays: whether to draw overlays and thumbnails.
        max_megapixels: larger pictures are refused.

    Raises:
        HuError: a network or the tile set is missing.
    """
    weights = (weights or MODELS).absolute()
    make: Callable[[Path, int], DetectsTiles] = read_by_networks
    taught: tuple[str, ...] = ()
    if set_name is not None:
        from hu.app.sets.store import SetStore  # noqa: PLC0415

        file = SetStore.default().file(set_name)
        make, taught = partial(read_by_networks, tile_set=file), (sha256(file.read_bytes()).hexdigest(),)
    digest = reader_digest(weights, max_megapixels, *taught)
    return Settings(make, weights, out.absolute(), digest, overlays=overlays, max_megapixels=max_megapixels)
