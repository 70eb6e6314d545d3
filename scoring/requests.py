"""Deals and scores as JSON objects, for rule sets that bring no form of their own: one winner, one hand."""

from collections.abc import Iterable, Sequence
from typing import Final

from hu.scoring.deals import CounterInfo, Deal, DealScore, Option, OptionInfo, Player, PlayerScore, ScoreItem
from hu.scoring.errors import InputError
from hu.scoring.fields import Fields
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.notation import format_hand, parse_hand

_KEYS: Final = frozenset((
    "id", "rules", "hand", "winner", "win", "from", "circumstances", "recent_discards", "round_wind", "waive",
    "options", "explain", "dora_indicators", "ura_indicators", "counters", "declared", "liable",
))  # fmt: skip
_UNKNOWN: Final = Player()
#: A table with more counters than three digits write is none.
_MOST_DIGITS: Final = 3


def read_deal(request: Fields, options: Sequence[OptionInfo]) -> Deal:
    """Read a deal with one winner at a table of four.

    Args:
        request: ``hand``, ``winner``, ``win`` and, where they apply, ``from``, ``circumstances``,
            ``recent_discards``, ``round_wind``, ``waive`` and ``options``.
        options: the options that the rule set knows.

    Raises:
        InputError: what is wrong with the request, and where.
    """
    request.refuse_misspelt(_KEYS)
    win = read_win(request)
    players = dict.fromkeys(SEATS, _UNKNOWN) | {win.winner: Player(parse_hand(request.text("hand")), win)}
    agreed = read_options(request.inner("options"), options)
    return Deal(
        players,
        request.optional_text("round_wind"),
        agreed,
        frozenset(request.texts("waive")),
        request.texts("dora_indicators"),
        request.texts("ura_indicators"),
        request.inner("counters").wholes(),
        frozenset(request.texts("declared")),
    )


def read_win(request: Fields) -> Win:
    """Read how the hand of a request was won.

    Raises:
        InputError: what is wrong with the request, and where.
    """
    return Win(
        winner=request.text("winner"),
        how=request.text("win"),
        source=request.optional_text("from"),
        circumstances=frozenset(request.texts("circumstances")),
        recent_discards=request.pairs("recent_discards"),
        liable=request.optional_text("liable"),
    )


def read_options(fields: Fields, options: Sequence[OptionInfo]) -> dict[str, Option]:
    """Read what a table has agreed on, as far as it is given.

    Raises:
        InputError: a value of the wrong type or out of its range, or a name that is misspelt.
    """
    fields.refuse_misspelt({option.name for option in options})
    values = {option.name: _option(fields, option) for option in options}
    return {name: value for name, value in values.items() if value is not None}


def _option(fields: Fields, option: OptionInfo) -> Option | None:
    if isinstance(option.default, bool):
        return fields.flag(option.name, default=option.default)
    if isinstance(option.default, int):
        return option.parse(str(fields.whole(option.name, default=option.default)))
    value = option.chosen(fields.value(option.name))
    if value is None:
        return None
    return option.parse(value if isinstance(value, str) else fields.text(option.name))


def parse_options(texts: Iterable[str], rules: str, options: Sequence[OptionInfo]) -> dict[str, Option]:
    """Read options as people write them, such as ``minimum=5``.

    Args:
        texts: an option each.
        rules: the name of the rule set, for messages.
        options: those that it has.

    Raises:
        InputError: no such option, or no such value.
    """
    found: dict[str, Option] = {}
    for text in texts:
        name, _, value = text.partition("=")
        option = next((option for option in options if option.name == name), None)
        if option is None:
            known = ", ".join(option.name for option in options)
            raise InputError(f"--option {text}: {rules} has the options {known}")
        found[name] = option.parse(value)
    return found


def read_counters(texts: Iterable[str], rules: str, counters: Sequence[CounterInfo]) -> dict[str, int]:
    """Read what lies on the table as people write it, such as ``honba=2``.

    >>> read_counters(["honba=2"], "these rules", [CounterInfo("honba", {"en": "Honba"})])
    {'honba': 2}

    Args:
        texts: a counter each.
        rules: the name of the rule set, for messages.
        counters: those that it has.

    Raises:
        InputError: no such counter, or no such number.
    """
    found: dict[str, int] = {}
    for text in texts:
        name, _, count = text.partition("=")
        if name not in (counter.name for counter in counters):
            known = ", ".join(counter.name for counter in counters) or "none"
            raise InputError(f"counter {text[:40]}: {rules} has the counters {known}")
        if not (count.isdecimal() and count.isascii() and len(count) <= _MOST_DIGITS):
            raise InputError(f"counter {text[:40]}: expected a number, such as {name}=2")
        found[name] = int(count)
    return found


def write_deal(deal: Deal) -> dict[str, object]:
    """Write a deal with one winner as ``read_deal`` reads it; what is empty is left out.

    Raises:
        InputError: not exactly one player won.
    """
    if len(deal.winners) != 1:
        raise InputError(f"{len(deal.winners)} winners; a request has one")
    ((seat, player),) = deal.winners.items()
    hand, win = player.hand or Hand(), player.win
    written = {"hand": format_hand(hand), "winner": seat, **(write_win(win) if win else {})}
    rest = {
        "round_wind": deal.round_wind,
        "waive": sorted(deal.waived),
        "options": dict(deal.options),
        "dora_indicators": list(deal.dora_indicators),
        "ura_indicators": list(deal.ura_indicators),
        "counters": dict(deal.counters),
        "declared": sorted(deal.declared),
    }
    return {**written, **{key: value for key, value in rest.items() if value}}


def write_win(win: Win) -> dict[str, object]:
    """Write how a hand was won; what is empty is left out."""
    written = {
        "win": win.how,
        "from": win.source,
        "circumstances": sorted(win.circumstances),
        "recent_discards": [list(discard) for discard in win.recent_discards],
        "liable": win.liable,
    }
    return {key: value for key, value in written.items() if value}


def write_answer(deal: Deal, score: DealScore, *, explain: bool) -> dict[str, object]:
    """Write what the winner's hand is worth, where that comes from, and the payments."""
    winner = next((score.players[seat] for seat in deal.winners), PlayerScore(0))
    answer: dict[str, object] = {
        "points": winner.points,
        **winner.details,
        "patterns": [write_item(item, explain=explain) for item in winner.items],
        "reading": winner.reading,
        "payments": None if score.payments is None else dict(score.payments),
    }
    if score.missing:
        answer["missing"] = list(score.missing)
    if score.pot:
        answer["pot"] = score.pot
    return answer | ({"remarks": [dict(remark) for remark in winner.remarks]} if explain else {})


def write_item(item: ScoreItem, *, explain: bool) -> dict[str, object]:
    """Write a pattern that a hand holds."""
    pattern = item.pattern
    written: dict[str, object] = {"id": pattern.id, pattern.unit: item.worth, "count": item.count}
    if explain:
        written |= {"names": dict(pattern.names), "condition": pattern.condition["en"], "why": list(item.tiles)}
    return written
