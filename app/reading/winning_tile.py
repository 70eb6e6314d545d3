"""Which tile completed the hand, where the photo does not show it: asked only when the points depend on it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from hu.scoring.errors import HuError, InputError
from hu.scoring.hand import Hand
from hu.scoring.notation import format_hand

Answer = dict[str, object]
#: What is in doubt about a hand whose photo does not show the winning tile.
WHICH_TILE_WON: Final = "which tile won: no tile lies apart"


def with_winning(hand: Hand, tile: str) -> Hand:
    """Take one standing tile as the winning one.

    Raises:
        InputError: no such tile stands in the hand.
    """
    if tile not in hand.standing:
        raise InputError(f"{tile} cannot be the winning tile: it does not stand in {format_hand(hand)}")
    rest = list(hand.standing)
    rest.remove(tile)
    return replace(hand, concealed=tuple(rest), winning=tile)


def answer_for_any(hand: Hand, score: Callable[[Hand], Answer], hint: str = "add --winning TILE") -> Answer:
    """Score a complete hand whose winning tile is unknown, when every choice gives the same points.

    Args:
        hand: a hand without a winning tile but with all its tiles.
        score: scores a hand with one.
        hint: how to say which tile won, for the message.

    Returns:
        The answer that every winning tile gives.

    Raises:
        InputError: the points depend on the winning tile (the message lists them), or no choice can be scored.
    """
    answers: dict[str, Answer] = {}
    error: HuError | None = None
    for tile in dict.fromkeys(hand.standing):
        try:
            answers[tile] = score(with_winning(hand, tile))
        except HuError as reason:
            error = reason
    if not answers:
        raise error or InputError("the hand has no tile that could have completed it")
    if len({_outcome(answer) for answer in answers.values()}) > 1:
        points = ", ".join(f"+{tile} gives {_points(answer)}" for tile, answer in answers.items())
        raise InputError(f"the photo does not show which tile won, and it matters ({points}): {hint}")
    return next(iter(answers.values()))


def _outcome(answer: Mapping[str, object]) -> str:
    return f"{_points(answer)} {answer.get('payments')}"


def _points(answer: Mapping[str, Any]) -> object:
    """The winner's points; of a whole table, the most that a player has."""
    players = answer.get("players")
    return max(player["points"] for player in players.values()) if players else answer.get("points")
