"""Tile sets that were taught: what fits gains, what does not fit changes nothing."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from hu.scoring.tiles import CLASSES
from hu.vision.detection import Detection
from hu.vision.taught.evidence import SUREST, apply_set
from hu.vision.taught.lessons import learn, read_lesson
from hu.vision.taught.tile_set import Example, TileSet, TileSetError

RNG = np.random.default_rng(5)
LOOKS = {face: RNG.normal(size=32) for face in CLASSES}
#: Another set's faces, as far away as sets are from each other.
OTHER = {face: look + RNG.normal(size=32) * 0.5 for face, look in LOOKS.items()}

_BEGUN = RNG.bit_generator.state


@pytest.fixture(autouse=True)
def same_tiles_in_any_order_of_tests() -> None:
    """Every test draws the same tiles, whichever tests ran before it."""
    RNG.bit_generator.state = _BEGUN


def unit(vector: NDArray[np.float64]) -> NDArray[np.float32]:
    """``(2, d)`` features of both crops: a vector ``(d,)`` of unit length, twice."""
    return np.stack([vector / np.linalg.norm(vector)] * 2).astype(np.float32)


def seen(
    face: str,
    read: str | None = None,
    p: float = 0.95,
    looks: dict[str, NDArray[np.float64]] = LOOKS,
) -> Detection:
    """A tile as the networks see it.

    Args:
        face: the face that it shows.
        read: the face that the classifier reads. The default is the true face.
        p: the probability of the face that the classifier reads.
        looks: the features of the faces of its tile set.
    """
    probabilities = np.full(len(CLASSES), (1 - p) / (len(CLASSES) - 1), dtype=np.float32)
    probabilities[CLASSES.index(read or face)] = p
    look = looks[face] + RNG.normal(size=32) * 0.2
    box = np.array([[0, 0], [3, 0], [3, 4], [0, 4]], dtype=np.float32)
    return Detection(
        box,
        0.9,
        probabilities,
        features=unit(look),
        crop=RNG.integers(0, 255, (64, 64, 3), np.uint8),
    )


def taught(*faces: str) -> TileSet:
    """Teach a tile set with one example of each of these faces, in their order."""
    examples = []
    for face in faces:
        tile = seen(face)
        assert tile.features is not None
        assert tile.crop is not None
        examples.append(Example(tile.tile, tile.features, tile.crop, "lesson.jpg"))
    return TileSet("club", tuple(examples))


def test_a_misread_face_of_a_taught_set_is_read_right() -> None:
    tile_set = taught("1m", "2m", "3m", "4m", "3f", "3g")
    tiles = [seen(face) for face in ("1m", "2m", "3m", "4m")]
    tiles.append(seen("3f", read="3g", p=0.9))
    assert [tile.tile for tile in apply_set(tile_set, tiles)] == ["1m", "2m", "3m", "4m", "3f"]


def test_a_set_that_is_not_on_the_table_changes_nothing_that_is_read_right() -> None:
    tile_set = taught("1m", "2m", "3m", "4m", "3f", "3g")
    tiles = [seen(face, looks=OTHER) for face in ("1m", "2m", "3m", "4m", "3f")]
    for before, after in zip(tiles, apply_set(tile_set, tiles), strict=True):
        assert after.tile == before.tile
        assert abs(after.confidence - before.confidence) < 0.05


def test_a_face_that_was_never_shown_is_not_touched() -> None:
    tiles = [seen("9p", p=0.6), seen("4f", p=0.5)]
    for before, after in zip(tiles, apply_set(taught("1m", "3f"), tiles), strict=True):
        assert after is before


def test_no_set_makes_a_tile_surer_than_its_examples_were() -> None:
    unsure = TileSet("club").add(seen("2f"), "2f", "hand.jpg", certainty=0.98)
    assert apply_set(unsure, [seen("2f", read="2g", p=0.9)])[0].confidence <= 0.981
    assert apply_set(taught("2f"), [seen("2f", read="2g", p=0.9)])[0].confidence <= SUREST + 0.001


def test_tiles_without_features_stay_as_they_are() -> None:
    bare = Detection(seen("1m").box, 0.9, seen("1m").probabilities)
    assert apply_set(taught("1m"), [bare]) == [bare]


def test_an_empty_set_leaves_tiles_as_they_are() -> None:
    tile = seen("1m")
    assert apply_set(TileSet("empty"), [tile])[0].tile == "1m"


def test_eight_names_swapped_are_right_after_one_correction_each() -> None:
    true_names = {}
    for number in range(1, 5):
        true_names[f"{number}f"] = f"{number}g"
        true_names[f"{number}g"] = f"{number}f"
    club = TileSet("club")
    for read_name, true_name in true_names.items():
        club = club.add(seen(read_name, p=0.9999), true_name, "hand.jpg")
        tiles = []
        taught_names = []
        for face, name in true_names.items():
            if name in club.faces:
                tiles.append(seen(face, p=0.9999))
                taught_names.append(name)
        assert [tile.tile for tile in apply_set(club, tiles)] == taught_names


def test_one_correction_teaches_at_once_and_can_be_taken_back() -> None:
    wrong = seen("2f", read="2g", p=0.9)
    before = taught("1m", "2m", "3m")
    club = before.add(wrong, "2f", "hand.jpg")
    assert apply_set(club, [seen("2f", read="2g", p=0.9)])[0].tile == "2f"
    assert club.take_back(wrong.crop, "2f").examples == before.examples
    assert club.take_back(wrong.crop, "9p") is club


def test_what_is_said_last_counts_and_what_it_overrules_comes_back_with_it() -> None:
    picture = seen("1f")
    other = seen("1f")
    club = TileSet("club").add(picture, "2f", "a slip").add(other, "1f", "hand.jpg")
    assert [example.tile for example in club.uncontradicted_examples()] == ["1f"]
    without_other = club.take_back(other.crop, "1f")
    assert [example.tile for example in without_other.uncontradicted_examples()] == ["2f"]
    finished = club.add(seen("1f"), "2f", "a finished hand", certainty=0.98)
    assert [example.tile for example in finished.uncontradicted_examples()] == ["1f", "2f"]


def test_of_many_examples_of_a_face_the_least_sure_goes() -> None:
    club = TileSet("club").add(seen("2f"), "2f", "photo", certainty=0.99)
    for number in range(12):
        club = club.add(seen("2f"), "2f", f"photo {number}")
    assert len(club.examples) == 8
    assert club.examples[0].source == "photo 4"


def test_features_of_another_length_are_not_compared() -> None:
    longer = replace(seen("3f"), features=np.full((2, 64), 1 / 8, np.float32))
    club = TileSet("club").add(seen("2f"), "2f", "old").add(longer, "3f", "new")
    assert [example.features.shape for example in club.examples] == [(2, 64), (2, 64)]
    assert [example.tile for example in club.uncontradicted_examples()] == ["2f", "3f"]


def test_a_lesson_from_hands_keeps_what_is_sure_and_asks_the_rest_the_most_doubtful_first() -> None:
    first_photo = [seen("5m", p=0.99) for _ in range(3)]
    first_photo.append(seen("2p", p=0.99))
    first_photo.append(seen("3p", p=0.9))
    first_photo.append(seen("7z", p=0.4))
    second_photo = [seen("5m", p=0.99) for _ in range(4)]
    lesson = read_lesson([first_photo, second_photo])
    assert lesson.doubtful == (5, 4)
    assert [face for _, face in lesson.tiles[:4]] == ["5m", "5m", "5m", "2p"]
    answered = lesson.answer({5: "", 4: "3p"})
    club = learn(TileSet("club"), answered, "hand.jpg")
    assert club.faces == ("5m", "2p", "3p")
    assert [example.certainty for example in club.examples if example.tile == "3p"] == [1.0]


def test_a_flower_twice_in_a_photo_is_asked_and_again_in_the_next_it_is_not() -> None:
    once = [seen("1f", p=0.99), seen("2m", p=0.99)]
    assert read_lesson([once, once]).doubtful == ()
    assert set(read_lesson([[*once, seen("1f", p=0.99)]]).doubtful) == {0, 2}


def test_copies_of_quite_other_looks_are_asked() -> None:
    tiles = [seen("1m", p=0.99) for _ in range(3)]
    tiles.append(seen("9s", read="1m", p=0.99))
    assert read_lesson([tiles]).doubtful == (3,)


def test_a_photo_of_a_whole_set_is_read_jointly() -> None:
    tiles = [seen(face, p=0.99) for face in CLASSES[:40]]
    tiles.append(seen("3g", read="4g", p=0.5))
    tiles.append(seen("4g", p=0.9))
    lesson = read_lesson([tiles])
    assert [face for _, face in lesson.tiles] == list(CLASSES[:42])
    assert 40 in lesson.doubtful


@pytest.mark.parametrize(
    ("tiles", "key"),
    [
        ([], "none"),
        ([("back", 0.99)] * 5, "backs"),
        ([("1m", 0.99)], "one"),
        ([("1m", 0.99)] * 200, "tiles"),
        ([("1m", 0.4)] * 40, "doubts"),
    ],
)
def test_a_lesson_of_what_is_no_hand_is_refused(tiles: list[tuple[str, float]], key: str) -> None:
    with pytest.raises(TileSetError) as refusal:
        read_lesson([[seen(face, p=p) for face, p in tiles]])
    assert refusal.value.key == key
    assert "\n" not in str(refusal.value)


def test_what_cannot_be_one_set_is_not_learned() -> None:
    tiles = [seen("5m", p=0.99) for _ in range(4)]
    tiles.append(seen("5m", read="6m", p=0.5))
    lesson = read_lesson([tiles])
    with pytest.raises(TileSetError, match="5m is shown 5 times"):
        learn(TileSet("club"), lesson.answer({4: "5m"}), "hand.jpg")
    with pytest.raises(TileSetError, match="no mahjong tiles"):
        learn(TileSet("club"), lesson.answer(dict.fromkeys(range(5), "")), "hand.jpg")
