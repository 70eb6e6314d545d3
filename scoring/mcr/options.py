"""The options of MCR: the points on which sources differ.

"The book" is "Mahjong Competition Rules", World Mahjong Organization, 2006, appendix 1, the Green
Book. Without an option the reading of the library ``PyMahjongGB`` is played, which many servers
share.

- ``book_kongs``: Two Concealed Kongs are 8 points (no. 48), a concealed and a claimed quad 6 (note
  on no. 57). Else they are 6 and 5.
- ``book_all_green``: All Green with green dragons is a Half Flush too (no. 3).
- ``book_all_terminals``: All Terminals combines with Double Pung (no. 8).
- ``book_drawn_pairs``: Fully Concealed Hand also counts for drawn Seven Pairs and Honors and
  Knitted Tiles (nos. 19, 20, 34). Else they count Self-Drawn.
- ``knitted_wait``: a tile that may belong to the knitted straight as well as to the meld or pair
  beside it counts as an edge, closed or single wait. The Mahjong International League counts it at
  its tournaments, and does not on the servers that it licenses (issue 9 of
  github.com/summerinsects/ChineseOfficialMahjongHelper).
- ``fifth_copy_wait``: a wait counts although the tiles would also wait for a tile of which the hand
  holds all four. The league's "Interpretation of the rules (network play)" says no. The calculator
  github.com/zheng-fan/GB-Mahjong said yes until its issue 8, which quotes the league. The book asks
  for a wait for one tile and does not mention copies.

One point needs no option, because the book is clear (pp. 14-15): Fully Concealed Hand counts for a
drawn Nine Gates, Seven Shifted Pairs, Thirteen Orphans or Four Concealed Pungs. The library counts
Self-Drawn.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from hu.scoring.options import OptionValue


@dataclass(frozen=True, slots=True)
class McrOptions:
    """The options of a table that decide which fan count. The module explains each.

    Attributes:
        book_kongs: whether two quads are worth the points of the book.
        book_all_green: whether All Green combines with Half Flush.
        book_all_terminals: whether All Terminals combines with Double Pung.
        book_drawn_pairs: whether drawn pairs and knitted tiles are Fully Concealed Hands.
        knitted_wait: whether a wait counts for a tile that may belong to the knitted straight.
        fifth_copy_wait: whether a wait counts although a fifth copy would also win.
    """

    book_kongs: bool = False
    book_all_green: bool = False
    book_all_terminals: bool = False
    book_drawn_pairs: bool = False
    knitted_wait: bool = True
    fifth_copy_wait: bool = False


def mcr_options(options: Mapping[str, OptionValue]) -> McrOptions:
    """Read the options that decide which fan count."""
    return McrOptions(
        book_kongs=bool(options.get("book_kongs")),
        book_all_green=bool(options.get("book_all_green")),
        book_all_terminals=bool(options.get("book_all_terminals")),
        book_drawn_pairs=bool(options.get("book_drawn_pairs")),
        knitted_wait=bool(options.get("knitted_wait", True)),
        fifth_copy_wait=bool(options.get("fifth_copy_wait")),
    )
