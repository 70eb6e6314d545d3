"""How fast hands are scored, beside two other scorers from PyPI, in one run on the same hands.

``mahjong`` 2.1 (Python) scores by Japanese rules, ``PyMahjongGB`` 1.4 (C++) by the Chinese official ones, Hu! by Zung
Jung: other work for each, but each divides the same hand in every way, finds all its patterns and adds them up.
Every scorer gets its own kind of hand, made beforehand; only the scoring is timed, in processor time.

    pip install -e '.[bench]'
    python -m measuring.benchmarks.scoring_speed [--hands 20000] [--seed 1]
"""

import argparse
import gc
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from hu.scoring.hand import SEATS, Hand, Meld, Win
from hu.scoring.tiles import KINDS
from hu.scoring.zung_jung import score
from measuring.answers import Answer, Row
from measuring.records import keep_benchmark

Scorer = Callable[[], object]
#: How many hands a scorer scores before the next one's turn.
TURN = 250


@dataclass(frozen=True, slots=True)
class Case:
    """A random win; ``source`` is the discarder or None."""

    hand: Hand
    winner: str
    source: str | None


def random_cases(number: int, seed: int) -> list[Case]:
    """Draw winning hands of four sets and a pair, any number of the sets melded, won by draw or discard."""
    generator = random.Random(seed)
    cases: list[Case] = []
    while len(cases) < number:
        hand = _random_hand(generator)
        if max(Counter(hand.tiles).values()) <= 4:
            winner = generator.choice(SEATS)
            cases.append(Case(hand, winner, generator.choice([None, *(seat for seat in SEATS if seat != winner)])))
    return cases


def _random_hand(generator: random.Random) -> Hand:
    standing, melds = [generator.choice(KINDS)] * 2, []
    for _ in range(4):
        tiles = _random_set(generator)
        if len(tiles) == 4 or generator.random() < 0.4:
            melds.append(Meld(tiles, concealed=len(tiles) == 4 and generator.random() < 0.5))
        else:
            standing += tiles
    winning = standing.pop(generator.randrange(len(standing)))
    return Hand(tuple(standing), tuple(melds), (), winning)


def _random_set(generator: random.Random) -> tuple[str, ...]:
    if generator.random() < 0.6:
        number, suit = generator.randint(1, 7), generator.choice("mps")
        return f"{number}{suit}", f"{number + 1}{suit}", f"{number + 2}{suit}"
    return (generator.choice(KINDS),) * (4 if generator.random() < 0.15 else 3)


def hu(case: Case) -> Scorer:
    """Prepare a case for Hu!."""
    win = Win(case.winner, "discard" if case.source else "self-draw", case.source)
    return lambda: score(case.hand, win)


def japanese(case: Case) -> Scorer:
    """Prepare a case for ``mahjong``: every tile is one of 136."""
    from mahjong.constants import EAST, NORTH, SOUTH, WEST  # noqa: PLC0415  (only this scorer needs it)
    from mahjong.hand_calculating.hand import HandCalculator  # noqa: PLC0415
    from mahjong.hand_calculating.hand_config import HandConfig  # noqa: PLC0415
    from mahjong.meld import Meld as JapaneseMeld  # noqa: PLC0415

    copies = {tile: count(4 * index) for index, tile in enumerate(_japanese_order())}
    kinds = {"sequence": JapaneseMeld.CHI, "triplet": JapaneseMeld.PON, "quad": JapaneseMeld.KAN}
    melds = [
        JapaneseMeld(kinds[meld.kind], [next(copies[tile]) for tile in meld.tiles], opened=not meld.concealed)
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


def _japanese_order() -> Sequence[str]:
    return KINDS


def rates(scorers: dict[str, list[Scorer]]) -> dict[str, float]:
    """Score each hand once; return hands per second of processor time.

    The scorers take turns of a few hundred hands, so that whatever else the machine does falls on all alike.
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
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write the record and docs/measured.md")
    arguments = parser.parse_args()
    print(f"{arguments.hands} random winning hands each; hands per second of processor time")
    ratios: dict[str, list[str]] = {name: [] for name in SCORERS}
    # The first hands find Hu!'s tables empty; by the second ones it has met most of what a suit can be.
    for title, seed in (("Tables empty", arguments.seed), ("Tables filled by those hands", arguments.seed + 1)):
        cases = random_cases(arguments.hands, seed)
        found = rates({name: [prepare(case) for case in cases] for name, prepare in SCORERS.items()})
        print(f"{title} (seed {seed}):")
        for name, rate in found.items():
            print(f"  {name:36} {rate:9,.0f}   Hu! is {found[OWN] / rate:5.2f} times as fast")
            ratios[name].append(f"{found[OWN] / rate:.2f}")
    if arguments.keep:
        targets = {JAPANESE: "5", CHINESE: "1 (stretch)"}
        rows = (Row(f"times as fast as {name}", tuple(ratios[name]), target) for name, target in targets.items())
        about = "Scoring by Zung Jung's rules, beside other scorers on the same hands."
        keep_benchmark("speed-zung-jung", about, Answer(("tables empty", "once filled"), tuple(rows)))


OWN, JAPANESE, CHINESE = "Hu! (Python, Zung Jung)", "mahjong (Python, Japanese)", "PyMahjongGB (C++, Chinese official)"
SCORERS = {OWN: hu, JAPANESE: japanese, CHINESE: chinese}


if __name__ == "__main__":
    main()
