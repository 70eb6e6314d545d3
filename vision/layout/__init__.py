"""From detections to rows, groups and roles, in any camera orientation; knows tiles but no rules."""

from hu.scoring.deals import ClaimStyle
from hu.vision.layout.layout import Scene, build_layout, candidates, scene_of, with_backs
from hu.vision.layout.melds import ORDERS, SEQUENCES, meld_costs
from hu.vision.layout.model import BLANKS, WAITING, Candidate, From, Group, Kind, LaidTile, Layout, Row, Terms
from hu.vision.layout.settings import DEFAULT, RULES, ReadingSettings

__all__ = [
    "BLANKS",
    "DEFAULT",
    "ORDERS",
    "RULES",
    "SEQUENCES",
    "WAITING",
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
    "Terms",
    "build_layout",
    "candidates",
    "meld_costs",
    "scene_of",
    "with_backs",
]
