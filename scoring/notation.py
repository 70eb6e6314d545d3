"""Hands as text: ``123m 44p [555z] (1111s) 1f 3g +5p``.

Bare groups are concealed tiles, ``[...]`` is an exposed meld, ``(...)`` a concealed quad, ``+x``
the winning tile. Flowers and seasons can be anywhere, and white space is free. A hand without ``+``
did not win. ``0m 0p 0s`` are red fives. ``{44z}`` are tiles that were set aside, such as North in
the game for three.

Other notations are read too: ``b`` for bamboos, ``d`` and ``t`` for dots, ``c`` for characters,
``E S W N`` for the winds, and Unicode's tiles.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple, NoReturn

from hu.scoring.errors import InputError
from hu.scoring.melds import Meld
from hu.scoring.tiles import BONUS, RANK, RED_FIVES, SET_ASIDE, in_order

#: The closing bracket of each opening bracket of a meld.
_CLOSING_BRACKET_OF: Final = {"[": "]", "(": ")"}
_BONUS: Final = frozenset(BONUS)
_SET_ASIDE: Final = frozenset(SET_ASIDE)
#: The suits that have red fives.
RED_SUITS: Final = frozenset("mps")
#: Longer texts are no hands. A hand takes less than half of it, white space included.
LONGEST_HAND: Final = 300
#: Longer parts of a hand are not remembered, so that the memory stays small.
_LONGEST_WORD: Final = 32


#: The suits by the letters of other notations: bamboos, dots (tong), characters.
_SUIT_OF_LETTER: Final = {"b": "s", "d": "p", "t": "p", "c": "m"}


def _list_other_signs() -> dict[str, str]:
    """List the tiles that one sign writes: letters of winds, and Unicode's Mahjong Tiles.

    Unicode has the dragons in the order red, green, white, and the flower of bamboo before the
    chrysanthemum.
    """
    tiles = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
    codes = ["1z", "2z", "3z", "4z", "7z", "6z", "5z"]
    for suit in "msp":
        codes += [f"{number}{suit}" for number in range(1, 10)]
    codes += ["1f", "2f", "4f", "3f", "1g", "2g", "3g", "4g"]
    for place, code in enumerate(codes):
        tiles[chr(_FIRST_UNICODE_TILE + place)] = code
    return tiles


#: The east wind among Unicode's tiles.
_FIRST_UNICODE_TILE: Final = 0x1F000
_TILE_OF_SIGN: Final = _list_other_signs()
#: Unicode's signs that choose between a drawing and a picture of a tile.
_VARIATION_SELECTORS: Final = frozenset("\ufe0e\ufe0f")


class HandParts(NamedTuple):
    """The parts of a hand, in the order of its text.

    Attributes:
        concealed: the standing tiles, without the winning tile.
        melds: the melds.
        bonus: the flowers, seasons and other tiles that were set aside.
        winning: the winning tile, or None.
        red: the red fives, as plain fives. They are among the other tiles too.
    """

    concealed: tuple[str, ...]
    melds: tuple[Meld, ...]
    bonus: tuple[str, ...]
    winning: str | None
    red: tuple[str, ...]


def read_parts(text: str) -> HandParts:
    """Read the text of a hand. ``hu.scoring.problems`` checks whether the hand is legal.

    Raises:
        InputError: the text is not in the notation. The message names the column, from 1.
    """
    if len(text) > LONGEST_HAND:
        raise InputError(f"hand: {len(text)} characters; no hand takes more than {LONGEST_HAND}")
    concealed: list[str] = []
    melds: list[Meld] = []
    bonus: list[str] = []
    winning: str | None = None
    red: list[str] = []
    for word in text.split():
        part = _read_word(word) if len(word) <= _LONGEST_WORD else None
        has_second_winning_tile = part is not None and part.winning and winning
        if part is None or has_second_winning_tile:
            # The word is long, or part of a group with spaces such as ``[555 z]``, or wrong. Only
            # the whole text shows the column of a mistake.
            return _Parser(text).parts()
        concealed += part.concealed
        melds += part.melds
        bonus += part.bonus
        red += part.red
        if part.winning:
            winning = part.winning
    return HandParts(tuple(concealed), tuple(melds), tuple(bonus), winning, tuple(red))


@lru_cache(maxsize=1 << 14)
def _read_word(word: str) -> HandParts | None:
    """Read a part of a hand that has no space in it. None if it means nothing alone.

    Hands share most of their parts, so parts are remembered.
    """
    try:
        return _Parser(word).parts()
    except InputError:
        return None


def spell_tile(text: str) -> str:
    """Write a tile of another notation in ours. Other texts stay as they are.

    >>> spell_tile("5B"), spell_tile("E"), spell_tile("🀄"), spell_tile("5x")
    ('5s', '1z', '7z', '5x')
    """
    text = text.strip()
    sign = text.rstrip("\ufe0e\ufe0f")
    if sign in _TILE_OF_SIGN:
        return _TILE_OF_SIGN[sign]
    if len(text) == 2:
        letter = text[1].lower()
        code = text[0] + _SUIT_OF_LETTER.get(letter, letter)
        if code in RANK or code in RED_FIVES:
            return code
    return text


def parse_tile(text: str) -> str:
    """Check that a text is the code of one face.

    >>> parse_tile("5m")
    '5m'

    Raises:
        InputError: it is not.
    """
    tile = spell_tile(text)
    # This refuses unknown codes.
    in_order((tile,))
    return tile


def parse_indicator(text: str) -> str:
    """Check that a text is the code of a face or of a red five.

    >>> parse_indicator("0m")
    '0m'

    Raises:
        InputError: it is not.
    """
    tile = spell_tile(text)
    return tile if tile in RED_FIVES else parse_tile(tile)


def format_tiles(tiles: tuple[str, ...]) -> str:
    """Write tiles in their order. Neighbours of a suit share its letter.

    >>> format_tiles(("1m", "2m", "5z"))
    '12m 5z'
    """
    if len(tiles) <= 4:
        return _format_group(tiles)
    return _format_tiles(tiles)


def _format_tiles(tiles: tuple[str, ...]) -> str:
    """Write the numbers of neighbours of a suit, and then its letter."""
    # Every answer writes a hand, so this is kept fast.
    text = ""
    suit_before = ""
    for tile in tiles:
        suit = tile[-1]
        if suit != suit_before:
            if suit_before:
                text += f"{suit_before} "
            suit_before = suit
        text += tile[:-1]
    return text + suit_before


#: Hands share their melds and pairs, so these are remembered.
_format_group: Final = lru_cache(maxsize=1 << 12)(_format_tiles)


def format_meld(meld: Meld) -> str:
    """Write a meld: ``[555z]``, or ``(1111s)`` when it is concealed."""
    text = format_tiles(meld.tiles)
    if meld.concealed:
        return f"({text})"
    return f"[{text}]"


def format_set_aside(tiles: tuple[str, ...]) -> str:
    """Write tiles that were set aside. Flowers and seasons need no braces.

    >>> format_set_aside(("4z", "4z", "1f"))
    '{44z} 1f'
    """
    flowers = tuple(tile for tile in tiles if tile in _BONUS)
    if len(flowers) == len(tiles):
        return format_tiles(flowers)
    others = tuple(tile for tile in tiles if tile not in _BONUS)
    text = f"{{{format_tiles(others)}}}"
    if flowers:
        text += f" {format_tiles(flowers)}"
    return text


def mark_red_fives(text: str, red: tuple[str, ...]) -> str:
    """Write some fives of a hand as red fives, the leftmost ones, since equal tiles count the same.

    >>> mark_red_fives("455m 5p", ("5m",))
    '405m 5p'

    Args:
        text: the hand in the notation, with plain fives.
        red: the red fives among its tiles, as plain fives.
    """
    # How many red fives of each suit are still to be marked.
    unmarked = Counter(tile[1] for tile in red)
    characters = list(text)
    # The places of the fives before the next letter, which is their suit.
    places_of_fives: list[int] = []
    for place, character in enumerate(text):
        if character == "5":
            places_of_fives.append(place)
        elif character.isalpha():
            for place_of_five in places_of_fives:
                if unmarked[character] > 0:
                    unmarked[character] -= 1
                    characters[place_of_five] = "0"
            places_of_fives.clear()
    return "".join(characters)


@lru_cache(maxsize=1 << 10)
def _make_meld(tiles: tuple[str, ...], is_concealed: bool) -> Meld:
    return Meld(tiles, concealed=is_concealed)


class _Parser:
    """Walks once over the text, collecting tiles into the group that is open."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._concealed: list[str] = []
        self._bonus: list[str] = []
        self._melds: list[Meld] = []
        self._winning: str | None = None
        self._red: list[str] = []

    def parts(self) -> HandParts:
        """Read the whole text. A parser does this once."""
        # ``_read_meld`` and the other readers take the symbols that belong to an opening bracket, a
        # brace or a plus sign from the same iterator. The loop goes on after them.
        symbols = self._symbols()
        for column, symbol in symbols:
            if symbol in _CLOSING_BRACKET_OF:
                self._melds.append(self._read_meld(column, symbol, symbols))
            elif symbol == "{":
                self._bonus += self._read_set_aside(column, symbols)
            elif symbol == "+":
                self._winning = self._read_winning_tile(column, symbols)
            elif symbol in _BONUS:
                self._bonus.append(symbol)
            elif symbol in RANK:
                self._concealed.append(symbol)
            else:
                self._fail(column, f"{symbol!r} closes nothing; write [555z], (1111s) or {{44z}}")
        return HandParts(
            tuple(self._concealed),
            tuple(self._melds),
            tuple(self._bonus),
            self._winning,
            tuple(self._red),
        )

    def _read_meld(self, column: int, opening: str, symbols: Iterator[tuple[int, str]]) -> Meld:
        """Read the tiles after an opening bracket, up to the closing bracket.

        Args:
            column: the column of the opening bracket.
            opening: the opening bracket.
            symbols: the symbols after it.
        """
        closing = _CLOSING_BRACKET_OF[opening]
        tiles: list[str] = []
        for symbol_column, symbol in symbols:
            if symbol == closing:
                break
            if symbol not in RANK:
                self._fail(
                    symbol_column,
                    f"{symbol!r} inside a meld that {opening!r} opened at column {column}",
                )
            tiles.append(symbol)
        else:
            self._fail(column, f"{opening!r} is never closed by {closing!r}")
        is_concealed = opening == "("
        # Longer groups are mistakes, which are not worth remembering.
        if len(tiles) > 4:
            return Meld(tuple(tiles), concealed=is_concealed)
        return _make_meld(tuple(tiles), is_concealed)

    def _read_set_aside(self, column: int, symbols: Iterator[tuple[int, str]]) -> list[str]:
        """Read the tiles after an opening brace, up to the closing brace.

        Args:
            column: the column of the opening brace.
            symbols: the symbols after it.
        """
        tiles: list[str] = []
        for symbol_column, symbol in symbols:
            if symbol == "}":
                return tiles
            if symbol not in _SET_ASIDE:
                self._fail(
                    symbol_column,
                    f"{symbol!r} inside braces; only flowers, seasons and 4z are set aside",
                )
            tiles.append(symbol)
        return self._fail(column, "'{' is never closed by '}'")

    def _read_winning_tile(self, column: int, symbols: Iterator[tuple[int, str]]) -> str:
        """Read the tile after a plus sign, which has the given column."""
        tile_column, tile = next(symbols, (column, ""))
        if tile not in RANK:
            self._fail(column, "'+' needs the winning tile after it, as in +5p")
        if self._winning is not None:
            self._fail(column, f"a second winning tile, +{tile}; +{self._winning} came before")
        # The first tile of "+34p" is 3p, but two digits are before its suit letter. Columns begin
        # at 1, so this is the text after the plus sign, up to that letter.
        text_of_tile = self._text[column:tile_column]
        if len([character for character in text_of_tile if character.isdigit()]) > 1:
            self._fail(column, "one winning tile only after '+', as in +5p")
        return tile

    def _symbols(self) -> Iterator[tuple[int, str]]:
        """Split the text into tile codes, brackets and plus signs.

        Yields:
            (column, symbol). The column of a tile is that of its suit letter.
        """
        digits: list[str] = []
        for column, character in enumerate(self._text, start=1):
            if character.isspace() or character in _VARIATION_SELECTORS:
                continue
            if character in "0123456789":
                digits.append(character)
            elif character in "[](){}+":
                self._refuse_digits_without_suit(column, digits)
                yield column, character
            elif character in _TILE_OF_SIGN and not digits:
                yield column, _TILE_OF_SIGN[character]
            else:
                yield from self._read_tiles(column, digits, suit=character)
                digits = []
        self._refuse_digits_without_suit(len(self._text), digits)

    def _read_tiles(self, column: int, digits: list[str], suit: str) -> Iterator[tuple[int, str]]:
        """Make a tile of each digit and their suit letter, which has the given column."""
        if suit.isdigit():
            self._fail(column, f"{suit!r} is no tile's number; numbers are 1 to 9")
        if not digits:
            self._fail(column, f"{suit!r} without a number before it; tiles are written 5m, 123p")
        suit = _SUIT_OF_LETTER.get(suit, suit)
        for digit in digits:
            if digit == "0" and suit in RED_SUITS:
                self._red.append("5" + suit)
                yield column, "5" + suit
                continue
            if digit == "0":
                self._fail(
                    column, "'0' is no tile's number; numbers are 1 to 9 (0m 0p 0s are red fives)"
                )
            if digit + suit not in RANK:
                known = "tiles are 1m-9m 1p-9p 1s-9s 1z-7z 1f-4f 1g-4g"
                self._fail(column, f"unknown tile '{digit}{suit}'; {known}")
            yield column, digit + suit

    def _refuse_digits_without_suit(self, column: int, digits: list[str]) -> None:
        if digits:
            self._fail(column, f"{''.join(digits)!r} has no suit after it (m p s z f g)")

    def _fail(self, column: int, problem: str) -> NoReturn:
        raise InputError(f"hand, column {column}: {problem}")
