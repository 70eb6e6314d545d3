"""Makes the first screen faster by changing the HTML page that a browser loads first.

Streamlit's page asks for a font of 170 kB before its scripts, which takes a second on a slow
network. Here the font comes after the first screen (see ``hu.app.page.parts.style.fonts``).

Streamlit's page loads the scripts that draw the first screen half a second too late: only after all
other scripts have run and the first message has come. Here they are loaded with the others.

Tried with Streamlit 1.67.0.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import streamlit

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

_SCRIPTS: Final = Path(streamlit.__file__).parent / "static" / "static" / "js"
#: The link by which the page asks for the font, and the rule that describes the font in its styles.
_FONT: Final = re.compile(r'<link\s+rel="preload"[^>]*\bas="font"[^>]*>\s*')
_FACE: Final = re.compile(r"@font-face\{font-family:Source Sans;[^}]*\}")
#: The beginnings of the names of the scripts that draw markup and the page's own components. The
#: rest of a name is a hash and the ending.
_EARLY: Final = ("Html", "BidiComponent")
#: An import in a script. The group is the name of the imported script.
_IMPORT: Final = re.compile(r'(?:from|import)\s*"\./([\w.-]+\.js)"')
_OK: Final = 200


class FirstPage:
    """ASGI middleware that changes Streamlit's HTML page and its styles.

    Args:
        app: the application behind it.
    """

    def __init__(self, app: "ASGIApp") -> None:
        self._app = app

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request."""
        if scope["type"] != "http" or scope["method"] != "GET":
            await self._app(scope, receive, send)
            return
        # The function that changes the body of the answer. None if the answer passes unchanged.
        change: Callable[[str], str] | None = None
        # The first message of an answer that is changed. It holds the length of the body, so it is
        # kept back until the new length is known.
        start: Message | None = None
        body = b""

        async def send_changed(message: "Message") -> None:
            nonlocal start, change, body
            if message["type"] == "http.response.start":
                change = _change_of(message)
                if change is not None:
                    start = message
                    return
            if start is None or change is None:
                await send(message)
                return
            # A body may come in parts.
            body += message.get("body", b"")
            if message.get("more_body"):
                return
            changed_body = change(body.decode()).encode()
            await send(_with_length(start, len(changed_body)))
            await send({"type": "http.response.body", "body": changed_body})

        await self._app(scope, receive, send_changed)


def _change_of(start: "Message") -> Callable[[str], str] | None:
    """Return the function that changes the body of an answer.

    The result is None if the answer is no HTML page and no style sheet, if it is compressed, or if
    its status is not 200.

    Args:
        start: the first message of the answer, with its status and its headers.
    """
    headers = dict(start.get("headers", ()))
    if start["status"] != _OK or b"content-encoding" in headers:
        return None
    kind = headers.get(b"content-type", b"")
    if kind.startswith(b"text/html"):
        return change_page
    if kind.startswith(b"text/css"):
        return change_styles
    return None


def _with_length(start: "Message", length: int) -> "Message":
    """Return the first message of an answer with another length of the body.

    Args:
        start: the message.
        length: the new length in bytes.
    """
    headers = [header for header in start["headers"] if header[0].lower() != b"content-length"]
    headers.append((b"content-length", b"%d" % length))
    return {**start, "headers": headers}


@cache
def change_page(page: str) -> str:
    """Take the font out of Streamlit's page, and add the scripts that draw the first screen."""
    page = _FONT.sub("", page)
    links = [
        f'<link rel="modulepreload" crossorigin href="./static/js/{name}">\n'
        for name in _early_scripts()
        if name not in page
    ]
    return page.replace("</head>", "".join(links) + "</head>")


def change_styles(styles: str) -> str:
    """Take the font out of Streamlit's styles."""
    return _FACE.sub("", styles)


def _early_scripts() -> list[str]:
    """Return the names of the scripts that draw the first screen, and of all that they import."""
    pending_scripts: list[str] = []
    for name in _EARLY:
        pending_scripts += [path.name for path in _SCRIPTS.glob(f"{name}.*.js")]
    scripts: list[str] = []
    while pending_scripts:
        script = pending_scripts.pop(0)
        path = _SCRIPTS / script
        if script not in scripts and path.exists():
            scripts.append(script)
            pending_scripts += _IMPORT.findall(path.read_text(encoding="utf-8"))
    return scripts
