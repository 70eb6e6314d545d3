"""Checks of what a rule set declares, made when it is registered."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Final

from hu.scoring.deal import Deal, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.nearest import normalise_name
from hu.scoring.rule_set.declared import COMMON_QUESTIONS
from hu.scoring.rule_set.interface import RuleSet

#: Names at the doors that no question can have.
_TAKEN: Final = frozenset(
    ("id", "note", "photo", "rules", "hand", "winners", "explain", "winning", "house", "set", "table", "near", "nobody",
     "weights", "overlay", "json", *(name for question in COMMON_QUESTIONS for name in (question.id, *question.short)))
)  # fmt: skip
#: A hand that nearly any rules take, for those that give no examples.
_PLAIN: Final = "234m 567m 55s [777z] 13p +2p"
#: The most example hands whose payments are checked.
_MOST_EXAMPLES: Final = 20


def declaration_faults(rules: RuleSet) -> Iterator[str]:
    """Find everything that is wrong with a declaration: ids, texts, shapes, options, payments."""
    if "en" not in rules.names:
        yield "names: the English name is missing"
    if not rules.shapes:
        yield "shapes: nothing wins"
    ids = {
        "questions": [
            normalise_name(name)
            for question in rules.questions
            for name in (question.id, *question.short)
        ],
        "options": [option.name for option in rules.options],
        "patterns": [pattern.id for pattern in rules.patterns],
        "circumstances": list(rules.circumstances),
    }
    for what, names in ids.items():
        yield from (
            f"{what}: {name!r} stands there twice"
            for name, count in Counter(names).items()
            if count > 1
        )
    texts = [("questions", question.id, question.names) for question in rules.questions]
    texts += [("options", option.name, option.names) for option in rules.options]
    texts += [("patterns", pattern.id, pattern.names) for pattern in rules.patterns]
    yield from (
        f"{what}: {name!r} has no text in English"
        for what, name, names in texts
        if "en" not in names
    )
    yield from (
        f"questions: {name!r} is a name of something else"
        for name in ids["questions"]
        if name in _TAKEN
    )
    yield from (
        f"shapes: {shape.option!r} is no option"
        for shape in rules.shapes
        if shape.option not in ("", *ids["options"])
    )
    for option in rules.options:
        value = option.default
        try:
            option.parse(str(value).lower() if isinstance(value, bool) else str(value))
        except InputError as error:
            yield f"options: the default cannot be chosen: {error}"
    if not set(rules.seat_counts) <= {3, 4} or not rules.seat_counts:
        yield f"seat_counts: three or four play, not {rules.seat_counts}"
    yield from _payment_faults(rules)


def _payment_faults(rules: RuleSet) -> Iterator[str]:
    """Pay example hands; those that the rules refuse say nothing about payments."""
    examples = [pattern.example for pattern in rules.patterns if pattern.example] or [_PLAIN]
    for text in islice(examples, _MOST_EXAMPLES):
        for win in (Win("S", "self-draw"), Win("S", "discard", "W")):
            try:
                winner = {win.winner: Player(Hand.from_text(text), win)}
                score = rules.score(Deal({seat: Player(points=0) for seat in SEATS} | winner, "E"))
            except InputError:
                continue
            if score.payments is not None and sum(score.payments.values()) + score.pot:
                paid = ", ".join(f"{seat} {amount:+}" for seat, amount in score.payments.items())
                yield f"payments: they do not add up to zero for {text} by {win.how}: {paid}, pot {score.pot:+}"
                return
