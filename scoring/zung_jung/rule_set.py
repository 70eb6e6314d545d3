"""Zung Jung 3.3 as a rule set."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from hu.scoring.changes import changes_of
from hu.scoring.hand import Hand, Meld, Win
from hu.scoring.notation import format_tiles
from hu.scoring.problems import Problem
from hu.scoring.readings import Count
from hu.scoring.rule_set import (
    ClaimStyle,
    Deal,
    DealScore,
    Option,
    PlayerScore,
    Question,
    RuleSet,
    ScoreItem,
    Seating,
    only_winner,
)
from hu.scoring.rules_file import pattern_info, pattern_rows
from hu.scoring.seating import seat_players
from hu.scoring.texts import text
from hu.scoring.zung_jung.contradictions import contradictions, problems
from hu.scoring.zung_jung.patterns import PATTERNS, STANDARD_TABLE, Pattern, PatternTable
from hu.scoring.zung_jung.payments import STANDARD, payments
from hu.scoring.zung_jung.scores import AgreedOptions, ReadingScore, score

_PACKAGE: Final = "hu.scoring.zung_jung"
_EXAMPLES: Final = {row["id"]: row["example"] for row in pattern_rows(_PACKAGE)}
_INFO: Final = {
    row.id: pattern_info(_PACKAGE, row.id, row.points, number=row.id, example=_EXAMPLES[row.id])
    for row in PATTERNS
}


@lru_cache(maxsize=64)
def _table_of(points: tuple[tuple[str, int], ...]) -> PatternTable:
    """The patterns with what they are worth at a table; one worth nothing is not played."""
    changed = dict(points)
    rows = [replace(row, points=changed.get(row.id, row.points)) for row in PATTERNS]
    return PatternTable(tuple(row for row in rows if row.points))


class ZungJung(RuleSet):
    """The rules of Zung Jung; ``hu.scoring.rule_set.RuleSet`` says what each name means."""

    name = "zung-jung"
    patterns = tuple(_INFO.values())
    #: Four rounds of four ("zung-jung.md", 'The game and its sheet', after the rules of version 3.3).
    deals = 16
    claim_style = ClaimStyle.SIDEWAYS

    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find everything that is wrong with the winner's hand and win."""
        hand, win = only_winner(deal, RULE_SET)
        return problems(hand, win)

    def contradictions(self, deal: Deal, hand: Hand, win: Win) -> Iterable[Problem]:
        """The circumstances that contradict the hand, the win or each other (ruling 6)."""
        del deal
        return contradictions(hand, win)

    def score(self, deal: Deal) -> DealScore:
        """Score the winner's hand and share out the payments."""
        hand, win = only_winner(deal, RULE_SET)
        changes = changes_of(deal.options)
        table = _table_of(tuple(changes.points.items())) if changes.points else STANDARD_TABLE
        extras = changes.items(win, self.unit)
        half, minimum = (
            bool(deal.options.get("half_flowers")),
            int(deal.options.get("minimum") or 0),
        )
        found = score(hand, win, AgreedOptions(half, minimum, table, extras))
        paid = payments(found.points, win, hand.winning or "")
        return DealScore({win.winner: _player_score(found, hand, extras)}, paid)

    def asks(self, question: Question, deal: Deal, score: DealScore | None) -> bool:
        """Up to 25 points every loser pays the same, so that nobody needs to remember discards."""
        del question
        wins = [player.win for player in deal.winners.values() if player.win]
        if score is None or not wins or wins[0].drawn:
            return False
        return score.players[wins[0].winner].points > STANDARD

    def seating(
        self, options: Mapping[str, Option], winners: Sequence[Collection[str]], players: int
    ) -> Seating:
        """The winds pass after every deal, won or drawn; North is East next, where South is not by option."""
        del players
        return seat_players(
            len(winners), len(winners), east_next="S" if options.get("south_follows") else "N"
        )


def _player_score(found: ReadingScore, hand: Hand, extras: tuple[ScoreItem, ...]) -> PlayerScore:
    def item(count: Count[Pattern]) -> ScoreItem:
        groups = [
            format_tiles(group.tiles if isinstance(group, Meld) else group)
            for group in count.groups
        ]
        counts = found.limit != "listed" or count.worth >= found.points
        return ScoreItem(
            _INFO[count.row.id], count.worth, count.times, tuple(groups), counts=counts
        )

    remark = text(f"remark.{found.limit}", _PACKAGE, total=found.total, points=found.points)
    return PlayerScore(
        found.points,
        (
            *map(item, found.patterns),
            *(replace(extra, counts=found.limit != "listed") for extra in extras),
        ),
        found.reading.text(hand.bonus),
        (remark,) if found.limit else (),
        details={"limit": found.limit},
        more={"total": found.total},
    )


RULE_SET: Final[RuleSet] = ZungJung()
