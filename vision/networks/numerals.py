"""Two small networks for modern sets: one for the corners of faces, one for their middle.

Modern tile sets print an index in a corner, such as ``5`` on every five and ``E`` on east winds.
Their drawings differ from set to set, the indices hardly do. The *index network* reads them. The
*letter network* reads the letters of winds that many sets draw in the middle of the tile. Both have
the same outputs.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hu.vision.networks.onnx import Network, WeightsError
from hu.vision.networks.softmax import log_softmax

#: The symbols that the networks read: the numbers of suited tiles, and the letters of winds. ``W``
#: may also stand for a white dragon.
SYMBOLS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "E", "S", "W", "N")
#: The number of corners of a face.
_CORNERS: Final = 4
#: The number of ways in which a symbol can be turned: by 0, 1, 2 or 3 quarter turns.
_TURNS: Final = 4
#: The first outputs stand for a corner without any of the symbols: with nothing, or with
#: another letter.
_WITHOUT_SYMBOL: Final = ("nothing", "other")
#: The meaning of each output of both networks. ``5/1`` is a 5 that is turned counter-clockwise by
#: one quarter turn.
NUMERAL_CLASSES: Final = (
    *_WITHOUT_SYMBOL,
    *[f"{symbol}/{turn}" for symbol in SYMBOLS for turn in range(_TURNS)],
)
#: The side in pixels of the rectified face that corners are cut out of. It is larger than the
#: classifier's, because numerals are small.
NUMERAL_FACE_SIZE: Final = 112
#: The side of a corner in pixels.
CORNER_SIZE: Final = 48
#: The letters of winds, which many modern sets also draw large, in the middle of the tile.
LETTERS: Final = ("E", "S", "W", "N")
#: The sides in pixels of the squares in the middle of a face in which such a letter is looked for.
#: The smaller square shows letters within ornaments, the larger square letters that fill the tile.
MIDDLE_SIDES: Final = (56, 100)
#: Faces are looked at closely without margins of this many pixels. The detector's outlines often
#: enclose a side of the tile too, so that the numeral is not near the corner of the picture.
_MARGINS: Final = (0, 5, 9, 13)
#: Corners are read in batches of this many, so that the memory that a batch takes is bounded.
_BATCH: Final = 256
#: Added to the probability that a corner shows no symbol, so that odds are finite.
_LEAST_PROBABILITY: Final = 1e-6
#: Each of the four turns of a face has these odds before the numerals add theirs.
_TURN_ODDS: Final = 0.05
#: The prior odds of an upright crop against each of the other three turns. Of 3, 10 and 40, 40
#: gives the fewest wrong turns of 672 rendered faces of modern sets, if an eighth or a fifth of the
#: crops are turned. The usual classifier leaves as many of the faces of such sets turned.
_UPRIGHT_FACTOR: Final = 40.0


@dataclass(frozen=True, eq=False)
class Numerals:
    """The symbols in the corners of ``n`` faces.

    Attributes:
        odds: ``(n, 4, 13, 4)`` float32: how many times as likely it is that a corner shows a symbol
            in a turn as that it shows no symbol. The axes are the face, the corner (clockwise from
            top left), the symbol of ``SYMBOLS``, and the number of quarter turns by which the
            symbol is turned counter-clockwise. The turn is counted in the picture of the corner,
            for which the face was turned until the corner was at the top left.
    """

    odds: NDArray[np.float32]

    @cached_property
    def symbol_odds(self) -> NDArray[np.float32]:
        """``(n, 13)`` float32: the odds of each symbol, summed over all corners and turns."""
        return np.asarray(self.odds.sum(axis=(1, 3)), dtype=np.float32)

    @cached_property
    def symbols(self) -> list[str]:
        """The likeliest symbol of each face. Empty if it is likelier that there is none."""
        names = []
        for odds in self.symbol_odds:
            likeliest = int(odds.argmax())
            names.append(SYMBOLS[likeliest] if odds[likeliest] > 1 else "")
        return names

    @cached_property
    def quarter_turns(self) -> NDArray[np.intp]:
        """``(n,)`` by how many quarter turns each face is turned clockwise, as its symbols show.

        0 unless the odds of another turn are higher than those of an upright face.
        """
        # (n, 4): the odds that each face is turned clockwise by 0, 1, 2 and 3 quarter turns.
        turn_odds = np.full((len(self.odds), _TURNS), _TURN_ODDS, dtype=np.float32)
        for corner in range(_CORNERS):
            for turn in range(_TURNS):
                # For this corner the face was turned counter-clockwise by ``corner`` quarter turns.
                # The symbol of an upright face was turned with it. If the symbol is turned by less,
                # the face itself was turned clockwise by the difference.
                face_turn = (corner - turn) % _TURNS
                turn_odds[:, face_turn] += self.odds[:, corner, :, turn].sum(axis=1)
        turn_odds[:, 0] *= _UPRIGHT_FACTOR
        return np.asarray(turn_odds.argmax(axis=1), dtype=np.intp)


def cut_corners(faces: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Cut the four corners out of faces, each turned so that it is the top left corner.

    So the network needs to know only this corner. For its top right corner a face is turned
    counter-clockwise by one quarter turn, for the bottom right by two, for the bottom left by
    three.

    Args:
        faces: ``(n, 112, 112, 3)`` uint8 RGB: rectified faces.

    Returns:
        ``(n, 4, 48, 48, 3)`` uint8 RGB: the corners, clockwise from top left.
    """
    corners = []
    for corner in range(_CORNERS):
        turned = np.rot90(faces, corner, axes=(1, 2))
        corners.append(turned[:, :CORNER_SIZE, :CORNER_SIZE])
    return np.stack(corners, axis=1)


def cut_middle(faces: NDArray[np.uint8], side: int) -> NDArray[np.uint8]:
    """Cut the middle out of faces, at the size of a corner.

    Args:
        faces: ``(n, 112, 112, 3)`` uint8 RGB: rectified faces.
        side: of the square in pixels of the face.

    Returns:
        ``(n, 48, 48, 3)`` uint8 RGB.
    """
    start = (NUMERAL_FACE_SIZE - side) // 2
    size = (CORNER_SIZE, CORNER_SIZE)
    middles = []
    for face in faces[:, start : start + side, start : start + side]:
        middles.append(cv2.resize(face, size, interpolation=cv2.INTER_AREA))
    return np.asarray(np.stack(middles), np.uint8)


def read_letters(network: Network, faces: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Read the letters of winds in the middle of faces, in any of four turns.

    Args:
        network: the letter network.
        faces: ``(n, 112, 112, 3)`` uint8 RGB: rectified faces.

    Returns:
        ``(n, 4)`` float32: how many times as likely it is that the middle shows each of
        ``LETTERS`` as that it shows none of them.

    Raises:
        WeightsError: the network is of another release.
    """
    letter_columns = []
    for letter in LETTERS:
        letter_columns.append(SYMBOLS.index(letter))
    odds_of_sides = []
    for side in MIDDLE_SIDES:
        odds = _read_corners(network, cut_middle(faces, side)).sum(axis=2)
        odds_of_sides.append(odds[:, letter_columns])
    return np.asarray(np.mean(odds_of_sides, axis=0), np.float32)


def read_numerals(network: Network, faces: NDArray[np.uint8]) -> Numerals:
    """Read the symbols in the corners of faces.

    Args:
        network: the index network.
        faces: ``(n, 112, 112, 3)`` uint8 RGB: rectified faces.

    Raises:
        WeightsError: the network is of another release.
    """
    odds = _read_corners(network, cut_corners(faces).reshape(-1, CORNER_SIZE, CORNER_SIZE, 3))
    return Numerals(odds.reshape(-1, _CORNERS, len(SYMBOLS), _TURNS))


def _read_corners(network: Network, corners: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Compute the odds of each symbol and turn against no symbol.

    Args:
        network: the index network or the letter network.
        corners: ``(n, 48, 48, 3)`` uint8 RGB.

    Returns:
        ``(n, 13, 4)`` float32.
    """
    log_probabilities = np.empty((len(corners), len(NUMERAL_CLASSES)), dtype=np.float32)
    for start in range(0, len(corners), _BATCH):
        part = slice(start, start + _BATCH)
        log_probabilities[part] = corner_log_probabilities(network, corners[part])
    probabilities = np.exp(log_probabilities)
    of_no_symbol = probabilities[:, : len(_WITHOUT_SYMBOL)].sum(axis=1)
    of_symbols = probabilities[:, len(_WITHOUT_SYMBOL) :]
    odds = of_symbols / (of_no_symbol + _LEAST_PROBABILITY)[:, None]
    return np.asarray(odds.reshape(-1, len(SYMBOLS), _TURNS), np.float32)


def read_numerals_closely(network: Network, faces: NDArray[np.uint8]) -> Numerals:
    """Read the symbols in the corners of faces at four sizes, and take the mean of their odds.

    It takes four times as long as ``read_numerals``.

    Args:
        network: the index network.
        faces: ``(n, 112, 112, 3)`` uint8 RGB: rectified faces.

    Raises:
        WeightsError: the network is of another release.
    """
    odds = []
    for margin in _MARGINS:
        inner_faces = [_without_margin(face, margin) for face in faces]
        odds.append(read_numerals(network, np.stack(inner_faces)).odds)
    return Numerals(np.mean(odds, axis=0, dtype=np.float32))


def _without_margin(face: NDArray[np.uint8], margin: int) -> NDArray[np.uint8]:
    """Enlarge the inner part of a face, ``(112, 112, 3)``, to the size of the whole face."""
    if margin == 0:
        return face
    inner = face[margin:-margin, margin:-margin]
    size = (NUMERAL_FACE_SIZE, NUMERAL_FACE_SIZE)
    return np.asarray(cv2.resize(inner, size, interpolation=cv2.INTER_LINEAR), np.uint8)


def corner_log_probabilities(network: Network, corners: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Compute the log-probability of each of ``NUMERAL_CLASSES`` for corners, in one batch.

    Args:
        network: the index network or the letter network.
        corners: ``(n, 48, 48, 3)`` uint8 RGB, each turned so that it is the top left corner.

    Returns:
        ``(n, 54)`` float32, in nats.

    Raises:
        WeightsError: the network is of another release.
    """
    logits = network.run(np.ascontiguousarray(corners.transpose(0, 3, 1, 2), dtype=np.float32))
    if logits.shape[1] != len(NUMERAL_CLASSES):
        raise WeightsError(
            f"the network of numerals gives {logits.shape[1]} numbers for a corner, "
            f"not {len(NUMERAL_CLASSES)}: take weights of this release"
        )
    return log_softmax(logits)
