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
from hu.scoring.tiles import BACK, BONUS, FACES, KINDS
from hu.vision.layout.layout import Scene, build_layout
from hu.vision.layout.model import Candidate, Layout
from hu.vision.layout.settings import ReadingSettings

_BONUS: Final = frozenset(BONUS)
_BACK_OR_BONUS: Final = frozenset((BACK, *BONUS))
#: Reading tiles as a hand that waits for its last tile may cost at most this, in nats.
_WAITING_LIMIT_NATS: Final = 2.0
#: At most this many tiles beside a hand that waits may be flowers or strays, not counting tiles
#: that were set aside at the place of flowers.
_MOST_BESIDE_WAITING: Final = 3
#: The cost of tiles that cannot be a hand, in nats.
_IMPLAUSIBLE_NATS: Final = 20.0
#: A face that costs more than this, in nats, is unlikely: less than half as likely as the tile's
#: likeliest face.
_UNLIKELY_NATS: Final = log(2)
#: A legal hand with this many unlikely faces, or more, is not believed: the faces that the tiles
#: look like are likelier.
_TOO_MANY_UNLIKELY_FACES: Final = 2


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
    believed_hands = [hand for hand in search.hands if _is_believed(hand, layout, decoding_input)]
    search = replace(search, hands=tuple(believed_hands))

    # Take the likeliest legal hand. If there is none, take a hand that waits for its last tile. If
    # there is none either, take the tiles as they look.
    waiting_hand = None
    if believed_hands:
        hand = believed_hands[0]
        not_winning_cost = 0.0
    else:
        waiting_hand = _find_waiting_hand(decoding_input, context.budget)
        if waiting_hand is not None:
            hand = waiting_hand
            # Players photograph hands that wait for the last tile too, but rarely more or fewer
            # tiles.
            not_winning_cost = settings.budget_nats
        else:
            hand = _hand_as_it_looks(decoding_input)
            not_winning_cost = _no_hand_cost(hand, decoding_input, settings)

    strays = decoding_input.tiles - hand.face_of.keys()
    plausible = is_plausible(
        layout, strays, context.rules.hand_shape, is_legal=bool(believed_hands)
    )
    return DecodedCandidate(
        candidate=candidate,
        layout=layout,
        decoding_input=decoding_input,
        search=search,
        hand=hand,
        is_waiting=waiting_hand is not None,
        # The cost of the candidate has a penalty for a wrong number of tiles. It is not paid twice.
        legality_cost=max(0.0, not_winning_cost - candidate.count_penalty),
        implausibility_cost=0.0 if plausible else _IMPLAUSIBLE_NATS,
    )


def _is_believed(legal_hand: DecodedHand, layout: Layout, decoding_input: DecodingInput) -> bool:
    """Whether a legal hand has few enough unlikely faces to be believed.

    Tiles that were read as flowers, or look like flowers or backs, are not counted.
    """
    likeliest_face_of = {tile.index: tile.detection.tile for tile in layout.hand}
    unlikely_faces = 0
    for tile, face in legal_hand.face_of.items():
        if face in _BACK_OR_BONUS or likeliest_face_of[tile] in _BACK_OR_BONUS:
            continue
        if decoding_input.face_costs[tile, FACES.index(face)] > _UNLIKELY_NATS:
            unlikely_faces += 1
    return unlikely_faces < _TOO_MANY_UNLIKELY_FACES


def _find_waiting_hand(decoding_input: DecodingInput, budget: SearchBudget) -> DecodedHand | None:
    """Find the likeliest hand that waits for its last tile.

    A wildcard is added in place of the missing tile, and a winning hand is searched for.

    Returns:
        The hand without the wildcard. None if the tiles are too few or too many, if every such hand
        costs more than ``_WAITING_LIMIT_NATS``, or if the likeliest has a quad of standing tiles.
    """
    # The number of tiles, with each meld that lies apart counted as three.
    count = len(decoding_input.standing) + 3 * len(decoding_input.melds)
    set_aside = _set_aside_with_flowers(decoding_input)
    waiting_size = decoding_input.hand_shape.waiting_size
    most = waiting_size + _MOST_BESIDE_WAITING + len(set_aside)
    if not waiting_size <= count <= most:
        return None
    # The index of the wildcard comes after all others. The wildcard can be any kind at no cost, but
    # no flower. With a flower, the other tiles would be a winning hand, and wait for no tile.
    wildcard = len(decoding_input.stray_costs)
    wildcard_costs = np.zeros((1, len(FACES)))
    wildcard_costs[:, len(KINDS) :] = inf
    with_wildcard = replace(
        decoding_input,
        face_costs=np.vstack([decoding_input.face_costs, wildcard_costs]),
        stray_costs=np.append(decoding_input.stray_costs, inf),
        standing=(*decoding_input.standing, wildcard),
        melds=tuple(_claimed_from_anybody(meld) for meld in decoding_input.melds),
    )
    hands = decode(with_wildcard, _WAITING_LIMIT_NATS, budget).hands
    if not hands:
        return None
    hand = hands[0]
    if hand.quads:
        # A quad of standing tiles is not believed here. Tiles beyond the number of a hand that
        # waits must be flowers or strays.
        return None
    face_of = {tile: face for tile, face in hand.face_of.items() if tile != wildcard}
    return replace(hand, face_of=face_of)


def _claimed_from_anybody(meld: MeldInput) -> MeldInput:
    """The same meld without the cost of a sequence that was claimed from an unusual player.

    A hand waits for its last tile whoever discarded the tiles of its melds.
    """
    if isfinite(meld.sequence_cost):
        return replace(meld, sequence_cost=0.0)
    return meld


def _hand_as_it_looks(decoding_input: DecodingInput) -> DecodedHand:
    """The tiles with their likeliest faces, whether that makes a hand or not.

    Standing tiles that are likelier strays are left out. Tiles at the place of flowers are read as
    set aside, if players of these rules set tiles aside.
    """
    face_costs = decoding_input.face_costs
    tiles = [
        tile
        for tile in decoding_input.standing
        if face_costs[tile].min() <= decoding_input.stray_costs[tile]
    ]
    for meld in decoding_input.melds:
        tiles += meld.tiles
    face_of = {tile: FACES[int(face_costs[tile].argmin())] for tile in tiles}
    set_aside = [tile for tile in _set_aside_with_flowers(decoding_input) if tile in face_of]
    for tile in set_aside:
        face_of[tile] = decoding_input.set_aside_inputs[tile].face
    # Costs say how much less likely another hand is than this.
    return DecodedHand(cost=0.0, face_of=face_of, set_aside=tuple(set_aside))


def _set_aside_with_flowers(decoding_input: DecodingInput) -> list[int]:
    """List the tiles that were probably set aside, because they lie at the place of flowers."""
    inputs = decoding_input.set_aside_inputs
    return [tile for tile, set_aside_input in inputs.items() if set_aside_input.lies_with_flowers]


def _no_hand_cost(
    hand: DecodedHand, decoding_input: DecodingInput, settings: ReadingSettings
) -> float:
    """Return the cost in nats of tiles that neither win nor wait for their last tile.

    Args:
        hand: the tiles as they look.
        decoding_input: the tiles and melds, and the size of a hand in the rules.
        settings: the cost of tiles that are no hand, and of each missing or surplus tile.
    """
    standing = set(decoding_input.standing)
    # The size of a hand counts a quad as three tiles, like every meld.
    count = 3 * len(decoding_input.melds)
    for tile, face in hand.face_of.items():
        is_beside_hand = face in _BONUS or tile in hand.set_aside
        if tile in standing and not is_beside_hand:
            count += 1
    hand_shape = decoding_input.hand_shape
    # How many tiles are missing or too many. The numbers of a hand that waits and of a hand that
    # has won are both right.
    from_waiting = abs(count - hand_shape.waiting_size)
    from_complete = abs(count - hand_shape.complete_size)
    wrong_tiles = min(from_waiting, from_complete)
    return settings.short_nats + settings.count_nats * wrong_tiles
