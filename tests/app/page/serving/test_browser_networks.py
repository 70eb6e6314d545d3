"""The page with the real networks: the rendered sample from the file to the payments."""

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from hu.app.ledger.ledger import Ledger
from hu.app.page.draft.editing.hand import to_hand
from hu.app.page.draft.state import draft_from_json
from hu.app.reading.read import read_photo
from hu.scoring.hand import Hand
from hu.vision.reader import MODELS, Reader
from tests.app.page.driving import PHOTO, rack, read, settle, tap_seat, upload
from tests.app.page.recorded import ROOT, TRUTH
from tests.app.page.servers import Server


def test_the_sample_is_read_and_scored(tmp_path: Path, visitor: Callable[..., Any]) -> None:
    if not (MODELS / "detector.onnx").exists():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("the networks are missing")
    server = Server(tmp_path / "games.sqlite", ROOT / "app" / "page" / "main.py").start()
    try:
        page = visitor(server.address, desktop=True)
        read(page)
        page.wait_for_function("window.huPicture")
        start = "async () => [...new Uint8Array(await (await fetch(huPicture.address)).arrayBuffer()).slice(0, 3)]"
        # A JPEG file's first bytes.
        assert page.evaluate(start) == [0xFF, 0xD8, 0xFF]
        # One misread tile is for the player to correct; the networks are measured elsewhere.
        assert sum((Counter(Hand.from_text(TRUTH).tiles) - Counter(rack(page))).values()) <= 1
        tap_seat(page, "South")
        tap_seat(page, "West")
        expect(page.locator(".hu-points, .hu-problems").first).to_be_visible()
    finally:
        server.kill()


def test_the_page_reads_what_the_command_line_reads(tmp_path: Path, visitor: Callable[..., Any], shared: Path) -> None:
    photos = [shared / "photos" / "train" / "images" / f"{name}.jpg" for name in ("c001", "c248")]
    photos += sorted((shared / "photos" / "tables").rglob("*.jpg"), key=lambda path: path.stat().st_size)[-1:]
    reader = Reader(MODELS)
    server = Server(tmp_path / "games.sqlite", ROOT / "app" / "page" / "main.py").start()
    try:
        for photo in photos:
            page = visitor(server.address)
            upload(page, photo.name, photo.read_bytes())
            page.wait_for_selector(PHOTO)
            settle(page)
            assert kept_hand(server, page) == str(read_photo(photo, reader).hand)
    finally:
        server.kill()


def kept_hand(server: Server, page: Any) -> str:
    """The hand that a page works on, as the server keeps it."""
    (browser,) = (cookie["value"] for cookie in page.context.cookies() if cookie["name"] == "hu_key")
    ledger = Ledger(server.games)
    for _ in range(100):
        if content := ledger.draft(browser, ""):
            break
        page.wait_for_timeout(50)
    ledger.close()
    return str(to_hand(draft_from_json(str(content)).rack.history.now))


def test_without_networks_the_tiles_can_still_be_tapped_in(
    tmp_path: Path, visitor: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HU_WEIGHTS", str(tmp_path / "nowhere"))
    server = Server(tmp_path / "games.sqlite", ROOT / "app" / "page" / "main.py").start()
    try:
        page = visitor(server.address)
        page.set_input_files("[data-pick=pick]", ROOT / "datasets" / "samples" / "images" / "hand.jpg")
        expect(page.locator(".hu-alert")).to_contain_text("Photos cannot be read on this server")
        page.locator("[data-focus=by-hand]").click()
        expect(page.locator("[data-focus=add]")).to_be_visible()
    finally:
        server.kill()
