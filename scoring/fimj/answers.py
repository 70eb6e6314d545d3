"""FIMJ as data: a request in, its answer out, both as JSON objects."""

from collections.abc import Collection
from typing import Final

from hu.scoring.errors import InputError
from hu.scoring.fields import Fields
from hu.scoring.fimj.contradictions import problems
from hu.scoring.fimj.counts import Winds
from hu.scoring.fimj.explanation import explanation
from hu.scoring.fimj.scores import PlayerScore, crowded, score_table
from hu.scoring.fimj.settling import Payment
from hu.scoring.fimj.table import LIMIT, Options, Table
from hu.scoring.fimj.table import Player as Seated
from hu.scoring.fimj.worth import Counted
from hu.scoring.hand import Hand, Win
from hu.scoring.notation import format_hand, parse_hand
from hu.scoring.problems import InvalidHandError
from hu.scoring.requests import write_win
from hu.scoring.rule_set import Deal, Player

_KEYS: Final = frozenset(("id", "rules", "round_wind", "winners", "others", "options", "explain"))
_OPTIONS: Final = ("limit", "settle_without_winner")


def answer(table: Table, missing: Collection[str], *, explain: bool) -> dict[str, object]:
    """Score a table and write the answer.

    Args:
        table: the table.
        missing: seats whose hands are unknown; without them nobody is paid.
        explain: whether to add where points and doublings come from, with names and reasons.

    Raises:
        InputError: what is wrong at the table.
    """
    found = score_table(table)
    hands = {player.seat: player.hand or Hand() for player in table.players}
    winds = {seat: Winds(seat, table.round_wind) for seat in table.seats}
    players = {
        player.seat: _player(player, hands[player.seat])
        | (_explained(player, hands[player.seat], winds[player.seat]) if explain else {})
        for player in found.players
        if player.seat not in missing
    }
    if missing:
        return {"players": players, "payments": None, "missing": list(missing), **_warnings(table)}
    transfers = [_transfer(payment) | (_reasons(payment) if explain else {}) for payment in found.payments]
    return {"players": players, "payments": found.totals, "transfers": transfers, **_warnings(table)}


def deal_of(request: Fields) -> Deal:
    """Read a request.

    Args:
        request: ``round_wind``, ``winners`` (by seat: ``hand``, ``win`` and, where they apply, ``from`` and
            ``circumstances``), ``others`` (by seat: ``hand``, ``status``) and ``options`` (``limit``, ``waive``,
            ``settle_without_winner``).

    Raises:
        InputError: what is wrong with the request, and where; a hand that counts must be there.
    """
    table = read_table(request)
    if any(player.hand is None and player.counts and player is not table.last_left for player in table.players):
        raise InvalidHandError(problems(table))
    players = {player.seat: Player(player.hand, player.win, player.status) for player in table.players}
    options = table.options
    settle = options.settle_without_winner
    return Deal(players, table.round_wind, {"limit": options.limit, "settle_without_winner": settle}, options.waive)


def request_of(deal: Deal) -> dict[str, object]:
    """Write a deal as ``deal_of`` reads it, without ``id`` and ``rules``; hands that are unknown are left out."""
    others = {seat: player for seat, player in deal.players.items() if player.win is None}
    options: dict[str, object] = {name: value for name, value in deal.options.items() if name in _OPTIONS}
    options |= {"waive": sorted(deal.waived)} if deal.waived else {}
    request: dict[str, object] = {"round_wind": deal.round_wind} if deal.round_wind else {}
    request |= {
        "winners": {
            seat: _player_request(player) | (write_win(player.win) if player.win else {})
            for seat, player in deal.winners.items()
        },
        "others": {seat: _player_request(player) for seat, player in others.items()},
    }
    return request | ({"options": options} if options else {})


def _player_request(player: Player) -> dict[str, object]:
    hand = None if player.hand is None else format_hand(player.hand)
    return {key: value for key, value in (("hand", hand), ("status", player.status)) if value is not None}


def read_table(request: Fields) -> Table:
    """Read the table in a request.

    Raises:
        InputError: what is wrong, and where.
    """
    request.refuse_misspelt(_KEYS)
    winners = [_winner(seat, fields) for seat, fields in request.inners("winners").items()]
    others = [_other(seat, fields) for seat, fields in request.inners("others").items()]
    round_wind = request.optional_text("round_wind")
    if round_wind is None:
        raise InputError("round_wind is missing: tell the wind of the round, one of E S W N")
    return Table(round_wind, (*winners, *others), _options(request.inner("options")))


def _winner(seat: str, fields: Fields) -> Seated:
    fields.refuse_misspelt({"hand", "win", "from", "circumstances", "status"})
    win = Win(seat, fields.text("win"), fields.optional_text("from"), frozenset(fields.texts("circumstances")))
    return Seated(seat, _hand(seat, fields.text("hand")), win, fields.optional_text("status"))


def _other(seat: str, fields: Fields) -> Seated:
    fields.refuse_misspelt({"hand", "status"})
    text = fields.optional_text("hand")
    return Seated(seat, None if text is None else _hand(seat, text), None, fields.optional_text("status"))


def _hand(seat: str, text: str) -> Hand:
    try:
        return parse_hand(text)
    except InputError as error:
        raise InputError(f"{seat}: {error}") from None


def _options(fields: Fields) -> Options:
    fields.refuse_misspelt({"waive", "tournament", "first_wind", *_OPTIONS})
    return Options(
        fields.whole("limit", default=LIMIT),
        frozenset(fields.texts("waive")),
        fields.flag("settle_without_winner", default=False),
    )


def _player(player: PlayerScore, hand: Hand) -> dict[str, object]:
    doublings = sorted(player.doublings, key=lambda doubling: doubling.rule.id)
    return {
        "points": player.points,
        "base": player.base,
        "doublings": [{"id": doubling.rule.id, "count": doubling.value} for doubling in doublings],
        "massimo": player.massimo.id if player.massimo else None,
        "limited": player.limited,
        "reading": player.arrangement.text(hand.bonus) if player.arrangement else None,
    }


def _explained(player: PlayerScore, hand: Hand, winds: Winds) -> dict[str, object]:
    """Replace the bare doublings and add the points' items and the status, all with their names and reasons."""

    def spelled(counted: Counted) -> dict[str, object]:
        rule = counted.rule
        why = explanation(rule, player.arrangement, hand.bonus, winds) if player.arrangement else ()
        return {
            "names": {"it": rule.italian, "en": rule.english},
            "reasons": {"it": rule.reason_italian, "en": rule.reason_english},
            "why": list(why),
        }

    status = player.status
    return {
        "items": [
            {"id": item.rule.id, "points": item.rule.value, "count": item.times} | spelled(item)
            for item in player.items
        ],
        "doublings": [
            {"id": doubling.rule.id, "count": doubling.value} | spelled(doubling) for doubling in player.doublings
        ],
        "status": status
        and {
            "id": status.id,
            "names": {"it": status.italian, "en": status.english},
            "reasons": {"it": status.reason_italian, "en": status.reason_english},
        },
    }


def _transfer(payment: Payment) -> dict[str, object]:
    return {"from": payment.payer, "to": payment.payee, "exact": payment.exact, "paid": payment.rounded}


def _reasons(payment: Payment) -> dict[str, object]:
    return {"kind": payment.kind, "reasons": payment.sentences}


def _warnings(table: Table) -> dict[str, object]:
    """Tell of tiles that the table shows too often: the hands are scored as given, but one must be wrong."""
    tiles = crowded(table)
    return (
        {"warnings": [f"the players show too many copies of {tile}; check their hands" for tile in tiles]}
        if tiles
        else {}
    )
