"""One hand in WebKit, the engine of every browser on an iPhone: Debian's build and its driver."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageGrab

from tests.app.page.recorded import SAMPLE
from tests.app.page.servers import PATIENCE, Server
from tests.needs import skip_or_fail

DRIVER = Path("/usr/bin/WebKitWebDriver")
#: WebKit's own small browser, below ``/usr/lib`` in the folder of the machine's architecture.
BROWSER = "webkit2gtk-4.1/MiniBrowser"
#: A virtual screen has no graphics card.
DRAWN_BY_THE_PROCESSOR = {
    "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
    "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
}


@pytest.fixture
def screen() -> Iterator[str]:
    """The name of a virtual screen."""
    if not DRIVER.exists() or not shutil.which("Xvfb"):
        skip_or_fail("webkit2gtk-driver or xvfb is missing")
    # Xvfb chooses a free number, and writes it to the descriptor 1.
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1000x1000x24"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as display:
        assert display.stdout is not None
        yield f":{display.stdout.readline().decode().strip()}"
        display.terminate()


@pytest.fixture
def webkit(screen: str) -> Iterator[Any]:
    """A window as large as a phone's."""
    from selenium.webdriver import WebKitGTK
    from selenium.webdriver.webkitgtk.options import Options
    from selenium.webdriver.webkitgtk.service import Service

    [browser] = Path("/usr/lib").glob(f"*/{BROWSER}")
    options = Options()
    options.binary_location = str(browser)
    options.add_argument("--automation")
    service = Service(str(DRIVER), env=os.environ | DRAWN_BY_THE_PROCESSOR | {"DISPLAY": screen})
    driver = WebKitGTK(options=options, service=service)
    driver.set_window_size(390, 844)
    yield driver
    driver.quit()


def test_a_hand_goes_from_its_photo_to_the_sheet(
    server: Server, webkit: Any, screen: str, tmp_path: Path
) -> None:
    photo = tmp_path / "misread.jpg"
    photo.write_bytes(SAMPLE.read_bytes())
    webkit.get(server.address)
    tap(webkit, ".st-key-new-game button")
    for seat, name in zip("ESWN", ("Anna", "Bruno", "Carla", "Dario"), strict=True):
        find(webkit, f".st-key-player-{seat} input").send_keys(name)
    tap(webkit, ".st-key-begin button")
    find(webkit, "[data-pick=pick]").send_keys(str(photo))
    find(webkit, ".hu-drawn")
    wait(webkit, lambda _: pale_share(webkit, ".hu-drawn[data-face='2m']", screen) > 0.5)
    tap(webkit, ".hu-rack .hu-t-6s")
    tap(webkit, ".hu-likely [data-face='5s']")
    # The answer moves the tiles: a tap that comes down meanwhile would find a neighbour.
    wait_for_tiles(webkit, "5s", 2)
    tap(webkit, "[data-focus=add]")
    tap(webkit, ".hu-keyboard [data-face='7m']")
    wait_for_tiles(webkit, "7m", 1)
    tap(webkit, ".hu-seat[data-name*=Bruno]")
    hold(webkit, ".hu-seat[data-name*=Carla]")
    hold(webkit, "[data-focus=self-draw]")
    find(webkit, ".hu-points")
    tap(webkit, ".hu-seat[data-name*=Carla]")
    hold(webkit, "[data-focus=save]")
    row = find(webkit, ".hu-table tbody tr")
    cells = webkit.execute_script("return arguments[0].innerText", row).split()
    assert cells == ["1", "−17", "+51", "−17", "−17"]
    hold(webkit, ".st-key-finish button")
    wait(webkit, lambda _: "Bruno" in find(webkit, ".hu-evening h3").text)
    # WebKit's driver measures nothing while the new screen ignores taps.
    wait(webkit, lambda _: find(webkit, ".hu-evening .hu-curves").rect["height"] > 50)


def test_a_hand_that_was_tapped_in_is_taken_back_after_a_reload(
    server: Server, webkit: Any
) -> None:
    webkit.get(f"{server.address}/?game={server.new_game()}")
    tap(webkit, "[data-focus=by-hand]")
    sequences = ["2m", "3m", "4m", "5m", "6m", "7m", "2p", "3p", "4p", "6s", "7s", "8s"]
    for face in (*sequences, "9s", "9s"):
        tap(webkit, f".hu-sheet[open] [data-face='{face}']")
    # The keyboard closes by itself: no further tile fits.
    wait_for_tiles(webkit, "9s", 2)
    tap(webkit, ".hu-seat[data-name*=Bruno]")
    hold(webkit, "[data-focus=self-draw]")
    find(webkit, ".hu-points")
    hold(webkit, "[data-focus=save]")
    find(webkit, "[data-focus=undo-saved]")
    webkit.refresh()
    wait(webkit, lambda _: "Hand 1 is on the sheet" in find(webkit, ".st-key-saved").text)
    tap(webkit, "[data-focus=undo-saved]")
    wait_for_tiles(webkit, "9s", 2)
    tap(webkit, "[data-focus=view-sheet]")
    find(webkit, "[data-focus=payment]")
    assert not webkit.find_elements("css selector", ".hu-table tbody tr th .hu-open")


def wait(webkit: Any, condition: Any) -> Any:
    """Wait until a condition holds, and return what it returns.

    Args:
        webkit: the window.
        condition: is called with the window, again and again, until its result is true. An error of
            the driver counts as false, such as that of an element that is not there.
    """
    from selenium.common.exceptions import WebDriverException
    from selenium.webdriver.support.wait import WebDriverWait

    waiting = WebDriverWait(webkit, PATIENCE / 1000, ignored_exceptions=[WebDriverException])
    return waiting.until(condition)


def wait_for_tiles(webkit: Any, face: str, count: int) -> None:
    """Wait for ``count`` tiles of a face in the hand, a closed keyboard and an idle server."""
    are_shown = """return document.querySelectorAll(arguments[0]).length === arguments[1]
        && !document.querySelector('.hu-sheet[open]')
        && document.querySelector('[data-test-script-state=notRunning]') !== null"""
    wait(webkit, lambda driver: driver.execute_script(are_shown, f".hu-rack .hu-t-{face}", count))


def find(webkit: Any, selector: str) -> Any:
    """Wait for an element."""
    return wait(webkit, lambda driver: driver.find_element("css selector", selector))


def find_at_rest(webkit: Any, selector: str) -> Any:
    """Find an element that has not moved for half a second: an answer may move it under a tap."""

    def at_rest(driver: Any) -> Any:
        element = driver.find_element("css selector", selector)
        driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        before = element.rect
        time.sleep(0.5)
        return element if element.rect == before else None

    return wait(webkit, at_rest)


def tap(webkit: Any, selector: str) -> None:
    """Press an element. If the page replaces it meanwhile, it is found and pressed again."""

    def press(driver: Any) -> bool:
        find_at_rest(driver, selector).click()
        return True

    wait(webkit, press)


def hold(webkit: Any, selector: str) -> None:
    """Press an element slowly. If the page replaces it before, it is found again."""
    from selenium.webdriver import ActionChains

    def move_to_element(driver: Any) -> bool:
        ActionChains(driver).move_to_element(find_at_rest(driver, selector)).perform()
        return True

    wait(webkit, move_to_element)
    # The pointer stays above the element, also if an answer draws it anew.
    ActionChains(webkit).click_and_hold().pause(1.5).release().perform()


def pale_share(webkit: Any, selector: str, screen: str) -> float:
    """The share of an element that the screen shows nearly white, as a tile's face is.

    Args:
        webkit: the window.
        selector: the selector of the element.
        screen: the name of the virtual screen.
    """
    left, top, right, bottom = webkit.execute_script(
        """const box = document.querySelector(arguments[0]).getBoundingClientRect();
        const above = outerHeight - innerHeight;
        return [box.left, above + box.top, box.right, above + box.bottom];""",
        selector,
    )
    box = tuple(map(round, (left, top, right, bottom)))
    picture = ImageGrab.grab(bbox=box, xdisplay=screen).convert("L")
    pale_pixels = sum(picture.histogram()[200:])
    return pale_pixels / (picture.width * picture.height)
