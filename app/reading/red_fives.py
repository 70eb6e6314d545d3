"""Bounds the red fives of a hand by the number that its tile set has."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from math import prod
from typing import Final

from hu.app.reading.doubts import doubts_about_red_fives
from hu.app.reading.model import HandReading, ReadTile
from hu.scoring.hand import Hand
from hu.scoring.melds import Meld
from hu.scoring.tiles import BACK, RED_FIVES

#: Probabilities are kept this far from 0 and 1, so that their odds are finite.
_LEAST_PROBABILITY: Final = 1e-6


def limit_red_fives(tiles: Sequence[ReadTile], most: Mapping[str, int]) -> list[ReadTile]:
    """Read the least likely red fives as plain fives if a suit has more than exist.

    The colour of the ink then misled the reading. So each five of that suit also gets the
    probability that it is red, given that no more red fives exist.

    Args:
        tiles: the tiles of a hand.
        most: how many red fives of each suit exist, by plain fives such as ``5m``.
    """
    limited_tiles = list(tiles)
    for five in RED_FIVES.values():
        # The probability that each five of this suit is red, by its place in ``tiles``.
        probability_at: dict[int, float] = {}
        for place, tile in enumerate(tiles):
            if tile.tile == five and tile.red_probability is not None and tile.role != "other":
                probability_at[place] = tile.red_probability
        red_places = [place for place in probability_at if tiles[place].is_red]
        limit = most.get(five, 0)
        if len(red_places) <= limit:
            continue
        red_places.sort(key=lambda place: probability_at[place], reverse=True)
        remaining_places = red_places[:limit]
        probabilities = _probabilities_within(list(probability_at.values()), limit)
        for place, probability in zip(probability_at, probabilities, strict=True):
            limited_tiles[place] = replace(
                tiles[place], red_probability=probability, is_red=place in remaining_places
            )
    return limited_tiles


def with_red_tiles(hand: Hand, tiles: Sequence[ReadTile]) -> Hand:
    """Return a hand with the red fives among its tiles."""
    red_tiles = [tile for tile in tiles if tile.is_red and tile.role != "other"]
    return replace(
        hand,
        melds=_melds_with_red_tiles(hand, tiles),
        red=tuple(tile.tile for tile in red_tiles),
        is_winning_red=any(tile.role == "winning" for tile in red_tiles),
    )


def _melds_with_red_tiles(hand: Hand, tiles: Sequence[ReadTile]) -> tuple[Meld, ...]:
    """Return the melds of a hand with the red fives among their tiles."""
    faces_of_group: dict[int, set[str]] = {}
    red_of_group: dict[int, list[str]] = {}
    for tile in tiles:
        if tile.role != "meld" or tile.tile == BACK:
            continue
        faces_of_group.setdefault(tile.laid.group, set()).add(tile.tile)
        if tile.is_red:
            red_of_group.setdefault(tile.laid.group, []).append(tile.tile)
    melds = [replace(meld, red=()) for meld in hand.melds]
    for group, red in red_of_group.items():
        for index, meld in enumerate(melds):
            # Two melds of a hand can have the same faces. Either of them can be this group then.
            if not meld.red and set(meld.tiles) == faces_of_group[group]:
                melds[index] = replace(meld, red=tuple(red))
                break
    return tuple(melds)


def with_fewer_red_fives(reading: HandReading, most: Mapping[str, int]) -> HandReading:
    """Return a reading with no more red fives than a table's tiles have.

    Args:
        reading: a reading by rules with red fives.
        most: how many red fives of each suit exist, by plain fives such as ``5m``.
    """
    hand_tiles = limit_red_fives(reading.hand_tiles, most)
    if hand_tiles == list(reading.hand_tiles):
        return reading
    tiles = (*hand_tiles, *reading.tiles[len(hand_tiles) :])
    other_doubts = [doubt for doubt in reading.doubts if doubt.id != "red-or-plain"]
    return replace(
        reading,
        hand=with_red_tiles(reading.hand, hand_tiles),
        tiles=tiles,
        doubts=(*doubts_about_red_fives(hand_tiles), *other_doubts),
    )


def _probabilities_within(probabilities: Sequence[float], limit: int) -> list[float]:
    """Return the probability that each five is red, given that at most ``limit`` of them are.

    Args:
        probabilities: the probability that each five is red, independent of the others.
        limit: how many of them can be red.
    """
    odds = []
    for probability in probabilities:
        bounded_probability = min(max(probability, _LEAST_PROBABILITY), 1 - _LEAST_PROBABILITY)
        odds.append(bounded_probability / (1 - bounded_probability))
    # The weights of all choices of red fives, and for each five the weights of the choices with it.
    total = 0.0
    totals_with = [0.0] * len(odds)
    for count in range(min(limit, len(odds)) + 1):
        for red_fives in combinations(range(len(odds)), count):
            # How many times as likely it is that these fives are red as that no five is.
            weight = prod(odds[index] for index in red_fives)
            total += weight
            for index in red_fives:
                totals_with[index] += weight
    return [total_with / total for total_with in totals_with]
