"""Our hands and wins as calls of the library ``mahjong``, and its answers.

The library is asked once for each hand. What its calls have in common is kept: configurations, melds, numbers.
"""

from functools import lru_cache
from threading import local
from typing import Final

from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.scores import ScoresCalculator
from mahjong.meld import Meld as Claimed

from hu.scoring.deal import Deal
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.riichi.presets import Preset
from hu.scoring.tiles import KINDS, RED_FIVES

_KINDS: Final = {"sequence": Claimed.CHI, "triplet": Claimed.PON, "quad": Claimed.KAN}
_WINDS: Final = dict(zip(SEATS, (EAST, SOUTH, WEST, NORTH), strict=True))
#: The library's number of a tile: it numbers the four copies, but tells only the first one of a five, the red one.
_NUMBERS: Final = {tile: 4 * kind + 1 for kind, tile in enumerate(KINDS)}
_RED: Final = {tile: _NUMBERS[tile] - 1 for tile in RED_FIVES.values()}
#: An indicator shows the same, red or not.
_SHOWN: Final = {**_NUMBERS, **{red: _NUMBERS[tile] for red, tile in RED_FIVES.items()}}
#: More configurations than tables play by are those of somebody who tries every option.
_MOST_KEPT: Final = 1 << 12


class _Configurations(local):
    """The configurations that a thread has used: the library writes into the one that it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[object, ...], HandConfig] = {}


_configurations: Final = _Configurations()


class _Calculator(ScoresCalculator):
    """The library's payments, each worked out once: the same han and fu come again and again."""

    calculate_scores = staticmethod(lru_cache(maxsize=1 << 14)(ScoresCalculator.calculate_scores))


def estimate(deal: Deal, hand: Hand, win: Win, preset: Preset) -> HandResponse:
    """Ask the library. What the answer says of dora holds until this thread asks again.

    Raises:
        KeyError: a flower, a season, or an unknown seat or wind.
        ValueError: no winning tile.
    """
    held = hand.tiles
    tiles = _numbers(held)
    red: list[str] = []
    for tile in _RED if preset.red_fives else ():
        # All that a suit has where the hand holds its four fives.
        red += [tile] * (
            preset.red_fives_of(tile) if held.count(tile) == 4 else hand.red.count(tile)
        )
    for tile in red:
        tiles[tiles.index(_NUMBERS[tile])] = _RED[tile]
    return HandCalculator.estimate_hand_value(
        tiles,
        tiles[held.index(str(hand.winning))],
        melds=[_meld_of(meld.kind, meld.tiles, meld.concealed) for meld in hand.melds],
        dora_indicators=[_SHOWN[tile] for tile in deal.tiles("dora_indicators")],
        config=_config(deal, win, preset, red=bool(red)),
        scores_calculator_factory=_Calculator,
        ura_dora_indicators=[_SHOWN[tile] for tile in deal.tiles("ura_indicators")],
    )


def _numbers(tiles: tuple[str, ...]) -> list[int]:
    return [_NUMBERS[tile] for tile in tiles]


@lru_cache(maxsize=1 << 12)
def _meld_of(kind: str, tiles: tuple[str, ...], concealed: bool) -> Claimed:
    return Claimed(_KINDS[kind], _numbers(tiles), opened=not concealed)


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
        has_aka_dora=red,
        has_double_yakuman=preset.double_yakuman,
        kazoe_limit=HandConfig.KAZOE_LIMITED if preset.kazoe else HandConfig.KAZOE_SANBAIMAN,
        kiriage=preset.kiriage,
    )
