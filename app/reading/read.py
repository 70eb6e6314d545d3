"""The story of a photo, from its file to its hand.

Every command, the page and batches read photos this way.

1. The file is decoded (``hu.vision.photo``).
2. The networks detect tiles and read their faces (``hu.vision.reader``).
3. The tiles are measured against each other. The result is the scene (``hu.vision.layout``).
4. Candidates say which tiles may be the hand. Each is laid out into rows, groups and roles and
   decoded into the likeliest legal hand (``candidate.py``, ``decoding.py``). The candidates are
   compared (``compare.py``).
5. The best candidate becomes a reading: the hand, its tiles and the doubts (``build.py``,
   ``doubts.py``).
6. If the reading is not convincing, steps 2 to 5 are repeated at other scales, and the cheapest
   reading is kept.
7. Doubts that only the picture shows are added: tiles cut off by its edge, bad light.
"""

import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, Protocol

from hu.app.reading.build import build_reading
from hu.app.reading.compare import compare_candidates, find_second_hand
from hu.app.reading.context import ReadingContext
from hu.app.reading.model import HandReading, PhotoReading, UnreadPhoto
from hu.app.reading.photo_doubts import add_photo_doubts
from hu.app.reading.search_budget import SearchBudget
from hu.scoring.rule_set.registry import DEFAULT_RULES, rule_set
from hu.scoring.tiles import BACK, BONUS
from hu.vision.detection import Detection
from hu.vision.layout.hand_size import half_a_hand
from hu.vision.layout.layout import hand_candidates, measure_scene
from hu.vision.layout.settings import DEFAULT_SETTINGS, ReadingSettings
from hu.vision.photo.decoding import MAX_MEGAPIXELS, Photo, decode_photo
from hu.vision.photo.files import PhotoError
from hu.vision.reader import ENOUGH_PX, Reader

#: Candidates that a reading keeps: the chosen candidate and the next two.
KEPT_CANDIDATES: Final = 3


class DetectsTiles(Protocol):
    """Detects the tiles of photos, as ``hu.vision.reader.Reader`` does."""

    @property
    def retry_scales(self) -> Sequence[float]:
        """The scales of further detections if the first make no hand that is believed."""
        ...

    def detect(self, photo: Photo) -> list[Detection]:
        """Detect the tiles of a photo, boxes in pixels of the whole photo."""
        ...

    def detect_at_scale(
        self, photo: Photo, detections: Sequence[Detection], scale: float
    ) -> list[Detection] | None:
        """Detect the tiles again at one of ``retry_scales``, given the first detections.

        Returns:
            The detections, boxes in pixels of the whole photo. The first detections themselves if
            they are clear and this scale shows the same tiles. None if the first detections are too
            few to show where to look.
        """
        ...


def read_photo(
    source: Path | bytes,
    reader: DetectsTiles | None = None,
    rules: str = DEFAULT_RULES,
    *,
    name: str | None = None,
    max_megapixels: float = MAX_MEGAPIXELS,
) -> PhotoReading:
    """Read one photo.

    Args:
        source: the photo's file, or its contents.
        reader: the networks. The default is a new reader with the project's own networks.
        rules: the id of a rule set, such as ``"riichi"``.
        name: the photo's name in messages. The default is the file's name.
        max_megapixels: larger photos are refused.

    Raises:
        PhotoError: the photo cannot be decoded.
        WeightsError: the networks cannot be loaded.
        InputError: no rule set has this id.
    """
    started = time.perf_counter()
    photo = open_photo(source, name, max_megapixels)
    if reader is None:
        reader = Reader()
    return read_opened(photo, reader, rules, started)


def read_photos(
    sources: Iterable[Path],
    reader: DetectsTiles | None = None,
    rules: str = DEFAULT_RULES,
    *,
    max_megapixels: float = MAX_MEGAPIXELS,
) -> Iterator[PhotoReading | UnreadPhoto]:
    """Read photos one after the other. A photo that cannot be decoded does not stop the others.

    Args:
        sources: the photos' files.
        reader: the networks. The default is a new reader with the project's own networks.
        rules: the id of a rule set, such as ``"riichi"``.
        max_megapixels: larger photos are not read.

    Yields:
        For each file its reading, or the reason why it could not be decoded.

    Raises:
        WeightsError: the networks cannot be loaded.
        InputError: no rule set has this id.
    """
    if reader is None:
        reader = Reader()
    for source in sources:
        try:
            reading = read_photo(source, reader, rules, max_megapixels=max_megapixels)
        except PhotoError as error:
            yield UnreadPhoto(source, error)
        else:
            yield reading


def open_photo(
    source: Path | bytes, name: str | None = None, max_megapixels: float = MAX_MEGAPIXELS
) -> Photo:
    """Decode a photo at the size that reading needs.

    Args:
        source: the photo's file, or its contents.
        name: the photo's name in messages. The default is the file's name.
        max_megapixels: larger photos are refused.

    Raises:
        PhotoError: the photo cannot be decoded.
    """
    return decode_photo(source, name, max_megapixels=max_megapixels, enough_px=ENOUGH_PX)


def read_opened(
    photo: Photo,
    reader: DetectsTiles,
    rules: str = DEFAULT_RULES,
    started: float | None = None,
) -> PhotoReading:
    """Read a photo that ``open_photo`` decoded.

    Args:
        photo: the decoded photo.
        reader: the networks.
        rules: the id of a rule set, such as ``"riichi"``.
        started: when the photo's decoding began, by ``time.perf_counter``. The default is now.

    Raises:
        WeightsError: the networks cannot be loaded.
        InputError: no rule set has this id.
    """
    if started is None:
        started = time.perf_counter()
    # An unknown rule set is refused before the networks are loaded.
    rule_set(rules)

    detections = reader.detect(photo)
    readings = [read_hand(detections, rules)]
    for scale in reader.retry_scales:
        if not needs_another_look(readings):
            break
        detections_at_scale = reader.detect_at_scale(photo, detections, scale)
        if detections_at_scale == detections:
            # Two scales that show the same tiles are believed.
            break
        if detections_at_scale is not None:
            readings.append(read_hand(detections_at_scale, rules))

    reading = add_photo_doubts(cheapest_reading(readings), photo)
    seconds = time.perf_counter() - started
    return PhotoReading(photo.without_file(), reading, seconds)


def read_hand(
    detections: Sequence[Detection], rules: str, settings: ReadingSettings = DEFAULT_SETTINGS
) -> HandReading:
    """Find the most likely hand among a photo's detections.

    Args:
        detections: the photo's detections, in any order.
        rules: the id of a rule set, such as ``"riichi"``.
        settings: tolerances and costs.

    Returns:
        The reading of the tiles that are most likely the hand. They are read as their likeliest
        legal hand within the cost budget. Otherwise they are read as a hand that waits for its last
        tile, or as the tiles look. If too few tiles are clear, the reading has no hand.

    Raises:
        InputError: no rule set has this id.
    """
    context = ReadingContext(rule_set(rules), settings, SearchBudget())
    scene = measure_scene(detections, settings, context.rules.hand_shape)
    candidates = compare_candidates(scene, hand_candidates(scene), context)
    second_hand = find_second_hand(scene, candidates[0], context)
    return build_reading(candidates[:KEPT_CANDIDATES], context, second_hand)


def needs_another_look(
    readings: Sequence[HandReading], settings: ReadingSettings = DEFAULT_SETTINGS
) -> bool:
    """Say whether detections at another scale may give a better reading than the readings so far.

    Two tiles detected as one, or a tile that was not detected, leave no legal hand. At another
    scale the detector rarely errs in the same way.

    Args:
        readings: the readings so far of one photo, at least one, the latest last.
        settings: tolerances and costs.
    """
    latest = readings[-1]
    chosen = latest.candidates[0]
    # A legal hand is believed if its faces are about as likely as those that the tiles look like.
    if latest.is_legal and chosen.hand.cost <= settings.stretch_nats:
        return False
    # Two scales that show the same hand are believed.
    if any(earlier.text == latest.text for earlier in readings[:-1]):
        return False
    faces = [tile.detection.tile for tile in chosen.layout.hand]
    tile_count = sum(face not in (BACK, *BONUS) for face in faces)
    # Another scale may show a win if at most half of a hand's tiles are missing, and if there are
    # fewer tiles than a hand that waits and half a hand besides: 7 to 19 tiles for hands of 14.
    fewest = half_a_hand(latest.hand_shape)
    most = latest.hand_shape.waiting_size + fewest - 1
    return fewest <= tile_count <= most


def cheapest_reading(readings: Sequence[HandReading]) -> HandReading:
    """Choose the reading whose hand costs least. If several cost as little, choose the first."""
    return min(readings, key=lambda reading: reading.candidates[0].cost)
