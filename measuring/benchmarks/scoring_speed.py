"""How fast winning hands are scored by Zung Jung's rules and tables of four by FIMJ's, in processor time.

    python -m measuring.benchmarks.scoring_speed [--number 20000] [--keep]

Hands and tables are dealt beforehand as for the rendered training scenes; only the scoring is timed. The first hands
find the tables of suits empty; by the second ones these have met most of what a suit can be. The same tables of four
are scored twice.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from hu.scoring.deals import Deal, Player
from hu.scoring.fimj.scores import score_hands
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.zung_jung.scores import score
from measuring.answers import answer_of
from measuring.records import keep_benchmark, table
from training.command import new_parser
from training.tables.dealing import deal
from training.tables.whole import deal_from, whole_stock


def random_win(dice: Random) -> tuple[Hand, Win]:
    """A winning hand of four sets and a pair, won by draw or discard."""
    while not (dealt := deal(dice)).sets:
        pass
    winner = dice.choice(SEATS)
    source = dice.choice([None, *(seat for seat in SEATS if seat != winner)])
    hand = replace(dealt, bonus=()).hand(winning=True)
    return hand, Win(winner, "discard" if source else "self-draw", source)


def random_table(dice: Random) -> Deal:
    """A table of four from one set of tiles: a winner, and three hands that wait."""
    seats, drawn = dice.sample(SEATS, 4), dice.random() < 0.3
    circumstances = frozenset({"last-tile"}) if dice.random() < 0.1 else frozenset[str]()
    win = Win(seats[0], "self-draw" if drawn else "discard", None if drawn else seats[1], circumstances)
    players, stock = dict[str, Player](), whole_stock()
    while len(players) < len(seats):
        if dealt := deal_from(dice, stock):
            stock.subtract(dealt.tiles)
            hand, seat = dealt.hand(winning=True), seats[len(players)]
            players[seat] = Player(replace(hand, winning=None)) if players else Player(hand, win)
        else:
            players, stock = {}, whole_stock()
    return Deal({seat: players[seat] for seat in SEATS}, dice.choice(SEATS))


def rate_of(calls: Sequence[Callable[[], object]]) -> str:
    """Calls per second of processor time."""
    start = time.process_time()
    for call in calls:
        call()
    return f"{len(calls) / (time.process_time() - start):,.0f}"


def main() -> None:
    """Print the rates."""
    parser = new_parser(__doc__)
    parser.add_argument("--number", type=int, default=20_000, help="hands, and tables, of each seed")
    parser.add_argument("--keep", action="store_true", help="write the record and docs/measured.md")
    options = parser.parse_args()
    hands = []
    for dice in (Random(1), Random(2)):
        wins = [random_win(dice) for _ in range(options.number)]
        hands.append(rate_of([partial(score, *win) for win in wins]))
    dice = Random(1)
    deals = [partial(score_hands, random_table(dice)) for _ in range(options.number)]
    tables = [rate_of(deals) for _ in range(2)]
    rows = {"Zung Jung: hands": hands, "FIMJ: tables of four": tables}
    answer = answer_of(["tables empty", "once filled"], rows).with_targets({"FIMJ: tables of four": "2,000"})
    print("\n".join(table(answer)))
    if options.keep:
        keep_benchmark("speed-scoring", "Scored per second of processor time.", answer)


if __name__ == "__main__":
    main()
