"""docs/hosting.md: systemd accepts the unit, nginx serves the page and its web socket with TLS."""

import http.client
import os
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect
from sqlalchemy import create_engine, select

from hu.app.ledger.schema import drafts
from tests.app.page.driving import Visitor
from tests.app.page.servers import PATIENCE, Server, free_port, wait_for_port
from tests.needs import skip_or_fail

DOCUMENT = Path(__file__).parents[4] / "docs" / "hosting.md"


def block(path: str) -> str:
    """The block of the document that is the file ``path``."""
    block = re.search(
        rf"```\w+\n(# {re.escape(path)}\n.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL
    )
    assert block, path
    return block[1]


def needs(program: str) -> str:
    """The path of a program that a test needs."""
    path = shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")
    if path is None:
        skip_or_fail(f"{program} is missing")
    return path


def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    program = needs("systemd-analyze")
    unit = tmp_path / "hu.service"
    unit.write_text(block("/etc/systemd/system/hu.service").replace("/opt/hu/bin/hu", "/bin/true"))
    process = subprocess.run(
        [program, "verify", "--man=no", unit], capture_output=True, text=True, check=False
    )
    lines = (process.stdout + process.stderr).splitlines()
    # Other units of this machine may have faults.
    assert [line for line in lines if "hu.service" in line] == []
    assert process.returncode == 0


@dataclass(frozen=True)
class Site:
    """The page behind nginx.

    Attributes:
        port: nginx serves the page here, with TLS.
        plain_port: nginx sends whoever comes here without TLS to the page.
    """

    port: int
    plain_port: int

    def get(
        self, path: str, method: str = "GET", body: bytes | None = None, **headers: str
    ) -> http.client.HTTPResponse:
        """Send a request with TLS.

        Args:
            path: of the page.
            method: of HTTP.
            body: None for none.
            **headers: besides those that every request has.
        """
        context = ssl._create_unverified_context()  # noqa: S323  # a certificate made for this test
        connection = http.client.HTTPSConnection(
            "localhost", self.port, timeout=30, context=context
        )
        connection.request(method, path, body, headers)
        return connection.getresponse()

    def handshake(self, origin: str) -> int:
        """Ask for the page's web socket from a page of another address, and return the status."""
        key: dict[str, Any] = {
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }
        return self.get(
            "/_stcore/stream", Origin=origin, Upgrade="websocket", Connection="Upgrade", **key
        ).status


@pytest.fixture
def site(tmp_path: Path, own_server: Server) -> Iterator[Site]:
    text = block("/etc/nginx/sites-available/hu").replace(
        "127.0.0.1:8501", f"127.0.0.1:{own_server.port}"
    )
    with behind_nginx(text, tmp_path) as site:
        yield site


@contextmanager
def behind_nginx(text: str, folder: Path) -> Iterator[Site]:
    """Serve what nginx is told, with a certificate made for the test.

    Args:
        text: the configuration of the document, with the addresses of the page's servers.
        folder: for nginx's files.
    """
    program = needs("nginx")
    openssl = needs("openssl")
    make_certificate = [
        *(openssl, "req", "-x509", "-nodes", "-subj", "/CN=localhost", "-days", "1"),
        *("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"),
        *("-out", "certificate.pem", "-keyout", "key.pem"),
    ]
    subprocess.run(make_certificate, cwd=folder, capture_output=True, check=True)
    site = Site(free_port(), free_port())
    (folder / "nginx.conf").write_text(_configuration(text, site, folder))
    with subprocess.Popen(
        [program, "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "error.log"]
    ) as nginx:
        try:
            if not wait_for_port(site.port):
                pytest.fail("nginx did not start")
            yield site
        finally:
            nginx.terminate()


def _configuration(text: str, site: Site, folder: Path) -> str:
    """The document's configuration for a site of this machine, with all its files in a folder."""
    text = text.replace("hu.example.org", "localhost")
    text = re.sub(r" *listen \[::\].*\n", "", text)
    text = text.replace("listen 80;", f"listen 127.0.0.1:{site.plain_port};")
    text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{site.port} ssl;")
    text = text.replace("/etc/ssl/hu", str(folder))
    paths = "\n".join(
        f"{name}_temp_path {folder}/{name};"
        for name in ("proxy", "fastcgi", "uwsgi", "scgi", "client_body")
    )
    user = "user root;" if os.geteuid() == 0 else ""
    http_block = f"http {{ access_log off;\n{paths}\n{text} }}"
    return f"{user} daemon off; pid {folder}/nginx.pid; events {{}}\n{http_block}\n"


def test_nginx_serves_the_page_and_its_web_socket(site: Site) -> None:
    own = f"https://localhost:{site.port}"
    page = site.get("/")
    assert page.status == 200
    assert b"<script" in page.read()
    assert site.handshake(own) == 101
    assert site.handshake("https://evil.example") == 403
    assert site.get("/", Origin="https://evil.example").status == 403
    assert site.get("/_stcore/metrics").status == 404
    assert site.get("/", "POST", b"x" * 45_000_000).status == 413
    plain = http.client.HTTPConnection("localhost", site.plain_port, timeout=30)
    plain.request("GET", "/?game=ABC")
    assert plain.getresponse().headers["location"] == "https://localhost/?game=ABC"


def test_a_browser_plays_through_nginx_and_its_key_stays_on_https(
    site: Site, chromium: Any
) -> None:
    context = chromium.new_context(ignore_https_errors=True)
    page = Visitor(context.new_page())
    page.goto(f"https://localhost:{site.port}/")
    page.win("South", "West")
    expect(page.locator(".hu-points").first).to_be_visible()
    cookies = {cookie["name"]: cookie for cookie in context.cookies()}
    assert cookies["hu_key"]["secure"]
    assert all(cookie["secure"] for cookie in cookies.values())
    context.close()


def wait_until_drafted(database: str, content: str) -> None:
    """Wait for a draft with this content in the database: servers answer before they write."""
    engine = create_engine(database)
    for _ in range(PATIENCE // 100):
        with engine.connect() as connection:
            if any(content in draft for draft in connection.scalars(select(drafts.c.content))):
                engine.dispose()
                return
        time.sleep(0.1)
    pytest.fail(f"no draft with {content}")


def test_a_game_goes_on_at_another_machine(
    tmp_path: Path, chromium: Any, empty_database: str, machines: tuple[Server, Server]
) -> None:
    group = block("/etc/nginx/conf.d/hu-upstream.conf")
    for address, machine in zip(("10.0.0.11:8501", "10.0.0.12:8501"), machines, strict=True):
        group = group.replace(address, f"127.0.0.1:{machine.port}")
    text = block("/etc/nginx/sites-available/hu").replace(
        "proxy_pass http://127.0.0.1:8501;", "proxy_pass http://hu;"
    )
    with behind_nginx(f"{group}\n{text}", tmp_path) as site:
        page = Visitor(chromium.new_context(ignore_https_errors=True).new_page())
        page.goto(f"https://localhost:{site.port}/")
        page.begin_game()
        page.win_hand("South · Bruno", "West · Carla")
        page.locator(".st-key-next button").click()
        page.read()
        page.tap_seat("Dario")
        wait_until_drafted(empty_database, '"winner":"E"')
        # One of them serves this browser; whichever it is, the game outlives it.
        one, other = machines
        one.kill()
        page.reload()
        expect(page.winner).to_contain_text("Dario")
        one.start()
        # nginx leaves it out for five seconds.
        page.wait_for_timeout(5_500)
        other.kill()
        page.reload()
        expect(page.winner).to_contain_text("Dario")
        page.context.close()
