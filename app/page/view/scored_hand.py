"""Scores the hands of a sheet again from their saved drafts, to show more than the sheet keeps.

These are the circumstances of a win, the patterns, and the reasons of the payments.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from hu.app.i18n import Texts
from hu.app.ledger.sheet import HandDetails, SheetFacts
from hu.app.ledger.values import Entry, Game
from hu.app.page.draft.editing.hand import to_hand
from hu.app.page.draft.next_hand import fines_of, is_playable, options_of
from hu.app.page.draft.scoring import Outcome, answers_of, assess
from hu.app.page.draft.state import Draft, draft_from_json
from hu.app.page.parts.components import escape_text, hand_pictures, tag
from hu.app.page.view.figures import describe_figures
from hu.app.page.view.game import players_at
from hu.app.page.view.result import amount_line, circumstance_name, result_html, transfers_html
from hu.app.records.scores import ScoreRecord
from hu.scoring.errors import InputError
from hu.scoring.rule_set.interface import RuleSet
from hu.scoring.rule_set.registry import rule_set


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """A saved hand, scored again.

    Attributes:
        draft: its tiles and answers.
        outcome: its score, problems and open questions.
        record: the record of its score, as in ``outcome``. It is never None here.
    """

    draft: Draft
    outcome: Outcome
    record: ScoreRecord

    def own_points_at(self, seat: str) -> int:
        """Return the points of the hand at a seat, without those for honba and the like.

        0 if the hand at this seat was not scored.
        """
        score = self.outcome.score
        if score is None or seat not in score.players:
            return 0
        return score.players[seat].own_points


@lru_cache(maxsize=4096)
def scored_hand(content: str) -> ScoredHand | None:
    """Score a hand again from the JSON of its draft.

    None if there is no draft, which is so for payments and for some imported hands, or if the hand
    cannot be scored.
    """
    try:
        draft = draft_from_json(content)
        outcome = assess(draft)
    except InputError:
        # There is no draft, its rules are not installed, or its rules do not know a name in it.
        return None
    if outcome.record is None:
        return None
    return ScoredHand(draft, outcome, outcome.record)


def details_of(entry: Entry) -> HandDetails:
    """Return the details of a hand that its entry does not have: how it was won, and its patterns.

    All details are unknown if the hand cannot be scored again from the draft of its entry.
    """
    hand = scored_hand(entry.draft)
    if hand is None:
        return HandDetails()
    # The number of the player at each seat, from 0.
    player_at = {seat: player for player, seat in enumerate(entry.seats) if seat}
    patterns = {}
    points = {}
    own_points = {}
    tiles = {}
    for seat in (hand.draft.winner, *hand.draft.claims):
        # Nobody has no player. A winner whose tiles are missing has no score.
        if seat in player_at and seat in hand.outcome.hands:
            player = player_at[seat]
            score = hand.outcome.hands[seat]
            patterns[player] = tuple(pattern.id for pattern in score.patterns or ())
            points[player] = score.value
            own_points[player] = hand.own_points_at(seat)
            # The note of the entry has only the tiles of ``draft.winner``.
            if seat == hand.draft.winner:
                tiles[player] = entry.note
            else:
                tiles[player] = str(to_hand(hand.draft.others[seat].history.now))
    return HandDetails(
        self_drawn=hand.draft.claim.win == "self-draw",
        source=player_at.get(hand.draft.claim.source or ""),
        patterns=patterns,
        points=points,
        own_points=own_points,
        tiles=tiles,
        declared=_riichi_players(hand, player_at),
    )


def _riichi_players(hand: ScoredHand, player_at: Mapping[str, int]) -> tuple[int, ...] | None:
    """Return the players who declared riichi. None in rules that do not know riichi.

    Args:
        hand: the hand.
        player_at: the number of the player at each seat, from 0.
    """
    deal = answers_of(hand.draft).deal(hand.outcome.hand)
    riichi_seats = rule_set(hand.draft.rules).declared_seats(deal)
    if riichi_seats is None:
        return None
    return tuple(player for seat, player in player_at.items() if seat in riichi_seats)


def sheet_facts(t: Texts, game: Game, entries: Sequence[Entry]) -> SheetFacts:
    """Return the facts that a game's rules and drafts add to its sheet.

    If the rules are not installed, nothing is added, because no hand can be scored again.
    """
    if not is_playable(game):
        return SheetFacts()
    return SheetFacts(
        start=rule_set(game.rules).start_points(options_of(game)),
        fines=fines_of(game, entries),
        details=details_of,
        names=_names_on_sheet(t, game),
    )


def _names_on_sheet(t: Texts, game: Game) -> Mapping[str, str]:
    """Name the patterns and statuses of a game's rules, and the reasons of a void hand, by ids."""
    rules = rule_set(game.rules)
    names = {pattern.id: t.name(pattern.names) for pattern in rules.patterns}
    # All reasons are named, because a sheet may have a reason that the game's options do not allow.
    for reason, names_of_reason in rules.voids.items():
        names[reason] = t.name(names_of_reason)
    for status in rules.statuses:
        names[status] = status_name(t, rules, status)
    return names


def status_name(t: Texts, rules: RuleSet, status: str) -> str:
    """Name a player's status in a hand, such as chombo."""
    return t.of(rules).name_of(f"status.{status}", rules.statuses[status].names)


def void_names(t: Texts, game: Game) -> dict[str, str]:
    """Name the reasons for which a hand can end before the wall is used up, by their ids.

    Empty if the game's rules and options have no such reasons.
    """
    voids = rule_set(game.rules).voids_at(options_of(game))
    return {reason: t.name(names) for reason, names in voids.items()}


def describe_hand(entry: Entry, game: Game, t: Texts) -> str:
    """Describe a hand in a line.

    For a win, the line names the winners, how they won, and the circumstances. It names the winners
    alone if the hand cannot be scored again. For a hand that nobody won, it gives the reason and
    the players' statuses.

    Args:
        entry: the hand.
        game: its game.
        t: the words of the language.
    """
    names = game.players
    winners = [names[winner] for winner in entry.winners]
    if not winners:
        return describe_drawn_hand(entry, game, t)
    hand = scored_hand(entry.draft)
    if hand is None or hand.draft.claim.win is None:
        return t("conflict.won", who=t.listed(winners), count=len(winners))
    claim = hand.draft.claim
    # The name of the discarder. There is none after a self-draw.
    source = ""
    for name, seat in zip(names, entry.seats, strict=True):
        if seat and seat == claim.source:
            source = name
    who = t.listed(winners)
    parts = [t(f"way.{claim.win}", who=who, source=source, count=len(winners))]
    for circumstance in sorted(claim.circumstances):
        parts.append(circumstance_name(t, hand.draft, circumstance))
    return " · ".join(parts)


def describe_drawn_hand(entry: Entry, game: Game, t: Texts) -> str:
    """Describe in a line a hand that nobody won: the reason, and the players with a status.

    If the rules are not installed, the reason and the statuses are unknown. The line then has only
    that nobody won.

    Args:
        entry: the hand.
        game: its game.
        t: the words of the language.
    """
    if not is_playable(game):
        return t("sheet.drawn")
    rules = rule_set(game.rules)
    reason = t("sheet.drawn")
    if entry.note in rules.voids:
        reason = t.name(rules.voids[entry.note])
    parts = [reason]
    for status in rules.statuses:
        names = []
        # The entry has no statuses if the rules do not need them to go on.
        for name, players_status in zip(game.players, entry.statuses, strict=False):
            if players_status == status:
                names.append(name)
        if names:
            parts.append(
                t.with_label(status_name(t, rules, status), t("list.separator").join(names))
            )
    return " · ".join(parts)


def entry_html(game: Game, entry: Entry, t: Texts) -> str:
    """Return a hand or a payment of the sheet in full, as HTML.

    Args:
        game: its game.
        entry: the hand or payment.
        t: the words of the language.
    """
    rows = []
    for seat, name, amount in zip(entry.seats, game.players, entry.amounts, strict=True):
        rows.append(amount_line(t, _name_with_seat(t, seat, name), amount))
    payments = tag("div", "hu-payments", tag("ul", "", *rows))
    hand = scored_hand(entry.draft)
    if hand is None:
        # It is a payment, or a hand without a draft that can be scored.
        note = note_html(entry, game, t)
        return tag("div", "hu-payments", note) + payments

    rules = rule_set(hand.draft.rules)
    name_at = players_at(entry.seats, game)
    t = t.of(rules).with_players(name_at)
    who = {seat: _name_with_seat(t, seat, name) for seat, name in name_at.items()}
    parts = [tag("p", "hu-question", escape_text(describe_hand(entry, game, t)))]
    if entry.points is not None:
        parts.append(tag("p", "hu-worth-line", escape_text(t.amount(entry.points, rules.unit))))
    # The payments are those of the sheet. The score can have other payments if the rules have
    # changed since the hand was saved. Then the reasons of the score would not fit.
    parts.append(payments)
    if _has_payments_of_sheet(hand, entry):
        parts.append(transfers_html(t, hand.record))
    parts.append(result_html(t, hand.draft, hand.outcome, who, shows_payments=False))
    return "".join(parts)


def _has_payments_of_sheet(hand: ScoredHand, entry: Entry) -> bool:
    """Whether a hand that was scored again has the same payments as its entry on the sheet."""
    if hand.outcome.payments is None:
        return False
    for seat, payment in hand.outcome.payments.items():
        if entry.amounts[entry.seats.index(seat)] != payment:
            return False
    return True


def _name_with_seat(t: Texts, seat: str | None, name: str) -> str:
    """Name a player with the seat. A player who sits out has no seat."""
    if not seat:
        return name
    return t("seat.named", seat=t.seat(seat), name=name)


def note_html(entry: Entry, game: Game, t: Texts) -> str:
    """Return the note of a hand or a payment on the sheet as HTML.

    Args:
        entry: the hand or payment.
        game: its game.
        t: the words of the language.

    Returns:
        The tiles of a won hand, or the figures that were entered instead of them. For a payment,
        its reason. For a drawn hand, why it ended and who has a status.
    """
    if entry.kind == "drawn":
        return tag("p", "hu-hint", escape_text(describe_drawn_hand(entry, game, t)))
    if entry.kind == "payment":
        return tag("p", "", escape_text(entry.note))
    try:
        return hand_pictures(entry.note, t)
    except InputError:
        return tag("p", "", escape_text(describe_figures(entry.note, rule_set(game.rules), t)))
