"""The index network: which numeral or letter is printed in each corner of a face, if any.

Modern tile sets print an index in a corner, such as ``5`` on every five and ``E`` on east winds.
Their drawings differ from set to set, the indices hardly do.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hu.vision.networks.onnx import Network, WeightsError
from hu.vision.networks.softmax import log_softmax

#: The symbols that the network reads: the numbers of suited tiles, and the letters of winds. ``W``
#: may also stand for a white dragon.
SYMBOLS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "E", "S", "W", "N")
#: The corners of a face, and the turns of a symbol.
_CORNERS: Final = 4
_TURNS: Final = 4
#: The first outputs: no symbol, and any other letter.
_WITHOUT_SYMBOL: Final = ("nothing", "other")
#: The network's outputs in their order. ``5/1`` is a 5 that is turned counter-clockwise by a
#: quarter turn.
NUMERAL_CLASSES: Final = (
    *_WITHOUT_SYMBOL,
    *[f"{symbol}/{turn}" for symbol in SYMBOLS for turn in range(_TURNS)],
)
#: The side in pixels of the rectified face that corners are cut out of. It is larger than the
#: classifier's, because numerals are small.
NUMERAL_FACE_SIZE: Final = 112
#: The side of a corner in pixels.
CORNER_SIZE: Final = 48
#: Corners are read in batches of this many. The memory that a batch takes is bounded then.
_BATCH: Final = 256
#: The least probability that a corner shows no symbol, so that the odds are finite.
_LEAST_PROBABILITY: Final = 1e-6
#: The odds that a face has each turn, before its numerals are seen, beside the odds of numerals.
_TURN_ODDS: Final = 0.05
#: Faces are cut upright, so that the numerals of a turned face need this many times the odds.
_UPRIGHT_FACTOR: Final = 3.0


@dataclass(frozen=True, eq=False)
class Numerals:
    """The symbols in the corners of ``n`` faces.

    Attributes:
        odds: ``(n, 4, 13, 4)`` float32: by corner (clockwise from top left), by symbol of
            ``SYMBOLS``, and by quarter turns counter-clockwise, how many times as likely the symbol
            is as no symbol. The turns are those in the corner's own picture, see ``cut_corners``.
    """

    odds: NDArray[np.float32]

    @cached_property
    def symbol_odds(self) -> NDArray[np.float32]:
        """``(n, 13)`` float32: the odds of each symbol in any corner and turn."""
        return np.asarray(self.odds.sum(axis=(1, 3)), dtype=np.float32)

    @cached_property
    def symbols(self) -> list[str]:
        """The symbol of each face. Empty if no symbol is likelier than none."""
        names = []
        for odds in self.symbol_odds:
            likeliest = int(odds.argmax())
            names.append(SYMBOLS[likeliest] if odds[likeliest] > 1 else "")
        return names

    @cached_property
    def quarter_turns(self) -> NDArray[np.intp]:
        """``(n,)`` by how many quarter turns each face is turned clockwise, by its symbols.

        Faces without a symbol are upright.
        """
        turn_odds = np.full((len(self.odds), _TURNS), _TURN_ODDS, dtype=np.float32)
        for corner in range(_CORNERS):
            for turn in range(_TURNS):
                # The symbol in a corner's picture of an upright face is turned as the picture is.
                face_turn = (corner - turn) % _TURNS
                turn_odds[:, face_turn] += self.odds[:, corner, :, turn].sum(axis=1)
        turn_odds[:, 0] *= _UPRIGHT_FACTOR
        return np.asarray(turn_odds.argmax(axis=1), dtype=np.intp)


def cut_corners(faces: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Cut the four corners out of faces. Each is turned so that it is the upper left.

    So the network needs to know one corner only. A face is turned counter-clockwise by one quarter
    turn for its top right corner, by two for the bottom right, and by three for the bottom left.

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


def read_numerals(network: Network, faces: NDArray[np.uint8]) -> Numerals:
    """Read the symbols in the corners of faces.

    Args:
        network: the index network.
        faces: ``(n, 112, 112, 3)`` uint8 RGB: rectified faces.

    Raises:
        WeightsError: the network is of another release.
    """
    corners = cut_corners(faces).reshape(-1, CORNER_SIZE, CORNER_SIZE, 3)
    log_probabilities = np.empty((len(corners), len(NUMERAL_CLASSES)), dtype=np.float32)
    for start in range(0, len(corners), _BATCH):
        part = slice(start, start + _BATCH)
        log_probabilities[part] = corner_log_probabilities(network, corners[part])
    return _odds_of(np.exp(log_probabilities))


def corner_log_probabilities(network: Network, corners: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Compute the log-probability of each of ``NUMERAL_CLASSES`` for corners, in one batch.

    Args:
        network: the index network.
        corners: ``(n, 48, 48, 3)`` uint8 RGB, each the upper left of its picture.

    Returns:
        ``(n, 54)`` float32, in nats.

    Raises:
        WeightsError: the network is of another release.
    """
    logits = network.run(np.ascontiguousarray(corners.transpose(0, 3, 1, 2), dtype=np.float32))
    if logits.shape[1] != len(NUMERAL_CLASSES):
        raise WeightsError(
            f"the index network gives {logits.shape[1]} numbers for a corner, "
            f"not {len(NUMERAL_CLASSES)}: take weights of this release"
        )
    return log_softmax(logits)


def _odds_of(probabilities: NDArray[np.float32]) -> Numerals:
    """Compare each symbol with no symbol, for corners ``(4 * n, 54)``, four of each face."""
    of_no_symbol = probabilities[:, : len(_WITHOUT_SYMBOL)].sum(axis=1)
    of_symbols = probabilities[:, len(_WITHOUT_SYMBOL) :]
    odds = of_symbols / (of_no_symbol + _LEAST_PROBABILITY)[:, None]
    return Numerals(odds.reshape(-1, _CORNERS, len(SYMBOLS), _TURNS))
