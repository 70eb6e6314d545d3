"""Who looks at a case: perfect networks, whose boxes are true outlines or turned rectangles, or the real networks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from hu.app.reading.read import open_photo
from hu.vision.detection import Detection
from hu.vision.photo.decoding import Photo
from hu.vision.reader import Reader
from measuring.answers import Boxes, Options
from measuring.cases import Case
from training.faces.art import Art
from training.scenes.pinhole import detect, random_camera, visible_tiles
from training.scenes.rendered_hands import SHOWN, camera_seed, match_tiles, photograph_hand
from training.scenes.scenes import Scene
from training.tables.hands import HandScene


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """What is seen of a case."""

    detections: list[Detection]  # of tiles, and perhaps of other things
    numbers: list[
        int
    ]  # the placed tile that each detection is, by its place in the scene; -1 for none
    shown: frozenset[int] = frozenset()  # the placed tiles that show


#: Looks at a case, and again where the reading asks for more.
Looker = Callable[[Case], Iterator[Look]]


def looker_of(options: Options) -> Looker:
    """The networks look at pictures; ``--boxes`` names who looks at scenes."""

    def look(case: Case) -> Iterator[Look]:
        if isinstance(case.source, HandScene) and options.boxes != "networks":
            return pinhole(options.boxes)(case)
        return networks(options.reader, options.art)(case)

    return look


def pinhole(boxes: Boxes = "true") -> Looker:
    """Perfect networks behind a pinhole camera."""

    def look(case: Case) -> Iterator[Look]:
        rng, scene = Random(f"camera {case.name}"), case.source
        assert isinstance(scene, HandScene)  # noqa: S101  # only laid hands have true boxes
        # The whole hand is to be in the picture; where tiles hide each other, the best of some cameras is taken.
        hand = hand_numbers(scene)
        cameras = [random_camera(rng, scene.placed) for _ in range(8)]
        camera = max(
            cameras,
            key=lambda each: len(
                hand & {number for number, _ in visible_tiles(scene.placed, each)}
            ),
        )
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
        if isinstance(source, HandScene):
            assert art is not None  # noqa: S101  # whoever draws scenes has the artwork
            scene = photograph_hand(source, camera_seed(f"camera {case.name}"), art)
            photo = Photo.of(scene.image, case.name)
        else:
            photo = source if isinstance(source, Photo) else open_photo(source)
        shown = (
            frozenset(tile.index for tile in scene.tiles if tile.visible >= SHOWN)
            if scene
            else frozenset()
        )
        first = reader.detect(photo)
        yield _look_of(first, scene, shown)
        for scale in reader.retry_scales:
            detections = reader.detect_at_scale(photo, first, scale)
            if detections is not None:
                yield _look_of(detections, scene, shown)

    return look


def _look_of(detections: list[Detection], scene: Scene | None, shown: frozenset[int]) -> Look:
    numbers = match_tiles(detections, scene) if scene else [-1] * len(detections)
    return Look(detections, numbers, shown)


def hand_numbers(scene: HandScene) -> frozenset[int]:
    """The photographed hand's tiles by their places in the scene."""
    return frozenset(number for number, tile in enumerate(scene.placed) if tile.role != "other")
