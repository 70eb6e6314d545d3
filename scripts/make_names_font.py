"""Makes the font with the Chinese and Japanese names that the page shows.

    pip install fonttools brotli
    python scripts/make_names_font.py NotoSansCJK-Regular.ttc [--number 2]

The font has the characters that the sources use, from a large font: Noto Sans CJK (SIL Open Font
License 1.1), which Debian has as ``fonts-noto-cjk``. In the collection of its fonts ``--number 2``
is Simplified Chinese, which has the Traditional and Japanese forms too. The script writes
``names.woff2`` and, beside it, the characters as ``names.txt``. A test compares these characters
with the sources.
"""

import argparse
from pathlib import Path

from fontTools import subset

_ROOT = Path(__file__).resolve().parent.parent
_ASSETS = _ROOT / "app" / "page" / "parts" / "assets"


def characters_of_sources() -> str:
    """Every Chinese and Japanese character that the page shows in other languages, in order."""
    characters: set[str] = set()
    for folder in ("app", "scoring"):
        for path in (_ROOT / folder).rglob("*"):
            is_code = path.suffix in (".py", ".js")
            has_names = path.name == "rules.toml" or path.match("names.*.toml")
            if is_code or has_names:
                characters.update(path.read_text(encoding="utf-8"))
    return "".join(sorted(filter(is_chinese, characters)))


def is_chinese(character: str) -> bool:
    """Whether a Latin font lacks the character: ideographs, kana and their punctuation."""
    return "\u2e80" <= character <= "\u9fff" or "\uff00" <= character <= "\uffef"


def main() -> None:
    """Write the font and its list of characters."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("font", type=Path)
    parser.add_argument("--number", type=int, default=2, help="of the font within a collection")
    arguments = parser.parse_args()
    characters = characters_of_sources()
    options = subset.Options(
        flavor="woff2",
        font_number=arguments.number,
        hinting=False,
        layout_features=[],
        name_IDs=[0, 1, 13, 14],
    )
    font = subset.load_font(arguments.font, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    supported_codes = font.getBestCmap()
    missing = [character for character in characters if ord(character) not in supported_codes]
    if missing:
        raise SystemExit(f"the font lacks {''.join(missing)}")
    # A changed font has a name of its own. The record with id 1 is the name of its family.
    for record in font["name"].names:
        if record.nameID == 1:
            record.string = "Hu names"
    target = _ASSETS / "names.woff2"
    subset.save_font(font, target, options)
    (_ASSETS / "names.txt").write_text(characters + "\n", encoding="utf-8")
    print(f"{len(characters)} characters, {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
