"""What cannot be true of a table in FIMJ: every problem names the seat."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from hu.scoring.circumstances import circumstance_problems
from hu.scoring.deals import Deal, Player
from hu.scoring.fimj.arrangements import waits, winning_suits, wins
from hu.scoring.fimj.patterns import Winds
from hu.scoring.fimj.table import (
    READY,
    WRECKED,
    find_last_player,
    opener,
    tiles_count,
    wall_wreckers,
)
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.notation import format_tiles
from hu.scoring.problems import (
    Problem,
    at_seat,
    count_problems,
    problem,
    shape_problems,
    sharing_problems,
    tile_problems,
    win_problems,
)
from hu.scoring.rules_file import load_rules_file

_problem: Final = partial(problem, package="hu.scoring.fimj")


def problems(deal: Deal, *, hands_needed: bool = False) -> tuple[Problem, ...]:
    """Find everything that is wrong at a table, seat by seat; each problem's sentence begins with the seat.

    Args:
        deal: a table of FIMJ.
        hands_needed: whether a hand that counts must be there.
    """
    found: list[Problem] = []
    for seat in [seat for seat in SEATS if seat in deal.players]:
        player = deal.players[seat]
        if (
            hands_needed
            and player.hand is None
            and tiles_count(player)
            and seat != find_last_player(deal)
        ):
            found.append(at_seat(_problem("hand-missing"), seat))
        found += [at_seat(problem, seat) for problem in player_problems(deal, seat, player)]
    return (*found, *(at_seat(problem, seat) for seat, problem in shared_problems(deal)))


def player_problems(deal: Deal, seat: str, player: Player) -> Iterator[Problem]:
    """Find what is wrong with one player's hand, win and status; a hand that did not win may be unknown."""
    hand = Hand() if player.win and player.hand is None else player.hand
    if hand is None:
        return
    yield from tile_problems(hand)
    if player.win is not None:
        yield from _winner_problems(deal, player, hand, player.win)
    elif tiles_count(player) and seat != find_last_player(deal):
        yield from _rack_problems(player, hand)
        if player.status == READY and not waits(hand, Winds(seat, str(deal.round_wind))):
            yield _problem("not-ready")


def rack_fits(player: Player, hand: Hand) -> bool:
    """Whether the number of tiles of a hand that did not win agrees with the player's status (ruling 10)."""
    playing = len(hand.concealed) + 3 * len(hand.melds)
    enough = (
        playing == 13 or player.status is not None or playing + hand.quads + len(hand.bonus) >= 13
    )
    return playing <= 13 and enough and hand.winning is None


def win_contradictions(deal: Deal, hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the circumstances that contradict the hand, the win or each other (ruling 7)."""
    told = win.circumstances
    yield from circumstance_problems(win, load_rules_file("hu.scoring.fimj"))
    yield from _roof(hand, win)
    for name in ("within-fifteen", "first-turn"):
        if {name, "last-tile"} <= told:
            yield _problem("early-and-last", circumstance=name)
    if "first-turn" in told:
        yield from _first_turn(deal, hand, win)
    if (
        "richi" in told
        and hand.winning is not None
        and all(meld.kind != "other" for meld in hand.melds)
    ):
        waited = waits(hand, Winds(win.winner, str(deal.round_wind)))
        if len(waited) > 1:
            yield _problem("richi-waits", waited, waited=format_tiles(waited))


def _roof(hand: Hand, win: Win) -> Iterator[Problem]:
    for name in [name for name in ("roof", "golden-rooster") if name in win.circumstances]:
        if not win.drawn:
            yield _problem("roof-not-drawn", circumstance=name, win=win.how)
        if not (hand.bonus or hand.quads):
            yield _problem("roof-without-cause", circumstance=name)
    if "golden-rooster" in win.circumstances and hand.winning != "5p":
        yield _problem("rooster-not-5p", tile=str(hand.winning))


def shared_problems(deal: Deal) -> Iterator[tuple[str, Problem]]:
    """Find what contradicts between players: the seat at fault, and the problem."""
    won = [(player.hand or Hand(), player.win) for player in deal.players.values() if player.win]
    for seat, player in deal.players.items():
        if player.status == WRECKED and won:
            yield seat, _problem("wall-and-win", winner=won[0][1].winner)
        elif player.status == READY and not wall_wreckers(deal):
            yield seat, _problem("ready-without-wall")
    for hand, win in won:
        if win.source in SEATS and win.source not in deal.players:
            yield win.winner, _problem("source-absent", seat=str(win.source))
        elif win.source != win.winner and win.source in {other.winner for _, other in won}:
            yield win.winner, _problem("source-won", seat=str(win.source))
        yield from _against_racks(deal, hand, win)
    if len({_way(hand, win) for hand, win in won}) > 1:
        told = ", ".join(f"{win.winner} {_way(hand, win)}" for hand, win in won)
        yield won[1][1].winner, _problem("several-ways", wins=told)
    elif len(won) > 1 and won[0][1].drawn:
        yield (
            won[1][1].winner,
            _problem("several-drew", seats=" and ".join(win.winner for _, win in won)),
        )
    elif len(won) > 1:
        yield from ((won[1][1].winner, found) for found in sharing_problems(won))


def _against_racks(deal: Deal, winners: Hand, win: Win) -> Iterator[tuple[str, Problem]]:
    """Find what the other players' racks contradict: the table of doublings says what last-piece and robbed need."""
    tile = str(winners.winning)
    for seat, player in deal.players.items():
        hand = player.hand
        if hand is None or seat == win.winner:
            continue
        if "last-piece" in win.circumstances and (count := hand.concealed.count(tile)):
            yield win.winner, _problem("last-piece-held", tile=tile, holder=seat, count=count)
        if (
            win.how == "robbed-kong"
            and seat == win.source
            and not any(
                meld.kind == "triplet" and meld.tiles[0] == tile and not meld.concealed
                for meld in hand.melds
            )
        ):
            yield win.winner, _problem("robbed-of-nothing", tile=tile, source=seat)


def _winner_problems(deal: Deal, player: Player, hand: Hand, win: Win) -> Iterator[Problem]:
    if player.status is not None:
        yield _problem("winner-irregular", status=player.status)
    yield from count_problems(hand)
    winds = Winds(win.winner, str(deal.round_wind))
    if hand.winning is not None and winning_suits(hand) is not None and not wins(hand, winds):
        yield from shape_problems(hand)
    yield from win_problems(hand, win)
    yield from win_contradictions(deal, hand, win)


def _rack_problems(player: Player, hand: Hand) -> Iterator[Problem]:
    if hand.winning is not None:
        yield _problem("not-a-winner", tile=hand.winning)
    playing = len(hand.concealed) + 3 * len(hand.melds)
    held = playing + hand.quads + len(hand.bonus)
    if playing > 13:
        yield _problem("great-lord" if player.status is None else "no-small-lord", count=playing)
    elif held < 13 and player.status is None:
        yield _problem("small-lord", count=held)


def _first_turn(deal: Deal, hand: Hand, win: Win) -> Iterator[Problem]:
    first = opener(deal)
    if hand.melds:
        yield _problem("first-turn-melded")
    if win.drawn and win.winner != first:
        yield _problem("first-turn-drawn", opener=first)
    if not win.drawn and (win.how != "discard" or win.source != first):
        yield _problem("first-turn-claimed", opener=first, win=win.how, seat=str(win.source))


def _way(hand: Hand, win: Win) -> str:
    source = f" from {win.source}" if win.source else ""
    return f"+{hand.winning} by {win.how}{source}"
