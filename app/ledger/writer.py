"""The one writer of a ledger: it does all writes of a server in turn, drafts last.

SQLite lets one connection write at a time; the others poll for its lock, in no order, until some of them time out.
With one writer no connection of this server waits for another: sheets are written in order of arrival, drafts when the
queue is empty, and a draft is never written once a newer one has replaced it.
"""

import logging
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from threading import Condition, Thread
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from hu.app.ledger.values import LedgerError

_LOG: Final = logging.getLogger("hu.ledger")
_SECONDS_BETWEEN_TRIES: Final = 1.0

#: A browser's fingerprint and the place that its draft belongs to.
DraftKey = tuple[str, str]
Work = Callable[[Connection], Any]
Result = TypeVar("Result")


class Writer:
    """A thread that does all the writing.

    Args:
        engine: begins transactions that write.
        save_drafts: writes drafts by key, all in one transaction.
    """

    def __init__(self, engine: Engine, save_drafts: Callable[[Connection, Mapping[DraftKey, str]], None]) -> None:
        self._engine = engine
        self._save_drafts = save_drafts
        self._waiting: deque[tuple[Work, Future[Any]]] = deque()
        self._drafts: dict[DraftKey, str] = {}
        self._changed = Condition()
        self._closing = False
        self._thread = Thread(target=self._run, name="ledger-writer", daemon=True)
        self._thread.start()

    def write(self, work: Callable[[Connection], Result]) -> Result:
        """Run work in its own transaction, after everything queued before it; return once it is on disk.

        Raises:
            LedgerError: the work raised it, or the file cannot be written; either way nothing has changed.
        """
        done: Future[Result] = Future()
        with self._changed:
            if self._closing:
                raise LedgerError("not-saved", "nothing was saved: {reason}", reason="the server is stopping")
            self._waiting.append((work, done))
            self._changed.notify()
        return done.result()

    def write_draft(self, key: DraftKey, content: str) -> None:
        """Queue a draft behind all other work; it replaces an earlier one that is still queued."""
        with self._changed:
            self._drafts[key] = content
            self._changed.notify()

    def unwritten(self, key: DraftKey) -> str | None:
        """Return a draft that is still queued."""
        with self._changed:
            return self._drafts.get(key)

    def close(self) -> None:
        """Write everything that is queued, then end the thread."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._drafts or self._closing)
                task = self._waiting.popleft() if self._waiting else None
                drafts = {} if task else dict(self._drafts)
                closing = self._closing
            if task:
                self._do(*task)
            elif drafts and self._wrote(drafts):
                self._forget(drafts)
            elif closing:
                return
            elif drafts:
                self._pause()

    def _do(self, work: Work, done: Future[Any]) -> None:
        try:
            with self._engine.begin() as connection:
                result = work(connection)
        except SQLAlchemyError as error:
            reason = str(getattr(error, "orig", None) or error)
            done.set_exception(LedgerError("not-saved", "nothing was saved: {reason}", reason=reason))
        except BaseException as error:  # noqa: BLE001  # raised again where the work was queued
            done.set_exception(error)
        else:
            done.set_result(result)

    def _wrote(self, drafts: Mapping[DraftKey, str]) -> bool:
        try:
            with self._engine.begin() as connection:
                self._save_drafts(connection, drafts)
        except SQLAlchemyError as error:
            _LOG.warning("drafts wait: %s", getattr(error, "orig", None) or error)
            return False
        return True

    def _forget(self, written: Mapping[DraftKey, str]) -> None:
        with self._changed:
            for key, content in written.items():
                if self._drafts.get(key) is content:
                    del self._drafts[key]

    def _pause(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._waiting or self._closing, _SECONDS_BETWEEN_TRIES)
