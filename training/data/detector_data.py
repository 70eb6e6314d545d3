"""The detector's training data: real photos with their boxes turned as the tiles lie, and rendered scenes.

``python -m training.data.detector_data --shared ../shared --scenes DIR... --out DATA`` writes links to the
pictures and Ultralytics' oriented labels (class, four corners) for the classes ``face`` and ``back``.
"""

import argparse
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hu.vision.geometry import oriented_box
from hu.vision.photo.decoding import decode_photo
from training.command import add_shared, run
from training.data.blanked import erase_ink, lay_copies_apart
from training.data.crops import labelled_photos
from training.data.views import label_line, parse_label, write_view

Box = NDArray[np.float32]

#: How the tiles of the shared training photos lie, whose labels are upright boxes.
OUTLINES = Path(__file__).with_name("outlines.txt")


def read_outlines(path: Path) -> dict[str, list[Box]]:
    """The turned outlines of photos, ``(4, 2)`` pixels clockwise from top left, by the photos' file names.

    Each line has a photo and for each of its tiles ``x,y,width,height,degrees`` of a rectangle, clockwise from upright.
    A photo listed without tiles is left out of the training: the angles of too many of its tiles are unknown.
    """
    outlines = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, *tiles = line.split()
        values = [[float(value) for value in tile.split(",")] for tile in tiles]
        # OpenCV's corners begin at the bottom left.
        outlines[name] = [
            np.roll(cv2.boxPoints(((x, y), (w, h), turn)), -1, axis=0).astype(np.float32) for x, y, w, h, turn in values
        ]
    return outlines


def write_photo_labels(
    folder: Path, out: Path, prefix: str, outlines: Mapping[str, Sequence[Box]], *, times: int = 1
) -> list[str]:
    """Link a folder of real photos into ``out`` with oriented labels.

    Args:
        folder: of photos.
        out: the training data's.
        prefix: before the photos' names.
        outlines: from ``read_outlines``; photos that are not among them keep their labels' upright boxes.
        times: how often each photo is linked.

    Returns:
        The names of the photos linked.
    """
    linked: list[str] = []
    for photo in labelled_photos(folder):
        boxes = outlines.get(photo.path.name, [photo.corners(label) for label in photo.labels])
        if photo.labels and not boxes:
            continue
        scale = np.array(photo.image.shape[1::-1])
        lines = [label_line("0", np.clip(box / scale, 0, 1)) for box in boxes]
        for number in range(times):
            _place(photo.path, lines, out, f"{prefix}{number}-{photo.path.stem}")
        linked.append(photo.path.name)
    return linked


def link_scenes(folder: Path, out: Path, prefix: str) -> int:
    """Link rendered scenes (``images/``, oriented ``labels/``) into ``out``; returns how many."""
    paths = sorted((folder / "images").iterdir())
    for path in paths:
        lines = (folder / "labels" / f"{path.stem}.txt").read_text(encoding="utf-8").splitlines()
        width, height = Image.open(path, formats=("PNG", "JPEG")).size
        _place(path, [_rectify_label(line, (width, height)) for line in lines], out, f"{prefix}{path.stem}")
    return len(paths)


def _rectify_label(line: str, size: tuple[int, int]) -> str:
    """A label whose outline is a rectangle in pixels: of any other Ultralytics takes the smallest around it."""
    kind, shares = parse_label(line)
    return label_line(kind, oriented_box((shares * size).astype(np.float32)) / size)


def write_blank_dragons(out: Path) -> int:
    """Beside every real photo in ``out`` put it with blank white dragons; returns how many there are."""
    count = 0
    for number, path in enumerate(sorted((out / "images" / "train").glob("p*"))):
        labels = out / "labels" / "train" / f"{path.stem}.txt"
        text = labels.read_text(encoding="utf-8")
        image = decode_photo(path).image
        boxes = [(parse_label(line)[1] * image.shape[1::-1]).astype(np.float32) for line in text.splitlines()]
        rng = np.random.default_rng([17, number])
        picture, blank = erase_ink(image, boxes, rng)
        if blank:
            picture, copies = lay_copies_apart(picture, boxes, blank, rng)
            text += "".join(label_line("0", box / image.shape[1::-1]) + "\n" for box in copies)
            target = path.with_name(f"w-{path.stem}.jpg")
            cv2.imwrite(str(target), picture[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95])
            labels.with_name(f"w-{path.stem}.txt").write_text(text, encoding="utf-8")
            count += 1
    return count


def write_views(out: Path) -> int:
    """Beside every picture in ``out`` put the closer look at it; returns for how many there is one."""
    count = 0
    whole = [path for path in (out / "images" / "train").iterdir() if not path.name.startswith("v-")]
    for number, path in enumerate(sorted(whole)):
        labels = out / "labels" / "train" / f"{path.stem}.txt"
        view = path.with_name(f"v-{path.stem}.jpg")
        lines = write_view(path, labels.read_text(encoding="utf-8").splitlines(), view, number)
        if lines is not None:
            labels.with_name(f"v-{path.stem}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
            count += 1
    return count


def _place(path: Path, lines: Sequence[str], out: Path, stem: str) -> None:
    for part in ("images", "labels"):
        (out / part / "train").mkdir(parents=True, exist_ok=True)
    link = out / "images" / "train" / f"{stem}{path.suffix}"
    link.unlink(missing_ok=True)
    link.symlink_to(path.resolve())
    (out / "labels" / "train" / f"{stem}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def digest(out: Path) -> str:
    """SHA-256 over all pictures and labels of the training data, in the order of their names."""
    total = hashlib.sha256()
    for part in ("images", "labels"):
        for path in sorted((out / part / "train").iterdir()):
            total.update(path.name.encode())
            total.update(path.read_bytes())
    return total.hexdigest()


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_shared(parser)
    parser.add_argument("--photos", type=Path, action="append", help="folders of labelled photos; default: the shared")
    parser.add_argument("--scenes", type=Path, action="append", default=[])
    parser.add_argument("--repeat-photos", type=int, default=1, help="how often each real photo is listed")
    parser.add_argument("--blanked", action="store_true", help="add every photo with blank white dragons in it")
    parser.add_argument("--views", action="store_true", help="add a closer look at every picture")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    linked = list[str]()
    for number, folder in enumerate(args.photos or [args.shared / "photos" / "train"]):
        outlines = {} if args.photos else read_outlines(OUTLINES)
        linked += write_photo_labels(folder, args.out, f"p{number}-", outlines, times=args.repeat_photos)
    scenes = sum(link_scenes(folder, args.out, f"s{number}-") for number, folder in enumerate(args.scenes))
    blank = write_blank_dragons(args.out) if args.blanked else 0
    views = write_views(args.out) if args.views else 0
    names = "names: {0: face, 1: back}"
    # Ultralytics checks the last epoch whatever it is told; a few pictures keep that short and choose nothing.
    few = sorted((args.out / "images" / "train").iterdir())[:16]
    (args.out / "few.txt").write_text("".join(f"{path.absolute()}\n" for path in few), encoding="utf-8")
    yaml = f"path: {args.out.resolve()}\ntrain: images/train\nval: few.txt\n{names}\n"
    (args.out / "data.yaml").write_text(yaml, encoding="utf-8")
    record = {
        "photos": len(linked),
        "scenes": scenes,
        "blanked": blank,
        "views": views,
        "sha256": digest(args.out),
    }
    (args.out / "data.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    # The command's result.
    print(f"{len(linked)} photos, {scenes} scenes and {views} closer looks in {args.out}")  # noqa: T201


if __name__ == "__main__":
    run(main)
