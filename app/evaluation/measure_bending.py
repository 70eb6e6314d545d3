"""Measures how often rows that do not win are bent into a win, with the faces of real photos.

``python -m hu.app.evaluation.measure_bending ../shared/photos/val [--rows 1000]`` reads a folder of labelled photos,
keeps the detection of each labelled tile, and deals rows from these detections: winning rows, winning rows with one
tile exchanged, and random rows. Real rows that nearly win are rare; the exchanged rows are the worst case.
``--scenes 100`` instead renders hands laid out by rule with one tile exchanged, and reads them like photos.
"""

import argparse
import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from hu.app.evaluation.labelled import load_labelled
from hu.app.evaluation.measure_layout import Look, networks, read_scene
from hu.app.reading.costs import DEFAULT, DecodingSettings, face_costs
from hu.app.reading.decoding import Puzzle, decode
from hu.scoring.readings import wins
from hu.scoring.tiles import FACES, KINDS
from hu.vision.detection import Detection
from hu.vision.photo.decoding import decode_photo
from hu.vision.photo.labels import Corrections, read_corrections
from hu.vision.reader import MODELS, Reader
from hu.vision.training.faces.art import Art, default_cache
from hu.vision.training.tables.dealing import deal
from hu.vision.training.tables.hands import RULES, HandScene, hand_scene

#: The kinds of rows that are dealt.
ROWS: Final = ("winning", "exchanged", "random")
_STANDING: Final = ("concealed", "winning")


@dataclass(frozen=True, slots=True)
class Bending:
    """How rows of one kind were read.

    Attributes:
        rows: number of rows dealt.
        raw: rows whose most likely faces are all right.
        right: rows read right after decoding.
        bent: rows read as a win that they are not.
    """

    rows: int
    raw: int
    right: int
    bent: int


def faces_in(folder: Path, reader: Reader, corrections: Corrections) -> dict[str, list[Detection]]:
    """The detections of labelled tiles, by their true faces."""
    found: dict[str, list[Detection]] = defaultdict(list)
    for labelled in load_labelled(folder, corrections):
        photo = decode_photo(labelled.path)
        if labelled.boxes is None:
            continue
        boxes = labelled.boxes * np.array([*photo.size, *photo.size])
        for detection in reader.detect(photo):
            x, y = detection.center
            inside = (boxes[:, 0] < x) & (x < boxes[:, 2]) & (boxes[:, 1] < y) & (y < boxes[:, 3])
            off = np.abs(boxes[:, [0, 1]] + boxes[:, [2, 3]] - 2 * detection.center).max(axis=1, initial=0)
            if inside.any():
                found[labelled.tiles[int(np.where(inside, off, np.inf).argmin())]].append(detection)
    return found


def rows_of(kind: str, known: Sequence[str], rng: Random) -> tuple[str, ...]:
    """Deal one row of 14 tiles, all of faces that are known."""
    while True:
        tiles = [tile for tile in deal(rng, melds=(1, 0, 0, 0, 0)).standing if kind != "random"]
        tiles = tiles or rng.sample([tile for tile in KINDS for _ in range(4)], 14)
        if kind == "exchanged":
            tiles[rng.randrange(14)] = rng.choice(KINDS)
        wanted = wins(tuple(tiles), 0) == (kind == "winning")
        if wanted and all(tile in known and tiles.count(tile) <= 4 for tile in tiles):
            return tuple(tiles)


def measure(
    kind: str, faces: Mapping[str, Sequence[Detection]], rows: int, belief: DecodingSettings = DEFAULT
) -> Bending:
    """Deal rows of one kind and decode them."""
    rng = Random(kind)
    known = [tile for tile, seen in faces.items() if seen]
    outcomes = [_decoded(rows_of(kind, known, rng), faces, rng, belief) for _ in range(rows)]
    return Bending(rows, *(sum(outcome[k] for outcome in outcomes) for k in range(3)))


def _decoded(
    row: tuple[str, ...], faces: Mapping[str, Sequence[Detection]], rng: Random, belief: DecodingSettings
) -> tuple[bool, bool, bool]:
    seen = [rng.choice(faces[tile]) for tile in row]
    costs = face_costs(seen, belief)[:, : len(FACES)]
    costs -= costs.min(axis=1, keepdims=True)
    result = decode(Puzzle(costs, np.full(len(row), np.inf), tuple(range(len(row)))), belief.budget_nats)
    raw = [detection.tile for detection in seen]
    read = list(result.hands[0].codes.values()) if result.hands else raw
    right = sorted(read) == sorted(row)
    return sorted(raw) == sorted(row), right, bool(result.hands) and not right


def spoilt(scene: HandScene, rng: Random) -> HandScene:
    """Exchange one standing tile of a hand laid out by rule, so that it does not win; its text stays as it was."""
    standing = list(scene.hand.standing)
    positions = [number for number, tile in enumerate(scene.placed) if tile.role in _STANDING and tile.tile in standing]
    melded = [tile for meld in scene.hand.melds for tile in meld.tiles]
    while True:
        position, new = rng.choice(positions), rng.choice(KINDS)
        left = list(standing)
        left.remove(scene.placed[position].tile)
        tiles = [*left, new]
        if [*tiles, *melded].count(new) <= 4 and not wins(tuple(tiles), len(scene.hand.melds)):
            placed = list(scene.placed)
            placed[position] = replace(placed[position], tile=new)
            return replace(scene, placed=tuple(placed))


def bent_scenes(look: Look, scenes: Sequence[int]) -> Iterator[tuple[str, bool]]:
    """Render hands of each rule set with one tile exchanged: their names, and whether they are read as a win."""
    for rules in RULES:
        for seed in scenes:
            scene = spoilt(hand_scene(seed, rules), Random(seed))
            name = f"camera {rules} {seed}"
            yield name, read_scene(rules, look(scene, name))[0].legal


def report(faces: Mapping[str, Sequence[Detection]], rows: int, beliefs: Sequence[DecodingSettings]) -> Iterator[str]:
    """A line for each belief and kind of row."""
    for belief in beliefs:
        for kind in ROWS:
            row = measure(kind, faces, rows, belief)
            shares = (f"{name} {getattr(row, name) / row.rows:.2%}" for name in ("raw", "right", "bent"))
            yield f"doubt {belief.doubt_share} budget {belief.budget_nats} {kind}: " + ", ".join(shares)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?", help="labelled photos to deal rows from")
    parser.add_argument("--rows", type=int, default=1000)
    parser.add_argument("--scenes", type=int, default=0, help="how many hands of each rule set to render instead")
    parser.add_argument("--first", type=int, default=0, help="the first scene's seed")
    parser.add_argument("--weights", type=Path, default=MODELS)
    parser.add_argument("--corrections", type=Path, default=Path("datasets/corrections.csv"))
    parser.add_argument("--shared", type=Path, default=Path(os.environ.get("HU_SHARED", "../shared")))
    parser.add_argument("--cache", type=Path, default=default_cache(), help="where extracted faces are kept")
    args = parser.parse_args()
    if not args.folder and not args.scenes:
        parser.error("say what to read: a folder of labelled photos, or --scenes N")
    reader = Reader(args.weights, threads=1)
    if args.scenes:
        look = networks(reader, Art(args.shared, args.cache))
        scenes = range(args.first, args.first + args.scenes)
        bent = [bent for _, bent in bent_scenes(look, scenes)]
        print(f"rendered, one tile exchanged: {len(bent)} hands, bent {sum(bent) / len(bent):.2%}")  # noqa: T201
        return
    for line in report(faces_in(args.folder, reader, read_corrections(args.corrections)), args.rows, [DEFAULT]):
        print(line)  # noqa: T201


if __name__ == "__main__":
    main()
