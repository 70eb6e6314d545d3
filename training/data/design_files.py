"""Files of drawn designs: an ``.npz`` for each design, named by its number."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hu.scoring.errors import InputError
from hu.vision.photo.files import whole_file

#: Draws a design, and returns the arrays to store, by the names that they get in the file.
DrawDesign = Callable[[np.random.Generator], Mapping[str, NDArray[Any]]]


def write_design_files(out: Path, count: int, seed: int, draw: DrawDesign) -> None:
    """Draw designs and write a file for each.

    Files of an earlier run stay as they are, so a run that was stopped can be continued.

    Args:
        out: the folder of the files, made if it does not exist.
        count: how many designs there are. Their numbers begin with 0.
        seed: decides the designs, together with their numbers.
        draw: draws a design.
    """
    out.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        path = out / f"{number:05d}.npz"
        if path.exists():
            continue
        arrays = draw(np.random.default_rng([seed, number]))
        with whole_file(path) as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]


def design_files(folder: Path) -> list[Path]:
    """The files of a folder that ``write_design_files`` wrote.

    Raises:
        InputError: the folder holds no such file.
    """
    paths = sorted(folder.glob("[0-9]*.npz"))
    if not paths:
        raise InputError(f"{folder}: no designs in it, such as 00000.npz")
    return paths
