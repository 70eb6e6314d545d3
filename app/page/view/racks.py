"""Describes the other players' racks: the list beside the hand, and the questions about a rack."""

from collections.abc import Iterator
from typing import Final

from hu.app.page.draft.answers import MOST_POINTS
from hu.app.page.draft.scoring import photo_questions_at
from hu.app.page.parts.components import escape_text, tag
from hu.app.page.parts.panel import (
    ActionPart,
    ChoicePart,
    EventStart,
    MarkupPart,
    NumberPart,
    PanelPart,
    SwitchPart,
    ask_choice,
    ask_select,
)
from hu.app.page.view.problems import problems_at
from hu.app.page.view.result import circumstance_name
from hu.app.page.view.scored_hand import status_name
from hu.app.page.view.shown import Shown, problem_parts

#: An empty element in front of the other players' racks. The floating line can lead to it.
_RACKS_ANCHOR: Final = '<div id="hu-others" class="hu-place"></div>'


def rack_parts(shown: Shown, seat: str) -> list[PanelPart]:
    """Describe the questions about another player's rack, the rack's problems, and the way on.

    In rules that score every hand, the questions are about a win, the player's status, and the
    points that the player counted. In other rules, they are only about the circumstances of the
    player's win.
    """
    parts: list[PanelPart] = []
    if shown.rules.scores_every_hand:
        parts += _ask_about_scored_rack(shown, seat)
    else:
        parts += _ask_circumstances(shown, seat)
    parts += problem_parts(shown, problems_at(shown.outcome, shown.draft, seat))
    parts += lead_to_next_rack(shown, seat)
    return parts


def _ask_circumstances(shown: Shown, seat: str) -> Iterator[ChoicePart]:
    """Ask which circumstances accompanied the win of another winner of the same discard."""
    chosen = shown.draft.claims[seat].circumstances
    circumstances = list(shown.outcome.circumstances_of_other_winners.get(seat, ()))
    # An answer that no longer applies stays visible, so that the player can take it back.
    circumstances += sorted(chosen.difference(circumstances))
    names = {name: circumstance_name(shown.t, shown.draft, name) for name in circumstances}
    if names:
        op = ("rack", seat, "special")
        yield ask_choice(op, shown.t("ask.special"), names, chosen, many=True)


def _ask_about_scored_rack(shown: Shown, seat: str) -> Iterator[PanelPart]:
    """Ask for the facts about a rack in rules that score every hand.

    They are whether the player won with the same discard, the player's status, and, for a rack
    without tiles, the points that the player counted. Above them is a line that describes the rack.
    """
    t = shown.t
    draft = shown.draft
    rack = shown.rack_at(seat)
    yield MarkupPart(tag("p", "hu-worth-line", escape_text(_describe_rack(shown, seat))))
    # A tile that a player discarded or was robbed of can complete the hands of all other players.
    is_won_from_player = draft.claim.win in ("discard", "robbed-kong")
    if is_won_from_player and seat != draft.claim.source:
        yield SwitchPart(
            op=("rack", seat, "won-too"), label=t("others.won_too"), on=seat in draft.claims
        )
    names = {"none": t("status.none")}
    for status in shown.rules.statuses:
        names[status] = status_name(t, shown.rules, status)
    op = ("rack", seat, "status")
    yield ask_select(op, t("others.status"), names, rack.status or "none")
    if not rack.history.now.groups:
        yield NumberPart(
            op=("rack", seat, "points"),
            label=t("others.counted"),
            value=rack.points,
            least=0,
            most=MOST_POINTS,
            # The points of a hand are always even.
            step=2,
        )


def other_racks(shown: Shown) -> Iterator[PanelPart]:
    """List the other players' racks as buttons. A tap opens a rack, so that it can be entered."""
    t = shown.t
    draft = shown.draft
    title = "others.racks" if draft.is_drawn else "others.title"
    if not draft.is_drawn:
        hint = "others.hint"
    elif shown.rules.pays_without_winner(draft.chosen_options):
        hint = "others.hint_drawn"
    else:
        # Nobody pays for the points of the hands. Only statuses such as a false win count.
        hint = "others.hint_irregular"
    yield MarkupPart(
        _RACKS_ANCHOR
        + tag("h3", "hu-heading", escape_text(t(title)))
        + tag("p", "hu-hint", escape_text(t(hint)))
    )
    for seat in draft.seats:
        if seat != draft.winner:
            yield _rack_button(shown, seat)


def other_winners(shown: Shown) -> Iterator[PanelPart]:
    """Ask which other players won with the same discard, and list the racks of these players.

    Nothing is asked after a self-draw, or if the options allow only a single winner.
    """
    draft = shown.draft
    most_winners = shown.rules.most_winners(draft.chosen_options)
    is_self_drawn = draft.claim.win == "self-draw"
    if is_self_drawn or most_winners < 2:
        return
    names = {}
    for seat in draft.seats:
        if seat not in (draft.winner, draft.claim.source):
            names[seat] = shown.who[seat]
    yield ask_choice(("ask", "winners"), shown.t("ask.won_too"), names, draft.claims, many=True)
    # The floating line leads here while the tiles of one of these winners are missing.
    yield MarkupPart(_RACKS_ANCHOR)
    for seat in draft.claims:
        yield _rack_button(shown, seat)


def _rack_button(shown: Shown, seat: str) -> ActionPart:
    """Describe the button that opens a rack.

    Its sign is ``?`` if the rack's photo leaves a question open, ``✓`` if the rack's points are
    known, and ``○`` otherwise.
    """
    if photo_questions_at(shown.draft, shown.outcome, seat):
        sign = "?"
    elif _has_points(shown, seat):
        sign = "✓"
    else:
        sign = "○"
    label = f"{shown.who[seat]} · {_describe_rack(shown, seat)}"
    op = _open_rack(seat, goes_on=False)
    return ActionPart(op=op, name=f"rack-{seat}", label=label, sign=sign)


def _open_rack(seat: str | None, *, goes_on: bool) -> EventStart:
    """Return the fields of the gesture ``OpenRack``.

    Args:
        seat: the seat of the rack's player. None for the winner's rack.
        goes_on: whether the button is the large button of a player who enters one rack after
            another. If the rack on the screen has a photo, the camera then opens at once for the
            rack at ``seat``.
    """
    return ("open", seat, goes_on)


def _has_points(shown: Shown, seat: str) -> bool:
    """Whether the points of a player's rack are known, because something was entered about it.

    If points do not matter to the payments of a drawn hand, it is scored with empty racks too. The
    points that such a score gives to an empty rack mean nothing.
    """
    is_scored = shown.outcome.record is not None
    if not is_scored or seat in shown.outcome.missing_seats:
        return False
    rack = shown.rack_at(seat)
    has_tiles = bool(rack.history.now.groups)
    has_counted_points = rack.points is not None
    has_status = rack.status is not None
    has_won = seat in shown.draft.claims
    return has_tiles or has_counted_points or has_status or has_won


def _describe_rack(shown: Shown, seat: str) -> str:
    """Describe a rack by its points. If they are unknown, by its status or its number of tiles."""
    t = shown.t
    rack = shown.rack_at(seat)
    if _has_points(shown, seat):
        return t.amount(shown.outcome.hands[seat].value, shown.rules.unit)
    if rack.status:
        return status_name(t, shown.rules, rack.status)
    count = len(rack.history.now.tiles)
    if not count:
        return t("others.empty")
    return t("others.tiles", count=count)


def lead_to_next_rack(shown: Shown, seat: str | None) -> Iterator[ActionPart]:
    """Offer a button that leads to the next rack whose tiles are missing.

    If no tiles of another rack are missing, the button on another player's rack leads back to the
    winner's hand, and the winner's hand has no such button.

    Args:
        shown: the contents of the screen.
        seat: the seat of the player whose rack is on the screen. None for the winner's rack.
    """
    for next_seat in shown.outcome.missing_seats:
        if next_seat != seat:
            label = shown.t("others.next", who=shown.who[next_seat])
            op = _open_rack(next_seat, goes_on=True)
            yield ActionPart(op=op, name="next-rack", label=label, look="main")
            return
    if seat is not None:
        op_back = _open_rack(seat=None, goes_on=True)
        yield ActionPart(op=op_back, name="next-rack", label=_back_text(shown), look="main")


def lead_back(shown: Shown) -> ActionPart:
    """Offer a button from another player's rack back to the winner's hand."""
    op = _open_rack(seat=None, goes_on=False)
    return ActionPart(op=op, name="back", label=_back_text(shown))


def _back_text(shown: Shown) -> str:
    """Return the text of a button that leads back to the winner's hand, or to a drawn hand."""
    if shown.draft.is_drawn:
        return shown.t("others.back_drawn")
    return shown.t("others.back")
