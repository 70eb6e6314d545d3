"""What each rule of reading is worth: photos and rendered hands, read without one rule after the other."""

import csv
import json
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hu.app.evaluation.labelled import load_labelled
from hu.app.reading.read import open_photo, read_attempts
from hu.scoring.hand import Hand
from hu.scoring.rules import DEFAULT
from hu.vision.detection import Detection
from hu.vision.layout import RULES, ReadingSettings
from hu.vision.recorded import from_record
from measuring.asking import Answer, Asked, Row
from measuring.questions.field import roles_settled
from measuring.questions.layout import pinhole
from measuring.record_reading import READINGS
from training.tables.ways import OPEN_WAYS, way_scene

#: A wrong role is one correction, like a wrong tile.
_ROLE: Final = 1


@dataclass(frozen=True, slots=True, eq=False)
class _Case:
    """Tiles that were detected, and the hand that they are.

    Attributes:
        kind: the folder, or the way in which the hand was laid.
        attempts: detections, then those of each retry.
        tiles: the truth.
        hand: the same, where the roles of its tiles are known.
    """

    kind: str
    attempts: Sequence[Sequence[Detection]]
    tiles: tuple[str, ...]
    hand: Hand | None


def rules(asked: Asked) -> Answer:
    """Corrections that each rule of reading saves and costs, in hands, and its milliseconds; photos and laid hands."""
    cases = [*_photos(asked), *_recordings(), *_laid(asked)]
    base = _read(cases, ReadingSettings())
    rows, details = [], {}
    for rule in asked.parts(RULES):
        without = _read(asked.each(cases, rule), ReadingSettings(without=frozenset([rule])))
        gained, lost = Counter[str](), Counter[str]()
        for case, (with_it, _), (errors, _) in zip(cases, base, without, strict=True):
            gained[case.kind] += errors > with_it
            lost[case.kind] += errors < with_it
        spent = sum(seconds for _, seconds in base) - sum(seconds for _, seconds in without)
        rows.append(Row(rule, (_told(gained), _told(lost), f"{spent * 1e3 / len(cases):+.2f}")))
        details[rule] = {"gained": +gained, "lost": +lost}
    return Answer(("hands better with it", "worse", "ms"), tuple(rows), details)


def _told(hands: Counter[str]) -> str:
    return ", ".join(f"{kind} {count}" for kind, count in sorted((+hands).items())) or "0"


def _read(cases: Iterator[_Case] | Sequence[_Case], settings: ReadingSettings) -> list[tuple[int, float]]:
    """Of each case the corrections that its reading needs, and the seconds of processor time that it took."""
    found = []
    for case in cases:
        started = time.process_time()
        reading = read_attempts(iter(case.attempts), DEFAULT, settings)
        seconds = time.process_time() - started
        read, truth = Counter(reading.hand.tiles), Counter(case.tiles)
        roles = case.hand is None or roles_settled(case.hand, reading)
        found.append((max((read - truth).total(), (truth - read).total()) + _ROLE * (not roles), seconds))
    return found


def _photos(asked: Asked) -> Iterator[_Case]:
    complete = asked.photos / "train" / "complete_hands.tsv"
    listed = dict(csv.reader(complete.read_text(encoding="utf-8").splitlines(), delimiter="\t"))
    train = [(complete.parent / "images" / name, tuple(tiles.split()), None) for name, tiles in listed.items()]
    others = [
        (photo.path, photo.tiles, photo.hand)
        for folder in ("loose", "tables")
        for photo in load_labelled(asked.photos / folder, asked.corrections)
    ]
    for path, tiles, hand in asked.each([*train[:: asked.every or 4], *others], "photos"):
        attempts = [list(found) for found in asked.reader.attempts(open_photo(path))]
        yield _Case(path.relative_to(asked.photos).parts[0], attempts, tiles, hand)


def _recordings(folder: Path = READINGS) -> Iterator[_Case]:
    for path in sorted(folder.glob("train-*.json")):
        record = json.loads(path.read_text(encoding="utf-8"))
        hand = Hand.from_text(record["hand"])
        yield _Case("recorded", [[from_record(tile) for tile in record["tiles"]]], hand.tiles, hand)


def _laid(asked: Asked) -> Iterator[_Case]:
    for way in OPEN_WAYS:
        for seed in asked.seeds(15):
            scene = way_scene(seed, way)
            attempts = [look.detections for look in pinhole(asked.boxes)(scene, f"camera {way} {seed}")]
            yield _Case(way, attempts, scene.hand.tiles, scene.hand)
