"""A tile set that no training saw: two corrections teach it, and the next photo of it is right."""

import os
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from hu.app.sets.store import SetStore
from tests.app.page.driving import begin_game, open_settings, settle, unfold, upload
from tests.app.page.recorded import ROOT
from tests.app.page.servers import Server
from training import sample
from training.data.unseen import HELD_FAMILIES
from training.faces.art import FAMILY, Art
from training.faces.blanks import USUAL
from training.faces.designs import source_design
from training.scenes.scenes import render
from training.tables.placing import Placed

#: No training saw it; the reader takes its first flower for the second, and the second for the first.
SOURCE = "gleitz"
SHOTS = os.environ.get("HU_SHOTS")


def photo_of(shared: Path, seed: int, tiles: list[Placed] | None = None) -> bytes:
    """Four flowers and a hand, or other tiles, of the unseen set; every seed is another view."""
    assert FAMILY[SOURCE] in HELD_FAMILIES
    flowers = [Placed(f"{k + 1}f", -4.93 + 1.01 * k, 0.0, 0.02, role="bonus", group=0) for k in range(4)]
    rng = np.random.default_rng(seed)
    design = source_design(SOURCE, Art(shared), USUAL, rng, height=256)
    scene = render(tiles or [*flowers, *sample.placed_hand()[1:]], design, sample._SETTINGS, rng, sample.SIZE)
    content = BytesIO()
    Image.fromarray(scene.image).save(content, "JPEG", quality=90)
    return content.getvalue()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("games") / "games.sqlite", ROOT / "app" / "page" / "main.py").start()
    yield server
    server.kill()


def send(page: Any, name: str, content: bytes) -> None:
    upload(page, name, content)
    page.wait_for_selector(".hu-photo, .hu-strip")
    settle(page)


def flower(page: Any, number: int) -> Any:
    """One of the flowers on the page, the first of them being 1."""
    shown = ", ".join(f".hu-t-{face}f" for face in range(1, 5))
    return page.locator(f"[data-focus^=tile]:has({shown})").nth(number - 1)


def flowers(page: Any) -> list[str]:
    """Their faces, from left to right."""
    names = [flower(page, number).locator(".hu-tile").first.get_attribute("class") for number in range(1, 5)]
    return [str(name).split("hu-t-")[1].split()[0] for name in names]


def correct(page: Any, number: int, face: str) -> None:
    """Tap a flower and say what it is."""
    flower(page, number).click()
    page.locator(f".hu-keyboard [data-face='{face}']").click()
    settle(page)


def shot(page: Any, name: str) -> None:
    if SHOTS:
        page.screenshot(path=f"{SHOTS}/{name}.png", full_page=True)


def test_two_corrections_teach_a_set_that_the_reader_has_not_seen(
    server: Server, visitor: Callable[..., Any], shared: Path
) -> None:
    page = visitor(server.address)
    begin_game(page, ["Anna", "Bruno", "Carla", "Dario"], "Club")
    send(page, "first.jpg", photo_of(shared, 4))
    assert flowers(page) == ["2f", "1f", "3f", "4f"]
    correct(page, 1, "1f")
    correct(page, 2, "2f")
    shot(page, "offer")
    page.locator("[data-focus=begin-set]").click()
    expect(page.locator(".hu-set-line")).to_contain_text("“Club” learned")
    shot(page, "learned")
    settle(page)
    # The photo stays unfolded, since tiles are still in doubt.
    page.locator("[data-focus=again]").click()
    settle(page)
    send(page, "second.jpg", photo_of(shared, 6))
    assert flowers(page) == ["1f", "2f", "3f", "4f"]
    shot(page, "next")
    taught = SetStore(server.games.parent / "sets")
    assert {example.tile for example in taught.load("Club").examples} == {"1f", "2f"}
    open_settings(page)
    page.locator(".st-key-tile-sets button").click()
    page.locator(".st-key-set-Club summary").click()
    settle(page)
    shot(page, "corrections")
    page.locator("[class*=st-key-take-back] button").first.click()
    expect(page.locator("[class*=st-key-take-back] button")).to_have_count(1)
    assert {example.tile for example in taught.load("Club").examples} == {"1f"}


def teach(page: Any, name: str, photos: Mapping[str, bytes]) -> None:
    """Send a new set's name and photos."""
    open_settings(page)
    page.locator(".st-key-tile-sets button").click()
    settle(page)
    page.get_by_role("button", name="Teach a new set").click()
    page.get_by_label("What is the set called?").fill(name)
    files = [{"name": file, "mimeType": "image/jpeg", "buffer": content} for file, content in photos.items()]
    page.locator(".st-key-teach-files input[type=file]").set_input_files(files)
    for file in photos:
        expect(page.locator(".st-key-teach-files")).to_contain_text(file)
    page.get_by_role("button", name="Read the faces").click()


def test_a_teaching_photo_without_tiles_is_refused_and_nothing_is_saved(
    server: Server, visitor: Callable[..., Any]
) -> None:
    page = visitor(server.address)
    teach(page, "none", {"empty.jpg": _plain()})
    expect(page.locator(".hu-alert")).to_contain_text("No tile was found in the photos")
    assert "none" not in SetStore(server.games.parent / "sets").names()


def test_a_set_is_taught_by_a_photo_and_its_faces_are_given(
    server: Server, visitor: Callable[..., Any], shared: Path
) -> None:
    page = visitor(server.address)
    teach(page, "Evening", {"faces.jpg": photo_of(shared, 1)})
    saved = page.locator(".st-key-set-Evening summary")
    asked = page.get_by_role("button", name="Save the set")
    expect(saved.or_(asked)).to_be_visible()
    shot(page, "asked")
    if asked.is_visible():
        asked.click()
    expect(saved).to_be_visible()
    settle(page)
    saved.click()
    shot(page, "saved")
    page.get_by_role("button", name="Give these faces").click()
    expect(page.locator(".hu-undo")).to_contain_text("Thank you.")
    shot(page, "given")
    given = server.games.parent / "photos"
    count = len(list((given / "images").iterdir()))
    assert count == len(list((given / "labels").iterdir())) >= 1


def real(shared: Path, name: str) -> bytes:
    return (shared / "photos" / "train" / "images" / f"{name}.jpg").read_bytes()


def faces(page: Any) -> list[str]:
    """The faces of all tiles of the hand."""
    names = page.locator("[data-focus^=tile] .hu-tile").evaluate_all("tiles => tiles.map(tile => tile.className)")
    return [str(name).split("hu-t-")[1].split()[0] for name in names]


def called(page: Any, face: str, name: str) -> None:
    """Say that the first tile read as a face is another one."""
    page.locator(f"[data-focus^=tile]:has(.hu-t-{face})").first.click()
    page.locator(f".hu-keyboard [data-face='{name}']").click()
    settle(page)


def again(page: Any) -> None:
    unfold(page)
    page.locator("[data-focus=again]").click()
    settle(page)


def test_a_real_set_is_played_with_names_swapped_and_a_photo_sent_twice(
    server: Server, visitor: Callable[..., Any], shared: Path
) -> None:
    page, taught = visitor(server.address), SetStore(server.games.parent / "sets")
    begin_game(page, ["Anna", "Bruno", "Carla", "Dario"], "Brush")
    first = real(shared, "c248")
    send(page, "first.jpg", first)
    assert {"1f", "2f", "1g"} <= set(faces(page))
    called(page, "1g", "4f")  # flowers that this table calls otherwise
    called(page, "1f", "1g")
    called(page, "2f", "2g")
    page.locator("[data-focus=begin-set]").click()
    expect(page.locator(".hu-set-line")).to_contain_text("“Brush” learned")
    settle(page)
    assert taught.load("Brush").faces == ("4f", "1g", "2g")
    again(page)
    send(page, "next.jpg", real(shared, "c252"))
    assert {"4f", "1g"} <= set(faces(page))
    assert "1f" not in faces(page)
    again(page)
    send(page, "first.jpg", first)
    assert {"4f", "1g", "2g"} <= set(faces(page))
    called(page, "2g", "3g")
    assert {example.tile for example in taught.load("Brush").counting()} == {"4f", "1g", "3g"}
    page.locator("[data-focus=undo]").click()
    settle(page)
    assert taught.load("Brush").faces == ("4f", "1g", "2g")
    shot(page, "swapped")


def _plain() -> bytes:
    content = BytesIO()
    Image.new("RGB", (640, 480), (60, 110, 70)).save(content, "PNG")
    return content.getvalue()
