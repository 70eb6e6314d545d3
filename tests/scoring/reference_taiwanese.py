"""The Taiwanese rules once more, as slowly and plainly as can be, to compare with.

A tile is a text such as ``5m``. Every arrangement is tried by brute force. The values are written
out here a second time, from the table of rulings alone. It shares no code with ``scoring`` except
the types of its arguments.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from hu.scoring.hand import Hand, Win

ALL_TILES = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)]
ALL_TILES += [f"{number}z" for number in range(1, 8)]
WINDS = ["1z", "2z", "3z", "4z"]
DRAGONS = ["5z", "6z", "7z"]
SEATS = "ESWN"


@dataclass
class Group:
    """A meld of the hand.

    Attributes:
        tiles: its three or four tiles.
        is_laid_down: whether it was laid down before the win.
        has_claimed_tile: whether one of its tiles was another player's discard, the winning tile
            included.
    """

    tiles: list[str]
    is_laid_down: bool
    has_claimed_tile: bool

    @property
    def is_triplet(self) -> bool:
        return self.tiles[0] == self.tiles[1]


@dataclass
class Case:
    """A win with everything that its value depends on.

    Attributes:
        hand: the winner's hand, with its winning tile.
        win: how it was won.
        round_wind: the seat letter of the round's wind.
        preset: the preset of the rule set, such as ``shifu``.
        repeats: how many times East has stayed East.
        west_has_bamboo: whether the bamboo is the flower of West, and the chrysanthemum that of
            North. If not, they are the other way round.
    """

    hand: Hand
    win: Win
    round_wind: str
    preset: str
    repeats: int
    west_has_bamboo: bool

    def has(self, circumstance: str) -> bool:
        return circumstance in self.win.circumstances

    @property
    def is_self_drawn(self) -> bool:
        return self.win.how == "self-draw"

    @property
    def is_shifu(self) -> bool:
        return self.preset == "shifu"

    @property
    def counts_every_flower(self) -> bool:
        """Whether every flower and every honor counts."""
        return self.preset == "every-flower"

    def value(self, common: int, *, every_flower: int) -> int:
        """The tai of a pattern: ``common`` in every preset but ``every-flower``."""
        return every_flower if self.counts_every_flower else common


def tai(case: Case) -> int | None:
    """Return the most tai that any arrangement of the hand gives. None if the hand does not win."""
    winning = str(case.hand.winning)
    standing = [*case.hand.concealed, winning]
    has_single_wait = count_waits(case.hand) == 1
    laid_melds = [
        Group(list(meld.tiles), is_laid_down=True, has_claimed_tile=not meld.concealed)
        for meld in case.hand.melds
    ]
    # The tai of each arrangement, and of each group that the winning tile may have completed in it.
    totals = []
    for groups, pair in split(sorted(standing)):
        if len(groups) + len(laid_melds) != 5:
            continue
        for completed_place, completed in enumerate(groups):
            if winning not in completed:
                continue
            melds = [*laid_melds]
            for place, tiles in enumerate(groups):
                is_claimed = place == completed_place and not case.is_self_drawn
                melds.append(Group(tiles, is_laid_down=False, has_claimed_tile=is_claimed))
            totals.append(regular(case, melds, pair, completed, has_single_wait=has_single_wait))
        if pair == winning:
            melds = [*laid_melds]
            for tiles in groups:
                melds.append(Group(tiles, is_laid_down=False, has_claimed_tile=False))
            totals.append(regular(case, melds, pair, [pair, pair], has_single_wait=has_single_wait))
    if not laid_melds and is_pairs_and_triplet(standing):
        # The winning tile completed a pair or the triplet.
        completes_pair = standing.count(winning) != 3
        is_lone_wait = has_single_wait and completes_pair
        totals.append(pairs_and_triplet(case, is_lone_wait=is_lone_wait))
    if not totals:
        return None
    return max(totals)


def split(tiles: list[str]) -> Iterator[tuple[list[list[str]], str]]:
    """Every way to take a pair out of the tiles and to divide the rest into melds."""
    for tile in sorted(set(tiles)):
        if tiles.count(tile) >= 2:
            rest = [*tiles]
            rest.remove(tile)
            rest.remove(tile)
            for melds in melds_of(rest):
                yield melds, tile


def melds_of(tiles: list[str]) -> Iterator[list[list[str]]]:
    """Every way to divide sorted tiles into triplets and sequences."""
    if not tiles:
        yield []
        return
    first = tiles[0]
    choices = [[first, first, first]]
    if first[1] != "z":
        number = int(first[0])
        choices.append([first, f"{number + 1}{first[1]}", f"{number + 2}{first[1]}"])
    for choice in choices:
        rest = [*tiles]
        for tile in choice:
            if tile not in rest:
                break
            rest.remove(tile)
        else:
            for melds in melds_of(rest):
                yield [choice, *melds]


def is_pairs_and_triplet(tiles: list[str]) -> bool:
    if len(tiles) != 17:
        return False
    counts = sorted(tiles.count(tile) for tile in set(tiles))
    return counts.count(3) == 1 and all(count in (2, 3, 4) for count in counts)


def count_waits(hand: Hand) -> int:
    """Count the kinds that complete the sixteen tiles. A fifth copy does not exist."""
    held = [*hand.concealed]
    for meld in hand.melds:
        held += meld.tiles
    waits = 0
    for tile in ALL_TILES:
        if held.count(tile) == 4:
            continue
        tiles = sorted([*hand.concealed, tile])
        is_regular = any(len(melds) + len(hand.melds) == 5 for melds, _ in split(tiles))
        if is_regular or (not hand.melds and is_pairs_and_triplet(tiles)):
            waits += 1
    return waits


def pairs_and_triplet(case: Case, *, is_lone_wait: bool) -> int:
    """The tai of seven pairs and a triplet."""
    total = case.value(8, every_flower=30) + about_win(case) + flowers(case) + flush(case)
    # The pattern includes the concealed hand, so that a self-drawn tile adds only its own tai.
    if case.is_self_drawn and not is_first_draw(case):
        total += 1
    if suits(case) == {"z"}:
        total += 16
    if is_lone_wait and not is_first_draw(case):
        total += case.value(1, every_flower=2)
    return total


def regular(
    case: Case, melds: list[Group], pair: str, completed: list[str], *, has_single_wait: bool
) -> int:
    """The tai of one arrangement of melds and a pair.

    Args:
        case: the win.
        melds: all five melds.
        pair: a tile of the pair.
        completed: the tiles of the meld or the pair that the winning tile completed.
        has_single_wait: whether the hand waited for a single kind of tile.
    """
    is_lone_wait = has_single_wait and is_narrow(completed, str(case.hand.winning))
    total = about_win(case) + flowers(case) + flush(case) + concealment(case)
    total += claims_and_wait(case, is_lone_wait=is_lone_wait)
    total += honors(case, melds, pair)
    total += concealed_triplets(case, melds)
    total += all_sequences(case, melds, completed, is_lone_wait=is_lone_wait)
    has_only_honors = suits(case) == {"z"}
    if has_only_honors:
        total += 16
    # Except in shifu, a hand of honors includes the five triplets.
    if all(meld.is_triplet for meld in melds) and (case.is_shifu or not has_only_honors):
        total += case.value(4, every_flower=10)
    return total


def all_sequences(
    case: Case, melds: list[Group], completed: list[str], *, is_lone_wait: bool
) -> int:
    """The tai of a hand of sequences without honors and flowers, won with a discard.

    The wait must be two-sided. In shifu it only must not be a lone wait.
    """
    has_triplet = any(meld.is_triplet for meld in melds)
    if has_triplet or "z" in suits(case) or case.hand.bonus or case.is_self_drawn:
        return 0
    if case.is_shifu and not is_lone_wait:
        return case.value(2, every_flower=3)
    if is_two_sided(completed, str(case.hand.winning)):
        return case.value(2, every_flower=3)
    return 0


def is_two_sided(completed: list[str], winning: str) -> bool:
    """Whether the other two tiles of a sequence waited for a tile at either end."""
    if len(completed) == 2 or completed[0] == completed[1]:
        return False
    numbers = [int(tile[0]) for tile in completed]
    low, high = [number for number in numbers if number != int(winning[0])]
    return high - low == 1 and low > 1 and high < 9


def is_narrow(completed: list[str], winning: str) -> bool:
    """Whether the winning tile was at the edge of a sequence, in its gap, or in the pair."""
    if len(completed) == 2:
        return True
    is_sequence = completed[0] != completed[1]
    return is_sequence and not is_two_sided(completed, winning)


def is_first_draw(case: Case) -> bool:
    return case.has("heaven") or case.has("earth")


def is_ready(case: Case) -> bool:
    return case.has("ready-dealt") or case.has("ready-first")


def concealment(case: Case) -> int:
    """The tai of a concealed hand, of a self-drawn win, or of both together."""
    is_concealed = all(meld.concealed for meld in case.hand.melds)
    if is_first_draw(case):
        return 0
    # Except in shifu, the tai of a ready hand include those of its concealment.
    if is_ready(case) and not case.is_shifu:
        return 1 if case.is_self_drawn else 0
    if is_concealed and case.is_self_drawn:
        return 3
    if case.is_self_drawn:
        return 1
    if is_concealed and not case.has("human"):
        return 1
    return 0


def claims_and_wait(case: Case, *, is_lone_wait: bool) -> int:
    """The tai of a hand whose five melds were all claimed, and of a lone wait."""
    wait_tai = 0
    if is_lone_wait and not is_first_draw(case):
        wait_tai = case.value(1, every_flower=2)
    claimed = [meld for meld in case.hand.melds if not meld.concealed]
    if len(claimed) < 5:
        return wait_tai
    claims_tai = 1 if case.is_self_drawn else case.value(2, every_flower=10)
    # Except in shifu, five claimed melds include the lone wait, which is for the pair.
    if case.is_shifu:
        return claims_tai + wait_tai
    return claims_tai


def honors(case: Case, melds: list[Group], pair: str) -> int:
    """The tai of dragons and winds."""
    kinds = [meld.tiles[0] for meld in melds if meld.is_triplet]
    dragons = [tile for tile in kinds if tile in DRAGONS]
    winds = [tile for tile in kinds if tile in WINDS]
    total = 0
    if len(dragons) == 3:
        total += case.value(8, every_flower=30)
    elif len(dragons) == 2 and pair in DRAGONS:
        total += case.value(4, every_flower=10)
    else:
        total += len(dragons)

    # The tai of the winds if each triplet counts by itself.
    if case.counts_every_flower:
        single_winds = len(winds)
    else:
        single_winds = 0
        for seat in (case.win.winner, case.round_wind):
            if WINDS[SEATS.index(seat)] in winds:
                single_winds += 1
    if len(winds) == 4:
        total += case.value(16, every_flower=40)
    elif len(winds) == 3 and pair in WINDS:
        total += case.value(8, every_flower=30)
        if case.is_shifu:
            total += single_winds
    else:
        total += single_winds
    return total


def concealed_triplets(case: Case, melds: list[Group]) -> int:
    count = len([meld for meld in melds if meld.is_triplet and not meld.has_claimed_tile])
    if count == 5:
        return case.value(8, every_flower=40)
    if count == 4:
        return case.value(5, every_flower=10)
    if count == 3:
        return case.value(2, every_flower=5)
    return 0


def suits(case: Case) -> set[str]:
    return {tile[1] for tile in case.hand.tiles if tile[1] not in "fg"}


def flush(case: Case) -> int:
    colours = suits(case)
    if len(colours) == 2 and "z" in colours:
        return case.value(4, every_flower=10)
    if len(colours) == 1 and "z" not in colours:
        return case.value(8, every_flower=40)
    return 0


def flowers(case: Case) -> int:
    bonus = case.hand.bonus
    if case.counts_every_flower:
        return len(bonus)
    season_number = SEATS.index(case.win.winner) + 1
    flower_number = season_number
    if case.west_has_bamboo and season_number >= 3:
        # West and North have each other's flowers.
        flower_number = 7 - season_number
    total = 0
    for own_number, suit in ((flower_number, "f"), (season_number, "g")):
        has_all_four = len([tile for tile in bonus if tile[1] == suit]) == 4
        has_own = f"{own_number}{suit}" in bonus
        if has_all_four:
            total += 3 if case.is_shifu else 2
        elif has_own:
            total += 1
    return total


def about_win(case: Case) -> int:
    """The tai that do not depend on the arrangement: of circumstances and of the dealer."""
    values = {"heaven": 24, "earth": 16, "human": 8, "ready-dealt": 8, "ready-first": 4}
    values |= {"kong-replacement": 1, "last-tile": 1}
    if case.is_shifu:
        values["human"] = 16
    total = sum(values[name] for name in case.win.circumstances)
    if case.win.how == "robbed-kong":
        total += 1
    if case.win.winner == "E":
        total += 1 + 2 * case.repeats
    return total


def is_payer(seat: str, win: Win) -> bool:
    if win.how == "self-draw":
        return seat != win.winner
    return seat == win.source


def payments(tai_: int, win: Win, repeats: int, base: int, unit: int) -> dict[str, int]:
    """Share out a win.

    Args:
        tai_: the tai of the hand, with those of a dealer who won.
        win: the win.
        repeats: how many times East has stayed East.
        base: the points that each payer pays for any win.
        unit: the points for each tai.
    """
    pays = dict.fromkeys(SEATS, 0)
    for seat in SEATS:
        if is_payer(seat, win):
            extra = 1 + 2 * repeats if seat == "E" else 0
            pays[seat] = -(base + unit * (tai_ + extra))
    pays[win.winner] = -sum(pays.values())
    return pays
