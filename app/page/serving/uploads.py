"""Limits the size, the time and the memory of files that browsers send."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import ClientDisconnect

from hu.app.page.parts.internals import uploaded_bytes
from hu.app.page.photos.photo import LIMIT_MB

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

#: The beginning of the path to which pages send files.
UPLOADS: Final = "/_stcore/upload_file"
#: The most digits of a believable file size in bytes.
_MOST_DIGITS: Final = 11
#: The most bytes of a file, with the HTTP form around it.
_MOST_OF_A_FILE: Final = LIMIT_MB * 1_000_000
#: The most bytes in memory of a page, of a network address, and of all pages. Bytes that are still
#: to come do not count.
_MOST_OF_A_PAGE: Final = 60_000_000
_MOST_OF_AN_ADDRESS: Final = 100_000_000
_MOST_OF_ALL: Final = 300_000_000
#: The most files that a page sends at the same time.
_MOST_AT_ONCE: Final = 8
#: The most seconds without a byte, and for a whole file. 40 MB take 400 seconds at 0.8 megabits a
#: second.
_SILENCE_S: Final = 30.0
_WHOLE_S: Final = 420.0

NOT_FOUND: Final = 404
TOO_LARGE: Final = 413
TOO_SLOW: Final = 408
TOO_MANY: Final = 429


@dataclass(eq=False, slots=True)
class _Upload:
    """A file on its way.

    Attributes:
        page: the page that sends it.
        address: the browser's network address.
        size: the number of bytes that the browser has announced.
        arrived: the number of bytes that have come.
        refusal: the HTTP status with which the file was refused on its way. 0 if it was not
            refused.
    """

    page: str
    address: str
    size: int
    arrived: int = 0
    refusal: int = 0


@dataclass(eq=False, slots=True)
class Uploads:
    """The files that are on their way or in memory.

    Streamlit keeps a file in memory until its page takes it or is closed.
    """

    #: The files on their way.
    _coming: list[_Upload] = field(default_factory=list)
    #: The network address of each page that has a file on its way or in memory.
    _address_of: dict[str, str] = field(default_factory=dict)

    async def pass_on(
        self,
        app: Callable[..., Awaitable[None]],
        scope: "Scope",
        receive: "Receive",
        send: "Send",
    ) -> int:
        """Pass on a request that sends a file, or a request to forget a file.

        Args:
            app: the application that gets the request.
            scope: the ASGI scope of the request.
            receive: receives the messages of the request.
            send: sends the messages of the answer.

        Returns:
            The HTTP status with which the caller must refuse the request. 0 if the application has
            answered it, or if the browser has gone.
        """
        is_request_to_forget = scope["type"] == "http" and scope["method"] == "DELETE"
        if is_request_to_forget:
            await app(scope, receive, send)
            return 0
        upload = _announced_upload(scope)
        if upload is None:
            return NOT_FOUND
        if upload.size > _MOST_OF_A_FILE:
            return TOO_LARGE
        files_of_page = [other for other in self._coming if other.page == upload.page]
        if len(files_of_page) >= _MOST_AT_ONCE:
            return TOO_MANY
        self._coming.append(upload)
        self._address_of[upload.page] = upload.address
        try:
            # Refuse a file at once if there is no room for all of it.
            if not self._has_room(upload, upload.size):
                return TOO_LARGE
            return await self._pass_bounded(upload, app, scope, receive, send)
        finally:
            self._coming.remove(upload)
            self._forget_closed_pages()

    async def _pass_bounded(
        self,
        upload: _Upload,
        app: Callable[..., Awaitable[None]],
        scope: "Scope",
        receive: "Receive",
        send: "Send",
    ) -> int:
        """Pass on a file as long as it keeps the limits of time and memory.

        Args:
            upload: the file.
            app: the application that gets the file.
            scope: the ASGI scope of the request.
            receive: receives the messages of the request.
            send: sends the messages of the answer.

        Returns:
            The HTTP status with which the caller must refuse the file. 0 if the application has
            answered, or if the browser has gone.
        """
        is_answered = False
        loop = asyncio.get_running_loop()
        deadline = loop.time() + _WHOLE_S

        async def receive_bounded() -> "Message":
            """Receive a message for the application. A refused file looks like a lost browser."""
            if upload.refusal:
                return {"type": "http.disconnect"}
            remaining_s = deadline - loop.time()
            try:
                async with asyncio.timeout(min(_SILENCE_S, remaining_s)):
                    message: Message = await receive()
            except TimeoutError:
                upload.refusal = TOO_SLOW
                return {"type": "http.disconnect"}
            byte_count = len(message.get("body", b""))
            if not self._has_room(upload, byte_count):
                upload.refusal = TOO_LARGE
                return {"type": "http.disconnect"}
            upload.arrived += byte_count
            return message

        async def send_unless_refused(message: "Message") -> None:
            """Send the application's answer, unless the file was refused on its way."""
            nonlocal is_answered
            if upload.refusal:
                return
            is_answered = True
            await send(message)

        # Without this, the log would get a traceback whenever a phone loses its network.
        with suppress(ClientDisconnect):
            await app(scope, receive_bounded, send_unless_refused)
        return 0 if is_answered else upload.refusal

    def _has_room(self, upload: _Upload, byte_count: int) -> bool:
        """Whether more bytes of a file fit into memory together with all bytes that have come.

        Args:
            upload: the file.
            byte_count: the number of these bytes.
        """
        # The number of bytes in memory, by page.
        bytes_of = Counter(uploaded_bytes())
        for other in self._coming:
            bytes_of[other.page] += other.arrived
        bytes_of_address = 0
        for page, page_bytes in bytes_of.items():
            if self._address_of.get(page) == upload.address:
                bytes_of_address += page_bytes
        page_has_room = bytes_of[upload.page] + byte_count <= _MOST_OF_A_PAGE
        address_has_room = bytes_of_address + byte_count <= _MOST_OF_AN_ADDRESS
        server_has_room = bytes_of.total() + byte_count <= _MOST_OF_ALL
        return page_has_room and address_has_room and server_has_room

    def _forget_closed_pages(self) -> None:
        """Forget the addresses of pages that have no file in memory or on its way."""
        pages = set(uploaded_bytes())
        pages.update(upload.page for upload in self._coming)
        for page in list(self._address_of):
            if page not in pages:
                del self._address_of[page]


def _announced_upload(scope: "Scope") -> _Upload | None:
    """Return the file that a request announces.

    None if the request is no upload of a file, or if it announces no believable size.
    """
    headers: Mapping[bytes, bytes] = dict(scope["headers"])
    size_digits = headers.get(b"content-length", b"")
    is_put = scope["type"] == "http" and scope["method"] == "PUT"
    is_size = size_digits.isdigit() and len(size_digits) <= _MOST_DIGITS
    if not is_put or not is_size:
        return None
    # After ``UPLOADS``, the path has the page's id, a slash, and the file's id.
    page_and_file = scope["path"].removeprefix(UPLOADS).strip("/")
    page = page_and_file.partition("/")[0]
    client: Any = scope.get("client")
    address = client[0] if client else ""
    return _Upload(page, address, size=int(size_digits))
