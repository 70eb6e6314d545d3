"""Answers the questions about a hand."""

from collections.abc import Mapping
from dataclasses import replace

from hu.app.page.draft.answers import answer, answer_rack, answer_seats
from hu.app.page.draft.racks import takes_tiles
from hu.app.page.draft.state import NOBODY, Draft, with_claim, with_winner
from hu.app.page.gestures.answers import (
    AnswerQuestion,
    AnswerRack,
    AnswerSeats,
    ChooseOption,
    ChooseRules,
)
from hu.app.page.reducing.rereading import request_neighbours
from hu.app.page.reducing.transition import Transition, with_screen
from hu.app.page.state import State
from hu.scoring.rule_set.registry import rule_names, rule_set


def answer_who_won(state: State, gesture: AnswerSeats) -> Transition:
    """Note who won and how. The photo may show the hands of the other players."""
    draft = answer_seats(state.draft, gesture.winner, gesture.way)
    return request_neighbours(replace(state, draft=draft))


def answer_question(state: State, gesture: AnswerQuestion) -> State:
    """Answer a question about the deal."""
    return replace(state, draft=answer(state.draft, gesture.question, gesture.reply))


def answer_about_rack(state: State, gesture: AnswerRack) -> State:
    """Answer a question about another player's tiles."""
    # A player whose tiles are not needed yet can be named as another winner. Then they are needed.
    if not takes_tiles(state.draft, gesture.seat) and gesture.question != "won-too":
        return state
    draft = answer_rack(state.draft, gesture.seat, gesture.question, gesture.reply)
    return replace(state, draft=draft)


def choose_rules(state: State, choice: ChooseRules) -> Transition:
    """Score a hand without a game by other rules.

    The winner's tiles stay. The winner and the way of winning stay if the other rules have these
    seats. All other answers are forgotten.
    """
    before = state.draft
    is_of_game = bool(before.seating)
    if choice.rules not in rule_names() or is_of_game:
        return state, ()
    seats = rule_set(choice.rules).seats
    if before.winner not in (*seats, NOBODY):
        before = with_winner(before, None)
    elif before.claim.source not in (*seats, None):
        before = with_claim(before, None)
    draft = Draft(
        rules=choice.rules,
        seats=seats,
        options=state.screen.options_alone.get(choice.rules, {}),
        rack=before.rack,
        winner=before.winner,
        claim=replace(before.claim, circumstances=frozenset()),
        round_wind=before.round_wind if before.round_wind in seats else None,
        entered=_figures_by_other_rules(before, choice.rules),
        token=before.token,
        taken=before.taken,
    )
    after = with_screen(replace(state, draft=draft), rules=choice.rules, rack=None)
    return request_neighbours(after)


def _figures_by_other_rules(draft: Draft, rules: str) -> Mapping[str, int | str] | None:
    """Return the figures of a hand after a change of rules.

    Args:
        draft: the hand by the rules before.
        rules: the other rules.

    Returns:
        An empty dict if figures are still to be entered in place of the tiles. The ids of figures
        differ between rule sets, so none is taken over. None if the tiles are counted.
    """
    if draft.entered is None or not rule_set(rules).figures:
        return None
    return {}


def choose_option(state: State, choice: ChooseOption) -> State:
    """Choose an option of the rules for hands without a game."""
    draft = state.draft
    # A game's options were chosen when it was begun.
    if draft.seating:
        return state
    for option in rule_set(draft.rules).options:
        is_chosen = option.asked_alone and option.name == choice.option
        if is_chosen and choice.value in option.choices:
            options_by_rules = state.screen.options_alone
            options = {**options_by_rules.get(draft.rules, {}), choice.option: choice.value}
            after = replace(state, draft=replace(draft, options=options))
            return with_screen(after, options_alone={**options_by_rules, draft.rules: options})
    return state
