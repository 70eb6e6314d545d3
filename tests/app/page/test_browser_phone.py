"""What a phone's browser does by itself: it sends photos as they are, and opens the page while the server is away."""

import io
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageFilter
from playwright.sync_api import expect

from tests.app.page.driving import PHOTO, expect_points, rack, read, tap_seat, upload
from tests.app.page.proxies import Proxy
from tests.app.page.recorded import SAMPLE
from tests.app.page.servers import CHROMIUM, FLAGS, PATIENCE, PHONE, Server

Visit = Callable[..., Any]


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    proxy = Proxy(server.port)
    yield proxy
    proxy.close()


def phone_photo(size: tuple[int, int] = (4032, 3024), quality: int = 96) -> bytes:
    """The sample as a phone takes it: large, and turned by EXIF alone."""
    with Image.open(SAMPLE) as picture:
        large = picture.convert("RGB").resize(size, Image.Resampling.BICUBIC)
    exif = Image.Exif()
    exif[0x0112] = 6
    content = io.BytesIO()
    large.transpose(Image.Transpose.ROTATE_90).save(content, "JPEG", quality=quality, exif=exif)
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


@pytest.mark.parametrize("size", [(4032, 3024), (8064, 6048)])
def test_a_phone_s_photo_is_sent_as_it_is(server: Server, visitor: Visit, size: tuple[int, int]) -> None:
    page = visitor(server.address)
    page.evaluate(WATCH_SENT)
    content = phone_photo(size, 98)
    upload(page, "perfect.jpg", content)
    page.wait_for_selector(PHOTO)
    length = len(content) * 4 / 3
    assert any(length < size < length + 2_000 for size in page.evaluate("window.sent"))


def test_what_the_browser_cannot_decode_the_server_does(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    upload(page, "perfect.heic", heic_photo(), "image/heic")
    page.wait_for_selector(PHOTO)
    assert len(rack(page)) == 15


@pytest.mark.parametrize("kept", [0.5, 0.95])
def test_a_very_large_photo_cut_short_is_still_called_damaged(server: Server, visitor: Visit, kept: float) -> None:
    page = visitor(server.address)
    content = phone_photo((8064, 6048), 99)
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


def camera_film(folder: Path, share: float = 1.0, blur: float = 0) -> Path:
    """What the camera sees: the sample, from afar where ``share`` is less than 1, blurred by ``blur`` pixels."""
    with Image.open(SAMPLE) as picture:
        seen = picture.convert("RGB")
    table = seen.getpixel((400, 100))
    small = seen.resize((round(seen.width * share), round(seen.height * share)), Image.Resampling.LANCZOS)
    view = Image.new("RGB", seen.size, table)
    view.paste(small, ((seen.width - small.width) // 2, (seen.height - small.height) // 2))
    content = io.BytesIO()
    view.filter(ImageFilter.GaussianBlur(blur)).save(content, "JPEG", quality=92)
    film = folder / "film.mjpeg"
    film.write_bytes(content.getvalue() * 5)
    return film


def hold(page: Any, beta: float) -> None:
    """Hold the phone, ``beta`` degrees from flat."""
    if not hasattr(page, "sensors"):
        page.sensors = page.context.new_cdp_session(page)
    page.sensors.send("DeviceOrientation.setDeviceOrientationOverride", {"alpha": 0, "beta": beta, "gamma": 0})


@contextmanager
def camera(chromium: Any, server: Server, film: Path, beta: float | None = None) -> Iterator[Any]:
    """The page with its camera open, in a browser of its own: what a camera sees is settled when a browser starts."""
    flags = [*FLAGS, f"--use-file-for-fake-video-capture={film}"]
    browser = chromium.browser_type.launch(executable_path=str(CHROMIUM), args=flags)
    try:
        context = browser.new_context(**PHONE, locale="en-GB", permissions=["camera", "accelerometer", "gyroscope"])
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        if beta is not None:
            hold(page, beta)
        page.goto(server.address)
        page.locator("[data-focus=more]").click()
        page.locator("[data-focus=frame]").click()
        yield page
    finally:
        browser.close()


def test_the_camera_takes_a_hand_by_itself_when_it_can_be_read(chromium: Any, server: Server, tmp_path: Path) -> None:
    with camera(chromium, server, camera_film(tmp_path)) as page:
        # The recorded reader does not know this photo; that it was taken is what counts.
        expect(page.locator(".hu-note.is-warning")).to_contain_text("No tile was found")


@pytest.mark.parametrize(
    ("share", "blur", "told"), [(0.5, 0, "Closer: the hand fills this frame"), (1, 6, "Not sharp")]
)
def test_the_camera_says_what_is_missing_and_waits(
    chromium: Any, server: Server, tmp_path: Path, share: float, blur: float, told: str
) -> None:
    with camera(chromium, server, camera_film(tmp_path, share, blur)) as page:
        expect(page.locator(".hu-guide")).to_contain_text(told)
        page.wait_for_timeout(2_000)
        expect(page.locator(".hu-guide")).to_contain_text(told)
        expect(page.locator(".hu-guide.is-good")).to_have_count(0)
        page.locator("[data-focus=shoot]").click()
        expect(page.locator(".hu-note.is-warning")).to_contain_text("No tile was found")


def test_the_camera_waits_until_the_phone_is_flat(chromium: Any, server: Server, tmp_path: Path) -> None:
    with camera(chromium, server, camera_film(tmp_path), beta=75) as page:
        expect(page.locator(".hu-guide")).to_contain_text("Hold the phone flat")
        page.wait_for_timeout(1_000)
        expect(page.locator(".hu-guide.is-good")).to_have_count(0)
        hold(page, 8)
        expect(page.locator(".hu-note.is-warning")).to_contain_text("No tile was found")


def test_chinese_names_are_shown_in_the_page_s_own_font(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    read(page)
    tap_seat(page, "South")
    tap_seat(page, "West")
    page.get_by_text("番牌").first.scroll_into_view_if_needed()
    chinese = "[...document.fonts].find(font => font.unicodeRange.includes('2E80'))"
    page.wait_for_function(f"{chinese}?.status === 'loaded'")


def test_a_browser_that_has_been_here_keeps_each_script_by_itself(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    page.context.clear_cookies(name="hu_scripts")
    page.reload()
    expect(page.locator("script[type=importmap]")).to_have_count(1)
    page.wait_for_function("document.cookie.includes('hu_scripts=')")
    page.reload()
    page.wait_for_selector(".st-key-new-game button")
    expect(page.locator("script[type=importmap]")).to_have_count(0)
    expect(page.locator("link[rel=modulepreload]").first).to_be_attached()


#: Keeps when the splash went, and everything that has moved by itself.
WATCHED = """
moves = []; bare = null;
new PerformanceObserver(list => {
  for (const move of list.getEntries()) moves.push(move.startTime);
}).observe({ type: "layout-shift", buffered: true });
new MutationObserver((_, watcher) => {
  if (!document.querySelector(".stApp") || document.getElementById("hu-splash")) return;
  bare = performance.now();
  watcher.disconnect();
}).observe(document, { childList: true, subtree: true });
"""


def test_nothing_moves_once_the_first_screen_can_be_tapped(server: Server, visitor: Visit) -> None:
    page = visitor(server.address)
    page.add_init_script(WATCHED)
    page.context.clear_cookies(name="hu_scripts")
    page.reload()
    page.wait_for_function("bare !== null")
    page.wait_for_timeout(1500)
    assert page.evaluate("moves.filter(moved => moved > bare)") == []
