"""The judge compares readings and scenes with the truth that people, or the scene, name."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hu.scoring.hand import Hand
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.photo.decoding import Photo
from measuring.answers import Options
from measuring.cases import (
    LOOSE_VERSIONS,
    VERSIONS,
    Case,
    hand_cases,
    photo_cases,
    table_cases,
    version_cases,
)
from measuring.hands import versions
from measuring.judge import Judgement, Others, judge, read
from measuring.lookers import Look, pinhole
from measuring.photos import tally_scene
from tests.app.reading.test_hands import at
from tests.laid_tables import laid, photographed
from training.scenes.camera import View, aim
from training.scenes.scenes import Scene, Seen
from training.tables.hands import HandScene

#: The tiles of a row.
ROW = "1p 1p 3p 3p 3p 5p 5p 7p 7p 7p"
#: The row behind a meld, and the row with the meld in it: each row and its distance from the player
#: in tile widths.
MELD_APART = ((ROW, 1.8), ("8p 8p 8p", 0.0))
MELD_IN_ROW = ((f"{ROW} 8p 8p 8p", 0.0),)
CLAIMED = Hand.from_text("1133355777p [888p]")
CONCEALED = Hand.from_text("1133355777888p")


def judge_detections(
    case: Case, detections: list[Detection], rules: str = "zung-jung"
) -> Judgement:
    """Read detections that belong to no scene, and judge the reading."""
    only_look = Look(detections, numbers=[-1] * len(detections))
    reading, look, _seconds = read(iter([only_look]), rules)
    return judge(case, reading, look, rules)


def judge_rows(truth: Hand, rows: Sequence[tuple[str, float]]) -> Judgement:
    """Photograph rows of tiles, read them, and judge the reading by the true hand."""
    placed = []
    for text, y in rows:
        placed.extend(laid(text, 0.0, y))
    case = Case("a.jpg", "field", Path("a.jpg"), truth.tiles, truth)
    return judge_detections(case, photographed(placed))


def test_tiles_count_once_each() -> None:
    row_with_another_tile = ROW[:-2] + "9p"
    judgement = judge_rows(CLAIMED, [(row_with_another_tile, 1.8), ("8p 8p 8p", 0.0)])
    assert judgement.tile_count == 13
    assert judgement.right_count == 12
    assert judgement.corrections == 1
    assert judgement.invented_count == 1
    assert not judgement.is_exact
    assert judgement.are_melds_settled


def test_a_meld_apart_is_asked_about_and_settled() -> None:
    assert judge_rows(CLAIMED, MELD_APART).asks_about_meld
    assert judge_rows(CLAIMED, MELD_APART).are_melds_settled
    assert judge_rows(CONCEALED, MELD_APART).are_melds_settled


def test_a_meld_in_the_row_is_read_as_concealed_without_a_question() -> None:
    assert judge_rows(CONCEALED, MELD_IN_ROW).are_melds_settled
    assert not judge_rows(CLAIMED, MELD_IN_ROW).are_melds_settled
    assert not judge_rows(CLAIMED, MELD_IN_ROW).is_right


def test_true_hands_are_read_from_the_folder(tmp_path: Path) -> None:
    (tmp_path / "field.tsv").write_text("photo\thand\tnote\nf.jpg\t123m [888p]\tclaimed\n", "utf-8")
    (case,) = photo_cases(tmp_path)
    assert (case.source, case.hand) == (tmp_path / "f.jpg", Hand.from_text("123m [888p]"))


def test_the_other_players_hands_are_read_from_the_table(tmp_path: Path) -> None:
    others = "12305m (left), a few tiles at the far side"
    (tmp_path / "tables.tsv").write_text(f"photo\thand\tothers\nt.jpg\t123m\t{others}\n", "utf-8")
    (case,) = table_cases(tmp_path)
    assert case.others == {"left": Hand.from_text("12355m")}
    assert case.mentioned_sides == {"left", "far"}


def test_the_other_players_hands_are_compared_at_their_sides() -> None:
    right = "2s 3s 4s 4s 6s 7s 8s 1p 2p 3p 9m 9m 9m"
    left = "1m 1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 3z 5z"
    table = [
        *at("near", "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z"),
        *at("right", right),
        *at("left", left),
    ]
    truth = {"right": Hand.from_text("2344678s 123p 999m"), "far": Hand.from_text("123m")}
    case = Case("a.jpg", "tables", Path("a.jpg"), others=truth)
    judgement = judge_detections(case, table, "fimj")
    assert judgement.others == Others(open_count=2, found_count=1, exact_count=1, invented_count=1)
    # Tiles at a side that the notes mention are not invented.
    case = replace(case, mentioned_sides=frozenset({"left"}))
    judgement = judge_detections(case, table, "fimj")
    assert judgement.others == Others(open_count=2, found_count=1, exact_count=1, invented_count=0)


def test_a_claim_belongs_to_its_meld() -> None:
    """Two melds whose players are exchanged are not read rightly, though the players are."""
    (case,) = hand_cases("zung-jung", range(9, 10))
    assert isinstance(case.source, HandScene)
    (first_meld, first_player), (second_meld, second_player) = case.source.claims
    assert first_player != second_player
    reading, look, _seconds = read(pinhole()(case), "zung-jung")
    assert judge(case, reading, look, "zung-jung").has_right_claims

    exchanged_claims = ((first_meld, second_player), (second_meld, first_player))
    exchanged = replace(case, source=replace(case.source, claims=exchanged_claims))
    assert not judge(exchanged, reading, look, "zung-jung").has_right_claims


CAMERA = aim(View(), np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), (200, 200))


def box(x: float) -> NDArray[np.float32]:
    return np.array([[x, 20], [x + 30, 20], [x + 30, 60], [x, 60]], np.float32)


def detection(tile: str, x: float) -> Detection:
    probabilities = np.zeros(len(CLASSES), np.float32)
    probabilities[CLASSES.index(tile)] = 1
    return Detection(box(x), 0.9, probabilities)


def scene(*tiles: tuple[str, float]) -> Scene:
    """A scene of tiles side by side, each with its place in pixels from the left."""
    seen_tiles = []
    for number, (tile, x) in enumerate(tiles):
        seen_tiles.append(Seen(number, tile, "up", box(x), visible=1.0, facing=0.9))
    return Scene(np.zeros((200, 200, 3), np.uint8), tuple(seen_tiles), CAMERA)


def test_a_scene_counts_faces_found_and_read_and_false_detections() -> None:
    detections = [detection("5z", 10), detection("2m", 51), detection("9p", 150)]
    tally = tally_scene(scene(("5z", 10), ("1m", 50), ("back", 90)), detections)
    assert tally == Counter(
        {"faces": 2, "found": 2, "read": 1, "whites": 1, "whites read": 1, "false": 1}
    )


def test_detections_in_a_scene_without_tiles_are_false() -> None:
    detections = [detection("1m", 10), detection("1m", 90)]
    assert tally_scene(scene(), detections) == Counter({"false": 2})


def test_a_face_without_a_detection_is_not_found() -> None:
    assert tally_scene(scene(("1m", 10)), []) == Counter({"faces": 1})


def photo(path: Path) -> Path:
    pixels = np.random.default_rng(1).integers(60, 120, (48, 64, 3), dtype=np.uint8)
    Image.fromarray(pixels.repeat(8, axis=0).repeat(8, axis=1)).save(path)
    return path


def test_every_version_is_another_picture_with_the_truth_of_its_photo(tmp_path: Path) -> None:
    case = Case("a.png", "tables", photo(tmp_path / "a.png"), ("1m", "2m"))
    cases = list(version_cases([case], VERSIONS))
    assert [version.kind for version in cases] == list(VERSIONS)
    pictures = {}
    # A version is the same picture each time.
    for version, again in zip(cases, version_cases([case], VERSIONS), strict=True):
        assert isinstance(version.source, Photo)
        assert isinstance(again.source, Photo)
        assert np.array_equal(version.source.image, again.source.image)
        assert version.tiles == case.tiles
        assert version.name == f"a.png {version.kind}"
        pictures[version.kind] = version.source.image
    assert len({picture.tobytes() for picture in pictures.values()}) == len(VERSIONS)
    light = {name: picture.mean() for name, picture in pictures.items()}
    assert light["darker"] < light["as it is"] < light["brighter"]
    assert pictures["smaller"].shape == (269, 358, 3)
    # Askew, the corners of the photo are still there.
    assert pictures["askew"].shape > pictures["as it is"].shape


def test_loose_and_tables_are_counted_by_version(tmp_path: Path) -> None:
    for folder in ("loose/images", "loose/labels", "tables"):
        (tmp_path / "photos" / folder).mkdir(parents=True)
    photo(tmp_path / "photos" / "loose" / "images" / "a.png")
    photo(tmp_path / "photos" / "tables" / "t.png")
    (tmp_path / "photos" / "loose" / "labels" / "a.txt").write_text("0 0.5 0.5 0.1 0.1\n")
    table = "photo\thand\tothers\nt.png\t123m\t\n"
    (tmp_path / "photos" / "tables" / "tables.tsv").write_text(table)
    answer = versions(Options(tmp_path, only=("darker", "hazy")))
    figures = {row.measure: row.figures for row in answer.rows}
    assert list(figures) == [
        "loose, darker",
        "loose, all",
        "tables, darker",
        "tables, hazy",
        "tables, all",
    ]
    assert figures["loose, all"] == ("0 of 1", "1 of 1", "0")
    assert figures["tables, all"] == ("0 of 2", "6 of 6", "0")
    assert "hazy" not in LOOSE_VERSIONS
