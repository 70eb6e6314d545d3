"""The page that a browser loads first: what it leaves for later, and what it asks for at once."""

import re
from pathlib import Path
from typing import Any

import pytest
import streamlit
from playwright.sync_api import Request

from hu.app.page.parts.style import fonts
from hu.app.page.serving.first_page import FirstPage, change_page, change_styles
from tests.apart import run_apart
from tests.app.page.driving import Visitor
from tests.app.page.servers import Server

STATIC = Path(streamlit.__file__).parent / "static"


def test_streamlit_s_page_asks_for_no_font_and_for_the_scripts_of_the_first_screen() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert "woff2" in page
    changed = change_page(page)
    assert "woff2" not in changed
    before = set(re.findall(r"[\w.-]+\.js", page))
    added = set(re.findall(r"[\w.-]+\.js", changed)) - before
    names = {name.partition(".")[0] for name in added}
    assert {"Html", "BidiComponent", "purify"} <= names
    assert len(added) < 10
    assert all((STATIC / "static" / "js" / name).exists() for name in added)


def test_the_font_of_the_text_comes_with_the_page_s_own_fonts() -> None:
    (path,) = (STATIC / "static" / "css").glob("index.*.css")
    styles = path.read_text(encoding="utf-8")
    changed = change_styles(styles)
    assert "SourceSansVF" in styles
    assert "SourceSansVF" not in changed
    assert len(styles) - len(changed) < 500
    for address in re.findall(r"\./static/media/[\w.-]+", fonts()):
        assert (STATIC / address).exists()
    assert "SourceSansVF-Upright" in fonts()


@pytest.mark.parametrize(
    ("kind", "status", "is_changed"),
    [("text/html; charset=utf-8", 200, True), ("text/html", 404, False), ("text/x", 200, False)],
)
def test_only_the_page_and_its_styles_are_changed(kind: str, status: int, is_changed: bool) -> None:
    content = b'<link rel="preload" href="./a" as="font" /><head></head>'
    sent: list[Any] = []

    async def streamlit_app(scope: Any, receive: Any, send: Any) -> None:
        del scope, receive
        headers = [
            (b"content-type", kind.encode()),
            (b"content-length", b"%d" % len(content)),
        ]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content[:10], "more_body": True})
        await send({"type": "http.response.body", "body": content[10:]})

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/"}
    run_apart(FirstPage(streamlit_app)(scope, None, send))  # type: ignore[arg-type]
    body = b"".join(message["body"] for message in sent[1:])
    assert (body != content) == is_changed
    assert dict(sent[0]["headers"])[b"content-length"] == b"%d" % len(body)


def test_the_font_is_loaded_after_the_first_screen(server: Server, phone: Visitor) -> None:
    addresses: list[str] = []

    def watch(request: Request) -> None:
        addresses.append(request.url.rpartition("/")[2])

    phone.on("request", watch)
    phone.goto(server.address)
    phone.wait_for_function("() => document.fonts.check('16px \"Source Sans\"', 'a')")
    phone.wait_for_function(
        "() => [...document.fonts].some(f => /Source Sans/.test(f.family) && f.status === 'loaded')"
    )
    places = [place for place, name in enumerate(addresses) if name.startswith("SourceSansVF")]
    (panel,) = [place for place, name in enumerate(addresses) if name.startswith("BidiComponent")]
    assert len(places) == 1
    assert places[0] > panel
