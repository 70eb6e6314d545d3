"""The answers to questions about a hand: each becomes a part of the draft.

Answers come from a browser. An answer that does not fit the question or the hand changes nothing.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from hu.app.page.draft.state import (
    NOBODY,
    Claim,
    Draft,
    OwnAnswer,
    Rack,
    with_claim,
    with_rack,
    with_winner,
)
from hu.scoring.hand import SEATS
from hu.scoring.rule_set.declared import Question
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.tiles import KINDS

#: The most counters that can be on a table, such as honba.
MOST_COUNTERS: Final = 99
#: The most points of a rack that the players counted themselves.
MOST_POINTS: Final = 100_000
#: An answer as it comes from the browser.
Reply = bool | int | str | tuple[str, ...] | None


def answer_seats(draft: Draft, winner: str | None, way: str | None) -> Draft:
    """Say who won and how.

    Args:
        draft: the hand in work.
        winner: the winner's seat, or None to take the answer back.
        way: ``self-draw``, the discarder's seat, or None while it is not answered.
    """
    if winner is not None and winner not in draft.seats:
        return draft
    has_this_answer = winner == draft.winner and way is not None and way == draft.claim.source
    if has_this_answer:
        # The answers about the win stay, such as a robbed quad.
        return draft
    changed = with_winner(draft, winner)
    if winner is None or way is None:
        return with_claim(changed, win=None)
    if way == "self-draw":
        return with_claim(changed, "self-draw")
    if way not in changed.seats or way == winner:
        return draft
    return with_claim(changed, "discard", way)


def answer(draft: Draft, name: str, reply: Reply) -> Draft:  # noqa: PLR0911  # a line for each question
    """Answer a question about the deal.

    Args:
        draft: the hand in work.
        name: the id of the question: one that ``view/answers.py`` asks in all rules, or one that
            only the rule set asks.
        reply: the answer.
    """
    match name:
        case "round_wind":
            return replace(draft, round_wind=_one_of(reply, rule_set(draft.rules).seats))
        case "earlier":
            # Who discarded the winning tile before. Any reply but a seat means nobody.
            return replace(draft, earlier=_one_of(reply, draft.seats) or NOBODY)
        case "special":
            return _answer_special(draft, _names_in(reply))
        case "waived":
            pattern_ids = {pattern.id for pattern in rule_set(draft.rules).patterns}
            return replace(draft, waived=frozenset(_names_in(reply)) & pattern_ids)
        case "winners":
            return _answer_winners(draft, _names_in(reply))
        case "void":
            return _answer_void(draft, reply)
        case "enter":
            return _answer_enter(draft, reply)
    return _answer_own(draft, name, reply)


def _answer_special(draft: Draft, names: tuple[str, ...]) -> Draft:
    """Set the circumstances of the win.

    ``robbed`` among the names says that the winning tile was robbed from a quad, and not discarded.
    """
    if draft.claim.win is None:
        return draft
    if "robbed" in names:
        win = "robbed-kong"
    elif draft.claim.win == "self-draw":
        win = "self-draw"
    else:
        win = "discard"
    claim = replace(draft.claim, win=win, circumstances=_circumstances(draft, names))
    return replace(draft, claim=claim)


def _answer_winners(draft: Draft, names: tuple[str, ...]) -> Draft:
    """Say who else won with the same discard."""
    claims = {}
    for seat in draft.seats:
        can_win_too = seat not in (draft.winner, draft.claim.source)
        if seat in names and can_win_too:
            claims[seat] = draft.claims.get(seat) or Claim(draft.claim.win, draft.claim.source)
    # Questions about seats, such as who declared riichi, are about the players who did not win. A
    # winner's riichi is a circumstance of the win.
    asked: dict[str, OwnAnswer] = {}
    for name, own_answer in draft.asked.items():
        if isinstance(own_answer, tuple):
            # Answers that list tiles stay as they are: no tile has the name of a seat.
            asked[name] = tuple(item for item in own_answer if item not in claims)
        else:
            asked[name] = own_answer
    return replace(draft, claims=claims, asked=asked)


def _answer_void(draft: Draft, reply: Reply) -> Draft:
    """Say why nobody won before the wall was used up. Then nobody's hand is shown or paid."""
    if not draft.is_drawn:
        return draft
    void = _one_of(reply, rule_set(draft.rules).voids_at(draft.chosen_options)) or ""
    if void:
        for seat, rack in draft.others.items():
            draft = with_rack(draft, seat, replace(rack, status=None))
    return replace(draft, void=void)


def _answer_enter(draft: Draft, reply: Reply) -> Draft:
    """Say whether figures, such as han and fu, are entered instead of the winner's tiles."""
    if reply is not True:
        return replace(draft, entered=None)
    has_figures = bool(rule_set(draft.rules).figures)
    # Figures never replace tiles that are there already.
    if not draft.is_empty or not has_figures:
        return draft
    return replace(draft, entered={})


def _answer_figure(draft: Draft, figure: Question, reply: Reply) -> Draft:
    """Enter a figure, or take it back.

    A limit's name replaces the numbers that were entered, and a number replaces the name.
    """
    if draft.entered is None:
        return draft
    kind_of = {question.id: question.kind for question in rule_set(draft.rules).figures}
    entered = {name: value for name, value in draft.entered.items() if kind_of[name] == figure.kind}
    entered.pop(figure.id, None)
    if figure.kind == "choice" and isinstance(reply, str) and reply in figure.choices:
        entered[figure.id] = reply
    elif figure.kind == "number" and isinstance(reply, int) and not isinstance(reply, bool):
        entered[figure.id] = min(max(reply, figure.least), figure.most)
    return replace(draft, entered=entered)


def _answer_own(draft: Draft, name: str, reply: Reply) -> Draft:
    """Answer a question that only the rule set asks, or which players have a status."""
    rules = rule_set(draft.rules)
    if name.startswith("status-"):
        status = name.removeprefix("status-")
        if status in rules.statuses:
            return _with_status(draft, status, _names_in(reply))
    for question in rules.questions:
        if question.id == name:
            fitted_reply = _fit_reply(draft, question, reply)
            draft = _with_implied_status(draft, question, fitted_reply)
            return replace(draft, asked={**draft.asked, name: fitted_reply})
    for figure in rules.figures:
        if figure.id == name:
            return _answer_figure(draft, figure, reply)
    return draft


def _with_implied_status(draft: Draft, question: Question, reply: OwnAnswer) -> Draft:
    """Give the players whom an answer names the status that the question implies.

    It does so after a drawn hand that used up the wall, unless a player has a status already.
    """
    used_up_wall = draft.is_drawn and not draft.void
    if not used_up_wall or not question.status or not isinstance(reply, tuple):
        return draft
    for seat in reply:
        rack = draft.others.get(seat, Rack())
        if rack.status is None:
            draft = with_rack(draft, seat, replace(rack, status=question.status))
    return draft


def _fit_reply(draft: Draft, question: Question, reply: Reply) -> OwnAnswer:
    """Return the part of a reply that the question's kind allows.

    Returns:
        Seats in alphabetical order, tiles, a number within the question's limit, or one seat. An
        empty value or 0 if nothing fits.
    """
    match question.kind:
        case "seats":
            return tuple(sorted(set(draft.seats) & set(_names_in(reply))))
        case "tiles":
            faces = reply if isinstance(reply, tuple) else ()
            return tuple(face for face in faces if face in KINDS)[: question.most]
        case "number":
            most = min(question.most or MOST_COUNTERS, MOST_COUNTERS)
            return min(_count(reply), most)
    # Every other question asks for a single seat.
    return _one_of(reply, SEATS) or ""


def _with_status(draft: Draft, status: str, seats: tuple[str, ...]) -> Draft:
    """Give these seats a status, and take it from all others. The winner has none."""
    for seat in draft.seats:
        if seat == draft.winner:
            continue
        rack = draft.others.get(seat, Rack())
        if seat in seats:
            draft = with_rack(draft, seat, replace(rack, status=status))
        elif rack.status == status:
            draft = with_rack(draft, seat, replace(rack, status=None))
    return draft


def answer_rack(draft: Draft, seat: str, name: str, reply: Reply) -> Draft:
    """Answer a question about another player's tiles.

    Args:
        draft: the hand in work.
        seat: the player's seat.
        name: the id of the question.
        reply: the answer.
    """
    rack = draft.others.get(seat, Rack())
    match name:
        case "won-too":
            winners = [other for other in draft.claims if other != seat]
            if reply:
                winners.append(seat)
            return _answer_winners(draft, tuple(winners))
        case "special" if seat in draft.claims:
            circumstances = _circumstances(draft, _names_in(reply))
            claim = replace(draft.claims[seat], circumstances=circumstances)
            return replace(draft, claims={**draft.claims, seat: claim})
        case "status":
            status = _one_of(reply, rule_set(draft.rules).statuses)
            return with_rack(draft, seat, replace(rack, status=status))
        case "points":
            points = None if reply is None else min(_count(reply), MOST_POINTS)
            return with_rack(draft, seat, replace(rack, points=points))
    return draft


def _names_in(reply: Reply) -> tuple[str, ...]:
    """Return the names of a list, each once. Empty for any other answer."""
    return tuple(dict.fromkeys(reply)) if isinstance(reply, tuple) else ()


def _one_of(reply: Reply, choices: Iterable[str]) -> str | None:
    """Return a reply if it is one of some choices. None for any other reply."""
    return reply if isinstance(reply, str) and reply in choices else None


def _count(reply: Reply) -> int:
    """Return a number that is not negative. 0 for any other answer."""
    if isinstance(reply, bool) or not isinstance(reply, int):
        return 0
    return max(reply, 0)


def _circumstances(draft: Draft, names: Iterable[str]) -> frozenset[str]:
    """Return the names that are circumstances of a win under the draft's options."""
    infos = rule_set(draft.rules).circumstances_at(draft.options)
    return frozenset(names) & {info.name for info in infos}
