"""The roles of standing tiles: tiles of the hand, flowers or strays."""

import heapq
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from hu.app.reading.decoding_input import DecodingInput
from hu.app.reading.search_budget import SearchBudget
from hu.scoring.hand_shape import HandShape

#: ``hand`` is a tile of the melds or the pair. ``bonus`` is a flower, a season or another tile that
#: was set aside. ``stray`` is no tile of the hand.
StandingRole = Literal["hand", "bonus", "stray"]

#: At most this many tiles get another role than their likeliest role.
MOST_CHANGED_ROLES: Final = 3
#: Steps of the budget that it takes to make a choice of roles.
_ROLES_STEPS: Final = 10


@dataclass(frozen=True, slots=True)
class StandingRoles:
    """A role for each standing tile.

    Attributes:
        least_cost: a hand with these roles costs at least this, in nats.
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
        cost: how much less likely the role is than the tile as it looks, in nats.
        tile: the tile's index.
        role: the role.
    """

    cost: float
    tile: int
    role: StandingRole


def enumerate_roles(
    decoding_input: DecodingInput,
    limit: float,
    possible_tiles: Collection[int],
    budget: SearchBudget,
) -> Iterator[StandingRoles]:
    """Enumerate the ways to give each standing tile a role, the cheapest first.

    At most ``MOST_CHANGED_ROLES`` tiles have another role than their likeliest role. Ways that give
    the role ``hand`` to a number of tiles that cannot win are left out.

    Args:
        decoding_input: the tiles and the melds that lie apart.
        limit: ways that cost more, in nats, are left out.
        possible_tiles: the standing tiles that may have the role ``hand``.
        budget: the steps that remain. It is marked as cut short if ``possible_tiles`` lacks tiles
            that could have the role ``hand`` within the limit.
    """
    # The roles that each tile can have, the likeliest first.
    choices_of = _role_choices(decoding_input, possible_tiles)
    likeliest_roles = {tile: choices[0].role for tile, choices in choices_of.items()}
    meld_count = len(decoding_input.melds)
    hand_shape = decoding_input.hand_shape
    if not _can_come_to_win(likeliest_roles, meld_count, hand_shape):
        return
    if len(possible_tiles) < _count_possible_tiles(decoding_input, limit):
        budget.is_cut_short = True

    # A change gives a tile a role that is not its likeliest role. All changes, the cheapest first.
    changes: list[_RoleChoice] = []
    for choices in choices_of.values():
        changes += [choice for choice in choices[1:] if choice.cost <= limit]
    changes.sort(key=lambda change: change.cost)
    change_costs = [change.cost for change in changes]

    for cost, places in _cheapest_subsets(change_costs, MOST_CHANGED_ROLES):
        if cost > limit or budget.is_exhausted:
            return
        budget.steps -= _ROLES_STEPS
        changed_roles = {changes[place].tile: changes[place].role for place in places}
        if len(changed_roles) < len(places):
            # Two of the changes concern the same tile.
            continue
        role_of = likeliest_roles | changed_roles
        if _can_win(_count_hand_tiles(role_of), meld_count, hand_shape):
            yield StandingRoles(cost, role_of)


def _can_come_to_win(
    likeliest_roles: Mapping[int, StandingRole], meld_count: int, hand_shape: HandShape
) -> bool:
    """Whether the number of tiles of the hand can become a number that can win.

    Each of ``MOST_CHANGED_ROLES`` changes adds at most one tile to the hand, or removes one.

    Args:
        likeliest_roles: the likeliest role of each standing tile.
        meld_count: how many melds lie apart.
        hand_shape: the size of a hand in the rules.
    """
    hand_count = _count_hand_tiles(likeliest_roles)
    least = hand_count - MOST_CHANGED_ROLES
    most = hand_count + MOST_CHANGED_ROLES
    return any(_can_win(count, meld_count, hand_shape) for count in range(least, most + 1))


def _count_hand_tiles(role_of: Mapping[int, StandingRole]) -> int:
    """Count the tiles with the role ``hand``."""
    return list(role_of.values()).count("hand")


def _role_choices(
    decoding_input: DecodingInput, possible_tiles: Collection[int]
) -> dict[int, list[_RoleChoice]]:
    """The roles that each standing tile can have, by tile, the likeliest first."""
    least_kind_costs = decoding_input.kind_costs.min(axis=1)
    least_bonus_costs = decoding_input.bonus_costs.min(axis=1)
    choices_of = {}
    for tile in decoding_input.standing:
        bonus_cost = float(least_bonus_costs[tile])
        if tile in decoding_input.set_aside_inputs:
            bonus_cost = min(bonus_cost, decoding_input.set_aside_inputs[tile].cost)
        choices = [
            _RoleChoice(bonus_cost, tile, "bonus"),
            _RoleChoice(float(decoding_input.stray_costs[tile]), tile, "stray"),
        ]
        if tile in possible_tiles:
            choices.append(_RoleChoice(float(least_kind_costs[tile]), tile, "hand"))
        # Roles of equal cost are sorted by their names: ``bonus``, ``hand``, ``stray``.
        choices.sort(key=lambda choice: (choice.cost, choice.role))
        choices_of[tile] = choices
    return choices_of


def _count_possible_tiles(decoding_input: DecodingInput, limit: float) -> int:
    """Count the standing tiles that could have the role ``hand`` within a limit."""
    least_costs = decoding_input.kind_costs.min(axis=1)
    return sum(bool(least_costs[tile] <= limit) for tile in decoding_input.standing)


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
        cost, places = heapq.heappop(queue)
        yield cost, places
        next_place = places[-1] + 1 if places else 0
        if next_place == len(costs):
            continue
        # Two subsets follow from this: with the next place added, and with the last place replaced
        # by the next. From (0, 2) follow (0, 2, 3) and (0, 3). So every subset is made exactly
        # once, from a subset that costs as much or less.
        if len(places) < most:
            heapq.heappush(queue, (cost + costs[next_place], (*places, next_place)))
        if places:
            replaced_cost = cost - costs[places[-1]] + costs[next_place]
            heapq.heappush(queue, (replaced_cost, (*places[:-1], next_place)))


def _can_win(hand_count: int, meld_count: int, hand_shape: HandShape) -> bool:
    """Whether a number of standing tiles can win beside a number of melds that lie apart.

    Args:
        hand_count: how many standing tiles have the role ``hand``.
        meld_count: how many melds lie apart.
        hand_shape: the size of a hand in the rules.
    """
    standing_melds = hand_shape.melds - meld_count
    # The melds that lie apart count as three tiles each. Each quad among the standing tiles needs
    # one tile more.
    count_without_quads = hand_shape.complete_size - 3 * meld_count
    quads = hand_count - count_without_quads
    return 0 <= quads <= standing_melds
