"""Counts failures by class: on ``photos/val``, on a part of ``photos/train``, and on hands laid in the open ways.

``python -m hu.app.evaluation.measure_failures --sheet FILE`` prints the counts and draws 60 failures.
"""

import argparse
import os
from collections.abc import Iterator
from pathlib import Path

from hu.app.evaluation.failures import Failure, counts, of_hand, of_photos, sheet, spread
from hu.app.evaluation.judging import judge_photos
from hu.app.evaluation.labelled import load_labelled
from hu.app.reading.interpret import read_attempts
from hu.scoring.rules import DEFAULT
from hu.vision.photo.decoding import Photo
from hu.vision.photo.labels import read_corrections
from hu.vision.reader import MODELS, Reader
from hu.vision.training.faces.art import Art, default_cache
from hu.vision.training.scenes.rendered_hands import camera_seed, matched, photograph_hand
from hu.vision.training.tables.ways import OPEN_WAYS, Way, way_scene


def on_photos(folder: Path, datasets: Path, reader: Reader, step: int = 1) -> Iterator[Failure]:
    """The failures on every ``step``-th photo of a labelled folder."""
    labelled = load_labelled(folder, read_corrections(datasets / "corrections.csv"))[::step]
    return of_photos(judge_photos(labelled, reader)[0], folder.name)


def on_way(way: Way, seeds: range, reader: Reader, art: Art) -> Iterator[Failure]:
    """The failures on rendered hands that lie in one way."""
    for seed in seeds:
        scene, name = way_scene(seed, way), f"{way} {seed}"
        photo = photograph_hand(scene, camera_seed(f"camera {name}"), art)
        height, width = photo.image.shape[:2]
        attempts = list(reader.attempts(Photo(name, photo.image, (width, height))))
        reading = read_attempts(attempts, DEFAULT)
        read = {id(tile.laid.detection.box) for tile in reading.tiles}
        taken = next(tiles for tiles in attempts if read == {id(tile.box) for tile in tiles})
        yield from of_hand(name, scene, photo, reading, matched(taken, photo))


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path(os.environ.get("HU_SHARED", "../shared")))
    parser.add_argument("--datasets", type=Path, default=Path("datasets"))
    parser.add_argument("--weights", type=Path, default=MODELS, help="folder with the networks")
    parser.add_argument("--cache", type=Path, default=default_cache(), help="where extracted faces are kept")
    parser.add_argument("--step", type=int, default=5, help="read one photo in this many of photos/train")
    parser.add_argument("--scenes", type=int, default=10, help="how many rendered hands of each way")
    parser.add_argument("--first", type=int, default=0, help="the first hand's seed")
    parser.add_argument("--sheet", type=Path, help="draw 60 failures into this picture")
    args = parser.parse_args()
    reader, art = Reader(args.weights, threads=1), Art(args.shared, args.cache)
    found = list(on_photos(args.shared / "photos" / "val", args.datasets, reader))
    found += on_photos(args.shared / "photos" / "train", args.datasets, reader, args.step)
    seeds = range(args.first, args.first + args.scenes)
    found += (failure for way in OPEN_WAYS for failure in on_way(way, seeds, reader, art))
    print(*counts(found), sep="\n")  # noqa: T201  # the command's result
    if args.sheet:
        sheet(spread([failure for failure in found if failure.cell], 60)).save(args.sheet)


if __name__ == "__main__":
    main()
