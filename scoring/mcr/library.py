"""Our hands and wins as calls of the library ``PyMahjongGB``, and its answers.

The library is an extra, imported with the first hand. It is C++ that checks little: hundreds of tiles end the process,
and nine flowers or a fifth wind are scored without a word. Only hands without problems may be handed to it.
"""

import importlib
from dataclasses import dataclass
from typing import Final

from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.tiles import KINDS

#: How to get the library.
MISSING: Final = "the rules mcr need the library PyMahjongGB, which is not installed: pip install 'hu-mahjong[mcr]'"
_SUITS: Final = {"m": "W", "p": "B", "s": "T"}
_DRAGONS: Final = {"5z": "J3", "6z": "J2", "7z": "J1"}
_CODES: Final = {
    tile: _DRAGONS.get(tile) or (f"F{tile[0]}" if tile[1] == "z" else f"{_SUITS[tile[1]]}{tile[0]}")
    for tile in KINDS
}
_KINDS: Final = {"sequence": "CHI", "triplet": "PENG", "quad": "GANG"}
#: From whom a set was claimed changes nothing but for quads, which are concealed when they came from nobody.
_CLAIMED, _CONCEALED = 1, 0

#: A line of the library's answer: points each time, how often, Chinese name, English name.
Line = tuple[int, int, str, str]


@dataclass(frozen=True, slots=True)
class Call:
    """The arguments of a call, in the library's order and codes."""

    pack: tuple[tuple[str, str, int], ...]
    hand: tuple[str, ...]
    winning: str
    flowers: int
    drawn: bool
    last_of_kind: bool
    about_quad: bool
    last_of_wall: bool
    seat_wind: int
    round_wind: int


def call_of(hand: Hand, win: Win, round_wind: str) -> Call:
    """Convert a hand without problems and its win."""
    circumstances = win.circumstances
    return Call(
        # A sequence is named by its middle tile.
        pack=tuple(
            (
                _KINDS[meld.kind],
                _CODES[meld.tiles[meld.kind == "sequence"]],
                _CONCEALED if meld.concealed else _CLAIMED,
            )
            for meld in hand.melds
        ),
        hand=tuple(_CODES[tile] for tile in hand.concealed),
        winning=_CODES[str(hand.winning)],
        flowers=len(hand.bonus),
        drawn=win.drawn,
        # A robbed tile is always the last of its kind; robbing the kong is what counts (the Green Book, no. 47).
        last_of_kind="last-of-kind" in circumstances and win.how != "robbed-kong",
        about_quad=win.how == "robbed-kong" or "kong-replacement" in circumstances,
        last_of_wall="last-tile" in circumstances,
        seat_wind=SEATS.index(win.winner),
        round_wind=SEATS.index(round_wind),
    )


def ask(call: Call) -> tuple[Line, ...]:
    """Ask the library for the fan of a hand.

    Raises:
        InputError: the library is missing, or refuses the hand.
    """
    try:
        calculate = importlib.import_module("MahjongGB").MahjongFanCalculator
    except ImportError:
        raise InputError(MISSING) from None
    try:
        lines: tuple[Line, ...] = calculate(
            call.pack,
            call.hand,
            call.winning,
            call.flowers,
            call.drawn,
            call.last_of_kind,
            call.about_quad,
            call.last_of_wall,
            call.seat_wind,
            call.round_wind,
            True,  # with points, counts and English names
        )
    except TypeError as error:
        raise InputError(f"the hand cannot be scored: PyMahjongGB answers {error}") from error
    return lines
