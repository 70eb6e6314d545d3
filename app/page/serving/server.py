"""The page's server: Streamlit in this process, so that whatever ends the process ends the server."""

import importlib
import logging
import os
import runpy
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from threading import Event, Thread, Timer
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

from hu.app.ledger.backups import back_up_daily
from hu.app.memory import share_memory
from hu.app.page.parts.shell import Shell, warm
from hu.app.page.serving.heap import keep_frozen

if TYPE_CHECKING:
    from streamlit.starlette import App

_LOG: Final = logging.getLogger("hu.page")
#: Seconds between the signal to stop and the moment when whatever still runs is cut off; then for the last writes.
_GRACE_S: Final = 3.5
_LAST_WRITES_S: Final = 1.0
_BACKUP_CHECK_S: Final = 3600.0
#: The page itself.
PAGE: Final = Path(__file__).resolve().parents[1] / "main.py"

#: The look of the page: one accent colour on two grounds. Streamlit takes it from its options.
_THEME: Final[Mapping[str, Any]] = {
    "theme.baseRadius": "12px",
    "theme.light.primaryColor": "#0b6b47",
    "theme.light.backgroundColor": "#faf9f5",
    "theme.light.secondaryBackgroundColor": "#ffffff",
    "theme.light.textColor": "#1c2429",
    "theme.light.borderColor": "#ddd8ca",
    "theme.dark.primaryColor": "#62d3a4",
    "theme.dark.backgroundColor": "#12171a",
    "theme.dark.secondaryBackgroundColor": "#1b2327",
    "theme.dark.textColor": "#eef2f3",
    "theme.dark.borderColor": "#37434a",
}
_SERVER: Final[Mapping[str, Any]] = {
    "server.headless": True,
    "logger.hideWelcomeMessage": True,
    "logger.level": "warning",
    "browser.gatherUsageStats": False,
    "client.toolbarMode": "minimal",
    "client.showErrorDetails": "none",
    # Streamlit's own box for errors would link to search engines.
    "client.showErrorLinks": False,
    "server.fileWatcherType": "none",
    "server.runOnSave": False,
    # With fast reruns a tap starts a second run of the page while the first still works. Each run locks the visit's
    # state with a lock of its own, so one changes it while the other loops over it, and one run's drawing is lost.
    "runner.fastReruns": False,
    # Said here, whatever a file in the folder says where the server is started.
    "server.enableXsrfProtection": True,
    "server.enableCORS": True,
    "server.corsAllowedOrigins": [],
    "server.enableStaticServing": False,
    "server.baseUrlPath": "",
    "global.developmentMode": False,
    # A photo of 40 MB travels as base64 text; what is larger the page refuses before it is sent.
    "server.maxMessageSize": 60,
    "server.maxUploadSize": 40,
    # The browser keeps what it was sent for as many runs of the page. It tells the server what it has when it asks
    # for a run, so what it forgets before the answer comes is missing: typing four names on a slow network takes
    # more than the two runs that Streamlit keeps them for.
    "global.maxCachedMessageAge": 50,
}


def serve(options: Mapping[str, Any], page: Path = PAGE, hosts: Collection[str] = ()) -> None:
    """Serve the page until the process is told to stop: by SIGINT, SIGTERM, or its terminal's end (SIGHUP).

    What was saved is on disk by then; drafts that wait are written before it ends, within five seconds.

    Args:
        options: Streamlit's, beside the page's own: address, port, certificate.
        page: the script; tests serve the page with recorded readings.
        hosts: names that the server goes by, see ``Gate``.
    """
    share_memory()
    from starlette.middleware import Middleware  # noqa: PLC0415
    from streamlit.starlette import App  # noqa: PLC0415  # loads Streamlit

    from hu.app.page.photos.photo_store import Previews  # noqa: PLC0415
    from hu.app.page.serving.gate import Gate  # noqa: PLC0415

    for number in _stopping_signals():
        signal.signal(number, _interrupt)
    # Streamlit puts the folder of what was started on the path: the page's, as it does under `streamlit run`.
    sys.argv = ["-c"]
    layers = [Middleware(Gate, hosts=hosts), Middleware(Previews), Middleware(Shell)]
    app = App(page, lifespan=_life, middleware=layers, on_script_error=_show_again(page))
    with suppress(KeyboardInterrupt):
        app.run(config={**_SERVER, **_THEME, **options})
    _close_ledger()


def _stopping_signals() -> list[signal.Signals]:
    return [signal.Signals[name] for name in ("SIGINT", "SIGTERM", "SIGHUP") if name in signal.Signals.__members__]


def _interrupt(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise KeyboardInterrupt


@asynccontextmanager
async def _life(app: "App") -> AsyncIterator[None]:
    """Handle signals, copy the games file daily and keep the heap frozen, as long as the server runs."""
    del app
    stop = _stop_with(signal.getsignal(signal.SIGTERM))
    for number in _stopping_signals():
        signal.signal(number, stop)
    # Loaded now, the page need not be loaded for its first visitor.
    importlib.import_module("hu.app.page.main")
    Thread(target=warm, name="warm-shell", daemon=True).start()
    stopped = Event()
    for work in (_keep_copies, keep_frozen):
        Thread(target=work, args=(stopped,), name=work.__name__, daemon=True).start()
    try:
        yield
    finally:
        stopped.set()


def _stop_with(stop: Any) -> Callable[[int, FrameType | None], None]:
    """Return a signal handler that lets the server shut down by itself, but only until a deadline."""

    def handle(number: int, frame: FrameType | None) -> None:
        # A photo being read or a connection that does not end must not keep the server alive.
        deadline = Timer(_GRACE_S, _cut_off)
        deadline.daemon = True
        deadline.start()
        stop(number, frame)

    return handle


def _cut_off() -> None:
    closing = Thread(target=_close_ledger, daemon=True)
    closing.start()
    closing.join(_LAST_WRITES_S)
    os._exit(0)


def _close_ledger() -> None:
    from hu.app.page.visit import close_ledgers  # noqa: PLC0415  # loads Streamlit

    close_ledgers()


def _keep_copies(stopped: Event) -> None:
    from hu.app.page.visit import games_location  # noqa: PLC0415  # loads Streamlit

    location = games_location()
    # A database server has its own way of keeping copies.
    while isinstance(location, Path):
        try:
            if location.exists():
                back_up_daily(location)
        except (OSError, sqlite3.Error) as error:
            _LOG.warning("no copy of the games was made: %s", error)
        if stopped.wait(_BACKUP_CHECK_S):
            return


def _show_again(page: Path) -> Callable[[Exception], bool]:
    """Return a handler for exceptions in taps: it shows the page as it was, with a line that says what happened."""

    def show(error: Exception) -> bool:
        from hu.app.page.main import tell_failure  # noqa: PLC0415  # loads Streamlit

        if tell_failure(error):
            # The tap failed before the page's script began; nothing of it has been shown.
            runpy.run_path(str(page), run_name="__main__")
        return True

    return show
