"""The other players' racks: the list beside the hand, and the questions about each rack."""

from collections.abc import Iterator

from hu.app.page.draft.answers import MOST_POINTS
from hu.app.page.draft.scoring import answers_of, open_at
from hu.app.page.parts.components import tag, words
from hu.app.page.parts.panel import (
    ActionPart,
    ChoicePart,
    MarkupPart,
    NumberPart,
    PanelPart,
    SwitchPart,
    ask_choice,
    ask_select,
)
from hu.app.page.view.problems import problems_at
from hu.app.page.view.result import circumstance_name
from hu.app.page.view.shown import Shown, problem_parts


def rack_parts(shown: Shown, seat: str) -> list[PanelPart]:
    """Describe the facts about another player that the tiles do not show.

    They are a win, an irregularity, and points that the player counted.
    """
    parts: list[PanelPart] = []
    if shown.rules.scores_every_hand:
        parts += _facts(shown, seat)
    else:
        parts += _circumstances(shown, seat)
    parts += problem_parts(shown, problems_at(shown.outcome, shown.draft, seat))
    parts += way_on(shown, seat)
    return parts


def _circumstances(shown: Shown, seat: str) -> Iterator[ChoicePart]:
    """Ask which circumstances accompanied the win of another winner of the same discard."""
    chosen = shown.draft.claims[seat].circumstances
    possible = shown.outcome.others_circumstances.get(seat, ())
    # An answer that no longer applies stays visible, so that the player can take it back.
    offered = (*possible, *sorted(chosen))
    names = {name: circumstance_name(shown.t, shown.draft, name) for name in offered}
    if names:
        op = ("rack", seat, "special")
        yield ask_choice(op, shown.t("ask.special"), names, chosen, many=True)


def _facts(shown: Shown, seat: str) -> Iterator[PanelPart]:
    """Ask for everything that counts in rules that score every hand."""
    t = shown.t
    draft = shown.draft
    rack = shown.rack_at(seat)
    yield MarkupPart(tag("p", "hu-worth-line", words(_worth(shown, seat))))
    if draft.claim.win in ("discard", "robbed-kong") and seat != draft.claim.source:
        yield SwitchPart(
            op=("rack", seat, "won-too"), label=t("others.won_too"), on=seat in draft.claims
        )
    names = {"none": t("status.none")}
    for status in shown.rules.statuses:
        names[status] = _status_name(shown, status)
    op = ("rack", seat, "status")
    yield ask_select(op, t("others.status"), names, rack.status or "none")
    if not rack.history.now.groups:
        yield NumberPart(
            op=("rack", seat, "points"),
            label=t("others.counted"),
            value=rack.points,
            least=0,
            most=MOST_POINTS,
            step=2,
        )


def other_racks(shown: Shown) -> Iterator[PanelPart]:
    """List the other players' racks. Each opens to be photographed, tapped in or counted."""
    t = shown.t
    draft = shown.draft
    title = "others.racks" if draft.drawn else "others.title"
    if not draft.drawn:
        hint = "others.hint"
    elif shown.rules.pays_without_winner(answers_of(draft).options):
        hint = "others.hint_drawn"
    else:
        hint = "others.hint_irregular"
    yield MarkupPart(
        '<div id="hu-others" class="hu-place"></div>'
        + tag("h3", "hu-heading", words(t(title)))
        + tag("p", "hu-hint", words(t(hint)))
    )
    for seat in draft.seats:
        if seat != draft.winner:
            yield _rack_button(shown, seat)


def other_winners(shown: Shown) -> Iterator[PanelPart]:
    """Ask who else won with the same discard.

    This is asked under rules that allow several winners but score no other hands.
    """
    draft = shown.draft
    most_winners = shown.rules.most_winners(answers_of(draft).options)
    if draft.claim.win == "self-draw" or most_winners < 2:
        return
    names = {}
    for seat in draft.seats:
        if seat not in (draft.winner, draft.claim.source):
            names[seat] = shown.who[seat]
    yield ask_choice(("ask", "winners"), shown.t("ask.won_too"), names, draft.claims, many=True)
    for seat in draft.claims:
        yield _rack_button(shown, seat)


def _rack_button(shown: Shown, seat: str) -> ActionPart:
    """Describe the button that opens a rack. Its sign shows whether the points are known."""
    if open_at(shown.draft, shown.outcome, seat):
        sign = "?"
    elif _is_known(shown, seat):
        sign = "✓"
    else:
        sign = "○"
    label = f"{shown.who[seat]} · {_worth(shown, seat)}"
    return ActionPart(("open", seat, False), f"rack-{seat}", label, sign=sign)


def _is_known(shown: Shown, seat: str) -> bool:
    """Whether a player's points are known.

    A drawn hand can be paid before points were entered that do not matter.
    """
    if shown.outcome.record is None or seat in shown.outcome.missing:
        return False
    rack = shown.rack_at(seat)
    was_entered = rack.points is not None or rack.status is not None
    return was_entered or bool(rack.history.now.groups) or seat in shown.draft.claims


def _worth(shown: Shown, seat: str) -> str:
    """Describe a rack in words: its points, its irregularity, or its number of tiles."""
    t = shown.t
    rack = shown.rack_at(seat)
    if _is_known(shown, seat):
        _unit_key, worth = shown.outcome.hands[seat].worth
        return t.amount(worth, shown.rules.unit)
    if rack.status:
        return _status_name(shown, rack.status)
    count = len(rack.history.now.tiles)
    return t("others.tiles", count=count) if count else t("others.empty")


def _status_name(shown: Shown, status: str) -> str:
    names = shown.rules.statuses[status].names
    return shown.t.of(shown.rules).name_of(f"status.{status}", names)


def way_on(shown: Shown, seat: str | None) -> Iterator[ActionPart]:
    """Lead from a hand to the next rack that the payments need.

    From the last rack, lead back to the winner's.

    Args:
        shown: the contents of the screen.
        seat: the owner of the rack on the screen. None for the winner.
    """
    for other in shown.outcome.missing:
        if other != seat:
            label = shown.t("others.next", who=shown.who[other])
            yield ActionPart(("open", other, True), "next-rack", label, look="main")
            return
    if seat is not None:
        yield ActionPart(("open", None, True), "next-rack", _back_text(shown), look="main")


def way_back(shown: Shown) -> ActionPart:
    """Lead from a rack back to the hand."""
    return ActionPart(("open", None, False), "back", _back_text(shown))


def _back_text(shown: Shown) -> str:
    return shown.t("others.back_drawn" if shown.draft.drawn else "others.back")
