"""Our hands and wins as calls of the library ``mahjong``, and its answers.

The library is asked once for each hand. What its calls have in common is kept: configurations, melds, numbers.
"""

from dataclasses import dataclass
from functools import lru_cache
from threading import local
from typing import Final

from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.scores import ScoresCalculator
from mahjong.meld import Meld as Claimed

from hu.scoring.deals import Deal
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.riichi.presets import Preset
from hu.scoring.tiles import KINDS

_KINDS: Final = {"sequence": Claimed.CHI, "triplet": Claimed.PON, "quad": Claimed.KAN}
_WINDS: Final = dict(zip(SEATS, (EAST, SOUTH, WEST, NORTH), strict=True))
#: The library's numbers of a tile's four copies, by tile. The first copy of a five is its red one, used last.
_COPIES: Final = {tile: (4 * kind + 1, 4 * kind + 2, 4 * kind + 3, 4 * kind) for kind, tile in enumerate(KINDS)}
#: More configurations than tables play by are those of somebody who tries every option.
_MOST_KEPT: Final = 1 << 12
_RED_FIRST: Final = {tile: (first, *rest) for tile, (*rest, first) in _COPIES.items()}


class _Configurations(local):
    """The configurations that a thread has used: the library writes into the one that it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[object, ...], HandConfig] = {}


_configurations: Final = _Configurations()


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
    """Convert a hand and its win.

    Raises:
        IndexError: a fifth copy of a tile.
        KeyError: a flower, a season, or an unknown seat or wind.
    """
    copies = _COPIES if not hand.red else {**_COPIES, **{tile: _RED_FIRST[tile] for tile in hand.red}}
    used: dict[str, int] = {}
    tiles: list[int] = []
    for tile in hand.concealed:
        used[tile] = count = used.get(tile, -1) + 1
        tiles.append(copies[tile][count])
    melds = []
    for meld in hand.melds:
        numbers = []
        for tile in meld.tiles:
            used[tile] = count = used.get(tile, -1) + 1
            numbers.append(copies[tile][count])
        tiles += numbers
        melds.append(_claimed(meld.kind, tuple(numbers), meld.concealed))
    winning = str(hand.winning)
    number = copies[winning][used.get(winning, -1) + 1]
    tiles.append(number)
    dora, ura = _numbers(deal.dora_indicators), _numbers(deal.ura_indicators)
    return Call(tiles, number, melds, dora, ura, _config(deal, win, preset, red=bool(hand.red)))


class _Calculator(ScoresCalculator):
    """The library's payments, each worked out once: the same han and fu come again and again."""

    calculate_scores = staticmethod(lru_cache(maxsize=1 << 14)(ScoresCalculator.calculate_scores))


def estimate(call: Call) -> HandResponse:
    """Ask the library. What the answer says of dora holds until this thread asks again."""
    return HandCalculator.estimate_hand_value(
        call.tiles,
        call.winning,
        melds=call.melds,
        dora_indicators=call.dora,
        config=call.config,
        scores_calculator_factory=_Calculator,
        ura_dora_indicators=call.ura,
    )


def _numbers(indicators: tuple[str, ...]) -> list[int]:
    return [_COPIES[tile][0] for tile in indicators]


@lru_cache(maxsize=1 << 12)
def _claimed(kind: str, numbers: tuple[int, ...], concealed: bool) -> Claimed:
    return Claimed(_KINDS[kind], numbers, opened=not concealed)


def _config(deal: Deal, win: Win, preset: Preset, *, red: bool) -> HandConfig:
    key = (win.how, win.winner, win.circumstances, deal.round_wind, preset, red)
    kept = _configurations.kept
    # Few of the possible ones occur; each costs as much to make as a hand to score.
    if (found := kept.get(key)) is None:
        if len(kept) >= _MOST_KEPT:
            kept.clear()
        found = kept[key] = _new_config(win, str(deal.round_wind), preset, red=red)
    return found


def _new_config(win: Win, round_wind: str, preset: Preset, *, red: bool) -> HandConfig:
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
        player_wind=_WINDS[win.winner],
        round_wind=_WINDS[round_wind],
        options=_optional(preset, red=red),
    )


@lru_cache(maxsize=1 << 8)
def _optional(preset: Preset, *, red: bool) -> OptionalRules:
    return OptionalRules(
        has_open_tanyao=preset.open_tanyao,
        # Four plain fives use the library's red one too.
        has_aka_dora=red and preset.red_fives,
        has_double_yakuman=preset.double_yakuman,
        kazoe_limit=HandConfig.KAZOE_LIMITED if preset.kazoe else HandConfig.KAZOE_SANBAIMAN,
        kiriage=preset.kiriage,
    )
