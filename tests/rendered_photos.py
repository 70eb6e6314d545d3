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
    things: int = 0,
) -> Picture:
    """Tiles with all faces of one art source, some things about them."""
    maker = new_maker(rng, Art(shared), frozenset(), USUAL, 256)
    design = Design(
        USUAL,
        pictures(maker, draw_inks(maker, dict.fromkeys(PARTS, source), 0.0)),
        fonts=maker.fonts,
    )
    return render(placed, design, replace(_SETTINGS, thing_count=things), rng, (1600, 1200)).image


def render_jpeg(
    placed: Sequence[Placed],
    source: str,
    shared: Path,
    rng: np.random.Generator,
    *,
    things: int = 0,
) -> bytes:
    """The file of a photo that ``render_photo`` draws."""
    image = render_photo(placed, source, shared, rng, things=things)
    content = BytesIO()
    Image.fromarray(image).save(content, "JPEG", quality=90)
    return content.getvalue()
