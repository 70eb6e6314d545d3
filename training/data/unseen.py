"""Faces that no training saw, and how well they are read.

They are of art families held out, of designs of single tiles that a training left out, and of
modern sets in drawings and typefaces held out.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Literal

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.scoring.errors import InputError
from hu.scoring.tiles import CLASSES, FACES
from hu.vision.geometry import rectified_corners
from training.data.crops import Crop, flat_crop
from training.data.datasets import DATASETS, column
from training.data.variation import vary
from training.faces.art import FAMILY, Art
from training.faces.corner.designs import corner_design, dark_design

#: Families of art that no training uses: pixel art, drawings, photographs of engraved tiles.
HELD_FAMILIES: Final = (
    "ffalt-classic",
    "gleitz",
    "gnome-postmodern",
    "kde-traditional",
    "pysol-amber",
    "pysol-maple",
    "rutopio",
    "samoheen",
    "xmahjongg-real",
)
#: How many modern sets are drawn to measure with.
UNSEEN_DESIGNS: Final = 40
#: First part of the seeds of these sets.
_UNSEEN_SEED: Final = 9101
#: Height of the faces of these sets in pixels.
_FLAT_HEIGHT: Final = 96
#: Height and width in pixels of the ivory tiles that artwork is printed on.
_IVORY_PX: Final = (128, 96)
#: The colour of these tiles, RGB levels.
_IVORY: Final = (243, 238, 222)


def pictures_of(designs: str, datasets: Path = DATASETS) -> list[str]:
    """List the single-tile pictures of some designs.

    Args:
        designs: their letters with commas between, or ``all``. Empty for no pictures.
        datasets: the folder of ``designs.csv``.

    Raises:
        InputError: a design does not exist.
    """
    path = datasets / "designs.csv"
    design_of = column(path, "file", "design")
    existing = set(design_of.values())
    if designs == "all":
        wanted = existing
    else:
        wanted = {name.strip() for name in designs.split(",") if name.strip()}
    missing = sorted(wanted - existing)
    if missing:
        choices = ", ".join(sorted(existing))
        raise InputError(f"designs {', '.join(missing)}: not in {path}, which has {choices}")
    return [file for file, design in design_of.items() if design in wanted]


def art_crops(shared: Path, families: Sequence[str]) -> Iterator[Crop]:
    """Yield every face of the families' sources on an ivory tile, seen flat."""
    rng = np.random.default_rng(1)
    art = Art(shared)
    sources = sorted(name for name, family in FAMILY.items() if family in families)
    for source in sources:
        for code in FACES:
            ink = art.faces(source).get(code)
            if ink is not None:
                name = f"{FAMILY[source]}/{source}:{code}"
                yield flat_crop(on_ivory(ink), CLASSES.index(code), name, rng)


def modern_crops(
    shared: Path, kind: Literal["corner", "dark"], designs: int = UNSEEN_DESIGNS
) -> Iterator[Crop]:
    """Yield the faces of modern sets that no training saw, seen flat.

    Args:
        shared: the shared data folder.
        kind: ``corner`` for sets with numerals in the corners, in drawings and typefaces held out.
            ``dark`` for sets of ``dark_design`` whose artwork was held out.
        designs: how many sets.
    """
    art = Art(shared)
    # Faces of the artwork come from families that no training used. So all other families are held
    # out here.
    trained_families = frozenset(FAMILY.values()) - frozenset(HELD_FAMILIES)
    for number in range(designs):
        rng = np.random.default_rng([_UNSEEN_SEED, number])
        if kind == "corner":
            design = corner_design(rng, art, trained_families, _FLAT_HEIGHT, purpose="measuring")
        else:
            design = dark_design(rng, art, trained_families, _FLAT_HEIGHT)
        for code in FACES:
            label = CLASSES.index(code)
            yield flat_crop(design.face(code, _FLAT_HEIGHT), label, f"{kind}/{number}:{code}", rng)


def on_ivory(ink: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Print ink, ``(h, w, 4)`` uint8 RGBA, on an ivory tile, ``(128, 96, 3)`` uint8 RGB."""
    height, width = _IVORY_PX
    tile = np.full((height, width, 3), _IVORY, dtype=np.uint8)
    scale = min(0.82 * width / ink.shape[1], 0.84 * height / ink.shape[0])
    small = cv2.resize(ink, (0, 0), fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    y = (height - small.shape[0]) // 2
    x = (width - small.shape[1]) // 2
    part = tile[y : y + small.shape[0], x : x + small.shape[1]]
    alpha = small[:, :, 3:].astype(np.float32) / 255
    part[:] = (small[:, :, :3] * alpha + part * (1 - alpha)).astype(np.uint8)
    return tile


def figures(logits: NDArray[np.float32], crops: Sequence[Crop]) -> dict[str, Any]:
    """Compute the shares of crops whose face is the first guess, or among the first three.

    Args:
        logits: ``(n, 48)`` of the classifier. The first 43 are of the classes.
        crops: the crops in the same order, with their labels.

    Returns:
        ``tiles``, the number of crops, and the shares ``top1`` and ``top3``, from 0 to 1.
    """
    labels = np.array([crop.label for crop in crops])
    ranked = np.argsort(-logits[:, : len(CLASSES)], axis=1)
    is_right = ranked[:, :3] == labels[:, None]
    top1 = round(float(is_right[:, 0].mean()), 4)
    top3 = round(float(is_right.any(axis=1).mean()), 4)
    return {"tiles": len(crops), "top1": top1, "top3": top3}


def vary_upright(crop: Crop, number: int) -> Crop:
    """Show a crop as a photo might show it, upright.

    Args:
        crop: the crop. Its turn must be known: ``turns`` is not -1.
        number: seeds the variation.
    """
    rng = np.random.default_rng([7, number])
    # Some variations are turned by quarters. Draw until a variation is upright.
    while True:
        face, turns = vary(crop, rng)
        if turns == 0:
            box = rectified_corners(face.shape[0])
            return Crop(face, box, crop.label, turns=0, kind=crop.kind, name=crop.name)
