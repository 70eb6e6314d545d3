"""Who looks at a case: perfect networks, whose boxes are true outlines or turned rectangles, or the real networks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

import numpy as np

from hu.app.reading.read import open_photo
from hu.vision.detection import Detection
from hu.vision.photo.decoding import Photo
from hu.vision.reader import Reader
from measuring.answers import Boxes, Options
from measuring.cases import Case
from training.faces.art import Art
from training.scenes.hard import photograph_table
from training.scenes.pinhole import camera_at, detect, random_camera, visible_tiles
from training.scenes.rendered_hands import SHOWN, camera_seed, fitting_design, match_tiles, photograph_hand
from training.tables.hands import HandScene
from training.tables.whole import TableScene

#: Sides of the pictures of whole tables in pixels.
_TABLE_SIZE: Final = (1600, 1200)


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What is seen of a case."""

    detections: list[Detection]  # of tiles, and perhaps of other things
    numbers: list[int]  # the placed tile that each detection is, by its place in the scene; -1 for none
    shown: frozenset[int] = frozenset()  # the placed tiles that show
    photo: Photo | None = None  # the picture, if there is one


#: Looks at a case, and again where the reading asks for more.
Looker = Callable[[Case], Iterator[Look]]


def looker_of(options: Options) -> Looker:
    """Who looks at scenes by ``--boxes``."""
    return networks(options.reader, options.art) if options.boxes == "networks" else pinhole(options.boxes)


def pinhole(boxes: Boxes = "true") -> Looker:
    """Perfect networks behind a pinhole camera."""

    def look(case: Case) -> Iterator[Look]:
        rng, scene = Random(f"camera {case.name}"), case.source
        if isinstance(scene, TableScene):
            away = scene.half * rng.uniform(2.3, 3.0)
            aim = (rng.uniform(-1, 1), rng.uniform(-0.3, 0.0) * scene.half)
            camera = camera_at(aim, away, rng.uniform(28, 60), rng.uniform(-15, 15), rng.uniform(-6, 6))
        elif isinstance(scene, HandScene):
            # The whole hand is to be in the picture; where tiles hide each other, the best of some cameras is taken.
            hand = hand_numbers(scene)
            cameras = [random_camera(rng, scene.placed) for _ in range(8)]
            camera = max(
                cameras, key=lambda each: len(hand & {number for number, _ in visible_tiles(scene.placed, each)})
            )
        else:
            raise TypeError(case.name)
        detections, numbers = detect(scene.placed, camera, rng, boxes=boxes)
        yield Look(detections, numbers, frozenset(numbers))

    return look


def networks(reader: Reader, art: Art | None = None) -> Looker:
    """The networks, at photos and rendered pictures; scenes are drawn with the artwork."""

    def look(case: Case) -> Iterator[Look]:
        source, scene = case.source, None
        if isinstance(source, tuple):
            yield Look(list(source), [-1] * len(source))
            return
        if isinstance(source, HandScene | TableScene):
            assert art is not None  # noqa: S101  # whoever draws scenes has the artwork
            seed = camera_seed(f"camera {case.name}")
            if isinstance(source, HandScene):
                scene = photograph_hand(source, seed, art)
            else:
                design = fitting_design(seed // 2, art)
                scene = photograph_table(source, np.random.default_rng([73, seed]), design, _TABLE_SIZE)
            photo = Photo.of(scene.image, case.name)
        else:
            photo = source if isinstance(source, Photo) else open_photo(source)
        shown = frozenset(tile.index for tile in scene.tiles if tile.visible >= SHOWN) if scene else frozenset()
        for detections in reader.attempts(photo):
            numbers = match_tiles(detections, scene) if scene else [-1] * len(detections)
            yield Look(list(detections), numbers, shown, photo)

    return look


def hand_numbers(scene: HandScene | TableScene) -> frozenset[int]:
    """The photographed hand's tiles by their places in the scene."""
    return frozenset(number for number, tile in enumerate(scene.placed) if tile.role != "other")
