"""Hong Kong once more, as slowly and plainly as can be, to compare with.

Tiles are pairs of (suit, number). Written from the table alone. It shares no code with ``scoring``
except the types of its arguments.
"""

from collections.abc import Iterator
from typing import NamedTuple

from hu.scoring.hand import Hand, Win
from tests.scoring.reference_zung_jung import (
    Tile,
    arrangements,
    code,
    is_gates,
    is_orphans,
    is_terminal_or_honor,
)

SEATS = "ESWN"
WINDS = [("z", 1), ("z", 2), ("z", 3), ("z", 4)]
DRAGONS = [("z", 5), ("z", 6), ("z", 7)]


class Group(NamedTuple):
    """A meld.

    Attributes:
        tiles: its three or four tiles.
        is_claimed: whether it was claimed before the win.
        is_completed: whether the winning tile completed it.
    """

    tiles: tuple[Tile, ...]
    is_claimed: bool = False
    is_completed: bool = False


def faan(hand: Hand, win: Win, round_wind: str, limit: int = 13) -> int | None:
    """The faan of a hand, or None if it does not win."""
    totals = [_worth(groups, pair, hand, win, round_wind) for groups, pair in _arrangements(hand)]
    if is_orphans(hand):
        totals.append(13 + _about_win(win) + _flowers(hand, win))
    if not totals:
        return None
    return min(limit, max(totals))


def _arrangements(hand: Hand) -> Iterator[tuple[list[Group], Tile]]:
    """Every way to divide the hand into melds and a pair, with every place of the winning tile.

    No group is marked as completed if the winning tile completed the pair.
    """
    melds = []
    for meld in hand.melds:
        meld_tiles = tuple(code(tile) for tile in meld.tiles)
        melds.append(Group(meld_tiles, is_claimed=not meld.concealed))
    winning = code(str(hand.winning))
    for standing_melds, pair in arrangements(hand):
        for place, completed_tiles in enumerate(standing_melds):
            if winning in completed_tiles:
                groups = [Group(tiles) for tiles in standing_melds]
                groups[place] = Group(completed_tiles, is_completed=True)
                yield [*melds, *groups], pair
        if winning == pair:
            groups = [Group(tiles) for tiles in standing_melds]
            yield [*melds, *groups], pair


def _worth(groups: list[Group], pair: Tile, hand: Hand, win: Win, round_wind: str) -> int:
    """The faan of one arrangement."""
    triplets = [group.tiles for group in groups if group.tiles[0] == group.tiles[1]]
    kinds = {pair}
    for group in groups:
        kinds.update(group.tiles)
    suits = {suit for suit, _ in kinds}
    total = _about_win(win) + _flowers(hand, win)

    # Limit hands. Each includes some other patterns, which then do not count.
    has_four_triplets = len(triplets) == 4
    is_only_terminals_and_honors = all(is_terminal_or_honor(tile) for tile in kinds)
    is_great_winds = len(_numbers_of(triplets, WINDS)) == 4
    is_four_kongs = len([tiles for tiles in triplets if len(tiles) == 4]) == 4
    is_honors = suits == {"z"}
    is_terminals = has_four_triplets and is_only_terminals_and_honors and "z" not in suits
    is_hidden = _count_hidden_triplets(groups, win) == 4
    is_nine_gates = is_gates(hand, code(str(hand.winning)))
    limit_hands = [
        (13, is_great_winds),
        (13, is_four_kongs),
        (10, is_honors),
        (10, is_terminals),
        (10, is_hidden),
        (10, is_nine_gates),
    ]
    total += sum(points for points, is_limit_hand in limit_hands if is_limit_hand)

    # The other patterns.
    includes_triplets = is_great_winds or is_four_kongs or is_honors or is_terminals or is_hidden
    if has_four_triplets and not includes_triplets:
        total += 3
    if not triplets:
        total += 1
    if not is_nine_gates:
        total += _flush(suits)
    if has_four_triplets and is_only_terminals_and_honors and "z" in suits and len(suits) > 1:
        total += 1
    is_concealed = not any(group.is_claimed for group in groups)
    if is_concealed and not is_hidden and not is_nine_gates:
        total += 1
    return total + _dragons(triplets, pair) + _winds(triplets, pair, win, round_wind)


def _flush(suits: set[str]) -> int:
    if len(suits) == 2 and "z" in suits:
        return 3
    if len(suits) == 1 and "z" not in suits:
        return 7
    return 0


def _count_hidden_triplets(groups: list[Group], win: Win) -> int:
    """Count the triplets and quads of which the winner drew every tile."""
    count = 0
    for group in groups:
        is_exposed = group.is_claimed or (group.is_completed and not win.drawn)
        if group.tiles[0] == group.tiles[1] and not is_exposed:
            count += 1
    return count


def _numbers_of(triplets: list[tuple[Tile, ...]], kinds: list[Tile]) -> list[int]:
    """The numbers of the triplets that are of one of the kinds."""
    return [tiles[0][1] for tiles in triplets if tiles[0] in kinds]


def _dragons(triplets: list[tuple[Tile, ...]], pair: Tile) -> int:
    count = len(_numbers_of(triplets, DRAGONS))
    if count == 3:
        return 8
    if count == 2 and pair in DRAGONS:
        return 5
    return count


def _winds(triplets: list[tuple[Tile, ...]], pair: Tile, win: Win, round_wind: str) -> int:
    """The faan of the wind triplets, of which four are a limit hand and count nothing here."""
    numbers = _numbers_of(triplets, WINDS)
    if len(numbers) == 4:
        return 0
    if len(numbers) == 3 and pair in WINDS:
        return 6
    count = 0
    for seat in (win.winner, round_wind):
        if SEATS.index(seat) + 1 in numbers:
            count += 1
    return count


def _about_win(win: Win) -> int:
    total = 0
    if win.how in ("self-draw", "robbed-kong"):
        total += 1
    if "last-tile" in win.circumstances:
        total += 1
    if "double-kong" in win.circumstances:
        total += 8
    elif "kong-replacement" in win.circumstances:
        total += 1
    for limit in ("heaven", "earth"):
        if limit in win.circumstances:
            total += 13
    return total


def _flowers(hand: Hand, win: Win) -> int:
    """The faan for having no flowers or, by suit, for all four or for the winner's own flower."""
    if not hand.bonus:
        return 1
    total = 0
    for suit in "fg":
        own = f"{SEATS.index(win.winner) + 1}{suit}"
        if len([tile for tile in hand.bonus if tile[1] == suit]) == 4:
            total += 2
        elif own in hand.bonus:
            total += 1
    return total


def payments(faan_: int, win: Win, *, pays_for_all: bool, is_spicy: bool) -> dict[str, int]:
    """Share out a win without a guarantor.

    Args:
        faan_: the faan of the hand.
        win: the win.
        pays_for_all: whether the discarder pays for everybody.
        is_spicy: whether the payments double with each faan, above four faan too.
    """
    # Up to four faan, each faan doubles the unit. Above that, every two faan double it.
    if is_spicy or faan_ <= 4:
        unit = 2**faan_
    elif faan_ % 2 == 0:
        unit = 16 * 2 ** ((faan_ - 4) // 2)
    else:
        unit = 24 * 2 ** ((faan_ - 4) // 2)
    pays = {}
    for seat in SEATS:
        if seat == win.winner:
            pays[seat] = 0
        elif win.how == "self-draw":
            pays[seat] = -2 * unit
        elif pays_for_all:
            pays[seat] = -4 * unit if seat == win.source else 0
        else:
            pays[seat] = -2 * unit if seat == win.source else -unit
    pays[win.winner] = -sum(pays.values())
    return pays
