"""Figures that give the worth of a hand without its tiles, such as han and fu.

A rule set declares the figures that it takes (``RuleSet.figures``). They replace the winner's
tiles, and everything about them: circumstances, indicators, patterns that were not declared.
"""

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from hu.scoring.deal import Deal
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand, Win
from hu.scoring.nearest import describe_unknown, find_name
from hu.scoring.problems import InvalidHandError, Problem, make_problem, win_problems
from hu.scoring.rule_set.declared import Question
from hu.scoring.texts import Names, Text

if TYPE_CHECKING:
    from hu.scoring.rule_set.interface import RuleSet

#: Characters of a wrong figure that a message repeats.
_SHOWN = 40
#: Digits of the longest figure.
_MAX_DIGITS = 4


def figure(
    name: str,
    *,
    least: int = 0,
    most: int = 0,
    step: int = 1,
    choices: Mapping[str, Names] | None = None,
) -> Question:
    """Declare a figure as a question of a rule set.

    Args:
        name: its id. Its texts are in the words of ``hu.scoring``, under ``figures``.
        least: the lowest number.
        most: the highest number.
        step: how far a tap on plus or minus changes the number. Numbers between are valid too.
        choices: the names from which people choose instead of a number, with their texts.
    """
    return Question(
        id=name,
        kind="choice" if choices else "number",
        names=Text(f"figures.{name}"),
        meaning=Text(f"figures.{name}.meaning"),
        least=least,
        most=most,
        step=step,
        choices=choices or {},
    )


def parse_figure(value: object, question: Question) -> int | str:
    """Read a figure from a text or from JSON.

    >>> parse_figure("40", figure("fu", least=20, most=130))
    40
    >>> parse_figure("Mangan", figure("limit", choices={"mangan": {"en": "Mangan"}}))
    'mangan'

    Args:
        value: the text or the number.
        question: the figure.

    Raises:
        InputError: it is no such figure.
    """
    shown = str(value)[:_SHOWN]
    if question.kind == "choice":
        choice = find_name(value, question.choices) if isinstance(value, str) else None
        if choice is None:
            fault = describe_unknown(question.id, shown, question.choices)
            raise InputError(f"{question.id}={shown}: {fault}")
        return choice
    number: int | None = None
    if isinstance(value, str):
        if value.isdecimal() and len(value) <= _MAX_DIGITS:
            number = int(value)
    # In Python a bool is an int.
    elif isinstance(value, int) and not isinstance(value, bool):
        number = value
    if number is None or not question.least <= number <= question.most:
        raise InputError(
            f"{question.id}={shown}: expected a number from {question.least} to {question.most}"
        )
    return number


def check_entered(entered: Mapping[str, int | str], rules: "RuleSet") -> dict[str, int | str]:
    """Check figures that were entered, and spell their values as the rule set does.

    Args:
        entered: the values of the figures, by their ids.
        rules: the rule set.

    Returns:
        The checked values, by the ids of the figures.

    Raises:
        InputError: the rule set does not take such a figure, or it has no valid value.
    """
    questions = {question.id: question for question in rules.figures}
    checked = {}
    for name, value in entered.items():
        if not questions:
            raise InputError(f"{name}: {rules.name} counts tiles; give the hand")
        if name not in questions:
            fault = describe_unknown(f"figure of {rules.name}", name, list(questions))
            raise InputError(f"{name}: {fault}")
        checked[name] = parse_figure(value, questions[name])
    return checked


def check_figures(deal: Deal, rules: "RuleSet") -> Win:
    """Check a deal that has figures instead of the winner's tiles, and return its only win.

    Args:
        deal: the deal.
        rules: the rule set.

    Returns:
        How the hand was won.

    Raises:
        InputError: the deal has tiles, not one winner, or an answer that the figures contain.
        InvalidHandError: the win contradicts itself.
    """
    # Messages name the first of the figures.
    name, *_ = deal.entered
    winners = list(deal.winners.values())
    if len(winners) != 1:
        raise InputError(f"{name}: points without tiles need one winner, not {len(winners)}")
    (player,) = winners
    if player.hand is not None and player.hand.tiles:
        raise InputError(f"{name}: entered beside tiles; give the tiles or the points, not both")
    win = player.win
    assert win is not None  # noqa: S101  # ``winners`` have one
    _refuse_answers_in_figures(deal, win, name, rules.beside_figures)
    # A win by figures has no tiles, so it needs no winning tile.
    problems = [problem for problem in win_problems(Hand(), win) if problem.id != "no-winning-tile"]
    if not problems:
        # If neither seat is played by these rules, the winner's is reported.
        for seat in (win.winner, win.source):
            if seat is not None and seat not in rules.seats:
                problems.append(make_problem("unknown-seat", seat=seat))
                break
    if problems:
        raise InvalidHandError(tuple(problems))
    return win


def _refuse_answers_in_figures(deal: Deal, win: Win, name: str, beside: Collection[str]) -> None:
    """Refuse answers whose worth is in the figures already, such as circumstances.

    Args:
        deal: the deal.
        win: how the hand was won.
        name: the id of one of the figures, for the message.
        beside: the ids of the questions and circumstances that count beside the figures.

    Raises:
        InputError: there is such an answer.
    """
    answer_ids = [*sorted(win.circumstances), *sorted(win.extras)]
    answer_ids += [*deal.asked, *sorted(deal.waived)]
    if win.liable:
        answer_ids.append("liable")
    if win.recent_discards:
        answer_ids.append("recent_discards")
    for answer_id in answer_ids:
        if answer_id not in beside:
            raise InputError(
                f"{answer_id}: counts with tiles alone, but {name} is entered without them"
            )


def figure_problems(deal: Deal, rules: "RuleSet") -> tuple[Problem, ...]:
    """Find the problems of a deal that has figures instead of the winner's tiles, by scoring it."""
    try:
        rules.score(deal)
    except InvalidHandError as error:
        return error.problems
    except InputError as error:
        return (make_problem("other", text=str(error)),)
    return ()
