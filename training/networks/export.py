"""Export trained weights to ONNX with their class lists inside.

``python -m training.networks.export detector RUN/weights/last.pt --out models/detector.onnx``
``python -m training.networks.export classifier RUN/classifier.pt --out models/classifier.onnx``
``python -m training.networks.export index RUN/index.pt --out models/index.onnx``

The classifier of modern sets, ``modern.onnx``, is exported as the classifier is.
"""

import json
import shutil
from pathlib import Path

import onnx
import torch

from hu.scoring.tiles import CLASSES
from hu.vision.geometry import FACE_SIZE
from hu.vision.networks.detector import DETECTOR_CLASSES
from hu.vision.networks.numerals import CORNER_SIZE, NUMERAL_CLASSES
from training.command import new_parser, run
from training.networks.classifier_net import ClassifierNet
from training.networks.index_net import IndexNet
from training.networks.train_detector import export_detector


def export_classifier(weights: Path, out: Path) -> None:
    """Write the classifier as ONNX for any number of crops.

    Args:
        weights: ``classifier.pt`` of a run.
        out: the file to write.
    """
    _export(load_classifier(weights), input_name="faces", side=FACE_SIZE, out=out)
    annotate(out, {"classes": json.dumps(CLASSES)})


def export_index(weights: Path, out: Path) -> None:
    """Write the index network as ONNX for any number of corners.

    Args:
        weights: the network's state as PyTorch saves it.
        out: the file to write.
    """
    net = IndexNet()
    net.load_state_dict(torch.load(weights, weights_only=True, map_location="cpu"))
    _export(net, input_name="corners", side=CORNER_SIZE, out=out)
    annotate(out, {"classes": json.dumps(NUMERAL_CLASSES)})


def _export(net: torch.nn.Module, input_name: str, side: int, out: Path) -> None:
    """Write a network that reads square pictures as ONNX, for any number of pictures.

    Args:
        net: the network.
        input_name: the name of its input. Its output is named ``logits``.
        side: the side of a picture in pixels.
        out: the file to write.
    """
    example = torch.zeros(2, 3, side, side)
    torch.onnx.export(
        net.eval(),
        (example,),
        str(out),
        input_names=[input_name],
        output_names=["logits"],
        dynamic_axes={input_name: {0: "n"}, "logits": {0: "n"}},
        opset_version=17,
        dynamo=False,
    )


def load_classifier(weights: Path) -> ClassifierNet:
    """Load the classifier with trained weights."""
    checkpoint = torch.load(weights, weights_only=True, map_location="cpu")
    net = ClassifierNet(checkpoint["width"])
    net.load_state_dict(checkpoint["state"])
    return net


def annotate(path: Path, metadata: dict[str, str]) -> None:
    """Replace an ONNX file's metadata, and remove the machine paths that exporters leave in it."""
    model = onnx.load(str(path))
    onnx.helper.set_model_props(model, metadata)
    for node in model.graph.node:
        # Exporters note the source line of each node. That doubles the file and names machine
        # paths.
        del node.metadata_props[:]
        node.doc_string = ""
    onnx.save(model, str(path))


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__)
    parser.add_argument("network", choices=["detector", "classifier", "index"])
    parser.add_argument("weights", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    # Made before the work, so that nothing is lost after it.
    args.out.parent.mkdir(parents=True, exist_ok=True)
    if args.network == "classifier":
        export_classifier(args.weights, args.out)
    elif args.network == "index":
        export_index(args.weights, args.out)
    else:
        shutil.copy(export_detector(args.weights), args.out)
        annotate(args.out, {"classes": json.dumps(DETECTOR_CLASSES)})


if __name__ == "__main__":
    run(main)
