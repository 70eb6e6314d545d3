"""From a draft to its score: what is wrong, what is still to be asked, points and payments. No page, no network."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final

from hu.app.page.draft.editing.hand import Tile, face_down, lacks_one, resolve_otherwise, to_hand
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.state import NOBODY, Draft, Rack, with_rack
from hu.scoring.answers.questions import find_open_questions
from hu.scoring.answers.value import Answers, with_winning
from hu.scoring.deal import Answer, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand, Win
from hu.scoring.payments import DealScore
from hu.scoring.problems import InvalidHandError, Problem, problem
from hu.scoring.rule_set.declared import Question
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set
from hu.scoring.unknowns import (
    UNANSWERED,
    WhichTile,
    may_be_robbed,
    possible_circumstances,
    possible_winning_hands,
    score_answers,
)
from hu.scoring.waits import Wait, find_waits

#: More of a rack's sets and flowers than these are not asked about at once.
_ASKED_AT_ONCE: Final = 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """What can be said of a draft."""

    hand: Hand  # the winner's hand as it stands
    problems: tuple[Problem, ...] = ()  # everything that is wrong with it and with the answers
    score: DealScore | None = None  # the score; None while something is wrong or unanswered
    # The questions that must be answered first, in order: ``round_wind``, ``winner``, ``win``, ``tiles`` and
    # ``winning-tile``.
    open: tuple[str, ...] = ()
    # For ``winning-tile``: each tile that may have won, with the points that it gives.
    choices: tuple[tuple[str, int], ...] = ()
    # Each of these tiles with a number; tiles with the same number give the same points and payments.
    same_choices: tuple[tuple[str, int], ...] = ()
    asks: tuple[Question, ...] = ()  # the rule set's own questions that matter to this deal
    circumstances: tuple[str, ...] = ()  # those that can apply to this win
    robbable: bool = False  # whether the tile may have been robbed from a quad
    waivable: tuple[str, ...] = ()  # patterns that the winner had to declare
    # What the photos leave open and points depend on, as ``EditedHand`` has it, by seat; None is the winner's rack.
    unsettled: Mapping[str | None, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    # Those that can apply to the other winners, by seat.
    others_circumstances: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    waits: tuple[Wait, ...] = ()  # the tiles that complete the hand, where one is missing

    def without_guess(self, reading: str) -> str:
        """Return a scored reading without its winning tile, if that was only assumed."""
        hand = Hand.from_text(reading)
        if self.hand.winning or not hand.winning:
            return reading
        return str(replace(hand, concealed=hand.standing, winning=None))

    @property
    def asks_earlier(self) -> bool:
        """Whether it matters who discarded the winning tile before."""
        return any(question.kind == "discards" for question in self.asks)

    @property
    def missing(self) -> tuple[str, ...]:
        """The seats whose hands are still needed; until then nobody is paid."""
        return self.score.missing if self.score else ()

    @property
    def final(self) -> bool:
        """Whether the payments are known."""
        return self.score is not None and self.score.payments is not None


def assess(draft: Draft) -> Outcome:
    """Find all that a screen shows of a draft: its score, or what is still wrong or open."""
    rules = rule_set(draft.rules)
    found = _assess(rules, draft)
    # What can apply to the wins of the other winners of the same discard.
    others = dict[str, tuple[str, ...]]()
    for seat, claim in draft.claims.items():
        rack = draft.others.get(seat, Rack())
        alone = replace(draft, winner=seat, claim=claim, rack=rack, claims={}, others={})
        won = _with_any_winning(to_hand(rack.history.now))
        others[seat] = possible_circumstances(rules, answers_of(alone), won) if won.tiles else ()
    hand, waiting = to_hand(draft.rack.history.now), tuple[Wait, ...]()
    # Mistakes in the tiles are among the problems.
    with suppress(InputError):
        waiting = (
            find_waits(rules, hand, answers_of(draft)).waits
            if lacks_one(hand) and not draft.drawn
            else ()
        )
    unsettled = _find_unsettled(rules, draft, found)
    return replace(found, unsettled=unsettled, others_circumstances=others, waits=waiting)


def _assess(rules: RuleSet, draft: Draft, *, any_tile: bool = False) -> Outcome:
    answers = answers_of(draft)
    edited = draft.rack.history.now
    hand = _with_any_winning(to_hand(edited))
    if any_tile:
        hand = possible_winning_hands(hand)[0]
    if draft.drawn:
        return _score(rules, answers, Outcome(hand))
    open_questions = tuple(
        question.id for question in find_open_questions(rules, answers) if question.id != "from"
    )
    if not hand.tiles:
        return Outcome(hand, open=(*open_questions, "tiles"))
    taken = possible_winning_hands(hand)
    wrong = hidden = (problem("face-down", ("back",)),) if face_down(edited) else ()
    # With its winning tile known, a hand that can be scored says itself what is wrong.
    if open_questions or wrong or len(taken) > 1:
        wrong = (*wrong, *rules.hand_problems(taken[0], answers.options))
    if open_questions:
        return Outcome(hand, wrong, open=open_questions)
    offered = possible_circumstances(rules, answers, hand)
    base = Outcome(hand, circumstances=offered, robbable=may_be_robbed(rules, answers, hand))
    if hidden:
        return replace(base, problems=wrong)
    # Tiles that win with none of themselves are scored with one, which says all that is wrong.
    return _score(rules, answers, base, taken[0] if wrong else hand)


def _find_unsettled(
    rules: RuleSet, draft: Draft, found: Outcome
) -> dict[str | None, tuple[tuple[int, ...], ...]]:
    """What photos leave open: all of it before the hand is scored, then what changes a player's points."""
    racks: dict[str | None, Rack] = {None: draft.rack} | dict(draft.others.items())
    asked = {}
    for seat, rack in racks.items():
        edited = rack.history.now
        # What lies aside may be of the hand, as a flower far from it.
        present = {tile.id for group in edited.groups for tile in group.tiles}
        left_open = tuple(numbers for numbers in edited.unsettled if present.issuperset(numbers))
        asked[seat] = left_open[:_ASKED_AT_ONCE]
    if not found.final:
        return {seat: sets for seat, sets in asked.items() if sets}
    before = _points(draft, found)
    matter: dict[str | None, tuple[tuple[int, ...], ...]] = {}
    # The first of every rack is taken the other way in one go, then the second: each changes its own player's points.
    for place in range(max(map(len, asked.values()))):
        turned = draft
        for seat, sets in asked.items():
            if place < len(sets):
                history = History(resolve_otherwise(racks[seat].history.now, sets[place]))
                turned = with_rack(turned, seat, replace(racks[seat], history=history))
        # Where the winning tile is unknown, all that may have won give the same.
        after = _points(turned, _assess(rules, turned, any_tile=True))
        for seat, sets in asked.items():
            if place < len(sets) and after.get(seat) != before.get(seat):
                matter[seat] = (*matter.get(seat, ()), sets[place])
    return matter


def open_at(
    draft: Draft, found: Outcome, seat: str | None
) -> tuple[tuple[tuple[Tile, ...], bool], ...]:
    """List what is still open on a rack, None for the winner's: the tiles, and whether it is where they belong."""
    edited = (draft.rack if seat is None else draft.others.get(seat, Rack())).history.now
    asked = (
        tuple(filter(None, map(edited.tile, numbers))) for numbers in found.unsettled.get(seat, ())
    )
    doubtful = (((tile,), False) for tile in edited.tiles if tile.doubtful)
    return (*((tiles, True) for tiles in asked), *doubtful)


def _points(draft: Draft, found: Outcome) -> dict[str | None, int]:
    players = found.score.players if found.score else {}
    return {
        None if seat == draft.winner else seat: player.points for seat, player in players.items()
    }


def _with_any_winning(hand: Hand) -> Hand:
    """Assume a winning tile while the number of tiles is wrong, so that only the number is reported."""
    if hand.winning is not None or not hand.standing or len(hand.standing) % 3 == 2:
        return hand
    return with_winning(hand, hand.standing[0])


def answers_of(draft: Draft) -> Answers:
    """What the players have said, and the other players' tiles."""
    rules = rule_set(draft.rules)
    claim = draft.claim
    asked: dict[str, Answer] = dict(draft.asked)
    for question in rules.questions:
        if question.kind == "seats" and isinstance(said := asked.get(question.id), tuple):
            asked[question.id] = frozenset(map(str, said))
    return Answers(
        None if draft.drawn else draft.winner,
        claim.win,
        claim.source,
        claim.circumstances,
        round_wind=draft.round_wind,
        others={seat: _player(rules, draft, seat) for seat in draft.seats if seat != draft.winner},
        options={name: value for name, value in draft.options.items() if value is not None},
        waived=draft.waived,
        seats=draft.seats,
        earlier=None if draft.earlier == NOBODY else draft.earlier,
        asked=asked,
    )


def _player(rules: RuleSet, draft: Draft, seat: str) -> Player:
    rack = draft.others.get(seat, Rack())
    hand = to_hand(rack.history.now)
    known = bool(hand.tiles) and (rack.status is None or rules.statuses[rack.status].needs_tiles)
    claim = draft.claims.get(seat)
    win = Win(seat, claim.win or "", claim.source, claim.circumstances) if claim else None
    return Player(hand if known else None, win, rack.status, rack.points)


def _score(rules: RuleSet, answers: Answers, base: Outcome, taken: Hand | None = None) -> Outcome:
    try:
        found = score_answers(rules, answers, taken or base.hand)
    except InvalidHandError as error:
        open_ = tuple(problem for problem in error.problems if problem.id not in UNANSWERED)
        return replace(base, problems=open_ or error.problems)
    except InputError as error:
        return replace(base, problems=(problem("other", text=str(error)),))
    if isinstance(found, WhichTile):
        points, results = tuple(found.points.items()), tuple(found.results.items())
        return replace(base, open=("winning-tile",), choices=points, same_choices=results)
    deal = answers.deal(base.hand)
    asks = tuple(question for question in rules.questions if rules.asks(question, deal, found))
    return replace(base, score=found, asks=asks, waivable=rules.waivable(deal, found))
