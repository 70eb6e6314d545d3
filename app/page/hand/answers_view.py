"""What stands beside the tiles, as values for the browser: the questions, the other racks, what is wrong, the result.

A part is a dictionary with its ``kind``, for which ``answers.js`` has a method; ``op`` begins the event that it sends.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from hu.app.i18n import Texts
from hu.app.ledger.values import Game
from hu.app.page.draft.editing.hand import lacks_one, to_hand
from hu.app.page.draft.scoring import Outcome, answers_of, open_at
from hu.app.page.draft.state import NOBODY, Draft, Rack
from hu.app.page.hand.result import problems_at, problems_html, result_html
from hu.app.page.hand.seats import seats_view
from hu.app.page.parts.components import tag, words
from hu.app.page.photos.photo import LIMIT_MB
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS
from hu.scoring.problems import Problem
from hu.scoring.rule_set import Question, RuleSet
from hu.scoring.rules import rule_set
from hu.scoring.tiles import KINDS
from hu.scoring.waits import Wait, WaitWorth, waits

Part = dict[str, Any]
#: No more counters than these lie on a table.
_MOST_COUNTERS = 99


@dataclass(frozen=True, slots=True)
class Shown:
    """What a screen shows of a hand.

    Attributes:
        t: the words.
        game: the game that it belongs to; None for a hand alone.
        draft: the hand.
        outcome: what can be said of it.
        who: the seats' names, such as "East · Anna".
        tiles_problems: what is wrong with photos of tiles, by the question that they answer.
    """

    t: Texts
    game: Game | None
    draft: Draft
    outcome: Outcome
    who: Mapping[str, str]
    tiles_problems: Mapping[str, str]

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return rule_set(self.draft.rules)


def hand_parts(shown: Shown, save: Part | None) -> list[Part]:
    """Describe what stands beside the winner's tiles, or in place of them after a hand that nobody won.

    Args:
        shown: the hand.
        save: the button that puts the hand on the sheet.
    """
    draft, outcome, rules = shown.draft, shown.outcome, shown.rules
    won = draft.claim.win is not None
    parts = [] if draft.drawn else [*_questions(shown)]
    if draft.drawn and not rules.scores_every_hand:
        parts += _statuses(shown)
    if draft.drawn or won:
        parts += _table(shown)
    if won:
        parts += _declaring(shown)
    if won and not rules.scores_every_hand:
        parts += _more_winners(shown)
    if rules.scores_every_hand and (draft.drawn or won):
        parts += _others(shown)
    parts.append(_html('<div id="hu-result" class="hu-place"></div>'))
    waiting = any(part["kind"] == "waits" for part in parts)
    if problems := [problem for problem in outcome.problems if not (waiting and problem.id == "tile-count")]:
        parts.append(_problems(shown, problems))
    if outcome.missing:
        names = ", ".join(shown.who[seat] for seat in outcome.missing)
        parts.append(_html(tag("p", "hu-note", words(shown.t("others.missing", who=names)))))
    parts += [*_way_on(shown, None), *([save] if save else [])]
    if outcome.score is not None:
        parts.append(_html(result_html(shown.t, draft, outcome, shown.who)))
    return parts


def rack_parts(shown: Shown, seat: str) -> list[Part]:
    """Describe what cannot be seen in another player's tiles: a win, an irregularity, points counted by the player."""
    t, draft, rules = shown.t, shown.draft, shown.rules
    rack, claim = draft.others.get(seat, Rack()), draft.claim
    parts = list[Part]()
    if not rules.scores_every_hand:
        told = draft.claims[seat].circumstances
        offered = dict.fromkeys([*shown.outcome.others_circumstances.get(seat, ()), *sorted(told)])
        names = {name: circumstance_name(t, draft, name) for name in offered}
        parts += [_choice(["rack", seat, "special"], t("ask.special"), names, told, many=True)] if names else []
        return [*parts, *_rack_problems(shown, seat), *_way_on(shown, seat)]
    parts.append(_html(tag("p", "hu-worth-line", words(_state(shown, seat)))))
    if claim.win in ("discard", "robbed-kong") and seat != claim.source:
        on = seat in draft.claims
        parts.append({"kind": "switch", "op": ["rack", seat, "won-too"], "label": t("others.won_too"), "on": on})
    said = t.of(rules)
    names = {"none": t("status.none")}
    names |= {name: said.named(f"status.{name}", status.names) for name, status in rules.statuses.items()}
    status = _choice(["rack", seat, "status"], t("others.status"), names, [rack.status or "none"])
    parts.append({**status, "kind": "select"})
    if not rack.history.now.groups:
        most = {"least": 0, "most": 100_000, "step": 2}
        asked = {"kind": "number", "op": ["rack", seat, "points"], "label": t("others.counted"), "value": rack.points}
        parts.append(asked | most)
    return [*parts, *_rack_problems(shown, seat), *_way_on(shown, seat)]


def _html(markup: str) -> Part:
    return {"kind": "html", "html": markup}


def _choice(
    op: list[str], question: str, options: Mapping[str, str], chosen: Iterable[str], *, many: bool = False
) -> Part:
    told = [option for option in options if option in set(chosen)]
    choices = [[value, label] for value, label in options.items()]
    return {"kind": "choice", "op": op, "question": question, "options": choices, "chosen": told, "many": many}


def _questions(shown: Shown) -> Iterator[Part]:
    """Who won, who discarded, and what may add points; before them what a hand of 13 waits for."""
    t, draft, outcome = shown.t, shown.draft, shown.outcome
    yield from _waits(shown)
    if shown.rules.has_round_wind and shown.game is None:
        winds = {seat: t.seat(seat) for seat in SEATS}
        yield _choice(["ask", "round_wind"], t("ask.round_wind"), winds, [draft.round_wind or ""])
    yield {"kind": "seats", **seats_view(t, shown.game, draft, outcome, shown.who)}
    if draft.claim.win is None:
        return
    told = set(draft.claim.circumstances) | ({"robbed"} if draft.claim.win == "robbed-kong" else set())
    if outcome.circumstances or outcome.robbable:
        # An answer that no longer applies stays visible, so that the player can take it back.
        offered = [*outcome.circumstances, *(["robbed"] if outcome.robbable else []), *sorted(told)]
        names = {name: circumstance_name(t, draft, name) for name in offered}
        yield _choice(["ask", "special"], t("ask.special"), names, told, many=True)
    if outcome.asks_earlier or draft.earlier is not None:
        winner = shown.who[str(draft.winner)]
        others = {seat: shown.who[seat] for seat in draft.seats if seat not in (draft.winner, draft.claim.source)}
        answers = {NOBODY: t("ask.nobody"), **others, str(draft.winner): t("ask.self", who=winner)}
        yield _choice(["ask", "earlier"], t("ask.earlier", who=winner), answers, [draft.earlier or NOBODY])


def circumstance_name(t: Texts, draft: Draft, name: str) -> str:
    """What something that accompanied a win is called."""
    if name == "robbed":
        return t("ask.robbed")
    if name == "last-tile" and draft.claim.win != "self-draw":
        return t("circumstance.last-tile-discard")
    infos = rule_set(draft.rules).circumstances_at(draft.options)
    names = next((info.names for info in infos if info.name == name), {"en": name})
    return t.of(rule_set(draft.rules)).named(f"circumstance.{name}", names)


def _waits(shown: Shown) -> Iterator[Part]:
    """The tiles that complete the winner's hand, where one is missing and one would win; a tap wins with it."""
    t, hand = shown.t, to_hand(shown.draft.rack.history.now)
    if not lacks_one(hand):
        return
    try:
        found = waits(shown.rules, hand, answers_of(shown.draft)).waits
    except InputError:
        # What is wrong with the tiles is told where problems are.
        return
    if found:
        yield {"kind": "waits", "question": t("hand.waits"), "waits": [_wait(t, wait) for wait in found]}


def _wait(t: Texts, wait: Wait) -> Part:
    worth = dict.fromkeys(_points(worth) for worth in (wait.discard, wait.self_draw) if worth is not None)
    points = " / ".join(worth)
    label = t("hand.wait", tile=t.tile(wait.tile), points=points, left=wait.left)
    return {"face": wait.tile, "label": label}


def _points(worth: WaitWorth) -> str:
    return "?" if worth.points is None else f"({worth.points})" if worth.below_minimum else str(worth.points)


def _table(shown: Shown) -> Iterator[Part]:
    """The rule set's own questions where they can matter; what lies on the table is known in a game."""
    for question in tiles_questions(shown.draft, shown.outcome, ("tiles", "number", "seat", "seats")):
        if question.kind == "tiles":
            yield _tiles(shown, question)
        elif question.kind != "number":
            yield _about_seats(shown, question)
        elif shown.game is None:
            most = min(question.most, _MOST_COUNTERS) or _MOST_COUNTERS
            asked = {"kind": "number", "op": ["ask", question.id], "label": shown.t.name(question.names)}
            yield asked | {"value": shown.draft.asked.get(question.id, 0), "least": 0, "most": most, "step": 1}
    lying = [
        f"{shown.t.name(question.names)}: {count}"
        for question in shown.rules.questions
        if shown.game and question.kind == "number" and (count := shown.draft.asked.get(question.id, 0))
    ]
    if lying:
        yield _html(tag("p", "hu-hint hu-counters", words(" · ".join(lying))))


def tiles_questions(draft: Draft, outcome: Outcome, kinds: Sequence[str] = ("tiles",)) -> Iterator[Question]:
    """The rule set's own questions of some kinds that matter to a deal, or may matter to one that is not scored yet."""
    rules, told = rule_set(draft.rules), draft.claim.circumstances
    told = told.union(*(claim.circumstances for claim in draft.claims.values()))
    for question in rules.questions:
        may_matter = (
            not question.of_win
            and (question.without_winner or not draft.drawn)
            and (not question.circumstances or told & question.circumstances or draft.asked.get(question.id))
        )
        if question.kind in kinds and (question in outcome.asks if outcome.score is not None else may_matter):
            yield question


def _tiles(shown: Shown, question: Question) -> Part:
    t, answer = shown.t, shown.draft.asked.get(question.id, ())
    return {
        "kind": "tiles",
        "op": ["ask", question.id],
        "label": t.name(question.names),
        "faces": list(answer) if isinstance(answer, tuple) else [],
        "most": question.most,
        "limit": LIMIT_MB,
        "names": {face: t.tile(face) for face in KINDS},
        "problem": shown.tiles_problems.get(question.id),
        "texts": {
            "add": t("hand.add"),
            "done": t("hand.done"),
            "remove": t("ask.remove_tile", tile="{tile}"),
            "photograph": t("ask.photograph"),
            "reading": t("snap.reading"),
            "too_large": t.messages["snap.too_large"],
        },
    }


def _about_seats(shown: Shown, question: Question) -> Part:
    draft, t = shown.draft, shown.t
    name, answer = t.name(question.names), draft.asked.get(question.id, ())
    chosen = [str(seat) for seat in answer] if isinstance(answer, tuple) else [str(answer)]
    many = question.kind == "seats"
    seats = [seat for seat in draft.seats if seat != draft.winner and not (many and seat in draft.claims)]
    asked = "ask.status" if not many else "ask.declared_drawn" if draft.drawn else "ask.declared"
    names = {seat: shown.who[seat] for seat in seats}
    return _choice(["ask", question.id], t(asked, what=name), names, chosen, many=many)


def _statuses(shown: Shown) -> Iterator[Part]:
    """What each player's hand was after a hand that nobody won, in rules that pay by it."""
    draft, names = shown.draft, {seat: shown.who[seat] for seat in shown.draft.seats}
    for name, status in shown.rules.statuses.items():
        chosen = [seat for seat in draft.seats if draft.others.get(seat, Rack()).status == name]
        what = shown.t.of(shown.rules).named(f"status.{name}", status.names)
        yield _choice(["ask", f"status-{name}"], shown.t("ask.status", what=what), names, chosen, many=True)


def _declaring(shown: Shown) -> Iterator[Part]:
    """Which of the patterns that had to be declared were not."""
    if shown.outcome.waivable:
        names = {pattern.id: shown.t.name(pattern.names) for pattern in shown.rules.patterns}
        offered = {name: names.get(name, name) for name in shown.outcome.waivable}
        yield _choice(["ask", "waived"], shown.t("others.waived"), offered, shown.draft.waived, many=True)


def _more_winners(shown: Shown) -> Iterator[Part]:
    """Who else won with the same discard, in rules that know several winners but score no other hands."""
    draft = shown.draft
    if draft.claim.win == "self-draw" or shown.rules.most_winners(answers_of(draft).options) < 2:
        return
    names = {seat: shown.who[seat] for seat in draft.seats if seat not in (draft.winner, draft.claim.source)}
    yield _choice(["ask", "winners"], shown.t("ask.won_too"), names, draft.claims, many=True)
    for seat in draft.claims:
        yield _rack(shown, seat)


def _others(shown: Shown) -> Iterator[Part]:
    """The other players' racks; each opens to be photographed, tapped in or counted."""
    t, draft = shown.t, shown.draft
    settled = shown.rules.pays_without_winner(answers_of(draft).options)
    hint = ("hint_drawn" if settled else "hint_irregular") if draft.drawn else "hint"
    title = tag("h3", "hu-heading", words(t(f"others.{'racks' if draft.drawn else 'title'}")))
    head = f'<div id="hu-others" class="hu-place"></div>{title}{tag("p", "hu-hint", words(t(f"others.{hint}")))}'
    yield _html(head)
    for seat in draft.seats:
        if seat != draft.winner:
            yield _rack(shown, seat)


def _rack(shown: Shown, seat: str) -> Part:
    sign = "?" if open_at(shown.draft, shown.outcome, seat) else "✓" if _known(shown, seat) else "○"
    label = f"{shown.who[seat]} · {_state(shown, seat)}"
    return {"kind": "action", "op": ["open", seat, False], "name": f"rack-{seat}", "sign": sign, "label": label}


def _known(shown: Shown, seat: str) -> bool:
    """Whether a player's points are known; a drawn hand is paid without those that nobody asks for."""
    rack = shown.draft.others.get(seat, Rack())
    told = rack.points is not None or rack.status is not None or bool(rack.history.now.groups)
    scored = shown.outcome.score is not None and seat not in shown.outcome.missing
    return scored and (told or seat in shown.draft.claims)


def _state(shown: Shown, seat: str) -> str:
    t, rack = shown.t, shown.draft.others.get(seat, Rack())
    if shown.outcome.score is not None and _known(shown, seat):
        return t.amount(shown.outcome.score.players[seat].points, shown.rules.unit)
    if rack.status:
        return t.of(shown.rules).named(f"status.{rack.status}", shown.rules.statuses[rack.status].names)
    count = len(rack.history.now.tiles)
    return t("others.tiles", count=count) if count else t("others.empty")


def _rack_problems(shown: Shown, seat: str) -> Iterator[Part]:
    if found := problems_at(shown.outcome, shown.draft, seat):
        yield _problems(shown, found)


def _problems(shown: Shown, problems: Sequence[Problem]) -> Part:
    return _html(problems_html(shown.t.of(shown.rules), problems))


def _way_on(shown: Shown, seat: str | None) -> Iterator[Part]:
    """From a hand to the next rack of which nothing is known, and from the last rack to the winner's."""
    following = next((other for other in shown.outcome.missing if other != seat), None)
    if seat is None and following is None:
        return
    label = _back_label(shown) if following is None else shown.t("others.next", who=shown.who[following])
    yield {"kind": "action", "op": ["open", following, True], "name": "next-rack", "label": label, "main": True}


def way_back(shown: Shown) -> Part:
    """From a rack back to the hand."""
    return {"kind": "action", "op": ["open", None, False], "name": "back", "label": _back_label(shown)}


def _back_label(shown: Shown) -> str:
    return shown.t("others.back_drawn" if shown.draft.drawn else "others.back")
