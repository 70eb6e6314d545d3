"""Which questions are still open, and whether answers fit the rules."""

from dataclasses import replace

from hu.scoring.answers.names import _normalise_players, circumstance_problems, normalise_win
from hu.scoring.answers.value import Answers, check_seats
from hu.scoring.errors import InputError
from hu.scoring.hand import Win
from hu.scoring.rule_set.declared import COMMON_QUESTIONS, Question
from hu.scoring.rule_set.interface import RuleSet


def check_answers(answers: Answers, rules: RuleSet) -> Answers:
    """Answers in the rule set's words.

    Raises:
        InputError: a word is unknown, or means another way of winning; or a seat is empty in rules for four.
    """
    check_seats(answers, rules)
    win = Win(answers.winner or "", answers.how or "", answers.source, answers.circumstances)
    win = normalise_win(win, rules, answers.options)
    if rules.circumstance_infos and answers.circumstances:
        for found in circumstance_problems(win, rules):
            raise InputError(found.text)
    others = _normalise_players(answers.others, rules, answers.options)
    return replace(
        answers, how=win.how or None, circumstances=win.circumstances | win.extras, others=others
    )


def find_open_questions(
    rules: RuleSet, answers: Answers, *, nobody_won: bool = False
) -> tuple[Question, ...]:
    """Find the questions that must be answered before anything can be scored.

    >>> from hu.scoring.rule_set.registry import rule_set
    >>> answers = Answers(winner="S", how="discard")
    >>> [question.id for question in find_open_questions(rule_set("fimj"), answers)]
    ['round_wind', 'from']

    Args:
        rules: the rule set.
        answers: what was answered.
        nobody_won: whether it is known that nobody won, so that no question about a win is open.

    Returns:
        The questions in the order in which they are asked.
    """
    is_open = {"round_wind": rules.has_round_wind and answers.round_wind is None}
    if not nobody_won:
        is_claimed = answers.how is not None and answers.how != "self-draw"
        is_open["winner"] = answers.winner is None
        is_open["win"] = answers.how is None
        is_open["from"] = is_claimed and answers.source is None
    common = {question.id: question for question in COMMON_QUESTIONS}
    return tuple(common[name] for name in is_open if is_open[name])
