"""The problems of a table in FIMJ: impossible hands and contradictions. Each names the seat."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from hu.scoring.answers.names import circumstance_problems
from hu.scoring.deal import Deal, Player
from hu.scoring.fimj.arrangements import is_winning, waiting_tiles, winning_suits
from hu.scoring.fimj.table import (
    READY,
    WRECKED,
    counted_seats,
    find_opener,
    is_hand_missing,
    wall_wreckers,
    winds_of,
)
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.notation import format_tiles
from hu.scoring.problems import (
    Problem,
    at_seat,
    count_problems,
    make_problem,
    shape_problems,
    sharing_problems,
    tile_problems,
    win_problems,
)
from hu.scoring.rule_set.rules_toml import load_rules_file

_PACKAGE: Final = "hu.scoring.fimj"
#: Makes a problem that has its sentence in the words of this rule set. ``make_problem`` takes the
#: words that all rule sets share.
_make_problem: Final = partial(make_problem, package=_PACKAGE)
#: The status of a player with too few tiles.
_SMALL_LORD: Final = "small-lord"


def fimj_problems(deal: Deal, *, needs_hands: bool = False) -> tuple[Problem, ...]:
    """Find every problem at a table, seat by seat. Each problem's sentence begins with the seat.

    Args:
        deal: the deal.
        needs_hands: whether a missing hand is a problem, if the player's tiles count.
    """
    result: list[Problem] = []
    seats_with_counted_tiles = counted_seats(deal)
    for seat in SEATS:
        if seat not in deal.players:
            continue
        player = deal.players[seat]
        is_missing = is_hand_missing(player) and seat in seats_with_counted_tiles
        if needs_hands and is_missing:
            result.append(at_seat(_make_problem("hand-missing"), seat))
        result += [at_seat(problem, seat) for problem in player_problems(deal, seat, player)]
    result += [at_seat(problem, seat) for seat, problem in problems_between_players(deal)]
    return tuple(result)


def player_problems(deal: Deal, seat: str, player: Player) -> Iterator[Problem]:
    """Find the problems of one player's hand, win and status.

    Args:
        deal: the deal.
        seat: the player's seat.
        player: the player. The hand may be unknown if the player did not win.
    """
    hand = player.hand
    if hand is None:
        if player.win is None:
            return
        # The unknown hand of a winner has the problems of an empty hand.
        hand = Hand()
    yield from tile_problems(hand)
    if player.win is not None:
        yield from _winner_problems(deal, player, hand, player.win)
    elif seat in counted_seats(deal):
        yield from _rack_problems(player, hand)
        if player.status == READY and not waiting_tiles(hand, winds_of(deal, seat)):
            yield _make_problem("not-ready")


def fits_rack(player: Player, hand: Hand) -> bool:
    """Whether the number of tiles of a hand that did not win agrees with the player's status.

    Ruling 10 says how many tiles a rack may have. A rack has no winning tile.
    """
    if hand.winning is not None:
        return False
    if _count_tiles_in_play(hand) > 13:
        return False
    if player.status is not None:
        # A small lord, for example, has fewer tiles.
        return True
    return _count_all_tiles(hand) >= 13


def _count_tiles_in_play(hand: Hand) -> int:
    """Count the tiles of a rack without flowers, each quad as three. At most 13 are legal."""
    return len(hand.concealed) + 3 * len(hand.melds)


def _count_all_tiles(hand: Hand) -> int:
    """Count the tiles of a rack with flowers and all four tiles of each quad.

    At least 13 are legal. 13 are enough, and not one more for each flower and quad, because no tile
    may have been drawn in place of a flower, or after a quad that was laid down when another player
    had won (ruling 10).
    """
    return _count_tiles_in_play(hand) + hand.quads + len(hand.bonus)


def win_contradictions(deal: Deal, hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the circumstances that contradict the hand, the win or each other (ruling 7).

    Args:
        deal: the deal.
        hand: a winner's hand.
        win: how it was won.
    """
    yield from circumstance_problems(win, load_rules_file(_PACKAGE))
    yield from _roof_problems(hand, win)
    for name in ("within-fifteen", "first-turn"):
        if name in win.circumstances and "last-tile" in win.circumstances:
            yield _make_problem("early-and-last", circumstance=name)
    if "first-turn" in win.circumstances:
        yield from _first_turn_problems(deal, hand, win)
    if "richi" in win.circumstances:
        yield from _richi_problems(deal, hand, win)


def _roof_problems(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find a win on the roof or a golden rooster that cannot have happened.

    On the roof ("sul tetto"), the winning tile is the replacement of a quad or a flower. A golden
    rooster is a win on the roof with the 5 of dots.
    """
    for name in ("roof", "golden-rooster"):
        if name not in win.circumstances:
            continue
        if not win.drawn:
            yield _make_problem("roof-not-drawn", circumstance=name, win=win.how)
        if not hand.bonus and not hand.quads:
            yield _make_problem("roof-without-cause", circumstance=name)
    if "golden-rooster" in win.circumstances and hand.winning != "5p":
        yield _make_problem("rooster-not-5p", tile=str(hand.winning))


def _first_turn_problems(deal: Deal, hand: Hand, win: Win) -> Iterator[Problem]:
    """Find a win in the first turn that cannot have happened.

    The opener wins with the tiles of the deal, another player on the opener's first discard.
    """
    opener = find_opener(deal)
    if hand.melds:
        yield _make_problem("first-turn-melded")
    if win.drawn:
        if win.winner != opener:
            yield _make_problem("first-turn-drawn", opener=opener)
    elif win.how != "discard" or win.source != opener:
        yield _make_problem("first-turn-claimed", opener=opener, win=win.how, seat=str(win.source))


def _richi_problems(deal: Deal, hand: Hand, win: Win) -> Iterator[Problem]:
    """Find a richi that contradicts the hand. A richi is declared on a wait for one tile."""
    if hand.winning is None:
        # A winner without a winning tile is a problem of its own.
        return
    # A hand that cannot win, such as a hand with an illegal meld, waits for no tile. So it has no
    # problem here.
    awaited_tiles = waiting_tiles(hand, winds_of(deal, win.winner))
    if len(awaited_tiles) > 1:
        yield _make_problem("richi-waits", awaited_tiles, waited=format_tiles(awaited_tiles))


def problems_between_players(deal: Deal) -> Iterator[tuple[str, Problem]]:
    """Find contradictions between players.

    Yields:
        (seat, problem). The seat is that of the player to whom the problem belongs.
    """
    wins = deal.hands_and_wins
    winners = {win.winner for _, win in wins}
    yield from _wall_problems(deal, wins)
    for hand, win in wins:
        source = win.source
        # A source that is no seat, or is the winner, is reported by ``win_problems``.
        if source is not None and source in SEATS and source != win.winner:
            if source not in deal.players:
                yield win.winner, _make_problem("source-absent", seat=source)
            elif source in winners:
                yield win.winner, _make_problem("source-won", seat=source)
        yield from _rack_contradictions(deal, hand, win)
    if len(wins) > 1:
        # Problems that several winners have together are listed once. They belong to the second
        # winner, who contradicts the first.
        _, second_win = wins[1]
        for problem in _several_winners_problems(wins):
            yield second_win.winner, problem


def _wall_problems(deal: Deal, wins: list[tuple[Hand, Win]]) -> Iterator[tuple[str, Problem]]:
    """Find a wrecked wall beside a winner, and players who are ready without a wrecked wall.

    A wrecked wall ends the deal without a winner. Then players who were waiting for a tile have the
    status "ready" ("Distruzione del muro").

    Yields:
        (seat, problem). The seat is that of the player to whom the problem belongs.
    """
    for seat, player in deal.players.items():
        if player.status == WRECKED and wins:
            _, first_win = wins[0]
            yield seat, _make_problem("wall-and-win", winner=first_win.winner)
        elif player.status == READY and not wall_wreckers(deal):
            yield seat, _make_problem("ready-without-wall")


def _several_winners_problems(wins: list[tuple[Hand, Win]]) -> Iterator[Problem]:
    """Find wins of several players that cannot be of one deal.

    Several players can only win on the same tile, from the same discarder.
    """
    ways = [_describe_win(hand, win) for hand, win in wins]
    seats = [win.winner for _, win in wins]
    if len(set(ways)) > 1:
        seats_and_ways = [f"{seat} {way}" for seat, way in zip(seats, ways, strict=True)]
        yield _make_problem("several-ways", wins=", ".join(seats_and_ways))
    elif any(win.drawn for _, win in wins):
        yield _make_problem("several-drew", seats=" and ".join(seats))
    else:
        yield from sharing_problems(wins)


def _describe_win(hand: Hand, win: Win) -> str:
    """Write the tile, the way and the source of a win, such as ``+5p by discard from W``."""
    source = f" from {win.source}" if win.source else ""
    return f"+{hand.winning} by {win.how}{source}"


def _rack_contradictions(deal: Deal, winning_hand: Hand, win: Win) -> Iterator[tuple[str, Problem]]:
    """Find a last piece or a robbed tile that the other players' racks contradict.

    The booklet's table of doublings defines both. A last piece is a winning tile whose other three
    copies are visible or the winner's, so that no other rack holds a copy. A robbed tile was to
    join an exposed triplet of the robbed player.

    Yields:
        (seat, problem). The seat is always the winner's.
    """
    tile = str(winning_hand.winning)
    for seat, player in deal.players.items():
        hand = player.hand
        if hand is None or seat == win.winner:
            continue
        held_copies = hand.concealed.count(tile)
        if "last-piece" in win.circumstances and held_copies:
            problem = _make_problem("last-piece-held", tile=tile, holder=seat, count=held_copies)
            yield win.winner, problem
        if win.how == "robbed-kong" and seat == win.source:
            exposed_tiles = [meld.tiles for meld in hand.claimed_melds]
            if (tile, tile, tile) not in exposed_tiles:
                yield win.winner, _make_problem("robbed-of-nothing", tile=tile, source=seat)


def _winner_problems(deal: Deal, player: Player, hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the problems of a winner's status, hand and win.

    Args:
        deal: the deal.
        player: the winner.
        hand: the winner's hand, empty if it is unknown.
        win: how it was won.
    """
    if player.status is not None:
        yield _make_problem("winner-irregular", status=player.status)
    yield from count_problems(hand)
    winds = winds_of(deal, win.winner)
    # Without suits the hand has another problem, such as a wrong number of tiles.
    if winning_suits(hand) is not None and not is_winning(hand, winds):
        yield from shape_problems(hand)
    yield from win_problems(hand, win)
    yield from win_contradictions(deal, hand, win)


def _rack_problems(player: Player, hand: Hand) -> Iterator[Problem]:
    """Find the problems of the tiles of a player who did not win, and whose tiles count.

    A player with too many tiles is a great lord, whose tiles do not count. A player with too few is
    a small lord. Such a number of tiles is a problem until the player has that status (ruling 10).

    Args:
        player: the player.
        hand: the player's hand.
    """
    if hand.winning is not None:
        yield _make_problem("not-a-winner", tile=hand.winning)
    tiles_in_play = _count_tiles_in_play(hand)
    all_tiles = _count_all_tiles(hand)
    if tiles_in_play > 13 and player.status == _SMALL_LORD:
        yield _make_problem("no-small-lord", count=tiles_in_play)
    elif tiles_in_play > 13:
        yield _make_problem("great-lord", count=tiles_in_play)
    elif all_tiles < 13 and player.status is None:
        yield _make_problem("small-lord", count=all_tiles)
