"""The most likely legal hand: which tiles are flowers or strays, and the others' faces.

Costs are in nats: how much less likely something is than the tiles as they look.

The search tries the choices of the standing tiles' roles, cheapest first (``standing_roles.py``),
each with the cheapest partitions of its tiles (``partitions.py``). Only choices in which more than
a few tiles have an unlikely role are left out. Bounds on the work keep the search short for photos
with few readable tiles. The result says whether such a bound was reached.
"""

import heapq
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from hu.app.reading.assignment import cheapest_assignment
from hu.app.reading.decoding_input import DecodingInput, MeldInput
from hu.app.reading.partitions import CLOSE_NATS, Partition, Partitioner
from hu.app.reading.parts import Floats, Part, PartTable
from hu.app.reading.search_budget import SearchBudget
from hu.app.reading.standing_roles import StandingRoles, enumerate_roles
from hu.scoring.shapes import ListedHands, MeldsAndPair, SevenPairs, Shape, TilePool
from hu.scoring.tiles import BONUS, COPIES, KINDS

#: At most this many standing tiles are searched for melds and a pair: the likeliest. A winning hand
#: of five melds has up to 22.
MOST_POSSIBLE_TILES: Final = 32
#: At most this many ways to read a meld are tried: the cheapest.
_MOST_WAYS: Final = 3
#: Steps of the budget that it takes to search one choice of the tiles' roles.
_SEARCH_STEPS: Final = 500


@dataclass(frozen=True, slots=True)
class HandPart:
    """One way to read a part of a hand: the standing tiles, a meld, or the flowers.

    Attributes:
        cost: how much less likely it is than the tiles as they look, in nats.
        face_of: the face of each tile that lies face up, by the tile's index.
        quads: for standing tiles: the faces of which four tiles make a quad.
        hidden_faces: for a meld: the faces of its tiles that lie face down.
        set_aside: for flowers: the tiles that are no flowers, but were set aside beside them.
    """

    cost: float
    face_of: dict[int, str]
    quads: tuple[str, ...] = ()
    hidden_faces: tuple[str, ...] = ()
    set_aside: tuple[int, ...] = ()

    @property
    def set_aside_part(self) -> "HandPart":
        """A part of the tiles that were set aside, without the flowers.

        It costs nothing, because the cost of these tiles is counted in the part with the flowers.
        """
        return HandPart(0.0, {tile: self.face_of[tile] for tile in self.set_aside})


@dataclass(frozen=True, slots=True)
class DecodedHand:
    """A whole hand with the faces that its tiles are taken for.

    Attributes:
        cost: how much less likely it is than the tiles as they look, in nats.
        face_of: the face of each tile that lies face up, by the tile's index. Tiles that are not in
            it are strays, or lie face down.
        quads: the faces of which four standing tiles make a quad.
        set_aside: the tiles that were set aside although they are no flowers or seasons.
    """

    cost: float
    face_of: dict[int, str]
    quads: tuple[str, ...] = ()
    set_aside: tuple[int, ...] = ()

    @property
    def faces(self) -> tuple[str, ...]:
        """All faces, sorted. Two hands with the same faces are the same hand."""
        return tuple(sorted(self.face_of.values()))


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The result of a search for legal hands.

    Attributes:
        hands: the likeliest legal hand, then the likeliest with other faces. A second hand that
            costs at least ``CLOSE_NATS`` more than the first may be missing. Empty if no hand is
            within the limit.
        is_complete: whether the search tried everything. Otherwise a likelier hand may have been
            missed, because the search reached a bound on its work.
    """

    hands: tuple[DecodedHand, ...]
    is_complete: bool


def decode(
    decoding_input: DecodingInput, limit: float, budget: SearchBudget | None = None
) -> SearchResult:
    """Find the cheapest legal hand, and the cheapest hand with other faces if it is close.

    Args:
        decoding_input: the tiles and melds, and the shapes of hands that win.
        limit: hands that cost more, in nats, are not found.
        budget: the steps that remain. The default is a new budget.
    """
    if budget is None:
        budget = SearchBudget()
    ways_of_melds = [
        _ways_to_read_meld(meld, decoding_input.kind_costs, limit) for meld in decoding_input.melds
    ]
    has_unreadable_meld = not all(ways_of_melds)
    has_too_many_melds = len(ways_of_melds) > decoding_input.hand_shape.melds
    if has_unreadable_meld or has_too_many_melds:
        return SearchResult((), is_complete=budget.is_complete)

    possible_tiles = _possible_hand_tiles(decoding_input, limit)
    kind_costs = decoding_input.kind_costs
    partitioner = Partitioner(kind_costs[possible_tiles], limit, budget)

    best_hands: list[DecodedHand] = []
    for roles in enumerate_roles(decoding_input, limit, possible_tiles, budget):
        if best_hands and roles.least_cost >= _largest_useful_cost(best_hands, limit):
            # The choices of roles that follow cost as much or more.
            break
        if budget.is_exhausted:
            return SearchResult(tuple(best_hands), is_complete=False)
        budget.steps -= _SEARCH_STEPS
        hands = _hands_with_roles(
            roles=roles,
            decoding_input=decoding_input,
            ways_of_melds=ways_of_melds,
            possible_tiles=possible_tiles,
            partitioner=partitioner,
            limit=limit,
        )
        for hand in hands:
            if hand.cost > _largest_useful_cost(best_hands, limit):
                # The hands that follow with these roles cost as much or more.
                break
            best_hands = _best_two([*best_hands, hand])
    return SearchResult(tuple(best_hands), is_complete=budget.is_complete)


def _hands_with_roles(
    *,
    roles: StandingRoles,
    decoding_input: DecodingInput,
    ways_of_melds: Sequence[Sequence[HandPart]],
    possible_tiles: Sequence[int],
    partitioner: Partitioner,
    limit: float,
) -> Iterator[DecodedHand]:
    """Yield the legal hands in which the standing tiles have given roles, cheapest first.

    Args:
        roles: the role of each standing tile.
        decoding_input: the tiles and melds, and the shapes of hands that win.
        ways_of_melds: for each meld that lies apart the ways to read it, cheapest first.
        possible_tiles: the indices of the tiles that the partitioner knows, in its order.
        partitioner: partitions the possible tiles.
        limit: nothing is yielded if flowers, tiles set aside and strays alone cost more, in nats.
    """
    # First the tiles that can be read in a single way: flowers, tiles set aside, and strays.
    bonus_part = _read_bonus_tiles(roles.tiles_of("bonus"), decoding_input)
    if bonus_part is None:
        return
    strays = roles.tiles_of("stray")
    stray_cost = sum(float(decoding_input.stray_costs[tile]) for tile in strays)
    fixed_cost = stray_cost + bonus_part.cost
    if fixed_cost > limit:
        return

    # Then the tiles that can be read in several ways: the standing tiles, and the melds that lie
    # apart.
    ways_of_standing = _ways_to_read_standing(
        roles.tiles_of("hand"), decoding_input, possible_tiles, partitioner
    )
    # The tiles set aside take part in the combinations, so that no face comes five times. Their
    # cost is counted above.
    ways_of_parts = [ways_of_standing, *ways_of_melds, [bonus_part.set_aside_part]]
    for combination in _combine_parts(ways_of_parts):
        yield DecodedHand(
            cost=fixed_cost + combination.cost,
            face_of=combination.face_of | bonus_part.face_of,
            quads=combination.quads,
            set_aside=bonus_part.set_aside,
        )


def _possible_hand_tiles(decoding_input: DecodingInput, limit: float) -> list[int]:
    """The standing tiles that may be in melds or the pair, in reading order.

    If they are more than ``MOST_POSSIBLE_TILES``, only the likeliest are returned.
    """
    # The cost of each tile's cheapest kind.
    least_costs = decoding_input.kind_costs.min(axis=1)
    possible_tiles = [tile for tile in decoding_input.standing if least_costs[tile] <= limit]
    by_cost = sorted(possible_tiles, key=lambda tile: float(least_costs[tile]))
    likeliest = set(by_cost[:MOST_POSSIBLE_TILES])
    return [tile for tile in possible_tiles if tile in likeliest]


def _largest_useful_cost(hands: Sequence[DecodedHand], limit: float) -> float:
    """The largest cost at which a further hand is of use.

    A dearer hand would be neither the cheapest, nor a runner-up that is close to the cheapest.

    Args:
        hands: the cheapest hand so far and its runner-up, as far as they were found.
        limit: the largest cost of any hand, in nats.
    """
    if not hands:
        return limit
    most = min(limit, hands[0].cost + CLOSE_NATS)
    if len(hands) > 1:
        most = min(most, hands[1].cost)
    return most


def _best_two(hands: Sequence[DecodedHand]) -> list[DecodedHand]:
    """The cheapest hand, and the cheapest with other faces, as far as there are such hands."""
    by_faces: dict[tuple[str, ...], DecodedHand] = {}
    for hand in sorted(hands, key=lambda hand: hand.cost):
        by_faces.setdefault(hand.faces, hand)
    return list(by_faces.values())[:2]


def _ways_to_read_standing(
    tiles: Sequence[int],
    decoding_input: DecodingInput,
    possible_tiles: Sequence[int],
    partitioner: Partitioner,
) -> list[HandPart]:
    """The best ways to read standing tiles as a hand of one of the rules' shapes, cheapest first.

    Args:
        tiles: the indices of the standing tiles that are no flowers and no strays.
        decoding_input: the melds beside them, and the shapes.
        possible_tiles: the indices of the tiles that the partitioner knows, in its order.
        partitioner: partitions the possible tiles.
    """
    # The partitioner numbers the possible tiles from 0.
    numbers = [possible_tiles.index(tile) for tile in tiles]
    melds = len(decoding_input.melds)
    partitions: list[Partition] = []
    for shape in decoding_input.shapes:
        partitions += _partition_into_shape(shape, numbers, melds, partitioner)
    ways = []
    for partition in sorted(partitions, key=lambda partition: partition.cost):
        faces = [KINDS[kind] for kind in partition.kinds]
        ways.append(
            HandPart(
                cost=partition.cost,
                face_of=dict(zip(tiles, faces, strict=True)),
                quads=tuple(KINDS[kind] for kind in partition.quads),
            )
        )
    return ways


def _partition_into_shape(
    shape: Shape, tiles: Sequence[int], melds: int, partitioner: Partitioner
) -> list[Partition]:
    """Partition standing tiles so that they make a shape together with the melds that lie apart.

    Args:
        shape: the shape.
        tiles: the tiles' numbers in the partitioner.
        melds: how many melds lie apart.
        partitioner: partitions the tiles.
    """
    if isinstance(shape, MeldsAndPair):
        standing_melds = shape.melds - melds
        # Melds of three and a pair need 3 * standing_melds + 2 tiles. Each further tile makes one
        # of the melds a quad.
        quads = len(tiles) - 3 * standing_melds - 2
        return partitioner.divide_into_melds(tiles, standing_melds, quads)
    if isinstance(shape, TilePool) and shape.melds is not None:
        standing_melds = shape.melds - melds
        # Beside the tiles of the pool there are melds and a pair, as above.
        tiles_beside_pool = len(tiles) - shape.count
        quads = tiles_beside_pool - 3 * standing_melds - 2
        if not 0 <= quads <= standing_melds:
            return []
        return partitioner.divide_beside_kinds(
            tiles, given_kinds=_kinds_of(shape.tiles), melds=standing_melds, quads=quads
        )
    # The other shapes have no melds.
    if melds:
        return []
    return _partition_into_special_shape(shape, tiles, partitioner)


def _partition_into_special_shape(
    shape: Shape, tiles: Sequence[int], partitioner: Partitioner
) -> list[Partition]:
    """Partition all tiles of a hand so that they make a shape without melds.

    Args:
        shape: the shape.
        tiles: the tiles' numbers in the partitioner.
        partitioner: partitions the tiles.
    """
    partitions: list[Partition] = []
    if isinstance(shape, TilePool):
        if len(tiles) == shape.count:
            partitions = partitioner.assign_kinds(tiles, [_kinds_of(shape.tiles)])
    elif isinstance(shape, ListedHands):
        if len(tiles) == shape.hand_shape.complete_size:
            partitions = partitioner.assign_kinds(tiles, [_kinds_of(hand) for hand in shape.hands])
    elif isinstance(shape, SevenPairs) and len(tiles) == shape.size:
        partitions = partitioner.divide_into_pairs(tiles, shape.triplets)
        if not shape.allows_equal_pairs:
            # Then all pairs and triplets have different kinds.
            kind_count = 7 + shape.triplets
            partitions = [
                partition for partition in partitions if len(set(partition.kinds)) == kind_count
            ]
    return partitions


def _read_bonus_tiles(tiles: Sequence[int], decoding_input: DecodingInput) -> HandPart | None:
    """Read each of some tiles as a flower or season, or as another tile that was set aside.

    Returns:
        The tiles with their faces. None if they would be more flowers and seasons than there are.
    """
    set_aside: list[int] = []
    flowers: list[int] = []
    for tile in tiles:
        flower_cost = float(decoding_input.bonus_costs[tile].min())
        set_aside_input = decoding_input.set_aside_inputs.get(tile)
        if set_aside_input is not None and set_aside_input.cost < flower_cost:
            set_aside.append(tile)
        else:
            flowers.append(tile)
    part = _read_flowers(flowers, decoding_input.bonus_costs)
    if part is None or not set_aside:
        return part
    cost = part.cost
    face_of = dict(part.face_of)
    for tile in set_aside:
        set_aside_input = decoding_input.set_aside_inputs[tile]
        cost += set_aside_input.cost
        face_of[tile] = set_aside_input.face
    return HandPart(cost, face_of, set_aside=tuple(set_aside))


def _read_flowers(tiles: Sequence[int], bonus_costs: Floats) -> HandPart | None:
    """Read tiles as the likeliest different flowers and seasons. None if they are more than eight.

    Args:
        tiles: the indices of the tiles.
        bonus_costs: ``(n, 8)`` float64 nats: the cost of taking each tile for each of ``BONUS``.
    """
    if len(tiles) > len(BONUS):
        return None
    # (tile, flower): the cost of taking each of these tiles for each flower.
    costs = bonus_costs[list(tiles)]
    # The number of each tile's likeliest flower.
    flowers = costs.argmin(axis=1).tolist()
    if len(set(flowers)) < len(tiles):
        # Two tiles have the same flower, but a tile set has each once. Give each its own.
        flowers = cheapest_assignment(costs)
    cost = 0.0
    face_of = {}
    for tile, tile_costs, flower in zip(tiles, costs, flowers, strict=True):
        cost += tile_costs[flower]
        face_of[tile] = BONUS[flower]
    return HandPart(float(cost), face_of)


def _ways_to_read_meld(meld: MeldInput, kind_costs: Floats, limit: float) -> list[HandPart]:
    """The best ways to read a meld that lies apart, cheapest first.

    Args:
        meld: the meld. Tiles of it that lie face down get the face of the others.
        kind_costs: ``(n, 34)`` float64 nats: the cost of taking each tile for each kind.
        limit: ways that cost more, in nats, are left out.

    Returns:
        Up to ``_MOST_WAYS`` ways. Empty if no way is within the limit, or if all tiles of the meld
        lie face down.
    """
    # The table marks its budget if there are too many parts. A meld's tiles never have as many.
    table = PartTable(kind_costs[list(meld.tiles)], SearchBudget())
    ways = []
    for part in table.parts(len(meld.tiles), limit):
        way = _read_meld_as(part, meld)
        if way is not None and way.cost <= limit:
            ways.append(way)
    ways.sort(key=lambda way: way.cost)
    return ways[:_MOST_WAYS]


def _read_meld_as(part: Part, meld: MeldInput) -> HandPart | None:
    """Read a meld as a part of its tiles that lie face up.

    Args:
        part: these tiles, taken for equal tiles or for a sequence.
        meld: the meld. Its other tiles lie face down.

    Returns:
        The meld with its faces. None for a sequence with tiles face down, which nobody lays.
    """
    hidden_count = meld.size - len(meld.tiles)
    cost = part.cost
    if len(set(part.kinds)) > 1:
        if hidden_count:
            return None
        cost += meld.sequence_cost
    faces = [KINDS[kind] for kind in part.kinds]
    return HandPart(
        cost=cost,
        face_of=dict(zip(meld.tiles, faces, strict=True)),
        hidden_faces=(faces[0],) * hidden_count,
    )


def _combine_parts(ways_of_parts: Sequence[Sequence[HandPart]]) -> Iterator[HandPart]:
    """Combine the parts of a hand in every way in which no face comes five times.

    Args:
        ways_of_parts: for each part the ways to read it, cheapest first. The standing tiles are the
            first part.

    Yields:
        Each combination as one part, cheapest first.
    """
    if not all(ways_of_parts):
        return
    # A choice has one number for each part: the place of the chosen way among the part's ways.
    first_choice = (0,) * len(ways_of_parts)
    first_cost = sum(ways[0].cost for ways in ways_of_parts)
    queue = [(first_cost, first_choice)]
    queued_choices = {first_choice}
    while queue:
        cost, choice = heapq.heappop(queue)
        parts = [ways[place] for ways, place in zip(ways_of_parts, choice, strict=True)]
        if not _has_five_alike(parts):
            face_of: dict[int, str] = {}
            for part in parts:
                face_of.update(part.face_of)
            yield HandPart(cost, face_of, parts[0].quads)

        # The choices that may come next differ in a single part, which is read in its next dearer
        # way.
        for part_number, ways in enumerate(ways_of_parts):
            place = choice[part_number]
            if place + 1 == len(ways):
                continue
            dearer_places = list(choice)
            dearer_places[part_number] = place + 1
            dearer_choice = tuple(dearer_places)
            if dearer_choice not in queued_choices:
                queued_choices.add(dearer_choice)
                dearer_cost = cost - ways[place].cost + ways[place + 1].cost
                heapq.heappush(queue, (dearer_cost, dearer_choice))


def _has_five_alike(parts: Sequence[HandPart]) -> bool:
    """Whether parts of a hand have the same face five times or more."""
    counts: Counter[str] = Counter()
    for part in parts:
        counts.update(part.face_of.values())
        counts.update(part.hidden_faces)
    return max(counts.values(), default=0) > COPIES


@cache
def _kinds_of(tiles: tuple[str, ...]) -> tuple[int, ...]:
    """The kinds of tiles that are given by their codes, as indices of ``KINDS``."""
    return tuple(KINDS.index(tile) for tile in tiles)
