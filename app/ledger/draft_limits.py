"""How much unfinished work is kept: of a network address, of a browser, and in all."""

import time
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Final

from sqlalchemy import Connection, delete, func, select

from hu.app.ledger.guessing import network_of
from hu.app.ledger.schema import drafts
from hu.app.ledger.values import LedgerError

#: Characters of all drafts that came from a network address within a day. A draft has some 10,000.
#: All phones of a club may share an address: three hundred hands in work fit.
MOST_OF_AN_ADDRESS: Final = 3_000_000
_WITHIN_S: Final = 24 * 3600.0
#: The most drafts of a browser, which has a draft for each game. The oldest are deleted.
MOST_OF_A_BROWSER: Final = 20
#: Characters of all drafts. The oldest are deleted.
MOST_OF_ALL: Final = 50_000_000


class DraftLimit:
    """Counts the drafts that came from each network address."""

    def __init__(self, most: int = MOST_OF_AN_ADDRESS) -> None:
        self._most = most
        self._lock = Lock()
        #: The drafts of each network: size and time, by browser and place, the latest last.
        self._drafts: dict[str, OrderedDict[tuple[str, str], tuple[int, float]]] = {}

    def admit(self, address: str | None, browser: str, place: str, size: int) -> None:
        """Count a draft before it is written.

        Args:
            address: the browser's network address. None means this computer itself.
            browser: the browser's key.
            place: the code of the game that the draft belongs to. Empty outside games.
            size: its characters.

        Raises:
            LedgerError: too much came from this address. The draft is not counted then.
        """
        with self._lock:
            now = time.monotonic()
            self._forget_before(now - _WITHIN_S)
            network = network_of(address)
            drafts_of_network = self._drafts.get(network, OrderedDict())
            # The size of the draft's earlier version, 0 if there is none.
            old_size, _ = drafts_of_network.get((browser, place), (0, now))
            total_size = sum(draft_size for draft_size, _ in drafts_of_network.values())
            new_total_size = total_size - old_size + size
            # A draft that does not grow is always admitted.
            if size > old_size and new_total_size > self._most:
                raise LedgerError("drafts-full")
            drafts_of_network[browser, place] = (size, now)
            drafts_of_network.move_to_end((browser, place))
            self._drafts[network] = drafts_of_network

    def _forget_before(self, oldest: float) -> None:
        """Forget the drafts that came before a time, and networks without later drafts.

        Args:
            oldest: the time, by ``time.monotonic``.
        """
        for network, drafts_of_network in list(self._drafts.items()):
            # The drafts are in the order of their times, so the old drafts come first.
            for key, (_, draft_time) in list(drafts_of_network.items()):
                if draft_time >= oldest:
                    break
                del drafts_of_network[key]
            if not drafts_of_network:
                del self._drafts[network]


def drop_surplus(
    connection: Connection, browsers: Sequence[str], *, counts_all_drafts: bool
) -> None:
    """Delete the oldest drafts if browsers have too many, or if all browsers together have.

    Args:
        connection: an open transaction.
        browsers: the fingerprints of the browsers that have just saved.
        counts_all_drafts: whether the drafts of all browsers together are limited too, which takes
            longer.
    """
    # Drafts that were written together have the same time, so their places order them too.
    for browser in browsers:
        query = (
            select(drafts.c.place)
            .where(drafts.c.browser == browser)
            .order_by(drafts.c.saved.desc(), drafts.c.place)
            .offset(MOST_OF_A_BROWSER)
        )
        for place in connection.scalars(query).all():
            _drop(connection, browser, place)
    if counts_all_drafts:
        _drop_oldest(connection)


def _drop_oldest(connection: Connection) -> None:
    """Delete the oldest drafts, so that the others together have at most ``MOST_OF_ALL``."""
    query = select(drafts.c.browser, drafts.c.place, func.length(drafts.c.content)).order_by(
        drafts.c.saved.desc(), drafts.c.browser, drafts.c.place
    )
    # The size of the draft in hand and of all newer drafts.
    total = 0
    for browser, place, size in connection.execute(query).all():
        total += size
        if total > MOST_OF_ALL:
            _drop(connection, browser, place)


def _drop(connection: Connection, browser: str, place: str) -> None:
    connection.execute(
        delete(drafts).where(drafts.c.browser == browser).where(drafts.c.place == place)
    )
