"""Deals with mistakes: every answer exists, but together the answers may contradict each other."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any, Final

from hu.scoring.hand import SEATS, WINS
from hu.scoring.rule_set.registry import rule_names, rule_set
from hu.scoring.tiles import BONUS, KINDS
from tests.fuzz import corpus
from tests.scoring.hand_strategies import random_win

#: A line of ``hu hands`` for each rule set that can be scored.
LINES: Final[Mapping[str, Mapping[str, Any]]] = {
    str(line["rules"]): line
    for line in (
        corpus.REQUEST,
        corpus.TABLE,
        corpus.RIICHI,
        corpus.KNITTED,
        corpus.FLOWERS,
        corpus.SIXTEEN,
    )
}
_TILES: Final = (*KINDS, *BONUS, "0m", "0p", "0s", "back", "9z", "")
_COUNTS: Final = (0, 0, 1, 2, 9, 999, 1_000, -1, 10**30)


def seeds() -> Iterator[bytes]:
    """Numbers of deals."""
    yield from (bytes([number]) for number in range(200))


def request(dice: Random) -> dict[str, Any]:
    """A deal of any rule set: a hand that usually wins, and answers that may contradict it."""
    name = dice.choice(rule_names())
    table = name == "fimj" or (name == "riichi" and dice.random() < 0.4)
    found = _table(dice, name) if table else _won(dice, name)
    found |= {"rules": name, "round_wind": dice.choice((*SEATS * 4, "X", None))}
    if dice.random() < 0.5:
        found["options"] = {
            option.name: _value(dice, option)
            for option in rule_set(name).options
            if dice.random() < 0.4
        }
    if name in ("riichi", "mcr") and dice.random() < 0.3:
        found |= {
            "dora_indicators": dice.choices(
                _TILES if dice.random() < 0.1 else KINDS, k=dice.choice((0, 1, 1, 1, 2, 2, 5, 6))
            ),
            "ura_indicators": dice.choices(KINDS, k=dice.choice((0, 0, 1, 2, 6))),
            "counters": {
                key: dice.choice(_COUNTS)
                for key in ("honba", "sticks", "luck")
                if dice.random() < 0.3
            },
            "declared": dice.sample((*SEATS, "X"), dice.randrange(3)),
        }
    return found


def _won(dice: Random, name: str) -> dict[str, Any]:
    hand, win = random_win(dice, rule_set(name).hand_shape)
    text = str(replace(hand, bonus=()) if name == "riichi" and dice.random() < 0.9 else hand)
    if dice.random() < 0.2:
        text = text.replace(
            dice.choice("123456789mpsz[]()+ "), dice.choice("0123456789mpsz[]()+ "), 1
        )
    if dice.random() < 0.1:
        text = text.replace("5", "0")
    known = [*rule_set(name).circumstances, "luck"]
    told = dice.sample(known, dice.randrange(min(4, len(known)))) if dice.random() < 0.4 else []
    how = dice.choice((*WINS, "luck")) if dice.random() < 0.1 else win.how
    source = dice.choice((*SEATS, None)) if dice.random() < 0.1 else win.source
    return {"hand": text, "winner": win.winner, "win": how, "from": source, "circumstances": told}


def _table(dice: Random, name: str) -> dict[str, Any]:
    seats = dice.sample(SEATS, dice.choice((0, 1, 1, 2, 3)))
    statuses = [*rule_set(name).statuses] * 3 + ["luck", None]
    others = {
        seat: {"status": dice.choice(statuses)}
        for seat in SEATS
        if seat not in seats and dice.random() < 0.6
    }
    won = {
        seat: {key: value for key, value in _won(dice, name).items() if key != "winner"}
        for seat in seats
    }
    if len(won) > 1 and dice.random() < 0.7:
        # All of them with the same tile of the same player.
        first = next(iter(won.values()))
        won = {seat: dict(first) for seat in won}
    return {"winners": won, "others": others}


def _value(dice: Random, option: Any) -> object:
    usual = [*option.choices, option.default] * 8
    return dice.choice(
        (*usual, option.least, option.most, True, False, -1, 10**20, "luck", None, [])
    )
