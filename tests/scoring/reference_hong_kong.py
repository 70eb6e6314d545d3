"""Hong Kong once more, as slowly and plainly as can be, to compare with: tiles are pairs of (suit, number).

Written from the table alone; it shares no code with ``scoring`` but the types it is given.
"""

from collections.abc import Iterator

from hu.scoring.hand import Hand, Win
from tests.scoring.reference_zung_jung import Tile, arrangements, code, head, is_gates, is_orphans

SEATS = "ESWN"
#: A set with whether it was claimed, and whether the winning tile completed it.
Group = tuple[tuple[Tile, ...], bool, bool]


def faan(hand: Hand, win: Win, round_wind: str, limit: int = 13) -> int | None:
    """What a hand is worth; None where it does not win."""
    found = [_worth(groups, pair, hand, win, round_wind) for groups, pair in _readings(hand)]
    if is_orphans(hand):
        found.append(13 + _about_win(win) + _flowers(hand, win))
    return min(limit, max(found)) if found else None


def _readings(hand: Hand) -> Iterator[tuple[list[Group], Tile]]:
    melds: list[Group] = [
        (tuple(map(code, meld.tiles)), not meld.concealed, False) for meld in hand.melds
    ]
    winning = code(str(hand.winning))
    for sets, pair in arrangements(hand):
        plain: list[Group] = [(tiles, False, False) for tiles in sets]
        for place, tiles in enumerate(sets):
            if winning in tiles:
                yield [*melds, *plain[:place], (tiles, False, True), *plain[place + 1 :]], pair
        if winning == pair:
            yield [*melds, *plain], pair


def _worth(groups: list[Group], pair: Tile, hand: Hand, win: Win, round_wind: str) -> int:
    alike = [tiles for tiles, _, _ in groups if tiles[0] == tiles[1]]
    kinds = {tile for tiles, _, _ in groups for tile in tiles} | {pair}
    suits = {suit for suit, _ in kinds}
    terminal = all(map(head, kinds))
    winds = [tiles[0][1] for tiles in alike if tiles[0][0] == "z" and tiles[0][1] <= 4]
    dragons = [tiles[0] for tiles in alike if tiles[0][0] == "z" and tiles[0][1] >= 5]
    claimed = any(open_ for _, open_, _ in groups)
    hidden = [
        tiles
        for tiles, open_, won in groups
        if tiles[0] == tiles[1] and not open_ and not (won and not win.drawn)
    ]
    gates = is_gates(hand, code(str(hand.winning)))
    great_winds, kongs, honors = (
        len(winds) == 4,
        sum(len(tiles) == 4 for tiles in alike) == 4,
        suits == {"z"},
    )
    ends = len(alike) == 4 and terminal and "z" not in suits
    total = 0
    total += 1 if not alike else 0
    total += (
        3
        if len(alike) == 4 and not (great_winds or kongs or honors or ends or len(hidden) == 4)
        else 0
    )
    total += 3 if "z" in suits and len(suits) == 2 else 0
    total += 7 if len(suits) == 1 and "z" not in suits and not gates else 0
    total += 1 if len(alike) == 4 and terminal and "z" in suits and len(suits) > 1 else 0
    small_dragons = len(dragons) == 2 and pair[0] == "z" and pair[1] >= 5
    total += 5 if small_dragons else 8 if len(dragons) == 3 else len(dragons)
    small_winds = len(winds) == 3 and pair[0] == "z" and pair[1] <= 4
    if small_winds or great_winds:
        total += 13 if great_winds else 6
    else:
        total += (SEATS.index(win.winner) + 1 in winds) + (SEATS.index(round_wind) + 1 in winds)
    total += 10 * honors + 10 * ends + 10 * (len(hidden) == 4) + 10 * gates + 13 * kongs
    concealed = not claimed and len(hidden) != 4 and not gates
    return total + concealed + _about_win(win) + _flowers(hand, win)


def _about_win(win: Win) -> int:
    told = win.circumstances
    total = int(win.how == "self-draw") + (win.how == "robbed-kong") + ("last-tile" in told)
    total += 8 if "double-kong" in told else "kong-replacement" in told
    return total + 13 * ("heaven" in told) + 13 * ("earth" in told)


def _flowers(hand: Hand, win: Win) -> int:
    if not hand.bonus:
        return 1
    total = 0
    for suit in "fg":
        own = [tile for tile in hand.bonus if tile[1] == suit]
        total += 2 if len(own) == 4 else f"{SEATS.index(win.winner) + 1}{suit}" in own
    return total


def payments(faan_: int, win: Win, *, full: bool, spicy: bool) -> dict[str, int]:
    """Who pays what, without a guarantor."""
    unit = 2**faan_ if spicy or faan_ <= 4 else {0: 16, 1: 24}[faan_ % 2] * 2 ** ((faan_ - 4) // 2)
    pays = {}
    for seat in SEATS:
        if seat == win.winner:
            pays[seat] = 0
        elif win.how == "self-draw":
            pays[seat] = -2 * unit
        elif full:
            pays[seat] = -4 * unit if seat == win.source else 0
        else:
            pays[seat] = -2 * unit if seat == win.source else -unit
    pays[win.winner] = -sum(pays.values())
    return pays
