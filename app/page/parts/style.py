"""The page's one style sheet, and its files."""

import json
from base64 import b64encode
from functools import cache
from importlib.resources import files
from typing import Final

from hu.app.i18n import LANGUAGES, texts
from hu.app.tiles.svg import tile_data_uri, tile_style_sheet
from hu.scoring.tiles import FACES

_PAGE: Final = files("hu.app.page")


def asset(path: str) -> bytes:
    """Read one of the page's own files, as ``room/file``."""
    room, name = path.split("/")
    return _PAGE.joinpath(room, "assets", name).read_bytes()


@cache
def style_sheet() -> str:
    """Return the page's style sheet.

    For every language it has the tile pictures, and the text of Streamlit's button "Upload".
    """
    font = b64encode(asset("parts/names.woff2")).decode()
    rules = (
        asset("parts/page.css").decode().replace("./names.woff2", f"data:font/woff2;base64,{font}")
    )
    rules += tile_style_sheet()
    for language in LANGUAGES:
        # The tiles that a language draws in its own way, and the button that chooses a file.
        own = {face: tile_data_uri(face, language) for face in FACES}
        pictures = "".join(
            f'--hu-{face}:url("{uri}");' for face, uri in own.items() if uri != tile_data_uri(face)
        )
        choose = json.dumps(texts(language)("app.choose_file"), ensure_ascii=False)
        rules += f":root:lang({language}){{{pictures}--hu-choose:{choose}}}"
    return rules
