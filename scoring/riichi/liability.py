"""Liability (責任払い, pao): the yakuman whose last meld another player can have fed.

After Japanese Mahjong Wiki, "Pao", EMA's book (3.3.9) and WRC's (9.1.1): a player is liable for
discarding the tile with which another player claims the last of the melds that show the yakuman on
the table. The tile that wins the hand makes nobody liable.
"""

from collections.abc import Mapping
from typing import Final

from hu.scoring.hand import Hand
from hu.scoring.riichi.presets import Preset
from hu.scoring.tiles import DRAGONS, WINDS

#: The honors whose melds show a yakuman, by the id of the yakuman.
_HONORS: Final[Mapping[str, tuple[str, ...]]] = {"daisangen": DRAGONS, "daisuushi": WINDS}
#: The yakuman of four quads.
_FOUR_QUADS: Final = "suukantsu"


def find_liable_yakuman(hand: Hand, preset: Preset) -> frozenset[str]:
    """Find the yakuman of a hand for which a player can be liable at a table.

    All melds of the yakuman must be on the table, and at least one of these melds must be claimed.
    Concealed quads are on the table too.

    Args:
        hand: a winner's hand.
        preset: the rules of the table.

    Returns:
        The ids of the yakuman. Empty if nobody can be liable.
    """
    visible_yakuman = {name for name, honors in _HONORS.items() if _shows_honors(hand, honors)}
    if _shows_four_quads(hand):
        visible_yakuman.add(_FOUR_QUADS)
    return preset.liable_for & visible_yakuman


def _shows_honors(hand: Hand, honors: tuple[str, ...]) -> bool:
    """Whether the table shows a meld of each of these honors, at least one of them claimed."""
    melds = [meld for meld in hand.melds if meld.tiles[0] in honors]
    has_claim = any(not meld.concealed for meld in melds)
    return has_claim and {meld.tiles[0] for meld in melds} == set(honors)


def _shows_four_quads(hand: Hand) -> bool:
    """Whether the table shows four quads, at least one of them claimed."""
    quads = [meld for meld in hand.melds if meld.kind == "quad"]
    has_claim = any(not meld.concealed for meld in quads)
    return has_claim and len(quads) == 4
