"""Modern tile sets: their faces are read by numerals, letters, colours and a second classifier.

The drawings of modern sets differ so much that the classifier is often wrong about them. But they
have a *symbol* in a corner: a number, or the letter of a wind. Ordinary photos are left alone. A
photo changes only if symbols are seen on many of its clear faces, if few sure faces contradict
their symbol, and if fewer of the clear faces confirm their symbol than are unsure or contradict it.
Then two more hints count. The letter of a wind in the middle of a face shows which wind it is,
because sets draw very different ornaments around it. The colour of the ink shows which dragon it
is, because many sets draw the three dragons alike.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.scoring.tiles import BACK, BONUS, CLASSES, DRAGONS, FACES, WINDS
from hu.vision.detection import CLEAR, Detection
from hu.vision.finding.ink_colour import dragon_colours
from hu.vision.geometry import Floats
from hu.vision.networks.classifier import face_log_probabilities
from hu.vision.networks.numerals import LETTERS, SYMBOLS, Numerals
from hu.vision.networks.onnx import Network, WeightsError
from hu.vision.networks.softmax import log_softmax, softmax

#: Numerals are common in a photo if a symbol is seen on at least this share of its clear faces. In
#: ordinary photos with an unsure face it is seen on up to 0.31 of them, because ends of dark stalks
#: look like a 7, and dots like a 6 or 9. In three photos of modern sets the share is 0.43 or more.
#: These photos were seen before the share was chosen.
_COMMON_SHARE: Final = 0.35
#: A sure face confirms the symbol that was seen on it, or contradicts it. For each face that
#: confirms its symbol, this many faces may contradict theirs, and one more in all. So many may,
#: because the classifier is sure of many wrong faces of modern sets. Two of 80 rendered sets exceed
#: the limit if it is two faces, and none does if it is three. Parts of drawings that were taken for
#: numerals are confirmed only by chance.
_CONTRADICTED_FOR_CONFIRMED: Final = 3
#: Added to the odds of each symbol, so that a face on which hardly any symbol is seen has about the
#: same odds for all.
_LEAST_ODDS: Final = 0.01
#: The letter of each wind.
_WIND_SYMBOLS: Final = dict(zip(WINDS, ("E", "S", "W", "N"), strict=True))


def _symbol_of(face: str) -> str:
    """The symbol in the corners of a face: ``5`` for ``5m``, and the letter of a wind.

    Empty for dragons, on whose letters sets do not agree, and for flowers and seasons.
    """
    if face[1] in "mps":
        return face[0]
    return _WIND_SYMBOLS.get(face, "")


#: The symbol of each face in its corners.
_SYMBOL_OF_FACE: Final = {face: _symbol_of(face) for face in FACES}
#: The indices of winds and of dragons in ``FACES``.
_WIND_COLUMNS: Final = [FACES.index(wind) for wind in WINDS]
_DRAGON_COLUMNS: Final = [FACES.index(dragon) for dragon in DRAGONS]
#: The features of a face, in the order of their weights. See ``numeral_features``.
_FEATURES: Final = (
    "classifier",
    "symbol of a suited tile",
    "symbol of a wind",
    "symbol of a bonus tile",
    "any symbol, for winds",
    "any symbol, for dragons",
    "any symbol, for bonus tiles",
    "is a wind",
    "is a dragon",
    "is a bonus tile",
    "letter of a wind",
    "classifier among winds",
    "colour of a dragon",
)
#: The kinds of faces without a symbol of their own, or with a symbol that not all sets print.
_OTHER_KINDS: Final = {"wind": WINDS, "dragon": DRAGONS, "bonus tile": BONUS}


def has_unsure_face(detections: Sequence[Detection]) -> bool:
    """Whether a tile is seen clearly, but not its face."""
    for detection in detections:
        if _is_clear_face(detection) and detection.confidence < CLEAR:
            return True
    return False


def are_numerals_common(detections: Sequence[Detection], numerals: Numerals) -> bool:
    """Whether so many clear faces show a symbol that their tile set is a modern set.

    Sure faces must not contradict the symbols seen on them much more often than they confirm them.
    Otherwise these are parts of drawings that look like symbols. And more faces must be unsure or
    contradict their symbol than confirm it. Otherwise the photo shows a usual set with numerals,
    which the classifier reads best.

    Args:
        detections: the tiles of a photo.
        numerals: the symbols on their faces.
    """
    clear_count = 0
    symbol_count = 0
    unsure_count = 0
    confirmed_count = 0
    contradicted_count = 0
    for detection, symbol in zip(detections, numerals.symbols, strict=True):
        if not _is_clear_face(detection):
            continue
        clear_count += 1
        is_unsure = detection.confidence < CLEAR
        if is_unsure:
            unsure_count += 1
        if not symbol:
            continue
        symbol_count += 1
        own_symbol = _SYMBOL_OF_FACE[detection.tile]
        if own_symbol and not is_unsure:
            if own_symbol == symbol:
                confirmed_count += 1
            else:
                contradicted_count += 1
    are_many = clear_count > 0 and symbol_count >= _COMMON_SHARE * clear_count
    most_contradicted = _CONTRADICTED_FOR_CONFIRMED * confirmed_count + 1
    is_usual_set = confirmed_count >= unsure_count + contradicted_count
    return are_many and contradicted_count <= most_contradicted and not is_usual_set


def _is_clear_face(detection: Detection) -> bool:
    """Whether a tile is seen clearly, face up."""
    return detection.score > CLEAR and detection.tile != BACK


def read_by_numerals(
    detections: Sequence[Detection],
    numerals: Numerals,
    letter_odds: NDArray[np.floating],
    network: Network,
    weights: Sequence[float],
) -> list[Detection]:
    """Read the faces of a modern set anew.

    Args:
        detections: the tiles of a photo, with their crops.
        numerals: the symbols on their faces.
        letter_odds: ``(n, 4)`` how many times as likely each of ``LETTERS`` is in the middle of
            their faces as none of them.
        network: the classifier of modern sets.
        weights: the weight of each of ``numeral_features``.

    Returns:
        The tiles in the same order. Backs stay as they are. If the symbols of a face show that it
        is turned, its crop is turned upright, and its box begins with another corner.

    Raises:
        WeightsError: the weights are of another release.
    """
    if not detections:
        return []
    # NumPy turns counter-clockwise, so that turned faces become upright.
    turned_crops = []
    for detection, turn in zip(detections, numerals.quarter_turns, strict=True):
        assert detection.crop is not None  # noqa: S101  # detections of networks have crops
        turned_crops.append(np.rot90(detection.crop, turn))
    log_probabilities = face_log_probabilities(network, np.stack(turned_crops))
    features = numeral_features(
        log_probabilities=log_probabilities,
        symbol_odds=numerals.symbol_odds,
        letter_odds=letter_odds,
        colour_evidence=dragon_colours(np.stack(turned_crops)),
    )
    if len(weights) != features.shape[2]:
        raise WeightsError(
            f"{len(weights)} fitted weights of numerals, not {features.shape[2]}: "
            "fit them anew, or take weights of this release"
        )
    face_probabilities = softmax(features @ np.array(weights))

    result = []
    for k, detection in enumerate(detections):
        if detection.tile == BACK:
            result.append(detection)
            continue
        # The probability of a back stays. The faces share the rest.
        back = detection.probabilities[-1]
        probabilities = np.append(face_probabilities[k] * (1 - back), back).astype(np.float32)
        turn = int(numerals.quarter_turns[k])
        symbol = numerals.symbols[k]
        face = CLASSES[int(probabilities.argmax())]
        result.append(
            replace(
                detection,
                box=np.roll(detection.box, -turn, axis=0),
                probabilities=probabilities,
                crop=turned_crops[k].copy(),
                numeral=symbol if symbol == _SYMBOL_OF_FACE.get(face) else "",
            )
        )
    return result


def numeral_features(
    log_probabilities: NDArray[np.floating],
    symbol_odds: NDArray[np.floating],
    letter_odds: NDArray[np.floating],
    colour_evidence: NDArray[np.floating],
) -> Floats:
    """Compute the features of each face that a tile may have.

    The weighted sum of a face's features is the log-odds of this face.

    Args:
        log_probabilities: ``(n, 42)`` of the faces by the classifier of modern sets, in nats.
        symbol_odds: ``(n, 13)`` how many times as likely each symbol is in a corner as no symbol.
        letter_odds: ``(n, 4)`` how many times as likely each of ``LETTERS`` is in the middle of the
            face as none of them.
        colour_evidence: ``(n, 3)`` how much the ink has the colour of each dragon, in nats.

    Returns:
        ``(n, 42, 13)`` float64. The last axis has these features:

        - the log-probability by the classifier
        - the log-likelihood ratio of the face's own symbol to a symbol chosen at random, for suited
          tiles. The same for winds, and the same for the number of bonus tiles
        - the evidence of any symbol for winds, dragons and bonus tiles
        - a constant for winds, dragons and bonus tiles
        - for winds, the evidence of their own letter in the middle
        - for winds, their log-probability among the winds by the classifier, times the probability
          that the middle shows a letter. With a negative weight the letter decides between winds
        - for dragons, how much the ink has their colour
    """
    total_odds = symbol_odds.sum(axis=1, keepdims=True)
    # The evidence of any symbol.
    any_symbol = np.log1p(total_odds)[:, 0]
    # The log-likelihood ratio of each symbol to a symbol chosen at random.
    shares = (symbol_odds + _LEAST_ODDS) / (total_odds + len(SYMBOLS) * _LEAST_ODDS)
    log_shares = np.log(shares * len(SYMBOLS))

    # Many winds show another picture. So odds near 0 speak neither for a wind nor against it.
    letter_evidence = np.log1p(letter_odds)
    total_letter_odds = letter_odds.sum(axis=1, keepdims=True)
    letter_probability = total_letter_odds / (1 + total_letter_odds)
    log_among_winds = log_softmax(log_probabilities[:, _WIND_COLUMNS])

    features = np.zeros((len(log_probabilities), len(FACES), len(_FEATURES)))
    # The columns of each feature, by its name.
    feature = {name: features[:, :, k] for k, name in enumerate(_FEATURES)}
    feature["classifier"][:] = log_probabilities
    for k, face in enumerate(FACES):
        if face in BONUS:
            feature["symbol of a bonus tile"][:, k] = log_shares[:, SYMBOLS.index(face[0])]
        elif face in WINDS:
            symbol = _SYMBOL_OF_FACE[face]
            feature["symbol of a wind"][:, k] = log_shares[:, SYMBOLS.index(symbol)]
            feature["letter of a wind"][:, k] = letter_evidence[:, LETTERS.index(symbol)]
        elif face not in DRAGONS:
            feature["symbol of a suited tile"][:, k] = log_shares[:, SYMBOLS.index(face[0])]
        for kind, faces in _OTHER_KINDS.items():
            if face in faces:
                feature[f"any symbol, for {kind}s"][:, k] = any_symbol
                feature[f"is a {kind}"][:, k] = 1.0
    feature["classifier among winds"][:, _WIND_COLUMNS] = letter_probability * log_among_winds
    feature["colour of a dragon"][:, _DRAGON_COLUMNS] = colour_evidence
    return features
