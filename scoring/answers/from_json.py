"""Deals from JSON, as requests of ``hu hands`` hold them."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from hu.scoring.answers.names import (
    check_status,
    check_waived,
    describe_unknown_key,
    normalise_deal,
    request_names,
    seat_of,
    spell_void,
    way_of,
)
from hu.scoring.answers.value import (
    NOBODY,
    UNKNOWN_PLAYER,
    Answers,
    check_empty_seat,
    check_seats,
    check_void,
    hand_of_seat,
    refuse_statuses_beside_winner,
    refuse_uncounted_hands,
    seats_without,
)
from hu.scoring.deal import Answer, Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.json_object import JsonObject
from hu.scoring.nearest import describe_unknown, normalise_name
from hu.scoring.notation import spell_tile
from hu.scoring.options import HOUSE, OptionInfo, OptionValue
from hu.scoring.rule_set.changes import changes_of
from hu.scoring.rule_set.declared import COMMON_QUESTIONS, Question
from hu.scoring.rule_set.figures import check_entered, parse_figure
from hu.scoring.rule_set.interface import RuleSet

#: Characters of a wrong number that are read as an option's value.
_SHOWN: Final = 40
#: The keys of a request that describe the hand and the win of a single winner. Questions of the
#: rule set about a win are further keys.
_SINGLE_WINNER_KEYS: Final = ("hand", "win", "from", "circumstances")
#: The keys of an object in ``winners``. Questions of the rule set about a win are further keys.
_WINNER_OBJECT_KEYS: Final = ("hand", "win", "from", "circumstances", "status")
#: The keys of an object in ``others``, by each of their names. They have no other names.
_OTHER_OBJECT_NAMES: Final = {"hand": "hand", "status": "status", "points": "points"}


def read_deal(request: JsonObject, rules: RuleSet) -> Deal:
    """Read a deal from a request of ``hu hands``.

    A request has one of two forms. A single winner is described by ``hand``, ``winner``, ``win``
    and, if they apply, ``from`` and ``circumstances``. A whole table, with any number of winners,
    is described by ``winners`` and ``others``, each by seat. Both forms may have ``round_wind``,
    ``waive``, ``options``, ``absent`` and answers to the rule set's questions. Answers that are
    numbers may also be in an object ``counters``, and ``waive`` may be in ``options``.

    Args:
        request: the request.
        rules: the rule set.

    Raises:
        InputError: the request has a fault. The message names its place.
    """
    request = request.rename(request_names(rules), lambda key: describe_unknown_key(key, rules))
    options = _rename_options(request.inner("options"), rules)
    answers = Answers(
        round_wind=_optional_seat(request, "round_wind"),
        options=_read_options(options, rules),
        waived=check_waived(request.texts("waive") + options.texts("waive"), rules),
        asked=_read_asked(request, rules),
        seats=seats_without(_optional_seat(request, "absent"), rules),
        void=_read_void(request, rules),
        entered=_read_entered(request, rules),
    )
    questions_about_win = [question.id for question in rules.questions if question.is_about_win]
    single_winner_keys = (*_SINGLE_WINNER_KEYS, *questions_about_win)
    if _nobody_won(request, answers.void):
        _refuse_keys(request, (*single_winner_keys, "winners"), "contradicts winner nobody")
        deal = _read_table(request, rules, answers)
    elif _describes_table(request):
        _refuse_keys(
            request,
            (*single_winner_keys, "winner"),
            "belongs to a winner: write winners and others by seat",
        )
        deal = _read_table(request, rules, answers)
    else:
        deal = _read_single_winner(request, rules, answers)

    check_round_wind(deal)
    check_void(deal, rules)
    if deal.waived and not deal.winners:
        raise InputError("waive: only winners waive patterns, but nobody won")
    rules.check_request(deal)
    return deal


def _nobody_won(request: JsonObject, void: str) -> bool:
    """Whether a request says that nobody won, by ``winner`` or by ``void``.

    Args:
        request: the request.
        void: the reason why nobody won before the wall was used up. Empty if the request gives
            none.
    """
    winner = request.value("winner")
    if isinstance(winner, str) and normalise_name(winner) == NOBODY:
        return True
    # A winner beside ``void`` is a contradiction, which is reported later.
    names_winner = request.has("winner") or request.has("winners")
    return void != "" and not names_winner


def _describes_table(request: JsonObject) -> bool:
    """Whether a request describes the players by seat, in ``winners`` and ``others``."""
    if request.has("winners"):
        return True
    # A single winner may have ``others`` too, but also has a hand.
    return request.has("others") and not request.has("hand")


def _read_entered(request: JsonObject, rules: RuleSet) -> dict[str, int | str]:
    """Read the figures that replace the winner's tiles, such as han and fu, by their ids."""
    entered = {}
    for question in rules.figures:
        if request.has(question.id):
            entered[question.id] = parse_figure(request.value(question.id), question)
    return entered


def _read_void(request: JsonObject, rules: RuleSet) -> str:
    """Read why nobody won before the wall was used up. Empty if the request does not say so."""
    void = request.optional_text("void")
    return "" if void is None else spell_void(void, rules)


def _refuse_keys(request: JsonObject, keys: tuple[str, ...], reason: str) -> None:
    """Refuse a request that has one of these keys. The message gives the reason."""
    for key in keys:
        if request.has(key):
            raise InputError(f"{key}: {reason}")


def _read_single_winner(request: JsonObject, rules: RuleSet, answers: Answers) -> Deal:
    """Read a deal with a single winner. Figures such as han and fu may replace the winner's hand.

    Args:
        request: the request.
        rules: the rule set.
        answers: the answers that do not depend on the form of the request.
    """
    hand = Hand()
    if not answers.entered or request.has("hand"):
        hand = Hand.from_text(request.text("hand"))
    win = _read_win(request, rules, winner=seat_of(request.text("winner")))
    if answers.void:
        raise InputError(f"void {answers.void}: contradicts the win of {win.winner[:20]}")
    asked = dict(answers.asked)
    if win.liable:
        # ``Answers`` have the liable player among the answers to the rule set's questions.
        asked["liable"] = win.liable
    answers = replace(
        answers,
        winner=win.winner,
        how=win.how,
        source=win.source,
        circumstances=win.circumstances,
        recent_discards=win.recent_discards,
        others=_read_others(request, rules),
        asked=asked,
    )
    check_seats(answers, rules)
    refuse_statuses_beside_winner(answers.others, rules)
    refuse_uncounted_hands(answers.others, rules, has_winner=True)
    if win.winner not in SEATS:
        # A seat that does not exist is a problem of the deal, which the rule set reports.
        answers = replace(answers, seats=(*answers.seats, win.winner))
    return answers.deal(hand)


def _read_table(request: JsonObject, rules: RuleSet, answers: Answers) -> Deal:
    """Read a deal that is described by ``winners`` and ``others``. There may be no winner.

    In rules for three or four players, a seat that is in neither of them is not played.

    Args:
        request: the request.
        rules: the rule set.
        answers: the answers that do not depend on the form of the request.
    """
    winners = _read_winners(request, rules)
    if answers.void and winners:
        first_winner, *_ = winners
        raise InputError(f"void {answers.void}: contradicts the win of {first_winner}")
    players = _read_others(request, rules)
    for seat in players:
        if seat in winners:
            raise InputError(f"{seat}: sits at the table twice")
    players.update(winners)
    check_seats(replace(answers, others=players), rules)
    if winners:
        refuse_statuses_beside_winner(players, rules)
    refuse_uncounted_hands(players, rules, has_winner=bool(winners))
    seats = answers.seats
    if rules.has_tables_of_several_sizes:
        seats = tuple(seat for seat in SEATS if seat in players)
    # The answers have no winner, so the empty hand is in no player's place.
    deal = answers.deal(Hand())
    return replace(deal, players={seat: players.get(seat, UNKNOWN_PLAYER) for seat in seats})


def _read_winners(request: JsonObject, rules: RuleSet) -> dict[str, Player]:
    """Read the players in ``winners`` by seat."""
    winners = {}
    for seat, winner_object in _objects_by_seat(request, "winners").items():
        # This respells keys such as ``Hand``, and refuses unknown keys.
        fields = winner_object.rename(_winner_object_names(rules))
        hand = hand_of_seat(seat, fields.text("hand"))
        win = _read_win(fields, rules, winner=seat)
        status = _read_status(fields, rules, seat)
        winners[seat] = Player(hand, win=win, status=status)
    return winners


@lru_cache(maxsize=64)
def _winner_object_names(rules: RuleSet) -> Mapping[str, str]:
    """Return the keys of an object in ``winners``, by each of their names."""
    key_of_name = {}
    for question in (*COMMON_QUESTIONS, *rules.questions):
        if question.is_about_win or question.id in _WINNER_OBJECT_KEYS:
            key_of_name[normalise_name(question.id)] = question.id
            for name in question.other_names:
                key_of_name[normalise_name(name)] = question.id
    # A key as the program spells it is always that key.
    key_of_name.update((key, key) for key in _WINNER_OBJECT_KEYS)
    return key_of_name


def _read_win(fields: JsonObject, rules: RuleSet, winner: str) -> Win:
    """Read a win.

    Words that the rule set does not know stay as they are. They are reported when the win is
    checked.

    Args:
        fields: the request, or an object in ``winners``.
        rules: the rule set.
        winner: the winner's seat.
    """
    how = fields.text("win")
    return Win(
        winner,
        how=way_of(rules, how) or how,
        source=_optional_seat(fields, "from"),
        circumstances=frozenset(fields.texts("circumstances")),
        recent_discards=_read_discards(fields, "recent_discards"),
        liable=_optional_seat(fields, "liable"),
    )


def _read_others(request: JsonObject, rules: RuleSet) -> dict[str, Player]:
    """Read the players in ``others`` by seat. Values that are not given are None."""
    players = {}
    for seat, other_object in _objects_by_seat(request, "others").items():
        # This respells keys such as ``Hand``, and refuses unknown keys.
        fields = other_object.rename(_OTHER_OBJECT_NAMES)
        text = fields.optional_text("hand")
        hand = None if text is None else hand_of_seat(seat, text)
        status = _read_status(fields, rules, seat)
        points = fields.optional_whole("points")
        if points is not None and points < 0:
            raise InputError(f"others.{seat}.points: cannot be {points}, give 0 or more")
        players[seat] = Player(hand, status=status, points=points)
    return players


def _objects_by_seat(request: JsonObject, key: str) -> dict[str, JsonObject]:
    """Return the objects in ``winners`` or ``others``, by the letter of each seat.

    Args:
        request: the request.
        key: ``winners`` or ``others``. The keys of the object under it are seats, as people spell
            them.

    Raises:
        InputError: there is no such seat, or a seat occurs in two spellings.
    """
    objects: dict[str, JsonObject] = {}
    for name, player_object in request.inners(key).items():
        seat = _check_seat(name)
        if seat in objects:
            raise InputError(f"{key}: {seat} is given twice")
        objects[seat] = player_object
    return objects


def _read_status(fields: JsonObject, rules: RuleSet, seat: str) -> str | None:
    """Read the status of the player at a seat, by the rule set's name. None if it is missing."""
    status = fields.optional_text("status")
    if status is None:
        return None
    return check_status(seat, status, rules)


def _check_seat(name: str) -> str:
    """Return the seat with this name. Raises ``InputError`` if there is none."""
    seat = seat_of(name)
    if seat not in SEATS:
        raise InputError(f"{name[:20]!r} is no seat; seats are {' '.join(SEATS)}")
    return seat


def _optional_seat(fields: JsonObject, key: str) -> str | None:
    """Read a seat. None if it is missing. A text that names no seat is reported later."""
    text = fields.optional_text(key)
    if text is None:
        return None
    return seat_of(text)


def _read_discards(fields: JsonObject, key: str) -> tuple[tuple[str, str], ...]:
    """Read discards as pairs of seat and tile. Wrong seats and tiles are reported later."""
    return tuple((seat_of(seat), spell_tile(tile)) for seat, tile in fields.pairs(key))


def _read_asked(request: JsonObject, rules: RuleSet) -> dict[str, Answer]:
    """Read the answers to the rule set's own questions, except those about a win.

    An empty answer counts as no answer, and so does the number 0.
    """
    # The numbers that may be in ``counters``, by each of their names. No number is about a win.
    counter_names = {}
    for question in rules.questions:
        if question.kind == "number":
            counter_names[question.id] = question.id
            counter_names.update(
                (normalise_name(name), question.id) for name in question.other_names
            )
    counters = request.inner("counters").rename(counter_names)
    answers: dict[str, Answer] = dict(counters.wholes())
    for question in rules.questions:
        if not question.is_about_win and request.has(question.id):
            if question.id in answers:
                raise InputError(f"{question.id}: given among the counters too")
            answers[question.id] = _read_answer(request, question)
    return {name: answer for name, answer in answers.items() if answer}


def _read_answer(fields: JsonObject, question: Question) -> Answer:
    """Read an answer that the object has. The question's kind decides the type of the answer.

    Args:
        fields: the request, or an object in ``winners``.
        question: the question.
    """
    if question.kind == "tiles":
        return tuple(spell_tile(text) for text in fields.texts(question.id))
    if question.kind == "number":
        return fields.whole(question.id, default=0)
    if question.kind == "discards":
        return _read_discards(fields, question.id)
    if question.kind == "seats":
        return frozenset(seat_of(text) for text in fields.texts(question.id))
    return seat_of(fields.text(question.id))


def check_deal(deal: Deal, rules: RuleSet) -> Deal:
    """Check a deal, and replace players' words by the rule set's names.

    Raises:
        InputError: an option, a figure or another answer has no valid value, or the rules have no
            use for it. Or a seat is missing that must be played, or the deal contradicts its end
            before the wall was used up.
    """
    deal = replace(
        deal,
        options=check_options(deal.options, rules),
        waived=check_waived(sorted(deal.waived), rules),
        asked=_check_asked(deal.asked, rules),
        entered=check_entered(deal.entered, rules),
    )
    check_void(deal, rules)
    absent_seats = [seat for seat in rules.seats if seat not in deal.players]
    # Either any of the seats can be empty or none can, so the first seat is enough.
    if absent_seats:
        check_empty_seat(absent_seats[0], rules)
    deal = normalise_deal(deal, rules)
    check_round_wind(deal)
    extras = changes_of(deal.options).extras
    for seat, player in deal.players.items():
        if player.points is not None and player.points < 0:
            raise InputError(f"{seat}: points cannot be {player.points}, give 0 or more")
        if player.win is not None:
            _check_answers_about_win(seat, player.win, rules)
            for name in sorted(player.win.extras - extras.keys()):
                raise InputError(f"{seat}: extras: the house has no pattern {name[:_SHOWN]!r}")
    return deal


def check_round_wind(deal: Deal) -> None:
    """Refuse a round wind that is no wind. It may be missing.

    Raises:
        InputError: the round wind is none of E S W N.
    """
    if deal.round_wind is not None and deal.round_wind not in SEATS:
        raise InputError(
            f"round wind: {deal.round_wind[:20]!r} is no wind, give one of {' '.join(SEATS)}"
        )


def _check_asked(asked: Mapping[str, object], rules: RuleSet) -> dict[str, Answer]:
    """Check the answers to the rule set's own questions, which may be any collections.

    An empty answer counts as no answer, and so does the number 0.

    Raises:
        InputError: there is no such question about a deal, or the answer has another type.
    """
    questions = [question for question in rules.questions if not question.is_about_win]
    names: dict[str, str] = {}
    for question in questions:
        names.update((normalise_name(name), question.id) for name in question.other_names)
        names[question.id] = question.id
    values: dict[str, object] = {}
    for name, answer in asked.items():
        if isinstance(answer, tuple):
            values[name] = list(answer)
        elif isinstance(answer, set | frozenset):
            values[name] = sorted(answer, key=str)
        else:
            values[name] = answer
    fields = JsonObject(values, "asked").rename(names)
    answers = {
        question.id: _read_answer(fields, question)
        for question in questions
        if fields.has(question.id)
    }
    return {name: answer for name, answer in answers.items() if answer}


def _check_answers_about_win(seat: str, win: Win, rules: RuleSet) -> None:
    """Refuse an answer about a win to a question that the rules do not ask.

    Args:
        seat: the winner's seat, for the message.
        win: the win.
        rules: the rule set.

    Raises:
        InputError: these rules do not ask for the discards before a win, or for a liable player.
    """
    asked_ids = {question.id for question in rules.questions}
    if win.recent_discards and "recent_discards" not in asked_ids:
        raise InputError(f"{seat}: recent_discards are of no use in {rules.name}, leave them out")
    if win.liable is not None and "liable" not in asked_ids:
        raise InputError(f"{seat}: liable is of no use in {rules.name}, leave it out")


def check_options(
    options: Mapping[str, OptionValue | None], rules: RuleSet
) -> dict[str, OptionValue]:
    """Check the options of a table.

    Returns:
        The options that have a value, with checked values, by the rule set's names. Missing options
        are left out, and so are options whose value is None.

    Raises:
        InputError: an option or a value of it does not exist, or values contradict each other.
    """
    return _read_options(JsonObject(options, "options"), rules)


def _read_options(fields: JsonObject, rules: RuleSet) -> dict[str, OptionValue]:
    """Read and check the options of a table, and the house's changes of the patterns.

    Args:
        fields: the options by their names, as people spell them.
        rules: the rule set.

    Returns:
        The value of each option that is given, by the rule set's name of the option.

    Raises:
        InputError: an option or a value of it does not exist, or values contradict each other.
    """
    fields = _rename_options(fields, rules)
    values: dict[str, OptionValue] = {}
    for option in rules.options:
        if fields.has(option.name):
            values[option.name] = _read_option(fields, option)
    # The house's changes of the patterns are a text under an option that every rule set has.
    house_text = fields.optional_text(HOUSE)
    if house_text:
        values[HOUSE] = house_text
        _check_changed_patterns(values, rules)
    # Values may also contradict each other.
    rules.check_choices(values)
    return values


def _check_changed_patterns(options: Mapping[str, OptionValue], rules: RuleSet) -> None:
    """Check that the house changes the points only of patterns that the rule set has.

    Raises:
        InputError: the rule set has no such pattern.
    """
    pattern_ids = [pattern.id for pattern in rules.patterns]
    for changed_id in changes_of(options).points:
        if changed_id not in pattern_ids:
            fault = describe_unknown(f"pattern of {rules.name}", changed_id, pattern_ids)
            raise InputError(f"option house: {fault}")


def _rename_options(fields: JsonObject, rules: RuleSet) -> JsonObject:
    """Spell the keys of options as the rule set does. Raises ``InputError`` for unknown keys."""
    return fields.rename(_option_names(rules))


@lru_cache(maxsize=64)
def _option_names(rules: RuleSet) -> Mapping[str, str]:
    """Return the keys of a request's options, by each of their spellings."""
    keys = [option.name for option in rules.options]
    # Every rule set also takes house rules and waived patterns among the options.
    keys += [HOUSE, "waive"]
    key_of = {normalise_name(key): key for key in keys}
    # A key as the rule set spells it is always that key.
    key_of.update((key, key) for key in keys)
    return key_of


def _read_option(fields: JsonObject, option: OptionInfo) -> OptionValue:
    """Read the value of an option, which the object has. The value has the type of the default.

    Args:
        fields: the options by their names.
        option: the option.

    Raises:
        InputError: the option does not have this value.
    """
    if isinstance(option.default, bool):
        return fields.flag(option.name, default=option.default)
    if isinstance(option.default, int):
        return option.parse(str(fields.whole(option.name, default=option.default)))
    # The value is a text, or a switch or number that stands for one of the choices.
    value = option.as_choice(fields.value(option.name))
    if isinstance(value, str):
        return option.parse(value)
    # The value is wrong. If the option has a form, such as that of ``4-7-10``, a number gets the
    # message that a text without the form gets. In Python a bool is an int, but no number here.
    is_number = type(value) is int
    if option.form and is_number:
        return option.parse(str(value)[:_SHOWN])
    # All other wrong values get the message that a text was expected.
    return option.parse(fields.text(option.name))
