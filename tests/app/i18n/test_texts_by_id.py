"""Texts by id: each id has its text in every language, and each text an id that something says."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from hu.app.i18n import LANGUAGES, sentences_of, texts
from hu.scoring.answers import COMMON
from hu.scoring.fimj.rule_set import _INFO as FIMJ
from hu.scoring.rules import rule_names, rule_set
from hu.scoring.texts import Text, words

SCORING = Path(__file__).parents[3] / "scoring"
PACKAGES = {"hu.scoring": SCORING} | {
    f"hu.scoring.{folder.parent.name}": folder.parent for folder in sorted(SCORING.glob("*/words"))
}
#: What only the command line says, in English: lines about errors, and explanations of what can be asked and chosen.
COMMAND_LINE = re.compile(
    r"error\..+|shapes\..+|about\.(limits|payment)|(?!patterns).+\.(meaning|without)|questions\..+"
)
#: The same as in English though Italian has another word.
SAME_IN = {"de": {"West", "Limit"}, "fr": {"points", "Serpent", "Double riichi", "Dragon"}}


def found_in(value: Any) -> Iterator[Text]:
    """Every text that a declaration holds."""
    if isinstance(value, Text):
        yield value
        for _, part in value.parameters:
            yield from found_in(part)
    elif isinstance(value, Mapping):
        for part in value.values():
            yield from found_in(part)
    elif isinstance(value, tuple | list):
        for part in value:
            yield from found_in(part)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from found_in(getattr(value, name))


def declared() -> set[tuple[str, str]]:
    """What the rule sets and the common questions declare: packages with ids."""
    parts: list[Any] = [COMMON, tuple(FIMJ.values())]
    for name in rule_names():
        rules = rule_set(name)
        parts += [rules.names, rules.summary, rules.limits, rules.payment, rules.unit, rules.patterns, rules.shapes]
        parts += [rules.options, rules.circumstance_infos, rules.statuses, rules.voids, rules.questions]
    return {(text.package, text.id) for text in found_in(tuple(parts))}


def constants(folder: Path) -> set[str]:
    """The texts that stand in a package's modules; what is put together has a star."""
    found = set()
    for path in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                found.add("".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values))
    return found


DECLARED = declared()


def test_every_text_that_is_declared_is_there_in_english() -> None:
    assert DECLARED
    assert not {(package, name) for package, name in DECLARED if name not in words(package, "en")}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_text_in_english_is_declared_or_said(package: str) -> None:
    said = constants(PACKAGES[package])
    patterns = [re.escape(text).replace(r"\*", ".+") for text in said if re.fullmatch(r"[a-z]+\.[\w*.{}-]+", text)]
    page = ("problem.", "circumstance.", "option.", "status.", "rules.")

    def used(key: str) -> bool:
        section, _, name = key.partition(".")
        whole = (package, key) in DECLARED or any(re.fullmatch(pattern, key) for pattern in patterns)
        # The page asks in the rules' own words: how it asks, then what is asked.
        about = name.partition("-")[2] if section == "ask" else ""
        asked = any((package, f"{kind}.{about}") in DECLARED for kind in ("statuses", "questions"))
        return whole or asked or (section == "error" and name.removesuffix("_one") in said)

    # The table of the reasons for fu has the library's names.
    unused = {key for key in words(package, "en") if not key.startswith((*page, "fu."))}
    unused = {key for key in unused if not used(key)}
    assert unused <= {"error.face-down"}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_error_has_its_line(package: str) -> None:
    """The ids that the code of a rule set gives its problems."""
    calls = {"problem", "_problem"}
    for path in PACKAGES[package].glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Call)
                and getattr(node.func, "id", "") in calls
                and isinstance(node.args[0], ast.Constant)
            ):
                key = f"error.{node.args[0].value!s}"
                assert key in words(package, "en") or key in words("hu.scoring", "en"), f"{path.name}:{node.lineno}"


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
@pytest.mark.parametrize("package", PACKAGES)
def test_every_language_has_the_texts_and_their_places(package: str, language: str) -> None:
    english = words(package, "en")
    codes = (language, "zh-Hant" if language == "zh-Hans" else language)
    own = {key: sentences_of(language, package)[key] for code in codes for key in words(package, code)}
    assert own.keys() <= english.keys()
    kin = {"zh", "ja"} if texts(language).reads_characters else set()
    characters = {key for other in kin for key in words(package, f"names.{other}")}
    missing = english.keys() - own.keys() - characters
    # The questions that every game has are named by their ids.
    asked = {f"questions.{question.id}" for question in COMMON} if package == "hu.scoring" else set()
    assert not {key for key in missing - asked if not COMMAND_LINE.fullmatch(key)}
    assert not {key for key, text in own.items() if places(text) != places(english[key])}
    same = {text for key, text in own.items() if text == english[key] and re.sub("{.*?}|[^a-zA-Z]", "", text)}
    assert same <= SAME_IN.get(language, set()) | set(words(package, "it").values())


@pytest.mark.parametrize("package", PACKAGES)
def test_names_in_the_game_s_characters_are_names_of_something(package: str) -> None:
    for code in ("zh", "yue", "ja"):
        assert words(package, f"names.{code}").keys() <= words(package, "en").keys()


def places(sentence: str) -> set[str]:
    return set(re.findall(r"{(\w+)}", sentence))
