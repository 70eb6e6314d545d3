"""What taps need beside the hand itself: photos read once more, tile sets that learn, photos given for training."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, Final

from hu.app.page.draft.state import Draft
from hu.app.page.events import Event, other_hands, rack_on_screen, take_in, with_hand
from hu.app.page.hand.photos import read_again
from hu.app.page.parts.components import Part, markup, tag, words
from hu.app.page.parts.undo import offer_undo
from hu.app.page.photos.keep import keep_photo
from hu.app.page.photos.photo import Adjustment, UploadError, crop_to, turn_once
from hu.app.page.screen import SNAP, screen, session, tell
from hu.app.page.sets.learning import begin_set, learn_corrections
from hu.app.page.visit import Visit, draft_of, save_draft

#: Earlier taps on the tiles of a photo that still count.
_MOST_TAPS: Final = 7


def take_in_tap(visit: Visit, event: Event) -> None:
    """Do what a tap on the hand's screen asks for; what a photo has to be read for is done here."""
    draft = draft_of(visit)
    match event.op:
        case ["tile", None, "hand", int(side)]:
            for other in other_hands(visit.photo(draft.rack.photo), visit.photo):
                if other.side == side:
                    save_draft(visit, with_hand(draft, other, visit.photo))
                    _offer_back(visit, draft)
        case ["tile", seat, "read", dict() as wanted] if seat == rack_on_screen(screen(), draft)[0]:
            if photo := visit.load_photo(rack_on_screen(screen(), draft)[1].photo):
                # What comes from a browser may say anything: then the photo that can be seen stays.
                with suppress(UploadError, TypeError, ValueError):
                    read_again(visit, photo, _adjust(photo.adjustment, wanted))
                    _offer_back(visit, draft)
        case ["remember"]:
            begin_set(visit, rack_on_screen(screen(), draft)[1])
        case _:
            _take_in(visit, event)


def _take_in(visit: Visit, event: Event) -> None:
    before = draft_of(visit)
    now, draft = take_in(screen(), before, event, visit.place, visit.photo)
    save_draft(visit, draft)
    session().screen = now
    for seat in (None, *draft.others):
        was, rack = (
            found.rack if seat is None else found.others.get(seat) for found in (before, draft)
        )
        if was and rack and was != rack and was.photo == rack.photo:
            learn_corrections(visit, was, rack)
        elif was and rack and was.photo and rack.photo is None:
            # A photo that the player did not want to wait for.
            visit.photos.drop(visit.browser, was.photo)


def _offer_back(visit: Visit, before: Draft) -> None:
    """Offer the hand as it was before it was taken from the photo in another way."""
    offer_undo(visit.t("hand.read_again"), partial(save_draft, visit, before))


def _adjust(before: Adjustment, wanted: Mapping[str, Any]) -> Adjustment:
    if "turn" in wanted:
        return turn_once(before)
    if "tap" in wanted:
        x, y = (min(max(float(share), 0.0), 1.0) for share in wanted["tap"])
        return replace(before, taps=(*before.taps[-_MOST_TAPS:], (x, y)))
    left, top, right, bottom = (min(max(float(share), 0.0), 1.0) for share in wanted["crop"])
    if right - left < 0.02 or bottom - top < 0.02:
        raise ValueError("nothing left of the photo")
    return crop_to(before, (left, top, right, bottom))


def keeping_parts(visit: Visit) -> list[Part]:
    """Offer to give the photo on the screen to improve the reader."""
    photo = visit.photo(rack_on_screen(screen(), draft_of(visit))[1].photo)
    if photo is None:
        return []
    on = photo.key in screen().kept
    hint = markup(tag("p", "hu-hint", words(visit.t("snap.keep_hint"))))
    return [
        {"kind": "switch", "op": ["keep", photo.key], "label": visit.t("snap.keep"), "on": on},
        hint,
    ]


def keep_given_photos(visit: Visit, draft: Draft) -> None:
    """Write the finished hand's photos that the player gives, with the corrected labels."""
    for rack in (draft.rack, *draft.others.values()):
        photo = visit.load_photo(rack.photo)
        if photo is not None and photo.key in screen().kept:
            try:
                keep_photo(visit.keep, photo, rack.history.now)
            except OSError as error:
                tell(SNAP, visit.t("snap.not_kept", reason=error.strerror or str(error)))
