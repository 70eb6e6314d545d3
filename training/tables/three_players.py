"""Winning hands of three-player riichi laid out on a table, with North set aside."""

from dataclasses import replace
from random import Random
from typing import Final

from hu.scoring.rule_set.registry import rule_set
from training.tables.dealing import Deal, deal
from training.tables.hands import HandScene
from training.tables.layer import Layer
from training.tables.surroundings import lay_surroundings

#: Tiles that three players leave out.
_MISSING: Final = frozenset(rule_set("sanma").hand_shape.missing_kinds)
_NORTH: Final = "4z"
#: How often 0, 1, 2, 3 and 4 North are set aside.
_NORTHS: Final = (15, 40, 25, 15, 5)


def three_player_scene(seed: int) -> HandScene:
    """Lay out a random winning hand, its North tiles in the place of flowers.

    Args:
        seed: the same seed makes the same scene.
    """
    rng = Random(f"three players {seed}")
    dealt = _deal(rng)
    layer = Layer(rng, "zung-jung")
    shows_winning_tile = layer.lay_apart(dealt)
    placed = list(layer.placed)
    for tile in lay_surroundings(rng, layer.placed, dealt.hand(shows_winning_tile=False)):
        if tile.tile not in _MISSING:
            placed.append(tile)
    hand = dealt.hand(shows_winning_tile=shows_winning_tile)
    return HandScene(tuple(placed), hand, tuple(layer.claims))


def _deal(rng: Random) -> Deal:
    """Deal hands until three players can have one of them, and set North aside."""
    while True:
        dealt = deal(rng)
        if _can_be_held(dealt):
            break
    # North tiles that the hand does not hold.
    most = 4 - dealt.tiles.count(_NORTH)
    count = min(most, rng.choices(range(5), _NORTHS)[0])
    return replace(dealt, bonus=(_NORTH,) * count)


def _can_be_held(dealt: Deal) -> bool:
    """Whether a hand has no tile that three players leave out, and no claimed sequence."""
    if not _MISSING.isdisjoint(dealt.tiles):
        return False
    for meld in dealt.table_melds:
        is_sequence = len(set(meld.tiles)) > 1
        if is_sequence:
            return False
    return True
