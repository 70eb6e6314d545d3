"""Training data is read whole, and every bad file is named.

Removed ink of real tiles leaves everything beside the faces as it was.
"""

import json
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from hu.scoring.errors import InputError
from hu.scoring.tiles import BACK, CLASSES
from hu.vision.geometry import oriented_box
from hu.vision.networks.calibration import FITTED, calibration_to_json, read_calibration
from hu.vision.photo.labels import read_corrections, read_labels
from training.command import run
from training.data.blanked import erase_ink, lay_copies_apart
from training.data.crops import (
    NEGATIVE,
    Crop,
    corners,
    flat_crop,
    labelled_photos,
    photo_crops,
    scene_crops,
)
from training.data.detector_data import (
    OUTLINES,
    link_scenes,
    read_outlines,
    write_photo_labels,
    write_views,
)
from training.data.flats import load_flats
from training.data.negatives import beside, greatest_iou_with, halves, negative_crops, store
from training.data.unseen import pictures_of
from training.data.variation import vary
from training.networks.fit import LabelledProposal, fit_values
from training.networks.regression import logistic, temperature_of, weights_of


def _row(angle: float, count: int = 5, width: float = 30, height: float = 40) -> list[np.ndarray]:
    """Lay tiles side by side in a row, whose first corner is at (300, 300).

    Args:
        angle: how far the row is turned clockwise, in degrees.
        count: how many tiles there are.
        width: the width of a tile in pixels.
        height: the height of a tile in pixels.

    Returns:
        The ``(4, 2)`` corners of each tile.
    """
    cos = np.cos(np.radians(angle))
    sin = np.sin(np.radians(angle))
    turn = np.array([[cos, -sin], [sin, cos]])
    boxes = []
    for number in range(count):
        box = corners(number * width, 0, (number + 1) * width, height)
        boxes.append((box @ turn.T + 300).astype(np.float32))
    return boxes


def test_the_training_photos_outlines_are_turned_as_their_tiles_lie(
    shared: Path, tmp_path: Path
) -> None:
    outlines = read_outlines(OUTLINES)
    folder = tmp_path / "photos"
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True)
    # Every 200th photo with outlines, and a photo without.
    with_outlines = [name for name, boxes in outlines.items() if boxes][::200]
    without_outlines = next(name for name, boxes in outlines.items() if not boxes)
    for name in (*with_outlines, without_outlines):
        for part, file in (("images", name), ("labels", f"{Path(name).stem}.txt")):
            (folder / part / file).symlink_to((shared / "photos" / "train" / part / file).resolve())
    names = write_photo_labels(folder, tmp_path / "data", "p-", outlines)
    assert sorted(names) == sorted(with_outlines)
    for photo in labelled_photos(folder):
        for label, outline in zip(photo.labels, outlines[photo.path.name], strict=False):
            # Labels are roughly the upright boxes around the outlines.
            hull = corners(*outline.min(axis=0), *outline.max(axis=0))
            box = photo.corners(label)
            assert cv2.intersectConvexConvex(hull, box)[0] > 0.5 * cv2.contourArea(box)


def test_photos_without_outlines_keep_their_labels_boxes(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "photos", {"a": "0 0.25 0.5 0.2 0.3\n"})
    assert write_photo_labels(folder, tmp_path / "data", "p-", {}) == ["a.png"]
    line = (tmp_path / "data" / "labels" / "train" / "p-0-a.txt").read_text().split()
    assert [float(value) for value in line] == pytest.approx(
        [0, 0.15, 0.35, 0.35, 0.35, 0.35, 0.65, 0.15, 0.65]
    )


def test_the_error_about_malformed_labels_names_file_and_line(tmp_path: Path) -> None:
    labels = tmp_path / "a.txt"
    labels.write_text("0 0.5 0.5 0.1 0.1\n43 0.5 0.5 0.1 0.1\n")
    with pytest.raises(InputError, match=r"a\.txt, line 2: class 43"):
        read_labels(labels)
    labels.write_text("0 0.5\n")
    with pytest.raises(InputError, match=r"a\.txt, line 1: expected"):
        read_labels(labels)


def _folder(path: Path, labels: dict[str, str]) -> Path:
    """Photos of a plain grey with these label files."""
    for part in ("images", "labels"):
        (path / part).mkdir(parents=True)
    for name, text in labels.items():
        cv2.imwrite(str(path / "images" / f"{name}.png"), np.full((200, 200, 3), 200, np.uint8))
        (path / "labels" / f"{name}.txt").write_text(text)
    return path


def test_files_that_cannot_be_trained_on_are_named_counted_and_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good = "0 0.25 0.5 0.2 0.3\n"
    folder = _folder(
        tmp_path,
        {"a": good, "b": good + "43 0.5 0.5 0.2 0.3\n", "c": good + "1 0.5\n", "d": good, "e": ""},
    )
    (folder / "images" / "d.png").write_bytes(b"no picture")
    (folder / "images" / "f.png").write_bytes((folder / "images" / "a.png").read_bytes())
    (folder / "labels" / "g.txt").write_text(good)
    assert [photo.path.stem for photo in labelled_photos(folder)] == ["a", "e"]
    messages = capsys.readouterr().err
    for words in (
        "b.txt, line 2: class 43",
        "c.txt, line 2: expected",
        "d.png: not a picture that can be read",
        "f.txt: no such label file",
        "g.txt: no photo of this name",
        "2 photos used, 5 files left out",
    ):
        assert words in messages


def test_a_folder_of_which_nothing_can_be_used_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected images/ and labels/"):
        list(labelled_photos(tmp_path / "none"))
    with pytest.raises(InputError, match="not one of its 1 photos"):
        list(labelled_photos(_folder(tmp_path / "bad", {"a": "99 0 0 1 1\n"})))


def test_corrections_replace_remove_and_add_labels(tmp_path: Path) -> None:
    _folder(tmp_path, {"a": "0 0.25 0.5 0.2 0.3\n1 0.5 0.5 0.2 0.3\n2 0.75 0.5 0.2 0.3\n"})
    listed = tmp_path / "corrections.csv"
    listed.write_text("file,box,tile\na.png,0,9m\na.png,1,\na.png,0.5 0.15 0.2 0.3,4m\n")
    crops = list(photo_crops(tmp_path, read_corrections(listed)))
    # 9m in place of 1m, 3m as it was, and 4m.
    assert [crop.label for crop in crops] == [8, 2, 3]


@pytest.mark.parametrize(
    "line",
    [
        "a.png,0,9x",
        "a.png,0",
        "a.png,0 0.1 0.2,1m",
        "a.png,0.5 0.5 0.1 0.1,",
        "a.png",
        "a.png,x,1m",
    ],
)
def test_a_malformed_correction_is_named(line: str, tmp_path: Path) -> None:
    listed = tmp_path / "corrections.csv"
    listed.write_text(f"file,box,tile\n{line}\n")
    with pytest.raises(InputError, match=r"corrections\.csv, line 2: expected"):
        read_corrections(listed)


def test_the_same_seed_varies_a_crop_the_same_way() -> None:
    face = np.random.default_rng(0).integers(0, 256, (96, 72, 3), dtype=np.uint8)
    crop = flat_crop(face, 3, "x", np.random.default_rng(1))
    first = vary(crop, np.random.default_rng(9))
    second = vary(crop, np.random.default_rng(9))
    assert np.array_equal(first[0], second[0])
    assert first[1] == second[1]


def test_a_crop_whose_direction_is_unknown_never_teaches_one() -> None:
    image = np.full((80, 80, 3), 120, dtype=np.uint8)
    crop = Crop(image, corners(20, 20, 60, 60), 0, -1, "photo", "x")
    assert {vary(crop, np.random.default_rng(seed))[1] for seed in range(20)} == {-1}


def test_pictures_are_held_out_by_design(tmp_path: Path) -> None:
    (tmp_path / "designs.csv").write_text("file,design\na.jpg,A\nb.jpg,B\nc.jpg,A\n")
    assert pictures_of("A", tmp_path) == ["a.jpg", "c.jpg"]
    assert pictures_of("all", tmp_path) == ["a.jpg", "b.jpg", "c.jpg"]
    assert pictures_of("", tmp_path) == []
    with pytest.raises(InputError, match=r"designs Q: not in .*which has A, B"):
        pictures_of("B,Q", tmp_path)


def _slanted(turn: float) -> np.ndarray:
    """The outline of a tile, 40 pixels wide, on a table seen at 45 degrees.

    Args:
        turn: how far the tile is turned on the table, in degrees.
    """
    cos = np.cos(np.radians(turn))
    sin = np.sin(np.radians(turn))
    tile = np.array([[-20, -27], [20, -27], [20, 27], [-20, 27]], dtype=np.float32)
    on_table = tile @ np.array([[cos, sin], [-sin, cos]])
    # The table is foreshortened, and its middle is at (300, 300).
    return np.asarray(on_table * [1, 0.707] + 300, dtype=np.float32)


def test_the_rectangle_for_a_slanted_tile_turns_as_the_tile_does() -> None:
    boxes = [oriented_box(_slanted(turn)) for turn in range(0, 360, 3)]
    angles = []
    for box in boxes:
        right, down = box[1] - box[0]
        angles.append(np.arctan2(down, right))
    steps = np.degrees(np.diff(np.unwrap(angles)))
    assert (np.abs(steps - 3) < 1.2).all()
    for box, turn in zip(boxes, range(0, 360, 3), strict=True):
        assert np.dot(box[1] - box[0], box[2] - box[1]) == pytest.approx(0, abs=1e-2)
        assert np.allclose(box.mean(axis=0), 300, atol=1e-3)
        common, _ = cv2.intersectConvexConvex(box, _slanted(turn))
        assert common > 0.93 * cv2.contourArea(_slanted(turn))
    upright = _slanted(0)
    assert np.allclose(oriented_box(upright), upright, atol=1e-4)


def _write_scene(
    folder: Path, name: str, image: NDArray[np.uint8], tiles: list[dict[str, Any]]
) -> None:
    """Write a rendered scene.

    Args:
        folder: the folder of the scenes.
        name: the name of the scene.
        image: ``(h, w, 3)`` RGB.
        tiles: the true tiles, each as an object of the file of the truth.
    """
    for part in ("images", "truth"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    bgr = np.ascontiguousarray(image[..., ::-1])
    file = folder / "images" / f"{name}.jpg"
    cv2.imwrite(str(file), bgr, [cv2.IMWRITE_JPEG_QUALITY, 100])
    (folder / "truth" / f"{name}.json").write_text(json.dumps({"tiles": tiles}))


def test_scenes_teach_rectangles_and_closer_looks_at_them(tmp_path: Path) -> None:
    scenes = tmp_path / "scenes"
    out = tmp_path / "data"
    grey = np.full((600, 800, 3), 90, np.uint8)
    tiles: list[dict[str, Any]] = []
    for number in range(5):
        box = _slanted(35) + np.array([60 * number - 120, 0], np.float32)
        tiles.append({"tile": "1m", "box": box.tolist(), "labelled": True})
    _write_scene(scenes, "0", grey, tiles)
    # A scene without a tile that is labelled has no closer view.
    _write_scene(scenes, "1", grey, [tiles[0] | {"labelled": False}])
    assert link_scenes(scenes, out, "s-") == 2
    assert write_views(out) == 1
    # Writing them again changes nothing.
    assert write_views(out) == 1
    view = cv2.imread(str(out / "images" / "train" / "v-s-0.jpg"))
    assert view is not None
    assert view.shape == (448, 448, 3)
    for folder, size in (
        ("s-0", np.array([800, 600], np.float32)),
        ("v-s-0", np.float32(view.shape[:2])),
    ):
        labels = (out / "labels" / "train" / f"{folder}.txt").read_text().splitlines()
        assert len(labels) == 5
        for line in labels:
            box = np.array(line.split()[1:], np.float32).reshape(4, 2) * size
            right = box[1] - box[0]
            down = box[2] - box[1]
            # The corner is a right angle.
            assert abs(right @ down) < 0.02 * np.linalg.norm(right) * np.linalg.norm(down)
    # In the closer view, the tiles are upright.
    assert abs(np.degrees(np.arctan2(right[1], right[0]))) < 1


def test_the_label_of_a_tile_that_the_frame_cuts_stays_inside(tmp_path: Path) -> None:
    box = (_slanted(20) - 310).tolist()
    cut = {"tile": BACK, "box": box, "labelled": True}
    _write_scene(tmp_path / "scenes", "0", np.full((600, 800, 3), 90, np.uint8), [cut])
    link_scenes(tmp_path / "scenes", tmp_path / "data", "s-")
    kind, *values = (tmp_path / "data" / "labels" / "train" / "s-0.txt").read_text().split()
    assert kind == "1"
    assert len(values) == 8
    assert all(0 <= float(value) < 0.05 for value in values)


def test_places_beside_tiles_overlap_no_tile_much() -> None:
    tiles = _row(20)
    places = list(beside(tiles, (0.5, 1.2), np.random.default_rng(3)))
    assert places
    assert max(greatest_iou_with(place, tiles) for place in places) <= 0.35
    assert greatest_iou_with(tiles[0], tiles) == pytest.approx(1)


def test_there_is_no_place_beside_no_tiles() -> None:
    assert list(beside([], (0.5, 1.2), np.random.default_rng(3))) == []


def test_places_inside_the_picture_are_stored_as_crops_without_a_tile(tmp_path: Path) -> None:
    tiles = _row(20)
    places = list(beside(tiles, (0.5, 1.2), np.random.default_rng(3)))
    image = np.random.default_rng(4).integers(0, 256, (600, 600, 3), dtype=np.uint8)
    outside = [tiles[0] + 1000, tiles[0] - 1000]
    assert store(tmp_path / "a.npz", image, [*places, *outside]) == len(places)
    crops = list(negative_crops(tmp_path))
    assert [(crop.label, crop.turns) for crop in crops] == [(NEGATIVE, -1)] * len(places)
    for crop in crops:
        face, turns = vary(crop, np.random.default_rng(0))
        assert (face.shape, turns) == ((64, 64, 3), -1)


_IVORY = (235, 228, 205)
_GREEN = (30, 120, 60)


def _scene(folder: Path, back: tuple[int, int, int]) -> Path:
    """Write a scene of a blank white dragon, a face with ink, and a tile face down.

    Args:
        folder: the folder of the scene.
        back: the colour of the back, RGB.

    Returns:
        The folder.
    """
    image = np.full((200, 400, 3), 60, np.uint8)
    tiles = []
    for left, colour, code, pose in (
        (40, _IVORY, "5z", "up"),
        (140, _IVORY, "1m", "up"),
        (240, back, BACK, "down"),
    ):
        image[50:130, left : left + 60] = colour
        box = corners(left, 50, left + 60, 130).tolist()
        tiles.append(
            {
                "tile": code,
                "pose": pose,
                "box": box,
                "labelled": True,
                "visible": 1.0,
                "facing": 1.0,
            }
        )
    image[70:110, 160:180] = (150, 20, 20)
    _write_scene(folder, "0", image, tiles)
    return folder


def test_halves_of_tiles_are_about_half_of_a_tile_and_inside_it() -> None:
    tile = corners(10, 20, 40, 60)
    boxes = list(halves([tile], np.random.default_rng(5)))
    assert boxes
    for half in boxes:
        assert 0.35 < greatest_iou_with(half, [tile]) < 0.6
        common_area, _ = cv2.intersectConvexConvex(half, tile)
        assert common_area == pytest.approx(cv2.contourArea(half), rel=0.01)


@pytest.mark.parametrize(
    ("back", "faces"),
    [(_IVORY, ["5z", "1m"]), (_GREEN, ["5z", "1m", BACK])],
    ids=["ivory", "green"],
)
def test_a_back_of_the_faces_own_colour_teaches_nothing(
    tmp_path: Path, back: tuple[int, int, int], faces: list[str]
) -> None:
    crops = scene_crops(_scene(tmp_path, back))
    assert [CLASSES[crop.label] for crop in crops] == faces


def test_a_scene_of_backs_alone_keeps_them(tmp_path: Path) -> None:
    folder = _scene(tmp_path / "scene", _IVORY)
    truth = folder / "truth" / "0.json"
    truth.write_text(json.dumps({"tiles": json.loads(truth.read_text())["tiles"][2:]}))
    assert [CLASSES[crop.label] for crop in scene_crops(folder)] == [BACK]


def test_a_design_with_a_back_of_the_faces_colour_is_taught_without_it(tmp_path: Path) -> None:
    for number, back in enumerate((_IVORY, _GREEN)):
        faces = {code: np.full((96, 72, 3), _IVORY, np.uint8) for code in CLASSES}
        faces[BACK] = np.full((96, 72, 3), back, np.uint8)
        np.savez(tmp_path / f"{number:05d}.npz", **faces)  # type: ignore[arg-type]
    backs = [crop.name for crop in load_flats(tmp_path) if crop.label == CLASSES.index(BACK)]
    assert backs == [f"00001:{BACK}"]
    assert len(list(load_flats(tmp_path))) == 2 * len(CLASSES) - 1


def test_every_fourth_plain_negative_is_kept(tmp_path: Path) -> None:
    printed = np.full((600, 600, 3), 220, np.uint8)
    printed[::6] = 0
    boxes = _row(0, count=8)
    store(tmp_path / "plain.npz", np.full_like(printed, 220), boxes)
    store(tmp_path / "printed.npz", printed, boxes)
    names = [crop.name for crop in negative_crops(tmp_path)]
    assert names == ["plain:3", "plain:7", *(f"printed:{k}" for k in range(8))]


def test_a_logistic_regression_finds_the_weights_that_made_the_data() -> None:
    features, labels = _logistic_data()
    coefficients = logistic(features, labels, np.ones(20_000))
    assert coefficients.tolist() == pytest.approx([0.7, -1.2, 0.5], abs=0.06)


def _logistic_data() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """20,000 rows of two features, and labels by the log-odds 0.7 x - 1.2 y + 0.5."""
    rng = np.random.default_rng(5)
    features = rng.normal(0, 2, (20_000, 2))
    log_odds = 0.7 * features[:, 0] - 1.2 * features[:, 1] + 0.5
    labels = rng.random(20_000) < 1 / (1 + np.exp(-log_odds))
    return features, labels.astype(float)


def test_a_logistic_regression_keeps_the_coefficients_that_are_fixed() -> None:
    features, labels = _logistic_data()
    coefficients = logistic(features[:, 1:], labels, np.ones(20_000), offsets=0.7 * features[:, 0])
    assert coefficients.tolist() == pytest.approx([-1.2, 0.5], abs=0.06)


def test_the_temperature_is_what_made_the_faces_unsure() -> None:
    rng = np.random.default_rng(6)
    logits = rng.normal(0, 3, (6000, 43))
    shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    labels = np.array([rng.choice(43, p=share) for share in shares])
    assert temperature_of(2 * logits, labels, np.ones(6000)) == pytest.approx(2, rel=0.05)


def test_each_group_of_samples_has_the_same_weight_in_all() -> None:
    assert weights_of(["a", "a", "a", "b"]).tolist() == pytest.approx([2 / 3, 2 / 3, 2 / 3, 2])


#: The log-probabilities of a tile that may have any face.
_ANY_FACE = np.log(np.full(43, 1 / 43))


def _proposals() -> list[LabelledProposal]:
    """Proposals whose labels follow the detector's, the classifier's and the ground's log-odds.

    Half of them are read as white dragons, with a similarity of the ground.
    """
    rng = np.random.default_rng(7)
    proposals = []
    for _ in range(4000):
        detector, classifier = rng.normal(0, 2, 2)
        similarity = float(rng.random()) if rng.random() < 0.5 else None
        log_odds = detector + 0.5 * classifier
        if similarity is not None:
            log_odds += 4 * similarity - 2
        is_tile = bool(rng.random() < 1 / (1 + np.exp(-log_odds)))
        face = 0 if is_tile else -1
        proposals.append(
            LabelledProposal("hands", detector, classifier, similarity, is_tile, _ANY_FACE, face)
        )
    return proposals


_ART: Final = LabelledProposal("art", 0, 0, None, True, _ANY_FACE, 0)


def test_values_are_fitted_to_the_log_odds_that_made_the_labels() -> None:
    values = fit_values([*_proposals(), _ART], {"m": (1.0, 2.0)})
    weights = (values.detector_weight, values.classifier_weight, values.bias)
    assert weights == pytest.approx((1, 0.5, 0), abs=0.2)
    assert (values.white_bias, values.ground_weight) == pytest.approx((-2, 4), abs=0.5)


def test_all_weights_shrink_with_a_smaller_weight_of_the_detector() -> None:
    proposals = [*_proposals(), _ART]
    values = fit_values(proposals, {})
    halved = fit_values(proposals, {}, detector_weight=0.5)
    assert halved.detector_weight == 0.5
    assert halved.classifier_weight < values.classifier_weight
    assert halved.ground_weight < values.ground_weight


def test_there_is_nothing_to_fit_if_every_proposal_is_a_tile() -> None:
    tiles = [proposal for proposal in _proposals() if proposal.is_tile]
    with pytest.raises(InputError, match="nothing to fit"):
        fit_values(tiles, {})


def test_values_are_read_beside_the_networks_that_they_were_fitted_to(tmp_path: Path) -> None:
    values = fit_values([*_proposals(), _ART], {"m": (1.0, 2.0)})
    for name in ("classifier.onnx", "detector.onnx"):
        (tmp_path / name).write_bytes(name.encode())
    (tmp_path / FITTED).write_text(calibration_to_json(tmp_path, values))
    assert read_calibration(tmp_path) == values


def test_a_command_whose_file_is_missing_ends_with_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def main() -> None:
        (tmp_path / "missing.pt").read_bytes()

    with pytest.raises(SystemExit, match="1"):
        run(main)
    assert capsys.readouterr().err == f"{tmp_path / 'missing.pt'}: No such file or directory\n"


def _inked_row() -> tuple[NDArray[np.uint8], list[NDArray[np.float32]]]:
    """Draw five faces, each with a red spot in its middle, and return their outlines too."""
    image = np.full((120, 300, 3), (30, 90, 40), np.uint8)
    boxes = []
    for number in range(5):
        left = 20 + 50 * number
        right = left + 42
        cv2.rectangle(image, (left, 30), (right, 86), (236, 232, 220), -1)
        cv2.circle(image, ((left + right) // 2, 58), 12, (180, 20, 30), -1)
        boxes.append(corners(left, 30, right, 86).astype(np.float32))
    return image, boxes


def test_the_ink_goes_and_the_ground_and_the_cloth_stay() -> None:
    image, boxes = _inked_row()
    picture, blank = erase_ink(image, boxes, np.random.default_rng(3))
    assert 1 <= len(blank) <= 4
    for number, box in enumerate(boxes):
        x, y = (int(value) for value in box.mean(axis=0))
        red = np.abs(picture[y, x].astype(int) - (180, 20, 30)).max() < 10
        assert red == (number not in blank)
        if number in blank:
            assert np.abs(picture[y, x].astype(int) - (236, 232, 220)).max() < 25
    # A pixel beside a face may share its edge.
    assert (picture[:27] == image[:27]).all()


def test_copies_lie_beside_the_row_and_on_no_other_tile() -> None:
    image, boxes = _inked_row()
    image = np.pad(image, ((100, 100), (100, 100), (0, 0)))
    boxes = [box + 100 for box in boxes]
    rng = np.random.default_rng(3)
    picture, blank = erase_ink(image, boxes, rng)
    laid, copies = lay_copies_apart(picture, boxes, blank, rng)
    assert copies
    for number, copy in enumerate(copies):
        x, y = (int(value) for value in copy.mean(axis=0))
        assert np.abs(laid[y, x].astype(int) - (236, 232, 220)).max() < 25
        for other in [*boxes, *copies[:number]]:
            assert cv2.intersectConvexConvex(copy, other)[0] <= 0.02 * cv2.contourArea(copy)


def test_faces_too_small_to_tell_stay_as_they_are() -> None:
    image, _ = _inked_row()
    tiny = [np.array([[5, 5], [13, 5], [13, 15], [5, 15]], np.float32)]
    picture, blank = erase_ink(image, tiny, np.random.default_rng(3))
    assert blank == ()
    assert (picture == image).all()
