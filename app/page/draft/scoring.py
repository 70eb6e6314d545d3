"""From a draft to its score: problems, open questions, points and payments.

Nothing here needs the page or the network.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from msgspec import UNSET

from hu.app.page.draft.editing.hand import (
    PlaceQuestion,
    PlaceTopic,
    Tile,
    face_down,
    lacks_one,
    resolve_otherwise,
    to_hand,
)
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.state import NOBODY, Draft, Rack, with_rack
from hu.app.records.scores import ScoreRecord, make_table_record
from hu.scoring.answers.questions import find_open_questions
from hu.scoring.answers.value import Answers, with_winning
from hu.scoring.deal import Answer, Player
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand, Win
from hu.scoring.payments import DealScore
from hu.scoring.problems import InvalidHandError, Problem, make_problem
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

#: The most questions about the photo of one rack that the page asks at the same time.
_ASKED_AT_ONCE: Final = 2
#: The questions that the photos leave open about the tiles of each rack. The key is the seat of the
#: rack's player, or None for the winner's rack.
PhotoQuestions = Mapping[str | None, tuple[PlaceQuestion, ...]]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The score of a draft, or all that is still wrong or open.

    Attributes:
        hand: the winner's hand. If its number of standing tiles is wrong and no winning tile is
            marked, its first standing tile is assumed to be the winning tile. Empty if figures
            replace the tiles.
        problems: the mistakes in the hand and in the answers.
        score: the score. None while something is wrong or unanswered.
        record: the record of the score, which the page shows. None without a score.
        open_questions: the questions that must be answered first, in order: ``round_wind``,
            ``winner``, ``win``, then ``tiles``, ``points`` or ``winning-tile``. ``points`` stands
            for figures instead of tiles, none of which has been entered yet.
        choices: if ``winning-tile`` is open, each tile that may have won, with the worth of the
            hand in the rule set's unit, such as han.
        choice_results: the same tiles, each with the number of its result. Tiles with the same
            number give the same worth and payments.
        rule_questions: the rule set's own questions that matter to this deal.
        circumstances: the names of the circumstances that can apply to this win. Empty while
            questions about the win are open.
        can_be_robbed: whether the winning tile may have been robbed from a quad.
        waivable: the patterns that the winner had to declare, and may not have declared.
        photo_questions: the questions that the photos leave open. Once the payments are known, only
            questions whose other answer would change the worth of a hand.
        circumstances_of_other_winners: the circumstances that can apply to each of the other
            winners of the discard, by seat.
        waits: the tiles that complete the hand, if only the winning tile is missing.
    """

    hand: Hand
    problems: tuple[Problem, ...] = ()
    score: DealScore | None = None
    record: ScoreRecord | None = None
    open_questions: tuple[str, ...] = ()
    choices: tuple[tuple[str, int], ...] = ()
    choice_results: tuple[tuple[str, int], ...] = ()
    rule_questions: tuple[Question, ...] = ()
    circumstances: tuple[str, ...] = ()
    can_be_robbed: bool = False
    waivable: tuple[str, ...] = ()
    photo_questions: PhotoQuestions = field(default_factory=dict)
    circumstances_of_other_winners: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    waits: tuple[Wait, ...] = ()

    def without_assumed_winning_tile(self, scored_hand: str) -> str:
        """Return the text of the hand that was scored, without a winning tile that was assumed.

        Args:
            scored_hand: the winner's hand in the notation, as it was scored.
        """
        hand = Hand.from_text(scored_hand)
        is_winning_assumed = hand.winning is not None and self.hand.winning is None
        if not is_winning_assumed:
            return scored_hand
        return str(replace(hand, concealed=hand.standing, winning=None))

    @property
    def asks_for_earlier_discarder(self) -> bool:
        """Whether the score depends on who discarded the winning tile before."""
        return any(question.kind == "discards" for question in self.rule_questions)

    @property
    def missing_seats(self) -> tuple[str, ...]:
        """The seats whose hands are still needed. The payments depend on them."""
        return self.score.missing if self.score else ()

    @property
    def hands(self) -> Mapping[str, ScoreRecord]:
        """The scores of the hands, by seat in turn order. Empty without a score."""
        if self.record is None or self.record.players is UNSET:
            return {}
        return self.record.players

    @property
    def payments(self) -> Mapping[str, int] | None:
        """The points that each seat receives. None while they are unknown."""
        if self.record is None or self.record.payments is UNSET:
            return None
        return self.record.payments

    @property
    def has_payments(self) -> bool:
        """Whether the payments are known."""
        return self.score is not None and self.score.payments is not None


def assess(draft: Draft) -> Outcome:
    """Return all that the page shows about a draft: its score, or its problems and questions."""
    rules = rule_set(draft.rules)
    outcome = _assess_hand(rules, draft)
    record = None
    if outcome.score is not None:
        record = make_table_record(outcome.score, rules)
    return replace(
        outcome,
        record=record,
        photo_questions=_find_photo_questions(rules, draft, outcome),
        circumstances_of_other_winners=_find_circumstances_of_other_winners(rules, draft),
        waits=_find_waits(rules, draft),
    )


def _find_circumstances_of_other_winners(
    rules: RuleSet, draft: Draft
) -> dict[str, tuple[str, ...]]:
    """Return the circumstances that can apply to the other winners of the discard.

    Returns:
        The names of the circumstances of each of these winners, by seat. Empty names for a winner
        whose tiles are missing.
    """
    circumstances: dict[str, tuple[str, ...]] = {}
    for seat, claim in draft.claims.items():
        rack = draft.others.get(seat, Rack())
        hand = _with_assumed_winning_tile(to_hand(rack.history.now))
        if not hand.tiles:
            circumstances[seat] = ()
            continue
        # ``possible_circumstances`` takes a deal with a single winner, so this player becomes that
        # winner.
        sole_win = replace(draft, winner=seat, claim=claim, rack=rack, claims={}, others={})
        circumstances[seat] = possible_circumstances(rules, answers_of(sole_win), hand)
    return circumstances


def _find_waits(rules: RuleSet, draft: Draft) -> tuple[Wait, ...]:
    """Return the tiles that complete the winner's hand, if only the winning tile is missing.

    Empty for a drawn hand.
    """
    hand = to_hand(draft.rack.history.now)
    if draft.is_drawn or not lacks_one(hand, rules.hand_shape):
        return ()
    # A hand with mistakes waits for no tile. The mistakes are among the outcome's problems.
    with suppress(InputError):
        return find_waits(rules, hand, answers_of(draft)).waits
    return ()


def _assess_hand(rules: RuleSet, draft: Draft, *, assumes_winning_tile: bool = False) -> Outcome:
    """Score a draft, or find its problems and open questions.

    Args:
        rules: the rule set.
        draft: the hand.
        assumes_winning_tile: whether to score with the first tile that may have won if the winning
            tile is unknown. If not, the winning tile becomes an open question when the score
            depends on it.
    """
    answers = answers_of(draft)
    hand = to_hand(draft.rack.history.now)
    # A hand that wins without its last tile is scored as it is.
    if not _can_win_without_last_tile(rules, answers, hand):
        hand = _with_assumed_winning_tile(hand)
    if assumes_winning_tile:
        hand = possible_winning_hands(hand)[0]
    if draft.is_drawn:
        # Nobody won, so no question about the win is open.
        return _score(rules, answers, Outcome(hand), hand)

    open_questions = _open_questions_about_win(rules, answers)
    if draft.entered is not None:
        return _assess_figures(rules, draft, answers, open_questions)
    if not hand.tiles:
        return Outcome(hand, open_questions=(*open_questions, "tiles"))
    return _assess_tiles(rules, draft, answers, hand, open_questions)


def _open_questions_about_win(rules: RuleSet, answers: Answers) -> tuple[str, ...]:
    """Return the ids of the open questions about the win and the wind of its round, in order."""
    questions = find_open_questions(rules, answers)
    # The page asks for the discarder together with the win, so "from" is no question of its own.
    return tuple(question.id for question in questions if question.id != "from")


def _assess_tiles(
    rules: RuleSet, draft: Draft, answers: Answers, hand: Hand, open_questions: tuple[str, ...]
) -> Outcome:
    """Score the tiles of a hand that somebody won, or find its problems and open questions.

    Args:
        rules: the rule set.
        draft: the hand.
        answers: the players' answers.
        hand: the winner's tiles.
        open_questions: the questions about the win that are open.
    """
    # The hand once for each tile that may have won.
    possible_hands = possible_winning_hands(hand)
    # The tiles have these problems whichever of them won.
    problems = _problems_of_tiles(rules, draft, answers, possible_hands[0])
    if open_questions:
        return Outcome(hand, problems, open_questions=open_questions)

    unscored = Outcome(
        hand,
        circumstances=possible_circumstances(rules, answers, hand),
        can_be_robbed=may_be_robbed(rules, answers, hand),
    )
    has_hidden_tiles = bool(face_down(draft.rack.history.now))
    if has_hidden_tiles:
        # ``hand`` lacks these tiles, so it cannot be scored.
        return replace(unscored, problems=problems)

    is_winning_tile_unknown = len(possible_hands) > 1
    if is_winning_tile_unknown and problems:
        # ``_score`` reports the problems of tiles and answers together, but only of a hand with a
        # winning tile. Otherwise it may ask for that tile instead. So any tile is assumed.
        hand = possible_hands[0]
    return _score(rules, answers, unscored, hand)


def _problems_of_tiles(
    rules: RuleSet, draft: Draft, answers: Answers, possible_hand: Hand
) -> tuple[Problem, ...]:
    """Find the problems of the winner's tiles that do not depend on how they won.

    Args:
        rules: the rule set.
        draft: the hand.
        answers: the players' answers.
        possible_hand: the winner's tiles, with any of the tiles that may have won.
    """
    problems = []
    if face_down(draft.rack.history.now):
        problems.append(make_problem("face-down", ("back",)))
    problems += rules.hand_problems(possible_hand, answers.options)
    return tuple(problems)


def _assess_figures(
    rules: RuleSet, draft: Draft, answers: Answers, open_questions: tuple[str, ...]
) -> Outcome:
    """Score figures that were entered instead of tiles, or find their problems.

    Args:
        rules: the rule set.
        draft: the hand.
        answers: the players' answers.
        open_questions: the questions about the win that are open.
    """
    # The players chose to enter figures, but have entered none yet.
    if not draft.entered:
        open_questions = (*open_questions, "points")
    unscored = Outcome(
        Hand(),
        open_questions=open_questions,
        circumstances=tuple(name for name in rules.circumstances if name in rules.beside_figures),
    )
    if open_questions:
        return unscored
    outcome = _score(rules, answers, unscored, Hand())
    rule_questions = tuple(
        question for question in outcome.rule_questions if question.id in rules.beside_figures
    )
    # Without tiles it is not known which patterns the winner may have forgotten to declare.
    return replace(outcome, rule_questions=rule_questions, waivable=())


def _find_photo_questions(rules: RuleSet, draft: Draft, outcome: Outcome) -> PhotoQuestions:
    """Return the questions about tiles that the page asks because the photos leave them open.

    At most two questions are asked about each rack. While the payments are unknown, these two are
    asked in any case. Once the payments are known, a question is asked only if its other answer
    would change the worth of the hand on its rack.
    """
    asked_at: dict[str | None, tuple[PlaceQuestion, ...]] = {}
    for seat, rack in _racks_by_seat(draft).items():
        questions = rack.history.now.place_questions[:_ASKED_AT_ONCE]
        if questions:
            asked_at[seat] = questions
    if not outcome.has_payments:
        return asked_at

    worth_at = _worth_by_seat(draft, outcome)
    decisive_at: dict[str | None, tuple[PlaceQuestion, ...]] = {}
    # The answer to a question changes only the worth of the hand on its own rack. So one scoring
    # can try the other answer on all racks together: to the first question of each rack in the
    # first round, and to the second question of each rack in the second round.
    for index in range(_ASKED_AT_ONCE):
        question_at = {}
        for seat, questions in asked_at.items():
            if index < len(questions):
                question_at[seat] = questions[index]
        if not question_at:
            break
        other_worth_at = _worth_by_seat_if_otherwise(rules, draft, question_at)
        for seat, question in question_at.items():
            if other_worth_at.get(seat) != worth_at.get(seat):
                decisive_at[seat] = (*decisive_at.get(seat, ()), question)
    return decisive_at


def _racks_by_seat(draft: Draft) -> dict[str | None, Rack]:
    """Return all racks of a draft by the seats of their players. The winner's has the key None."""
    racks: dict[str | None, Rack] = {None: draft.rack}
    racks.update(draft.others)
    return racks


def _worth_by_seat_if_otherwise(
    rules: RuleSet, draft: Draft, question_at: Mapping[str | None, PlaceQuestion]
) -> dict[str | None, int]:
    """Return the worth of each player's hand if questions about the hands had their other answers.

    Args:
        rules: the rule set.
        draft: the hand, which has a score.
        question_at: one question for each rack, by the seat of the rack's player. The question
            about the winner's rack has the key None.

    Returns:
        The worths in the rule set's unit, by seat. The winner's has the key None. Empty if the hand
        has no score with these answers.
    """
    racks = _racks_by_seat(draft)
    other_draft = draft
    for seat, question in question_at.items():
        rack = racks[seat]
        hand = resolve_otherwise(rack.history.now, question)
        other_draft = with_rack(other_draft, seat, replace(rack, history=History(hand)))
    # If the winning tile is unknown, the present score does not depend on it. With the other
    # answers it may, but a score is needed here. So the first tile that may have won is assumed.
    other_outcome = _assess_hand(rules, other_draft, assumes_winning_tile=True)
    return _worth_by_seat(other_draft, other_outcome)


@dataclass(frozen=True, slots=True)
class PhotoQuestion:
    """A question that the photo of a rack leaves open.

    Attributes:
        tiles: the tiles of the question.
        about: ``face`` if the face of a single tile is in doubt. ``claim`` if a meld may be claimed
            or concealed. ``flowers`` if flowers may be another player's. ``set-aside`` if tiles
            such as North may have been set aside as dora.
    """

    tiles: tuple[Tile, ...]
    about: PlaceTopic | Literal["face"]


def photo_questions_at(
    draft: Draft, outcome: Outcome, seat: str | None
) -> tuple[PhotoQuestion, ...]:
    """List the questions that the photo of a rack leaves open.

    Args:
        draft: the hand.
        outcome: its score, problems and open questions.
        seat: the seat of the rack's player. None for the winner's rack.
    """
    rack = _racks_by_seat(draft).get(seat, Rack())
    edited = rack.history.now
    questions = []
    for question in outcome.photo_questions.get(seat, ()):
        tiles = [tile for tile in map(edited.tile, question.tiles) if tile is not None]
        questions.append(PhotoQuestion(tuple(tiles), question.about))
    for tile in edited.tiles:
        if tile.doubtful:
            questions.append(PhotoQuestion((tile,), "face"))
    return tuple(questions)


def _worth_by_seat(draft: Draft, outcome: Outcome) -> dict[str | None, int]:
    """Return the worth of each player's hand in the rule set's unit, such as han.

    Returns:
        The worths by seat. The winner's has the key None. Empty without a score.
    """
    if outcome.score is None:
        return {}
    worths: dict[str | None, int] = {}
    for seat, player in outcome.score.players.items():
        key = None if seat == draft.winner else seat
        worths[key] = player.points
    return worths


def _can_win_without_last_tile(rules: RuleSet, answers: Answers, hand: Hand) -> bool:
    """Whether a hand that lacks only the winning tile can win without it, such as by its flowers.

    False while the winner is not known, and for a hand with any other number of tiles.
    """
    if answers.winner is None or not lacks_one(hand, rules.hand_shape):
        return False
    try:
        problems = rules.problems(answers.deal(hand))
    except InputError:
        return False
    return all(problem.id != "no-winning-tile" for problem in problems)


def _with_assumed_winning_tile(hand: Hand) -> Hand:
    """Take the first standing tile as the winning tile if the number of standing tiles is wrong.

    The problem of such a hand is its number of tiles. Without this, a missing winning tile would be
    reported as a second problem. A hand with a winning tile stays as it is.
    """
    if hand.winning is not None or not hand.standing:
        return hand
    # The standing tiles of a complete hand are melds of three tiles and a pair.
    is_complete_number = len(hand.standing) % 3 == 2
    if is_complete_number:
        return hand
    return with_winning(hand, hand.standing[0])


def answers_of(draft: Draft) -> Answers:
    """Return the players' answers and the other players' tiles, in the form for ``scoring``."""
    rules = rule_set(draft.rules)
    # ``scoring`` takes the seats of an answer as a set. The draft has them as a tuple, because a
    # stored set of seats and a stored list of tiles look alike.
    answer_to: dict[str, Answer] = dict(draft.asked)
    for question in rules.questions:
        answer = draft.asked.get(question.id)
        if question.kind == "seats" and isinstance(answer, tuple):
            answer_to[question.id] = frozenset(answer)
    return Answers(
        winner=None if draft.is_drawn else draft.winner,
        how=draft.claim.win,
        source=draft.claim.source,
        circumstances=draft.claim.circumstances,
        round_wind=draft.round_wind,
        others={seat: _player(rules, draft, seat) for seat in draft.seats if seat != draft.winner},
        options=draft.chosen_options,
        waived=draft.waived,
        seats=draft.seats,
        earlier_discarder=None if draft.earlier == NOBODY else draft.earlier,
        asked=answer_to,
        void=draft.void,
        entered=draft.entered or {},
    )


def _player(rules: RuleSet, draft: Draft, seat: str) -> Player:
    """Return the tiles, win, status and points of the player at a seat that is not the winner's."""
    rack = draft.others.get(seat, Rack())
    hand = to_hand(rack.history.now)
    needs_tiles = rack.status is None or rules.statuses[rack.status].needs_tiles
    # Tiles that a status makes needless stay in the draft, but they do not count.
    counts_tiles = needs_tiles and bool(hand.tiles)
    claim = draft.claims.get(seat)
    win = None
    if claim is not None:
        win = Win(
            seat,
            how=claim.win or "",
            source=claim.source,
            circumstances=claim.circumstances,
        )
    return Player(
        hand=hand if counts_tiles else None,
        win=win,
        status=rack.status,
        points=rack.points,
    )


def _score(rules: RuleSet, answers: Answers, unscored: Outcome, hand: Hand) -> Outcome:
    """Score a hand.

    Args:
        rules: the rule set.
        answers: the players' answers.
        unscored: the outcome before scoring, with the parts that need no score.
        hand: the hand to score. Its winning tile may only be assumed.
    """
    try:
        score = score_answers(rules, answers, hand)
    except InvalidHandError as error:
        # An unanswered question is reported only if nothing else is wrong.
        mistakes = tuple(fault for fault in error.problems if fault.id not in UNANSWERED)
        return replace(unscored, problems=mistakes or error.problems)
    except InputError as error:
        return replace(unscored, problems=(make_problem("other", text=str(error)),))
    if isinstance(score, WhichTile):
        return replace(
            unscored,
            open_questions=("winning-tile",),
            choices=tuple(score.points.items()),
            choice_results=tuple(score.results.items()),
        )
    deal = answers.deal(hand)
    rule_questions = tuple(
        question for question in rules.questions if rules.asks(question, deal, score)
    )
    return replace(
        unscored,
        score=score,
        rule_questions=rule_questions,
        waivable=rules.waivable(deal, score),
    )
