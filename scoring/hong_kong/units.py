"""The units that a hand of Hong Kong is worth by its faan.

Players agree on one of the published rises, half-spicy or spicy, or write a rise of their own. That
has one of two forms:

- ``4-7-10``: one unit, doubled from 4, from 7 and from 10 faan on.
- ``3:1/4:2/7:4``: the units from each number of faan on.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from hu.scoring.errors import InputError
from hu.scoring.options import OptionValue

#: The units of a hand of 0, 1, 2 and so on to 13 faan, half-spicy (半辣上). From 5 faan on they
#: double with every second faan.
HALF_SPICY: Final = (1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384)
_PUBLISHED: Final = ("half-spicy", "spicy")


def units(faan: int, options: Mapping[str, OptionValue]) -> int:
    """The worth of a hand in units of a stake.

    >>> units(7, {}), units(7, {"rise": "spicy"}), units(7, {"rise": "4-7-10"})
    (48, 128, 4)

    Args:
        faan: the faan of the hand, after the limit.
        options: the options of the table, which ``check_rise`` accepts.
    """
    rise = str(options.get("rise", "half-spicy"))
    if rise == "spicy":
        # One unit, doubled with each faan.
        return 1 << faan
    if rise == "half-spicy":
        return HALF_SPICY[faan]
    worth = 1
    for least_faan, units_from_there in _parse_rise(rise):
        if faan >= least_faan:
            worth = units_from_there
    return worth


def check_rise(options: Mapping[str, OptionValue], minimum: int) -> None:
    """Refuse a rise in which units do not rise, or that lacks the smallest hands.

    Args:
        options: the options of the table.
        minimum: the fewest faan with which a hand can win.

    Raises:
        InputError: the rise cannot be played.
    """
    rise = str(options.get("rise", "half-spicy"))
    if rise in _PUBLISHED:
        return
    rows = _parse_rise(rise)
    faan_of_rows = [faan for faan, _ in rows]
    units_of_rows = [worth for _, worth in rows]
    if faan_of_rows != sorted(set(faan_of_rows)):
        raise InputError(f"option rise: {rise} does not name rising faan")
    if units_of_rows != sorted(units_of_rows) or not all(units_of_rows):
        raise InputError(f"option rise: {rise} gives a hand of more faan fewer units, or none")
    # In the form ``4-7-10`` the smallest hands are worth one unit, which is not written.
    lists_smallest_hands = "-" not in rise
    if lists_smallest_hands and faan_of_rows[0] > minimum:
        raise InputError(
            f"option rise: {rise} has no units for {minimum} faan; begin with {minimum}:1"
        )


@lru_cache(maxsize=64)
def _parse_rise(rise: str) -> tuple[tuple[int, int], ...]:
    """Read a rise that players have written, in one of the two forms.

    Returns:
        (least faan, units) for each row: the units of a hand from this number of faan on.
    """
    rows = []
    if "-" in rise:
        for doublings, faan in enumerate(rise.split("-"), start=1):
            rows.append((int(faan), 1 << doublings))
    else:
        for part in rise.split("/"):
            faan, _, worth = part.partition(":")
            rows.append((int(faan), int(worth)))
    return tuple(rows)
