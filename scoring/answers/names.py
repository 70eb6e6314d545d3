"""The circumstances of a win in players' own words: ``haitei``, ``海底撈月`` and ``last-tile`` are one."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from hu.scoring.deal import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import WINS, Win
from hu.scoring.nearest import nearest_name, normalise_name, suggest_name
from hu.scoring.options import OptionValue
from hu.scoring.problems import Problem, problem
from hu.scoring.rule_set.changes import changes_of
from hu.scoring.rule_set.declared import COMMON_QUESTIONS, CircumstanceInfo, Question
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.rules_toml import RulesFile
from hu.scoring.texts import Names, text

_LONGEST: Final = 40


def way_of(rules: RuleSet, word: str) -> str | None:
    """The way of winning that a word means; None where it means none.

    >>> from hu.scoring.rule_set.registry import rule_set
    >>> way_of(rule_set("riichi"), "Tsumo"), way_of(rule_set("riichi"), "槍槓")
    ('self-draw', 'robbed-kong')
    """
    if word in WINS:
        return word
    if (way := _WAYS.get(_key(word))) is not None:
        return way
    info = find_circumstance(rules, word)
    return info.name if info and info.name in WINS else None


def find_circumstance(rules: RuleSet, word: str) -> CircumstanceInfo | None:
    """The circumstance that a word means."""
    found = _find_word(rules.circumstance_infos, word)
    return found and found[0]


def translate_words(rules: RuleSet, win: Win, extras: Iterable[CircumstanceInfo] = ()) -> Win:
    """Replace players' words by the rule set's names; words that do not fit stay.

    >>> from hu.scoring.rule_set.registry import rule_set
    >>> translate_words(rule_set("zung-jung"), Win("S", "discard", "W", frozenset({"Chankan"}))).how
    'robbed-kong'
    """
    how, names = way_of(rules, win.how) or win.how, set()
    for word in win.circumstances:
        info, way = _find_word((*rules.circumstance_infos, *extras), word) or (None, "")
        # A robbed tile is often called a discard.
        if info is not None and info.name in WINS and how in ("discard", info.name):
            how = info.name
        elif (
            info is not None
            and info.name not in WINS
            and (not way or how not in WINS or way == how)
        ):
            names.add(info.name)
        else:
            names.add(word)
    if how == win.how and names == win.circumstances:
        return win
    return replace(win, how=how, circumstances=frozenset(names))


def circumstance_problems(win: Win, rules: RuleSet | RulesFile) -> Iterator[Problem]:
    """Name the nearest circumstance, with its meaning, for each word that rules do not know.

    A word for another way of winning, such as houtei for a drawn tile, is a problem, too.

    Args:
        win: how the hand was won, its words translated.
        rules: what a rule set declares.
    """
    infos = rules.circumstance_infos
    for word in sorted(win.circumstances - {info.name for info in infos if info.name not in WINS}):
        short = word[:_LONGEST]
        if (meant := _find_word(infos, word)) is None:
            known = _nearest(short, infos)
            yield problem("unknown-circumstance", circumstance=short, rules=rules.names, told=known)
        else:
            info, way = meant
            yield problem("circumstance-win", circumstance=short, way=way or info.name, win=win.how)


def _nearest(word: str, infos: Sequence[CircumstanceInfo]) -> Names:
    words = {known: info for info in infos for known, _ in _words(info)}
    near = nearest_name(word, words)
    if near is None:
        return text(
            "error.known-circumstances",
            names=tuple(info.name for info in infos if info.name not in WINS),
        )
    names = " = ".join(dict.fromkeys((near, words[near].name)))
    return text("error.nearest-circumstance", near=names, meaning=words[near].meaning)


def _find_word(infos: Sequence[CircumstanceInfo], word: str) -> tuple[CircumstanceInfo, str] | None:
    """The circumstance that a word means, and the way of winning that it implies."""
    key = _key(word)
    return next(
        ((info, way) for info in infos for known, way in _words(info) if _key(known) == key), None
    )


def _words(info: CircumstanceInfo) -> Iterator[tuple[str, str]]:
    """Every word for a circumstance, with the way of winning that it implies."""
    yield info.name, ""
    for way, aliases in info.aliases.items():
        yield from ((alias, way) for alias in aliases)
    yield from ((name, "") for name in info.names.values())


def _key(word: str) -> str:
    """A word without what spellings differ in: case, accents, hyphens, long vowels.

    >>> _key("Hōtei") == _key("houtei"), _key("last tile") == _key("last-tile")
    (True, True)
    """
    plain = "".join(
        sign for sign in unicodedata.normalize("NFKD", word).casefold() if sign.isalnum()
    )
    for long, short in (("ou", "o"), ("oo", "o"), ("uu", "u"), ("ii", "i")):
        plain = plain.replace(long, short)
    return plain


#: What players call the ways of winning, under any rules.
_WAYS: Final = {
    _key(word): way
    for way, words in {
        "self-draw": "self-draw, self-drawn, zimo, tsumo, 自摸, 自摸和, ツモ, pescata, autopescata",
        "discard": "discard, ron, 荣, 荣和, 榮, 榮和, 栄和, 出銃, 出铳, 出冲, 点炮, 點炮, su scarto",
        "robbed-kong": "robbed-kong, chankan, qiang gang, 搶槓, 抢杠, 槍槓, robbing the kong, robbing a quad, rubato",
    }.items()
    for word in words.split(", ")
}
#: Keys of a JSON request beside the answers.
_OF_REQUEST: Final = ("id", "note", "rules", "hand", "winners", "explain")
_SAID_IN_TEXT: Final = frozenset({"statuses", "also"})


@lru_cache(maxsize=64)
def question_names(rules: RuleSet) -> Mapping[str, Question]:
    """Every name of a question that these rules ask, the common ones first, with the question."""
    asked = (*COMMON_QUESTIONS, *rules.questions)
    return {question.id: question for question in asked} | {
        normalise_name(name): question for question in asked for name in question.short
    }


def find_question(name: str, rules: RuleSet) -> Question:
    """Find a question by its name or a short one.

    Raises:
        InputError: these rules ask no such question; the message names the nearest, or where the name belongs.
    """
    names = question_names(rules)
    if (found := names.get(normalise_name(name))) is not None:
        return found
    raise InputError(f"{name[:40]}: {_unknown_key(name, rules)}")


def _unknown_key(name: str, rules: RuleSet) -> str:
    """What is said of a name that no question has: where it belongs, or the nearest question."""
    if any(option.name == normalise_name(name) for option in rules.options):
        return f"unknown key; it is one of the options of {rules.name}"
    if find_circumstance(rules, name) is not None:
        return f"unknown key; it is one of the circumstances of {rules.name}"
    return f"unknown key; {suggest_name(name, request_names(rules))}"


def check_status(seat: str, status: str, rules: RuleSet) -> str:
    """Return the name of a status that the rules know.

    Raises:
        InputError: the rules know no such status; the message names the nearest.
    """
    if status not in rules.statuses:
        raise InputError(
            f"{seat}: unknown status {status[:40]!r}; {suggest_name(status, rules.statuses)}"
        )
    return status


@lru_cache(maxsize=64)
def request_names(rules: RuleSet) -> Mapping[str, str]:
    """The keys of a request, and what each stands for."""
    names = {name: question.id for name, question in question_names(rules).items()}
    names = {name: found for name, found in names.items() if found not in _SAID_IN_TEXT}
    return {**names, **{name: name for name in _OF_REQUEST}}


def normalise_deal(deal: Deal, rules: RuleSet) -> Deal:
    """Replace players' words in every win of a deal by the rule set's names; what the house counts stands apart."""
    players = _normalise_players(deal.players, rules, deal.options)
    return replace(deal, players=players) if players != deal.players else deal


def _normalise_players(
    players: Mapping[str, Player], rules: RuleSet, options: Mapping[str, OptionValue]
) -> dict[str, Player]:
    return {
        seat: replace(player, win=normalise_win(player.win, rules, options))
        if player.win
        else player
        for seat, player in players.items()
    }


def normalise_win(win: Win, rules: RuleSet, options: Mapping[str, OptionValue]) -> Win:
    """A win in the rule set's words; what the house counts stands apart."""
    changes = changes_of(options)
    return changes.separate_extras(
        translate_words(rules, win, [extra.circumstance for extra in changes.extras.values()])
    )
