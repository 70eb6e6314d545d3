"""Rendered tiles as a phone photographs them from the player's seat, for tests of the networks."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from training.faces.art import Art
from training.faces.blanks import USUAL
from training.faces.designs import Design, draw_inks, new_maker, pictures
from training.faces.maker import PARTS
from training.scenes.camera import View
from training.scenes.optics import Optics
from training.scenes.scenes import Settings, render
from training.scenes.solids import Picture
from training.tables.placing import Placed

_SETTINGS: Final = Settings(
    view=View(
        elevation=62,
        azimuth=-1.5,
        roll=-1.0,
        distance=24,
        offset=(0.0, 0.04),
        fill=0.92,
        tile_px=(40, 200),
        distortion=-0.01,
    ),
    optics=Optics(
        exposure=0.45, gradient=0.25, vignette=0.2, glare=0.15, defocus=0.7, noise=0.008, halo=0.2
    ),
)


def render_photo(
    placed: Sequence[Placed],
    source: str,
    shared: Path,
    rng: np.random.Generator,
    *,
    thing_count: int = 0,
) -> Picture:
    """Render a photo of tiles whose faces are all of one art source.

    Args:
        placed: the tiles on the table.
        source: the name of the art source.
        shared: the shared data folder, which has the artwork.
        rng: decides inks, light, other things and noise.
        thing_count: how many other things, or groups of them, are on the table.

    Returns:
        ``(1200, 1600, 3)`` uint8 RGB.
    """
    maker = new_maker(rng, Art(shared), hold_out=frozenset(), body=USUAL, height=256)
    source_of_part = dict.fromkeys(PARTS, source)
    faces = pictures(maker, draw_inks(maker, source_of_part, 0.0))
    design = Design(USUAL, faces, fonts=maker.fonts)
    settings = replace(_SETTINGS, thing_count=thing_count)
    return render(placed, design, settings, rng, size=(1600, 1200)).image


def render_jpeg(
    placed: Sequence[Placed],
    source: str,
    shared: Path,
    rng: np.random.Generator,
    *,
    thing_count: int = 0,
) -> bytes:
    """The file of the photo that ``render_photo`` draws for the same arguments."""
    image = render_photo(placed, source, shared, rng, thing_count=thing_count)
    content = BytesIO()
    Image.fromarray(image).save(content, "JPEG", quality=90)
    return content.getvalue()
