"""Questions about hands: readings of photos and scenes, and the worth of each reading rule."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

from hu.scoring.rule_set.registry import DEFAULT_RULES
from hu.vision.layout.settings import LAYOUT_RULES, ReadingSettings
from measuring.answers import Answer, Options, answer_of, share
from measuring.cases import (
    LOOSE_VERSIONS,
    VERSIONS,
    Case,
    complete_cases,
    empty_cases,
    exchanged_cases,
    hand_cases,
    handless_cases,
    photo_cases,
    recorded_cases,
    sixteen_tile_cases,
    table_cases,
    three_player_cases,
    version_cases,
    way_cases,
)
from measuring.judge import Judgement, judge, judge_cases, read
from measuring.lookers import Look, looker_of, networks
from measuring.record_reading import READINGS
from training.scenes.handless import HANDLESS
from training.tables.hands import RULES
from training.tables.ways import WAYS


def field(options: Options) -> Answer:
    """Hands in photos of tables, and photos without tiles."""
    hands = list(judge_cases(options, photo_cases(options.photos / "field")))
    empty = judge_cases(
        options,
        empty_cases(options.photos / "empty"),
        accepts=lambda judgement: not judgement.invented,
    )
    # The number of tiles that were read in each picture without tiles.
    invented = [judgement.invented for judgement in empty]
    misread_pictures = sum(1 for count in invented if count)
    figure = f"{sum(invented)} in {misread_pictures} of {len(invented)} pictures"
    rows = _hand_rows(hands) | {"tiles of a hand invented where there are none": [figure]}
    return answer_of(["figure"], rows, _details(hands))


def tables(options: Options) -> Answer:
    """Hands in photos of whole tables, and the other players' hands."""
    hands = list(judge_cases(options, table_cases(options.photos / "tables")))
    others = [hand.others for hand in hands if hand.others]
    count = sum(each.open for each in others)
    rows = _hand_rows(hands) | {
        "other players' open hands found": [f"{sum(each.found for each in others)} of {count}"],
        "other players' open hands exact": [f"{sum(each.exact for each in others)} of {count}"],
        "other hands read where none lies open": [str(sum(each.invented for each in others))],
    }
    return answer_of(["figure"], rows, _details(hands))


def versions(options: Options) -> Answer:
    """Hands in versions of photos of loose tiles and of whole tables, to compare networks."""
    version_names = options.parts(VERSIONS)
    cases_of = {
        "loose": photo_cases(options.photos / "loose", options.corrections),
        "tables": table_cases(options.photos / "tables"),
    }
    rows: dict[str, list[str]] = {}
    details: dict[str, dict[str, int]] = {}
    for folder, cases in cases_of.items():
        folder_versions = version_names
        if folder == "loose":
            folder_versions = [name for name in version_names if name in LOOSE_VERSIONS]
        every_nth_case = islice(cases, None, None, options.every)
        hands = list(
            judge_cases(
                options,
                version_cases(every_nth_case, folder_versions),
                accepts=lambda judgement: judgement.exact,
            )
        )
        for version in folder_versions:
            hands_of_version = [hand for hand in hands if hand.kind == version]
            rows[f"{folder}, {version}"] = _version_row(hands_of_version)
        rows[f"{folder}, all"] = _version_row(hands)
        details[folder] = {hand.name: hand.corrections for hand in hands}
    return answer_of(["photos exact", "tiles missed or misread", "tiles too many"], rows, details)


def _version_row(hands: Sequence[Judgement]) -> list[str]:
    tiles = sum(hand.tiles for hand in hands)
    right = sum(hand.right for hand in hands)
    invented = sum(hand.invented for hand in hands)
    return [_count(hands, "exact"), f"{tiles - right} of {tiles:,}", str(invented)]


def ways(options: Options) -> Answer:
    """Rendered hands."""
    parts: dict[str, Iterator[Case]] = {}
    for way in options.parts(WAYS):
        parts[way] = way_cases(way, options.seeds(60))
    return _answer_by_part(options, parts, dict.fromkeys(parts, DEFAULT_RULES))


#: The rule sets that read the hands of ``shapes``.
_RULES_OF_SHAPES = {"sixteen tiles": "taiwanese", "three players": "sanma"}


def shapes(options: Options) -> Answer:
    """Hands of sixteen tiles, and hands of three players."""
    cases = {
        "sixteen tiles": sixteen_tile_cases(options.seeds(60)),
        "three players": three_player_cases(options.seeds(60)),
    }
    parts = {name: cases[name] for name in options.parts(cases)}
    return _answer_by_part(options, parts, _RULES_OF_SHAPES)


def _answer_by_part(
    options: Options, parts: Mapping[str, Iterable[Case]], rules_of: Mapping[str, str]
) -> Answer:
    """Read laid hands: their tiles, and the roles of their tiles.

    Args:
        options: the options of the question.
        parts: the cases of each part, which is a column of the answer.
        rules_of: the rule set that reads each part.
    """
    rows: dict[str, list[str]] = {"tiles right": [], "exact": [], "roles right or asked": []}
    details = {}
    for name, cases in parts.items():
        judged = judge_cases(
            options,
            cases,
            rules=rules_of[name],
            accepts=lambda judgement: judgement.exact and judgement.settled,
        )
        hands = list(judged)
        rows["tiles right"].append(_tiles(hands))
        rows["exact"].append(_count(hands, "exact", with_interval=True))
        rows["roles right or asked"].append(_count(hands, "settled", with_interval=True))
        details[name] = {
            "all as laid": sum(hand.as_laid for hand in hands),
            "asked": sum(hand.asked for hand in hands),
        }
    return answer_of(details, rows, details)


def layout(options: Options) -> Answer:
    """Hands laid out by rule: every role and group right."""
    figures = []
    details: dict[str, dict[str, float]] = {}
    for rules in options.parts(RULES):
        judged = judge_cases(
            options,
            hand_cases(rules, options.seeds(500)),
            rules=rules,
            accepts=lambda judgement: judgement.as_laid and not judgement.differences,
        )
        hands = list(judged)
        right = [hand for hand in hands if hand.roles and hand.groups]
        figures.append(share(len(right), len(hands), with_interval=True))
        times = sorted(hand.seconds * 1e3 for hand in hands)
        details[rules] = {
            "roles": sum(hand.roles for hand in hands) / len(hands),
            "groups": sum(hand.groups for hand in hands) / len(hands),
            "claims": sum(hand.claims for hand in hands) / len(hands),
            "hand": sum(hand.as_laid for hand in hands) / len(hands),
            "median ms": round(times[len(times) // 2], 1),
            "longest ms": round(times[-1], 1),
        }
    return answer_of(details, {"roles and groups": figures}, details)


def handless(options: Options) -> Answer:
    """Rendered pictures that show no hand, or two: one clear line each, no tile invented."""
    details: dict[str, dict[str, int]] = {}
    for kind in options.parts(HANDLESS):
        cases = handless_cases(kind, options.seeds(20), options.art)
        hands = list(judge_cases(options, cases, accepts=is_refused_clearly))
        details[kind] = {
            "pictures": len(hands),
            "clear": sum(is_refused_clearly(hand) for hand in hands),
            "invented": sum(hand.invented for hand in hands),
        }
    pictures = sum(counts["pictures"] for counts in details.values())
    clear = sum(counts["clear"] for counts in details.values())
    invented = sum(counts["invented"] for counts in details.values())
    rows = {"pictures of every kind": [share(clear, pictures, with_interval=True), str(invented)]}
    return answer_of(["one clear line", "tiles invented"], rows, details)


def is_refused_clearly(judgement: Judgement) -> bool:
    """Whether the reading of a picture without a hand, or with two, tells people what to do.

    A picture without a hand must get a single line, and no tile may be invented. A picture of two
    hands must get the advice to crop it. Tiles on the screen of a mahjong program may be read, with
    any number of lines.
    """
    if judgement.kind == "two hands":
        return any(_advises_to_crop(line) for line in judgement.lines)
    if judgement.invented:
        return False
    if judgement.kind == "game on a screen":
        return True
    return len(judgement.lines) == 1


def _advises_to_crop(line: str) -> bool:
    return "crop the photo to one" in line or "crop the photo to it," in line


def rules(options: Options) -> Answer:
    """Hands that each rule of reading makes better or worse, and its milliseconds."""
    looker = looker_of(options)
    cases: list[tuple[Case, list[Look]]] = []
    for case in options.each(_cases_of_rules(options), "cases"):
        looks = list(looker(case))
        cases.append((case, looks))
    with_all_rules, seconds_with_all = _count_corrections(
        options.each(cases, "all rules"), ReadingSettings()
    )
    rows: dict[str, list[str]] = {}
    details = {}
    for rule in options.parts(LAYOUT_RULES):
        settings = ReadingSettings(without=frozenset([rule]))
        without_rule, seconds_without = _count_corrections(options.each(cases, rule), settings)

        # The number of hands of each kind that the rule improves, or makes worse.
        better = Counter[str]()
        worse = Counter[str]()
        for number, (case, _looks) in enumerate(cases):
            if with_all_rules[number] < without_rule[number]:
                better[case.kind] += 1
            elif with_all_rules[number] > without_rule[number]:
                worse[case.kind] += 1
        milliseconds = (seconds_with_all - seconds_without) * 1e3 / len(cases)
        rows[rule] = [_by_kind(better), _by_kind(worse), f"{milliseconds:+.2f}"]
        details[rule] = {"gained": dict(better), "lost": dict(worse)}
    return answer_of(["hands better with it", "worse", "ms"], rows, details)


def _count_corrections(
    cases: Iterable[tuple[Case, list[Look]]], settings: ReadingSettings
) -> tuple[list[int], float]:
    """Read cases, and count the corrections that the readings need.

    Args:
        cases: the cases, and the looks at each of them.
        settings: the settings of the reading.

    Returns:
        The corrections of each case, and the seconds of processor time for all of them. Wrong roles
        that no question settles count as one correction.
    """
    corrections = []
    total_seconds = 0.0
    for case, looks in cases:
        reading, look, seconds = read(iter(looks), DEFAULT_RULES, settings)
        judgement = judge(case, reading, look, DEFAULT_RULES)
        count = judgement.corrections
        if not judgement.settled:
            count += 1
        corrections.append(count)
        total_seconds += seconds
    return corrections, total_seconds


def _cases_of_rules(options: Options) -> Iterator[Case]:
    """Yield photos of all kinds, recordings and laid hands."""
    yield from complete_cases(options.photos / "train", options.every or 4)
    yield from photo_cases(options.photos / "loose", options.corrections)
    yield from photo_cases(options.photos / "tables", options.corrections)
    yield from recorded_cases(READINGS)
    for way in WAYS:
        yield from way_cases(way, options.seeds(15))


def _by_kind(counts: Counter[str]) -> str:
    parts = [f"{kind} {count}" for kind, count in sorted(counts.items())]
    return ", ".join(parts) or "0"


def bending(options: Options) -> Answer:
    """Rendered hands with one tile exchanged so that they do not win, read as a win."""
    looker = networks(options.reader, options.art)
    hands: list[Judgement] = []
    for rules in RULES:
        hands += judge_cases(
            options,
            exchanged_cases(rules, options.seeds(150)),
            looker,
            rules=rules,
            accepts=lambda judgement: not judgement.legal,
        )
    bent = sum(hand.legal for hand in hands)
    figure = share(bent, len(hands), with_interval=True)
    return answer_of(["bent into a win"], {"one tile exchanged": [figure]})


def _tiles(hands: Sequence[Judgement]) -> str:
    right = sum(hand.right for hand in hands)
    return share(right, sum(hand.tiles for hand in hands))


def _count(hands: Sequence[Judgement], attribute: str, *, with_interval: bool = False) -> str:
    """Count the hands of which an attribute is true.

    Args:
        hands: the judgements.
        attribute: the name of a boolean attribute.
        with_interval: write a share with Wilson's interval, for hands that are a random sample.
    """
    right = sum(getattr(hand, attribute) for hand in hands)
    if with_interval:
        return share(right, len(hands), with_interval=True)
    return f"{right} of {len(hands)}"


def _hand_rows(hands: Sequence[Judgement]) -> dict[str, list[str]]:
    return {
        "tiles found and right": [_tiles(hands)],
        "photos exact": [_count(hands, "exact")],
        "photos with their roles right or asked": [_count(hands, "settled")],
    }


def _details(hands: Sequence[Judgement]) -> object:
    details = {}
    for hand in hands:
        details[hand.name] = {
            "hand": hand.truth,
            "read": hand.read,
            "right": hand.right,
            "roles": hand.settled,
        }
    return details
