"""Layout and decoding of hands laid out by rule, seen by a pinhole camera or rendered and found by the networks."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.app.reading.as_json import overlay_of
from hu.app.reading.model import HandReading, PhotoReading
from hu.app.reading.read import read_attempts
from hu.vision.detection import Detection, Role
from hu.vision.layout.overlay import save_overlay
from hu.vision.photo.decoding import Photo
from hu.vision.reader import Reader
from measuring.asking import Answer, Asked, Row, share
from training.faces.art import Art
from training.scenes.camera import Camera
from training.scenes.pinhole import detect, random_camera, seen
from training.scenes.rendered_hands import SHOWN, camera_seed, matched, photograph_hand
from training.tables.hands import RULES, HandScene, Rules, hand_scene


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What is given to the layout.

    Attributes:
        detections: of tiles, and perhaps of other things.
        numbers: which placed tile each detection is; -1 for none.
        missed: tiles of the hand that show but were not found.
        image: ``(h, w, 3)`` uint8 RGB, if there is a picture.
    """

    detections: list[Detection]
    numbers: list[int]
    missed: tuple[int, ...] = ()
    image: NDArray[np.uint8] | None = None


#: Looks at a scene of this name, and again where that is wanted.
Look = Callable[[HandScene, str], Iterator[Seen]]


#: What is judged of a scene.
_PARTS: Final = ("roles", "groups", "claims", "hand")


def layout(asked: Asked) -> Answer:
    """Hands laid out by rule, seen from any side and up to 45 degrees from above: every role and group right."""
    look, figures, details = looking(asked), [], {}
    for rules in asked.parts(RULES):
        outcomes = []
        for seed in asked.each(asked.seeds(500), rules):
            outcome, reading, given = measure(rules, seed, look)
            outcomes.append(outcome)
            if not outcome.right:
                asked.say(f"{outcome.name}: {outcome.said}")
                _draw(asked, f"{rules}-{seed}.png", given.image, reading)
        both = sum(outcome.roles and outcome.groups for outcome in outcomes)
        figures.append(share(both, len(outcomes), drawn=True))
        details[rules] = _details(outcomes)
    row = Row("roles and groups", tuple(figures), "92 %" if asked.boxes == "networks" else "99 %")
    return Answer(tuple(details), (row,), details)


def looking(asked: Asked) -> Look:
    """How scenes are looked at."""
    return networks(asked.reader, asked.art) if asked.boxes == "networks" else pinhole(asked.boxes)


def _details(outcomes: Sequence["SceneOutcome"]) -> dict[str, float]:
    """Shares of what is judged, and milliseconds of processor time."""
    shares = {part: sum(getattr(outcome, part) for outcome in outcomes) / len(outcomes) for part in _PARTS}
    times = sorted(outcome.seconds * 1e3 for outcome in outcomes)
    return shares | {"median ms": round(times[len(times) // 2], 1), "longest ms": round(times[-1], 1)}


def _draw(asked: Asked, name: str, image: NDArray[np.uint8] | None, reading: HandReading) -> None:
    if image is not None and (path := asked.picture(name)):
        photo = Photo(name, image, (image.shape[1], image.shape[0]))
        save_overlay(overlay_of(PhotoReading(photo, reading, 0.0)), path)


@dataclass(frozen=True, slots=True)
class SceneOutcome:
    """What came of one scene.

    Attributes:
        name: rule set, seed and style.
        roles: whether every tile has its role.
        groups: whether the hand's tiles are grouped as they lie.
        claims: whether every claimed meld is said to come from the right player.
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

    @property
    def right(self) -> bool:
        """Whether everything is."""
        return self.roles and self.groups and self.claims and self.hand


def measure(rules: Rules, seed: int, look: Look) -> tuple[SceneOutcome, HandReading, Seen]:
    """Lay out one hand, look at it, read it, and compare."""
    scene = hand_scene(seed, rules)
    reading, given, seconds = read_scene(rules, look(scene, f"camera {rules} {seed}"))
    return _compare(scene, given, reading, (f"{rules} {seed} {scene.style}", seconds)), reading, given


def read_scene(rules: str, looks: Iterator[Seen]) -> tuple[HandReading, Seen, float]:
    """Read a scene; returns the reading, the look it came of, and seconds of processor time without looking."""
    taken, looking = [next(looks)], 0.0

    def further() -> Iterator[list[Detection]]:
        nonlocal looking
        start = time.process_time()
        for look in looks:
            taken.append(look)
            looking += time.process_time() - start
            yield look.detections
            start = time.process_time()

    start = time.process_time()
    reading = read_attempts(chain([taken[0].detections], further()), rules)
    seconds = time.process_time() - start - looking
    read = {id(tile.laid.detection.box) for tile in reading.tiles}
    return reading, next(seen for seen in taken if read == {id(look.box) for look in seen.detections}), seconds


def pinhole(boxes: str = "true", noise: float = 0.0) -> Look:
    """Perfect networks.

    Args:
        boxes: ``true`` or ``turned``, as in ``training.scenes.pinhole.detect``.
        noise: corners are moved at random by about this part of a tile's width.
    """

    def look(scene: HandScene, name: str) -> Iterator[Seen]:
        rng = Random(name)
        detections, numbers = detect(scene.placed, _camera(scene, rng), rng, boxes=boxes)
        yield Seen([shaken(detection, rng, noise) for detection in detections], numbers)

    return look


def networks(reader: Reader, art: Art) -> Look:
    """Rendered pictures and the networks."""

    def look(scene: HandScene, name: str) -> Iterator[Seen]:
        rendered = photograph_hand(scene, camera_seed(name), art)
        height, width = rendered.image.shape[:2]
        photo = Photo(name, rendered.image, (width, height))
        hand = {number for number, tile in enumerate(scene.placed) if tile.role != "other"}
        shown = hand & {tile.index for tile in rendered.tiles if tile.visible >= SHOWN}
        for detections in reader.attempts(photo):
            numbers = matched(detections, rendered)
            yield Seen(detections, numbers, tuple(sorted(shown.difference(numbers))), rendered.image)

    return look


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


def _compare(scene: HandScene, given: Seen, reading: HandReading, about: tuple[str, float]) -> SceneOutcome:
    truth = [_Truth(scene.placed[n].role, scene.placed[n].group) if n >= 0 else _NOTHING for n in given.numbers]
    wrong = [f"{scene.placed[number].tile}: not found" for number in given.missed]
    wrong += [
        f"{tile.tile}: {tile.role} for {truth[tile.laid.index].role} {tile.laid.reason}".strip()
        for tile in reading.tiles
        if tile.role != truth[tile.laid.index].role
    ]
    found = _grouped((tile.laid.group if tile.role != "other" else -1, tile.laid.index) for tile in reading.tiles)
    right = _grouped((laid.group, index) for index, laid in enumerate(truth)) == found
    claims = Counter(group.claimed_from for group in reading.layout.groups if group.claimed_from)
    text = "" if reading.text == scene.text else f"{reading.text!r} for {scene.text!r}"
    return SceneOutcome(
        about[0],
        roles=not wrong,
        groups=right,
        claims=claims == Counter(source for _, source in scene.claims),
        hand=reading.text == str(scene.hand),
        seconds=about[1],
        said="; ".join([*wrong[:4], *([text] if text else []), *([] if right else ["groups differ"])]),
    )


@dataclass(frozen=True, slots=True)
class _Truth:
    """What a detection should be taken for."""

    role: Role
    group: int


_NOTHING: Final = _Truth("other", -1)


def _grouped(tiles: Iterable[tuple[int, int]]) -> set[frozenset[int]]:
    """Tiles by their groups, from pairs of both; tiles of group -1 belong to none."""
    groups: dict[int, set[int]] = {}
    for group, tile in tiles:
        groups.setdefault(group, set()).add(tile)
    return {frozenset(members) for group, members in groups.items() if group != -1}
