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
        Hand,
        PhotoRecord,
        Request,
        ScoredDeal,
        from_json,
        problems,
        read_photo,
        read_photos,
        score,
        score_table,
        to_json,
        waits,
    )
    from hu.scoring.deal import Deal, Player
    from hu.scoring.errors import HuError, InputError
    from hu.scoring.hand import Win
    from hu.scoring.melds import Meld
    from hu.scoring.problems import InvalidHandError, Problem
    from hu.scoring.rule_set.interface import RuleSet
    from hu.scoring.rule_set.registry import register, rule_names, rule_set

__all__ = [
    "Deal",
    "Hand",
    "HuError",
    "InputError",
    "InvalidHandError",
    "Meld",
    "PhotoRecord",
    "Player",
    "Problem",
    "Request",
    "RuleSet",
    "ScoredDeal",
    "Win",
    "from_json",
    "problems",
    "read_photo",
    "read_photos",
    "register",
    "rule_names",
    "rule_set",
    "score",
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
    **dict.fromkeys(("HuError", "InputError"), "hu.scoring.errors"),
    "Meld": "hu.scoring.melds",
    "Win": "hu.scoring.hand",
    **dict.fromkeys(("InvalidHandError", "Problem"), "hu.scoring.problems"),
    **dict.fromkeys(("Deal", "Player"), "hu.scoring.deal"),
    "RuleSet": "hu.scoring.rule_set.interface",
    **dict.fromkeys(("register", "rule_names", "rule_set"), "hu.scoring.rule_set.registry"),
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
