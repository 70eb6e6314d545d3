"""Make 8-bit copies of the networks.

They take about half the work on processors with VNNI or AMX, and a third of the size.

``python -m training.networks.quantize --weights models --shared ../shared --out DIR`` runs the
networks over some training photos to learn the range of every activation, and writes
``detector.onnx`` and ``classifier.onnx`` into DIR. The classifier gets a second output, the
features behind its logits, by which taught tile sets are recognised. Their mean over the single
tiles is in its metadata. If the folder has the networks for modern sets (``index.onnx``,
``letters.onnx`` and ``modern.onnx``), they are run over rendered modern sets as well, and are
written into DIR, too.
Measure all copies with ``hu evaluate`` before they replace the networks.
"""

import json
import tempfile
from collections.abc import Iterable, Iterator, Sequence
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
from hu.vision.networks.numerals import CORNER_SIZE, MIDDLE_SIDES, cut_corners, cut_middle
from hu.vision.networks.onnx import Network
from hu.vision.networks.weights import MODERN_NETWORKS, modern_networks
from hu.vision.photo.decoding import decode_photo
from hu.vision.reader import Reader
from training.command import new_parser, run
from training.data.modern_sets import ModernSet, modern_sets
from training.faces.art import Art
from training.networks.eight_bits import prepare_for_8_bits, write_8_bit_copy

#: The name of the classifier's second output.
FEATURES: Final = "features"
#: The detector's parts that go on computing in 32 bits, as Ultralytics' exports of YOLO11 name
#: them. They are the first two convolutions, the attention, and the head, whose boxes, scores and
#: angles a single scale of 8 bits cannot hold.
_IN_FLOAT: Final = ("/model.0/", "/model.1/", "/model.10/", "/model.23/")
#: The activations' ranges are learnt from this many photos.
_PHOTOS: Final = 48
#: They are learnt from this many rendered modern sets, too, for the networks for modern sets.
_MODERN_SETS: Final = 12
#: The single tiles are read in this many parts.
_PARTS: Final = 8


def quantize(weights: Path, out: Path, batches: Iterable[NDArray[np.float32]]) -> None:
    """Write an 8-bit copy of a network, its metadata included.

    Args:
        weights: an ONNX file.
        out: the file to write.
        batches: typical inputs.
    """
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        prepare_for_8_bits(weights, plain)
        model = onnx.load(str(plain))
        input_name = model.graph.input[0].name
        inputs = ({input_name: batch} for batch in batches)
        node_names = [node.name for node in model.graph.node]
        in_float = [name for name in node_names if name.startswith(_IN_FLOAT)]
        write_8_bit_copy(plain, out, inputs, in_float)
    copy = onnx.load(str(out))
    del copy.metadata_props[:]
    copy.metadata_props.extend(onnx.load(str(weights)).metadata_props)
    onnx.save(copy, str(out))


def detector_inputs(photos: Iterable[Path], reader: Reader) -> list[NDArray[np.float32]]:
    """Record the detector's inputs of some photos, in all passes.

    Args:
        photos: the files of the photos.
        reader: whose detector is used. From now on its detector records all its inputs.
    """
    batches = []
    run_all = reader.detector.run_all

    def record(batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        batches.append(batch)
        return run_all(batch)

    reader.detector.run_all = record  # type: ignore[method-assign]
    for path in photos:
        detect_in_passes(reader.detector, decode_photo(path), reader.settings)
    return batches


def classifier_inputs(photos: Iterable[Path], reader: Reader) -> Iterator[NDArray[np.float32]]:
    """Yield the classifier's input of each photo with tiles, ``(n, 3, 64, 64)`` float32 RGB."""
    for path in photos:
        image = decode_photo(path).image
        crops = rectified_faces(image, detect_outlines(reader.detector, image, reader.settings))
        if len(crops):
            yield np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32)


def modern_classifier_inputs(sets: Iterable[ModernSet]) -> Iterator[NDArray[np.float32]]:
    """Yield the input of each modern set for a classifier, ``(84, 3, 64, 64)`` float32 RGB."""
    for modern_set in sets:
        faces = []
        for face in np.concatenate([modern_set.flat, modern_set.as_in_photo]):
            faces.append(cv2.resize(face, (FACE_SIZE, FACE_SIZE), interpolation=cv2.INTER_AREA))
        yield np.stack(faces).transpose(0, 3, 1, 2).astype(np.float32)


def index_inputs(sets: Iterable[ModernSet]) -> Iterator[NDArray[np.float32]]:
    """Yield the input of each modern set for the index network, ``(336, 3, 48, 48)`` float32."""
    for modern_set in sets:
        faces = np.concatenate([modern_set.flat, modern_set.as_in_photo])
        corners = cut_corners(faces).reshape(-1, CORNER_SIZE, CORNER_SIZE, 3)
        yield corners.transpose(0, 3, 1, 2).astype(np.float32)


def letter_inputs(sets: Iterable[ModernSet]) -> Iterator[NDArray[np.float32]]:
    """Yield the input of each modern set for the letter network, ``(168, 3, 48, 48)`` float32."""
    for modern_set in sets:
        faces = np.concatenate([modern_set.flat, modern_set.as_in_photo])
        middles = np.concatenate([cut_middle(faces, side) for side in MIDDLE_SIDES])
        yield middles.transpose(0, 3, 1, 2).astype(np.float32)


def quantize_modern(
    weights: Path, out: Path, art: Art, crops: Sequence[NDArray[np.float32]]
) -> None:
    """Write 8-bit copies of the networks for modern sets.

    Args:
        weights: the folder of the networks.
        out: the folder of the copies.
        art: the artwork.
        crops: inputs of the classifier, of ordinary photos.
    """
    sets = list(modern_sets(art, _MODERN_SETS))
    quantize(weights / "index.onnx", out / "index.onnx", index_inputs(sets))
    quantize(weights / "letters.onnx", out / "letters.onnx", letter_inputs(sets))
    batches = [*crops, *modern_classifier_inputs(sets)]
    quantize(weights / "modern.onnx", out / "modern.onnx", batches)


def add_features(path: Path) -> None:
    """Make the input of the last layer another output of an ONNX file.

    A file that has this output already stays unchanged.
    """
    model = onnx.load(str(path))
    if any(output.name == FEATURES for output in model.graph.output):
        return
    flatten = next(node for node in model.graph.node if node.op_type == "Flatten")
    model.graph.node.append(onnx.helper.make_node("Identity", [flatten.output[0]], [FEATURES]))
    shape = ["n", _width_of_features(model)]
    output = onnx.helper.make_tensor_value_info(FEATURES, onnx.TensorProto.FLOAT, shape)
    model.graph.output.append(output)
    onnx.save(model, str(path))


def _width_of_features(model: onnx.ModelProto) -> int:
    """How many numbers the last layer reads, by its weights, which may be in 8 bits."""
    last = next(node for node in model.graph.node if node.op_type == "Gemm")
    weights_name = last.input[1].removesuffix("_DequantizeLinear_Output")
    for tensor in model.graph.initializer:
        if tensor.name.removesuffix("_quantized") == weights_name:
            return int(tensor.dims[1])
    raise InputError(f"the last layer of the classifier has no weights {weights_name}")


def set_mean(path: Path, photos: Path) -> None:
    """Write the mean features of single tiles into the metadata.

    Args:
        path: the classifier with its features as an output.
        photos: the folder of the single tiles.
    """
    tiles = []
    for photo in sorted(photos.glob("*.jpg")):
        image = decode_photo(photo).image
        tiles.append(cv2.resize(image, (FACE_SIZE, FACE_SIZE), interpolation=cv2.INTER_AREA))
    batch = np.stack(tiles).transpose(0, 3, 1, 2).astype(np.float32)
    network = Network(path, CLASSES)
    features = []
    for tiles_of_part in np.array_split(batch, _PARTS):
        _logits, features_of_part = network.run_all(tiles_of_part)
        features.append(features_of_part)
    mean = np.concatenate(features).mean(axis=0)
    model = onnx.load(str(path))
    metadata = {entry.key: entry.value for entry in model.metadata_props}
    metadata["feature_mean"] = json.dumps([round(float(value), 4) for value in mean])
    onnx.helper.set_model_props(model, metadata)
    onnx.save(model, str(path))


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__, has_shared=True)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--only-modern", action="store_true", help="write the networks for modern sets alone"
    )
    args = parser.parse_args()
    photos = args.shared / "photos"
    paths = [path for path in (photos / "train" / "images").iterdir() if path.is_file()]
    stride = max(1, len(paths) // _PHOTOS)
    sample = sorted(paths)[::stride][:_PHOTOS]
    reader = Reader(args.weights, threads=1)
    crops = list(classifier_inputs(sample, reader))
    if not crops:
        raise InputError(
            f"{photos / 'train'}: the detector of {args.weights} finds no tile in "
            f"{len(sample)} photos"
        )
    args.out.mkdir(parents=True, exist_ok=True)
    if modern_networks(args.weights) == list(MODERN_NETWORKS):
        quantize_modern(args.weights, args.out, Art(args.shared), crops)
    if args.only_modern:
        return
    batches = detector_inputs(sample, reader)
    quantize(args.weights / "detector.onnx", args.out / "detector.onnx", batches)
    classifier = args.out / "classifier.onnx"
    quantize(args.weights / "classifier.onnx", classifier, crops)
    add_features(classifier)
    set_mean(classifier, photos / "tiles")


if __name__ == "__main__":
    run(main)
