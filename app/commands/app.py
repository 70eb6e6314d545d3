"""``hu app``: starts the web page and says where phones find it."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import click

from hu.app.ledger.ledger import Ledger, default_path
from hu.app.ledger.values import Game
from hu.scoring.errors import HuError

#: The look of the page: one accent colour on two grounds. Streamlit takes it from its options.
_THEME: Final = {
    "theme.baseRadius": "12px",
    "theme.light.primaryColor": "#0b6b47",
    "theme.light.backgroundColor": "#faf9f5",
    "theme.light.secondaryBackgroundColor": "#ffffff",
    "theme.light.textColor": "#1c2429",
    "theme.light.borderColor": "#ddd8ca",
    "theme.dark.primaryColor": "#62d3a4",
    "theme.dark.backgroundColor": "#12171a",
    "theme.dark.secondaryBackgroundColor": "#1b2327",
    "theme.dark.textColor": "#eef2f3",
    "theme.dark.borderColor": "#37434a",
}
_SERVER: Final = {
    "server.headless": "true",
    "browser.gatherUsageStats": "false",
    "client.toolbarMode": "minimal",
    "client.showErrorDetails": "none",
    "server.fileWatcherType": "none",
    "server.runOnSave": "false",
    # A photo of 40 MB travels as base64 text; what is larger the page refuses before it is sent.
    "server.maxMessageSize": "60",
    "server.maxUploadSize": "40",
    "logger.level": "warning",
}
_HTTPS_HINT: Final = (
    "“Take a photo” works as it is. The camera view with its frame needs HTTPS, as browsers demand it:\n"
    "make a certificate that your phones trust (for example with mkcert) and start\n"
    "    hu app --certificate FILE --key FILE"
)


@click.command("app")
@click.option("--port", type=click.IntRange(1, 65535), default=8501, show_default=True, help="Port of the page.")
@click.option("--local", is_flag=True, help="Serve this computer only, not the local network.")
@click.option("--games", type=click.Path(path_type=Path), help="SQLite file of the games.")
@click.option("--weights", type=click.Path(path_type=Path), help="Folder with the networks.")
@click.option("--certificate", type=click.Path(exists=True, path_type=Path), help="TLS certificate, for HTTPS.")
@click.option("--key", type=click.Path(exists=True, path_type=Path), help="Its private key.")
def command(
    port: int, local: bool, games: Path | None, weights: Path | None, certificate: Path | None, key: Path | None
) -> None:
    """Start the web page; phones on the local network open it by its QR code.

    Stop it with Ctrl+C. Nothing is sent anywhere else: no telemetry, no outside services.
    """
    if bool(certificate) != bool(key):
        raise click.UsageError("--certificate and --key go together")
    path = games or default_path()
    latest = _latest_games(path)
    _check_port(port, local=local)
    host = "localhost" if local else lan_address()
    address = f"{'https' if certificate else 'http'}://{host}:{port}"
    click.echo("\n".join(greeting(address, path, latest, secure=certificate is not None, local=local)))
    options = {**_SERVER, **_THEME, "server.port": str(port), "server.address": "localhost" if local else "0.0.0.0"}  # noqa: S104
    # Told its own address, Streamlit does not ask an outside service for it.
    options["browser.serverAddress"] = host
    if certificate and key:
        options |= {"server.sslCertFile": str(certificate), "server.sslKeyFile": str(key)}
    _serve(options, {"HU_GAMES": str(path), **({"HU_WEIGHTS": str(weights)} if weights else {})})


def _latest_games(path: Path) -> tuple[Game, ...]:
    """The last games of the file, which is checked by it before the server starts."""
    with closing(Ledger(path)) as ledger:
        return ledger.games()[:3]


def _check_port(port: int, *, local: bool) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("localhost" if local else "", port))
        except OSError as error:
            raise HuError(f"port {port}: {error.strerror}; choose another with --port") from None


def lan_address() -> str:
    """Return this computer's address on the local network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # An address reserved for documentation: connecting a datagram socket only chooses the interface.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])


def greeting(address: str, path: Path, latest: tuple[Game, ...], *, secure: bool, local: bool) -> Iterator[str]:
    """Say where the page is, with a QR code for phones, and how to get HTTPS."""
    yield f"Hu! is at {address}"
    if not local:
        yield ""
        yield qr_text(address)
        yield "Phones on the same network open it by this code."
        if not secure:
            yield _HTTPS_HINT
    yield f"Games are kept in {path}"
    for game in latest:
        yield f"    {address}/?game={game.code}  {game.title or ', '.join(game.players)}"
    yield "Stop with Ctrl+C."


def qr_text(address: str) -> str:
    """Draw a QR code in characters: two modules a character, dark on light in any terminal."""
    import segno  # noqa: PLC0415  # only this command draws one

    rows = [list(row) for row in segno.make(address, micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    signs = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(signs[bool(a), bool(b)] for a, b in zip(*pair, strict=True)) for pair in pairs)


def _serve(options: dict[str, str], environment: dict[str, str]) -> None:
    """Run Streamlit until it ends or Ctrl+C is pressed."""
    page = Path(__file__).resolve().parent.parent / "page" / "main.py"
    arguments = [part for name, value in options.items() for part in (f"--{name}", value)]
    line = [sys.executable, "-m", "streamlit", "run", str(page), *arguments]
    # Its greeting on stdout repeats ours; what goes wrong it says on stderr.
    with subprocess.Popen(line, env=os.environ | environment, stdout=subprocess.DEVNULL) as server:  # noqa: S603
        try:
            status = server.wait()
        except KeyboardInterrupt:
            status = 0
        finally:
            server.terminate()
    if status:
        raise HuError("the page's server has stopped; the lines above say why")
