"""Puts the answers to questions about a hand into its draft.

Answers come from a browser. An answer that does not fit the hand changes nothing. An answer that
does not fit its question changes nothing, or it takes the present answer back.
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
    """Answer who won and how.

    Args:
        draft: the hand in work.
        winner: the winner's seat. None to take the answer back.
        way: ``self-draw``, or the discarder's seat. None if it is not answered. A former answer is
            then forgotten.
    """
    if winner is not None and winner not in draft.seats:
        return draft
    is_same_player = way is not None and way == draft.claim.source
    if winner == draft.winner and is_same_player:
        # The answer is repeated. It must not clear the other answers about the win. If the tile was
        # robbed from this player, the win must not become a discard again.
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
        name: the id of the question. It is a question that the page asks in all rules, or a
            question that only the rule set asks.
        reply: the answer.
    """
    match name:
        case "round_wind":
            return replace(draft, round_wind=_one_of(reply, rule_set(draft.rules).seats))
        case "earlier":
            # The question is who discarded the winning tile before. A reply that is no seat means
            # that nobody did.
            return replace(draft, earlier=_one_of(reply, draft.seats) or NOBODY)
        case "special":
            return _answer_special(draft, _names_in(reply))
        case "waived":
            pattern_ids = {pattern.id for pattern in rule_set(draft.rules).patterns}
            return replace(draft, waived=frozenset(_names_in(reply)) & pattern_ids)
        case "winners":
            return _answer_winners(draft, other_winners=_names_in(reply))
        case "void":
            return _answer_void(draft, reply)
        case "enter":
            return _answer_enter(draft, reply)
    return _answer_own(draft, name, reply)


def _answer_special(draft: Draft, names: tuple[str, ...]) -> Draft:
    """Answer which circumstances the win had.

    The name ``robbed`` is no circumstance. It means that the winning tile was robbed from a quad.
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


def _answer_winners(draft: Draft, other_winners: tuple[str, ...]) -> Draft:
    """Answer which other players won with the same discard.

    Args:
        draft: the hand in work.
        other_winners: the seats of all these players. The winner's seat and the discarder's do not
            count.
    """
    claims = {}
    for seat in draft.seats:
        can_win_too = seat not in (draft.winner, draft.claim.source)
        if seat in other_winners and can_win_too:
            claims[seat] = draft.claims.get(seat) or Claim(draft.claim.win, draft.claim.source)
    # The rule set asks for seats only of players who did not win, such as who declared riichi. So
    # the seats of these other winners are taken out of the answers.
    asked: dict[str, OwnAnswer] = {}
    for name, own_answer in draft.asked.items():
        if isinstance(own_answer, tuple):
            # A tuple may also list tiles. It stays as it is, because no tile has the name of a
            # seat.
            asked[name] = tuple(item for item in own_answer if item not in claims)
        else:
            asked[name] = own_answer
    return replace(draft, claims=claims, asked=asked)


def _answer_void(draft: Draft, reply: Reply) -> Draft:
    """Answer why nobody won before the wall was used up.

    After such a hand nobody shows a hand or pays, so the players' statuses are forgotten.
    """
    if not draft.is_drawn:
        return draft
    void = _one_of(reply, rule_set(draft.rules).voids_at(draft.chosen_options)) or ""
    if void:
        for seat, rack in draft.others.items():
            draft = with_rack(draft, seat, replace(rack, status=None))
    return replace(draft, void=void)


def _answer_enter(draft: Draft, reply: Reply) -> Draft:
    """Answer whether figures, such as han and fu, are entered instead of the winner's tiles.

    Any reply but True removes the figures.
    """
    if reply is not True:
        return replace(draft, entered=None)
    rules_have_figures = bool(rule_set(draft.rules).figures)
    # Tiles that were entered already are never replaced by figures.
    if not draft.is_empty or not rules_have_figures:
        return draft
    return replace(draft, entered={})


def _answer_figure(draft: Draft, figure: Question, reply: Reply) -> Draft:
    """Enter a figure, or take it back if the reply does not fit.

    Figures are either numbers, such as han and fu, or the name of a limit, such as mangan. A figure
    of one kind replaces the figures of the other kind.
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
    """Answer one of the rule set's own questions, enter a figure, or note who has a status."""
    rules = rule_set(draft.rules)
    if name.startswith("status-"):
        status = name.removeprefix("status-")
        if status in rules.statuses:
            return _with_status(draft, status, _names_in(reply))
    for question in rules.questions:
        # The page asks about discards by the question "earlier", and ``asked`` has no such answer.
        if question.id == name and question.kind != "discards":
            fitted_reply = _fit_reply(draft, question, reply)
            draft = _with_implied_status(draft, question, fitted_reply)
            return replace(draft, asked={**draft.asked, name: fitted_reply})
    for figure in rules.figures:
        if figure.id == name:
            return _answer_figure(draft, figure, reply)
    return draft


def _with_implied_status(draft: Draft, question: Question, reply: OwnAnswer) -> Draft:
    """Give the players whom an answer names the status that the question implies.

    A status is implied only if nobody won until the wall was used up. For example, a player who
    declared riichi then has a waiting hand. A player who has a status already keeps it.
    """
    is_exhaustive_draw = draft.is_drawn and not draft.void
    if not is_exhaustive_draw or not question.status or not isinstance(reply, tuple):
        return draft
    for seat in reply:
        rack = draft.others.get(seat, Rack())
        if rack.status is None:
            draft = with_rack(draft, seat, replace(rack, status=question.status))
    return draft


def _fit_reply(draft: Draft, question: Question, reply: Reply) -> OwnAnswer:
    """Return the part of a reply that fits the kind of its question.

    Returns:
        For ``seats``: the seats in alphabetical order. For ``tiles``: the faces, at most as many as
        the question allows. For ``number``: the number, at most the question's limit and at most
        ``MOST_COUNTERS``. For any other kind: a single seat. If nothing fits: an empty tuple, 0, or
        an empty text.
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
    # Questions of all other kinds ask for a single seat.
    return _one_of(reply, SEATS) or ""


def _with_status(draft: Draft, status: str, seats: tuple[str, ...]) -> Draft:
    """Give the players at some seats a status, and take it from all other players.

    The winner never gets a status.

    Args:
        draft: the hand in work.
        status: the id of the status.
        seats: the seats.
    """
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
    """Answer a question about the tiles or the win of a player other than the winner.

    Args:
        draft: the hand in work.
        seat: the player's seat.
        name: the id of the question.
        reply: the answer.
    """
    rack = draft.others.get(seat, Rack())
    match name:
        case "won-too":
            other_winners = [winner for winner in draft.claims if winner != seat]
            if reply:
                other_winners.append(seat)
            return _answer_winners(draft, tuple(other_winners))
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
    """Return the names in a reply that is a list, each once. Empty for any other reply."""
    return tuple(dict.fromkeys(reply)) if isinstance(reply, tuple) else ()


def _one_of(reply: Reply, choices: Iterable[str]) -> str | None:
    """Return a reply if it is one of some choices. None for any other reply."""
    return reply if isinstance(reply, str) and reply in choices else None


def _count(reply: Reply) -> int:
    """Return a reply that is a number, at least 0. Any other reply gives 0."""
    if isinstance(reply, bool) or not isinstance(reply, int):
        return 0
    return max(reply, 0)


def _circumstances(draft: Draft, names: Iterable[str]) -> frozenset[str]:
    """Return those of the names that are circumstances under the draft's rules and options."""
    infos = rule_set(draft.rules).circumstances_at(draft.chosen_options)
    return frozenset(names) & {info.name for info in infos}
