"""Answers the questions about a hand."""

from dataclasses import replace

from hu.app.page.draft.answers import answer, answer_rack, answer_seats
from hu.app.page.draft.racks import takes_tiles
from hu.app.page.draft.state import by_other_rules
from hu.app.page.gestures.answers import (
    AnswerQuestion,
    AnswerRack,
    AnswerSeats,
    ChooseOption,
    ChooseRules,
)
from hu.app.page.reducing.photos import request_other_hands
from hu.app.page.reducing.transition import Transition, with_screen
from hu.app.page.state import State
from hu.scoring.rule_set.registry import rule_names, rule_set


def answer_who_won(state: State, gesture: AnswerSeats) -> Transition:
    """Note who won and how.

    The winner's photo may show the hands of the other players. Now their seats are known, so these
    hands are asked for.
    """
    draft = answer_seats(state.draft, gesture.winner, gesture.way)
    return request_other_hands(replace(state, draft=draft))


def answer_question(state: State, gesture: AnswerQuestion) -> State:
    """Answer a question about the deal."""
    return replace(state, draft=answer(state.draft, gesture.question, gesture.reply))


def answer_about_rack(state: State, gesture: AnswerRack) -> State:
    """Answer a question about the tiles or the win of a player other than the winner."""
    # Every player can have won with the same discard. All other questions are only for players
    # whose tiles are entered.
    is_about_other_win = gesture.question == "won-too"
    can_be_answered = is_about_other_win or takes_tiles(state.draft, gesture.seat)
    if not can_be_answered:
        return state
    draft = answer_rack(state.draft, gesture.seat, gesture.question, gesture.reply)
    return replace(state, draft=draft)


def choose_rules(state: State, choice: ChooseRules) -> Transition:
    """Score a hand without a game by other rules."""
    # Only the hand of a game has a seating.
    is_of_game = bool(state.draft.seating)
    if choice.rules not in rule_names() or is_of_game:
        return state, ()
    options = state.screen.options_alone.get(choice.rules, {})
    draft = by_other_rules(state.draft, choice.rules, options)
    # The other players' tiles are forgotten, so the screen shows the winner's rack.
    after = with_screen(replace(state, draft=draft), rules=choice.rules, rack=None)
    return request_other_hands(after)


def choose_option(state: State, choice: ChooseOption) -> State:
    """Choose an option of the rules for hands without a game.

    An option or a value that the page does not offer for such hands changes nothing.
    """
    draft = state.draft
    # Only the hand of a game has a seating. The options of a game were chosen when it was begun.
    is_of_game = bool(draft.seating)
    if is_of_game:
        return state
    for option in rule_set(draft.rules).options:
        is_chosen = option.is_asked_without_game and option.name == choice.option
        if is_chosen and choice.value in option.choices:
            options_by_rules = state.screen.options_alone
            options = {**options_by_rules.get(draft.rules, {}), choice.option: choice.value}
            after = replace(state, draft=replace(draft, options=options))
            return with_screen(after, options_alone={**options_by_rules, draft.rules: options})
    return state
