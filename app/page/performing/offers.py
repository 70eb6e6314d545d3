"""Offers the phones of a table to undo an action."""

from collections.abc import Sequence

from hu.app.page.effects.offers import OfferToTable
from hu.app.page.events.event import Event
from hu.app.page.services import Visit


def offer_to_table(effect: OfferToTable, visit: Visit) -> Sequence[Event]:
    """Offer the phones of the open game to undo an action. This replaces an earlier offer."""
    visit.offers.put(visit.game_code, effect, visit.browser)
    return ()


def withdraw(visit: Visit) -> Sequence[Event]:
    """Withdraw the offer to the phones of the open game."""
    visit.offers.withdraw(visit.game_code)
    return ()
