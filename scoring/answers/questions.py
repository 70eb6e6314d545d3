"""The questions that are still open, and answers that do not fit the rules."""

from dataclasses import replace
from typing import Final

from hu.scoring.answers.names import circumstance_problems, normalise_players, normalise_win
from hu.scoring.answers.value import Answers, check_seats, check_void
from hu.scoring.errors import InputError
from hu.scoring.hand import WINS, Hand, Win
from hu.scoring.problems import make_problem
from hu.scoring.rule_set.declared import COMMON_QUESTIONS, Question
from hu.scoring.rule_set.interface import RuleSet

#: Characters of an unknown word that a message repeats.
_SHOWN: Final = 40


def find_open_questions(
    rules: RuleSet, answers: Answers, *, nobody_won: bool = False
) -> tuple[Question, ...]:
    """Find the questions of every game that must be answered before a hand can be scored.

    >>> from hu.scoring.rule_set.registry import rule_set
    >>> answers = Answers(winner="S", how="discard")
    >>> [question.id for question in find_open_questions(rule_set("fimj"), answers)]
    ['round_wind', 'from']

    Args:
        rules: the rule set.
        answers: the answers so far.
        nobody_won: whether it is known that nobody won. Then no question about a win is open.

    Returns:
        The questions in the order in which they are asked.
    """
    open_ids = []
    # Figures that replace the tiles are the same in every round.
    needs_round_wind = rules.has_round_wind and not answers.entered
    if needs_round_wind and answers.round_wind is None:
        open_ids.append("round_wind")
    if not nobody_won:
        if answers.winner is None:
            open_ids.append("winner")
        if answers.how is None:
            open_ids.append("win")
        elif answers.how in ("discard", "robbed-kong") and answers.source is None:
            open_ids.append("from")
    common_questions = {question.id: question for question in COMMON_QUESTIONS}
    return tuple(common_questions[name] for name in open_ids)


def check_answers(answers: Answers, rules: RuleSet) -> Answers:
    """Check answers, and replace players' words by the rule set's names.

    Returns:
        The answers with the rule set's names for the way of winning and the circumstances, also
        those of the other players.

    Raises:
        InputError: a word is unknown, a word does not fit the way of winning, such as houtei for a
            drawn tile, the seats contradict each other or the rules, or the answers contradict
            the end before the wall was used up.
    """
    check_seats(answers, rules)
    check_void(answers.deal(Hand()), rules)
    win = Win(
        answers.winner or "",
        how=answers.how or "",
        source=answers.source,
        circumstances=answers.circumstances,
    )
    win = normalise_win(win, rules, answers.options)
    if win.how and win.how not in WINS:
        raise InputError(make_problem("unknown-win", win=win.how[:_SHOWN]).text)
    # Rules that declare no circumstances accept any names.
    if rules.circumstance_infos:
        first_problem = next(circumstance_problems(win, rules), None)
        if first_problem is not None:
            raise InputError(first_problem.text)
    # Among answers, the house's own patterns are circumstances like all others.
    return replace(
        answers,
        how=win.how or None,
        circumstances=win.circumstances | win.extras,
        others=normalise_players(answers.others, rules, answers.options),
    )
