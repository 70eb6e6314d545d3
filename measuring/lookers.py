"""Lookers: perfect networks, whose boxes are true or turned outlines, and the real networks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Final

from hu.app.reading.read import open_photo
from hu.vision.detection import Detection
from hu.vision.photo.decoding import Photo
from hu.vision.reader import Reader
from measuring.answers import Boxes, Options
from measuring.cases import Case
from training.faces.art import Art
from training.scenes.camera import Camera
from training.scenes.pinhole import detect, random_camera, visible_tiles
from training.scenes.rendered_hands import SHOWN, camera_seed, match_tiles, photograph_hand
from training.scenes.scenes import Scene
from training.tables.hands import HandScene

#: Random cameras of which the best is taken.
_CAMERAS: Final = 8
#: The number of a detection that is no tile of a scene.
_NO_TILE: Final = -1


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The detections in a case.

    Attributes:
        detections: detected tiles. A detection may be wrong, and show no tile.
        numbers: for each detection, the index of its tile among the placed tiles of the scene. -1
            if it is no tile of a scene.
        shown: the indices of the placed tiles that show. Empty if the case is no scene.
    """

    detections: list[Detection]
    numbers: list[int]
    shown: frozenset[int] = frozenset()


#: Looks at a case, and again if the reading asks for more.
Looker = Callable[[Case], Iterator[Look]]


def looker_of(options: Options) -> Looker:
    """Return a looker for the options of a question.

    It shows scenes to the networks that ``--boxes`` names, and pictures to the real networks.
    """

    def look(case: Case) -> Iterator[Look]:
        if isinstance(case.source, HandScene) and options.boxes != "networks":
            return pinhole(options.boxes)(case)
        return networks(options.reader, options.art)(case)

    return look


def pinhole(boxes: Boxes = "true") -> Looker:
    """Return perfect networks behind a pinhole camera.

    Args:
        boxes: ``true`` for the outlines of the tiles, ``turned`` for the rectangles that an
            oriented detector gives.
    """

    def look(case: Case) -> Iterator[Look]:
        scene = case.source
        assert isinstance(scene, HandScene)  # noqa: S101  # only laid hands have true boxes
        rng = Random(f"camera {case.name}")
        camera = _choose_camera(scene, rng)
        # Perfect networks detect each tile that shows, and nothing else.
        detections, numbers = detect(scene.placed, camera, rng, boxes=boxes)
        yield Look(detections, numbers, shown=frozenset(numbers))

    return look


def _choose_camera(scene: HandScene, rng: Random) -> Camera:
    """Choose the random camera that shows most tiles of the photographed hand.

    A tile does not show if it is outside the picture, or if other tiles hide it.
    """
    hand = hand_numbers(scene)

    def count_shown_tiles(camera: Camera) -> int:
        shown = {number for number, _outline in visible_tiles(scene.placed, camera)}
        return len(hand & shown)

    cameras = [random_camera(rng, scene.placed) for _ in range(_CAMERAS)]
    # The first, if several show as many.
    return max(cameras, key=count_shown_tiles)


def networks(reader: Reader, art: Art | None = None) -> Looker:
    """Return the real networks.

    Args:
        reader: the networks.
        art: the artwork that scenes are drawn with. None if no case is a scene.
    """

    def look(case: Case) -> Iterator[Look]:
        source = case.source
        if isinstance(source, tuple):
            # Recorded detections belong to no scene.
            detections = list(source)
            yield Look(detections, numbers=[_NO_TILE] * len(detections))
            return
        scene = None
        if isinstance(source, HandScene):
            assert art is not None  # noqa: S101  # whoever draws scenes has the artwork
            scene = photograph_hand(source, camera_seed(f"camera {case.name}"), art)
            photo = Photo.of(scene.image, case.name)
        elif isinstance(source, Photo):
            photo = source
        else:
            photo = open_photo(source)

        first = reader.detect(photo)
        yield _look_of(first, scene)
        for scale in reader.retry_scales:
            retry = reader.detect_at_scale(photo, first, scale)
            if retry is not None:
                yield _look_of(retry, scene)

    return look


def _look_of(detections: list[Detection], scene: Scene | None) -> Look:
    """Match detections with the tiles of a scene, if they come from a scene."""
    if scene is None:
        return Look(detections, numbers=[_NO_TILE] * len(detections))
    shown = frozenset(tile.index for tile in scene.tiles if tile.visible >= SHOWN)
    return Look(detections, match_tiles(detections, scene), shown)


def hand_numbers(scene: HandScene) -> frozenset[int]:
    """Return the indices of the photographed hand's tiles among the placed tiles of a scene."""
    return frozenset(number for number, tile in enumerate(scene.placed) if tile.role != "other")
