"""Points and payments: the hand as it was counted, each pattern with its names and tiles, the limit, who pays whom."""

from collections.abc import Mapping, Sequence
from typing import Final

from hu.app.i18n import Texts
from hu.app.page.draft.scoring import Outcome, open_at
from hu.app.page.draft.state import Draft
from hu.app.page.parts.components import hand_pictures, tag, tiles, words
from hu.scoring.patterns import PatternInfo, ScoreItem
from hu.scoring.payments import DealScore, PlayerScore
from hu.scoring.problems import Problem
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.tiles import BONUS

#: How each open question is asked.
QUESTIONS: Final = {
    "round_wind": "ask.round_wind",
    "winner": "ask.winner",
    "win": "ask.source",
    "tiles": "ask.tiles",
    "winning-tile": "ask.which",
}


def problems_at(outcome: Outcome, draft: Draft, seat: str | None) -> list[Problem]:
    """What is wrong with one rack, the winner's for None; what names no seat is about the winner."""
    owner = seat or draft.winner
    return [
        problem
        for problem in outcome.problems
        if dict(problem.parameters).get("at", draft.winner) == owner
    ]


def circumstance_name(t: Texts, draft: Draft, name: str) -> str:
    """Return the name of something that accompanied a win."""
    if name == "robbed":
        return t("ask.robbed")
    if name == "last-tile" and draft.claim.win != "self-draw":
        return t("circumstance.last-tile-discard")
    rules = rule_set(draft.rules)
    for info in rules.circumstances_at(draft.options):
        if info.name == name:
            return t.of(rules).name_of(f"circumstance.{name}", info.names)
    return t.of(rules).name_of(f"circumstance.{name}", {"en": name})


def floating_html(t: Texts, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> str:
    """A line that stays in sight on a phone: what is wrong, what is still to be said, or the points."""
    if not draft.rack.history.now.tiles:
        return ""
    text, anchor = to_do(t, draft, outcome, who)
    line = tag("span", "", words(text)) + tag("span", "", "↓")
    return f'<a class="hu-floating {_kind(outcome.problems)}" href="#{anchor}">{line}</a>'


def to_do(t: Texts, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> tuple[str, str]:
    """Say what is wrong or still to be said, or else the points; and where on the page that stands."""
    if outcome.waits:
        return t("hand.waits"), "hu-answers"
    if outcome.problems:
        return t.of(rule_set(draft.rules)).problem(outcome.problems[0]), "hu-result"
    if outcome.missing:
        return t(
            "others.missing", who=", ".join(who[seat] for seat in outcome.missing)
        ), "hu-others"
    if outcome.score is not None:
        points = 0 if draft.drawn else outcome.score.players[str(draft.winner)].points
        return t.amount(points, rule_set(draft.rules).unit), "hu-answers"
    return t(QUESTIONS[outcome.open[0]]), "hu-answers"


def open_html(t: Texts, draft: Draft, outcome: Outcome, who: Mapping[str, str]) -> str:
    """What the photos leave open of the hands that count, one line for each question; empty where nothing is."""
    seats = [seat for seat in draft.others if outcome.score and seat in outcome.score.players]
    lines = ""
    for seat in (None, *seats):
        for found, where in open_at(draft, outcome, seat):
            flowers = all(tile.face in BONUS for tile in found)
            question = (
                t("hand.doubt")
                if not where
                else f"{t('hand.take')}?"
                if flowers
                else t("hand.ask_set")
            )
            pictures = tag("span", "hu-group", tiles((tile.code for tile in found), t, "is-small"))
            name = "" if seat is None else f" · {who[seat]}"
            lines += tag("p", "hu-ask", pictures, tag("span", "", words(question + name)))
    return lines


def _kind(problems: Sequence[Problem]) -> str:
    """Whether something is wrong: of a hand that is not finished yet, nothing is."""
    for found in problems:
        values = dict(found.parameters)
        few = found.id == "tile-count" and int(str(values["count"])) < int(str(values["expected"]))
        if not (few or found.id in ("no-winning-tile", "hand-missing")):
            return "is-bad"
    return "is-open" if problems else ""


def problems_html(t: Texts, problems: Sequence[Problem]) -> str:
    """Every problem in words, in one list."""
    lines = dict.fromkeys(map(t.problem, problems))
    items = tag("ul", "", *(tag("li", "", words(line)) for line in lines))
    return tag(
        "section",
        f"hu-problems {_kind(problems)}",
        tag("h3", "", words(t("result.problems"))),
        items,
    )


def result_html(
    t: Texts, draft: Draft, outcome: Outcome, who: Mapping[str, str], *, paid: bool = True
) -> str:
    """The winners' points with their reasons, then the others' where they count; ``paid`` adds who pays whom."""
    score = outcome.score
    if score is None:
        return ""
    winners = [seat for seat in draft.seats if seat == draft.winner or seat in draft.claims]
    named = len(winners) > 1
    # The tiles of another winner may still be missing.
    winners = [seat for seat in winners if seat in score.players]
    reasons = [
        _reasons(t, score.players[seat], outcome, who[seat] if named else "") for seat in winners
    ]
    if draft.drawn:
        if paid and score.payments is not None:
            reasons.append(payments_html(t, score.payments, who, score.pot))
        # What is settled after the game, with the player whom it concerns.
        lines = (f"{who[seat]}: {t.name(note)}" for seat, note in score.notes.items())
        reasons += [tag("p", "hu-note", words(line)) for line in lines]
    elif paid:
        reasons.append(transfers_html(t, score))
    # The others' points, where they count.
    rest = [seat for seat in score.players if seat not in winners]
    return "".join(reasons) + "".join(_other(t, score.players[seat], who[seat]) for seat in rest)


def transfers_html(t: Texts, score: DealScore) -> str:
    """Who pays whom and why, in rules where players pay in pairs."""
    lines = [tag("li", "", words(t.name(transfer.reasons))) for transfer in score.transfers]
    if not lines or score.payments is None:
        return ""
    return tag(
        "details",
        "hu-folded",
        tag("summary", "", words(t("result.transfers"))),
        tag("ul", "", *lines),
    )


def _reasons(t: Texts, player: PlayerScore, outcome: Outcome, name: str) -> str:
    """The hand as it was counted, with what cut or made its points and every pattern that it holds."""
    title = words(f"{t('result.reading')} · {name}" if name else t("result.reading"))
    remarks = [tag("p", "hu-note", words(t.name(remark))) for remark in player.remarks]
    items = items_html(t, player.items)
    pictures = hand_pictures(outcome.without_guess(player.arrangement), t)
    return tag("section", "hu-result", tag("h3", "", title), *remarks, pictures, items)


def items_html(t: Texts, items: Sequence[ScoreItem]) -> str:
    """The patterns of a hand; those that were not counted stand below those that were."""
    ordered = sorted(items, key=lambda item: not item.counts)
    return tag("ul", "hu-patterns", *(item_html(t, item) for item in ordered)) if items else ""


def item_html(t: Texts, item: ScoreItem) -> str:
    """One pattern: its names, the tiles that earn it, its worth."""
    pattern = item.pattern
    times = (
        f" {t('result.times', count=item.count)}"
        if item.count > 1 and not pattern.unit.doubles
        else ""
    )
    first = pattern.number or t.name(pattern.condition)
    also = " · ".join(filter(None, (first, t.also(pattern.names))))
    dropped = "" if item.counts else tag("span", "hu-also", words(t("result.not_counted")))
    title = tag("span", "hu-name", words(t.name(pattern.names) + times))
    why = hand_pictures(" ".join(item.tiles), t, "is-small")
    content = tag("div", "", title, tag("span", "hu-also", words(also)), dropped, why)
    head = tag("summary", "hu-pattern", content, tag("span", "hu-worth", words(item.text)))
    return tag(
        "li", "" if item.counts else "is-dropped", tag("details", "", head, _rule_html(t, pattern))
    )


def _rule_html(t: Texts, pattern: PatternInfo) -> str:
    """What a pattern takes, a hand that holds it, and where its rule stands."""
    parts = [tag("p", "hu-condition", words(t.name(pattern.condition)))]
    if pattern.example:
        caption = tag("figcaption", "", words(t("result.example")))
        parts.append(
            tag("figure", "hu-example", caption, hand_pictures(pattern.example, t, "is-small"))
        )
    if pattern.source:
        parts.append(tag("p", "hu-source", words(t.name(pattern.source))))
    return tag("div", "hu-rule", *parts)


def _other(t: Texts, player: PlayerScore, name: str) -> str:
    items = items_html(t, player.items)
    status = tag("p", "hu-hint", words(t.name(player.status.names))) if player.status else ""
    remarks = "".join(tag("p", "hu-note", words(t.name(remark))) for remark in player.remarks)
    pictures = hand_pictures(player.arrangement, t, "is-small") if player.arrangement else ""
    head = tag("summary", "", tag("span", "", words(name)), tag("strong", "", words(player.points)))
    return tag("details", "hu-folded hu-result", head, status, pictures, remarks, items)


def payments_html(
    t: Texts, payments: Mapping[str, int], who: Mapping[str, str], pot: int = 0
) -> str:
    """Who pays and who is paid, the winner first, then what stays on the table or is taken from it."""
    rows = sorted(payments.items(), key=lambda item: -item[1])
    ways = {True: "result.gets", False: "result.pays"}
    lines = [
        amount_line(t(ways[amount > 0], who=who[seat]), amount) for seat, amount in rows if amount
    ]
    if pot:
        lines.append(amount_line(t("sheet.pot"), pot))
    content = tag("ul", "", *lines) if lines else tag("p", "", words(t("result.nobody_pays")))
    return tag("section", "hu-payments", tag("h3", "", words(t("result.payments"))), content)


def amount_line(text: str, amount: int) -> str:
    """One line of a list of payments."""
    return tag(
        "li",
        "is-paid" if amount > 0 else "",
        tag("span", "", words(text)),
        tag("strong", "", with_sign(amount)),
    )


def with_sign(amount: int) -> str:
    """Write an amount with its sign, such as +60 or −20."""
    return f"+{amount}" if amount > 0 else f"−{-amount}" if amount else "0"
