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
#: How often 0, 1, 2, 3 and 4 North tiles are set aside.
_ASIDE_WEIGHTS: Final = (15, 40, 25, 15, 5)


def three_player_scene(seed: int) -> HandScene:
    """Lay out a random winning hand, with North tiles set aside in the place of flowers.

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
    """Deal a hand that is possible among three players, and set up to four North tiles aside.

    The North tiles replace the flowers and seasons that were dealt. Three players have none.
    """
    dealt = deal(rng)
    while not _can_be_held(dealt):
        dealt = deal(rng)
    remaining_norths = 4 - dealt.tiles.count(_NORTH)
    wanted_norths = rng.choices(range(5), _ASIDE_WEIGHTS)[0]
    norths_aside = min(remaining_norths, wanted_norths)
    return replace(dealt, bonus=(_NORTH,) * norths_aside)


def _can_be_held(dealt: Deal) -> bool:
    """Whether a hand has no tile that three players leave out, and no claimed sequence."""
    if not _MISSING.isdisjoint(dealt.tiles):
        return False
    for meld in dealt.table_melds:
        is_sequence = len(set(meld.tiles)) > 1
        if is_sequence:
            return False
    return True
