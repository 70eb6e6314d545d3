"""The gate in front of Streamlit: origins, frames, uploads and web sockets, without a server."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import ClientDisconnect

from hu.app.page.serving import origins, unfinished, uploads
from hu.app.page.serving.gate import Gate
from hu.app.page.serving.hosted import hosted_layers
from hu.app.page.serving.origins import is_own_origin, is_site
from hu.app.page.serving.sockets import Sockets
from hu.scoring.errors import InputError
from tests.apart import run_apart


@pytest.mark.parametrize(
    ("origin", "is_own"),
    [
        (None, True),
        (b"http://hu.example", True),
        (b"https://HU.example", True),
        (b"ftp://hu.example", False),
        (b"chrome-extension://hu.example", False),
        (b"null", False),
        (b"", False),
        (b"https://hu.example.evil.example", False),
        (b"https://hu.example/path", False),
        (b"https://hu.example//hu.example", False),
    ],
)
def test_only_web_pages_of_this_server_have_its_origin(origin: bytes | None, is_own: bool) -> None:
    headers = {b"host": b"hu.example"}
    if origin is not None:
        headers[b"origin"] = origin
    assert is_own_origin(headers) == is_own


def test_an_origin_without_a_name_is_not_that_of_a_request_without_a_host() -> None:
    assert not is_own_origin({b"origin": b"null"})
    assert not is_own_origin({b"origin": b"http://"})


@pytest.mark.parametrize("site", ["https://huggingface.co", "http://a.example:8080"])
def test_a_site_may_be_allowed_to_frame_the_page(site: str) -> None:
    assert is_site(site)
    assert "frame-ancestors 'self' " + site in policy_of(Gate(_answer, frames=[site]))


@pytest.mark.parametrize(
    "text", ["huggingface.co", "https://a.example/path", "*", "https://*", "'none'; script-src *"]
)
def test_a_text_that_is_no_site_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not is_site(text)
    monkeypatch.setenv("HU_FRAME_IN", text)
    with pytest.raises(InputError, match="HU_FRAME_IN"):
        hosted_layers()


def test_a_space_is_shown_by_hugging_face_under_its_own_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert policy_of(Gate(_answer)).endswith("frame-ancestors 'self'")
    monkeypatch.setenv("SPACE_HOST", "you-hu.hf.space")
    door = Gate(_answer)
    assert policy_of(door, b"you-hu.hf.space").endswith("'self' https://huggingface.co")
    assert status_of(door, b"other-hu.hf.space") == 403


def test_the_font_of_icons_stays_away() -> None:
    door = Gate(_answer)
    answers: list[Any] = []

    async def send(message: Any) -> None:
        answers.append(message)

    path = "/static/media/MaterialSymbols-Rounded.nEdyypZU.woff2"
    run_apart(door(_request(path=path), _nothing, send))
    assert answers[0]["status"] == 404


def test_the_last_forwarded_address_counts_on_a_platform_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clients = []

    async def note(scope: Any, receive: Any, send: Any) -> None:
        clients.append(scope["client"][0])
        await _answer(scope, receive, send)

    # A browser can write any addresses before the proxy's.
    forwarded = (b"x-forwarded-for", b"1.1.1.1, 203.0.113.7")
    run_apart(Gate(note)(_request(headers=[forwarded]), _nothing, _ignore))
    monkeypatch.setenv("SPACE_HOST", "localhost")
    run_apart(Gate(note)(_request(headers=[forwarded]), _nothing, _ignore))
    run_apart(Gate(note)(_request(), _nothing, _ignore))
    assert clients == ["10.0.0.1", "203.0.113.7", "10.0.0.1"]


def test_community_cloud_is_known_by_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "cwd", lambda: Path("/mount/src/hu"))
    assert origins.is_behind_platform()
    gate = hosted_layers()[0]
    assert gate.kwargs["hosts"] is None
    monkeypatch.setenv("HU_HOST", "hu.streamlit.app hu.example.org")
    gate = hosted_layers()[0]
    assert gate.kwargs["hosts"] == ["hu.streamlit.app", "hu.example.org"]


# Uploads


def put(door: Gate, page: str, size: int, chunks: list[bytes], address: str = "10.0.0.1") -> int:
    """Send a file, and return the status of the answer.

    Args:
        door: the gate.
        page: the page that sends it.
        size: the size that is announced, in bytes.
        chunks: the parts that are sent. They are removed from the list.
        address: the address of the browser.
    """
    statuses: list[int] = []

    async def receive() -> Any:
        if not chunks:
            # The body that was announced never comes.
            await asyncio.sleep(3600)
        return {"type": "http.request", "body": chunks.pop(0), "more_body": True}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    scope = _request("PUT", f"/_stcore/upload_file/{page}/1", address=address)
    scope["headers"].append((b"content-length", b"%d" % size))
    run_apart(door(scope, receive, send))
    return statuses[0]


async def take_upload(scope: Any, receive: Any, send: Any) -> None:
    """Do as Streamlit does: read the whole file, then answer."""
    size = int(dict(scope["headers"])[b"content-length"])
    while size > 0:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        size -= len(message["body"])
    await send({"type": "http.response.start", "status": 204, "headers": []})


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """The bytes in Streamlit's memory, by page."""
    bytes_of: dict[str, int] = {}
    monkeypatch.setattr(uploads, "uploaded_bytes", lambda: bytes_of)
    return bytes_of


def test_an_announced_file_that_never_comes_is_given_up(
    kept: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(uploads, "_SILENCE_S", 0.1)
    assert put(Gate(take_upload), "a", 1_000, [b"x" * 10]) == 408
    monkeypatch.setattr(uploads, "_SILENCE_S", 30)
    monkeypatch.setattr(uploads, "_WHOLE_S", 0.1)
    assert put(Gate(take_upload), "a", 1_000, []) == 408
    assert not kept


def test_announced_files_take_no_room_from_others(kept: dict[str, int]) -> None:
    # So many announced files of 39 MB are more than all pages together may send.
    door = Gate(take_upload)

    async def attack() -> None:
        async with asyncio.TaskGroup() as tasks:
            waiting = [
                tasks.create_task(door(_announced(f"page{number % 8}"), _never, _ignore))
                for number in range(25)
            ]
            await asyncio.sleep(0.05)
            assert await _send_whole(door, "player", 4_000_000, "10.0.0.2") == 204
            for task in waiting:
                task.cancel()

    run_apart(attack())
    assert not kept


def test_a_file_of_more_than_40_mb_is_refused(kept: dict[str, int]) -> None:
    assert put(Gate(take_upload), "a", 40_000_001, []) == 413
    assert not kept


def test_bytes_of_a_page_an_address_and_all_are_bounded(kept: dict[str, int]) -> None:
    door = Gate(take_upload)
    million = b"x" * 1_000_000
    assert put(door, "a", 3_000_000, [million] * 3) == 204
    kept["a"] = 59_000_000
    assert put(door, "a", 3_000_000, [million] * 3) == 413
    # Another page of the same browser.
    kept["b"] = 59_000_000
    assert put(door, "b", 1_000_000, [million]) == 413
    assert put(door, "c", 1_000_000, [million], "10.0.0.2") == 204
    kept["gone"] = 299_000_000
    assert put(door, "c", 1_000_000, [million], "10.0.0.2") == 413


def test_a_page_an_address_and_all_fill_their_bytes_to_the_last(kept: dict[str, int]) -> None:
    door = Gate(take_upload)
    million = b"x" * 1_000_000
    kept["a"] = 59_000_000
    assert put(door, "a", 1_000_000, [million]) == 204
    kept["a"] = 59_000_001
    assert put(door, "a", 1_000_000, [million]) == 413
    # Another page of the same browser.
    kept["b"] = 39_999_999
    assert put(door, "b", 1_000_000, [million]) == 204
    kept["b"] = 40_000_000
    assert put(door, "b", 1_000_000, [million]) == 413
    # A page of another browser.
    kept["elsewhere"] = 199_999_999
    assert put(door, "c", 1_000_000, [million], "10.0.0.2") == 204
    kept["elsewhere"] = 200_000_000
    assert put(door, "c", 1_000_000, [million], "10.0.0.2") == 413


def test_a_page_sends_few_files_at_once(kept: dict[str, int]) -> None:
    door = Gate(take_upload)

    async def attack() -> None:
        async with asyncio.TaskGroup() as tasks:
            waiting = [tasks.create_task(door(_announced("a"), _never, _ignore)) for _ in range(8)]
            await asyncio.sleep(0.05)
            assert await _send_whole(door, "a", 1_000, "10.0.0.1") == 429
            for task in waiting:
                task.cancel()

    run_apart(attack())
    assert not kept


# Web sockets


def test_web_sockets_of_an_address_and_of_all_are_bounded() -> None:
    sockets = Sockets()
    assert all(sockets.admit("a") for _ in range(100))
    assert not sockets.admit("a")
    sockets.release("a")
    assert sockets.admit("a")
    assert all(sockets.admit(f"b{number}") for number in range(400))
    assert not sockets.admit("c")


def test_the_gate_counts_web_sockets_while_they_are_open() -> None:
    door = Gate(_answer)
    door._sockets.admit("10.0.0.1")
    for _ in range(200):
        run_apart(door(_request(kind="websocket"), _nothing, _ignore))
    assert door._sockets._count_of == {"10.0.0.1": 1}


class Reader:
    """The reader of a connection, which has received nothing else."""

    def __init__(self) -> None:
        self.buffer = bytearray()


class Line:
    """A connection as uvicorn has it, as far as the bounds look at it.

    Attributes:
        frames: the parts of the message that has not ended yet.
        is_closed: whether the connection was closed.
    """

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.is_closed = False
        self.conn = type("Conn", (), {"reader": Reader()})()
        self.transport = type("Transport", (), {"abort": self.close})()

    def close(self) -> None:
        self.is_closed = True

    def add(self, part: bytes) -> None:
        """Receive another part of a message."""
        self.frames.append(part)
        unfinished._look_at(self)  # type: ignore[arg-type]


def test_a_message_that_never_ends_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unfinished, "_WHOLE_S", 0.05)

    async def send() -> None:
        endless = Line()
        whole = Line()
        endless.add(b"a")
        whole.add(b"a")
        whole.frames = []
        unfinished._look_at(whole)  # type: ignore[arg-type]
        await asyncio.sleep(0.2)
        assert endless.is_closed
        assert not whole.is_closed
        assert not unfinished._UNFINISHED

    run_apart(send())


def test_a_message_of_too_many_parts_is_dropped() -> None:
    async def send() -> None:
        line = Line()
        for _ in range(unfinished._MOST_PARTS + 1):
            line.add(b"")
        assert line.is_closed

    run_apart(send())


def test_the_oldest_of_messages_of_too_many_bytes_is_dropped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unfinished, "_MOST_OF_ALL", 1_000)

    async def send() -> None:
        # The first two lines hold 800 bytes. With the third they exceed the bound, and the oldest
        # line is dropped.
        lines = [Line() for _ in range(3)]
        for line in lines:
            line.add(b"x" * 400)
        assert [line.is_closed for line in lines] == [True, False, False]
        for line in lines:
            unfinished.forget(line)  # type: ignore[arg-type]

    run_apart(send())


# Requests


def _request(
    method: str = "GET",
    path: str = "/",
    host: bytes = b"localhost",
    address: str = "10.0.0.1",
    headers: list[tuple[bytes, bytes]] | None = None,
    kind: str = "http",
) -> Any:
    """The scope of a request.

    Args:
        method: its method.
        path: its path.
        host: the header ``Host``.
        address: the address of the browser.
        headers: further headers.
        kind: ``http`` or ``websocket``.
    """
    return {
        "type": kind,
        "method": method,
        "path": path,
        "scheme": "http",
        "client": (address, 50_000),
        "headers": [(b"host", host), *(headers or [])],
    }


def _announced(page: str) -> Any:
    """The scope of a request that announces a file of 39 MB."""
    scope = _request("PUT", f"/_stcore/upload_file/{page}/1")
    scope["headers"].append((b"content-length", b"39000000"))
    return scope


async def _send_whole(door: Gate, page: str, size: int, address: str) -> int:
    """Send a file in one piece, and return the status of the answer.

    Args:
        door: the gate.
        page: the page that sends it.
        size: the size of the file in bytes.
        address: the address of the browser.
    """
    statuses: list[int] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"x" * size, "more_body": False}

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            statuses.append(message["status"])

    scope = _request("PUT", f"/_stcore/upload_file/{page}/1", address=address)
    scope["headers"].append((b"content-length", b"%d" % size))
    await door(scope, receive, send)
    return statuses[0]


def test_a_web_socket_at_the_address_of_an_upload_is_not_found() -> None:
    scope = {**_request("PUT", "/_stcore/upload_file/page/1"), "type": "websocket"}
    del scope["method"]
    statuses = []

    async def send(_: Any) -> None:
        """Take an answer."""

    async def ask() -> None:
        statuses.append(await uploads.Uploads().pass_on(_answer, scope, _nothing, send))

    run_apart(ask())
    assert statuses == [404]


async def _answer(scope: Any, receive: Any, send: Any) -> None:
    """Do as Streamlit does with any request: answer with 200."""
    del scope, receive
    await send({"type": "http.response.start", "status": 200, "headers": []})


async def _nothing() -> Any:
    """Receive an empty body."""
    return {"type": "http.request", "body": b""}


async def _never() -> Any:
    """Receive nothing for an hour."""
    await asyncio.sleep(3600)


async def _ignore(message: Any) -> None:
    """Send an answer that nobody looks at."""
    del message


def _ask(door: Gate, host: bytes) -> Any:
    """The first message of the answer to a request for the page."""
    answers: list[Any] = []

    async def send(message: Any) -> None:
        answers.append(message)

    run_apart(door(_request(host=host), _nothing, send))
    return answers[0]


def policy_of(door: Gate, host: bytes = b"localhost") -> str:
    """The content security policy of the page at a host."""
    headers = dict(_ask(door, host)["headers"])
    return str(headers[b"content-security-policy"].decode())


def status_of(door: Gate, host: bytes) -> int:
    """The status of the page at a host."""
    return int(_ask(door, host)["status"])
