"""Let the face classifier put out the features behind its logits, from which taught tile sets are recognised.

``python -m training.networks.features models/classifier.onnx --photos ../shared/photos/tiles`` adds the
input of the last layer as a second output, ``features``, and the mean over the photos as metadata. Run it after
every export.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import onnx
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.geometry import FACE_SIZE
from hu.vision.networks.onnx import Network
from hu.vision.photo.decoding import decode_photo
from training.command import run

#: The name of the output.
FEATURES = "features"


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
        if tensor.name.removesuffix("_quantized") == node.input[1].removesuffix("_DequantizeLinear_Output")
    )
    model.graph.node.append(onnx.helper.make_node("Identity", [name], [FEATURES]))
    model.graph.output.append(onnx.helper.make_tensor_value_info(FEATURES, onnx.TensorProto.FLOAT, ["n", width]))
    onnx.save(model, str(path))


def crops(photos: Path) -> Iterator[NDArray[np.uint8]]:
    """The single tiles of a folder as the classifier sees them, ``(64, 64, 3)`` uint8 RGB."""
    for path in sorted(photos.glob("*.jpg")):
        image = decode_photo(path).image
        yield cv2.resize(image, (FACE_SIZE, FACE_SIZE), interpolation=cv2.INTER_AREA).astype(np.uint8)


def set_mean(path: Path, photos: Path) -> None:
    """Write the mean features of a folder of single tiles into the metadata."""
    batch = np.stack(list(crops(photos))).transpose(0, 3, 1, 2).astype(np.float32)
    network = Network(path, CLASSES)
    mean = np.concatenate([network.run_all(part)[1] for part in np.array_split(batch, 8)]).mean(axis=0)
    model = onnx.load(str(path))
    kept = [entry for entry in model.metadata_props if entry.key != "feature_mean"]
    del model.metadata_props[:]
    model.metadata_props.extend(kept)
    model.metadata_props.add(key="feature_mean", value=json.dumps([round(float(value), 4) for value in mean]))
    onnx.save(model, str(path))


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("weights", type=Path)
    parser.add_argument("--photos", type=Path, required=True)
    arguments = parser.parse_args()
    add_features(arguments.weights)
    set_mean(arguments.weights, arguments.photos)


if __name__ == "__main__":
    run(main)
