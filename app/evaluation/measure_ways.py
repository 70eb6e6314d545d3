"""Measures the reading of hands whose claimed sets no sideways tile marks, laid in each of the ways of ``ways``.

``python -m hu.app.evaluation.measure_ways [--boxes networks] [--scenes 60]`` prints a line for each way. The way that
is held out of every choice is measured only when ``--way`` names it.
"""

import argparse
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from hu.app.evaluation.measure_field import FieldRow, judge
from hu.app.evaluation.measure_layout import Look, networks, pinhole, read_scene
from hu.app.reading.model import HandReading
from hu.vision.reader import MODELS, Reader
from hu.vision.training.faces.art import Art, default_cache
from hu.vision.training.tables.hands import Rules
from hu.vision.training.tables.ways import OPEN_WAYS, WAYS, Way, way_scene


def read_ways(way: Way, seeds: range, look: Look, rules: Rules) -> Iterator[tuple[FieldRow, HandReading]]:
    """Lay, look at and read one hand for each seed."""
    for seed in seeds:
        scene = way_scene(seed, way)
        reading, _, _ = read_scene(rules, look(scene, f"camera {way} {seed}"))
        yield judge(f"{way} {seed}", scene.hand, reading), reading


def line(rows: Sequence[FieldRow], readings: Sequence[HandReading]) -> str:
    """The figures of one way."""
    tiles = sum(row.right for row in rows) / sum(row.tiles for row in rows)
    exact, roles = (sum(values) / len(rows) for values in ([r.exact for r in rows], [r.roles for r in rows]))
    same = sum(row.truth == row.read for row in rows) / len(rows)
    asked = sum(any(doubt.as_read for doubt in reading.doubts) for reading in readings) / len(readings)
    shares = {"tiles": tiles, "exact": exact, "roles right or asked": roles, "all as laid": same, "asked": asked}
    return "  ".join(f"{name} {share:.1%}" for name, share in shares.items())


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--way", action="append", choices=WAYS, help="default: all but the one that is held out")
    parser.add_argument("--scenes", type=int, default=60, help="how many of each way")
    parser.add_argument("--first", type=int, default=0, help="the first scene's seed")
    parser.add_argument("--boxes", choices=("true", "turned", "networks"), default="true")
    parser.add_argument("--rules", default="zung-jung", help="the rule set whose hands are expected")
    parser.add_argument("--show", action="store_true", help="name each hand whose tiles or roles are wrong")
    parser.add_argument("--weights", type=Path, default=MODELS, help="folder with the networks")
    parser.add_argument("--shared", type=Path, default=Path(os.environ.get("HU_SHARED", "../shared")))
    parser.add_argument("--cache", type=Path, default=default_cache(), help="where extracted faces are kept")
    args = parser.parse_args()
    drawn = args.boxes == "networks"
    look = networks(Reader(args.weights, threads=1), Art(args.shared, args.cache)) if drawn else pinhole(args.boxes)
    for way in args.way or OPEN_WAYS:
        read = list(read_ways(way, range(args.first, args.first + args.scenes), look, args.rules))
        for row, _ in read:
            if args.show and not (row.exact and row.roles):
                print(f"  {row.name}: {row.truth}  read as {row.read}", flush=True)  # noqa: T201
        print(f"{way:9}", line(*zip(*read, strict=True)), sep="  ", flush=True)  # noqa: T201  # the command's result


if __name__ == "__main__":
    main()
