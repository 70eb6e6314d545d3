"""Which pages may upload files, and how many bytes: those that show a widget which waits for some.

Streamlit takes what is sent for any open page, under any name, and keeps it until the page is closed.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from typing import Final

from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx

_MOST_OF_A_PAGE: Final = 60_000_000
_MOST_OF_ALL: Final = 300_000_000
_LOCK: Final = Lock()
_waiting: Final = set[str]()
#: Bytes that are on their way, by page.
_coming: Final = dict[str, int]()


def expect_uploads(*, expected: bool) -> None:
    """Say whether the page that is being drawn shows a widget that waits for files."""
    context = get_script_run_ctx()
    if context is None or not Runtime.exists():
        return
    with _LOCK:
        if not expected:
            _waiting.discard(context.session_id)
        elif context.session_id not in _waiting:
            runtime = Runtime.instance()
            _waiting.intersection_update(page for page in set(_waiting) if runtime.is_active_session(page))
            _waiting.add(context.session_id)


@contextmanager
def upload(page: str, size: int) -> Iterator[int]:
    """Count a file while it comes.

    Args:
        page: Streamlit's name of the page that sends it.
        size: its bytes.

    Yields:
        0, or the HTTP status with which it is refused.
    """
    with _LOCK:
        status = _refusal(page, size)
        if not status:
            _coming[page] = _coming.get(page, 0) + size
    try:
        yield status
    finally:
        if not status:
            with _LOCK:
                _coming[page] -= size
                if not _coming[page]:
                    del _coming[page]


def _refusal(page: str, size: int) -> int:
    if page not in _waiting:
        return 404
    kept = _kept()
    if kept.get(page, 0) + _coming.get(page, 0) + size > _MOST_OF_A_PAGE:
        return 413
    return 413 if sum(kept.values()) + sum(_coming.values()) + size > _MOST_OF_ALL else 0


def _kept() -> dict[str, int]:
    """Bytes of files in memory, by page."""
    manager = Runtime.instance().uploaded_file_mgr
    assert isinstance(manager, MemoryUploadedFileManager)  # noqa: S101  # this server gives Streamlit no other
    files = {page: list(files.values()) for page, files in list(manager.file_storage.items())}
    return {page: sum(len(file.data) for file in mine) for page, mine in files.items()}
