"""The page in a frame of another site, where browsers keep none of its cookies."""

import functools
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.app.page.driving import PHOTO
from tests.app.page.recorded import SAMPLE
from tests.app.page.servers import PATIENCE, PHONE, Server, free_port
from tests.app.page.serving.test_hosting import behind_nginx, block


@contextmanager
def site_with_frame(
    folder: Path, address: str, port: int, certificates: Path | None = None
) -> Iterator[str]:
    """Serve a site at another name than the page's that shows the page in a frame.

    With the folder of a certificate it is served over HTTPS.
    """
    folder.mkdir()
    (folder / "index.html").write_text(f'<iframe src="{address}" width=380 height=800></iframe>')
    handler = functools.partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", port), handler) as site:
        scheme = "http"
        if certificates is not None:
            scheme = "https"
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificates / "certificate.pem", certificates / "key.pem")
            site.socket = context.wrap_socket(site.socket, server_side=True)
        Thread(target=site.serve_forever, daemon=True).start()
        yield f"{scheme}://127.0.0.1:{port}"
        site.shutdown()


@pytest.mark.parametrize("plain", [False, True], ids=["hu app", "streamlit run"])
def test_an_allowed_site_shows_the_page_and_a_stranger_does_not(
    chromium: Any, tmp_path: Path, plain: bool
) -> None:
    friend = free_port()
    frames = (f"http://127.0.0.1:{friend}",)
    context = chromium.new_context(**PHONE, locale="en-GB")
    with Server(tmp_path / "games.sqlite", is_plain=plain, frames=frames) as server:
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        with site_with_frame(tmp_path / "friend", server.address, friend) as address:
            page.goto(address)
            frame = page.frame_locator("iframe")
            expect(frame.locator(".hu-forgets")).to_contain_text("keeps no cookies here")
            frame.locator("[data-pick=pick]").set_input_files(
                {"name": "perfect.jpg", "mimeType": "image/jpeg", "buffer": SAMPLE.read_bytes()}
            )
            frame.locator(PHOTO).first.wait_for()
            frame.locator(".hu-seat").nth(1).click()
            frame.locator(".hu-seat").nth(2).click()
            expect(frame.locator(".hu-points strong").first).to_be_visible()
        with site_with_frame(tmp_path / "stranger", server.address, free_port()) as address:
            page.goto(address)
            page.wait_for_load_state("networkidle")
            # Chromium shows its own page for what may not be framed.
            assert page.frames[1].url.startswith("chrome-error:")
        assert "Traceback" not in server.log
    context.close()


@pytest.mark.parametrize("plain", [False, True], ids=["hu app", "streamlit run"])
def test_a_frame_over_https_keeps_the_hand_and_the_key(
    chromium: Any, tmp_path: Path, plain: bool
) -> None:
    friend = free_port()
    frames = (f"https://127.0.0.1:{friend}",)
    nginx = tmp_path / "nginx"
    nginx.mkdir()
    context = chromium.new_context(**PHONE, locale="en-GB", ignore_https_errors=True)
    with Server(tmp_path / "games.sqlite", is_plain=plain, frames=frames) as server:
        text = block("/etc/nginx/sites-available/hu")
        text = text.replace("127.0.0.1:8501", f"127.0.0.1:{server.port}")
        with behind_nginx(text, nginx) as site:
            own = f"https://localhost:{site.port}/"
            with site_with_frame(tmp_path / "friend", own, friend, nginx) as address:
                page = context.new_page()
                page.set_default_timeout(PATIENCE)
                page.goto(address)
                frame = page.frame_locator("iframe")
                frame.locator("[data-pick=pick]").set_input_files(
                    {"name": "perfect.jpg", "mimeType": "image/jpeg", "buffer": SAMPLE.read_bytes()}
                )
                frame.locator(PHOTO).first.wait_for()
                frame.locator(".hu-seat").nth(1).click()
                expect(frame.locator(".hu-seat.is-won")).to_have_count(1)
                expect(frame.locator(".hu-forgets")).to_have_count(0)
                page.reload()
                expect(frame.locator(".hu-seat.is-won")).to_have_count(1)
        # The key belongs to the frame's site and ours together, and no other site gets it.
        (cookie,) = [each for each in context.cookies() if each["name"] == "hu_key"]
        assert cookie["secure"]
        assert cookie["partitionKey"] == "https://127.0.0.1"
        assert "Traceback" not in server.log
    context.close()
