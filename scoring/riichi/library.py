"""Our hands and wins as calls of the library ``mahjong``, and its answers.

The library is asked once for each hand. Its configurations and melds are cached.
"""

from dataclasses import replace
from functools import lru_cache
from threading import local
from typing import Final

from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.scores import ScoresCalculator
from mahjong.meld import Meld as LibraryMeld

from hu.scoring.deal import Deal
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.riichi.presets import Preset
from hu.scoring.tiles import KINDS, RED_FIVES

_MELD_TYPES: Final = {
    "sequence": LibraryMeld.CHI,
    "triplet": LibraryMeld.PON,
    "quad": LibraryMeld.KAN,
}
_WINDS: Final = dict(zip(SEATS, (EAST, SOUTH, WEST, NORTH), strict=True))
#: The library's number of each plain tile. The library numbers the four copies of a kind one after
#: the other, and takes the first copy of a five for a red five. So every copy gets the number of
#: the second.
_NUMBERS: Final = {tile: 4 * kind + 1 for kind, tile in enumerate(KINDS)}
#: The library's number of a red five, by the plain five.
_RED_NUMBERS: Final = {tile: _NUMBERS[tile] - 1 for tile in RED_FIVES.values()}
#: The number of an indicator. A red five indicates the same as a plain one.
_INDICATOR_NUMBERS: Final = {
    **_NUMBERS,
    **{red_five: _NUMBERS[five] for red_five, five in RED_FIVES.items()},
}
#: The most configurations that a thread keeps. Tables play by fewer.
_MOST_KEPT: Final = 1 << 12


class _Configurations(local):
    """The configurations that a thread has used, by the arguments that they were made of.

    The library writes into a configuration while it counts a hand, so threads share none.
    """

    def __init__(self) -> None:
        super().__init__()
        self.cache: dict[tuple[object, ...], HandConfig] = {}


_configurations: Final = _Configurations()


class _Calculator(ScoresCalculator):
    """The library's payments, cached because the same han and fu come again and again."""

    calculate_scores = staticmethod(lru_cache(maxsize=1 << 14)(ScoresCalculator.calculate_scores))


def estimate(deal: Deal, hand: Hand, win: Win, preset: Preset) -> HandResponse:
    """Ask the library for the yaku, han and fu of a hand.

    Args:
        deal: the deal.
        hand: a winner's hand.
        win: how it was won.
        preset: the rules of the table.

    Returns:
        The library's answer. The numbers of dora in it change when this thread asks again.

    Raises:
        KeyError: a flower, a season, or an unknown seat or wind.
        ValueError: no winning tile.
    """
    # Tiles that were set aside are no part of the winning hand. The library only gets how many
    # there are, in the configuration.
    tiles = replace(hand, bonus=()).tiles if hand.bonus else hand.tiles
    numbers = _numbers(tiles)
    # Every five has the number of a plain five so far. The red fives get numbers of their own.
    red_fives = _red_fives(hand, preset)
    for five in red_fives:
        index = numbers.index(_NUMBERS[five])
        numbers[index] = _RED_NUMBERS[five]
    # Copies of a tile are interchangeable, so the first copy is taken for the winning tile.
    winning_number = numbers[tiles.index(str(hand.winning))]
    return HandCalculator.estimate_hand_value(
        numbers,
        winning_number,
        melds=[_meld_of(meld.kind, meld.tiles, meld.concealed) for meld in hand.melds],
        dora_indicators=[_INDICATOR_NUMBERS[tile] for tile in deal.tiles("dora_indicators")],
        config=_config(deal, win, preset, set_aside=len(hand.bonus), has_red_fives=bool(red_fives)),
        scores_calculator_factory=_Calculator,
        ura_dora_indicators=[_INDICATOR_NUMBERS[tile] for tile in deal.tiles("ura_indicators")],
    )


def _red_fives(hand: Hand, preset: Preset) -> list[str]:
    """List the red fives of a hand that count at a table, as plain fives.

    A hand with all four fives of a suit has all red fives of the suit, even if they are not written
    as red fives.
    """
    if not preset.red_fives:
        return []
    red_fives: list[str] = []
    for five in _RED_NUMBERS:
        has_all_fives = hand.tiles.count(five) == 4
        count = preset.red_fives_of(five) if has_all_fives else hand.red.count(five)
        red_fives += [five] * count
    return red_fives


def _numbers(tiles: tuple[str, ...]) -> list[int]:
    """Return the library's numbers of tiles, each as a plain tile. Copies have the same number."""
    return [_NUMBERS[tile] for tile in tiles]


@lru_cache(maxsize=1 << 12)
def _meld_of(kind: str, tiles: tuple[str, ...], concealed: bool) -> LibraryMeld:
    """Return the library's meld. The arguments are the fields of our meld."""
    return LibraryMeld(_MELD_TYPES[kind], _numbers(tiles), opened=not concealed)


def _config(
    deal: Deal, win: Win, preset: Preset, *, set_aside: int, has_red_fives: bool
) -> HandConfig:
    """Return the configuration of a win from this thread's cache.

    Few of the possible configurations occur, and making one takes as long as scoring a hand.

    Args:
        deal: the deal.
        win: how the hand was won.
        preset: the rules of the table.
        set_aside: how many North were set aside.
        has_red_fives: whether the hand has red fives that count.
    """
    key = (
        win.how,
        win.winner,
        win.circumstances,
        deal.round_wind,
        preset,
        set_aside,
        has_red_fives,
    )
    cache = _configurations.cache
    config = cache.get(key)
    if config is None:
        if len(cache) >= _MOST_KEPT:
            cache.clear()
        options = _optional_rules(preset, has_red_fives=has_red_fives)
        config = _new_config(win, str(deal.round_wind), options, set_aside=set_aside)
        cache[key] = config
    return config


def _new_config(win: Win, round_wind: str, options: OptionalRules, set_aside: int) -> HandConfig:
    """Write a win as the library's configuration.

    Args:
        win: how the hand was won.
        round_wind: the wind of the round, one of ``SEATS``.
        options: the rules of the table.
        set_aside: how many North were set aside.
    """
    circumstances = win.circumstances
    is_first_turn = "first-turn" in circumstances
    return HandConfig(
        is_tsumo=win.drawn,
        is_riichi="riichi" in circumstances,
        is_daburu_riichi="double-riichi" in circumstances,
        is_ippatsu="ippatsu" in circumstances,
        is_rinshan="kong-replacement" in circumstances,
        is_chankan=win.how == "robbed-kong",
        is_haitei="last-tile" in circumstances and win.drawn,
        is_houtei="last-tile" in circumstances and not win.drawn,
        is_tenhou=is_first_turn and win.drawn and win.winner == "E",
        is_chiihou=is_first_turn and win.drawn and win.winner != "E",
        player_wind=_WINDS[win.winner],
        round_wind=_WINDS[round_wind],
        options=options,
        num_nuki_dora=set_aside,
    )


@lru_cache(maxsize=1 << 8)
def _optional_rules(preset: Preset, *, has_red_fives: bool) -> OptionalRules:
    """Write the rules of a table as the library's options."""
    return OptionalRules(
        has_open_tanyao=preset.open_tanyao,
        has_aka_dora=has_red_fives,
        has_double_yakuman=preset.double_yakuman,
        kazoe_limit=HandConfig.KAZOE_LIMITED if preset.kazoe else HandConfig.KAZOE_SANBAIMAN,
        kiriage=preset.kiriage,
        is_three_player=len(preset.seats) < len(SEATS),
    )
