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
    judgements = list(judge_cases(options, photo_cases(options.photos / "field")))
    judgements_of_empty = judge_cases(
        options,
        empty_cases(options.photos / "empty"),
        show_unless=lambda judgement: not judgement.invented_count,
    )
    # The number of tiles that the hand has in the reading of each picture without tiles.
    invented_counts = [judgement.invented_count for judgement in judgements_of_empty]
    misread_count = sum(1 for count in invented_counts if count)
    figure = f"{sum(invented_counts)} in {misread_count} of {len(invented_counts)} pictures"
    rows = _hand_rows(judgements) | {"tiles of a hand invented where there are none": [figure]}
    return answer_of(["figure"], rows, _details(judgements))


def tables(options: Options) -> Answer:
    """Hands in photos of whole tables, and the other players' hands."""
    judgements = list(judge_cases(options, table_cases(options.photos / "tables")))
    # The readings of the other players' hands, for each photo.
    others_of_photos = [judgement.others for judgement in judgements if judgement.others]
    open_count = sum(others.open_count for others in others_of_photos)
    found_count = sum(others.found_count for others in others_of_photos)
    exact_count = sum(others.exact_count for others in others_of_photos)
    invented_count = sum(others.invented_count for others in others_of_photos)
    rows = _hand_rows(judgements) | {
        "other players' open hands found": [f"{found_count} of {open_count}"],
        "other players' open hands exact": [f"{exact_count} of {open_count}"],
        "other hands read where none lies open": [str(invented_count)],
    }
    return answer_of(["figure"], rows, _details(judgements))


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
        # Without ``--every``, take all cases.
        every_nth_case = islice(cases, None, None, options.every)
        judgements = list(
            judge_cases(
                options,
                version_cases(every_nth_case, folder_versions),
                show_unless=lambda judgement: judgement.is_exact,
            )
        )
        for version in folder_versions:
            judgements_of_version = [each for each in judgements if each.kind == version]
            rows[f"{folder}, {version}"] = _version_row(judgements_of_version)
        rows[f"{folder}, all"] = _version_row(judgements)
        details[folder] = {judgement.name: judgement.corrections for judgement in judgements}
    return answer_of(["photos exact", "tiles missed or misread", "tiles too many"], rows, details)


def _version_row(judgements: Sequence[Judgement]) -> list[str]:
    """Write the photos read exactly, the tiles missed or misread, and the tiles too many."""
    tile_count = sum(judgement.tile_count for judgement in judgements)
    right_count = sum(judgement.right_count for judgement in judgements)
    invented_count = sum(judgement.invented_count for judgement in judgements)
    missed_text = f"{tile_count - right_count} of {tile_count:,}"
    return [_write_count(judgements, "is_exact"), missed_text, str(invented_count)]


def ways(options: Options) -> Answer:
    """Hands laid in each of the ways in which players lay them."""
    cases_of: dict[str, Iterator[Case]] = {}
    for way in options.parts(WAYS):
        cases_of[way] = way_cases(way, options.seeds(60))
    return _answer_by_part(options, cases_of, dict.fromkeys(cases_of, DEFAULT_RULES))


#: The rule sets that read the hands of ``shapes``.
_RULES_OF_SHAPES = {"sixteen tiles": "taiwanese", "three players": "sanma"}


def shapes(options: Options) -> Answer:
    """Hands of sixteen tiles, and hands of three players."""
    all_cases = {
        "sixteen tiles": sixteen_tile_cases(options.seeds(60)),
        "three players": three_player_cases(options.seeds(60)),
    }
    cases_of = {part: all_cases[part] for part in options.parts(all_cases)}
    return _answer_by_part(options, cases_of, _RULES_OF_SHAPES)


def _answer_by_part(
    options: Options, cases_of: Mapping[str, Iterable[Case]], rules_of: Mapping[str, str]
) -> Answer:
    """Read laid hands: their tiles, and the roles of their tiles.

    Args:
        options: the options of the question.
        cases_of: the cases of each part. A part becomes a column of the answer.
        rules_of: the rule set that reads each part.
    """
    rows: dict[str, list[str]] = {"tiles right": [], "exact": [], "roles right or asked": []}
    details = {}
    for part, cases in cases_of.items():
        judgements = list(
            judge_cases(
                options,
                cases,
                rules=rules_of[part],
                show_unless=lambda judgement: judgement.is_exact and judgement.are_melds_settled,
            )
        )
        rows["tiles right"].append(_share_of_tiles(judgements))
        rows["exact"].append(_write_count(judgements, "is_exact", with_interval=True))
        rows["roles right or asked"].append(
            _write_count(judgements, "are_melds_settled", with_interval=True)
        )
        details[part] = {
            "all as laid": sum(judgement.is_as_laid for judgement in judgements),
            "asked": sum(judgement.asks_about_meld for judgement in judgements),
        }
    return answer_of(cases_of, rows, details)


def layout(options: Options) -> Answer:
    """Hands laid out by rule: every role and group right."""
    rule_sets = options.parts(RULES)
    figures = []
    details: dict[str, dict[str, float]] = {}
    for rules in rule_sets:
        judgements = list(
            judge_cases(
                options,
                hand_cases(rules, options.seeds(500)),
                rules=rules,
                show_unless=lambda judgement: (
                    judgement.is_as_laid and not judgement.scene_differences
                ),
            )
        )
        right_count = sum(
            judgement.has_right_roles and judgement.has_right_groups for judgement in judgements
        )
        figures.append(share(right_count, len(judgements), with_interval=True))
        times_ms = sorted(judgement.seconds * 1e3 for judgement in judgements)
        # The shares of the hands whose roles, groups, claims or text in the notation are right, and
        # the milliseconds of the reading.
        count = len(judgements)
        details[rules] = {
            "roles": sum(judgement.has_right_roles for judgement in judgements) / count,
            "groups": sum(judgement.has_right_groups for judgement in judgements) / count,
            "claims": sum(judgement.has_right_claims for judgement in judgements) / count,
            "hand": sum(judgement.is_as_laid for judgement in judgements) / count,
            "median ms": round(times_ms[len(times_ms) // 2], 1),
            "longest ms": round(times_ms[-1], 1),
        }
    return answer_of(rule_sets, {"roles and groups": figures}, details)


def handless(options: Options) -> Answer:
    """Rendered pictures that show no hand, or two: one clear line each, no tile invented."""
    details: dict[str, dict[str, int]] = {}
    for kind in options.parts(HANDLESS):
        cases = handless_cases(kind, options.seeds(20), options.art)
        judgements = list(judge_cases(options, cases, show_unless=is_refused_clearly))
        details[kind] = {
            "pictures": len(judgements),
            "clear": sum(is_refused_clearly(judgement) for judgement in judgements),
            "invented": sum(judgement.invented_count for judgement in judgements),
        }
    picture_count = sum(counts["pictures"] for counts in details.values())
    clear_count = sum(counts["clear"] for counts in details.values())
    invented_count = sum(counts["invented"] for counts in details.values())
    clear_share = share(clear_count, picture_count, with_interval=True)
    rows = {"pictures of every kind": [clear_share, str(invented_count)]}
    return answer_of(["one clear line", "tiles invented"], rows, details)


def is_refused_clearly(judgement: Judgement) -> bool:
    """Whether the reading of a picture without a hand, or with two, tells people what to do.

    A picture without a hand must get a single doubt, and no tile may be invented. A picture of two
    hands must get the advice to crop it. A game on a screen may get any number of doubts, because
    its tiles may be read.
    """
    if judgement.kind == "two hands":
        return any(_advises_to_crop(doubt) for doubt in judgement.doubts)
    if judgement.invented_count:
        return False
    if judgement.kind == "game on a screen":
        return True
    return len(judgement.doubts) == 1


def _advises_to_crop(doubt: str) -> bool:
    return "crop the photo to one" in doubt or "crop the photo to it," in doubt


def rules(options: Options) -> Answer:
    """Hands that each rule of reading makes better or worse, and its milliseconds."""
    looker = looker_of(options)
    cases: list[tuple[Case, list[Look]]] = []
    for case in options.with_progress(_cases_of_rules(options), "cases"):
        looks = list(looker(case))
        cases.append((case, looks))
    kinds = [case.kind for case, _looks in cases]
    corrections_with_all, seconds_with_all = _count_corrections(
        options.with_progress(cases, "all rules"), ReadingSettings()
    )
    rows: dict[str, list[str]] = {}
    details = {}
    for rule in options.parts(LAYOUT_RULES):
        settings = ReadingSettings(without=frozenset([rule]))
        corrections_without, seconds_without = _count_corrections(
            options.with_progress(cases, rule), settings
        )

        # The number of hands of each kind that the rule makes better, or worse.
        better = Counter[str]()
        worse = Counter[str]()
        for kind, with_rule, without_rule in zip(
            kinds, corrections_with_all, corrections_without, strict=True
        ):
            if with_rule < without_rule:
                better[kind] += 1
            elif with_rule > without_rule:
                worse[kind] += 1
        # The time that the rule takes for a hand, negative if it saves time.
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
        The corrections of each case, and the seconds of processor time for all of them. If a meld
        is neither right nor asked about, a case needs one more correction.
    """
    corrections = []
    total_seconds = 0.0
    for case, looks in cases:
        reading, look, seconds = read(iter(looks), DEFAULT_RULES, settings)
        judgement = judge(case, reading, look, DEFAULT_RULES)
        count = judgement.corrections
        if not judgement.are_melds_settled:
            count += 1
        corrections.append(count)
        total_seconds += seconds
    return corrections, total_seconds


def _cases_of_rules(options: Options) -> Iterator[Case]:
    """Yield the cases of the question ``rules``: photos of all kinds, recordings and laid hands."""
    yield from complete_cases(options.photos / "train", options.every or 4)
    yield from photo_cases(options.photos / "loose", options.corrections)
    yield from photo_cases(options.photos / "tables", options.corrections)
    yield from recorded_cases(READINGS)
    for way in WAYS:
        yield from way_cases(way, options.seeds(15))


def _by_kind(counts: Counter[str]) -> str:
    """Write counts with their kinds, such as ``loose 3, recorded 1``. ``0`` if there are none."""
    texts = [f"{kind} {count}" for kind, count in sorted(counts.items())]
    return ", ".join(texts) or "0"


def bending(options: Options) -> Answer:
    """How many rendered hands are read as wins although one exchanged tile keeps them from winning.

    Only the real networks look at the hands, whatever ``--boxes`` says.
    """
    looker = networks(options.reader, options.art)
    judgements: list[Judgement] = []
    for rules in RULES:
        judgements += judge_cases(
            options,
            exchanged_cases(rules, options.seeds(150)),
            looker,
            rules=rules,
            show_unless=lambda judgement: not judgement.is_legal,
        )
    # None of the hands wins, so every reading that wins is bent.
    bent_count = sum(judgement.is_legal for judgement in judgements)
    figure = share(bent_count, len(judgements), with_interval=True)
    return answer_of(["bent into a win"], {"one tile exchanged": [figure]})


def _share_of_tiles(judgements: Sequence[Judgement]) -> str:
    """Write the share of the true tiles that were read."""
    right_count = sum(judgement.right_count for judgement in judgements)
    tile_count = sum(judgement.tile_count for judgement in judgements)
    return share(right_count, tile_count)


def _write_count(
    judgements: Sequence[Judgement], attribute: str, *, with_interval: bool = False
) -> str:
    """Write the number of the hands of which an attribute is true, or their share.

    Args:
        judgements: the judgements of the hands.
        attribute: the name of a boolean attribute.
        with_interval: write a share with Wilson's interval, for hands that are a random sample.
    """
    count = sum(getattr(judgement, attribute) for judgement in judgements)
    if with_interval:
        return share(count, len(judgements), with_interval=True)
    return f"{count} of {len(judgements)}"


def _hand_rows(judgements: Sequence[Judgement]) -> dict[str, list[str]]:
    """Return the rows of photos of hands."""
    # The role of a meld is whether it is claimed or concealed.
    return {
        "tiles found and right": [_share_of_tiles(judgements)],
        "photos exact": [_write_count(judgements, "is_exact")],
        "photos with their roles right or asked": [_write_count(judgements, "are_melds_settled")],
    }


def _details(judgements: Sequence[Judgement]) -> object:
    """Return the details of each photo, by its name."""
    details = {}
    for judgement in judgements:
        details[judgement.name] = {
            "hand": judgement.true_text,
            "read": judgement.read_text,
            "right": judgement.right_count,
            "roles": judgement.are_melds_settled,
        }
    return details
