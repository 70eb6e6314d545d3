"""The gate: ASGI middleware in front of Streamlit.

It refuses requests from the pages of other sites, and forbids this page to load anything from other
sites.

Streamlit itself asks an outside service for this computer's address before it refuses a foreign
origin. The gate refuses such requests before Streamlit sees them.
"""

import logging
import socket
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Final

from hu.app.page.serving.origins import (
    browser_address,
    is_behind_platform,
    is_own_host,
    is_own_origin,
    platform_frames,
    platform_hosts,
)
from hu.app.page.serving.sockets import Sockets
from hu.app.page.serving.unfinished import bound_messages
from hu.app.page.serving.uploads import UPLOADS, Uploads

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOG: Final = logging.getLogger("hu.page")
#: The beginnings of paths that are not served: figures about the server, and a font of icons.
#: Streamlit loads the font first of all, 375 kB or two seconds on a slow network, although the page
#: shows none of its icons.
_CLOSED: Final = ("/_stcore/metrics", "/_stcore/agent", "/static/media/MaterialSymbols")
#: The content security policy. Scripts and styles come from this server, from the page itself and
#: from blobs, and nothing comes from another server. ``ws:`` and ``wss:`` are for browsers in which
#: ``'self'`` does not allow web sockets to this server.
_POLICY: Final = (
    "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:; "
    "style-src 'self' 'unsafe-inline'; connect-src 'self' data: blob: ws: wss:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
)
_OTHER_NAME: Final = (
    b"This server goes by another name. Start it with hu app --host NAME, "
    b"or name it in the variable HU_HOST.\n"
)
#: The code that closes a web socket. If it was not accepted yet, the browser sees status 403.
_POLICY_VIOLATION: Final = 1008
_FORBIDDEN: Final = 403
_NOT_FOUND: Final = 404


class Gate:
    """ASGI middleware that lets only requests of this page pass.

    Args:
        app: the application behind the gate.
        hosts: additional names of the server. ``localhost``, ``*.local``, network addresses, the
            machine's own name, and the names that a platform gives it are always its names. None if
            the server cannot know its names, so that requests to any name pass.
        frames: the sites that may show the page in a frame, in addition to the platform's own.
    """

    def __init__(
        self, app: "ASGIApp", hosts: Collection[str] | None = (), frames: Collection[str] = ()
    ) -> None:
        bound_messages()
        self._app = app
        self._hosts = None if hosts is None else _all_hosts(hosts)
        self._uploads = Uploads()
        self._sockets = Sockets()
        policy = " ".join((_POLICY, *frames, *platform_frames()))
        self._headers = (
            (b"content-security-policy", policy.encode()),
            # The page's address contains the game's code, which no other site must learn.
            (b"referrer-policy", b"no-referrer"),
            (b"x-content-type-options", b"nosniff"),
        )

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Let a request of this page pass, and refuse any other request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        scope = _with_browser_address(scope, headers)
        # Every browser names the host. Other programs may leave it out.
        host = headers.get(b"host", b"localhost")
        if self._hosts is not None and not is_own_host(host, self._hosts):
            await _refuse(scope, send, _FORBIDDEN, _OTHER_NAME)
        elif not is_own_origin(headers):
            await _refuse(scope, send, _FORBIDDEN)
        elif scope["path"].startswith(_CLOSED):
            await _refuse(scope, send, _NOT_FOUND)
        elif scope["path"].startswith(UPLOADS):
            send_guarded = self._guard(scope, send)
            status = await self._uploads.pass_on(self._app, scope, receive, send_guarded)
            if status:
                await _refuse(scope, send, status)
        elif scope["type"] == "websocket":
            await self._pass_socket(scope, receive, send)
        else:
            await self._app(scope, receive, self._guard(scope, send))

    async def _pass_socket(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Let a web socket pass, unless there are too many."""
        address = _address_of(scope)
        if not self._sockets.admit(address):
            await _refuse(scope, send, _FORBIDDEN)
            return
        try:
            await self._app(scope, receive, send)
        except (KeyError, TypeError) as error:
            # Streamlit reads only binary messages. A text message raises these errors.
            _LOG.warning("a web socket was closed: it sent text (%r)", error)
        except RuntimeError as error:
            # Starlette raises this if a connection is closed while Streamlit still uses it.
            _LOG.warning("a web socket had been closed already (%s)", error)
        finally:
            self._sockets.release(address)

    def _guard(self, scope: "Scope", send: "Send") -> "Send":
        """Return a function that sends answers with the security headers added."""
        is_https = scope["scheme"] in ("https", "wss")

        async def send_guarded(message: "Message") -> None:
            if message["type"] == "http.response.start":
                headers = message.get("headers", ())
                if is_https:
                    headers = [(name, _value_for_https(name, value)) for name, value in headers]
                message["headers"] = [*self._headers, *headers]
            await send(message)

        return send_guarded


def _value_for_https(name: bytes, value: bytes) -> bytes:
    """Return the value of a header for HTTPS. A cookie is marked so that HTTP never carries it."""
    if name.lower() != b"set-cookie" or b"secure" in value.lower():
        return value
    return value + b"; Secure"


def _all_hosts(hosts: Collection[str]) -> frozenset[str]:
    """Return the given names of the server, the machine's own name, and the platform's names.

    All are in lower case.
    """
    machine = socket.gethostname()
    machine_without_domain = machine.partition(".")[0]
    names = (*hosts, *platform_hosts(), machine, machine_without_domain)
    return frozenset(name.lower() for name in names)


def _with_browser_address(scope: "Scope", headers: Mapping[bytes, bytes]) -> "Scope":
    """Return a request with the network address of its browser.

    On a platform, each request has the address of the platform's proxy instead.
    """
    if not is_behind_platform():
        return scope
    address = browser_address(headers)
    if not address:
        return scope
    # The proxy does not name the browser's port. 0 stands for it.
    return {**scope, "client": (address, 0)}


def _address_of(scope: "Scope") -> str:
    """Return the network address that a request comes from. Empty if it is unknown."""
    client = scope.get("client")
    return str(client[0]) if client else ""


async def _refuse(scope: "Scope", send: "Send", status: int, reason: bytes = b"") -> None:
    """Refuse a request.

    Args:
        scope: the request.
        send: sends the answer.
        status: the HTTP status. For a web socket it has no effect, and the browser gets 403.
        reason: the body of the answer. For a web socket it has no effect.
    """
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
        return
    headers = [(b"content-length", b"%d" % len(reason))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": reason})
