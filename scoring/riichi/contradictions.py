"""What a Riichi table does not allow: every refusal of the library as one clear line of ours, and more."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from hu.scoring.answers.names import circumstance_problems
from hu.scoring.deal import Deal
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.problems import (
    Problem,
    at_seat,
    count_problems,
    problem,
    sharing_problems,
    tile_problems,
)
from hu.scoring.problems import find_problems as general_problems
from hu.scoring.riichi.game import CHOMBO, TENPAI
from hu.scoring.riichi.presets import Preset
from hu.scoring.rule_set.rules_toml import load_rules_file
from hu.scoring.shanten import find_missing
from hu.scoring.shapes import THIRTEEN_ORPHANS, MeldsAndPair, SevenPairs, Shape
from hu.scoring.tiles import DRAGONS, KINDS, RED_FIVES, WINDS

_problem: Final = partial(problem, package="hu.scoring.riichi")

#: The circumstances of a winner who had declared riichi.
RIICHI: Final = frozenset({"riichi", "double-riichi"})
#: What wins.
SHAPES: Final[tuple[Shape, ...]] = (MeldsAndPair(), SevenPairs(alike=False), THIRTEEN_ORPHANS)
#: Honba and sticks have at most three digits.
_MOST_COUNTERS: Final = 999


def needs_no_checks(deal: Deal, hand: Hand, win: Win) -> bool:
    """Whether nothing can be wrong but what the library notices: the short way for most hands."""
    if deal.asked or win.circumstances:
        return False
    if hand.bonus or hand.red or win.recent_discards or win.liable or win.winner not in SEATS:
        return False
    if win.how == "self-draw":
        known_source = win.source is None
    else:
        known_source = win.how == "discard" and win.source in SEATS and win.source != win.winner
    sets = len(hand.melds)
    melds_are_sets = all(
        meld.kind == "quad" or (meld.kind != "other" and not meld.concealed) for meld in hand.melds
    )
    return known_source and melds_are_sets and len(hand.concealed) + 3 * sets == 13


def problems(deal: Deal, hand: Hand, win: Win, preset: Preset) -> tuple[Problem, ...]:
    """Find everything that is wrong with a win, but for a missing yaku."""
    return (
        *general_problems(hand, win),
        *_tiles(hand),
        *contradictions(hand, win),
        *_liable(hand, win),
        *table_problems(deal),
        *(_shared_tiles(deal, preset) if len(deal.winners) == 1 else ()),
    )


def _tiles(hand: Hand) -> Iterator[Problem]:
    if hand.bonus:
        yield _problem("bonus-tiles", hand.bonus)
    for tile in dict.fromkeys(hand.red):
        count, held = hand.red.count(tile), hand.tiles.count(tile)
        if count > held:
            yield _problem("red-without-five", (tile,), tile=tile, count=count, held=held)


def _liable(hand: Hand, win: Win) -> Iterator[Problem]:
    others = [seat for seat in SEATS if seat != win.winner]
    if win.liable is None:
        return
    if win.liable not in others:
        yield _problem("wrong-liable", seat=win.liable[:20], seats=" ".join(others))
    elif not any(
        _was_fed(hand, kinds, count) for kinds, count in ((DRAGONS, 3), (WINDS, 4), (KINDS, 4))
    ):
        yield _problem("liable-for-nothing", seat=win.liable)


def _was_fed(hand: Hand, kinds: tuple[str, ...], count: int) -> bool:
    """Whether a hand holds ``count`` triplets of these honors, or quads, at least one of them claimed."""
    fed = [
        meld
        for meld in hand.melds
        if meld.tiles[0] in kinds and (meld.kind == "quad" or kinds is not KINDS)
    ]
    standing = sum(hand.standing.count(tile) >= 3 for tile in kinds) if kinds is not KINDS else 0
    return len(fed) + standing >= count and any(not meld.concealed for meld in fed)


def contradictions(hand: Hand, win: Win) -> Iterator[Problem]:
    """Find the circumstances that contradict the hand, the win or each other."""
    circumstances = win.circumstances
    yield from circumstance_problems(win, load_rules_file("hu.scoring.riichi"))
    riichi = not RIICHI.isdisjoint(circumstances)
    claimed = sum(not meld.concealed for meld in hand.melds)
    wrong = {
        "two-riichi": {"riichi", "double-riichi"} <= circumstances,
        "ippatsu-alone": "ippatsu" in circumstances and not riichi,
        "ippatsu-and-replacement": {"ippatsu", "kong-replacement"} <= circumstances,
        "double-riichi-and-last": {"double-riichi", "ippatsu", "last-tile"} <= circumstances,
        "replacement-without-quad": "kong-replacement" in circumstances and not hand.quads,
        "replacement-on-discard": "kong-replacement" in circumstances and not win.drawn,
        "last-and-replacement": {"kong-replacement", "last-tile"} <= circumstances,
        "last-and-robbed": "last-tile" in circumstances and win.how == "robbed-kong",
    }
    if riichi and claimed:
        yield _problem("open-riichi")
    if "first-turn" in circumstances:
        wrong |= {
            "first-turn-melds": bool(hand.melds),
            "first-turn-riichi": riichi,
            "first-turn-east": win.how == "discard" and win.winner == "E",
            "first-turn-robbed": win.how == "robbed-kong",
            "first-turn-last": "last-tile" in circumstances,
        }
        if (
            win.how == "discard"
            and win.source in SEATS[SEATS.index(win.winner) + 1 :]
            and win.winner != "E"
        ):
            yield _problem("first-turn-passed", source=str(win.source), winner=win.winner)
    yield from (_problem(name) for name, found in wrong.items() if found)


def table_problems(deal: Deal) -> Iterator[Problem]:
    """What is wrong with the indicators, counters and declarations, whoever won."""
    dora, ura = deal.tiles("dora_indicators"), deal.tiles("ura_indicators")
    for kind, indicators in (("dora", dora), ("hidden", ura)):
        if len(indicators) > 5:
            yield _problem("too-many-indicators", kind=kind, count=len(indicators))
        for tile in indicators:
            if tile not in KINDS and tile not in RED_FIVES:
                yield _problem("unknown-indicator", tile=tile)
    if len(ura) > len(dora):
        yield _problem("ura-without-dora", count=len(ura), shown=len(dora))
    for name in ("honba", "sticks"):
        if not 0 <= (count := deal.number(name)) <= _MOST_COUNTERS:
            yield _problem(
                "wrong-counter", counter=name, count=str(count)[:20], most=_MOST_COUNTERS
            )
    yield from _declared_problems(deal)


def _declared_problems(deal: Deal) -> Iterator[Problem]:
    for seat in sorted(deal.seats("declared") - set(SEATS)):
        yield _problem("unknown-declarer", seat=seat)
    for seat in sorted(deal.seats("nagashi") - set(SEATS)):
        yield problem("unknown-seat", seat=seat)
    if deal.seats("nagashi") and deal.winners:
        yield _problem("nagashi-and-win", winner=next(iter(deal.winners)))
    for seat, player in deal.winners.items():
        if (
            seat in deal.seats("declared")
            and player.win
            and RIICHI.isdisjoint(player.win.circumstances)
        ):
            yield _problem("declared-without", seat=seat)


def winners_problems(deal: Deal, preset: Preset) -> Iterator[Problem]:
    """What is wrong with several winners: some rules give a discard to the next player alone."""
    winners = deal.winners.values()
    if len(winners) < 2:
        return
    if len(winners) > preset.most_winners:
        yield _problem("too-many-winners", count=len(winners), allowed=preset.most_winners)
    ways = {(player.win.how, player.win.source) for player in winners if player.win}
    if len(ways) > 1 or ways & {("self-draw", None)}:
        yield _problem("one-discard")
    tiles = sorted(
        {str(player.hand.winning) for player in winners if player.hand and player.hand.winning}
    )
    if len(tiles) > 1:
        yield _problem("several-tiles", tuple(tiles), told=" ".join(tiles))
    else:
        yield from _shared_tiles(deal, preset)


def drawn_problems(deal: Deal) -> Iterator[Problem]:
    """What is wrong with a deal that nobody won; a hand that is shown must wait where its player says so."""
    yield from table_problems(deal)
    for seat, player in deal.players.items():
        if player.hand and player.status == TENPAI:
            wrong = [*tile_problems(player.hand), *count_problems(player.hand)]
            yield from (at_seat(found, seat) for found in wrong)
            if not wrong and not _waits(player.hand):
                yield _problem("noten-tenpai", seat=seat, hand=str(player.hand))
    statuses = {seat: player.status for seat, player in deal.players.items()}
    if CHOMBO not in statuses.values():
        for seat in SEATS:
            if seat in deal.seats("declared") and statuses.get(seat) != TENPAI:
                yield _problem("declared-noten", seat=seat)


def _waits(hand: Hand) -> bool:
    """Whether a tile completes a hand that it does not hold all copies of."""
    return hand.winning is None and find_missing(hand.standing, hand.melds, SHAPES).missing == 1


def _shared_tiles(deal: Deal, preset: Preset) -> Iterator[Problem]:
    """What the winners' hands and the indicators cannot show together: copies of a tile, red fives."""
    shown = (*deal.tiles("dora_indicators"), *deal.tiles("ura_indicators"))
    won = [
        (player.hand, player.win) for player in deal.winners.values() if player.hand and player.win
    ]
    yield from sharing_problems(won, tuple(RED_FIVES.get(tile, tile) for tile in shown))
    for red, five in RED_FIVES.items():
        held = [hand.red.count(five) for hand, _ in won]
        # A red five that several won with lies on the table once.
        shared = len(won) - 1 if won and all(held) and won[0][0].winning == five else 0
        count, allowed = sum(held) - shared + shown.count(red), preset.red_fives_of(five)
        if preset.red_fives and count > allowed:
            yield _problem("too-many-red", (five,), tile=red, count=count, allowed=allowed)
