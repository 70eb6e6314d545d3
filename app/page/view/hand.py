"""The hand's screen as values for the browser: a column with the tiles, and one with all that is asked and found."""

from collections.abc import Sequence

from hu.app.page.parts.components import Part, action, choice, markup, tag, words
from hu.app.page.parts.names import rules_by_name
from hu.app.page.photos.photo import LIMIT_MB
from hu.app.page.state import SNAP, is_picking, rack_on_screen
from hu.app.page.view.answers import Shown, hand_parts, notice_text, rack_parts, way_back
from hu.app.page.view.result import floating_html
from hu.app.page.view.share import share_hand
from hu.app.page.view.tiles import hand_view


def view(
    shown: Shown, head: Sequence[Part] = (), learning: Sequence[Part] = ()
) -> list[list[Part]]:
    """Describe the hand's screen: one column or two, below what says where the game stands."""
    t, draft, screen = shown.t, shown.draft, shown.screen
    seat, _ = rack_on_screen(screen, draft)
    picking = is_picking(screen, draft)
    way_out = "result.cancel_changes" if draft.entry else "hand.start_over"
    over = action(["over"], "over", t(way_out), "quiet")
    if draft.drawn and seat is None:
        title = markup(tag("h2", "hu-heading", words(t("game.drawn"))))
        return [[*head, title, *hand_parts(shown), over]]
    left = list(head)
    if shown.game is None and not (draft.empty and picking):
        names = rules_by_name(t)
        left.append({**choice(["rules"], t("rules.label"), names, [draft.rules]), "kind": "select"})
    if seat is not None:
        left += [
            markup(tag("h2", "hu-heading", words(t("others.of", who=shown.who[seat])))),
            way_back(shown),
        ]
    left += picker_parts(shown) if picking else [*_tiles(shown), *learning]
    if picking and draft.empty and seat is None:
        return [[*left, *([over] if draft.entry else [])]]
    if seat is not None:
        return [left, rack_parts(shown, seat)]
    if not shown.conflicting and (line := floating_html(t, draft, shown.outcome, shown.who)):
        left.append(markup(line))
    sharing = [_share(shown)] if shown.outcome.final else []
    return [
        left,
        [
            markup('<div id="hu-answers" class="hu-anchor"></div>'),
            *hand_parts(shown),
            *sharing,
            over,
        ],
    ]


def picker_parts(shown: Shown) -> list[Part]:
    """Offer to take a photo, to tap in the tiles, or in a game to note that nobody won."""
    t, now = shown.t, shown.screen
    snap = {
        "kind": "snap",
        "texts": t.section("snap") | {"stop": t("hand.cancel")},
        "limit": LIMIT_MB,
        "answered": now.answered,
        "received": now.received,
        "visit": now.visit,
        "problem": notice_text(shown, SNAP),
        "open": now.taking == "camera" and now.rack is not None,
    }
    other_way = "snap.cancel" if now.taking == "again" else "snap.by_hand"
    parts = [snap, action(["by-hand"], "by-hand", t(other_way), "quiet")]
    if shown.game is not None and shown.draft.empty and now.rack is None:
        parts.append(action(["drawn", shown.draft.known], "drawn", t("game.drawn")))
    return parts


def _tiles(shown: Shown) -> list[Part]:
    """The tiles of the rack on the screen, to be corrected by tapping; above them notes on their photo."""
    t, photo = shown.t, shown.photo
    _, rack = rack_on_screen(shown.screen, shown.draft)
    notes = [
        tag("p", "hu-note is-warning", words(t(note.key, **note.values)))
        for note in (photo.notes if photo else ())
    ]
    if rack.photo and photo is None:
        notes.insert(0, tag("p", "hu-note", words(t("snap.lost"))))
    if rack.history.now.groups or photo is None:
        notes.append(
            tag(
                "p",
                "hu-hint hu-read-hint",
                words(t("hand.read_hint" if photo else "hand.tap_hint")),
            )
        )
    return [*map(markup, notes), hand_view(shown)]


def _share(shown: Shown) -> Part:
    """The result as a picture and as a text; players of a game are named without their seats."""
    t, draft, game, who = shown.t, shown.draft, shown.game, shown.who
    if game is not None:
        who = {seat: game.players[player] for player, seat in enumerate(draft.seating) if seat}
    title = (game.title if game else "") or t("result.title")
    return share_hand(t, shown.outcome, draft, who, title, shown.photo)
