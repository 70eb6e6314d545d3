"""The rendered hands in ``datasets/samples``: one for rules with flowers, one for Riichi, one for MCR.

``python -m training.sample --shared ../shared --out DIR [NAME...]``

Each lies before its player, claimed sets behind a gap and the winning tile apart, on faces that are free for any use
(CC0).
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from hu.scoring.hand import Hand
from training.command import new_parser, run
from training.faces.art import Art
from training.faces.blanks import USUAL
from training.faces.designs import source_design
from training.render import label_lines
from training.scenes.camera import View
from training.scenes.optics import Optics
from training.scenes.scenes import Scene, Settings, render
from training.tables.placing import Placed

#: The faces' source: CC0, all 42 faces.
SOURCE: Final = "samoheen-hongkong"
#: The hands by the names of their pictures, each with the seed of its picture.
HANDS: Final = {
    "hand": ("234567m 55s 13p [777z] 1f +2p", 10),
    "riichi": ("234567m 345p 6788s +8s", 11),
    "mcr": ("123p 12378s 55z [123m] 3f +9s", 12),
}
SIZE: Final = (1600, 1200)
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
    things=2,
)


def placed_hand(name: str = "hand") -> list[Placed]:
    """The hand as it lies before the player: flowers, concealed tiles, claimed sets, winning tile."""
    hand = Hand.from_text(HANDS[name][0])
    tiles = [Placed(tile, -1.9 - 1.05 * k, 0.0, 0.02, role="bonus", group=0) for k, tile in enumerate(hand.bonus)]
    tiles += [
        Placed(tile, float(k) * 1.01, 0.01 * (k % 3), 0.008 * (k % 2), role="concealed", group=1)
        for k, tile in enumerate(hand.concealed)
    ]
    x = 1.01 * (len(hand.concealed) - 1)
    for group, meld in enumerate(hand.melds, 2):
        # Claimed from the left-hand player: the set's first tile lies sideways.
        first, *rest = meld.tiles
        tiles.append(Placed(first, x + 1.81, -1 / 6, np.pi / 2 + 0.01, role="meld", group=group))
        tiles += [Placed(tile, x + 3.0 + 1.01 * k, 0.0, -0.01, role="meld", group=group) for k, tile in enumerate(rest)]
        x += 3.0 + 1.01 * (len(rest) - 1)
    group = 2 + len(hand.melds)
    return [*tiles, Placed(str(hand.winning), x + 2.5, 0.05, -0.05, role="winning", group=group)]


def sample(art: Art, name: str) -> Scene:
    """A sample's scene."""
    rng = np.random.default_rng(HANDS[name][1])
    design = source_design(SOURCE, art, USUAL, rng, height=256)
    return render(placed_hand(name), design, _SETTINGS, rng, SIZE)


def main(arguments: Sequence[str] | None = None) -> None:
    """Write pictures and their labels, and the hands of all of them."""
    parser = new_parser(__doc__, shared=True)
    parser.add_argument("names", nargs="*", default=list(HANDS), metavar="NAME")
    parser.add_argument("--out", type=Path, default=Path("datasets/samples"))
    given = parser.parse_args(arguments)
    if unknown := set(given.names) - HANDS.keys():
        parser.error(f"no sample {min(unknown)!r}; there are {', '.join(HANDS)}")
    for folder in ("images", "labels43"):
        (given.out / folder).mkdir(parents=True, exist_ok=True)
    for name in given.names:
        scene = sample(Art(given.shared), name)
        packed = cv2.imencode(".jpg", scene.image[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, 88])[1]
        (given.out / "images" / f"{name}.jpg").write_bytes(packed.tobytes())
        lines = "".join(line + "\n" for line in label_lines(scene, kinds=True))
        (given.out / "labels43" / f"{name}.txt").write_text(lines, encoding="utf-8")
    records = (json.dumps({"photo": f"{name}.jpg", "hand": hand}) + "\n" for name, (hand, _) in HANDS.items())
    (given.out / "hands.jsonl").write_text("".join(records), encoding="utf-8")


if __name__ == "__main__":
    run(main)
