"""The judge compares readings and scenes with the truth that people, or the scene, name."""

from collections import Counter
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from hu.scoring.hand import Hand
from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.photo.decoding import Photo
from measuring.answers import Options
from measuring.cases import LOOSE_VERSIONS, VERSIONS, Case, photo_cases, table_cases, version_cases
from measuring.hands import versions
from measuring.judge import Judgement, Others, judge, read
from measuring.lookers import Look
from measuring.photos import tally_scene
from tests.app.reading.test_hands import at
from tests.laid_tables import laid, photographed
from training.scenes.camera import View, aim
from training.scenes.scenes import Scene, Seen

#: A set in front of the others, and its distance from them.
SET = ("8p 8p 8p", 0.0)
ROW = "1p 1p 3p 3p 3p 5p 5p 7p 7p 7p"
CLAIMED, CONCEALED = Hand.from_text("1133355777p [888p]"), Hand.from_text("1133355777888p")


def judged(case: Case, detections: list[Detection], rules: str = "zung-jung") -> Judgement:
    reading, look, _ = read(iter([Look(detections, [-1] * len(detections))]), rules)
    return judge(case, reading, look, rules)


def of(truth: Hand, *rows: tuple[str, float]) -> Judgement:
    placed = [tile for text, y in rows for tile in laid(text, 0.0, y)]
    return judged(Case("a.jpg", "field", Path("a.jpg"), truth.tiles, truth), photographed(placed))


def test_tiles_count_once_each() -> None:
    one = of(CLAIMED, (ROW[:-2] + "9p", 1.8), SET)
    assert (one.tiles, one.right, one.corrections, one.exact, one.settled) == (
        13,
        12,
        1,
        False,
        True,
    )
    assert one.invented == 1


def test_a_set_that_is_asked_about_is_settled_and_one_that_is_not_is_wrong() -> None:
    asked, silent = ((ROW, 1.8), SET), ((f"{ROW} 8p 8p 8p", 0.0),)
    assert [of(truth, *asked).settled for truth in (CLAIMED, CONCEALED)] == [True, True]
    assert [of(truth, *silent).settled for truth in (CLAIMED, CONCEALED)] == [False, True]
    assert of(CLAIMED, *asked).asked
    assert not of(CLAIMED, *silent).is_right


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
    right, left = "2s 3s 4s 4s 6s 7s 8s 1p 2p 3p 9m 9m 9m", "1m 1m 4m 7m 2p 5p 8p 3s 6s 9s 1z 3z 5z"
    table = [
        *at("near", "1m 2m 3m 5p 5p 5p 7s 8s 9s 2z 2z 2z 6z"),
        *at("right", right),
        *at("left", left),
    ]
    truth = {"right": Hand.from_text("2344678s 123p 999m"), "far": Hand.from_text("123m")}
    case = Case("a.jpg", "tables", Path("a.jpg"), others=truth)
    assert judged(case, table, "fimj").others == Others(open=2, found=1, exact=1, invented=1)
    mentioned_sides = frozenset({"left"})
    case = Case("a.jpg", "tables", Path("a.jpg"), others=truth, mentioned_sides=mentioned_sides)
    assert judged(case, table, "fimj").others == Others(open=2, found=1, exact=1, invented=0)


CAMERA = aim(View(), np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), (200, 200))


def box(x: float) -> NDArray[np.float32]:
    return np.array([[x, 20], [x + 30, 20], [x + 30, 60], [x, 60]], np.float32)


def detection(tile: str, x: float) -> Detection:
    probabilities = np.zeros(len(CLASSES), np.float32)
    probabilities[CLASSES.index(tile)] = 1
    return Detection(box(x), 0.9, probabilities)


def scene(*tiles: tuple[str, float]) -> Scene:
    seen = tuple(Seen(k, tile, "up", box(x), 1.0, 0.9) for k, (tile, x) in enumerate(tiles))
    return Scene(np.zeros((200, 200, 3), np.uint8), seen, CAMERA)


def test_what_is_found_read_and_false_is_told_of_a_scene() -> None:
    seen = [detection("5z", 10), detection("2m", 51), detection("9p", 150)]
    tally = tally_scene(scene(("5z", 10), ("1m", 50), ("back", 90)), seen)
    assert tally == Counter(
        {"faces": 2, "found": 2, "read": 1, "whites": 1, "whites read": 1, "false": 1}
    )


def test_what_is_seen_in_a_room_is_false_and_a_face_that_nothing_covers_is_not_found() -> None:
    assert tally_scene(scene(), [detection("1m", 10), detection("1m", 90)]) == Counter({"false": 2})
    assert tally_scene(scene(("1m", 10)), []) == Counter({"faces": 1})


def photo(path: Path) -> Path:
    pixels = np.random.default_rng(1).integers(60, 120, (48, 64, 3), dtype=np.uint8)
    Image.fromarray(pixels.repeat(8, axis=0).repeat(8, axis=1)).save(path)
    return path


def test_every_version_is_another_picture_with_the_truth_of_its_photo(tmp_path: Path) -> None:
    case = Case("a.png", "tables", photo(tmp_path / "a.png"), ("1m", "2m"))
    first, again = ({one.kind: one for one in version_cases([case], VERSIONS)} for _ in range(2))
    assert list(first) == list(VERSIONS)
    pictures = {}
    for name, one in first.items():
        assert isinstance(one.source, Photo)
        assert isinstance((other := again[name].source), Photo)
        assert np.array_equal(one.source.image, other.image)
        assert (one.tiles, one.name) == (case.tiles, f"a.png {name}")
        pictures[name] = one.source.image
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
