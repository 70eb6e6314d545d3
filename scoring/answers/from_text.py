"""Answers from text, as people write them on the command line and in manifests."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from hu.scoring.answers.names import (
    check_status,
    check_waived,
    find_question,
    seat_of,
    spell_void,
    way_of,
)
from hu.scoring.answers.value import (
    NOBODY,
    UNKNOWN_PLAYER,
    Answers,
    hand_of_seat,
    refuse_statuses_beside_winner,
    refuse_uncounted_hands,
    seats_without,
)
from hu.scoring.deal import Answer, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Win
from hu.scoring.nearest import describe_unknown, find_name, list_names, normalise_name
from hu.scoring.notation import parse_indicator, parse_tile
from hu.scoring.options import OptionValue
from hu.scoring.rule_set.declared import Question
from hu.scoring.rule_set.figures import parse_figure
from hu.scoring.rule_set.interface import RuleSet

#: Digits of the numbers that answer a question, such as honba.
_MAX_DIGITS: Final = 3
#: Characters of a wrong answer that a message repeats.
_SHOWN: Final = 40
#: Questions that cannot be answered if nobody won.
_ABOUT_A_WIN: Final = ("win", "from", "circumstances", "also", "waive")

#: The texts that answer each question, by the question's id. Several texts can answer a question.
_Texts = Mapping[str, Sequence[str]]


def parse_answers(texts_by_name: Mapping[str, Sequence[str]], rules: RuleSet) -> Answers:
    """Read answers as people write them.

    >>> from hu.scoring.rule_set.registry import rule_set
    >>> texts = {"winner": ["S"], "win": ["ron"], "from": ["w"], "honba": ["2"]}
    >>> parse_answers(texts, rule_set("riichi")).how
    'discard'

    Args:
        texts_by_name: texts by any name of a question. Several texts can answer one question.
        rules: the rule set.

    Raises:
        InputError: a name is unknown, or an answer does not fit its question.
    """
    texts: dict[str, list[str]] = {}
    for name, texts_of_name in texts_by_name.items():
        if texts_of_name:
            question = find_question(name, rules)
            texts.setdefault(question.id, []).extend(texts_of_name)

    winner = _single_text(texts, "winner")
    if winner is not None and normalise_name(winner) == NOBODY:
        _refuse_answers_about_a_win(texts, rules)
        winner = None
    winner = _check_seat("winner", winner)
    source = _check_seat("from", _single_text(texts, "from"))
    round_wind = _check_seat("round_wind", _single_text(texts, "round_wind"))
    absent = _check_seat("absent", _single_text(texts, "absent"))

    void = _single_text(texts, "void") or ""
    if void:
        void = spell_void(void, rules)
        if winner is not None:
            raise InputError(f"void {void}: contradicts the win of {winner}")

    how = _single_text(texts, "win")
    if how is not None:
        how = way_of(rules, how) or how
    asked = _parse_asked(texts, rules)
    others = _parse_players(texts, rules, how=how, source=source)
    # While it is unknown who won, the hand of any player may count. A winner who is among the
    # others is a contradiction, which ``check_seats`` reports later.
    if "winner" in texts and winner not in others:
        _refuse_uncounted_answers(others, rules, has_winner=winner is not None)
    return Answers(
        winner=winner,
        how=how,
        source=source,
        circumstances=frozenset(texts.get("circumstances", ())),
        round_wind=round_wind,
        options=parse_options(texts.get("options", ()), rules),
        waived=check_waived(texts.get("waive", ()), rules),
        asked=asked,
        others=others,
        seats=seats_without(absent, rules),
        void=void,
        entered=_parse_figures(texts, rules),
    )


def _refuse_uncounted_answers(
    players: Mapping[str, Player], rules: RuleSet, *, has_winner: bool
) -> None:
    """Refuse the statuses and hands of players beside the winner that do not count.

    Args:
        players: the players beside the winner, by seat.
        rules: the rule set.
        has_winner: whether somebody won. If not, the players are all players.

    Raises:
        InputError: such a status or hand is given.
    """
    if has_winner:
        refuse_statuses_beside_winner(players, rules)
    refuse_uncounted_hands(players, rules, has_winner=has_winner)


def _parse_figures(texts: _Texts, rules: RuleSet) -> dict[str, int | str]:
    """Read the figures that replace the winner's tiles, such as han and fu, by their ids."""
    entered = {}
    for question in rules.figures:
        text = _single_text(texts, question.id)
        if text is not None:
            entered[question.id] = parse_figure(text, question)
    return entered


def _parse_asked(texts: _Texts, rules: RuleSet) -> dict[str, Answer]:
    """Read the answers to the rule set's own questions, by the questions' ids.

    Numbers, such as honba, may also be among the texts of ``counters``.
    """
    answers = _parse_counters(texts.get("counters", ()), rules)
    for question in rules.questions:
        if question.id not in texts:
            continue
        if question.id in answers:
            raise InputError(f"{question.id}: given among the counters too")
        answers[question.id] = parse_answer(" ".join(texts[question.id]), question)
    return answers


def _single_text(texts: _Texts, name: str) -> str | None:
    """Return the text of a question that has one answer. None if there is no text.

    Raises:
        InputError: there are several different texts.
    """
    if name not in texts:
        return None
    answers = [text.strip() for text in texts[name]]
    for answer in answers:
        if normalise_name(answer) != normalise_name(answers[0]):
            raise InputError(
                f"{name}: {answers[0][:_SHOWN]} and {answer[:_SHOWN]} contradict each other"
            )
    return answers[0]


def _refuse_answers_about_a_win(texts: _Texts, rules: RuleSet) -> None:
    """Refuse answers to questions about a win, because nobody won."""
    questions_of_win = [question.id for question in rules.questions if question.is_about_win]
    for name in (*_ABOUT_A_WIN, *questions_of_win):
        if name in texts:
            raise InputError(f"winner {NOBODY} and {name} {texts[name][0]} contradict each other")


def _check_seat(name: str, text: str | None) -> str | None:
    """Return the seat that a text names.

    Args:
        name: the question, for the message.
        text: the text. None if the question was not answered.

    Returns:
        The seat. None without a text.

    Raises:
        InputError: the text names no seat.
    """
    if text is None:
        return None
    seat = seat_of(text)
    if seat not in SEATS:
        raise InputError(f"{name}={text[:_SHOWN]}: expected a seat, one of {' '.join(SEATS)}")
    return seat


def parse_answer(text: str, question: Question) -> Answer:
    """Read the answer to a rule set's question.

    Spaces or commas separate several tiles, seats or discards.

    >>> honba = Question("honba", "number", {"en": "Honba"}, {"en": "from earlier deals"})
    >>> parse_answer("2", honba)
    2

    Raises:
        InputError: the text does not answer the question.
    """
    parts = text.replace(",", " ").split()
    if question.kind == "tiles":
        indicators = []
        for part in parts:
            with _name_part_in_errors(question, part):
                indicators.append(parse_indicator(part))
        return tuple(indicators)
    if question.kind == "number":
        return _parse_number(text, question)
    if question.kind == "discards":
        return tuple(_parse_discard(part, question) for part in parts)
    seats = [seat_of(part) for part in parts]
    are_seats = bool(seats) and set(SEATS).issuperset(seats)
    if not are_seats or (question.kind == "seat" and len(seats) > 1):
        raise InputError(
            f"{question.id}={text[:_SHOWN]}: expected a seat, one of {' '.join(SEATS)}"
        )
    if question.kind == "seat":
        return seats[0]
    return frozenset(seats)


def _parse_number(text: str, question: Question) -> int:
    """Read a number that answers a question. Raises ``InputError`` if the text is none."""
    if not (text.isdecimal() and text.isascii() and len(text) <= _MAX_DIGITS):
        raise InputError(
            f"{question.id}={text[:_SHOWN]}: expected a number, such as {question.id}=2"
        )
    return int(text)


def _parse_discard(text: str, question: Question) -> tuple[str, str]:
    """Read a discard such as ``S=9m``, and return its seat and tile."""
    seat, tile = split_at_seat(question.id, text, example="S=9m")
    with _name_part_in_errors(question, text):
        return seat, parse_tile(tile)


@contextmanager
def _name_part_in_errors(question: Question, part: str) -> Iterator[None]:
    """Put the question and the part of its answer before the messages of errors in this block."""
    try:
        yield
    except InputError as error:
        raise InputError(f"{question.id} {part[:_SHOWN]}: {error}") from None


def _parse_counters(texts: Iterable[str], rules: RuleSet) -> dict[str, Answer]:
    """Read the numbers of things on the table, such as ``honba=2``, by the questions' ids."""
    counter_ids = [question.id for question in rules.questions if question.kind == "number"]
    answers: dict[str, Answer] = {}
    for text in texts:
        name, _, value = text.partition("=")
        question = find_question(name, rules)
        if question.id not in counter_ids:
            raise InputError(
                f"counters: {question.id} counts nothing on the table; {list_names(counter_ids)}"
            )
        if question.id in answers:
            raise InputError(f"counters: {question.id} is given twice")
        answers[question.id] = parse_answer(value, question)
    return answers


def parse_options(texts: Iterable[str], rules: RuleSet) -> dict[str, OptionValue]:
    """Read options as people write them, such as ``minimum=5``.

    Raises:
        InputError: an option or a value of it does not exist, or values contradict each other.
    """
    options_by_name = {option.name: option for option in rules.options}
    values: dict[str, OptionValue] = {}
    for text in texts:
        name, _, value = text.partition("=")
        option_name = find_name(name, options_by_name)
        if option_name is None:
            fault = describe_unknown(f"option of {rules.name}", name, options_by_name)
            raise InputError(f"option {text[:80]}: {fault}")
        choice = options_by_name[option_name].parse(value)
        if option_name in values and values[option_name] != choice:
            raise InputError(
                f"option {option_name}: {values[option_name]} and {choice} contradict each other"
            )
        values[option_name] = choice
    rules.check_choices(values)
    return values


def _parse_players(
    texts: _Texts, rules: RuleSet, *, how: str | None, source: str | None
) -> dict[str, Player]:
    """Read the players beside the winner.

    Args:
        texts: the texts of all answers. ``others`` has hands, ``statuses`` irregularities, and
            ``also`` wins with the winner's tile.
        rules: the rule set.
        how: how the winner won.
        source: the discarder or the robbed player.
    """
    players: dict[str, Player] = {}
    for text in texts.get("others", ()):
        seat, hand = split_at_seat("others", text, example="E=east.jpg or E='123m 44z'")
        if seat in players:
            raise InputError(f"others: {seat} is given twice")
        players[seat] = Player(hand_of_seat(seat, hand))
    for text in texts.get("statuses", ()):
        seat, name = split_at_seat("statuses", text, example="N=false-win")
        status = check_status(seat, name, rules)
        status_before = players.get(seat, UNKNOWN_PLAYER).status
        if status_before not in (None, status):
            raise InputError(f"statuses: {seat} is given {status_before} and {status}")
        players[seat] = replace(players.get(seat, UNKNOWN_PLAYER), status=status)
    for text in texts.get("also", ()):
        # Without circumstances the equals sign may be missing too.
        with_circumstances = text if "=" in text else f"{text}="
        seat, names = split_at_seat("also", with_circumstances, example="N or N=last-tile")
        circumstances = frozenset(name for name in names.split(",") if name)
        if players.get(seat, UNKNOWN_PLAYER).win is not None:
            raise InputError(f"also: {seat} is given twice")
        win = Win(seat, how=how or "", source=source, circumstances=circumstances)
        players[seat] = replace(players.get(seat, UNKNOWN_PLAYER), win=win)
    return players


def split_at_seat(name: str, text: str, example: str) -> tuple[str, str]:
    """Split a statement about a seat, such as ``S=9m``.

    >>> split_at_seat("others", "s = 9m", example="S=9m")
    ('S', '9m')

    Args:
        name: the question, for messages.
        text: a seat, an equals sign, and the statement.
        example: an example, for messages.

    Returns:
        The letter of the seat, and the statement.

    Raises:
        InputError: the text does not begin with a seat and an equals sign.
    """
    seat, equals_sign, statement = text.strip().partition("=")
    seat = seat_of(seat)
    if seat not in SEATS or not equals_sign:
        raise InputError(f"{name} {text[:_SHOWN]}: expected a seat first, such as {example}")
    return seat, statement.strip()
