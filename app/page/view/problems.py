"""Writes the problems of a hand, its open questions, and the line that leads to the next step."""

from collections.abc import Mapping, Sequence
from typing import Final

from hu.app.i18n import Texts
from hu.app.page.draft.scoring import Outcome, PhotoQuestion, photo_questions_at
from hu.app.page.draft.state import Draft
from hu.app.page.parts.components import escape_text, tag, tiles
from hu.scoring.problems import Problem
from hu.scoring.rule_set.registry import rule_set

#: The key of the message that asks an open question, by the id of the question.
MESSAGE_OF_QUESTION: Final = {
    "round_wind": "ask.round_wind",
    "winner": "ask.winner",
    "win": "ask.source",
    "tiles": "ask.tiles",
    "points": "ask.points",
    "winning-tile": "ask.which",
}


def problems_at(outcome: Outcome, draft: Draft, seat: str | None) -> list[Problem]:
    """Return the problems of a rack.

    Args:
        outcome: the score, problems and open questions of the hand.
        draft: the hand.
        seat: the seat of the rack's player. None for the winner's rack.
    """
    # This is None for the winner's rack before the winner is chosen.
    rack_seat = seat or draft.winner
    problems = []
    for problem in outcome.problems:
        # A problem of another player has the player's seat as its parameter ``at``. A problem
        # without this parameter is the winner's.
        problem_seat = dict(problem.parameters).get("at", draft.winner)
        if problem_seat == rack_seat:
            problems.append(problem)
    return problems


def to_do(t: Texts, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> tuple[str, str]:
    """Return the next step of the player, or the worth of the hand if nothing is left to do.

    Args:
        t: the words of the language.
        draft: the hand.
        outcome: its score, problems and open questions.
        who: the names of the players, by seat.

    Returns:
        The step as text, and the id of the element on the page where the player can do it.
    """
    rules = rule_set(draft.rules)
    if outcome.waits:
        # The hand lacks its winning tile. The page shows the tiles that complete it.
        return waits_heading(t, draft, who), "hu-answers"
    if outcome.problems:
        return t.of(rules).problem(outcome.problems[0]), "hu-result"
    if outcome.missing_seats:
        names = t("list.separator").join(who[seat] for seat in outcome.missing_seats)
        return t("others.missing", who=names), "hu-others"
    if outcome.record is None:
        return t(MESSAGE_OF_QUESTION[outcome.open_questions[0]]), "hu-answers"
    # A drawn hand is worth nothing.
    if draft.is_drawn:
        return t.amount(0, rules.unit), "hu-answers"
    winners = [str(draft.winner), *draft.claims]
    worths = []
    for seat in winners:
        worth = t.amount(outcome.hands[seat].value, rules.unit)
        if len(winners) > 1:
            worth = t.with_label(who[seat], worth)
        worths.append(worth)
    return t("list.separator").join(worths), "hu-answers"


def waits_heading(t: Texts, draft: Draft, who: Mapping[str, str]) -> str:
    """Return the heading above the tiles that complete a hand, such as "Anna waits for".

    It does not name the winner until the winner is chosen.
    """
    if draft.winner is None or draft.winner not in who:
        return t("hand.waits")
    return t("hand.waits_of", who=who[draft.winner])


def floating_html(t: Texts, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> str:
    """Return the floating line, which stays visible on a phone and leads to the next step.

    Empty if the winner has neither tiles nor figures yet.

    Args:
        t: the words of the language.
        draft: the hand. Its rack holds the winner's tiles.
        outcome: its score, problems and open questions.
        who: the names of the seats.
    """
    if not draft.rack.history.now.tiles and not draft.entered:
        return ""
    text, anchor = to_do(t, draft, outcome, who)
    line = tag("span", "", escape_text(text)) + tag("span", "", "↓")
    return f'<a class="hu-floating {_style_of(outcome.problems)}" href="#{anchor}">{line}</a>'


def open_html(t: Texts, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> str:
    """List the questions that the photos leave open about the hands that are scored.

    Args:
        t: the words of the language.
        draft: the hand.
        outcome: its score, problems and open questions.
        who: the names of the seats.
    """
    # The questions about the winner's hand have no name.
    lines = [
        _open_line(t, question, name="")
        for question in photo_questions_at(draft, outcome, seat=None)
    ]
    for seat in draft.others:
        if seat not in outcome.hands:
            continue
        name = f" · {who[seat]}"
        questions = photo_questions_at(draft, outcome, seat)
        lines += [_open_line(t, question, name=name) for question in questions]
    return "".join(lines)


def _open_line(t: Texts, question: PhotoQuestion, *, name: str) -> str:
    """Return a question that the photos leave open, with its tiles.

    Args:
        t: the words of the language.
        question: the question.
        name: the player's name with the separator before it. Empty for the winner.
    """
    if question.about == "face":
        text = t("hand.doubt")
    elif question.about == "flowers":
        text = f"{t('hand.take')}?"
    elif question.about == "set-aside":
        text = t("hand.ask_aside")
    else:
        text = t("hand.ask_set")
    pictures = tiles([tile.code for tile in question.tiles], t, "is-small")
    caption = tag("span", "", escape_text(text + name))
    return tag("p", "hu-ask", tag("span", "hu-group", pictures), caption)


def problems_html(t: Texts, problems: Sequence[Problem]) -> str:
    """Return every problem in words, in one list."""
    # Several tiles or melds can have a problem with the same words.
    lines = dict.fromkeys(t.problem(problem) for problem in problems)
    items = [tag("li", "", escape_text(line)) for line in lines]
    title = tag("h3", "", escape_text(t("result.problems")))
    return tag("section", f"hu-problems {_style_of(problems)}", title, tag("ul", "", *items))


def _style_of(problems: Sequence[Problem]) -> str:
    """Return the style class of problems: bad, open if the hand only lacks parts, or none."""
    if not problems:
        return ""
    for problem in problems:
        if not _is_unfinished(problem):
            return "is-bad"
    return "is-open"


def _is_unfinished(problem: Problem) -> bool:
    """Whether a problem is only that a part of the hand is still missing."""
    if problem.id in ("no-winning-tile", "hand-missing"):
        return True
    if problem.id != "tile-count":
        return False
    parameters = dict(problem.parameters)
    count = int(str(parameters["count"]))
    expected_count = int(str(parameters["expected"]))
    return count < expected_count
