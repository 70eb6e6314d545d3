"""From detections to rows, groups and roles, in any camera orientation; knows tiles but no rules."""

from vision.layout.laying import lay_out
from vision.layout.model import BLANKS, Alternative, Convention, From, Group, Kind, LaidTile, Layout, Row
from vision.layout.settings import DEFAULT, Settings

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
    "Row",
    "Settings",
    "lay_out",
]
