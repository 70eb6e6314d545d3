"""FIMJ, the Italian federation's rules, as a rule set."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from hu.scoring.deals import DOUBLINGS, POINTS
from hu.scoring.fimj.arrangements import irregular_hands, serpents
from hu.scoring.fimj.contradictions import problems, shared_problems, win_contradictions
from hu.scoring.fimj.patterns import RULES, Chapter, Winds
from hu.scoring.fimj.payments import totals, transfers, wall_transfers
from hu.scoring.fimj.scores import LAST_LEFT, HandWorth, copies_beyond_set, score_hands
from hu.scoring.fimj.table import (
    STATUSES,
    check_table,
    find_last_player,
    pays_without_winner,
    tiles_count,
    wall_wreckers,
)
from hu.scoring.hand import SEATS, Hand, Meld, Win
from hu.scoring.problems import InvalidHandError, Problem
from hu.scoring.readings import format_group
from hu.scoring.rule_set import (
    ClaimStyle,
    Deal,
    DealScore,
    Option,
    Player,
    PlayerScore,
    RuleSet,
    ScoreItem,
    Seating,
    Transfer,
)
from hu.scoring.rules_file import pattern_info, pattern_rows
from hu.scoring.seating import seat_players
from hu.scoring.shapes import THIRTEEN_ORPHANS, ListedHands, SetsAndPair, SevenPairs, Shape
from hu.scoring.texts import Names, Text, text

#: Doublings that a player in a tournament may claim without having declared them.
_UNDECLARED: Final = 4

#: The booklet's chapters, by the chapter of a rule.
_CHAPTERS: Final[dict[Chapter, str]] = {
    "points": "Come contare i punti",
    "fundamental": "Raddoppi fondamentali",
    "closing": "Raddoppi da chiusura",
    "massimo": "Massimi",
}

_PACKAGE: Final = "hu.scoring.fimj"
_EXAMPLES: Final = {row["id"]: row["example"] for row in pattern_rows(_PACKAGE)}
_INFO: Final = {
    rule.id: pattern_info(
        _PACKAGE,
        rule.id,
        rule.value,
        DOUBLINGS if rule.group in ("fundamental", "closing") else POINTS,
        example=_EXAMPLES.get(rule.id, ""),
        chapter=_CHAPTERS[rule.group],
    )
    for rule in (*RULES, LAST_LEFT)
}


class Fimj(RuleSet):
    """The rules of FIMJ; ``hu.scoring.rule_set.RuleSet`` says what each name means."""

    name = "fimj"
    patterns = tuple(_INFO[rule.id] for rule in RULES)
    dealer_stays = True
    seat_counts = (4, 3)
    has_round_wind = True
    scores_every_hand = True
    claim_style = ClaimStyle.APART
    shapes = (
        SetsAndPair(),
        SevenPairs(),
        THIRTEEN_ORPHANS,
        ListedHands(tuple(sorted(serpents())), Text("shapes.serpents", _PACKAGE)),
    )

    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find everything that is wrong at the table, seat by seat."""
        check_table(deal)
        return problems(deal)

    def contradictions(self, deal: Deal, hand: Hand, win: Win) -> Iterable[Problem]:
        """The circumstances that contradict the hand, each other (ruling 7) or what the others hold."""
        return (
            *win_contradictions(deal, hand, win),
            *(found for _, found in shared_problems(deal)),
        )

    def score(self, deal: Deal) -> DealScore:
        """Score every known hand; the payments follow once every hand that decides is known."""
        hands = score_hands(deal)
        last = find_last_player(deal)
        paid = list(deal.winners) or ([last] if last else [])
        missing: tuple[str, ...] = ()
        wreckers = wall_wreckers(deal)
        if deal.winners or wreckers or pays_without_winner(deal):
            missing = tuple(
                seat
                for seat, player in deal.players.items()
                if seat != last and _is_missing(player)
            )
        points: dict[str, int] = {}
        players: dict[str, PlayerScore] = {}
        for seat in [seat for seat in SEATS if seat in deal.players]:
            player, found = deal.players[seat], hands.get(seat)
            points[seat] = found.points if found else player.points or 0
            if seat not in missing:
                players[seat] = _player_score(found, player) if found else PlayerScore(points[seat])
        # A hand that nobody won is void (ruling 5).
        owed: tuple[Transfer, ...] = ()
        if wreckers and not missing:
            owed = wall_transfers(points, wreckers)
        elif not missing and (paid or pays_without_winner(deal)):
            owed = transfers(points, paid)
        tiles = copies_beyond_set(deal)
        warnings = tuple(
            [f"the players show too many copies of {tile}; check their hands" for tile in tiles]
        )
        return DealScore(
            players, None if missing else totals(points, owed), missing, owed, warnings
        )

    def check_request(self, deal: Deal) -> None:
        """Every hand that counts must stand in a request."""
        check_table(deal)
        if any(map(_is_missing, deal.players.values())) and (
            wrong := problems(deal, hands_needed=True)
        ):
            raise InvalidHandError(wrong)

    def player_answer(self, player: PlayerScore, *, explain: bool) -> dict[str, object]:
        """Write a player's points before and after doubling, and where they come from."""
        doublings = [item for item in player.items if item.pattern.unit.doubles]
        plain = doublings if explain else sorted(doublings, key=lambda item: item.pattern.id)
        details = {"base": 0, "massimo": None, "limited": False, **player.details}
        written: dict[str, object] = {
            "points": player.points,
            "base": details["base"],
            "doublings": [
                {"id": item.pattern.id, "count": item.total}
                | (_names_and_reasons(item) if explain else {})
                for item in plain
            ],
            "massimo": details["massimo"],
            "limited": details["limited"],
            "reading": player.reading or None,
        }
        if not explain:
            return written
        items = [
            {"id": item.pattern.id, "points": item.worth, "count": item.count}
            | _names_and_reasons(item)
            for item in player.items
            if not item.pattern.unit.doubles
        ]
        status = next((name for name, status in STATUSES.items() if status == player.status), None)
        told = status and {
            "id": status,
            "names": dict(STATUSES[status].names),
            "reasons": dict(STATUSES[status].consequence),
        }
        return written | {"items": items, "status": told}

    def winning_shapes(
        self,
        options: Mapping[str, Option],
        melds: Sequence[Meld],
        winner: str | None,
        round_wind: str | None,
    ) -> tuple[Shape, ...]:
        """The pair of a serpent of the dragons is of the player's winds; the little serpent may have claimed melds."""
        del options
        winds = Winds(winner, round_wind) if winner and round_wind else None
        listed = tuple(irregular_hands(tuple(melds), winds))
        return SetsAndPair(), SevenPairs(), ListedHands(listed, Text("shapes.irregular", _PACKAGE))

    def waivable(self, deal: Deal, score: DealScore) -> tuple[str, ...]:
        """In a tournament more than four doublings count only if they were declared."""
        if not deal.options.get("tournament"):
            return ()
        doublings = [
            item
            for seat in deal.winners
            for item in score.players[seat].items
            if item.pattern.unit.doubles
        ]
        if sum(item.total for item in doublings) <= _UNDECLARED and not deal.waived:
            return ()
        return tuple(
            dict.fromkeys([*(item.pattern.id for item in doublings), *sorted(deal.waived)])
        )

    def seating(
        self, options: Mapping[str, Option], winners: Sequence[Collection[str]], players: int
    ) -> Seating:
        """East passes when another seat has won, in a tournament after every deal, won or void.

        After the booklet, "Durata di una partita", "Regolamento di gara" and "Tavolo da tre giocatori": a round is over
        when the chair that began as North has been East. At a table of three the fourth chair is dead: it is North
        first and takes its turn at every wind. In a tournament the first round's wind is that of the wall in which the
        breach was opened.
        """
        if options.get("tournament"):
            first = str(options.get("first_wind") or "E")
            return seat_players(len(winners), len(winners), players=players, first_wind=first)
        passed = sum(any(seat != "E" for seat in won) for won in winners)
        return seat_players(len(winners), passed, players=players, first_wind="E")

    def most_winners(self, options: Mapping[str, Option]) -> int:
        """Everybody but the discarder."""
        del options
        return 3

    def pays_without_winner(self, options: Mapping[str, Option]) -> bool:
        """Only where the table has agreed so (ruling 5)."""
        return bool(options.get("settle_without_winner"))


def _is_missing(player: Player) -> bool:
    return player.hand is None and (
        player.win is not None or (player.points is None and tiles_count(player))
    )


def _player_score(found: HandWorth, player: Player) -> PlayerScore:
    items = [
        ScoreItem(
            _INFO[count.row.id], count.worth, count.times, tuple(map(format_group, count.groups))
        )
        for count in found.items
    ]
    return PlayerScore(
        found.points,
        (*items, *found.extras),
        found.case.text() if found.case else "",
        tuple(_remarks(found)),
        STATUSES.get(player.status or ""),
        {
            "base": found.base,
            "massimo": found.massimo.id if found.massimo else None,
            "limited": found.limited,
        },
    )


def _remarks(found: HandWorth) -> Iterator[Names]:
    if found.massimo:
        yield Text("remark.limit-hand", _PACKAGE)
        return
    if found.items:
        yield text("remark.sum", _PACKAGE, base=found.base, doublings=found.doublings)
    if found.limited:
        yield text("remark.cut", _PACKAGE, points=found.points)


def _names_and_reasons(item: ScoreItem) -> dict[str, object]:
    pattern = item.pattern
    return {
        "names": dict(pattern.names),
        "reasons": dict(pattern.condition),
        "why": list(item.tiles),
    }


RULE_SET: Final[RuleSet] = Fimj()
