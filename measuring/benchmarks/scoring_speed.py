"""How fast hands are scored by Zung Jung's rules, beside two scorers from PyPI, and tables of four by FIMJ's.

``mahjong`` 2.1 (Python) scores by Japanese rules, ``PyMahjongGB`` 1.4 (C++) by the Chinese official ones, Hu! by Zung
Jung: other work for each, but each divides the same hand in every way, finds all its patterns and adds them up.
Every scorer gets its own kind of hand, made beforehand; only the scoring is timed, in processor time. Hands and tables
are dealt as for the rendered training scenes.

    pip install -e '.[bench]'
    python -m measuring.benchmarks.scoring_speed [--hands 20000] [--tables 20000]
"""

import gc
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from typing import Any

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

Scorer = Callable[[], object]
#: How many hands a scorer scores before the next one's turn.
TURN = 250


@dataclass(frozen=True, slots=True)
class Case:
    """A random win; ``source`` is the discarder or None."""

    hand: Hand
    winner: str
    source: str | None


def random_cases(number: int, seed: int) -> Iterator[Case]:
    """Draw winning hands of four sets and a pair, won by draw or discard."""
    dice = random.Random(seed)
    while number:
        dealt = deal(dice)
        if dealt.sets:
            number -= 1
            winner = dice.choice(SEATS)
            source = dice.choice([None, *(seat for seat in SEATS if seat != winner)])
            yield Case(replace(dealt, bonus=()).hand(winning=True), winner, source)


def random_table(dice: random.Random) -> Deal:
    """Deal a table of four from one set of tiles: a winner, and three hands that wait."""
    seats, drawn = dice.sample(SEATS, 4), dice.random() < 0.3
    circumstances = frozenset({"last-tile"}) if dice.random() < 0.1 else frozenset[str]()
    win = Win(
        seats[0], "self-draw" if drawn else "discard", None if drawn else seats[1], circumstances
    )
    players, stock = dict[str, Player](), whole_stock()
    while len(players) < len(seats):
        if dealt := deal_from(dice, stock):
            stock.subtract(dealt.tiles)
            hand, seat = dealt.hand(winning=True), seats[len(players)]
            players[seat] = Player(replace(hand, winning=None)) if players else Player(hand, win)
        else:
            players, stock = {}, whole_stock()
    return Deal({seat: players[seat] for seat in SEATS}, dice.choice(SEATS))


def hu(case: Case) -> Scorer:
    """Prepare a case for Hu!."""
    win = Win(case.winner, "discard" if case.source else "self-draw", case.source)
    return lambda: count_points(case.hand, win)


def japanese(case: Case) -> Scorer:
    """Prepare a case for ``mahjong``: every tile is one of 136."""
    from mahjong.constants import EAST, NORTH, SOUTH, WEST  # noqa: PLC0415  (only this scorer needs it)
    from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415
    from mahjong.hand_calculating.hand_config import HandConfig  # noqa: PLC0415
    from mahjong.meld import Meld as JapaneseMeld  # noqa: PLC0415

    copies = {tile: count(4 * index) for index, tile in enumerate(KINDS)}
    kinds = {"sequence": JapaneseMeld.CHI, "triplet": JapaneseMeld.PON, "quad": JapaneseMeld.KAN}
    melds = [
        JapaneseMeld(
            kinds[meld.kind], [next(copies[tile]) for tile in meld.tiles], opened=not meld.concealed
        )
        for meld in case.hand.melds
    ]
    winning = next(copies[case.hand.winning or ""])
    tiles = [tile for meld in melds for tile in meld.tiles] + [winning]
    tiles += [next(copies[tile]) for tile in case.hand.concealed]
    seat = dict(zip(SEATS, (EAST, SOUTH, WEST, NORTH), strict=True))[case.winner]
    config = HandConfig(is_tsumo=case.source is None, player_wind=seat, round_wind=EAST)
    calculator: Any = HandCalculator
    return lambda: calculator.estimate_hand_value(tiles, winning, melds=melds, config=config)


def chinese(case: Case) -> Scorer:
    """Prepare a case for ``PyMahjongGB``: W, T and B are the suits, F winds and J dragons."""
    from MahjongGB import MahjongFanCalculator  # noqa: PLC0415  (only this scorer needs it)

    names = {tile: {"m": "W", "p": "T", "s": "B"}.get(tile[1], "F") + tile[0] for tile in KINDS}
    names |= {"5z": "J3", "6z": "J2", "7z": "J1"}
    kinds = {"sequence": "CHI", "triplet": "PENG", "quad": "GANG"}
    pack = tuple(
        # A sequence is named by its middle tile; 0 marks a concealed quad.
        (kinds[meld.kind], names[meld.tiles[1]], 0 if meld.concealed else 1)
        for meld in case.hand.melds
    )
    hand = tuple(names[tile] for tile in case.hand.concealed)
    winning = names[case.hand.winning or ""]
    seat, drawn = SEATS.index(case.winner), case.source is None
    return lambda: MahjongFanCalculator(pack, hand, winning, 0, drawn, False, False, False, seat, 0)


def rates(scorers: dict[str, list[Scorer]]) -> dict[str, float]:
    """Score each hand once; return hands per second of processor time.

    The scorers take turns of a few hundred hands, so that other work on the machine slows all alike.
    """
    # The hands made beforehand are no scorer's garbage: looking through them would be charged to whoever runs.
    gc.collect()
    gc.freeze()
    times = dict.fromkeys(scorers, 0.0)
    number = max(map(len, scorers.values()))
    for first in range(0, number, TURN):
        for name, calls in scorers.items():
            start = time.process_time()
            for scorer in calls[first : first + TURN]:
                scorer()
            times[name] += time.process_time() - start
    return {name: len(calls) / times[name] for name, calls in scorers.items()}


def main() -> None:
    """Print the rates and their ratios."""
    parser = new_parser(__doc__)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--tables", type=int, default=20_000)
    parser.add_argument(
        "--keep", action="store_true", help="write the records and docs/measured.md"
    )
    options = parser.parse_args()
    ratios: dict[str, list[str]] = {name: [] for name in SCORERS}
    # The first hands find Hu!'s tables empty; by the second ones it has met most of what a suit can be.
    columns = ("tables empty", "once filled")
    for seed, title in enumerate(columns, start=1):
        cases = list(random_cases(options.hands, seed))
        found = rates(
            {name: [prepare(case) for case in cases] for name, prepare in SCORERS.items()}
        )
        for name, rate in found.items():
            print(
                f"{title:12} {name:36} {rate:9,.0f} hands a second; Hu! is {found[OWN] / rate:5.2f} times as fast"
            )
            ratios[name].append(f"{found[OWN] / rate:.2f}")
    dice = random.Random(1)
    tables = [random_table(dice) for _ in range(options.tables)]
    table_rates = []
    for _ in range(2):
        start = time.process_time()
        for table in tables:
            score_hands(table)
        table_rates.append(f"{len(tables) / (time.process_time() - start):,.0f}")
    print(f"tables of FIMJ a second: {table_rates[0]}, once more {table_rates[1]}")
    if options.keep:
        targets = {
            f"times as fast as {JAPANESE}": "5",
            f"times as fast as {CHINESE}": "1 (stretch)",
        }
        peers = answer_of(
            columns, {f"times as fast as {name}": ratios[name] for name in (JAPANESE, CHINESE)}
        )
        about = "Scoring by Zung Jung's rules, beside other scorers on the same hands."
        keep_benchmark("speed-zung-jung", about, peers.with_targets(targets))
        row = "tables of four per second of processor time"
        answer = answer_of(columns, {row: table_rates}).with_targets({row: "2,000"})
        keep_benchmark("speed-fimj", "Scoring by FIMJ's rules.", answer)


OWN, JAPANESE, CHINESE = (
    "Hu! (Python, Zung Jung)",
    "mahjong (Python, Japanese)",
    "PyMahjongGB (C++, Chinese official)",
)
SCORERS = {OWN: hu, JAPANESE: japanese, CHINESE: chinese}


if __name__ == "__main__":
    main()
