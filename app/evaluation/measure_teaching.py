"""How much a taught tile set helps, on art families that no training saw.

``python -m hu.app.evaluation.measure_teaching --shared ../shared`` teaches each of the nine families in turn from
one picture of its faces, seen flat, and reads other views of them, lit, blurred and bent as in photos: untaught,
taught, with five corrections made while playing, and with the set of another family chosen by mistake.
"""

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from hu.app.sets.lessons import answered
from hu.scoring.tiles import BONUS, CLASSES
from hu.vision.classifier import classify_crops
from hu.vision.detection import Detection
from hu.vision.detector import Outline
from hu.vision.geometry import rectify
from hu.vision.reader import MODELS, Reader
from hu.vision.taught import TileSet, applied, learned, read_jointly
from hu.vision.training.data.crops import Crop
from hu.vision.training.data.unseen import HELD_FAMILIES, art_crops, varied

_CORRECTIONS = 5
_SQUARE = np.array([[0, 0], [64, 0], [64, 64], [0, 64]], dtype=np.float32)


@dataclass(slots=True)
class Tally:
    """Tiles read, and those read wrong."""

    tiles: int = 0
    wrong: int = 0

    @property
    def right(self) -> float:
        """The share read right."""
        return 1 - self.wrong / max(self.tiles, 1)

    def add(self, detections: Sequence[Detection], truth: Sequence[str]) -> None:
        """Count some tiles."""
        self.tiles += len(truth)
        self.wrong += sum(tile.tile != face for tile, face in zip(detections, truth, strict=True))


def seen(reader: Reader, crops: Sequence[Crop]) -> list[Detection]:
    """What the classifier makes of single tiles, each in a box of its own."""
    faces = np.stack([rectify(crop.image, crop.box) for crop in crops])
    found = [Outline(_SQUARE + np.float32(100 * k), 0.99, 0.0) for k in range(len(crops))]
    return classify_crops(reader.classifier, faces, found)


def families(shared: Path) -> Iterator[tuple[str, list[Crop]]]:
    """Each art family that no training saw, with its faces seen flat."""
    crops = list(art_crops(shared, HELD_FAMILIES))
    for name in sorted({crop.name.split(":")[0] for crop in crops}):
        yield name, [crop for crop in crops if crop.name.split(":")[0] == name]


def measure(shared: Path, reader: Reader, views: int) -> str:
    """The table of figures, in Markdown."""
    untaught, taught, played, mistaken = Tally(), Tally(), Tally(), Tally()
    flowers_before, flowers = Tally(), Tally()
    questions, sets, worse, seconds = [], {}, 0, []
    looks = {}
    for name, crops in families(shared):
        truth = [CLASSES[crop.label] for crop in crops]
        lesson = read_jointly(seen(reader, crops))
        questions.append(len(lesson.doubtful))
        # What is in doubt is asked, and answered rightly; a wrong face that is not asked stays wrong.
        lesson = answered(lesson, {k: truth[k] for k in lesson.doubtful})
        sets[name] = learned(TileSet(name), lesson, "lesson")
        looks[name] = [
            (seen(reader, [varied(crop, 1000 * view + k) for k, crop in enumerate(crops)]), truth)
            for view in range(views)
        ]
    rare = set(BONUS)
    for name, views_of in looks.items():
        first, faces = views_of[0]
        wrong = [k for k, tile in enumerate(first) if tile.tile != faces[k]][:_CORRECTIONS]
        corrected = TileSet(name)
        for k in wrong:
            corrected = corrected.corrected(first[k], faces[k], "played")
        for detections, truth in views_of[1:]:
            untaught.add(detections, truth)
            start = time.perf_counter()
            known = applied(sets[name], detections)
            seconds.append(time.perf_counter() - start)
            taught.add(known, truth)
            played.add(applied(corrected, detections), truth)
            bonus = [k for k, face in enumerate(truth) if face in rare]
            flowers_before.add([detections[k] for k in bonus], [truth[k] for k in bonus])
            flowers.add([known[k] for k in bonus], [truth[k] for k in bonus])
            for other, mistaken_set in sets.items():
                if other != name:
                    misled = applied(mistaken_set, detections)
                    mistaken.add(misled, truth)
                    pairs = zip(detections, misled, truth, strict=True)
                    worse += sum(before.tile == face != after.tile for before, after, face in pairs)
    rows = [
        ("top-1 per tile, untaught", f"{untaught.right:.1%} of {untaught.tiles}", ""),
        ("top-1 per tile on a taught design", f"{taught.right:.1%}", "99.7 %"),
        ("errors removed by one teaching photo", f"{1 - taught.wrong / untaught.wrong:.0%}", "80 %"),
        ("flowers and seasons, untaught", f"{flowers_before.right:.1%} of {flowers_before.tiles}", ""),
        ("flowers and seasons on a taught design", f"{flowers.right:.1%}", "99 %"),
        ("errors removed by five corrections made while playing", f"{1 - played.wrong / untaught.wrong:.0%}", "60 %"),
        ("questions while teaching a whole set, mean and most", f"{np.mean(questions):.1f}, {max(questions)}", "6"),
        ("tiles made worse by another family's set", f"{worse / mistaken.tiles:.2%}", "0.1 %"),
        ("milliseconds for a photo's tiles", f"{1000 * np.median(seconds):.1f}", "10"),
    ]
    lines = [f"| {measured} | {figure} | {target} |" for measured, figure, target in rows]
    return "\n".join(["| measure | reached | target |", "|---|---|---|", *lines])


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--weights", type=Path, default=MODELS)
    parser.add_argument("--views", type=int, default=4, help="views of each face, the first one for corrections")
    arguments = parser.parse_args()
    print(measure(arguments.shared, Reader(arguments.weights), arguments.views))  # noqa: T201


if __name__ == "__main__":
    main()
