"""Begins the hand in work, saves it on the sheet, stores it and moves it to a game."""

from collections.abc import Sequence
from dataclasses import replace

from hu.app.ledger.values import Game, LedgerError
from hu.app.page.draft.next_hand import is_playable, next_draft
from hu.app.page.draft.racks import with_other_hands
from hu.app.page.draft.state import Draft, by_other_rules
from hu.app.page.effects.hand import KeepDraft, PlaceHand, SaveDrawn, SaveHand, TakeHandOff
from hu.app.page.events.event import Event
from hu.app.page.events.hand import HandBegun, HandMoved
from hu.app.page.game.saving import save_drawn, save_hand, take_off
from hu.app.page.photos.hands import hands_on
from hu.app.page.services import Visit, fresh_draft, keep_draft, stored_draft
from hu.app.page.state import State


def save_to_sheet(effect: SaveHand, visit: Visit) -> Sequence[Event]:
    """Put the hand in work on the sheet."""
    if visit.game is None or not is_playable(visit.game):
        return ()
    _note_replaced_entry(visit, visit.game, effect.draft)
    return save_hand(visit.ledger, visit.game, effect.draft, effect.token)


def _note_replaced_entry(visit: Visit, game: Game, draft: Draft) -> None:
    """Store the entry that a hand is about to replace. A restart then does not prevent Undo.

    The entry becomes a part of the stored hand. The number of the tap on Save does not yet: if the
    server ends before the hand is on the sheet, the browser sends the tap again.
    """
    if not draft.entry:
        return
    stored_hand = stored_draft(visit, game.code)
    if stored_hand is None or stored_hand.token != draft.token:
        # No hand of this browser is stored in this game, or another hand than the hand in work.
        return
    for entry in visit.ledger.entries(game.code):
        if entry.id == draft.entry:
            keep_draft(visit, game.code, replace(stored_hand, replaced_entry=entry))


def save_drawn_hand(effect: SaveDrawn, visit: Visit) -> Sequence[Event]:
    """Put a hand on the sheet that nobody won and for which nobody pays."""
    if visit.game is None or not is_playable(visit.game):
        return ()
    return save_drawn(visit.ledger, visit.game, effect.draft)


def begin_hand(visit: Visit, state: State) -> Sequence[Event]:
    """Begin the next hand of the game, or a hand without a game."""
    return [HandBegun(fresh_draft(visit, state.screen))]


def take_off_sheet(effect: TakeHandOff, visit: Visit) -> Sequence[Event]:
    """Undo that a hand was saved."""
    return take_off(visit.ledger, effect.code, effect.entry, effect.replaced_entry)


def place_in_game(effect: PlaceHand, visit: Visit, state: State) -> Sequence[Event]:
    """Make a hand without a game the next hand of a game.

    If the rules of the game differ from those of the hand, only the answers are kept that survive a
    change of rules. If their seats differ, only the tiles are kept.

    Returns:
        The event that the hand was moved. It has an empty hand for the screen without a game, and
        the hand that the browser had in work in the game, which the player can get back. The latter
        is None if there was none.

    Raises:
        LedgerError: no game has the code.
    """
    game = visit.ledger.game(effect.code)
    if game is None:
        raise LedgerError("code-unknown", code=effect.code)
    replaced_hand = stored_draft(visit, game.code)
    # This hand is empty, but it has all that the game decides: rules, seats, winds and players.
    next_hand = next_draft(visit.ledger, game, game.rules)
    hand = effect.draft
    if hand.rules != next_hand.rules:
        hand = by_other_rules(hand, next_hand.rules, next_hand.options)
    if hand.seats != next_hand.seats:
        hand = Draft(rack=hand.rack)
    # The moved hand has its own tiles and answers. All that the game decides comes from the game.
    moved_hand = replace(
        hand,
        rules=next_hand.rules,
        options=next_hand.options,
        round_wind=next_hand.round_wind,
        seats=next_hand.seats,
        seating=next_hand.seating,
        known=next_hand.known,
        asked={**hand.asked, **next_hand.asked},
        token=next_hand.token,
        # The browser may still keep events of this game that were processed before. They must not
        # be processed again.
        taken=replaced_hand.taken if replaced_hand is not None else {},
    )
    photo = visit.find_photo(moved_hand.rack.photo)
    if photo is not None:
        # Rules that score every hand need the other hands on the winner's photo too.
        moved_hand = with_other_hands(moved_hand, hands_on(photo, visit.find_photo))
    keep_draft(visit, game.code, moved_hand)
    visit.ledger.visit(visit.browser, game.code)
    empty_hand = fresh_draft(visit, state.screen)
    return [HandMoved(game.code, empty_hand, replaced_hand)]


def keep_hand(effect: KeepDraft, visit: Visit) -> Sequence[Event]:
    """Store a hand in work for this browser."""
    keep_draft(visit, effect.game_code, effect.draft)
    return ()
