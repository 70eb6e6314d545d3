"""Evidence: why tiles are read as they are, as ids and numbers that any language can be made of.

``hu.app.records.words`` turns the ids into words.
"""

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

#: A number or a face in a piece of evidence.
EvidenceValue = int | float | str

EvidenceId = Literal[
    # For a group of tiles.
    "gap",  # ``tile_widths``: a gap beside the group that is wider than usual
    "sideways-tile",
    "sideways-on-rack",  # a sideways tile in rules where it marks a concealed meld
    "sideways-at-row-end",
    "split-off",  # the tiles make a meld, though no gap divides them from their neighbours
    # For a claimed meld (if positive) or a concealed meld (if negative).
    "others-stand",  # other tiles stand together
    "pair-stands",  # only a pair stands, its two tiles apart
    "shown-in-melds",  # the whole hand is shown in melds
    "own-row",
    "row-of-melds",
    "touches-meld",
    "quad-in-row",
    "tiles-on-both-sides",
    "other-meld-marked",  # another meld has a sideways tile
    "equal-tiles",  # a triplet or quad lies apart on a rack
    # Against a candidate for the hand.
    "count",  # more or fewer tiles than a hand has
    "weight",  # another candidate is larger or clearer
    "order",  # the tiles are not sorted
    "direction",  # the rows run away from the photographer
    "side",  # the tiles are turned, or far away
    "strays",  # less certain tiles
    "joins",  # runs of tiles joined that lie apart
    "splits",  # runs of tiles split that lie together
    "backs",  # tiles face down taken for part of the hand
    "tapped",  # takes back ``count``, because somebody chose the tiles
    "faces",  # faces other than the likeliest, or tiles left out
    "legality",  # no legal hand
    "few-clear-tiles",
]

ReasonId = Literal[
    "apart",  # ``tile_widths`` from the hand
    "cluster",  # one of ``count`` tiles together, ``tile_widths`` from the hand
    "other-size",  # ``times`` smaller or larger, ``tile_widths`` from the hand
    "turned",  # by ``degrees`` against the hand, ``tile_widths`` from it
    "face-down",  # ``tile_widths`` from the hand
    "face-down-no-quad",
    "wind-marker",  # ``tile`` is a fifth wind
    "flower",  # a flower or season, in rules that are played without them
    "stray",  # probably not a tile, or more tiles than a legal hand has
    "no-hand",  # nothing in the photo can be a hand
    # No tile of its own.
    "seen-twice",
    "outside-picture",
    "face-not-read",
    "thin-box",
]


class Evidence(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An observation and its weight.

    Attributes:
        id: what was observed.
        log_odds: its weight in nats. Evidence of a group speaks for the group if it is positive.
            Evidence that a meld was claimed is positive too, and evidence that the meld is
            concealed is negative. Evidence against a candidate is positive: the nats that it costs.
        parameters: numbers of the observation. Lengths are in tile widths.
    """

    id: EvidenceId
    log_odds: float
    parameters: Mapping[str, EvidenceValue] = {}


class Reason(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Why a tile belongs to no hand.

    Attributes:
        id: the reason.
        parameters: its numbers and faces. Lengths are in tile widths, angles in degrees.
    """

    id: ReasonId
    parameters: Mapping[str, EvidenceValue] = {}
