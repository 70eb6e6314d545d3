"""The work of a phone's browser: it makes photos smaller and shows the camera's picture."""

import io
import re
from base64 import b64decode
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageFilter
from playwright.sync_api import expect

from tests.app.page.driving import PHOTO, Visit, Visitor
from tests.app.page.recorded import SAMPLE
from tests.app.page.servers import CHROMIUM, FLAGS, PATIENCE, PHONE, Server


def phone_photo(size: tuple[int, int] = (4032, 3024), quality: int = 96) -> bytes:
    """The sample as a phone takes it: large, and turned by EXIF alone.

    Args:
        size: width and height in pixels of the upright picture. The file holds it on its side.
        quality: of the JPEG.
    """
    with Image.open(SAMPLE) as picture:
        large = picture.convert("RGB").resize(size, Image.Resampling.BICUBIC)
    exif = Image.Exif()
    exif[0x0112] = 6
    content = io.BytesIO()
    large.transpose(Image.Transpose.ROTATE_90).save(content, "JPEG", quality=quality, exif=exif)
    return content.getvalue()


def heic_photo() -> bytes:
    """The sample as an iPhone keeps it."""
    import pillow_heif

    with Image.open(SAMPLE) as picture:
        content = io.BytesIO()
        pillow_heif.from_pillow(picture.convert("RGB")).save(content)
        return content.getvalue()


#: Keeps the files that a page sends from now on.
_KEEP_FILES = """() => {
  window.sentFiles = [];
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function keepAndSend(body) {
    if (body instanceof FormData) window.sentFiles.push(...body.values());
    return send.call(this, body);
  };
}"""
_READ_FILE = """file => new Promise(done => {
  const reader = new FileReader();
  reader.onload = () => done(reader.result.split(",")[1]);
  reader.readAsDataURL(window.sentFiles[file]);
})"""


def sent_names(page: Visitor) -> list[str]:
    """The names of the files that a page has sent since ``_KEEP_FILES``."""
    names: list[str] = page.evaluate("() => window.sentFiles.map(file => file.name)")
    return names


def sent_file(page: Visitor, number: int) -> bytes:
    """The contents of one of these files."""
    return b64decode(page.call(_READ_FILE, number))


@pytest.mark.parametrize("size", [(4032, 3024), (8064, 6048)])
def test_a_phone_s_photo_is_sent_smaller_and_upright(phone: Visitor, size: tuple[int, int]) -> None:
    content = phone_photo(size, 98)
    phone.evaluate(_KEEP_FILES)
    phone.upload("perfect.jpg", content)
    phone.wait_for_selector(PHOTO)
    assert sent_names(phone) == [f"1x{max(size)}-perfect.jpg"]
    sent = sent_file(phone, 0)
    assert len(sent) < 700_000
    with Image.open(io.BytesIO(sent)) as picture:
        assert picture.size == (2016, 1512)
        assert picture.getexif().get(0x0112, 1) == 1
        received = picture.convert("RGB").resize((200, 150))
    with Image.open(SAMPLE) as picture:
        upright = picture.convert("RGB").resize((200, 150))
    difference = np.abs(np.asarray(received, np.int16) - np.asarray(upright, np.int16))
    assert difference.mean() < 3


def test_a_photo_whose_tiles_are_small_is_sent_again_as_it_was_taken(phone: Visitor) -> None:
    content = phone_photo()
    phone.evaluate(_KEEP_FILES)
    # The recorded reader of this name wants every pixel.
    phone.upload("from-afar.jpg", content)
    phone.wait_for_selector(PHOTO)
    assert sent_names(phone) == ["1x4032-from-afar.jpg", "1-from-afar.jpg"]
    assert sent_file(phone, 1) == content
    assert len(phone.rack()) == 15


def test_a_photo_given_for_training_is_sent_as_it_was_taken(phone: Visitor) -> None:
    content = phone_photo()
    phone.evaluate(_KEEP_FILES)
    phone.read("perfect.jpg", content)
    phone.open_settings()
    phone.locator("[data-focus^=keep-]").click()
    phone.wait_for_function("() => window.sentFiles.length === 2")
    assert sent_names(phone) == ["1x4032-perfect.jpg", "0-perfect.jpg"]
    assert sent_file(phone, 1) == content


def test_a_slow_network_shows_what_has_been_sent(phone: Visitor) -> None:
    network = phone.context.new_cdp_session(phone.page)
    slow = {"offline": False, "latency": 100, "downloadThroughput": -1, "uploadThroughput": 100_000}
    network.send("Network.emulateNetworkConditions", slow)
    steps = """() => { window.steps = new Set(); new MutationObserver(() =>
      document.querySelectorAll(".hu-reading p:first-of-type").forEach(
        step => window.steps.add(step.textContent))
    ).observe(document.body, { childList: true, subtree: true, characterData: true }) }"""
    phone.evaluate(steps)
    phone.upload("perfect.jpg", phone_photo())
    phone.wait_for_selector(PHOTO)
    texts = phone.evaluate("() => [...window.steps]")
    shares = [int(share) for share in re.findall(r"Sending the photo: (\d+)%", " ".join(texts))]
    assert len(shares) > 2
    assert shares == sorted(shares)
    assert texts[-1] == "Reading the tiles …"


@pytest.mark.parametrize("megabytes", [19, 39])
def test_a_large_photo_arrives(
    either_server: Server, visitor: Visit, tmp_path: Path, megabytes: int
) -> None:
    page = visitor(either_server.address)
    # What follows a JPEG's end is read by nobody, as with a phone's moving photos.
    file = tmp_path / "perfect.jpg"
    file.write_bytes(phone_photo((4032, 3024), 90).ljust(megabytes * 1_000_000, b"\0"))
    page.set_input_files("[data-pick=pick]", file)
    page.wait_for_selector(PHOTO)
    assert len(page.rack()) == 15


def test_a_photo_that_is_too_large_is_refused_before_it_is_sent(
    phone: Visitor, tmp_path: Path
) -> None:
    methods: list[str] = []
    phone.on("request", lambda request: methods.append(request.method))
    file = tmp_path / "perfect.jpg"
    file.write_bytes(b"\xff\xd8".ljust(40_500_000, b"\0"))
    phone.set_input_files("[data-pick=pick]", file)
    expect(phone.locator(".hu-alert")).to_contain_text("41 MB")
    assert "PUT" not in methods


def test_what_the_browser_cannot_decode_the_server_does(phone: Visitor) -> None:
    phone.upload("perfect.heic", heic_photo(), "image/heic")
    phone.wait_for_selector(PHOTO)
    assert len(phone.rack()) == 15


@pytest.mark.parametrize("kept", [0.5, 0.95])
def test_a_very_large_photo_cut_short_is_still_called_damaged(phone: Visitor, kept: float) -> None:
    content = phone_photo((8064, 6048), 99)
    phone.upload("perfect.jpg", content[: int(len(content) * kept)])
    expect(phone.locator(".hu-alert")).to_contain_text("is damaged or was cut short")


def test_a_photo_of_too_many_pixels_is_judged_by_the_server(phone: Visitor) -> None:
    content = io.BytesIO()
    Image.new("L", (20_000, 20_000)).save(content, "JPEG", quality=10)
    phone.upload("perfect.jpg", content.getvalue())
    expect(phone.locator(".hu-alert")).to_contain_text("more pixels than a photo of a hand needs")


def camera_film(folder: Path, share: float = 1.0, blur: float = 0) -> Path:
    """Write a camera's film of the sample.

    Args:
        folder: the folder for the film.
        share: the sample's size in the picture. Below 1, the camera is further away.
        blur: the radius of the blur in pixels.
    """
    with Image.open(SAMPLE) as picture:
        sample = picture.convert("RGB")
    table = sample.getpixel((400, 100))
    small = sample.resize(
        (round(sample.width * share), round(sample.height * share)), Image.Resampling.LANCZOS
    )
    view = Image.new("RGB", sample.size, table)
    view.paste(small, ((sample.width - small.width) // 2, (sample.height - small.height) // 2))
    content = io.BytesIO()
    view.filter(ImageFilter.GaussianBlur(blur)).save(content, "JPEG", quality=92)
    film = folder / "film.mjpeg"
    film.write_bytes(content.getvalue() * 5)
    return film


def hold(page: Any, beta: float) -> None:
    """Hold the phone, ``beta`` degrees from flat."""
    if not hasattr(page, "sensors"):
        page.sensors = page.context.new_cdp_session(page)
    page.sensors.send(
        "DeviceOrientation.setDeviceOrientationOverride", {"alpha": 0, "beta": beta, "gamma": 0}
    )


@contextmanager
def camera(chromium: Any, server: Server, film: Path, beta: float | None = None) -> Iterator[Any]:
    """The page with its camera open, in its own browser: only a new browser takes a new film.

    Args:
        chromium: any browser of the same kind.
        server: serves the page.
        film: the file of the pictures that the camera sees.
        beta: the phone's tilt in degrees from flat. None without a sensor of it.
    """
    flags = [*FLAGS, f"--use-file-for-fake-video-capture={film}"]
    browser = chromium.browser_type.launch(executable_path=str(CHROMIUM), args=flags)
    try:
        context = browser.new_context(
            **PHONE, locale="en-GB", permissions=["camera", "accelerometer", "gyroscope"]
        )
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


def test_the_camera_takes_a_hand_by_itself_when_it_can_be_read(
    chromium: Any, server: Server, tmp_path: Path
) -> None:
    with camera(chromium, server, camera_film(tmp_path)) as page:
        # The recorded reader does not know this photo; that it was taken is what counts.
        expect(page.locator(".hu-note.is-warning")).to_contain_text("No tile was found")


@pytest.mark.parametrize(
    ("share", "blur", "advice"),
    [(0.5, 0, "Move closer until the hand fills the frame"), (1, 6, "Not sharp")],
)
def test_the_camera_says_what_is_missing_and_waits(
    chromium: Any, server: Server, tmp_path: Path, share: float, blur: float, advice: str
) -> None:
    with camera(chromium, server, camera_film(tmp_path, share, blur)) as page:
        expect(page.locator(".hu-guide")).to_contain_text(advice)
        page.wait_for_timeout(2_000)
        expect(page.locator(".hu-guide")).to_contain_text(advice)
        expect(page.locator(".hu-guide.is-good")).to_have_count(0)
        page.locator("[data-focus=shoot]").click()
        expect(page.locator(".hu-note.is-warning")).to_contain_text("No tile was found")


def test_the_camera_waits_until_the_phone_is_flat(
    chromium: Any, server: Server, tmp_path: Path
) -> None:
    with camera(chromium, server, camera_film(tmp_path), beta=75) as page:
        expect(page.locator(".hu-guide")).to_contain_text("Hold the phone flat")
        page.wait_for_timeout(1_000)
        expect(page.locator(".hu-guide.is-good")).to_have_count(0)
        hold(page, 8)
        expect(page.locator(".hu-note.is-warning")).to_contain_text("No tile was found")


def test_chinese_names_are_shown_in_the_page_s_own_font(phone: Visitor) -> None:
    phone.win("South", "West")
    phone.get_by_text("番牌").first.scroll_into_view_if_needed()
    chinese = "[...document.fonts].find(font => font.unicodeRange.includes('2E80'))"
    phone.wait_for_function(f"{chinese}?.status === 'loaded'")
