"""The detector's training data: real photos with their boxes turned as the tiles lie, and rendered scenes.

``python -m training.data.detector_data --shared ../shared --scenes DIR... --out DATA`` writes links to the
pictures and Ultralytics' oriented labels (class, four corners) for the classes ``face`` and ``back``.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK
from hu.vision.finding.views import render_view, view_around
from hu.vision.geometry import oriented_box
from hu.vision.networks.detector import DetectorSettings, Outline
from hu.vision.photo.decoding import decode_photo
from training.command import new_parser, run
from training.data.blanked import erase_ink, lay_copies_apart
from training.data.crops import Box, corners, labelled_photos, rendered_scenes

#: Oriented outlines of the tiles in the shared training photos, whose own labels are upright boxes.
OUTLINES = Path(__file__).with_name("outlines.txt")
#: Side of a view in pixels: the training's picture size, to which larger views would be scaled down.
SIDE: Final = 448
#: Views are zoomed by up to this factor, in or out, from a second look at tiles of median width.
_SPREAD: Final = 1.3
#: Tiles with a smaller share of their area inside the view get no label.
_LEFT: Final = 0.5


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
            np.roll(cv2.boxPoints(((x, y), (w, h), turn)), -1, axis=0).astype(np.float32)
            for x, y, w, h, turn in values
        ]
    return outlines


def write_photo_labels(
    folder: Path, out: Path, prefix: str, outlines: Mapping[str, Sequence[Box]], *, times: int = 1
) -> list[str]:
    """Link each real photo of a folder into ``out``, ``times`` times, with oriented labels; returns the photos' names.

    Photos that are not among the outlines keep their labels' upright boxes.
    """
    linked: list[str] = []
    for photo in labelled_photos(folder):
        boxes = outlines.get(photo.path.name, [photo.corners(label) for label in photo.labels])
        if photo.labels and not boxes:
            continue
        scale = np.array(photo.image.shape[1::-1])
        lines = [label_line("0", np.clip(box / scale, 0, 1)) for box in boxes]
        for number in range(times):
            _link(photo.path, lines, out, f"{prefix}{number}-{photo.path.stem}")
        linked.append(photo.path.name)
    return linked


def link_scenes(folder: Path, out: Path, prefix: str) -> int:
    """Link rendered scenes into ``out``, with oriented labels; returns how many."""
    count = 0
    for name, image, tiles in rendered_scenes(folder):
        size = np.array(image.shape[1::-1])
        lines = []
        for tile in (tile for tile in tiles if tile["labelled"]):
            # A rectangle in pixels: of any other outline Ultralytics takes the smallest around it.
            box = oriented_box(_cut_off(np.array(tile["box"], np.float32), size))
            lines.append(label_line(str(int(tile["tile"] == BACK)), box / size))
        _link(folder / "images" / f"{name}.jpg", lines, out, f"{prefix}{name}")
        count += 1
    return count


def _cut_off(box: Box, size: NDArray[np.int64]) -> Box:
    """The box, or where the picture's frame cuts it the smallest turned rectangle around what is left."""
    width, height = size.tolist()
    if (box < 0).any() or (box > size).any():
        left = cv2.intersectConvexConvex(box, corners(0, 0, width, height))[1]
        if left is not None:
            box = cv2.boxPoints(cv2.minAreaRect(left.astype(np.float32))).astype(np.float32)
    return np.clip(box, 0, size).astype(np.float32)


def _link(path: Path, lines: Sequence[str], out: Path, stem: str) -> None:
    for part in ("images", "labels"):
        (out / part / "train").mkdir(parents=True, exist_ok=True)
    link = out / "images" / "train" / f"{stem}{path.suffix}"
    link.unlink(missing_ok=True)
    link.symlink_to(path.resolve())
    _write_labels(link, lines)


def _label_file(picture: Path) -> Path:
    """The label file of a picture in a folder of training data."""
    return picture.parents[2] / "labels" / "train" / f"{picture.stem}.txt"


def _read_labels(picture: Path) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Class and corners ``(4, 2)``, in shares of the picture's sides, of each label."""
    for line in filter(None, _label_file(picture).read_text(encoding="utf-8").splitlines()):
        kind, *numbers = line.split()
        yield kind, np.array(numbers, np.float64).reshape(4, 2)


def _write_labels(picture: Path, lines: Sequence[str]) -> None:
    _label_file(picture).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_picture(path: Path, image: NDArray[np.uint8], lines: Sequence[str]) -> None:
    cv2.imwrite(str(path), image[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95])
    _write_labels(path, lines)


def write_blank_dragons(out: Path) -> int:
    """Beside every real photo in ``out`` put it with blank white dragons; returns how many there are."""
    count = 0
    for number, path in enumerate(sorted((out / "images" / "train").glob("p*"))):
        image, labels = decode_photo(path).image, list(_read_labels(path))
        size = image.shape[1::-1]
        boxes = [(shares * size).astype(np.float32) for _, shares in labels]
        rng = np.random.default_rng([17, number])
        picture, blank = erase_ink(image, boxes, rng)
        if blank:
            picture, copies = lay_copies_apart(picture, boxes, blank, rng)
            lines = [label_line(*label) for label in labels] + [
                label_line("0", box / size) for box in copies
            ]
            _write_picture(path.with_name(f"w-{path.stem}.jpg"), picture, lines)
            count += 1
    return count


def write_views(out: Path) -> int:
    """Beside every picture in ``out`` put the closer look at it; returns for how many there is one."""
    count = 0
    whole = [
        path for path in (out / "images" / "train").iterdir() if not path.name.startswith("v-")
    ]
    for number, path in enumerate(sorted(whole)):
        image, labels = decode_photo(path).image, list(_read_labels(path))
        boxes = [(shares * image.shape[1::-1]).astype(np.float32) for _, shares in labels]
        if cut := cut_view(image, boxes, np.random.default_rng(number)):
            seen, left = cut
            lines = [label_line(labels[k][0], np.clip(box / SIDE, 0, 1)) for k, box in left]
            _write_picture(path.with_name(f"v-{path.stem}.jpg"), seen, lines)
            count += 1
    return count


def cut_view(
    image: NDArray[np.uint8], boxes: Sequence[Box], rng: np.random.Generator
) -> tuple[NDArray[np.uint8], list[tuple[int, Box]]] | None:
    """Look at a picture's tiles again, from a little nearer or farther than a second look would.

    Returns:
        ``(448, 448, 3)``, any part of the look where that is larger, and the outlines in it with their places among
        ``boxes``; None where there is no second look.
    """
    found = [Outline(box, 1.0, 0.0) for box in boxes]
    view = view_around(found, (image.shape[0], image.shape[1]), np.inf, DetectorSettings())
    if view is None:
        return None
    zoom = float(np.exp(rng.uniform(-np.log(_SPREAD), np.log(_SPREAD))))
    room = SIDE - np.array(view.size) * zoom
    matrix = np.hstack(
        [
            view.matrix[:, :2] * zoom,
            (view.matrix[:, 2] * zoom + room * rng.uniform(0, 1, 2))[:, None],
        ]
    )
    seen = render_view(
        image, replace(view, matrix=matrix, size=(SIDE, SIDE), zoom=view.zoom * zoom)
    )
    moved = [
        (number, (box @ matrix[:, :2].T + matrix[:, 2]).astype(np.float32))
        for number, box in enumerate(boxes)
    ]
    frame = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    inside = [
        cv2.intersectConvexConvex(box, frame)[0] / max(cv2.contourArea(box), 1e-6)
        for _, box in moved
    ]
    return seen, [entry for entry, share in zip(moved, inside, strict=True) if share >= _LEFT]


def label_line(kind: str, shares: NDArray[np.floating]) -> str:
    """An oriented label of a class and ``(4, 2)`` corners in shares of the picture's sides, as Ultralytics reads it."""
    return f"{kind} {' '.join(f'{v:.5f}' for v in shares.ravel())}"


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, shared=True)
    parser.add_argument(
        "--photos",
        type=Path,
        action="append",
        help="folders of labelled photos; default: the shared",
    )
    parser.add_argument("--scenes", type=Path, action="append", default=[])
    parser.add_argument(
        "--repeat-photos", type=int, default=1, help="how often each real photo is listed"
    )
    parser.add_argument(
        "--blanked", action="store_true", help="add every photo with blank white dragons in it"
    )
    parser.add_argument("--views", action="store_true", help="add a closer look at every picture")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    linked = list[str]()
    for number, folder in enumerate(args.photos or [args.shared / "photos" / "train"]):
        outlines = {} if args.photos else read_outlines(OUTLINES)
        linked += write_photo_labels(
            folder, args.out, f"p{number}-", outlines, times=args.repeat_photos
        )
    scenes = sum(
        link_scenes(folder, args.out, f"s{number}-") for number, folder in enumerate(args.scenes)
    )
    blank = write_blank_dragons(args.out) if args.blanked else 0
    views = write_views(args.out) if args.views else 0
    # Ultralytics always checks the last epoch; a few pictures keep that short and choose nothing.
    few = sorted((args.out / "images" / "train").iterdir())[:16]
    (args.out / "few.txt").write_text(
        "".join(f"{path.absolute()}\n" for path in few), encoding="utf-8"
    )
    yaml = f"path: {args.out.resolve()}\ntrain: images/train\nval: few.txt\nnames: {{0: face, 1: back}}\n"
    (args.out / "data.yaml").write_text(yaml, encoding="utf-8")
    found = f"{len(linked)} photos, {scenes} scenes, {blank} photos with blank tiles and {views} closer looks"
    print(f"{found} in {args.out}")  # noqa: T201  # the command's result


if __name__ == "__main__":
    run(main)
