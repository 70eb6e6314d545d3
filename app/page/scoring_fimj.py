"""FIMJ on the page: a whole table's request, while some of its hands may still be missing."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from hu.app.page.editing.hand import to_hand
from hu.app.page.state import Claim, Draft, Rack
from hu.app.reading.winning_tile import with_winning
from hu.scoring.fimj import STATUSES, settle
from hu.scoring.hand import SEATS, Hand
from hu.scoring.notation import format_hand

#: Stands in for a hand that is not known: the winner's own points do not depend on it.
_UNKNOWN: Final = {"status": "great-lord"}


def fimj_request(draft: Draft, hand: Hand) -> dict[str, Any]:
    """Ask ``hu.scoring.rules`` about a table, with the winner's hand as given."""
    winners = {} if draft.drawn else {str(draft.winner): {"hand": format_hand(hand), **win_request(draft.claim)}}
    others: dict[str, Any] = {}
    for seat in _others(draft):
        rack = draft.others.get(seat, Rack())
        text = format_hand(to_hand(rack.history.now))
        if seat in draft.claims:
            shared = _with_shared(to_hand(rack.history.now), hand.winning)
            winners[seat] = {"hand": format_hand(shared), **win_request(draft.claims[seat])}
        elif _needs_no_tiles(rack):
            others[seat] = {"status": rack.status}
        elif rack.points is not None or not text:
            others[seat] = _UNKNOWN
        else:
            others[seat] = {"hand": text, "status": rack.status}
    options: dict[str, Any] = {"waive": sorted(draft.waived)}
    options |= {name: draft.options[name] for name in ("limit", "settle_without_winner") if name in draft.options}
    return {"rules": "fimj", "round_wind": draft.round_wind, "winners": winners, "others": others, "options": options}


def _with_shared(hand: Hand, tile: str | None) -> Hand:
    """Give a second winner the tile that both have won with, which lies before only one of them."""
    if hand.winning is not None or tile is None:
        return hand
    if len(hand.standing) % 3 == 1:
        return replace(hand, winning=tile)
    return with_winning(hand, tile) if tile in hand.standing else hand


def win_request(claim: Claim) -> dict[str, Any]:
    """How a hand was won, as the interface writes it."""
    source = {"from": claim.source} if claim.source else {}
    return {"win": claim.win, "circumstances": sorted(claim.circumstances), **source}


def missing(draft: Draft) -> tuple[str, ...]:
    """List the seats whose tiles or points are still to be told, in turn order."""
    if not draft.settled:
        return ()
    return tuple(seat for seat in _others(draft) if _is_missing(draft, seat))


def _others(draft: Draft) -> list[str]:
    return [seat for seat in draft.seats if seat != draft.winner]


def _is_missing(draft: Draft, seat: str) -> bool:
    rack = draft.others.get(seat, Rack())
    if seat in draft.claims:
        return not rack.history.now.groups
    return rack.points is None and not rack.history.now.groups and not _needs_no_tiles(rack)


def _needs_no_tiles(rack: Rack) -> bool:
    return rack.status is not None and not STATUSES[rack.status].counts


def settled(draft: Draft, answer: Mapping[str, Any]) -> dict[str, Any]:
    """Put in the points that players counted themselves, and settle with them."""
    told = {
        seat: rack.points
        for seat, rack in draft.others.items()
        if rack.points is not None and seat != draft.winner and not rack.history.now.groups and rack.status is None
    }
    if not told or not draft.settled:
        return dict(answer)
    players = {seat: {**found, "points": told.get(seat, found["points"])} for seat, found in answer["players"].items()}
    points = {seat: players[seat]["points"] for seat in SEATS if seat in players}
    totals = dict.fromkeys(points, 0)
    for payment in settle(points, [seat for seat in points if seat == draft.winner or seat in draft.claims]):
        totals[payment.payer] -= payment.rounded
        totals[payment.payee] += payment.rounded
    return {**answer, "players": players, "payments": totals, "told": sorted(told)}
