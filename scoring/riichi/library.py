"""Our hands and wins as calls of the library ``mahjong``, and its answers."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import count
from typing import Final

from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.meld import Meld as Claimed

from hu.scoring.deals import Deal
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.tiles import KINDS


@dataclass(frozen=True, slots=True)
class Preset:
    """What a rule book sets.

    Attributes:
        red_fives: how many red fives each suit has.
        kiriage: whether 30 fu 4 han and 60 fu 3 han are rounded up to a mangan.
        kazoe: whether 13 han of ordinary yaku make a yakuman; else they are a sanbaiman.
        one_yakuman: whether several yakuman at once pay as one.
        renhou: whether a win on a discard before the first turn is worth a mangan.
        uma: what the places add at the end of a game, in points.
        start, target: the points at the start, and those subtracted at the end; the difference is the winner's oka.
    """

    red_fives: int
    kiriage: bool
    kazoe: bool
    one_yakuman: bool
    renhou: bool
    uma: tuple[int, int, int, int]
    start: int
    target: int


#: Open tanyao counts in all three, and no single hand is worth two yakuman by its wait. Looked up at riichi.wiki ("EMA
#: Riichi Competition Rules", "World Riichi Championship rules"): EMA has no red fives, renhou a mangan and one yakuman
#: at most; WRC 30,000 points, uma 15/5, every yakuman single and 13 han of yaku a sanbaiman. To be checked against the
#: books before this rule set is offered: EMA's kiriage, kazoe and uma, WRC's kiriage and renhou, all of Tenhou's
#: values.
PRESETS: Final[Mapping[str, Preset]] = {
    "ema": Preset(0, False, False, True, True, (15_000, 5_000, -5_000, -15_000), 30_000, 30_000),
    "wrc": Preset(0, True, False, True, True, (15_000, 5_000, -5_000, -15_000), 30_000, 30_000),
    "tenhou": Preset(1, False, True, False, False, (20_000, 10_000, -10_000, -20_000), 25_000, 30_000),
}
_KINDS: Final = {"sequence": Claimed.CHI, "triplet": Claimed.PON, "quad": Claimed.KAN}
_WINDS: Final = dict(zip(SEATS, (EAST, SOUTH, WEST, NORTH), strict=True))
_INDEX: Final = {tile: index for index, tile in enumerate(KINDS)}


@dataclass(frozen=True, slots=True)
class Call:
    """The arguments of a call: tiles are numbers from 0 to 135, four to a kind."""

    tiles: list[int]
    winning: int
    melds: list[Claimed]
    dora: list[int]
    ura: list[int]
    config: HandConfig


def call_of(deal: Deal, hand: Hand, win: Win, preset: Preset) -> Call:
    """Convert a hand without problems and its win.

    The first copy of a five is the red one in the library; plain fives take the others first.
    """
    red = {tile: hand.red.count(tile) for tile in hand.red}
    copies: dict[str, Iterable[int]] = {}

    def number(tile: str) -> int:
        if tile not in copies:
            first = 4 * _INDEX[tile]
            copies[tile] = iter((*range(first + 1, first + 4), first))
            if red.get(tile):
                copies[tile] = count(first)
        return next(iter(copies[tile]))

    standing = [number(tile) for tile in hand.concealed]
    melds = [
        Claimed(_KINDS[meld.kind], [number(tile) for tile in meld.tiles], opened=not meld.concealed)
        for meld in hand.melds
    ]
    winning = number(str(hand.winning))
    tiles = [*standing, *(tile for meld in melds for tile in meld.tiles), winning]
    dora, ura = ([4 * _INDEX[tile] + 1 for tile in shown] for shown in (deal.dora_indicators, deal.ura_indicators))
    return Call(tiles, winning, melds, dora, ura, _config(deal, win, preset, red=bool(red)))


def _config(deal: Deal, win: Win, preset: Preset, *, red: bool) -> HandConfig:
    told = win.circumstances
    first = "first-turn" in told
    return HandConfig(
        is_tsumo=win.drawn,
        is_riichi="riichi" in told,
        is_daburu_riichi="double-riichi" in told,
        is_ippatsu="ippatsu" in told,
        is_rinshan="kong-replacement" in told,
        is_chankan=win.how == "robbed-kong",
        is_haitei="last-tile" in told and win.drawn,
        is_houtei="last-tile" in told and not win.drawn,
        is_tenhou=first and win.drawn and win.winner == "E",
        is_chiihou=first and win.drawn and win.winner != "E",
        is_renhou=first and not win.drawn and preset.renhou,
        player_wind=_WINDS[win.winner],
        round_wind=_WINDS[str(deal.round_wind)],
        options=_OPTIONS[preset, red],
    )


def _optional(preset: Preset, *, red: bool) -> OptionalRules:
    return OptionalRules(
        has_open_tanyao=True,
        # Four plain fives use the library's red one too.
        has_aka_dora=red and preset.red_fives > 0,
        has_double_yakuman=False,
        kazoe_limit=HandConfig.KAZOE_LIMITED if preset.kazoe else HandConfig.KAZOE_SANBAIMAN,
        kiriage=preset.kiriage,
    )


_OPTIONS: Final = {(preset, red): _optional(preset, red=red) for preset in PRESETS.values() for red in (False, True)}


def estimate(call: Call) -> HandResponse:
    """Ask the library."""
    return HandCalculator.estimate_hand_value(
        call.tiles,
        call.winning,
        melds=call.melds,
        dora_indicators=call.dora,
        config=call.config,
        ura_dora_indicators=call.ura,
    )
