"""From a layout to a hand: its text, every tile with what it may be, and what to ask."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

import numpy as np

from app.covers import Effort, Floats
from app.decoding import Found, Puzzle, Search, SetPuzzle, decode
from app.doubts import doubts_of
from app.photo_reading import Doubt, PhotoReading, ReadTile
from scoring.hand import Hand, Meld
from scoring.notation import format_hand
from scoring.tiles import BACK, BONUS, CLASSES, FACES
from vision.detection import Detection
from vision.layout import Group, LaidTile, Layout

_BONUS: Final = frozenset(BONUS)
Rules = Literal["zung-jung", "fimj"]


@dataclass(frozen=True, slots=True)
class Belief:
    """How far the probabilities are believed.

    Attributes:
        doubt: the share of all readings where the probabilities are believed to say nothing at all.
        budget: a hand is bent into a legal one when that is at most this many nats less likely than what was read.
        stretch: other layouts are looked at when the first one's legal hand costs more nats than this, and taken
            when theirs costs that much less.
        alternatives: at most this many other layouts are looked at.
    """

    doubt: float = 0.01
    budget: float = 5.0
    stretch: float = 1.0
    alternatives: int = 12


__all__ = ["DEFAULT", "Belief", "Doubt", "PhotoReading", "ReadTile", "Rules", "face_costs", "read_hand"]

DEFAULT: Final = Belief()
#: Where no legal hand is near, one this many times further away tells what to ask.
STRETCHED: Final = 2.0


def read_hand(layout: Layout, rules: Rules, belief: Belief = DEFAULT) -> PhotoReading:
    """Find the most likely hand: a legal one if that is no great stretch, else what was read.

    Args:
        layout: where the tiles lie and what the networks saw. Where its hand is legal at a stretch only and that of
            one of its alternatives is likelier, that one is taken; the reading's ``layout`` says which it was.
        rules: the rule set in force.
        belief: how far the probabilities are believed.
    """
    effort = Effort()
    best = first = _decoded(layout, rules, belief, effort)
    others = [one for one in layout.alternatives if _may_win(one.detections)] if first.cost > belief.stretch else []
    for alternative in others[: belief.alternatives]:
        other = _decoded(alternative.lay_out(), rules, belief, effort)
        if other.cost + belief.stretch < best.cost:
            best = other
    return _reading(best, belief, effort)


def _may_win(detections: Sequence[Detection]) -> bool:
    """Whether tiles are about as many as a winning hand has."""
    return sum(detection.tile not in _BONUS for detection in detections) in range(14, 20)


@dataclass(frozen=True, slots=True, eq=False)
class _Decoded:
    """A layout with what the search made of it."""

    layout: Layout
    puzzle: Puzzle
    result: Search

    @property
    def cost(self) -> float:
        """How much less likely than what was read its legal hand is, in nats."""
        return self.result.found[0].cost if self.result.found else np.inf


def _decoded(layout: Layout, rules: Rules, belief: Belief, effort: Effort) -> _Decoded:
    laid = layout.hand
    sets = tuple(_set_puzzle(group, laid) for group in layout.groups if group.kind in ("claimed", "concealed-quad"))
    melded = {place for group in layout.groups if group.kind in ("claimed", "concealed-quad") for place in group.tiles}
    standing = tuple(place for place, tile in enumerate(laid) if place not in melded and tile.detection.tile != BACK)
    faces, strays = (
        np.array([face_costs(tile.detection, belief) for tile in laid]).reshape(-1, len(FACES)),
        _strays(layout),
    )
    puzzle = Puzzle(faces, strays, standing, sets, rules == "fimj")
    # Something face down outside a set hides a tile, unless the others make a whole hand without it.
    result = decode(puzzle, belief.budget, effort)
    return _Decoded(layout, puzzle, result)


def _set_puzzle(group: Group, laid: Sequence[LaidTile]) -> SetPuzzle:
    up = tuple(place for place in group.tiles if laid[place].detection.tile != BACK)
    quad = len(group.tiles) == 4 or group.kind == "concealed-quad"
    # Only the left-hand player's discards can be claimed for a sequence; but the reading direction may be wrong.
    sequence = np.inf if quad else 0.0 if group.claimed_from in ("left", None) else 2.0
    return SetPuzzle(up, len(group.tiles), sequence)


def face_costs(detection: Detection, belief: Belief) -> Floats:
    """``(42,)`` float64 nats: what a tile costs as each face, 0 at its likeliest."""
    believed = detection.probabilities[: len(FACES)].astype(np.float64)
    believed = (1 - belief.doubt) * believed / max(float(believed.sum()), 1e-9) + belief.doubt / len(FACES)
    costs: Floats = np.log(believed.max()) - np.log(believed)
    return costs


def _strays(layout: Layout) -> Floats:
    """``(n,)`` nats: what it costs to take each tile of the hand for something else that lies there.

    Much, for a box that the finder is sure of, with a face that was read, between two neighbours that touch it.
    """
    enclosed = {
        place
        for row in layout.rows
        for place, before, after in zip(row.tiles[1:], row.gaps, row.gaps[1:], strict=False)
        if max(before, after) < row.usual_gap + 0.2
    }
    scores = np.clip([tile.detection.score for tile in layout.hand], 0.02, 0.98)
    sure = np.array([tile.detection.confidence for tile in layout.hand])
    between = np.array([3.0 * (place in enclosed) for place in range(len(layout.hand))])
    strays: Floats = np.maximum(0.5, 1.0 + np.log(scores / (1 - scores)) + 2.0 * sure) + between
    return strays


def _reading(decoded: _Decoded, belief: Belief, effort: Effort) -> PhotoReading:
    layout, found = decoded.layout, decoded.result.found
    best = found[0] if found else Found(0.0, dict(enumerate(tile.detection.tile for tile in layout.hand)))
    nearest = Search((), exhausted=True) if found else decode(decoded.puzzle, STRETCHED * belief.budget, effort)
    sets = {place for group in layout.groups if group.kind in ("claimed", "concealed-quad") for place in group.tiles}
    tiles = tuple(
        _read(tile, best.codes.get(place), spare=bool(found) and place not in sets)
        for place, tile in enumerate(layout.hand)
    )
    others = tuple(_read(tile, None, spare=False) for tile in layout.tiles[len(layout.hand) :])
    hand = _hand(layout, best)
    return PhotoReading(
        hand,
        (*tiles, *others),
        doubts_of(layout, tiles, hand, decoded.result, nearest),
        layout,
        bool(found),
        format_hand(_hand(layout, found[1])) if len(found) > 1 else None,
        float(np.exp(found[1].cost - found[0].cost)) if len(found) > 1 else None,
        decoded.result.exhausted,
    )


def _read(tile: LaidTile, code: str | None, *, spare: bool) -> ReadTile:
    """A tile as it was read; without a code it is none of the hand or, unless ``spare``, lies face down in a set."""
    probabilities = tile.detection.probabilities
    ranked = [(CLASSES[k], float(probabilities[k])) for k in np.argsort(-probabilities, kind="stable")[:5]]
    stray = code is None and tile.role != "other" and (spare or tile.detection.tile != BACK)
    read = code or tile.detection.tile
    return ReadTile(
        replace(tile, role="other", evidence="with it the tiles make no legal hand") if stray else tile,
        read,
        float(probabilities[CLASSES.index(read)]),
        tuple((other, p) for other, p in ranked if other != read and p >= 0.001),
        inferred=read != tile.detection.tile,
    )


def _hand(layout: Layout, found: Found) -> Hand:
    groups = [group for group in layout.groups if group.kind in ("claimed", "concealed-quad")]
    melds = [
        Meld(_shown([found.codes.get(place, BACK) for place in group.tiles]), concealed=group.kind == "concealed-quad")
        for group in groups
    ]
    melded = {place for group in groups for place in group.tiles}
    standing = {p: code for p, code in found.codes.items() if p not in melded and code not in (*_BONUS, BACK)}
    won = next((place for place in standing if layout.hand[place].role == "winning"), None)
    concealed = [code for place, code in standing.items() if place != won and code not in found.quads]
    return Hand(
        tuple(concealed),
        (*melds, *(Meld((quad,) * 4, concealed=True) for quad in found.quads)),
        tuple(code for code in found.codes.values() if code in _BONUS),
        None if won is None else standing[won],
    )


def _shown(tiles: list[str]) -> tuple[str, ...]:
    """A set's tiles; those face down are what the others are."""
    faces = [tile for tile in tiles if tile != BACK]
    return tuple(tile if tile != BACK else faces[0] for tile in tiles) if faces else ()
