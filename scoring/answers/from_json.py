"""Deals from JSON, as requests of ``hu hands`` hold them."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from hu.scoring.answers.fields import Fields
from hu.scoring.answers.names import (
    _unknown_key,
    check_status,
    normalise_deal,
    request_names,
    way_of,
)
from hu.scoring.answers.value import _UNKNOWN, NOBODY, Answers, hand_of_seat, seats_without
from hu.scoring.deal import Answer, Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.nearest import describe_unknown, normalise_name
from hu.scoring.options import HOUSE, OptionInfo, OptionValue
from hu.scoring.rule_set.changes import changes_of
from hu.scoring.rule_set.declared import COMMON_QUESTIONS, Question
from hu.scoring.rule_set.interface import RuleSet

#: Characters of what is no answer that a message repeats.
_SHOWN: Final = 40
_OF_WINNER: Final = ("hand", "win", "from", "circumstances", "status")
_OF_OTHER: Final = ("hand", "status", "points")


@lru_cache(maxsize=64)
def _winner_names(rules: RuleSet) -> Mapping[str, str]:
    of_win = [
        question
        for question in (*COMMON_QUESTIONS, *rules.questions)
        if question.of_win or question.id in _OF_WINNER
    ]
    names = {
        normalise_name(name): question.id
        for question in of_win
        for name in (question.id, *question.short)
    }
    return {**names, **{name: name for name in _OF_WINNER}}


def read_deal(request: Fields, rules: RuleSet) -> Deal:
    """Read a deal from a request of ``hu hands``.

    Args:
        request: either ``hand``, ``winner``, ``win`` and, where they apply, ``from`` and ``circumstances``; or
            ``winners`` and ``others`` by seat, for any number of them. Beside them, where they apply, ``round_wind``,
            ``waive``, ``options``, ``absent`` and the answers to the rule set's questions. What lies on the table may
            also stand in an object ``counters``, and the patterns that are waived in ``options``.
        rules: the rule set.

    Raises:
        InputError: what is wrong with the request, and where.
    """
    names = request_names(rules)
    request = request.rename(names, lambda key: _unknown_key(key, rules))
    options = request.inner("options")
    answers = Answers(
        round_wind=request.optional_text("round_wind"),
        options=read_options(options, rules),
        waived=frozenset((*request.texts("waive"), *options.texts("waive"))),
        asked=_read_asked(request, rules),
        seats=seats_without(request.optional_text("absent"), rules),
    )
    nobody = request.value("winner") == NOBODY
    if nobody or request.has("winners") or (request.has("others") and not request.has("hand")):
        deal = _read_table(request, rules, answers, nobody=nobody)
    else:
        winner, hand = _read_win_of(request, rules)
        if winner.winner not in answers.seats:
            answers = replace(answers, seats=(*answers.seats, winner.winner))
        answers = replace(
            answers,
            winner=winner.winner,
            how=winner.how,
            source=winner.source,
            circumstances=winner.circumstances,
            recent_discards=winner.recent_discards,
            others=_read_others(request, rules),
            asked={**answers.asked, **({"liable": winner.liable} if winner.liable else {})},
        )
        deal = answers.deal(hand)
    rules.check_request(deal)
    return deal


def _read_table(request: Fields, rules: RuleSet, answers: Answers, *, nobody: bool) -> Deal:
    """A whole table: the winners and the others; with rules for three players those who are named, else all."""
    for key in ("hand", "win", "from", "circumstances", *(() if nobody else ("winner",))):
        if request.has(key):
            where = (
                "contradicts winner nobody"
                if nobody
                else "belongs to a winner: write winners and others by seat"
            )
            raise InputError(f"{key}: {where}")
    named = {_seat(seat): fields for seat, fields in request.inners("winners").items()}
    winners: dict[str, Player] = {}
    for seat, told in named.items():
        fields = told.rename(_winner_names(rules))
        win, hand = _read_win_of(fields, rules, seat)
        status = fields.optional_text("status")
        winners[seat] = Player(
            hand, win, None if status is None else check_status(seat, status, rules)
        )
    others = _read_others(request, rules)
    if twice := [seat for seat in others if seat in winners]:
        raise InputError(f"{twice[0]}: sits at the table twice")
    players = others | winners
    seats = (
        answers.seats if 3 not in rules.seat_counts else [seat for seat in SEATS if seat in players]
    )
    return replace(
        answers.deal(Hand()), players={seat: players.get(seat, _UNKNOWN) for seat in seats}
    )


def _read_win_of(fields: Fields, rules: RuleSet, seat: str | None = None) -> tuple[Win, Hand]:
    """Read a winner's hand and win; without a seat the ``winner`` stands beside them."""
    text, winner = fields.text("hand"), seat or ""
    if seat is None:
        hand, winner = Hand.from_text(text), fields.text("winner")
    else:
        hand = hand_of_seat(seat, text)
    how = fields.text("win")
    win = Win(
        winner,
        way_of(rules, how) or how,
        fields.optional_text("from"),
        frozenset(fields.texts("circumstances")),
        fields.pairs("recent_discards"),
        fields.optional_text("liable"),
    )
    return win, hand


def _read_others(request: Fields, rules: RuleSet) -> dict[str, Player]:
    found = {}
    for seat, fields in request.inners("others").items():
        fields.refuse_unknown(_OF_OTHER)
        text, status = fields.optional_text("hand"), fields.optional_text("status")
        found[_seat(seat)] = Player(
            None if text is None else hand_of_seat(seat, text),
            None,
            None if status is None else check_status(seat, status, rules),
            fields.whole("points", default=0) if fields.has("points") else None,
        )
    return found


def _seat(seat: str) -> str:
    if seat not in SEATS:
        raise InputError(f"{seat[:20]!r} is no seat; seats are {' '.join(SEATS)}")
    return seat


def _read_asked(request: Fields, rules: RuleSet) -> dict[str, Answer]:
    """The answers to the rule set's own questions, those about a win apart; empty ones are none."""
    counters = request.inner("counters")
    numbers = [question.id for question in rules.questions if question.kind == "number"]
    counters.refuse_unknown(numbers)
    asked: dict[str, Answer] = dict(counters.wholes())
    for question in rules.questions:
        name = question.id
        if not question.of_win and request.has(name):
            asked[name] = read_answer(request, question)
    return {name: answer for name, answer in asked.items() if answer}


def read_answer(fields: Fields, question: Question) -> Answer:
    """Read the answer to a question from the JSON value under its id."""
    if question.kind == "tiles":
        return fields.texts(question.id)
    if question.kind == "number":
        return fields.whole(question.id, default=0)
    if question.kind == "discards":
        return fields.pairs(question.id)
    return (
        frozenset(fields.texts(question.id))
        if question.kind == "seats"
        else fields.text(question.id)
    )


def read_options(fields: Fields, rules: RuleSet) -> dict[str, OptionValue]:
    """Read what a table has agreed on, as far as it is given.

    Raises:
        InputError: a value of the wrong type or out of its range, or an unknown name.
    """
    names = {option.name: option for option in rules.options}
    fields.refuse_unknown((*names, HOUSE, "waive"))
    found = {name: _option(fields, option) for name, option in names.items() if fields.has(name)}
    if house := fields.optional_text(HOUSE):
        found[HOUSE] = house
        for name in changes_of(found).points:
            if name not in (known := {pattern.id for pattern in rules.patterns}):
                raise InputError(
                    f"option house: {describe_unknown(f'pattern of {rules.name}', name, known)}"
                )
    return found


def _option(fields: Fields, option: OptionInfo) -> OptionValue:
    if isinstance(option.default, bool):
        return fields.flag(option.name, default=option.default)
    if isinstance(option.default, int):
        return option.parse(str(fields.whole(option.name, default=option.default)))
    value = option.chosen(fields.value(option.name))
    if option.form and type(value) is int:
        value = str(value)[:_SHOWN]
    return option.parse(value if isinstance(value, str) else fields.text(option.name))


def check_deal(deal: Deal, rules: RuleSet) -> Deal:
    """A deal in the rule set's words: its circumstances, its ways of winning, its options.

    Raises:
        InputError: an option has no valid value, or a seat is missing in rules for four.
    """
    options = check_options(deal.options, rules)
    if missing := [seat for seat in SEATS if seat not in deal.players]:
        seats_without(missing[0], rules)
    return normalise_deal(replace(deal, options=options), rules)


def check_options(options: Mapping[str, object], rules: RuleSet) -> dict[str, OptionValue]:
    """What a table has agreed on, each value checked.

    Raises:
        InputError: an unknown option, or no value of it.
    """
    return read_options(Fields(options, "options"), rules)
