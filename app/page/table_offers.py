"""Actions that the phones of a table can undo, shared by the browsers of this server."""

import time
from dataclasses import dataclass
from threading import Lock

from hu.app.page.effects.offers import OfferToTable
from hu.app.page.state import UNDO_S


@dataclass(frozen=True, slots=True)
class TableOffer:
    """An action that the phones of a table can undo.

    Attributes:
        effect: the effect that made the offer. It holds the action's name and its reversal.
        browser: the key of the browser that made the offer.
        key: names the offer.
        until: when it ends, in seconds of the monotonic clock.
    """

    effect: OfferToTable
    browser: str
    key: str
    until: float

    def is_for(self, browser: str) -> bool:
        """Whether a browser of the table can undo the action now."""
        if self.effect.is_for_others_only and self.browser == browser:
            return False
        return self.until > time.monotonic()


class TableOffers:
    """The latest offer to each table. Safe to use from several threads.

    The name of a table is the code of its game.
    """

    def __init__(self) -> None:
        self._offers: dict[str, TableOffer] = {}
        self._lock = Lock()

    def put(self, table: str, offer: OfferToTable, browser: str) -> None:
        """Offer a table to undo an action. This replaces the present offer to the table.

        Offers that have ended are forgotten, also those to other tables.

        Args:
            table: the code of the game.
            offer: the action and its reversal.
            browser: the key of the browser that makes the offer.
        """
        now = time.monotonic()
        # The time in nanoseconds names the offer: no two offers to a table come at the same time.
        key = str(round(now * 1e9))
        with self._lock:
            for other_table, earlier_offer in list(self._offers.items()):
                has_ended = earlier_offer.until < now
                if has_ended:
                    del self._offers[other_table]
            self._offers[table] = TableOffer(
                effect=offer, browser=browser, key=key, until=now + UNDO_S
            )

    def withdraw(self, table: str) -> None:
        """Withdraw the offer to a table, because the action is no longer the last one."""
        with self._lock:
            self._offers.pop(table, None)

    def find(self, table: str, browser: str) -> TableOffer | None:
        """Find the action that a browser at a table can undo now. None if there is none."""
        offer = self._offers.get(table)
        if offer is None or not offer.is_for(browser):
            return None
        return offer

    def take(self, table: str, browser: str, key: str) -> OfferToTable | None:
        """Remove the offer with a key and return it.

        None if another phone has taken it first, if it has ended or was replaced, or if it is not
        for this browser.

        Args:
            table: the code of the game.
            browser: the key of the browser that undoes the action.
            key: names the offer.
        """
        with self._lock:
            offer = self._offers.get(table)
            if offer is None or offer.key != key or not offer.is_for(browser):
                return None
            del self._offers[table]
            return offer.effect

    def key_of(self, table: str) -> str:
        """Return the key of the latest offer to a table. Empty for none."""
        offer = self._offers.get(table)
        return offer.key if offer else ""
