"""Where photos are read: by processes of this machine, or on a Ray cluster."""

from functools import partial
from importlib.util import find_spec

from hu.app.batch.local import read_locally
from hu.app.batch.run import Engine
from hu.scoring.errors import InputError


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
