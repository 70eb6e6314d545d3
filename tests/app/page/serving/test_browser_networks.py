"""The page with the real networks: the rendered sample from the file to the payments."""

import os
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from hu.scoring.notation import parse_hand
from hu.vision.reader import MODELS
from tests.app.page.driving import rack, read, tap_seat
from tests.app.page.recorded import ROOT, TRUTH
from tests.app.page.servers import Server


def test_the_sample_is_read_and_scored(tmp_path: Path, visitor: Callable[..., Any]) -> None:
    if not (MODELS / "detector.onnx").exists():
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)("the networks are missing")
    server = Server(tmp_path / "games.sqlite", ROOT / "app" / "page" / "main.py").start()
    try:
        page = visitor(server.address, desktop=True)
        with page.expect_response(re.compile(r"/photo-[\w-]+\.jpg$")) as picture:
            read(page)
        assert picture.value.status == 200
        assert picture.value.header_value("content-type") == "image/jpeg"
        # One misread tile is for the player to correct; the networks are measured elsewhere.
        assert sum((Counter(parse_hand(TRUTH).tiles) - Counter(rack(page))).values()) <= 1
        tap_seat(page, "South")
        tap_seat(page, "West")
        expect(page.locator(".hu-points, .hu-problems").first).to_be_visible()
    finally:
        server.kill()


def test_without_networks_the_tiles_can_still_be_tapped_in(
    tmp_path: Path, visitor: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HU_WEIGHTS", str(tmp_path / "nowhere"))
    server = Server(tmp_path / "games.sqlite", ROOT / "app" / "page" / "main.py").start()
    try:
        page = visitor(server.address)
        page.set_input_files("[data-pick=pick]", ROOT / "datasets" / "samples" / "images" / "hand.jpg")
        expect(page.locator(".hu-alert")).to_contain_text("Photos cannot be read on this server")
        page.locator(".st-key-by-hand button").click()
        expect(page.locator("[data-focus=add]")).to_be_visible()
    finally:
        server.kill()
