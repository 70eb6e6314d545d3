"""Points and payments: the hand as it was counted, its patterns, and the payments."""

from collections.abc import Mapping, Sequence

from hu.app.i18n import Texts
from hu.app.page.draft.scoring import Outcome
from hu.app.page.draft.state import Draft
from hu.app.page.parts.components import hand_pictures, tag, words
from hu.scoring.patterns import PatternInfo, ScoreItem
from hu.scoring.payments import DealScore, PlayerScore
from hu.scoring.rule_set.registry import rule_set


def circumstance_name(t: Texts, draft: Draft, name: str) -> str:
    """Return the name of a circumstance of a win."""
    if name == "robbed":
        return t("ask.robbed")
    if name == "last-tile" and draft.claim.win != "self-draw":
        return t("circumstance.last-tile-discard")
    rules = rule_set(draft.rules)
    for info in rules.circumstances_at(draft.options):
        if info.name == name:
            return t.of(rules).name_of(f"circumstance.{name}", info.names)
    return t.of(rules).name_of(f"circumstance.{name}", {"en": name})


def result_html(
    t: Texts, draft: Draft, outcome: Outcome, who: Mapping[str, str], *, paid: bool = True
) -> str:
    """Return the winners' points with their reasons, then the others' if they count.

    Args:
        t: the words of the language.
        draft: the hand.
        outcome: its score, problems and open questions.
        who: the names of the seats.
        paid: whether to add the payments.
    """
    score = outcome.score
    if score is None:
        return ""
    winners = [seat for seat in draft.seats if seat == draft.winner or seat in draft.claims]
    parts = []
    for seat in winners:
        # The tiles of another winner may still be missing.
        if seat in score.players:
            name = who[seat] if len(winners) > 1 else ""
            parts.append(_winner_html(t, score.players[seat], outcome, name))
    if draft.drawn:
        if paid and score.payments is not None:
            parts.append(payments_html(t, score.payments, who, score.pot))
        # Payments after the game, with the player whom they concern.
        for seat, note in score.notes.items():
            parts.append(tag("p", "hu-note", words(f"{who[seat]}: {t.name(note)}")))
    elif paid:
        parts.append(transfers_html(t, score))
    for seat, player in score.players.items():
        if seat not in winners:
            parts.append(_other_html(t, player, who[seat]))
    return "".join(parts)


def transfers_html(t: Texts, score: DealScore) -> str:
    """List the reasons of the payments between two players, in rules where players pay in pairs."""
    if not score.transfers or score.payments is None:
        return ""
    lines = [tag("li", "", words(t.name(transfer.reasons))) for transfer in score.transfers]
    title = tag("summary", "", words(t("result.transfers")))
    return tag("details", "hu-folded", title, tag("ul", "", *lines))


def _winner_html(t: Texts, player: PlayerScore, outcome: Outcome, name: str) -> str:
    """Return a hand as it was counted, with its patterns and with remarks about limits and sums.

    Args:
        t: the words of the language.
        player: the winner's score.
        outcome: its score, problems and open questions.
        name: the winner, if there are several.
    """
    if not player.arrangement:
        # The points were entered without tiles.
        return tag("section", "hu-result", *_remarks(t, player))
    title = t("result.reading")
    if name:
        title = f"{title} · {name}"
    return tag(
        "section",
        "hu-result",
        tag("h3", "", words(title)),
        *_remarks(t, player),
        hand_pictures(outcome.without_guess(player.arrangement), t),
        items_html(t, player.items),
    )


def _remarks(t: Texts, player: PlayerScore) -> list[str]:
    return [tag("p", "hu-note", words(t.name(remark))) for remark in player.remarks]


def items_html(t: Texts, items: Sequence[ScoreItem]) -> str:
    """Return the patterns of a hand. Patterns that were not counted are at the end."""
    if not items:
        return ""
    counted = [item_html(t, item) for item in items if item.counts]
    dropped = [item_html(t, item) for item in items if not item.counts]
    return tag("ul", "hu-patterns", *counted, *dropped)


def item_html(t: Texts, item: ScoreItem) -> str:
    """Return a pattern as HTML: its names, condition, tiles and worth."""
    pattern = item.pattern
    name = t.name(pattern.names)
    if item.count > 1 and not pattern.unit.doubles:
        name = f"{name} {t('result.times', count=item.count)}"
    facts = [t.name(pattern.condition), t.also(pattern.names)]
    dropped = "" if item.counts else tag("span", "hu-also", words(t("result.not_counted")))
    content = tag(
        "div",
        "",
        tag("span", "hu-name", words(name)),
        tag("span", "hu-also", words(" · ".join(fact for fact in facts if fact))),
        dropped,
        hand_pictures(" ".join(item.tiles), t, "is-small"),
    )
    head = tag("summary", "hu-pattern", content, tag("span", "hu-worth", words(item.text)))
    style = "" if item.counts else "is-dropped"
    return tag("li", style, tag("details", "", head, _rule_html(t, pattern)))


def _rule_html(t: Texts, pattern: PatternInfo) -> str:
    """Return the condition of a pattern, a hand that holds it, and the source of its rule."""
    parts = [tag("p", "hu-condition", words(t.name(pattern.condition)))]
    if pattern.example:
        caption = tag("figcaption", "", words(t("result.example")))
        pictures = hand_pictures(pattern.example, t, "is-small")
        parts.append(tag("figure", "hu-example", caption, pictures))
    if pattern.source:
        parts.append(tag("p", "hu-source", words(t.name(pattern.source))))
    return tag("div", "hu-rule", *parts)


def _other_html(t: Texts, player: PlayerScore, name: str) -> str:
    """Return the score of another player's hand, folded."""
    head = tag("span", "", words(name)) + tag("strong", "", words(t.number(player.points)))
    parts = [tag("summary", "", head)]
    if player.status:
        parts.append(tag("p", "hu-hint", words(t.name(player.status.names))))
    if player.arrangement:
        parts.append(hand_pictures(player.arrangement, t, "is-small"))
    parts += _remarks(t, player)
    parts.append(items_html(t, player.items))
    return tag("details", "hu-folded hu-result", *parts)


def payments_html(
    t: Texts, payments: Mapping[str, int], who: Mapping[str, str], pot: int = 0
) -> str:
    """List the payments, the winner first.

    Args:
        t: the words of the language.
        payments: the amount of each seat.
        who: the names of the seats.
        pot: the amount that stays on the table. Negative if it is taken from the table.
    """
    lines = []
    for seat in sorted(payments, key=payments.__getitem__, reverse=True):
        amount = payments[seat]
        if amount:
            key = "result.gets" if amount > 0 else "result.pays"
            lines.append(amount_line(t, t(key, who=who[seat]), amount))
    if pot:
        lines.append(amount_line(t, t("sheet.pot"), pot))
    content = tag("p", "", words(t("result.nobody_pays")))
    if lines:
        content = tag("ul", "", *lines)
    return tag("section", "hu-payments", tag("h3", "", words(t("result.payments"))), content)


def amount_line(t: Texts, text: str, amount: int) -> str:
    """Return a line of a list of payments."""
    style = "is-paid" if amount > 0 else ""
    return tag("li", style, tag("span", "", words(text)), tag("strong", "", t.signed(amount)))
