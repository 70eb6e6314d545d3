"""Questions about hands: how they are read in photos and rendered scenes, and what each rule of reading is worth."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from itertools import chain, islice
from typing import Final

from hu.scoring.rule_set.registry import DEFAULT_RULES
from hu.vision.layout.settings import LAYOUT_RULES, ReadingSettings
from measuring.answers import Answer, Options, answer_of, share
from measuring.cases import (
    LOOSE_VERSIONS,
    VERSIONS,
    complete_cases,
    empty_cases,
    exchanged_cases,
    hand_cases,
    handless_cases,
    photo_cases,
    recorded_cases,
    table_cases,
    version_cases,
    way_cases,
)
from measuring.judge import Judgement, Others, judge, judge_cases, read
from measuring.lookers import looker_of, networks
from measuring.record_reading import READINGS
from training.scenes.handless import HANDLESS
from training.tables.hands import RULES
from training.tables.ways import WAYS

#: What is summed over hands: tiles, those read, and those read that are not there.
_TILE_COUNTS: Final = ("tiles", "right", "invented")


def field(options: Options) -> Answer:
    """Hands in photos of tables, and photos without tiles."""
    hands = list(judge_cases(options, photo_cases(options.photos / "field")))
    empty = judge_cases(
        options, empty_cases(options.photos / "empty"), accepts=lambda one: not one.invented
    )
    invented = [judgement.invented for judgement in empty]
    figure = f"{sum(invented)} in {sum(map(bool, invented))} of {len(invented)} pictures"
    rows = _hand_rows(hands) | {"tiles of a hand invented where there are none": [figure]}
    return answer_of(["figure"], rows, _details(hands))


def tables(options: Options) -> Answer:
    """Hands in photos of whole tables, and the other players' hands."""
    hands = list(judge_cases(options, table_cases(options.photos / "tables")))
    others = [one.others for one in hands if one.others]
    count, found, exact, invented = (
        sum(getattr(one, part.name) for one in others) for part in fields(Others)
    )
    rows = _hand_rows(hands) | {
        "other players' open hands found": [f"{found} of {count}"],
        "other players' open hands exact": [f"{exact} of {count}"],
        "other hands read where none lies open": [str(invented)],
    }
    return answer_of(["figure"], rows, _details(hands))


def versions(options: Options) -> Answer:
    """Hands in versions of photos of loose tiles and of whole tables, to compare candidate networks."""
    wanted = options.parts(VERSIONS)
    photos = {
        "loose": (photo_cases(options.photos / "loose", options.corrections), LOOSE_VERSIONS),
        "tables": (table_cases(options.photos / "tables"), tuple(VERSIONS)),
    }
    rows, details = dict[str, list[str]](), dict[str, dict[str, int]]()
    for folder, (cases, known) in photos.items():
        names = [name for name in wanted if name in known]
        seen = version_cases(islice(cases, None, None, options.every), names)
        hands = list(judge_cases(options, seen, accepts=lambda one: one.exact))
        for row in (*names, "all"):
            some = [one for one in hands if row in (one.kind, "all")]
            tiles, right, invented = (
                sum(getattr(one, part) for one in some) for part in _TILE_COUNTS
            )
            rows[f"{folder}, {row}"] = [
                _count(some, "exact"),
                f"{tiles - right} of {tiles:,}",
                str(invented),
            ]
        details[folder] = {one.name: one.corrections for one in hands}
    return answer_of(["photos exact", "tiles missed or misread", "tiles too many"], rows, details)


def ways(options: Options) -> Answer:
    """Rendered hands."""
    columns, details = {}, {}
    for way in options.parts(WAYS):
        cases = way_cases(way, options.seeds(60))
        hands = list(judge_cases(options, cases, accepts=lambda one: one.exact and one.settled))
        columns[way] = (
            _tiles(hands),
            *(_count(hands, part, drawn=True) for part in ("exact", "settled")),
        )
        details[way] = {
            "all as laid": sum(one.as_laid for one in hands),
            "asked": sum(one.asked for one in hands),
        }
    rows = dict(
        zip(
            ("tiles right", "exact", "roles right or asked"),
            zip(*columns.values(), strict=True),
            strict=True,
        )
    )
    return answer_of(columns, rows, details)


def layout(options: Options) -> Answer:
    """Hands laid out by rule: every role and group right."""
    figures, details = [], {}
    for rules in options.parts(RULES):
        cases = hand_cases(rules, options.seeds(500))
        judged = judge_cases(
            options, cases, rules=rules, accepts=lambda one: one.as_laid and not one.differences
        )
        hands = list(judged)
        figures.append(
            share(sum(one.roles and one.groups for one in hands), len(hands), drawn=True)
        )
        parts = {"roles": "roles", "groups": "groups", "claims": "claims", "hand": "as_laid"}
        times = sorted(one.seconds * 1e3 for one in hands)
        details[rules] = {
            name: sum(getattr(one, part) for one in hands) / len(hands)
            for name, part in parts.items()
        }
        details[rules] |= {
            "median ms": round(times[len(times) // 2], 1),
            "longest ms": round(times[-1], 1),
        }
    return answer_of(details, {"roles and groups": figures}, details)


def handless(options: Options) -> Answer:
    """Rendered pictures without one hand to read: one clear line each, no tile invented."""
    details: dict[str, dict[str, int]] = {}
    for kind in options.parts(HANDLESS):
        cases = handless_cases(kind, options.seeds(20), options.art)
        read = list(judge_cases(options, cases, accepts=is_refused_clearly))
        clear, invented = sum(map(is_refused_clearly, read)), sum(one.invented for one in read)
        details[kind] = {"pictures": len(read), "clear": clear, "invented": invented}
    pictures, clear, invented = (
        sum(count[name] for count in details.values()) for name in details[kind]
    )
    rows = {"pictures of every kind": [share(clear, pictures, drawn=True), str(invented)]}
    return answer_of(["one clear line", "tiles invented"], rows, details)


def is_refused_clearly(judgement: Judgement) -> bool:
    """Whether a picture without a single hand gets one line and no invented tile, or for two hands advice to crop.

    Tiles on the screen of a mahjong program may be read, with any number of lines.
    """
    if judgement.kind == "two hands":
        return any(
            f"crop the photo to {which}" in line
            for line in judgement.lines
            for which in ("one", "it,")
        )
    return not judgement.invented and (
        judgement.kind == "game on a screen" or len(judgement.lines) == 1
    )


def rules(options: Options) -> Answer:
    """Hands that each rule of reading makes better or worse, and its milliseconds."""
    looker = looker_of(options)
    photos = chain(
        complete_cases(options.photos / "train", options.every or 4),
        *(
            photo_cases(options.photos / folder, options.corrections)
            for folder in ("loose", "tables")
        ),
        recorded_cases(READINGS),
    )
    laid = chain.from_iterable(way_cases(way, options.seeds(15)) for way in WAYS)
    cases = [(case, list(looker(case))) for case in options.each(chain(photos, laid), "cases")]

    def corrections(settings: ReadingSettings, what: str = "") -> tuple[list[int], float]:
        """Of each case the corrections that its reading needs, a wrong role being one; seconds of processor time."""
        found, total = [], 0.0
        for case, looks in options.each(cases, what):
            reading, look, seconds = read(iter(looks), DEFAULT_RULES, settings)
            judgement = judge(case, reading, look, DEFAULT_RULES)
            found.append(judgement.corrections + (not judgement.settled))
            total += seconds
        return found, total

    base, base_seconds = corrections(ReadingSettings())
    rows, details = {}, {}
    for rule in options.parts(LAYOUT_RULES):
        without, seconds = corrections(ReadingSettings(without=frozenset([rule])), rule)
        better = Counter(
            case.kind for (case, _), w, b in zip(cases, without, base, strict=True) if w > b
        )
        worse = Counter(
            case.kind for (case, _), w, b in zip(cases, without, base, strict=True) if w < b
        )
        by_kind = (
            ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items())) or "0"
            for counts in (better, worse)
        )
        rows[rule] = [*by_kind, f"{(base_seconds - seconds) * 1e3 / len(cases):+.2f}"]
        details[rule] = {"gained": dict(better), "lost": dict(worse)}
    return answer_of(["hands better with it", "worse", "ms"], rows, details)


def bending(options: Options) -> Answer:
    """Rendered hands with one tile exchanged so that they do not win, read as a win."""
    looker, bent = networks(options.reader, options.art), list[bool]()
    for rules in RULES:
        cases = exchanged_cases(rules, options.seeds(150))
        judged = judge_cases(options, cases, looker, rules=rules, accepts=lambda one: not one.legal)
        bent += [one.legal for one in judged]
    return answer_of(
        ["bent into a win"], {"one tile exchanged": [share(sum(bent), len(bent), drawn=True)]}
    )


def _tiles(hands: Sequence[Judgement]) -> str:
    return share(sum(one.right for one in hands), sum(one.tiles for one in hands))


def _count(hands: Sequence[Judgement], part: str, *, drawn: bool = False) -> str:
    right = sum(getattr(one, part) for one in hands)
    return share(right, len(hands), drawn=True) if drawn else f"{right} of {len(hands)}"


def _hand_rows(hands: Sequence[Judgement]) -> dict[str, list[str]]:
    return {
        "tiles found and right": [_tiles(hands)],
        "photos exact": [_count(hands, "exact")],
        "photos with their roles right or asked": [_count(hands, "settled")],
    }


def _details(hands: Sequence[Judgement]) -> object:
    return {
        one.name: {"hand": one.truth, "read": one.read, "right": one.right, "roles": one.settled}
        for one in hands
    }
