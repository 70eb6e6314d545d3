"""Requests of ``hu hands`` as the page keeps them while people answer."""

from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any, Final

from hu.scoring.hand import Hand

#: Answers that the page keeps by the names that they have in a request.
_ANSWERS: Final = ("dora_indicators", "ura_indicators", "liable")


def make_draft(
    request: Mapping[str, Any], *, has_winner_answers: bool, marks_winning_tile: bool
) -> dict[str, Any]:
    """Return a request as the page keeps it.

    Args:
        request: a request of ``hu hands``.
        has_winner_answers: whether people have answered already who won, and how. They have given
            all other answers.
        marks_winning_tile: whether the winning tile of the photographed hand is marked. The photo
            shows the hand of the first winner.
    """
    # The hand and the win of each winner, by the seat. A request of a single hand has the same
    # fields itself.
    winners: Mapping[str, Any] = request.get("winners") or {}
    if not winners and "winner" in request:
        winners = {request["winner"]: request}
    claims = {seat: _make_claim(win) for seat, win in winners.items()}

    first_winner = None
    first_hand = ""
    more_winners: list[str] = []
    if winners:
        first_winner, *more_winners = winners
        first_hand = winners[first_winner]["hand"]

    answers = {name: request[name] for name in _ANSWERS if request.get(name)}
    answers.update(request.get("counters", {}))
    # The page has no options that are lists.
    all_options = request.get("options", {})
    options = {name: value for name, value in all_options.items() if not isinstance(value, list)}

    draft: dict[str, Any] = {
        "rules": request["rules"],
        "options": options,
        "rack": _make_rack(first_hand, marks_winning_tile=marks_winning_tile),
        "winner": None,
        "claim": {"win": None, "source": None, "circumstances": []},
        "round_wind": request.get("round_wind"),
        "others": _make_racks(request.get("others", {}), winners, more_winners),
        "claims": {},
        "asked": answers,
    }
    if has_winner_answers:
        draft["winner"] = first_winner or "nobody"
        if first_winner:
            draft["claim"] = claims[first_winner]
        draft["claims"] = {seat: claims[seat] for seat in more_winners}
    return draft


def _make_racks(
    others: Mapping[str, Any], winners: Mapping[str, Any], more_winners: Sequence[str]
) -> dict[str, Any]:
    """Return the racks of all players but the first winner, by the seat.

    Args:
        others: the hand and the status of each player who did not win, by the seat.
        winners: the hand and the win of each winner, by the seat.
        more_winners: the seats of all winners but the first.
    """
    racks = {}
    for seat, player in others.items():
        # A faulty request can name a seat twice. The page keeps the winner.
        if seat not in winners:
            racks[seat] = _make_rack(player.get("hand"), status=player.get("status"))
    for seat in more_winners:
        racks[seat] = _make_rack(winners[seat]["hand"])
    return racks


def _make_claim(win: Mapping[str, Any]) -> dict[str, Any]:
    """Return how a hand was won, as the page keeps it."""
    return {
        "win": win["win"],
        "source": win.get("from"),
        "circumstances": win.get("circumstances", []),
    }


def _make_rack(
    text: str | None, *, marks_winning_tile: bool = True, status: str | None = None
) -> dict[str, Any]:
    """Return a hand as the editor keeps it.

    Its groups are the standing tiles, the melds and the flowers. A group has a number, and its
    tiles have the numbers that follow.

    Args:
        text: the hand in the notation. None or empty for no tiles.
        marks_winning_tile: whether the winning tile is marked.
        status: the status of the player.

    Returns:
        The history of the editor and the status. In the hand, ``winning`` is the number of the
        winning tile, None if none is marked, and ``fresh`` is the lowest unused number.
    """
    hand = Hand.from_text(text or "")
    # The kind of each group, and the faces of its tiles. The editor takes flowers for a group of
    # standing tiles.
    kinds_and_faces: list[tuple[str, tuple[str, ...]]] = [("standing", hand.standing)]
    for meld in hand.melds:
        # The only melds that are laid down concealed are quads.
        kinds_and_faces.append(("quad" if meld.concealed else "exposed", meld.tiles))
    kinds_and_faces.append(("standing", hand.bonus))

    groups: list[dict[str, Any]] = []
    numbers = count(1)
    winning_number = None
    # The faces of the red fives that no tile has got yet.
    unused_red = list(hand.red)
    for kind, faces in kinds_and_faces:
        if not faces:
            continue
        group_number = next(numbers)
        tiles: list[dict[str, Any]] = []
        for face in faces:
            tile_number = next(numbers)
            is_red = face in unused_red
            if is_red:
                unused_red.remove(face)
            tiles.append({"id": tile_number, "face": face, "red": is_red})
            if marks_winning_tile and face == hand.winning and kind == "standing":
                # Of several equal standing tiles, the last is marked.
                winning_number = tile_number
        groups.append({"id": group_number, "kind": kind, "tiles": tiles})
    now = {"groups": groups, "winning": winning_number, "fresh": next(numbers)}
    return {"history": {"now": now}, "status": status}
