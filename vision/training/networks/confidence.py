"""Fit the confidence that both networks have in a tile: the weights that ``hu.vision.networks.classifier`` applies.

``python -m hu.vision.training.networks.confidence --weights models`` prints the weights of the detector's logit, the
classifier's logit and a constant: a logistic regression over what the detector proposes in rendered hands that no
training used. With ``--write`` they become metadata of the folder's ``classifier.onnx``, from which the classifier is
read with them.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.errors import InputError
from hu.vision.finding.passes import detect_in_passes
from hu.vision.geometry import oriented_box
from hu.vision.networks.classifier import CONFIDENCE_WEIGHTS, classify_faces, log_odds, rectified_faces
from hu.vision.photo.decoding import Photo
from hu.vision.reader import Reader
from hu.vision.training.command import run
from hu.vision.training.data.negatives import shares
from hu.vision.training.faces.art import Art, default_cache
from hu.vision.training.scenes.rendered_hands import SHOWN, camera_seed, photograph_hand
from hu.vision.training.tables.hands import RULES, hand_scene

#: Down to which score the detector's proposals are looked at.
_PROPOSED: Final = 0.1
#: A proposal is a tile when it shares at least the second of these with one, none when it shares at most the first.
_NONE, _TILE = 0.35, 0.5
#: Against weights without end where everything can be told.
_RIDGE: Final = 1e-3

Floats = NDArray[np.float64]


def proposals(seeds: Sequence[int], reader: Reader, art: Art, crowded: float) -> Iterator[tuple[float, float, bool]]:
    """For each proposal in some rendered hands: the detector's log-odds, the classifier's, and whether it is a tile."""
    proposing = replace(reader.settings, proposal_score=_PROPOSED, proposal_iou=crowded)
    for seed in seeds:
        for rules in RULES:
            scene = photograph_hand(hand_scene(seed, rules), camera_seed(f"camera {rules} {seed}"), art)
            tiles = [oriented_box(tile.box) for tile in scene.tiles]
            shown = [box for box, tile in zip(tiles, scene.tiles, strict=True) if tile.visible >= SHOWN]
            found = detect_in_passes(reader.detector, Photo.of(scene.image), proposing)
            if not found:
                continue
            seen, _ = classify_faces(reader.classifier, rectified_faces(scene.image, found))
            for proposal, tile in zip(found, seen.tile.tolist(), strict=True):
                is_tile = shares(proposal.box, shown) >= _TILE
                if is_tile or shares(proposal.box, tiles) < _NONE:
                    yield log_odds(proposal.score), tile, is_tile


def fitted(seen: Floats, true: Floats, steps: int = 50) -> Floats:
    """The weights of a logistic regression by Newton's method.

    Args:
        seen: ``(n, k)``.
        true: ``(n,)`` 0 or 1.
        steps: how many.

    Returns:
        ``(k + 1,)`` float64, the constant last.
    """
    columns = np.column_stack([seen, np.ones(len(seen))])
    ridge = _RIDGE * np.eye(columns.shape[1])
    weights = np.zeros(columns.shape[1])
    for _ in range(steps):
        likely = 1 / (1 + np.exp(-columns @ weights))
        slope = columns.T @ (true - likely) - ridge @ weights
        weights = weights + np.linalg.solve((columns.T * (likely * (1 - likely))) @ columns + ridge, slope)
    return weights


def write(path: Path, weights: Sequence[float]) -> None:
    """Put the weights into the metadata of a classifier, in place of earlier ones."""
    import onnx  # noqa: PLC0415  # of the training extra; the fit itself does without

    model = onnx.load(str(path))
    kept = [entry for entry in model.metadata_props if entry.key != CONFIDENCE_WEIGHTS]
    del model.metadata_props[:]
    model.metadata_props.extend(kept)
    model.metadata_props.add(key=CONFIDENCE_WEIGHTS, value=json.dumps([round(float(weight), 2) for weight in weights]))
    onnx.save(model, str(path))


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--shared", type=Path, default=Path("../shared"))
    parser.add_argument("--weights", type=Path, default=Path("models"), help="folder with the networks")
    parser.add_argument("--scenes", type=int, default=60, help="how many of each rule set")
    parser.add_argument("--first", type=int, default=2000, help="the first scene's seed")
    parser.add_argument("--crowded", type=float, default=0.5, help="how far two proposals may overlap")
    parser.add_argument("--write", action="store_true", help="into the metadata of classifier.onnx")
    args = parser.parse_args()
    reader, art = Reader(args.weights, threads=1), Art(args.shared, default_cache())
    seeds = range(args.first, args.first + args.scenes)
    rows = np.array(list(proposals(seeds, reader, art, args.crowded)), dtype=np.float64)
    if not len(rows) or rows[:, 2].min() == rows[:, 2].max():
        raise InputError(
            f"{args.weights}: the detector's proposals do not show both tiles and other things; nothing to fit"
        )
    found, read, constant = fitted(rows[:, :2], rows[:, 2])
    if args.write:
        write(args.weights / "classifier.onnx", (found, read, constant))
    print(f"{found:.2f}, {read:.2f}, {constant:.2f}")  # noqa: T201  # the command's result


if __name__ == "__main__":
    run(main)
