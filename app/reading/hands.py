"""Every open hand on a table, each read the way it lies."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, Literal

from hu.app.reading.candidate import build_reading, decode_candidate
from hu.app.reading.model import HandReading
from hu.app.reading.partitions import SearchBudget
from hu.app.reading.read import KEPT, compare_candidates
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS
from hu.scoring.rule_set.registry import rule_set
from hu.vision.layout.layout import Scene, hand_candidates, measure_scene
from hu.vision.layout.model import FEWEST_TILES, HALF_A_HAND, Candidate
from hu.vision.layout.settings import DEFAULT_SETTINGS

Side = Literal["near", "right", "far", "left"]
#: Counter-clockwise from the photographer, as the turns go.
SIDES: Final[tuple[Side, ...]] = ("near", "right", "far", "left")
#: Tiles that cost more than this by the way they lie are discards or a wall.
_DEAREST: Final = 4.6
#: Other hands show at least this many tiles face up: of those farther away one more may not have been found.
_FEWEST: Final = FEWEST_TILES - 1


@dataclass(frozen=True, slots=True, eq=False)
class TableHand:
    """One player's open hand."""

    side: Side  # where the player sits, as the photographer sees it
    reading: HandReading  # of the tiles, the hand's first


def hands_of(reading: HandReading, rules: str) -> tuple[TableHand, ...]:
    """The hand that was read and up to three others, counter-clockwise from it; nothing where no hand was read."""
    if not reading.hand.tiles:
        return ()
    scene, known_rules = _scene_of(reading), rule_set(rules)
    taken = frozenset(tile.index for tile in reading.layout.hand)
    found = {scene.side_of(taken): reading}
    while others := {
        side: best
        for side in range(len(SIDES))
        if side not in found
        and (hands := _hands_at(side, view := scene.view_from(side, taken), scene))
        if not (
            best := compare_candidates(
                view, iter(hands), known_rules, DEFAULT_SETTINGS, SearchBudget()
            )[0]
        ).implausible
        and len(best.best.codes) >= _FEWEST
    }:
        side, best = min(others.items(), key=lambda other: other[1].cost)
        found[side] = build_reading([best], known_rules, DEFAULT_SETTINGS, SearchBudget())
        taken |= {tile.index for tile in best.layout.hand}
    first = next(iter(found))
    order = sorted(found, key=lambda side: (side - first) % len(SIDES))
    if len(found) > 1:
        # What is asked of a photo of one hand does not help here.
        for side, own in found.items():
            found[side] = replace(
                own, doubts=tuple(doubt for doubt in own.doubts if doubt.about != "photo")
            )
    return tuple(TableHand(SIDES[side], found[side]) for side in order)


def meant_by(reading: HandReading, tile: int, rules: str) -> HandReading:
    """Read what a tap on a tile outside of the hand means: its row as the hand, or the hand with the meld it is of."""
    scene, known_rules = _scene_of(reading), rule_set(rules)
    own = frozenset(laid.index for laid in reading.layout.hand)
    part = (
        next((tiles for tiles in scene.hypotheses.clusters if tile in tiles), None)
        if scene.table
        else None
    )
    if reading.by_index[tile].role != "other" or not part:
        return reading
    whole = len(part) >= HALF_A_HAND or not own
    view = scene.view_from(scene.side_of(part if whole else own))
    holding = (candidate for candidate in hand_candidates(view) if tile in view.tiles_of(candidate))
    meant = holding if whole else iter([view.candidate_of(own | part)])
    compared = compare_candidates(view, meant, known_rules, DEFAULT_SETTINGS, SearchBudget())
    return build_reading(compared, known_rules, DEFAULT_SETTINGS, SearchBudget())


def with_runners_up(reading: HandReading, rules: str) -> HandReading:
    """The same reading with three candidates, where there are as many: a convincing one is compared with none."""
    scene, known = _scene_of(reading), [one.candidate.tiles for one in reading.candidates]
    others = (candidate for candidate in hand_candidates(scene) if candidate.tiles not in known)
    more = [
        decode_candidate(scene, candidate, rule_set(rules), DEFAULT_SETTINGS, SearchBudget())
        for candidate in islice(others, KEPT - len(known))
    ]
    return replace(
        reading, candidates=(*reading.candidates, *sorted(more, key=lambda one: one.cost))
    )


def _scene_of(reading: HandReading) -> Scene:
    return measure_scene(
        [tile.laid.detection for tile in sorted(reading.tiles, key=lambda tile: tile.index)]
    )


def seat_hands(
    hands: Sequence[TableHand], winner: str, near: str | None = None
) -> dict[str, TableHand]:
    """Say whose each hand of a table is: the winds go round counter-clockwise from the winner, whose hand wins.

    The photographed hand comes first in ``hands``; ``near`` is the photographer's seat, where it is known.

    Raises:
        InputError: several hands win, and ``near`` does not tell which; or none lies at the winner's side.
    """
    winning = [hand for hand in hands if hand.reading.legal]
    if near is None and len(winning) > 1:
        sides = " and ".join(hand.side for hand in winning)
        raise InputError(f"the hands at {sides} win: say who sits at the near side")
    side = SIDES.index((winning or hands)[0].side)
    turns = SEATS.index(winner) - side if near is None else SEATS.index(near)
    by_seat = {SEATS[(SIDES.index(hand.side) + turns) % len(SEATS)]: hand for hand in hands}
    found: dict[str, TableHand] = {seat: by_seat[seat] for seat in SEATS if seat in by_seat}
    if winner not in found:
        raise InputError(
            f"no open hand lies at {SIDES[(SEATS.index(winner) - turns) % len(SIDES)]}, where {winner} sits"
        )
    return found


def _hands_at(side: int, view: Scene, scene: Scene) -> list[Candidate]:
    """What may be the hand of the player at a side, seen from there."""
    return [
        candidate
        for candidate in hand_candidates(view)
        if candidate.cost - candidate.count_penalty <= _DEAREST
        and len(tiles := view.tiles_of(candidate)) >= _FEWEST
        and scene.side_of(tiles) == side
    ]
