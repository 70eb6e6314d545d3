"""The 42 faces of mahjong tiles and the back, by the names that every part of the program uses.

``1m``-``9m`` characters, ``1p``-``9p`` dots, ``1s``-``9s`` bamboo, ``1z``-``4z`` East South West
North, ``5z`` white, ``6z`` green, ``7z`` red dragon, ``0m 0p 0s`` red fives, which some tile sets
have, ``1f``-``4f`` flowers (plum, orchid, chrysanthemum, bamboo), ``1g``-``4g`` seasons (spring,
summer, autumn, winter), ``back`` a tile that lies face down.
"""

from typing import Final

from hu.scoring.arguments import shown
from hu.scoring.errors import InputError

_NUMBER_TILES: Final = tuple(f"{number}{suit}" for suit in "mps" for number in range(1, 10))
_HONORS: Final = tuple(f"{number}z" for number in range(1, 8))
#: The 34 kinds of which a tile set holds ``COPIES`` each.
KINDS: Final = _NUMBER_TILES + _HONORS
#: Copies of each kind in a tile set.
COPIES: Final = 4
#: The plain five that each red five counts as.
RED_FIVES: Final = {"0m": "5m", "0p": "5p", "0s": "5s"}
#: East, South, West, North: in the order of the seats.
WINDS: Final = ("1z", "2z", "3z", "4z")
#: White, green, red.
DRAGONS: Final = ("5z", "6z", "7z")
#: Terminals and honors, in order.
ORPHANS: Final = tuple(tile for tile in KINDS if tile[1] == "z" or tile[0] in "19")
#: One copy each, numbered like the seats.
FLOWERS: Final = ("1f", "2f", "3f", "4f")
#: One copy each, numbered like the seats.
SEASONS: Final = ("1g", "2g", "3g", "4g")
#: Flowers and seasons.
BONUS: Final = FLOWERS + SEASONS
#: The tiles that players can set aside: flowers and seasons, and North in the game for three.
SET_ASIDE: Final = (*BONUS, "4z")
#: Everything that a tile can show face up, in the order of the networks' classes.
FACES: Final = KINDS + BONUS
#: A tile that lies face down.
BACK: Final = "back"
#: The classes of photo labels and of the networks, in their order.
CLASSES: Final = (*FACES, BACK)
#: The position of a tile in a sorted hand: 1m-9m, 1p-9p, 1s-9s, 1z-7z, 1f-4f, 1g-4g.
RANK: Final = {tile: index for index, tile in enumerate(FACES)}


def in_order(tiles: tuple[str, ...]) -> tuple[str, ...]:
    """Sort tiles as in a hand: characters, dots, bamboo, honors, flowers, seasons.

    >>> in_order(("1z", "9s", "2m"))
    ('2m', '9s', '1z')

    Raises:
        InputError: a hand cannot hold one of them.
        TypeError: they are no texts.
    """
    try:
        return tuple(sorted(tiles, key=RANK.__getitem__))
    except KeyError as error:
        raise InputError(
            f"unknown tile {shown(error.args[0])}; tiles are 1m-9m 1p-9p 1s-9s 1z-7z 1f-4f 1g-4g"
        ) from None
    except TypeError:
        raise TypeError(
            f"tiles: expected a tuple of texts such as '1m', not {shown(tiles)}"
        ) from None
