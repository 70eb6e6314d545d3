"""A hand drawn as a row of tiles, for notebooks."""

from collections.abc import Iterator
from html import escape

from hu.app.tiles.svg import tile_data_uri
from hu.scoring.hand import Hand
from hu.scoring.tiles import BACK

_HEIGHT_PX = 48


def hand_html(hand: Hand) -> str:
    """Draw a hand: melds, standing tiles, the winning tile, flowers and seasons, with a gap between them.

    >>> from hu.scoring.hand import Hand
    >>> hand_html(Hand.from_text("123m +4m")).count("<img")
    4

    Returns:
        HTML that needs no style sheet; each tile's code is its picture's text.
    """
    rows = "".join(
        f'<span style="margin-right:12px;white-space:nowrap">{row}</span>' for row in _rows(hand)
    )
    return f'<div role="img" aria-label="{escape(str(hand))}">{rows}</div>'


def _rows(hand: Hand) -> Iterator[str]:
    # A concealed quad lies with its outer tiles face down.
    melds = (
        (BACK, *meld.tiles[1:-1], BACK) if meld.concealed else meld.tiles for meld in hand.melds
    )
    winning = () if hand.winning is None else (hand.winning,)
    yield from (
        "".join(map(_tile, tiles))
        for tiles in (*melds, hand.concealed, winning, hand.bonus)
        if tiles
    )


def _tile(tile: str) -> str:
    return f'<img src="{tile_data_uri(tile)}" alt="{tile}" title="{tile}" height="{_HEIGHT_PX}">'
