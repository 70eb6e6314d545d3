"""Makes the page's style sheet, and reads the files of its assets."""

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
    """Read a file from a folder ``assets`` of the page.

    Args:
        path: the package and the file, such as ``parts/page.css`` for ``parts/assets/page.css``.
    """
    package, name = path.split("/")
    return _PAGE.joinpath(package, "assets", name).read_bytes()


@cache
def style_sheet() -> str:
    """Return the page's style sheet.

    In addition to ``page.css`` it has the pictures of the tiles. For each language it has the
    pictures that this language draws in its own way, and the text of Streamlit's button "Upload".
    """
    rules = asset("parts/page.css").decode() + tile_style_sheet()
    for language in LANGUAGES:
        # The definitions of CSS variables.
        variables = []
        for face in FACES:
            picture = tile_data_uri(face, language)
            if picture != tile_data_uri(face):
                variables.append(f'--hu-{face}:url("{picture}");')
        # The quotes and escapes of a JSON string are those of CSS too.
        button_text = json.dumps(texts(language)("app.choose_file"), ensure_ascii=False)
        variables.append(f"--hu-choose:{button_text}")
        rules += f":root:lang({language}){{{''.join(variables)}}}"
    return rules


@cache
def fonts() -> str:
    """Return the style sheet with the fonts, which the page loads after its first screen.

    They are Streamlit's own font and a font with the Chinese characters of names.
    ``hu.app.page.serving.first_page`` takes Streamlit's font out of the first screen.
    """
    rules = ""
    media = Path(streamlit.__file__).parent / "static" / "static" / "media"
    for name, style in (("Upright", "normal"), ("Italic", "italic")):
        for path in media.glob(f"SourceSansVF-{name}.*.woff2"):
            rules += (
                f'@font-face{{font-family:"Source Sans";font-weight:100 900;font-style:{style};'
                f'font-display:swap;src:url("./static/media/{path.name}") format("woff2")}}'
            )
    # The style sheet contains the font for names itself.
    font_of_names = b64encode(asset("parts/names.woff2")).decode()
    rules += asset("parts/names.css").decode()
    return rules.replace("./names.woff2", f"data:font/woff2;base64,{font_of_names}")
