"""The racks of a draft as a photo shows them.

A photo shows the winner's hand, and the other players' open hands beside it.
"""

from dataclasses import dataclass, replace

from hu.app.page.draft.editing.hand import EditedHand
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.state import Draft, Rack
from hu.scoring.hand import SEATS
from hu.scoring.rule_set.registry import rule_set


@dataclass(frozen=True, slots=True)
class SeenHand:
    """One hand on a photo.

    It is the photographed hand, which the photo was taken of, or a hand that another player laid
    open beside it.

    Attributes:
        key: names the photo with this hand in the photo store.
        side: the side of the table at which its player sits, counted counter-clockwise from the
            photographer, who has side 0.
        hand: its tiles.
    """

    key: str
    side: int
    hand: EditedHand


def picture_of(key: str | None) -> str:
    """Return the part of a photo's key that all hands on it share. Empty for no photo.

    The key of a hand at another side of the table ends with a hyphen and the side.
    """
    return (key or "").partition("-")[0]


def takes_tiles(draft: Draft, seat: str | None) -> bool:
    """Whether the tiles of another player can be entered. False for the winner and for no seat."""
    if seat not in draft.seats or seat == draft.winner:
        return False
    return rule_set(draft.rules).scores_every_hand or seat in draft.claims


def with_hand(draft: Draft, hands: tuple[SeenHand, ...]) -> Draft:
    """Take over the winner's hand from a photo, and with it the other racks that the photo shows.

    Earlier steps can no longer be undone, because their tiles have outlines on another photo.

    Args:
        draft: the hand in work.
        hands: the hands on the photo, the winner's first.
    """
    rack = replace(draft.rack, history=History(hands[0].hand), photo=hands[0].key)
    return with_racks(replace(_without_racks(draft), rack=rack), hands)


def with_racks(draft: Draft, hands: tuple[SeenHand, ...]) -> Draft:
    """Give the other players the hands that the winner's photo shows.

    Only rules that score every hand need the other hands. A rack that was corrected, that has a
    photo of its own, or that has only points stays.

    Args:
        draft: the hand in work.
        hands: the hands on the winner's photo, the winner's first.
    """
    if draft.winner not in SEATS or not rule_set(draft.rules).scores_every_hand:
        return draft
    cleared = _without_racks(draft)
    rack_at = dict(cleared.others)
    winners_hand, *other_hands = hands
    for hand in other_hands:
        # Seats and sides both go round the table counter-clockwise.
        steps_from_winner = hand.side - winners_hand.side
        seat = SEATS[(SEATS.index(draft.winner) + steps_from_winner) % len(SEATS)]
        if seat in draft.seats and seat not in rack_at:
            tiles = replace(hand.hand, winning=None)
            rack_at[seat] = Rack(History(tiles), photo=hand.key)
    return replace(cleared, others=rack_at)


def _without_racks(draft: Draft) -> Draft:
    """Return the draft without the unchanged racks that came with the winner's photo."""
    before = draft.others.items()
    others = {seat: rack for seat, rack in before if not _came_with_winner(draft, rack)}
    return replace(draft, others=others)


def _came_with_winner(draft: Draft, rack: Rack) -> bool:
    """Whether a rack is a hand of the winner's photo that nobody has touched."""
    winner_photo = draft.rack.photo or ""
    photo = rack.photo or ""
    # Of two hands on one photo, at least one has a key that ends with a hyphen and its side.
    shows_several_hands = "-" in winner_photo or "-" in photo
    is_same_picture = picture_of(photo) == picture_of(winner_photo)
    if not shows_several_hands or not is_same_picture:
        return False
    return not rack.history.steps and not rack.status
