"""Hu!: score a mahjong hand from a photo.

>>> import hu
>>> hu.score(hu.Hand.from_text("234m 567m 55s [777z] 13p +2p"), hu.Win("S", "discard", "W")).points
10

Names are imported when they are first used. ``import hu`` loads no networks and no image libraries.
"""

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from hu.app.front_door import (
        PhotoRecord,
        Request,
        ScoredDeal,
        from_json,
        problems,
        read_photo,
        read_photos,
        score,
        score_points,
        score_table,
        to_json,
        waits,
    )
    from hu.app.reading.model import PhotoReading, UnreadPhoto
    from hu.app.records.reading import Reading
    from hu.app.records.scores import ScoreRecord
    from hu.app.records.waits import WaitsRecord
    from hu.scoring.deal import Deal, Player
    from hu.scoring.errors import HuError, InputError
    from hu.scoring.hand import Hand, Win
    from hu.scoring.melds import Meld
    from hu.scoring.payments import DealScore, PlayerScore
    from hu.scoring.problems import BelowMinimumError, InvalidHandError, Problem
    from hu.scoring.rule_set.interface import RuleSet
    from hu.scoring.rule_set.registry import register, rule_names, rule_set
    from hu.scoring.waits import Waits
    from hu.vision.networks.weights import WeightsError
    from hu.vision.photo.files import PhotoError
    from hu.vision.taught.tile_set import TileSetError

__all__ = [
    "BelowMinimumError",
    "Deal",
    "DealScore",
    "Hand",
    "HuError",
    "InputError",
    "InvalidHandError",
    "Meld",
    "PhotoError",
    "PhotoReading",
    "PhotoRecord",
    "Player",
    "PlayerScore",
    "Problem",
    "Reading",
    "Request",
    "RuleSet",
    "ScoreRecord",
    "ScoredDeal",
    "TileSetError",
    "UnreadPhoto",
    "Waits",
    "WaitsRecord",
    "WeightsError",
    "Win",
    "from_json",
    "problems",
    "read_photo",
    "read_photos",
    "register",
    "rule_names",
    "rule_set",
    "score",
    "score_points",
    "score_table",
    "to_json",
    "waits",
]

# In a checkout the packages are beside this folder, with links in it. If links are not checked out
# (Windows without `core.symlinks`), the packages are imported from there. The wheel has them here.
if not Path(__file__).with_name("scoring").is_dir():
    __path__.append(str(Path(__file__).resolve().parent.parent))

#: The module of each public name that is not in the front door.
_MODULES: Final = {
    "BelowMinimumError": "hu.scoring.problems",
    "Deal": "hu.scoring.deal",
    "DealScore": "hu.scoring.payments",
    "HuError": "hu.scoring.errors",
    "InputError": "hu.scoring.errors",
    "InvalidHandError": "hu.scoring.problems",
    "Meld": "hu.scoring.melds",
    "PhotoError": "hu.vision.photo.files",
    "PhotoReading": "hu.app.reading.model",
    "Player": "hu.scoring.deal",
    "PlayerScore": "hu.scoring.payments",
    "Problem": "hu.scoring.problems",
    "Reading": "hu.app.records.reading",
    "RuleSet": "hu.scoring.rule_set.interface",
    "ScoreRecord": "hu.app.records.scores",
    "TileSetError": "hu.vision.taught.tile_set",
    "UnreadPhoto": "hu.app.reading.model",
    "Waits": "hu.scoring.waits",
    "WaitsRecord": "hu.app.records.waits",
    "WeightsError": "hu.vision.networks.weights",
    "Win": "hu.scoring.hand",
    "register": "hu.scoring.rule_set.registry",
    "rule_names": "hu.scoring.rule_set.registry",
    "rule_set": "hu.scoring.rule_set.registry",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'hu' has no attribute {name!r}")
    module = importlib.import_module(_MODULES.get(name, "hu.app.front_door"))
    value = getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
