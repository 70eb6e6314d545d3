"""The server behind a browser: the real networks, what fails, and twenty who play at once."""

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import expect

from hu.app.ledger.ledger import Ledger
from hu.app.page.draft.editing.hand import to_hand
from hu.app.page.draft.state import draft_from_json
from hu.app.reading.read import read_photo
from hu.scoring.hand import Hand
from hu.vision.reader import MODELS, Reader
from tests.app.page.driving import Visit, Visitor
from tests.app.page.recorded import MAIN, SAMPLE, TRUTH
from tests.app.page.servers import Server
from tests.needs import skip_or_fail


def test_the_sample_is_read_and_scored(tmp_path: Path, visitor: Visit) -> None:
    if not (MODELS / "detector.onnx").exists():
        skip_or_fail("the networks are missing")
    with Server(tmp_path / "games.sqlite", MAIN) as server:
        page = visitor(server.address, is_desktop=True)
        page.win("South", "West")
        page.wait_for_function("window.huPicture")
        first_bytes = """async () => {
          const answer = await fetch(huPicture.address);
          const bytes = new Uint8Array(await answer.arrayBuffer());
          return [...bytes.slice(0, 3)];
        }"""
        # Every JPEG begins with them.
        assert page.call(first_bytes) == [0xFF, 0xD8, 0xFF]
        # One misread tile is for the player to correct; the networks are measured elsewhere.
        assert sum((Counter(Hand.from_text(TRUTH).tiles) - Counter(page.rack())).values()) <= 1
        expect(page.locator(".hu-points, .hu-problems").first).to_be_visible()


def test_the_page_reads_what_the_command_line_reads(
    tmp_path: Path, visitor: Visit, shared: Path
) -> None:
    photos = [shared / "photos" / "train" / "images" / f"{name}.jpg" for name in ("c001", "c248")]
    tables = (shared / "photos" / "tables").rglob("*.jpg")
    largest = max(tables, key=lambda path: path.stat().st_size)
    photos.append(largest)
    reader = Reader(MODELS)
    with Server(tmp_path / "games.sqlite", MAIN) as server:
        for photo in photos:
            page = visitor(server.address)
            page.read(photo.name, photo.read_bytes())
            assert kept_hand(server, page) == str(read_photo(photo, reader).hand)


def kept_hand(server: Server, page: Visitor) -> str:
    """The hand that a page works on, as the server keeps it: it writes after it answers."""
    [browser] = [cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "hu_key"]
    ledger = Ledger(server.games)
    for _ in range(100):
        if content := ledger.draft(browser, ""):
            break
        page.wait_for_timeout(50)
    ledger.close()
    return str(to_hand(draft_from_json(str(content)).rack.history.now))


def test_without_networks_the_tiles_can_still_be_tapped_in(
    tmp_path: Path, visitor: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HU_WEIGHTS", str(tmp_path / "nowhere"))
    with Server(tmp_path / "games.sqlite", MAIN) as server:
        page = visitor(server.address)
        page.set_input_files("[data-pick=pick]", SAMPLE)
        expect(page.locator(".hu-alert")).to_contain_text("Photos cannot be read on this server")
        page.locator("[data-focus=by-hand]").click()
        expect(page.locator("[data-focus=add]")).to_be_visible()


def test_a_tap_that_fails_costs_nothing_but_itself(tmp_path: Path, visitor: Visit) -> None:
    with Server(tmp_path / "games.sqlite", Path(__file__).parents[1] / "failing_page.py") as server:
        page = visitor(server.address)
        addresses: list[str] = []
        page.on("request", lambda request: addresses.append(request.url))
        page.read()
        (tmp_path / "fail").touch()
        page.tap_seat("South")
        expect(page.locator(".hu-alert")).to_contain_text("That tap did not work")
        expect(page.locator("[data-testid=stException]")).to_have_count(0)
        assert sorted(page.rack()) == sorted(Hand.from_text(TRUTH).tiles)
        # Streamlit's own message links to search engines.
        assert not page.locator("a[href^=http]").count()
        (tmp_path / "fail").unlink()
        page.tap_seat("South")
        page.tap_seat("West")
        expect(page.locator(".hu-points").first).to_be_visible()
        expect(page.locator(".hu-alert")).to_have_count(0)
        assert "as the test wants it" in server.log
        assert _foreign(addresses, server) == []


def _foreign(addresses: Sequence[str], server: Server) -> list[str]:
    """The addresses that are not of a server."""
    own = re.compile(rf"(blob:|data:|{re.escape(server.address)}/)")
    return [address for address in addresses if not own.match(address)]


def test_the_page_asks_no_other_server_for_anything(server: Server, phone: Visitor) -> None:
    addresses: list[str] = []
    phone.on("request", lambda request: addresses.append(request.url))
    phone.reload()
    phone.win("South", "West")
    expect(phone.locator(".hu-points").first).to_be_visible()
    assert addresses
    assert _foreign(addresses, server) == []


def test_guessing_codes_is_slowed_but_known_and_new_games_open(
    own_server: Server, visitor: Visit
) -> None:
    code = own_server.new_game()
    page = visitor(own_server.address, game=code)
    stranger = visitor(own_server.address)
    for number in range(10):
        stranger.goto(f"{own_server.address}/?game=WRONG{number:03}")
        stranger.wait_for_selector(".hu-drop")
    stranger.goto(f"{own_server.address}/?game={code}")
    expect(stranger.locator(".hu-alert")).to_contain_text("Too many wrong codes")
    page.goto(f"{own_server.address}/?game={code}")
    page.wait_for_selector("[data-focus=drawn]")
    stranger.locator(".st-key-leave-refused a").click()
    assert stranger.begin_game(["Elena", "Fabio", "Gina", "Hugo"]) != code


@pytest.mark.browser
def test_eight_sessions_play_without_an_error() -> None:
    page = Path(__file__).parents[1] / "recorded_page.py"
    command = [sys.executable, "-m", "measuring.benchmarks.page_soak", "--page", str(page)]
    command += ["--sessions", "8", "--minutes", "0", "--hands", "2", "--think", "0.1"]
    # The served page finds its readings by the photo's name, and the soak uses this name.
    process = subprocess.run(command, capture_output=True, text=True, check=False)
    assert process.stdout, process.stderr
    figures = json.loads(process.stdout)
    assert figures["errors"] == 0, figures
    # One of the four at each of two tables keeps its sheet.
    assert figures["hands_saved"] == 4
    assert figures["taps"] >= 8 * 2 * 4
    assert process.returncode == 0
