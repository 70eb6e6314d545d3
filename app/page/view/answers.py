"""What stands beside the tiles, as values for the browser: questions, the other racks, what is wrong, the result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from hu.app.i18n import Texts
from hu.app.ledger.values import Game
from hu.app.page.draft.answers import MOST_COUNTERS, MOST_POINTS
from hu.app.page.draft.racks import SeenHand
from hu.app.page.draft.scoring import Outcome, answers_of, open_at
from hu.app.page.draft.state import NOBODY, Draft, Rack
from hu.app.page.parts.components import Part, action, choice, markup, note_text, tag, words
from hu.app.page.photos.photo import LIMIT_MB, SeenPhoto
from hu.app.page.state import Screen
from hu.app.page.view.result import (
    QUESTIONS,
    open_html,
    problems_at,
    problems_html,
    result_html,
    with_sign,
)
from hu.scoring.hand import SEATS
from hu.scoring.problems import Problem
from hu.scoring.rule_set.declared import Question
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.tiles import KINDS
from hu.scoring.waits import WaitWorth

#: Where the players sit on the screen, in turn order: who plays next sits to the right.
_POSITIONS: Final = ("bottom", "right", "top", "left")
_WIND_TILES: Final = dict(zip(SEATS, ("1z", "2z", "3z", "4z"), strict=True))


@dataclass(frozen=True, slots=True)
class Shown:
    """What a screen shows of a hand."""

    t: Texts  # the words
    game: Game | None  # the game that it belongs to; None for a hand alone
    draft: Draft  # the hand
    outcome: Outcome  # what can be said of it
    who: Mapping[str, str]  # the seats' names, such as "East · Anna"
    screen: Screen = field(default_factory=Screen)  # where the visit is
    photo: SeenPhoto | None = None  # the photo of the tiles on the screen
    table: tuple[SeenHand, ...] = ()  # the other open hands on the winner's photo
    conflicting: bool = False  # whether others have changed the sheet meanwhile

    @property
    def rules(self) -> RuleSet:
        """The rule set."""
        return rule_set(self.draft.rules)


def notice_text(shown: Shown, place: str) -> str | None:
    """Return what has to be said at a place of the hand's screen."""
    note = shown.screen.notices.get(place)
    return None if note is None else note_text(shown.t, note)


def hand_parts(shown: Shown) -> list[Part]:
    """Describe what stands beside the winner's tiles, or in place of them after a hand that nobody won."""
    draft, outcome, rules = shown.draft, shown.outcome, shown.rules
    won = draft.claim.win is not None
    parts = [] if draft.drawn else [*_questions(shown)]
    if draft.drawn and not rules.scores_every_hand:
        parts += _statuses(shown)
    if draft.drawn or won:
        parts += _table(shown)
    if won and outcome.waivable:
        # Which of the patterns that had to be declared were not.
        names = {pattern.id: shown.t.name(pattern.names) for pattern in rules.patterns}
        offered = {name: names.get(name, name) for name in outcome.waivable}
        parts.append(
            choice(["ask", "waived"], shown.t("others.waived"), offered, draft.waived, many=True)
        )
    if won and not rules.scores_every_hand:
        parts += _more_winners(shown)
    if rules.scores_every_hand and (draft.drawn or won):
        parts += _others(shown)
    parts.append(markup('<div id="hu-result" class="hu-place"></div>'))
    problems = [
        problem
        for problem in outcome.problems
        if not (outcome.waits and problem.id == "tile-count")
    ]
    parts += _problems(shown, problems)
    if outcome.missing:
        who = ", ".join(shown.who[seat] for seat in outcome.missing)
        parts.append(markup(tag("p", "hu-note", words(shown.t("others.missing", who=who)))))
    parts += [*_way_on(shown, None), *_save(shown)]
    if outcome.score is not None:
        parts.append(markup(result_html(shown.t, draft, outcome, shown.who)))
    return parts


def rack_parts(shown: Shown, seat: str) -> list[Part]:
    """Describe what cannot be seen in another player's tiles: a win, an irregularity, points counted by the player."""
    t, draft, rules, outcome = shown.t, shown.draft, shown.rules, shown.outcome
    rack, claim = draft.others.get(seat, Rack()), draft.claim
    parts = list[Part]()
    if not rules.scores_every_hand:
        told = draft.claims[seat].circumstances
        offered = dict.fromkeys([*outcome.others_circumstances.get(seat, ()), *sorted(told)])
        names = {name: circumstance_name(t, draft, name) for name in offered}
        parts += (
            [choice(["rack", seat, "special"], t("ask.special"), names, told, many=True)]
            if names
            else []
        )
        return [*parts, *_problems(shown, problems_at(outcome, draft, seat)), *_way_on(shown, seat)]
    parts.append(markup(tag("p", "hu-worth-line", words(_state(shown, seat)))))
    if claim.win in ("discard", "robbed-kong") and seat != claim.source:
        on = seat in draft.claims
        parts.append(
            {
                "kind": "switch",
                "op": ["rack", seat, "won-too"],
                "label": t("others.won_too"),
                "on": on,
            }
        )
    said = t.of(rules)
    names = {"none": t("status.none")}
    names |= {
        name: said.name_of(f"status.{name}", status.names)
        for name, status in rules.statuses.items()
    }
    status = choice(["rack", seat, "status"], t("others.status"), names, [rack.status or "none"])
    parts.append({**status, "kind": "select"})
    if not rack.history.now.groups:
        most = {"least": 0, "most": MOST_POINTS, "step": 2}
        asked = {
            "kind": "number",
            "op": ["rack", seat, "points"],
            "label": t("others.counted"),
            "value": rack.points,
        }
        parts.append(asked | most)
    return [*parts, *_problems(shown, problems_at(outcome, draft, seat)), *_way_on(shown, seat)]


def _questions(shown: Shown) -> Iterator[Part]:
    """Who won, who discarded, and what may add points; before them what a hand of 13 waits for."""
    t, draft, outcome = shown.t, shown.draft, shown.outcome
    if outcome.waits:
        waits = []
        for wait in outcome.waits:
            worth = dict.fromkeys(
                _points(worth) for worth in (wait.discard, wait.self_draw) if worth is not None
            )
            label = t("hand.wait", tile=t.tile(wait.tile), points=" / ".join(worth), left=wait.left)
            waits.append({"face": wait.tile, "label": label})
        yield {"kind": "waits", "question": t("hand.waits"), "waits": waits}
    if shown.rules.has_round_wind and shown.game is None:
        winds = {seat: t.seat(seat) for seat in SEATS}
        yield choice(["ask", "round_wind"], t("ask.round_wind"), winds, [draft.round_wind or ""])
    yield {"kind": "seats", **seats_view(shown)}
    if draft.claim.win is None:
        return
    told = set(draft.claim.circumstances) | (
        {"robbed"} if draft.claim.win == "robbed-kong" else set()
    )
    if outcome.circumstances or outcome.robbable:
        # An answer that no longer applies stays visible, so that the player can take it back.
        offered = [*outcome.circumstances, *(["robbed"] if outcome.robbable else []), *sorted(told)]
        names = {name: circumstance_name(t, draft, name) for name in offered}
        yield choice(["ask", "special"], t("ask.special"), names, told, many=True)
    if outcome.asks_earlier or draft.earlier is not None:
        winner = shown.who[str(draft.winner)]
        others = {
            seat: shown.who[seat]
            for seat in draft.seats
            if seat not in (draft.winner, draft.claim.source)
        }
        answers = {NOBODY: t("ask.nobody"), **others, str(draft.winner): t("ask.self", who=winner)}
        yield choice(
            ["ask", "earlier"], t("ask.earlier", who=winner), answers, [draft.earlier or NOBODY]
        )


def circumstance_name(t: Texts, draft: Draft, name: str) -> str:
    """What something that accompanied a win is called."""
    if name == "robbed":
        return t("ask.robbed")
    if name == "last-tile" and draft.claim.win != "self-draw":
        return t("circumstance.last-tile-discard")
    infos = rule_set(draft.rules).circumstances_at(draft.options)
    names = next((info.names for info in infos if info.name == name), {"en": name})
    return t.of(rule_set(draft.rules)).name_of(f"circumstance.{name}", names)


def _points(worth: WaitWorth) -> str:
    return (
        "?"
        if worth.points is None
        else f"({worth.points})"
        if worth.below_minimum
        else str(worth.points)
    )


def _table(shown: Shown) -> Iterator[Part]:
    """The rule set's own questions where they can matter; in a game its head says what lies on the table."""
    for question in tiles_questions(
        shown.draft, shown.outcome, ("tiles", "number", "seat", "seats")
    ):
        if question.kind == "tiles":
            yield _tiles(shown, question)
        elif question.kind != "number":
            yield _about_seats(shown, question)
        elif shown.game is None:
            most = min(question.most, MOST_COUNTERS) or MOST_COUNTERS
            asked = {
                "kind": "number",
                "op": ["ask", question.id],
                "label": shown.t.name(question.names),
            }
            yield asked | {
                "value": shown.draft.asked.get(question.id, 0),
                "least": 0,
                "most": most,
                "step": 1,
            }


def tiles_questions(
    draft: Draft, outcome: Outcome, kinds: Sequence[str] = ("tiles",)
) -> Iterator[Question]:
    """The rule set's own questions of some kinds that matter to a deal, or may matter to one that is not scored yet."""
    rules, told = rule_set(draft.rules), draft.claim.circumstances
    told = told.union(*(claim.circumstances for claim in draft.claims.values()))
    for question in rules.questions:
        may_matter = (
            not question.of_win
            and (question.without_winner or not draft.drawn)
            and (
                not question.circumstances
                or told & question.circumstances
                or draft.asked.get(question.id)
            )
        )
        if question.kind in kinds and (
            question in outcome.asks if outcome.score is not None else may_matter
        ):
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
        "problem": notice_text(shown, f"ask-{question.id}"),
        "texts": {
            "add": t("hand.add"),
            "done": t("hand.done"),
            "remove_tile": t.messages["ask.remove_tile"],
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
    seats = [
        seat for seat in draft.seats if seat != draft.winner and not (many and seat in draft.claims)
    ]
    asked = "ask.status" if not many else "ask.declared_drawn" if draft.drawn else "ask.declared"
    names = {seat: shown.who[seat] for seat in seats}
    # In the rule set's own words, where it has some.
    label = t.of(shown.rules).messages.get(f"{asked}-{question.id}") or t(asked, what=name)
    return choice(["ask", question.id], label, names, chosen, many=many)


def _statuses(shown: Shown) -> Iterator[Part]:
    """What each player's hand was after a hand that nobody won, in rules that pay by it."""
    draft, names = shown.draft, {seat: shown.who[seat] for seat in shown.draft.seats}
    for name, status in shown.rules.statuses.items():
        chosen = [seat for seat in draft.seats if draft.others.get(seat, Rack()).status == name]
        what = shown.t.of(shown.rules).name_of(f"status.{name}", status.names)
        label = shown.t.of(shown.rules).messages.get(f"ask.status-{name}") or shown.t(
            "ask.status", what=what
        )
        yield choice(["ask", f"status-{name}"], label, names, chosen, many=True)


def _more_winners(shown: Shown) -> Iterator[Part]:
    """Who else won with the same discard, in rules that know several winners but score no other hands."""
    draft = shown.draft
    if draft.claim.win == "self-draw" or shown.rules.most_winners(answers_of(draft).options) < 2:
        return
    names = {
        seat: shown.who[seat]
        for seat in draft.seats
        if seat not in (draft.winner, draft.claim.source)
    }
    yield choice(["ask", "winners"], shown.t("ask.won_too"), names, draft.claims, many=True)
    for seat in draft.claims:
        yield _rack(shown, seat)


def _others(shown: Shown) -> Iterator[Part]:
    """The other players' racks; each opens to be photographed, tapped in or counted."""
    t, draft = shown.t, shown.draft
    settled = shown.rules.pays_without_winner(answers_of(draft).options)
    hint = ("hint_drawn" if settled else "hint_irregular") if draft.drawn else "hint"
    title = tag("h3", "hu-heading", words(t(f"others.{'racks' if draft.drawn else 'title'}")))
    head = f'<div id="hu-others" class="hu-place"></div>{title}{tag("p", "hu-hint", words(t(f"others.{hint}")))}'
    yield markup(head)
    for seat in draft.seats:
        if seat != draft.winner:
            yield _rack(shown, seat)


def _rack(shown: Shown, seat: str) -> Part:
    sign = (
        "?" if open_at(shown.draft, shown.outcome, seat) else "✓" if _is_known(shown, seat) else "○"
    )
    label = f"{shown.who[seat]} · {_state(shown, seat)}"
    return action(["open", seat, False], f"rack-{seat}", label, sign=sign)


def _is_known(shown: Shown, seat: str) -> bool:
    """Whether a player's points are known; a drawn hand is paid without those that nobody asks for."""
    rack = shown.draft.others.get(seat, Rack())
    told = rack.points is not None or rack.status is not None or bool(rack.history.now.groups)
    scored = shown.outcome.score is not None and seat not in shown.outcome.missing
    return scored and (told or seat in shown.draft.claims)


def _state(shown: Shown, seat: str) -> str:
    t, rack = shown.t, shown.draft.others.get(seat, Rack())
    if shown.outcome.score is not None and _is_known(shown, seat):
        return t.amount(shown.outcome.score.players[seat].points, shown.rules.unit)
    if rack.status:
        return t.of(shown.rules).name_of(
            f"status.{rack.status}", shown.rules.statuses[rack.status].names
        )
    count = len(rack.history.now.tiles)
    return t("others.tiles", count=count) if count else t("others.empty")


def _problems(shown: Shown, problems: Sequence[Problem]) -> Iterator[Part]:
    if problems:
        yield markup(problems_html(shown.t.of(shown.rules), problems))


def _way_on(shown: Shown, seat: str | None) -> Iterator[Part]:
    """From a hand to the next rack of which nothing is known, and from the last rack to the winner's."""
    following = next((other for other in shown.outcome.missing if other != seat), None)
    if seat is None and following is None:
        return
    label = (
        shown.t("others.next", who=shown.who[following]) if following else way_back(shown)["label"]
    )
    yield action(["open", following, True], "next-rack", label, "main")


def _save(shown: Shown) -> Iterator[Part]:
    """The button that puts a scored hand on the sheet, where it can be put there."""
    if shown.game is None or shown.conflicting or not shown.outcome.final:
        return
    t, draft = shown.t, shown.draft
    open_ = open_html(t, draft, shown.outcome, shown.who)
    text = (
        "result.save_as_shown" if open_ else "result.save_changes" if draft.entry else "result.save"
    )
    told = {"token": draft.token, "text": t(text), "saving": t("result.saving")}
    yield {"kind": "save", "open": open_, **told}


def way_back(shown: Shown) -> Part:
    """From a rack back to the hand."""
    return action(
        ["open", None, False],
        "back",
        shown.t("others.back_drawn" if shown.draft.drawn else "others.back"),
    )


def seats_view(shown: Shown) -> dict[str, Any]:
    """Describe the table for the browser; in a game the players keep their position while the winds pass."""
    t, draft, outcome = shown.t, shown.draft, shown.outcome
    claim, score = draft.claim, outcome.score
    points = (
        score.players[str(draft.winner)].points
        if score and draft.winner and not draft.claims
        else None
    )
    # The players' order is also the order of turns.
    seated = draft.seating if shown.game is not None else ()
    return {
        "winner": draft.winner,
        "way": claim.win if claim.win == "self-draw" else claim.source,
        "robbed": claim.win == "robbed-kong",
        "points": points,
        "seats": [
            _seat(shown, seat) for seat in tuple(seat for seat in seated if seat) or draft.seats
        ],
        "open": t(QUESTIONS[outcome.open[0]]) if outcome.open and claim.win else None,
        "texts": t.section("ask") | {"points": t.name(shown.rules.unit.names)},
    }


def _seat(shown: Shown, seat: str) -> dict[str, Any]:
    t, game, draft, score = shown.t, shown.game, shown.draft, shown.outcome.score
    player = draft.seating.index(seat) if game is not None and seat in draft.seating else None
    amount = score.payments.get(seat, 0) if score and score.payments is not None else None
    spoken = t("seat.gets" if amount > 0 else "seat.pays", amount=abs(amount)) if amount else None
    # The winner's points stand in the middle, unless there are several.
    own = (
        score is not None and seat in score.players and (seat != draft.winner or bool(draft.claims))
    )
    return {
        "seat": seat,
        "at": _POSITIONS[SEATS.index(seat) if player is None else player],
        "face": _WIND_TILES[seat],
        "label": shown.who[seat],
        "name": t.seat(seat) if game is None or player is None else game.players[player],
        "won": seat in draft.claims,
        "points": t.amount(score.players[seat].points, shown.rules.unit) if score and own else None,
        "amount": None
        if amount is None
        else {"text": with_sign(amount), "paid": amount > 0, "spoken": spoken},
    }
