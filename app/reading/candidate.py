"""Decoding one candidate: its layout, the likeliest hand of its tiles, and the cost in nats."""

from dataclasses import replace
from math import inf, isfinite, log
from typing import Final

import numpy as np

from hu.app.reading.context import ReadingContext
from hu.app.reading.costs import make_decoding_input
from hu.app.reading.decoding import DecodedHand, decode
from hu.app.reading.decoding_input import DecodingInput, MeldInput
from hu.app.reading.model import DecodedCandidate
from hu.app.reading.plausibility import is_plausible
from hu.app.reading.search_budget import SearchBudget
from hu.scoring.tiles import BACK, BONUS, FACES
from hu.vision.layout.layout import Scene, build_layout
from hu.vision.layout.model import WAITING, Candidate, Layout
from hu.vision.layout.settings import ReadingSettings

_BONUS: Final = frozenset(BONUS)
#: Faces of tiles that are no standing tiles of a hand and no tiles of its open melds.
_BACK_OR_BONUS: Final = frozenset((BACK, *BONUS))
#: Cost of a hand that waits for its last tile: players photograph those too, but rarely more or
#: fewer tiles.
_WAITING_NATS: Final = 3.5
#: The most that faces are bent to make a waiting hand, in nats.
_WAITING_LIMIT_NATS: Final = 2.0
#: How many tiles a waiting hand may have, each meld counted as three. Those beyond thirteen are
#: flowers or strays.
_WAITING_COUNTS: Final = range(WAITING, WAITING + 4)
#: Cost of tiles that cannot be a hand.
_IMPLAUSIBLE_NATS: Final = 20.0
#: A tile is bent if it is read as a face that costs more than this: half as likely as the likeliest
#: face.
_BENT_NATS: Final = log(2)
#: A legal hand with this many bent tiles is not believed. The tiles as they look are likelier.
_TOO_MANY_BENT: Final = 2


def decode_candidate(
    scene: Scene, candidate: Candidate | None, context: ReadingContext
) -> DecodedCandidate:
    """Lay out a candidate, decode it, and add up its cost.

    Args:
        scene: the photo's tiles.
        candidate: the tiles that may be the hand. None for a photo without tiles.
        context: the rules, settings and search budget.
    """
    settings = context.settings
    layout = build_layout(scene, candidate, context.rules.claim_style)
    if candidate is None:
        candidate = Candidate(frozenset())
    decoding_input = make_decoding_input(layout, context.rules, settings)

    search = decode(decoding_input, settings.budget_nats, context.budget)
    believed_hands = [
        hand
        for hand in search.hands
        if _count_bent_tiles(hand, layout, decoding_input) < _TOO_MANY_BENT
    ]
    search = replace(search, hands=tuple(believed_hands))

    # Without a legal hand the tiles may wait for their last one. Otherwise they are read as they
    # look.
    waiting_hand = None
    if not search.hands:
        waiting_hand = _find_waiting_hand(decoding_input, context.budget)
    if search.hands:
        hand = search.hands[0]
        not_winning_cost = 0.0
    elif waiting_hand is not None:
        hand = waiting_hand
        not_winning_cost = _WAITING_NATS
    else:
        hand = _hand_as_it_looks(decoding_input)
        not_winning_cost = _no_hand_cost(hand, decoding_input, settings)

    strays = decoding_input.tiles - hand.face_of.keys()
    plausible = is_plausible(layout, strays, legal=bool(search.hands))
    return DecodedCandidate(
        candidate=candidate,
        layout=layout,
        decoding_input=decoding_input,
        search=search,
        hand=hand,
        waits=waiting_hand is not None,
        # The candidate's own cost already counts a wrong number of tiles.
        legality_cost=max(0.0, not_winning_cost - candidate.count_penalty),
        implausibility_cost=0.0 if plausible else _IMPLAUSIBLE_NATS,
    )


def _count_bent_tiles(hand: DecodedHand, layout: Layout, decoding_input: DecodingInput) -> int:
    """Count the tiles face up, flowers aside, that a hand takes for a much less likely face."""
    looks_of = {tile.index: tile.detection.tile for tile in layout.hand}
    count = 0
    for tile, face in hand.face_of.items():
        if face in _BACK_OR_BONUS or looks_of[tile] in _BACK_OR_BONUS:
            continue
        if decoding_input.face_costs[tile, FACES.index(face)] > _BENT_NATS:
            count += 1
    return count


def _find_waiting_hand(decoding_input: DecodingInput, budget: SearchBudget) -> DecodedHand | None:
    """Find the likeliest hand that waits for its last tile. None if no such hand is near."""
    count = len(decoding_input.standing) + 3 * len(decoding_input.melds)
    if count not in _WAITING_COUNTS:
        return None
    # The missing tile is a wildcard: any face costs nothing.
    wildcard = len(decoding_input.stray_costs)
    wildcard_costs = np.zeros((1, len(FACES)))
    with_wildcard = replace(
        decoding_input,
        face_costs=np.vstack([decoding_input.face_costs, wildcard_costs]),
        stray_costs=np.append(decoding_input.stray_costs, inf),
        standing=(*decoding_input.standing, wildcard),
        melds=tuple(_claimed_from_anybody(meld) for meld in decoding_input.melds),
    )
    hands = decode(with_wildcard, _WAITING_LIMIT_NATS, budget).hands
    if not hands or hands[0].quads:
        return None
    face_of = {tile: face for tile, face in hands[0].face_of.items() if tile != wildcard}
    return replace(hands[0], face_of=face_of)


def _claimed_from_anybody(meld: MeldInput) -> MeldInput:
    """The meld, as a sequence at no cost: from whom it was claimed says nothing about the wait."""
    if isfinite(meld.sequence_cost):
        return replace(meld, sequence_cost=0.0)
    return meld


def _hand_as_it_looks(decoding_input: DecodingInput) -> DecodedHand:
    """The tiles with their likeliest faces, whether that makes a hand or not."""
    face_costs = decoding_input.face_costs
    tiles = [
        tile
        for tile in decoding_input.standing
        if face_costs[tile].min() <= decoding_input.stray_costs[tile]
    ]
    for meld in decoding_input.melds:
        tiles += meld.tiles
    face_of = {tile: FACES[int(face_costs[tile].argmin())] for tile in tiles}
    return DecodedHand(0.0, face_of)


def _no_hand_cost(
    hand: DecodedHand, decoding_input: DecodingInput, settings: ReadingSettings
) -> float:
    """The cost in nats of tiles that are no hand. Each missing or surplus tile adds to it."""
    standing = set(decoding_input.standing)
    count = 3 * len(decoding_input.melds)
    for tile, face in hand.face_of.items():
        if tile in standing and face not in _BONUS:
            count += 1
    off = min(abs(count - WAITING), abs(count - WAITING - 1))
    return settings.short_nats + settings.count_nats * off
