"""The page's style sheet, and the files of its assets."""

import json
from base64 import b64encode
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final

import streamlit

from hu.app.i18n import LANGUAGES, texts
from hu.app.tiles.svg import tile_data_uri, tile_style_sheet
from hu.scoring.tiles import FACES

_PAGE: Final = files("hu.app.page")


def asset(path: str) -> bytes:
    """Read a file of the page's assets, given as ``room/file``."""
    room, name = path.split("/")
    return _PAGE.joinpath(room, "assets", name).read_bytes()


@cache
def style_sheet() -> str:
    """Return the page's style sheet.

    For every language it has the tile pictures, and the text of Streamlit's button "Upload".
    """
    rules = asset("parts/page.css").decode() + tile_style_sheet()
    for language in LANGUAGES:
        # CSS variables: the tiles that a language draws in its own way, and the text of the button.
        variables = []
        for face in FACES:
            picture = tile_data_uri(face, language)
            if picture != tile_data_uri(face):
                variables.append(f'--hu-{face}:url("{picture}");')
        # As a JSON string, the text is quoted and escaped as CSS needs it.
        button_text = json.dumps(texts(language)("app.choose_file"), ensure_ascii=False)
        variables.append(f"--hu-choose:{button_text}")
        rules += f":root:lang({language}){{{''.join(variables)}}}"
    return rules


@cache
def fonts() -> str:
    """Return the style sheet with the fonts, which the first screen does without.

    They are Streamlit's own font, which ``hu.app.page.serving.first_page`` has taken out of
    Streamlit's page, and a font with the Chinese characters of names.
    """
    rules = ""
    media = Path(streamlit.__file__).parent / "static" / "static" / "media"
    for name, style in (("Upright", "normal"), ("Italic", "italic")):
        for path in media.glob(f"SourceSansVF-{name}.*.woff2"):
            rules += (
                f'@font-face{{font-family:"Source Sans";font-weight:100 900;font-style:{style};'
                f'font-display:swap;src:url("./static/media/{path.name}") format("woff2")}}'
            )
    # The font for names is part of the style sheet.
    font_of_names = b64encode(asset("parts/names.woff2")).decode()
    rules += asset("parts/names.css").decode()
    return rules.replace("./names.woff2", f"data:font/woff2;base64,{font_of_names}")
