"""``hu app``: the address, the code, the hint about HTTPS, and what cannot work is said before anything starts."""

import signal
import socket
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import numpy as np
import pytest
import segno

from hu.app.commands.app import greeting, qr_text
from hu.app.ledger.ledger import Ledger
from tests.app.page.servers import free_port

# Started in the background, as CI may be, a shell's children ignore Ctrl-C; the command must not inherit that here.
_MAIN = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); from hu.app.cli import main; main()"
HU = [sys.executable, "-c", _MAIN, "app"]


def test_the_page_starts_says_where_it_is_and_stops(tmp_path: Path) -> None:
    port = free_port()
    with closing(Ledger(tmp_path / "games.sqlite")) as ledger:
        code = ledger.create_game("fimj", ["A", "B", "C", "D"], "Club").code
    line = [*HU, "--port", str(port), "--local", "--games", str(tmp_path / "games.sqlite")]
    with subprocess.Popen(line, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"Hu! is at http://localhost:{port}\n"
        for _ in range(600):
            try:
                with urlopen(f"http://localhost:{port}/_stcore/health", timeout=1) as answer:
                    assert answer.read() == b"ok"
                break
            except OSError:
                signal.sigtimedwait([], 0.2)
        else:
            pytest.fail("the page did not start")
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 0
        # A journal is read by others than the players.
        assert code not in process.stdout.read()
    with pytest.raises(OSError, match="refused"):
        urlopen(f"http://localhost:{port}/_stcore/health", timeout=1)


def test_a_port_in_use_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        found = subprocess.run([*HU, "--port", port], capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert found.stderr.strip() == f"hu: port {port}: Address already in use; choose another with --port"


def test_certificate_and_key_go_together(tmp_path: Path) -> None:
    (tmp_path / "cert.pem").touch()
    line = [*HU, "--certificate", str(tmp_path / "cert.pem")]
    found = subprocess.run(line, capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert "--certificate and --key go together" in found.stderr


def test_the_greeting_tells_phones_the_way_and_lists_the_latest_games(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "games.sqlite")
    game = ledger.create_game("fimj", ["A", "B", "C", "D"], "Club")
    text = "\n".join(greeting("http://10.0.0.2:8501", tmp_path, ledger.games(), secure=False, local=False))
    ledger.close()
    assert "--certificate FILE --key FILE" in text
    assert f"http://10.0.0.2:8501/?game={game.code}  Club" in text
    secure = "\n".join(greeting("https://10.0.0.2:8501", tmp_path, (), secure=True, local=False))
    assert "certificate" not in secure


def test_the_code_in_the_terminal_is_the_qr_code_of_the_address() -> None:
    address = "http://192.168.1.23:8501"
    modules = [list(row) for row in segno.make(address, micro=False).matrix_iter(border=2)]
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    drawn: list[list[int]] = []
    for line in qr_text(address).splitlines():
        pairs = [halves[sign] for sign in line]
        drawn += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
    assert np.array_equal(np.array(drawn[: len(modules)]), np.array([[int(bool(m)) for m in row] for row in modules]))
