"""Riichi as a rule set: the library ``mahjong`` says what a hand is worth, this module the rest."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import ClassVar, Final

from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.yaku_config import YakuConfig

from hu.scoring.errors import InputError
from hu.scoring.hand import SEATS, Hand, Win
from hu.scoring.problems import InvalidHandError, Problem
from hu.scoring.problems import problem as make_problem
from hu.scoring.readings import ORPHANS
from hu.scoring.riichi import game
from hu.scoring.riichi.contradictions import CIRCUMSTANCES, SENTENCES, problems, table_problems
from hu.scoring.riichi.library import PRESETS, Preset, call_of, estimate
from hu.scoring.riichi.yaku import YAKU
from hu.scoring.rule_set import (
    Deal,
    DealScore,
    Names,
    Option,
    OptionInfo,
    PatternInfo,
    PlayerScore,
    RuleSet,
    ScoreItem,
    Seating,
    StatusInfo,
)
from hu.scoring.unknowns import with_winning

#: What a riichi declaration puts on the table, and what every honba adds to a win, in points.
STICK: Final = 1_000
HONBA: Final = 300
#: The basic points of a yakuman; several at once pay as one where the preset says so.
_YAKUMAN_HAN: Final = 13
#: What the library calls the reasons for fu.
_FU: Final[Mapping[str, Names]] = {
    "base": {"en": "base", "it": "base"},
    "penchan": {"en": "edge wait", "it": "attesa di bordo"},
    "kanchan": {"en": "closed wait", "it": "attesa interna"},
    "valued_pair": {"en": "pair of dragons or own wind", "it": "coppia di draghi o del proprio vento"},
    "double_valued_pair": {"en": "pair of the double wind", "it": "coppia del vento doppio"},
    "pair_wait": {"en": "pair wait", "it": "attesa sulla coppia"},
    "tsumo": {"en": "self-draw", "it": "pescata"},
    "hand_without_fu": {"en": "open hand without fu", "it": "mano aperta senza fu"},
    "closed_pon": {"en": "concealed triplet", "it": "tris coperto"},
    "open_pon": {"en": "open triplet", "it": "tris scoperto"},
    "closed_terminal_pon": {
        "en": "concealed triplet of terminals or honours",
        "it": "tris coperto di terminali o onori",
    },
    "open_terminal_pon": {"en": "open triplet of terminals or honours", "it": "tris scoperto di terminali o onori"},
    "closed_kan": {"en": "concealed quad", "it": "kong coperto"},
    "open_kan": {"en": "open quad", "it": "kong scoperto"},
    "closed_terminal_kan": {"en": "concealed quad of terminals or honours", "it": "kong coperto di terminali o onori"},
    "open_terminal_kan": {"en": "open quad of terminals or honours", "it": "kong scoperto di terminali o onori"},
}


class Riichi(RuleSet):
    """The rules of Riichi; ``hu.scoring.rule_set.RuleSet`` says what each name means."""

    name = "riichi"
    names: ClassVar[Names] = {"en": "Riichi", "it": "Riichi", "ja": "リーチ麻雀"}
    patterns: ClassVar[Sequence[PatternInfo]] = tuple(YAKU.values())
    options = (OptionInfo("preset", "ema", {"en": "Rules of", "it": "Regole di"}, choices=tuple(PRESETS)),)
    circumstances = CIRCUMSTANCES
    circumstance_names: ClassVar[Mapping[str, Names]] = {
        "riichi": {"en": "Riichi", "it": "Riichi", "ja": "立直"},
        "double-riichi": {"en": "Double riichi", "it": "Doppio riichi", "ja": "ダブル立直"},
        "ippatsu": {"en": "Ippatsu", "it": "Ippatsu", "ja": "一発"},
    }
    statuses: ClassVar[Mapping[str, StatusInfo]] = {
        "tenpai": StatusInfo(
            {"en": "Waiting hand", "it": "Mano in attesa"},
            {"en": "shares 3,000 points after a drawn deal", "it": "divide 3000 punti dopo una mano patta"},
            needs_tiles=False,
        ),
        "chombo": StatusInfo(
            {"en": "Chombo", "it": "Chombo"},
            {"en": "pays a mangan, as if the others had drawn it", "it": "paga un mangan agli altri"},
            needs_tiles=False,
        ),
    }
    has_round_wind = True
    irregular_hands = tuple((*ORPHANS, tile) for tile in ORPHANS)

    def problems(self, deal: Deal) -> tuple[Problem, ...]:
        """Find everything that is wrong, a missing yaku last."""
        preset = _preset(deal)
        found = [*table_problems(deal)] if not deal.winners else []
        for hand, win in _won(deal):
            wrong = problems(deal, hand, win, preset)
            found += wrong or _refused(estimate(call_of(deal, hand, win, preset)))
        return tuple(dict.fromkeys(found))

    def score(self, deal: Deal) -> DealScore:
        """Score the winners' hands; a drawn deal pays by the statuses ``tenpai`` and ``chombo``."""
        preset = _preset(deal)
        if not deal.winners:
            return _without_winner(deal)
        players: dict[str, PlayerScore] = {}
        payments = _sticks(deal)
        for rank, (hand, win) in enumerate(_in_turn(deal)):
            call = None if (found := problems(deal, hand, win, preset)) else call_of(deal, hand, win, preset)
            response = None if call is None else estimate(call)
            if found or response is None or (found := tuple(_refused(response))):
                raise InvalidHandError(found)
            base = _basic_points(response, preset)
            shares = _shares(base, win, honba=deal.counters.get("honba", 0) if rank == 0 else 0)
            payments = {seat: payments[seat] + shares[seat] for seat in SEATS}
            players[win.winner] = _player(hand, response, shares[win.winner], base)
        return DealScore({seat: players[seat] for seat in SEATS if seat in players}, payments)

    def winning_class(self, deal: Deal, hand: Hand, tile: str) -> object:
        """Ask the library for each tile: fu depend on the wait and on the triplet that it completes."""
        if not deal.winners:
            return tile
        win = _won(deal)[0][1]
        candidate = with_winning(hand, tile)
        preset = _preset(deal)
        if problems(deal, candidate, win, preset):
            return None
        response = estimate(call_of(deal, candidate, win, preset))
        return None if response.error else _basic_points(response, preset)

    def settles_without_winner(self, options: Mapping[str, Option]) -> bool:
        """Waiting hands are paid after a drawn deal."""
        del options
        return True

    def seating(self, options: Mapping[str, Option], winners: Sequence[Collection[str]], players: int) -> Seating:
        """An East and a South round; East repeats after winning."""
        del options, players
        return game.seating(winners)


def _preset(deal: Deal) -> Preset:
    if deal.round_wind not in SEATS:
        raise InputError("round_wind is missing or unknown: give the wind of the round, one of E S W N")
    return PRESETS[str(deal.options.get("preset") or "ema")]


def _won(deal: Deal) -> list[tuple[Hand, Win]]:
    return [(player.hand or Hand(), player.win) for player in deal.winners.values() if player.win]


def _in_turn(deal: Deal) -> list[tuple[Hand, Win]]:
    """The winners, the one next after the discarder first: honba and sticks are theirs."""
    won = _won(deal)
    source = won[0][1].source if won else None
    if source not in SEATS or any(win.winner not in SEATS for _, win in won):
        return won
    return sorted(won, key=lambda pair: (SEATS.index(pair[1].winner) - SEATS.index(str(source))) % 4)


def _refused(response: HandResponse) -> Iterator[Problem]:
    """What the library refuses although nothing else is wrong."""
    if response.error == "no_yaku":
        yield make_problem("no-yaku", (), SENTENCES)
    elif response.error == "hand_not_winning":
        yield make_problem("seven-pairs-equal", (), SENTENCES)
    elif response.error:
        yield make_problem("other", text=f"the hand cannot be scored: {response.error.replace('_', ' ')}")


def _basic_points(response: HandResponse, preset: Preset) -> int:
    """A quarter of what a player who is not East receives on a discard, before it is rounded up to hundreds."""
    han, fu = response.han or 0, response.fu or 0
    yakuman = any(yaku.is_yakuman for yaku in response.yaku or ())
    if yakuman:
        return 8_000 if preset.one_yakuman else 8_000 * (han // _YAKUMAN_HAN)
    limits = ((13, 8_000 if preset.kazoe else 6_000), (11, 6_000), (8, 4_000), (6, 3_000), (5, 2_000))
    for least, points in limits:
        if han >= least:
            return points
    rounded_up = preset.kiriage and (han, fu) in ((4, 30), (3, 60))
    return 2_000 if rounded_up else min(2_000, fu * 2 ** (2 + han))


def _shares(base: int, win: Win, honba: int) -> dict[str, int]:
    """Share out a win among the seats: East pays and receives double, a discarder pays for all."""
    shares = dict.fromkeys(SEATS, 0)
    for seat in SEATS:
        if seat != win.winner and win.drawn:
            shares[seat] = -_hundreds(base * (2 if "E" in (seat, win.winner) else 1)) - HONBA // 3 * honba
    if win.source is not None:
        shares[win.source] = -_hundreds(base * (6 if win.winner == "E" else 4)) - HONBA * honba
    shares[win.winner] = -sum(shares.values())
    return shares


def _hundreds(points: int) -> int:
    return -(-points // 100) * 100


def _sticks(deal: Deal) -> dict[str, int]:
    """Riichi sticks: this deal's declarers have paid theirs; the first winner takes all that lie on the table.

    The sticks of earlier deals come from the table, so that they are what the payments add up to.
    """
    winners = [win for _, win in _in_turn(deal)]
    declared = set(deal.declared) & set(SEATS)
    declared |= {win.winner for win in winners if win.circumstances & {"riichi", "double-riichi"}}
    found = {seat: -STICK * (seat in declared) for seat in SEATS}
    if winners and winners[0].winner in found:
        found[winners[0].winner] += STICK * (len(declared) + deal.counters.get("sticks", 0))
    return found


def _without_winner(deal: Deal) -> DealScore:
    if found := tuple(table_problems(deal)):
        raise InvalidHandError(found)
    chombo = [seat for seat, player in deal.players.items() if player.status == "chombo"]
    tenpai = [seat for seat, player in deal.players.items() if player.status == "tenpai"]
    if chombo:
        # The deal is played again, and the sticks go back to those who declared riichi.
        payments = dict.fromkeys(SEATS, 0)
        for culprit in chombo:
            fine = {seat: 4_000 if "E" in (seat, culprit) else 2_000 for seat in SEATS if seat != culprit}
            payments = {seat: payments[seat] + fine.get(seat, -sum(fine.values())) for seat in SEATS}
        return DealScore({}, payments)
    settled, sticks = game.drawn(tenpai), _sticks(deal)
    return DealScore({}, {seat: settled[seat] + sticks[seat] for seat in SEATS})


def _player(hand: Hand, response: HandResponse, points: int, base: int) -> PlayerScore:
    return PlayerScore(points, tuple(_items(response)), str(hand), tuple(_remarks(response, base)))


def _items(response: HandResponse) -> Iterator[ScoreItem]:
    for yaku in response.yaku or ():
        info = YAKU[_IDS[yaku.yaku_id]]
        han = (yaku.han_open if response.is_open_hand else yaku.han_closed) or info.worth
        if info.id in ("dora", "aka-dora", "ura-dora"):
            yield ScoreItem(info, 1, han)
        else:
            yield ScoreItem(info, min(han, _YAKUMAN_HAN), 1)


def _remarks(response: HandResponse, base: int) -> Iterator[Names]:
    han, fu = response.han, response.fu
    yield {"en": f"{han} han, {fu} fu.", "it": f"{han} han, {fu} fu."}
    for detail in response.fu_details or ():
        reason = _FU.get(detail["reason"], {"en": detail["reason"].replace("_", " ")})
        yield {language: f"{detail['fu']} fu: {text}" for language, text in reason.items()}
    if limit := _LIMITS.get(base) or ("Yakuman" if base > 8_000 else ""):
        yield {"en": limit, "it": limit}


_LIMITS: Final = {2_000: "Mangan", 3_000: "Haneman", 4_000: "Baiman", 6_000: "Sanbaiman", 8_000: "Yakuman"}


#: Our ids by the library's numbers.
_IDS: Final = {yaku.yaku_id: name.replace("_", "-") for name, yaku in vars(YakuConfig()).items()}
RULE_SET: Final[RuleSet] = Riichi()
