"""Streamlit's scripts come compressed; everything else is Streamlit's."""

import gzip
from typing import Any

import pytest

from hu.app.page.serving.compression import _FOLDER, Compression
from tests.app.page.servers import run_apart

NAME = next(file.name for file in _FOLDER.joinpath("static", "js").iterdir() if file.name.startswith("index"))


def ask(path: str, encoding: str = "gzip", method: str = "GET") -> tuple[dict[bytes, bytes], bytes]:
    sent: list[Any] = []

    async def streamlit(scope: Any, receive: Any, send: Any) -> None:
        del scope, receive
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"Streamlit's"})

    async def send(message: Any) -> None:
        sent.append(message)

    headers = [(b"accept-encoding", encoding.encode())]
    scope = {"type": "http", "method": method, "path": path, "headers": headers}
    run_apart(Compression(streamlit)(scope, None, send))  # type: ignore[arg-type]
    return dict(sent[0]["headers"]), sent[1]["body"]


def test_a_script_comes_compressed() -> None:
    headers, body = ask(f"/static/js/{NAME}")
    assert headers[b"content-encoding"] == b"gzip"
    assert int(headers[b"content-length"]) == len(body)
    assert gzip.decompress(body) == _FOLDER.joinpath("static", "js", NAME).read_bytes()


@pytest.mark.parametrize("path", ["/", "/static/js/nothing.js", "/static/js/../../index.html", "/media/a.csv"])
def test_everything_else_is_streamlits(path: str) -> None:
    assert ask(path) == ({}, b"Streamlit's")
    assert ask(f"/static/js/{NAME}", "identity") == ({}, b"Streamlit's")
    assert ask(f"/static/js/{NAME}", method="POST") == ({}, b"Streamlit's")
