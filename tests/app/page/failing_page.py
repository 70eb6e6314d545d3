"""The recorded page with a ledger that fails while a file named ``fail`` lies beside the games."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from hu.app.ledger.ledger import Ledger
from hu.app.page.shell import main
from tests.app.page.recorded import reader

_save_draft = Ledger.save_draft


def _save_or_fail(self: Ledger, browser: str, place: str, content: str) -> None:
    if Path(os.environ["HU_GAMES"]).with_name("fail").exists():
        raise RuntimeError("as the test wants it")
    _save_draft(self, browser, place, content)


# Streamlit runs this script many times in a process. Only the first run replaces the method.
if not getattr(Ledger.save_draft, "is_failing", False):
    _save_or_fail.is_failing = True  # type: ignore[attr-defined]
    Ledger.save_draft = _save_or_fail  # type: ignore[method-assign]

main(reader())
