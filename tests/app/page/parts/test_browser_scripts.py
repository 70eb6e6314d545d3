"""The scripts of the page come once, and those of another version load the page again."""

from pathlib import Path

from playwright.sync_api import WebSocket, expect

from tests.app.page.driving import Visit, Visitor
from tests.app.page.servers import Server

#: Makes a page of another version. It runs after each tap.
_LATER = """
from hu.app.page.parts import components
components._SCRIPTS["later"] = "export default () => {}"
"""


def test_a_tap_brings_no_scripts(server: Server, phone: Visitor) -> None:
    sizes: list[int] = []

    def watch(stream: WebSocket) -> None:
        stream.on("framereceived", lambda message: sizes.append(len(message)))

    phone.on("websocket", watch)
    phone.goto(server.address)
    phone.wait_for_selector("[data-pick=take]")
    phone.settle()
    first_screen = sum(sizes)
    assert first_screen < 500_000
    sizes.clear()
    phone.locator("[data-focus=by-hand]").click()
    expect(phone.locator(".hu-key").first).to_be_visible()
    phone.settle()
    assert 0 < sum(sizes) < 50_000, sizes


def test_scripts_of_another_version_load_the_page_again(
    tmp_path: Path, own_server: Server, visitor: Visit
) -> None:
    page = visitor(own_server.address)
    page.evaluate("() => { window.isOld = true; }")
    later = tmp_path / "later_page.py"
    later.write_text(f"{_LATER}\n{own_server.page.read_text()}")
    own_server.kill()
    own_server.page = later
    # A tap that the server has not got when it ends.
    page.evaluate("() => window.huLog.emit('by-hand')")
    own_server.start()
    page.wait_for_function("() => !window.isOld && window.huScripts")
    expect(page.locator(".hu-key").first).to_be_visible()
