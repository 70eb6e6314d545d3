"""The page's document and style sheet.

The document loads what Streamlit's own loads, by Streamlit's list of its files, and asks at once for the parts that the
first screen needs: by itself Streamlit asks for them only after its first answer from the server.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Any, Final

from hu.app.i18n import LANGUAGES, texts
from hu.app.tiles.icon import icon_svg
from hu.app.tiles.svg import tile_data_uri, tile_style_sheet
from hu.scoring.tiles import FACES

_PAGE: Final = files("hu.app.page")
#: Streamlit's own files; nothing of Streamlit is imported.
STATIC: Final = files("streamlit").joinpath("static")
#: The font that Streamlit's first screen is written in.
_FONT: Final = "SourceSansVF-Upright"
#: The components that the first screens show, as Streamlit's list of files names them.
_COMPONENTS: Final = ("BidiComponent", "Html", "Button", "ButtonGroup", "Checkbox", "DynamicIcon", "TextInput")


@cache
def document(language: str) -> bytes | None:
    """Make the page's document; None if Streamlit's own is not what this version knows."""
    if "index.html" not in _known_files():
        return None
    head = "\n    ".join(_loaded())
    t = texts(language)
    filled = {name: escape(t(f"app.{name}")) for name in ("title", "tagline", "no_script", "away")}
    styles = "\n    ".join(f'<link rel="stylesheet" crossorigin href="./{name}">' for name in _own_styles())
    splash = _text("press.js") + _text("splash.js")
    template = Template(_text("document.html"))
    return template.substitute(
        filled, language=language, style=style_name(), styles=styles, scripts=head, splash=splash, icon=icon_svg()
    ).encode()


def _loaded() -> Iterator[str]:
    """Streamlit's own script and font, its styles, and the scripts that it would ask for later."""
    own = _known_files()["index.html"]
    yield f'<script type="module" crossorigin src="./{own["file"]}"></script>'
    for name in _own_styles():
        yield f'<link rel="preload" as="style" crossorigin href="./{name}">'
    for name in own.get("assets", ()):
        if _FONT in name:
            yield f'<link rel="preload" href="./{name}" as="font" type="font/woff2" crossorigin>'
    for name in preloaded():
        if name != own["file"]:
            yield f'<link rel="modulepreload" crossorigin href="./{name}">'


def _own_styles() -> tuple[str, ...]:
    return tuple(_known_files()["index.html"].get("css", ()))


@cache
def _known_files() -> Mapping[str, Any]:
    """Streamlit's list of its files, each with those that it needs."""
    known: Mapping[str, Any] = json.loads(STATIC.joinpath("manifest.json").read_text(encoding="utf-8"))
    return known


@cache
def preloaded() -> tuple[str, ...]:
    """Streamlit's scripts that the first screens need, such as ``static/js/index.js``."""
    known = _known_files()
    wanted = [key for key, file in known.items() if key == "index.html" or file.get("name") in _COMPONENTS]
    found: dict[str, None] = {}
    while wanted:
        file = known[wanted.pop()]
        if file["file"] not in found:
            found[file["file"]] = None
            wanted += file.get("imports", ())
    return tuple(name for name in found if name.endswith(".js"))


@cache
def style_sheet() -> bytes:
    """The page's style sheet with the tile pictures of every language, and its word for Streamlit's "Upload"."""
    letters = "".join(map(_own_style, LANGUAGES))
    font = sha256(asset("parts/names.woff2")).hexdigest()[:12]
    rules = _text("page.css").replace("names.woff2", f"names.woff2?{font}")
    # Streamlit's buttons hold words alone; those that stand for a tile show it.
    waits = "".join(f".st-key-wait-{face} button::before{{background-image:var(--hu-{face})}}" for face in FACES)
    return (rules + tile_style_sheet() + waits + letters).encode()


def _own_style(language: str) -> str:
    """Style rules for the tiles that a language draws in its own way, and for the button that chooses a file."""
    own = {face: tile_data_uri(face, language) for face in FACES}
    pictures = "".join(f'--hu-{face}:url("{uri}");' for face, uri in own.items() if uri != tile_data_uri(face))
    choose = json.dumps(texts(language)("app.choose_file"), ensure_ascii=False)
    return f":root:lang({language}){{{pictures}--hu-choose:{choose}}}"


@cache
def style_name() -> str:
    """The style sheet's file name, another for other content, so that browsers may keep it."""
    return f"hu-{sha256(style_sheet()).hexdigest()[:12]}.css"


@cache
def service_worker() -> bytes:
    """The service worker; its version changes with whatever it keeps."""
    kept = _text("service-worker.js").encode() + away() + asset("parts/document.html")
    version = f"hu-{sha256(kept).hexdigest()[:12]}"
    return Template(_text("service-worker.js")).substitute(version=version).encode()


@cache
def away() -> bytes:
    """The page that a phone shows while the server cannot be reached, in every language."""
    t = texts("en")
    said = {name: t(f"app.away_{name}") for name in ("title", "text", "button")}
    words = {f"{name}_words": _in_every_language(f"app.away_{name}") for name in said}
    return Template(_text("away.html")).substitute(said | words, icon=icon_svg()).encode()


def _in_every_language(key: str) -> str:
    """A sentence as attributes of an element, such as ``data-it``."""
    return " ".join(f'data-{code.lower()}="{escape(texts(code)(key))}"' for code in LANGUAGES)


def _text(name: str) -> str:
    return asset(f"parts/{name}").decode()


def asset(path: str) -> bytes:
    """Read one of the page's own files, as ``room/file``."""
    room, name = path.split("/")
    return _PAGE.joinpath(room, "assets", name).read_bytes()
