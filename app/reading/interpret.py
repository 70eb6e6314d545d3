"""From a layout to a hand: its text, every tile with what it may be, and what to ask."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import numpy as np

from hu.app.reading.costs import DEFAULT, DecodingSettings, puzzle_of
from hu.app.reading.decoding import LegalHand, Puzzle, Search, decode
from hu.app.reading.doubts import doubts_of
from hu.app.reading.model import Doubt, HandReading, ReadTile, convention_of
from hu.app.reading.partitions import Effort
from hu.app.reading.plausibility import is_plausible, why_no_hand
from hu.scoring.hand import Hand, Meld
from hu.scoring.notation import format_hand
from hu.scoring.rule_set import RuleSet
from hu.scoring.rules import rule_set
from hu.scoring.tiles import BACK, BONUS, CLASSES, FACES, RED_FIVES
from hu.vision.detection import Detection
from hu.vision.finding import red_fives
from hu.vision.layout import Group, LaidTile, Layout, lay_out

_BONUS: Final = frozenset(BONUS)
_NO_HAND: Final = "nothing in the photo can be a hand"
_STRAY: Final = "hardly a tile, or one too many for a legal hand"


__all__ = ["DEFAULT", "DecodingSettings", "Doubt", "HandReading", "ReadTile", "read_attempts", "read_hand"]

#: Up to this many tiles of a hand may be missing for another layout to be tried, and for another attempt.
_LOST: Final = 4
_MISSED: Final = 7
#: Where no legal hand is near, a hand this many times further away shows what to ask.
STRETCHED: Final = 2.0


def read_hand(layout: Layout, rules: str, settings: DecodingSettings = DEFAULT) -> HandReading:
    """Find the most likely hand: a legal one if that is no great stretch, else what was read.

    Args:
        layout: where the tiles lie and what the networks saw. Where its hand is legal at a stretch only and that of
            one of its alternatives is likelier, that one is taken; the reading's ``layout`` says which it was.
        rules: the name of the rule set in force.
        settings: how far the probabilities are believed.
    """
    effort, known_rules = Effort(), rule_set(rules)
    best = first = _decoded(layout, known_rules, settings, effort)
    for other in islice(_others(first, known_rules, settings, effort), settings.max_alternatives):
        if other.cost + settings.stretch_nats < best.cost:
            best = other
    return _reading(_relaid(best, known_rules, settings, effort), known_rules, settings, effort)


def read_attempts(
    attempts: Iterable[Sequence[Detection]], rules: str, settings: DecodingSettings = DEFAULT
) -> HandReading:
    """Find the most likely hand among the tiles that were detected; try again where they hardly make sense.

    Two tiles detected as one, or one not detected at all, leave no legal hand: at another scale the detector rarely
    errs in the same way.

    Args:
        attempts: a photo's detections, then those of each retry. Retries are asked for where the tiles make no legal
            hand although their number is near one, until one does or sees just what the first attempt saw. The first
            legal hand counts.
        rules: the name of the rule set in force.
        settings: how far the probabilities are believed.
    """
    attempts, convention = iter(attempts), convention_of(rules)
    reading = read_hand(lay_out(next(attempts), convention), rules, settings)
    if reading.legal or not _may_win([tile.detection for tile in reading.layout.hand], _MISSED):
        return reading
    for detections in attempts:
        other = read_hand(lay_out(detections, convention), rules, settings)
        if other.legal:
            return other
        if other.text == reading.text:
            break
    return reading


def _others(first: "_Decoded", rules: RuleSet, settings: DecodingSettings, effort: Effort) -> Iterator["_Decoded"]:
    """What else the hand may be, as long as what was tried is legal at a stretch only; depth first."""
    if first.cost <= settings.stretch_nats:
        return
    for alternative in first.layout.alternatives:
        if _may_win(alternative.detections):
            other = _decoded(alternative.lay_out(), rules, settings, effort)
            yield other
            yield from _others(other, rules, settings, effort)


def _relaid(decoded: "_Decoded", rules: RuleSet, settings: DecodingSettings, effort: Effort) -> "_Decoded":
    """The same hand laid out without what its decoding dropped, which may have joined two groups or parted one."""
    strays = [tile.index for tile in decoded.strays]
    if not strays or decoded.layout.relaid is None:
        return decoded
    other = _decoded(decoded.layout.relaid(strays, _STRAY), rules, settings, effort)
    return other if other.cost <= decoded.cost else decoded


def _may_win(detections: Sequence[Detection], missed: int = _LOST) -> bool:
    """Whether the tile count could be a winning hand if up to ``missed`` tiles went undetected."""
    return sum(detection.tile not in (*_BONUS, BACK) for detection in detections) in range(14 - missed, 20)


@dataclass(frozen=True, slots=True, eq=False)
class _Decoded:
    """A layout with what the search made of it."""

    layout: Layout
    puzzle: Puzzle
    search: Search

    @property
    def cost(self) -> float:
        """How much less likely than what was read its legal hand is, in nats."""
        return self.search.hands[0].cost if self.search.hands else np.inf

    @property
    def inside(self) -> set[int]:
        """Positions in the layout's tiles of those that the search had to find a place for."""
        return {index for laid in self.puzzle.sets for index in laid.tiles} | set(self.puzzle.standing)

    @property
    def strays(self) -> list[LaidTile]:
        """The tiles that the legal hand leaves out, if there is one."""
        if not self.search.hands:
            return []
        codes = self.search.hands[0].codes
        return [self.layout.hand[index] for index in sorted(self.inside) if index not in codes]


def _decoded(layout: Layout, rules: RuleSet, settings: DecodingSettings, effort: Effort) -> _Decoded:
    puzzle = puzzle_of(layout, rules, settings)
    return _Decoded(layout, puzzle, decode(puzzle, settings.budget_nats, effort))


def _reading(decoded: _Decoded, rules: RuleSet, settings: DecodingSettings, effort: Effort) -> HandReading:
    layout, hands = decoded.layout, decoded.search.hands
    best = hands[0] if hands else _as_read(decoded.puzzle)
    nearest = Search((), exhausted=True) if hands else decode(decoded.puzzle, STRETCHED * settings.budget_nats, effort)
    inside = decoded.inside
    codes = best.codes | _turned_up(layout, best)
    tiles = tuple(_read(tile, codes.get(index), stands=index in inside) for index, tile in enumerate(layout.hand))
    others = tuple(_read(tile, None, stands=False) for tile in layout.tiles[len(layout.hand) :])
    if not is_plausible(layout, tiles, legal=bool(hands)):
        return _without_hand(layout, (*tiles, *others))
    if rules.has_red_fives:
        inks = red_fives.judged([tile.detection for tile in layout.tiles])
        tiles = tuple(_maybe_red(tile, seen.red) for tile, seen in zip(tiles, inks, strict=False))
    red = tuple(tile.tile for tile in tiles if tile.role != "other" and tile.code in RED_FIVES)
    hand = replace(_hand(layout, best), red=red)
    return HandReading(
        hand,
        (*tiles, *others),
        doubts_of(layout, tiles, hand, decoded.search, nearest),
        layout,
        bool(hands),
        format_hand(_hand(layout, hands[1])) if len(hands) > 1 else None,
        float(np.exp(hands[1].cost - hands[0].cost)) if len(hands) > 1 else None,
        decoded.search.exhausted,
    )


def _without_hand(layout: Layout, tiles: Sequence[ReadTile]) -> HandReading:
    """The reading of a photo in which nothing can be a hand."""
    aside = tuple(replace(tile, laid=LaidTile.other(tile.laid.index, tile.laid.detection, _NO_HAND)) for tile in tiles)
    empty = replace(layout, tiles=tuple(tile.laid for tile in aside), rows=(), groups=(), second_hand=(), relaid=None)
    return HandReading(Hand(()), aside, (why_no_hand(aside),), empty, False, None, None, True)


def _as_read(puzzle: Puzzle) -> LegalHand:
    """What was read, whether it makes a hand or not."""
    likeliest = puzzle.faces.argmin(axis=1)
    hand = [k for k in puzzle.standing if puzzle.faces[k].min() <= puzzle.strays[k]]
    return LegalHand(0.0, {k: FACES[likeliest[k]] for k in (*hand, *(k for laid in puzzle.sets for k in laid.tiles))})


def _read(tile: LaidTile, code: str | None, *, stands: bool) -> ReadTile:
    """A tile as it was read. A tile that the search left without a face does not belong to the hand."""
    probabilities = np.nan_to_num(tile.detection.probabilities)
    ranked = [(CLASSES[k], float(probabilities[k])) for k in np.argsort(-probabilities, kind="stable")[:5]]
    read = code or tile.detection.tile
    why = "face down, in no quad" if read == BACK else _STRAY
    return ReadTile(
        replace(tile, role="other", reason=why) if stands and code is None else tile,
        read,
        float(probabilities[CLASSES.index(read)]),
        tuple((other, p) for other, p in ranked if other != read and p >= 0.001),
        inferred=code is not None and read != tile.detection.tile,
    )


def _hand(layout: Layout, legal: LegalHand) -> Hand:
    groups = [group for group in layout.groups if group.kind in ("claimed", "concealed-quad")]
    melds = [
        Meld(_shown([*_codes(group, legal), *_hidden(group, layout, legal)]), concealed=group.kind == "concealed-quad")
        for group in groups
    ]
    melded = {index for group in groups for index in group.tiles}
    standing = {p: code for p, code in legal.codes.items() if p not in melded and code not in (*_BONUS, BACK)}
    # A tile that fills up four alike is no winning tile: a quad is laid down before.
    apart = (
        index for index, code in standing.items() if layout.hand[index].role == "winning" and code not in legal.quads
    )
    won = next(apart, None)
    concealed = [code for index, code in standing.items() if index != won and code not in legal.quads]
    return Hand(
        tuple(concealed),
        (*melds, *(Meld((quad,) * 4, concealed=True) for quad in legal.quads)),
        tuple(code for code in legal.codes.values() if code in _BONUS),
        None if won is None else standing[won],
    )


def _codes(group: Group, legal: LegalHand) -> list[str]:
    return [legal.codes.get(index, BACK) for index in group.tiles]


def _turned_up(layout: Layout, legal: LegalHand) -> dict[int, str]:
    """The faces of claimed triplets and quads, in which no tile lies face down, whatever it looks like."""
    codes: dict[int, str] = {}
    for group in layout.groups:
        faces = _shown(_codes(group, legal))
        if group.kind == "claimed" and len(set(faces)) == 1:
            codes |= dict.fromkeys(group.tiles, faces[0])
    return codes


def _hidden(group: Group, layout: Layout, legal: LegalHand) -> list[str]:
    """The fourth tile of a claimed quad, hidden by the one that lies on it."""
    codes = _codes(group, legal)
    raised = group.kind == "claimed" and any(layout.hand[index].level for index in group.tiles)
    alone = len(codes) == 3 and list(legal.codes.values()).count(codes[0]) == 3
    return codes[:1] if raised and alone and len(set(codes)) == 1 else []


def _maybe_red(tile: ReadTile, red: float) -> ReadTile:
    """The same tile with the probability that it is a red five, if it is a five."""
    return replace(tile, red=red) if tile.tile in RED_FIVES.values() else tile


def _shown(tiles: list[str]) -> tuple[str, ...]:
    """A set's tiles; those face down are what the others are."""
    faces = [tile for tile in tiles if tile != BACK]
    return tuple(tile if tile != BACK else faces[0] for tile in tiles) if faces else ()
