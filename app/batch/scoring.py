"""From the answers about a photo and its hand to points and payments."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Self

from hu.app.batch.model import Answers
from hu.app.reading.winning_tile import answer_for_any
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand
from hu.scoring.notation import format_hand
from hu.scoring.rules import answer

_HINT: Final = "mark it in the hand with + (column 'hand')"
_ASKED: Final = ("winner", "win", "from", "round_wind", "circumstances")


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand is worth.

    Attributes:
        points: the winner's.
        limit: what cut them or stands for them, such as ``listed`` or a massimo; empty without.
        payments: by seat; empty where they depend on hands that the photo does not show.
        details: the winner's part of what ``hu hands`` prints.
    """

    points: int
    limit: str = ""
    payments: Mapping[str, int] = field(default_factory=dict)
    details: Mapping[str, object] = field(default_factory=dict)

    @classmethod
    def from_json(cls, details: Mapping[str, object]) -> Self:
        """The score of what ``hu hands`` prints of a hand, or of a player.

        Raises:
            ValueError: it is not a score.
        """
        points, payments = details.get("points"), details.get("payments", {})
        if not isinstance(points, int) or not isinstance(payments, dict):
            raise ValueError("no score")  # noqa: TRY004  # the caller asks for one kind of error
        limit = details.get("limit") or details.get("massimo") or ("limit" if details.get("limited") else "")
        return cls(points, str(limit), {str(seat): int(share) for seat, share in payments.items()}, details)


def asks_for_score(answers: Answers) -> bool:
    """Tell whether the answers are about a win; all that the rules need must then be there."""
    return any(column in answers for column in _ASKED)


def score_hand(hand: Hand, answers: Answers, rules: str) -> Score:
    """Score a hand.

    Raises:
        HuError: an answer is missing, or the hand cannot be scored.
    """
    for column, meaning in _needed(answers, rules):
        if column not in answers:
            raise InputError(f"{column} is missing ({meaning}): a photo cannot tell it")

    def score(complete: Hand) -> dict[str, object]:
        found = answer(_request(complete, answers, rules))
        players = found.get("players")
        return players[answers["winner"]] if isinstance(players, dict) else found

    if hand.winning is not None or len(hand.standing) % 3 != 2:
        return Score.from_json(score(hand))
    return Score.from_json(answer_for_any(hand, score, _HINT))


def _needed(answers: Answers, rules: str) -> list[tuple[str, str]]:
    needed = [("winner", "the winner's seat"), ("win", "how the hand was won")]
    if answers.get("win") != "self-draw":
        needed.append(("from", "who discarded the winning tile"))
    if rules == "fimj":
        needed.append(("round_wind", "the wind of the round"))
    return needed


def _request(hand: Hand, answers: Answers, rules: str) -> dict[str, object]:
    win: dict[str, object] = {"hand": format_hand(hand), "win": answers["win"]}
    win["circumstances"] = answers.get("circumstances", "").split()
    if "from" in answers:
        win["from"] = answers["from"]
    if rules == "fimj":
        # The other racks are not known: the winner's points depend on none of them, the payments do and are left out.
        others = {seat: {"hand": "", "status": "small-lord"} for seat in SEATS if seat != answers["winner"]}
        table = {"winners": {answers["winner"]: win}, "others": others}
        return {"rules": rules, "round_wind": answers["round_wind"], **table}
    return {"rules": rules, "winner": answers["winner"], **win}
