"""The finder's training data: real photos with their boxes turned as the tiles lie, and rendered scenes.

``python -m vision.training.finder_data --shared ../shared --scenes DIR... --out DATA`` writes links to the pictures
and Ultralytics' oriented labels (class, four corners) for the classes ``face`` and ``back``.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.training.crops import label_boxes, read_rgb

Box = NDArray[np.float32]


def oriented(boxes: Sequence[Box]) -> list[Box]:
    """Turn the axis-aligned boxes of a photo's tiles as the tiles lie, where their row tells.

    Photo labels enclose turned tiles with upright boxes. Neighbours in a row give the row's slope, and slope and
    extent give the tile's own sides. Boxes without neighbours, and slopes too steep for the sum, stay as they are.
    """
    if not boxes:
        return []
    centers = np.array([box.mean(axis=0) for box in boxes])
    spans = np.array([box[2] - box[0] for box in boxes])
    return [_oriented(number, boxes[number], centers, spans) for number in range(len(boxes))]


def _oriented(number: int, box: Box, centers: NDArray[np.float64], spans: NDArray[np.float64]) -> Box:
    slope = _slope(number, centers, spans)
    cos, sin = np.cos(slope), abs(np.sin(slope))
    if not 0.03 < abs(slope) < 0.45:
        return box
    width, height = np.linalg.solve(np.array([[cos, sin], [sin, cos]]), spans[number])
    if not (0.55 * spans[number][0] < width and 0.55 * spans[number][1] < height):
        return box
    x, y = np.array([np.cos(slope), np.sin(slope)]) * width / 2, np.array([-np.sin(slope), np.cos(slope)]) * height / 2
    return np.array(
        [centers[number] + s * x + t * y for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))], dtype=np.float32
    )


def _slope(number: int, centers: NDArray[np.float64], spans: NDArray[np.float64]) -> float:
    """Slope of the row through a tile in radians, 0 where it lies in none."""
    away = centers - centers[number]
    near = (np.abs(away[:, 0]) < 1.5 * spans[number][0]) & (np.abs(away[:, 1]) < 0.45 * spans[number][1])
    near[number] = False
    if not near.any():
        return 0.0
    return float(np.median(np.arctan(away[near, 1] / np.where(away[near, 0] == 0, 1e-6, away[near, 0]))))


def write_photo_labels(folder: Path, out: Path, prefix: str) -> int:
    """Link a folder of real photos into ``out`` with oriented labels; returns how many."""
    paths = sorted((folder / "images").iterdir())
    for path in paths:
        height, width = read_rgb(path).shape[:2]
        found = label_boxes(folder / "labels" / f"{path.stem}.txt", width, height)
        boxes = oriented([box for _, _, box in found])
        scale = np.array([width, height])
        lines = [f"0 {' '.join(f'{v:.5f}' for v in np.clip(box / scale, 0, 1).ravel())}" for box in boxes]
        _place(path, lines, out, f"{prefix}{path.stem}")
    return len(paths)


def link_scenes(folder: Path, out: Path, prefix: str) -> int:
    """Link a folder of rendered scenes (``images/``, oriented ``labels/``) into ``out``; returns how many."""
    paths = sorted((folder / "images").iterdir())
    for path in paths:
        lines = (folder / "labels" / f"{path.stem}.txt").read_text(encoding="utf-8").splitlines()
        _place(path, lines, out, f"{prefix}{path.stem}")
    return len(paths)


def _place(path: Path, lines: Sequence[str], out: Path, stem: str) -> None:
    for part in ("images", "labels"):
        (out / part / "train").mkdir(parents=True, exist_ok=True)
    link = out / "images" / "train" / f"{stem}{path.suffix}"
    link.unlink(missing_ok=True)
    link.symlink_to(path.resolve())
    (out / "labels" / "train" / f"{stem}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--scenes", type=Path, action="append", default=[])
    parser.add_argument("--no-photos", dest="repeat_photos", action="store_const", const=0, help="rendered scenes only")
    parser.add_argument("--repeat-photos", type=int, default=1, help="how often each real photo is listed")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    count = sum(
        write_photo_labels(args.shared / "photos" / "train", args.out, f"p{turn}-")
        for turn in range(args.repeat_photos)
    )
    count += sum(link_scenes(folder, args.out, f"s{number}-") for number, folder in enumerate(args.scenes))
    names = "names: {0: face, 1: back}"
    yaml = f"path: {args.out.resolve()}\ntrain: images/train\nval: images/train\n{names}\n"
    (args.out / "data.yaml").write_text(yaml, encoding="utf-8")
    print(f"{count} pictures in {args.out}")  # noqa: T201  # the command's result


if __name__ == "__main__":
    main()
