"""Draws the page's icons as PNG files, for phones that take no SVG: ``python scripts/make_icons.py``.

Needs resvg-py (``pip install -e .[test]``).
"""

from pathlib import Path

import resvg_py

from hu.app.tiles.icon import icon_svg

_ASSETS = Path(__file__).resolve().parent.parent / "app" / "page" / "parts" / "assets"


def main() -> None:
    """Write every icon."""
    for name, size, rounded in (
        ("icon-180.png", 180, False),
        ("icon-192.png", 192, True),
        ("icon-512.png", 512, True),
        ("icon-maskable-512.png", 512, False),
    ):
        drawn = resvg_py.svg_to_bytes(svg_string=icon_svg(rounded=rounded), width=size, height=size)
        (_ASSETS / name).write_bytes(bytes(drawn))
        print(f"{name}: {len(drawn)} bytes")


if __name__ == "__main__":
    main()
