"""How many tiles a set of tiles lacks to be a winning hand: what the decoding's search is guided by."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import permutations
from typing import Final

from scoring.readings import ORPHANS
from scoring.tiles import KINDS

#: Hands that lack more tiles than this are not looked at more closely.
FAR: Final = 5

_SUITS: Final = {suit: tuple(tile for tile in KINDS if tile[1] == suit) for suit in "mpsz"}
#: What one suit can hold: (sets, quads among them, pairs) to the tiles it lacks for them.
Lacks = dict[tuple[int, int, int], int]


def lacking(standing: Iterable[str], melds: int, *, fimj: bool = False) -> int:
    """Count the tiles that must be exchanged to make the standing tiles win.

    Args:
        standing: the standing tiles, the winning one and face-up quads among them included; no flowers.
        melds: how many sets lie apart from them.
        fimj: whether the serpents of the Italian rules win as well.

    Returns:
        0 when they win as they are; ``FAR`` when they are that far away or their number is wrong.
    """
    counts = Counter(standing)
    quads = counts.total() + 3 * melds - 14
    if not 0 <= quads <= 4 - melds:
        return FAR
    best = _regular(counts, 4 - melds, quads)
    if melds == 0 and quads == 0:
        best = min(best, _pairs(counts), _orphans(counts))
        if fimj:
            best = min(best, *(_missing(counts, target) for target in _serpents()))
    return best


def _pairs(counts: Mapping[str, int]) -> int:
    """Seven pairs; four alike are two of them. One exchange mends two odd tiles."""
    return (sum(count % 2 for count in counts.values()) + 1) // 2


def _orphans(counts: Mapping[str, int]) -> int:
    held = [counts[tile] for tile in ORPHANS if tile in counts]
    return 14 - len(held) - any(count > 1 for count in held)


def _missing(counts: Counter[str], target: Counter[str]) -> int:
    return (target - counts).total()


@lru_cache(maxsize=1)
def _serpents() -> tuple[Counter[str], ...]:
    """The irregular hands of FIMJ: the serpent of dragons, the little serpent, siamese serpents."""
    numbers = range(1, 10)
    dragons = [
        Counter([f"{n}{order[n % 3]}" for n in numbers] + ["5z", "6z", "7z", wind, wind])
        for order in permutations("mps")
        for wind in _SUITS["z"][:4]
    ]
    little = [
        Counter([f"{n}{suit}" for n in numbers] + [*_SUITS["z"][:4], dragon])
        for suit in "mps"
        for dragon in _SUITS["z"][4:]
    ]
    siamese = [Counter(f"{n}{suit}" for suit in pair for n in range(1, 8)) for pair in ("mp", "ms", "ps")]
    return (*dragons, *little, *siamese)


def _regular(counts: Mapping[str, int], sets: int, quads: int) -> int:
    """Four sets and a pair."""
    total: Lacks = {(0, 0, 0): 0}
    for suit, tiles in _SUITS.items():
        part = _suit(suit == "z", tuple(counts.get(tile, 0) for tile in tiles), quads)
        total = _together(total, part, sets, quads)
    return total.get((sets, quads, 1), FAR)


def _together(some: Lacks, more: Lacks, sets: int, quads: int) -> Lacks:
    both: Lacks = {}
    for (s, q, p), lacks in some.items():
        for (t, r, w), others in more.items():
            key, cost = (s + t, q + r, p + w), lacks + others
            if s + t <= sets and q + r <= quads and p + w <= 1 and cost < both.get(key, FAR):
                both[key] = cost
    return both


@lru_cache(maxsize=1 << 14)
def _suit(honors: bool, counts: tuple[int, ...], quads: int) -> Lacks:
    """What one suit lacks for so many sets, quads and pairs; what lacks ``FAR`` tiles or more is left out."""
    # The state: sequences begun one and two numbers before, sets, quads, pairs.
    states: dict[tuple[int, int, int, int, int], int] = {(0, 0, 0, 0, 0): 0}
    for index, held in enumerate(counts):
        begin = 0 if honors or index > 6 else 4
        after: dict[tuple[int, int, int, int, int], int] = {}
        for (one, two, s, q, p), lacks in states.items():
            for sequences, triplet, quad, pair in _choices(one + two, begin, quads):
                key = (sequences, one, s + sequences + triplet + quad, q + quad, p + pair)
                need = one + two + sequences + 3 * triplet + 4 * quad + 2 * pair
                cost = lacks + max(0, need - held)
                if key[2] <= 4 and key[4] <= 1 and cost < after.get(key, FAR):
                    after[key] = cost
        states = after
    return {(s, q, p): lacks for (_, _, s, q, p), lacks in states.items()}


@lru_cache(maxsize=64)
def _choices(running: int, begin: int, quads: int) -> tuple[tuple[int, int, int, int], ...]:
    """What can be made of one number beside running sequences: (sequences begun, triplet, quad, pair)."""
    found = [(s, t, 0, p) for s in range(begin + 1) for t in (0, 1) for p in (0, 1)]
    if quads:
        found += [(0, 0, 1, 0)]
    return tuple(c for c in found if running + c[0] + 3 * c[1] + 4 * c[2] + 2 * c[3] <= 4)
