"""A photo of the whole table: every player's open hand on it, and whose it is once the winner is known."""

from dataclasses import replace

from hu.app.page.draft.editing.history import History
from hu.app.page.draft.state import Draft, Rack
from hu.app.page.photos.photo import SeenPhoto
from hu.app.page.visit import Visit
from hu.scoring.hand import SEATS
from hu.scoring.rules import rule_set


def other_hands(visit: Visit, photo: SeenPhoto | None) -> tuple[SeenPhoto, ...]:
    """The other open hands on a photo, each as a photo of its own."""
    keys = () if photo is None else (_photo_of(photo.key), *map(photo.key_at, range(len(SEATS))))
    return tuple(found for key in keys if photo and key != photo.key and (found := visit.photo(key)))


def with_hand(visit: Visit, draft: Draft, photo: SeenPhoto) -> Draft:
    """Take over the winner's hand from a photo, and with it the racks that it shows.

    Earlier steps had their outlines in another photo: undoing does not lead back to them.
    """
    rack = replace(draft.rack, history=History(photo.hand), photo=photo.key)
    return with_racks(visit, replace(_without_racks(draft), rack=rack))


def with_racks(visit: Visit, draft: Draft) -> Draft:
    """Give the other players the hands that the winner's photo shows: the seats go round counter-clockwise.

    What was corrected, counted or photographed alone stays.
    """
    photo = visit.photo(draft.rack.photo)
    if photo is None or draft.winner not in SEATS or not rule_set(draft.rules).scores_every_hand:
        return draft
    cleared = _without_racks(draft)
    racks = dict(cleared.others)
    for hand in other_hands(visit, photo):
        seat = SEATS[(SEATS.index(draft.winner) + hand.side - photo.side) % len(SEATS)]
        if seat in draft.seats and seat not in racks:
            racks[seat] = Rack(History(replace(hand.hand, winning=None)), hand.key)
    return replace(cleared, others=racks)


def _without_racks(draft: Draft) -> Draft:
    """The draft without racks that came with the winner's photo and were left as they were."""
    own = draft.rack.photo or ""

    def came_along(rack: Rack) -> bool:
        key = rack.photo or ""
        return "-" in own + key and _photo_of(key) == _photo_of(own) and not (rack.history.steps or rack.status)

    return replace(draft, others={seat: rack for seat, rack in draft.others.items() if not came_along(rack)})


def _photo_of(key: str | None) -> str:
    """The key that all hands of one photo share."""
    return (key or "").partition("-")[0]
