"""Answers from text, as people write them on the command line and in manifests."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from hu.scoring.answers.names import check_status, find_question, way_of
from hu.scoring.answers.value import _UNKNOWN, NOBODY, Answers, hand_of_seat, seats_without
from hu.scoring.deal import Answer, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Win
from hu.scoring.nearest import describe_unknown, normalise_name
from hu.scoring.notation import parse_indicator, parse_tile
from hu.scoring.options import OptionValue
from hu.scoring.rule_set.declared import Question
from hu.scoring.rule_set.interface import RuleSet

#: Numbers that people tell, such as honba, have at most three digits.
_MOST_DIGITS: Final = 3


def parse_answers(said: Mapping[str, Sequence[str]], rules: RuleSet) -> Answers:
    """Read answers as people write them, by the names of the questions; each may be said in several texts.

    >>> from hu.scoring.rule_set.registry import rule_set
    >>> parse_answers({"winner": ["S"], "win": ["ron"], "from": ["w"], "honba": ["2"]}, rule_set("riichi")).how
    'discard'

    Raises:
        InputError: an unknown name, or an answer that does not fit its question.
    """
    texts: dict[str, list[str]] = {}
    for name, parts in said.items():
        if parts:
            texts.setdefault(find_question(name, rules).id, []).extend(parts)
    winner, how, source = (_last(texts, name) for name in ("winner", "win", "from"))
    if (winner or "").casefold() == NOBODY:
        if won := next(
            (name for name in ("win", "from", "circumstances", "also") if name in texts), None
        ):
            raise InputError(f"winner {NOBODY} and {won} {texts[won][0]} contradict each other")
        winner = None
    seats = {"winner": winner, "from": source}
    seats |= {name: _last(texts, name) for name in ("round_wind", "absent")}
    for name, text in seats.items():
        if text is not None and text.upper() not in SEATS:
            raise InputError(f"{name}={text[:40]}: expected a seat, one of {' '.join(SEATS)}")
    winner, source, round_wind, absent = (text and text.upper() for text in seats.values())
    how = None if how is None else (way_of(rules, how) or how)
    asked = parse_numbers(texts.get("counters", ()), rules) | {
        question.id: parse_answer(" ".join(texts[question.id]), question)
        for question in rules.questions
        if question.id in texts
    }
    return Answers(
        winner,
        how,
        source,
        frozenset(texts.get("circumstances", ())),
        round_wind=round_wind,
        options=parse_options(texts.get("options", ()), rules),
        waived=frozenset(texts.get("waive", ())),
        asked=asked,
        others=_parse_players(texts, rules, how, source),
        seats=seats_without(absent, rules),
    )


def _last(texts: Mapping[str, Sequence[str]], name: str) -> str | None:
    return texts[name][-1].strip() if texts.get(name) else None


def parse_answer(text: str, question: Question) -> Answer:
    """Read the answer to a rule set's question; several tiles, seats or discards stand apart.

    >>> parse_answer("2", Question("honba", "number", {"en": "Honba"}, {"en": "from earlier deals"}))
    2

    Raises:
        InputError: it does not answer the question.
    """
    parts = text.replace(",", " ").split()
    if question.kind == "tiles":
        return tuple(parse_indicator(part.lower()) for part in parts)
    if question.kind == "number":
        if not (text.isdecimal() and text.isascii() and len(text) <= _MOST_DIGITS):
            raise InputError(
                f"{question.id}={text[:40]}: expected a number, such as {question.id}=2"
            )
        return int(text)
    if question.kind == "discards":
        return tuple(
            (seat, parse_tile(tile))
            for seat, tile in (split_at_seat(question.id, part, "S=9m") for part in parts)
        )
    seats = [part.upper() for part in parts]
    if not seats or not set(seats) <= set(SEATS) or (question.kind == "seat" and len(seats) > 1):
        raise InputError(f"{question.id}={text[:40]}: expected a seat, one of {' '.join(SEATS)}")
    return seats[0] if question.kind == "seat" else frozenset(seats)


def parse_numbers(texts: Iterable[str], rules: RuleSet) -> dict[str, Answer]:
    """Read what lies on the table, such as ``honba=2``."""
    found: dict[str, Answer] = {}
    for text in texts:
        name, _, value = text.partition("=")
        question = find_question(name, rules)
        found[question.id] = parse_answer(value, question)
    return found


def parse_options(texts: Iterable[str], rules: RuleSet) -> dict[str, OptionValue]:
    """Read options as people write them, such as ``minimum=5``.

    Raises:
        InputError: no such option, or no such value.
    """
    found: dict[str, OptionValue] = {}
    for text in texts:
        name, _, value = text.partition("=")
        option = next(
            (option for option in rules.options if option.name == normalise_name(name)), None
        )
        if option is None:
            known = [option.name for option in rules.options]
            raise InputError(
                f"option {text[:80]}: {describe_unknown(f'option of {rules.name}', name, known)}"
            )
        found[option.name] = option.parse(value)
    return found


def _parse_players(
    texts: Mapping[str, Sequence[str]], rules: RuleSet, how: str | None, source: str | None
) -> dict[str, Player]:
    """The players beside the winner: their hands, irregularities, and whether they won with the same tile."""
    found: dict[str, Player] = {}
    for text in texts.get("others", ()):
        seat, hand = split_at_seat("others", text, "E=east.jpg or E='123m 44z'")
        if seat in found:
            raise InputError(f"others: {seat} is given twice")
        found[seat] = Player(hand_of_seat(seat, hand))
    for text in texts.get("statuses", ()):
        seat, status = split_at_seat("statuses", text, "N=false-win")
        found[seat] = replace(found.get(seat, _UNKNOWN), status=check_status(seat, status, rules))
    for text in texts.get("also", ()):
        seat, names = split_at_seat("also", text if "=" in text else f"{text}=", "N or N=last-tile")
        win = Win(seat, how or "", source, frozenset(filter(None, names.split(","))))
        found[seat] = replace(found.get(seat, _UNKNOWN), win=win)
    return found


def split_at_seat(name: str, text: str, example: str) -> tuple[str, str]:
    """Split what is said of a seat, such as ``S=9m``.

    Args:
        name: of the question, for messages.
        text: a seat, an equals sign, and the rest.
        example: what could stand there, for messages.

    Raises:
        InputError: it does not begin with a seat and an equals sign.
    """
    seat, mark, value = text.strip().partition("=")
    if seat.strip().upper() not in SEATS or not mark:
        raise InputError(f"{name} {text[:40]}: expected a seat first, such as {example}")
    return seat.strip().upper(), value.strip()
