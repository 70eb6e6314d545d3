"""Photos on the page: from uploaded bytes to tiles."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from io import BytesIO
from math import atan2, degrees
from pathlib import Path
from typing import Final

import numpy as np

from hu.app.page.draft.editing.hand import EditedHand, Tile
from hu.app.page.photos.readings import SeenReading, seen_reading
from hu.app.reading.answers import find_unclear
from hu.app.reading.hands import SIDES, TableHand, hands_of, read_with_tapped_tile
from hu.app.reading.model import HandReading, ReadTile
from hu.app.reading.runner_up import find_runner_up, find_runner_up_at_side
from hu.app.sets.packing import pack_detections
from hu.scoring.errors import HuError
from hu.scoring.rule_set.registry import rule_set
from hu.vision.detection import Detection
from hu.vision.layout.evidence import Evidence
from hu.vision.photo.decoding import Photo, PhotoError, crop_photo, decode_photo
from hu.vision.reader import ENOUGH_PX

#: The size of the largest photo in megabytes. The page refuses a larger photo in the browser, and
#: ``hu.app.page.serving.gate`` refuses it on the server.
LIMIT_MB: Final = 40
#: Larger photos are refused: a server serves a whole club.
_MAX_MEGAPIXELS: Final = 50.0
#: Pixels of the long side of a preview.
_PREVIEW_PX: Final = 1600
#: A crop narrower than this share of the photo's width counts as this wide. Without this limit, a
#: tiny crop would ask for a huge number of pixels.
_LEAST_CROP_WIDTH: Final = 0.05


@dataclass(frozen=True, slots=True)
class Adjustment:
    """How a photo was made smaller, and how it is turned and cropped before it is read.

    Attributes:
        turns: quarter turns clockwise.
        crop: left, top, right and bottom as shares of the turned photo.
        taps: the points that players tapped on tiles outside of the hand: x and y as shares of the
            visible part. A tap makes the tile's row the hand, or adds the tile's meld to the hand.
        original_px: if the file is a smaller copy, the long side of the full photo in pixels.
            Otherwise 0.
    """

    turns: int = 0
    crop: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    taps: tuple[tuple[float, float], ...] = ()
    original_px: int = 0


@dataclass(frozen=True, slots=True)
class Note:
    """A message for a player.

    Attributes:
        key: the key of the message in the catalogues of all languages.
        values: the values that fill the placeholders of the message, by their names.
    """

    key: str
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeenPhoto:
    """A photo that has been read.

    Attributes:
        key: names the photo, its adjustment, and which hand on it is ``hand``.
        data: the bytes of the file as it came.
        name: the name of the file.
        adjustment: how the file is turned and cropped to give the photo that the page shows. It may
            have been turned further after it was read, see ``read_upload``.
        size: width and height in pixels of the photo that the page shows. The boxes of the tiles
            are in these pixels.
        preview: a smaller JPEG of the photo that the page shows.
        hand: the tiles of the hand.
        notes: messages for the player, the most helpful first.
        packed_detections: the detections of the tiles, in the order of their numbers, as
            ``hu.app.sets.packing`` writes them. Empty if a tile lacks its crop or features.
        has_detections: whether the photo was read with detections. The photo store leaves them on
            disk, and ``packed_detections`` can then be empty although this is True.
        unclear: the faces of the tiles whose detection is doubtful. A photo of dora indicators is
            refused if it has any.
        side: the side of the table at which the hand's player sits: 0 for the photographer, then
            counter-clockwise to 3. Also 0 if other hands were not looked for.
        other_hands: the same photo once for each open hand of the other players that counts. The
            photo store keeps them as photos of their own, so it leaves this empty.
        reading: the reading of the hand, with the reasons. None for a photo without tiles.
        runner_up: the likeliest reading that shows another hand. None if there is none.
        deciding: the evidence that decided against the runner-up. None without a runner-up.
    """

    key: str
    data: bytes
    name: str
    adjustment: Adjustment
    size: tuple[int, int]
    preview: bytes
    hand: EditedHand
    notes: tuple[Note, ...] = ()
    packed_detections: bytes = b""
    has_detections: bool = False
    unclear: tuple[str, ...] = ()
    side: int = 0
    other_hands: tuple["SeenPhoto", ...] = ()
    reading: SeenReading | None = None
    runner_up: SeenReading | None = None
    deciding: Evidence | None = None

    def key_at(self, side: int) -> str:
        """Return the key of the same photo with the open hand at a side of the table.

        The hand must be another hand than the photographed hand, whose key has no side.
        """
        # The key of any other hand is the key of the photographed hand, a hyphen, and the side.
        photo_key = self.key.partition("-")[0]
        return f"{photo_key}-{side}"


#: The keys of notes about tiles beside the hand. They are left out once the player has tapped on
#: such a tile.
_NOTES_OF_OTHERS: Final = ("snap.second_hand", "snap.no_hand")
#: Detects and reads the tiles of a decoded photo. It gets the photo, the name of the rule set, and
#: the file of the tile set in use. It returns the reading and messages for the player.
TileReader = Callable[[Photo, str, Path | None], tuple[HandReading, tuple[Note, ...]]]
#: Decodes and reads an uploaded photo. It gets the bytes of the file, its name, the name of the
#: rule set, the adjustment, the file of the tile set in use, and how many red fives of each suit
#: the table's tiles have.
PhotoReader = Callable[
    [bytes, str, str, Adjustment, Path | None, Mapping[str, int] | None], "SeenPhoto"
]


class UploadError(HuError):
    """A photo that the page cannot take, with a message for the player.

    Args:
        key: the key of the message.
        values: the values that fill the placeholders of the message.
    """

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(key)
        self.note = Note(key, values)


class OriginalNeededError(UploadError):
    """The browser sent a smaller copy in which the tiles are too small. It must send the photo."""


def read_upload(
    reader: TileReader,
    data: bytes,
    name: str,
    rules: str,
    adjustment: Adjustment = Adjustment(),
    tile_set: Path | None = None,
    most_red_fives: Mapping[str, int] | None = None,
) -> SeenPhoto:
    """Decode an uploaded photo, turn and crop it, and read its tiles.

    Args:
        reader: reads the tiles of a decoded photo.
        data: the bytes of the file.
        name: the name of the file.
        rules: the name of the rule set.
        adjustment: how the photo is turned and cropped before it is read.
        tile_set: the file of the tile set in use. None if no tile set is in use.
        most_red_fives: how many red fives of each suit the table's tiles have, by plain fives. None
            if that is unknown.

    Returns:
        The photo with its hand. If the hand is not seen from left to right, the photo is turned
        further, unless the player has turned or cropped it (see ``_turns_to_read``).

    Raises:
        OriginalNeededError: the file is a smaller copy, and its tiles are too small to be read.
        UploadError: it is no picture that can be read. The note says so in the page's languages.
    """
    photo_as_read = decode_upload(data, name, adjustment, _enough_px(adjustment))
    reading, notes = _read_photo(reader, photo_as_read, rules, tile_set)
    if adjustment.taps:
        reading = _with_taps(reading, adjustment, photo_as_read.size, rules)
        notes = _without_notes_of_others(notes)

    # The page shows the photo turned further, so that the hand is seen from left to right. The
    # outlines of the reading are turned with it.
    turns = _turns_to_read(reading, adjustment)
    shown_photo = photo_as_read
    if turns:
        shown_photo = adjust(photo_as_read, Adjustment(turns))
    shown_adjustment = adjustment
    for _ in range(turns):
        shown_adjustment = turn_once(shown_adjustment)

    turn_outline = partial(_turn_outline, turns=turns, size=photo_as_read.size)

    def show_reading(any_reading: HandReading) -> SeenReading:
        """Return a reading for the page, with outlines in pixels of the photo that is shown."""
        return seen_reading(any_reading, turn_outline, most_red_fives)

    shown_reading = show_reading(reading)
    packed_detections = pack_detections(_detections_in_order(reading))
    photo = SeenPhoto(
        key=_photo_key(data, shown_adjustment),
        data=data,
        name=name,
        adjustment=shown_adjustment,
        size=shown_photo.size,
        preview=_preview(shown_photo),
        hand=shown_reading.hand,
        notes=notes,
        packed_detections=packed_detections,
        has_detections=bool(packed_detections),
        unclear=find_unclear(reading.tiles),
        reading=shown_reading if reading.tiles else None,
    )
    photo = _with_runner_up(photo, reading, rules, show_reading)
    return _with_hands_of_others(photo, reading, rules, show_reading)


def _with_runner_up(
    photo: SeenPhoto,
    reading: HandReading,
    rules: str,
    show_reading: Callable[[HandReading], SeenReading],
) -> SeenPhoto:
    """Return a photo with the runner-up of its reading. Unchanged if there is no runner-up.

    Args:
        photo: the photo.
        reading: the reading of the whole photo.
        rules: the name of the rule set.
        show_reading: returns a reading in the form for the page.
    """
    runner_up = find_runner_up(reading, rules)
    if runner_up is None:
        return photo
    return replace(photo, runner_up=show_reading(runner_up.reading), deciding=runner_up.deciding)


def _with_hands_of_others(
    photo: SeenPhoto,
    reading: HandReading,
    rules: str,
    show_reading: Callable[[HandReading], SeenReading],
) -> SeenPhoto:
    """Return a photo with the other open hands on it, and with the side of the photographed hand.

    The photo stays as it is if other hands are not looked for.

    Args:
        photo: the photo with the photographed hand alone.
        reading: the reading of the whole photo.
        rules: the name of the rule set.
        show_reading: returns a reading in the form for the page.
    """
    photographed_hand, other_hands = _hands_in(reading, rules)
    if photographed_hand is None:
        return photo
    photos_of_others = []
    for other_hand in other_hands:
        photos_of_others.append(_photo_of_other(other_hand, photo, rules, show_reading))
    side = SIDES.index(photographed_hand.side)
    return replace(photo, side=side, other_hands=tuple(photos_of_others))


def _photo_key(data: bytes, adjustment: Adjustment) -> str:
    """Return the key of a photo. The same file with another adjustment gets another key."""
    digest = sha256(data + repr(adjustment).encode()).hexdigest()
    return digest[:16]


def _enough_px(adjustment: Adjustment) -> int:
    """Return how many pixels the long side of the whole photo needs before it is cropped.

    The whole photo is decoded, made smaller, and then cropped. The visible part needs as many
    pixels as a photo that is not cropped. So the narrower the crop, the more pixels the whole photo
    needs.
    """
    left, _top, right, _bottom = adjustment.crop
    crop_width = max(right - left, _LEAST_CROP_WIDTH)
    return round(ENOUGH_PX / crop_width)


def _read_photo(
    reader: TileReader, photo: Photo, rules: str, tile_set: Path | None
) -> tuple[HandReading, tuple[Note, ...]]:
    """Read the tiles of a decoded photo.

    Args:
        reader: detects and reads the tiles.
        photo: the photo, turned and cropped.
        rules: the name of the rule set.
        tile_set: the file of the tile set in use.

    Returns:
        The reading, and messages for the player.

    Raises:
        OriginalNeededError: the photo is a smaller copy, and its tiles are too small to be read.
        UploadError: the photo cannot be read. The note says why in the page's languages.
    """
    try:
        return reader(photo, rules, tile_set)
    except HuError as error:
        if isinstance(error, PhotoError) and error.fault == "copy":
            raise OriginalNeededError("snap.original") from error
        raise UploadError("snap.no_reader", reason=str(error)) from error


def _with_taps(
    reading: HandReading, adjustment: Adjustment, size: tuple[int, int], rules: str
) -> HandReading:
    """Return the reading after each tap of the player on a tile outside of the hand.

    Args:
        reading: the reading of the photo.
        adjustment: the taps.
        size: width and height of the visible part of the photo, in pixels.
        rules: the name of the rule set.
    """
    if not reading.tiles:
        return reading
    width, height = size
    for x_share, y_share in adjustment.taps:
        tapped_tile = _nearest_tile(reading, x_share * width, y_share * height)
        reading = read_with_tapped_tile(reading, tapped_tile, rules)
    return reading


def _photo_of_other(
    other: TableHand,
    photo: SeenPhoto,
    rules: str,
    show_reading: Callable[[HandReading], SeenReading],
) -> SeenPhoto:
    """Return the same photo with another player's open hand as its hand.

    Args:
        other: the open hand.
        photo: the photo with the photographed hand.
        rules: the name of the rule set.
        show_reading: returns a reading in the form for the page.
    """
    side = SIDES.index(other.side)
    reading = show_reading(_without_other_tiles(other.reading))
    runner_up = find_runner_up_at_side(other.reading, rules)
    shown_runner_up = None
    if runner_up is not None:
        shown_runner_up = show_reading(_without_other_tiles(runner_up.reading))
    return replace(
        photo,
        key=photo.key_at(side),
        hand=reading.hand,
        notes=(),
        side=side,
        reading=reading,
        runner_up=shown_runner_up,
        deciding=None if runner_up is None else runner_up.deciding,
    )


def _nearest_tile(reading: HandReading, x: float, y: float) -> int:
    """Return the index of the tile nearest to a point in pixels of the photo."""

    def distance(tile: ReadTile) -> float:
        return float(np.linalg.norm(tile.laid.detection.center - (x, y)))

    return min(reading.tiles, key=distance).index


def _turns_to_read(reading: HandReading, adjustment: Adjustment) -> int:
    """Return the quarter turns clockwise after which the hand is read from left to right.

    A photo that a player has turned or cropped is not turned further. It is turned all the same if
    the player has tapped on a tile, because the hand of that tile may have another direction.
    """
    # A photo that the browser only made smaller was not adjusted by the player.
    not_adjusted = Adjustment(original_px=adjustment.original_px)
    was_adjusted = adjustment != not_adjusted
    must_stay = was_adjusted and not adjustment.taps
    has_direction = bool(reading.tiles) and reading.layout.is_orientation_known
    if must_stay or not has_direction:
        return 0
    # The direction in which the hand is read. Because y points down, its angle is clockwise.
    x, y = reading.layout.direction
    quarter_turns_of_hand = round(degrees(atan2(y, x)) / 90)
    # Turning the photo back by these turns makes the hand horizontal.
    return (-quarter_turns_of_hand) % 4


def _hands_in(reading: HandReading, rules: str) -> tuple[TableHand | None, list[TableHand]]:
    """Find the open hands on a photo.

    They are looked for only if the rules score every hand, or if the photo shows a second hand.

    Returns:
        The photographed hand, which is the hand of the reading with its side of the table, and the
        other open hands that have tiles. The photographed hand is None if hands are not looked for,
        or if the photo shows no tiles.
    """
    may_have_others = rule_set(rules).scores_every_hand or bool(reading.second_hand)
    if not may_have_others:
        return None, []
    hands = hands_of(reading, rules)
    if not hands:
        return None, []
    photographed_hand, *other_hands = hands
    return photographed_hand, [hand for hand in other_hands if hand.reading.hand.tiles]


def _detections_in_order(reading: HandReading) -> list[Detection]:
    """Return the detections of all tiles, in the order of the tiles' indices."""
    tiles = sorted(reading.tiles, key=lambda tile: tile.index)
    return [tile.laid.detection for tile in tiles]


def _without_notes_of_others(notes: Iterable[Note]) -> tuple[Note, ...]:
    """Return the notes without those about tiles beside the hand."""
    return tuple(note for note in notes if note.key not in _NOTES_OF_OTHERS)


def _without_other_tiles(reading: HandReading) -> HandReading:
    """Return a reading with the tiles of the hand alone, and the doubts about these tiles."""
    # The tiles of the hand are the first tiles of a reading.
    tiles = reading.tiles[: len(reading.layout.hand)]
    hand_indices = {tile.index for tile in tiles}
    doubts = tuple(doubt for doubt in reading.doubts if doubt.tile in hand_indices)
    return replace(reading, tiles=tiles, doubts=doubts)


def _turn_outline(tile: Tile, turns: int, size: tuple[int, int]) -> Tile:
    """Return a tile with its outline in pixels of the turned photo.

    Args:
        tile: the tile.
        turns: quarter turns clockwise.
        size: width and height in pixels of the photo before it is turned.
    """
    if tile.box is None:
        return tile
    box = tile.box
    width, height = float(size[0]), float(size[1])
    for _ in range(turns):
        box = tuple((height - y, x) for x, y in box)
        # A quarter turn swaps the sides of the photo.
        width, height = height, width
    return replace(tile, box=box)


def decode_upload(
    data: bytes, name: str, adjustment: Adjustment, enough_px: int | None = None
) -> Photo:
    """Decode an uploaded photo, turned and cropped.

    Args:
        data: the bytes of the file.
        name: the name of the file.
        adjustment: how the photo is turned and cropped.
        enough_px: before it is cropped, the photo may be made smaller if its long side keeps at
            least this many pixels. None keeps its size.

    Raises:
        UploadError: it is no picture that can be read.
    """
    try:
        photo = decode_photo(
            data,
            name,
            max_megapixels=_MAX_MEGAPIXELS,
            enough_px=enough_px,
            original_px=adjustment.original_px,
        )
        return adjust(photo, adjustment)
    except PhotoError as error:
        # An empty file gets a message of its own.
        fault = error.fault if data else "empty"
        raise UploadError(f"snap.{fault}", name=name) from error


def adjust(photo: Photo, adjustment: Adjustment) -> Photo:
    """Turn and crop a photo."""
    return crop_photo(photo, adjustment.turns, adjustment.crop)


def _preview(photo: Photo) -> bytes:
    """Return a small JPEG of a photo."""
    from PIL import Image  # noqa: PLC0415  # only uploads need it

    picture = Image.fromarray(photo.image)
    picture.thumbnail((_PREVIEW_PX, _PREVIEW_PX), reducing_gap=2)
    content = BytesIO()
    picture.save(content, "JPEG", quality=80)
    return content.getvalue()


def turn_once(adjustment: Adjustment) -> Adjustment:
    """Add a quarter turn clockwise. The crop and the taps are turned with the photo."""
    left, top, right, bottom = adjustment.crop
    turned_crop = (1 - bottom, left, 1 - top, right)
    taps = tuple((1 - y, x) for x, y in adjustment.taps)
    turns = (adjustment.turns + 1) % 4
    return replace(adjustment, turns=turns, crop=turned_crop, taps=taps)


def crop_to(adjustment: Adjustment, part: tuple[float, float, float, float]) -> Adjustment:
    """Crop the visible part of a photo, which may be cropped already, to a part of itself.

    The taps are dropped, because they are shares of the visible part as it was before.

    Args:
        adjustment: how the photo is turned and cropped.
        part: left, top, right and bottom as shares of the visible part as it was before.
    """
    left, top, right, bottom = adjustment.crop
    width = right - left
    height = bottom - top
    part_left, part_top, part_right, part_bottom = part
    inner_crop = (
        left + part_left * width,
        top + part_top * height,
        left + part_right * width,
        top + part_bottom * height,
    )
    return replace(adjustment, crop=inner_crop, taps=())


def limit_share(share: float) -> float:
    """Limit a share of a photo's width or height to the range from 0 to 1.

    A finger, or the box of a tile, may go beyond the edge of the photo.
    """
    return min(max(share, 0.0), 1.0)
