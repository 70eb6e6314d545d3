"""Make 8-bit copies of the networks: about half the work on processors with VNNI or AMX, a third of the size.

``python -m training.networks.quantize --weights models --shared ../shared --out DIR`` runs the networks over
some training photos to learn the range of every activation, and writes ``detector.onnx`` and ``classifier.onnx`` into
DIR. The classifier gets a second output, the features behind its logits from which taught tile sets are recognised,
and their mean over the single tiles as metadata. Measure both with ``hu evaluate`` before they take the others' place.
"""

import json
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import onnx
from numpy.typing import NDArray

from hu.scoring.errors import InputError
from hu.scoring.tiles import CLASSES
from hu.vision.finding.passes import detect_in_passes
from hu.vision.geometry import FACE_SIZE
from hu.vision.networks.classifier import rectified_faces
from hu.vision.networks.detector import detect_outlines
from hu.vision.networks.onnx import Network
from hu.vision.photo.decoding import decode_photo
from hu.vision.reader import Reader
from training.command import new_parser, run
from training.networks.eight_bits import prepare_for_8_bits, write_8_bit_copy

#: The name of the classifier's second output.
FEATURES = "features"
#: The detector's parts that go on computing in 32 bits, as Ultralytics' exports of YOLO11 name them: the first two
#: convolutions, the attention, and the head, whose boxes, scores and angles one scale of 8 bits cannot hold.
_IN_FLOAT: Final = ("/model.0/", "/model.1/", "/model.10/", "/model.23/")
#: Of how many photos the activations' ranges are learnt.
_PHOTOS: Final = 48


def quantize(weights: Path, out: Path, batches: Iterable[NDArray[np.float32]]) -> None:
    """Write an 8-bit copy of a network, its metadata included."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        prepare_for_8_bits(weights, plain)
        model = onnx.load(str(plain))
        inputs = ({model.graph.input[0].name: batch} for batch in batches)
        write_8_bit_copy(
            plain,
            out,
            inputs,
            [node.name for node in model.graph.node if node.name.startswith(_IN_FLOAT)],
        )
    made = onnx.load(str(out))
    del made.metadata_props[:]
    made.metadata_props.extend(onnx.load(str(weights)).metadata_props)
    onnx.save(made, str(out))


def pictures(photos: Iterable[Path], reader: Reader) -> list[NDArray[np.float32]]:
    """What the detector sees of each photo, in all passes."""
    seen, run_all = [], reader.detector.run_all

    def record(batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        seen.append(batch)
        return run_all(batch)

    reader.detector.run_all = record  # type: ignore[method-assign]
    for path in photos:
        detect_in_passes(reader.detector, decode_photo(path), reader.settings)
    return seen


def faces(photos: Iterable[Path], reader: Reader) -> Iterator[NDArray[np.float32]]:
    """What the classifier sees of each photo."""
    for path in photos:
        image = decode_photo(path).image
        crops = rectified_faces(image, detect_outlines(reader.detector, image, reader.settings))
        if len(crops):
            yield np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32)


def add_features(path: Path) -> None:
    """Name the input of the last layer as an output; a file that has it already stays as it is."""
    model = onnx.load(str(path))
    if any(output.name == FEATURES for output in model.graph.output):
        return
    name = next(node.output[0] for node in model.graph.node if node.op_type == "Flatten")
    width = next(
        tensor.dims[1]
        for node in model.graph.node
        if node.op_type == "Gemm"
        for tensor in model.graph.initializer
        if tensor.name.removesuffix("_quantized")
        == node.input[1].removesuffix("_DequantizeLinear_Output")
    )
    model.graph.node.append(onnx.helper.make_node("Identity", [name], [FEATURES]))
    model.graph.output.append(
        onnx.helper.make_tensor_value_info(FEATURES, onnx.TensorProto.FLOAT, ["n", width])
    )
    onnx.save(model, str(path))


def set_mean(path: Path, photos: Path) -> None:
    """Write the mean features of a folder of single tiles into the metadata."""
    tiles = [
        cv2.resize(decode_photo(path).image, (FACE_SIZE, FACE_SIZE), interpolation=cv2.INTER_AREA)
        for path in sorted(photos.glob("*.jpg"))
    ]
    batch = np.stack(tiles).transpose(0, 3, 1, 2).astype(np.float32)
    network = Network(path, CLASSES)
    mean = np.concatenate([network.run_all(part)[1] for part in np.array_split(batch, 8)]).mean(
        axis=0
    )
    model = onnx.load(str(path))
    known = {entry.key: entry.value for entry in model.metadata_props}
    rounded = json.dumps([round(float(value), 4) for value in mean])
    onnx.helper.set_model_props(model, known | {"feature_mean": rounded})
    onnx.save(model, str(path))


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, shared=True)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    photos = args.shared / "photos"
    there = sorted(path for path in (photos / "train" / "images").iterdir() if path.is_file())
    chosen = there[:: max(1, len(there) // _PHOTOS)][:_PHOTOS]
    reader = Reader(args.weights, threads=1)
    crops = list(faces(chosen, reader))
    if not crops:
        raise InputError(
            f"{photos / 'train'}: the detector of {args.weights} finds no tile in {len(chosen)} photos"
        )
    args.out.mkdir(parents=True, exist_ok=True)
    quantize(args.weights / "detector.onnx", args.out / "detector.onnx", pictures(chosen, reader))
    classifier = args.out / "classifier.onnx"
    quantize(args.weights / "classifier.onnx", classifier, crops)
    add_features(classifier)
    set_mean(classifier, photos / "tiles")


if __name__ == "__main__":
    run(main)
