"""Where the library and other sources differ: what is added to its fan, and the options that choose a reading.

Always added, as the Green Book has it (pp. 14-15): Fully Concealed Hand to a drawn Nine Gates, Seven Shifted Pairs,
Thirteen Orphans or Four Concealed Pungs; the library counts Self-Drawn alone. "The book" is "Mahjong Competition
Rules", World Mahjong Organization, 2006, appendix 1, the Green Book; without an option the library's reading stands.

- ``book_kongs``: Two Concealed Kongs are 8 points (no. 48), a concealed and a claimed quad 6 (note on no. 57); the
  library gives 6 and 5.
- ``book_all_green``: All Green with green dragons is a Half Flush too (no. 3); in the library it is not.
- ``book_all_terminals``: All Terminals combines with Double Pung (no. 8); in the library it does not.
- ``book_drawn_pairs``: Fully Concealed Hand also for drawn Seven Pairs and Honors and Knitted Tiles (nos. 19, 20, 34);
  the library counts Self-Drawn.
- ``knitted_wait``: a tile that may belong to the knitted straight as well as to the set or pair beside it counts as an
  edge, closed or single wait. The Mahjong International League counts it at its tournaments, as the library does, and
  does not on the servers that it licenses (the library's author in issue 9 of
  github.com/summerinsects/ChineseOfficialMahjongHelper).
- ``fifth_copy_wait``: a wait counts although the tiles would also wait for one of which the hand holds all four. The
  league's "Interpretation of the rules (network play)" says no, as the library has it; the calculator
  github.com/zheng-fan/GB-Mahjong said yes until its issue 8, which quotes the league. The book asks for a wait for one
  tile and says nothing of copies.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from hu.scoring.hand import Hand, Win
from hu.scoring.mcr.contradictions import is_winning
from hu.scoring.mcr.divisions import WAITS, divisions
from hu.scoring.mcr.patterns import FAN
from hu.scoring.options import OptionValue
from hu.scoring.patterns import ScoreItem
from hu.scoring.tiles import KINDS

_BY_ID: Final = {info.id: info for info in FAN.values()}
_FULLY: Final = frozenset(
    {"nine-gates", "seven-shifted-pairs", "thirteen-orphans", "four-concealed-pungs"}
)
_DRAWN_PAIRS: Final = frozenset(
    {"seven-pairs", "greater-honors-and-knitted-tiles", "lesser-honors-and-knitted-tiles"}
)
_BOOK_KONGS: Final = {"two-concealed-kongs": 8, "concealed-kong-and-melded-kong": 6}
#: Fan with which no wait counts.
_NO_WAIT: Final = frozenset(
    {"melded-hand", "four-kongs", *WAITS, *_FULLY, *_DRAWN_PAIRS} - {"four-concealed-pungs"}
)


def apply_rulings(
    items: Sequence[ScoreItem], hand: Hand, win: Win, options: Mapping[str, OptionValue]
) -> tuple[ScoreItem, ...]:
    """Add to the library's fan, and take from them, what the table plays.

    Args:
        items: the library's fan, the dearest first, flowers last.
        hand: the hand.
        win: the win.
        options: what the table has agreed on.
    """
    held = {item.pattern.id for item in items}
    found = list(items)
    fully = _FULLY | _DRAWN_PAIRS if options.get("book_drawn_pairs") else _FULLY
    unclaimed = all(meld.concealed for meld in hand.melds)
    if win.drawn and unclaimed and held & fully and "fully-concealed-hand" not in held:
        found = [item for item in found if item.pattern.id != "self-drawn"]
        _insert(found, "fully-concealed-hand")
    if options.get("book_kongs"):
        found = [
            replace(item, worth=_BOOK_KONGS.get(item.pattern.id, item.worth)) for item in found
        ]
    if (
        options.get("book_all_green")
        and "all-green" in held
        and "6z" in hand.tiles
        and "half-flush" not in held
    ):
        _insert(found, "half-flush")
    if options.get("book_all_terminals") and "all-terminals" in held and "double-pung" not in held:
        triplets = [tile[0] for tile in dict.fromkeys(hand.tiles) if hand.tiles.count(tile) >= 3]
        if doubles := sum(triplets.count(number) == 2 for number in "19"):
            _insert(found, "double-pung", doubles)
    in_straight = any(hand.winning in division.knitted for division in divisions(hand))
    if not options.get("knitted_wait", True) and in_straight:
        found = [item for item in found if item.pattern.id not in WAITS]
    elif (
        options.get("fifth_copy_wait")
        and not held & _NO_WAIT
        and (wait := _wait_but_for_a_fifth_copy(hand, held))
    ):
        _insert(found, wait)
    return tuple(found)


def _insert(items: list[ScoreItem], fan: str, count: int = 1) -> None:
    """Put a fan before the cheaper ones."""
    info = _BY_ID[fan]
    cheaper = (
        index
        for index, item in enumerate(items)
        if item.worth < info.worth or item.pattern.id == "flower-tiles"
    )
    items.insert(next(cheaper, len(items)), ScoreItem(info, info.worth, count))


def _wait_but_for_a_fifth_copy(hand: Hand, held: set[str]) -> str | None:
    """The wait of a hand whose other waits, if any, are all for tiles of which it holds all four copies."""
    before = replace(hand, winning=None)
    left = [
        kind
        for kind in KINDS
        if before.tiles.count(kind) < 4 and is_winning(replace(hand, winning=kind))
    ]
    if left != [hand.winning]:
        return None
    places = [
        division
        for division in divisions(hand)
        if bool(division.knitted) == ("knitted-straight" in held)
    ]
    return next(filter(None, (division.wait(left[0]) for division in places)), None)
