"""The roles of standing tiles: tiles of the hand, flowers or strays."""

import heapq
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from hu.app.reading.decoding_input import DecodingInput
from hu.app.reading.search_budget import SearchBudget
from hu.scoring.tiles import KINDS

#: ``hand`` is a tile of the melds and the pair, ``bonus`` a flower or season, ``stray`` no tile of
#: the hand.
StandingRole = Literal["hand", "bonus", "stray"]

#: At most this many tiles get another role than their likeliest one.
MOST_CHANGED_ROLES: Final = 3
#: Steps that it takes to make a choice of roles.
_ROLES_STEPS: Final = 10


@dataclass(frozen=True, slots=True)
class StandingRoles:
    """A choice of the standing tiles' roles.

    Attributes:
        least_cost: the least that a hand with these roles costs, in nats.
        role_of: the role of each tile, by its index.
    """

    least_cost: float
    role_of: dict[int, StandingRole]

    def tiles_of(self, role: StandingRole) -> list[int]:
        """The tiles with a role, in reading order."""
        return [tile for tile, its_role in self.role_of.items() if its_role == role]


@dataclass(frozen=True, slots=True)
class _RoleChoice:
    """A role that a tile can have.

    Attributes:
        cost: the cost in nats.
        tile: the tile's index.
        role: the role.
    """

    cost: float
    tile: int
    role: StandingRole


def enumerate_roles(
    decoding_input: DecodingInput,
    limit: float,
    candidates: Collection[int],
    budget: SearchBudget,
) -> Iterator[StandingRoles]:
    """Enumerate the choices of the standing tiles' roles, the cheapest first.

    Choices that leave an impossible number of tiles in the hand are left out.

    Args:
        decoding_input: the tiles and the melds that lie apart.
        limit: choices that cost more, in nats, are left out.
        candidates: the tiles that may be of the hand.
        budget: the steps that remain.

    Yields:
        The choices of roles.
    """
    choices_of = _role_choices(decoding_input, candidates)
    likeliest = {tile: choices[0].role for tile, choices in choices_of.items()}
    melds = len(decoding_input.melds)
    count = list(likeliest.values()).count("hand")
    counts = range(count - MOST_CHANGED_ROLES, count + MOST_CHANGED_ROLES + 1)
    if not any(_can_win(possible_count, melds) for possible_count in counts):
        return
    if len(candidates) < _count_possible_tiles(decoding_input, limit):
        budget.truncated = True

    changes: list[_RoleChoice] = []
    for choices in choices_of.values():
        changes += [choice for choice in choices[1:] if choice.cost <= limit]
    changes.sort(key=lambda change: change.cost)
    change_costs = [change.cost for change in changes]
    for cost, places in _cheapest_subsets(change_costs, MOST_CHANGED_ROLES):
        if cost > limit or budget.exhausted:
            return
        budget.steps -= _ROLES_STEPS
        changed_roles = {changes[place].tile: changes[place].role for place in places}
        if len(changed_roles) < len(places):
            # Two changes of the same tile.
            continue
        role_of = likeliest | changed_roles
        if _can_win(list(role_of.values()).count("hand"), melds):
            yield StandingRoles(cost, role_of)


def _role_choices(
    decoding_input: DecodingInput, candidates: Collection[int]
) -> dict[int, list[_RoleChoice]]:
    """The roles that each standing tile can have, by tile, the likeliest first."""
    kind_costs = decoding_input.face_costs[:, : len(KINDS)].min(axis=1)
    bonus_costs = decoding_input.face_costs[:, len(KINDS) :].min(axis=1)
    choices_of = {}
    for tile in decoding_input.standing:
        choices = [
            _RoleChoice(float(bonus_costs[tile]), tile, "bonus"),
            _RoleChoice(float(decoding_input.stray_costs[tile]), tile, "stray"),
        ]
        if tile in candidates:
            choices.append(_RoleChoice(float(kind_costs[tile]), tile, "hand"))
        # At equal costs the order of the names decides: a flower, then a tile of the hand, then a
        # stray.
        choices.sort(key=lambda choice: (choice.cost, choice.role))
        choices_of[tile] = choices
    return choices_of


def _count_possible_tiles(decoding_input: DecodingInput, limit: float) -> int:
    """Count the standing tiles that can be of the hand within a limit."""
    kind_costs = decoding_input.face_costs[:, : len(KINDS)].min(axis=1)
    return sum(bool(kind_costs[tile] <= limit) for tile in decoding_input.standing)


def _cheapest_subsets(costs: Sequence[float], most: int) -> Iterator[tuple[float, tuple[int, ...]]]:
    """Enumerate the subsets of some costs, the cheapest subset first.

    Args:
        costs: the costs, ascending.
        most: the largest size of a subset.

    Yields:
        The cost of a subset, and the places of its members in ``costs``, ascending.
    """
    queue: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    while queue:
        cost, chosen = heapq.heappop(queue)
        yield cost, chosen
        following = chosen[-1] + 1 if chosen else 0
        if following == len(costs):
            continue
        # Each subset comes from exactly one other: by adding the place that follows its last one,
        # or by moving the last place on by one.
        if len(chosen) < most:
            heapq.heappush(queue, (cost + costs[following], (*chosen, following)))
        if chosen:
            moved_cost = cost - costs[chosen[-1]] + costs[following]
            heapq.heappush(queue, (moved_cost, (*chosen[:-1], following)))


def _can_win(standing: int, melds: int) -> bool:
    """Whether so many standing tiles can win beside so many melds, with or without quads."""
    standing_melds = 4 - melds
    quads = standing - 3 * standing_melds - 2
    return 0 <= quads <= standing_melds
