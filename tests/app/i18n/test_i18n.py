"""The catalogues: the same keys and places in every language, every key used, and no words outside them."""

import ast
import importlib
import re
from pathlib import Path
from typing import get_args

import pytest

from hu.app.i18n import LANGUAGES, best_language, texts
from hu.app.ledger.values import LedgerError, Refusal
from hu.scoring.problems import SENTENCES, problem
from hu.scoring.rules import rule_names, rule_set
from hu.scoring.tiles import CLASSES

APP = Path(__file__).parents[3] / "app"
SOURCES = [*APP.glob("page/**/*.py"), APP / "ledger" / "sheet.py"]
CODE = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
#: Keys whose last part is the name of a tile, a problem and so on.
NAMED = ("tile.", "option.", "seat.", "circumstance.", "status.", "problem.", "rules.", "retake.")


UNSAID = ("unknown-seat", "unknown-tile", "unknown-win", "source-missing", "source-with-draw", "robbed-with-draw")


def places(sentence: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", sentence))


def test_every_language_has_the_same_keys_and_places() -> None:
    english = texts("en").messages
    for language in LANGUAGES:
        other = texts(language).messages
        assert other.keys() == english.keys()
        assert not {key for key in english if places(english[key]) != places(other[key])}
        assert not [key for key, sentence in other.items() if not sentence.strip()]


def test_italian_is_translated() -> None:
    same = {key for key, sentence in texts("it").messages.items() if sentence == texts("en").messages[key]}
    assert same <= {"app.title", "seat.named", "result.times", "problem.other", "sets.unnamed"}


@pytest.mark.parametrize("name", rule_names())
def test_a_rule_set_s_own_words_are_there_in_every_language(name: str) -> None:
    english = rule_set(name).words("en")
    for language in LANGUAGES:
        other = rule_set(name).words(language)
        assert other.keys() == english.keys()
        assert not {key for key in english if places(english[key]) != places(other[key])}


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

    built_whole = {key for key in texts("en").messages if re.search(r"[.](kind|limit|label)_", key)}
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
            assert f"circumstance.{name}" in said.messages or language in names[name]
        assert all(language in status.names for status in rules.statuses.values())
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
    [("it", "it"), ("it-CH", "it"), ("IT_it", "it"), ("en-US", "en"), ("de-DE", "en"), (None, "en"), ("", "en")],
)
def test_the_browser_s_language_is_chosen(locale: str | None, language: str) -> None:
    assert best_language(locale) == language


def test_every_error_of_the_ledger_is_translated() -> None:
    keys = set(
        re.findall(
            r"""(?:LedgerError|Conflict)\(\s*"([\w-]+)\"""", "\n".join(p.read_text() for p in APP.glob("ledger/*.py"))
        )
    )
    assert len(keys) >= 8
    assert keys <= set(get_args(Refusal))
    for key in get_args(Refusal):
        assert f"problem.{key}" in texts("it").messages
    assert LedgerError("not-saved", "{a} b", a=1).values == {"a": 1}


@pytest.mark.parametrize(("language", "words"), [("en", ("1 tile", "2 tiles")), ("it", ("1 tessera", "2 tessere"))])
def test_one_thing_is_not_plural(language: str, words: tuple[str, str]) -> None:
    t = texts(language)
    assert (t("others.tiles", count=1), t("others.tiles", count=2)) == words
    for count, word in zip((1, 2), words, strict=True):
        found = problem("tile-count", count=count, expected=13)
        assert f"{word};" in t.problem(found)
        assert found.text.startswith(f"{count} tile{'s' * (count - 1)} where 13 are needed")
