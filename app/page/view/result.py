"""Writes the result of a hand as HTML: how it was counted, its patterns, and the payments."""

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from hu.app.i18n import Texts
from hu.app.page.draft.scoring import Outcome
from hu.app.page.draft.state import Draft
from hu.app.page.parts.components import escape_text, hand_pictures, tag
from hu.app.page.view.patterns import ShownPattern, shown_patterns
from hu.app.records.scores import ScoreRecord
from hu.app.records.sentences import sentence_names
from hu.scoring.patterns import PatternInfo
from hu.scoring.rule_set.registry import rule_set


def circumstance_name(t: Texts, draft: Draft, name: str) -> str:
    """Return the name of a circumstance of a win.

    The page names a robbed quad among the circumstances. The circumstance of the last tile has
    another name if the tile was discarded.

    Args:
        t: the words of the language.
        draft: the hand.
        name: the id of the circumstance.
    """
    if name == "robbed":
        return t("ask.robbed")
    if name == "last-tile" and draft.claim.win != "self-draw":
        return t("circumstance.last-tile-discard")
    rules = rule_set(draft.rules)
    for info in rules.circumstances_at(draft.options):
        if info.name == name:
            return t.of(rules).name_of(f"circumstance.{name}", info.names)
    # The rules have changed since the hand was saved, and do not have this circumstance any more.
    # Return its id.
    return t.of(rules).name_of(f"circumstance.{name}", {"en": name})


def result_html(
    t: Texts,
    draft: Draft,
    outcome: Outcome,
    who: Mapping[str, str],
    *,
    shows_payments: bool = True,
) -> str:
    """Return the score of a hand. Empty without a score.

    For a win it has the patterns of each winner and the reasons of the payments. For a drawn hand
    it has the payments. In both cases notes about fines that are paid after the game follow, and
    then the scores of the other players' hands, in rules that score them.

    Args:
        t: the words of the language.
        draft: the hand.
        outcome: its score, problems and open questions.
        who: the names of the seats.
        shows_payments: whether to show the payments of a drawn hand, and the reasons of the
            payments for a win.
    """
    record = outcome.record
    if record is None:
        return ""
    winners = [seat for seat in draft.seats if seat == draft.winner or seat in draft.claims]
    parts = []
    for seat in winners:
        # A winner whose tiles are still missing has no score.
        if seat in outcome.hands:
            name = who[seat] if len(winners) > 1 else ""
            parts.append(_winner_html(t, draft, outcome, seat, name=name))

    # The payments of a win are shown at the seats of the table. A drawn hand is shown without the
    # table, so its payments are listed here.
    if draft.is_drawn:
        if shows_payments and outcome.payments is not None:
            parts.append(payments_html(t, outcome.payments, who, pot=record.pot or 0))
    elif shows_payments:
        parts.append(transfers_html(t, record))

    # Each note is about a fine that the player at a seat pays after the game.
    for seat, note in (record.notes or {}).items():
        sentence = t.name(sentence_names(note))
        parts.append(tag("p", "hu-note", escape_text(t.with_label(who[seat], sentence))))
    for seat, score in outcome.hands.items():
        if seat not in winners:
            parts.append(_other_html(t, draft, score, name=who[seat]))
    return "".join(parts)


def transfers_html(t: Texts, score: ScoreRecord) -> str:
    """List the reasons of the transfers between pairs of players.

    Empty in rules whose players do not pay in pairs, and while the payments are unknown.
    """
    if not score.transfers or score.payments is None:
        return ""
    lines = []
    for transfer in score.transfers:
        # Not every transfer has a reason.
        if transfer.reasons is not UNSET:
            lines.append(tag("li", "", escape_text(t.name(sentence_names(transfer.reasons)))))
    title = tag("summary", "", escape_text(t("result.transfers")))
    return tag("details", "hu-folded", title, tag("ul", "", *lines))


def _winner_html(t: Texts, draft: Draft, outcome: Outcome, seat: str, *, name: str) -> str:
    """Return a winner's hand as it was counted: remarks about limits, tiles, and patterns.

    If figures were entered instead of tiles, it has only the remarks.

    Args:
        t: the words of the language.
        draft: the hand.
        outcome: its score, problems and open questions.
        seat: the winner's seat.
        name: the winner's name. Empty for a sole winner.
    """
    score = outcome.hands[seat]
    if not score.reading:
        # The points were entered without tiles.
        return tag("section", "hu-result", *_remarks_html(t, score))
    title = t("result.reading")
    if name:
        title = f"{title} · {name}"
    return tag(
        "section",
        "hu-result",
        tag("h3", "", escape_text(title)),
        *_remarks_html(t, score),
        hand_pictures(outcome.without_assumed_winning_tile(score.reading), t),
        patterns_html(t, shown_patterns(score, draft)),
    )


def _remarks_html(t: Texts, score: ScoreRecord) -> list[str]:
    """Return a line for each remark about a score, such as a limit that was reached."""
    sentences = [t.name(sentence_names(remark)) for remark in score.remarks or ()]
    return [tag("p", "hu-note", escape_text(sentence)) for sentence in sentences]


def patterns_html(t: Texts, patterns: Sequence[ShownPattern]) -> str:
    """List the patterns of a hand. Patterns that do not count come last."""
    if not patterns:
        return ""
    items = [pattern_html(t, pattern) for pattern in patterns if pattern.record.counts]
    items += [pattern_html(t, pattern) for pattern in patterns if not pattern.record.counts]
    return tag("ul", "hu-patterns", *items)


def pattern_html(t: Texts, pattern: ShownPattern) -> str:
    """Return a pattern as HTML: its names, condition, tiles and worth."""
    record = pattern.record
    info = pattern.info
    name = t.name(info.names)
    # The worth of a doubling pattern, such as "× 4", already shows how often it counts.
    if record.count > 1 and not info.unit.doubles:
        name = f"{name} {t('result.times', count=record.count)}"
    # The name in Chinese characters. Empty if the page's language is written in them, or if the
    # pattern has no such name.
    name_in_characters = t.also(info.names)
    small_texts = [text for text in (t.name(info.condition), name_in_characters) if text]
    if pattern.house_value is not None:
        # The condition may begin with the published value, so the value by the house rules comes
        # before the condition.
        worth = t.amount(pattern.house_value, info.unit)
        small_texts.insert(0, t("result.house_value", worth=worth))
    remark = ""
    if not record.counts:
        remark = tag("span", "hu-also", escape_text(t("result.not_counted")))
    content = tag(
        "div",
        "",
        tag("span", "hu-name", escape_text(name)),
        tag("span", "hu-also", escape_text(" · ".join(small_texts))),
        remark,
        hand_pictures(" ".join(pattern.tiles), t, "is-small"),
    )
    head = tag("summary", "hu-pattern", content, tag("span", "hu-worth", escape_text(pattern.text)))
    style = "" if record.counts else "is-dropped"
    return tag("li", style, tag("details", "", head, _rule_html(t, info)))


def _rule_html(t: Texts, pattern: PatternInfo) -> str:
    """Return the condition of a pattern, an example of a hand with it, and the rule's source."""
    parts = [tag("p", "hu-condition", escape_text(t.name(pattern.condition)))]
    if pattern.example:
        caption = tag("figcaption", "", escape_text(t("result.example")))
        pictures = hand_pictures(pattern.example, t, "is-small")
        parts.append(tag("figure", "hu-example", caption, pictures))
    if pattern.source:
        parts.append(tag("p", "hu-source", escape_text(t.name(pattern.source))))
    return tag("div", "hu-rule", *parts)


def _other_html(t: Texts, draft: Draft, score: ScoreRecord, name: str) -> str:
    """Return the score of the hand of a player who did not win. It opens with a tap.

    Args:
        t: the words of the language.
        draft: the whole deal.
        score: the score of the player's hand.
        name: the player's name.
    """
    head = tag("span", "", escape_text(name)) + tag(
        "strong", "", escape_text(t.number(score.value))
    )
    parts = [tag("summary", "", head)]
    if score.status:
        status = rule_set(draft.rules).statuses[score.status.id]
        parts.append(tag("p", "hu-hint", escape_text(t.name(status.names))))
    if score.reading:
        parts.append(hand_pictures(score.reading, t, "is-small"))
    parts += _remarks_html(t, score)
    parts.append(patterns_html(t, shown_patterns(score, draft)))
    return tag("details", "hu-folded hu-result", *parts)


def payments_html(
    t: Texts, payments: Mapping[str, int], who: Mapping[str, str], pot: int = 0
) -> str:
    """List the payments, the highest first. Players whose amount is 0 are left out.

    Args:
        t: the words of the language.
        payments: the points that each seat gets. Negative if the player pays.
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
    nobody_pays = tag("p", "", escape_text(t("result.nobody_pays")))
    content = tag("ul", "", *lines) if lines else nobody_pays
    return tag("section", "hu-payments", tag("h3", "", escape_text(t("result.payments"))), content)


def amount_line(t: Texts, text: str, amount: int) -> str:
    """Return a line of a list of payments.

    Args:
        t: the words of the language.
        text: who gets or pays the amount.
        amount: the amount in points. Negative if the player pays.
    """
    style = "is-gain" if amount > 0 else ""
    return tag("li", style, tag("span", "", escape_text(text)), tag("strong", "", t.signed(amount)))
