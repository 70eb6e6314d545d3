"""The judge: reads the detections of a case and compares the reading with the truth."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from hu.app.evaluation.judging import count_edits
from hu.app.reading.hands import hands_of
from hu.app.reading.model import Doubt, HandReading
from hu.app.reading.read import cheapest_reading, needs_another_look, read_hand
from hu.app.records.words import reading_words
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
    """The readings of the other players' open hands of a case.

    Attributes:
        open_count: the number of these hands.
        found_count: the number of these with more than half of their tiles read at their side.
        exact_count: the number of these that were read without an error.
        invented_count: the number of hands that were read at sides without an open hand. A side
            that the notes on the table mention does not count.
    """

    open_count: int
    found_count: int
    exact_count: int
    invented_count: int

    @property
    def is_exact(self) -> bool:
        """Whether all of these hands were read without an error, and no hand was invented."""
        return self.exact_count == self.open_count and not self.invented_count


@dataclass(frozen=True, slots=True)
class Judgement:
    """A reading beside the truth.

    The roles, groups and claims are compared for scenes only. In all other cases they count as
    right.

    Attributes:
        name: the name of the case.
        kind: the kind of the case.
        true_text: the true hand in the notation. Empty if the roles of its tiles are not known.
        read_text: the hand that was read, in the notation. Empty if none was read.
        doubts: the sentences of the reading's doubts.
        seconds: processor time of the reading, without looking.
        tile_count: the number of the case's tiles.
        right_count: the number of these that the hand has in the reading.
        invented_count: the number of tiles that the hand has only in the reading.
        corrections: the number of single-tile edits from the hand in the reading to the truth.
        is_legal: whether a winning hand was read.
        are_melds_settled: whether every meld is rightly read as claimed or concealed, or asked
            about. True if the true melds are not known.
        asks_about_meld: whether a doubt asks if a meld is claimed or concealed.
        has_right_roles: whether every tile of a scene's hand that shows was found, and every tile
            that was read has its role.
        has_right_groups: whether a scene's tiles are grouped as they were laid.
        has_right_claims: whether the claimed melds of a scene, and no others, were read as claimed,
            each from the player it came from.
        scene_differences: a line for each wrong role, for wrong groups and for wrong claims.
        others: the other players' hands. None if they are not looked for.
    """

    name: str
    kind: str
    true_text: str
    read_text: str
    doubts: tuple[str, ...]
    seconds: float

    tile_count: int
    right_count: int
    invented_count: int
    corrections: int

    is_legal: bool
    are_melds_settled: bool
    asks_about_meld: bool

    has_right_roles: bool
    has_right_groups: bool
    has_right_claims: bool
    scene_differences: tuple[str, ...]
    others: Others | None

    @property
    def is_exact(self) -> bool:
        """Whether the hand has all of the case's tiles in the reading, and no other tile."""
        return not self.corrections

    @property
    def is_as_laid(self) -> bool:
        """Whether the reading has the text of the true hand, its melds included."""
        return self.true_text == self.read_text

    @property
    def is_right(self) -> bool:
        """Whether tiles, melds, the other players' hands and the scene are right."""
        if not self.is_exact or not self.are_melds_settled or self.scene_differences:
            return False
        if self.others is None:
            return True
        return self.others.is_exact

    def __str__(self) -> str:
        parts = [f"{self.name}: {self.true_text}  read as {self.read_text or 'no hand'}"]
        parts += self.scene_differences[:4]
        if self.others:
            parts.append(str(self.others))
        return "; ".join(parts)


def judge_cases(
    options: Options,
    cases: Iterable[Case],
    looker: Looker | None = None,
    *,
    rules: str = DEFAULT_RULES,
    show_unless: Callable[[Judgement], bool] = lambda judgement: judgement.is_right,
) -> Iterator[Judgement]:
    """Look at cases, read them and judge the readings.

    Args:
        options: the options of the question.
        cases: the cases to look at.
        looker: the networks. By default those that the options name.
        rules: the id of the rule set that reads the hands.
        show_unless: ``--show`` names the cases for whose judgement this is false.

    Yields:
        The judgement of each case, in the order of the cases.
    """
    looker = looker or looker_of(options)
    for case in options.with_progress(cases):
        reading, look, seconds = read(looker(case), rules)
        judgement = judge(case, reading, look, rules, seconds)
        if not show_unless(judgement):
            options.say(str(judgement))
        yield judgement


def read(
    looks: Iterator[Look], rules: str, settings: ReadingSettings = DEFAULT_SETTINGS
) -> tuple[HandReading, Look, float]:
    """Read the hand in a case, and look again as long as the reading asks for it.

    Args:
        looks: the looks at the case, at least one.
        rules: the id of the rule set that reads the hand.
        settings: the settings of the reading.

    Returns:
        The cheapest reading, the look that it was read from, and seconds of processor time without
        looking.
    """
    seconds = 0.0
    used_looks: list[Look] = []
    readings: list[HandReading] = []
    for look in looks:
        start = time.process_time()
        used_looks.append(look)
        readings.append(read_hand(look.detections, rules, settings))
        needs_more = needs_another_look(readings, settings)
        seconds += time.process_time() - start
        if not needs_more:
            break
    best = cheapest_reading(readings)
    for look, reading in zip(used_looks, readings, strict=True):
        if reading is best:
            return reading, look, seconds
    raise AssertionError("the best reading is one of the readings")


def judge(
    case: Case, reading: HandReading, look: Look, rules: str, seconds: float = 0.0
) -> Judgement:
    """Compare a reading with the truth.

    Args:
        case: the truth.
        reading: the reading of the case.
        look: the look that it was read from.
        rules: the id of the rule set that read it.
        seconds: processor time of the reading.
    """
    true_tiles = Counter(case.tiles)
    read_tiles = Counter(reading.hand.tiles)
    wrong_roles: list[str] = []
    has_right_groups = True
    has_right_claims = True
    if isinstance(case.source, HandScene):
        wrong_roles = list(_wrong_roles(case.source, reading, look))
        has_right_groups = _are_groups_right(case.source, reading, look)
        has_right_claims = _are_claims_right(case.source, reading, look)
    scene_differences = list(wrong_roles)
    if not has_right_groups:
        scene_differences.append("groups differ")
    if not has_right_claims:
        scene_differences.append("claims differ")
    return Judgement(
        name=case.name,
        kind=case.kind,
        true_text=str(case.hand or ""),
        read_text=reading.text,
        doubts=tuple(doubt.why for doubt in reading.doubts),
        seconds=seconds,
        tile_count=len(case.tiles),
        right_count=(true_tiles & read_tiles).total(),
        invented_count=(read_tiles - true_tiles).total(),
        corrections=count_edits(case.tiles, reading.hand.tiles),
        is_legal=reading.is_legal,
        are_melds_settled=case.hand is None or are_melds_settled(case.hand, reading),
        asks_about_meld=any(_asks_about_claim(doubt) for doubt in reading.doubts),
        has_right_roles=not wrong_roles,
        has_right_groups=has_right_groups,
        has_right_claims=has_right_claims,
        scene_differences=tuple(scene_differences),
        others=_judge_others(case, reading, rules),
    )


def are_melds_settled(truth: Hand, reading: HandReading) -> bool:
    """Whether each meld is rightly read as claimed or concealed, or asked about."""
    # The tiles of each meld that is asked about, in order.
    asked_melds: set[tuple[str, ...]] = set()
    for doubt in reading.doubts:
        if _asks_about_claim(doubt):
            tiles = tuple(reading.by_index[index].tile for index in doubt.tiles)
            asked_melds.add(in_order(tiles))
    # The melds that only the truth has or only the reading.
    differing_melds = _melds_of(truth) ^ _melds_of(reading.hand)
    return all(tiles in asked_melds for tiles, _is_concealed in differing_melds)


def _asks_about_claim(doubt: Doubt) -> bool:
    """Whether a doubt asks if a meld is claimed or concealed."""
    # ``as_read`` is set for these doubts alone.
    return doubt.as_read is not None


def _melds_of(hand: Hand) -> set[tuple[tuple[str, ...], bool]]:
    """Return the tiles of each meld, in order, and whether it is concealed."""
    return {(in_order(meld.tiles), meld.concealed) for meld in hand.melds}


def _judge_others(case: Case, reading: HandReading, rules: str) -> Others | None:
    """Compare the hands read at the other sides of the table with the open hands there.

    Returns:
        The comparison. None if the case does not look for them.
    """
    if case.others is None:
        return None
    # The first hand is the photographed hand.
    read_tiles_at: dict[str, Counter[str]] = {}
    for hand in hands_of(reading, rules)[1:]:
        read_tiles_at[hand.side] = Counter(hand.reading.hand.tiles)

    found_count = 0
    exact_count = 0
    for side, true_hand in case.others.items():
        true_tiles = Counter(true_hand.tiles)
        read_tiles = read_tiles_at.get(side, Counter())
        right_tiles = true_tiles & read_tiles
        if right_tiles.total() > true_tiles.total() / 2:
            found_count += 1
        if read_tiles == true_tiles:
            exact_count += 1
    # Tiles at a side that the notes mention are not invented.
    invented_sides = read_tiles_at.keys() - case.others.keys() - case.mentioned_sides
    return Others(
        open_count=len(case.others),
        found_count=found_count,
        exact_count=exact_count,
        invented_count=len(invented_sides),
    )


def _wrong_roles(scene: HandScene, reading: HandReading, look: Look) -> Iterator[str]:
    """Yield a line for each wrong tile.

    A tile is wrong if it shows and belongs to the hand but was not found, or if it was read with
    another role than it has.
    """
    shown_tiles = hand_numbers(scene) & look.shown
    missed_tiles = shown_tiles - set(look.numbers)
    for number in sorted(missed_tiles):
        yield f"{scene.placed[number].tile}: not found"
    for tile in reading.tiles:
        number = look.numbers[tile.index]
        # A detection of no tile of the scene belongs to no hand.
        true_role = scene.placed[number].role if number >= 0 else "other"
        if tile.role != true_role:
            line = f"{tile.tile}: {tile.role} for {true_role}"
            if tile.laid.reason is not None:
                line += f" {reading_words('en').reason(tile.laid.reason)}"
            yield line


def _are_groups_right(scene: HandScene, reading: HandReading, look: Look) -> bool:
    """Whether the tiles of a hand are grouped as they were laid."""
    # The group of each tile, by the index of its detection. Detections of no tile, and tiles beside
    # the hand, belong to no group.
    laid_group_of: dict[int, int] = {}
    for index, number in enumerate(look.numbers):
        laid_group_of[index] = _laid_group(scene, number)
    read_group_of: dict[int, int] = {}
    for tile in reading.tiles:
        if tile.role != "other":
            read_group_of[tile.index] = tile.laid.group
    return _partition(laid_group_of) == _partition(read_group_of)


def _partition(group_of: dict[int, int]) -> set[frozenset[int]]:
    """Return the tiles of each group, whatever its number is.

    Args:
        group_of: the number of each tile's group, by the tile's index. -1 for tiles of no group.
    """
    groups: dict[int, set[int]] = {}
    for tile, group in group_of.items():
        if group != -1:
            groups.setdefault(group, set()).add(tile)
    return {frozenset(tiles) for tiles in groups.values()}


def _are_claims_right(scene: HandScene, reading: HandReading, look: Look) -> bool:
    """Whether the melds that were laid as claimed are read as claimed from the same players."""
    # For each meld that is read as claimed: the number of the group in which its tiles were laid,
    # and the player.
    read_claims: list[tuple[int, str]] = []
    for group in reading.layout.groups:
        if group.claimed_from is None:
            continue
        laid_groups = {_laid_group(scene, look.numbers[tile]) for tile in group.tiles}
        if len(laid_groups) > 1:
            return False
        read_claims.append((laid_groups.pop(), group.claimed_from))
    return sorted(read_claims) == sorted(scene.claims)


def _laid_group(scene: HandScene, number: int) -> int:
    """Return the number of the group of a placed tile. -1 for no tile, and for tiles of no group.

    Args:
        scene: the scene.
        number: the index of the placed tile, -1 for none.
    """
    if number < 0:
        return -1
    return scene.placed[number].group
