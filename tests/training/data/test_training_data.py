"""Training data is read whole, and every bad file is named.

Removed ink of real tiles leaves everything beside the faces as it was.
"""

import json
from pathlib import Path
from typing import Any

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
    """Tiles side by side in a row at an angle in degrees, as (4, 2) corners."""
    cos = np.cos(np.radians(angle))
    sin = np.sin(np.radians(angle))
    turn = np.array([[cos, -sin], [sin, cos]])
    boxes = [corners(k * width, 0, (k + 1) * width, height) for k in range(count)]
    return [(box @ turn.T + 300).astype(np.float32) for box in boxes]


def test_the_training_photos_outlines_are_turned_as_their_tiles_lie(
    shared: Path, tmp_path: Path
) -> None:
    outlines = read_outlines(OUTLINES)
    folder = tmp_path / "photos"
    for part in ("images", "labels"):
        (folder / part).mkdir(parents=True)
    known = [name for name, boxes in outlines.items() if boxes][::200]
    unknown = next(name for name, boxes in outlines.items() if not boxes)
    for name in (*known, unknown):
        for part, file in (("images", name), ("labels", f"{Path(name).stem}.txt")):
            (folder / part / file).symlink_to((shared / "photos" / "train" / part / file).resolve())
    assert sorted(write_photo_labels(folder, tmp_path / "data", "p-", outlines)) == sorted(known)
    for photo in labelled_photos(folder):
        for label, outline in zip(photo.labels, outlines[photo.path.name], strict=False):
            # Labels are the upright boxes around the outlines, about.
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


def test_malformed_labels_name_file_and_line(tmp_path: Path) -> None:
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


def test_what_cannot_be_trained_on_is_named_counted_and_left_out(
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
    said = capsys.readouterr().err
    for words in (
        "b.txt, line 2: class 43",
        "c.txt, line 2: expected",
        "d.png: not a picture that can be read",
        "f.txt: no such label file",
        "g.txt: no photo of this name",
        "2 photos used, 5 files left out",
    ):
        assert words in said


def test_a_folder_of_which_nothing_can_be_used_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected images/ and labels/"):
        list(labelled_photos(tmp_path / "none"))
    with pytest.raises(InputError, match="not one of its 1 photos"):
        list(labelled_photos(_folder(tmp_path / "bad", {"a": "99 0 0 1 1\n"})))


def test_corrections_replace_remove_and_add_labels(tmp_path: Path) -> None:
    _folder(tmp_path, {"a": "0 0.25 0.5 0.2 0.3\n1 0.5 0.5 0.2 0.3\n2 0.75 0.5 0.2 0.3\n"})
    listed = tmp_path / "corrections.csv"
    listed.write_text("file,box,tile\na.png,0,9m\na.png,1,\na.png,0.5 0.15 0.2 0.3,4m\n")
    found = list(photo_crops(tmp_path, read_corrections(listed)))
    assert [crop.label for crop in found] == [8, 2, 3]


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
    """The outline of a tile, 40 pixels wide, turned by degrees on a table seen at 45 degrees."""
    cos = np.cos(np.radians(turn))
    sin = np.sin(np.radians(turn))
    tile = np.array([[-20, -27], [20, -27], [20, 27], [-20, 27]], dtype=np.float32)
    return np.asarray(
        (tile @ np.array([[cos, sin], [-sin, cos]])) * [1, 0.707] + 300, dtype=np.float32
    )


def test_the_rectangle_for_a_slanted_tile_turns_as_the_tile_does() -> None:
    boxes = [oriented_box(_slanted(turn)) for turn in range(0, 360, 3)]
    angles = np.unwrap([np.arctan2(*(box[1] - box[0])[::-1]) for box in boxes])
    steps = np.degrees(np.diff(angles))
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
    for part in ("images", "truth"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    quality = [cv2.IMWRITE_JPEG_QUALITY, 100]
    cv2.imwrite(
        str(folder / "images" / f"{name}.jpg"), np.ascontiguousarray(image[..., ::-1]), quality
    )
    (folder / "truth" / f"{name}.json").write_text(json.dumps({"tiles": tiles}))


def test_scenes_teach_rectangles_and_closer_looks_at_them(tmp_path: Path) -> None:
    scenes = tmp_path / "scenes"
    out = tmp_path / "data"
    shifted = [_slanted(35) + np.array([60 * k - 120, 0], np.float32) for k in range(5)]
    tiles = [{"tile": "1m", "box": box.tolist(), "labelled": True} for box in shifted]
    for name, shown in (("0", tiles), ("1", [tiles[0] | {"labelled": False}])):
        _write_scene(scenes, name, np.full((600, 800, 3), 90, np.uint8), shown)
    assert link_scenes(scenes, out, "s-") == 2
    assert [write_views(out), write_views(out)] == [1, 1]
    view = cv2.imread(str(out / "images" / "train" / "v-s-0.jpg"))
    assert view is not None
    assert view.shape == (448, 448, 3)
    for folder, side in (
        ("s-0", np.array([800, 600], np.float32)),
        ("v-s-0", np.float32(view.shape[:2])),
    ):
        labels = (out / "labels" / "train" / f"{folder}.txt").read_text().splitlines()
        assert len(labels) == 5
        for line in labels:
            box = np.array(line.split()[1:], np.float32).reshape(4, 2) * side
            across = box[1] - box[0]
            down = box[2] - box[1]
            assert abs(across @ down) < 0.02 * np.linalg.norm(across) * np.linalg.norm(down)
    # Closer, the tiles stand upright.
    assert abs(np.degrees(np.arctan2(across[1], across[0]))) < 1


def test_the_label_of_a_tile_that_the_frame_cuts_stays_inside(tmp_path: Path) -> None:
    box = (_slanted(20) - 310).tolist()
    cut = {"tile": BACK, "box": box, "labelled": True}
    _write_scene(tmp_path / "scenes", "0", np.full((600, 800, 3), 90, np.uint8), [cut])
    link_scenes(tmp_path / "scenes", tmp_path / "data", "s-")
    kind, *values = (tmp_path / "data" / "labels" / "train" / "s-0.txt").read_text().split()
    assert (kind, len(values)) == ("1", 8)
    assert all(0 <= float(value) < 0.05 for value in values)


def test_places_beside_tiles_are_none(tmp_path: Path) -> None:
    tiles = _row(20)
    places = list(beside(tiles, (0.5, 1.2), np.random.default_rng(3)))
    assert places
    assert max(greatest_iou_with(place, tiles) for place in places) <= 0.35
    assert greatest_iou_with(tiles[0], tiles) == pytest.approx(1)
    assert list(beside([], (0.5, 1.2), np.random.default_rng(3))) == []
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
    """A scene of a blank white dragon, a face with ink and a tile face down with this back."""
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


def test_halves_of_tiles_are_none() -> None:
    tile = corners(10, 20, 40, 60)
    cuts = list(halves([tile], np.random.default_rng(5)))
    assert cuts
    for half in cuts:
        assert 0.35 < greatest_iou_with(half, [tile]) < 0.6
        assert cv2.intersectConvexConvex(half, tile)[0] == pytest.approx(
            cv2.contourArea(half), rel=0.01
        )


def test_a_back_of_the_faces_own_colour_teaches_nothing(tmp_path: Path) -> None:
    seen = {
        name: [CLASSES[crop.label] for crop in scene_crops(_scene(tmp_path / name, colour))]
        for name, colour in (("ivory", _IVORY), ("green", _GREEN))
    }
    assert seen == {"ivory": ["5z", "1m"], "green": ["5z", "1m", BACK]}


def test_a_scene_of_backs_alone_keeps_them(tmp_path: Path) -> None:
    folder = _scene(tmp_path / "scene", _IVORY)
    truth = folder / "truth" / "0.json"
    truth.write_text(json.dumps({"tiles": json.loads(truth.read_text())["tiles"][2:]}))
    assert [CLASSES[crop.label] for crop in scene_crops(folder)] == [BACK]


def test_a_design_with_a_back_of_the_faces_colour_is_taught_without_it(tmp_path: Path) -> None:
    for number, back in enumerate((_IVORY, _GREEN)):
        faces = {
            code: np.full((96, 72, 3), back if code == BACK else _IVORY, np.uint8)
            for code in CLASSES
        }
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
    rng = np.random.default_rng(5)
    seen = rng.normal(0, 2, (20_000, 2))
    true = rng.random(20_000) < 1 / (1 + np.exp(-(0.7 * seen[:, 0] - 1.2 * seen[:, 1] + 0.5)))
    assert np.allclose(
        logistic(seen, true.astype(float), np.ones(20_000)), [0.7, -1.2, 0.5], atol=0.06
    )


def test_a_logistic_regression_keeps_the_coefficients_that_are_fixed() -> None:
    rng = np.random.default_rng(5)
    features = rng.normal(0, 2, (20_000, 2))
    log_odds = 0.7 * features[:, 0] - 1.2 * features[:, 1] + 0.5
    labels = (rng.random(20_000) < 1 / (1 + np.exp(-log_odds))).astype(float)
    coefficients = logistic(features[:, 1:], labels, np.ones(20_000), offsets=0.7 * features[:, 0])
    assert coefficients.tolist() == pytest.approx([-1.2, 0.5], abs=0.06)


def test_the_temperature_is_what_made_the_faces_unsure() -> None:
    rng = np.random.default_rng(6)
    logits = rng.normal(0, 3, (6000, 43))
    shares = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    labels = np.array([rng.choice(43, p=share) for share in shares])
    assert temperature_of(2 * logits, labels, np.ones(6000)) == pytest.approx(2, rel=0.05)
    assert weights_of(["a", "a", "a", "b"]).tolist() == pytest.approx([2 / 3, 2 / 3, 2 / 3, 2])


def test_what_was_fitted_is_read_beside_its_networks(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    faces = np.log(np.full(43, 1 / 43))
    seen = []
    for _ in range(4000):
        found, read = rng.normal(0, 2, 2)
        alike = float(rng.random()) if rng.random() < 0.5 else None
        odds = found + 0.5 * read + (0 if alike is None else 4 * alike - 2)
        is_tile = bool(rng.random() < 1 / (1 + np.exp(-odds)))
        seen.append(
            LabelledProposal("hands", found, read, alike, is_tile, faces, 0 if is_tile else -1)
        )
    with pytest.raises(InputError, match="nothing to fit"):
        fit_values([proposal for proposal in seen if proposal.is_tile], {})
    values = fit_values(
        [*seen, LabelledProposal("art", 0, 0, None, True, faces, 0)], {"m": (1.0, 2.0)}
    )
    assert (values.detector_weight, values.classifier_weight, values.bias) == pytest.approx(
        (1, 0.5, 0), abs=0.2
    )
    assert (values.white_bias, values.ground_weight) == pytest.approx((-2, 4), abs=0.5)
    halved = fit_values(
        [*seen, LabelledProposal("art", 0, 0, None, True, faces, 0)], {}, detector_weight=0.5
    )
    assert halved.detector_weight == 0.5
    # The likelihood is greatest at another weight, so that all others shrink with it.
    assert halved.classifier_weight < values.classifier_weight
    assert halved.ground_weight < values.ground_weight
    for name in ("classifier.onnx", "detector.onnx"):
        (tmp_path / name).write_bytes(name.encode())
    (tmp_path / FITTED).write_text(calibration_to_json(tmp_path, values))
    assert read_calibration(tmp_path) == values


def test_a_command_whose_file_is_not_there_says_so_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def main() -> None:
        (tmp_path / "missing.pt").read_bytes()

    with pytest.raises(SystemExit, match="1"):
        run(main)
    assert capsys.readouterr().err == f"{tmp_path / 'missing.pt'}: No such file or directory\n"


def _inked_row() -> tuple[NDArray[np.uint8], list[NDArray[np.float32]]]:
    image = np.full((120, 300, 3), (30, 90, 40), np.uint8)
    boxes = []
    for number in range(5):
        x0 = 20 + 50 * number
        y0 = 30
        x1 = 62 + 50 * number
        y1 = 86
        cv2.rectangle(image, (x0, y0), (x1, y1), (236, 232, 220), -1)
        cv2.circle(image, ((x0 + x1) // 2, (y0 + y1) // 2), 12, (180, 20, 30), -1)
        boxes.append(np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], np.float32))
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
