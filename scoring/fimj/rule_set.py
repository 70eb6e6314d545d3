"""FIMJ, the Italian federation's rules, as a rule set."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from hu.scoring.deal import Deal, Player
from hu.scoring.fimj.arrangements import irregular_hands, serpents
from hu.scoring.fimj.contradictions import (
    fimj_problems,
    problems_between_players,
    win_contradictions,
)
from hu.scoring.fimj.patterns import RULES, Chapter, Rule, Winds
from hu.scoring.fimj.payments import totals, transfers, wall_transfers
from hu.scoring.fimj.scores import LAST_LEFT, HandWorth, find_impossible_copies, score_hands
from hu.scoring.fimj.table import (
    STATUSES,
    check_table,
    find_last_player,
    is_hand_missing,
    pays_without_winner,
    wall_wreckers,
)
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.melds import Meld
from hu.scoring.options import OptionValue
from hu.scoring.patterns import DOUBLINGS, POINTS, PatternInfo, ScoreItem, format_group
from hu.scoring.payments import DealScore, PlayerScore, Transfer
from hu.scoring.problems import InvalidHandError, Problem
from hu.scoring.rule_set.declared import ClaimStyle
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.rules_toml import pattern_info, pattern_rows
from hu.scoring.seating import PlayedDeal, Seating, seat_players
from hu.scoring.shapes import THIRTEEN_ORPHANS, ListedHands, MeldsAndPair, SevenPairs, Shape
from hu.scoring.texts import Names, Text, text

#: Doublings that a player in a tournament may claim without having declared them.
_MOST_UNDECLARED: Final = 4

#: The titles of the booklet's chapters, by the chapter of a rule.
_CHAPTERS: Final[dict[Chapter, str]] = {
    "points": "Come contare i punti",
    "fundamental": "Raddoppi fondamentali",
    "closing": "Raddoppi da chiusura",
    "massimo": "Massimi",
}

_PACKAGE: Final = "hu.scoring.fimj"
#: The chapters of rules that double.
_DOUBLING_CHAPTERS: Final = ("fundamental", "closing")
#: The id of the remark about the points of a hand, by the number of times that they are doubled.
_SUM_REMARKS: Final = {0: "remark.sum", 1: "remark.sum-once", 2: "remark.sum-twice"}
#: The figures of a hand that was not counted.
_UNCOUNTED: Final = {"base": 0, "doublings": 0, "massimo": None, "limited": False}
_EXAMPLES: Final = {row["id"]: row["example"] for row in pattern_rows(_PACKAGE)}


def _pattern_info(rule: Rule) -> PatternInfo:
    """Describe a rule as every rule set describes its patterns."""
    unit = DOUBLINGS if rule.chapter in _DOUBLING_CHAPTERS else POINTS
    return pattern_info(
        _PACKAGE,
        rule.id,
        rule.value,
        unit,
        example=_EXAMPLES.get(rule.id, ""),
        chapter=_CHAPTERS[rule.chapter],
    )


_INFO: Final = {rule.id: _pattern_info(rule) for rule in (*RULES, LAST_LEFT)}


class Fimj(RuleSet):
    """The rules of FIMJ. ``hu.scoring.rule_set.interface.RuleSet`` documents each name."""

    name = "fimj"
    patterns = tuple(_INFO[rule.id] for rule in RULES)
    # "Regolamento di gara": in a tournament more than four doublings must be declared.
    declared_patterns = tuple(rule.id for rule in RULES if rule.chapter in _DOUBLING_CHAPTERS)
    dealer_stays = True
    seat_counts = (4, 3)
    has_round_wind = True
    scores_every_hand = True
    claim_style = ClaimStyle.APART
    shapes = (
        MeldsAndPair(),
        SevenPairs(),
        THIRTEEN_ORPHANS,
        ListedHands(tuple(sorted(serpents())), Text("shapes.serpents", _PACKAGE)),
    )

    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find every problem at the table, seat by seat."""
        check_table(deal)
        return fimj_problems(deal)

    def contradictions(self, deal: Deal, hand: Hand, win: Win) -> Iterable[Problem]:
        """Find the circumstances that contradict the hand, each other or the other players' hands.

        Ruling 7 lists the contradictions.
        """
        yield from win_contradictions(deal, hand, win)
        # The problems between players are shown without the seat to which they belong.
        for _seat, problem in problems_between_players(deal):
            yield problem

    def score(self, deal: Deal) -> DealScore:
        """Score every known hand. Nothing is paid while a hand that decides is unknown."""
        # Scoring checks the deal first.
        players = _score_players(deal)
        missing_seats = _missing_hands(deal)
        for seat in missing_seats:
            players.pop(seat)
        warnings = tuple(
            f"the players show too many copies of {tile}; check their hands"
            for tile in find_impossible_copies(deal)
        )
        if missing_seats:
            return DealScore(players, payments=None, missing=missing_seats, warnings=warnings)
        points_of = {seat: player_score.points for seat, player_score in players.items()}
        debts = _owed_payments(deal, points_of)
        payment_of = totals(points_of, debts)
        return DealScore(players, payments=payment_of, transfers=debts, warnings=warnings)

    def check_request(self, deal: Deal) -> None:
        """Refuse a request that lacks a hand that counts.

        Raises:
            InvalidHandError: a hand is missing.
        """
        check_table(deal)
        if deal.void:
            return
        if any(is_hand_missing(player) for player in deal.players.values()):
            problems = fimj_problems(deal, needs_hands=True)
            # The only player who is not out needs no hand, so there may be no problem.
            if problems:
                raise InvalidHandError(problems)

    def winning_shapes(
        self,
        options: Mapping[str, OptionValue],
        melds: Sequence[Meld],
        winner: str | None,
        round_wind: str | None,
    ) -> tuple[Shape, ...]:
        """The shapes that win next to these melds.

        The pair of a serpent of the dragons is of the player's winds. The little serpent may have
        claimed melds.
        """
        del options
        winds = Winds(winner, round_wind) if winner and round_wind else None
        hands = tuple(irregular_hands(tuple(melds), winds))
        irregular = ListedHands(hands, Text("shapes.irregular", _PACKAGE))
        return MeldsAndPair(), SevenPairs(), irregular

    def waivable(self, deal: Deal, score: DealScore) -> tuple[str, ...]:
        """List the doublings that the winners had to declare, and those that are waived already.

        In a tournament more than four doublings count only if they were declared.
        """
        if not deal.options.get("tournament"):
            return ()
        # The doublings of all winners are listed together.
        doublings: list[ScoreItem] = []
        for seat in deal.winners:
            items = score.players[seat].items
            doublings += [item for item in items if item.pattern.unit.doubles]
        number_of_doublings = sum(item.total for item in doublings)
        if number_of_doublings <= _MOST_UNDECLARED and not deal.waived:
            return ()
        names = [item.pattern.id for item in doublings]
        names += sorted(deal.waived)
        return tuple(dict.fromkeys(names))

    def seating(
        self, options: Mapping[str, OptionValue], deals: Sequence[PlayedDeal], players: int
    ) -> Seating:
        """Seat the players for the next deal.

        East passes if another seat has won, in a tournament after every deal, won or void.

        After the booklet, "Durata di una partita", "Regolamento di gara" and "Tavolo da tre
        giocatori": a round is over when the chair that began as North has been East. At a table of
        three the fourth chair is dead: it is North first and takes its turn at every wind. In a
        tournament the first round's wind is that of the wall in which the breach was opened.
        """
        if options.get("tournament"):
            first_wind = str(options.get("first_wind") or "E")
            return seat_players(
                len(deals), passed=len(deals), players=players, first_wind=first_wind
            )
        # The deals that a player other than East won, alone or with East.
        passes = [deal for deal in deals if deal.winners - {"E"}]
        return seat_players(len(deals), passed=len(passes), players=players, first_wind="E")

    def most_winners(self, options: Mapping[str, OptionValue]) -> int:
        """Everybody but the discarder."""
        del options
        return 3

    def pays_without_winner(self, options: Mapping[str, OptionValue]) -> bool:
        """Only if the table has agreed so (ruling 5)."""
        return bool(options.get("settle_without_winner"))


def _score_players(deal: Deal) -> dict[str, PlayerScore]:
    """Score every player, by seat in turn order.

    A player with an unknown hand has the points that the players counted, or none.
    """
    worth_of = score_hands(deal)
    players: dict[str, PlayerScore] = {}
    for seat in SEATS:
        if seat not in deal.players:
            continue
        player = deal.players[seat]
        if seat in worth_of:
            players[seat] = _player_score(worth_of[seat], player)
        elif player.points is not None:
            # The players have counted the hand themselves.
            players[seat] = PlayerScore(player.points, details=_UNCOUNTED)
        else:
            # Either the hand is missing, or it makes no difference to the payments.
            players[seat] = PlayerScore(0, details=_UNCOUNTED)
    return players


def _missing_hands(deal: Deal) -> tuple[str, ...]:
    """The seats whose hands are still needed for the payments."""
    is_paid = deal.winners or wall_wreckers(deal) or pays_without_winner(deal)
    if deal.void or not is_paid:
        return ()
    last_player = find_last_player(deal)
    missing = []
    for seat, player in deal.players.items():
        if seat != last_player and is_hand_missing(player):
            missing.append(seat)
    return tuple(missing)


def _owed_payments(deal: Deal, points: Mapping[str, int]) -> tuple[Transfer, ...]:
    """The payments of a deal. Every hand that the payments depend on must be known."""
    if deal.void:
        return ()
    wreckers = wall_wreckers(deal)
    if wreckers:
        return wall_transfers(points, wreckers)
    if deal.winners:
        return transfers(points, list(deal.winners))
    last_player = find_last_player(deal)
    if last_player is not None:
        return transfers(points, [last_player])
    if pays_without_winner(deal):
        return transfers(points, [])
    # A deal that nobody won is void (ruling 5).
    return ()


def _player_score(worth: HandWorth, player: Player) -> PlayerScore:
    """Write the worth of a hand as every rule set writes it."""
    items = []
    for count in worth.items:
        tiles = tuple([format_group(group) for group in count.groups])
        pattern = _INFO[count.row.id]
        items.append(ScoreItem(pattern, worth=count.worth, count=count.times, tiles=tiles))
    items += worth.extras
    return PlayerScore(
        worth.points,
        items=tuple(items),
        arrangement=worth.arrangement.text() if worth.arrangement else "",
        remarks=tuple(_remarks(worth)),
        status=STATUSES.get(player.status) if player.status else None,
        details={
            "base": worth.base,
            "doublings": worth.doublings,
            "massimo": worth.massimo.id if worth.massimo else None,
            "limited": worth.is_limited,
        },
    )


def _remarks(worth: HandWorth) -> Iterator[Names]:
    """Yield the remarks about how the points of a hand add up."""
    if worth.massimo:
        yield Text("remark.limit-hand", _PACKAGE)
        return
    if worth.items:
        remark_id = _SUM_REMARKS.get(worth.doublings, "remark.sum-times")
        yield text(remark_id, _PACKAGE, base=worth.base, doublings=worth.doublings)
    if worth.is_limited:
        yield text("remark.cut", _PACKAGE, points=worth.points)


RULE_SET: Final[RuleSet] = Fimj()
