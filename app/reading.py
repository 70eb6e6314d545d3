"""From a layout to a hand: its text, every tile with what it may be, and what to ask."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

import numpy as np

from app.decoding import Puzzle, Search, search
from app.shapes import lacking
from scoring.hand import Hand, Meld
from scoring.notation import format_hand
from scoring.tiles import BACK, BONUS, CLASSES
from vision.detection import Detection
from vision.layout import Group, LaidTile, Layout
from vision.training.placing import Role

_BONUS: Final = frozenset(BONUS)
Rules = Literal["zung-jung", "fimj"]


@dataclass(frozen=True, slots=True)
class Belief:
    """How far the probabilities are believed.

    Attributes:
        doubt: the share of all readings where the probabilities are believed to say nothing at all.
        budget: a hand is bent into a legal one when that is at most this many nats less likely than what was read.
        ask: a tile is asked about when its face is less likely than this.
        steps: how many hands the search tries at most.
        alternatives: how many other layouts are tried where the first makes no legal hand.
    """

    doubt: float = 0.01
    budget: float = 7.0
    ask: float = 0.8
    steps: int = 20_000
    alternatives: int = 24


DEFAULT: Final = Belief()


@dataclass(frozen=True, slots=True)
class ReadTile:
    """One tile of the photo as it was read.

    Attributes:
        laid: its detection and place.
        tile: its face, or ``back``.
        confidence: the network's probability of that face.
        alternatives: other faces with their probabilities, the likeliest first.
        inferred: True when the rules of the game chose the face, not the network's likeliest.
    """

    laid: LaidTile
    tile: str
    confidence: float
    alternatives: tuple[tuple[str, float], ...]
    inferred: bool

    @property
    def role(self) -> Role:
        """What it is to the hand."""
        if self.laid.role in ("concealed", "bonus", "winning"):
            return "bonus" if self.tile in _BONUS else "concealed" if self.laid.role == "bonus" else self.laid.role
        return self.laid.role


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something to ask the user.

    Attributes:
        tile: the tile's position in the reading; None when it is about the whole hand.
        why: what is in doubt, in English.
    """

    tile: int | None
    why: str


@dataclass(frozen=True, slots=True)
class PhotoReading:
    """What a photo says.

    Attributes:
        hand: the hand; with a winning tile only when the photo shows which it is.
        tiles: every tile seen, the hand's in reading order, then the others.
        doubts: what to ask, in order.
        layout: where the tiles lie; ``tiles`` follows its order.
        legal: whether the tiles make a winning hand.
        runner_up: the next likely legal hand's text, if one came near.
        odds: how many times likelier the hand is than the runner-up; None without one.
        exhausted: False when the search for the likeliest hand stopped at its bound.
    """

    hand: Hand
    tiles: tuple[ReadTile, ...]
    doubts: tuple[Doubt, ...]
    layout: Layout
    legal: bool
    runner_up: str | None
    odds: float | None
    exhausted: bool

    @property
    def text(self) -> str:
        """The hand in the notation."""
        return format_hand(self.hand)

    def to_json(self) -> dict[str, Any]:
        """``hand``, ``tiles`` and ``doubts`` as ``hu read --json`` prints them."""
        return {
            "hand": self.text,
            "tiles": [_tile_json(tile) for tile in self.tiles],
            "doubts": [{"tile": doubt.tile, "why": doubt.why} for doubt in self.doubts],
        }


def _tile_json(read: ReadTile) -> dict[str, Any]:
    return {
        "tile": read.tile,
        "confidence": round(read.confidence, 4),
        "alternatives": [[code, round(p, 4)] for code, p in read.alternatives],
        "box": [[round(float(x), 1), round(float(y), 1)] for x, y in read.laid.detection.box],
        "row": read.laid.row,
        "group": read.laid.group,
        "sideways": read.laid.sideways,
        "role": read.role,
        "inferred": read.inferred,
    }


def read_hand(layout: Layout, rules: Rules, belief: Belief = DEFAULT) -> PhotoReading:
    """Find the most likely hand: a legal one if that is no great stretch, else what was read.

    Args:
        layout: where the tiles lie and what the networks saw. Where its hand is not legal but one of its alternatives
            is, that one is taken; the reading's ``layout`` says which it was.
        rules: the rule set in force.
        belief: how far the probabilities are believed.
    """
    first = _decoded(layout, rules, belief)
    if first.result.found:
        return _reading(first, rules, belief)
    for alternative in layout.alternatives[: belief.alternatives]:
        if _may_win(alternative.detections, rules):
            other = _decoded(alternative.lay_out(), rules, belief)
            if other.result.found:
                return _reading(other, rules, belief)
    return _reading(first, rules, belief)


def _may_win(detections: Sequence[Detection], rules: Rules) -> bool:
    """Whether tiles are near enough to a winning hand, however they lie, for their layout to be worth a look."""
    faces = [tile for tile in (detection.tile for detection in detections) if tile not in _BONUS]
    if BACK in faces:
        return 14 <= len(faces) <= 18
    return lacking(faces, 0, fimj=rules == "fimj") <= 2


@dataclass(frozen=True, slots=True)
class _Decoded:
    """A layout with what the search made of it."""

    layout: Layout
    melds: tuple[Group, ...]
    result: Search
    read: tuple[str, ...]


def _decoded(layout: Layout, rules: Rules, belief: Belief) -> _Decoded:
    laid = layout.hand
    melds = tuple(group for group in layout.groups if group.kind in ("claimed", "concealed-quad"))
    melded = {place for group in melds for place in group.tiles}
    standing = tuple(place for place in range(len(laid)) if place not in melded)
    choices = tuple(_choices(tile, belief) for tile in laid)
    puzzle = Puzzle(choices, standing, tuple(group.tiles for group in melds), rules == "fimj")
    result = search(puzzle, belief.budget, steps=belief.steps)
    return _Decoded(layout, melds, result, tuple(choice[0][1] for choice in choices))


def _reading(decoded: _Decoded, rules: Rules, belief: Belief) -> PhotoReading:
    layout, found = decoded.layout, decoded.result.found
    laid = layout.hand
    hands = [
        tuple(_read(tile, code) for tile, code in zip(laid, codes, strict=True))
        for codes in ([one.codes for one in found] or [decoded.read])
    ]
    others = tuple(_read(tile, tile.detection.tile) for tile in layout.tiles[len(laid) :])
    hand = _hand(hands[0], decoded.melds, rules)
    return PhotoReading(
        hand,
        (*hands[0], *others),
        _doubts(hands[0], hand, layout, belief, legal=bool(found)),
        layout,
        bool(found),
        format_hand(_hand(hands[1], decoded.melds, rules)) if len(hands) > 1 else None,
        float(np.exp(found[1].cost - found[0].cost)) if len(found) > 1 else None,
        decoded.result.exhausted,
    )


def _choices(tile: LaidTile, belief: Belief) -> tuple[tuple[float, str], ...]:
    """The faces a tile may be, by what each costs; a tile that lies face down shows none."""
    if tile.detection.tile == BACK:
        return ((0.0, BACK),)
    believed = (1 - belief.doubt) * tile.detection.probabilities[:-1].astype(np.float64) + belief.doubt / len(CLASSES)
    costs = np.log(believed.max()) - np.log(believed)
    return tuple((float(costs[code]), CLASSES[code]) for code in np.argsort(costs, kind="stable"))


def _read(tile: LaidTile, code: str) -> ReadTile:
    probabilities = tile.detection.probabilities
    ranked = [(CLASSES[k], float(probabilities[k])) for k in np.argsort(-probabilities, kind="stable")[:5]]
    return ReadTile(
        tile,
        code,
        float(probabilities[CLASSES.index(code)]),
        tuple((other, p) for other, p in ranked if other != code and p >= 0.001),
        inferred=code != tile.detection.tile,
    )


def _hand(tiles: Sequence[ReadTile], groups: Sequence[Group], rules: Rules) -> Hand:
    melds = [
        Meld(_shown([tiles[place].tile for place in group.tiles]), concealed=group.kind == "concealed-quad")
        for group in groups
    ]
    standing = [tile for tile in tiles if tile.laid.role != "meld" and tile.tile not in (*_BONUS, BACK)]
    bonus = tuple(tile.tile for tile in tiles if tile.tile in _BONUS)
    winning = next((tile.tile for tile in standing if tile.role == "winning"), None)
    concealed = [tile.tile for tile in standing if tile.role != "winning"]
    quads = _quads([tile.tile for tile in standing], len(melds), rules)
    for quad in quads:
        concealed = [tile for tile in concealed if tile != quad]
    melds += [Meld((quad,) * 4, concealed=True) for quad in quads]
    return Hand(tuple(concealed), tuple(melds), bonus, winning)


def _shown(tiles: list[str]) -> tuple[str, ...]:
    """A set's tiles; those face down are what the others are."""
    faces = [tile for tile in tiles if tile != BACK]
    return tuple(tile if tile != BACK else faces[0] for tile in tiles) if faces else ()


def _quads(standing: list[str], melds: int, rules: Rules) -> list[str]:
    """Quads among tiles that stand in one row: as many as the number of tiles calls for."""
    surplus = len(standing) + 3 * melds - 14
    found: list[str] = []
    for tile, count in Counter(standing).items():
        rest = [other for other in standing if other != tile and other not in found]
        if count == 4 and len(found) < surplus and lacking(rest, melds + len(found) + 1, fimj=rules == "fimj") == 0:
            found.append(tile)
    return found if len(found) == surplus else []


def _doubts(tiles: Sequence[ReadTile], hand: Hand, layout: Layout, belief: Belief, *, legal: bool) -> tuple[Doubt, ...]:
    found = [
        Doubt(place, " or ".join([tile.tile, *(code for code, p in tile.alternatives[:2] if p >= 0.02)]))
        for place, tile in sorted(enumerate(tiles), key=lambda item: item[1].confidence)
        if tile.tile != BACK and (tile.confidence < belief.ask or tile.inferred)
    ]
    if not tiles:
        return (Doubt(None, "no tiles found; take the photo closer and straight from above"),)
    if not legal:
        found.append(Doubt(None, f"{len(hand.tiles)} tiles that do not make a winning hand"))
    elif hand.winning is None:
        found.append(Doubt(None, "which tile won: no tile lies apart"))
    if layout.second_hand:
        found.append(Doubt(None, f"another {len(layout.second_hand)} tiles look like a second hand"))
    if not layout.orientation_known:
        found.append(Doubt(None, "which way up the hand lies"))
    return tuple(found)
