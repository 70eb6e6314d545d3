"""Browsers that keep nothing: all cookies are blocked, and with them every storage."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.app.page.driving import Visitor
from tests.app.page.servers import CHROMIUM, FLAGS, PATIENCE, PHONE, Server

_BLOCK_ALL_COOKIES = '{"profile": {"default_content_setting_values": {"cookies": 2}}}'


@pytest.fixture
def forgetful(chromium: Any, server: Server, tmp_path: Path) -> Iterator[Visitor]:
    """The page in a browser that blocks all cookies."""
    profile = tmp_path / "Default"
    profile.mkdir()
    (profile / "Preferences").write_text(_BLOCK_ALL_COOKIES)
    context = chromium.browser_type.launch_persistent_context(
        str(tmp_path), executable_path=str(CHROMIUM), args=FLAGS, locale="en-GB", **PHONE
    )
    page = Visitor(context.new_page())
    page.set_default_timeout(PATIENCE)
    page.goto(server.address)
    yield page
    context.close()


def test_a_browser_that_keeps_nothing_scores_a_hand_and_is_warned(forgetful: Visitor) -> None:
    with pytest.raises(Exception, match="Access is denied"):
        forgetful.evaluate("() => sessionStorage.length")
    expect(forgetful.locator(".hu-forgets")).to_contain_text("keeps no cookies here")
    forgetful.win("South", "West")
    expect(forgetful.locator(".hu-points strong").first).to_be_visible()
    forgetful.correct("1f", "2f")
    forgetful.settle()
    assert "Error" not in forgetful.inner_text("body")
