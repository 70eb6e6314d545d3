"""The page's style sheet, its font, and what it uses of Streamlit."""

import re
from base64 import b64encode

from hu.app.page.parts.style import asset, style_sheet
from tests.app.page.recorded import ROOT


def test_the_style_sheet_has_every_tile_and_the_letters_of_each_language() -> None:
    assert ".hu-t-9s" in style_sheet()
    assert ":root:lang(it){--hu-3z:" in style_sheet()
    # It is sent as one message, of which Streamlit's configuration allows two megabytes.
    assert len(style_sheet()) < 200_000
    assert "</style" not in style_sheet()


def test_the_font_has_every_chinese_name_of_the_sources() -> None:
    texts = [
        path.read_text(encoding="utf-8")
        for folder in ("app", "scoring")
        for path in (ROOT / folder).rglob("*")
        if path.suffix in (".py", ".js") or path.name == "rules.toml" or path.match("names.*.toml")
    ]
    signs = {sign for text in texts for sign in text if "\u2e80" <= sign <= "\u9fff" or "\uff00" <= sign <= "\uffef"}
    kept = asset("parts/names.txt").decode().strip()
    assert signs <= set(kept), "run scripts/make_names_font.py"
    font = asset("parts/names.woff2")
    assert font.startswith(b"wOF2")
    assert b64encode(font).decode() in style_sheet()


def test_one_file_uses_streamlits_private_modules() -> None:
    private = re.compile(r"(from|import) streamlit\.(?!components\b|starlette\b)")
    users = [path.name for path in (ROOT / "app").rglob("*.py") if private.search(path.read_text(encoding="utf-8"))]
    assert users == ["internals.py"]
