"""The page's icon: the red dragon on a green ground."""

from hu.app.tiles.svg import tile_svg

_GREEN = "#0b6b47"
#: Share of the icon's height that the tile fills: what a phone cuts off a maskable icon lies outside of it.
_TILE_SHARE = 0.62


def icon_svg(*, rounded: bool = True) -> str:
    """Draw the icon.

    Args:
        rounded: with round corners, the ground ending there; else filling the square, for phones that cut it out.

    Returns:
        A whole SVG document of 96 x 96 units.
    """
    high = 96 * _TILE_SHARE
    wide = high * 60 / 80
    attributes = f'x="{(96 - wide) / 2:g}" y="{(96 - high) / 2:g}" width="{wide:g}" height="{high:g}"'
    tile = tile_svg("7z").replace("<svg ", f"<svg {attributes} ", 1)
    ground = f'<rect width="96" height="96" rx="{20 if rounded else 0}" fill="{_GREEN}"/>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">{ground}{tile}</svg>'
