"""From a photo to outlines that may be tiles: passes of the detector, repairs, blank tiles."""
