"""The page's document and style sheet.

The document loads what Streamlit's own loads, by Streamlit's list of its files, and with it the parts that the first
screen needs: by itself Streamlit asks for them only after its first answer from the server. A browser that is new here
gets them in one file, for it asks a server for six at a time; those that it keeps each by itself are compiled already.
"""

import json
import re
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
#: The cookie that keeps which scripts a browser has.
SCRIPTS_COOKIE: Final = "hu_scripts"
#: Where a script names another one beside it, up to that one's name.
_IMPORT: Final = re.compile(r"""(\b(?:from|import) ?\(?["'`])\./""")
#: Stands for the scripts' address, which depends on how a browser reached the server.
_PLACE: Final = "@hu-scripts/"


@cache
def document(language: str, *, known: bool = False) -> bytes | None:
    """Make the page's document; None if Streamlit's own is not what this version knows.

    Args:
        language: of its words.
        known: the browser keeps the scripts that the first screens need, each by itself.
    """
    if "index.html" not in _known_files():
        return None
    t = texts(language)
    filled = {name: escape(t(f"app.{name}")) for name in ("title", "tagline", "no_script", "away")}
    styles = "\n    ".join(f'<link rel="stylesheet" crossorigin href="./{name}">' for name in _own_styles())
    splash = _text("press.js") + _text("splash.js")
    template = Template(_text("document.html"))
    loaded = "\n    ".join((*_loaded(), *(_each() if known else _together())))
    return template.substitute(
        filled, language=language, style=style_name(), styles=styles, scripts=loaded, splash=splash, icon=icon_svg()
    ).encode()


def _loaded() -> Iterator[str]:
    """Streamlit's styles and font, and what its scripts ask the server for before anything else."""
    own = _known_files()["index.html"]
    for name in _own_styles():
        yield f'<link rel="preload" as="style" crossorigin href="./{name}">'
    for name in own.get("assets", ()):
        if _FONT in name:
            yield f'<link rel="preload" href="./{name}" as="font" type="font/woff2" crossorigin>'
    for name in ("health", "host-config"):
        yield f'<link rel="preload" as="fetch" crossorigin href="./_stcore/{name}">'


def _each() -> Iterator[str]:
    """Streamlit's own script, and those that it would ask for later."""
    own = _known_files()["index.html"]["file"]
    yield f'<script type="module" crossorigin src="./{own}"></script>'
    for name in preloaded():
        if name != own:
            yield f'<link rel="modulepreload" crossorigin href="./{name}">'


def _together() -> tuple[str]:
    """The same scripts, in one file."""
    own = _known_files()["index.html"]["file"].rpartition("/")[2]
    named = {"scripts": scripts_name(), "main": own, "cookie": SCRIPTS_COOKIE, "stand_in": _PLACE}
    return (f"<script>{Template(_text('scripts.js')).substitute(named)}</script>",)


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
def scripts() -> bytes:
    """The scripts that the first screens need by their names, as JSON; ``scripts.js`` puts them in their places."""
    return json.dumps(dict(map(_movable, preloaded())), ensure_ascii=False).encode()


def _movable(name: str) -> tuple[str, str]:
    """A script that names others by their whole addresses, and its own: it does not come from there."""
    own, text = name.rpartition("/")[2], STATIC.joinpath(name).read_text(encoding="utf-8")
    return own, _IMPORT.sub(rf"\1{_PLACE}", text).replace("import.meta.url", json.dumps(_PLACE + own))


@cache
def scripts_name() -> str:
    """The file name of the scripts, another for other content, so that browsers may keep it."""
    return f"hu-{sha256(scripts()).hexdigest()[:12]}.json"


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
