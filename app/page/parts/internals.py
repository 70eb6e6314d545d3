"""The parts of Streamlit's private modules that the page uses.

No other file imports those modules. Tried with Streamlit 1.67.0.
"""

from streamlit.runtime import Runtime
from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

__all__ = ["UploadedFile", "forget_file", "is_fragment_run", "uploaded_bytes"]


def is_fragment_run() -> bool:
    """Whether a fragment of the page runs by itself, without the rest of the page."""
    context = get_script_run_ctx()
    return context is not None and bool(context.fragment_ids_this_run)


def forget_file(file: UploadedFile) -> None:
    """Free the memory of an uploaded file. Streamlit would keep it as long as the page is open."""
    context = get_script_run_ctx()
    if context is not None and Runtime.exists():
        _uploads().remove_file(context.session_id, file.file_id)


def uploaded_bytes() -> dict[str, int]:
    """Return the number of bytes of the uploaded files in memory, by session.

    A session is an open page.
    """
    bytes_of = {}
    # Iterate over copies, because other threads add and remove sessions and files.
    for session, file_by_id in list(_uploads().file_storage.items()):
        files = list(file_by_id.values())
        bytes_of[session] = sum(len(file.data) for file in files)
    return bytes_of


def _uploads() -> MemoryUploadedFileManager:
    """Return Streamlit's store of uploaded files."""
    manager = Runtime.instance().uploaded_file_mgr
    assert isinstance(manager, MemoryUploadedFileManager)  # noqa: S101  # Streamlit's server has no other
    return manager
