"""The fan of two, three and four melds, and how many of them a hand may count.

Three principles of the book (chapter 8) limit them. They follow from one rule: the melds of a hand
are joined step by step, and a combination counts only if it joins melds that were not joined yet.

- Non-repeat: a combination that is implied by another is not counted. Three melds that are joined
  already do not count as pairs.
- Account-once: a meld that is not combined yet may be combined once with a meld that is. A fan of
  four melds uses them all, a fan of three leaves one more fan of two, and fan of two join at most
  four melds by three combinations.
- Non-identical: a meld is not used twice for the same fan.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import Final, NamedTuple

from hu.scoring.melds import Meld


class MeldRow(NamedTuple):
    """Melds of one kind whose numbers rise by equal steps.

    Attributes:
        kind: ``sequence``, or ``triplet`` for triplets and quads.
        size: how many melds there are.
        is_one_suit: whether they are of one suit. Else no two are of the same suit.
        step: the difference between the first numbers of a meld and of the next meld.
    """

    kind: str
    size: int
    is_one_suit: bool
    step: int


#: The fan of each row of melds (appendix 1).
_FAN_OF_ROW: Final = {
    MeldRow("sequence", 4, is_one_suit=True, step=0): "quadruple-chow",
    MeldRow("sequence", 4, is_one_suit=True, step=1): "four-pure-shifted-chows",
    MeldRow("sequence", 4, is_one_suit=True, step=2): "four-pure-shifted-chows",
    MeldRow("sequence", 3, is_one_suit=True, step=0): "pure-triple-chow",
    MeldRow("sequence", 3, is_one_suit=True, step=1): "pure-shifted-chows",
    MeldRow("sequence", 3, is_one_suit=True, step=2): "pure-shifted-chows",
    MeldRow("sequence", 3, is_one_suit=True, step=3): "pure-straight",
    MeldRow("sequence", 3, is_one_suit=False, step=0): "mixed-triple-chow",
    MeldRow("sequence", 3, is_one_suit=False, step=1): "mixed-shifted-chows",
    MeldRow("sequence", 3, is_one_suit=False, step=3): "mixed-straight",
    MeldRow("sequence", 2, is_one_suit=True, step=0): "pure-double-chow",
    MeldRow("sequence", 2, is_one_suit=False, step=0): "mixed-double-chow",
    MeldRow("sequence", 2, is_one_suit=True, step=3): "short-straight",
    MeldRow("sequence", 2, is_one_suit=True, step=6): "two-terminal-chows",
    MeldRow("triplet", 4, is_one_suit=True, step=1): "four-pure-shifted-pungs",
    MeldRow("triplet", 3, is_one_suit=True, step=1): "pure-shifted-pungs",
    MeldRow("triplet", 3, is_one_suit=False, step=0): "triple-pung",
    MeldRow("triplet", 3, is_one_suit=False, step=1): "mixed-shifted-pungs",
    MeldRow("triplet", 2, is_one_suit=False, step=0): "double-pung",
}


class Combination(NamedTuple):
    """Melds that earn a fan together.

    Attributes:
        fan: the id of the fan.
        members: the indices of the melds.
    """

    fan: str
    members: tuple[int, ...]


def find_combinations(melds: Sequence[Meld], pair: str) -> list[Combination]:
    """Find every fan that two, three or four melds earn together.

    Args:
        melds: the melds of an arrangement.
        pair: the tile of the arrangement's pair. Empty if there is none.
    """
    result = []
    # Honors earn no fan together with other melds.
    indices = [index for index, meld in enumerate(melds) if meld.suit != "z"]
    for size in (2, 3, 4):
        for members in combinations(indices, size):
            fan = _fan_of([melds[index] for index in members], pair)
            if fan:
                result.append(Combination(fan, members))
    return result


def _fan_of(melds: Sequence[Meld], pair: str) -> str:
    """Find the fan that melds of numbers earn together.

    Args:
        melds: two, three or four melds.
        pair: the tile of the pair.

    Returns:
        The id of the fan. Empty if they earn none.
    """
    are_sequences = [meld.kind == "sequence" for meld in melds]
    if all(are_sequences):
        kind = "sequence"
    elif not any(are_sequences):
        kind = "triplet"
    else:
        return ""
    suits = {meld.suit for meld in melds}
    is_one_suit = len(suits) == 1
    all_suits_differ = len(suits) == len(melds)
    if is_one_suit or all_suits_differ:
        numbers = sorted([int(meld.first_number) for meld in melds])
        steps = {after - before for before, after in pairwise(numbers)}
        if len(steps) == 1:
            step = steps.pop()
            row = MeldRow(kind, size=len(melds), is_one_suit=is_one_suit, step=step)
            return _FAN_OF_ROW.get(row, "")
    # The table lacks the two fan of terminal chows, because their steps differ (0, 6 and 0).
    return _fan_of_terminal_chows(melds, pair)


def _fan_of_terminal_chows(melds: Sequence[Meld], pair: str) -> str:
    """Find the fan of 123 and 789 twice with a pair of fives.

    No. 13: all tiles are of one suit. No. 29: one suit has 123 and 789, another suit has them too,
    and the pair is of the third suit.

    Args:
        melds: melds of one kind.
        pair: the tile of the pair.

    Returns:
        The id of the fan. Empty if they earn none.
    """
    if len(melds) != 4 or melds[0].kind != "sequence":
        return ""
    if pair not in ("5m", "5p", "5s"):
        return ""
    # The first numbers of the sequences of each suit, such as "17" for 123 and 789.
    firsts_of_suit: dict[str, str] = {}
    for first_tile in sorted([meld.tiles[0] for meld in melds]):
        number = first_tile[0]
        suit = first_tile[1]
        firsts_of_suit[suit] = firsts_of_suit.get(suit, "") + number
    pair_suit = pair[1]
    if firsts_of_suit == {pair_suit: "1177"}:
        return "pure-terminal-chows"
    other_suits = [suit for suit in "mps" if suit != pair_suit]
    if firsts_of_suit == dict.fromkeys(other_suits, "17"):
        return "three-suited-terminal-chows"
    return ""


def choose_combinations(
    candidates: Iterable[Combination], points_of: Mapping[str, int]
) -> list[Combination]:
    """Choose the combinations that count: those of the highest total.

    Of equal totals more different fan are better, then fan that the book lists earlier.

    Args:
        candidates: every combination of an arrangement.
        points_of: the points of each fan, in the order of the book.
    """
    index_in_book = {fan: index for index, fan in enumerate(points_of)}
    in_book_order = sorted(
        candidates,
        key=lambda candidate: (index_in_book[candidate.fan], candidate.members),
    )
    best: tuple[Combination, ...] = ()
    best_value = (0, 0)
    # The choices come in the order of the book too, so the first of equal choices stays.
    for choice in _possible_choices(in_book_order):
        fans = [combination.fan for combination in choice]
        total = sum(points_of[fan] for fan in fans)
        value = (total, len(set(fans)))
        if value > best_value:
            best = choice
            best_value = value
    return list(best)


def _possible_choices(
    candidates: Sequence[Combination], chosen: tuple[Combination, ...] = ()
) -> Iterator[tuple[Combination, ...]]:
    """Yield every choice of combinations that the three principles allow.

    The first choice is ``chosen`` alone. In every further choice, some of the candidates follow.

    Args:
        candidates: the combinations that may follow, in the order of the book.
        chosen: combinations that the principles allow together. Every choice begins with them.
    """
    yield chosen
    joined_groups = _joined_groups(chosen)
    for index, candidate in enumerate(candidates):
        if _may_be_added(candidate, chosen, joined_groups):
            later_candidates = candidates[index + 1 :]
            yield from _possible_choices(later_candidates, (*chosen, candidate))


def _may_be_added(
    candidate: Combination, chosen: Sequence[Combination], joined_groups: Sequence[set[int]]
) -> bool:
    """Whether the three principles let a combination count beside the chosen combinations.

    Args:
        candidate: the combination.
        chosen: the chosen combinations.
        joined_groups: the groups of melds that the chosen combinations join, as indices of melds.
    """
    return not _uses_meld_again(candidate, chosen) and not _joins_again(candidate, joined_groups)


def _uses_meld_again(candidate: Combination, chosen: Sequence[Combination]) -> bool:
    """Whether a combination uses a meld for a fan for which the meld is used already.

    The principle "non-identical" forbids that.

    Args:
        candidate: the combination.
        chosen: the chosen combinations.
    """
    for combination in chosen:
        common_members = set(candidate.members).intersection(combination.members)
        if common_members and combination.fan == candidate.fan:
            return True
    return False


def _joins_again(candidate: Combination, joined_groups: Sequence[set[int]]) -> bool:
    """Whether a combination joins melds that are joined already, directly or through other melds.

    The principles "non-repeat" and "account-once" forbid that.

    Args:
        candidate: the combination.
        joined_groups: the groups of melds that are joined already, as indices of melds.
    """
    for group in joined_groups:
        members_in_group = group.intersection(candidate.members)
        if len(members_in_group) > 1:
            return True
    return False


def _joined_groups(combinations_of_melds: Iterable[Combination]) -> list[set[int]]:
    """Find the groups of melds that combinations join, directly or through a common meld.

    Returns:
        The indices of the melds of each group. No meld is in two groups.
    """
    groups: list[set[int]] = []
    for combination in combinations_of_melds:
        merged_group = set(combination.members)
        separate_groups = []
        for group in groups:
            if group.isdisjoint(combination.members):
                separate_groups.append(group)
            else:
                merged_group |= group
        groups = [*separate_groups, merged_group]
    return groups
