"""Photos on the page: from uploaded bytes to tiles."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256
from io import BytesIO
from math import atan2, degrees
from pathlib import Path
from typing import Final

import numpy as np

from hu.app.page.draft.editing.from_photo import from_reading
from hu.app.page.draft.editing.hand import EditedHand, Tile, with_tiles
from hu.app.reading.answers import find_unclear
from hu.app.reading.hands import SIDES, hands_of, read_with_tapped_tile
from hu.app.reading.model import HandReading
from hu.app.sets.packing import pack_detections
from hu.scoring.errors import HuError
from hu.scoring.rule_set.registry import rule_set
from hu.vision.photo.decoding import Photo, PhotoError, crop_photo, decode_photo
from hu.vision.reader import ENOUGH_PX

#: Megabytes of the largest photo: browsers say so before they send it, ``hu.app.page.serving.gate`` refuses it.
LIMIT_MB: Final = 40
#: Larger photos are refused: a server serves a whole club.
_MAX_MEGAPIXELS: Final = 50.0
_PREVIEW: Final = 1600


@dataclass(frozen=True, slots=True)
class Adjustment:
    """How a photo is turned and cropped before it is read."""

    turns: int = 0  # quarter turns clockwise
    # Left, top, right, bottom as shares of the turned photo.
    crop: tuple[float, float, float, float] = (0.0, 0.0, 1.0, 1.0)
    # On tiles outside of the hand, as shares of what is seen: each makes a row the hand, or takes in a set.
    taps: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """Something to tell about a photo: a key of the message catalogues with what fills its places."""

    key: str
    values: Mapping[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeenPhoto:
    """A photo that has been read."""

    key: str  # names the photo and its adjustment
    data: bytes  # the file as it came
    name: str  # its file name
    adjustment: Adjustment  # how it was turned and cropped
    size: tuple[
        int, int
    ]  # width and height in pixels after that; the boxes of ``hand`` are in these pixels
    preview: bytes  # a JPEG of it for the page
    hand: EditedHand  # the tiles that it shows
    notes: tuple[Note, ...] = ()  # what to tell the player, the most helpful first
    looks: bytes = b""  # what the networks saw of each tile of the photo, by its number, see ``hu.app.sets.faces``
    teaches: bool = False  # whether there are such looks; a stored photo leaves them on disk
    unclear: tuple[str, ...] = ()  # the faces of tiles that are not surely tiles
    side: int = 0  # where the hand's player sits, counted counter-clockwise from the photographer
    # The same photo with each of the other players' open hands that count; not stored.
    table: tuple["SeenPhoto", ...] = ()

    def key_at(self, side: int) -> str:
        """The key of the same photo with the open hand of the player at a side."""
        return f"{self.key.partition('-')[0]}-{side}"


#: Notes on what lies beside the hand; left out once the player has tapped on it.
_OF_OTHERS: Final = ("snap.second_hand", "snap.no_hand")
#: Detects and reads the tiles of a decoded photo by the name of the rules and the file of the taught tile set in use;
#: and says what to tell the player.
TileReader = Callable[[Photo, str, Path | None], tuple[HandReading, tuple[Note, ...]]]
#: Decodes and reads an uploaded photo: its contents, its name, the name of the rules, how to turn and crop it, the file
#: of the taught tile set in use.
PhotoReader = Callable[[bytes, str, str, Adjustment, Path | None], "SeenPhoto"]


class UploadError(HuError):
    """A photo that the page cannot take, and what to tell the player."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(key)
        self.note = Note(key, values)


def read_upload(
    reader: TileReader,
    data: bytes,
    name: str,
    rules: str,
    adjustment: Adjustment = Adjustment(),
    tile_set: Path | None = None,
) -> SeenPhoto:
    """Decode and read one uploaded photo, first turned and cropped.

    Raises:
        UploadError: it is no picture that can be read; the note says so in the page's languages.
    """
    left, _, right, _ = adjustment.crop
    # What is left after cropping must still show its tiles as large as the whole of another photo would.
    photo = decode_upload(data, name, adjustment, round(ENOUGH_PX / max(right - left, 0.05)))
    try:
        reading, notes = reader(photo, rules, tile_set)
    except HuError as error:
        raise UploadError("snap.no_reader", reason=str(error)) from error
    for x, y in adjustment.taps if reading.tiles else ():
        at = (x * photo.size[0], y * photo.size[1])
        nearest = min(
            reading.tiles, key=lambda tile: float(np.linalg.norm(tile.laid.detection.center - at))
        )
        reading = read_with_tapped_tile(reading, nearest.index, rules)
    several = rule_set(rules).scores_every_hand or bool(reading.second_hand)
    own, *others = (hands_of(reading, rules) if several else ()) or (None,)
    turns, size = 0, photo.size
    if (
        (adjustment == Adjustment() or adjustment.taps)
        and reading.tiles
        and reading.layout.orientation_known
    ):
        # Quarter turns clockwise after which the hand is read from left to right.
        across, down = reading.layout.direction
        turns = -round(degrees(atan2(down, across)) / 90) % 4
    if turns:
        for _ in range(turns):
            adjustment = turn_once(adjustment)
        photo = adjust(photo, Adjustment(turns))

    def hand_in(read: HandReading) -> EditedHand:
        return with_tiles(from_reading(read), lambda tile: _turned_tile(tile, turns, size))

    key = sha256(data + repr(adjustment).encode()).hexdigest()[:16]
    told = tuple(note for note in notes if not (adjustment.taps and note.key in _OF_OTHERS))
    looks = pack_detections(
        [tile.laid.detection for tile in sorted(reading.tiles, key=lambda tile: tile.index)]
    )
    side = SIDES.index(own.side) if own else 0
    seen = SeenPhoto(
        key, data, name, adjustment, photo.size, _preview(photo), hand_in(reading), told
    )
    seen = replace(
        seen, looks=looks, teaches=bool(looks), unclear=find_unclear(reading.tiles), side=side
    )
    table = []
    for other in others:
        if other and other.reading.hand.tiles:
            side, hand = SIDES.index(other.side), hand_in(_alone(other.reading))
            table.append(replace(seen, key=seen.key_at(side), hand=hand, notes=(), side=side))
    return replace(seen, table=tuple(table))


def _alone(reading: HandReading) -> HandReading:
    """The tiles of a hand and nothing else that lies on the table."""
    tiles = reading.tiles[: len(reading.layout.hand)]
    own = {tile.index for tile in tiles}
    doubts = (doubt for doubt in reading.doubts if doubt.tile in own)
    return replace(reading, tiles=tiles, doubts=tuple(doubts))


def _turned_tile(tile: Tile, turns: int, size: tuple[int, int]) -> Tile:
    """A tile with its outline in pixels of the turned photo; ``size`` is the photo's before."""
    for turn in range(turns if tile.box else 0):
        tile = replace(
            tile, box=tuple((float(size[1 - turn % 2]) - y, x) for x, y in tile.box or ())
        )
    return tile


def decode_upload(
    data: bytes, name: str, adjustment: Adjustment, enough_px: int | None = None
) -> Photo:
    """Decode an uploaded photo, turned and cropped; its long side may be reduced to ``enough_px`` pixels.

    Raises:
        UploadError: it is no picture that can be read.
    """
    try:
        return adjust(
            decode_photo(data, name, max_megapixels=_MAX_MEGAPIXELS, enough_px=enough_px),
            adjustment,
        )
    except PhotoError as error:
        fault = error.fault if data else "empty"
        raise UploadError(f"snap.{fault}", name=name) from error


def adjust(photo: Photo, adjustment: Adjustment) -> Photo:
    """Turn and crop a photo."""
    return crop_photo(photo, adjustment.turns, adjustment.crop)


def _preview(photo: Photo) -> bytes:
    from PIL import Image  # noqa: PLC0415  # only uploads need it

    picture = Image.fromarray(photo.image)
    picture.thumbnail((_PREVIEW, _PREVIEW), reducing_gap=2)
    content = BytesIO()
    picture.save(content, "JPEG", quality=80)
    return content.getvalue()


def turn_once(adjustment: Adjustment) -> Adjustment:
    """One more quarter turn, the crop turning along."""
    left, top, right, bottom = adjustment.crop
    taps = tuple((1 - y, x) for x, y in adjustment.taps)
    return Adjustment((adjustment.turns + 1) % 4, (1 - bottom, left, 1 - top, right), taps)


def crop_to(adjustment: Adjustment, part: tuple[float, float, float, float]) -> Adjustment:
    """Crop what is seen to a part of it, given in shares of what is seen."""
    left, top, right, bottom = adjustment.crop
    wide, high = right - left, bottom - top
    inner = (
        left + part[0] * wide,
        top + part[1] * high,
        left + part[2] * wide,
        top + part[3] * high,
    )
    return replace(adjustment, crop=inner, taps=())
