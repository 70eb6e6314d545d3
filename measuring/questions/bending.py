"""How often rows that do not win are bent into a win, with the faces of real photos and in rendered scenes.

The detection of each labelled tile is kept, and rows are dealt from these: winning rows, winning rows with one tile
exchanged, and random rows. Real rows that nearly win are rare; the exchanged rows are the worst case.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from hu.app.evaluation.labelled import load_labelled
from hu.app.reading.candidate import face_costs
from hu.app.reading.decoding import DecodingInput, decode
from hu.scoring.shapes import wins
from hu.scoring.tiles import FACES, KINDS
from hu.vision.detection import Detection
from hu.vision.layout import DEFAULT
from hu.vision.photo.decoding import decode_photo
from measuring.asking import Answer, Asked, Row, share
from measuring.questions.layout import Look, networks, read_scene
from training.tables.dealing import deal
from training.tables.hands import RULES, HandScene, hand_scene

#: The kinds of rows that are dealt.
ROWS: Final = ("winning", "exchanged", "random")
_STANDING: Final = ("concealed", "winning")


def bending(asked: Asked) -> Answer:
    """Rows that lack one tile to win, read as a win: dealt from training photos' faces, and rendered photos."""
    faces = faces_in(asked.photos / "train", asked)
    found = []
    for kind in ROWS:
        rows = asked.scenes or 2000
        figures = tuple(share(count, rows, drawn=True) for count in measure(kind, faces, rows))
        found.append(Row(f"{kind} rows", figures, "0.5 % bent" if kind == "exchanged" else ""))
    look = networks(asked.reader, asked.art)
    bent = list(asked.each(bent_scenes(look, asked.seeds(150)), "rendered"))
    for name in (name for name, is_bent in bent if is_bent):
        asked.say(f"{name}: read as a win")
    count = sum(is_bent for _, is_bent in bent)
    found.append(
        Row("rendered photos, one tile exchanged", ("", "", share(count, len(bent), drawn=True)), "0.5 % bent")
    )
    told = tuple(row for row in found if row.target)
    return Answer(
        ("right by the networks alone", "right", "bent into a win"), told, {row.measure: row.figures for row in found}
    )


def faces_in(folder: Path, asked: Asked) -> dict[str, list[Detection]]:
    """The detections of labelled tiles, by their true faces."""
    found: dict[str, list[Detection]] = defaultdict(list)
    for labelled in asked.each(load_labelled(folder, asked.corrections)[:: asked.every or 1], folder.name):
        photo = decode_photo(labelled.path)
        if labelled.boxes is None:
            continue
        boxes = labelled.boxes * np.array([*photo.size, *photo.size])
        for detection in asked.reader.detect(photo):
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


def measure(kind: str, faces: Mapping[str, Sequence[Detection]], rows: int) -> tuple[int, ...]:
    """Deal rows of one kind and decode them: how many the networks alone read right, decoding read right and bent."""
    rng = Random(kind)
    known = [tile for tile, seen in faces.items() if seen]
    outcomes = [_decoded(rows_of(kind, known, rng), faces, rng) for _ in range(rows)]
    return tuple(sum(outcome[k] for outcome in outcomes) for k in range(3))


def _decoded(row: tuple[str, ...], faces: Mapping[str, Sequence[Detection]], rng: Random) -> tuple[bool, bool, bool]:
    seen = [rng.choice(faces[tile]) for tile in row]
    costs = face_costs(seen, DEFAULT)[:, : len(FACES)]
    costs -= costs.min(axis=1, keepdims=True)
    result = decode(DecodingInput(costs, np.full(len(row), np.inf), tuple(range(len(row)))), DEFAULT.budget_nats)
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
