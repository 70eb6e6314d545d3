"""What is wrong with a hand, and what is still to be said of it."""

from collections.abc import Mapping, Sequence
from typing import Final

from hu.app.i18n import Texts
from hu.app.page.draft.scoring import OpenQuestion, Outcome, open_at
from hu.app.page.draft.state import Draft
from hu.app.page.parts.components import tag, tiles, words
from hu.scoring.problems import Problem
from hu.scoring.rule_set.registry import rule_set

#: How each open question is asked.
QUESTIONS: Final = {
    "round_wind": "ask.round_wind",
    "winner": "ask.winner",
    "win": "ask.source",
    "tiles": "ask.tiles",
    "points": "ask.points",
    "winning-tile": "ask.which",
}


def problems_at(outcome: Outcome, draft: Draft, seat: str | None) -> list[Problem]:
    """Return what is wrong with one rack. A problem that names no seat is about the winner.

    Args:
        outcome: what can be said of the hand.
        draft: the hand.
        seat: whose rack; None for the winner's.
    """
    owner = seat or draft.winner
    return [found for found in outcome.problems if _owner_of(found, draft) == owner]


def _owner_of(problem: Problem, draft: Draft) -> object:
    """Return the seat of the player whose tiles a problem is about."""
    return dict(problem.parameters).get("at", draft.winner)


def to_do(t: Texts, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> tuple[str, str]:
    """Say what is wrong or still to be said, or else the points.

    Args:
        t: the words of the language.
        draft: the hand.
        outcome: what can be said of it.
        who: the seats' names.

    Returns:
        The text, and the id of the place on the page that it is about.
    """
    rules = rule_set(draft.rules)
    if outcome.waits:
        return who_waits(t, draft, who), "hu-answers"
    if outcome.problems:
        return t.of(rules).problem(outcome.problems[0]), "hu-result"
    if outcome.missing:
        names = ", ".join(who[seat] for seat in outcome.missing)
        return t("others.missing", who=names), "hu-others"
    if outcome.score is None:
        return t(QUESTIONS[outcome.open[0]]), "hu-answers"
    points = 0 if draft.drawn else outcome.score.players[str(draft.winner)].points
    return t.amount(points, rules.unit), "hu-answers"


def who_waits(t: Texts, draft: Draft, who: Mapping[str, str]) -> str:
    """Say whose hand waits. Until a winner is chosen, no player is named."""
    if draft.winner is None or draft.winner not in who:
        return t("hand.waits")
    return t("hand.waits_of", who=who[draft.winner])


def floating_html(t: Texts, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> str:
    """Return a line that stays in sight on a phone and leads to the next thing to do.

    The line is empty without tiles and figures.

    Args:
        t: the words of the language.
        draft: the hand.
        outcome: what can be said of it.
        who: the seats' names.
    """
    if not draft.rack.history.now.tiles and not draft.entered:
        return ""
    text, anchor = to_do(t, draft, outcome, who)
    line = tag("span", "", words(text)) + tag("span", "", "↓")
    return f'<a class="hu-floating {_look(outcome.problems)}" href="#{anchor}">{line}</a>'


def open_html(t: Texts, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> str:
    """Return what the photos leave open of the hands that count, a line for each question.

    Args:
        t: the words of the language.
        draft: the hand.
        outcome: what can be said of it.
        who: the seats' names.
    """
    lines = [_open_line(t, question, name="") for question in open_at(draft, outcome, None)]
    for seat in draft.others:
        if outcome.score is None or seat not in outcome.score.players:
            continue
        name = f" · {who[seat]}"
        questions = open_at(draft, outcome, seat)
        lines += [_open_line(t, question, name=name) for question in questions]
    return "".join(lines)


def _open_line(t: Texts, question: OpenQuestion, *, name: str) -> str:
    """Return one question that the photos leave open, with the tiles that it is about."""
    if question.about == "face":
        text = t("hand.doubt")
    elif question.about == "flowers":
        text = f"{t('hand.take')}?"
    elif question.about == "set-aside":
        text = t("hand.ask_aside")
    else:
        text = t("hand.ask_set")
    pictures = tiles([tile.code for tile in question.tiles], t, "is-small")
    text = tag("span", "", words(text + name))
    return tag("p", "hu-ask", tag("span", "hu-group", pictures), text)


def problems_html(t: Texts, problems: Sequence[Problem]) -> str:
    """Return every problem in words, in one list."""
    lines = dict.fromkeys(t.problem(problem) for problem in problems)
    items = [tag("li", "", words(line)) for line in lines]
    title = tag("h3", "", words(t("result.problems")))
    return tag("section", f"hu-problems {_look(problems)}", title, tag("ul", "", *items))


def _look(problems: Sequence[Problem]) -> str:
    """Return the style of problems. Nothing is wrong with a hand that is only not finished yet."""
    if not problems:
        return ""
    is_bad = any(not _is_unfinished(problem) for problem in problems)
    return "is-bad" if is_bad else "is-open"


def _is_unfinished(problem: Problem) -> bool:
    """Whether a problem only says that something is missing yet."""
    if problem.id in ("no-winning-tile", "hand-missing"):
        return True
    if problem.id != "tile-count":
        return False
    values = dict(problem.parameters)
    return int(str(values["count"])) < int(str(values["expected"]))
