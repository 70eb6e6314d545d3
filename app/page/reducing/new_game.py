"""Fills in the form of a new game, and begins it."""

from dataclasses import replace

from hu.app.ledger.values import HOUSE_TITLE
from hu.app.page.effects.games import StartGame
from hu.app.page.effects.hand import PlaceHand
from hu.app.page.events.games import GameBegun, HouseRead
from hu.app.page.gestures.new_game import (
    ChooseNewRules,
    DropHouse,
    GiveNames,
    NameGame,
    NamePlayer,
    NewGameFieldGesture,
    RepeatTable,
    SeatThree,
    SetOption,
)
from hu.app.page.new_game import (
    NewGame,
    options_of_form,
    players_of,
    with_name,
    with_names,
    with_option,
    with_table,
)
from hu.app.page.reducing.transition import Transition, with_screen
from hu.app.page.state import State
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_names, rule_set


def fill_in_game(state: State, event: NewGameFieldGesture) -> State:
    """Fill in a part of the form of a new game."""
    return with_screen(state, new_game=_fill_in(state, event))


def _fill_in(state: State, event: NewGameFieldGesture) -> NewGame:  # noqa: PLR0911  # a line for each field
    """Return the form with a part filled in."""
    form = state.screen.new_game
    match event:
        case ChooseNewRules():
            return replace(form, rules=event.rules) if event.rules in rule_names() else form
        case SeatThree():
            return replace(form, is_three=event.is_three)
        case NamePlayer():
            return with_name(form, event.seat, event.name)
        case NameGame():
            return replace(form, title=event.title)
        case SetOption():
            return with_option(form, _new_rules(state), event.option, event.value)
        case GiveNames():
            return with_names(form, event.names)
        case RepeatTable():
            if event.rules not in rule_names():
                return with_names(form, event.names)
            return with_table(form, event.names, rule_set(event.rules), event.options)
        case DropHouse():
            return replace(form, house=None)


def take_house_rules(state: State, result: HouseRead) -> State:
    """Put house rules into the form."""
    return with_screen(state, new_game=replace(state.screen.new_game, house=result.house))


def _new_rules(state: State) -> RuleSet:
    """Return the rules of the new game: those of the form, or else those of the hand in work."""
    return rule_set(state.screen.new_game.rules or state.draft.rules)


def request_game(state: State) -> Transition:
    """Ask to begin the game that the form describes."""
    form = state.screen.new_game
    rules = _new_rules(state)
    options = options_of_form(form, rules)
    # House rules take precedence over the options of the form.
    if form.house is not None and form.house.rules == rules.name:
        options |= form.house.options
        if form.house.title:
            options[HOUSE_TITLE] = form.house.title
    start = StartGame(
        rules=rules.name,
        players=players_of(form, rules),
        title=form.title,
        options=options,
    )
    return state, (start,)


def enter_game(state: State, begun: GameBegun) -> Transition:
    """Go to a game that was begun.

    If the game was begun for the hand in work, that hand becomes the game's first hand.
    """
    # The page "move" is the form of a game that is begun for the hand in work.
    takes_hand = state.screen.page == "move"
    after = with_screen(state, page="", new_game=NewGame(), view="hand")
    if takes_hand:
        # The result of this effect is the event ``HandMoved``. That event leads to the game.
        return after, (PlaceHand(begun.code, state.draft),)
    return replace(after, goes_to=begun.code), ()
