"""The interface of a rule set.

Everything outside ``hu.scoring`` works with any rule set through this interface: the command line, batches, the page
and the ledger ask it what it needs to know, what is wrong, what a deal is worth and who sits where in the next one.
``docs/rule-sets.md`` shows how to add one.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import ClassVar

from hu.scoring import requests
from hu.scoring.deals import (
    CircumstanceInfo,
    ClaimStyle,
    CounterInfo,
    Deal,
    DealScore,
    Fault,
    IndicatorInfo,
    Names,
    Option,
    OptionInfo,
    PatternInfo,
    Played,
    Player,
    PlayerScore,
    ScoreItem,
    Seating,
    StatusInfo,
    TilePool,
    Unit,
)
from hu.scoring.fields import Fields
from hu.scoring.hand import Hand, Meld
from hu.scoring.problems import Problem, problems
from hu.scoring.shanten import Shapes

__all__ = [
    "CircumstanceInfo",
    "ClaimStyle",
    "CounterInfo",
    "Deal",
    "DealScore",
    "IndicatorInfo",
    "Names",
    "Option",
    "OptionInfo",
    "PatternInfo",
    "Played",
    "Player",
    "PlayerScore",
    "RuleSet",
    "ScoreItem",
    "Seating",
    "StatusInfo",
    "TilePool",
    "Unit",
]


class RuleSet(ABC):
    """Everything that the rest of the program asks of a rule set.

    Attributes:
        name: its name in requests, files and on the command line.
        names: its names for people.
        summary: in a line, what kind of rules they are; empty where nothing is said.
        patterns: its table.
        options: what tables may agree on.
        circumstances: names of what can accompany a win, in the order in which people are asked.
        circumstance_infos: what they mean and how else players call them.
        statuses: the irregularities by name.
        seat_counts: how many players it can be played by, the usual number first.
        has_round_wind: whether the round's wind matters.
        scores_every_hand: whether the hands of those who did not win count too.
        deals: how many deals a game has; None where that depends on who wins.
        claim_style: how claimed sets are laid.
        irregular_hands: winning hands other than four sets and a pair or seven pairs, tile by tile.
        pairs_differ: whether seven pairs are a winning hand only if no two of them are equal.
        tile_pools: winning hands that take tiles from a pool, where there are too many to list tile by tile.
        has_red_fives: whether a five can be a red one that counts for more.
        indicators: tiles of the wall that players turn up, in the order in which people are asked.
        counters: what lies on the table from earlier deals.
        declaration: what any player may have declared in a deal, which the winners tell as a circumstance; None where
            there is no such thing.
    """

    name: ClassVar[str]
    names: ClassVar[Names]
    summary: ClassVar[Names] = {}
    patterns: ClassVar[Sequence[PatternInfo]]
    options: ClassVar[Sequence[OptionInfo]] = ()
    circumstances: ClassVar[Sequence[str]] = ()
    circumstance_infos: ClassVar[Sequence[CircumstanceInfo]] = ()
    statuses: ClassVar[Mapping[str, StatusInfo]] = {}
    seat_counts: ClassVar[tuple[int, ...]] = (4,)
    has_round_wind: ClassVar[bool] = False
    scores_every_hand: ClassVar[bool] = False
    deals: ClassVar[int | None] = None
    claim_style: ClassVar[ClaimStyle] = ClaimStyle.SIDEWAYS
    irregular_hands: ClassVar[Sequence[tuple[str, ...]]] = ()
    pairs_differ: ClassVar[bool] = False
    tile_pools: ClassVar[Sequence[TilePool]] = ()
    has_red_fives: ClassVar[bool] = False
    indicators: ClassVar[Sequence[IndicatorInfo]] = ()
    counters: ClassVar[Sequence[CounterInfo]] = ()
    declaration: ClassVar[Names | None] = None

    @abstractmethod
    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find everything that is wrong with a deal: tiles, wins, circumstances, irregularities."""

    @abstractmethod
    def score(self, deal: Deal) -> DealScore:
        """Score a deal. Hands of players who did not win may be unknown (``hand`` and ``points`` None).

        Raises:
            InvalidHandError: something is wrong; every problem is listed.
            InputError: an option or the round wind has no valid value.
        """

    @abstractmethod
    def seating(self, options: Mapping[str, Option], winners: Sequence[Played], players: int) -> Seating:
        """Seat the players for the deal that follows.

        Args:
            options: the game's options.
            winners: the seats that won each deal so far, in order; empty for a drawn one.
            players: how many play.
        """

    def hand_problems(self, hand: Hand) -> tuple[Problem, ...]:
        """Find what is wrong with a hand alone, before anybody has said who won and how."""
        return problems(hand)

    def winning_shapes(self, melds: Sequence[Meld], winner: str | None, round_wind: str | None) -> Shapes:
        """Say what wins beside four sets and a pair, next to these melds.

        Args:
            melds: what lies on the table.
            winner: the player's seat, where shapes depend on it; None while it is unknown.
            round_wind: the wind of the round, likewise.
        """
        del winner, round_wind
        listed = () if melds else self.irregular_hands
        return Shapes(pairs=True, pairs_differ=self.pairs_differ, listed=listed, pools=self.tile_pools)

    def counters_after(self, deals: Sequence[Played]) -> Mapping[str, int]:
        """Count what lies on the table after these deals of a game, by the names of ``counters``."""
        del deals
        return {}

    def settled(
        self, options: Mapping[str, Option], totals: Sequence[int], deals: Sequence[Played]
    ) -> tuple[int, ...] | None:
        """Settle a finished game: what each player comes to; None where the totals are the result.

        Args:
            options: the game's options.
            totals: what each player has won or lost, in the order in which they sat down.
            deals: the game's deals, with the seats of the players.
        """
        del options, totals, deals
        return None

    def winning_class(self, deal: Deal, hand: Hand, tile: str) -> object:
        """Group the tiles that may have won: those of one class give the same points and payments.

        Args:
            deal: the deal.
            hand: the winner's hand without a winning tile.
            tile: one of its standing tiles.
        """
        del deal, hand
        return tile

    def asks_earlier_discards(self, deal: Deal, score: DealScore) -> bool:
        """Whether it matters who discarded the winning tile before the winning discard."""
        del deal, score
        return False

    def waivable(self, deal: Deal, score: DealScore) -> tuple[str, ...]:
        """Patterns that the winner had to declare and may have forgotten; empty when there is nothing to ask."""
        del deal, score
        return ()

    def most_winners(self, options: Mapping[str, Option]) -> int:
        """How many players can win with one discard."""
        del options
        return 1

    def settles_without_winner(self, options: Mapping[str, Option]) -> bool:
        """Whether points are paid when nobody won."""
        del options
        return False

    def house_faults(self, changes: Mapping[str, object]) -> list[Fault]:
        """Find everything that is wrong with the patterns that a file of house rules changes or adds.

        Args:
            changes: the file's ``points`` and ``pattern``, as far as it has them.
        """
        return [((key,), f"{key}: the patterns of {self.name} cannot be changed, only its options") for key in changes]

    def house_lines(self, options: Mapping[str, Option]) -> tuple[Names, ...]:
        """Say what a table plays differently from the published rules, a line each."""
        changed = [option for option in self.options if options.get(option.name, option.default) != option.default]
        return tuple(option.line(options[option.name]) for option in changed)

    def deal_of(self, request: Fields) -> Deal:
        """Read a request of ``hu hands``, a JSON object.

        Unless a rule set has a form of its own: ``hand``, ``winner``, ``win`` and, where they apply, ``from``,
        ``circumstances``, ``recent_discards``, ``round_wind``, ``waive`` and ``options``.

        Raises:
            InputError: what is wrong with the request, and where.
        """
        return requests.read_deal(request, self.options)

    def request_of(self, deal: Deal) -> dict[str, object]:
        """Write a deal as ``deal_of`` reads it, without ``id`` and ``rules``.

        Raises:
            InputError: not exactly one player won, in a form that has one winner.
        """
        return requests.write_deal(deal)

    def answer_of(self, deal: Deal, *, explain: bool) -> dict[str, object]:
        """Score a deal and write the answer of ``hu hands``, a JSON object.

        Args:
            deal: the deal.
            explain: whether to add names and reasons.

        Raises:
            InputError: see ``score``.
        """
        return requests.write_answer(deal, self.score(deal), explain=explain)
