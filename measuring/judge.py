"""The judge: reads what was seen of a case and compares the reading with the truth."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from hu.app.evaluation.judging import count_edits
from hu.app.reading.hands import hands_of
from hu.app.reading.model import HandReading
from hu.app.reading.read import cheapest_reading, needs_another_look, read_hand
from hu.scoring.hand import Hand
from hu.scoring.rule_set.registry import DEFAULT_RULES
from hu.scoring.tiles import in_order
from hu.vision.layout.settings import DEFAULT_SETTINGS, ReadingSettings
from measuring.answers import Options
from measuring.cases import Case
from measuring.lookers import Look, Looker, hand_numbers, looker_of
from training.tables.hands import HandScene


@dataclass(frozen=True, slots=True)
class Others:
    """What is read of the other players' open hands of one case."""

    open: int  # the number of these hands
    found: int  # of how many more than half of the tiles were read at their side
    exact: int  # how many were read without an error
    invented: int  # how many hands were read at sides that show none


@dataclass(frozen=True, slots=True)
class Judgement:
    """A reading beside the truth."""

    name: str  # of the case
    kind: str  # of the case
    truth: str  # the hand in the notation; empty where the roles of its tiles are not known
    read: str  # the hand that was read
    tiles: int  # number of tiles of the true hand
    right: int  # how many of them were read
    corrections: int  # single-tile edits from the reading to the truth
    invented: int  # tiles read that the case does not show
    settled: bool  # whether every set is read as claimed or concealed as it is, or asked about
    asked: bool  # whether a set is asked about
    legal: bool  # whether a winning hand was read
    lines: tuple[str, ...]  # what is in doubt, in words
    roles: bool  # whether every tile of a scene has its role
    groups: bool  # whether a scene's tiles are grouped as they lie
    claims: bool  # whether every claimed meld of a scene is said to come from the right player
    others: Others | None  # of the other players' hands, where these are looked for
    seconds: float  # processor time of the reading without looking
    differences: tuple[str, ...]  # what differs in a scene, in words

    @property
    def exact(self) -> bool:
        """Whether all tiles are right, with nothing more."""
        return not self.corrections

    @property
    def as_laid(self) -> bool:
        """Whether the hand is read as it lies, its melds included."""
        return self.truth == self.read

    @property
    def is_right(self) -> bool:
        """Whether everything is."""
        others = self.others
        return (
            self.exact
            and self.settled
            and (others is None or (others.exact == others.open and not others.invented))
            and not self.differences
        )

    def __str__(self) -> str:
        parts = [
            f"{self.name}: {self.truth}  read as {self.read or 'no hand'}",
            *self.differences[:4],
        ]
        return "; ".join([*parts, *([str(self.others)] if self.others else [])])


def judge_cases(
    options: Options,
    cases: Iterable[Case],
    looker: Looker | None = None,
    *,
    rules: str = DEFAULT_RULES,
    accepts: Callable[[Judgement], bool] = lambda judgement: judgement.is_right,
) -> Iterator[Judgement]:
    """Look at cases, read and judge them; those that are not accepted are named with ``--show``."""
    looker = looker or looker_of(options)
    for case in options.each(cases):
        reading, look, seconds = read(looker(case), rules)
        judgement = judge(case, reading, look, rules, seconds)
        if not accepts(judgement):
            options.say(str(judgement))
        yield judgement


def read(
    looks: Iterator[Look], rules: str, settings: ReadingSettings = DEFAULT_SETTINGS
) -> tuple[HandReading, Look, float]:
    """Read what is seen.

    Returns:
        The reading, the look that it was read from, and seconds of processor time without looking.
    """
    seconds = 0.0
    look_and_reading: list[tuple[Look, HandReading]] = []
    for look in looks:
        start = time.process_time()
        look_and_reading.append((look, read_hand(look.detections, rules, settings)))
        readings = [reading for _, reading in look_and_reading]
        needs_more = needs_another_look(readings, settings)
        seconds += time.process_time() - start
        if not needs_more:
            break
    best = cheapest_reading(readings)
    for look, reading in look_and_reading:
        if reading is best:
            return reading, look, seconds
    raise AssertionError("the best reading is one of the readings")


def judge(
    case: Case, reading: HandReading, look: Look, rules: str, seconds: float = 0.0
) -> Judgement:
    """Compare a reading with the truth."""
    truth, found = Counter(case.tiles), Counter(reading.hand.tiles)
    roles, groups, claims, differences = True, True, True, []
    if isinstance(case.source, HandScene):
        wrong = list(_wrong_roles(case.source, reading, look))
        placed = case.source.placed
        laid = _sets(
            (placed[n].group if n >= 0 else -1, index) for index, n in enumerate(look.numbers)
        )
        read = _sets(
            (one.laid.group if one.role != "other" else -1, one.laid.index) for one in reading.tiles
        )
        roles, groups = not wrong, laid == read
        read_claims = Counter(
            group.claimed_from for group in reading.layout.groups if group.claimed_from
        )
        claims = read_claims == Counter(source for _, source in case.source.claims)
        differences = [
            *wrong,
            *([] if groups else ["groups differ"]),
            *([] if claims else ["claims differ"]),
        ]
    return Judgement(
        name=case.name,
        kind=case.kind,
        truth=str(case.hand or ""),
        read=reading.text,
        tiles=len(case.tiles),
        right=(truth & found).total(),
        corrections=count_edits(case.tiles, reading.hand.tiles),
        invented=(found - truth).total(),
        settled=case.hand is None or are_roles_settled(case.hand, reading),
        asked=any(doubt.as_read for doubt in reading.doubts),
        legal=reading.legal,
        lines=tuple(doubt.why for doubt in reading.doubts),
        roles=roles,
        groups=groups,
        claims=claims,
        others=None if case.others is None else _judge_others(case, reading, rules),
        seconds=seconds,
        differences=tuple(differences),
    )


def are_roles_settled(truth: Hand, reading: HandReading) -> bool:
    """Whether the sets read apart are those that lie apart, but for sets that the reading asks about."""
    tiles = reading.by_index
    asked = {
        in_order(tuple(tiles[index].tile for index in doubt.tiles))
        for doubt in reading.doubts
        if doubt.as_read
    }
    true, read = (
        {(in_order(meld.tiles), meld.concealed) for meld in hand.melds}
        for hand in (truth, reading.hand)
    )
    return all(melded in asked for melded, _ in true ^ read)


def _judge_others(case: Case, reading: HandReading, rules: str) -> Others:
    """Compare the hands read beside the photographed one with those that lie at the other sides."""
    truth = case.others or {}
    read: dict[str, Counter[str]] = {
        hand.side: Counter(hand.reading.hand.tiles) for hand in hands_of(reading, rules)[1:]
    }
    pairs = [(Counter(hand.tiles), read.get(side, Counter())) for side, hand in truth.items()]
    return Others(
        len(truth),
        sum((tiles & seen).total() > tiles.total() / 2 for tiles, seen in pairs),
        sum(tiles == seen for tiles, seen in pairs),
        len(read.keys() - truth.keys() - case.unread),
    )


def _wrong_roles(scene: HandScene, reading: HandReading, look: Look) -> Iterator[str]:
    for number in sorted(hand_numbers(scene) & look.shown - set(look.numbers)):
        yield f"{scene.placed[number].tile}: not found"
    for tile in reading.tiles:
        number = look.numbers[tile.laid.index]
        role = scene.placed[number].role if number >= 0 else "other"
        if tile.role != role:
            yield f"{tile.tile}: {tile.role} for {role} {tile.laid.reason}".strip()


def _sets(tiles: Iterable[tuple[int, int]]) -> set[frozenset[int]]:
    """Tiles by their groups, from pairs of both; tiles of group -1 belong to none."""
    groups: dict[int, set[int]] = {}
    for group, tile in tiles:
        groups.setdefault(group, set()).add(tile)
    return {frozenset(members) for group, members in groups.items() if group != -1}
