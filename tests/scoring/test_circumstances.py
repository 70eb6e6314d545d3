"""A player's words for what accompanied a win."""

import itertools
import re
from pathlib import Path

import pytest

import hu
from hu.scoring.circumstances import _find_word, _key, _words, circumstance_problems, translate_words
from hu.scoring.errors import InputError
from hu.scoring.hand import WINS, Win
from hu.scoring.rule_set import RuleSet
from hu.scoring.rules import answer, rule_names, rule_set

PAGE = Path(__file__).parents[2] / "docs" / "rules.md"


@pytest.fixture(params=rule_names())
def rules(request: pytest.FixtureRequest) -> RuleSet:
    return rule_set(request.param)


@pytest.mark.parametrize(
    ("name", "word", "how", "meant"),
    [
        ("riichi", "haitei", "self-draw", "last-tile"),
        ("riichi", "Hōtei", "discard", "last-tile"),
        ("riichi", "Tenhō", "self-draw", "first-turn"),
        ("riichi", "人和", "discard", "first-turn"),
        ("riichi", "rinshan", "self-draw", "kong-replacement"),
        ("zung-jung", "海底撈月", "self-draw", "last-tile"),
        ("zung-jung", "haitei", "self-draw", "last-tile"),
        ("zung-jung", "Benedizione del Cielo", "self-draw", "heaven"),
        ("mcr", "海底捞月", "discard", "last-tile"),
        ("mcr", "和绝张", "discard", "last-of-kind"),
        ("mcr", "杠上开花", "self-draw", "kong-replacement"),
        ("fimj", "ultima_pedina", "self-draw", "last-tile"),
        ("fimj", "tetto", "self-draw", "roof"),
        ("fimj", "riichi", "discard", "richi"),
    ],
)
def test_usual_names_are_understood(name: str, word: str, how: str, meant: str) -> None:
    win = Win("S", how, None if how == "self-draw" else "W", frozenset({word}))
    assert translate_words(rule_set(name), win) == Win("S", how, win.source, frozenset({meant}))


def test_a_robbed_quad_is_a_way_of_winning(rules: RuleSet) -> None:
    for word in ("chankan", "rubato", "抢杠" if rules.name != "riichi" else "槍槓"):
        robbed = translate_words(rules, Win("S", "discard", "W", frozenset({word})))
        assert robbed == Win("S", "robbed-kong", "W")
    drawn = translate_words(rules, Win("S", "self-draw", None, frozenset({"chankan"})))
    (told,) = circumstance_problems(drawn, rules)
    assert told.text == "chankan is a win by robbed-kong, but the win is by self-draw"


def test_a_word_for_another_way_of_winning_is_refused() -> None:
    hand = hu.Hand.from_text("234m 567p 55s 345s 68m +7m")
    win = hu.Win("S", "self-draw", None, frozenset({"houtei"}))
    with pytest.raises(InputError, match="houtei is a win by discard, but the win is by self-draw"):
        hu.score(hand, win, "riichi", round_wind="E")


def test_every_circumstance_has_its_words(rules: RuleSet) -> None:
    infos = {info.name: info for info in rules.circumstance_infos}
    assert set(rules.circumstances) | {"robbed-kong"} <= infos.keys()
    for info in infos.values():
        assert {"en", "it"} <= info.names.keys()
        assert {"en", "it"} == info.meaning.keys()
        assert {*WINS, ""} >= info.aliases.keys()
        assert f"`{info.name}`" in PAGE.read_text(encoding="utf-8")


def test_every_word_of_the_page_is_understood(rules: RuleSet) -> None:
    page = PAGE.read_text(encoding="utf-8")
    section = page.partition(f"## {rules.names['en'].split(',')[0].removesuffix(' 3.3')}")[2].partition("\n## ")[0]
    found = 0
    names = {info.name for info in rules.circumstance_infos}
    for line in re.findall(r"^- (.*)", section, re.MULTILINE):
        for name, inside, rest in re.findall(r"`([a-z-]+)`(?: \(([^)]*)\)|: (.*))", line):
            for word in re.split(r"[,;] ", inside or rest) if name in names else ():
                meant = _find_word(rules.circumstance_infos, word.removeprefix("drawn ").removeprefix("discarded "))
                assert meant is not None, word
                assert meant[0].name == name
                found += 1
    assert found >= 8


def test_no_word_means_two_things(rules: RuleSet) -> None:
    words = [(info, {_key(word) for word, _ in _words(info)}) for info in rules.circumstance_infos]
    for (first, some), (second, others) in itertools.combinations(words, 2):
        assert not some & others, (first.name, second.name)


def test_an_unknown_word_gets_the_nearest_with_its_meaning() -> None:
    request = {"rules": "riichi", "hand": "234m 567p 55s 345s 68m +7m", "winner": "S", "win": "self-draw",
               "round_wind": "E", "circumstances": ["haitai"]}  # fmt: skip
    expected = (
        "haitai is no circumstance of Riichi; the nearest is haitei = last-tile: "
        "won with the last tile of the wall, or with the discard after it"
    )
    with pytest.raises(InputError) as told:
        answer(request)
    assert str(told.value) == expected
    with pytest.raises(InputError, match="known are riichi, double-riichi, ippatsu, last-tile, kong-repl"):
        answer(request | {"circumstances": ["xyz"]})


def test_python_understands_them_too() -> None:
    hand = hu.Hand.from_text("234m 567p 55s 345s 68m +7m")
    scored = hu.score(hand, hu.Win("S", "self-draw", None, frozenset({"海底"})), "riichi", round_wind="E")
    assert any("海底" in item.pattern.names["ja"] for item in scored.patterns)
