"""The networks as a batch's processes make them."""

from pathlib import Path
from typing import Final

from hu.app.batch.model import Detects

#: Where the weights lie, as in ``hu.vision.reader``, which takes long to import.
MODELS: Final = Path(__file__).resolve().parents[2] / "models"


def read_by_networks(weights: Path, threads: int) -> Detects:
    """The project's own networks, loaded when the first photo comes.

    Args:
        weights: folder with the networks.
        threads: processor threads for one process; 0 takes all.
    """
    from hu.vision.pipeline import Pipeline  # noqa: PLC0415  # the process that hands out photos needs no networks
    from hu.vision.reader import Reader  # noqa: PLC0415

    return Pipeline(Reader(weights, threads=threads))
