"""What finished hands teach a set."""

from collections.abc import Iterable

from hu.vision.detection import Detection
from hu.vision.taught.tile_set import TileSet


def with_finished(tile_set: TileSet, seen: Iterable[tuple[Detection, str, str]], classifier: str) -> TileSet:
    """Count for each tile of a finished hand how often its face was known; faces not known yet are added."""
    for detection, face, source in seen:
        known = face in tile_set.faces
        tile_set = tile_set.confirmed(detection, face)
        if not known:
            tile_set = tile_set.shown(detection, face, source, classifier)
    return tile_set
