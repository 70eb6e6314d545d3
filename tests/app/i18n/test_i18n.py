"""The catalogues: the same keys and places in every language, every key used, and no words outside them."""

import ast
import importlib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import get_args

import pytest

from hu.app.i18n import LANGUAGES, best_language, catalogue, spelled, texts
from hu.app.ledger.values import LedgerError, Refusal
from hu.scoring.fimj.scores import LAST_LEFT
from hu.scoring.problems import SENTENCES, BelowMinimumError, problem
from hu.scoring.rule_set import Names, RuleSet
from hu.scoring.rules import rule_names, rule_set
from hu.scoring.tiles import CLASSES

APP = Path(__file__).parents[3] / "app"
SCORING = APP.parent / "scoring"
SOURCES = [*APP.glob("page/**/*.py"), APP / "ledger" / "sheet.py"]
CODE = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
#: Keys whose last part is the name of a tile, a problem and so on.
NAMED = ("tile.", "option.", "seat.", "circumstance.", "status.", "problem.", "rules.", "retake.")


#: What is the same in all languages, and in single ones.
ALIKE = {"Hu!", "{seat} · {name}", "× {count}", "{text}", "Zung Jung", "FIMJ", "Riichi"}
ALIKE_IN = {
    "de": {"Hand {number}", "Hand", "West", "Limit"},
    "fr": {"Points", "Date", "Photo", "Total", "points", "Double riichi", "Serpent", "Dragon"},
    "it": {"Set {number}"},
}
#: Names that stay as they are, and those that only the command line says.
PROPER = {"EMA 2025", "EMA 2016", "WRC", "Tenhou", "Mahjong Soul", "M.League"}
PROPER |= {"four melds and a pair", "thirteen orphans", "knitted tiles", "serpents", "serpents and lanterns"}
PROPER |= {"tiles of a pool"}
#: Texts that rule sets put together from parts.
IN_PARTS = {"1 han, concealed only", "yakuman, concealed only", "every terminal and honor, one of them twice"}
IN_PARTS |= {"3 han, 30 fu.", "3 han, 30 fu (20 + 10 = 30).", "2 fu: edge wait", "yes", "no"}
IN_PARTS |= {"64 x 2 (East) = 128", "the win", "the difference", "the wrecked wall", "East", "South", "West", "North"}
IN_PARTS |= {LAST_LEFT.english, LAST_LEFT.reason_english}
UNSAID = ("unknown-seat", "unknown-tile", "unknown-win", "source-missing", "source-with-draw", "robbed-with-draw")


def places(sentence: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", sentence))


def own(language: str) -> Mapping[str, str]:
    """What a language says itself: its catalogue, and the sentences that it spells after another's."""
    said = spelled(language, catalogue)
    return {key: text for key, text in said.items() if not key.startswith(("named.", "script."))}


def shown(rules: RuleSet) -> Iterator[Names]:
    """What the page shows of a rule set beside its sentences."""
    yield from (rules.names, rules.summary, rules.unit.names)
    for pattern in rules.patterns:
        yield from (pattern.names, pattern.condition, pattern.source, pattern.unit.names)
    for option in rules.options:
        yield from (option.names, *option.choice_names.values())
    yield from (info.names for info in (*rules.questions, *rules.circumstance_infos, *rules.statuses.values()))
    yield from rules.voids.values()


def said_in_code() -> Iterator[Names]:
    """What rule sets say in texts with values, each value a 7."""
    for path in SCORING.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Dict):
                keys = [key.value if isinstance(key, ast.Constant) else "" for key in node.keys]
                texts = dict(zip(keys, map(_filled, node.values), strict=True))
                if texts.get("en"):
                    yield {str(key): text for key, text in texts.items() if text}


def _filled(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return re.sub(r"{.*?}", "7", node.value)
    parts = node.values if isinstance(node, ast.JoinedStr) else ()
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in parts)


NAMES = [names for name in rule_names() for names in shown(rule_set(name)) if names]
OTHERS = [language for language in LANGUAGES if language != "en"]


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys_and_places(language: str) -> None:
    english, other = catalogue("en"), own(language)
    assert other.keys() == english.keys()
    assert not {key for key in english if places(english[key]) != places(other[key])}
    assert not [key for key, sentence in other.items() if not sentence.strip()]


@pytest.mark.parametrize("language", OTHERS)
def test_no_sentence_is_left_in_english(language: str) -> None:
    english = catalogue("en")
    same = {sentence for key, sentence in own(language).items() if sentence == english[key]}
    assert same <= ALIKE | ALIKE_IN.get(language, set())
    if texts(language).reads_characters:
        latin = {text for text in own(language).values() if not re.search(r"[\u3040-\u9fff]", text)}
        assert latin <= ALIKE


@pytest.mark.parametrize("name", rule_names())
def test_a_rule_set_s_own_words_are_there_in_every_language(name: str) -> None:
    english = rule_set(name).words("en")
    for language in OTHERS:
        said = spelled(language, rule_set(name).words)
        other = {key: text for key, text in said.items() if not key.startswith("named.")}
        assert other.keys() == english.keys(), language
        assert not {key for key in english if places(english[key]) != places(other[key])}


@pytest.mark.parametrize("language", OTHERS)
def test_what_rule_sets_say_in_english_is_said_in_every_language(language: str) -> None:
    t, found = texts(language), [*NAMES, *said_in_code()]
    english = {names["en"] for names in found if t.name(names) == names["en"]}
    alike = PROPER | ALIKE_IN.get(language, set()) | {names["en"] for names in found if names.get("it") == names["en"]}
    assert {text for text in english if not re.fullmatch(r"[\d -]+", text)} <= alike


@pytest.mark.parametrize("language", OTHERS)
def test_every_word_for_a_rule_set_is_of_use_and_keeps_its_places(language: str) -> None:
    said = [texts(language).messages, *(spelled(language, rule_set(name).words) for name in rule_names())]
    named = {key.removeprefix("named."): text for words in said for key, text in words.items() if key[:6] == "named."}
    assert not {english for english, text in named.items() if places(english) != places(text)}
    used = {names["en"] for names in [*NAMES, *said_in_code()]} | IN_PARTS
    used |= {part for text in used for part in text.split(": ")}
    patterns = {english: re.sub(r"\\{.*?\\}", ".+", re.escape(english)) for english in named}
    assert not [
        english for english, pattern in patterns.items() if not any(re.fullmatch(pattern, text) for text in used)
    ]


def test_every_key_in_the_code_is_in_the_catalogues() -> None:
    used = set(re.findall(r"""\bt\(\s*"([\w.-]+)\"""", CODE)) | set(re.findall(r"""Note\("([\w.]+)\"""", CODE))
    used |= set(re.findall(r"""UploadError\("([\w.]+)\"""", CODE))
    assert used
    assert used <= texts("en").messages.keys()


def test_every_key_of_the_catalogues_is_used() -> None:
    literals = {node.value for node in ast.walk(ast.parse(CODE)) if isinstance(node, ast.Constant)}
    patterns = [re.sub(r"\\{.*?\\}", ".+", re.escape(text)) for text in re.findall(r'\bt\(f"([\w.{}\[\]\'-]+)"', CODE)]

    def used(key: str) -> bool:
        return key in literals or key.startswith(NAMED) or (key.split(".")[1] in literals and built(key))

    def built(key: str) -> bool:
        return any(re.fullmatch(pattern, key) for pattern in [*patterns, "hand[.].+", "snap[.].+", "result[.].+"])

    built_whole = {key for key in texts("en").messages if re.search(r"[.](away|kind|limit|label)_", key)}
    unused = {key for key in texts("en").messages if not used(key.removesuffix("_one"))} - built_whole
    assert not unused, " ".join(sorted(unused))


def test_no_sentence_is_shown_that_is_not_in_the_catalogues() -> None:
    shown = {
        *("button", "text_input", "checkbox", "toggle", "segmented_control", "pills"),
        *("selectbox", "number_input", "toast", "expander", "words"),
    }
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                assert name not in shown, f"{path.name}:{node.lineno}: {node.args[0].value!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_problem_status_and_circumstance_has_its_words(language: str) -> None:
    t = texts(language)
    assert len({t.tile(face) for face in CLASSES}) == len(CLASSES)
    for rules in map(rule_set, rule_names()):
        said, names = t.of(rules), {info.name: info.names for info in rules.circumstance_infos}
        for name in rules.circumstances:
            assert f"circumstance.{name}" in said.messages or said.name(names[name])
        folder = importlib.import_module(f"hu.scoring.{rules.name.replace('-', '_')}.contradictions")
        for table in (SENTENCES, folder.SENTENCES):
            # The page's buttons cannot say some things.
            for name, sentence in [(name, sentence) for name, sentence in table.items() if name not in UNSAID]:
                values = {place: 14 if place in ("count", "expected") else "3p" for place in places(sentence)}
                assert said.problem(problem(name, (), table, **values)), name
                assert f"problem.{name}" in said.messages, (rules.name, name)


def test_an_unknown_problem_is_told_in_english() -> None:
    assert texts("it").problem(problem("new", (), {"new": "something {odd}"}, odd="else")) == "something else"


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
        assert f"problem.{key}" in catalogue("en")
    refused = LedgerError("not-saved", reason="the disk is full")
    assert refused.values == {"reason": "the disk is full"}
    assert str(refused).startswith("Nothing was saved: the disk is full.")


@pytest.mark.parametrize(("language", "words"), [("en", ("1 tile", "2 tiles")), ("it", ("1 tessera", "2 tessere"))])
def test_one_thing_is_not_plural(language: str, words: tuple[str, str]) -> None:
    t = texts(language)
    assert (t("others.tiles", count=1), t("others.tiles", count=2)) == words
    for count, word in zip((1, 2), words, strict=True):
        found = problem("tile-count", count=count, expected=13)
        assert f"{word};" in t.problem(found)
        assert found.text.startswith(f"{count} tile{'s' * (count - 1)} where 13 are needed")


@pytest.mark.parametrize(
    ("english", "german", "traditional"),
    [
        ("Own flower: 2 faan instead of 1", "Eigene Blume: 2 Faan statt 1", "正花：2 番，原為 1"),
        ("2 fu: edge wait", "2 Fu: Randwarten", "2 符：邊張"),
        ("E pays 31, the others 8 each.", "Ost zahlt 31, die anderen je 8.", "東付 31，其他各付 8。"),
        (
            "East pays South the win: 64 x 2 (East) = 128, rounded to 130",
            "Ost zahlt an Süd den Gewinn: 64 x 2 (Ost) = 128, gerundet auf 130",
            "東付南胡牌：64 x 2（東）= 128，取整 130",
        ),
    ],
)
def test_names_within_a_sentence_are_said_in_its_language(english: str, german: str, traditional: str) -> None:
    assert texts("de").name({"en": english}) == german
    assert texts("zh-Hant").name({"en": english}) == traditional


def test_what_a_hand_below_the_minimum_holds_is_told_by_name() -> None:
    held = [(info.names, 6) for info in rule_set("mcr").patterns if info.id in ("half-flush", "self-drawn")]
    found = BelowMinimumError.of(6, 8, held).problems[0]
    assert "Halbe Farbe 6, Selbst gezogen 6" in texts("de").problem(found)
    assert "Mezzo colore 6, Pescata 6" in texts("it").problem(found)


def test_chinese_and_japanese_share_the_names_of_the_tables_in_their_own_characters() -> None:
    mcr, riichi = (next(iter(rule_set(name).patterns)).names for name in ("mcr", "riichi"))
    assert (mcr["zh"], riichi["ja"]) == ("大四喜", "門前清自摸和")
    assert texts("zh-Hans").name(riichi) == "门前清自摸和"
    green = next(info.names for info in rule_set("mcr").patterns if info.id == "all-green")
    assert [texts(language).name(green) for language in ("zh-Hans", "zh-Hant", "ja")] == ["绿一色", "綠一色", "緑一色"]


@pytest.mark.parametrize(
    ("language", "coding"), [("zh-Hans", "gb2312"), ("zh-Hant", "big5hkscs"), ("ja", "shift_jis_2004")]
)
def test_every_character_is_one_of_the_language_s_own(language: str, coding: str) -> None:
    t = texts(language)
    said = [t.messages, *(spelled(language, rule_set(name).words) for name in rule_names())]
    written = {text for words in said for key, text in words.items() if not key.startswith("script.")}
    signs = {sign for text in written | set(map(t.name, NAMES)) for sign in text if "\u4e00" <= sign <= "\u9fff"}
    assert not {sign for sign in signs if not sign.encode(coding, "ignore")}, "see [script] of the catalogue"
