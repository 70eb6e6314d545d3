"""Faces of modern sets are read by their numerals, and ordinary photos stay as they are."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from hu.scoring.tiles import BACK, CLASSES, FACES
from hu.vision.detection import Detection
from hu.vision.finding.numerals import (
    are_numerals_common,
    has_unsure_face,
    numeral_features,
    read_by_numerals,
)
from hu.vision.geometry import Floats
from hu.vision.networks.numerals import LETTERS, SYMBOLS, Numerals
from hu.vision.networks.onnx import WeightsError

#: Of the features of ``numeral_features``.
_WEIGHTS = (1.0, 1.0, 1.0, 0.5, -0.2, -0.3, 0.0, 2.0, 0.5, 0.0, 1.0, -1.0, 3.0)
_BOX = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)


def _tile(face: str, confidence: float = 0.95, score: float = 0.95) -> Detection:
    """A tile as the classifier sees it.

    Args:
        face: its likeliest face.
        confidence: the probability of this face.
        score: how sure the detector is that it is a tile.
    """
    probabilities = np.full(len(CLASSES), (1 - confidence) / (len(CLASSES) - 1), np.float32)
    probabilities[CLASSES.index(face)] = confidence
    crop = np.zeros((64, 64, 3), np.uint8)
    # A mark at the top left.
    crop[:8, :8] = 255
    return Detection(_BOX, score, probabilities, crop=crop)


def _numerals(*symbols: str, corner: int = 0) -> Numerals:
    """Each face shows its symbol in one corner.

    Args:
        *symbols: one for each face. Empty for a face without a symbol.
        corner: of the box, clockwise. 0 is the top left, where upright faces have their symbols.
    """
    odds = np.zeros((len(symbols), 4, len(SYMBOLS), 4), np.float32)
    for k, symbol in enumerate(symbols):
        if symbol:
            odds[k, corner, SYMBOLS.index(symbol), 0] = 50
    return Numerals(odds)


def _letter_odds(*letters: str) -> NDArray[np.float32]:
    """Each face shows its letter in its middle. Empty for none."""
    odds = np.zeros((len(letters), len(LETTERS)), np.float32)
    for k, letter in enumerate(letters):
        if letter:
            odds[k, LETTERS.index(letter)] = 50
    return odds


class _Classifier:
    """Sees the same two faces, equally likely, in every crop. It keeps the crops."""

    def __init__(self, *faces: str) -> None:
        self.faces = faces
        self.batches: list[NDArray[np.float32]] = []

    def run_all(self, batch: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        self.batches.append(batch)
        logits = np.zeros((len(batch), len(CLASSES) + 5), np.float32)
        for face in self.faces:
            logits[:, CLASSES.index(face)] = 12
        return [logits]


def _read(
    tiles: list[Detection], numerals: Numerals, *faces: str, letter: str = ""
) -> list[Detection]:
    """Read tiles by their numerals.

    Args:
        tiles: as they were read without them.
        numerals: what the tiles show in their corners.
        *faces: the classifier finds these equally likely, in every upright crop.
        letter: what every tile shows in its middle. Empty for none.
    """
    classifier: Any = _Classifier(*faces)
    letter_odds = _letter_odds(*[letter] * len(tiles))
    return read_by_numerals(tiles, numerals, letter_odds, classifier, _WEIGHTS)


@pytest.mark.parametrize(
    ("tile", "is_unsure"),
    [
        pytest.param(_tile("3p"), False, id="sure"),
        pytest.param(_tile("3p", confidence=0.5), True, id="unsure"),
        pytest.param(_tile("3p", confidence=0.5, score=0.7), False, id="not clearly a tile"),
        pytest.param(_tile(BACK, confidence=0.5), False, id="face down"),
    ],
)
def test_a_clear_tile_with_an_unclear_face_is_unsure(tile: Detection, is_unsure: bool) -> None:
    assert has_unsure_face([_tile("1m"), tile]) is is_unsure


def test_numerals_are_common_from_seven_of_twenty_clear_faces_on() -> None:
    tiles = [_tile("3p", 0.5)] * 20
    assert are_numerals_common(tiles, _numerals(*"6786786", *[""] * 13))
    assert not are_numerals_common(tiles, _numerals(*"678678", *[""] * 14))


@pytest.mark.parametrize(
    ("symbols", "are_common"),
    [
        pytest.param("7", True, id="a single contradiction"),
        pytest.param("77", False, id="none is confirmed"),
        pytest.param("37777", True, id="three contradictions for a confirmation, and one more"),
        pytest.param("377777", False, id="more contradictions"),
    ],
)
def test_sure_faces_must_not_often_contradict_their_numerals(
    symbols: str, are_common: bool
) -> None:
    tiles = [*[_tile("3p")] * len(symbols), *[_tile("9s", 0.5)] * 2]
    assert are_numerals_common(tiles, _numerals(*symbols, "6", "6")) is are_common


def test_a_sure_face_without_a_numeral_of_its_own_contradicts_none() -> None:
    tiles = [_tile("5z"), _tile("2g"), _tile("9s", 0.5)]
    assert are_numerals_common(tiles, _numerals("W", "2", "6"))


def test_more_faces_must_be_unsure_than_confirm_their_numeral() -> None:
    confirmed = [_tile("3p"), _tile("4p")]
    unsure = _tile("9s", 0.5)
    numerals = _numerals("3", "4", "6", "6")
    assert not are_numerals_common([*confirmed, unsure, unsure], numerals)
    numerals = _numerals("3", "4", "6", "6", "6")
    assert are_numerals_common([*confirmed, unsure, unsure, unsure], numerals)


def test_faces_that_contradict_their_numeral_count_as_unsure_faces() -> None:
    confirmed = [_tile("3p"), _tile("4p")]
    contradicting = _tile("9s")
    unsure = _tile("9s", 0.5)
    numerals = _numerals("3", "4", "6", "6", "6")
    assert are_numerals_common([*confirmed, contradicting, unsure, unsure], numerals)
    numerals = _numerals("3", "4", "6", "6")
    assert not are_numerals_common([*confirmed, contradicting, unsure], numerals)


def test_backs_and_unclear_tiles_do_not_count() -> None:
    clear_faces = [_tile("3p", 0.5)] * 3
    backs = [_tile(BACK)] * 5
    unclear_faces = [_tile("3p", score=0.7)] * 5
    tiles = [*clear_faces, *backs, *unclear_faces]
    assert are_numerals_common(tiles, _numerals("6", "6", *[""] * 11))
    assert not are_numerals_common(tiles, _numerals(*[""] * 3, *["6"] * 10))
    assert not are_numerals_common([], _numerals())


def test_the_numeral_decides_between_faces_that_the_classifier_cannot_tell_apart() -> None:
    (tile,) = _read([_tile("9p", 0.5)], _numerals("6"), "6p", "9p")
    assert tile.tile == "6p"
    assert tile.numeral == "6"
    assert tile.confidence > 0.9
    assert tile.probabilities.sum() == pytest.approx(1)


def test_the_letter_of_a_wind_counts_as_a_numeral() -> None:
    (tile,) = _read([_tile("1m", 0.5)], _numerals("S"), "1z", "2z")
    assert tile.tile == "2z"
    assert tile.numeral == "S"


def test_the_letter_in_the_middle_decides_between_winds() -> None:
    (tile,) = _read([_tile("1m", 0.5)], _numerals(""), "1z", "2z", letter="S")
    assert tile.tile == "2z"
    assert tile.confidence > 0.9
    # Only the symbols of corners are shown as the reason of a reading.
    assert tile.numeral == ""


def test_the_letter_in_the_middle_decides_against_a_sure_classifier() -> None:
    (tile,) = _read([_tile("1m", 0.5)], _numerals(""), "1z", letter="S")
    assert tile.tile == "2z"
    (tile,) = _read([_tile("1m", 0.5)], _numerals(""), "1z")
    assert tile.tile == "1z"


@pytest.mark.parametrize(
    ("ink", "dragon"),
    [
        pytest.param((30, 50, 190), "5z", id="blue"),
        pytest.param((20, 140, 60), "6z", id="green"),
        pytest.param((190, 30, 40), "7z", id="red"),
    ],
)
def test_the_colour_of_the_ink_decides_between_dragons(
    ink: tuple[int, int, int], dragon: str
) -> None:
    tile = _tile("1m", 0.5)
    assert tile.crop is not None
    tile.crop[:] = (240, 235, 225)
    tile.crop[20:44, 26:38] = ink
    (tile,) = _read([tile], _numerals(""), "5z", "6z", "7z")
    assert tile.tile == dragon
    assert tile.confidence > 0.7


def test_the_number_of_a_flower_counts_as_a_numeral() -> None:
    (tile,) = _read([_tile("1m", 0.5)], _numerals("3"), "2f", "3f")
    assert tile.tile == "3f"


def test_a_face_without_a_numeral_is_read_by_the_classifier_alone() -> None:
    (tile,) = _read([_tile("9p", 0.5)], _numerals(""), "6p")
    assert tile.tile == "6p"
    assert tile.numeral == ""


def test_backs_stay_as_they_are() -> None:
    back = _tile(BACK)
    face = _tile("1m", 0.5)
    tiles = _read([back, face], _numerals("6", "6"), "6p", "9p")
    assert tiles[0] is back
    assert tiles[1].tile == "6p"
    # So does the probability that a face is a back, the last of them.
    assert tiles[1].probabilities[-1] == face.probabilities[-1]


def test_a_face_is_turned_as_its_numeral_shows() -> None:
    classifier: Any = _Classifier("6p")
    # The numeral is in the top right corner: the face is turned clockwise by a quarter turn.
    (tile,) = read_by_numerals(
        [_tile("9p", 0.5)], _numerals("6", corner=1), _letter_odds(""), classifier, _WEIGHTS
    )
    assert tile.box[0].tolist() == [30, 0]
    # The mark was at the top left of the crop, which is the bottom left of the face.
    assert tile.crop is not None
    assert tile.crop[-1, 0].tolist() == [255, 255, 255]
    assert classifier.batches[0][0, 0, -1, 0] == 255


def test_a_photo_without_tiles_stays_empty() -> None:
    assert _read([], _numerals(), "6p") == []


def test_weights_of_another_release_are_refused() -> None:
    classifier: Any = _Classifier("6p")
    with pytest.raises(WeightsError, match="12 fitted weights of numerals, not 13"):
        read_by_numerals([_tile("6p")], _numerals("6"), _letter_odds(""), classifier, _WEIGHTS[:-1])


def _features(symbol: str, letter: str) -> Floats:
    """The features of the 42 faces if a tile shows a symbol in a corner, a letter in its middle.

    Its colour speaks for a red dragon.
    """
    log_probabilities = np.zeros((1, len(FACES)))
    symbol_odds = _numerals(symbol).symbol_odds
    features = numeral_features(
        log_probabilities=log_probabilities,
        symbol_odds=symbol_odds,
        letter_odds=_letter_odds(letter),
        colour_evidence=np.array([[0.0, 0.0, 0.5]]),
    )
    return np.asarray(features[0])


def _feature_of(features: Floats, number: int) -> dict[str, float]:
    """One of the features, by the face."""
    return dict(zip(FACES, features[:, number].tolist(), strict=True))


def test_a_symbol_speaks_for_its_faces_and_against_other_numbers() -> None:
    of_symbol = _feature_of(_features("6", "S"), 1)
    assert of_symbol["6p"] == of_symbol["6m"] > 0
    assert of_symbol["5p"] < 0
    # Winds and flowers have features of their own.
    assert of_symbol["2z"] == 0
    assert _feature_of(_features("6", "S"), 2)["2z"] < 0


def test_a_number_speaks_for_its_flower_and_its_season() -> None:
    of_flowers = _feature_of(_features("2", ""), 3)
    assert of_flowers["2f"] == of_flowers["2g"] > 0
    assert of_flowers["3g"] < 0
    assert of_flowers["2m"] == 0


def test_winds_dragons_and_flowers_have_a_constant_each() -> None:
    features = _features("6", "S")
    winds = _feature_of(features, 7)
    dragons = _feature_of(features, 8)
    flowers = _feature_of(features, 9)
    constants = {face: (winds[face], dragons[face], flowers[face]) for face in FACES}
    assert constants["6p"] == (0, 0, 0)
    assert constants["2z"] == (1, 0, 0)
    assert constants["5z"] == (0, 1, 0)
    assert constants["3g"] == (0, 0, 1)


def test_a_letter_in_the_middle_speaks_for_its_wind_alone() -> None:
    of_letter = _feature_of(_features("6", "S"), 10)
    assert of_letter["2z"] > 0
    assert of_letter["1z"] == 0
    assert of_letter["5z"] == of_letter["6p"] == 0


def test_the_classifier_counts_among_the_winds_as_far_as_a_letter_is_certain() -> None:
    among_winds = _feature_of(_features("6", "S"), 11)
    # The classifier holds all winds for equally likely, and the letter is certain by 50 of 51.
    assert among_winds["1z"] == pytest.approx(np.log(1 / 4) * 50 / 51)
    assert among_winds["5z"] == among_winds["6p"] == 0


def test_the_colour_of_a_dragon_speaks_for_this_dragon_alone() -> None:
    colour = _features("6", "S")[:, 12]
    assert colour[FACES.index("7z")] == 0.5
    assert np.count_nonzero(colour) == 1
