"""The fan of a winning hand in MCR: its best arrangement, and the tiles that earn each fan."""

from collections.abc import Mapping
from typing import Final

from hu.scoring.deal import Deal
from hu.scoring.hand import Hand, Win
from hu.scoring.mcr.arrangements import McrArrangement, arrange_winning_hand
from hu.scoring.mcr.combinations import choose_combinations, find_combinations
from hu.scoring.mcr.options import McrOptions, mcr_options
from hu.scoring.mcr.patterns import FAN_ROWS, TABLE, Fan
from hu.scoring.mcr.waits import find_wait_fan, waits_for_one_tile
from hu.scoring.patterns import Earned, PatternCount, ScoreItem, ScoringGroup, format_group
from hu.scoring.rule_set.changes import changes_of

FanCounts = dict[str, PatternCount[Fan]]
#: The points of each fan by the usual rules, in the order of the book.
_POINTS: Final = {row.id: row.info.worth for row in TABLE}
#: The points of two quads by the book (no. 48, note on no. 57).
_BOOK_KONGS: Final = {"two-concealed-kongs": 8, "concealed-kong-and-melded-kong": 6}


def count_fan(deal: Deal, hand: Hand, win: Win) -> tuple[ScoreItem, ...]:
    """Count the fan of a hand without problems by its best arrangement.

    Of equal totals the arrangement with more sequences is shown, as by other calculators.

    Args:
        deal: the deal, with the round wind and the options of the table.
        hand: a winner's hand.
        win: how it was won.

    Returns:
        The fan in the order of the book, flowers last. The house's extras are not among them.
    """
    options = mcr_options(deal.options)
    points_of = _points_of_fan(options, changes_of(deal.options).points)
    arrangements = list(arrange_winning_hand(hand, win, str(deal.round_wind)))
    # The other waits of a hand are searched for only if it can earn the fan of a wait, for speed.
    can_earn_wait = any(find_wait_fan(arrangement, options) for arrangement in arrangements)
    has_single_wait = can_earn_wait and waits_for_one_tile(hand, options)
    best: FanCounts = {}
    best_value = (-1, 0)
    for arrangement in arrangements:
        counts = _count_arrangement(
            arrangement, options, points_of, has_single_wait=has_single_wait
        )
        total = sum(count.total for count in counts.values())
        value = (total, len(arrangement.sequences))
        if value > best_value:
            best = counts
            best_value = value
    # A chicken hand is worth nothing if the house does not play it.
    return tuple([_item(count) for count in best.values() if count.worth])


def _count_arrangement(
    arrangement: McrArrangement,
    options: McrOptions,
    points_of: Mapping[str, int],
    *,
    has_single_wait: bool,
) -> FanCounts:
    """Count one arrangement by the principles of the book (chapter 8).

    Args:
        arrangement: the arrangement.
        options: the options of the table.
        points_of: the points of each fan at this table, in the order of the book. A fan of 0 points
            is not played.
        has_single_wait: whether the hand waits for the winning tile alone.

    Returns:
        The fan that count, in the order of the book.
    """
    groups_of = _groups_of_combinations(arrangement, points_of)
    if has_single_wait:
        wait_fan = find_wait_fan(arrangement, options)
        if wait_fan is not None:
            groups_of[wait_fan.id] = [wait_fan.group]

    counts: FanCounts = {}
    excluded_ids: set[str] = set()
    # The table lists each fan before those that it excludes.
    for row in TABLE:
        points = points_of[row.id]
        if not points or row.id in excluded_ids:
            continue
        if row.earn is None:
            # Another module has found the groups of a fan of several melds or of a wait.
            earned: Earned = groups_of.get(row.id, ())
        else:
            earned = row.earn(arrangement)
        if not earned:
            continue
        counts[row.id] = _count_row(row, earned, points)
        excluded_ids |= _excluded_ids(row, arrangement, options)

    ids_without_flowers = [fan_id for fan_id in counts if fan_id != "flower-tiles"]
    if not ids_without_flowers:
        row = FAN_ROWS["chicken-hand"]
        chicken = PatternCount(row, points_of[row.id], times=1)
        # The book lists the chicken hand before the flowers.
        return {"chicken-hand": chicken, **counts}
    return counts


def _count_row(row: Fan, earned: Earned, worth: int) -> PatternCount[Fan]:
    """Count how often an arrangement earns a fan.

    Args:
        row: the fan.
        earned: the groups that earn it, or True if the whole hand does.
        worth: the points of the fan each time.
    """
    if isinstance(earned, int):
        return PatternCount(row, worth, times=1)
    groups = tuple(earned)
    times = 1
    if row.groups_per_count:
        times = len(groups) // row.groups_per_count
    return PatternCount(row, worth, times, groups)


def _groups_of_combinations(
    arrangement: McrArrangement, points_of: Mapping[str, int]
) -> dict[str, list[ScoringGroup]]:
    """Find the melds that earn fan together with other melds.

    Args:
        arrangement: the arrangement.
        points_of: the points of each fan at this table, in the order of the book.

    Returns:
        The melds that earn each fan, by the id of the fan. If a fan counts twice, the melds of both
        times follow each other.
    """
    melds = arrangement.melds
    # Some fan of four sequences also depend on the pair.
    candidates = find_combinations(melds, arrangement.pair)
    # A fan of 0 points is not played.
    candidates = [candidate for candidate in candidates if points_of[candidate.fan]]
    groups_of: dict[str, list[ScoringGroup]] = {}
    for combination in choose_combinations(candidates, points_of):
        groups = groups_of.setdefault(combination.fan, [])
        groups += [melds[index] for index in combination.members]
    return groups_of


def _excluded_ids(row: Fan, arrangement: McrArrangement, options: McrOptions) -> set[str]:
    """The ids of the fan that do not count beside a fan at this table.

    Args:
        row: the fan that counts.
        arrangement: the arrangement that earns it.
        options: the options of the table. With some of them fewer fan are excluded.
    """
    ids = set(row.excludes)
    if options.book_all_green and row.id == "all-green":
        ids.discard("half-flush")
    if options.book_all_terminals and row.id == "all-terminals":
        ids.discard("double-pung")
    if options.book_drawn_pairs and arrangement.win.drawn:
        ids.discard("fully-concealed-hand")
    return ids


def _points_of_fan(options: McrOptions, house_points: Mapping[str, int]) -> Mapping[str, int]:
    """The points of each fan at a table, by id, in the order of the book.

    Args:
        options: the options of the table.
        house_points: the points that the house gives to fan, by id. They replace all other points.
    """
    points_of = _POINTS
    if options.book_kongs:
        points_of = {**points_of, **_BOOK_KONGS}
    if house_points:
        points_of = {**points_of, **house_points}
    return points_of


def _item(count: PatternCount[Fan]) -> ScoreItem:
    """Write a fan of an arrangement as every rule set writes its patterns."""
    tiles = [format_group(group, shows_claimed_sequences=True) for group in count.groups]
    return ScoreItem(count.row.info, worth=count.worth, count=count.times, tiles=tuple(tiles))
