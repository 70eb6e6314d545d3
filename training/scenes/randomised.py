"""Training scenes drawn at random: a set, a layout, a table, a phone."""

from dataclasses import replace

import numpy as np

from training.faces.designs import Design
from training.scenes.camera import View
from training.scenes.optics import random_optics
from training.scenes.scenes import Scene, Settings, render
from training.tables.hands import Rules, hand_scene
from training.tables.layouts import random_layout
from training.tables.placing import LENGTH


def random_view(rng: np.random.Generator) -> View:
    """Mostly from the player's seat, at any height from flat to straight down, sometimes from anywhere."""
    free = rng.random() < 0.25
    steep = rng.random() < 0.35
    return View(
        elevation=float(rng.uniform(72, 90) if steep else rng.uniform(25, 75)),
        azimuth=float(rng.uniform(-180, 180) if free else rng.normal(0, 14)),
        roll=float(rng.uniform(-180, 180) if rng.random() < 0.15 else rng.normal(0, 5)),
        distance=float(np.exp(rng.uniform(np.log(9), np.log(45)))),
        fill=float(rng.choice([rng.uniform(0.6, 0.98), rng.uniform(0.98, 1.25)], p=[0.88, 0.12])),
        tile_px=(14.0, float(rng.uniform(60, 95))),
        squeeze=float(rng.choice([1.0, rng.uniform(0.75, 1.34)], p=[0.65, 0.35])),
        distortion=float(rng.normal(0, 0.015)),
        offset=(float(rng.normal(0, 0.05)), float(rng.normal(0, 0.12))),
    )


def random_settings(rng: np.random.Generator) -> Settings:
    """Camera, phone and table of one training scene."""
    return Settings(
        view=random_view(rng),
        optics=random_optics(rng),
        things=int(rng.integers(1, 8)) if rng.random() < 0.5 else 0,
        rail=bool(rng.random() < 0.3),
        hands=int(rng.choice([0, 1, 2], p=[0.85, 0.11, 0.04])),
        far=float(rng.uniform(3, 60)),
        holder="tray" if rng.random() < 0.12 else "none",
    )


def random_scene(rng: np.random.Generator, size: tuple[int, int], design: Design) -> Scene:
    """A training scene: tiles at random, or a winning hand as players lay it where the tiles have usual proportions."""
    if abs(design.body.aspect - LENGTH) < 0.07 and rng.random() < 0.45:
        rules: Rules = "fimj" if rng.random() < 0.3 else "zung-jung"
        placed = list(hand_scene(int(rng.integers(2**31)), rules).placed)
    else:
        placed = random_layout(rng, design.body.aspect)
    settings = random_settings(rng)
    if any(tile.pose == "standing" and tile.group >= 0 for tile in placed):
        settings = replace(settings, holder="rack" if rng.random() < 0.4 else "none")
    return render(placed, design, settings, rng, size)
