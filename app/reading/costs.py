"""What speaks for each tile being this or that: faces, sets, and whether it belongs to the hand at all; in nats."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from hu.app.reading.decoding import Puzzle, SetPuzzle
from hu.app.reading.partitions import Floats
from hu.scoring.rule_set import RuleSet
from hu.scoring.tiles import BACK, CLASSES, FACES, KINDS
from hu.vision.detection import Detection
from hu.vision.layout import BLANKS, Group, LaidTile, Layout


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
    budget: float = 4.0
    stretch: float = 1.0
    alternatives: int = 12


DEFAULT: Final = Belief()
#: Neighbours whose gap differs from the usual one by less than this, in tile widths, touch each other.
_TOUCHING: Final = 0.22
#: Above this score the networks are as often wrong as ever: round wind markers and the like.
_SURELY_FOUND: Final = 0.97
_WHITE: Final = FACES.index("5z")
#: What it costs, in nats, to take a tile that lies face down for a white dragon that shows nothing.
_BLANK: Final = 1.0
_BONUS: Final = list(range(len(KINDS), len(FACES)))
#: What it costs, in nats, to take a tile that lies among flowers for none.
_AMONG_FLOWERS: Final = 6.0
#: There are four tiles of each other kind, but one of each flower.
_RARE_FLOWER: Final = float(np.log(4))


def puzzle_of(layout: Layout, rules: RuleSet, belief: Belief = DEFAULT) -> Puzzle:
    """Put what was seen in terms of costs."""
    laid = layout.hand
    groups = [group for group in layout.groups if group.kind in ("claimed", "concealed-quad")]
    melded = {place for group in groups for place in group.tiles}
    costs = face_costs([tile.detection for tile in laid], belief)
    costs[:, len(KINDS) : len(FACES)] += _any_flower(laid)[:, None]
    flowers = [place for group in layout.groups if group.kind == "bonus" for place in group.tiles]
    costs[flowers, : len(KINDS)] += _AMONG_FLOWERS
    faces, backs = costs[:, : len(FACES)], costs[:, len(FACES)]
    # The layout has no other face-down tiles in its rows than those that may be blank white dragons.
    blank = [k for k, tile in enumerate(laid) if tile.detection.tile == BACK and k not in melded]
    faces[blank, _WHITE] = np.minimum(faces[blank, _WHITE], backs[blank] + _BLANK)
    strays = np.minimum(backs, faces.min(axis=1, initial=np.inf) + _strangeness(layout))
    least = np.minimum(faces.min(axis=1, initial=np.inf), strays)
    return Puzzle(
        faces - least[:, None],
        strays - least,
        tuple(place for place in range(len(laid)) if place not in melded),
        tuple(_set_puzzle(group, laid) for group in groups),
        tuple(rules.irregular_hands),
    )


def face_costs(detections: Sequence[Detection], belief: Belief = DEFAULT) -> Floats:
    """``(n, 43)`` float64 nats: what each tile costs as each face, and as one that lies face down."""
    seen = _seen(detections)
    believed = (1 - belief.doubt) * seen / np.maximum(seen.sum(axis=1, keepdims=True), 1e-9)
    costs: Floats = -np.log(believed + belief.doubt / len(CLASSES))
    return costs


def _seen(detections: Sequence[Detection]) -> Floats:
    """``(n, 43)`` the probabilities; nothing where one is no number."""
    seen = np.array([one.probabilities for one in detections], dtype=np.float64).reshape(-1, len(CLASSES))
    return np.nan_to_num(seen)


def _any_flower(laid: Sequence[LaidTile]) -> Floats:
    """``(n,)`` nats: what makes the likeliest flower stand for all that a tile may be, each rarer than other tiles."""
    seen = np.maximum(_seen([tile.detection for tile in laid])[:, _BONUS], 1e-6)
    more: Floats = _RARE_FLOWER - np.log(seen.sum(axis=1) / seen.max(axis=1))
    return more


def _strangeness(layout: Layout) -> Floats:
    """``(n,)`` nats: what it costs to take each tile of the hand for something else that lies there.

    Less than nothing for what is hardly found and cannot be named: edges of racks and tiles, dice. The weights lie
    between those of two logistic regressions, over the training photos, whose faces the reader knows all too well, and
    over rendered hands.
    """
    hand = [tile.detection for tile in layout.hand]
    scores = np.clip([one.score for one in hand], 0.02, _SURELY_FOUND)
    touching, overlap, alone, blank = _beside(layout)
    strange: Floats = (
        2.0 * np.log(scores / (1 - scores))
        + 5.5 * np.maximum([one.confidence for one in hand], _among_flowers(layout))
        + 1.0 * np.minimum(_sizes(hand), 0)
        + 0.6 * touching
        - 1.2 * overlap
        - 1.1 * alone
        - 1.2 * blank
        - 7.8
    )
    return strange


def _among_flowers(layout: Layout) -> Floats:
    """``(n,)`` how surely each tile is a flower, whichever, where it lies with others; else 0."""
    surely = _seen([tile.detection for tile in layout.hand])[:, _BONUS].sum(axis=1)
    together = [place for one in layout.groups if one.kind == "bonus" and len(one.tiles) > 1 for place in one.tiles]
    return np.where(np.isin(np.arange(len(surely)), together), surely, 0.0)


def _beside(layout: Layout) -> tuple[Floats, Floats, Floats, Floats]:
    """What each tile's row tells of it.

    Returns:
        How many others it touches, how far it overlaps one, whether it is a row alone, and how many its row has, up to
        four, where all of it shows nothing, as the sides of tiles that stand in another row do.
    """
    touching, overlap, alone, blank = (np.zeros(len(layout.hand)) for _ in range(4))
    for row in layout.rows:
        empty = all(layout.hand[place].detection.tile in BLANKS for place in row.tiles)
        gaps = np.array(row.gaps) - row.usual_gap
        for k, place in enumerate(row.tiles):
            near = gaps[max(0, k - 1) : k + 1]
            touching[place] = (np.abs(near) < _TOUCHING).sum()
            overlap[place] = -min(0.0, near.min(initial=0.0))
            alone[place] = len(row.tiles) == 1
            blank[place] = min(len(row.tiles), 4) * empty
    return touching, overlap, alone, blank


def _sizes(hand: Sequence[Detection]) -> Floats:
    """Of each tile the logarithm of its area as a part of that of the three tiles nearest to it."""
    if len(hand) < 2:
        return np.zeros(len(hand))
    areas = np.log([max(one.width * one.height, 1e-9) for one in hand])
    centers = np.array([one.center for one in hand], dtype=np.float64)
    away = np.linalg.norm(centers[None] - centers[:, None], axis=2)
    np.fill_diagonal(away, np.inf)
    nearest = away.argsort(axis=1, kind="stable")[:, : min(3, len(hand) - 1)]
    sizes: Floats = areas - np.median(areas[nearest], axis=1)
    return sizes


def _set_puzzle(group: Group, laid: Sequence[LaidTile]) -> SetPuzzle:
    up = tuple(place for place in group.tiles if laid[place].detection.tile != BACK)
    quad = len(group.tiles) == 4 or group.kind == "concealed-quad"
    # Only the left-hand player's discards can be claimed for a sequence; but the reading direction may be wrong.
    sequence = np.inf if quad else 0.0 if group.claimed_from in ("left", None) else 2.0
    return SetPuzzle(up, len(group.tiles), sequence)
