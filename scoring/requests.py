"""Deals and scores as JSON objects, and answers as people write them, by what a rule set declares."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final

from hu.scoring.deals import (
    HOUSE,
    Answer,
    Deal,
    DealScore,
    Option,
    OptionInfo,
    Player,
    PlayerScore,
    Question,
    ScoreItem,
    Transfer,
)
from hu.scoring.errors import InputError
from hu.scoring.fields import Fields
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.nearest import unknown
from hu.scoring.notation import parse_indicator, parse_tile

if TYPE_CHECKING:
    from hu.scoring.rule_set import RuleSet

_COMMON: Final = frozenset(("id", "rules", "round_wind", "waive", "options", "explain", "counters"))
_WIN: Final = frozenset(("hand", "win", "from", "circumstances", "recent_discards", "liable"))
_PLAYER: Final = frozenset(("hand", "status", "points"))
_UNKNOWN: Final = Player()
#: Counters have at most three digits.
_MOST_DIGITS: Final = 3


def read_deal(request: Fields, rules: "RuleSet") -> Deal:
    """Read a deal.

    Args:
        request: see ``RuleSet.deal_of``. What lies on the table may also stand in an object ``counters``, and the
            patterns that are waived in ``options``.
        rules: the rule set.

    Raises:
        InputError: what is wrong with the request, and where.
    """
    asked = {question.id for question in rules.questions if not question.of_win}
    if request.has("winners") or (request.has("others") and not request.has("hand")):
        request.refuse_misspelt(_COMMON | {"winners", "others"} | asked)
        players = _table(request, rules)
    else:
        request.refuse_misspelt(_COMMON | _WIN | {"winner"} | asked)
        hand, win = Hand.from_text(request.text("hand")), _read_win(request, request.text("winner"))
        players = dict.fromkeys(SEATS, _UNKNOWN) | {win.winner: Player(hand, win)}
    options = request.inner("options")
    return Deal(
        players,
        request.optional_text("round_wind"),
        read_options(options, rules.options),
        frozenset((*request.texts("waive"), *options.texts("waive"))),
        _read_asked(request, rules.questions),
    )


def _table(request: Fields, rules: "RuleSet") -> dict[str, Player]:
    """The players by seat, in turn order; with rules for three players those who are named, else all."""
    winners = {_seat(seat): _read_winner(seat, fields, rules) for seat, fields in request.inners("winners").items()}
    others = {_seat(seat): _read_other(seat, fields, rules) for seat, fields in request.inners("others").items()}
    if twice := [seat for seat in others if seat in winners]:
        raise InputError(f"{twice[0]}: sits at the table twice")
    players = others | winners
    seats = SEATS if 3 not in rules.seat_counts else [seat for seat in SEATS if seat in players]
    return {seat: players.get(seat, _UNKNOWN) for seat in seats}


def _seat(seat: str) -> str:
    if seat not in SEATS:
        raise InputError(f"{seat[:20]!r} is no seat; seats are {' '.join(SEATS)}")
    return seat


def _read_winner(seat: str, fields: Fields, rules: "RuleSet") -> Player:
    fields.refuse_misspelt(_WIN | {"status"})
    return Player(_hand(seat, fields.text("hand")), _read_win(fields, seat), _status(seat, fields, rules))


def _read_other(seat: str, fields: Fields, rules: "RuleSet") -> Player:
    fields.refuse_misspelt(_PLAYER)
    text = fields.optional_text("hand")
    points = fields.whole("points", default=0) if fields.has("points") else None
    return Player(None if text is None else _hand(seat, text), None, _status(seat, fields, rules), points)


def _hand(seat: str, text: str) -> Hand:
    try:
        return Hand.from_text(text)
    except InputError as error:
        raise InputError(f"{seat}: {error}") from None


def _status(seat: str, fields: Fields, rules: "RuleSet") -> str | None:
    status = fields.optional_text("status")
    if status is not None and status not in rules.statuses:
        known = ", ".join(rules.statuses) or "none"
        raise InputError(f"{seat}: unknown status {status[:40]!r}; known are {known}")
    return status


def _read_win(fields: Fields, winner: str) -> Win:
    return Win(
        winner=winner,
        how=fields.text("win"),
        source=fields.optional_text("from"),
        circumstances=frozenset(fields.texts("circumstances")),
        recent_discards=fields.pairs("recent_discards"),
        liable=fields.optional_text("liable"),
    )


def _read_asked(request: Fields, questions: Sequence[Question]) -> dict[str, Answer]:
    """The answers that a request gives."""
    numbers = {question.id for question in questions if question.kind == "number"}
    counters = request.inner("counters").wholes() if numbers else {}
    if unknown := counters.keys() - numbers:
        raise InputError(f"counters.{min(unknown)[:40]}: unknown; known are {', '.join(sorted(numbers))}")
    asked: dict[str, Answer] = {**counters}
    for question in questions:
        if not question.of_win and request.has(question.id):
            asked[question.id] = _read_answer(request, question)
    return {name: answer for name, answer in asked.items() if answer}


def _read_answer(request: Fields, question: Question) -> Answer:
    if question.kind == "tiles":
        return request.texts(question.id)
    if question.kind == "number":
        return request.whole(question.id, default=0)
    return frozenset(request.texts(question.id)) if question.kind == "seats" else request.text(question.id)


def read_options(fields: Fields, options: Sequence[OptionInfo]) -> dict[str, Option]:
    """Read what a table has agreed on, as far as it is given.

    Raises:
        InputError: a value of the wrong type or out of its range, or a name that is misspelt.
    """
    fields.refuse_misspelt({option.name for option in options} | {HOUSE, "waive"})
    found = {option.name: _option(fields, option) for option in options if fields.has(option.name)}
    house = fields.optional_text(HOUSE)
    return found | ({HOUSE: house} if house else {})


def _option(fields: Fields, option: OptionInfo) -> Option:
    if isinstance(option.default, bool):
        return fields.flag(option.name, default=option.default)
    if isinstance(option.default, int):
        return option.parse(str(fields.whole(option.name, default=option.default)))
    value = option.chosen(fields.value(option.name))
    return option.parse(value if isinstance(value, str) else fields.text(option.name))


def parse_options(texts: Iterable[str], rules: "RuleSet") -> dict[str, Option]:
    """Read options as people write them, such as ``minimum=5``.

    Raises:
        InputError: no such option, or no such value.
    """
    found: dict[str, Option] = {}
    for text in texts:
        name, _, value = text.partition("=")
        option = next((option for option in rules.options if option.name == name), None)
        if option is None:
            known = [option.name for option in rules.options]
            raise InputError(f"--option {text[:80]}: {unknown(f'option of {rules.name}', name, known)}")
        found[name] = option.parse(value)
    return found


def parse_asked(texts: Iterable[str], rules: "RuleSet") -> dict[str, Answer]:
    """Read answers to a rule set's questions as people write them, such as ``honba=2`` or ``declared=E,S``.

    Raises:
        InputError: an unknown question, or an answer that does not fit it.
    """
    found: dict[str, Answer] = {}
    for text in texts:
        name, _, value = text.partition("=")
        found[name] = parse_answer(value, question_of(name, rules))
    return found


def question_of(name: str, rules: "RuleSet") -> Question:
    """Find a rule set's question by its id.

    Raises:
        InputError: it asks no such question.
    """
    for question in rules.questions:
        if question.id == name:
            return question
    raise InputError(unknown(f"question of {rules.name}", name, [question.id for question in rules.questions]))


def parse_answer(text: str, question: Question) -> Answer:
    """Read an answer as people write it; several tiles, seats or discards stand apart.

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
            raise InputError(f"{question.id}={text[:40]}: expected a number, such as {question.id}=2")
        return int(text)
    if question.kind == "discards":
        return tuple(_parse_discard(part) for part in parts)
    seats = [part.upper() for part in parts]
    if not seats or not set(seats) <= set(SEATS) or (question.kind == "seat" and len(seats) > 1):
        raise InputError(f"{question.id}={text[:40]}: expected a seat, one of {' '.join(SEATS)}")
    return seats[0] if question.kind == "seat" else frozenset(seats)


def _parse_discard(text: str) -> tuple[str, str]:
    seat, mark, tile = text.partition("=")
    if seat not in SEATS or not mark:
        raise InputError(f"{text[:40]}: expected a seat and a tile, such as S=9m")
    return seat, parse_tile(tile)


def write_deal(deal: Deal, rules: "RuleSet") -> dict[str, object]:
    """Write a deal as ``read_deal`` reads it; what is empty is left out."""
    alone = len(deal.winners) == 1 and not rules.scores_every_hand
    rest = {
        "round_wind": deal.round_wind,
        "waive": sorted(deal.waived),
        "options": dict(deal.options),
        **{name: _plain(answer) for name, answer in deal.asked.items()},
    }
    written = _write_alone(deal) if alone else _write_table(deal, rules)
    return {**written, **{key: value for key, value in rest.items() if value}}


def _plain(answer: Answer) -> object:
    return sorted(answer) if isinstance(answer, frozenset) else list(answer) if isinstance(answer, tuple) else answer


def _write_alone(deal: Deal) -> dict[str, object]:
    ((seat, player),) = deal.winners.items()
    return {"hand": str(player.hand or Hand()), "winner": seat, **_write_win(player.win)}


def _write_table(deal: Deal, rules: "RuleSet") -> dict[str, object]:
    winners = {
        seat: {"hand": str(player.hand or Hand()), **_write_win(player.win)}
        | ({"status": player.status} if player.status else {})
        for seat, player in deal.winners.items()
    }
    others = {seat: _write_other(player) for seat, player in deal.players.items() if player.win is None}
    return {
        "winners": winners,
        "others": {seat: other for seat, other in others.items() if other or 3 in rules.seat_counts},
    }


def _write_other(player: Player) -> dict[str, object]:
    hand = None if player.hand is None else str(player.hand)
    written = {"hand": hand, "status": player.status, "points": player.points}
    return {key: value for key, value in written.items() if value is not None}


def _write_win(win: Win | None) -> dict[str, object]:
    if win is None:
        return {}
    written = {
        "win": win.how,
        "from": win.source,
        "circumstances": sorted(win.circumstances),
        "recent_discards": [list(discard) for discard in win.recent_discards],
        "liable": win.liable,
    }
    return {key: value for key, value in written.items() if value}


def write_answer(deal: Deal, score: DealScore, rules: "RuleSet", *, explain: bool) -> dict[str, object]:
    """Write what a deal is worth: with one winner whose hand alone counts that player's part, else one by seat."""
    payments = None if score.payments is None else dict(score.payments)
    if len(deal.winners) == 1 and not rules.scores_every_hand:
        (seat,) = deal.winners
        answer = {**rules.player_answer(score.players[seat], explain=explain), "payments": payments}
    else:
        parts = {seat: rules.player_answer(player, explain=explain) for seat, player in score.players.items()}
        answer = {"players": parts, "payments": payments}
        if any(question.kind == "number" for question in rules.questions):
            answer["pot"] = score.pot
        if rules.scores_every_hand and not score.missing:
            answer["transfers"] = [_write_transfer(transfer, explain=explain) for transfer in score.transfers]
    found: dict[str, object] = {
        "missing": list(score.missing),
        "pot": score.pot,
        "notes": {seat: dict(note) for seat, note in score.notes.items()},
        "warnings": list(score.warnings),
    }
    return answer | {key: value for key, value in found.items() if value}


def write_player(player: PlayerScore, *, explain: bool) -> dict[str, object]:
    """Write what a player's hand is worth, and where that comes from."""
    written: dict[str, object] = {
        "points": player.points,
        **player.details,
        "patterns": [_write_item(item, explain=explain) for item in player.items],
        "reading": player.reading,
    }
    return written | ({**player.more, "remarks": [dict(remark) for remark in player.remarks]} if explain else {})


def _write_item(item: ScoreItem, *, explain: bool) -> dict[str, object]:
    pattern = item.pattern
    written: dict[str, object] = {"id": pattern.id, pattern.unit.key: item.worth, "count": item.count}
    if explain:
        written |= {"names": dict(pattern.names), "condition": pattern.condition["en"], "why": list(item.tiles)}
    return written


def _write_transfer(transfer: Transfer, *, explain: bool) -> dict[str, object]:
    written: dict[str, object] = {
        "from": transfer.payer,
        "to": transfer.payee,
        "exact": transfer.exact,
        "paid": transfer.paid,
    }
    return written | ({"kind": transfer.kind, "reasons": dict(transfer.reasons)} if explain else {})
