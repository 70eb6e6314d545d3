"""The interface of a rule set.

Everything outside ``hu.scoring`` works with any rule set through this interface: the command line, batches, the page
and the ledger ask it what it needs to know, what is wrong, what a deal is worth and who sits where in the next one.
``docs/rule-sets.md`` shows how to add one.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import partial
from typing import ClassVar

from hu.scoring.deal import Deal
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.melds import Meld
from hu.scoring.options import OptionInfo, OptionValue
from hu.scoring.patterns import POINTS, PatternInfo, Unit
from hu.scoring.payments import DealScore, PlayerScore
from hu.scoring.problems import Problem, find_problems
from hu.scoring.rule_set.changes import changes_of
from hu.scoring.rule_set.declared import CircumstanceInfo, ClaimStyle, Question
from hu.scoring.rule_set.rules_toml import RulesFile, load_rules_file, read_rules
from hu.scoring.seating import Played, Seating
from hu.scoring.shapes import COMMON_SHAPES, Shape
from hu.scoring.statuses import StatusInfo
from hu.scoring.texts import Names, Text, text
from hu.scoring.tiles import BONUS


class RuleSet(ABC):
    """Everything that the rest of the program asks of a rule set.

    Names, summary, limits, payment, options, circumstances, statuses and questions come from the ``rules.toml`` beside
    a rule set's module where there is one (``hu.scoring.rule_set.rules_toml``).

    Attributes:
        name: its name in requests, files and on the command line.
        names: its name for people.
        summary: in a line, what kind of rules they are; empty where nothing is said.
        patterns: its table.
        unit: what hands are counted in.
        limits: in a line, the least that may win and the most that a hand is worth; empty where there is neither.
        payment: in a line, who pays whom.
        shapes: what wins; those that an option allows name it.
        bonus_tiles: the flowers and seasons that it is played with.
        options: what tables may agree on.
        circumstances: names of what can accompany a win, in the order in which people are asked.
        circumstance_infos: what they mean and how else players call them.
        statuses: the irregularities by name.
        voids: what ends a deal before the wall is used up, without a winner, by name.
        questions: what it asks of a deal beyond what every game has, in the order in which people are asked.
        seat_counts: how many players it can be played by, the usual number first.
        has_round_wind: whether the round's wind matters.
        scores_every_hand: whether the hands of those who did not win count too.
        dealer_stays: whether East deals again after some deals; else the winds pass after each.
        deals: how many deals a game has; None where that depends on who wins.
        claim_style: how claimed melds are laid.
        has_red_fives: whether a five can be a red one that counts for more.
        package: where it is defined; sentences in ``words/LANGUAGE.toml`` there go before the page's own.
    """

    name: ClassVar[str]
    names: ClassVar[Names]
    summary: ClassVar[Names] = {}
    patterns: ClassVar[Sequence[PatternInfo]]
    unit: ClassVar[Unit] = POINTS
    limits: ClassVar[Names] = {}
    payment: ClassVar[Names] = {}
    shapes: ClassVar[tuple[Shape, ...]] = COMMON_SHAPES
    bonus_tiles: ClassVar[tuple[str, ...]] = BONUS
    options: ClassVar[Sequence[OptionInfo]] = ()
    circumstances: ClassVar[Sequence[str]] = ()
    circumstance_infos: ClassVar[Sequence[CircumstanceInfo]] = ()
    statuses: ClassVar[Mapping[str, StatusInfo]] = {}
    voids: ClassVar[Mapping[str, Names]] = {}
    questions: ClassVar[Sequence[Question]] = ()
    seat_counts: ClassVar[tuple[int, ...]] = (4,)
    has_round_wind: ClassVar[bool] = False
    scores_every_hand: ClassVar[bool] = False
    dealer_stays: ClassVar[bool] = False
    deals: ClassVar[int | None] = None
    claim_style: ClassVar[ClaimStyle] = ClaimStyle.SIDEWAYS
    has_red_fives: ClassVar[bool] = False
    package: ClassVar[str]

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.package = cls.__module__.rpartition(".")[0]
        if read_rules(cls.package):
            for field in fields(RulesFile):
                if field.name not in vars(cls):
                    setattr(cls, field.name, getattr(load_rules_file(cls.package), field.name))

    @abstractmethod
    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find everything that is wrong with a deal: tiles, wins, circumstances, irregularities."""

    def contradictions(self, deal: Deal, hand: Hand, win: Win) -> Iterable[Problem]:
        """Find which circumstances a win cannot have: asked often, so it leaves out what only the tiles decide.

        Args:
            deal: the deal.
            hand: a winner's hand.
            win: how it was won.
        """
        del hand, win
        return self.problems(deal)

    @abstractmethod
    def score(self, deal: Deal) -> DealScore:
        """Score a deal. Hands of players who did not win may be unknown (``hand`` and ``points`` None).

        Raises:
            InvalidHandError: something is wrong; every problem is listed.
            InputError: an option or the round wind has no valid value.
        """

    @abstractmethod
    def seating(
        self, options: Mapping[str, OptionValue], winners: Sequence[Played], players: int
    ) -> Seating:
        """Seat the players for the deal that follows.

        Args:
            options: the game's options.
            winners: the seats that won each deal so far, in order; empty for a drawn one.
            players: how many play.
        """

    def shapes_of(self, options: Mapping[str, OptionValue]) -> tuple[Shape, ...]:
        """The shapes that a table plays with these options."""
        return tuple(
            shape for shape in self.shapes if not shape.option or options.get(shape.option)
        )

    def winning_shapes(
        self,
        options: Mapping[str, OptionValue],
        melds: Sequence[Meld],
        winner: str | None,
        round_wind: str | None,
    ) -> tuple[Shape, ...]:
        """The shapes that win next to these melds.

        Args:
            options: what the table has agreed on.
            melds: what lies on the table.
            winner: the player's seat, where shapes depend on it; None while it is unknown.
            round_wind: the wind of the round, likewise.
        """
        del melds, winner, round_wind
        return self.shapes_of(options)

    def hand_problems(
        self, hand: Hand, options: Mapping[str, OptionValue] | None = None
    ) -> tuple[Problem, ...]:
        """Find what is wrong with a hand alone, before anybody has said who won and how."""
        return find_problems(hand, shapes=self.shapes_of(options or {}))

    def lying_after(self, deals: Sequence[Played]) -> Mapping[str, int]:
        """Count what lies on the table after these deals of a game, by the ids of questions for a number."""
        del deals
        return {}

    def final_totals(
        self, options: Mapping[str, OptionValue], totals: Sequence[int], deals: Sequence[Played]
    ) -> tuple[int, ...] | None:
        """The final score of each player in a finished game; None where the totals are final.

        Args:
            options: the game's options.
            totals: what each player has won or lost, in the order in which they sat down.
            deals: the game's deals, with the seats of the players.
        """
        del options, totals, deals
        return None

    def start_points(self, options: Mapping[str, OptionValue]) -> int:
        """How many points each player has when a game begins."""
        del options
        return 0

    def usual(self, option: OptionInfo, options: Mapping[str, OptionValue]) -> OptionValue:
        """The value that an option's default stands for, as the other options are."""
        del options
        return option.default

    def asks(self, question: Question, deal: Deal, score: DealScore | None) -> bool:
        """Whether people are asked a question about a deal, in which it can matter.

        Args:
            question: one of ``questions``.
            deal: the deal, perhaps incomplete.
            score: its score so far, if any.
        """
        del score
        wins = [player.win for player in deal.players.values() if player.win]
        if not question.circumstances:
            return bool(wins) or question.without_winner
        return any(win.circumstances & question.circumstances for win in wins) or bool(
            deal.asked.get(question.id)
        )

    def waivable(self, deal: Deal, score: DealScore) -> tuple[str, ...]:
        """Patterns that the winner had to declare and may have forgotten; empty when there is nothing to ask."""
        del deal, score
        return ()

    def most_winners(self, options: Mapping[str, OptionValue]) -> int:
        """How many players can win with one discard."""
        del options
        return 1

    def pays_without_winner(self, options: Mapping[str, OptionValue]) -> bool:
        """Whether points are paid when nobody won."""
        del options
        return False

    def circumstances_at(
        self, options: Mapping[str, OptionValue | None]
    ) -> tuple[CircumstanceInfo, ...]:
        """What can accompany a win at a table, with what its house counts beside."""
        return (
            *self.circumstance_infos,
            *(extra.circumstance for extra in changes_of(options).extras.values()),
        )

    def house_lines(self, options: Mapping[str, OptionValue]) -> tuple[Names, ...]:
        """Say what a table plays differently from the published rules, a line each."""
        otherwise = (
            option
            for option in self.options
            if options.get(option.name, option.default) != option.default
        )
        lines: list[Names] = [option.line(options[option.name]) for option in otherwise]
        try:
            changes = changes_of(options)
        except InputError as error:
            return (*lines, {"en": str(error)})
        changed = [info for info in self.patterns if info.id in changes.points]
        lines += [_changed_line(info, changes.points[info.id]) for info in changed]
        unit, extras = self.patterns[0].unit, changes.extras.values()
        return (
            *lines,
            *(
                text("house.option", name=extra.names, value=unit.text(extra.worth))
                for extra in extras
            ),
        )

    def check_request(self, deal: Deal) -> None:
        """Refuse a request of ``hu hands`` that does not say enough.

        Raises:
            InputError: what is missing.
        """
        del deal

    def player_answer(self, player: PlayerScore, *, explain: bool) -> dict[str, object]:
        """Write what one player's hand is worth, and where that comes from, as ``hu hands`` prints it."""
        written: dict[str, object] = {
            "points": player.points,
            **player.details,
            "patterns": [item.as_json(explain=explain) for item in player.items],
            "reading": player.reading,
        }
        return written | (
            {**player.more, "remarks": [dict(remark) for remark in player.remarks]}
            if explain
            else {}
        )


def _changed_line(info: PatternInfo, worth: int) -> Text:
    said = partial(
        text, name=info.names, points=info.unit.text(worth), usual=info.unit.text(info.worth)
    )
    if info.number:
        return said("house.numbered", number=info.number)
    if info.unit.doubles or info.unit is POINTS:
        return said("house.points")
    return said("house.counted", unit=info.unit.names)


def only_winner(deal: Deal, rules: RuleSet) -> tuple[Hand, Win]:
    """The winner's hand and win, in rules where one player wins.

    Raises:
        InputError: not exactly one player won.
    """
    wins = [
        (player.hand or Hand(), player.win)
        for player in deal.players.values()
        if player.win is not None
    ]
    if len(wins) != 1:
        raise InputError(
            f"{len(wins) or 'no'} winners; in {rules.names['en'].partition(',')[0]} one player wins"
        )
    return wins[0]


def known_round_wind(deal: Deal) -> str:
    """The wind of the round.

    Raises:
        InputError: it is missing or unknown.
    """
    if deal.round_wind not in SEATS:
        raise InputError(
            "round_wind is missing or unknown: give the wind of the round, one of E S W N"
        )
    return str(deal.round_wind)
