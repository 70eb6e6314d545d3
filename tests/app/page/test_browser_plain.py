"""Each screen of the main path looks the same under ``streamlit run`` and under ``hu app``."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.app.page.driving import Visit, Visitor
from tests.app.page.servers import Server

#: Two pixels are the same if their brightness, of 255, differs by no more than this.
_SAME = 24
#: The share of pixels that may differ: letters at fractional positions are drawn differently.
_FEW = 0.002


@pytest.fixture
def both(tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    with (
        Server(tmp_path / "hu.sqlite") as ours,
        Server(tmp_path / "plain.sqlite", is_plain=True) as plain,
    ):
        yield ours, plain


def screen(page: Visitor) -> np.ndarray:
    """What a page shows once it stands still."""
    page.settle()
    before = b""
    for _ in range(20):
        picture = page.screenshot(animations="disabled", caret="hide")
        if picture == before:
            break
        before = picture
        page.wait_for_timeout(300)
    return np.asarray(Image.open(io.BytesIO(before)).convert("RGB"), dtype=np.int16)


def test_both_ways_look_the_same(both: tuple[Server, Server], visitor: Visit) -> None:
    pages = [visitor(server.address, reduced_motion="reduce") for server in both]

    def compare(name: str, step: Callable[[Any], None]) -> None:
        for page in pages:
            step(page)
        # Each way of serving has one theme for all screens, so one screen shows the dark colours.
        schemes = ("dark", "light") if name == "home" else ("light",)
        for scheme in schemes:
            for page in pages:
                page.emulate_media(color_scheme=scheme)
            our_screen, plain_screen = map(screen, pages)
            assert our_screen.shape == plain_screen.shape
            differences = np.abs(our_screen - plain_screen).max(axis=2)
            share = float((differences > _SAME).mean())
            assert share < _FEW, f"{name}, {scheme}: {share:.2%} of the pixels differ"

    def click(selector: str, wanted: str) -> Callable[[Any], None]:
        def step(page: Visitor) -> None:
            page.settle()
            page.locator(selector).first.click()
            page.wait_for_selector(wanted)

        return step

    compare("home", lambda page: page.wait_for_selector("[data-pick=take]", state="attached"))
    compare("new game", click(".st-key-new-game button", ".st-key-player-E input"))
    compare("game", Visitor.begin)
    compare("photo", lambda page: page.read("mistaken.jpg"))
    compare("keyboard", click(".hu-rack .hu-t-6s", ".hu-likely"))
    compare("corrected", click(".hu-likely [data-face='5s']", ".hu-rack .hu-t-5s"))
    compare("winner", click("[data-name='South · Bruno']", ".hu-seat.is-won"))
    compare("points", click("[data-name='West · Carla']", ".hu-points strong"))
    compare("sheet", click("[data-focus=save]", ".hu-table table"))
