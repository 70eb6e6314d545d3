"""``hu app`` as a server: it ends in order, serves its own pages and connects to nobody."""

import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import psutil
import pytest

from hu.app.ledger.ledger import Ledger
from hu.app.ledger.values import Entry
from hu.app.page.serving.gate import Gate
from tests.apart import run_apart
from tests.app.page.servers import NAMES, free_port, open_stream

#: Each test starts the whole page.
pytestmark = pytest.mark.long

#: Runs the command with a hook that prints every connection and every look-up of a name outside
#: this computer.
_WATCHED = """
import signal, socket, sys
signal.signal(signal.SIGINT, signal.default_int_handler)

def watch(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.getaddrinfo", "socket.gethostbyname"):
        where = arguments[1] if event in ("socket.connect", "socket.sendto") else arguments[0]
        host = where[0] if isinstance(where, tuple) else where
        # Connecting a datagram socket sends nothing: it is how a computer learns its own address.
        silent = event == "socket.connect" and arguments[0].type == socket.SOCK_DGRAM
        if not silent and host not in ("localhost", "127.0.0.1", "::1", "0.0.0.0", "::", "", None):
            print("OUTSIDE", event, where, file=sys.stderr, flush=True)

sys.addaudithook(watch)
from hu.app.cli import main
main()
"""


@dataclass
class Running:
    """A server that has been started."""

    process: subprocess.Popen[str]
    port: int
    log: Path

    def get(
        self, path: str, method: str = "GET", body: bytes | None = None, **headers: str
    ) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("localhost", self.port, timeout=60)
        connection.request(method, path, body, headers)
        return connection.getresponse()


@contextmanager
def running(folder: Path, *options: str, prefix: tuple[str, ...] = ()) -> Iterator[Running]:
    port = free_port()
    log = folder / "server.log"
    games = () if "--games" in options else ("--games", str(folder / "games.sqlite"))
    line = [
        *prefix,
        sys.executable,
        "-c",
        _WATCHED,
        "app",
        "--local",
        "--port",
        str(port),
        *games,
        *options,
    ]
    with (
        log.open("w") as err,
        subprocess.Popen(line, stdout=err, stderr=err, text=True, start_new_session=True) as server,
    ):
        try:
            _wait_until_it_answers(port, server, log)
            yield Running(server, port, log)
        finally:
            if server.poll() is None:
                os.killpg(server.pid, signal.SIGKILL)


def _wait_until_it_answers(port: int, server: subprocess.Popen[str], log: Path) -> None:
    for _ in range(600):
        if server.poll() is not None:
            break
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.2)
    pytest.fail(f"the server did not start:\n{log.read_text()}")


def test_every_way_of_stopping_ends_the_server_with_a_browser_connected(tmp_path: Path) -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL):
        with running(tmp_path) as server, closing(open_stream(server.port)) as stream:
            assert b" 101 " in stream.recv(4096).split(b"\r\n")[0]
            started = psutil.Process(server.process.pid).children(recursive=True)
            server.process.send_signal(number)
            status = server.process.wait(60)
            assert status == (-signal.SIGKILL if number == signal.SIGKILL else 0), (
                server.log.read_text()
            )
            assert _is_free(server.port)
            assert not psutil.wait_procs(started, timeout=60)[1], "nothing is left behind"
            assert f"Hu! is at http://localhost:{server.port}\n" in server.log.read_text()
            assert "Traceback" not in server.log.read_text()


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) != 0


def test_what_was_saved_stands_after_the_server_was_told_to_stop(tmp_path: Path) -> None:
    games = tmp_path / "games.sqlite"
    ledger = Ledger(games)
    code = ledger.create_game("zung-jung", NAMES).code
    with running(tmp_path) as server:
        ledger.add(code, Entry("drawn", (0, 0, 0, 0), ("E", "S", "W", "N")), 0)
        until = time.monotonic() + 60
        while not list(tmp_path.glob("games-backups/*.sqlite")):
            assert time.monotonic() < until, "a running server keeps copies"
            time.sleep(0.1)
        server.process.terminate()
        assert server.process.wait(60) == 0
        # A journal is read by others than the players.
        assert code not in server.log.read_text()
    assert len(ledger.entries(code)) == 1
    ledger.close()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server for tests that do not stop it."""
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


def test_foreign_origins_are_refused_and_nobody_outside_is_asked(server: Running) -> None:
    for origin, answer in (
        ("https://evil.example", b" 403 "),
        (f"http://localhost:{server.port}", b" 101 "),
    ):
        with closing(open_stream(server.port, origin)) as stream:
            assert answer in stream.recv(4096).split(b"\r\n")[0]
        for path in ("/", "/_stcore/health", "/_stcore/host-config"):
            assert server.get(path, Origin=origin).status == (403 if "evil" in origin else 200)
    assert "OUTSIDE" not in server.log.read_text()


def test_a_browser_is_told_to_load_nothing_from_elsewhere_and_what_nobody_needs_is_closed(
    server: Running,
) -> None:
    answer = server.get("/")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self' data: blob:;" in policy
    assert not re.search(r"http|\*", policy)
    assert answer.headers["referrer-policy"] == "no-referrer"
    for path in ("metrics", "upload_file/a/b", "agent/openapi.json"):
        assert server.get(f"/_stcore/{path}").status == 404
    assert server.get("/_stcore/upload_file/no-page/name", "PUT", b"x" * 1000).status in (400, 403)


def test_other_names_and_origins_that_are_no_address_are_refused(tmp_path: Path) -> None:
    with running(tmp_path, "--host", "hu.example.org") as server:
        for host, status in {
            "evil.example": 403, "evil.example:8501": 403, "[": 403, "localhost.evil.example": 403,
            "hu.example.org": 200, "127.0.0.1": 200, f"[::1]:{server.port}": 200,
            "table.local": 200, socket.gethostname(): 200,
        }.items():  # fmt: skip
            assert server.get("/_stcore/health", Host=host).status == status, host
        rebound = server.get("/", Host="evil.example", Origin="http://evil.example")
        assert rebound.status == 403
        assert b"hu app --host NAME" in rebound.read()
        for origin in ("http://[", "null", "http://evil.example:80:80"):
            assert server.get("/", Origin=origin).status == 403, origin


def test_a_file_in_the_working_folder_takes_no_protection_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / ".streamlit" / "config.toml").write_text(
        '[server]\nbaseUrlPath = "elsewhere"\nenableCORS = false\n'
    )
    monkeypatch.chdir(tmp_path)
    with running(tmp_path) as server:
        answer = server.get("/_stcore/health")
        assert answer.status == 200
        # Streamlit would let every site read its answers.
        assert "Access-Control-Allow-Origin" not in answer.headers


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    names = tmp_path / "certificate.pem", tmp_path / "key.pem"
    line = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
    ]
    line += [
        "-subj",
        "/CN=localhost",
        "-days",
        "1",
        "-out",
        str(names[0]),
        "-keyout",
        str(names[1]),
    ]
    subprocess.run(line, capture_output=True, check=True)
    return names


def test_the_page_is_served_over_https_and_sets_no_cookie_itself(
    tmp_path: Path, certificate: tuple[Path, Path]
) -> None:
    import ssl

    context = ssl._create_unverified_context()  # noqa: S323  # a certificate made for this test
    options = ["--certificate", str(certificate[0]), "--key", str(certificate[1])]
    with running(tmp_path, *options) as server:
        answer = urlopen(f"https://localhost:{server.port}/_stcore/health", context=context)
        with answer:
            assert answer.status == 200
            # A frame of another site or a careful browser would not keep it.
            assert answer.headers.get_all("set-cookie") is None


@pytest.mark.parametrize(("scheme", "ending"), [("https", b"; Secure"), ("http", b"")])
def test_cookies_stay_on_https_where_the_page_came_that_way(scheme: str, ending: bytes) -> None:
    sent: list[Any] = []

    async def server(scope: Any, receive: Any, send: Any) -> None:
        del scope, receive
        headers = [(b"set-cookie", b"a=b")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": "/", "scheme": scheme, "headers": []}
    run_apart(Gate(server)(scope, None, send))  # type: ignore[arg-type]
    assert dict(sent[0]["headers"])[b"set-cookie"] == b"a=b" + ending
