"""Tile sets that were taught: what fits gains, what does not fit changes nothing."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.taught.lessons import learned, read_jointly
from hu.vision.taught.settings import TaughtSettings
from hu.vision.taught.tile_set import TileSet, applied, fit, suggest

RNG = np.random.default_rng(5)
LOOKS = {face: RNG.normal(size=32) for face in CLASSES}
OTHER = {face: look + RNG.normal(size=32) for face, look in LOOKS.items()}


def unit(vector: NDArray[np.float64]) -> NDArray[np.float32]:
    return np.stack([vector / np.linalg.norm(vector)] * 2).astype(np.float32)


def seen(
    face: str, read: str | None = None, p: float = 0.95, looks: dict[str, NDArray[np.float64]] = LOOKS
) -> Detection:
    probabilities = np.full(len(CLASSES), (1 - p) / (len(CLASSES) - 1), dtype=np.float32)
    probabilities[CLASSES.index(read or face)] = p
    look = looks[face] + RNG.normal(size=32) * 0.1
    box = np.array([[0, 0], [3, 0], [3, 4], [0, 4]], dtype=np.float32)
    return Detection(box, 0.9, probabilities, features=unit(look), crop=np.zeros((64, 64, 3), np.uint8))


def taught(*faces: str) -> TileSet:
    return learned(TileSet("club"), read_jointly([seen(face) for face in faces]), "lesson.jpg")


def test_a_misread_face_of_a_taught_set_is_read_right() -> None:
    tiles = [*(seen(face) for face in ("1m", "2m", "3m", "4m")), seen("3f", read="3g", p=0.9)]
    assert [tile.tile for tile in applied(taught("1m", "2m", "3m", "4m", "3f", "3g"), tiles)] == [
        "1m", "2m", "3m", "4m", "3f",
    ]  # fmt: skip


def test_a_set_that_does_not_fit_changes_nothing() -> None:
    tile_set = taught("1m", "2m", "3m", "4m", "3f", "3g")
    tiles = [seen(face, looks=OTHER) for face in ("1m", "2m", "3m", "4m")]
    assert fit(tile_set, tiles) == 0
    assert all(after is before for before, after in zip(tiles, applied(tile_set, tiles), strict=True))


def test_tiles_without_features_stay_as_they_are() -> None:
    bare = Detection(seen("1m").box, 0.9, seen("1m").probabilities)
    assert applied(taught("1m"), [bare]) == [bare]
    assert applied(TileSet("empty"), [seen("1m")])[0].tile == "1m"


def test_one_correction_teaches_at_once_and_can_be_taken_back() -> None:
    wrong = seen("2f", read="2g", p=0.9)
    club = taught("1m", "2m", "3m").corrected(wrong, "2f", "hand.jpg")
    assert applied(club, [seen("2f", read="2g", p=0.9)])[0].tile == "2f"
    assert applied(club.without(len(club.examples) - 1), [seen("2f", read="2g", p=0.9)])[0].tile == "2g"


def test_a_wrong_correction_fades_when_later_ones_contradict_it() -> None:
    club = TileSet("club").corrected(seen("2f"), "4g", "a mistake")
    for _ in range(3):
        club = club.corrected(seen("2f", read="4g"), "2f", "hand.jpg")
    assert club.examples[0].trust < 0.3 < club.examples[1].trust
    assert applied(club, [seen("2f", read="4g", p=0.6)])[0].tile == "2f"


def test_what_proves_right_is_trusted() -> None:
    club = taught("1m").confirmed(seen("1m"), "1m").confirmed(seen("1m"), "1m")
    assert (club.examples[0].right, club.examples[0].wrong, club.examples[0].trust) == (2, 0, 1.0)


def test_faces_of_a_teaching_photo_are_read_jointly_and_the_doubtful_ones_asked() -> None:
    tiles = [seen(face) for face in CLASSES[:40]] + [seen("3g", read="4g", p=0.5), seen("4g", p=0.9)]
    lesson = read_jointly(tiles)
    assert [face for _, face in lesson.tiles] == list(CLASSES[:42])
    assert 40 in lesson.doubtful
    assert len(lesson.doubtful) <= TaughtSettings().most_questions


def test_a_photo_suggests_the_set_that_it_seems_to_show() -> None:
    club = taught("1m", "2m", "3m", "4m")
    others = [seen(face, looks=OTHER) for face in ("1m", "2m", "3m", "4m")]
    home = learned(TileSet("home"), read_jointly(others), "lesson.jpg")
    assert suggest([home, club], [seen(face) for face in ("1m", "2m", "3m")]) is club
    assert suggest([club], others) is None


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(ValueError, match="fits_fully below fits_from"):
        TaughtSettings(fits_from=0.08, fits_fully=0.09)


def test_a_correction_that_is_taken_back_leaves_everything_as_it_was() -> None:
    before = taught("1m", "2m", "3m")
    after = before.corrected(seen("1m"), "9p", "a slip")
    assert [example.wrong for example in after.examples] == [1, 0, 0, 1]
    back = after.taken_back(3)
    assert [(example.tile, example.right, example.wrong) for example in back.examples] == [
        ("1m", 0, 0), ("2m", 0, 0), ("3m", 0, 0),
    ]  # fmt: skip


def test_one_wrong_correction_spoils_no_face_that_the_set_knows() -> None:
    club = taught("1m", "2m", "3m").corrected(seen("1m"), "9p", "a slip")
    assert applied(club, [seen("1m")])[0].tile == "1m"


def test_a_correction_made_twice_outweighs_a_lesson() -> None:
    club = taught("1m", "2m", "3m", "1f")
    once = club.corrected(seen("1f"), "2f", "a slip?")
    assert applied(once, [seen("1f")])[0].tile == "1f"
    assert applied(once.corrected(seen("1f"), "2f", "no slip"), [seen("1f")])[0].tile == "2f"


def test_of_many_examples_of_a_face_the_least_trusted_goes() -> None:
    club = TileSet("club")
    for number in range(12):
        club = club.corrected(seen("2f"), "2f", f"photo {number}")
    assert len(club.examples) == 8
    assert club.examples[-1].source == "photo 11"


def test_features_of_another_classifier_are_not_compared() -> None:
    club = TileSet("club").corrected(seen("2f"), "2f", "old", "old weights")
    longer = seen("3f")
    longer = replace(longer, features=np.ones((2, 64), np.float32) / 8)
    club = club.corrected(longer, "3f", "new", "new weights")
    assert [(example.classifier, example.features.shape) for example in club.examples] == [
        ("", (2, 64)), ("new weights", (2, 64)),
    ]  # fmt: skip
    assert club.examples[0].wrong == 0


def test_an_answer_leaves_its_face_to_no_other_tile() -> None:
    tiles = [seen("2f", read="3f", p=0.99), seen("3f", read="2f", p=0.6), seen("1m")]
    assert [face for _, face in read_jointly(tiles).tiles] == ["3f", "2f", "1m"]
    assert [face for _, face in read_jointly(tiles, answers={1: "3f"}).tiles][1:] == ["3f", "1m"]
    assert read_jointly(tiles, answers={1: "3f"}).tiles[0][1] != "3f"


def test_a_flower_that_another_tile_shows_is_not_read_twice() -> None:
    club = taught("1m", "2m", "3m", "3f")
    unclear = seen("4f", read="3f", p=0.5, looks=OTHER)
    probabilities = unclear.probabilities.copy()
    probabilities[CLASSES.index("4f")] = 0.4
    unclear = replace(unclear, probabilities=probabilities / probabilities.sum())
    assert applied(club, [unclear])[0].tile == "3f"
    assert [tile.tile for tile in applied(club, [seen("3f"), unclear])] == ["3f", "4f"]


def test_a_flower_that_is_clearly_shown_twice_stays_readable() -> None:
    club = taught("1m", "2m", "3m", "3f")
    assert [tile.tile for tile in applied(club, [seen("3f"), seen("3f")])] == ["3f", "3f"]


def test_faces_that_the_features_leave_open_are_told_apart_by_their_pictures() -> None:
    pictures = [np.kron(RNG.integers(0, 255, (8, 8, 1)), np.ones((8, 8, 3))).astype(np.uint8) for _ in range(2)]
    same = {"2m": LOOKS["2m"], "3m": LOOKS["2m"]}
    shown = [replace(seen(face, looks=same), crop=crop) for face, crop in zip(same, pictures, strict=True)]
    club = learned(TileSet("club"), read_jointly(shown), "lesson.jpg")
    for face, crop in zip(same, pictures, strict=True):
        for read in same:
            tile = replace(seen(face, read=read, p=0.6, looks=same), crop=np.roll(crop, 2, axis=1))
            assert applied(club, [tile])[0].tile == face


def test_a_set_learned_from_hands_is_believed_where_its_faces_are_a_little_farther() -> None:
    lesson = taught("1m", "2m", "3m", "4m")
    hands = replace(lesson, examples=tuple(replace(example, in_lesson=False) for example in lesson.examples))
    cosine = 1.01 - 0.1
    across = RNG.normal(size=32)
    tiles = []
    for face in ("1m", "2m", "3m", "4m"):
        example = next(example for example in lesson.examples if example.tile == face)
        own = example.features[0].astype(np.float64)
        aside = across - own * (across @ own)
        aside /= np.linalg.norm(aside)
        tiles.append(replace(seen(face), features=unit(own * cosine + aside * np.sqrt(1 - cosine**2))))
    assert fit(lesson, tiles) == 0
    assert fit(hands, tiles) == 1
