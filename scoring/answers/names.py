"""From people's words to the rule set's names: questions, statuses, circumstances, ways to win.

``haitei``, ``海底撈月`` and ``last-tile`` are one circumstance. Case, accents, hyphens and
underscores make no difference.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final, NamedTuple

from hu.scoring.deal import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, WINS, Win
from hu.scoring.nearest import (
    describe_unknown,
    find_name,
    nearest_name,
    normalise_name,
    suggest_name,
)
from hu.scoring.options import OptionValue
from hu.scoring.problems import Problem, make_problem
from hu.scoring.rule_set.changes import changes_of
from hu.scoring.rule_set.declared import COMMON_QUESTIONS, CircumstanceInfo, Question
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.rules_toml import RulesFile
from hu.scoring.texts import Names, text

#: Characters of an unknown word that a message repeats.
_SHOWN: Final = 40
#: Keys of a JSON request beside the answers.
_REQUEST_KEYS: Final = ("id", "note", "rules", "hand", "winners", "explain")
#: Questions that are no keys of JSON requests. Requests answer them within ``winners`` and
#: ``others``.
_TEXT_ONLY: Final = frozenset({"statuses", "also"})
#: The seats by their letters and their English names.
_SEAT_OF_NAME: Final = {
    **{seat.casefold(): seat for seat in SEATS},
    "east": "E",
    "south": "S",
    "west": "W",
    "north": "N",
}
_SEATS_OR_NONE: Final = frozenset({*SEATS, None})
#: Spellings of long vowels, and the short vowel that they are compared as.
_LONG_VOWELS: Final = (("ou", "o"), ("oo", "o"), ("uu", "u"), ("ii", "i"))
#: Players' words for the ways of winning, under any rules.
_WIN_WORDS: Final = {
    "self-draw": (
        "self-draw",
        "self-drawn",
        "zimo",
        "tsumo",
        "自摸",
        "自摸和",
        "ツモ",
        "pescata",
        "autopescata",
    ),
    "discard": (
        "discard",
        "ron",
        "荣",
        "荣和",
        "榮",
        "榮和",
        "栄和",
        "出銃",
        "出铳",
        "出冲",
        "点炮",
        "點炮",
        "su scarto",
    ),
    "robbed-kong": (
        "robbed-kong",
        "chankan",
        "qiang gang",
        "搶槓",
        "抢杠",
        "槍槓",
        "robbing the kong",
        "robbing a quad",
        "rubato",
    ),
}


@lru_cache(maxsize=64)
def question_names(rules: RuleSet) -> Mapping[str, Question]:
    """Return the questions of these rules, by each of their names. The ids are listed first."""
    questions = (*COMMON_QUESTIONS, *rules.questions, *rules.figures)
    by_name = {question.id: question for question in questions}
    for question in questions:
        by_name.update((normalise_name(name), question) for name in question.other_names)
    return by_name


def find_question(name: str, rules: RuleSet) -> Question:
    """Find a question by its id or another of its names.

    Raises:
        InputError: these rules ask no such question. The message names the nearest question, or the
            place where the name belongs.
    """
    question = question_names(rules).get(normalise_name(name))
    if question is None:
        raise InputError(f"{name[:_SHOWN]}: {describe_unknown_key(name, rules)}")
    return question


@lru_cache(maxsize=64)
def request_names(rules: RuleSet) -> Mapping[str, str]:
    """Return the keys of a JSON request, by each of their names. A key is one of its own names."""
    keys = {
        name: question.id
        for name, question in question_names(rules).items()
        if question.id not in _TEXT_ONLY
    }
    keys.update((name, name) for name in _REQUEST_KEYS)
    return keys


def describe_unknown_key(name: str, rules: RuleSet) -> str:
    """Describe a key that does not exist: the place where its name belongs, or the nearest key."""
    option_names = [option.name for option in rules.options]
    if normalise_name(name) in option_names:
        return f"unknown key; it is one of the options of {rules.name}"
    if find_circumstance(rules, name) is not None:
        return f"unknown key; it is one of the circumstances of {rules.name}"
    return f"unknown key; {suggest_name(name, request_names(rules))}"


def check_status(seat: str, status: str, rules: RuleSet) -> str:
    """Return the rule set's name of a status.

    Args:
        seat: the player's seat, for the message.
        status: the name of the status.
        rules: the rule set.

    Raises:
        InputError: the rules know no such status. The message names the nearest.
    """
    name = find_name(status, rules.statuses)
    if name is None:
        suggestion = suggest_name(status, rules.statuses)
        raise InputError(f"{seat}: unknown status {status[:_SHOWN]!r}; {suggestion}")
    return name


def seat_of(text: str) -> str:
    """Return the seat that a text names, such as ``e`` or ``East``.

    >>> seat_of("e"), seat_of("North"), seat_of("X")
    ('E', 'N', 'X')

    Returns:
        One of ``hu.scoring.hand.SEATS``. The text itself if it names no seat.
    """
    if text in SEATS:
        return text
    return _SEAT_OF_NAME.get(normalise_name(text), text)


def spell_void(name: str, rules: RuleSet) -> str:
    """Return the rule set's name of a reason why nobody won before the wall was used up.

    Raises:
        InputError: the rules know no such reason. The message names the nearest.
    """
    if not rules.voids:
        raise InputError(
            f"void {name[:_SHOWN]}: every deal of {rules.name} goes on until somebody wins or the "
            "wall is used up"
        )
    void = find_name(name, rules.voids)
    if void is None:
        raise InputError(f"void: {describe_unknown('reason', name, rules.voids)}")
    return void


def check_waived(names: Iterable[str], rules: RuleSet) -> frozenset[str]:
    """Return the ids of patterns that were not declared.

    Args:
        names: names of patterns.
        rules: the rule set.

    Raises:
        InputError: a pattern does not have to be declared by these rules.
    """
    ids = set()
    for name in names:
        pattern_id = find_name(name, rules.declared_patterns)
        if pattern_id is not None:
            ids.add(pattern_id)
        elif rules.declared_patterns:
            suggestion = suggest_name(name, rules.declared_patterns)
            raise InputError(f"waive: {name[:_SHOWN]!r} need not be declared; {suggestion}")
        else:
            raise InputError(
                f"waive {name[:_SHOWN]}: no pattern of {rules.name} has to be declared"
            )
    return frozenset(ids)


def way_of(rules: RuleSet, word: str) -> str | None:
    """Translate a player's word for a way of winning.

    >>> from hu.scoring.rule_set.registry import rule_set
    >>> way_of(rule_set("riichi"), "Tsumo"), way_of(rule_set("riichi"), "槍槓")
    ('self-draw', 'robbed-kong')

    Returns:
        One of ``hu.scoring.hand.WINS``, or None if the word means none of them.
    """
    if word in WINS:
        return word
    way = _WAY_OF_WORD.get(_spelling_key(word))
    if way is not None:
        return way
    info = find_circumstance(rules, word)
    if info is not None and info.name in WINS:
        return info.name
    return None


def find_circumstance(rules: RuleSet, word: str) -> CircumstanceInfo | None:
    """Find the circumstance that a player's word means. None if these rules have none."""
    meaning = _find_meaning(rules.circumstance_infos, word)
    if meaning is None:
        return None
    return meaning.info


def normalise_deal(deal: Deal, rules: RuleSet) -> Deal:
    """Spell the wins of a deal and its round wind as the rule set does, and order its players.

    Players' words for circumstances and ways to win become the rule set's names. Names of seats
    become their letters, such as ``E`` for ``east``. The house's own patterns move from the
    circumstances of a win to its ``extras``. The players come into turn order. A deal that needs no
    change is returned as it is.
    """
    players = _in_turn_order(normalise_players(deal.players, rules, deal.options))
    round_wind = deal.round_wind
    if round_wind is not None:
        round_wind = seat_of(round_wind)
    has_turn_order = list(players) == list(deal.players)
    if has_turn_order and players == deal.players and round_wind == deal.round_wind:
        return deal
    return replace(deal, players=players, round_wind=round_wind)


def _in_turn_order(players: Mapping[str, Player]) -> dict[str, Player]:
    """Return players by seat in turn order. Seats that do not exist come last, and are kept."""
    ordered = {seat: players[seat] for seat in SEATS if seat in players}
    ordered.update(players)
    return ordered


def normalise_players(
    players: Mapping[str, Player], rules: RuleSet, options: Mapping[str, OptionValue]
) -> dict[str, Player]:
    """Spell the win of each player as the rule set does.

    Players' words for circumstances and ways to win become the rule set's names. Names of seats
    become their letters. The house's own patterns move from the circumstances to the ``extras``.

    Args:
        players: the players by seat.
        rules: the rule set.
        options: the table's options, with the house's own patterns.
    """
    normalised = {}
    for seat, player in players.items():
        if player.win is None:
            normalised[seat] = player
        else:
            win = normalise_win(player.win, rules, options)
            normalised[seat] = replace(player, win=win)
    return normalised


def normalise_win(win: Win, rules: RuleSet, options: Mapping[str, OptionValue]) -> Win:
    """Spell a win as the rule set does.

    Players' words for circumstances and ways to win become the rule set's names. Names of seats
    become their letters. The house's own patterns move from the circumstances to the ``extras``.

    Args:
        win: the win.
        rules: the rule set.
        options: the table's options, with the house's own patterns.
    """
    changes = changes_of(options)
    extras = [extra.circumstance for extra in changes.extras.values()]
    win = _spell_seats(win)
    return changes.separate_extras(translate_words(rules, win, extras))


def _spell_seats(win: Win) -> Win:
    """Replace people's names of seats in a win by the letters of the seats."""
    if _SEATS_OR_NONE.issuperset((win.winner, win.source, win.liable)):
        return win
    return replace(
        win,
        winner=seat_of(win.winner),
        source=None if win.source is None else seat_of(win.source),
        liable=None if win.liable is None else seat_of(win.liable),
    )


def translate_words(rules: RuleSet, win: Win, extras: Iterable[CircumstanceInfo] = ()) -> Win:
    """Replace players' words for the way of winning and the circumstances of a win.

    The rule set's names replace the words. A word for a way of winning moves from the circumstances
    to ``how``, such as "chankan". Words that mean nothing, and words that contradict the way of
    winning, stay as they are.

    >>> from hu.scoring.rule_set.registry import rule_set
    >>> win = Win("S", "discard", "W", frozenset({"Chankan"}))
    >>> translate_words(rule_set("zung-jung"), win).how
    'robbed-kong'

    Args:
        rules: the rule set.
        win: the win.
        extras: the circumstances of the house's own patterns.
    """
    infos = (*rules.circumstance_infos, *extras)
    meaning_of = {word: _find_meaning(infos, word) for word in win.circumstances}
    circumstances = set()

    # Words for ways of winning come first, because they can change ``how``. Whether another word
    # contradicts the win depends on ``how``.
    how = way_of(rules, win.how) or win.how
    for word, meaning in meaning_of.items():
        if meaning is None or meaning.info.name not in WINS:
            continue
        way = meaning.info.name
        # Players often call a robbed tile a discard, so any way of winning fits a discard.
        fits_win = how in ("discard", way)
        if fits_win:
            how = way
        else:
            circumstances.add(word)

    for word, meaning in meaning_of.items():
        if meaning is None:
            circumstances.add(word)
        elif meaning.info.name not in WINS:
            way = meaning.implied_way
            # While the way of winning is unknown, no word contradicts it.
            contradicts_win = way != "" and how in WINS and way != how
            circumstances.add(word if contradicts_win else meaning.info.name)

    if how == win.how and circumstances == win.circumstances:
        return win
    return replace(win, how=how, circumstances=frozenset(circumstances))


def circumstance_problems(win: Win, rules: RuleSet | RulesFile) -> Iterator[Problem]:
    """Find the circumstances of a win that are unknown, or that contradict the way of winning.

    An unknown word is a problem that names the nearest circumstance with its meaning. A word for
    another way of winning, such as houtei for a drawn tile, is a problem too.

    Args:
        win: the win, as ``normalise_win`` spells it.
        rules: the declarations of the rule set.
    """
    infos = rules.circumstance_infos
    for word in sorted(win.circumstances.difference(_circumstance_names(infos))):
        shown = word[:_SHOWN]
        meaning = _find_meaning(infos, word)
        if meaning is None:
            suggestion = _suggest_circumstance(shown, infos)
            yield make_problem(
                "unknown-circumstance", circumstance=shown, rules=rules.names, suggestion=suggestion
            )
        else:
            # The word implies or names a way of winning in which the hand was not won.
            way = meaning.implied_way or meaning.info.name
            yield make_problem("circumstance-win", circumstance=shown, way=way, win=win.how)


def _suggest_circumstance(word: str, infos: Sequence[CircumstanceInfo]) -> Names:
    """Name the circumstance that has the nearest word, or list all names."""
    info_by_word = {}
    for info in infos:
        for known_word, _way in _list_words(info):
            info_by_word[known_word] = info
    nearest_word = nearest_name(word, info_by_word)
    if nearest_word is None:
        return text("error.known-circumstances", names=_circumstance_names(infos))
    info = info_by_word[nearest_word]
    shown = info.name
    if nearest_word != info.name:
        shown = f"{nearest_word} = {info.name}"
    return text("error.nearest-circumstance", near=shown, meaning=info.meaning)


def _circumstance_names(infos: Sequence[CircumstanceInfo]) -> tuple[str, ...]:
    """List the names of circumstances, without those that are ways of winning."""
    return tuple(info.name for info in infos if info.name not in WINS)


class _WordMeaning(NamedTuple):
    """The meaning of a player's word.

    Attributes:
        info: the circumstance.
        implied_way: the way of winning that the word implies. Empty if it implies none.
    """

    info: CircumstanceInfo
    implied_way: str


def _find_meaning(infos: Sequence[CircumstanceInfo], word: str) -> _WordMeaning | None:
    """Find the circumstance that a word means. None if it is no word for any of ``infos``."""
    key = _spelling_key(word)
    for info in infos:
        for info_word, implied_way in _list_words(info):
            if _spelling_key(info_word) == key:
                return _WordMeaning(info, implied_way)
    return None


def _list_words(info: CircumstanceInfo) -> Iterator[tuple[str, str]]:
    """List every word for a circumstance, with the way of winning that the word implies.

    The way is empty if the word implies none.
    """
    yield info.name, ""
    for way, aliases in info.aliases.items():
        for alias in aliases:
            yield alias, way
    for name in info.names.values():
        yield name, ""


@lru_cache(maxsize=4096)
def _spelling_key(word: str) -> str:
    """Spell a word without case, accents, hyphens and long vowels.

    Each word of a player is compared with all words of a rule set, so keys are cached.

    >>> _spelling_key("Hōtei") == _spelling_key("houtei")
    True
    >>> _spelling_key("last tile") == _spelling_key("last-tile")
    True
    """
    decomposed = unicodedata.normalize("NFKD", word).casefold()
    key = "".join(character for character in decomposed if character.isalnum())
    for long_vowel, short_vowel in _LONG_VOWELS:
        key = key.replace(long_vowel, short_vowel)
    return key


_WAY_OF_WORD: Final = {
    _spelling_key(word): way for way, words in _WIN_WORDS.items() for word in words
}
