"""Speed of scoring hands by Zung Jung's rules, beside two scorers from PyPI, and tables by FIMJ's.

``mahjong`` 2.1 (Python) scores by Japanese rules, ``PyMahjongGB`` 1.4 (C++) by the Chinese official
rules, Hu! by Zung Jung. The work differs, but each scorer divides the same hand in every way, finds
all its patterns and adds them up. Every scorer gets the hand in its own form, made beforehand. Only
the scoring is timed, in processor time. Hands and tables are dealt as for the rendered training
scenes.

    pip install -e '.[bench]'
    python -m measuring.benchmarks.scoring_speed [--hands 20000] [--tables 20000]
"""

import gc
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import Final

from hu.scoring.deal import Deal, Player
from hu.scoring.fimj.scores import score_hands
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.tiles import KINDS
from hu.scoring.zung_jung.scores import count_points
from measuring.answers import answer_of
from measuring.records import keep_benchmark
from training.command import new_parser
from training.tables.dealing import deal
from training.tables.whole import deal_from, whole_stock

#: Scores a hand that was prepared.
Scorer = Callable[[], object]
#: Hands that a scorer scores before the next scorer's turn.
_TURN: Final = 250
_OWN: Final = "Hu! (Python, Zung Jung)"
_JAPANESE: Final = "mahjong (Python, Japanese)"
_CHINESE: Final = "PyMahjongGB (C++, Chinese official)"


@dataclass(frozen=True, slots=True)
class RandomWin:
    """A random win.

    Attributes:
        hand: the winning hand.
        winner: the winner's seat.
        source: the discarder's seat. None if the winner drew the tile.
    """

    hand: Hand
    winner: str
    source: str | None


def random_wins(number: int, seed: int) -> Iterator[RandomWin]:
    """Draw winning hands of four melds and a pair, without flowers, won by draw or discard.

    Args:
        number: the number of hands.
        seed: the seed of the draw.
    """
    dice = random.Random(seed)
    win_count = 0
    while win_count < number:
        dealt = deal(dice)
        if dealt.is_irregular:
            continue
        winner = dice.choice(SEATS)
        other_seats = [seat for seat in SEATS if seat != winner]
        source = dice.choice([None, *other_seats])
        hand = replace(dealt, bonus=()).hand(shows_winning_tile=True)
        yield RandomWin(hand, winner, source)
        win_count += 1


def random_table(dice: random.Random) -> Deal:
    """Deal a table of four from one stock of tiles: a winner, and three hands that wait."""
    # The first seat wins. The second seat is the discarder, if there is one.
    seats = dice.sample(SEATS, 4)
    is_self_draw = dice.random() < 0.3
    circumstances: frozenset[str] = frozenset()
    if dice.random() < 0.1:
        circumstances = frozenset({"last-tile"})
    if is_self_draw:
        win = Win(seats[0], "self-draw", None, circumstances)
    else:
        win = Win(seats[0], "discard", seats[1], circumstances)

    players: dict[str, Player] = {}
    stock = whole_stock()
    while len(players) < len(seats):
        dealt = deal_from(dice, stock)
        if not dealt:
            # Too few tiles are left for a hand: begin the table again.
            players = {}
            stock = whole_stock()
            continue
        stock.subtract(dealt.tiles)
        seat = seats[len(players)]
        hand = dealt.hand(shows_winning_tile=True)
        if seat == win.winner:
            players[seat] = Player(hand, win)
        else:
            # Without its winning tile a hand waits.
            players[seat] = Player(replace(hand, winning=None))
    round_wind = dice.choice(SEATS)
    return Deal({seat: players[seat] for seat in SEATS}, round_wind)


def prepare_own(case: RandomWin) -> Scorer:
    """Prepare a win for Hu!."""
    win = Win(case.winner, "discard" if case.source else "self-draw", case.source)
    return lambda: count_points(case.hand, win)


def prepare_japanese(case: RandomWin) -> Scorer:
    """Prepare a win for ``mahjong``, which numbers the tiles from 0 to 135.

    Each kind of tile has four numbers in a row. Numbers are given out in that order.
    """
    from mahjong.constants import EAST, NORTH, SOUTH, WEST  # noqa: PLC0415  (only this scorer needs it)
    from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415
    from mahjong.hand_calculating.hand_config import HandConfig  # noqa: PLC0415
    from mahjong.meld import Meld as JapaneseMeld  # noqa: PLC0415

    unused_numbers = {kind: count(4 * index) for index, kind in enumerate(KINDS)}

    def take_number(kind: str) -> int:
        return next(unused_numbers[kind])

    meld_types = {
        "sequence": JapaneseMeld.CHI,
        "triplet": JapaneseMeld.PON,
        "quad": JapaneseMeld.KAN,
    }
    melds = []
    tiles: list[int] = []
    for meld in case.hand.melds:
        meld_tiles = [take_number(kind) for kind in meld.tiles]
        melds.append(JapaneseMeld(meld_types[meld.kind], meld_tiles, opened=not meld.concealed))
        tiles += meld_tiles
    assert case.hand.winning is not None  # noqa: S101  # random wins have a winning tile
    winning = take_number(case.hand.winning)
    tiles.append(winning)
    tiles += [take_number(kind) for kind in case.hand.concealed]

    winds = dict(zip(SEATS, (EAST, SOUTH, WEST, NORTH), strict=True))
    is_self_drawn = case.source is None
    config = HandConfig(is_tsumo=is_self_drawn, player_wind=winds[case.winner], round_wind=EAST)
    # A static method.
    estimate = HandCalculator.estimate_hand_value
    return lambda: estimate(tiles, winning, melds=melds, config=config)


def prepare_chinese(case: RandomWin) -> Scorer:
    """Prepare a win for ``PyMahjongGB``: W, T and B are the suits, F winds and J dragons."""
    from MahjongGB import MahjongFanCalculator  # noqa: PLC0415  (only this scorer needs it)

    suits = {"m": "W", "p": "T", "s": "B"}
    names: dict[str, str] = {}
    for tile in KINDS:
        names[tile] = suits.get(tile[1], "F") + tile[0]
    names |= {"5z": "J3", "6z": "J2", "7z": "J1"}
    kinds = {"sequence": "CHI", "triplet": "PENG", "quad": "GANG"}
    melds: list[tuple[str, str, int]] = []
    for meld in case.hand.melds:
        # A sequence is named by its middle tile.
        middle_tile = names[meld.tiles[1]]
        # The player who discarded the claimed tile. 0 marks a concealed quad.
        offer = 0 if meld.concealed else 1
        melds.append((kinds[meld.kind], middle_tile, offer))
    pack = tuple(melds)
    hand = tuple(names[tile] for tile in case.hand.concealed)
    assert case.hand.winning is not None  # noqa: S101  # random wins have a winning tile
    winning = names[case.hand.winning]
    seat = SEATS.index(case.winner)
    is_self_drawn = case.source is None
    # Behind the winning tile: the number of flowers, self-drawn, the fourth tile of its kind, a
    # win with a kong, the last tile of the wall, the seat wind and the round wind.
    return lambda: MahjongFanCalculator(
        pack, hand, winning, 0, is_self_drawn, False, False, False, seat, 0
    )


_PREPARE: Final = {_OWN: prepare_own, _JAPANESE: prepare_japanese, _CHINESE: prepare_chinese}


def measure_scorers(scorers: Mapping[str, Sequence[Scorer]]) -> dict[str, float]:
    """Score each hand once.

    The scorers take turns of a few hundred hands, so that other work on the machine slows all of
    them alike.

    Args:
        scorers: the functions of each scorer, by its name. Each function scores a hand.

    Returns:
        The hands per second of processor time of each scorer.
    """
    # The hands made beforehand are no scorer's garbage. Searching them would be charged to the
    # scorer that runs.
    gc.collect()
    gc.freeze()
    seconds_of = dict.fromkeys(scorers, 0.0)
    most_hands = max(len(calls) for calls in scorers.values())
    for first in range(0, most_hands, _TURN):
        for name, calls in scorers.items():
            start = time.process_time()
            for score in calls[first : first + _TURN]:
                score()
            seconds_of[name] += time.process_time() - start
    return {name: len(calls) / seconds_of[name] for name, calls in scorers.items()}


def main() -> None:
    """Print the rates and their ratios."""
    parser = new_parser(__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--tables", type=int, default=20_000)
    parser.add_argument(
        "--keep", action="store_true", help="write the records and docs/measured.md"
    )
    options = parser.parse_args()

    ratios: dict[str, list[str]] = {name: [] for name in _PREPARE}
    # Hu! keeps the ways to divide each suit. The first hands find these tables empty. The second
    # hands find most of their suits in the tables.
    columns = ("tables empty", "once filled")
    for seed, title in enumerate(columns, start=1):
        for name, rate, ratio in _rates_of_hands(options.hands, seed):
            print(
                f"{title:12} {name:36} {rate:9,.0f} hands a second; "
                f"Hu! is {ratio:5.2f} times as fast"
            )
            ratios[name].append(f"{ratio:.2f}")
    table_rates = _rates_of_tables(options.tables)
    print(f"tables of FIMJ a second: {table_rates[0]}, once more {table_rates[1]}")

    if options.keep:
        japanese_row = f"times as fast as {_JAPANESE}"
        chinese_row = f"times as fast as {_CHINESE}"
        rows = {japanese_row: ratios[_JAPANESE], chinese_row: ratios[_CHINESE]}
        answer = answer_of(columns, rows)
        answer = answer.with_targets({japanese_row: "5", chinese_row: "1 (stretch)"})
        about = "Scoring by Zung Jung's rules, beside other scorers on the same hands."
        keep_benchmark("speed-zung-jung", about, answer)
        row = "tables of four per second of processor time"
        answer = answer_of(columns, {row: table_rates}).with_targets({row: "2,000"})
        keep_benchmark("speed-fimj", "Scoring by FIMJ's rules.", answer)


def _rates_of_hands(number: int, seed: int) -> list[tuple[str, float, float]]:
    """Measure all scorers on the same hands.

    Args:
        number: the number of hands.
        seed: the seed of the hands.

    Returns:
        For each scorer its name, its hands a second, and how many times as fast Hu! is.
    """
    cases = list(random_wins(number, seed))
    scorers: dict[str, list[Scorer]] = {}
    for name, prepare in _PREPARE.items():
        scorers[name] = [prepare(case) for case in cases]
    rates = measure_scorers(scorers)
    return [(name, rate, rates[_OWN] / rate) for name, rate in rates.items()]


def _rates_of_tables(number: int) -> list[str]:
    """Score tables of four twice, and write the tables per second of each time."""
    dice = random.Random(1)
    tables = [random_table(dice) for _ in range(number)]
    rates = []
    for _ in range(2):
        start = time.process_time()
        for table in tables:
            score_hands(table)
        rates.append(f"{len(tables) / (time.process_time() - start):,.0f}")
    return rates


if __name__ == "__main__":
    main()
