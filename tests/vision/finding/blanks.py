"""Values of the tests of blank tiles: colours of the plastic, and how blank tiles are scored."""

from hu.vision.networks.calibration import Calibration

#: The ground of faces, RGB.
IVORY = (225, 220, 205)
#: The ground of backs, RGB.
GREEN = (30, 140, 70)
#: A blank tile counts as a white dragon only if its ground is that of the faces.
CALIBRATION = Calibration(
    temperature=1.0,
    detector_weight=1.0,
    classifier_weight=1.0,
    bias=0.0,
    white_bias=-2.0,
    ground_weight=5.0,
    red_fives={},
)
