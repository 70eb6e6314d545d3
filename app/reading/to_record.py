"""The records of a reading, which leave the program.

Inside the program a tile is known by the index of its detection. In a record it is known by its
position in the list ``tiles``.
"""

from collections.abc import Iterable, Mapping, Sequence

from hu.app.reading.build import hand_of
from hu.app.reading.hands import TableHand
from hu.app.reading.model import Doubt, HandReading, PhotoReading, ReadTile, UnreadPhoto
from hu.app.records.doubt import Doubt as DoubtRecord
from hu.app.records.explanation import (
    Candidate,
    Explanation,
    Group,
    LeftOutTile,
    NumeralTile,
)
from hu.app.records.reading import Reading, SideReading, UnreadRecord
from hu.app.records.schema import SCHEMA_VERSION
from hu.app.records.tile import Box, Tile
from hu.vision.detection import Detection
from hu.vision.layout.evidence import Evidence, EvidenceValue, Reason
from hu.vision.layout.model import Terms

#: The digits after the point of probabilities, of pixels, of seconds, and of nats and lengths.
_PROBABILITY_DIGITS = 4
_PIXEL_DIGITS = 1
_SECOND_DIGITS = 3
_NAT_DIGITS = 2


def photo_record(
    photo_reading: PhotoReading,
    name: str | None = None,
    hands: Sequence[TableHand] | None = None,
    *,
    why: bool = False,
) -> Reading:
    """Make the record of a photo.

    Args:
        photo_reading: the photo as it was read.
        name: the name that the user gave it. The default is the photo's own name.
        hands: every open hand on the table. None leaves them out.
        why: whether to add the explanation.
    """
    reading = photo_reading.reading
    side_readings = None
    if hands is not None:
        side_readings = tuple(_side_reading(hand) for hand in hands)
    return Reading(
        schema=SCHEMA_VERSION,
        photo=photo_reading.photo.name if name is None else name,
        size=photo_reading.photo.size,
        hand=reading.text,
        tiles=tile_records(reading.tiles),
        doubts=doubt_records(reading),
        seconds=round(photo_reading.seconds, _SECOND_DIGITS),
        hands=side_readings,
        why=explanation_of(reading) if why else None,
    )


def unread_record(photo: UnreadPhoto, name: str) -> UnreadRecord:
    """Make the record of a photo that could not be read, under the name that the user gave it."""
    return UnreadRecord(schema=SCHEMA_VERSION, photo=name, error=str(photo.error))


def _side_reading(hand: TableHand) -> SideReading:
    """Make the record of an open hand on a table.

    Of the tiles outside the hand's layout, it has only those that a doubt is about.
    """
    reading = hand.reading
    hand_tiles = reading.hand_tiles
    doubtful_tiles = {doubt.tile for doubt in reading.doubts}
    tiles = list(hand_tiles)
    for tile in reading.tiles[len(hand_tiles) :]:
        if tile.index in doubtful_tiles:
            tiles.append(tile)
    positions = positions_of(tiles)
    return SideReading(
        side=hand.side,
        hand=reading.text,
        tiles=tile_records(tiles),
        doubts=tuple(_doubt_record(doubt, positions) for doubt in reading.doubts),
    )


def tile_records(tiles: Iterable[ReadTile]) -> tuple[Tile, ...]:
    """Make the records of tiles."""
    return tuple(_tile_record(tile) for tile in tiles)


def _tile_record(tile: ReadTile) -> Tile:
    """Make the record of a tile."""
    alternatives = []
    for face, probability in tile.alternatives:
        alternatives.append((face, round(probability, _PROBABILITY_DIGITS)))
    return Tile(
        tile=tile.tile,
        confidence=round(tile.confidence, _PROBABILITY_DIGITS),
        alternatives=tuple(alternatives),
        box=_box_of(tile.laid.detection),
        row=tile.laid.row,
        group=tile.laid.group,
        sideways=tile.laid.is_sideways,
        role=tile.role,
        inferred=tile.is_inferred,
        red=None
        if tile.red_probability is None
        else round(tile.red_probability, _PROBABILITY_DIGITS),
    )


def _box_of(detection: Detection) -> Box:
    """The four corners of a detection in pixels of the photo, rounded."""
    corners = []
    for x, y in detection.box:
        corners.append((round(float(x), _PIXEL_DIGITS), round(float(y), _PIXEL_DIGITS)))
    first, second, third, fourth = corners
    return first, second, third, fourth


def doubt_records(reading: HandReading) -> tuple[DoubtRecord, ...]:
    """Make the records of the doubts about a reading."""
    positions = positions_of(reading.tiles)
    return tuple(_doubt_record(doubt, positions) for doubt in reading.doubts)


def _doubt_record(doubt: Doubt, positions: Mapping[int, int]) -> DoubtRecord:
    """Make the record of a doubt.

    Args:
        doubt: the doubt.
        positions: the position of each tile in ``tiles``, by the index of its detection.
    """
    return DoubtRecord(
        id=doubt.id,
        tile=None if doubt.tile is None else positions[doubt.tile],
        why=doubt.why,
        about=doubt.about,
        parameters=doubt.parameters,
        tiles=tuple(positions[tile] for tile in doubt.tiles),
        as_read=doubt.as_read,
        changes_score=doubt.changes_score,
    )


def explanation_of(reading: HandReading) -> Explanation:
    """Make the record of why a photo was read as it was."""
    positions = positions_of(reading.tiles)
    groups = []
    for group in reading.layout.groups:
        tiles = tuple(positions[tile] for tile in group.tiles)
        groups.append(Group(tiles=tiles, kind=group.kind, evidence=_round_terms(group.evidence)))
    left_out = []
    for position, tile in enumerate(reading.tiles):
        reason = tile.laid.reason
        if tile.role == "other" and reason is not None:
            rounded_reason = Reason(reason.id, _round_values(reason.parameters))
            left_out.append(LeftOutTile(tile=position, reason=rounded_reason))
    candidates = []
    for candidate in reading.candidates:
        candidates.append(
            Candidate(
                hand=str(hand_of(candidate)),
                cost=round(candidate.cost, _NAT_DIGITS),
                terms=_round_terms(candidate.terms),
            )
        )
    numerals = []
    for position, tile in enumerate(reading.tiles):
        numeral = tile.laid.detection.numeral
        if numeral:
            numerals.append(NumeralTile(tile=position, numeral=numeral))
    return Explanation(
        groups=tuple(groups),
        left_out=tuple(left_out),
        candidates=tuple(candidates),
        numerals=tuple(numerals),
    )


def _round_terms(terms: Terms) -> Terms:
    """Round the numbers of evidence."""
    rounded = []
    for term in terms:
        log_odds = round(term.log_odds, _NAT_DIGITS)
        rounded.append(Evidence(term.id, log_odds, _round_values(term.parameters)))
    return tuple(rounded)


def _round_values(parameters: Mapping[str, EvidenceValue]) -> dict[str, EvidenceValue]:
    rounded: dict[str, EvidenceValue] = {}
    for name, value in parameters.items():
        rounded[name] = round(value, _NAT_DIGITS) if isinstance(value, float) else value
    return rounded


def positions_of(tiles: Iterable[ReadTile]) -> dict[int, int]:
    """The position of each tile in ``tiles``, by the index of its detection."""
    return {tile.index: position for position, tile in enumerate(tiles)}
