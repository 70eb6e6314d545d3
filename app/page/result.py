"""Points and payments: the hand as it was counted, each pattern with its names and tiles, the limit, who pays whom."""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from hu.app.i18n import Texts
from hu.app.page.parts import hand_pictures, html, tag, words
from hu.app.page.scoring import Outcome
from hu.app.page.state import Draft
from hu.scoring.problems import Problem

_QUESTIONS: Final = {
    "round_wind": "ask.round_wind",
    "winner": "ask.winner",
    "how": "ask.how",
    "winning-tile": "ask.which",
}


def show_result(t: Texts, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> None:
    """Show what can be said: what is wrong, or the points and the payments."""
    if outcome.problems:
        html(problems_html(t, outcome.problems))
    if outcome.answer is not None:
        html(result_html(t, draft, outcome, who))


def floating_html(t: Texts, outcome: Outcome, who: Mapping[str, str]) -> str:
    """A line that stays in sight on a phone: what is wrong, what is still to be said, or the points."""
    place, style = "hu-result", ""
    if outcome.problems:
        text, style = t.problem(outcome.problems[0]), "is-bad"
    elif outcome.missing:
        text, place = t("others.missing", who=", ".join(who[seat] for seat in outcome.missing)), "hu-others"
    elif outcome.answer is not None:
        text = f"{_points(outcome.answer)} {t('result.points')}"
    else:
        text, place = t(_QUESTIONS[outcome.open[0]]), "hu-answers"
    line = tag("span", "", words(text)) + tag("span", "", "↓")
    return f'<a class="hu-floating {style}" href="#{place}">{line}</a>'


def _points(answer: Mapping[str, Any]) -> int:
    """The points of a hand, or of the winners' dearest."""
    points: int = answer["points"] if "points" in answer else max(each["points"] for each in answer["players"].values())
    return points


def problems_html(t: Texts, problems: Iterable[Problem]) -> str:
    """Every problem in words, in one list."""
    lines = dict.fromkeys(map(t.problem, problems))
    items = tag("ul", "", *(tag("li", "", words(line)) for line in lines))
    return tag("section", "hu-problems", tag("h3", "", words(t("result.problems"))), items)


def result_html(t: Texts, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> str:
    """Points, payments, reasons."""
    answer = outcome.answer or {}
    if draft.rules == "fimj":
        from hu.app.page.fimj import fimj_html  # noqa: PLC0415  # the other rule set's page

        return fimj_html(t, draft, outcome, who)
    total = tag("p", "hu-points", tag("strong", "", words(answer["points"])), " ", words(t("result.points")))
    counted = hand_pictures(answer["reading"], t)
    head = tag("section", "hu-result", total, _limit(t, answer))
    why = tag("section", "hu-result", tag("h3", "", words(t("result.reading"))), counted, _patterns(t, answer))
    return head + payments_html(t, answer["payments"], who) + why


def _limit(t: Texts, answer: Mapping[str, Any]) -> str:
    if answer["limit"] is None:
        return ""
    sentence = t(f"result.limit_{answer['limit']}", total=answer["total"], points=answer["points"])
    return tag("p", "hu-note", words(sentence))


def _patterns(t: Texts, answer: Mapping[str, Any]) -> str:
    listed = answer["limit"] == "listed"
    rows = [
        pattern_html(t, pattern, counts=not listed or pattern["points"] == answer["points"])
        for pattern in answer["patterns"]
    ]
    return tag("ul", "hu-patterns", *rows) if rows else ""


def pattern_html(t: Texts, pattern: Mapping[str, Any], *, counts: bool) -> str:
    """One pattern: its names, the tiles that make it, its points."""
    names = pattern["names"]
    other = "en" if t.language == "it" else "it"
    times = f" {t('result.times', count=pattern['count'])}" if pattern["count"] > 1 else ""
    title = tag("span", "hu-name", words(names[t.language] + times))
    also = tag("span", "hu-also", words(f"{pattern['id']} · {names['zh']} · {names[other]}"))
    dropped = "" if counts else tag("span", "hu-also", words(t("result.not_counted")))
    why = hand_pictures(" ".join(pattern.get("why") or ()), t, "is-small")
    points = tag("span", "hu-worth", words(pattern["points"] * pattern["count"] if counts else "–"))
    return tag("li", "" if counts else "is-dropped", tag("div", "", title, also, dropped, why), points)


def payments_html(t: Texts, payments: Mapping[str, int], who: Mapping[str, str]) -> str:
    """Who pays and who is paid, the winner first."""
    rows = sorted(payments.items(), key=lambda item: -item[1])
    lines = [_payment(t, amount, who[seat]) for seat, amount in rows if amount]
    content = tag("ul", "", *lines) if lines else tag("p", "", words(t("result.nobody_pays")))
    return tag("section", "hu-payments", tag("h3", "", words(t("result.payments"))), content)


def _payment(t: Texts, amount: int, who: str) -> str:
    return amount_line(t("result.gets" if amount > 0 else "result.pays", who=who), amount)


def amount_line(text: str, amount: int) -> str:
    """One line of a list of payments."""
    return tag("li", "is-paid" if amount > 0 else "", tag("span", "", words(text)), tag("strong", "", signed(amount)))


def signed(amount: int) -> str:
    """Write an amount with its sign, such as +60 or −20."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"
