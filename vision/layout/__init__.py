"""From detections to rows, groups and roles, in any camera orientation; knows tiles but no rules."""

from hu.vision.layout.laying import lay_out
from hu.vision.layout.model import BLANKS, Alternative, Convention, From, Group, Kind, LaidTile, Layout, Row
from hu.vision.layout.settings import DEFAULT, LayoutSettings

__all__ = [
    "BLANKS",
    "DEFAULT",
    "Alternative",
    "Convention",
    "From",
    "Group",
    "Kind",
    "LaidTile",
    "Layout",
    "LayoutSettings",
    "Row",
    "lay_out",
]
