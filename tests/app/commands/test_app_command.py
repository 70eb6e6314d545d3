"""``hu app`` prints its address and a code, and checks its options before it starts."""

import re
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import segno

from hu.app.commands.app import greeting, lan_address, qr_text
from hu.app.ledger.ledger import Ledger

HU = [sys.executable, "-m", "hu", "app"]


def test_a_port_in_use_is_named() -> None:
    with socket.socket() as taken:
        taken.bind(("", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        found = subprocess.run([*HU, "--port", port], capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert (
        found.stderr.strip()
        == f"hu: port {port}: Address already in use; choose another with --port"
    )


def test_certificate_and_key_go_together(tmp_path: Path) -> None:
    (tmp_path / "cert.pem").touch()
    line = [*HU, "--certificate", str(tmp_path / "cert.pem")]
    found = subprocess.run(line, capture_output=True, text=True, check=False)
    assert found.returncode == 2
    assert "--certificate and --key go together" in found.stderr


def test_the_greeting_tells_phones_the_way_and_lists_the_latest_games(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "games.sqlite")
    game = ledger.create_game("fimj", ["A", "B", "C", "D"], "Club")
    text = "\n".join(
        greeting("http://10.0.0.2:8501", tmp_path, ledger.games(), is_secure=False, is_local=False)
    )
    ledger.close()
    assert "--certificate FILE --key FILE" in text
    assert f"http://10.0.0.2:8501/?game={game.code}  Club" in text
    secure = "\n".join(
        greeting("https://10.0.0.2:8501", tmp_path, (), is_secure=True, is_local=False)
    )
    assert "certificate" not in secure


def test_the_code_in_the_terminal_is_the_qr_code_of_the_address() -> None:
    address = "http://192.168.1.23:8501"
    modules = [list(row) for row in segno.make(address, micro=False).matrix_iter(border=2)]
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    drawn: list[list[int]] = []
    for line in qr_text(address).splitlines():
        pairs = [halves[sign] for sign in line]
        drawn += [[upper for upper, _ in pairs], [lower for _, lower in pairs]]
    assert np.array_equal(
        np.array(drawn[: len(modules)]), np.array([[int(bool(m)) for m in row] for row in modules])
    )


def test_the_address_on_the_network_is_one() -> None:
    assert re.fullmatch(r"[\d.]+|localhost", lan_address())
