"""The detector's training data: real photos with their boxes turned as the tiles lie, and rendered scenes.

``python -m training.data.detector_data --shared ../shared --scenes DIR... --out DATA`` writes links to the
pictures and Ultralytics' oriented labels (class, four corners) for the classes ``face`` and ``back``.
"""

import argparse
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hu.scoring.tiles import BACK
from hu.vision.geometry import bounding_box, iou, oriented_box
from hu.vision.networks.detector import detect
from hu.vision.photo.decoding import Photo, decode_photo
from hu.vision.reader import Reader
from training.command import add_shared, run
from training.data.blanked import erase_ink, lay_copies_apart
from training.data.crops import labelled_photos
from training.data.views import label_line, parse_label, write_view

Box = NDArray[np.float32]

#: A neighbour explains a box when both its sides come out within this share in all.
_MISFIT = 0.2
#: Photos with a larger share of tiles lying no one knows how are left out: they would teach wrong angles.
_UNKNOWN = 0.3
#: An earlier detector's outline is the labelled tile when their hulls share this much.
_SAME = 0.5
#: A box tells a tile's sides up to this angle off upright; nearer to 45 degrees every shape has nearly the same box.
_TELLING = np.radians(30)
#: Outlines and faces surer than this are tiles even where no label says so, if they share less than this with labels.
_SURE, _APART = 0.6, 0.1
#: The photo is turned by these angles, in degrees, so that every tile stands nearly upright in one of the views.
_VIEWS = (0, 30, 60)


def orient_boxes(boxes: Sequence[Box]) -> tuple[list[Box], float]:
    """Turn the axis-aligned boxes of a photo's tiles as the tiles lie, where a neighbour tells.

    Photo labels enclose turned tiles with upright boxes. The way to a touching neighbour is the direction of one side
    and its distance that side's length; the box's extent gives the other side.

    Returns:
        The boxes, and the share of them for which no neighbour explains the extent and which stay as they are.
    """
    if not boxes:
        return [], 0.0
    centers = np.array([box.mean(axis=0) for box in boxes], dtype=np.float64)
    spans = np.array([box[2] - box[0] for box in boxes], dtype=np.float64)
    turned = [_orient_box(number, centers, spans) for number in range(len(boxes))]
    kept = [box if new is None else new for box, new in zip(boxes, turned, strict=True)]
    return kept, sum(new is None for new in turned) / len(boxes)


def _orient_box(number: int, centers: NDArray[np.float64], spans: NDArray[np.float64]) -> Box | None:
    ways = centers - centers[number]
    near = np.argsort(np.linalg.norm(ways, axis=1))[1:6]
    fits = [_fit(ways[k], spans[number]) for k in near]
    best = min(fits, key=lambda fit: fit[0], default=(1.0, 0.0, 0.0, 0.0))
    if best[0] > _MISFIT:
        return _upright(centers[number], spans[number])
    _, slope, width, height = best
    return _rectangle(centers[number], slope, width, height)


def _fit(way: NDArray[np.float64], span: NDArray[np.float64]) -> tuple[float, float, float, float]:
    """(misfit, slope, width, height) of a tile whose neighbour lies ``way`` off and whose box spans ``span``."""
    side = float(np.linalg.norm(way))
    angle = float(np.arctan2(way[1], way[0]))
    slope = (angle + np.pi / 4) % (np.pi / 2) - np.pi / 4
    cos, sin = float(np.cos(slope)), abs(float(np.sin(slope)))
    other = float(span.sum()) / (cos + sin) - side
    along_x = abs(float(np.cos(angle - slope))) > 0.5
    width, height = (side, other) if along_x else (other, side)
    if not 0.5 < width / max(height, 1e-6) < 2:
        return 1.0, slope, width, height
    expected = np.array([width * cos + height * sin, width * sin + height * cos])
    return float(np.abs(expected / span - 1).sum()), slope, width, height


def _upright(center: NDArray[np.float64], span: NDArray[np.float64]) -> Box | None:
    """A tile that touches no other lies upright or on its side if its box has a tile's proportions."""
    ratio = min(span) / max(span)
    return _rectangle(center, 0.0, span[0], span[1]) if 0.62 < ratio < 0.85 else None


def _rectangle(center: NDArray[np.float64], slope: float, width: float, height: float) -> Box:
    x = np.array([np.cos(slope), np.sin(slope)]) * width / 2
    y = np.array([-np.sin(slope), np.cos(slope)]) * height / 2
    return np.array([center + s * x + t * y for s, t in ((-1, -1), (1, -1), (1, 1), (-1, 1))], dtype=np.float32)


def refine_boxes(boxes: Sequence[Box], image: NDArray[np.uint8], reader: Reader) -> tuple[list[Box], float]:
    """Turn the boxes of a photo's tiles as an earlier detector saw them, and add the tiles that have no label.

    Args:
        boxes: ``(4, 2)`` labelled upright boxes in pixels.
        image: ``(h, w, 3)`` uint8 RGB.
        reader: the earlier networks.

    Returns:
        Outlines for the labels, then for confident detections elsewhere (discards in the background: unlabelled,
        they would teach the detector not to see tiles); and the share of labels that nothing found explains.
    """
    kept, unknown = orient_boxes(boxes)
    if not boxes:
        return kept, unknown
    seen = [entry for degrees in _VIEWS for entry in _detect_turned(image, degrees, reader)]
    if not seen:
        return kept, unknown
    shared = iou(np.stack([bounding_box(box) for box, _ in seen]), np.stack([bounding_box(box) for box in boxes]))
    # The detector is most confident of a tile, and right about its angle, in the view where it stands upright.
    best = np.where(shared > _SAME, shared * np.array([score for _, score in seen])[:, None], 0).argmax(axis=0)
    explained = shared.max(axis=0) > _SAME
    turned = [fit_label(seen[best[k]][0], boxes[k]) if explained[k] else kept[k] for k in range(len(boxes))]
    return [*turned, *_find_unlabelled(boxes, image, reader)], float((~explained).mean())


def _detect_turned(image: NDArray[np.uint8], degrees: int, reader: Reader) -> list[tuple[Box, float]]:
    """(outline in the image's pixels, score) of what the detector sees when the image is turned."""
    height, width = image.shape[:2]
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    side = int(np.hypot(width, height))
    turn[:, 2] = turn[:, 2] + (np.array([side, side]) - (width, height)) / 2
    view = image if degrees == 0 else cv2.warpAffine(image, turn, (side, side), borderValue=(114, 114, 114))
    back = cv2.invertAffineTransform(turn) if degrees else np.eye(2, 3)
    found = detect(reader.detector, np.asarray(view, dtype=np.uint8))
    return [((tile.box @ back[:, :2].T + back[:, 2]).astype(np.float32), tile.score) for tile in found]


def _find_unlabelled(boxes: Sequence[Box], image: NDArray[np.uint8], reader: Reader) -> list[Box]:
    """Outlines of faces found and read with confidence where no label is; blank ones may be no tile at all."""
    height, width = image.shape[:2]
    detections = reader.detect(Photo("", image, (width, height)))
    if not detections:
        return []
    shared = iou(
        np.stack([bounding_box(detection.box) for detection in detections]),
        np.stack([bounding_box(box) for box in boxes]),
    )
    return [
        detection.box
        for detection, most in zip(detections, shared.max(axis=1), strict=True)
        if most < _APART and min(detection.score, detection.confidence) > _SURE and detection.tile not in {"5z", BACK}
    ]


def fit_label(outline: Box, label: Box) -> Box:
    """A rectangle that fills the labelled upright box, at the angle of the outline that the detector found."""
    edge = outline[1] - outline[0]
    slope = (float(np.arctan2(edge[1], edge[0])) + np.pi / 4) % (np.pi / 2) - np.pi / 4
    span, center = label.max(axis=0) - label.min(axis=0), label.mean(axis=0).astype(np.float64)
    cos, sin = float(np.cos(slope)), abs(float(np.sin(slope)))
    width, height = (cos * span - sin * span[::-1]) / (cos**2 - sin**2)
    if abs(slope) < _TELLING and 0.5 < width / max(height, 1e-6) < 2:
        return _rectangle(center, slope, float(width), float(height))
    ratio = np.sqrt(np.prod(span) / np.prod(np.ptp(outline, axis=0)))
    return np.asarray((outline - outline.mean(axis=0)) * ratio + center, dtype=np.float32)


def write_photo_labels(
    folder: Path, out: Path, prefix: str, reader: Reader | None = None, *, times: int = 1
) -> tuple[list[str], list[str]]:
    """Link a folder of real photos into ``out`` with oriented labels, by earlier networks where they are given.

    Args:
        folder: of photos.
        out: the training data's.
        prefix: before the photos' names.
        reader: the earlier networks.
        times: how often each photo is linked.

    Returns:
        The names of those linked, and of those left out because the direction of too many tiles is unknown.
    """
    linked: list[str] = []
    skipped: list[str] = []
    for photo in labelled_photos(folder):
        height, width = photo.image.shape[:2]
        labelled = [photo.corners(label) for label in photo.labels]
        boxes, unknown = refine_boxes(labelled, photo.image, reader) if reader else orient_boxes(labelled)
        if unknown > _UNKNOWN:
            skipped.append(photo.path.name)
            continue
        scale = np.array([width, height])
        lines = [label_line("0", np.clip(box / scale, 0, 1)) for box in boxes]
        for turn in range(times):
            _place(photo.path, lines, out, f"{prefix}{turn}-{photo.path.stem}")
        linked.append(photo.path.name)
    return linked, skipped


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
    parser.add_argument("--refine", type=Path, help="folder of earlier weights that say how the photos' tiles lie")
    parser.add_argument("--repeat-photos", type=int, default=1, help="how often each real photo is listed")
    parser.add_argument("--blanked", action="store_true", help="add every photo with blank white dragons in it")
    parser.add_argument("--views", action="store_true", help="add a closer look at every picture")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    reader = Reader(args.refine) if args.refine else None
    linked, skipped = list[str](), list[str]()
    for number, folder in enumerate(args.photos or [args.shared / "photos" / "train"]):
        used, unused = write_photo_labels(folder, args.out, f"p{number}-", reader, times=args.repeat_photos)
        linked, skipped = linked + used, skipped + unused
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
        "unknown_angles": skipped,
        "scenes": scenes,
        "blanked": blank,
        "views": views,
        "sha256": digest(args.out),
    }
    (args.out / "data.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    # The command's result.
    print(f"{len(linked)} photos, {scenes} scenes and {views} closer looks in {args.out}")  # noqa: T201
    print(f"{len(skipped)} photos left out for their tiles' unknown angles, named in data.json")  # noqa: T201


if __name__ == "__main__":
    run(main)
