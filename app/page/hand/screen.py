"""The hand on the page: taking its photo, seeing its tiles, correcting them."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import streamlit as st

from hu.app.page.draft.editing.history import History
from hu.app.page.draft.scoring import Outcome
from hu.app.page.draft.state import Draft, Rack, with_rack
from hu.app.page.events import Event, is_event_number, is_open, other_hands, take_in, with_hand
from hu.app.page.hand.result import problems_at
from hu.app.page.hand.tiles_view import hand_view
from hu.app.page.hand.waiting_photo import read_in_turn
from hu.app.page.parts.components import Component, html, sent, show_picture, tag, words
from hu.app.page.parts.undo import offer_undo
from hu.app.page.photos.keep import keep_photo
from hu.app.page.photos.photo import LIMIT_MB, Adjustment, SeenPhoto, UploadError, cropped, turned
from hu.app.page.photos.turns import WaitingPhoto
from hu.app.page.screen import change_screen, screen, session, state_now
from hu.app.page.sets.learning import learn_corrections, set_choice
from hu.app.page.sets.set_line import show_set_line
from hu.app.page.visit import Visit, draft_of, log_state, save_draft
from hu.scoring.rules import rule_set

_LOG = logging.getLogger("hu.page")
#: Takes or picks a photo; ``cancel`` is the number of one that is no longer wanted, ``ask`` of one that may have come.
_SNAPPER = Component("snap", "hand/camera.js", "hand/snap.js")
_EDITOR = Component("hand", "parts/log.js", "hand/faces.js", "hand/hand_photo.js", "hand/hand_sheet.js", "hand/hand.js")
#: So many earlier taps on the tiles of a photo count.
_MOST_TAPS: Final = 7
_SNAP_WORDS = (
    "take", "pick", "more", "frame", "hint", "reading", "too_large", "no_camera", "guide", "shoot", "cancel",
    "kept", "busy", "closer", "light", "moving", "blurred", "tilted", "ready",
)  # fmt: skip


def rack_of(draft: Draft) -> tuple[str | None, Rack]:
    """Return whose tiles are on the screen: a seat, or None for the winner; and the tiles."""
    seat = screen().rack
    if seat is None or not is_open(draft, seat):
        return None, draft.rack
    return seat, draft.others.get(seat) or Rack()


def show_picker(visit: Visit) -> None:
    """Offer to take a photo, or to tap in the tiles."""
    now = screen()
    data = {
        "texts": {name: visit.t.messages[f"snap.{name}"] for name in _SNAP_WORDS} | {"stop": visit.t("hand.cancel")},
        "limit": LIMIT_MB,
        "answered": now.answered,
        "received": _received(),
        "asked": now.photo_asked,
        "visit": now.visit,
        "problem": now.snap_problem,
        "open": now.photograph is not None and now.photograph == now.rack,
    }
    _SNAPPER("snap", data, partial(_taken, visit), cancel=partial(_cancelled, visit), ask=_asked)
    label = visit.t("snap.cancel" if now.retaking else "snap.by_hand")
    st.button(label, key="by-hand", type="tertiary", width="stretch", on_click=_tap_in)
    if now.waiting_photo:
        _read(visit, now.waiting_photo)


def _tap_in() -> None:
    change_screen(waiting_photo=None, tapping=not screen().retaking, retaking=False, snap_problem=None)


def _taken(visit: Visit, number: int, name: str, content: bytes) -> None:
    """A photo has come from the browser: put it in line."""
    # What has been sent again because the answer was lost on its way is known already.
    if number > _received():
        shows = rack_of(draft_of(visit))[0]
        change_screen(waiting_photo=WaitingPhoto(shows, number, name, content, visit.turns.join()))


def _received() -> int:
    """The number of the last photo that has come from this browser."""
    waiting = screen().waiting_photo
    return max(screen().answered, waiting.number if waiting else 0)


def _asked() -> None:
    """The browser has lost sight of its photo: what the page shows next says whether it has come."""
    if is_event_number(asked := sent("snap", "ask")):
        change_screen(photo_asked=asked)


def _cancelled(visit: Visit) -> None:
    """The player did not want to wait for a photo: forget it, also when it has been read meanwhile."""
    number = sent("snap", "cancel")
    if not is_event_number(number):
        return
    change_screen(waiting_photo=None, answered=max(number, screen().answered))
    draft = draft_of(visit)
    seat, rack = rack_of(draft)
    if rack.photo and screen().last_taken == (number, rack.photo):
        visit.photos.drop(visit.browser, rack.photo)
        save_draft(visit, with_rack(draft, seat, replace(rack, history=History(), photo=None)))


def _read(visit: Visit, photo: WaitingPhoto) -> None:
    """Read a photo when its turn has come, and show its tiles."""

    def take(seen: SeenPhoto) -> None:
        if photo.shows == rack_of(draft_of(visit))[0]:
            change_screen(last_taken=(photo.number, seen.key))
            _take_over(visit, seen)
            change_screen(tapping=False, retaking=False)

    change_screen(snap_problem=read_in_turn(visit, photo, take))
    # Only now: where a tap ends this run before, the photo must not be lost.
    change_screen(waiting_photo=None, answered=max(photo.number, screen().answered))
    st.rerun()


def _take_over(visit: Visit, photo: SeenPhoto) -> None:
    """Put what a photo shows on the rack that is on the screen."""
    draft = draft_of(visit)
    seat, rack = rack_of(draft)
    visit.photos.put(visit.browser, photo)
    if seat is None:
        save_draft(visit, with_hand(draft, photo, visit.photo))
    else:
        edited = replace(photo.hand, winning=None)
        save_draft(visit, with_rack(draft, seat, replace(rack, history=History(edited), photo=photo.key)))


def show_editor(visit: Visit, draft: Draft, outcome: Outcome) -> None:
    """Show the tiles of the rack on the screen, to be corrected by tapping."""
    t = visit.t
    seat, rack = rack_of(draft)
    photo = visit.photo(rack.photo)
    _notes(visit, rack, photo)
    key = f"hand-{visit.place}-{seat or 'winner'}"
    data = hand_view(
        rack.history,
        problems_at(outcome, draft, seat),
        photo,
        t,
        winnable=seat is None or seat in draft.claims,
        asks=outcome.unsettled.get(seat, ()),
        red_fives=rule_set(draft.rules).has_red_fives,
        choices=winning_choices(outcome) if seat is None else {},
        table=other_hands(photo, visit.photo) if seat is None else (),
    )
    if picture := visit.photos.preview(visit.browser, rack.photo):
        show_picture(str(rack.photo), picture)
    _EDITOR(key, {**data, **log_state(visit, draft), "seat": seat})
    show_set_line(visit, rack, photo)


def winning_choices(outcome: Outcome) -> dict[str, tuple[int, int]]:
    """The faces that may have won, each with its points and the number of its result; empty where none is asked for."""
    same = dict(outcome.same_choices)
    return {face: (points, same[face]) for face, points in outcome.choices}


def show_keeping(visit: Visit, draft: Draft) -> None:
    """Offer to give the photo on the screen to improve the reader."""
    _, rack = rack_of(draft)
    if photo := visit.photo(rack.photo):
        _offer_keeping(visit, photo)


def _offer_keeping(visit: Visit, photo: SeenPhoto) -> None:
    key = f"keep-{photo.key}"
    # A widget's own state ends with the screen that shows it; the wish must last until the hand is finished.
    st.session_state[key] = photo.key in screen().kept
    st.checkbox(visit.t("snap.keep"), key=key, help=visit.t("snap.keep_hint"), on_change=partial(_keep, photo.key))


def _keep(key: str) -> None:
    others = screen().kept - {key}
    change_screen(kept=others | {key} if state_now()[f"keep-{key}"] else others)


def keep_wanted(visit: Visit, draft: Draft) -> None:
    """Write the finished hand's photos that the player gives, with the corrected labels."""
    for rack in (draft.rack, *draft.others.values()):
        photo = visit.opened_photo(rack.photo)
        if photo is not None and photo.key in screen().kept:
            try:
                keep_photo(visit.keep, photo, rack.history.now)
            except OSError as error:
                change_screen(snap_problem=visit.t("snap.not_kept", reason=error.strerror or str(error)))


def _notes(visit: Visit, rack: Rack, photo: SeenPhoto | None) -> None:
    t = visit.t
    if rack.photo and photo is None:
        html(tag("p", "hu-note", words(t("snap.lost"))))
    for note in photo.notes if photo else ():
        html(tag("p", "hu-note is-warning", words(t(note.key, **note.values))))
    if rack.history.now.groups or photo is None:
        html(tag("p", "hu-hint hu-read-hint", words(t("hand.read_hint" if photo else "hand.tap_hint"))))


def take_in_tap(visit: Visit, event: Event) -> None:
    """Do what a tap on the hand's screen asks for; what a photo has to be read for is done here."""
    draft = draft_of(visit)
    match event.op:
        case ["tile", None, "hand", int(side)]:
            for photo in other_hands(visit.photo(draft.rack.photo), visit.photo):
                if photo.side == side:
                    save_draft(visit, with_hand(draft, photo, visit.photo))
                    _offer_back(visit, draft)
        case ["tile", seat, "read", dict() as wanted] if seat == rack_of(draft)[0]:
            _read_again(visit, rack_of(draft)[1], wanted)
        case ["tile", None | str() as seat, *_]:
            _take_in(visit, event)
            before, after = (
                found.rack if seat is None else found.others.get(seat) for found in (draft, draft_of(visit))
            )
            if before and after and after.photo == before.photo:
                learn_corrections(visit, before, after)
        case _:
            _take_in(visit, event)


def _take_in(visit: Visit, event: Event) -> None:
    now, draft = take_in(screen(), draft_of(visit), event, visit.place, visit.photo)
    save_draft(visit, draft)
    session().screen = now


def _read_again(visit: Visit, rack: Rack, wanted: Mapping[str, Any]) -> None:
    """Read the photo once more, turned or cropped."""
    photo = visit.opened_photo(rack.photo)
    if photo is None:
        return
    try:
        adjustment = _adjusted(photo.adjustment, wanted)
        with visit.turns.at(visit.turns.join()):
            seen = visit.reader(photo.data, photo.name, draft_of(visit).rules, adjustment, set_choice(visit))
        before = draft_of(visit)
        _take_over(visit, seen)
        _offer_back(visit, before)
    except (UploadError, TypeError, ValueError):
        # What comes from a browser may say anything; the photo that can be seen stays.
        return


def _offer_back(visit: Visit, before: Draft) -> None:
    """Offer the hand as it was before it was taken from the photo in another way."""
    offer_undo(visit.t("hand.read_again"), partial(save_draft, visit, before))


def _adjusted(before: Adjustment, wanted: Mapping[str, Any]) -> Adjustment:
    if "turn" in wanted:
        return turned(before)
    if "tap" in wanted:
        x, y = (min(max(float(share), 0.0), 1.0) for share in wanted["tap"])
        return replace(before, taps=(*before.taps[-_MOST_TAPS:], (x, y)))
    left, top, right, bottom = (min(max(float(share), 0.0), 1.0) for share in wanted["crop"])
    if right - left < 0.02 or bottom - top < 0.02:
        raise ValueError("nothing left of the photo")
    return cropped(before, (left, top, right, bottom))
