"""Zung Jung 3.3 as a rule set."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from hu.scoring.deal import Deal
from hu.scoring.errors import InputError
from hu.scoring.hand import Hand, Win
from hu.scoring.melds import Meld
from hu.scoring.notation import format_tiles
from hu.scoring.options import OptionValue
from hu.scoring.patterns import PatternCount, ScoreItem
from hu.scoring.payments import DealScore, PlayerScore
from hu.scoring.problems import BelowMinimumError, Problem
from hu.scoring.rule_set.changes import MAX_VALUE, changes_of
from hu.scoring.rule_set.declared import ClaimStyle, Question
from hu.scoring.rule_set.figures import check_figures, figure, figure_problems
from hu.scoring.rule_set.interface import RuleSet, require_one_winner
from hu.scoring.rule_set.rules_toml import pattern_info, pattern_rows
from hu.scoring.seating import PlayedDeal, Seating, seat_players
from hu.scoring.texts import Names, text
from hu.scoring.zung_jung.contradictions import zung_jung_contradictions, zung_jung_problems
from hu.scoring.zung_jung.patterns import PATTERNS, STANDARD_TABLE, Pattern, PatternTable
from hu.scoring.zung_jung.payments import STANDARD, zung_jung_payments
from hu.scoring.zung_jung.scores import LIMIT, AgreedOptions, ArrangementValue, count_points

_PACKAGE: Final = "hu.scoring.zung_jung"
_EXAMPLES: Final = {row["id"]: row["example"] for row in pattern_rows(_PACKAGE)}
_INFO: Final = {
    row.id: pattern_info(_PACKAGE, row.id, row.points, number=row.id, example=_EXAMPLES[row.id])
    for row in PATTERNS
}


@lru_cache(maxsize=64)
def _table_of(points: tuple[tuple[str, int], ...]) -> PatternTable:
    """Make the table of patterns that a house plays.

    Args:
        points: (id, points) of each pattern to which the house gives other points. A pattern of 0
            points is not played.
    """
    house_points_of = dict(points)
    rows = []
    for row in PATTERNS:
        points_of_row = house_points_of.get(row.id, row.points)
        if points_of_row:
            rows.append(replace(row, points=points_of_row))
    return PatternTable(tuple(rows))


def _table_at(options: Mapping[str, OptionValue]) -> PatternTable:
    """The patterns that are played at a table, with the points that the house gives them."""
    house_points = changes_of(options).points
    if not house_points:
        return STANDARD_TABLE
    return _table_of(tuple(house_points.items()))


#: The most points that can be entered: as many as a house can give a pattern. Which points above
#: the limit a hand can have depends on the house, and is checked later.
_MOST_POINTS: Final = MAX_VALUE


class ZungJung(RuleSet):
    """The rules of Zung Jung. ``hu.scoring.rule_set.interface.RuleSet`` documents each name."""

    name = "zung-jung"
    patterns = tuple(_INFO.values())
    #: Four rounds of four ("zung-jung.md", 'The game and its sheet', after version 3.3).
    deals = 16
    claim_style = ClaimStyle.SIDEWAYS
    figures = (figure("points", least=1, most=_MOST_POINTS),)

    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find every problem of the winner's hand and win."""
        if deal.has_figures:
            return figure_problems(deal, self)
        hand, win = require_one_winner(deal, self)
        return zung_jung_problems(hand, win)

    def contradictions(self, deal: Deal, hand: Hand, win: Win) -> Iterable[Problem]:
        """Find the circumstances that contradict the hand, the win or each other (ruling 6)."""
        del deal
        return zung_jung_contradictions(hand, win)

    def score(self, deal: Deal) -> DealScore:
        """Score the winner's hand and share out the payments."""
        if deal.has_figures:
            return _score_figures(deal, check_figures(deal, self))
        hand, win = require_one_winner(deal, self)
        extras = changes_of(deal.options).extra_items(win, self.unit)
        options = AgreedOptions(
            halves_flowers=bool(deal.options.get("half_flowers")),
            minimum=int(deal.options.get("minimum") or 0),
            table=_table_at(deal.options),
            extras=extras,
        )
        value = count_points(hand, win, options)
        player_score = _player_score(value, hand, extras)
        # A hand that was counted has a winning tile. Only its type allows None.
        winning_tile = str(hand.winning)
        return DealScore(
            players={win.winner: player_score},
            payments=zung_jung_payments(value.points, win, winning_tile),
        )

    def asks(self, question: Question, deal: Deal, score: DealScore | None) -> bool:
        """Whether the only question of these rules matters, which is about the recent discards.

        Up to 25 points every loser pays the same, so nobody needs to remember the discards.
        """
        del question
        if score is None:
            return False
        for seat, player in deal.winners.items():
            if player.win is not None and not player.win.drawn:
                return score.players[seat].points > STANDARD
        return False

    def seating(
        self, options: Mapping[str, OptionValue], deals: Sequence[PlayedDeal], players: int
    ) -> Seating:
        """Seat the players for the next deal.

        The winds pass after every deal, won or drawn. North is East next, or South by option.
        """
        del players
        east_next = "S" if options.get("south_follows") else "N"
        return seat_players(len(deals), passed=len(deals), east_next=east_next)


def _score_figures(deal: Deal, win: Win) -> DealScore:
    """Score a win whose points were entered instead of the tiles.

    Raises:
        InputError: no hand has so many points.
        BelowMinimumError: the points are less than the table's minimum.
    """
    points = int(deal.entered["points"])
    # A sum of patterns never exceeds the limit, so more points are those of a single pattern.
    patterns = _table_at(deal.options).patterns
    points_above_limit = {row.points for row in patterns if row.points > LIMIT}
    if points > LIMIT and points not in points_above_limit:
        possible_points = ", ".join(map(str, sorted(points_above_limit))) or "no more"
        raise InputError(
            f"points={points}: the sum is limited to {LIMIT}; single patterns have "
            f"{possible_points}"
        )
    minimum = int(deal.options.get("minimum") or 0)
    if points < minimum:
        raise BelowMinimumError.of(points, minimum, patterns=())
    player = PlayerScore(points, details={"limit": None})
    # The winning tile is unknown, so no earlier discard of it frees the discarder.
    payments = zung_jung_payments(points, win, tile="")
    return DealScore({win.winner: player}, payments)


def _player_score(
    value: ArrangementValue, hand: Hand, extras: tuple[ScoreItem, ...]
) -> PlayerScore:
    """Write the value of the winner's hand as every rule set writes it.

    Args:
        value: the value of the best arrangement.
        hand: the winner's hand.
        extras: the house extras that the players named.
    """
    # Patterns that are worth less than this do not count.
    least_worth = 0
    are_extras_counted = True
    if value.limit == "listed":
        # A pattern of 320 points or more counts alone, and the hand is worth its points.
        least_worth = value.points
        are_extras_counted = False
    items = [_score_item(count, is_counted=count.worth >= least_worth) for count in value.patterns]
    items += [replace(extra, is_counted=are_extras_counted) for extra in extras]
    remarks: tuple[Names, ...] = ()
    if value.limit is not None:
        remark = text(f"remark.{value.limit}", _PACKAGE, total=value.total, points=value.points)
        remarks = (remark,)
    return PlayerScore(
        value.points,
        items=tuple(items),
        arrangement=value.plain_arrangement.text(hand.bonus),
        remarks=remarks,
        details={"limit": value.limit},
        further_details={"total": value.total},
    )


def _score_item(count: PatternCount[Pattern], *, is_counted: bool) -> ScoreItem:
    """Write a pattern of the best arrangement as every rule set writes it.

    Args:
        count: the pattern, and how often the arrangement holds it.
        is_counted: whether it is part of the hand's value.
    """
    # Melds are written without brackets, unlike in other rule sets.
    texts_of_groups = []
    for group in count.groups:
        tiles = group.tiles if isinstance(group, Meld) else group
        texts_of_groups.append(format_tiles(tiles))
    return ScoreItem(
        pattern=_INFO[count.row.id],
        worth=count.worth,
        count=count.times,
        tiles=tuple(texts_of_groups),
        is_counted=is_counted,
    )


RULE_SET: Final[RuleSet] = ZungJung()
