"""Tile sets in a browser: taught by corrections and photos, shared, forgotten and restored."""

from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import expect

from hu.app.sets.store import TileSetStore
from hu.vision.taught.tile_set import Example, TileSet
from tests.app.page.driving import Visit, Visitor
from tests.app.page.recorded import MAIN
from tests.app.page.servers import Server
from tests.rendered_photos import render_jpeg
from training.data.unseen import HELD_FAMILIES
from training.faces.art import FAMILY
from training.tables.placing import Placed

#: No training used these tiles. The reader confuses the first flower with the second.
SOURCE = "gleitz"
FLOWERS = ("1f", "2f", "3f", "4f")


def photo_of(shared: Path, seed: int, tiles: list[Placed] | None = None) -> bytes:
    """A rendered photo of a set that no training used.

    Args:
        shared: the folder of data outside the repository.
        seed: each seed gives another view.
        tiles: None for four flowers and a hand.
    """
    assert FAMILY[SOURCE] in HELD_FAMILIES
    flowers = [
        Placed(flower, -4.93 + 1.01 * k, 0.0, 0.02, role="bonus", group=0)
        for k, flower in enumerate(FLOWERS)
    ]
    row = ["2m", "3m", "4m", "5m", "6m", "7m", "1p", "3p", "5s", "5s"]
    hand = [
        Placed(tile, 1.01 * k, 0.01 * (k % 3), 0.008 * (k % 2), group=0)
        for k, tile in enumerate(row)
    ]
    claimed = [Placed("7z", x, 0.0, -0.01, group=0) for x in (12.09, 13.1)]
    sideways = Placed("7z", 10.9, -1 / 6, np.pi / 2 + 0.01, group=0)
    placed = [*flowers, *hand, sideways, *claimed, Placed("2p", 15.6, 0.05, -0.05, group=0)]
    return render_jpeg(tiles or placed, SOURCE, shared, np.random.default_rng(seed), thing_count=2)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games") / "games.sqlite", MAIN) as server:
        yield server


def flower(page: Visitor, number: int) -> Any:
    """One of the flowers on the page, the first of them being 1."""
    pictures = ", ".join(f".hu-t-{face}" for face in FLOWERS)
    return page.locator(f"[data-focus^=tile]:has({pictures})").nth(number - 1)


def flowers(page: Visitor) -> list[str]:
    """The faces of the flowers on the page, from left to right."""
    return [face for face in page.rack() if face in FLOWERS]


def correct(page: Visitor, number: int, face: str) -> None:
    """Tap a flower and say what it is."""
    flower(page, number).click()
    page.tap(f".hu-keyboard [data-face='{face}']")


def test_two_corrections_teach_a_set_that_the_reader_has_not_seen(
    server: Server, visitor: Visit, shared: Path
) -> None:
    page = visitor(server.address, game=server.new_game(title="Club"))
    page.read("first.jpg", photo_of(shared, 4))
    assert flowers(page) == ["2f", "1f", "3f", "4f"]
    correct(page, 1, "1f")
    correct(page, 2, "2f")
    page.locator("[data-focus=begin-set]").click()
    expect(page.locator(".hu-set-line")).to_contain_text("“Club” learned")
    page.settle()
    # The photo stays unfolded, since tiles are still in doubt.
    page.tap("[data-focus=again]")
    page.read("second.jpg", photo_of(shared, 6))
    assert flowers(page) == ["1f", "2f", "3f", "4f"]
    store = TileSetStore(server.games.parent / "sets")
    assert {example.tile for example in store.load("Club").examples} == {"1f", "2f"}
    to_set(page, "Club")
    page.locator("[class*=st-key-take-back] button").first.click()
    expect(page.locator("[class*=st-key-take-back] button")).to_have_count(1)
    assert {example.tile for example in store.load("Club").examples} == {"1f"}


def teach(page: Visitor, name: str, photos: Mapping[str, bytes]) -> None:
    """Send a new set's name and photos.

    Args:
        page: shows the first screen.
        name: what the set is called.
        photos: the contents of the photos, by the names of their files.
    """
    page.open_settings()
    page.tap(".st-key-tile-sets button")
    page.get_by_role("button", name="Teach a new set").click()
    page.get_by_label("What is the set called?").fill(name)
    files = [
        {"name": file, "mimeType": "image/jpeg", "buffer": content}
        for file, content in photos.items()
    ]
    page.locator(".st-key-teach-photo input[type=file]").set_input_files(files)
    for file in photos:
        expect(page.locator(".st-key-teach-photos")).to_contain_text(file)
    page.get_by_role("button", name="Read the faces").click()


def test_a_teaching_photo_without_tiles_is_refused_and_nothing_is_saved(
    server: Server, phone: Visitor
) -> None:
    content = BytesIO()
    Image.new("RGB", (640, 480), (60, 110, 70)).save(content, "PNG")
    teach(phone, "none", {"empty.jpg": content.getvalue()})
    expect(phone.locator(".hu-alert")).to_contain_text("No tile was found in the photos")
    assert "none" not in TileSetStore(server.games.parent / "sets").names()


def test_a_set_is_taught_by_a_photo_and_its_faces_are_given(
    server: Server, visitor: Visit, shared: Path
) -> None:
    page = visitor(server.address)
    teach(page, "Evening", {"faces.jpg": photo_of(shared, 1)})
    saved = page.locator(".st-key-set-Evening summary")
    asked = page.get_by_role("button", name="Save the set")
    expect(saved.or_(asked)).to_be_visible()
    page.settle()
    if asked.is_visible():
        asked.click()
    expect(saved).to_be_visible()
    page.settle()
    saved.click()
    page.wait_until_still()
    page.get_by_role("button", name="Give these faces").click()
    expect(page.locator(".hu-undo")).to_contain_text("Thank you.")
    given = server.games.parent / "photos"
    assert len(list((given / "images").iterdir())) == len(list((given / "labels").iterdir())) >= 1


def real(shared: Path, name: str) -> bytes:
    """A real photo of the training data."""
    return (shared / "photos" / "train" / "images" / f"{name}.jpg").read_bytes()


def again(page: Visitor) -> None:
    """Begin another photo in place of this one."""
    page.unfold()
    page.tap("[data-focus=again]")


def test_a_real_set_is_played_with_names_swapped_and_a_photo_sent_twice(
    server: Server, visitor: Visit, shared: Path
) -> None:
    page = visitor(server.address, game=server.new_game(title="Brush"))
    store = TileSetStore(server.games.parent / "sets")
    first = real(shared, "c248")
    page.read("first.jpg", first)
    assert {"1f", "2f", "1g"} <= set(page.rack())
    # Flowers that this table calls otherwise.
    for face, name in (("1g", "4f"), ("1f", "1g"), ("2f", "2g")):
        page.correct(face, name)
        page.settle()
    page.locator("[data-focus=begin-set]").click()
    expect(page.locator(".hu-set-line")).to_contain_text("“Brush” learned")
    page.settle()
    assert store.load("Brush").faces == ("4f", "1g", "2g")
    again(page)
    page.read("next.jpg", real(shared, "c252"))
    assert {"4f", "1g"} <= set(page.rack())
    assert "1f" not in page.rack()
    again(page)
    page.read("first.jpg", first)
    assert {"4f", "1g", "2g"} <= set(page.rack())
    page.correct("2g", "3g")
    page.settle()
    uncontradicted = store.load("Brush").uncontradicted_examples()
    assert {example.tile for example in uncontradicted} == {"4f", "1g", "3g"}
    page.tap("[data-focus=undo]")
    assert store.load("Brush").faces == ("4f", "1g", "2g")


def to_set(page: Visitor, name: str) -> None:
    """Open a set in the list of the tile sets."""
    page.open_settings()
    page.locator(".st-key-tile-sets button").click()
    page.tap(f".st-key-set-{name} summary")
    page.wait_until_still()


def test_a_set_of_a_running_game_is_forgotten_told_of_and_put_back(
    server: Server, visitor: Visit
) -> None:
    store = TileSetStore(server.games.parent / "sets")
    example = Example(
        "1f", np.ones((2, 8), np.float32), np.full((64, 64, 3), 90, np.uint8), "a.jpg"
    )
    store.save(TileSet("Dragon", (example,)))
    table = visitor(server.address, game=server.new_game())
    to_set(table, "Dragon")
    table.press_button("Use this set in this game")
    table.settle()
    table.press_button("Back")
    other = visitor(server.address)
    to_set(other, "Dragon")
    other.press_button("Give these faces to improve the reader")
    other.press_button("Take the given faces back")
    expect(other.get_by_role("button", name="Take the given faces back")).to_have_count(0)
    assert not list(server.games.parent.glob("photos/*/set-Dragon*"))
    other.press_button("Forget this set")
    assert "Dragon" not in store.names()
    expect(other.locator("[class*=st-key-undoing-]")).to_contain_text("“Dragon” was forgotten.")
    expect(table.locator(".st-key-missing-set")).to_contain_text(
        "“Dragon”, the tile set of this game, was forgotten."
    )
    other.press_button("Undo")
    expect(table.locator(".st-key-missing-set")).to_have_count(0)
    assert store.load("Dragon").faces == ("1f",)


def test_buttons_tapped_at_once_both_count(server: Server, visitor: Visit) -> None:
    store = TileSetStore(server.games.parent / "sets")
    store.save(TileSet("Left"))
    store.save(TileSet("Right"))
    page = visitor(server.address)
    to_set(page, "Left")
    page.tap(".st-key-set-Right summary")
    page.evaluate(
        """() => {
          for (const set of ['Left', 'Right'])
            document.querySelector(`.st-key-forget-${set} button`).click();
        }"""
    )
    for name in ("Left", "Right"):
        expect(page.locator(f".st-key-set-{name}")).to_have_count(0)
