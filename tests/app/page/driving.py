"""What a person does on the page, in the words of the tests."""

from typing import Any

from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect
from recorded import SAMPLE

#: The photo, or the strip that it folds to.
PHOTO = ".hu-photo, .hu-strip"
PAYMENTS = ".hu-payments:not(.hu-others) li"


def settle(page: Any) -> None:
    """Wait until the server has answered."""
    page.wait_for_timeout(60)
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")


def upload(page: Any, name: str = "perfect.jpg", content: bytes | None = None, kind: str = "image/jpeg") -> None:
    """Choose a photo."""
    buffer = SAMPLE.read_bytes() if content is None else content
    page.wait_for_selector("[data-pick=pick]", state="attached")
    page.set_input_files("[data-pick=pick]", {"name": name, "mimeType": kind, "buffer": buffer})


def read(page: Any, name: str = "perfect.jpg") -> None:
    """Choose a photo and wait for its tiles."""
    upload(page, name)
    page.wait_for_selector(PHOTO)
    settle(page)


def unfold(page: Any) -> None:
    """Open the photo that a phone has folded away because nothing is left to correct."""
    page.locator("[data-focus=unfold]").click()
    page.wait_for_selector(".hu-photo")


def press(page: Any, question: str, answer: str) -> None:
    """Answer a question with its large button."""
    page.locator(f".st-key-ask-{question}").get_by_role("radio", name=answer).click()
    settle(page)


def press_button(page: Any, name: str) -> None:
    """Press a button of the page."""
    page.get_by_role("button", name=name, exact=True).click()
    settle(page)


def expect_points(page: Any, points: int) -> None:
    """Wait until these points are shown."""
    expect(page.locator(".hu-points strong").first).to_have_text(str(points))


def payments(page: Any) -> dict[str, str]:
    """Read who pays and who is paid."""
    page.wait_for_selector(PAYMENTS)
    return dict(line.rsplit("\n", 1) for line in page.locator(PAYMENTS).all_inner_texts())


def expect_payments(page: Any, expected: dict[str, str]) -> None:
    """Wait until exactly these payments are shown."""
    lines = sorted(f"{who}\n{amount}" for who, amount in expected.items())
    shown = "[...document.querySelectorAll(selector)].map(one => one.innerText).sort().join()"
    same = f"([selector, lines]) => {shown} === lines.sort().join()"
    try:
        page.wait_for_function(same, arg=[PAYMENTS, lines])
    except PlaywrightTimeout:
        assert payments(page) == expected
        raise


def rack(page: Any) -> list[str]:
    """Read the faces of the tiles below the photo."""
    classes = page.locator(".hu-rack .hu-tile").evaluate_all("tiles => tiles.map(tile => tile.className)")
    return [name.split("hu-t-")[1].split()[0] for name in classes]


def expect_sheet(page: Any, expected: list[list[str]]) -> None:
    """Wait until the score sheet has exactly these rows."""
    expect(page.locator(".hu-table tbody tr")).to_have_count(len(expected))
    for row, cells in enumerate(expected):
        expect(page.locator(".hu-table tbody tr").nth(row).locator("th, td")).to_have_text(cells)


def expect_tiles(page: Any, face: str, count: int) -> None:
    """Wait until ``count`` tiles below the photo show a face."""
    expect(page.locator(f".hu-rack .hu-t-{face}")).to_have_count(count)


def begin_game(page: Any, names: list[str], title: str = "") -> str:
    """Begin a game of Zung Jung; returns its code."""
    page.locator(".st-key-new-game button").click()
    page.wait_for_selector(".st-key-player-E input")
    for seat, name in zip("ESWN", names, strict=True):
        page.fill(f".st-key-player-{seat} input", name)
    page.fill(".st-key-new-title input", title)
    page.locator(".st-key-begin button").click()
    page.wait_for_selector(".st-key-drawn")
    settle(page)
    return str(page.url).split("game=")[1]


def win_hand(page: Any, winner: str, how: str, name: str = "perfect.jpg") -> None:
    """Score a hand of the game by its photo and put it on the sheet."""
    read(page, name)
    press(page, "winner", winner)
    press(page, "how", how)
    page.locator(".st-key-save button").click()
    page.wait_for_selector(".hu-table table")
    settle(page)


def to_hand(page: Any) -> None:
    """Go from the sheet to the next hand."""
    page.locator(".st-key-next button").click()
    page.wait_for_selector(".hu-drop")
    settle(page)
