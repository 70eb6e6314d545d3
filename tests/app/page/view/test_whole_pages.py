"""The whole page, from its top to its end, in the states that choose a screen."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest
import streamlit

from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry
from hu.app.page import services, shell
from hu.app.page.draft.state import Draft
from hu.app.page.photos.photo import Note
from hu.app.page.state import Screen, State
from tests.app.page.recorded import reader
from tests.app.page.view.drawn import drawn
from tests.app.page.view.shown_hands import SEATED, STARTED, game_of, won
from tests.app.page.view.shown_hands import drawn as drawn_hand
from tests.expected import Expected

EXPECTED = Expected(Path(__file__).with_name("whole_pages.md"))
PLAIN = "234567m 13p 55s [777z] +2p"
WON = Entry("won", (-12, 36, -12, -12), SEATED, 1, None, (1,), 12, PLAIN)


def no_game(_: Ledger) -> str:
    return ""


def new_game(ledger: Ledger) -> str:
    ledger.import_game(game_of("zung-jung"), [])
    return game_of("zung-jung").code


def game_with_a_hand(ledger: Ledger) -> str:
    ledger.import_game(game_of("zung-jung"), [WON])
    return game_of("zung-jung").code


def finished_game(ledger: Ledger) -> str:
    game = replace(game_of("zung-jung"), ended=STARTED)
    ledger.import_game(game, [WON])
    return game.code


#: Puts games into the ledger and returns the code of the game to open. Then the screen, and the
#: hand in work.
CASES: dict[str, tuple[Callable[[Ledger], str], Screen, Draft]] = {
    "home": (no_game, Screen(), Draft()),
    "home with notices": (no_game, Screen(notices={"page": Note("snap.busy")}), Draft()),
    "tapping in": (no_game, Screen(taking="tapping"), Draft()),
    "a rack without a game": (no_game, Screen(rack="E"), Draft("fimj", winner="S")),
    "a final hand without a game": (no_game, Screen(), won("zung-jung", PLAIN, "S W")),
    "a drawn hand without a game": (no_game, Screen(), drawn_hand("fimj")),
    "a riichi hand": (no_game, Screen(), won("riichi", "234567m 13p 55s 678s +2p", "S")),
    "a new game": (no_game, Screen(page="new game"), Draft()),
    "tile sets": (no_game, Screen(page="tile sets"), Draft()),
    "statistics": (no_game, Screen(page="statistics"), Draft()),
    "the first hand of a game": (new_game, Screen(), Draft()),
    "a later hand of a game": (game_with_a_hand, Screen(), Draft()),
    "the sheet of a game": (game_with_a_hand, Screen(view="sheet"), Draft()),
    "a finished game": (finished_game, Screen(), Draft()),
    "statistics of a game": (new_game, Screen(page="statistics"), Draft()),
    "a language": (no_game, Screen(language="it"), Draft()),
}


@pytest.mark.parametrize("name", CASES)
def test_a_whole_page(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    open_game, screen, draft = CASES[name]
    monkeypatch.setenv("HU_GAMES", str(tmp_path / "games.sqlite"))
    services.open_ledger.clear()
    try:
        ledger = services.open_ledger(tmp_path / "games.sqlite")
        code = open_game(ledger)
        state = State(replace(screen, visit="visit"), draft, game_code=None if code else "")
        with patch.object(streamlit, "query_params", {"game": code} if code else {}):
            text = drawn(state, lambda: shell.main(reader()))
    finally:
        services.close_ledgers()
    # ``test_shared_results.py`` has the picture that is shared.
    lines = [line for line in text.splitlines() if not line.startswith("  svg:")]
    EXPECTED.check(name, "\n".join(lines))


def test_the_file_has_these_pages() -> None:
    EXPECTED.check_names(list(CASES))
