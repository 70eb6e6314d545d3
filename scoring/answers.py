"""What people say about a deal: one vocabulary and one parser for every door.

JSON requests, the command line, manifests and the page use the same names: those of ``COMMON`` and of the questions
that a rule set declares, each with its short names; capitals, hyphens and underscores make no difference. Answers come
as text (``parse_answers``) or as JSON (``read_deal``); both end as ``Answers``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from hu.scoring.changes import Changes, changes_of
from hu.scoring.circumstances import (
    circumstance_problems,
    find_circumstance,
    translate_words,
    way_of,
)
from hu.scoring.deals import HOUSE, Answer, Deal, Option, OptionInfo, Player, Question, QuestionKind
from hu.scoring.errors import InputError
from hu.scoring.fields import Fields
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.nearest import hint, unknown
from hu.scoring.notation import parse_indicator, parse_tile
from hu.scoring.rule_set import RuleSet
from hu.scoring.texts import Text

#: The winner of a hand that nobody won.
NOBODY: Final = "nobody"
#: Characters of what is no answer that a message repeats.
_SHOWN: Final = 40
#: Numbers that people tell, such as honba, have at most three digits.
_MOST_DIGITS: Final = 3
#: Questions whose answers are parts of the win.
_OF_WIN: Final = frozenset({"recent_discards", "liable"})


def _common(name: str, kind: QuestionKind, *short: str) -> Question:
    return Question(
        name, kind, Text(f"questions.{name}"), Text(f"questions.{name}.meaning"), short=short
    )


#: What every game asks.
COMMON: Final = (
    _common("winner", "seat"),
    _common("win", "win"),
    _common("from", "seat"),
    _common("round_wind", "seat"),
    _common("circumstances", "names", "circumstance"),
    _common("others", "players", "other"),
    _common("statuses", "players", "status"),
    _common("also", "players"),
    _common("absent", "seat"),
    _common("options", "options", "option"),
    _common("counters", "options", "counter"),
    _common("waive", "names"),
)
#: Keys of a JSON request beside the answers.
_OF_REQUEST: Final = ("id", "note", "rules", "hand", "winners", "explain")
_SAID_IN_TEXT: Final = frozenset({"statuses", "also"})
_OF_WINNER: Final = ("hand", "win", "from", "circumstances", "status")
_OF_OTHER: Final = ("hand", "status", "points")
_UNKNOWN: Final = Player()


@dataclass(frozen=True, slots=True)
class Answers:
    """What people said about a deal, as far as they have.

    Attributes:
        winner: the winner's seat.
        how: one of ``hu.scoring.hand.WINS``.
        source: the discarder or the robbed player.
        circumstances: the rule set's names.
        recent_discards: see ``Win``.
        round_wind: the wind of the round.
        others: the other players by seat; one who is missing here holds an unknown hand.
        options: what the table has agreed on.
        waived: patterns that were not declared.
        seats: the seats that are played, in turn order.
        earlier: the seat that first discarded the winning tile since the winner's last discard.
        asked: the answers to the rule set's own questions, those about the win among them.
    """

    winner: str | None = None
    how: str | None = None
    source: str | None = None
    circumstances: frozenset[str] = frozenset()
    recent_discards: tuple[tuple[str, str], ...] = ()
    round_wind: str | None = None
    others: Mapping[str, Player] = field(default_factory=dict)
    options: Mapping[str, Option] = field(default_factory=dict)
    waived: frozenset[str] = frozenset()
    seats: tuple[str, ...] = SEATS
    earlier: str | None = None
    asked: Mapping[str, Answer] = field(default_factory=dict)

    def deal(self, hand: Hand) -> Deal:
        """The deal in which the winner holds ``hand``; with no winner nobody has won."""
        changes = changes_of(self.options)
        players = {seat: self._player(seat, hand, changes) for seat in self.seats}
        asked = {name: answer for name, answer in self.asked.items() if name not in _OF_WIN}
        return Deal(players, self.round_wind, self.options, self.waived, asked)

    def _player(self, seat: str, hand: Hand, changes: Changes) -> Player:
        if seat != self.winner:
            other = self.others.get(seat, _UNKNOWN)
            if other.win is None:
                return other
            other, shown = replace(other, win=changes.split(other.win)), other.hand
            # Both have won with one tile, which lies before only one of them.
            if shown and shown.winning is None and (tile := hand.winning):
                if len(shown.standing) % 3 == 1:
                    other = replace(other, hand=replace(shown, winning=tile))
                elif tile in shown.standing:
                    other = replace(other, hand=with_winning(shown, tile))
            return other
        discards = self.recent_discards or _pairs(self.asked.get("recent_discards"))
        if self.earlier and hand.winning:
            discards = (*discards, (self.earlier, hand.winning))
        liable = self.asked.get("liable")
        told = str(liable) if liable else None
        win = Win(seat, self.how or "", self.source, self.circumstances, discards, told)
        return Player(hand, changes.split(win))


def _pairs(answer: Answer | None) -> tuple[tuple[str, str], ...]:
    return tuple((pair[0], pair[1]) for pair in answer) if isinstance(answer, tuple) else ()


def with_winning(hand: Hand, tile: str) -> Hand:
    """Take one standing tile as the winning one.

    >>> str(with_winning(Hand.from_text("123m 55z"), "5z"))
    '123m 5z +5z'

    Raises:
        InputError: no such tile stands in the hand.
    """
    if tile not in hand.standing:
        raise InputError(f"{tile} cannot be the winning tile: it does not stand in {hand}")
    rest = list(hand.standing)
    rest.remove(tile)
    return replace(hand, concealed=tuple(rest), winning=tile)


# Names


def plain(name: str) -> str:
    """A name as the tables have it.

    >>> plain("Round-Wind")
    'round_wind'
    """
    return name.strip().casefold().replace("-", "_").replace(" ", "_")


@lru_cache(maxsize=64)
def question_names(rules: RuleSet) -> Mapping[str, Question]:
    """Every name of a question that these rules ask, the common ones first, with the question."""
    asked = (*COMMON, *rules.questions)
    return {question.id: question for question in asked} | {
        plain(name): question for question in asked for name in question.short
    }


def find_question(name: str, rules: RuleSet) -> Question:
    """Find a question by its name or a short one.

    Raises:
        InputError: these rules ask no such question; the message names the nearest, or where the name belongs.
    """
    names = question_names(rules)
    if (found := names.get(plain(name))) is not None:
        return found
    raise InputError(f"{name[:40]}: {_unknown_key(name, rules)}")


def _unknown_key(name: str, rules: RuleSet) -> str:
    """What is said of a name that no question has: where it belongs, or the nearest question."""
    if any(option.name == plain(name) for option in rules.options):
        return f"unknown key; it is one of the options of {rules.name}"
    if find_circumstance(rules, name) is not None:
        return f"unknown key; it is one of the circumstances of {rules.name}"
    return f"unknown key; {hint(name, _request_names(rules))}"


# Text


def parse_answers(said: Mapping[str, Sequence[str]], rules: RuleSet) -> Answers:
    """Read answers as people write them, by the names of the questions; each may be said in several texts.

    >>> from hu.scoring.rules import rule_set
    >>> parse_answers({"winner": ["S"], "win": ["ron"], "from": ["w"], "honba": ["2"]}, rule_set("riichi")).how
    'discard'

    Raises:
        InputError: an unknown name, or an answer that does not fit its question.
    """
    texts: dict[str, list[str]] = {}
    for name, parts in said.items():
        if parts:
            texts.setdefault(find_question(name, rules).id, []).extend(parts)
    winner, how, source = (_last(texts, name) for name in ("winner", "win", "from"))
    if (winner or "").casefold() == NOBODY:
        if won := next(
            (name for name in ("win", "from", "circumstances", "also") if name in texts), None
        ):
            raise InputError(f"winner {NOBODY} and {won} {texts[won][0]} contradict each other")
        winner = None
    seats = {"winner": winner, "from": source}
    seats |= {name: _last(texts, name) for name in ("round_wind", "absent")}
    for name, text in seats.items():
        if text is not None and text.upper() not in SEATS:
            raise InputError(f"{name}={text[:40]}: expected a seat, one of {' '.join(SEATS)}")
    winner, source, round_wind, absent = (text and text.upper() for text in seats.values())
    how = None if how is None else (way_of(rules, how) or how)
    asked = parse_numbers(texts.get("counters", ()), rules) | {
        question.id: parse_answer(" ".join(texts[question.id]), question)
        for question in rules.questions
        if question.id in texts
    }
    return Answers(
        winner,
        how,
        source,
        frozenset(texts.get("circumstances", ())),
        round_wind=round_wind,
        options=parse_options(texts.get("options", ()), rules),
        waived=frozenset(texts.get("waive", ())),
        asked=asked,
        others=_parse_players(texts, rules, how, source),
        seats=seats_without(absent, rules),
    )


def _last(texts: Mapping[str, Sequence[str]], name: str) -> str | None:
    return texts[name][-1].strip() if texts.get(name) else None


def seats_without(absent: str | None, rules: RuleSet) -> tuple[str, ...]:
    """The seats that are played where one is empty.

    Raises:
        InputError: these rules are for four players.
    """
    if absent is not None and 3 not in rules.seat_counts:
        raise InputError(
            f"absent {absent[:20]}: {rules.name} is played by four, so nobody can be absent"
        )
    return tuple(seat for seat in SEATS if seat != absent)


def parse_answer(text: str, question: Question) -> Answer:
    """Read the answer to a rule set's question; several tiles, seats or discards stand apart.

    >>> parse_answer("2", Question("honba", "number", {"en": "Honba"}, {"en": "from earlier deals"}))
    2

    Raises:
        InputError: it does not answer the question.
    """
    parts = text.replace(",", " ").split()
    if question.kind == "tiles":
        return tuple(parse_indicator(part.lower()) for part in parts)
    if question.kind == "number":
        if not (text.isdecimal() and text.isascii() and len(text) <= _MOST_DIGITS):
            raise InputError(
                f"{question.id}={text[:40]}: expected a number, such as {question.id}=2"
            )
        return int(text)
    if question.kind == "discards":
        return tuple(
            (seat, parse_tile(tile))
            for seat, tile in (split_at_seat(question.id, part, "S=9m") for part in parts)
        )
    seats = [part.upper() for part in parts]
    if not seats or not set(seats) <= set(SEATS) or (question.kind == "seat" and len(seats) > 1):
        raise InputError(f"{question.id}={text[:40]}: expected a seat, one of {' '.join(SEATS)}")
    return seats[0] if question.kind == "seat" else frozenset(seats)


def parse_numbers(texts: Iterable[str], rules: RuleSet) -> dict[str, Answer]:
    """Read what lies on the table, such as ``honba=2``."""
    found: dict[str, Answer] = {}
    for text in texts:
        name, _, value = text.partition("=")
        question = find_question(name, rules)
        found[question.id] = parse_answer(value, question)
    return found


def parse_options(texts: Iterable[str], rules: RuleSet) -> dict[str, Option]:
    """Read options as people write them, such as ``minimum=5``.

    Raises:
        InputError: no such option, or no such value.
    """
    found: dict[str, Option] = {}
    for text in texts:
        name, _, value = text.partition("=")
        option = next((option for option in rules.options if option.name == plain(name)), None)
        if option is None:
            known = [option.name for option in rules.options]
            raise InputError(
                f"option {text[:80]}: {unknown(f'option of {rules.name}', name, known)}"
            )
        found[option.name] = option.parse(value)
    return found


def _parse_players(
    texts: Mapping[str, Sequence[str]], rules: RuleSet, how: str | None, source: str | None
) -> dict[str, Player]:
    """The players beside the winner: their hands, irregularities, and whether they won with the same tile."""
    found: dict[str, Player] = {}
    for text in texts.get("others", ()):
        seat, hand = split_at_seat("others", text, "E=east.jpg or E='123m 44z'")
        if seat in found:
            raise InputError(f"others: {seat} is given twice")
        found[seat] = Player(_hand(seat, hand))
    for text in texts.get("statuses", ()):
        seat, status = split_at_seat("statuses", text, "N=false-win")
        found[seat] = replace(found.get(seat, _UNKNOWN), status=_status(seat, status, rules))
    for text in texts.get("also", ()):
        seat, names = split_at_seat("also", text if "=" in text else f"{text}=", "N or N=last-tile")
        win = Win(seat, how or "", source, frozenset(filter(None, names.split(","))))
        found[seat] = replace(found.get(seat, _UNKNOWN), win=win)
    return found


def split_at_seat(name: str, text: str, example: str) -> tuple[str, str]:
    """Split what is said of a seat, such as ``S=9m``.

    Args:
        name: of the question, for messages.
        text: a seat, an equals sign, and the rest.
        example: what could stand there, for messages.

    Raises:
        InputError: it does not begin with a seat and an equals sign.
    """
    seat, mark, value = text.strip().partition("=")
    if seat.strip().upper() not in SEATS or not mark:
        raise InputError(f"{name} {text[:40]}: expected a seat first, such as {example}")
    return seat.strip().upper(), value.strip()


def _hand(seat: str, text: str) -> Hand:
    try:
        return Hand.from_text(text)
    except InputError as error:
        raise InputError(f"{seat}: {error}") from None


def _status(seat: str, status: str, rules: RuleSet) -> str:
    if status not in rules.statuses:
        raise InputError(f"{seat}: unknown status {status[:40]!r}; {hint(status, rules.statuses)}")
    return status


# JSON


@lru_cache(maxsize=64)
def _request_names(rules: RuleSet) -> Mapping[str, str]:
    """The keys of a request, and what each stands for."""
    names = {plain_name: question.id for plain_name, question in question_names(rules).items()}
    names = {name: found for name, found in names.items() if found not in _SAID_IN_TEXT}
    return {**names, **{name: name for name in _OF_REQUEST}}


@lru_cache(maxsize=64)
def _winner_names(rules: RuleSet) -> Mapping[str, str]:
    of_win = [
        question
        for question in (*COMMON, *rules.questions)
        if question.of_win or question.id in _OF_WINNER
    ]
    names = {
        plain(name): question.id for question in of_win for name in (question.id, *question.short)
    }
    return {**names, **{name: name for name in _OF_WINNER}}


def read_deal(request: Fields, rules: RuleSet) -> Deal:
    """Read a deal from a request of ``hu hands``.

    Args:
        request: either ``hand``, ``winner``, ``win`` and, where they apply, ``from`` and ``circumstances``; or
            ``winners`` and ``others`` by seat, for any number of them. Beside them, where they apply, ``round_wind``,
            ``waive``, ``options``, ``absent`` and the answers to the rule set's questions. What lies on the table may
            also stand in an object ``counters``, and the patterns that are waived in ``options``.
        rules: the rule set.

    Raises:
        InputError: what is wrong with the request, and where.
    """
    names = _request_names(rules)
    request = request.rename(names, lambda key: _unknown_key(key, rules))
    options = request.inner("options")
    answers = Answers(
        round_wind=request.optional_text("round_wind"),
        options=read_options(options, rules),
        waived=frozenset((*request.texts("waive"), *options.texts("waive"))),
        asked=_read_asked(request, rules),
        seats=seats_without(request.optional_text("absent"), rules),
    )
    nobody = request.value("winner") == NOBODY
    if nobody or request.has("winners") or (request.has("others") and not request.has("hand")):
        deal = _read_table(request, rules, answers, nobody=nobody)
    else:
        winner, hand = _read_win_of(request, rules)
        if winner.winner not in answers.seats:
            answers = replace(answers, seats=(*answers.seats, winner.winner))
        answers = replace(
            answers,
            winner=winner.winner,
            how=winner.how,
            source=winner.source,
            circumstances=winner.circumstances,
            recent_discards=winner.recent_discards,
            others=_read_others(request, rules),
            asked={**answers.asked, **({"liable": winner.liable} if winner.liable else {})},
        )
        deal = answers.deal(hand)
    rules.check_request(deal)
    return deal


def _read_table(request: Fields, rules: RuleSet, answers: Answers, *, nobody: bool) -> Deal:
    """A whole table: the winners and the others; with rules for three players those who are named, else all."""
    for key in ("hand", "win", "from", "circumstances", *(() if nobody else ("winner",))):
        if request.has(key):
            where = (
                "contradicts winner nobody"
                if nobody
                else "belongs to a winner: write winners and others by seat"
            )
            raise InputError(f"{key}: {where}")
    named = {_seat(seat): fields for seat, fields in request.inners("winners").items()}
    winners: dict[str, Player] = {}
    for seat, told in named.items():
        fields = told.rename(_winner_names(rules))
        win, hand = _read_win_of(fields, rules, seat)
        status = fields.optional_text("status")
        winners[seat] = Player(hand, win, None if status is None else _status(seat, status, rules))
    others = _read_others(request, rules)
    if twice := [seat for seat in others if seat in winners]:
        raise InputError(f"{twice[0]}: sits at the table twice")
    players = others | winners
    seats = (
        answers.seats if 3 not in rules.seat_counts else [seat for seat in SEATS if seat in players]
    )
    return replace(
        answers.deal(Hand()), players={seat: players.get(seat, _UNKNOWN) for seat in seats}
    )


def _read_win_of(fields: Fields, rules: RuleSet, seat: str | None = None) -> tuple[Win, Hand]:
    """Read a winner's hand and win; without a seat the ``winner`` stands beside them."""
    text, winner = fields.text("hand"), seat or ""
    if seat is None:
        hand, winner = Hand.from_text(text), fields.text("winner")
    else:
        hand = _hand(seat, text)
    how = fields.text("win")
    win = Win(
        winner,
        way_of(rules, how) or how,
        fields.optional_text("from"),
        frozenset(fields.texts("circumstances")),
        fields.pairs("recent_discards"),
        fields.optional_text("liable"),
    )
    return win, hand


def _read_others(request: Fields, rules: RuleSet) -> dict[str, Player]:
    found = {}
    for seat, fields in request.inners("others").items():
        fields.refuse_unknown(_OF_OTHER)
        text, status = fields.optional_text("hand"), fields.optional_text("status")
        found[_seat(seat)] = Player(
            None if text is None else _hand(seat, text),
            None,
            None if status is None else _status(seat, status, rules),
            fields.whole("points", default=0) if fields.has("points") else None,
        )
    return found


def _seat(seat: str) -> str:
    if seat not in SEATS:
        raise InputError(f"{seat[:20]!r} is no seat; seats are {' '.join(SEATS)}")
    return seat


def _read_asked(request: Fields, rules: RuleSet) -> dict[str, Answer]:
    """The answers to the rule set's own questions, those about a win apart; empty ones are none."""
    counters = request.inner("counters")
    numbers = [question.id for question in rules.questions if question.kind == "number"]
    counters.refuse_unknown(numbers)
    asked: dict[str, Answer] = dict(counters.wholes())
    for question in rules.questions:
        name = question.id
        if not question.of_win and request.has(name):
            asked[name] = read_answer(request, question)
    return {name: answer for name, answer in asked.items() if answer}


def read_answer(fields: Fields, question: Question) -> Answer:
    """Read the answer to a question from the JSON value under its id."""
    if question.kind == "tiles":
        return fields.texts(question.id)
    if question.kind == "number":
        return fields.whole(question.id, default=0)
    if question.kind == "discards":
        return fields.pairs(question.id)
    return (
        frozenset(fields.texts(question.id))
        if question.kind == "seats"
        else fields.text(question.id)
    )


def read_options(fields: Fields, rules: RuleSet) -> dict[str, Option]:
    """Read what a table has agreed on, as far as it is given.

    Raises:
        InputError: a value of the wrong type or out of its range, or an unknown name.
    """
    names = {option.name: option for option in rules.options}
    fields.refuse_unknown((*names, HOUSE, "waive"))
    found = {name: _option(fields, option) for name, option in names.items() if fields.has(name)}
    if house := fields.optional_text(HOUSE):
        found[HOUSE] = house
        for name in changes_of(found).points:
            if name not in (known := {pattern.id for pattern in rules.patterns}):
                raise InputError(
                    f"option house: {unknown(f'pattern of {rules.name}', name, known)}"
                )
    return found


def _option(fields: Fields, option: OptionInfo) -> Option:
    if isinstance(option.default, bool):
        return fields.flag(option.name, default=option.default)
    if isinstance(option.default, int):
        return option.parse(str(fields.whole(option.name, default=option.default)))
    value = option.chosen(fields.value(option.name))
    if option.form and type(value) is int:
        value = str(value)[:_SHOWN]
    return option.parse(value if isinstance(value, str) else fields.text(option.name))


# What may apply


def check_deal(deal: Deal, rules: RuleSet) -> Deal:
    """A deal in the rule set's words: its circumstances, its ways of winning, its options.

    Raises:
        InputError: an option has no valid value, or a seat is missing in rules for four.
    """
    options = check_options(deal.options, rules)
    if missing := [seat for seat in SEATS if seat not in deal.players]:
        seats_without(missing[0], rules)
    return normalise_deal(replace(deal, options=options), rules)


def check_options(options: Mapping[str, object], rules: RuleSet) -> dict[str, Option]:
    """What a table has agreed on, each value checked.

    Raises:
        InputError: an unknown option, or no value of it.
    """
    return read_options(Fields(options, "options"), rules)


def normalise_deal(deal: Deal, rules: RuleSet) -> Deal:
    """Replace players' words in every win of a deal by the rule set's names; what the house counts stands apart."""
    players = _normalise_players(deal.players, rules, deal.options)
    return replace(deal, players=players) if players != deal.players else deal


def _normalise_players(
    players: Mapping[str, Player], rules: RuleSet, options: Mapping[str, Option]
) -> dict[str, Player]:
    return {
        seat: replace(player, win=normalise_win(player.win, rules, options))
        if player.win
        else player
        for seat, player in players.items()
    }


def normalise_win(win: Win, rules: RuleSet, options: Mapping[str, Option]) -> Win:
    """A win in the rule set's words; what the house counts stands apart."""
    changes = changes_of(options)
    return changes.split(
        translate_words(rules, win, [extra.circumstance for extra in changes.extras.values()])
    )


def check_answers(answers: Answers, rules: RuleSet) -> Answers:
    """Answers in the rule set's words.

    Raises:
        InputError: a word is unknown, or means another way of winning; or a seat is empty in rules for four.
    """
    check_seats(answers, rules)
    win = Win(answers.winner or "", answers.how or "", answers.source, answers.circumstances)
    win = normalise_win(win, rules, answers.options)
    if rules.circumstance_infos and answers.circumstances:
        for found in circumstance_problems(win, rules):
            raise InputError(found.text)
    others = _normalise_players(answers.others, rules, answers.options)
    return replace(
        answers, how=win.how or None, circumstances=win.circumstances | win.extras, others=others
    )


def check_seats(answers: Answers, rules: RuleSet) -> None:
    """Refuse an empty seat in rules for four, and one of which something else is said.

    Raises:
        InputError: what is wrong.
    """
    for seat in SEATS if len(answers.seats) < len(SEATS) else ():
        if seat not in answers.seats:
            seats_without(seat, rules)
            if seat in (answers.winner, *answers.others):
                raise InputError(f"absent {seat}: something else is said of this seat")


def find_open_questions(rules: RuleSet, answers: Answers) -> tuple[Question, ...]:
    """The questions that must be answered before anything can be scored, in the order in which they are asked.

    >>> from hu.scoring.rules import rule_set
    >>> [question.id for question in find_open_questions(rule_set("fimj"), Answers(winner="S", how="discard"))]
    ['round_wind', 'from']
    """
    needed = {
        "round_wind": rules.has_round_wind and answers.round_wind is None,
        "winner": answers.winner is None,
        "win": answers.how is None,
        "from": answers.how is not None and answers.how != "self-draw" and answers.source is None,
    }
    common = {question.id: question for question in COMMON}
    return tuple(common[name] for name, is_open in needed.items() if is_open)
