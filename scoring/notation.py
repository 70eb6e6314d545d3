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
#: Longer words of a hand's text are not cached, so that the cache stays small.
_LONGEST_WORD: Final = 32
#: The suits by the letters of other notations: bamboos, dots (tong), characters.
_SUIT_OF_LETTER: Final = {"b": "s", "d": "p", "t": "p", "c": "m"}
#: The character of the east wind, the first of Unicode's tiles.
_FIRST_UNICODE_TILE: Final = 0x1F000


def _list_tile_characters() -> dict[str, str]:
    """List the characters that stand for a whole tile, each with the code of its tile.

    They are the letters of the winds, and Unicode's Mahjong Tiles. Unicode has the dragons in the
    order red, green, white, and the flower of bamboo before the chrysanthemum.
    """
    code_of = {"E": "1z", "S": "2z", "W": "3z", "N": "4z"}
    codes = ["1z", "2z", "3z", "4z", "7z", "6z", "5z"]
    for suit in "msp":
        codes += [f"{number}{suit}" for number in range(1, 10)]
    codes += ["1f", "2f", "4f", "3f", "1g", "2g", "3g", "4g"]
    for index, code in enumerate(codes):
        code_of[chr(_FIRST_UNICODE_TILE + index)] = code
    return code_of


#: The tile of each character that stands for a whole tile.
_TILE_OF_CHARACTER: Final = _list_tile_characters()
#: Unicode's characters that choose between a drawing and a picture of a tile.
_VARIATION_SELECTORS: Final = frozenset("\ufe0e\ufe0f")


class HandParts(NamedTuple):
    """The parts of a hand, in the order of its text.

    Attributes:
        concealed: the standing tiles, without the winning tile.
        melds: the melds.
        bonus: the flowers, seasons and other tiles that were set aside.
        winning: the winning tile, or None.
        red: the red fives, as plain fives. The concealed tiles, the melds and the winning tile
            include them.
        is_winning_red: whether the winning tile is a red five.
    """

    concealed: tuple[str, ...]
    melds: tuple[Meld, ...]
    bonus: tuple[str, ...]
    winning: str | None
    red: tuple[str, ...]
    is_winning_red: bool


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
    is_winning_red = False
    for word in text.split():
        word_parts = _read_word(word) if len(word) <= _LONGEST_WORD else None
        if word_parts is None:
            # The word is long, or belongs to a group with spaces such as ``[555 z]``, or has a
            # mistake. So the text is read as a whole. A mistake is then named with its column.
            return _Parser(text).parts()
        if word_parts.winning and winning:
            # A second winning tile is a mistake, too.
            return _Parser(text).parts()
        concealed += word_parts.concealed
        melds += word_parts.melds
        bonus += word_parts.bonus
        red += word_parts.red
        if word_parts.winning:
            winning = word_parts.winning
            is_winning_red = word_parts.is_winning_red
    return HandParts(
        tuple(concealed), tuple(melds), tuple(bonus), winning, tuple(red), is_winning_red
    )


@lru_cache(maxsize=1 << 14)
def _read_word(word: str) -> HandParts | None:
    """Read a word of a hand's text. None if the word cannot be read alone.

    Hands share most of their words, so the parts of each word are cached.
    """
    try:
        return _Parser(word).parts()
    except InputError:
        return None


def spell_tile(text: str) -> str:
    """Write a tile of another notation in ours. Other texts only lose white space around them.

    >>> spell_tile("5B"), spell_tile("E"), spell_tile("🀄"), spell_tile("5x")
    ('5s', '1z', '7z', '5x')
    """
    text = text.strip()
    character = text.rstrip("\ufe0e\ufe0f")
    if character in _TILE_OF_CHARACTER:
        return _TILE_OF_CHARACTER[character]
    if len(text) == 2:
        letter = text[1].lower()
        code = text[0] + _SUIT_OF_LETTER.get(letter, letter)
        if code in RANK or code in RED_FIVES:
            return code
    return text


def parse_tile(text: str) -> str:
    """Read the code of one face, perhaps in another notation.

    >>> parse_tile("5m"), parse_tile("5c")
    ('5m', '5m')

    Raises:
        InputError: the text is no such code.
    """
    tile = spell_tile(text)
    # This refuses unknown codes.
    in_order((tile,))
    return tile


def parse_indicator(text: str) -> str:
    """Read the code of a dora indicator: one face, or a red five.

    >>> parse_indicator("0m")
    '0m'

    Raises:
        InputError: the text is no such code.
    """
    tile = spell_tile(text)
    if tile in RED_FIVES:
        return tile
    return parse_tile(tile)


def format_tiles(tiles: tuple[str, ...]) -> str:
    """Write tiles in the given order. Neighbours of a suit share its letter.

    >>> format_tiles(("1m", "2m", "5z"))
    '12m 5z'
    """
    if len(tiles) <= 4:
        # The texts of melds and pairs are cached.
        return _format_few_tiles(tiles)
    return _format_tiles(tiles)


def _format_tiles(tiles: tuple[str, ...]) -> str:
    """Write tiles in the given order: the numbers of neighbours of a suit, then its letter."""
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


#: ``_format_tiles`` with a cache, for melds and pairs, which many hands share.
_format_few_tiles: Final = lru_cache(maxsize=1 << 12)(_format_tiles)


def format_meld(meld: Meld) -> str:
    """Write a meld: ``[555z]``, or ``(1111s)`` when it is concealed."""
    text = format_tiles(meld.tiles)
    if meld.concealed:
        return f"({text})"
    return f"[{text}]"


def format_set_aside(tiles: tuple[str, ...]) -> str:
    """Write tiles that were set aside. Tiles that are no flowers or seasons come first, in braces.

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
    """Write some of the fives in a hand's text as red fives.

    The leftmost fives are chosen, because copies of a tile are interchangeable.

    >>> mark_red_fives("455m 5p", ("5m",))
    '405m 5p'

    Args:
        text: the hand in the notation, with plain fives.
        red: the fives to write as red fives, as plain fives.
    """
    # How many red fives are still to be written, by the letter of their suit.
    unmarked = Counter(tile[1] for tile in red)
    characters = list(text)
    # The indices of the fives whose suit letter has not come yet.
    indices_of_fives: list[int] = []
    for index, character in enumerate(text):
        if character == "5":
            indices_of_fives.append(index)
        elif character.isalpha():
            # The letter is the suit of the fives before it.
            for index_of_five in indices_of_fives:
                if unmarked[character] > 0:
                    unmarked[character] -= 1
                    characters[index_of_five] = "0"
            indices_of_fives.clear()
    return "".join(characters)


@lru_cache(maxsize=1 << 10)
def _make_meld(tiles: tuple[str, ...], red: tuple[str, ...], is_concealed: bool) -> Meld:
    """Make a meld. Hands share their melds, so melds are cached."""
    return Meld(tiles, concealed=is_concealed, red=red)


class _Parser:
    """Reads the text of a hand once, from left to right.

    The symbols of a text are the codes of tiles, brackets, braces and plus signs. A red five has
    the code of a plain five. It is added to ``_red`` when its symbol is taken.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._concealed: list[str] = []
        self._bonus: list[str] = []
        self._melds: list[Meld] = []
        self._winning: str | None = None
        self._red: list[str] = []
        self._is_winning_red = False

    def parts(self) -> HandParts:
        """Read the whole text. A parser does this once."""
        # The symbols that belong to a bracket, a brace or a plus sign are taken from this iterator
        # by the methods that read them. The loop goes on after them.
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
            self._is_winning_red,
        )

    def _read_meld(self, column: int, opening: str, symbols: Iterator[tuple[int, str]]) -> Meld:
        """Read the tiles after an opening bracket, up to the closing bracket.

        Args:
            column: the column of the opening bracket.
            opening: the opening bracket.
            symbols: the (column, symbol) pairs after it, of which those of the meld are taken.
        """
        closing = _CLOSING_BRACKET_OF[opening]
        red_before = len(self._red)
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
        red = tuple(self._red[red_before:])
        is_concealed = opening == "("
        # Longer groups are mistakes, which are not worth caching.
        if len(tiles) > 4:
            return Meld(tuple(tiles), concealed=is_concealed, red=red)
        return _make_meld(tuple(tiles), red, is_concealed)

    def _read_set_aside(self, column: int, symbols: Iterator[tuple[int, str]]) -> list[str]:
        """Read the tiles after an opening brace, up to the closing brace.

        Args:
            column: the column of the opening brace.
            symbols: the (column, symbol) pairs after it, of which those up to the closing brace are
                taken.
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
        """Read the tile after a plus sign.

        Args:
            column: the column of the plus sign.
            symbols: the (column, symbol) pairs after it, of which the first is taken.
        """
        red_before = len(self._red)
        # The column of a tile is that of its suit letter.
        letter_column, tile = next(symbols, (column, ""))
        self._is_winning_red = len(self._red) > red_before
        if tile not in RANK:
            self._fail(column, "'+' needs the winning tile after it, as in +5p")
        if self._winning is not None:
            self._fail(column, f"a second winning tile, +{tile}; +{self._winning} came before")
        # A text such as "+34p" names two tiles. Columns begin at 1, so this slice begins after the
        # plus sign and ends with the suit letter.
        text_of_tile = self._text[column:letter_column]
        digits = [character for character in text_of_tile if character.isdigit()]
        if len(digits) > 1:
            self._fail(column, "one winning tile only after '+', as in +5p")
        return tile

    def _symbols(self) -> Iterator[tuple[int, str]]:
        """Split the text into its symbols: tile codes, brackets, braces and plus signs.

        Yields:
            (column, symbol). Columns begin at 1. The column of a tile is that of its suit letter.
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
            elif character in _TILE_OF_CHARACTER and not digits:
                # After digits, the character would be read as a suit letter, and refused.
                yield column, _TILE_OF_CHARACTER[character]
            else:
                yield from self._read_tiles(column, digits, suit=character)
                digits = []
        self._refuse_digits_without_suit(len(self._text), digits)

    def _read_tiles(self, column: int, digits: list[str], suit: str) -> Iterator[tuple[int, str]]:
        """Read the tiles of some digits and the suit letter after them, such as ``123m``.

        Args:
            column: the column of the letter.
            digits: the digits.
            suit: the letter.

        Yields:
            (column, tile) for each digit.
        """
        # Unicode has digits beside 0 to 9.
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
                codes = "1m-9m 1p-9p 1s-9s 1z-7z 1f-4f 1g-4g"
                self._fail(column, f"unknown tile '{digit}{suit}'; tiles are {codes}")
            yield column, digit + suit

    def _refuse_digits_without_suit(self, column: int, digits: list[str]) -> None:
        """Refuse digits that no suit letter has followed up to this column."""
        if digits:
            self._fail(column, f"{''.join(digits)!r} has no suit after it (m p s z f g)")

    def _fail(self, column: int, problem: str) -> NoReturn:
        raise InputError(f"hand, column {column}: {problem}")
