"""Makes the font with the Chinese and Japanese names that the page shows.

    pip install fonttools brotli
    python scripts/make_names_font.py NotoSansCJK-Regular.ttc [--number 2]

Takes the characters that stand in the sources out of a large font: Noto Sans CJK
(SIL Open Font License 1.1), which Debian has as ``fonts-noto-cjk``. In its collection
``--number 2`` is Simplified Chinese, which has the Traditional and Japanese forms too. Writes
``names.woff2`` and, beside it, the characters as ``names.txt``. A test compares them with the
sources.
"""

import argparse
from pathlib import Path

from fontTools import subset

_ROOT = Path(__file__).resolve().parent.parent
_ASSETS = _ROOT / "app" / "page" / "parts" / "assets"


def characters_of_sources() -> str:
    """Every Chinese and Japanese character that the page shows in other languages, in order."""
    texts = [
        path.read_text(encoding="utf-8")
        for folder in ("app", "scoring")
        for path in (_ROOT / folder).rglob("*")
        if path.suffix in (".py", ".js") or path.name == "rules.toml" or path.match("names.*.toml")
    ]
    return "".join(sorted({sign for text in texts for sign in text if is_chinese(sign)}))


def is_chinese(sign: str) -> bool:
    """Tell the signs that a Latin font lacks: ideographs, kana and their punctuation."""
    return "\u2e80" <= sign <= "\u9fff" or "\uff00" <= sign <= "\uffef"


def main() -> None:
    """Write the font and its list of characters."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("font", type=Path)
    parser.add_argument("--number", type=int, default=2, help="of the font within a collection")
    args = parser.parse_args()
    characters = characters_of_sources()
    options = subset.Options(
        flavor="woff2",
        font_number=args.number,
        hinting=False,
        layout_features=[],
        name_IDs=[0, 1, 13, 14],
    )
    font = subset.load_font(args.font, options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    missing = sorted(set(map(ord, characters)) - set(font.getBestCmap()))
    if missing:
        raise SystemExit(f"the font lacks {''.join(map(chr, missing))}")
    # A changed font goes by a name of its own.
    for record in font["name"].names:
        if record.nameID == 1:
            record.string = "Hu names"
    target = _ASSETS / "names.woff2"
    subset.save_font(font, target, options)
    (_ASSETS / "names.txt").write_text(characters + "\n", encoding="utf-8")
    print(f"{len(characters)} characters, {target.stat().st_size} bytes")


if __name__ == "__main__":
    main()
