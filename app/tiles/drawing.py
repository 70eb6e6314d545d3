"""A hand drawn as a row of tiles, for notebooks."""

from collections.abc import Sequence
from html import escape
from typing import Final

from hu.app.tiles.svg import tile_data_uri
from hu.scoring.hand import Hand, write_reds
from hu.scoring.tiles import BACK

_HEIGHT_PX: Final = 48


def hand_html(hand: Hand) -> str:
    """Draw a hand: melds, concealed tiles, winning tile, tiles set aside, with gaps between them.

    >>> from hu.scoring.hand import Hand
    >>> hand_html(Hand.from_text("123m +4m")).count("<img")
    4

    Returns:
        HTML that needs no style sheet. The text of each picture is the tile's code.
    """
    groups = [_draw_group(tiles) for tiles in _groups(hand)]
    return f'<div role="img" aria-label="{escape(str(hand))}">{"".join(groups)}</div>'


def _groups(hand: Hand) -> list[Sequence[str]]:
    """Return the groups of tiles that are drawn with a gap between them."""
    groups: list[Sequence[str]] = []
    for meld in hand.melds:
        if meld.concealed:
            # A legal concealed meld is a quad. Its outer tiles are drawn face down, so a red five
            # is drawn in the middle.
            inner_tiles = write_reds(meld.tiles[1:-1], meld.red)
            groups.append((BACK, *inner_tiles, BACK))
        else:
            groups.append(write_reds(meld.tiles, meld.red))
    groups.append(write_reds(hand.concealed, hand.concealed_red))
    if hand.winning is not None:
        winning_red = (hand.winning,) if hand.is_winning_red else ()
        groups.append(write_reds((hand.winning,), winning_red))
    groups.append(hand.bonus)
    return [tiles for tiles in groups if tiles]


def _draw_group(tiles: Sequence[str]) -> str:
    pictures = "".join(_draw_tile(tile) for tile in tiles)
    return f'<span style="margin-right:12px;white-space:nowrap">{pictures}</span>'


def _draw_tile(tile: str) -> str:
    return f'<img src="{tile_data_uri(tile)}" alt="{tile}" title="{tile}" height="{_HEIGHT_PX}">'
