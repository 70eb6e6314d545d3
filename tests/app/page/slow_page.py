"""The recorded page, whose games come late while a file named ``slow`` lies beside the games."""

import os
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

from hu.app.page import shell
from tests.app.page.recorded import reader

#: Longer than a page waits for the parts of a new screen before it takes taps.
_DELAY_S = 3.0
_show_game = shell._show_game


def _show_late(*arguments: Any) -> None:
    if Path(os.environ["HU_GAMES"]).with_name("slow").exists():
        time.sleep(_DELAY_S)
    _show_game(*arguments)


# Streamlit runs this script many times in a process. Only the first run replaces the function.
if not getattr(shell._show_game, "is_late", False):
    _show_late.is_late = True  # type: ignore[attr-defined]
    shell._show_game = _show_late  # type: ignore[assignment]

shell.main(reader())
