"""The same networks through Ultralytics' ``predict``, as most people would use them.

    python -m measuring.benchmarks.ultralytics_predict FOLDER

It needs Ultralytics (extra ``train``). ``batch.py`` runs it. The detector reads the folder in one
streaming ``predict``. Each photo's faces are cut out and read in one batch. The hand is laid out
and decoded as everywhere else. The figures are printed as JSON.
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

os.environ.setdefault("YOLO_OFFLINE", "true")
os.environ.setdefault("YOLO_AUTOINSTALL", "false")

import numpy as np

from hu.app.reading.read import read_hand
from hu.vision.networks.classifier import classify
from hu.vision.networks.detector import DETECTOR_CLASSES, Outline
from hu.vision.reader import MODELS, Reader

#: Photos before the clock starts: the first photos load and warm everything up. As many as before
#: the clock of ``hu batch`` starts (``batch.py``): the photos are sorted by kind, and the first
#: kinds take twice as long as the others.
_WARM: Final = 16


def with_ultralytics_metadata(detector: Path, folder: Path) -> Path:
    """Copy the detector into a folder, with the metadata that Ultralytics' own exports have.

    Returns:
        The path of the copy.
    """
    import onnx  # noqa: PLC0415

    model = onnx.load(str(detector))
    metadata = {
        "task": "obb",
        "names": dict(enumerate(DETECTOR_CLASSES)),
        "stride": 32,
        "imgsz": [640, 640],
        "batch": 1,
        "channels": 3,
        "args": {"dynamic": True, "nms": False},
    }
    onnx.helper.set_model_props(model, {key: str(value) for key, value in metadata.items()})
    onnx.save(model, str(folder / "detector.onnx"))
    return folder / "detector.onnx"


def keep_to_usable_cores() -> None:
    """Give Ultralytics' sessions as many threads as this process may use cores.

    By default ONNX Runtime has a thread for each core of the machine, each on a core of its own.
    ``taskset`` does not hold these threads. A process that it kept to one core of two took 32 ms
    for a detection, and 64 ms of processor time, so it ran on both cores. With one thread it took
    44 ms of both (640 pixels, 2026-11-29).
    """
    import onnxruntime  # noqa: PLC0415

    class LimitedSession(onnxruntime.InferenceSession):  # type: ignore[misc]  # the engine ships no types
        """A session with as many threads as usable cores, unless its options say otherwise."""

        def __init__(self, path: str, options: Any = None, **arguments: Any) -> None:
            if options is None:
                options = onnxruntime.SessionOptions()
                options.intra_op_num_threads = len(os.sched_getaffinity(0))
            super().__init__(path, options, **arguments)

    onnxruntime.InferenceSession = LimitedSession


def read_hands(folder: Path, detector: Path) -> Iterator[str]:
    """Read every photo of a folder.

    Ultralytics detects the tiles. Hu! classifies their faces and lays out the hand.

    Args:
        folder: the photos.
        detector: the network with Ultralytics' metadata.

    Yields:
        The hand in each photo, in the notation.
    """
    from ultralytics import YOLO  # noqa: PLC0415

    hu_reader = Reader(MODELS, threads=len(os.sched_getaffinity(0)))
    ultralytics_detector = YOLO(str(detector), task="obb")
    results = ultralytics_detector.predict(
        source=str(folder), stream=True, imgsz=640, conf=0.25, iou=0.35, verbose=False
    )
    for result in results:
        # Ultralytics has BGR images, Hu! has RGB images: (height, width, 3) uint8.
        image = np.ascontiguousarray(result.orig_img[:, :, ::-1])
        outlines = list(_outlines_of(result.obb))
        detections = classify(hu_reader.classifier, image, outlines, hu_reader.calibration)
        yield read_hand(detections, "zung-jung").text


def _outlines_of(boxes: Any) -> Iterator[Outline]:
    """Yield Ultralytics' boxes as Hu!'s own detector gives them.

    The corners are clockwise. Hu!'s detector begins with the left end of the upper short side.

    Args:
        boxes: the oriented boxes of a photo, as ``ultralytics.engine.results.OBB``.
    """
    # (boxes, 4, 2): x and y of each corner in pixels.
    all_corners = boxes.xyxyxyxy.numpy().astype(np.float32)
    scores = boxes.conf.tolist()
    labels = boxes.cls.tolist()
    for corners, score, label in zip(all_corners, scores, labels, strict=True):
        box = corners
        first_side = np.linalg.norm(box[1] - box[0])
        second_side = np.linalg.norm(box[2] - box[1])
        if first_side > second_side:
            # Begin with a short side.
            box = np.roll(box, 1, axis=0)
        corner_y = box[:, 1]
        if corner_y[:2].sum() > corner_y[2:].sum():
            # Begin with the upper of the short sides. y grows downwards.
            box = np.roll(box, 2, axis=0)
        # The labels are the indices of ``DETECTOR_CLASSES``: 0 is a face and 1 a back.
        yield Outline(box, score, back_share=float(label))


def main() -> None:
    """Run from the command line."""
    keep_to_usable_cores()
    hands: list[str] = []
    start = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        detector = with_ultralytics_metadata(MODELS / "detector.onnx", Path(folder))
        for hand in read_hands(Path(sys.argv[1]), detector):
            hands.append(hand)
            if len(hands) == _WARM:
                start = time.perf_counter()
    seconds = time.perf_counter() - start
    print(json.dumps({"rate": (len(hands) - _WARM) / seconds, "hands": hands}))


if __name__ == "__main__":
    main()
