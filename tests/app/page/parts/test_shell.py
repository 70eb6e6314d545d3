"""The page's shell: the document, files that phones keep, and compressed scripts."""

import gzip
import json
import re
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

import pytest

from hu.app.page.parts.document import STATIC, preloaded, scripts_name, style_name
from hu.app.page.parts.shell import Shell
from tests.app.page.recorded import ROOT
from tests.app.page.servers import run_apart


@dataclass(frozen=True)
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def content(self) -> bytes:
        return gzip.decompress(self.body) if self.headers.get("content-encoding") == "gzip" else self.body

    @property
    def text(self) -> str:
        return self.content.decode()


def own_document() -> str:
    return STATIC.joinpath("index.html").read_text(encoding="utf-8")


async def streamlit(scope: Any, receive: Any, send: Any) -> None:
    """What lies behind the shell."""
    del receive
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": f"Streamlit's {scope['path']}".encode()})


def ask(path: str, method: str = "GET", **headers: str) -> Answer:
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    lines = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": lines}
    run_apart(Shell(streamlit)(scope, receive, send))
    start, *rest = sent
    decoded = {name.decode(): value.decode() for name, value in start["headers"]}
    return Answer(start["status"], decoded, b"".join(message["body"] for message in rest))


def test_the_document_names_the_page_and_loads_what_streamlit_loads() -> None:
    page = ask("/").text
    assert "<title>Hu!</title>" in page
    assert '<html lang="en">' in page
    assert 'rel="manifest"' in page
    assert f'<link rel="stylesheet" href="./{style_name()}">' in page
    assert "SourceSansVF-Upright" in own_document()
    assert "SourceSansVF-Upright" in page
    assert "$" not in page.replace("${", "")


def test_the_document_is_in_the_language_of_the_browser_or_the_one_it_chose() -> None:
    assert '<html lang="it">' in ask("/", accept_language="it-CH,it;q=0.9").text
    assert '<html lang="zh-Hant">' in ask("/", accept_language="zh-TW,zh;q=0.9,en;q=0.8").text
    assert '<html lang="zh-Hans">' in ask("/", accept_language="it-CH", cookie="hu_language=zh-Hans").text
    chosen = ask("/", accept_language="it-CH", cookie="hu_key=x; hu_language=en")
    assert '<html lang="en">' in chosen.text
    assert '<html lang="en">' in ask("/", cookie="hu_language=<b>; =;", accept_language="?").text


def test_scripts_that_the_first_screen_needs_come_in_one_file() -> None:
    page = ask("/").text
    assert page.count(f"./{scripts_name()}") == 1
    assert not any(f'./{name}"' in page for name in preloaded())
    known = ask("/", cookie=f"hu_scripts={scripts_name()}").text
    assert f"./{scripts_name()}" not in known
    assert 'type="module"' in own_document()
    assert 'type="module"' in known
    assert all(known.count(f'="./{name}"') == 1 for name in preloaded())
    assert ask("/", cookie="hu_scripts=of-another-version").text == page
    answer = ask(f"/{scripts_name()}", accept_encoding="gzip")
    assert "immutable" in answer.headers["cache-control"]
    scripts = json.loads(answer.text)
    assert any("BidiComponent" in name for name in scripts)
    assert [f"static/js/{name}" for name in scripts] == list(preloaded())
    for name, script in scripts.items():
        assert not re.search(r"""(from|import)\W{1,3}\./""", script)
        assert "import.meta.url" not in script
        own = STATIC.joinpath("static", "js", name).read_text(encoding="utf-8")
        back = script.replace(f'"@hu-scripts/{name}"', "import.meta.url").replace("@hu-scripts/", "./")
        assert back == own
    assert f'import(place + "{next(name for name in scripts if name in own_document())}")' in page


def test_scripts_are_compressed_for_browsers_that_take_it() -> None:
    name = preloaded()[0]
    content = STATIC.joinpath(*name.split("/")).read_bytes()
    answer = ask(f"/{name}", accept_encoding="gzip")
    assert answer.headers["content-encoding"] == "gzip"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.content == content
    assert int(answer.headers["content-length"]) < len(content)
    assert ask(f"/{name}", accept_encoding="identity").text == f"Streamlit's /{name}"


@pytest.mark.parametrize(
    "path", ["/static/js/nothing.js", "/static/js/../../index.html", "/static/media/x.woff2", "/media/a.csv", "/page2"]
)
def test_everything_else_is_streamlits(path: str) -> None:
    assert ask(path).text.startswith("Streamlit's")


def test_only_reading_requests_are_answered() -> None:
    assert ask("/", "POST").text == "Streamlit's /"
    head = ask("/", "HEAD")
    assert (head.status, head.content) == (200, b"")
    assert int(head.headers["content-length"]) > 1000


def test_the_style_sheet_has_every_tile_and_the_letters_of_each_language() -> None:
    answer = ask(f"/{style_name()}", accept_encoding="gzip")
    assert "immutable" in answer.headers["cache-control"]
    style = answer.text
    assert ".hu-t-9s" in style
    assert ":root:lang(it){--hu-3z:" in style
    assert len(gzip.compress(style.encode())) < 60_000


def test_a_phone_finds_all_that_the_manifest_names() -> None:
    answer = ask("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = json.loads(answer.text)
    assert manifest["display"] == "standalone"
    purposes = {icon["purpose"] for icon in manifest["icons"]}
    assert purposes == {"any", "maskable"}
    for icon in manifest["icons"]:
        picture = ask(f"/{icon['src']}")
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            width, height = (int.from_bytes(picture.content[at : at + 4], "big") for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]


def test_the_service_worker_keeps_one_page_under_a_version() -> None:
    script = ask("/service-worker.js")
    assert script.headers["content-type"].startswith("text/javascript")
    assert script.headers["cache-control"] == "no-cache"
    assert 'const VERSION = "hu-' in script.text
    away = ask("/away.html").text
    assert "Hu! cannot reach its server" in away
    assert "non raggiunge" in away
    assert 'src="' not in away


def test_the_font_has_every_chinese_name_of_the_sources() -> None:
    texts = [
        path.read_text(encoding="utf-8")
        for folder in ("app", "scoring")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".js") or path.name == "rules.toml"
    ]
    signs = {sign for text in texts for sign in text if "\u2e80" <= sign <= "\u9fff" or "\uff00" <= sign <= "\uffef"}
    kept = (ROOT / "app" / "page" / "parts" / "assets" / "names.txt").read_text(encoding="utf-8").strip()
    assert signs <= set(kept), "run scripts/make_names_font.py"
    font = ask("/names.woff2")
    assert font.headers["content-type"] == "font/woff2"
    assert font.body.startswith(b"wOF2")
    assert f"names.woff2?{sha256(font.body).hexdigest()[:12]}" in ask(f"/{style_name()}").text
