"""Winning hands laid out on a table as each rule set's players do, with the tiles around them.

Zung Jung: shared/rules "How tiles lie on the table". A sideways tile marks a claimed meld, and its
place tells from whom. A promoted quad's fourth tile lies on or beyond the sideways tile. A
concealed quad's outer tiles lie face down. Flowers lie to the left, the winning tile apart.

FIMJ: "How tiles lie on the rack". At the reveal a sideways tile marks a concealed triplet or quad.
Claimed melds lie flat apart from the rack. Flowers lie across it, own flowers along.

Some hands are laid otherwise, as real players lay them: in one row or two, or with flowers behind.
"""

from dataclasses import dataclass, replace
from random import Random

from hu.scoring.hand import Hand
from hu.scoring.hand_shape import FOUR_MELDS, HandShape
from training.tables.dealing import ClaimedFrom, Deal, MeldKind, deal
from training.tables.layer import RULES, Layer, Rules, Style
from training.tables.placing import Placed
from training.tables.surroundings import CLEAR, lay_surroundings

__all__ = ["CLEAR", "RULES", "HandScene", "Rules", "hand_scene"]


@dataclass(frozen=True, slots=True)
class HandScene:
    """A hand on a table, and the right reading of a photo of it."""

    placed: tuple[Placed, ...]  # every tile, the hand's and those around it
    hand: Hand  # the hand as the table shows it: with a winning tile only if that lies apart
    # the number of the group of each claimed meld of a Zung Jung hand, and from whom it came
    claims: tuple[tuple[int, ClaimedFrom], ...]
    # centres (x, y) of wind and dealer markers, in tile widths
    markers: tuple[tuple[float, float], ...] = ()


def hand_scene(
    seed: int | Random,
    rules: Rules,
    *,
    has_surroundings: bool = True,
    hand_shape: HandShape = FOUR_MELDS,
) -> HandScene:
    """Lay out a random winning hand.

    Args:
        seed: a number, or a generator that decides everything.
        rules: the rule set whose players lay it.
        has_surroundings: whether there are other tiles around the hand.
        hand_shape: the size of the hand.
    """
    rng = seed if isinstance(seed, Random) else Random(f"{rules} {seed}")
    styles: tuple[Style, ...] = ("table", "row", "rows", "gaps")
    style = rng.choices(styles, (70, 14, 8, 8))[0]
    if style == "table":
        dealt = deal(rng, hand_shape=hand_shape)
        layer = Layer(rng, rules)
        shows_winning_tile = layer.lay_apart(dealt)
    else:
        dealt = _without_claims(deal(rng, table_melds=(80, 15, 5), hand_shape=hand_shape))
        layer = Layer(rng, rules)
        layer.lay_together(dealt, style)
        shows_winning_tile = False
    placed = list(layer.placed)
    if has_surroundings:
        placed += lay_surroundings(rng, layer.placed, dealt.hand(shows_winning_tile=False))
    hand = dealt.hand(shows_winning_tile=shows_winning_tile)
    return HandScene(tuple(placed), hand, tuple(layer.claims))


def _without_claims(dealt: Deal) -> Deal:
    """The same hand with nothing claimed. Quads are concealed, all others are standing tiles."""
    melds = []
    for meld in dealt.melds:
        is_quad = len(meld.tiles) == 4
        kind: MeldKind = "concealed-quad" if is_quad else "standing"
        melds.append(replace(meld, kind=kind, claimed_from=None))
    return replace(dealt, melds=tuple(melds))
