"""Actions that the phones of a table can undo, shared by the browsers of this server."""

import time
from dataclasses import dataclass
from threading import Lock

from hu.app.page.effects.offers import OfferToTable
from hu.app.page.state import UNDO_S


@dataclass(frozen=True, slots=True)
class TableOffer:
    """Something that the phones of a table can undo.

    Attributes:
        offer: the action, and the way to undo it.
        browser: the key of the browser that made the offer.
        key: names the offer.
        until: when it ends, in seconds of the monotonic clock.
    """

    offer: OfferToTable
    browser: str
    key: str
    until: float

    def is_for(self, browser: str) -> bool:
        """Whether a browser can undo it now."""
        if self.offer.is_for_others_only and self.browser == browser:
            return False
        return self.until > time.monotonic()


class TableOffers:
    """The latest offer to each table, by the code of its game. Safe to use from several threads."""

    def __init__(self) -> None:
        self._offers: dict[str, TableOffer] = {}
        self._lock = Lock()

    def put(self, table: str, offer: OfferToTable, browser: str) -> None:
        """Offer something to a table, in place of an earlier offer."""
        now = time.monotonic()
        # The time in nanoseconds names the offer: no two offers to a table come at the same time.
        key = str(round(now * 1e9))
        with self._lock:
            for any_table, earlier_offer in list(self._offers.items()):
                has_ended = earlier_offer.until < now
                if has_ended:
                    del self._offers[any_table]
            self._offers[table] = TableOffer(offer, browser, key, now + UNDO_S)

    def withdraw(self, table: str) -> None:
        """Withdraw the offer to a table, because something has been done since."""
        with self._lock:
            self._offers.pop(table, None)

    def find(self, table: str, browser: str) -> TableOffer | None:
        """Find the action that a browser at a table can undo now."""
        offer = self._offers.get(table)
        if offer is None or not offer.is_for(browser):
            return None
        return offer

    def take(self, table: str, browser: str, key: str) -> OfferToTable | None:
        """Take an offer by its key, unless another phone was faster."""
        with self._lock:
            offer = self._offers.get(table)
            if offer is None or offer.key != key or not offer.is_for(browser):
                return None
            del self._offers[table]
            return offer.offer

    def key_of(self, table: str) -> str:
        """Name the latest offer to a table. Empty for none."""
        offer = self._offers.get(table)
        return offer.key if offer else ""
