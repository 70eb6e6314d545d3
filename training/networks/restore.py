"""Turn shipped networks back into weights to train on from: exported files hold no batch normalisation.

``python -m training.networks.restore detector models/detector.onnx --photos ../shared/photos/train --out
detector.pt``; with ``classifier models/classifier.onnx`` the classifier. ``--part`` takes what fits of another YOLO11n,
such as backbone and neck of one that finds upright boxes; the rest begins untrained.

Exporting folds each normalisation into the convolution before it. Training needs it back, with statistics that match
the data, or the first steps would destroy what was learnt: each channel's mean and spread are measured on photos, and
the layer's scale and shift are set so that the network still computes the same.
"""

import argparse
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnx.numpy_helper
import torch
from torch import Tensor, nn

from hu.scoring.errors import InputError
from hu.vision.geometry import rectify
from hu.vision.networks.detector import letterbox
from hu.vision.photo.decoding import decode_photo
from training.command import room_for, run
from training.data.crops import photo_crops
from training.networks.classifier_net import ClassifierNet
from training.networks.yolo import new_detector, save_detector

#: Photos on which the statistics are measured; crops for the classifier.
_PHOTOS, _CROPS = 12, 1024


def fold_weights(path: Path) -> dict[str, tuple[Tensor, Tensor]]:
    """Weight and bias of each convolution and linear layer of an exported network.

    Args:
        path: an ``.onnx`` file.

    Returns:
        By the layer's name in the network (``model.0.conv``).
    """
    graph = onnx.load(str(path)).graph
    arrays = {entry.name: onnx.numpy_helper.to_array(entry) for entry in graph.initializer}
    for node in graph.node:
        # Weights of 8-bit copies (training.networks.quantize): steps of a scale, one for each channel put
        # out.
        if node.op_type == "DequantizeLinear" and node.input[0] in arrays:
            steps, scale = arrays[node.input[0]].astype(np.float32), arrays[node.input[1]]
            arrays[node.output[0]] = (
                steps * scale.reshape(-1, *[1] * (steps.ndim - 1)) if scale.size > 1 else steps * scale
            )
    layers = {}
    for node in graph.node:
        if node.op_type in {"Conv", "Gemm"} and len(node.input) == 3 and node.input[1] in arrays:
            weight, bias = (torch.tensor(np.array(arrays[name])) for name in node.input[1:])
            layers[_module(node.name)] = (weight, bias)
    return layers


def _module(node: str) -> str:
    """``body.3.shortcut.0`` for the node ``/body/body.3/shortcut/shortcut.0/Conv``: lists stand before their items."""
    scopes = node.strip("/").split("/")[:-1]
    following = [*scopes[1:], ""]
    return ".".join(scope for scope, after in zip(scopes, following, strict=True) if after.rpartition(".")[0] != scope)


def unfold(
    net: nn.Module, layers: Mapping[str, tuple[Tensor, Tensor]], batches: Iterable[Tensor], *, part: bool = False
) -> None:
    """Give ``net`` the weights of an exported network, in place.

    Args:
        net: a network of the same architecture.
        layers: see ``fold_weights``.
        batches: inputs on which the normalisations' statistics are measured.
        part: whether layers that the other network lacks stay as they are.

    Raises:
        InputError: the network has other layers.
    """
    pairs = list(_pairs(net))
    fitting = [pair for pair in pairs if pair[0] in layers and layers[pair[0]][0].shape == pair[1].weight.shape]
    if part and fitting:
        pairs = fitting
    if len(fitting) < len(pairs):
        raise InputError("the file was exported from a network of another architecture")
    with torch.no_grad():
        for name, layer, norm in pairs:
            weight, bias = layers[name]
            layer.weight.copy_(weight)
            if norm is None:
                layer.get_parameter("bias").copy_(bias)
            else:
                norm.weight.fill_(1)
                norm.bias.copy_(bias)
                norm.running_mean.zero_()
                norm.running_var.fill_(1 - norm.eps)
        _measure(net, [norm for _, _, norm in pairs if norm is not None], batches)


def _pairs(net: nn.Module) -> Iterable[tuple[str, nn.Conv2d | nn.Linear, nn.BatchNorm2d | None]]:
    """Each trained convolution or linear layer, its name, and the normalisation right after it, as registered."""
    kinds = nn.Conv2d | nn.Linear | nn.BatchNorm2d
    modules = [(name, module) for name, module in net.named_modules() if isinstance(module, kinds)]
    for (name, layer), (_, following) in zip(modules, [*modules[1:], ("", None)], strict=True):
        if not isinstance(layer, nn.BatchNorm2d) and layer.weight.requires_grad:
            yield name, layer, following if isinstance(following, nn.BatchNorm2d) else None


def _measure(net: nn.Module, norms: Sequence[nn.BatchNorm2d], batches: Iterable[Tensor]) -> None:
    sums = {norm: [torch.zeros(norm.num_features, dtype=torch.float64) for _ in range(2)] for norm in norms}
    counts = dict.fromkeys(norms, 0)

    def note(norm: nn.BatchNorm2d, inputs: tuple[Tensor, ...]) -> None:
        x = inputs[0]
        sums[norm][0] += x.sum(dim=(0, 2, 3), dtype=torch.float64)
        sums[norm][1] += x.square().sum(dim=(0, 2, 3), dtype=torch.float64)
        counts[norm] += x.numel() // x.shape[1]

    hooks = [norm.register_forward_pre_hook(note) for norm in norms]
    net.eval()
    for batch in batches:
        net(batch)
    for hook in hooks:
        hook.remove()
    for norm, (total, squares) in sums.items():
        mean = total / counts[norm]
        spread = (squares / counts[norm] - mean.square()).clamp(min=1e-6)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.copy_((spread + norm.eps).sqrt())
        norm.bias.add_(mean)


def _photo_batches(folder: Path) -> Iterable[Tensor]:
    paths = sorted((folder / "images").iterdir())
    for path in paths[:: max(1, len(paths) // _PHOTOS)]:
        yield torch.from_numpy(letterbox(decode_photo(path).image, 640)[0])


def _crop_batches(folder: Path) -> Iterable[Tensor]:
    crops = list(photo_crops(folder))
    chosen = crops[:: max(1, len(crops) // _CROPS)]
    for start in range(0, len(chosen), 128):
        faces = np.stack([rectify(crop.image, crop.box) for crop in chosen[start : start + 128]])
        yield torch.from_numpy(faces).permute(0, 3, 1, 2).float()


def restore_detector(path: Path, photos: Path, out: Path, *, part: bool = False) -> None:
    """Write Ultralytics weights of an exported detector; ``photos`` is a folder with ``images/``."""
    yolo = new_detector()
    unfold(yolo.model, fold_weights(path), _photo_batches(photos), part=part)
    save_detector(yolo, out)


def restore_classifier(path: Path, photos: Path, out: Path) -> None:
    """Write the weights of an exported classifier; ``photos`` is a folder with ``images/`` and ``labels/``."""
    layers = fold_weights(path)
    width = layers["body.0"][0].shape[0] if "body.0" in layers else 1
    net = ClassifierNet(width)
    unfold(net, layers, _crop_batches(photos))
    torch.save({"width": width, "state": net.state_dict()}, out)


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("network", choices=["detector", "classifier"])
    parser.add_argument("exported", type=Path)
    parser.add_argument("--photos", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--part", action="store_true", help="of another detector: take what fits")
    args = parser.parse_args()
    if args.network == "detector":
        restore_detector(args.exported, args.photos, room_for(args.out), part=args.part)
    else:
        restore_classifier(args.exported, args.photos, room_for(args.out))


if __name__ == "__main__":
    run(main)
