"""What a winning hand is worth in faan: the best of its readings, cut at the table's limit."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import Final

from hu.scoring.deals import HOUSE, Deal, Fault, Option, ScoreItem
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand, Meld, Win
from hu.scoring.hong_kong.patterns import BY_ID, TABLE, Case, Faan
from hu.scoring.notation import format_meld, format_tiles
from hu.scoring.readings import Reading, readings

MINIMUM: Final = 3
LIMIT: Final = 13
#: Flowers and seasons that win alone, where the table plays it; so do all eight.
_FLOWERS_TO_WIN: Final = 7


@dataclass(frozen=True, slots=True)
class HandFaan:
    """What a hand is worth.

    Attributes:
        faan: after the limit.
        total: before it.
        without_bonus: the faan that flowers and seasons do not earn, after the limit.
        items: what is counted.
        reading: the arrangement; None for flowers alone.
    """

    faan: int
    total: int
    without_bonus: int
    items: tuple[ScoreItem, ...]
    reading: Reading | None


def faan_of(deal: Deal, hand: Hand, win: Win) -> HandFaan:
    """Count a hand without problems by its best reading."""
    changed = changes_of(str(deal.options.get(HOUSE) or ""))
    if wins_by_flowers(hand, deal.options):
        return _by_flowers(hand, changed, limit_of(deal.options))
    flowers, limit = bool(deal.options.get("flowers", True)), limit_of(deal.options)
    pairs = bool(deal.options.get("seven_pairs"))
    found = [
        _counted(Case(hand, reading, win, str(deal.round_wind), flowers), changed, limit)
        for reading in readings(hand)
        if pairs or reading.form != "seven-pairs"
    ]
    return max(found, key=lambda hand: (hand.faan, hand.total))


def wins_by_flowers(hand: Hand, options: Mapping[str, Option]) -> bool:
    """Whether a hand has no winning tile and as many flowers as win alone."""
    return bool(options.get("flower_win")) and hand.winning is None and len(hand.bonus) >= _FLOWERS_TO_WIN


def _by_flowers(hand: Hand, changed: Mapping[str, int], limit: int) -> HandFaan:
    row = BY_ID["seven-flowers" if len(hand.bonus) == _FLOWERS_TO_WIN else "eight-flowers"]
    faan = changed.get(row.id, row.info.worth)
    counted = min(faan, limit)
    return HandFaan(counted, faan, counted, (ScoreItem(row.info, faan, 1, hand.bonus),), None)


def limit_of(options: Mapping[str, Option]) -> int:
    """What no hand exceeds."""
    return int(options.get("limit", LIMIT))


def _counted(case: Case, changed: Mapping[str, int], limit: int) -> HandFaan:
    """Count one reading; a pattern that includes others stands for them unless they are worth more."""
    held = [(row, int(row.holds(case)), changed.get(row.id, row.info.worth)) for row in TABLE]
    held = [(row, count, worth) for row, count, worth in held if count and worth]
    including = [row.id for row, _, _ in held if row.includes]
    ways = chain.from_iterable(combinations(including, size) for size in range(len(including), -1, -1))
    best = max(
        (_way(held, set(taken)) for taken in ways), key=lambda rows: sum(count * worth for _, count, worth in rows)
    )
    total = sum(count * worth for _, count, worth in best)
    plain = sum(count * worth for row, count, worth in best if not row.bonus)
    items = tuple(ScoreItem(row.info, worth, count, _shown(row, case)) for row, count, worth in best)
    return HandFaan(min(total, limit), total, min(plain, limit), items, case.reading)


def _way(held: Sequence[tuple[Faan, int, int]], taken: set[str]) -> list[tuple[Faan, int, int]]:
    """What is counted where these of the including patterns stand for what they include."""
    left_out = {name for row, _, _ in held if row.id in taken for name in row.includes}
    found = []
    for row, count, worth in held:
        if row.includes and row.id not in taken:
            continue
        # A whole four stands for its own flower alone.
        times = count - (
            _fours(held) if row.id == "own-flower" and row.id in left_out else count * (row.id in left_out)
        )
        if times:
            found.append((row, times, worth))
    return found


def _fours(held: Sequence[tuple[Faan, int, int]]) -> int:
    return next((count for row, count, _ in held if row.id == "all-flowers"), 0)


def _shown(row: Faan, case: Case) -> tuple[str, ...]:
    def text(part: Meld | tuple[str, ...]) -> str:
        if not isinstance(part, Meld):
            return format_tiles(part)
        stands = part.concealed and part.kind != "quad"
        return format_tiles(part.tiles) if stands or part.kind == "sequence" else format_meld(part)

    return tuple(map(text, row.shows(case)))


@lru_cache(maxsize=64)
def changes_of(text: str) -> dict[str, int]:
    """The faan that a house gives to patterns, from the text that ``hu.scoring.house`` made of its file.

    Raises:
        InputError: the text does not hold house rules.
    """
    if not text:
        return {}
    try:
        changes = json.loads(text)
    except (ValueError, RecursionError):
        changes = None
    if not isinstance(changes, dict):
        raise InputError("option house: not the text of house rules")
    if found := next(faults(changes), None):
        raise InputError(f"option house: {found[1]}")
    return dict(changes.get("points", {}))


def faults(changes: Mapping[str, object]) -> Iterator[Fault]:
    """Find everything that is wrong with what a house file changes: the place, and what is wrong."""
    if "pattern" in changes:
        yield ("pattern",), "pattern: patterns of hong-kong can be worth other faan, but none can be added"
    points = changes.get("points", {})
    if not isinstance(points, Mapping):
        yield ("points",), "points: expected a table, such as [points] with all-one-suit = 6"
        return
    for key, value in points.items():
        if key not in BY_ID:
            yield ("points", key), f"{key[:40]}: no pattern of hong-kong has this name"
        elif type(value) is not int or not 0 <= value <= LIMIT:
            yield ("points", key), f"{key}: expected a whole number from 0 to {LIMIT}, not {str(value)[:40]!r}"
