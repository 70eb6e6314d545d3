"""The page's server: it runs Streamlit in this process, so that both end together."""

import importlib
import logging
import os
import signal
import sqlite3
import sys
import tomllib
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from threading import Event, Thread, Timer
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

from hu.app.ledger.backups import back_up_daily

if TYPE_CHECKING:
    from starlette.middleware import Middleware
    from streamlit.starlette import App

_LOG: Final = logging.getLogger("hu.page")
#: Seconds that running work has to finish after the signal to stop. Then it is cut off.
_GRACE_S: Final = 3.5
#: Seconds for the last writes to disk after running work was cut off.
_LAST_WRITES_S: Final = 1.0
#: Seconds between two checks whether a copy of the games file is due.
_BACKUP_CHECK_S: Final = 3600.0
#: The signals that stop the server, as far as the operating system has them.
_NAMES: Final = ("SIGINT", "SIGTERM", "SIGHUP")
_SIGNALS: Final = [signal.Signals[name] for name in _NAMES if name in signal.Signals.__members__]
#: The level of gzip, from 1 to 9. Higher levels compress more and take longer.
_COMPRESSION: Final = 6
#: The value of an option of Streamlit.
StreamlitValue = str | int | float | bool | list[str] | None
#: A table of a configuration file. Its values are options and further tables.
_Table = Mapping[str, "StreamlitValue | _Table"]
#: The script that shows the page.
PAGE: Final = Path(__file__).resolve().parents[1] / "shell.py"
#: Options of Streamlit that protect the page and its players. They override a configuration file in
#: the folder where the server is started.
_PINNED: Final[Mapping[str, StreamlitValue]] = {
    # This protection needs a cookie, which browsers may block. The gate checks the origin of every
    # request instead.
    "server.enableXsrfProtection": False,
    "server.enableCORS": True,
    "server.corsAllowedOrigins": [],
    "server.enableStaticServing": False,
    "server.baseUrlPath": "",
    "global.developmentMode": False,
}


def serve(
    options: Mapping[str, StreamlitValue],
    page: Path = PAGE,
    hosts: Collection[str] = (),
    frames: Collection[str] = (),
) -> None:
    """Serve the page until SIGINT, SIGTERM, or the end of the terminal (SIGHUP) stops the process.

    Saved hands are written at once. Drafts that are not written yet when the signal comes are
    written before the process ends, within five seconds.

    Args:
        options: options of Streamlit that override those of the page, such as the address, the port
            and the certificate.
        page: the script that shows the page.
        hosts: additional names of the server.
        frames: the sites that may show the page in a frame.
    """
    from streamlit.starlette import App  # noqa: PLC0415  # loads Streamlit

    # Each signal raises KeyboardInterrupt until ``life`` handles the signals.
    for number in _SIGNALS:
        signal.signal(number, signal.default_int_handler)
    # Streamlit adds the folder of the program in ``sys.argv[0]`` to ``sys.path``. If there is no
    # program, it adds the folder of the page, as under ``streamlit run``.
    sys.argv = ["-c"]
    app = App(page, lifespan=life, middleware=layers(hosts, frames), on_script_error=tell_failure)
    with suppress(KeyboardInterrupt):
        app.run(config={**page_options(), **_PINNED, **options})
    _close_ledger()


def layers(hosts: Collection[str] | None, frames: Collection[str]) -> "list[Middleware]":
    """Return the middleware in front of Streamlit. The first item gets a request first.

    Args:
        hosts: additional names of the server. None if the server cannot know its names.
        frames: the sites that may show the page in a frame.
    """
    from starlette.middleware import Middleware  # noqa: PLC0415  # Streamlit brings it

    from hu.app.page.serving.compression import Compression  # noqa: PLC0415
    from hu.app.page.serving.first_page import FirstPage  # noqa: PLC0415  # loads Streamlit
    from hu.app.page.serving.gate import Gate  # noqa: PLC0415  # loads Streamlit

    # If a browser sends invalid data, the log gets one line and no traceback.
    logging.getLogger("streamlit.web.server.starlette.starlette_websocket").addFilter(
        _without_traceback
    )
    gate = Middleware(Gate, hosts=hosts, frames=frames)
    compression = Middleware(Compression, compresslevel=_COMPRESSION)
    return [gate, compression, Middleware(FirstPage)]


def page_options() -> dict[str, StreamlitValue]:
    """Return the options in the page's configuration file, by names such as ``server.port``."""
    # An installed package has the file beside the page.
    path = PAGE.parent / "config.toml"
    if not path.exists():
        # A checkout has the file where ``streamlit run`` looks for it.
        path = PAGE.parents[2] / ".streamlit" / "config.toml"
    return _flatten("", tomllib.loads(path.read_text(encoding="utf-8")))


def _without_traceback(record: logging.LogRecord) -> bool:
    """Remove the traceback from a record of the log. The result True keeps the record."""
    record.exc_info = None
    return True


def _flatten(prefix: str, values: "_Table") -> dict[str, StreamlitValue]:
    """Return the values of a table and of the tables in it, by names such as ``server.port``.

    Args:
        prefix: the beginning of the names: the names of the tables around this table, each with a
            dot after it.
        values: the table.
    """
    value_of: dict[str, StreamlitValue] = {}
    for name, value in values.items():
        if isinstance(value, Mapping):
            value_of.update(_flatten(f"{prefix}{name}.", value))
        else:
            value_of[prefix + name] = value
    return value_of


@asynccontextmanager
async def life(app: "App") -> AsyncIterator[None]:
    """Do the server's own work while it runs: handle signals, and copy the games file daily."""
    del app
    # The handler of uvicorn, which stops the server.
    stop: Any = signal.getsignal(signal.SIGTERM)

    def cut_off() -> None:
        """End the process after the last writes, or after a second."""
        writer = Thread(target=_close_ledger, daemon=True)
        writer.start()
        writer.join(_LAST_WRITES_S)
        os._exit(0)

    def handle(number: int, frame: FrameType | None) -> None:
        """Stop the server as uvicorn does, and end the process if that takes too long."""
        # A photo that is being read, or an open connection, must not keep the server alive.
        deadline = Timer(_GRACE_S, cut_off)
        deadline.daemon = True
        deadline.start()
        stop(number, frame)

    for number in _SIGNALS:
        signal.signal(number, handle)
    # Load the modules of the page now, so that its first visitor does not wait for that. It takes
    # 2 s of a processor (2026-11-27).
    importlib.import_module("hu.app.page.shell")
    stopped = Event()
    Thread(target=_keep_copies, args=(stopped,), name="copies", daemon=True).start()
    try:
        yield
    finally:
        stopped.set()


def _close_ledger() -> None:
    """Write the drafts that are not written yet, and close the games."""
    from hu.app.page.services import close_ledgers  # noqa: PLC0415  # loads Streamlit

    close_ledgers()


def _keep_copies(stopped: Event) -> None:
    """Copy the games file when a copy is due, until the server stops."""
    from hu.app.page.services import games_location  # noqa: PLC0415  # loads Streamlit

    location = games_location()
    if not isinstance(location, Path):
        # The games are in a database, which has backups of its own.
        return
    while True:
        try:
            if location.exists():
                back_up_daily(location)
        except (OSError, sqlite3.Error) as error:
            _LOG.warning("no copy of the games was made: %s", error)
        is_stopped = stopped.wait(timeout=_BACKUP_CHECK_S)
        if is_stopped:
            return


def tell_failure(error: Exception) -> bool:
    """Report on the page that a run of it failed. True keeps Streamlit from showing the error."""
    from hu.app.page import shell  # noqa: PLC0415  # loads Streamlit

    return shell.tell_failure(error)
