"""The catalogues have the same keys and places in every language, and no untranslated sentence."""

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import pytest

from hu.app.i18n import LANGUAGES, best_language, sentences_of, texts
from hu.app.ledger.values import LedgerError, Refusal
from hu.scoring.fimj.payments import transfers
from hu.scoring.fimj.rule_set import _INFO as FIMJ
from hu.scoring.patterns import DOUBLINGS, POINTS
from hu.scoring.problems import BelowMinimumError, make_problem
from hu.scoring.rule_set.declared import COMMON_QUESTIONS
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_names, rule_set
from hu.scoring.texts import Names, Text, catalogue, text
from hu.scoring.tiles import CLASSES

PAGE = "hu.app.i18n"
_ROOT = Path(__file__).parents[3]
APP = _ROOT / "app"
#: The packages of rule sets that have words, and that of the words that they share.
PACKAGES = ["hu.scoring"]
PACKAGES += [f"hu.scoring.{path.parent.name}" for path in sorted(_ROOT.glob("scoring/*/words"))]
#: Keys whose texts only the command line prints, in English: errors, and explanations of questions
#: and options.
COMMAND_LINE = re.compile(
    r"error\..+|shapes\..+|about\.(limits|payment)|(?!patterns).+\.(meaning|without)|questions\..+"
)
#: Texts of rule sets that are the same as in English although Italian has another word.
SAME_IN = {
    "de": {"West", "Limit"},
    "fr": {"point", "points", "{base} points.", "Serpent", "Double riichi", "Dragon"},
}
#: Sentences of the page that are the same in all languages, and in single ones.
ALIKE = {
    *("Hu!", "{seat} · {name}", "× {count}", "{text}", ".", ",", "{share}%", "{share}％"),
    *("{label}: {text}", "{label}：{text}", ", ", "、"),
}
ALIKE_IN = {
    "de": {"Hand {number}", "Hand", "West"},
    "fr": {"Points", "Date", "Photo", "Total"},
    "it": {"Set {number}"},
}
#: Problems that count things of which there may be a single one.
COUNTED_FROM_ONE = (
    *("tile-count", "waits-count", "red-without-five", "too-many-red", "ura-without-dora"),
)
#: Errors that the page cannot cause.
UNSAID = (
    *("unknown-seat", "unknown-tile", "unknown-win", "source-missing", "source-with-draw"),
    *("unknown-circumstance", "circumstance-win", "known-circumstances", "nearest-circumstance"),
)


def places(sentence: str) -> set[str]:
    """The names of the places for values in a sentence, such as ``count`` for ``{count}``."""
    return set(re.findall(r"{(\w+)(?::\w+)?}", sentence))


def own(language: str) -> Mapping[str, str]:
    """The sentences of a language's own catalogues."""
    keys: set[str] = set()
    for code in own_codes(language):
        keys.update(catalogue(PAGE, code))
    return {key: texts(language).messages[key] for key in keys if not key.startswith("script.")}


def own_codes(language: str) -> list[str]:
    """The catalogues that hold a language's own sentences."""
    if language == "zh-Hans":
        return ["zh-Hans", "zh-Hant"]
    return [language]


def shown(rules: RuleSet) -> Iterator[Names]:
    """The names and texts of a rule set that the page shows."""
    yield from (rules.names, rules.summary, rules.unit.names)
    for pattern in rules.patterns:
        yield from (pattern.names, pattern.condition, pattern.source, pattern.unit.names)
    for option in rules.options:
        yield from (option.names, *option.choice_names.values())
    for infos in (rules.questions, rules.circumstance_infos, rules.statuses.values()):
        yield from (info.names for info in infos)
    yield from rules.voids.values()


def shown_names() -> list[Names]:
    """All names and texts of rule sets that the page shows."""
    all_names = []
    for name in rule_names():
        all_names += [names for names in shown(rule_set(name)) if names]
    return all_names


NAMES = shown_names()
OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys_and_places(language: str) -> None:
    english = catalogue(PAGE, "en")
    sentences = own(language)
    assert sentences.keys() == english.keys()
    for key in english:
        assert places(sentences[key]) == places(english[key]), key


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_empty(language: str) -> None:
    for key, sentence in own(language).items():
        # Between French thousands there is a narrow space.
        assert sentence.strip() or key == "number.thousands", key


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_in_english(language: str) -> None:
    english = catalogue(PAGE, "en")
    same = {sentence for key, sentence in own(language).items() if sentence == english[key]}
    assert same <= ALIKE | ALIKE_IN.get(language, set())
    if texts(language).reads_characters:
        latin = {text for text in own(language).values() if not re.search(r"[\u3040-\u9fff]", text)}
        assert latin <= ALIKE


def texts_in(value: Any) -> Iterator[Text]:
    """Every text that a declaration holds."""
    if isinstance(value, Text):
        yield value
        for _, part in value.parameters:
            yield from texts_in(part)
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from texts_in(part)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from texts_in(part)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from texts_in(getattr(value, name))


def declarations() -> list[Any]:
    """All that the rule sets and the common questions declare."""
    declarations: list[Any] = [COMMON_QUESTIONS, tuple(FIMJ.values())]
    for rules in map(rule_set, rule_names()):
        declarations += [rules.names, rules.summary, rules.limits, rules.payment, rules.unit]
        declarations += [rules.patterns, rules.shapes, rules.options, rules.circumstance_infos]
        declarations += [rules.statuses, rules.voids, rules.questions]
    return declarations


def test_every_text_that_is_declared_is_in_its_catalogue() -> None:
    for declared_text in texts_in(declarations()):
        assert declared_text.id in catalogue(declared_text.package, "en"), declared_text


def test_every_text_that_the_page_uses_is_in_its_catalogue() -> None:
    keys: set[str] = set()
    for path in APP.glob("page/**/*.py"):
        script = path.read_text(encoding="utf-8")
        keys.update(re.findall(r'\b(?:t|Note|UploadError)\("([^"]+)"', script))
    assert keys
    assert keys <= texts("en").messages.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_has_its_own_words(language: str) -> None:
    t = texts(language)
    assert len({t.tile(face) for face in CLASSES}) == len(CLASSES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_circumstance_has_its_words(language: str) -> None:
    for rules in map(rule_set, rule_names()):
        t = texts(language).of(rules)
        names = {info.name: info.names for info in rules.circumstance_infos}
        for name in rules.circumstances:
            assert f"circumstance.{name}" in t.messages or t.name(names[name])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_problem_has_its_words(language: str) -> None:
    for rules in map(rule_set, rule_names()):
        t = texts(language).of(rules)
        for package in ("hu.scoring", f"hu.scoring.{rules.name.replace('-', '_')}"):
            for key, sentence in catalogue(package, "en").items():
                name = key.removeprefix("error.")
                is_problem = key.startswith("error.") and not key.endswith("_one")
                if not is_problem or name in UNSAID:
                    continue
                # Each place of the sentence gets a tile. A count gets a number.
                values: dict[str, Any] = dict.fromkeys(places(sentence), "3p")
                for place in values.keys() & {"count", "expected"}:
                    values[place] = 14
                assert t.problem(make_problem(name, package=package, **values)), name
                assert f"problem.{name}" in t.messages, (rules.name, name)


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("package", PACKAGES)
def test_every_language_has_the_texts_and_their_places(package: str, language: str) -> None:
    english = catalogue(package, "en")
    own_sentences: dict[str, str] = {}
    for code in own_codes(language):
        for key in catalogue(package, code):
            own_sentences[key] = sentences_of(language, package)[key]
    assert own_sentences.keys() <= english.keys()

    # Other sentences may be missing if kindred languages have them in characters, or if the page
    # does not show them.
    missing = english.keys() - own_sentences.keys()
    if texts(language).reads_characters:
        missing -= catalogue(package, "names.zh").keys()
        missing -= catalogue(package, "names.ja").keys()
    if package == "hu.scoring":
        # The page has its own sentences for the questions that every game has.
        missing -= {f"questions.{question.id}" for question in COMMON_QUESTIONS}
    assert not {key for key in missing if not COMMAND_LINE.fullmatch(key)}

    same = set()
    for key, sentence in own_sentences.items():
        assert places(sentence) == places(english[key]), key
        has_letters = re.sub("{.*?}|[^a-zA-Z]", "", sentence) != ""
        if sentence == english[key] and has_letters:
            same.add(sentence)
    assert same <= SAME_IN.get(language, set()) | set(catalogue(package, "it").values())


@pytest.mark.parametrize("package", PACKAGES)
def test_names_in_the_game_s_characters_are_names_of_something(package: str) -> None:
    for code in ("zh", "yue", "ja"):
        assert catalogue(package, f"names.{code}").keys() <= catalogue(package, "en").keys()


def test_an_unknown_problem_is_described_in_english() -> None:
    unknown = make_problem("unknown-tile", tile="else")
    assert unknown.text == "unknown tile else among the recent discards"
    assert texts("it").problem(unknown) == unknown.text


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("it", "it"),
        ("it-CH", "it"),
        ("IT_it", "it"),
        ("en-US", "en"),
        ("de-DE", "de"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK", "zh-Hant"),
        ("zh-Hant-MO", "zh-Hant"),
        ("zh", "zh-Hans"),
        ("zh_CN", "zh-Hans"),
        ("ja", "ja"),
        ("pt-BR", "en"),
        (None, "en"),
        ("", "en"),
    ],
)
def test_the_browser_s_language_is_chosen(locale: str | None, language: str) -> None:
    assert best_language(locale) == language


def test_every_error_of_the_ledger_is_translated() -> None:
    for key in get_args(Refusal):
        assert f"problem.{key}" in catalogue(PAGE, "en")
    refused = LedgerError("not-saved", reason="the disk is full")
    assert refused.values == {"reason": "the disk is full"}
    assert str(refused).startswith("Nothing was saved: the disk is full.")


@pytest.mark.parametrize(
    ("language", "words"), [("en", ("1 tile", "2 tiles")), ("it", ("1 tessera", "2 tessere"))]
)
def test_one_thing_is_not_plural(language: str, words: tuple[str, str]) -> None:
    t = texts(language)
    for count, word in zip((1, 2), words, strict=True):
        assert t("others.tiles", count=count) == word
        wrong_count = make_problem("tile-count", count=count, expected=13, complete=14, waiting=13)
        assert f"{word};" in t.problem(wrong_count)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("1 point", "2 points")),
        ("de", ("1 Punkt", "2 Punkte")),
        ("fr", ("1 point", "2 points")),
        ("it", ("1 punto", "2 punti")),
        ("ja", ("1 点", "2 点")),
        ("zh-Hans", ("1 点", "2 点")),
    ],
)
def test_one_point_is_not_plural(language: str, words: tuple[str, str]) -> None:
    assert tuple(texts(language).amount(count, POINTS) for count in (1, 2)) == words
    doublings = [texts(language).unit(count, DOUBLINGS) for count in (1, 2)]
    assert (doublings[0] == doublings[1]) == texts(language).reads_characters


@pytest.mark.parametrize("language", ["en", "de", "fr", "it"])
def test_counted_problems_have_a_singular(language: str) -> None:
    t = texts(language).of(rule_set("riichi"))
    for key in COUNTED_FROM_ONE:
        assert t.messages[f"problem.{key}_one"] != t.messages[f"problem.{key}"], key


def test_one_tile_is_not_plural_in_the_english_line_of_a_problem() -> None:
    one_tile = make_problem("tile-count", count=1, expected=13, complete=14, waiting=13)
    assert one_tile.text.startswith("1 tile where 13 are needed")
    two_tiles = make_problem("tile-count", count=2, expected=13, complete=14, waiting=13)
    assert two_tiles.text.startswith("2 tiles where 13 are needed")


FLOWER = next(
    info.names for info in rule_set("hong-kong").patterns if info.names["en"] == "Own flower"
)


@pytest.mark.parametrize(
    ("sentence", "german", "traditional"),
    [
        (
            text(
                "house.counted",
                name=FLOWER,
                points="2",
                usual="1",
                unit=rule_set("hong-kong").unit.names,
            ),
            "Eigene Blume: 2 Faan statt 1",
            "正花：2 番，原為 1",
        ),
        (
            text(
                "remark.fu",
                "hu.scoring.riichi",
                worth=2,
                reason=Text("fu.penchan", "hu.scoring.riichi"),
            ),
            "2 Fu: Randwarten",
            "2 符：邊張",
        ),
        (
            text("remark.discard", "hu.scoring.mcr", seat=Text("seat.E"), total=31, base=8),
            "Ost zahlt 31, die anderen je 8.",
            "東付 31，其他各付 8。",
        ),
        (
            transfers({"E": 0, "S": 64}, {"S"})[0].reasons,
            "Ost zahlt an Süd den Gewinn: 64 x 2 (Ost) = 128, gerundet auf 130",
            "東付南胡牌：64 x 2（東）= 128，取整 130",
        ),
    ],
)
def test_names_within_a_sentence_are_in_its_language(
    sentence: Text, german: str, traditional: str
) -> None:
    assert texts("de").name(sentence) == german
    assert texts("zh-Hant").name(sentence) == traditional


def test_the_patterns_of_a_hand_below_the_minimum_are_named() -> None:
    worth_of_patterns = [
        (info.names, 6)
        for info in rule_set("mcr").patterns
        if info.id in ("half-flush", "self-drawn")
    ]
    below_minimum = BelowMinimumError.of(6, 8, worth_of_patterns).problems[0]
    assert "Halbe Farbe 6, Selbst gezogen 6" in texts("de").problem(below_minimum)
    assert "Mezzo colore 6, Pescata 6" in texts("it").problem(below_minimum)


def test_chinese_and_japanese_share_the_names_of_the_tables_in_their_own_characters() -> None:
    four_winds = rule_set("mcr").patterns[0].names
    assert four_winds["zh"] == "大四喜"
    self_draw = rule_set("riichi").patterns[0].names
    assert self_draw["ja"] == "門前清自摸和"
    assert texts("zh-Hans").name(self_draw) == "门前清自摸和"
    all_green = next(info.names for info in rule_set("mcr").patterns if info.id == "all-green")
    assert texts("zh-Hans").name(all_green) == "绿一色"
    assert texts("zh-Hant").name(all_green) == "綠一色"
    assert texts("ja").name(all_green) == "緑一色"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Honba: 2"),
        ("fr", "Honba : 2"),
        ("ja", "Honba：2"),
        ("zh-Hans", "Honba：2"),
    ],
)
def test_a_label_is_followed_by_the_colon_of_the_language(language: str, line: str) -> None:
    assert texts(language).with_label("Honba", "2") == line


@pytest.mark.parametrize(
    ("language", "coding"),
    [("zh-Hans", "gb2312"), ("zh-Hant", "big5hkscs"), ("ja", "shift_jis_2004")],
)
def test_every_character_is_one_of_the_language_s_own(language: str, coding: str) -> None:
    t = texts(language)
    all_texts = {t.name(names) for names in NAMES}
    for name in rule_names():
        for key, sentence in t.of(rule_set(name)).messages.items():
            if not key.startswith("script."):
                all_texts.add(sentence)
    characters = {sign for sign in "".join(all_texts) if "\u4e00" <= sign <= "\u9fff"}
    foreign = {character for character in characters if not character.encode(coding, "ignore")}
    assert not foreign, "see [script] of the catalogue"


def test_thousands_are_separated_as_each_language_does() -> None:
    numbers = {language: texts(language).number(-1_234_500) for language in LANGUAGES}
    assert numbers == {
        "en": "-1,234,500",
        "de": "-1.234.500",
        "fr": "-1\u202f234\u202f500",
        "it": "-1.234.500",
        "ja": "-1,234,500",
        "zh-Hans": "-1,234,500",
        "zh-Hant": "-1,234,500",
    }


def test_dates_are_written_as_each_language_does() -> None:
    time = datetime(2026, 5, 24, 18, 5, tzinfo=UTC)
    times = {language: texts(language).date_and_time(time) for language in LANGUAGES}
    assert times == {
        "en": "2026-05-24 18:05",
        "de": "24.05.2026 18:05",
        "fr": "24/05/2026 18:05",
        "it": "24/05/2026 18:05",
        "ja": "2026年5月24日 18:05",
        "zh-Hans": "2026年5月24日 18:05",
        "zh-Hant": "2026年5月24日 18:05",
    }


def test_amounts_have_a_sign_except_for_zero() -> None:
    german = texts("de")
    assert german.signed(12_000) == "+12.000"
    assert german.signed(-12_000) == "−12.000"
    assert german.signed(0) == "0"
    assert german.signed(60) == "+60"


def test_thousands_are_separated_in_sentences_of_the_page_and_of_rule_sets() -> None:
    german = texts("de")
    remark = text("remark.honba", "hu.scoring.riichi", points=12_300, worth=300, honba=1)
    assert german.name(remark) == "Die 12.300 Punkte enthalten 300 für 1 Honba."
    # Only the page separates them.
    assert remark["de"] == "Die 12300 Punkte enthalten 300 für 1 Honba."
    assert german("seat.gets", amount=12_300) == "erhält 12.300"
