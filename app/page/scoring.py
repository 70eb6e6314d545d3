"""From a draft to its score: what is wrong, what is still to be asked, points and payments. No page, no network."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from hu.app.page.editing.hand import EditedHand, face_down, to_hand
from hu.app.page.scoring_fimj import fimj_request, missing, settled, win_request
from hu.app.page.state import NOBODY, Claim, Draft
from hu.app.reading.winning_tile import with_winning
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand
from hu.scoring.notation import format_hand
from hu.scoring.payments import STANDARD
from hu.scoring.problems import InvalidHandError, Problem, problem
from hu.scoring.problems import problems as problems_of
from hu.scoring.rules import answer

#: What the page asks about a win, by rule set, in the order of its buttons.
CIRCUMSTANCES: Final = {
    "zung-jung": ("last-tile", "kong-replacement", "heaven", "earth"),
    "fimj": ("richi", "roof", "last-tile", "last-piece", "within-fifteen", "first-turn"),
}
#: Problems that only say that a question has not been answered yet.
_UNANSWERED: Final = frozenset({"source-missing"})

_SENTENCES: Final = {
    "face-down": "a tile lies face down: tap it and say what it is",
    "below-minimum": "the hand is worth less than this table's minimum to win",
    "other": "{text}",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What can be said of a draft.

    Attributes:
        hand: the winner's hand as it stands.
        problems: what is wrong with it and with the answers, all at once.
        answer: the score as ``hu.scoring.rules.answer`` explains it; None while something is wrong or unanswered.
        open: the questions that must be answered first, in order: ``round_wind``, ``winner``, ``how``,
            ``winning-tile``.
        choices: for ``winning-tile``: each tile that may have won, with the points that it gives.
        asks_earlier: Zung Jung: whether it matters who discarded the winning tile before.
        circumstances: those that can apply to this win.
        robbable: whether the tile may have been robbed from a quad.
        missing: FIMJ: the seats whose tiles or points are still to be told; until then nobody is paid.
    """

    hand: Hand
    problems: tuple[Problem, ...] = ()
    answer: Mapping[str, Any] | None = None
    open: tuple[str, ...] = ()
    choices: tuple[tuple[str, int], ...] = ()
    asks_earlier: bool = False
    circumstances: tuple[str, ...] = ()
    robbable: bool = False
    missing: tuple[str, ...] = ()

    @property
    def final(self) -> bool:
        """Whether the payments are known."""
        return self.answer is not None and not self.missing


def evaluate(draft: Draft) -> Outcome:
    """Score a draft as far as it goes."""
    edited = draft.rack.history.now
    hand = to_hand(edited)
    if draft.drawn:
        return _drawn(draft, hand)
    open_questions = tuple(_open(draft))
    if open_questions:
        return Outcome(hand, (*_page_problems(edited), *_tile_problems(hand)), open=open_questions)
    offered = tuple(name for name in CIRCUMSTANCES[draft.rules] if _fits(draft, hand, name))
    base = Outcome(hand, circumstances=offered, robbable=_robbable(draft, hand))
    if found := tuple(_page_problems(edited)):
        return replace(base, problems=(*found, *_tile_problems(hand)))
    return _scored(draft, base)


def _drawn(draft: Draft, hand: Hand) -> Outcome:
    """FIMJ: a hand that nobody won."""
    try:
        found = answer(request(draft, hand), explain=True)
    except InputError as error:
        return Outcome(hand, problems=_problems_in(error))
    return Outcome(hand, answer=settled(draft, found), missing=missing(draft))


def _open(draft: Draft) -> Iterator[str]:
    if draft.rules == "fimj" and draft.round_wind is None:
        yield "round_wind"
    if draft.winner is None:
        yield "winner"
    if draft.claim.win is None:
        yield "how"


def _page_problems(edited: EditedHand) -> Iterator[Problem]:
    if face_down(edited):
        yield problem("face-down", ("back",), _SENTENCES)


def _tile_problems(hand: Hand) -> tuple[Problem, ...]:
    """What is wrong with the tiles alone, whichever of them may have won."""
    return problems_of(next(_candidates(hand)))


def _scored(draft: Draft, base: Outcome) -> Outcome:
    answers: dict[str | None, Mapping[str, Any]] = {}
    complaints: InputError | None = None
    for hand in _candidates(base.hand):
        try:
            answers[hand.winning] = answer(request(draft, hand), explain=True)
        except InputError as error:
            complaints = error
    if not answers:
        return replace(base, problems=_problems_in(complaints))
    if len({_worth(draft, each) for each in answers.values()}) > 1:
        choices = tuple((str(tile), _points(draft, each)) for tile, each in answers.items())
        return replace(base, open=("winning-tile",), choices=choices)
    found = next(iter(answers.values()))
    if draft.rules == "fimj":
        return replace(base, answer=settled(draft, found), missing=missing(draft))
    return replace(base, answer=found, asks_earlier=_asks_earlier(draft, found))


def _candidates(hand: Hand) -> Iterator[Hand]:
    """The hand with each tile that may have won; with any one while their number is wrong."""
    if hand.winning is not None or not hand.standing:
        yield hand
        return
    complete = len(hand.standing) % 3 == 2
    for tile in dict.fromkeys(hand.standing if complete else hand.standing[:1]):
        yield with_winning(hand, tile)


def _worth(draft: Draft, found: Mapping[str, Any]) -> str:
    return f"{_points(draft, found)} {found.get('payments')}"


def _points(draft: Draft, found: Mapping[str, Any]) -> int:
    points: int = found["points"] if draft.rules == "zung-jung" else found["players"][draft.winner]["points"]
    return points


def _problems_in(error: InputError | None) -> tuple[Problem, ...]:
    if isinstance(error, InvalidHandError):
        return tuple(each for each in error.problems if each.id not in _UNANSWERED) or error.problems
    name = "below-minimum" if "minimum" in str(error) else "other"
    return (problem(name, (), _SENTENCES, text=str(error)),)


def _asks_earlier(draft: Draft, found: Mapping[str, Any]) -> bool:
    """Up to 25 points every loser pays the same, so that nobody needs to remember discards."""
    return draft.rules == "zung-jung" and draft.claim.win != "self-draw" and found["points"] > STANDARD


def request(draft: Draft, hand: Hand) -> dict[str, Any]:
    """Ask ``hu.scoring.rules`` about a draft with its winner's hand."""
    if draft.rules == "fimj":
        return fimj_request(draft, hand)
    return {
        "rules": "zung-jung",
        "hand": format_hand(hand),
        "winner": draft.winner,
        **win_request(draft.claim),
        "recent_discards": _recent_discards(draft, hand),
        "options": {key: draft.options[key] for key in ("half_flowers", "minimum") if key in draft.options},
    }


def _recent_discards(draft: Draft, hand: Hand) -> list[list[str]]:
    if draft.earlier in (None, NOBODY) or hand.winning is None:
        return []
    return [[str(draft.earlier), hand.winning]]


def _fits(draft: Draft, hand: Hand, circumstance: str) -> bool:
    """Whether a circumstance contradicts neither the hand nor the win: it adds nothing that is wrong."""
    without = replace(draft.claim, circumstances=frozenset())
    told = replace(draft.claim, circumstances=frozenset({circumstance}))
    return _complaints(draft, hand, told) <= _complaints(draft, hand, without)


def _robbable(draft: Draft, hand: Hand) -> bool:
    if draft.claim.win == "self-draw":
        return False
    discard, robbed = (Claim(win, draft.claim.source) for win in ("discard", "robbed-kong"))
    return _complaints(draft, hand, robbed) <= _complaints(draft, hand, discard)


def _complaints(draft: Draft, hand: Hand, claim: Claim) -> frozenset[str]:
    """Names of what is wrong in every case, whichever tile has won."""
    found: list[frozenset[str]] = []
    for candidate in _candidates(hand):
        try:
            answer(request(replace(draft, claim=claim, earlier=None), candidate))
        except InvalidHandError as error:
            found.append(frozenset(each.id for each in error.problems))
        except InputError as error:
            found.append(frozenset({str(error)}))
        else:
            return frozenset()
    return frozenset.intersection(*found) if found else frozenset()
