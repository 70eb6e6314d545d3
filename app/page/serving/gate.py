"""ASGI middleware in front of Streamlit.

It refuses requests of other sites, and lets the page load nothing from them.

Streamlit asks an outside service for this computer's address before it refuses a foreign origin.
Here such requests are refused before Streamlit sees them.
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
#: Figures about the server, and a font of icons that Streamlit loads first of all although the page
#: shows none of them: 375 kB, two seconds of a slow network.
_CLOSED: Final = ("/_stcore/metrics", "/_stcore/agent", "/static/media/MaterialSymbols")
#: The page's scripts and styles are in the page and in blobs. Nothing comes from another server.
#: Web sockets are named for browsers that do not count them as the page's own server.
_POLICY: Final = (
    "default-src 'self' data: blob:; script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:; "
    "style-src 'self' 'unsafe-inline'; connect-src 'self' data: blob: ws: wss:; "
    "object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors 'self'"
)
_OTHER_NAME: Final = (
    b"This server goes by another name. Start it with hu app --host NAME, "
    b"or name it in the variable HU_HOST.\n"
)
#: ASGI's close of a web socket before it was accepted: the browser sees status 403.
_POLICY_VIOLATION: Final = 1008
_FORBIDDEN: Final = 403
_NOT_FOUND: Final = 404


class Gate:
    """ASGI middleware that lets only requests of this page pass.

    Args:
        app: the application behind the gate.
        hosts: additional names of the server. It also answers to ``localhost``, to addresses, to
            the machine's own name, and to the names that a platform gives it. None if the server
            cannot know its names: requests by any name then pass.
        frames: the sites that may show the page in a frame, beside a platform's own.
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
            # The page's address contains the game's code, which no other site must get.
            (b"referrer-policy", b"no-referrer"),
            (b"x-content-type-options", b"nosniff"),
        )

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Let a request of this page pass, refuse any other."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = dict(scope["headers"])
        scope = _with_browser_address(scope, headers)
        # Programs that are no browsers may leave the host out.
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
            # Streamlit reads binary messages alone, and fails on text.
            _LOG.warning("a web socket was closed: it sent text (%r)", error)
        except RuntimeError as error:
            # Starlette raises it for a connection that was closed while Streamlit still used it.
            _LOG.warning("a web socket had been closed already (%s)", error)
        finally:
            self._sockets.release(address)

    def _guard(self, scope: "Scope", send: "Send") -> "Send":
        """Return a function that sends answers with the headers of the page's policy."""
        is_https = scope["scheme"] in ("https", "wss")

        async def send_guarded(message: "Message") -> None:
            if message["type"] == "http.response.start":
                headers = message.get("headers", ())
                if is_https:
                    headers = [(name, _for_https(name, value)) for name, value in headers]
                message["headers"] = [*self._headers, *headers]
            await send(message)

        return send_guarded


def _for_https(name: bytes, value: bytes) -> bytes:
    """Return a header's value for HTTPS. A cookie is marked so that it is never sent over HTTP."""
    if name.lower() != b"set-cookie" or b"secure" in value.lower():
        return value
    return value + b"; Secure"


def _all_hosts(hosts: Collection[str]) -> frozenset[str]:
    """Return the names of the server in lower case, with those of the machine and the platform."""
    machine = socket.gethostname()
    machine_without_domain = machine.partition(".")[0]
    names = (*hosts, *platform_hosts(), machine, machine_without_domain)
    return frozenset(name.lower() for name in names)


def _with_browser_address(scope: "Scope", headers: Mapping[bytes, bytes]) -> "Scope":
    """Return a request with the address of its browser in place of the platform's proxy."""
    if not is_behind_platform():
        return scope
    address = browser_address(headers)
    if not address:
        return scope
    # The proxy does not name the browser's port. 0 stands for it.
    return {**scope, "client": (address, 0)}


def _address_of(scope: "Scope") -> str:
    """Return the network address that a request comes from. Empty if the server has none."""
    client = scope.get("client")
    return str(client[0]) if client else ""


async def _refuse(scope: "Scope", send: "Send", status: int, reason: bytes = b"") -> None:
    """Refuse a request.

    Args:
        scope: the request.
        send: sends the answer.
        status: the HTTP status. The browser gets 403 in its place if the request is for a web
            socket.
        reason: the body of the answer. Web sockets have none.
    """
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": _POLICY_VIOLATION})
        return
    headers = [(b"content-length", b"%d" % len(reason))]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": reason})
