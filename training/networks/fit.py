"""Fit the values that depend on a pair of networks, and write them beside it.

``python -m training.networks.fit --weights models --shared ../shared`` looks at every fourth
training photo, at the photos of ``loose``, at rendered hands and hard scenes, and at faces of art
that no training saw. Red fives are fitted to faces of art in many lights, holes in rows to rendered
hands. If the folder has the networks for modern sets, the weights of numerals are fitted to
rendered modern sets. The command prints the values and writes ``fitted.json`` into the folder of
the networks, as ``hu.vision.networks.calibration`` reads it. Make ``SHA256SUMS`` again afterwards,
if there is one.
"""

from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal

import numpy as np

from hu.scoring.errors import InputError
from hu.scoring.tiles import BACK, CLASSES
from hu.vision.detection import log_odds
from hu.vision.finding.blank import split_white_and_back
from hu.vision.finding.passes import detect_in_passes
from hu.vision.geometry import bounding_box, oriented_box, rectify
from hu.vision.networks.calibration import (
    FITTED,
    Calibration,
    calibration_to_json,
    read_calibration_of_pair,
)
from hu.vision.networks.classifier import classify_faces, combine_outputs, rectified_faces
from hu.vision.networks.detector import Outline
from hu.vision.networks.weights import MODERN_NETWORKS, modern_networks
from hu.vision.photo.decoding import Photo
from hu.vision.photo.files import whole_file
from hu.vision.reader import Reader
from training.command import new_parser, run
from training.data.crops import Box, Image, corners, labelled_photos
from training.data.modern_sets import modern_sets
from training.data.negatives import greatest_iou_with
from training.data.unseen import HELD_FAMILIES, art_crops, vary_upright
from training.faces.art import Art
from training.faces.designs import random_design
from training.networks.fit_holes import fit_holes, hole_examples
from training.networks.fit_numerals import fit_numerals
from training.networks.fit_red_fives import fit_red_fives
from training.networks.regression import Floats, logistic, temperature_of, weights_of
from training.render import is_labelled
from training.scenes.hard import hard_scene
from training.scenes.rendered_hands import SHOWN, camera_seed, photograph_hand
from training.scenes.scenes import Scene
from training.tables.hands import RULES, hand_scene

#: The detector's proposals are looked at down to this score.
_PROPOSED: Final = 0.1
#: A proposal is a tile if its IoU with a tile is at least this.
_TILE_IOU: Final = 0.5
#: A proposal is no tile if its greatest IoU with a tile is at most this.
_NO_TILE_IOU: Final = 0.35
#: Photos also show tiles without labels. So a proposal in a photo is taken for no tile only if it
#: shows a piece of a labelled tile: its greatest IoU with the labelled tiles is at least this.
_PIECE_IOU: Final = 0.1
#: Equal weights for both networks, until they are fitted.
_UNFITTED: Final = Calibration(
    temperature=1.0,
    detector_weight=1.0,
    classifier_weight=1.0,
    bias=0.0,
    white_bias=0.0,
    ground_weight=0.0,
    red_fives={},
)
#: By default every fourth training photo is used.
_EVERY: Final = 4
#: The seed of the first rendered hand and of the first hard scene.
_FIRST_SEED: Final = 2000
#: The least probability of a class, so that its logarithm is finite.
_TINY: Final = 1e-30
#: First part of the seeds of hard scenes.
_HARD_SEED: Final = 29
#: Side of hard scenes in pixels.
_HARD_PX: Final = 640

Source = Literal["train", "loose", "hands", "hard", "art"]


@dataclass(frozen=True, slots=True, eq=False)
class LabelledProposal:
    """The evidence of both networks about a proposal whose truth is known."""

    source: Source  # where it comes from
    detector_log_odds: float  # that it is a tile, by the detector
    classifier_log_odds: float  # that it is a tile, by the classifier
    # if it looks like a white dragon, its similarity to the faces around it, 0 to 1. None otherwise
    similarity: float | None
    is_tile: bool  # the truth
    faces: Floats  # ``(43,)`` log-probabilities of the classes at a temperature of 1
    label: int  # the right class, or -1 if none is known


@dataclass(frozen=True, slots=True, eq=False)
class LabelledPicture:
    """A picture whose tiles are known."""

    source: Source  # where it comes from
    image: Image  # ``(h, w, 3)`` uint8 RGB
    tiles: Sequence[Box]  # ``(4, 2)`` outlines of all that can be detected
    labels: Sequence[str]  # their classes
    others: Sequence[Box]  # outlines of tiles that need not be detected
    is_complete: bool  # whether every tile of the picture is in ``tiles`` or in ``others``


def labelled_pictures(shared: Path, seeds: Sequence[int], every: int) -> Iterator[LabelledPicture]:
    """Yield rendered hands and hard scenes, the photos of ``loose``, and some training photos.

    Args:
        shared: the shared data folder.
        seeds: each is the seed of a hand of every rule set, and of a hard scene.
        every: stride over the training photos.
    """
    art = Art(shared)
    for seed in seeds:
        for rules in RULES:
            photo_seed = camera_seed(f"camera {rules} {seed}")
            scene = photograph_hand(hand_scene(seed, rules), photo_seed, art)
            can_be_found = [tile.visible >= SHOWN for tile in scene.tiles]
            yield _picture_of_scene("hands", scene, can_be_found)
        rng = np.random.default_rng([_HARD_SEED, seed])
        scene = hard_scene(rng, random_design(rng, art), (_HARD_PX, _HARD_PX))
        can_be_found = [is_labelled(tile) for tile in scene.tiles]
        yield _picture_of_scene("hard", scene, can_be_found)
    # At the usual stride over the training photos, all photos of ``loose`` are used. At n times
    # this stride, every n-th photo of ``loose`` is used.
    loose_stride = max(1, every // _EVERY)
    yield from _labelled_pictures_of_photos(shared, "loose", loose_stride)
    yield from _labelled_pictures_of_photos(shared, "train", every)


def _labelled_pictures_of_photos(
    shared: Path, source: Source, stride: int
) -> Iterator[LabelledPicture]:
    """Every ``stride``-th photo of a folder."""
    for photo in list(labelled_photos(shared / "photos" / source))[::stride]:
        yield LabelledPicture(
            source=source,
            image=photo.image,
            tiles=[photo.corners(label) for label in photo.labels],
            labels=[label.tile for label in photo.labels],
            others=(),
            is_complete=False,
        )


def _picture_of_scene(
    source: Source, scene: Scene, can_be_found: Sequence[bool]
) -> LabelledPicture:
    """The picture of a scene.

    Args:
        source: the kind of scene.
        scene: the scene.
        can_be_found: for each tile, whether enough of it is seen that a detector must find it.
    """
    tiles = []
    labels = []
    others = []
    for tile, is_findable in zip(scene.tiles, can_be_found, strict=True):
        box = oriented_box(tile.box)
        if is_findable:
            tiles.append(box)
            labels.append(tile.tile)
        else:
            others.append(box)
    return LabelledPicture(source, scene.image, tiles, labels, others, is_complete=True)


def labelled_proposals(picture: LabelledPicture, reader: Reader) -> Iterator[LabelledProposal]:
    """Yield the detector's proposals that are certainly a tile or certainly no tile.

    Each has the evidence of both networks, and the truth.
    """
    settings = replace(reader.settings, proposal_score=_PROPOSED, faint_score=_PROPOSED)
    proposals = detect_in_passes(reader.detector, Photo.of(picture.image), settings)
    if not proposals:
        return
    faces = rectified_faces(picture.image, proposals)
    classification, quarter_turns = classify_faces(reader.classifier, faces)
    detections = combine_outputs(
        proposals, faces, classification, quarter_turns, calibration=_UNFITTED
    )
    # The readings of white dragons have the similarity to the faces around them.
    blank_readings = split_white_and_back(detections)

    for number, proposal in enumerate(proposals):
        ious = _ious(proposal, picture)
        greatest_iou = max(ious, default=0.0)
        is_tile = greatest_iou >= _TILE_IOU
        if not is_tile and not _shows_no_tile(proposal, picture, greatest_iou):
            # The truth is not certain.
            continue
        label = -1
        if is_tile:
            tile_number = ious.index(greatest_iou)
            label = CLASSES.index(picture.labels[tile_number])
        probabilities = classification.class_probabilities[number].astype(np.float64)
        yield LabelledProposal(
            source=picture.source,
            detector_log_odds=log_odds(proposal.score),
            classifier_log_odds=float(classification.tile_log_odds[number]),
            similarity=blank_readings[number].similarity,
            is_tile=is_tile,
            faces=np.log(np.maximum(probabilities, _TINY)),
            label=label,
        )


def _box_of(proposal: Outline, picture: LabelledPicture) -> Box:
    """The proposal's outline as the picture's labels would have it."""
    if picture.is_complete:
        return proposal.box
    # Labels of photos enclose turned tiles with upright boxes.
    x0, y0, x1, y1 = (float(value) for value in bounding_box(proposal.box))
    return corners(x0, y0, x1, y1)


def _ious(proposal: Outline, picture: LabelledPicture) -> list[float]:
    """The IoU of a proposal with each tile of the picture."""
    box = _box_of(proposal, picture)
    return [greatest_iou_with(box, [tile]) for tile in picture.tiles]


def _shows_no_tile(proposal: Outline, picture: LabelledPicture, greatest_iou: float) -> bool:
    """Whether a proposal certainly shows no tile.

    Args:
        proposal: the proposal.
        picture: its picture.
        greatest_iou: the proposal's greatest IoU with a tile that can be detected.
    """
    iou = max(greatest_iou, greatest_iou_with(_box_of(proposal, picture), picture.others))
    if iou > _NO_TILE_IOU:
        return False
    # Far from all labels there may be a tile that was not labelled. A piece of a labelled tile is
    # certainly no tile.
    return picture.is_complete or iou >= _PIECE_IOU


def art_proposals(shared: Path, reader: Reader) -> Iterator[LabelledProposal]:
    """Yield faces of the art that no training saw, as photos might show them.

    Only the temperature is fitted to them, so their log-odds are 0.
    """
    crops = []
    for number, crop in enumerate(art_crops(shared, HELD_FAMILIES)):
        crops.append(vary_upright(crop, number))
    faces = np.stack([rectify(crop.image, crop.box) for crop in crops])
    classification, _ = classify_faces(reader.classifier, faces)
    for crop, probabilities in zip(crops, classification.class_probabilities, strict=True):
        yield LabelledProposal(
            source="art",
            detector_log_odds=0.0,
            classifier_log_odds=0.0,
            similarity=None,
            is_tile=True,
            faces=np.log(np.maximum(probabilities.astype(np.float64), _TINY)),
            label=crop.label,
        )


def fit_values(
    proposals: Sequence[LabelledProposal],
    red_fives: Mapping[str, tuple[float, ...]],
    detector_weight: float | None = None,
) -> Calibration:
    """Find the values with the greatest likelihood. Each source counts as much as any other.

    Args:
        proposals: of photos and scenes, and faces of art.
        red_fives: the weights of red fives by suit.
        detector_weight: the weight of the detector's log-odds, if it is kept. None to fit it, too.

    Raises:
        InputError: the proposals do not show both tiles and other things.
    """
    detected = [proposal for proposal in proposals if proposal.source != "art"]
    if len({proposal.is_tile for proposal in detected}) < 2:
        raise InputError(
            "the detector's proposals do not show both tiles and other things; nothing to fit"
        )
    detector_log_odds = np.array([proposal.detector_log_odds for proposal in detected])
    other_features = np.array([_other_features(proposal) for proposal in detected])
    labels = np.array([proposal.is_tile for proposal in detected], np.float64)
    weights = weights_of([proposal.source for proposal in detected])
    if detector_weight is None:
        features = np.column_stack([detector_log_odds, other_features])
        coefficients = logistic(features, labels, weights)
    else:
        offsets = detector_weight * detector_log_odds
        other_coefficients = logistic(other_features, labels, weights, offsets=offsets)
        coefficients = np.array([detector_weight, *other_coefficients])
    # In the order of the features, the constant last.
    detector, classifier, white, ground, bias = (round(float(value), 3) for value in coefficients)
    return Calibration(
        temperature=round(_fit_temperature(proposals), 3),
        detector_weight=detector,
        classifier_weight=classifier,
        bias=bias,
        white_bias=white,
        ground_weight=ground,
        red_fives=red_fives,
    )


def _other_features(proposal: LabelledProposal) -> tuple[float, float, float]:
    """The features, besides the detector's log-odds, that show whether a proposal is a tile.

    Returns:
        The classifier's log-odds. Then 1 if the proposal has a similarity, and this similarity.
        Both are 0 if it has none.
    """
    if proposal.similarity is None:
        return proposal.classifier_log_odds, 0.0, 0.0
    return proposal.classifier_log_odds, 1.0, proposal.similarity


def _fit_temperature(proposals: Sequence[LabelledProposal]) -> float:
    """The temperature of the classes' logits."""
    # Art that no training saw, and photos of loose tiles, show how often unseen faces are read
    # right. The networks know training photos too well. The backs in photos have no labels, so
    # backs of art are left out as well.
    faces = []
    for proposal in proposals:
        is_face = proposal.label not in (-1, CLASSES.index(BACK))
        if proposal.source in ("art", "loose") and is_face:
            faces.append(proposal)
    return temperature_of(
        np.stack([proposal.faces for proposal in faces]),
        np.array([proposal.label for proposal in faces]),
        weights_of([proposal.source for proposal in faces]),
    )


def _parse_arguments() -> Namespace:
    """Read the options of the command line."""
    parser = new_parser(__doc__, has_shared=True)
    parser.add_argument(
        "--weights", type=Path, default=Path("models"), help="folder with the networks"
    )
    parser.add_argument("--scenes", type=int, default=60, help="rendered hands of each rule set")
    parser.add_argument("--every", type=int, default=_EVERY, help="stride over the training photos")
    parser.add_argument(
        "--detector-weight",
        type=float,
        help="keep this weight of the detector, if only the classifier is new",
    )
    parser.add_argument(
        "--modern-sets", type=int, default=25, help="rendered modern sets, for numerals"
    )
    only = parser.add_mutually_exclusive_group()
    only.add_argument(
        "--only-holes", action="store_true", help="fit holes alone, and keep the other values"
    )
    only.add_argument(
        "--only-numerals", action="store_true", help="fit numerals alone, and keep the other values"
    )
    return parser.parse_args()


def _fit_pair(args: Namespace, reader: Reader, art: Art, seeds: Sequence[int]) -> Calibration:
    """Fit the values of the detector and the classifier, and the weights of red fives."""
    proposals: list[LabelledProposal] = []
    for picture in labelled_pictures(args.shared, seeds, args.every):
        proposals += labelled_proposals(picture, reader)
    proposals += art_proposals(args.shared, reader)
    return fit_values(proposals, fit_red_fives(art), args.detector_weight)


def _fit_holes_with(
    calibration: Calibration, reader: Reader, art: Art, seeds: Sequence[int]
) -> Calibration:
    """Fit the weights of holes, which depend on the other values.

    Args:
        calibration: the other values.
        reader: the networks.
        art: the artwork.
        seeds: of the rendered hands.

    Returns:
        The same values with the new weights.
    """
    # A reader without weights fills no holes, so that each of them can become an example.
    reader_without_filling = reader.with_calibration(replace(calibration, holes=()))
    examples = list(hole_examples(reader_without_filling, art, seeds))
    return replace(calibration, holes=fit_holes(examples))


def main() -> None:
    """Run from the command line."""
    args = _parse_arguments()
    reader = Reader(args.weights, threads=1)
    art = Art(args.shared)
    seeds = range(_FIRST_SEED, _FIRST_SEED + args.scenes)
    # First fit or read the values that the weights of holes depend on.
    if args.only_holes:
        calibration = reader.calibration
    elif args.only_numerals:
        calibration = read_calibration_of_pair(args.weights)
    else:
        calibration = _fit_pair(args, reader, art, seeds)

    if not args.only_numerals:
        calibration = _fit_holes_with(calibration, reader, art, seeds)

    # The weights of numerals depend on the networks for modern sets alone.
    has_modern_networks = modern_networks(args.weights) == list(MODERN_NETWORKS)
    if has_modern_networks and not args.only_holes:
        weights = fit_numerals(
            sets=modern_sets(art, args.modern_sets),
            index_network=reader.index_network,
            letter_network=reader.letter_network,
            modern_classifier=reader.modern_classifier,
        )
        calibration = replace(calibration, numerals=weights)
    with whole_file(args.weights / FITTED) as file:
        file.write(calibration_to_json(args.weights, calibration).encode())
    print(calibration)  # noqa: T201  # the command's result


if __name__ == "__main__":
    run(main)
