"""Deals with mistakes: every answer exists, but together the answers may contradict each other."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from hu.scoring.hand import SEATS, WINS
from hu.scoring.options import OptionInfo
from hu.scoring.rule_set.registry import rule_names, rule_set
from hu.scoring.tiles import BONUS, KINDS
from tests.fuzz import corpus
from tests.scoring.hand_strategies import random_hand, random_win

#: For each rule set, a line of ``hu hands`` that can be scored.
LINES: Final[Mapping[str, Mapping[str, Any]]] = {
    str(line["rules"]): line
    for line in (
        corpus.REQUEST,
        corpus.TABLE,
        corpus.RIICHI,
        corpus.SANMA,
        corpus.KNITTED,
        corpus.FLOWERS,
        corpus.SIXTEEN,
    )
}
_TILES: Final = (*KINDS, *BONUS, "0m", "0p", "0s", "back", "9z", "")
_COUNTS: Final = (0, 0, 1, 2, 9, 999, 1_000, -1, 10**30)


def seeds() -> Iterator[bytes]:
    """A byte for each of 200 deals. The bytes are the seed of the deal's random choices."""
    yield from (bytes([number]) for number in range(200))


def request(dice: Random) -> dict[str, Any]:
    """A deal of any rule set: a hand that usually wins, and answers that may contradict it."""
    name = dice.choice(rule_names())
    has_riichi = name in ("riichi", "sanma")
    is_table = name == "fimj" or (has_riichi and dice.random() < 0.4)
    answers = _table(dice, name) if is_table else _won(dice, name)
    answers["rules"] = name
    # Most round winds are legal.
    answers["round_wind"] = dice.choice((*rule_set(name).seats * 4, "X", None))
    if dice.random() < 0.5:
        options = {}
        for option in rule_set(name).options:
            if dice.random() < 0.4:
                options[option.name] = _value(dice, option)
        answers["options"] = options
    # The rules of mcr ask no such questions, and refuse the answers.
    if (has_riichi or name == "mcr") and dice.random() < 0.3:
        answers |= _riichi_answers(dice)
    return answers


def _riichi_answers(dice: Random) -> dict[str, Any]:
    """Answers that riichi asks for. Some tiles, numbers and seats do not exist."""
    indicators = _TILES if dice.random() < 0.1 else KINDS
    dora_indicators = dice.choices(indicators, k=dice.choice((0, 1, 1, 1, 2, 2, 5, 6)))
    ura_indicators = dice.choices(KINDS, k=dice.choice((0, 0, 1, 2, 6)))
    counters = {}
    for name in ("honba", "sticks", "luck"):
        if dice.random() < 0.3:
            counters[name] = dice.choice(_COUNTS)
    return {
        "dora_indicators": dora_indicators,
        "ura_indicators": ura_indicators,
        "counters": counters,
        "declared": dice.sample((*SEATS, "X"), dice.randrange(3)),
    }


def _won(dice: Random, name: str) -> dict[str, Any]:
    """The answers about a win, the hand among them. Now and then each has a mistake."""
    rules = rule_set(name)
    hand, win = random_win(dice, rules.hand_shape, rules.seats)
    if name == "riichi" and dice.random() < 0.9:
        hand = replace(hand, bonus=())
    text = str(hand)
    if dice.random() < 0.2:
        text = text.replace(
            dice.choice("123456789mpsz[]()+ "), dice.choice("0123456789mpsz[]()+ "), 1
        )
    if dice.random() < 0.1:
        text = text.replace("5", "0")
    circumstances: list[str] = []
    # No rule set has the circumstance ``luck``.
    names = [*rules.circumstances, "luck"]
    if dice.random() < 0.4:
        circumstances = dice.sample(names, dice.randrange(min(4, len(names))))
    how = win.how
    if dice.random() < 0.1:
        how = dice.choice((*WINS, "luck"))
    source = win.source
    if dice.random() < 0.1:
        source = dice.choice((*rules.seats, None))
    return {
        "hand": text,
        "winner": win.winner,
        "win": how,
        "from": source,
        "circumstances": circumstances,
    }


def _table(dice: Random, name: str) -> dict[str, Any]:
    """A table with up to three winners, and the statuses and perhaps the racks of others."""
    seats = rule_set(name).seats
    winners = dice.sample(seats, dice.choice((0, 1, 1, 2, 3)))
    # Now and then a status is unknown, such as ``luck``.
    statuses = [*rule_set(name).statuses] * 3 + ["luck", None]
    others: dict[str, dict[str, str | None]] = {}
    for seat in seats:
        if seat not in winners and dice.random() < 0.9:
            others[seat] = {"status": dice.choice(statuses)}
            # FIMJ counts the racks of players who did not win.
            if name == "fimj" and dice.random() < 0.9:
                rack = replace(random_hand(dice), winning=None)
                others[seat]["hand"] = str(rack)
    answers_by_winner = {}
    for seat in winners:
        answers = _won(dice, name)
        del answers["winner"]
        answers_by_winner[seat] = answers
    if len(winners) > 1 and dice.random() < 0.7:
        # All winners have the hand and the answers of the first, so they win with the same tile.
        answers = answers_by_winner[winners[0]]
        answers_by_winner = {seat: dict(answers) for seat in winners}
    return {"winners": answers_by_winner, "others": others}


def _value(dice: Random, option: OptionInfo) -> object:
    """A value of an option, usually a legal value."""
    legal_values = [*option.choices, option.default] * 8
    other_values: tuple[object, ...] = (
        option.least,
        option.most,
        True,
        False,
        -1,
        10**20,
        "luck",
        None,
        [],
    )
    return dice.choice((*legal_values, *other_values))
