"""From detections to rows, groups and roles, in any camera orientation; knows tiles but no rules."""

from hu.scoring.deals import ClaimStyle
from hu.vision.layout.laying import Scene, candidates, laid_out, lay_out, scene_of, variants
from hu.vision.layout.model import BLANKS, Candidate, From, Group, Kind, LaidTile, Layout, Row
from hu.vision.layout.settings import DEFAULT, RULES, ReadingSettings

__all__ = [
    "BLANKS",
    "DEFAULT",
    "RULES",
    "Candidate",
    "ClaimStyle",
    "From",
    "Group",
    "Kind",
    "LaidTile",
    "Layout",
    "ReadingSettings",
    "Row",
    "Scene",
    "candidates",
    "laid_out",
    "lay_out",
    "scene_of",
    "variants",
]
