"""Streamlit's scripts come compressed; everything else is Streamlit's."""

import gzip
from typing import Any

import pytest

from hu.app.page.serving.gate import Compression
from tests.app.page.servers import run_apart

CONTENT = b"Streamlit's" * 100


def ask(path: str, encoding: str = "gzip") -> tuple[dict[bytes, bytes], bytes]:
    sent: list[Any] = []

    async def streamlit(scope: Any, receive: Any, send: Any) -> None:
        del scope, receive
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": CONTENT})

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"accept-encoding", encoding.encode())]
    scope = {"type": "http", "method": "GET", "path": path, "headers": headers}
    run_apart(Compression(streamlit)(scope, None, send))  # type: ignore[arg-type]
    return dict(sent[0]["headers"]), sent[1]["body"]


def test_a_script_comes_compressed() -> None:
    headers, body = ask("/static/js/index.js")
    assert headers[b"content-encoding"] == b"gzip"
    assert int(headers[b"content-length"]) == len(body) < len(CONTENT)
    assert gzip.decompress(body) == CONTENT


@pytest.mark.parametrize("path", ["/", "/static/media/a.woff2", "/media/a.csv"])
def test_everything_else_is_streamlits(path: str) -> None:
    assert ask(path) == ({}, CONTENT)
    assert ask("/static/js/index.js", "identity")[1] == CONTENT
