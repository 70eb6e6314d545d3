"""From the likeliest candidate to the hand: its text, every tile with what it may be, and what to ask."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from hu.app.reading.decoding import LegalHand, Search, decode
from hu.app.reading.doubts import doubts_of
from hu.app.reading.model import HandReading, ReadTile
from hu.app.reading.partitions import Effort
from hu.app.reading.plausibility import why_no_hand
from hu.app.reading.tried import Tried
from hu.scoring.hand import Hand, Meld
from hu.scoring.rule_set import RuleSet
from hu.scoring.tiles import BACK, BONUS, CLASSES, RED_FIVES
from hu.vision.finding import red_fives
from hu.vision.layout import Group, LaidTile, Layout, ReadingSettings

_BONUS: Final = frozenset(BONUS)
_NO_HAND: Final = "nothing in the photo can be a hand"
STRAY: Final = "hardly a tile, or one too many for a legal hand"
#: Where no legal hand is near, a hand this many times further away shows what to ask.
STRETCHED: Final = 2.0


def assembled(trial: Tried, rules: RuleSet, settings: ReadingSettings, effort: Effort) -> HandReading:
    """Say what the likeliest candidate of a photo comes to."""
    layout, hands, best = trial.layout, trial.search.hands, trial.best
    codes = best.codes | _turned_up(layout, best)
    tiles = tuple(_read(tile, codes.get(k), stands=k in trial.inside) for k, tile in enumerate(layout.hand))
    others = tuple(_read(tile, None, stands=False) for tile in layout.tiles[len(layout.hand) :])
    if not trial.plausible:
        return _without_hand(layout, (*tiles, *others))
    nearest = Search((), exhausted=True) if hands else decode(trial.puzzle, STRETCHED * settings.budget_nats, effort)
    if rules.has_red_fives:
        inks = red_fives.with_red_probability([tile.detection for tile in layout.tiles])
        tiles = tuple(_maybe_red(tile, seen.red) for tile, seen in zip(tiles, inks, strict=False))
    red = tuple(tile.tile for tile in tiles if tile.role != "other" and tile.code in RED_FIVES)
    hand = replace(_hand(layout, best), red=red)
    return HandReading(
        hand,
        (*tiles, *others),
        doubts_of(layout, tiles, hand, trial.search, nearest, rules.bonus_tiles),
        layout,
        bool(hands),
    )


def _without_hand(layout: Layout, tiles: Sequence[ReadTile]) -> HandReading:
    """The reading of a photo in which nothing can be a hand."""
    aside = tuple(replace(tile, laid=LaidTile.other(tile.laid.index, tile.laid.detection, _NO_HAND)) for tile in tiles)
    empty = replace(layout, tiles=tuple(tile.laid for tile in aside), rows=(), groups=(), second_hand=())
    return HandReading(Hand(()), aside, (why_no_hand(aside),), empty, legal=False)


def _read(tile: LaidTile, code: str | None, *, stands: bool) -> ReadTile:
    """A tile as it was read. A tile that the search left without a face does not belong to the hand."""
    probabilities = np.nan_to_num(tile.detection.probabilities)
    ranked = [(CLASSES[k], float(probabilities[k])) for k in np.argsort(-probabilities, kind="stable")[:5]]
    read = code or tile.detection.tile
    why = "face down, in no quad" if read == BACK else STRAY
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
    # Of 13 tiles, each set counted as three, none has won.
    waits = len(standing) - len(legal.quads) + 3 * len(groups) == 13
    won = None if waits else next(apart, None)
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
