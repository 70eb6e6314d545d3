"""Doubts that only the picture shows: tiles cut off by its edge, and light that hides the faces."""

from dataclasses import replace
from statistics import median
from typing import Final

from hu.app.reading.model import Doubt, HandReading
from hu.vision.photo.decoding import Photo
from hu.vision.photo.quality import BadLight, find_bad_light, is_cut, shown_area

#: A tile at the photo's edge is a sliver if its area is less than this share of the usual area.
_SLIVER: Final = 0.7


def add_photo_doubts(reading: HandReading, photo: Photo) -> HandReading:
    """Add the doubts that only the picture shows.

    Doubts about tiles at the photo's edge come before the reading's doubts. A doubt about the
    photo's light comes after them. If the reading has no hand, a doubt about the light replaces all
    other doubts.
    """
    doubts = (*_doubts_about_slivers(reading, photo), *reading.doubts)
    has_doubtful_face = any(doubt.about == "face" for doubt in reading.doubts)
    # The light of a legal hand without a doubtful face does not matter. Measuring it takes 1 % of
    # the processor time of a photo.
    if reading.hand.tiles and reading.is_legal and not has_doubtful_face:
        return replace(reading, doubts=doubts)

    bad_light = find_bad_light(photo)
    if bad_light is not None:
        if reading.hand.tiles:
            doubts = (*doubts, _light_doubt(bad_light, hides_hand=False))
        else:
            # Without a hand, other questions make no sense until the light is right.
            doubts = (_light_doubt(bad_light, hides_hand=True),)
    return replace(reading, doubts=doubts)


def _light_doubt(bad_light: BadLight, *, hides_hand: bool) -> Doubt:
    """The doubt about a photo's light.

    Args:
        bad_light: how the light is wrong.
        hides_hand: whether no hand was found, perhaps because of the light.
    """
    case = "too-bright" if bad_light == "too bright" else "too-dark"
    if hides_hand:
        return Doubt(id="light", tile=None, parameters={"case": case, "hides_hand": True})
    return Doubt(id="light", tile=None, parameters={"case": case})


def _doubts_about_slivers(reading: HandReading, photo: Photo) -> list[Doubt]:
    """Ask about tiles of the hand that the photo's edge cuts to a sliver.

    Tiles whose faces are in doubt already are left out.
    """
    detections = [tile.laid.detection for tile in reading.tiles]
    if not detections:
        return []
    usual_area = median(detection.width * detection.height for detection in detections)
    doubtful_tiles = {doubt.tile for doubt in reading.doubts if doubt.about == "face"}
    doubts = []
    for tile in reading.tiles:
        detection = tile.laid.detection
        if tile.role == "other" or tile.index in doubtful_tiles or not is_cut(photo, detection):
            continue
        if shown_area(photo, detection) < _SLIVER * usual_area:
            parameters = {"face": tile.tile}
            doubts.append(Doubt(id="cut-off", tile=tile.index, parameters=parameters, about="face"))
    return doubts
