"""Finds the open hands that a photo shows."""

from collections.abc import Callable

from hu.app.page.draft.racks import SeenHand, picture_of
from hu.app.page.photos.photo import SeenPhoto
from hu.scoring.hand import SEATS

#: Finds a photo of a browser by its key.
PhotoOf = Callable[[str | None], SeenPhoto | None]


def hands_on(photo: SeenPhoto, photo_of: PhotoOf) -> tuple[SeenHand, ...]:
    """Return the hands on a stored photo: the hand of ``photo`` first, then all others.

    Args:
        photo: the photo with one of its hands: the photographed hand, or the hand at another side.
        photo_of: finds a stored photo by its key. Each hand on a photo is stored as a photo with a
            key of its own.
    """
    hands = [SeenHand(photo.key, photo.side, photo.hand)]
    # The key of the photographed hand has no side. The keys of other hands end with their sides.
    # Not every side has an open hand.
    possible_keys = [picture_of(photo.key)]
    possible_keys += [photo.key_at(side) for side in range(len(SEATS))]
    for key in possible_keys:
        if key == photo.key:
            continue
        photo_with_hand = photo_of(key)
        if photo_with_hand is not None:
            hands.append(SeenHand(key, photo_with_hand.side, photo_with_hand.hand))
    return tuple(hands)
