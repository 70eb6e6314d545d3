"""The rendered hand in ``datasets/samples``.

``python -m hu.vision.training.scenes.sample --shared ../shared --out DIR``

A winning hand with an exposed set, a flower and the winning tile apart, on faces that are free for any use (CC0).
"""

import argparse
import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from hu.scoring.errors import HuError
from hu.vision.training.faces.art import Art, default_cache
from hu.vision.training.faces.blanks import Body
from hu.vision.training.faces.designs import source_design
from hu.vision.training.scenes.camera import View
from hu.vision.training.scenes.optics import Optics
from hu.vision.training.scenes.render import label_lines
from hu.vision.training.scenes.scenes import Scene, Settings, render
from hu.vision.training.tables.placing import Placed

#: The faces' source: CC0, all 42 faces.
SOURCE: Final = "samoheen-hongkong"
HAND: Final = "234567m 55s 13p [777z] 1f +2p"
SIZE: Final = (1600, 1200)
_BODY: Final = Body(
    aspect=4 / 3,
    depth=0.75,
    corner=0.08,
    bevel=0.06,
    face=(0.95, 0.93, 0.88),
    back=(0.10, 0.45, 0.25),
    split=0.4,
    gloss=0.5,
)
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
    optics=Optics(exposure=0.45, gradient=0.25, vignette=0.2, glare=0.15, defocus=0.7, noise=0.008, halo=0.2),
    clutter=2,
)


def placed_hand() -> list[Placed]:
    """The hand as it lies before the player: flower, concealed tiles, exposed set, winning tile."""
    concealed = ["2m", "3m", "4m", "5m", "6m", "7m", "5s", "5s", "1p", "3p"]
    tiles = [Placed("1f", -1.9, 0.0, 0.02, role="bonus", group=0)]
    tiles += [
        Placed(tile, float(k) * 1.01, 0.01 * (k % 3), 0.008 * (k % 2), role="concealed", group=1)
        for k, tile in enumerate(concealed)
    ]
    # Claimed from the left-hand player: the set's first tile lies sideways.
    tiles.append(Placed("7z", 10.9, -1 / 6, np.pi / 2 + 0.01, role="meld", group=2))
    tiles += [Placed("7z", 12.09 + 1.01 * k, 0.0, -0.01, role="meld", group=2) for k in range(2)]
    return [*tiles, Placed("2p", 15.6, 0.05, -0.05, role="winning", group=3)]


def sample(art: Art, seed: int) -> Scene:
    """The sample's scene."""
    rng = np.random.default_rng(seed)
    design = source_design(SOURCE, art, _BODY, rng, height=256)
    return render(placed_hand(), design, _SETTINGS, rng, SIZE)


def write(scene: Scene, out: Path) -> None:
    """Write the picture and the truth beside it."""
    for folder in ("images", "labels43"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    packed = cv2.imencode(".jpg", scene.image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
    (out / "images" / "hand.jpg").write_bytes(packed.tobytes())
    lines = "".join(line + "\n" for line in label_lines(scene, kinds=True))
    (out / "labels43" / "hand.txt").write_text(lines, encoding="utf-8")
    record = {"photo": "hand.jpg", "hand": HAND}
    (out / "hands.jsonl").write_text(json.dumps(record) + "\n", encoding="utf-8")


def main(arguments: Iterable[str] | None = None) -> int:
    """Run from the command line; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(os.environ.get("HU_SHARED", "../shared")))
    parser.add_argument("--out", type=Path, default=Path("datasets/samples"))
    parser.add_argument("--seed", type=int, default=10)
    parser.add_argument("--cache", type=Path, default=default_cache())
    given = parser.parse_args(None if arguments is None else list(arguments))
    try:
        write(sample(Art(given.shared, given.cache), given.seed), given.out)
    except HuError as problem:
        print(f"sample: {problem}", file=sys.stderr)  # noqa: T201
        return problem.exit_code
    return 0


if __name__ == "__main__":
    sys.exit(main())
