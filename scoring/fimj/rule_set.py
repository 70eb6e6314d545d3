"""FIMJ, the Italian federation's rules, as a rule set."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import permutations
from typing import ClassVar, Final

from hu.scoring.errors import InputError
from hu.scoring.fields import Fields
from hu.scoring.fimj.answers import answer, deal_of, request_of
from hu.scoring.fimj.arrangements import irregular_hands
from hu.scoring.fimj.circumstances import CIRCUMSTANCES
from hu.scoring.fimj.contradictions import problems
from hu.scoring.fimj.counts import Winds
from hu.scoring.fimj.examples import EXAMPLES
from hu.scoring.fimj.explanation import explanation
from hu.scoring.fimj.game import friendly_seating, tournament_seating
from hu.scoring.fimj.rules import RULES, Group, Rule
from hu.scoring.fimj.scores import LAST_LEFT, TableScore, crowded, score_table
from hu.scoring.fimj.scores import PlayerScore as Scored
from hu.scoring.fimj.settling import settle
from hu.scoring.fimj.table import LIMIT, STATUSES, Options, Table
from hu.scoring.fimj.table import Player as Seated
from hu.scoring.fimj.worth import Counted
from hu.scoring.hand import SEATS, Hand, Meld
from hu.scoring.problems import Problem
from hu.scoring.readings import ORPHANS, may_be_in_sequence
from hu.scoring.rule_set import (
    ClaimStyle,
    Deal,
    DealScore,
    Names,
    Option,
    OptionInfo,
    PatternInfo,
    Player,
    PlayerScore,
    RuleSet,
    ScoreItem,
    Seating,
    StatusInfo,
    Unit,
)
from hu.scoring.shanten import Shapes
from hu.scoring.tiles import DRAGONS, WINDS

#: The status that stands in for an unknown hand: no winner's points depend on it.
_STAND_IN: Final = "great-lord"
#: Doublings that a player in a tournament may claim without having declared them.
_UNDECLARED: Final = 4

#: The booklet's chapters, by the group of a rule.
_CHAPTERS: Final[dict[Group, str]] = {
    "points": "Come contare i punti",
    "fundamental": "Raddoppi fondamentali",
    "closing": "Raddoppi da chiusura",
    "massimo": "Massimi",
}


def _info(rule: Rule) -> PatternInfo:
    names = {"en": rule.english, "it": rule.italian}
    condition = {"en": rule.reason_english, "it": rule.reason_italian}
    unit: Unit = "doublings" if rule.group in ("fundamental", "closing") else "points"
    chapter = _CHAPTERS[rule.group]
    source = {"en": f"FIMJ booklet, third printing, “{chapter}”", "it": f"Libretto FIMJ, terza ristampa, «{chapter}»"}
    return PatternInfo(rule.id, names, condition, rule.value, unit, example=EXAMPLES.get(rule.id, ""), source=source)


_INFO: Final = {rule.id: _info(rule) for rule in (*RULES, LAST_LEFT)}
_STATUSES: Final = {
    name: StatusInfo(
        {"en": status.english, "it": status.italian},
        {"en": status.reason_english, "it": status.reason_italian},
        needs_tiles=status.counts,
    )
    for name, status in STATUSES.items()
}


def _serpents() -> Iterator[tuple[str, ...]]:
    """The serpent of dragons, the little serpent and the siamese serpents ("Massimi")."""
    for first, second, third in permutations("mps"):
        for wind in WINDS:
            yield (*(f"{n}{(first, second, third)[(n - 1) % 3]}" for n in range(1, 10)), *DRAGONS, wind, wind)
    for suit in "mps":
        for dragon in DRAGONS:
            yield (*(f"{n}{suit}" for n in range(1, 10)), *WINDS, dragon)
    for suits in ("mp", "ms", "ps"):
        yield tuple(f"{n}{suit}" for suit in suits for n in range(1, 8))


class Fimj(RuleSet):
    """The rules of FIMJ; ``hu.scoring.rule_set.RuleSet`` says what each name means."""

    name = "fimj"
    names: ClassVar[Names] = {"en": "FIMJ", "it": "FIMJ"}
    summary: ClassVar[Names] = {
        "en": "The rules of the Italian federation: points are doubled, and everybody's hand counts.",
        "it": "Le regole della federazione italiana: i punti si raddoppiano e conta la mano di tutti.",
    }
    patterns = tuple(_INFO[rule.id] for rule in RULES)
    options = (
        OptionInfo("limit", LIMIT, {"en": "Limit", "it": "Limite"}, least=2, most=10_000, step=2),
        OptionInfo(
            "settle_without_winner",
            False,
            {"en": "Pay the differences when nobody won", "it": "Senza chiusura si pagano le differenze"},
        ),
        OptionInfo("tournament", False, {"en": "Tournament", "it": "Gara"}, of_game=True),
        OptionInfo(
            "first_wind",
            "E",
            {"en": "First wind", "it": "Primo vento"},
            choices=SEATS,
            of_game=True,
            needs="tournament",
        ),
    )
    #: The golden rooster follows from the roof and the winning tile.
    circumstances = ("richi", "roof", "last-tile", "last-piece", "within-fifteen", "first-turn")
    circumstance_infos = CIRCUMSTANCES
    statuses = _STATUSES
    seat_counts = (4, 3)
    has_round_wind = True
    scores_every_hand = True
    claim_style = ClaimStyle.APART
    irregular_hands = (*((*ORPHANS, tile) for tile in ORPHANS), *_serpents())

    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find everything that is wrong at the table, seat by seat."""
        return problems(_table(deal))

    def score(self, deal: Deal) -> DealScore:
        """Score every known hand; the payments follow once every hand that decides is known."""
        table = _table(deal)
        found = score_table(table)
        missing = self._missing(deal)
        counted = {
            seat: player.points
            for seat, player in deal.players.items()
            if player.points is not None and player.hand is None and player.win is None and player.status is None
        }
        players = {
            player.seat: _player_score(player, table, counted.get(player.seat), deal.players[player.seat].status)
            for player in found.players
            if player.seat not in missing
        }
        transfers = () if missing else tuple(payment.sentences for payment in found.payments)
        payments = None if missing else self._totals(deal, found, counted)
        warnings = tuple(f"the players show too many copies of {tile}; check their hands" for tile in crowded(table))
        return DealScore(players, payments, missing, () if counted else transfers, warnings)

    def _missing(self, deal: Deal) -> tuple[str, ...]:
        if not deal.winners and not self.settles_without_winner(deal.options):
            return ()
        last = _last_left(deal)
        return tuple(seat for seat, player in deal.players.items() if seat != last and _is_missing(player))

    def _totals(self, deal: Deal, found: TableScore, counted: Mapping[str, int]) -> dict[str, int]:
        if not counted or (not deal.winners and not self.settles_without_winner(deal.options)):
            return found.totals
        points = {player.seat: counted.get(player.seat, player.points) for player in found.players}
        totals = dict.fromkeys(points, 0)
        for payment in settle(points, list(deal.winners)):
            totals[payment.payer] -= payment.rounded
            totals[payment.payee] += payment.rounded
        return totals

    def winning_class(self, deal: Deal, hand: Hand, tile: str) -> object:
        """Triplets, waits, the nine gates and the golden rooster depend on the tile."""
        wins = [player.win for player in deal.players.values() if player.win is not None]
        declared = frozenset[str]().union(*(win.circumstances for win in wins))
        one_suit = not hand.melds and len({tile[1] for tile in hand.standing}) == 1
        if one_suit or "richi" in declared or (tile == "5p" and declared & {"roof", "golden-rooster"}):
            return tile
        count = hand.standing.count(tile)
        robbed = any(win.how == "robbed-kong" for win in wins)
        if all(win.drawn for win in wins) or count < 3:
            return robbed and hand.tiles.count(tile) > 1
        if may_be_in_sequence(hand.standing, tile):
            return tile
        return "head" if tile in ORPHANS else "inner"

    def winning_shapes(self, melds: Sequence[Meld], winner: str | None, round_wind: str | None) -> Shapes:
        """The pair of a serpent of the dragons is of the player's winds; the little serpent may have claimed sets."""
        winds = Winds(winner, round_wind) if winner and round_wind else None
        return Shapes(pairs=True, listed=tuple(irregular_hands(tuple(melds), winds)))

    def waivable(self, deal: Deal, score: DealScore) -> tuple[str, ...]:
        """In a tournament more than four doublings count only if they were declared."""
        if not deal.options.get("tournament"):
            return ()
        doublings = [
            item for seat in deal.winners for item in score.players[seat].items if item.pattern.unit == "doublings"
        ]
        if sum(item.total for item in doublings) <= _UNDECLARED and not deal.waived:
            return ()
        return tuple(dict.fromkeys([*(item.pattern.id for item in doublings), *sorted(deal.waived)]))

    def seating(self, options: Mapping[str, Option], winners: Sequence[Collection[str]], players: int) -> Seating:
        """East passes when another seat has won, in a tournament after every deal."""
        if options.get("tournament"):
            return tournament_seating(len(winners), str(options.get("first_wind") or "E"), players=players)
        return friendly_seating(winners, players=players)

    def most_winners(self, options: Mapping[str, Option]) -> int:
        """Everybody but the discarder."""
        del options
        return 3

    def settles_without_winner(self, options: Mapping[str, Option]) -> bool:
        """Only where the table has agreed so (ruling 5)."""
        return bool(options.get("settle_without_winner"))

    def deal_of(self, request: Fields) -> Deal:
        """Read a request of ``hu hands``."""
        return deal_of(request)

    def request_of(self, deal: Deal) -> dict[str, object]:
        """Write a deal as ``deal_of`` reads it."""
        return request_of(deal)

    def answer_of(self, deal: Deal, *, explain: bool) -> dict[str, object]:
        """Score a deal and write the answer of ``hu hands``."""
        return answer(_table(deal), self._missing(deal), explain=explain)


def _table(deal: Deal) -> Table:
    """The deal as FIMJ's own table; a stand-in takes the place of every unknown hand.

    Raises:
        InputError: the round wind or an option has no valid value.
    """
    if deal.round_wind is None:
        raise InputError("round_wind is missing: give the wind of the round, one of E S W N")
    options = Options(
        int(deal.options.get("limit") or LIMIT), deal.waived, bool(deal.options.get("settle_without_winner"))
    )
    last = _last_left(deal)
    players = (
        Seated(seat, player.hand, None, player.status) if seat == last else _seated(seat, player)
        for seat, player in deal.players.items()
    )
    return Table(deal.round_wind, tuple(players), options)


def _last_left(deal: Deal) -> str | None:
    """The seat whose player is left alone by the irregularities of all the others, if nobody won."""
    left = [
        seat
        for seat, player in deal.players.items()
        if not (player.status in STATUSES and STATUSES[str(player.status)].out)
    ]
    return left[0] if len(left) == 1 and not deal.winners else None


def _seated(seat: str, player: Player) -> Seated:
    if player.win is not None:
        return Seated(seat, player.hand or Hand(), player.win, player.status)
    if player.hand is None and not _is_out_of_points(player):
        return Seated(seat, None, None, _STAND_IN)
    return Seated(seat, player.hand, None, player.status)


def _is_missing(player: Player) -> bool:
    if player.win is not None:
        return player.hand is None
    return player.hand is None and player.points is None and not _is_out_of_points(player)


def _is_out_of_points(player: Player) -> bool:
    """Whether a player's status takes all points away, so that no tiles are needed."""
    return player.status is not None and player.status in STATUSES and not STATUSES[player.status].counts


def _player_score(found: Scored, table: Table, counted: int | None, status_name: str | None) -> PlayerScore:
    if counted is not None:
        return PlayerScore(counted)
    hand = next(player.hand for player in table.players if player.seat == found.seat) or Hand()
    winds = Winds(found.seat, table.round_wind)

    def item(counted: Counted) -> ScoreItem:
        rule = counted.rule
        tiles = tuple(explanation(rule, found.arrangement, hand.bonus, winds)) if found.arrangement else ()
        return ScoreItem(_INFO[rule.id], rule.value, counted.times, tiles)

    items = tuple(map(item, (*found.items, *found.doublings)))
    reading = found.arrangement.text(hand.bonus) if found.arrangement else ""
    status = _STATUSES.get(status_name or "")
    return PlayerScore(found.points, items, reading, tuple(_remarks(found)), status)


def _remarks(found: Scored) -> Iterator[Names]:
    if found.massimo:
        yield {"en": "Limit hand", "it": "Massimo"}
        return
    doublings = sum(counted.value for counted in found.doublings)
    if found.items or doublings:
        yield {
            "en": f"{found.base} points, doublings: {doublings}.",
            "it": f"{found.base} punti, raddoppi: {doublings}.",
        }
    if found.limited:
        yield {"en": f"Cut to the limit of {found.points}.", "it": f"Ridotto al limite di {found.points}."}


RULE_SET: Final[RuleSet] = Fimj()
