"""Failures by class: on ``photos/val``, on a part of ``photos/train``, and on hands laid in the open ways."""

from collections.abc import Iterator

from hu.app.evaluation.asking import Answer, Asked
from hu.app.evaluation.failures import Failure, counts, of_hand, of_photos, sheet, spread
from hu.app.evaluation.judging import judge_photos
from hu.app.evaluation.labelled import load_labelled
from hu.app.reading.interpret import read_attempts
from hu.scoring.rules import DEFAULT
from hu.vision.photo.decoding import Photo
from hu.vision.training.scenes.rendered_hands import camera_seed, matched, photograph_hand
from hu.vision.training.tables.ways import OPEN_WAYS, Way, way_scene


def failures(asked: Asked) -> Answer:
    """Errors by class on photos/val, on one photo in five of photos/train, and on rendered hands in each way."""
    found = list(on_photos("val", 1, asked))
    found += on_photos("train", asked.every or 5, asked)
    found += (failure for way in asked.parts(OPEN_WAYS) for failure in on_way(way, asked))
    if path := asked.picture("failures.png"):
        sheet(spread([failure for failure in found if failure.cell], 60)).save(path)
    return counts(found)


def on_photos(name: str, every: int, asked: Asked) -> Iterator[Failure]:
    """The failures on one photo in ``every`` of a labelled folder."""
    labelled = load_labelled(asked.photos / name, asked.corrections)[::every]
    return of_photos(judge_photos(asked.each(labelled, name), asked.reader)[0], name)


def on_way(way: Way, asked: Asked) -> Iterator[Failure]:
    """The failures on rendered hands that lie in one way."""
    for seed in asked.each(asked.seeds(10), way):
        scene, name = way_scene(seed, way), f"{way} {seed}"
        photo = photograph_hand(scene, camera_seed(f"camera {name}"), asked.art)
        height, width = photo.image.shape[:2]
        attempts = list(asked.reader.attempts(Photo(name, photo.image, (width, height))))
        reading = read_attempts(attempts, DEFAULT)
        read = {id(tile.laid.detection.box) for tile in reading.tiles}
        taken = next(tiles for tiles in attempts if read == {id(tile.box) for tile in tiles})
        yield from of_hand(name, scene, photo, reading, matched(taken, photo))
