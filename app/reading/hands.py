"""Every open hand on a table, each read the way it lies."""

from dataclasses import dataclass
from typing import Final, Literal

from hu.app.reading.assembly import assembled
from hu.app.reading.costs import DEFAULT, DecodingSettings
from hu.app.reading.interpret import best_of
from hu.app.reading.model import HandReading
from hu.app.reading.partitions import Effort
from hu.scoring.rules import rule_set
from hu.vision.layout import Candidate, Scene, candidates, scene_of

Side = Literal["near", "right", "far", "left"]
#: Counter-clockwise from the photographer, as the turns go.
SIDES: Final[tuple[Side, ...]] = ("near", "right", "far", "left")
#: Tiles that cost more than this by the way they lie are discards or a wall.
_DEAREST: Final = 5.5
#: Other hands show at least this many tiles.
_FEWEST: Final = 10


@dataclass(frozen=True, slots=True, eq=False)
class TableHand:
    """One player's open hand.

    Attributes:
        side: where the player sits, as the photographer sees it.
        reading: of the tiles, the hand's first.
    """

    side: Side
    reading: HandReading


def hands_of(reading: HandReading, rules: str, settings: DecodingSettings = DEFAULT) -> tuple[TableHand, ...]:
    """Find the other players' open hands beside the one that was read.

    Args:
        reading: of a photo.
        rules: the name of the rule set in force.
        settings: how far the probabilities are believed.

    Returns:
        The hand of the reading and up to three others, counter-clockwise from it; nothing where no hand was read.
    """
    if not reading.hand.tiles:
        return ()
    laid = sorted((tile.laid for tile in reading.tiles), key=lambda tile: tile.index)
    scene, known_rules = scene_of([tile.detection for tile in laid]), rule_set(rules)
    taken = frozenset(tile.index for tile in reading.layout.hand)
    found = {scene.side_of(taken): reading}
    while others := {
        side: best_of(view, iter(hands), known_rules, settings, Effort())
        for side in range(len(SIDES))
        if side not in found and (hands := _hands_at(side, view := scene.seen_from(side, taken), scene))
    }:
        side, best = min(others.items(), key=lambda other: other[1].cost)
        found[side] = assembled(best, known_rules, settings, Effort())
        taken |= {tile.index for tile in best.layout.hand}
    first = next(iter(found))
    return tuple(TableHand(SIDES[side], found[side]) for side in sorted(found, key=lambda side: (side - first) % 4))


def _hands_at(side: int, view: Scene, scene: Scene) -> list[Candidate]:
    """What may be the hand of the player at a side, seen from there."""
    return [
        candidate
        for candidate in candidates(view)
        if candidate.cost <= _DEAREST
        and len(tiles := view.tiles_of(candidate)) >= _FEWEST
        and scene.side_of(tiles) == side
    ]
