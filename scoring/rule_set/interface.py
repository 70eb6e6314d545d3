"""The interface of a rule set.

Everything outside ``hu.scoring`` works with any rule set through this interface. The command line,
batches, the page and the ledger ask it for its questions, for the problems and the value of a deal,
and for the seats in the next deal. ``docs/rule-sets.md`` shows how to add a rule set.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import ClassVar

from hu.scoring.deal import Deal
from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.hand_shape import FOUR_MELDS, HandShape
from hu.scoring.melds import Meld
from hu.scoring.options import OptionInfo, OptionValue
from hu.scoring.patterns import POINTS, PatternInfo, Unit
from hu.scoring.payments import DealScore
from hu.scoring.problems import Problem, find_problems
from hu.scoring.rule_set.changes import changes_of
from hu.scoring.rule_set.declared import CircumstanceInfo, ClaimStyle, Question
from hu.scoring.rule_set.rules_toml import RulesFile, load_rules_file, read_rules
from hu.scoring.seating import PlayedDeal, Seating
from hu.scoring.shapes import COMMON_SHAPES, Shape
from hu.scoring.statuses import StatusInfo
from hu.scoring.texts import Names, Parameter, Text, text
from hu.scoring.tiles import BONUS


class RuleSet(ABC):
    """The interface of a rule set.

    Names, summary, limits, payment, options, circumstances, statuses and questions come from the
    ``rules.toml`` beside a rule set's module, if there is one (``hu.scoring.rule_set.rules_toml``).

    Attributes:
        name: its name in requests, files and on the command line.
        names: its names for people.
        summary: the kind of rules, in a line. May be empty.
        patterns: its table.
        unit: the unit of hands.
        limits: the least that may win and the most that a hand is worth, in a line. Empty if there
            is neither.
        payment: who pays whom, in a line.
        hand_shape: the size of a hand, and the tiles and claims that exist.
        shapes: the shapes that win. A shape that only an option allows names that option.
        bonus_tiles: the flowers and seasons that it is played with.
        options: the options that tables may agree on.
        circumstances: the names of the circumstances that can accompany a win, in the order in
            which people are asked.
        circumstance_infos: their meanings and other names.
        statuses: the irregularities by name.
        voids: the reasons why a deal ends without a winner before the wall is used up, by name.
        questions: its questions about a deal beside those of every game, in the order in which
            people are asked.
        figures: the figures that it takes instead of the winner's tiles, such as han and fu, in the
            order in which people are asked.
        beside_figures: the questions and circumstances that count beside figures, because they are
            not about the tiles, such as honba.
        declared_patterns: the ids of the patterns that a winner may have to declare, and that can
            therefore be waived.
        seat_counts: the possible numbers of players, the usual number first.
        has_round_wind: whether the wind of the round matters.
        scores_every_hand: whether the hands of those who did not win count too.
        dealer_stays: whether East deals again after some deals. Otherwise the winds always pass.
        deals: the number of deals in a game. None if it depends on who wins.
        claim_style: how claimed melds are laid.
        has_red_fives: whether red fives count for more.
        package: the package that defines it. Sentences in its ``words/LANGUAGE.toml`` replace the
            page's own.
    """

    name: ClassVar[str]
    names: ClassVar[Names]
    summary: ClassVar[Names] = {}
    patterns: ClassVar[Sequence[PatternInfo]]
    unit: ClassVar[Unit] = POINTS
    limits: ClassVar[Names] = {}
    payment: ClassVar[Names] = {}
    hand_shape: ClassVar[HandShape] = FOUR_MELDS
    shapes: ClassVar[tuple[Shape, ...]] = COMMON_SHAPES
    bonus_tiles: ClassVar[tuple[str, ...]] = BONUS
    options: ClassVar[Sequence[OptionInfo]] = ()
    circumstances: ClassVar[Sequence[str]] = ()
    circumstance_infos: ClassVar[Sequence[CircumstanceInfo]] = ()
    statuses: ClassVar[Mapping[str, StatusInfo]] = {}
    voids: ClassVar[Mapping[str, Names]] = {}
    questions: ClassVar[Sequence[Question]] = ()
    figures: ClassVar[Sequence[Question]] = ()
    beside_figures: ClassVar[frozenset[str]] = frozenset()
    declared_patterns: ClassVar[Sequence[str]] = ()
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
        has_rules_file = bool(read_rules(cls.package))
        if not has_rules_file:
            return
        # Declarations of the file become attributes, unless the class declares them itself.
        declarations = load_rules_file(cls.package)
        for field in fields(RulesFile):
            if field.name not in vars(cls):
                setattr(cls, field.name, getattr(declarations, field.name))

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that are played unless the table is of another size, in turn order."""
        return SEATS[: self.seat_counts[0]]

    @property
    def has_tables_of_several_sizes(self) -> bool:
        """Whether three or four can play, so that any seat may be empty."""
        return len(self.seat_counts) > 1

    def __repr__(self) -> str:
        return f"<rule set {self.name}>"

    @abstractmethod
    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find all problems of a deal: tiles, wins, circumstances, irregularities."""

    def contradictions(self, deal: Deal, hand: Hand, win: Win) -> Iterable[Problem]:
        """Find the problems that the circumstances of a win cause.

        This is called often. So most rule sets have a method of their own, which leaves out the
        problems that depend on the tiles alone. This method returns all problems of the deal.

        Args:
            deal: the deal.
            hand: a winner's hand.
            win: how it was won.
        """
        del hand, win
        return self.problems(deal)

    @abstractmethod
    def score(self, deal: Deal) -> DealScore:
        """Score a deal.

        The hands of players who did not win may be unknown (``hand`` and ``points`` are None).

        Raises:
            InvalidHandError: the deal has problems. All of them are listed.
            InputError: an option or the round wind has no valid value.
        """

    @abstractmethod
    def seating(
        self, options: Mapping[str, OptionValue], deals: Sequence[PlayedDeal], players: int
    ) -> Seating:
        """Seat the players for the deal that follows.

        Args:
            options: the game's options.
            deals: the deals so far, in order. Each is also a collection of the seats that won it.
            players: the number of players.
        """

    def shapes_of(self, options: Mapping[str, OptionValue]) -> tuple[Shape, ...]:
        """List the shapes that win at a table with these options."""
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
        """List the shapes that win beside these melds.

        Args:
            options: the table's options.
            melds: the melds on the table.
            winner: the player's seat, if shapes depend on it. None while it is unknown.
            round_wind: the wind of the round, if shapes depend on it. None while it is unknown.
        """
        del melds, winner, round_wind
        return self.shapes_of(options)

    def hand_problems(
        self, hand: Hand, options: Mapping[str, OptionValue] | None = None
    ) -> tuple[Problem, ...]:
        """Find the problems of a hand alone, before anybody has answered who won and how."""
        return find_problems(hand, shapes=self.shapes_of(options or {}), hand_shape=self.hand_shape)

    def counters_after(self, deals: Sequence[PlayedDeal]) -> Mapping[str, int]:
        """Count the things on the table after these deals of a game, such as honba.

        Returns:
            A number for each question whose answer is a number, by the question's id. Empty in
            rules without such questions.
        """
        del deals
        return {}

    def final_totals(
        self, options: Mapping[str, OptionValue], totals: Sequence[int], deals: Sequence[PlayedDeal]
    ) -> tuple[int, ...] | None:
        """Compute the final score of each player in a finished game.

        Args:
            options: the game's options.
            totals: the points that each player won or lost, in the order in which they sat down.
            deals: the game's deals, with the seats of the players.

        Returns:
            The scores in the order of ``totals``, or None if the totals are final.
        """
        del options, totals, deals
        return None

    def fines_of(self, options: Mapping[str, OptionValue], deal: PlayedDeal) -> Mapping[str, int]:
        """Return the points that players lose after the game for their faults in a deal.

        The payments of the deal do not contain them. ``final_totals`` does.

        Args:
            options: the game's options.
            deal: the deal.

        Returns:
            The points by seat. Empty if nobody is fined.
        """
        del options, deal
        return {}

    def declared_seats(self, deal: Deal) -> frozenset[str] | None:
        """Return the seats of the players who declared a waiting hand, such as riichi.

        Returns:
            The seats. None in rules in which players do not answer who declared.
        """
        del deal
        return None

    def start_points(self, options: Mapping[str, OptionValue]) -> int:
        """How many points each player has when a game begins."""
        del options
        return 0

    def target_points(self, options: Mapping[str, OptionValue]) -> int:
        """The points at the end of a game that count as 0, before additions such as uma."""
        return self.start_points(options)

    def check_choices(self, options: Mapping[str, OptionValue]) -> None:
        """Refuse options whose texts have the right form but no meaning, or contradict each other.

        Args:
            options: the table's choices, each of which ``OptionInfo.parse`` accepts.

        Raises:
            InputError: a choice cannot be played. The message begins with ``option NAME:``.
        """
        del options

    def usual_value(self, option: OptionInfo, options: Mapping[str, OptionValue]) -> OptionValue:
        """Return the value that an option has by default, which may depend on other options.

        Args:
            option: the option.
            options: the table's choices.
        """
        del options
        return option.default

    def asks(self, question: Question, deal: Deal, score: DealScore | None) -> bool:
        """Whether people are asked a question about a deal because its answer can matter.

        Args:
            question: one of ``questions``.
            deal: the deal, perhaps incomplete.
            score: the score of the deal without the answer. None if it cannot be scored yet.
        """
        del score
        # Some questions are only about a deal that nobody won although the wall was used up.
        wall_was_used_up = not deal.winners and not deal.void
        if question.is_asked_only_after_exhaustive_draw and not wall_was_used_up:
            return False
        wins = [player.win for player in deal.players.values() if player.win]
        if not question.circumstances:
            return bool(wins) or question.is_also_asked_after_draw
        if any(win.circumstances & question.circumstances for win in wins):
            return True
        # An answer that was given is shown, even if its circumstance was taken back.
        return bool(deal.asked.get(question.id))

    def waivable(self, deal: Deal, score: DealScore) -> tuple[str, ...]:
        """List the patterns of the winners' hands that count only if they were declared.

        Args:
            deal: the deal.
            score: its score.

        Returns:
            The ids of the patterns. Empty if there is nothing to ask.
        """
        del deal, score
        return ()

    def most_winners(self, options: Mapping[str, OptionValue]) -> int:
        """The number of players who can win with one discard."""
        del options
        return 1

    def pays_without_winner(self, options: Mapping[str, OptionValue]) -> bool:
        """Whether points are paid if nobody won."""
        del options
        return False

    def voids_at(self, options: Mapping[str, OptionValue]) -> Mapping[str, Names]:
        """List the reasons in ``voids`` that exist at a table, by name."""
        del options
        return self.voids

    def most_red_fives(self, options: Mapping[str, OptionValue] | None) -> Mapping[str, int]:
        """Return how many red fives of each suit the tiles of a table can have.

        Args:
            options: the table's options. None for the most that the tiles of any table can have.

        Returns:
            The number of red fives by plain fives such as ``5m``. Empty in rules without red fives.
        """
        del options
        return {}

    def circumstances_at(
        self, options: Mapping[str, OptionValue | None]
    ) -> tuple[CircumstanceInfo, ...]:
        """List the circumstances that a win can have at a table, the house's patterns included."""
        extras = changes_of(options).extras.values()
        return (*self.circumstance_infos, *(extra.circumstance for extra in extras))

    def house_lines(self, options: Mapping[str, OptionValue]) -> tuple[Names, ...]:
        """List the differences of a table from the published rules, a line each."""
        lines: list[Names] = []
        for option in self.options:
            value = options.get(option.name, option.default)
            if value != option.default:
                lines.append(option.line(value))
        try:
            changes = changes_of(options)
        except InputError as error:
            lines.append({"en": str(error)})
            return tuple(lines)
        for info in self.patterns:
            if info.id in changes.points:
                lines.append(_changed_line(info, changes.points[info.id]))
        unit = self.patterns[0].unit
        for extra in changes.extras.values():
            line = text("house.option", name=extra.names, value=unit.text(extra.worth))
            lines.append(line)
        return tuple(lines)

    def check_request(self, deal: Deal) -> None:
        """Refuse a request of ``hu hands`` that leaves out something necessary.

        Raises:
            InputError: something is missing.
        """
        del deal


def _changed_line(info: PatternInfo, worth: int) -> Text:
    """Write a line about a pattern to which a house gives another value.

    Args:
        info: the pattern.
        worth: its value at the table.
    """
    values: dict[str, Parameter] = {
        "name": info.names,
        "points": info.unit.text(worth),
        "usual": info.unit.text(info.worth),
    }
    if info.number:
        return text("house.numbered", number=info.number, **values)
    # Points need no unit, and factors such as "× 4" have none.
    if info.unit.names == POINTS.names or info.unit.doubles:
        return text("house.points", **values)
    return text("house.counted", unit=info.unit.names, **values)


def require_one_winner(deal: Deal, rules: RuleSet) -> tuple[Hand, Win]:
    """Return the winner's hand and win, in rules in which one player wins.

    Raises:
        InputError: nobody won, or several players did.
    """
    wins = deal.hands_and_wins
    if len(wins) != 1:
        count = str(len(wins)) if wins else "no"
        # The name without its addition, such as "MCR" of "MCR, Chinese official".
        name = rules.names["en"].partition(",")[0]
        raise InputError(f"{count} winners; in {name} one player wins")
    return wins[0]


def require_round_wind(deal: Deal) -> str:
    """Return the wind of the round.

    Raises:
        InputError: it is missing or unknown.
    """
    if deal.round_wind is None or deal.round_wind not in SEATS:
        raise InputError(
            "round_wind is missing or unknown: give the wind of the round, one of E S W N"
        )
    return deal.round_wind
