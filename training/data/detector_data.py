"""The detector's training data.

They are real photos with their boxes turned as the tiles lie, and rendered scenes.
``python -m training.data.detector_data --shared ../shared --scenes DIR... --out DATA`` writes links
to the pictures and Ultralytics' oriented labels (class, four corners) for the classes ``face`` and
``back``.
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
OUTLINES: Final = Path(__file__).with_name("outlines.txt")
#: Side of a view in pixels: the training's picture size. Larger views would be scaled down to it.
SIDE: Final = 448
#: Views are enlarged or reduced by up to this factor, compared with the detector's second view.
_SPREAD: Final = 1.3
#: Tiles with a smaller share of their area inside the view get no label.
_INSIDE: Final = 0.5
#: Pictures that Ultralytics checks after the last epoch.
_CHECKED: Final = 16
#: The detector's classes, as labels number them.
_FACE: Final = "0"
_BACK: Final = "1"


def read_outlines(path: Path) -> dict[str, list[Box]]:
    """Read the turned outlines of photos.

    Each line has a photo, and for each of its tiles the ``x,y,width,height,degrees`` of a
    rectangle: its centre and its sides in pixels, and its turn, clockwise from upright. A photo
    listed without tiles is left out of the training, because the angles of too many of its tiles
    are unknown.

    Returns:
        ``(4, 2)`` pixels clockwise from top left, by the photos' file names.
    """
    outlines = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        name, *tiles = line.split()
        boxes = []
        for tile in tiles:
            x, y, width, height, degrees = (float(value) for value in tile.split(","))
            # OpenCV's corners begin at the bottom left.
            points = cv2.boxPoints(((x, y), (width, height), degrees))
            boxes.append(np.roll(points, -1, axis=0).astype(np.float32))
        outlines[name] = boxes
    return outlines


def write_photo_labels(
    folder: Path, out: Path, prefix: str, outlines: Mapping[str, Sequence[Box]], *, times: int = 1
) -> list[str]:
    """Link the real photos of a folder into a folder of training data, with oriented labels.

    Args:
        folder: the folder with ``images/`` and ``labels/``.
        out: the folder of training data.
        prefix: the prefix of the links' names.
        outlines: the outlines of some photos, as ``read_outlines`` returns them. All other photos
            keep the upright boxes of their labels.
        times: how often each photo is linked.

    Returns:
        The names of the linked photos.
    """
    names: list[str] = []
    for photo in labelled_photos(folder):
        upright_boxes = [photo.corners(label) for label in photo.labels]
        boxes = outlines.get(photo.path.name, upright_boxes)
        # The angles of too many of its tiles are unknown.
        is_left_out = photo.labels and not boxes
        if is_left_out:
            continue
        size = np.array(photo.image.shape[1::-1])
        lines = [label_line(_FACE, np.clip(box / size, 0, 1)) for box in boxes]
        for number in range(times):
            _link(photo.path, lines, out, f"{prefix}{number}-{photo.path.stem}")
        names.append(photo.path.name)
    return names


def link_scenes(folder: Path, out: Path, prefix: str) -> int:
    """Link rendered scenes into a folder of training data, with oriented labels.

    Args:
        folder: the folder of the scenes.
        out: the folder of training data.
        prefix: the prefix of the links' names.

    Returns:
        The number of scenes.
    """
    count = 0
    for name, image, tiles in rendered_scenes(folder):
        size = np.array(image.shape[1::-1])
        lines = []
        for tile in tiles:
            if not tile["labelled"]:
                continue
            outline = np.array(tile["box"], np.float32)
            # Ultralytics replaces any other outline by the smallest rectangle around it.
            rectangle = oriented_box(_clip_to_picture(outline, size))
            kind = _BACK if tile["tile"] == BACK else _FACE
            lines.append(label_line(kind, rectangle / size))
        _link(folder / "images" / f"{name}.jpg", lines, out, f"{prefix}{name}")
        count += 1
    return count


def _clip_to_picture(box: Box, size: NDArray[np.int64]) -> Box:
    """Return the smallest turned rectangle around the part of a box inside the picture.

    Corners of this rectangle that lie outside the picture are moved to its edge.

    Args:
        box: ``(4, 2)`` float32 pixels. It is returned as it is if it lies inside the picture.
        size: ``(2,)`` width and height of the picture in pixels.
    """
    width, height = size.tolist()
    is_cut = (box < 0).any() or (box > size).any()
    if is_cut:
        _area, visible_part = cv2.intersectConvexConvex(box, corners(0, 0, width, height))
        if visible_part is not None:
            rectangle = cv2.minAreaRect(visible_part.astype(np.float32))
            box = cv2.boxPoints(rectangle).astype(np.float32)
    return np.clip(box, 0, size).astype(np.float32)


def _link(path: Path, lines: Sequence[str], out: Path, stem: str) -> None:
    """Link a picture into ``out`` and write its labels."""
    for folder_name in ("images", "labels"):
        (out / folder_name / "train").mkdir(parents=True, exist_ok=True)
    link = out / "images" / "train" / f"{stem}{path.suffix}"
    link.unlink(missing_ok=True)
    link.symlink_to(path.resolve())
    _write_labels(link, lines)


def _label_file(picture: Path) -> Path:
    """The label file of a picture in a folder of training data."""
    return picture.parents[2] / "labels" / "train" / f"{picture.stem}.txt"


def _read_labels(picture: Path) -> Iterator[tuple[str, NDArray[np.float64]]]:
    """Class and corners ``(4, 2)``, in shares of the picture's sides, of each label."""
    for line in _label_file(picture).read_text(encoding="utf-8").splitlines():
        if line:
            kind, *numbers = line.split()
            yield kind, np.array(numbers, np.float64).reshape(4, 2)


def _write_labels(picture: Path, lines: Sequence[str]) -> None:
    _label_file(picture).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_picture(path: Path, image: NDArray[np.uint8], lines: Sequence[str]) -> None:
    cv2.imwrite(str(path), image[:, :, ::-1], [cv2.IMWRITE_JPEG_QUALITY, 95])
    _write_labels(path, lines)


def write_blank_dragons(out: Path) -> int:
    """Put a copy with blank white dragons beside every real photo of training data.

    Photos without a large tile get no copy.

    Args:
        out: the folder of training data. Names of its real photos begin with ``p``.

    Returns:
        How many copies there are.
    """
    count = 0
    for number, path in enumerate(sorted((out / "images" / "train").glob("p*"))):
        image = decode_photo(path).image
        labels = list(_read_labels(path))
        size = image.shape[1::-1]
        boxes = [(shares * size).astype(np.float32) for _, shares in labels]
        rng = np.random.default_rng([17, number])
        picture, blank_numbers = erase_ink(image, boxes, rng)
        if not blank_numbers:
            continue
        picture, copies = lay_copies_apart(picture, boxes, blank_numbers, rng)
        lines = [label_line(kind, shares) for kind, shares in labels]
        lines += [label_line(_FACE, box / size) for box in copies]
        _write_picture(path.with_name(f"w-{path.stem}.jpg"), picture, lines)
        count += 1
    return count


def write_views(out: Path) -> int:
    """Put a view like the detector's second view beside every picture of training data.

    Pictures with too few tiles get no view.

    Args:
        out: the folder of training data. Names of views begin with ``v-``.

    Returns:
        How many views there are.
    """
    paths = (out / "images" / "train").iterdir()
    pictures = sorted(path for path in paths if not path.name.startswith("v-"))
    count = 0
    for number, path in enumerate(pictures):
        image = decode_photo(path).image
        size = image.shape[1::-1]
        kinds: list[str] = []
        boxes: list[Box] = []
        for kind, shares in _read_labels(path):
            kinds.append(kind)
            boxes.append((shares * size).astype(np.float32))
        view_and_outlines = cut_view(image, boxes, np.random.default_rng(number))
        if view_and_outlines is None:
            continue
        view, outlines = view_and_outlines
        lines = []
        for place, outline in outlines:
            shares = np.clip(outline / SIDE, 0, 1)
            lines.append(label_line(kinds[place], shares))
        _write_picture(path.with_name(f"v-{path.stem}.jpg"), view, lines)
        count += 1
    return count


def cut_view(
    image: NDArray[np.uint8], boxes: Sequence[Box], rng: np.random.Generator
) -> tuple[NDArray[np.uint8], list[tuple[int, Box]]] | None:
    """Cut out the detector's second view of a picture, enlarged or reduced a little at random.

    The detector looks at a photo twice. The second view shows most tiles upright, in the width that
    its settings ask for.

    Args:
        image: ``(h, w, 3)`` uint8 RGB.
        boxes: ``(4, 2)`` pixels of each tile.
        rng: decides the zoom, and the place of the view in the result.

    Returns:
        ``(448, 448, 3)`` uint8 RGB, and the boxes with at least half of their area inside: the
        number of each among ``boxes``, and ``(4, 2)`` pixels of the result. If the view is larger
        than the result, a random part of it is taken. None if the picture has too few tiles for a
        second view.
    """
    outlines = [Outline(box, score=1.0, back_share=0.0) for box in boxes]
    size = (image.shape[0], image.shape[1])
    # The detail of the photo does not limit the view.
    view = view_around(outlines, size, detail=np.inf, settings=DetectorSettings())
    if view is None:
        return None
    zoom = float(np.exp(rng.uniform(-np.log(_SPREAD), np.log(_SPREAD))))
    # The width and height that the zoomed view leaves empty in the result, below 0 if the view is
    # larger. A random share of it is left of and above the view.
    space = SIDE - np.array(view.size) * zoom
    margin = space * rng.uniform(0, 1, 2)
    shift = view.matrix[:, 2] * zoom + margin
    # From pixels of the picture to pixels of the result: ``linear @ (x, y) + shift``.
    linear = view.matrix[:, :2] * zoom
    matrix = np.hstack([linear, shift[:, None]])
    zoomed = replace(view, matrix=matrix, size=(SIDE, SIDE), zoom=view.zoom * zoom)
    picture = render_view(image, zoomed)

    frame = np.array([[0, 0], [SIDE, 0], [SIDE, SIDE], [0, SIDE]], np.float32)
    boxes_inside = []
    for number, box in enumerate(boxes):
        moved_box = (box @ linear.T + shift).astype(np.float32)
        area = max(cv2.contourArea(moved_box), 1e-6)
        area_inside, _polygon = cv2.intersectConvexConvex(moved_box, frame)
        if area_inside / area >= _INSIDE:
            boxes_inside.append((number, moved_box))
    return picture, boxes_inside


def label_line(kind: str, shares: NDArray[np.floating]) -> str:
    """Write an oriented label as Ultralytics reads it.

    Args:
        kind: the number of the class.
        shares: ``(4, 2)`` corners in shares of the picture's sides.
    """
    numbers = " ".join(f"{value:.5f}" for value in shares.ravel())
    return f"{kind} {numbers}"


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, has_shared=True)
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
    if args.photos:
        folders = args.photos
        outlines = {}
    else:
        folders = [args.shared / "photos" / "train"]
        outlines = read_outlines(OUTLINES)
    photos = 0
    for number, folder in enumerate(folders):
        prefix = f"p{number}-"
        names = write_photo_labels(folder, args.out, prefix, outlines, times=args.repeat_photos)
        photos += len(names)
    scenes = 0
    for number, folder in enumerate(args.scenes):
        scenes += link_scenes(folder, args.out, f"s{number}-")
    blank = write_blank_dragons(args.out) if args.blanked else 0
    views = write_views(args.out) if args.views else 0
    _write_settings(args.out)
    counts = f"{photos} photos, {scenes} scenes, {blank} photos with blank tiles"
    print(f"{counts} and {views} closer looks in {args.out}")  # noqa: T201  # the command's result


def _write_settings(out: Path) -> None:
    """Write Ultralytics' description of the training data."""
    # Ultralytics always checks the last epoch. A few pictures keep that short and choose nothing.
    paths = sorted((out / "images" / "train").iterdir())[:_CHECKED]
    lines = [f"{path.absolute()}\n" for path in paths]
    (out / "few.txt").write_text("".join(lines), encoding="utf-8")
    yaml = (
        f"path: {out.resolve()}\ntrain: images/train\nval: few.txt\nnames: {{0: face, 1: back}}\n"
    )
    (out / "data.yaml").write_text(yaml, encoding="utf-8")


if __name__ == "__main__":
    run(main)
