"""From a candidate layout to a reading: what each tile costs as each face, the likeliest hand, and what that costs.

Costs are in nats: how much less likely something is than what was read.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite, log
from typing import Final

import numpy as np

from hu.app.reading.decoding import DecodingInput, LegalHand, MeldInput, Search, decode
from hu.app.reading.doubts import CLEAR_SHARE, WHY_NO_HAND, find_doubts, without_hand
from hu.app.reading.model import DecodedCandidate, Doubt, HandReading, ReadTile
from hu.app.reading.partitions import Floats, SearchBudget
from hu.scoring.hand import Hand
from hu.scoring.melds import Meld
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.tiles import BACK, BONUS, CLASSES, FACES, RED_FIVES
from hu.vision.detection import CLEAR, Detection, log_odds
from hu.vision.finding import red_fives
from hu.vision.geometry import TINY
from hu.vision.layout.layout import Scene, build_layout
from hu.vision.layout.model import (
    BLANKS,
    HALF_A_HAND,
    WAITING,
    Candidate,
    LaidTile,
    Layout,
    TileGroup,
)
from hu.vision.layout.settings import DEFAULT_SETTINGS, ReadingSettings

_BONUS: Final = frozenset(BONUS)
_WHITE: Final = FACES.index("5z")
#: Cost of a hand that waits for its last tile: players photograph those too, but rarely more or fewer tiles.
_WAITING: Final = 3.5
#: How far faces are bent to make a waiting hand, and how many tiles it may have, each meld counted as three.
_WAITING_BUDGET: Final = 2.0
_WAITING_COUNTS: Final = range(WAITING, WAITING + 4)
_IMPLAUSIBLE: Final = 20.0
#: A tile is bent when it is read as a face that costs more than this, and a legal hand has fewer bent tiles than this.
_CLOSE_CALL: Final = log(2)
_BENT: Final = 2
#: Cost of reading a tile that lies face down as a white dragon that shows nothing.
_BLANK: Final = 1.0
#: Higher detector scores are no more often right: round wind markers and the like.
_TOP_SCORE: Final = 0.97
#: What each neighbour that a tile touches adds to its log-odds of being one of the hand, and what a tile loses that is
#: alone in its row.
_TOUCHED, _ALONE = 0.6, 1.2
#: A hand has at least this many clear tiles, and they, blank ones aside, are at least this share of its tiles; or it is
#: legal and this share is clear (keys and letters, too, can be bent to a legal hand); or half a hand, and this share
#: of the tiles, touch in one row, as in a blurred photo. Print gives heaps of doubtful tiles and a few clear ones.
_MIN_CLEAR: Final = 3
_LEGAL_CLEAR_SHARE: Final = 0.42
_MIN_RUN_SHARE: Final = 0.5
#: Without a legal hand in the budget, the nearest one within this many budgets shows what to ask.
_STRETCHED: Final = 2.0
STRAY: Final = "hardly a tile, or one too many for a legal hand"
_NO_HAND: Final = "nothing in the photo can be a hand"


def decode_candidate(
    scene: Scene,
    candidate: Candidate | None,
    rules: RuleSet,
    settings: ReadingSettings,
    budget: SearchBudget,
) -> DecodedCandidate:
    """Lay out a candidate, decode it, and add up its cost."""
    layout = build_layout(scene, candidate, rules.claim_style)
    candidate = candidate or Candidate(frozenset())
    given = decoding_input(layout, rules, settings)
    search = decode(given, settings.budget_nats, budget)
    # The tiles as they lie are worth more than a legal hand that needs two bent faces of tiles that lie face up.
    faces = {tile.index: tile.detection.tile for tile in layout.hand}
    bent = [
        sum(
            given.faces[tile, FACES.index(code)] > _CLOSE_CALL
            and not {code, faces[tile]} & {BACK, *BONUS}
            for tile, code in hand.codes.items()
        )
        for hand in search.hands
    ]
    search = replace(
        search,
        hands=tuple(hand for hand, more in zip(search.hands, bent, strict=True) if more < _BENT),
    )
    waiting = None if search.hands else _waiting_hand(given, budget)
    short, best = (_WAITING if waiting else 0.0), search.hands[0] if search.hands else waiting
    if best is None:
        # What was read, whether it makes a hand or not.
        read = [tile for tile in given.standing if given.faces[tile].min() <= given.strays[tile]]
        melded = [tile for meld in given.melds for tile in meld.tiles]
        best = LegalHand(
            0.0, {tile: FACES[int(given.faces[tile].argmin())] for tile in (*read, *melded)}
        )
        count = sum(best.codes[tile] not in _BONUS for tile in read) + 3 * len(given.melds)
        short = settings.short_nats + settings.count_nats * min(
            abs(count - WAITING), abs(count - WAITING - 1)
        )
    plausible = _is_plausible(layout, given.tiles - best.codes.keys(), legal=bool(search.hands))
    legality = max(0.0, short - candidate.count_penalty)
    implausible = 0.0 if plausible else _IMPLAUSIBLE
    return DecodedCandidate(
        candidate, layout, given, search, best, bool(waiting), legality, implausible
    )


def decoding_input(
    layout: Layout, rules: RuleSet, settings: ReadingSettings = DEFAULT_SETTINGS
) -> DecodingInput:
    """Build the decoder's input: what each tile costs as each face, in a meld, and left out of the hand."""
    hand, count = layout.hand, max((tile.index for tile in layout.tiles), default=-1) + 1
    groups = [group for group in layout.groups if group.kind in ("claimed", "concealed-quad")]
    melded = {tile for group in groups for tile in group.tiles}
    # A row for each detection; those outside of the hand stay empty.
    faces, strays = np.full((count, len(FACES)), inf), np.full(count, inf)
    own = [tile.index for tile in hand]
    costs = face_costs([tile.detection for tile in hand], settings)
    found, backs = costs[:, : len(FACES)], costs[:, len(FACES)]
    # The layout keeps face-down tiles in its rows only where they may be blank white dragons.
    blank = [
        k for k, tile in enumerate(hand) if tile.detection.tile == BACK and tile.index not in melded
    ]
    found[blank, _WHITE] = np.minimum(found[blank, _WHITE], backs[blank] + _BLANK)
    aside = np.minimum(backs, found.min(axis=1, initial=inf) + _stray_costs(layout, settings))
    least = np.minimum(found.min(axis=1, initial=inf), aside)
    # By rules without flowers, what looks like one lies beside the hand.
    foreign = [FACES.index(tile) for tile in BONUS if tile not in rules.bonus_tiles]
    aside = np.minimum(aside, found[:, foreign].min(axis=1, initial=inf))
    found[:, foreign] = inf
    faces[own], strays[own] = found - least[:, None], aside - least
    melds, tiles = [], layout.by_index
    for group in groups:
        quad = len(group.tiles) == 4 or group.kind == "concealed-quad"
        # Only the left-hand player's discards can be claimed for a sequence; but the reading direction may be wrong.
        sequence = inf if quad else 0.0 if group.claimed_from in ("left", None) else 1.0
        up = tuple(tile for tile in group.tiles if tiles[tile].detection.tile != BACK)
        melds.append(MeldInput(up, len(group.tiles), sequence))
    return DecodingInput(
        faces,
        strays,
        tuple(index for index in own if index not in melded),
        tuple(melds),
        rules.shapes_of({}),
    )


def face_costs(
    detections: Sequence[Detection], settings: ReadingSettings = DEFAULT_SETTINGS
) -> Floats:
    """``(n, 43)`` float64: cost of each tile as each face, and as one that lies face down."""
    seen = np.array(
        [detection.probabilities for detection in detections], dtype=np.float64
    ).reshape(-1, len(CLASSES))
    seen = np.nan_to_num(seen)
    believed = (1 - settings.doubt_share) * seen / np.maximum(seen.sum(axis=1, keepdims=True), TINY)
    costs: Floats = -np.log(believed + settings.least_probability)
    return costs


def _stray_costs(layout: Layout, settings: ReadingSettings) -> Floats:
    """``(n,)``: cost of taking each tile of the hand for something else that lies there.

    Negative for detections with a low score and no clear face: edges of racks and tiles, dice.
    """
    hand = [tile.detection for tile in layout.hand]
    scores = np.array([log_odds(tile.score, 1 - _TOP_SCORE) for tile in hand])
    costs: Floats = 2.0 * scores + 5.5 * np.array([tile.confidence for tile in hand]) - 7.8
    place = {tile.index: k for k, tile in enumerate(layout.hand)}
    for row in layout.rows:
        touching = [abs(gap - layout.usual_gap) < settings.set_gap_tile_widths for gap in row.gaps]
        for k, tile in enumerate(row.tiles):
            near = sum(touching[max(0, k - 1) : k + 1])
            costs[place[tile]] += _TOUCHED * near if len(row.tiles) > 1 else -_ALONE
    return costs


def _waiting_hand(given: DecodingInput, budget: SearchBudget) -> LegalHand | None:
    """The likeliest hand that one more tile would make a winning one; None where none is near."""
    last = len(given.strays)
    if len(given.standing) + 3 * len(given.melds) not in _WAITING_COUNTS:
        return None
    any_tile = replace(
        given,
        faces=np.vstack([given.faces, np.zeros((1, len(FACES)))]),
        strays=np.append(given.strays, inf),
        standing=(*given.standing, last),
        # Whose discard makes a sequence says nothing of what the hand waits for.
        melds=tuple(
            replace(meld, sequence=0.0 if isfinite(meld.sequence) else inf) for meld in given.melds
        ),
    )
    found = next(iter(decode(any_tile, _WAITING_BUDGET, budget).hands), None)
    if found is None or found.quads:
        return None
    return replace(found, codes={tile: code for tile, code in found.codes.items() if tile != last})


def _is_plausible(layout: Layout, dropped: frozenset[int], *, legal: bool) -> bool:
    """Whether tiles can be a hand at all: some of them are clear, or many lie side by side.

    Pictures without tiles give a few doubtful detections, too.
    """
    hand = layout.hand
    taken = [tile.detection for tile in hand if tile.index not in dropped]
    clear = [tile for tile in taken if tile.belief >= CLEAR]
    shown = sum(tile.tile not in BLANKS for tile in clear)
    if legal and len(clear) >= _LEGAL_CLEAR_SHARE * len(hand):
        return True
    if len(clear) >= _MIN_CLEAR and shown >= CLEAR_SHARE * len(hand):
        return True
    # The most tiles in a row that touch; flowers, which print is often read as, and what is no tile do not count.
    longest, tiles = 0, layout.by_index
    for row in layout.rows:
        seen = [tiles[tile].detection for tile in row.tiles]
        # Tiles that the decoding left out count where they are surely tiles: these cannot be read.
        gone = [
            k in dropped and tile.score < CLEAR for k, tile in zip(row.tiles, seen, strict=True)
        ]
        faces = [BACK if away else tile.tile for tile, away in zip(seen, gone, strict=True)]
        run = int(faces[0] not in (BACK, *BONUS))
        for face, gap in zip(faces[1:], row.gaps, strict=True):
            touches = (
                face != BACK and abs(gap - layout.usual_gap) <= DEFAULT_SETTINGS.set_gap_tile_widths
            )
            run = (run if touches else 0) + (face not in (BACK, *BONUS))
            longest = max(longest, run)
    return longest >= max(HALF_A_HAND, _MIN_RUN_SHARE * len(taken))


def build_reading(
    candidates: Sequence[DecodedCandidate],
    rules: RuleSet,
    settings: ReadingSettings,
    budget: SearchBudget,
    second_hand: tuple[int, ...] = (),
) -> HandReading:
    """Build the ``HandReading`` of the first candidate; the others are those that it was compared with."""
    chosen = candidates[0]
    layout, hands, best = chosen.layout, chosen.search.hands, chosen.best
    codes = dict(best.codes)
    for group in layout.groups:
        faces = _meld_faces(group, best)
        # No tile of a claimed triplet or quad lies face down, though one may look so.
        if group.kind == "claimed" and len(set(faces)) == 1:
            codes |= dict.fromkeys(group.tiles, faces[0])
    read = _read_tiles(layout, codes, chosen.input.tiles)
    tiles, others = read[: len(layout.hand)], read[len(layout.hand) :]
    if chosen.implausible:
        seen = [
            replace(tile, laid=LaidTile.other(tile.index, tile.laid.detection, _NO_HAND))
            for tile in read
        ]
        empty = replace(layout, tiles=tuple(tile.laid for tile in seen), rows=(), groups=())
        kind, found = without_hand(seen)
        doubt = Doubt(None, WHY_NO_HAND[kind].format(found))
        return HandReading(Hand(()), tuple(seen), (doubt,), empty, False, (), tuple(candidates))
    nearest = (
        Search((), complete=True)
        if hands
        else decode(chosen.input, _STRETCHED * settings.budget_nats, budget)
    )
    if rules.has_red_fives:
        inks = red_fives.with_red_probability([tile.detection for tile in layout.tiles])
        fives = RED_FIVES.values()
        tiles = [
            replace(tile, red=seen.red) if tile.tile in fives else tile
            for tile, seen in zip(tiles, inks, strict=False)
        ]
    red = tuple(tile.tile for tile in tiles if tile.role != "other" and tile.code in RED_FIVES)
    hand = replace(hand_of(layout, best), red=red)
    reading = HandReading(
        hand, (*tiles, *others), (), layout, bool(hands), second_hand, tuple(candidates)
    )
    return replace(reading, doubts=find_doubts(reading, nearest, rules.bonus_tiles))


def _read_tiles(
    layout: Layout, codes: Mapping[int, str], inside: Collection[int]
) -> list[ReadTile]:
    """Every tile as it was read. One that the search left without a face does not belong to the hand."""
    seen = np.array([tile.detection.probabilities for tile in layout.tiles]).reshape(
        -1, len(CLASSES)
    )
    probabilities = np.nan_to_num(seen)
    likeliest = np.argsort(-probabilities, axis=1, kind="stable")[:, :5]
    tiles = []
    for tile, likely, ranked in zip(
        layout.tiles, probabilities.tolist(), likeliest.tolist(), strict=True
    ):
        face = codes.get(tile.index, tile.detection.tile)
        why = "face down, in no quad" if face == BACK else STRAY
        left_out = tile.index in inside and tile.index not in codes
        tiles.append(
            ReadTile(
                replace(tile, role="other", reason=why) if left_out else tile,
                face,
                likely[CLASSES.index(face)],
                tuple(
                    (CLASSES[k], likely[k])
                    for k in ranked
                    if CLASSES[k] != face and likely[k] >= 0.001
                ),
                inferred=face != tile.detection.tile,
            )
        )
    return tiles


def _meld_faces(group: TileGroup, legal: LegalHand) -> tuple[str, ...]:
    """The faces of a meld; a face-down tile has the first face that shows. Empty where none shows."""
    codes = [legal.codes.get(tile, BACK) for tile in group.tiles]
    first = next((code for code in codes if code != BACK), None)
    return tuple(first if code == BACK else code for code in codes) if first else ()


def hand_of(layout: Layout, legal: LegalHand) -> Hand:
    """The hand that a layout's tiles make with these faces."""
    groups = [group for group in layout.groups if group.kind in ("claimed", "concealed-quad")]
    tiles = layout.by_index
    melds = [
        Meld(_meld_faces(group, legal), concealed=group.kind == "concealed-quad")
        for group in groups
    ]
    melded = {tile for group in groups for tile in group.tiles}
    standing = {
        tile: code
        for tile, code in legal.codes.items()
        if tile not in melded and code not in (*_BONUS, BACK)
    }
    # A tile that fills up four alike is no winning tile: a quad is laid down before.
    apart = (
        tile
        for tile, code in standing.items()
        if tiles[tile].role == "winning" and code not in legal.quads
    )
    # Of 13 tiles, each meld counted as three, none has won.
    waits = len(standing) - len(legal.quads) + 3 * len(groups) == WAITING
    won = None if waits else next(apart, None)
    concealed = [code for tile, code in standing.items() if tile != won and code not in legal.quads]
    return Hand(
        tuple(concealed),
        (*melds, *(Meld((quad,) * 4, concealed=True) for quad in legal.quads)),
        tuple(code for code in legal.codes.values() if code in _BONUS),
        None if won is None else standing[won],
    )
