"""Deals without a winner, or with several, as JSON objects: what the form with one winner cannot say."""

from typing import Final

from hu.scoring.deals import Deal, DealScore, Player, PlayerScore
from hu.scoring.errors import InputError
from hu.scoring.fields import Fields
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.notation import format_hand, parse_hand
from hu.scoring.requests import read_options, write_item, write_win
from hu.scoring.riichi.game import CHOMBO, TENPAI
from hu.scoring.riichi.presets import OPTIONS

_KEYS: Final = frozenset((
    "id", "rules", "winners", "others", "round_wind", "options", "explain", "dora_indicators", "ura_indicators",
    "counters", "declared",
))  # fmt: skip
_STATUSES: Final = (TENPAI, CHOMBO)


def is_table(request: Fields) -> bool:
    """Whether a request names the winners by seat, or the others, instead of one winner and one hand."""
    return (request.has("winners") or request.has("others")) and not (request.has("winner") or request.has("hand"))


def read_table(request: Fields) -> Deal:
    """Read a deal of any number of winners.

    Args:
        request: ``winners`` (by seat: ``hand``, ``win`` and, where they apply, ``from``, ``circumstances`` and
            ``liable``), ``others`` (by seat: ``status``, ``tenpai`` or ``chombo``) and what a request with one winner
            has.

    Raises:
        InputError: what is wrong with the request, and where.
    """
    request.refuse_misspelt(_KEYS)
    winners = {_seat(seat): _winner(seat, fields) for seat, fields in request.inners("winners").items()}
    others = {_seat(seat): _other(seat, fields) for seat, fields in request.inners("others").items()}
    if both := sorted(winners.keys() & others.keys()):
        raise InputError(f"{both[0]} stands among the winners and among the others")
    return Deal(
        dict.fromkeys(SEATS, Player()) | others | winners,
        request.optional_text("round_wind"),
        read_options(request.inner("options"), OPTIONS),
        dora_indicators=request.texts("dora_indicators"),
        ura_indicators=request.texts("ura_indicators"),
        counters=request.inner("counters").wholes(),
        declared=frozenset(request.texts("declared")),
    )


def _seat(seat: str) -> str:
    if seat not in SEATS:
        raise InputError(f"{seat[:20]!r} is no seat; seats are {' '.join(SEATS)}")
    return seat


def _winner(seat: str, fields: Fields) -> Player:
    fields.refuse_misspelt({"hand", "win", "from", "circumstances", "liable"})
    told = frozenset(fields.texts("circumstances"))
    win = Win(seat, fields.text("win"), fields.optional_text("from"), told, liable=fields.optional_text("liable"))
    try:
        return Player(parse_hand(fields.text("hand")), win)
    except InputError as error:
        raise InputError(f"{seat}: {error}") from None


def _other(seat: str, fields: Fields) -> Player:
    fields.refuse_misspelt({"status"})
    status = fields.optional_text("status")
    if status is not None and status not in _STATUSES:
        raise InputError(f"{seat}: {status[:20]!r} is no status; known are {', '.join(_STATUSES)}")
    return Player(status=status)


def write_table(deal: Deal) -> dict[str, object]:
    """Write a deal as ``read_table`` reads it; what is empty is left out."""
    winners = {
        seat: {"hand": format_hand(player.hand or Hand()), **(write_win(player.win) if player.win else {})}
        for seat, player in deal.winners.items()
    }
    rest = {
        "round_wind": deal.round_wind,
        "others": {seat: {"status": player.status} for seat, player in deal.players.items() if player.status},
        "options": dict(deal.options),
        "dora_indicators": list(deal.dora_indicators),
        "ura_indicators": list(deal.ura_indicators),
        "counters": dict(deal.counters),
        "declared": sorted(deal.declared),
    }
    return {"winners": winners, **{key: value for key, value in rest.items() if value}}


def write_score(score: DealScore, *, explain: bool) -> dict[str, object]:
    """Write each winner's part, the payments and what lies on the table afterwards."""
    players = {seat: _player(player, explain=explain) for seat, player in score.players.items()}
    answer: dict[str, object] = {"players": players, "payments": dict(score.payments or {}), "pot": score.pot}
    return answer | ({"notes": {seat: dict(note) for seat, note in score.notes.items()}} if score.notes else {})


def _player(player: PlayerScore, *, explain: bool) -> dict[str, object]:
    patterns = [write_item(item, explain=explain) for item in player.items]
    part: dict[str, object] = {
        "points": player.points,
        **player.details,
        "patterns": patterns,
        "reading": player.reading,
    }
    return part | ({"remarks": [dict(remark) for remark in player.remarks]} if explain else {})
