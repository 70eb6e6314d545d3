"""Describes the column beside the winner's tiles: questions, problems and the result."""

from collections.abc import Iterator, Sequence

from hu.app.page.draft.answers import MOST_COUNTERS
from hu.app.page.draft.scoring import Outcome
from hu.app.page.draft.state import NOBODY, Draft
from hu.app.page.parts.components import escape_text, tag
from hu.app.page.parts.hand import SavePart, TilesPart, WaitsPart, WaitView
from hu.app.page.parts.panel import (
    ActionPart,
    ChoicePart,
    MarkupPart,
    NumberPart,
    PanelPart,
    ask_choice,
)
from hu.app.page.photos.photo import LIMIT_MB
from hu.app.page.state import ASK
from hu.app.page.view.problems import open_html, waits_heading
from hu.app.page.view.racks import lead_to_next_rack, other_racks, other_winners
from hu.app.page.view.result import circumstance_name, result_html
from hu.app.page.view.scored_hand import status_name
from hu.app.page.view.seats import seats_view
from hu.app.page.view.shown import Shown, notice_text, problem_parts
from hu.scoring.rule_set.declared import Question
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.tiles import KINDS
from hu.scoring.waits import Wait, WaitWorth


def hand_parts(shown: Shown) -> list[PanelPart]:
    """Describe everything beside the winner's tiles: questions, problems, buttons and the result.

    If nobody won, there are no winner's tiles, and these parts are the contents of the only column.
    """
    draft = shown.draft
    outcome = shown.outcome
    parts: list[PanelPart] = []
    if draft.is_drawn:
        parts += _ask_about_draw(shown)
    else:
        parts += _ask_about_win(shown)
        if draft.claim.win is not None:
            parts += _ask_further_about_win(shown)
    # The floating line at the foot of a phone's screen can lead to this place.
    parts.append(MarkupPart('<div id="hu-result" class="hu-place"></div>'))

    problems = outcome.problems
    if outcome.waits:
        # The hand lacks only its winning tile, and the list of waits shows that.
        problems = tuple(problem for problem in problems if problem.id != "tile-count")
    parts += problem_parts(shown, problems)
    if outcome.missing_seats:
        who = shown.t("list.separator").join(shown.who[seat] for seat in outcome.missing_seats)
        parts.append(
            MarkupPart(tag("p", "hu-note", escape_text(shown.t("others.missing", who=who))))
        )

    parts += lead_to_next_rack(shown, seat=None)
    parts += _offer_save(shown)
    if outcome.record is not None:
        parts.append(MarkupPart(result_html(shown.t, draft, outcome, shown.who)))
    return parts


def _ask_about_draw(shown: Shown) -> Iterator[PanelPart]:
    """Ask about a hand that nobody won.

    Rules that score every hand need each player's tiles. Other rules need the reason and the
    players' statuses. In both cases the rule set's own questions are added.
    """
    if shown.rules.scores_every_hand:
        yield from _ask_own_questions(shown)
        yield from other_racks(shown)
    else:
        yield from _ask_why_drawn(shown)
        yield from _ask_statuses(shown)
        yield from _ask_own_questions(shown)


def _ask_further_about_win(shown: Shown) -> Iterator[PanelPart]:
    """Ask the questions that come after who won and who discarded.

    They are the rule set's own questions, the question about undeclared patterns, and the questions
    about the other players' tiles, wins or statuses.
    """
    yield from _ask_own_questions(shown)
    if shown.outcome.waivable:
        yield _ask_undeclared_patterns(shown)
    if shown.rules.scores_every_hand:
        yield from other_racks(shown)
    else:
        # A hand whose figures are entered has a single winner.
        has_figures = shown.draft.entered is not None
        if not has_figures:
            yield from other_winners(shown)
        yield from _ask_statuses(shown)


def _ask_about_win(shown: Shown) -> Iterator[PanelPart]:
    """Ask for the facts of a win.

    First come the waits of a hand that lacks its winning tile, the round wind of a hand without a
    game, and the table at which the player chooses who won and who discarded. Once both are chosen,
    the circumstances and the question about an earlier discarder follow.
    """
    t = shown.t
    draft = shown.draft
    outcome = shown.outcome
    if outcome.waits:
        waits = tuple(_describe_wait(shown, wait) for wait in outcome.waits)
        yield WaitsPart(waits_heading(t, draft, shown.who), waits)
    if shown.rules.has_round_wind and shown.game is None:
        winds = {seat: t.seat(seat) for seat in shown.rules.seats}
        label = t("ask.round_wind")
        yield ask_choice(("ask", "round_wind"), label, winds, [draft.round_wind or ""])
    yield seats_view(shown)
    if draft.claim.win is None:
        return
    if outcome.circumstances or outcome.can_be_robbed:
        yield _ask_circumstances(shown)
    # An answer stays visible, so that the player can take it back.
    if outcome.asks_for_earlier_discarder or draft.earlier is not None:
        yield _ask_earlier_discarder(shown)


def figure_parts(shown: Shown) -> Iterator[PanelPart]:
    """Ask for the figures that replace the winner's tiles.

    Until a figure has been entered, offer to enter tiles instead. After that the offer is left out,
    because a tap on it would drop the figures.
    """
    t = shown.t
    entered = shown.draft.entered or {}
    yield MarkupPart(tag("h2", "hu-heading", escape_text(t("hand.enter_points"))))
    for figure in shown.rules.figures:
        op = ("ask", figure.id)
        label = t.name(figure.names)
        value = entered.get(figure.id)
        if figure.kind == "choice":
            shown_name_of = {choice: t.name(names) for choice, names in figure.choices.items()}
            chosen = [] if value is None else [str(value)]
            yield ask_choice(op, label, shown_name_of, chosen)
        else:
            yield NumberPart(
                op=op,
                label=label,
                value=value if isinstance(value, int) else None,
                least=figure.least,
                most=figure.most,
                step=figure.step,
            )
    if not entered:
        label = t("hand.enter_tiles")
        enters_figures = False
        yield ActionPart(("ask", "enter", enters_figures), "enter", label, look="quiet")


def _describe_wait(shown: Shown, wait: Wait) -> WaitView:
    """Describe a tile that completes the hand, with the points that it gives."""
    worths = [worth for worth in (wait.discard, wait.self_draw) if worth is not None]
    # Each text is kept once, because a discard and a self-draw often give the same points.
    points_texts = dict.fromkeys(_points_text(shown, worth) for worth in worths)
    tile = shown.t.tile(wait.tile)
    label = shown.t("hand.wait", tile=tile, points=" / ".join(points_texts), left=wait.left)
    return WaitView(wait.tile, label)


def _points_text(shown: Shown, worth: WaitWorth) -> str:
    """Write the points of a wait.

    Points below the rule set's minimum are in brackets. Unknown points, for which an answer is
    missing, are ``?``.
    """
    if worth.points is None:
        return "?"
    points = shown.t.number(worth.points)
    return f"({points})" if worth.is_below_minimum else points


def _ask_circumstances(shown: Shown) -> ChoicePart:
    """Ask which circumstances accompanied the win."""
    draft = shown.draft
    outcome = shown.outcome
    chosen = set(draft.claim.circumstances)
    if draft.claim.win == "robbed-kong":
        # The page asks for a robbed quad among the circumstances.
        chosen.add("robbed")
    circumstances = list(outcome.circumstances)
    if outcome.can_be_robbed:
        circumstances.append("robbed")
    # An answer that no longer applies stays visible, so that the player can take it back.
    circumstances += sorted(chosen.difference(circumstances))
    names = {name: circumstance_name(shown.t, draft, name) for name in circumstances}
    return ask_choice(("ask", "special"), shown.t("ask.special"), names, chosen, many=True)


def _ask_earlier_discarder(shown: Shown) -> ChoicePart:
    """Ask which player had discarded the same face as the winning tile before this win.

    Only the winner's last discard and the discards since then count. The possible answers are
    nobody, the winner, and every other player except the discarder of the winning tile.
    """
    t = shown.t
    draft = shown.draft
    winner = str(draft.winner)
    names = {NOBODY: t("ask.nobody")}
    for seat in draft.seats:
        if seat not in (winner, draft.claim.source):
            names[seat] = shown.who[seat]
    names[winner] = t("ask.self", who=shown.who[winner])
    question = t("ask.earlier", who=shown.who[winner])
    # Until the question is answered, the answer "nobody" is chosen.
    chosen = draft.earlier or NOBODY
    return ask_choice(("ask", "earlier"), question, names, [chosen])


def _ask_undeclared_patterns(shown: Shown) -> ChoicePart:
    """Ask which patterns the winner did not declare although they had to be declared."""
    all_names = {pattern.id: shown.t.name(pattern.names) for pattern in shown.rules.patterns}
    names = {}
    for pattern_id in shown.outcome.waivable:
        # A pattern that is not in the rule set's table is called by its id.
        names[pattern_id] = all_names.get(pattern_id, pattern_id)
    label = shown.t("others.waived")
    return ask_choice(("ask", "waived"), label, names, shown.draft.waived, many=True)


def _ask_own_questions(shown: Shown) -> Iterator[PanelPart]:
    """Ask the rule set's own questions if they can matter.

    Numbers, such as the number of honba, are asked only without a game. A game knows them, and the
    head of its screen shows them.
    """
    kinds = ["tiles", "seat", "seats"]
    if shown.game is None:
        kinds.append("number")
    for question in relevant_questions(shown.draft, shown.outcome, kinds):
        if question.kind == "tiles":
            yield _ask_tiles(shown, question)
        elif question.kind == "number":
            yield _ask_number(shown, question)
        else:
            yield _ask_seats(shown, question)


def relevant_questions(draft: Draft, outcome: Outcome, kinds: Sequence[str]) -> Iterator[Question]:
    """Return the rule set's own questions that matter to the score of a deal.

    If the deal is not scored yet, these are the questions that may matter to its score. If figures
    replace the winner's tiles, only questions that the rules allow together with figures are
    returned.

    Args:
        draft: the hand.
        outcome: its score, problems and open questions.
        kinds: the kinds of the questions to return, such as ``"tiles"`` or ``"seat"``.
    """
    rules = rule_set(draft.rules)
    for question in rules.questions:
        if question.kind not in kinds:
            continue
        if draft.entered is not None and question.id not in rules.beside_figures:
            continue
        if outcome.record is not None:
            matters = question in outcome.rule_questions
        else:
            matters = _may_matter(question, draft)
        if matters:
            yield question


def _may_matter(question: Question, draft: Draft) -> bool:
    """Whether a question may matter to a deal that is not scored yet."""
    if question.is_about_win:
        # Only the score shows whether such a question matters, for example who is liable for the
        # win.
        return False
    if draft.is_drawn and not question.is_also_asked_after_draw:
        return False
    is_exhaustive_draw = draft.is_drawn and not draft.void
    if question.is_asked_only_after_exhaustive_draw and not is_exhaustive_draw:
        return False

    if not question.circumstances:
        return True
    # The question matters only if a winner has one of its circumstances.
    answer = draft.asked.get(question.id)
    if answer:
        # An answer stays visible, so that the player can take it back.
        return True
    winners_circumstances = set(draft.claim.circumstances)
    for claim in draft.claims.values():
        winners_circumstances |= claim.circumstances
    return not winners_circumstances.isdisjoint(question.circumstances)


def _ask_number(shown: Shown, question: Question) -> NumberPart:
    """Ask for a number, such as the number of counters on the table."""
    count = shown.draft.asked.get(question.id, 0)
    # ``question.most`` is 0 if the question has no limit of its own.
    most = MOST_COUNTERS
    if question.most:
        most = min(question.most, MOST_COUNTERS)
    return NumberPart(
        op=("ask", question.id),
        label=shown.t.name(question.names),
        value=count if isinstance(count, int) else None,
        least=0,
        most=most,
        step=1,
    )


def _ask_tiles(shown: Shown, question: Question) -> TilesPart:
    """Ask for tiles, which can be tapped in or photographed."""
    t = shown.t
    answer = shown.draft.asked.get(question.id, ())
    missing_kinds = shown.rules.hand_shape.missing_kinds
    faces = [face for face in KINDS if face not in missing_kinds]
    return TilesPart(
        op=("ask", question.id),
        label=t.name(question.names),
        faces=answer if isinstance(answer, tuple) else (),
        most=question.most,
        limit=LIMIT_MB,
        names={face: t.tile(face) for face in faces},
        problem=notice_text(shown, f"{ASK}{question.id}"),
        # The browser fills in the placeholders of the messages.
        texts={
            "add": t("hand.add"),
            "done": t("hand.done"),
            "remove_tile": t.messages["ask.remove_tile"],
            "photograph": t("ask.photograph"),
            "reading": t("snap.reading"),
            "too_large": t.messages["snap.too_large"],
        },
    )


def _ask_seats(shown: Shown, question: Question) -> ChoicePart:
    """Ask for a single player, or for several, such as the players who declared riichi.

    A question about several players offers no winner: a winner's riichi is a circumstance of the
    win. A question about a single player, such as who is liable for the win, offers everybody but
    the winner, even another winner of the same discard.
    """
    draft = shown.draft
    t = shown.t
    many = question.kind == "seats"
    names = {}
    for seat in draft.seats:
        is_other_winner = seat in draft.claims
        is_excluded = seat == draft.winner or (many and is_other_winner)
        if not is_excluded:
            names[seat] = shown.who[seat]
    # The answer is a tuple of seats to a question about several players, and else a seat. Without
    # an answer yet it is an empty text, which chooses no seat.
    answer = draft.asked.get(question.id, "")
    # Types allow a number too, which is never the answer to a question about players.
    chosen_seats = answer if isinstance(answer, tuple) else (str(answer),)
    if not many:
        # This message asks "who?" about anything, not only about a status.
        message_key = "ask.status"
    elif draft.is_drawn:
        message_key = "ask.declared_drawn"
    else:
        message_key = "ask.declared"
    # A rule set can have its own text for the question.
    label = t.of(shown.rules).messages.get(f"{message_key}-{question.id}")
    if not label:
        label = t(message_key, what=t.name(question.names))
    return ask_choice(("ask", question.id), label, names, chosen_seats, many=many)


def _ask_why_drawn(shown: Shown) -> Iterator[PanelPart]:
    """Ask why nobody won, in rules in which a hand can end before the wall is used up."""
    reasons = shown.rules.voids_at(shown.draft.chosen_options)
    if reasons:
        shown_name_of = {reason: shown.t.name(names) for reason, names in reasons.items()}
        yield ask_choice(("ask", "void"), shown.t("sheet.why"), shown_name_of, [shown.draft.void])


def _ask_statuses(shown: Shown) -> Iterator[PanelPart]:
    """Ask which players have each status of the rules, such as a waiting hand.

    Most statuses count only after a hand that nobody won. Only a few count if somebody won.
    """
    if shown.draft.void:
        # The hand ended before the wall was used up, so nobody shows a hand or has a status.
        return
    t = shown.t.of(shown.rules)
    # The names of the players who can have a status, by seat.
    names = {}
    for seat in shown.draft.seats:
        if seat != shown.draft.winner:
            names[seat] = shown.who[seat]
    has_winner = not shown.draft.is_drawn
    for status_id, status in shown.rules.statuses.items():
        if has_winner and not status.counts_beside_winner:
            continue
        chosen = [seat for seat in shown.draft.seats if shown.rack_at(seat).status == status_id]
        # A rule set can have its own text for the question.
        label = t.messages.get(f"ask.status-{status_id}")
        if not label:
            label = t("ask.status", what=status_name(t, shown.rules, status_id))
        yield ask_choice(("ask", f"status-{status_id}"), label, names, chosen, many=True)


def _offer_save(shown: Shown) -> Iterator[SavePart]:
    """Offer to save a hand on the sheet of its game.

    Offer nothing for a hand without a game, while the payments are unknown, and while the hand
    conflicts with changes of other phones. Above the button are the questions that the photos leave
    open.
    """
    if shown.game is None or shown.is_conflicting or not shown.outcome.has_payments:
        return
    t = shown.t
    draft = shown.draft
    open_questions = open_html(t, draft, shown.outcome, shown.who)
    if open_questions:
        text = "result.save_as_shown"
    elif draft.entry:
        text = "result.save_changes"
    else:
        text = "result.save"
    yield SavePart(token=draft.token, text=t(text), saving=t("result.saving"), open=open_questions)
