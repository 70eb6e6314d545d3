"""Average the weights of two trained networks of the same shape.

``python -m training.networks.average FIRST.pt SECOND.pt --share 0.6 --out MEAN.pt``

A network that was trained on learns new things and forgets some old things. The mean of the network
from before and the network from after often keeps most of both.
"""

from argparse import ArgumentTypeError
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hu.scoring.errors import InputError
from training.command import new_parser, run


def average(first: Mapping[str, Any], second: Mapping[str, Any], share: float) -> dict[str, Any]:
    """Compute the weighted mean of two networks' weights.

    Args:
        first: arrays or tensors of any shape, by the names of the network's parts.
        second: the same of the other network.
        share: of the second network, from 0 to 1.

    Returns:
        The mean. Whole numbers, which count steps, are those of the first network.

    Raises:
        InputError: the networks have other parts, or parts of another shape.
    """
    if first.keys() != second.keys():
        raise InputError("the networks have other parts: no mean of them exists")
    mean = {}
    for name, weights in first.items():
        other_weights = second[name]
        if weights.shape != other_weights.shape:
            raise InputError(f"{name} has another shape in each network: no mean of them exists")
        if "float" in str(weights.dtype):
            mean[name] = weights * (1 - share) + other_weights * share
        else:
            mean[name] = weights
    return mean


def average_files(
    first: Mapping[str, Any], second: Mapping[str, Any], share: float
) -> dict[str, Any]:
    """Compute the weighted mean of the contents of two files.

    Args:
        first: a network's weights. The file of a classifier holds its width too, and the weights
            under ``state``.
        second: the same of the other network.
        share: of the second network, from 0 to 1.

    Raises:
        InputError: the networks have other parts, or parts of another shape.
    """
    if ("state" in first) != ("state" in second):
        raise InputError("only one of the networks is a classifier: no mean of them exists")
    if "state" in first:
        return {**first, "state": average(first["state"], second["state"], share)}
    return average(first, second, share)


def _share(text: str) -> float:
    share = float(text)
    if not 0 <= share <= 1:
        raise ArgumentTypeError(f"expected a share from 0 to 1, not {text}")
    return share


def main() -> None:
    """Run from the command line."""
    parser = new_parser(__doc__)
    parser.add_argument("first", type=Path)
    parser.add_argument("second", type=Path)
    parser.add_argument("--share", type=_share, default=0.5, help="of the second network, 0 to 1")
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args()
    # The arithmetic above needs no PyTorch.
    import torch  # noqa: PLC0415

    first = torch.load(args.first, weights_only=True)
    second = torch.load(args.second, weights_only=True)
    mean = average_files(first, second, args.share)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    torch.save(mean, args.out)


if __name__ == "__main__":
    run(main)
