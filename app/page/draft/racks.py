"""Puts the hands that a photo shows on the racks of a draft.

A photo may show the winner's hand, and open hands of other players beside it.
"""

from dataclasses import dataclass, replace

from hu.app.page.draft.editing.hand import EditedHand
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.state import Draft, Rack
from hu.scoring.hand import SEATS
from hu.scoring.rule_set.registry import rule_set


@dataclass(frozen=True, slots=True)
class SeenHand:
    """One hand on a photo: the photographed hand, or an open hand of another player beside it.

    Attributes:
        key: the key in the photo store of the photo with this hand.
        side: the side of the table at which its player sits, counted counter-clockwise from the
            photographer, who has side 0.
        hand: its tiles.
    """

    key: str
    side: int
    hand: EditedHand


def picture_of(key: str | None) -> str:
    """Return the part of a hand's key that names its photo. Empty for no photo.

    The key of the photographed hand is this part alone. The key of another hand on the photo has a
    hyphen and the hand's side of the table after it.
    """
    return (key or "").partition("-")[0]


def takes_tiles(draft: Draft, seat: str | None) -> bool:
    """Whether the tiles of the player at a seat are entered in addition to the winner's.

    True in rules that score every hand, and in all rules for a player who won with the same
    discard. False for the winner's seat and for None.
    """
    if seat not in draft.seats or seat == draft.winner:
        return False
    return rule_set(draft.rules).scores_every_hand or seat in draft.claims


def with_all_hands(draft: Draft, hands: tuple[SeenHand, ...]) -> Draft:
    """Put the hands of a photo on the racks: the winner's hand, and the hands of other players.

    Only rules that score every hand need the hands of the other players.

    Args:
        draft: the hand in work.
        hands: the hands on the photo, the winner's first.
    """
    rack = draft.rack.with_tiles(hands[0].hand, hands[0].key)
    return with_other_hands(with_winners_rack(draft, rack), hands)


def with_winners_rack(draft: Draft, rack: Rack) -> Draft:
    """Replace the winner's rack, and remove the racks of other players that came with the old rack.

    They are the racks whose hands came from the old rack's photo, and which no player has changed.

    Args:
        draft: the hand in work.
        rack: the winner's new rack.
    """
    return replace(_without_unchanged_racks(draft), rack=rack)


def with_other_hands(draft: Draft, hands: tuple[SeenHand, ...]) -> Draft:
    """Give the other players the hands that the winner's photo shows beside the winner's.

    Only rules that score every hand need these hands. A rack stays as it is if a player has
    corrected it, taken a photo of it, or entered its points or a status.

    Args:
        draft: the hand in work.
        hands: the hands on the winner's photo, the winner's first.
    """
    if draft.winner not in SEATS or not rule_set(draft.rules).scores_every_hand:
        return draft
    cleared = _without_unchanged_racks(draft, hands)
    rack_at = dict(cleared.others)
    winners_hand, *other_hands = hands
    for hand in other_hands:
        # Seats and sides are both counted counter-clockwise round the table. So a hand is as many
        # seats away from the winner's hand as sides.
        steps_from_winner = hand.side - winners_hand.side
        seat = SEATS[(SEATS.index(draft.winner) + steps_from_winner) % len(SEATS)]
        if seat in draft.seats and seat not in rack_at:
            rack_at[seat] = Rack(History(_tiles_of_other(hand)), photo=hand.key)
    return replace(cleared, others=rack_at)


def _tiles_of_other(hand: SeenHand) -> EditedHand:
    """Return the tiles that the rack of a player other than the winner gets from a photo."""
    return replace(hand.hand, winning=None)


def _without_unchanged_racks(draft: Draft, hands: tuple[SeenHand, ...] = ()) -> Draft:
    """Return the draft without the racks whose hands came from the winner's photo unchanged.

    Args:
        draft: the hand in work.
        hands: the hands on the winner's photo. Empty if they are not known.
    """
    others = {
        seat: rack for seat, rack in draft.others.items() if not _is_unchanged(draft, rack, hands)
    }
    return replace(draft, others=others)


def _is_unchanged(draft: Draft, rack: Rack, hands: tuple[SeenHand, ...]) -> bool:
    """Whether a rack's hand came from the winner's photo, and no player has changed the rack.

    Args:
        draft: the hand in work.
        rack: the rack.
        hands: the hands on the winner's photo. Empty if they are not known.
    """
    winner_photo = draft.rack.photo or ""
    photo = rack.photo or ""
    # Of all hands on a photo, only the photographed hand has a key without a hyphen. If neither key
    # has a hyphen, both racks have the photographed hand, or no photo.
    may_be_two_hands = "-" in winner_photo or "-" in photo
    is_same_picture = picture_of(photo) == picture_of(winner_photo)
    if not may_be_two_hands or not is_same_picture:
        return False
    if rack.history.is_corrected or rack.status or rack.points is not None:
        return False
    for hand in hands:
        if hand.key == rack.photo:
            # Earlier versions stored hands of the sheet without a note that they were corrected.
            return rack.history.now == _tiles_of_other(hand)
    return True
