"""Zung Jung as data: a request in, its answer out, both as JSON objects."""

from typing import Final

from hu.scoring.deals import HOUSE
from hu.scoring.fields import Fields
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.notation import parse_hand
from hu.scoring.payments import payments
from hu.scoring.readings import text
from hu.scoring.requests import read_win
from hu.scoring.rule_set import Deal, Option, Player
from hu.scoring.zung_jung.explanation import explanation
from hu.scoring.zung_jung.scores import Score
from hu.scoring.zung_jung.values import Counted

_UNKNOWN: Final = Player()
_KEYS: Final = frozenset((
    "id", "rules", "hand", "winner", "win", "from", "circumstances", "recent_discards", "options", "explain",
))  # fmt: skip


def deal_of(request: Fields) -> Deal:
    """Read a request.

    Args:
        request: ``hand``, ``winner``, ``win`` and, where they apply, ``from``, ``circumstances``,
            ``recent_discards`` and ``options`` (``half_flowers``, ``minimum``).

    Raises:
        InputError: what is wrong with the request, and where.
    """
    request.refuse_misspelt(_KEYS)
    hand = parse_hand(request.text("hand"))
    win = read_win(request)
    players = dict.fromkeys(SEATS, _UNKNOWN) | {win.winner: Player(hand, win)}
    return Deal(players, options=_options(request.inner("options")))


def answer(found: Score, hand: Hand, win: Win, *, explain: bool) -> dict[str, object]:
    """Write a score.

    Args:
        found: the score.
        hand: the winner's hand.
        win: how it was won.
        explain: whether to add each pattern's names, condition and tiles (``why``), and the sum before the limits.
    """
    return {
        "points": found.points,
        "limit": found.limit,
        "patterns": [
            _explained(pattern, found, hand, win) if explain else _plain(pattern) for pattern in found.patterns
        ],
        "reading": text(found.reading, hand.bonus),
        "payments": payments(found.points, win, hand.winning or ""),
        **({"total": found.total} if explain else {}),
    }


def _options(fields: Fields) -> dict[str, Option]:
    fields.refuse_misspelt({"half_flowers", "minimum", "south_follows", HOUSE})
    options: dict[str, Option] = {
        "half_flowers": fields.flag("half_flowers", default=False),
        "minimum": fields.whole("minimum", default=0),
    }
    house = fields.optional_text(HOUSE)
    return options | ({HOUSE: house} if house else {})


def _plain(counted: Counted) -> dict[str, object]:
    return {"id": counted.pattern.id, "points": counted.points, "count": counted.count}


def _explained(counted: Counted, found: Score, hand: Hand, win: Win) -> dict[str, object]:
    pattern = counted.pattern
    names = {"it": pattern.italian, "en": pattern.english, "zh": pattern.chinese}
    tiles = list(explanation(pattern, found.reading, hand, win))
    return {**_plain(counted), "names": names, "condition": pattern.condition, "why": tiles}
