"""The page of a batch: whole without a server, true to names that hold anything, and filtered."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hu.app.batch.gallery import write_gallery
from hu.app.batch.rows import BatchRow
from tests.app.batch.workshop import Workshop

EVIL = "<img src=x onerror=alert(1)>\n\"quoted\" & 'so'.jpg"


@pytest.fixture
def page(shop: Workshop) -> Path:
    """The page of a hand that is scored, one without a winner, and a damaged photo."""
    shop.overlays = True
    shop.add("good.jpg", 1)
    shop.add(EVIL.replace("/", "-"), 3)
    (shop.photos / "cut.jpg").write_bytes(b"")
    shop.run(shop.manifest("photo,winner,win\ngood.jpg,S,self-draw\n"))
    return shop.out / "index.html"


def test_names_are_escaped_and_nothing_is_fetched(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "<img src=x" not in text
    assert "http://" not in text.replace("http://www.w3.org/", "")
    assert "https://" not in text


@pytest.fixture
def tab(page: Path, chromium: Any) -> Iterator[Any]:
    """A browser that shows the page. An error of its script fails the test."""
    errors: list[str] = []
    tab = chromium.new_page()
    tab.on("pageerror", lambda error: errors.append(str(error)))
    tab.goto(page.as_uri())
    yield tab
    tab.close()
    assert errors == []


def test_the_page_filters_searches_and_saves_corrections(tab: Any) -> None:
    from playwright.sync_api import expect

    cards = tab.locator("article:visible")
    assert cards.count() == 3
    tab.get_by_text("To check (2)").click()
    assert cards.count() == 2
    tab.get_by_text("Scored (1)", exact=True).click()
    # A card has no text to see until the browser has drawn it.
    expect(cards).to_contain_text("20 points")
    assert cards.locator("img").evaluate("image => image.complete && image.naturalWidth") == 320
    tab.get_by_text("All (3)").click()
    for words, card_count in (("222m 123", 1), ("222M123", 1), ("good", 1), ("no such", 0)):
        tab.get_by_role("searchbox").fill(words)
        assert cards.count() == card_count, words
    tab.get_by_role("searchbox").fill("quoted")
    assert cards.count() == 1
    cards.get_by_role("textbox").fill("222m 123789p 55777z")
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Save corrections").click()
    saved = Path(download.value.path()).read_text(encoding="utf-8")
    assert list(csv.reader(io.StringIO(saved))) == [
        ["photo", "hand"],
        [EVIL, "222m 123789p 55777z"],
    ]


def test_on_a_phone_nothing_is_cut_off_and_corrections_can_be_saved_where_they_are_made(
    tab: Any,
) -> None:
    tab.set_viewport_size({"width": 390, "height": 844})
    assert tab.evaluate("document.documentElement.scrollWidth") == 390
    tab.locator("article input").last.fill("11m")
    with tab.expect_download():
        tab.get_by_role("button", name="Save corrections").click(timeout=60_000)


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("0m 55m 40p [055s] +5p", "0m 5m 5m 4p 0p 0s 5s 5s 5p"),
        ("45p [067p] +0p", "4p 5p 0p 6p 7p 0p"),
        ("405p (5555s) +5p", "4p 0p 5p 5s 5s 5s 5s 5p"),
    ],
)
def test_red_fives_are_drawn_red(text: str, faces: str) -> None:
    page = io.StringIO()
    write_gallery([BatchRow("a.jpg", (40, 30), "riichi", text)], page)
    hand = page.getvalue().split('class="hand"')[1].split("</p>")[0]
    assert re.findall(r"hu-t-(\w+)", hand) == faces.split()


@pytest.mark.parametrize(("check", "classes"), [(True, "doubts"), (False, "doubts settled")])
def test_doubts_that_are_settled_are_marked(check: bool, classes: str) -> None:
    page = io.StringIO()
    row = BatchRow("a.jpg", (40, 30), "riichi", "123m", notes=("blurred",), check=check)
    write_gallery([row], page)
    assert f'<ul class="{classes}"><li>blurred</li>' in page.getvalue()
