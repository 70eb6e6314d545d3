"""What a phone's browser does by itself: it shrinks photos, and opens the page also while the server is away."""

import io
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from driving import PHOTO, expect_points, rack, read, settle, tap_seat, upload
from PIL import Image
from playwright.sync_api import expect
from proxies import Proxy
from recorded import SAMPLE
from servers import Server

pytestmark = pytest.mark.browser
Visit = Callable[..., Any]


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    proxy = Proxy(server.port)
    yield proxy
    proxy.close()


def phone_photo(kind: str = "JPEG", size: tuple[int, int] = (4032, 3024), orientation: int = 6) -> bytes:
    """The sample as a phone takes it: large, and turned by EXIF alone."""
    with Image.open(SAMPLE) as picture:
        large = picture.convert("RGB").resize(size, Image.Resampling.BICUBIC)
    exif = Image.Exif()
    exif[0x0112] = orientation
    content = io.BytesIO()
    turned = large.transpose(Image.Transpose.ROTATE_90) if orientation == 6 else large
    turned.save(content, kind, quality=96, exif=exif)
    return content.getvalue()


def heic_photo() -> bytes:
    import pillow_heif

    with Image.open(SAMPLE) as picture:
        content = io.BytesIO()
        pillow_heif.from_pillow(picture.convert("RGB")).save(content)
        return content.getvalue()


WATCH_SENT = """() => {
    window.sent = [];
    const send = WebSocket.prototype.send;
    WebSocket.prototype.send = function (data) {
        window.sent.push(data.byteLength ?? data.length);
        send.call(this, data);
    };
}"""


def test_a_large_photo_is_shrunk_and_turned_before_it_is_sent(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    content = phone_photo()
    assert len(content) > 1_500_000
    page.evaluate(WATCH_SENT)
    upload(page, "perfect.jpg", content)
    page.wait_for_selector(PHOTO)
    settle(page)
    assert max(page.evaluate("window.sent")) < 700_000
    unfolded = page.locator("[data-focus=unfold]")
    if unfolded.count():
        unfolded.click()
    page.locator("[data-focus=whole]").click()
    # Upright, as large as is sent; a margin of the photo may be left out.
    assert page.locator(".hu-photo").first.get_attribute("viewBox").split()[2:] == ["2048", "1536"]
    assert len(rack(page)) == 15


def test_a_small_photo_is_sent_as_it_is(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    page.evaluate(WATCH_SENT)
    read(page)
    length = SAMPLE.stat().st_size * 4 / 3
    assert any(length < size < length + 2_000 for size in page.evaluate("window.sent"))


def test_what_the_browser_cannot_decode_the_server_does(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    upload(page, "perfect.heic", heic_photo(), "image/heic")
    page.wait_for_selector(PHOTO)
    assert len(rack(page)) == 15


@pytest.mark.parametrize("kept", [0.5, 0.95])
def test_a_large_photo_cut_short_is_still_called_damaged(server: Server, visitor: Visit, kept: float) -> None:
    page = visitor(server.address)
    content = phone_photo()
    upload(page, "perfect.jpg", content[: int(len(content) * kept)])
    expect(page.locator(".hu-alert")).to_contain_text("is damaged or was cut short")


def test_a_photo_of_too_many_pixels_is_judged_by_the_server(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    content = io.BytesIO()
    Image.new("L", (20_000, 20_000)).save(content, "JPEG", quality=10)
    upload(page, "perfect.jpg", content.getvalue())
    expect(page.locator(".hu-alert")).to_contain_text("too many or too few pixels")


def test_the_page_opens_without_its_server_and_goes_on_when_it_is_back(proxy: Proxy, visitor: Visit) -> None:
    page = visitor(proxy.address)
    page.evaluate("caches.open('hu-older-version')")
    page.wait_for_function("navigator.serviceWorker.controller?.state === 'activated'")
    assert page.evaluate("caches.keys().then(names => names.length)") == 1
    read(page)
    tap_seat(page, "South")
    proxy.cut()
    page.reload()
    expect(page.locator("h1")).to_have_text("Hu! cannot reach its server")
    assert "Streamlit" not in page.content()
    proxy.mend()
    page.wait_for_selector(".hu-brand")
    tap_seat(page, "West")
    expect_points(page, 12)


def test_the_page_says_that_the_server_is_away_in_the_language_of_its_reader(proxy: Proxy, visitor: Visit) -> None:
    page = visitor(proxy.address, locale="it-IT")
    page.wait_for_function("navigator.serviceWorker.controller?.state === 'activated'")
    proxy.cut()
    page.reload()
    expect(page.locator("h1")).to_have_text("Hu! non raggiunge il suo server")
    assert page.evaluate("document.documentElement.lang") == "it"


def test_the_service_worker_keeps_nothing_of_a_game(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    page.wait_for_function("navigator.serviceWorker.controller?.state === 'activated'")
    read(page)
    page.reload()
    page.wait_for_selector(".hu-rack")
    kept = "caches.keys().then(names => caches.open(names[0])).then(cache => cache.keys())"
    assert page.evaluate(f"{kept}.then(all => all.map(one => new URL(one.url).pathname))") == ["/away.html"]


def test_an_installed_page_has_what_phones_ask_for(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    session = page.context.new_cdp_session(page)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{server.address}/manifest.webmanifest"
    problems = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [problem["errorId"] for problem in problems if problem["errorId"] != "in-incognito"] == []
