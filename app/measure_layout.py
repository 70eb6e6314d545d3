"""Measures layout and decoding on hands laid out by rule, seen through a pinhole camera: no pixels, no networks.

``python -m app.measure_layout [--scenes 500] [--boxes true|turned] [--show]``
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, get_args

import numpy as np

from app.reading import PhotoReading, read_hand
from scoring.notation import format_hand
from vision.detection import Detection
from vision.layout import lay_out
from vision.training.hands import HandScene, Rules, hand_scene
from vision.training.pinhole import Camera, detect, random_camera, seen

RULES: Final[tuple[Rules, ...]] = get_args(Rules)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one scene.

    Attributes:
        name: rule set, seed and style.
        roles: whether every tile has its role.
        groups: whether the hand's tiles are grouped as they lie.
        claims: whether every claimed set is said to come from the right player.
        hand: whether the hand's text is right.
        seconds: of processor time for layout and decoding.
        said: what differs, for people.
    """

    name: str
    roles: bool
    groups: bool
    claims: bool
    hand: bool
    seconds: float
    said: str


def measure(rules: Rules, seed: int, *, boxes: str = "true", noise: float = 0.0) -> Outcome:
    """Lay out one hand, photograph it, read it, and compare.

    Args:
        rules: whose way of laying tiles.
        seed: which scene.
        boxes: ``true`` or ``turned``, as in ``vision.training.pinhole.detect``.
        noise: corners are moved at random by about this part of a tile's width.
    """
    scene, rng = hand_scene(seed, rules), Random(f"camera {rules} {seed}")
    camera = _camera(scene, rng)
    detections, numbers = detect(scene.placed, camera, rng, boxes=boxes)
    detections = [shaken(detection, rng, noise) for detection in detections]
    start = time.process_time()
    reading = read_hand(lay_out(detections, rules), rules)
    return _compare(scene, numbers, reading, (f"{rules} {seed} {scene.style}", time.process_time() - start))


def _camera(scene: HandScene, rng: Random) -> Camera:
    """A camera that has the whole hand in its picture; the best of some where tiles hide each other."""
    hand = {number for number, tile in enumerate(scene.placed) if tile.role != "other"}
    cameras = [random_camera(rng, scene.placed) for _ in range(8)]
    return max(cameras, key=lambda camera: len(hand & {number for number, _ in seen(scene.placed, camera)}))


def shaken(detection: Detection, rng: Random, noise: float) -> Detection:
    """Move a box, stretch it and turn it a little, all by about ``noise`` tile widths."""
    if not noise:
        return detection
    box, middle = detection.box, detection.center
    stretch = [1 + rng.gauss(0, noise) for _ in range(2)]
    turn = rng.gauss(0, noise / 2)
    away = (box - middle) @ np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    right = (box[1] - box[0]) / np.linalg.norm(box[1] - box[0])
    along = np.outer(away @ right, right)
    moved = middle + along * stretch[0] + (away - along) * stretch[1]
    shift = np.array([rng.gauss(0, noise), rng.gauss(0, noise)]) * detection.width / 2
    return replace(detection, box=(moved + shift).astype(np.float32))


def _compare(scene: HandScene, numbers: Sequence[int], reading: PhotoReading, about: tuple[str, float]) -> Outcome:
    layout = reading.layout
    read = {numbers[tile.index]: tile for tile in layout.tiles}
    placed = {number: scene.placed[number] for number in numbers}
    wrong = [
        f"{placed[number].tile}: {tile.role} for {placed[number].role} {tile.evidence}".strip()
        for number, tile in read.items()
        if tile.role != placed[number].role
    ]
    found = {frozenset(n for n in read if read[n].group == g) for g in {t.group for t in read.values()} - {-1}}
    truth = {frozenset(n for n in placed if placed[n].group == g) for g in {t.group for t in placed.values()} - {-1}}
    claims = Counter(group.claimed_from for group in layout.groups if group.claimed_from)
    text = "" if reading.text == scene.text else f"{reading.text!r} for {scene.text!r}"
    return Outcome(
        about[0],
        roles=not wrong,
        groups=found == truth,
        claims=claims == Counter(source for _, source in scene.claims),
        hand=reading.text == format_hand(scene.hand),
        seconds=about[1],
        said="; ".join([*wrong[:4], *([text] if text else []), *([] if found == truth else ["groups differ"])]),
    )


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--scenes", type=int, default=500, help="how many of each rule set (seeds from 0)")
    parser.add_argument("--boxes", choices=("true", "turned"), default="true")
    parser.add_argument("--noise", type=float, default=0.0, help="how far boxes are off, in tile widths")
    parser.add_argument("--show", action="store_true", help="say what is wrong with each scene that is")
    args = parser.parse_args()
    for rules in RULES:
        outcomes = [measure(rules, seed, boxes=args.boxes, noise=args.noise) for seed in range(args.scenes)]
        shares = {
            name: sum(getattr(outcome, name) for outcome in outcomes) / len(outcomes)
            for name in ("roles", "groups", "claims", "hand")
        }
        both = sum(outcome.roles and outcome.groups for outcome in outcomes) / len(outcomes)
        times = sorted(outcome.seconds for outcome in outcomes)
        print(rules, f"roles and groups {both:.1%}", *(f"{name} {share:.1%}" for name, share in shares.items()),  # noqa: T201
              f"median {times[len(times) // 2] * 1e3:.1f} ms, longest {times[-1] * 1e3:.1f} ms", sep="  ")  # fmt: skip
        for outcome in outcomes if args.show else ():
            if not (outcome.roles and outcome.groups and outcome.claims and outcome.hand):
                print(f"  {outcome.name}: {outcome.said}")  # noqa: T201


if __name__ == "__main__":
    main()
