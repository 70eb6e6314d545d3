"""A network that can be cut, between a browser and the page."""

import socket
import time
from contextlib import suppress
from threading import Event, Lock, Thread

from tests.app.page.servers import free_port


class Proxy:
    """Hands every byte on, until it is told to cut the lines.

    Attributes:
        port: where browsers find it.
        budget: bytes from browsers that still pass before all lines are cut; None for no limit.
        delay: seconds that whatever is sent waits on its way, each way.
        swallowing: whether nothing passes any more while every line stays open.
        answers: while it is not set, nothing from the server passes.
    """

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self.budget: int | None = None
        self.delay = 0.0
        self.swallowing = False
        self.answers = Event()
        self.answers.set()
        self._target = target
        self._open = True
        self._lines: list[socket.socket] = []
        self._lock = Lock()
        self._door = socket.create_server(("127.0.0.1", self.port))
        Thread(target=self._welcome, daemon=True).start()

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}"

    def cut(self) -> None:
        """Cut every line and take no new one."""
        self._open = False
        with self._lock:
            for line in self._lines:
                with suppress(OSError):
                    line.shutdown(socket.SHUT_RDWR)
                line.close()
            self._lines.clear()

    def mend(self) -> None:
        """Take new lines again."""
        self.budget = None
        self._open = True

    def close(self) -> None:
        self.cut()
        self._door.close()

    def _welcome(self) -> None:
        while True:
            try:
                browser, _ = self._door.accept()
            except OSError:
                return
            if not self._open:
                browser.close()
                continue
            try:
                server = socket.create_connection(("127.0.0.1", self._target))
            except ConnectionRefusedError:
                # The server is restarting. Without this proxy, the browser would be refused too.
                browser.close()
                continue
            with self._lock:
                self._lines += [browser, server]
            Thread(
                target=self._carry,
                args=(browser, server),
                kwargs={"from_browser": True},
                daemon=True,
            ).start()
            Thread(target=self._carry, args=(server, browser), daemon=True).start()

    def _carry(
        self, source: socket.socket, target: socket.socket, *, from_browser: bool = False
    ) -> None:
        with suppress(OSError):
            while content := source.recv(16_384):
                if from_browser and self.budget is not None:
                    self.budget -= len(content)
                    if self.budget < 0:
                        self.cut()
                        return
                time.sleep(self.delay)
                while self.swallowing:
                    time.sleep(0.05)
                if not from_browser:
                    self.answers.wait()
                target.sendall(content)
        for line in (source, target):
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
