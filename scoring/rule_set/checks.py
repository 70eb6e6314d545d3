"""Checks of a rule set's declarations, made when it is registered."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from hu.scoring.deal import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand, Win
from hu.scoring.nearest import normalise_name
from hu.scoring.options import OptionInfo
from hu.scoring.payments import DealScore
from hu.scoring.rule_set.declared import COMMON_QUESTIONS
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.texts import Names

#: Names that options of commands, keys of requests or columns of manifests have already. A question
#: can have none of them, nor a name of a question of every game.
_RESERVED: Final = frozenset(
    {
        "explain",
        "hand",
        "house",
        "id",
        "json",
        "near",
        "nobody",
        "note",
        "overlay",
        "photo",
        "rules",
        "set",
        "table",
        "weights",
        "winners",
        "winning",
    }
)
#: A hand that wins by nearly any rules, for rule sets without examples.
_PLAIN_HAND: Final = "234m 567m 55s [777z] 13p +2p"
#: The most example hands whose payments are checked.
_MAX_EXAMPLES: Final = 20


def declaration_faults(rules: RuleSet) -> Iterator[str]:
    """Find every fault of the declarations of a rule set.

    Ids, texts, shapes, options and payments are checked.

    Yields:
        A line for each fault.
    """
    if "en" not in rules.names:
        yield "names: the English name is missing"
    if not rules.shapes:
        yield "shapes: nothing wins"
    question_names = _list_question_names(rules)
    option_names = [option.name for option in rules.options]
    yield from _duplicates("questions", question_names)
    yield from _duplicates("options", option_names)
    yield from _duplicates("patterns", [pattern.id for pattern in rules.patterns])
    yield from _duplicates("circumstances", list(rules.circumstances))
    yield from _missing_texts(
        "questions", {question.id: question.names for question in rules.questions}
    )
    yield from _missing_texts("options", {option.name: option.names for option in rules.options})
    yield from _missing_texts("patterns", {pattern.id: pattern.names for pattern in rules.patterns})
    reserved_names = _list_reserved_names()
    for name in question_names:
        if name in reserved_names:
            yield f"questions: {name!r} is a name of something else"
    for shape in rules.shapes:
        if shape.option and shape.option not in option_names:
            yield f"shapes: {shape.option!r} is no option"
    for option in rules.options:
        yield from _default_faults(option)
    if not rules.seat_counts or not {3, 4}.issuperset(rules.seat_counts):
        yield f"seat_counts: three or four play, not {rules.seat_counts}"
    yield from _payment_faults(rules)


def _list_question_names(rules: RuleSet) -> list[str]:
    """List the ids and other names of the rule set's own questions."""
    names = []
    for question in rules.questions:
        names.append(normalise_name(question.id))
        names += [normalise_name(name) for name in question.other_names]
    return names


def _list_reserved_names() -> set[str]:
    """List the names that no question of a rule set can have."""
    names = set(_RESERVED)
    for question in COMMON_QUESTIONS:
        names.add(question.id)
        names.update(question.other_names)
    return names


def _duplicates(section: str, names: list[str]) -> Iterator[str]:
    """Find names that occur more than once. ``section`` is the kind of the names, for messages."""
    for name, count in Counter(names).items():
        if count > 1:
            yield f"{section}: {name!r} occurs twice"


def _missing_texts(section: str, texts: dict[str, Names]) -> Iterator[str]:
    """Find names without an English text.

    Args:
        section: the kind of the names, for messages.
        texts: the text of each name.
    """
    for name, names in texts.items():
        if "en" not in names:
            yield f"{section}: {name!r} has no text in English"


def _default_faults(option: OptionInfo) -> Iterator[str]:
    """Find a default that people could not choose themselves."""
    text = str(option.default)
    if isinstance(option.default, bool):
        text = text.lower()
    try:
        option.parse(text)
    except InputError as error:
        yield f"options: the default cannot be chosen: {error}"
    # The page offers only numbers that are some steps above the least. The default must be among
    # them.
    is_number = isinstance(option.default, int) and not isinstance(option.default, bool)
    if is_number and (int(option.default) - option.least) % option.step != 0:
        yield (
            f"options: the default of {option.name}, {option.default}, is between two steps "
            f"of {option.step} from {option.least}"
        )


def _payment_faults(rules: RuleSet) -> Iterator[str]:
    """Pay example hands and report the first whose payments do not add up to zero."""
    examples = [pattern.example for pattern in rules.patterns if pattern.example]
    if not examples:
        examples = [_PLAIN_HAND]
    wins = (Win("S", "self-draw"), Win("S", "discard", "W"))
    for text in examples[:_MAX_EXAMPLES]:
        for win in wins:
            try:
                score = _score_example(rules, text, win)
            except InputError:
                # Hands that the rules refuse have no payments to check.
                continue
            if score.payments is None:
                continue
            if sum(score.payments.values()) + score.pot != 0:
                amounts = [f"{seat} {amount:+}" for seat, amount in score.payments.items()]
                yield (
                    f"payments: they do not add up to zero for {text} by {win.how}: "
                    f"{', '.join(amounts)}, pot {score.pot:+}"
                )
                return


def _score_example(rules: RuleSet, text: str, win: Win) -> DealScore:
    """Score a deal in which an example hand wins.

    Args:
        rules: the rule set.
        text: the winner's hand, in the notation.
        win: how it is won.
    """
    players = {seat: Player(points=0) for seat in rules.seats}
    players[win.winner] = Player(Hand.from_text(text), win)
    return rules.score(Deal(players, round_wind="E"))
