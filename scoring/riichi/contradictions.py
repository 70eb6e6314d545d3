"""The problems of a table of Riichi: the library's refusals as clear messages, and more."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from hu.scoring.answers.names import circumstance_problems
from hu.scoring.deal import Deal, Player
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.notation import format_tiles
from hu.scoring.problems import (
    Problem,
    at_seat,
    count_problems,
    make_problem,
    sharing_problems,
    tile_problems,
)
from hu.scoring.problems import find_problems as general_problems
from hu.scoring.riichi.game import CHOMBO, TENPAI
from hu.scoring.riichi.liability import find_liable_yakuman
from hu.scoring.riichi.presets import Preset
from hu.scoring.rule_set.rules_toml import load_rules_file
from hu.scoring.shanten import find_missing
from hu.scoring.shapes import THIRTEEN_ORPHANS, MeldsAndPair, SevenPairs, Shape
from hu.scoring.tiles import BONUS, KINDS, RED_FIVES

_PACKAGE: Final = "hu.scoring.riichi"
#: Makes a problem that has its sentence in the words of this rule set. ``make_problem`` takes the
#: words that all rule sets share.
_make_problem: Final = partial(make_problem, package=_PACKAGE)

#: The circumstances of a winner who had declared riichi.
RIICHI: Final = frozenset({"riichi", "double-riichi"})
#: The shapes of a winning hand. Four equal tiles are not two pairs.
SHAPES: Final[tuple[Shape, ...]] = (
    MeldsAndPair(),
    SevenPairs(allows_equal_pairs=False),
    THIRTEEN_ORPHANS,
)
#: Honba and sticks have at most three digits.
_MOST_COUNTERS: Final = 999
#: The wall has five dora indicators, and as many hidden ones.
_MOST_INDICATORS: Final = 5


def needs_no_checks(deal: Deal, hand: Hand, win: Win, preset: Preset) -> bool:
    """Whether a win is so ordinary that the library notices every problem. Most wins are.

    Args:
        deal: the deal.
        hand: a winner's hand.
        win: how it was won.
        preset: the rules of the table.
    """
    # A table of three lacks some tiles and a seat.
    if len(preset.seats) < len(SEATS):
        return False
    # Answers can contradict each other and the hand.
    has_answers = bool(deal.asked)
    if has_answers or win.circumstances or win.recent_discards or win.liable:
        return False
    # The library checks neither flowers and red fives, nor the seat that the tile came from.
    if hand.bonus or hand.red or not _has_clear_source(win):
        return False
    # Of the concealed melds only quads are laid down.
    for meld in hand.melds:
        if meld.kind == "other":
            return False
        if meld.concealed and meld.kind != "quad":
            return False
    # A wrong number of tiles is a problem. The winning tile is not counted here.
    return len(hand.concealed) + 3 * len(hand.melds) == 13


def _has_clear_source(win: Win) -> bool:
    """Whether the winner drew the tile, or took a discard of another player."""
    if win.winner not in SEATS:
        return False
    if win.how == "self-draw":
        return win.source is None
    return win.how == "discard" and win.source in SEATS and win.source != win.winner


def riichi_problems(deal: Deal, hand: Hand, win: Win, preset: Preset) -> tuple[Problem, ...]:
    """Find every problem of a win, except a missing yaku.

    Args:
        deal: the deal.
        hand: a winner's hand.
        win: how it was won.
        preset: the rules of the table.
    """
    problems = list(general_problems(hand, win, hand_shape=preset.hand_shape))
    problems += _tile_problems(hand)
    problems += riichi_contradictions(hand, win)
    problems += _liability_problems(deal, hand, win, preset)
    problems += table_problems(deal, preset)
    if len(deal.winners) == 1:
        # ``winners_problems`` compares the hands of several winners.
        problems += _copies_problems(deal, preset)
    return tuple(problems)


def _tile_problems(hand: Hand) -> Iterator[Problem]:
    """Find flowers and seasons, and red fives that the hand does not hold."""
    flowers = tuple(tile for tile in hand.bonus if tile in BONUS)
    if flowers:
        yield _make_problem("bonus-tiles", flowers)
    for tile in dict.fromkeys(hand.red):
        red_fives = hand.red.count(tile)
        fives = hand.tiles.count(tile)
        if red_fives > fives:
            yield _make_problem("red-without-five", (tile,), tile=tile, count=red_fives, held=fives)


def _liability_problems(deal: Deal, hand: Hand, win: Win, preset: Preset) -> Iterator[Problem]:
    """Find a player who cannot be liable.

    Another player is liable for having fed the last meld of some yakuman.

    Args:
        deal: the deal.
        hand: a winner's hand.
        win: how it was won, with the liable player.
        preset: the rules of the table.
    """
    if win.liable is None:
        return
    other_seats = [seat for seat in preset.seats if seat != win.winner]
    if win.liable not in other_seats:
        yield _make_problem("wrong-liable", seat=win.liable[:20], seats=" ".join(other_seats))
    elif win.liable in deal.winners:
        yield _make_problem("liable-won", seat=win.liable)
    elif not find_liable_yakuman(hand, preset):
        yield _make_problem("liable-for-nothing", seat=win.liable)


def riichi_contradictions(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the circumstances that contradict the hand, the win or each other."""
    yield from circumstance_problems(win, load_rules_file(_PACKAGE))
    circumstances = win.circumstances
    has_riichi = not RIICHI.isdisjoint(circumstances)
    has_both_riichi = RIICHI.issubset(circumstances)
    if has_riichi and hand.claimed_melds:
        yield _make_problem("open-riichi")
    # Problems are shown in the order in which they are found here. A discarder in a later seat
    # comes before the other problems of the first turn.
    if "first-turn" in circumstances:
        yield from _first_turn_order_problems(win)
    if has_both_riichi:
        yield _make_problem("two-riichi")
    if "ippatsu" in circumstances:
        yield from _ippatsu_problems(win, has_riichi=has_riichi)
    if "kong-replacement" in circumstances:
        yield from _replacement_problems(hand, win)
    if "last-tile" in circumstances and win.how == "robbed-kong":
        yield _make_problem("last-and-robbed")
    if "first-turn" in circumstances:
        yield from _first_turn_problems(hand, win, has_riichi=has_riichi)


def _ippatsu_problems(win: Win, *, has_riichi: bool) -> Iterator[Problem]:
    """Find contradictions of ippatsu.

    Ippatsu is a win within a turn of the riichi, without any claim in between.
    """
    if not has_riichi:
        yield _make_problem("ippatsu-alone")
    if "kong-replacement" in win.circumstances:
        yield _make_problem("ippatsu-and-replacement")
    # Ippatsu after a double riichi is a win in the first turns, long before the last tile.
    if "double-riichi" in win.circumstances and "last-tile" in win.circumstances:
        yield _make_problem("double-riichi-and-last")


def _replacement_problems(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find a rinshan kaihou that cannot have happened.

    A rinshan kaihou is a win on the replacement tile of a quad, or of a North that was set aside.
    """
    if not hand.quads and not hand.bonus:
        yield _make_problem("replacement-without-quad")
    if not win.drawn:
        yield _make_problem("replacement-on-discard")
    if "last-tile" in win.circumstances:
        yield _make_problem("last-and-replacement")


def _first_turn_order_problems(win: Win) -> Iterator[Problem]:
    """Find a renhou on the discard of a later seat.

    Renhou is a win on a discard before the winner's first turn, so the discarder sits earlier.
    """
    if win.how != "discard" or win.winner == "E" or win.winner not in SEATS:
        return
    later_seats = SEATS[SEATS.index(win.winner) + 1 :]
    if win.source in later_seats:
        yield _make_problem("first-turn-passed", source=str(win.source), winner=win.winner)


def _first_turn_problems(hand: Hand, win: Win, *, has_riichi: bool) -> Iterator[Problem]:
    """Find contradictions of a win in the first turn: tenhou, chiihou or renhou.

    Args:
        hand: the winner's hand.
        win: how it was won.
        has_riichi: whether the winner had declared riichi.
    """
    if hand.melds:
        yield _make_problem("first-turn-melds")
    if hand.bonus:
        yield _make_problem("first-turn-set-aside", hand.bonus)
    if has_riichi:
        yield _make_problem("first-turn-riichi")
    if win.how == "discard" and win.winner == "E":
        yield _make_problem("first-turn-east")
    if win.how == "robbed-kong":
        yield _make_problem("first-turn-robbed")
    if "last-tile" in win.circumstances:
        yield _make_problem("first-turn-last")


def table_problems(deal: Deal, preset: Preset) -> Iterator[Problem]:
    """Find the problems of the indicators, counters and declarations, whoever won.

    Args:
        deal: the deal.
        preset: the rules of the table.
    """
    dora_indicators = deal.tiles("dora_indicators")
    ura_indicators = deal.tiles("ura_indicators")
    yield from _indicator_problems("dora", dora_indicators, preset)
    yield from _indicator_problems("hidden", ura_indicators, preset)
    # Each hidden indicator lies below a dora indicator.
    if len(ura_indicators) > len(dora_indicators):
        yield _make_problem(
            "ura-without-dora", count=len(ura_indicators), shown=len(dora_indicators)
        )
    for name in ("honba", "sticks"):
        count = deal.number(name)
        if not 0 <= count <= _MOST_COUNTERS:
            yield _make_problem(
                "wrong-counter", counter=name, count=str(count)[:20], most=_MOST_COUNTERS
            )
    yield from _declaration_problems(deal, preset)
    yield from _seat_problems(deal, preset)


def _indicator_problems(
    kind: str, indicators: tuple[str, ...], preset: Preset
) -> Iterator[Problem]:
    """Find the problems of the dora indicators or of the ura indicators.

    Args:
        kind: ``dora`` or ``hidden``, as the messages name them.
        indicators: the indicators.
        preset: the rules of the table.
    """
    if len(indicators) > _MOST_INDICATORS:
        yield _make_problem("too-many-indicators", kind=kind, count=len(indicators))
    for tile in indicators:
        if tile not in KINDS and tile not in RED_FIVES:
            yield _make_problem("unknown-indicator", tile=tile)
        elif RED_FIVES.get(tile, tile) in preset.hand_shape.missing_kinds:
            kinds = format_tiles(preset.hand_shape.missing_kinds)
            yield make_problem("missing-kind", (tile,), tile=tile, kinds=kinds)


def _declaration_problems(deal: Deal, preset: Preset) -> Iterator[Problem]:
    """Find the problems of the seats that declared riichi or have a nagashi mangan."""
    declarers = deal.seats("declared")
    nagashi_seats = deal.seats("nagashi")
    for seat in sorted(declarers.difference(preset.seats)):
        yield _make_problem("unknown-declarer", seat=seat)
    for seat in sorted(nagashi_seats.difference(preset.seats)):
        yield make_problem("unknown-seat", seat=seat)
    winners = list(deal.winners)
    if nagashi_seats and winners:
        yield _make_problem("nagashi-and-win", winner=winners[0])
    for seat, player in deal.winners.items():
        if seat not in declarers or player.win is None:
            continue
        if RIICHI.isdisjoint(player.win.circumstances):
            yield _make_problem("declared-without", seat=seat)


def _seat_problems(deal: Deal, preset: Preset) -> Iterator[Problem]:
    """Find players, discarders and a round wind of the seat that is empty at a table of three."""
    if len(preset.seats) == len(SEATS):
        return
    # The seats of players with a hand, a win or a status, and of discarders.
    nobody = Player()
    named_seats = [seat for seat, player in deal.players.items() if player != nobody]
    for player in deal.winners.values():
        if player.win is not None and player.win.source is not None:
            named_seats.append(player.win.source)
    empty_seats = set(SEATS).difference(preset.seats)
    for seat in SEATS:
        if seat in empty_seats and seat in named_seats:
            yield _make_problem("empty-seat", seat=seat, seats=" ".join(preset.seats))
    if deal.round_wind in empty_seats:
        yield _make_problem("empty-round", seat=deal.round_wind, seats=" ".join(preset.seats))


def winners_problems(deal: Deal, preset: Preset) -> Iterator[Problem]:
    """Find the problems of several winners. At some tables only one player can win on a discard.

    Args:
        deal: the deal.
        preset: the rules of the table.
    """
    winners = list(deal.winners.values())
    if len(winners) < 2:
        return
    if len(winners) > preset.most_winners:
        yield _make_problem("too-many-winners", count=len(winners), allowed=preset.most_winners)
    ways = set()
    winning_tiles = set()
    for player in winners:
        if player.win is not None:
            ways.add((player.win.how, player.win.source))
        if player.hand is not None and player.hand.winning is not None:
            winning_tiles.add(player.hand.winning)
    # Several players win together only on one discard. A tile can be drawn by one player alone.
    has_drawn_win = ("self-draw", None) in ways
    if len(ways) > 1 or has_drawn_win:
        yield _make_problem("one-discard")
    if len(winning_tiles) > 1:
        tiles = tuple(sorted(winning_tiles))
        yield _make_problem("several-tiles", tiles, winning_tiles=" ".join(tiles))
    else:
        yield from _copies_problems(deal, preset)


def drawn_problems(deal: Deal, preset: Preset) -> Iterator[Problem]:
    """Find the problems of a deal that nobody won.

    The hand of a player in tenpai must wait for a tile, if it is shown.

    Args:
        deal: the deal.
        preset: the rules of the table.
    """
    yield from table_problems(deal, preset)
    for seat, player in deal.players.items():
        if player.hand is None or player.status != TENPAI:
            continue
        problems = [*tile_problems(player.hand, preset.hand_shape), *count_problems(player.hand)]
        for problem in problems:
            yield at_seat(problem, seat)
        if not problems and not _is_waiting(player.hand):
            yield _make_problem("noten-tenpai", seat=seat, hand=str(player.hand))
    status_of = {seat: player.status for seat, player in deal.players.items()}
    # After a chombo or an abortive draw nobody shows a hand.
    has_chombo = CHOMBO in status_of.values()
    if has_chombo or deal.void:
        return
    for seat in SEATS:
        if seat in deal.seats("declared") and status_of.get(seat) != TENPAI:
            yield _make_problem("declared-noten", seat=seat)


def _is_waiting(hand: Hand) -> bool:
    """Whether a hand lacks only its winning tile.

    A tile of which the hand holds all four copies is no winning tile.
    """
    if hand.winning is not None:
        return False
    number_of_missing_tiles = find_missing(hand.standing, hand.melds, SHAPES).missing
    return number_of_missing_tiles == 1


def _copies_problems(deal: Deal, preset: Preset) -> Iterator[Problem]:
    """Find copies of tiles, red fives too, that winners and indicators cannot show together.

    If there are several winners, their hands must have the same winning tile.
    """
    wins = [
        (player.hand, player.win) for player in deal.winners.values() if player.hand and player.win
    ]
    indicators = (*deal.tiles("dora_indicators"), *deal.tiles("ura_indicators"))
    plain_indicators = [RED_FIVES.get(tile, tile) for tile in indicators]
    yield from sharing_problems(wins, tuple(plain_indicators))
    if preset.red_fives:
        hands = [hand for hand, _ in wins]
        yield from _red_five_problems(hands, indicators, preset)


def _red_five_problems(
    hands: list[Hand], indicators: tuple[str, ...], preset: Preset
) -> Iterator[Problem]:
    """Find the suits of which winners and indicators show more red fives than are played.

    Args:
        hands: the winners' hands, all with the same winning tile.
        indicators: the dora and ura indicators. Red fives among them are ``0m``, ``0p`` and ``0s``.
        preset: the rules of the table.
    """
    for red_five, five in RED_FIVES.items():
        counts_of_hands = [hand.red.count(five) for hand in hands]
        count = indicators.count(red_five) + sum(counts_of_hands)
        has_won_with_five = bool(hands) and hands[0].winning == five
        every_hand_has_red_five = 0 not in counts_of_hands
        if has_won_with_five and every_hand_has_red_five:
            # All hands count the red five that they won with, but it exists once.
            count -= len(hands) - 1
        allowed = preset.red_fives_of(five)
        if count > allowed:
            yield _make_problem(
                "too-many-red", (five,), tile=red_five, count=count, allowed=allowed
            )
