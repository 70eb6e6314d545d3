"""How many four-player tables of FIMJ are scored per second on one core.

    python -m measuring.benchmarks.fimj [--tables 20000] [--seed 1]

Tables are dealt at random from one set of tiles each: a winner and three other hands with some sets
of their own. 'Scored' is every hand's points (``score_hands``); 'answered' is the whole way from a request as
JSON text to its answer.
"""

import argparse
import json
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from hu.scoring.deals import Deal, Player
from hu.scoring.fimj.scores import score_hands
from hu.scoring.hand import SEATS, Hand, Meld, Win
from hu.scoring.requests import write_deal
from hu.scoring.rules import answer, rule_set
from hu.scoring.suits import SUITS
from hu.scoring.tiles import BONUS, KINDS
from measuring.answers import Answer, Row
from measuring.records import keep_benchmark

_CHOWS = [SUITS[suit][first : first + 3] for suit in "mps" for first in range(7)]
_PUNGS = [(tile,) * 3 for tile in KINDS]
_KONGS = [(tile,) * 4 for tile in KINDS]


class _Wall:
    """The tiles not dealt yet."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance
        self._left = Counter(dict.fromkeys(KINDS, 4))
        self._bonus = chance.sample(BONUS, len(BONUS))

    def group(self) -> tuple[str, ...]:
        """Take a set."""
        while True:
            groups = self._chance.choices((_CHOWS, _PUNGS, _KONGS), (6, 5, 1))[0]
            group = self._chance.choice(groups)
            if not Counter(group) - self._left:
                self._left -= Counter(group)
                return group

    def pair(self) -> tuple[str, ...]:
        """Take a pair."""
        tile = self._chance.choice([tile for tile, count in self._left.items() if count >= 2])
        self._left[tile] -= 2
        return tile, tile

    def tiles(self, count: int) -> list[str]:
        """Take any tiles."""
        tiles = self._chance.sample(list(self._left.elements()), count)
        self._left -= Counter(tiles)
        return tiles

    def bonus(self) -> tuple[str, ...]:
        """Take the flowers and seasons that a player happens to draw."""
        count = self._chance.choice((0, 1, 2, 3))
        taken, self._bonus = self._bonus[:count], self._bonus[count:]
        return tuple(taken)


def _sets(wall: _Wall, chance: random.Random, count: int) -> tuple[list[str], list[Meld]]:
    standing: list[str] = []
    melds: list[Meld] = []
    for group in [wall.group() for _ in range(count)]:
        if len(group) == 4 or chance.random() < 0.4:
            melds.append(Meld(group, concealed=len(group) == 4 and chance.random() < 0.5))
        else:
            standing += group
    return standing, melds


def _winner(wall: _Wall, chance: random.Random, seat: str) -> Player:
    standing, melds = _sets(wall, chance, 4)
    standing += wall.pair()
    winning = standing.pop(chance.randrange(len(standing)))
    drawn = chance.random() < 0.3
    source = None if drawn else chance.choice([other for other in SEATS if other != seat])
    told = frozenset({"last-tile"}) if chance.random() < 0.1 else frozenset[str]()
    win = Win(seat, "self-draw" if drawn else "discard", source, told)
    return Player(Hand(tuple(standing), tuple(melds), wall.bonus(), winning), win)


def _other(wall: _Wall, chance: random.Random) -> Player:
    standing, melds = _sets(wall, chance, chance.choice((0, 1, 2, 3)))
    standing += wall.tiles(13 - 3 * len(melds) - len(standing))
    return Player(Hand(tuple(standing), tuple(melds), wall.bonus()))


def deal(chance: random.Random) -> Deal:
    """Deal a table of four with one winner."""
    wall = _Wall(chance)
    winner = chance.choice(SEATS)
    players = {winner: _winner(wall, chance, winner)}
    players |= {seat: _other(wall, chance) for seat in SEATS if seat != winner}
    return Deal({seat: players[seat] for seat in SEATS}, chance.choice(SEATS))


def _rate(work: Callable[[Any], object], items: Iterable[object]) -> float:
    count = 0
    start = time.process_time()
    for item in items:
        work(item)
        count += 1
    return count / (time.process_time() - start)


def main() -> None:
    """Print tables per second of processor time, at first sight and once the suits are known."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write the record and docs/measured.md")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    tables = [deal(chance) for _ in range(arguments.tables)]
    print(f"{len(tables)} tables of four, seed {arguments.seed}; tables per second of processor time:")
    empty, filled = _rate(score_hands, tables), _rate(score_hands, tables)
    print(f"  scored, from an empty memory   {empty:8.0f}")
    print(f"  scored, once more              {filled:8.0f}")
    requests = [json.dumps({"rules": "fimj", **write_deal(table, rule_set("fimj"))}) for table in tables]
    print(f"  answered, from JSON text       {_rate(lambda text: answer(json.loads(text)), requests):8.0f}")
    if arguments.keep:
        row = Row("tables of four per second of processor time", (f"{empty:,.0f}", f"{filled:,.0f}"), "2,000")
        keep_benchmark("speed-fimj", "Scoring by FIMJ's rules.", Answer(("tables empty", "once filled"), (row,)))


if __name__ == "__main__":
    main()
