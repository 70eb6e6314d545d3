"""A proxy between a browser and the page, which makes their connection bad."""

import socket
import time
from contextlib import suppress
from threading import Event, Lock, Thread

from tests.app.page.servers import free_port


class Proxy:
    """Passes every byte on between browsers and a server, as long as the test does not disturb it.

    Attributes:
        port: the port for browsers.
        bytes_until_cut: bytes from browsers that still pass before all connections are cut. None
            for no limit.
        delay: seconds by which every part of a message is late, in both directions.
        is_swallowing: whether nothing passes although every connection stays open. What arrives
            meanwhile passes later.
        lets_answers_pass: while this event is not set, nothing from the server passes.
    """

    def __init__(self, server_port: int) -> None:
        self.port = free_port()
        self.bytes_until_cut: int | None = None
        self.delay = 0.0
        self.is_swallowing = False
        self.lets_answers_pass = Event()
        self.lets_answers_pass.set()
        self._server_port = server_port
        # Whether new connections of browsers are accepted.
        self._is_open = True
        # The open connections to browsers and to the server.
        self._connections: list[socket.socket] = []
        self._lock = Lock()
        self._listener = socket.create_server(("127.0.0.1", self.port))
        Thread(target=self._accept_browsers, daemon=True).start()

    @property
    def address(self) -> str:
        """The address of the page for browsers."""
        return f"http://localhost:{self.port}"

    def cut(self) -> None:
        """Cut every connection and accept no new connection."""
        self._is_open = False
        with self._lock:
            for connection in self._connections:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
                connection.close()
            self._connections.clear()

    def mend(self) -> None:
        """Accept new connections again, without a limit of bytes."""
        self.bytes_until_cut = None
        self._is_open = True

    def close(self) -> None:
        """Cut every connection for good."""
        self.cut()
        self._listener.close()

    def _accept_browsers(self) -> None:
        """Connect each browser that comes with the server."""
        while True:
            try:
                browser, _ = self._listener.accept()
            except OSError:
                # The listener was closed.
                return
            if not self._is_open:
                browser.close()
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self._server_port))
            except ConnectionRefusedError:
                # The server is restarting. Without this proxy, the browser would be refused too.
                browser.close()
                continue
            with self._lock:
                self._connections += [browser, server]
            Thread(
                target=self._pass_on,
                args=(browser, server),
                kwargs={"from_browser": True},
                daemon=True,
            ).start()
            Thread(target=self._pass_on, args=(server, browser), daemon=True).start()

    def _pass_on(
        self, source: socket.socket, target: socket.socket, *, from_browser: bool = False
    ) -> None:
        """Pass bytes on in one direction until a side ends the connection.

        Args:
            source: the connection from which the bytes come.
            target: the connection to which they go.
            from_browser: whether the bytes come from a browser, not from the server.
        """
        with suppress(OSError):
            while content := source.recv(16_384):
                if from_browser and self.bytes_until_cut is not None:
                    self.bytes_until_cut -= len(content)
                    if self.bytes_until_cut < 0:
                        self.cut()
                        return
                time.sleep(self.delay)
                while self.is_swallowing:
                    time.sleep(0.05)
                if not from_browser:
                    self.lets_answers_pass.wait()
                target.sendall(content)
        for connection in (source, target):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
