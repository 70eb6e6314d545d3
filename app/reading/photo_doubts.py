"""Doubts that only the picture shows: tiles cut off by its edge, and light that hides the faces."""

from dataclasses import replace
from statistics import median
from typing import Final

from hu.app.reading.model import Doubt, HandReading
from hu.vision.photo.decoding import Photo
from hu.vision.photo.quality import Exposure, exposure, is_cut, shown_area

#: Less of a tile than this share of its usual size is a sliver.
_SLIVER: Final = 0.7


def add_photo_doubts(reading: HandReading, photo: Photo) -> HandReading:
    """Add the doubts that only the picture shows. Those about tiles come first."""
    doubts = (*_doubts_about_slivers(reading, photo), *reading.doubts)
    light = exposure(photo)
    if light is not None:
        if not reading.hand.tiles:
            # Nothing else about a photo without a hand matters until the light is right.
            doubts = (_light_doubt(light, hides_hand=True),)
        elif not reading.is_legal or any(doubt.about == "face" for doubt in reading.doubts):
            doubts = (*doubts, _light_doubt(light, hides_hand=False))
    return replace(reading, doubts=doubts)


def _light_doubt(light: Exposure, *, hides_hand: bool) -> Doubt:
    """The doubt about a photo's light, which may be the reason why no hand was found."""
    case = "too-bright" if light == "too bright" else "too-dark"
    if hides_hand:
        return Doubt(id="light", tile=None, parameters={"case": case, "hides_hand": True})
    return Doubt(id="light", tile=None, parameters={"case": case})


def _doubts_about_slivers(reading: HandReading, photo: Photo) -> list[Doubt]:
    """Ask about slivers of tiles at the photo's edge that were taken for the hand's."""
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
