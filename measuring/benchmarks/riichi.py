"""How fast Riichi hands are scored through Hu!, beside the library ``mahjong`` called directly, in one run.

Both get the same random winning hands that have a yaku. The library is called in two ways: with its arguments made
beforehand, so that only its own work is timed, and as its users call it, from its notation, with a configuration for
each hand. Hu! is timed from its own values (``RuleSet.score``) and from its notation; both check the hand, divide it
once through the library, and share out the payments.

    python -m measuring.benchmarks.riichi [--hands 5000] [--seed 1]
"""

import argparse
from collections.abc import Callable, Mapping

from mahjong.constants import EAST, NORTH, SOUTH, WEST
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld
from mahjong.tile import TilesConverter

from hu.scoring.deals import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.rules import rule_set
from measuring.answers import Answer, Row
from measuring.benchmarks.scoring_speed import Case, Scorer, japanese, random_cases, rates
from measuring.records import keep_benchmark

_KINDS = {"sequence": Meld.CHI, "triplet": Meld.PON, "quad": Meld.KAN}
_UNKNOWN = dict.fromkeys(SEATS, Player())
_WINDS = dict(zip(SEATS, (EAST, SOUTH, WEST, NORTH), strict=True))


def hu_values(case: Case) -> Scorer:
    """Prepare a case for Hu!, its hand and win as values."""
    rules = rule_set("riichi")
    win = Win(case.winner, "discard" if case.source else "self-draw", case.source)
    players = {seat: Player(case.hand, win) if seat == case.winner else Player() for seat in SEATS}
    deal = Deal(players, "E")
    return lambda: rules.score(deal)


def hu_text(case: Case) -> Scorer:
    """Prepare a case for Hu!, its hand in the notation."""
    rules, text = rule_set("riichi"), str(case.hand)
    winner, how, source = case.winner, "discard" if case.source else "self-draw", case.source

    def score() -> object:
        won = Player(Hand.from_text(text), Win(winner, how, source))
        return rules.score(Deal(_UNKNOWN | {winner: won}, "E"))

    return score


def library_text(case: Case) -> Scorer:
    """Prepare a case for ``mahjong``, its hand in the library's notation."""

    def digits(tiles: tuple[str, ...]) -> tuple[str, str, str, str]:
        sou, pin, man, honors = ("".join(tile[0] for tile in tiles if tile[1] == suit) for suit in "spmz")
        return sou, pin, man, honors

    hand, winner, drawn = digits(case.hand.tiles), case.winner, case.source is None
    winning = digits((str(case.hand.winning),))
    melds = [(_KINDS[meld.kind], digits(meld.tiles), not meld.concealed) for meld in case.hand.melds]

    def score() -> object:
        tiles = TilesConverter.string_to_136_array(*hand)
        claimed = [Meld(kind, TilesConverter.string_to_136_array(*text), opened) for kind, text, opened in melds]
        options = OptionalRules(has_open_tanyao=True, has_double_yakuman=False)
        config = HandConfig(is_tsumo=drawn, player_wind=_WINDS[winner], round_wind=EAST, options=options)
        kind = TilesConverter.string_to_136_array(*winning)[0] // 4
        number = next(tile for tile in tiles if tile // 4 == kind)
        return HandCalculator.estimate_hand_value(tiles, number, melds=claimed, config=config)

    return score


def cases_with_yaku(number: int, seed: int) -> list[Case]:
    """Draw random hands until as many as asked for have a yaku."""
    found: list[Case] = []
    while len(found) < number:
        for case in random_cases(number, seed):
            try:
                hu_values(case)()
            except InputError:
                continue
            found.append(case)
        seed += 1_000
    return found[:number]


SCORERS: Mapping[str, Callable[[Case], Scorer]] = {
    "mahjong, arguments made beforehand": japanese,
    "mahjong, from its notation": library_text,
    "Hu!, from values": hu_values,
    "Hu!, from its notation": hu_text,
}


def main() -> None:
    """Print the rates and their ratios."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hands", type=int, default=5_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", action="store_true", help="write the record and docs/measured.md")
    arguments = parser.parse_args()
    cases = cases_with_yaku(arguments.hands, arguments.seed)
    found = rates({name: [prepare(case) for case in cases] for name, prepare in SCORERS.items()})
    print(f"{len(cases)} random winning hands with a yaku; hands per second of processor time")
    for name, rate in found.items():
        print(f"  {name:36}{rate:10,.0f}")
    prepared, library, values, text = found.values()
    print(f"Hu! from values against the library with arguments made beforehand: {values / prepared:.2f}")
    print(f"Hu! from its notation against the library from its notation: {text / library:.2f}")
    if arguments.keep:
        row = Row("times as fast as mahjong called directly", (f"{values / prepared:.2f}", f"{text / library:.2f}"))
        about = "Scoring by Riichi's rules, beside the library that scores within."
        keep_benchmark("speed-riichi", about, Answer(("from values", "from the notation"), (row,)))


if __name__ == "__main__":
    main()
