"""Describes the hand's screen: a column with the tiles, and a column with questions and results."""

from collections.abc import Iterator, Sequence

from hu.app.page.draft.racks import picture_of
from hu.app.page.parts.components import escape_text, note_text, tag
from hu.app.page.parts.hand import SnapPart
from hu.app.page.parts.names import rules_titles
from hu.app.page.parts.panel import (
    ActionPart,
    MarkupPart,
    PanelPart,
    SharePart,
    SpokenPart,
    ask_select,
)
from hu.app.page.photos.photo import LIMIT_MB, Note
from hu.app.page.state import SNAP, asks_for_photo, rack_on_screen, seat_on_screen
from hu.app.page.view.answers import figure_parts, hand_parts
from hu.app.page.view.game import players_at
from hu.app.page.view.problems import floating_html, to_do
from hu.app.page.view.racks import lead_back, rack_parts
from hu.app.page.view.share import share_hand
from hu.app.page.view.shown import Shown, notice_text
from hu.app.page.view.tiles import hand_view


def hand_columns(
    shown: Shown, head: Sequence[PanelPart] = (), learning: Sequence[PanelPart] = ()
) -> list[list[PanelPart]]:
    """Describe the columns of the hand's screen.

    Args:
        shown: the contents of the screen.
        head: the name of the game and its progress.
        learning: the faces that the tile set in use has learned from the photo.

    Returns:
        Two columns: the tiles, and the questions and results. A hand that nobody won and a hand
        that waits for its first photo have a single column.
    """
    seat = seat_on_screen(shown.screen, shown.draft)
    if seat is not None:
        rack = _column_of_other_rack(shown, seat, head=head, learning=learning)
        return [rack, rack_parts(shown, seat)]
    if shown.draft.is_drawn:
        return [_column_of_drawn_hand(shown, head)]
    if shown.draft.is_empty and asks_for_photo(shown.screen, shown.draft):
        return [_column_of_empty_hand(shown, head)]
    return [_column_of_winners_tiles(shown, head, learning), _column_of_answers(shown)]


def _column_of_other_rack(
    shown: Shown, seat: str, *, head: Sequence[PanelPart], learning: Sequence[PanelPart]
) -> list[PanelPart]:
    """Describe the column with the tiles of another player, or with the ways to enter them.

    Args:
        shown: the contents of the screen.
        seat: the seat of that player.
        head: the name of the game and its progress.
        learning: the faces that the tile set in use has learned from the photo.
    """
    return [
        *head,
        *_title_parts(shown, seat),
        *_tile_parts(shown, learning),
        _describe_for_screen_reader(shown, seat),
    ]


def _column_of_drawn_hand(shown: Shown, head: Sequence[PanelPart]) -> list[PanelPart]:
    """Describe the single column of a hand that nobody won."""
    title = MarkupPart(tag("h2", "hu-heading", escape_text(shown.t("game.drawn"))))
    return [*head, title, *hand_parts(shown), _offer_start_over(shown)]


def _column_of_empty_hand(shown: Shown, head: Sequence[PanelPart]) -> list[PanelPart]:
    """Describe the single column of a hand that waits for its photo.

    Nothing can be asked about the hand yet.
    """
    parts = [*head, *_title_parts(shown, seat=None), *picker_parts(shown)]
    changes_saved_hand = bool(shown.draft.entry)
    if changes_saved_hand:
        parts.append(_offer_start_over(shown))
    # The empty text replaces the text about the previous hand.
    parts.append(SpokenPart(""))
    return parts


def _column_of_winners_tiles(
    shown: Shown, head: Sequence[PanelPart], learning: Sequence[PanelPart]
) -> list[PanelPart]:
    """Describe the column with the winner's tiles, or with the figures that replace them.

    Args:
        shown: the contents of the screen.
        head: the name of the game and its progress.
        learning: the faces that the tile set in use has learned from the photo.
    """
    parts: list[PanelPart] = []
    if shown.game is None and not shown.draft.is_empty:
        # The result has headings of the level h3, so screen readers need a heading h2 above them.
        # In a game, the head is that heading.
        parts.append(MarkupPart(tag("h2", "hu-spoken", escape_text(shown.t("game.nav_hand")))))
    parts += head
    parts += _title_parts(shown, seat=None)
    has_figures = shown.draft.entered is not None
    if has_figures:
        parts += figure_parts(shown)
    else:
        parts += _tile_parts(shown, learning)
    parts.append(_describe_for_screen_reader(shown, seat=None))
    line = floating_html(shown.t, shown.draft, shown.outcome, shown.who)
    if line and not shown.is_conflicting:
        parts.append(MarkupPart(line))
    return parts


def _column_of_answers(shown: Shown) -> list[PanelPart]:
    """Describe the column with the questions about the winner's hand and its result."""
    # The floating line at the foot of a phone's screen can lead to this place.
    parts: list[PanelPart] = [MarkupPart('<div id="hu-answers" class="hu-anchor"></div>')]
    parts += hand_parts(shown)
    if shown.outcome.has_payments:
        parts.append(_offer_share(shown))
    parts.append(_offer_start_over(shown))
    return parts


def _tile_parts(shown: Shown, learning: Sequence[PanelPart]) -> list[PanelPart]:
    """Describe the tiles of the rack on the screen, or the ways to enter them.

    Args:
        shown: the contents of the screen.
        learning: the faces that the tile set in use has learned from the photo.
    """
    if asks_for_photo(shown.screen, shown.draft):
        return picker_parts(shown)
    return [*_show_tiles(shown), *learning]


def _title_parts(shown: Shown, seat: str | None) -> Iterator[PanelPart]:
    """Ask for the rules of a hand without a game, and name the owner of another player's rack."""
    t = shown.t
    draft = shown.draft
    # While the hand waits for its first photo, the home screen asks for the rules.
    waits_for_photo = draft.is_empty and asks_for_photo(shown.screen, draft)
    if shown.game is None and not waits_for_photo:
        yield ask_select(("rules",), t("rules.label"), rules_titles(t), draft.rules)
    if seat is not None:
        yield MarkupPart(tag("h2", "hu-heading", escape_text(t("others.of", who=shown.who[seat]))))
        yield lead_back(shown)


def _describe_for_screen_reader(shown: Shown, seat: str | None) -> SpokenPart:
    """Return the text that a screen reader announces when the hand changes.

    On another player's rack it gives the number of tiles alone. On the winner's hand it gives:

    - the number of tiles, until the winner is chosen, unless figures replace the tiles,
    - the next question or problem, or the points of the hand if there is none,
    - the payments, once they are known.
    """
    t = shown.t
    draft = shown.draft
    outcome = shown.outcome
    rack = rack_on_screen(shown.screen, draft)
    tile_count = t("others.tiles", count=len(rack.history.now.tiles))
    is_other_rack = seat is not None
    if is_other_rack:
        return SpokenPart(tile_count.rstrip("."))

    sentences = []
    has_winner = draft.winner is not None
    has_figures = draft.entered is not None
    if not has_winner and not has_figures:
        sentences.append(tile_count)
    next_step, _anchor = to_do(t, draft, outcome, shown.who)
    sentences.append(next_step)
    if outcome.payments is not None:
        for payment_seat, amount in outcome.payments.items():
            if amount:
                key = "seat.gets" if amount > 0 else "seat.pays"
                sentences.append(f"{t.player(payment_seat)} {t(key, amount=abs(amount))}")
    return SpokenPart(". ".join(sentence.rstrip(".") for sentence in sentences))


def _offer_start_over(shown: Shown) -> ActionPart:
    """Offer to drop the hand in work. A saved hand that it was to change stays as it is."""
    label = "result.cancel_changes" if shown.draft.entry else "hand.start_over"
    return ActionPart(("over",), "over", shown.t(label), look="quiet")


def picker_parts(shown: Shown) -> list[PanelPart]:
    """Offer the ways to enter a hand.

    The player can take a photo or tap in the tiles. At the beginning of a hand, the player can also
    enter the points, if the rules allow that, or note that nobody won, in a game.
    """
    t = shown.t
    screen = shown.screen
    is_winners_rack = seat_on_screen(screen, shown.draft) is None
    snap = SnapPart(
        texts=t.section("snap") | {"stop": t("hand.cancel")},
        limit=LIMIT_MB,
        answered=screen.answered,
        received=screen.received,
        original=screen.original,
        visit=screen.visit,
        problem=notice_text(shown, SNAP),
        # The camera never opens by itself for the winner's rack.
        open=screen.taking == "camera" and not is_winners_rack,
    )
    # If the rack has a photo already, the same gesture keeps that photo and its tiles.
    by_hand_text = "snap.cancel" if screen.taking == "again" else "snap.by_hand"
    parts = [snap, ActionPart(("by-hand",), "by-hand", t(by_hand_text), look="quiet")]
    is_beginning = shown.draft.is_empty and is_winners_rack
    if is_beginning and shown.rules.figures:
        label = t("hand.enter_points")
        enters_figures = True
        op = ("ask", "enter", enters_figures)
        parts.append(ActionPart(op, "enter", label, look="quiet"))
    if is_beginning and shown.game is not None:
        # The tap carries the number of entries that this phone has seen. If another phone has
        # saved a hand by the time the tap arrives, the tap is refused. So a drawn hand is not noted
        # twice.
        entry_count = shown.draft.known
        parts.append(ActionPart(("drawn", entry_count), "drawn", t("game.drawn")))
    return parts


def _show_tiles(shown: Shown) -> Iterator[PanelPart]:
    """Describe the tiles of the rack on the screen. Notes about their photo are above them."""
    t = shown.t
    photo = shown.photo
    rack = rack_on_screen(shown.screen, shown.draft)
    has_photo = bool(rack.photo)
    is_photo_lost = has_photo and photo is None
    if is_photo_lost:
        yield MarkupPart(tag("p", "hu-note", escape_text(t("snap.lost"))))
    for note in _notes_on_photo(shown):
        yield MarkupPart(tag("p", "hu-note is-warning", escape_text(note_text(t, note))))
    # A photo on which no tile was read has its notes, and no hint.
    has_tiles = bool(rack.history.now.groups)
    if has_tiles or photo is None:
        hint = t("hand.read_hint" if photo else "hand.tap_hint")
        yield MarkupPart(tag("p", "hu-hint hu-read-hint", escape_text(hint)))
    yield hand_view(shown)


def _notes_on_photo(shown: Shown) -> Iterator[Note]:
    """Return the notes about the photo on the screen.

    The note that the photo shows a second hand is left out once another player's rack has tiles
    from the same photo.
    """
    if shown.photo is None:
        return
    # Each hand on a photo has a key of its own. ``picture_of`` returns the part that they share.
    picture = picture_of(shown.photo.key)
    other_pictures = [picture_of(rack.photo) for rack in shown.draft.others.values() if rack.photo]
    is_second_hand_used = picture in other_pictures
    for note in shown.photo.notes:
        if note.key == "snap.second_hand" and is_second_hand_used:
            continue
        yield note


def _offer_share(shown: Shown) -> SharePart:
    """Offer the result as a picture and as a text.

    Players of a game are named without their seats.
    """
    who = shown.who
    title = ""
    if shown.game is not None:
        who = players_at(shown.draft.seating, shown.game)
        title = shown.game.title
    return share_hand(
        shown.t,
        shown.outcome,
        shown.draft,
        who=who,
        title=title or shown.t("result.title"),
        photo=shown.photo,
    )
