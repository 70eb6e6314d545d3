"""How fast hands are scored by Zung Jung's rules, beside two scorers from PyPI, and tables of four by FIMJ's.

``mahjong`` 2.1 (Python) scores by Japanese rules, ``PyMahjongGB`` 1.4 (C++) by the Chinese official ones, Hu! by Zung
Jung: other work for each, but each divides the same hand in every way, finds all its patterns and adds them up.
Every scorer gets its own kind of hand, made beforehand; only the scoring is timed, in processor time. Each of FIMJ's
tables is dealt from one set of tiles: a winner, and three other hands with some sets of their own.

    pip install -e '.[bench]'
    python -m measuring.benchmarks.scoring_speed [--hands 20000] [--tables 20000]
"""

import argparse
import gc
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from hu.scoring.deals import Deal, Player
from hu.scoring.fimj.scores import score_hands
from hu.scoring.hand import SEATS, Hand, Meld, Win
from hu.scoring.suits import SUITS
from hu.scoring.tiles import BONUS, KINDS
from hu.scoring.zung_jung.scores import score
from measuring.answers import answer_of
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

    copies = {tile: count(4 * index) for index, tile in enumerate(KINDS)}
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


def rates(scorers: dict[str, list[Scorer]]) -> dict[str, float]:
    """Score each hand once; return hands per second of processor time.

    The scorers take turns of a few hundred hands, so that other work of the machine slows all alike.
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


class Wall:
    """The tiles of one set that are not dealt yet."""

    _CHOWS = tuple(SUITS[suit][first : first + 3] for suit in "mps" for first in range(7))
    _PUNGS = tuple((tile,) * 3 for tile in KINDS)
    _KONGS = tuple((tile,) * 4 for tile in KINDS)

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._left = Counter(dict.fromkeys(KINDS, 4))
        self._bonus = chance.sample(BONUS, len(BONUS))

    def take_tiles(self, number: int) -> list[str]:
        """Take any tiles."""
        tiles = self._chance.sample(list(self._left.elements()), number)
        self._left -= Counter(tiles)
        return tiles

    def take_sets(self, number: int) -> tuple[list[str], list[Meld]]:
        """Take sets: the tiles of those that stand, and the melds."""
        standing: list[str] = []
        melds: list[Meld] = []
        while number:
            groups = self._chance.choices((self._CHOWS, self._PUNGS, self._KONGS), (6, 5, 1))[0]
            group = tuple(self._chance.choice(groups))
            if Counter(group) - self._left:
                continue
            self._left -= Counter(group)
            number -= 1
            if len(group) == 4 or self._chance.random() < 0.4:
                melds.append(Meld(group, concealed=len(group) == 4 and self._chance.random() < 0.5))
            else:
                standing += group
        return standing, melds

    def deal_winner(self, seat: str) -> Player:
        """A winning hand."""
        chance = self._chance
        standing, melds = self.take_sets(4)
        pair = chance.choice([tile for tile, left in self._left.items() if left >= 2])
        self._left[pair] -= 2
        standing += [pair, pair]
        winning = standing.pop(chance.randrange(len(standing)))
        drawn = chance.random() < 0.3
        source = None if drawn else chance.choice([other for other in SEATS if other != seat])
        circumstances = frozenset({"last-tile"}) if chance.random() < 0.1 else frozenset[str]()
        win = Win(seat, "self-draw" if drawn else "discard", source, circumstances)
        return Player(Hand(tuple(standing), tuple(melds), self._take_bonus(), winning), win)

    def deal_other(self) -> Player:
        """A hand that did not win."""
        standing, melds = self.take_sets(self._chance.choice((0, 1, 2, 3)))
        standing += self.take_tiles(13 - 3 * len(melds) - len(standing))
        return Player(Hand(tuple(standing), tuple(melds), self._take_bonus()))

    def _take_bonus(self) -> tuple[str, ...]:
        number = self._chance.choice((0, 1, 2, 3))
        taken, self._bonus = self._bonus[:number], self._bonus[number:]
        return tuple(taken)


def deal_table(chance: random.Random) -> Deal:
    """Deal a table of four with one winner."""
    wall, winner = Wall(chance), chance.choice(SEATS)
    players = {winner: wall.deal_winner(winner)}
    players |= {seat: wall.deal_other() for seat in SEATS if seat != winner}
    return Deal({seat: players[seat] for seat in SEATS}, chance.choice(SEATS))


def main() -> None:
    """Print the rates and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=20_000)
    parser.add_argument("--tables", type=int, default=20_000)
    parser.add_argument("--keep", action="store_true", help="write the records and docs/measured.md")
    options = parser.parse_args()
    ratios: dict[str, list[str]] = {name: [] for name in SCORERS}
    # The first hands find Hu!'s tables empty; by the second ones it has met most of what a suit can be.
    for title, seed in (("tables empty", 1), ("tables filled by those hands", 2)):
        cases = random_cases(options.hands, seed)
        found = rates({name: [prepare(case) for case in cases] for name, prepare in SCORERS.items()})
        print(f"{options.hands} random winning hands, seed {seed}, {title}; hands per second of processor time:")
        for name, rate in found.items():
            print(f"  {name:36} {rate:9,.0f}   Hu! is {found[OWN] / rate:5.2f} times as fast")
            ratios[name].append(f"{found[OWN] / rate:.2f}")
    chance = random.Random(1)
    tables = [deal_table(chance) for _ in range(options.tables)]
    table_rates = []
    for _ in range(2):
        start = time.process_time()
        for table in tables:
            score_hands(table)
        table_rates.append(f"{len(tables) / (time.process_time() - start):,.0f}")
    print(f"{len(tables)} tables of FIMJ; a second: {table_rates[0]}, once more {table_rates[1]}")
    if options.keep:
        columns = ("tables empty", "once filled")
        targets = {f"times as fast as {JAPANESE}": "5", f"times as fast as {CHINESE}": "1 (stretch)"}
        answer = answer_of(columns, {f"times as fast as {name}": ratios[name] for name in (JAPANESE, CHINESE)})
        keep_benchmark(
            "speed-zung-jung",
            "Scoring by Zung Jung's rules, beside other scorers on the same hands.",
            answer.with_targets(targets),
        )
        name = "tables of four per second of processor time"
        answer = answer_of(columns, {name: table_rates})
        keep_benchmark("speed-fimj", "Scoring by FIMJ's rules.", answer.with_targets({name: "2,000"}))


OWN, JAPANESE, CHINESE = "Hu! (Python, Zung Jung)", "mahjong (Python, Japanese)", "PyMahjongGB (C++, Chinese official)"
SCORERS = {OWN: hu, JAPANESE: japanese, CHINESE: chinese}


if __name__ == "__main__":
    main()
