"""What happens to a photo, from its file to a hand; every command, the page and batches read photos this way.

1. The file is decoded.
2. The networks find tiles and read their faces (``hu.vision.reader``).
3. The tiles are measured against each other: the scene (``hu.vision.layout``).
4. Candidates say which tiles may be the hand, each with its cost. Each is laid out into rows, groups and roles, and
   decoded into the likeliest legal hand (``candidate.py``, ``decoding.py``), until none that is left can cost less.
5. Where the best one is no convincing win, steps 2 to 4 are repeated at other scales, and the cheapest reading is kept.
6. The best candidate becomes a reading: the hand, its tiles, and what is in doubt (``doubts.py``).
"""

import heapq
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, islice
from pathlib import Path
from typing import Final, Protocol

from hu.app.reading.candidate import STRAY, build_reading, decode_candidate
from hu.app.reading.doubts import with_photo_doubts
from hu.app.reading.model import DecodedCandidate, HandReading, PhotoReading, UnreadPhoto
from hu.app.reading.partitions import SearchBudget
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import DEFAULT_RULES, rule_set
from hu.scoring.tiles import BACK, BONUS
from hu.vision.detection import Detection
from hu.vision.layout.layout import Scene, hand_candidates, measure_scene
from hu.vision.layout.model import HALF_A_HAND, WAITING, Candidate
from hu.vision.layout.settings import DEFAULT_SETTINGS, ReadingSettings
from hu.vision.photo.decoding import MAX_MEGAPIXELS, Photo, decode_photo
from hu.vision.photo.files import PhotoError
from hu.vision.reader import ENOUGH_PX, Reader

#: Tile counts for which another scale may show a win: up to seven tiles missing, or a few too many.
_MAY_WIN: Final = range(HALF_A_HAND, WAITING + HALF_A_HAND)
#: A candidate that costs no more than this, in nats, is not compared with others.
_CONVINCING: Final = 1.5
#: Candidates to try when looking for a second hand.
_MOST_SECOND: Final = 3
#: Candidates that a reading keeps: the chosen one and the next two.
KEPT: Final = 3


class DetectsTiles(Protocol):
    """Detects tiles, as ``hu.vision.reader.Reader`` does."""

    def attempts(self, photo: Photo) -> Iterator[Sequence[Detection]]:
        """Detections of a photo in pixels of the whole photo; then, when asked for more, those of each retry."""
        ...


def read_photo(
    source: Path | bytes,
    reader: DetectsTiles | None = None,
    rules: str = DEFAULT_RULES,
    *,
    name: str | None = None,
    max_megapixels: float = MAX_MEGAPIXELS,
) -> PhotoReading:
    """Read one photo, a file or its contents; the default reader uses the project's own networks.

    Raises:
        PhotoError: it cannot be decoded.
        WeightsError: the networks cannot be loaded.
        InputError: no rule set has this name.
    """
    started = time.perf_counter()
    return read_opened(open_photo(source, name, max_megapixels), reader or Reader(), rules, started)


def read_photos(
    sources: Iterable[Path],
    reader: DetectsTiles | None = None,
    rules: str = DEFAULT_RULES,
    *,
    max_megapixels: float = MAX_MEGAPIXELS,
) -> Iterator[PhotoReading | UnreadPhoto]:
    """Read photos one after the other; one that cannot be decoded yields why, and the others are still read.

    Raises:
        WeightsError: the networks cannot be loaded.
        InputError: no rule set has this name.
    """
    reader = reader or Reader()
    for source in sources:
        reading: PhotoReading | UnreadPhoto
        try:
            reading = read_photo(source, reader, rules, max_megapixels=max_megapixels)
        except PhotoError as error:
            reading = UnreadPhoto(source, error)
        yield reading


def open_photo(
    source: Path | bytes, name: str | None = None, max_megapixels: float = MAX_MEGAPIXELS
) -> Photo:
    """Decode a photo at the size that reading needs; raises ``PhotoError`` where that is impossible."""
    return decode_photo(source, name, max_megapixels=max_megapixels, enough_px=ENOUGH_PX)


def read_opened(
    photo: Photo, reader: DetectsTiles, rules: str = DEFAULT_RULES, started: float | None = None
) -> PhotoReading:
    """Read a photo that ``open_photo`` decoded; ``started`` is when that began, by ``time.perf_counter``."""
    started = time.perf_counter() if started is None else started
    reading = with_photo_doubts(read_attempts(reader.attempts(photo), rules), photo)
    return PhotoReading(photo.settled(), reading, time.perf_counter() - started)


def read_hand(
    detections: Sequence[Detection], rules: str, settings: ReadingSettings = DEFAULT_SETTINGS
) -> HandReading:
    """Find the most likely hand among a photo's detections: a legal one within the settings' budget, else as read."""
    return read_attempts([detections], rules, settings)


def read_attempts(
    attempts: Iterable[Sequence[Detection]],
    rules: str,
    settings: ReadingSettings = DEFAULT_SETTINGS,
) -> HandReading:
    """Find the most likely hand among a photo's detections, and look again where they make no convincing win.

    Two tiles detected as one, or one not detected at all, leave no legal hand: at another scale the detector rarely
    errs in the same way. ``attempts`` are a photo's detections, then those of each retry, made when they are asked for.
    """
    known_rules, readings = rule_set(rules), list[HandReading]()
    for detections in attempts:
        budget = SearchBudget()
        scene = measure_scene(detections, settings)
        compared = compare_candidates(scene, hand_candidates(scene), known_rules, settings, budget)
        best, second = compared[0], second_hand(scene, compared[0], known_rules, settings, budget)
        reading = build_reading(compared[:KEPT], known_rules, settings, budget, second)
        seen_before = reading.text in {earlier.text for earlier in readings}
        readings.append(reading)
        convincing = reading.legal and best.best.cost <= settings.stretch_nats
        tiles = sum(tile.detection.tile not in (BACK, *BONUS) for tile in best.layout.hand)
        if convincing or seen_before or tiles not in _MAY_WIN:
            break
    return min(readings, key=lambda reading: reading.candidates[0].cost)


def compare_candidates(
    scene: Scene,
    found: Iterator[Candidate],
    rules: RuleSet,
    settings: ReadingSettings,
    budget: SearchBudget,
) -> list[DecodedCandidate]:
    """Decode candidates, cheapest first, until none that is left can cost less than the best; the best comes first."""
    decoded, number = list[DecodedCandidate](), count()
    waiting = [(candidate.cost, next(number), candidate) for candidate in islice(found, 1)]
    while waiting and len(decoded) <= settings.max_candidates:
        cost, _, candidate = heapq.heappop(waiting)
        if decoded and cost >= min(one.cost for one in decoded):
            break
        latest = decode_candidate(scene, candidate, rules, settings, budget)
        decoded.append(latest)
        if min(one.cost for one in decoded) <= _CONVINCING:
            break
        # The others are looked for only now: most photos need the first one alone.
        more = list(found) if len(decoded) == 1 else []
        if latest.leaves_backs and settings.applies("backs of the hand"):
            terms = (*candidate.terms, ("backs in the hand", settings.changed_nats))
            more.insert(0, replace(candidate, terms=terms, backs=True))
        for another in more:
            heapq.heappush(waiting, (another.cost, next(number), another))
    decoded = decoded or [decode_candidate(scene, None, rules, settings, budget)]
    best = min(decoded, key=lambda one: one.cost)
    if not best.is_hand:
        # No candidate is a hand: prefer the one with the most likely layout.
        best = min(decoded, key=lambda one: one.place_cost)
    if best.strays and settings.applies("laid out again without strays"):
        # A stray may have joined two groups, or parted one.
        dropped = best.candidate.dropped | frozenset(best.strays)
        rest = replace(best.candidate, dropped=dropped, why=best.candidate.why or STRAY)
        cleared = decode_candidate(scene, rest, rules, settings, budget)
        decoded.append(cleared)
        best = min(cleared, best, key=lambda one: one.cost)
    return [best, *sorted((one for one in decoded if one is not best), key=lambda one: one.cost)]


def second_hand(
    scene: Scene,
    best: DecodedCandidate,
    rules: RuleSet,
    settings: ReadingSettings,
    budget: SearchBudget,
) -> tuple[int, ...]:
    """Tiles outside of the best candidate that win, or wait for their last one; empty without."""
    taken = frozenset(tile.index for tile in best.layout.hand)
    if len(best.layout.tiles) - len(taken) < WAITING:
        return ()
    others = (
        replace(candidate, dropped=candidate.tiles & taken) for candidate in hand_candidates(scene)
    )
    large = islice(
        (other for other in others if len(scene.tiles_of(other)) >= WAITING), _MOST_SECOND
    )
    single = (other for other in large if not scene.hypotheses.count_penalty(scene.tiles_of(other)))
    tried = (decode_candidate(scene, candidate, rules, settings, budget) for candidate in single)
    return next((tuple(tile.index for tile in one.layout.hand) for one in tried if one.is_hand), ())
