"""``hu app``: starts the web page and says where phones find it."""

import os
import socket
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Final

import click

from hu.app.commands import options
from hu.app.ledger.ledger import Ledger, default_path, parse_location
from hu.app.ledger.opening import shown_location
from hu.app.ledger.values import Game
from hu.scoring.errors import HuError

_HTTPS_HINT: Final = (
    "“Take a photo” works as it is. The camera view with its frame needs HTTPS, as browsers demand it:\n"
    "make a certificate that your phones trust (for example with mkcert) and start\n"
    "    hu app --certificate FILE --key FILE"
)


@click.command("app")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8501,
    show_default=True,
    help="Port of the page.",
)
@click.option("--local", is_flag=True, help="Serve this computer only, not the local network.")
@click.option(
    "--host",
    "hosts",
    multiple=True,
    help="Another name that this server goes by, such as hu.example.org.",
)
@click.option(
    "--games",
    envvar="HU_GAMES",
    help="File of the games (SQLite), or a database's address (postgresql+psycopg://...); else HU_GAMES names it.",
)
@options.weights
@click.option(
    "--certificate",
    type=click.Path(exists=True, path_type=Path),
    help="TLS certificate, for HTTPS.",
)
@click.option("--key", type=click.Path(exists=True, path_type=Path), help="Its private key.")
def command(
    port: int,
    local: bool,
    hosts: tuple[str, ...],
    games: str | None,
    weights: Path | None,
    certificate: Path | None,
    key: Path | None,
) -> None:
    """Start the web page; phones on the local network open it by its QR code.

    Stop it with Ctrl+C. Nothing is sent anywhere else: no telemetry, no outside services.
    """
    if bool(certificate) != bool(key):
        raise click.UsageError("--certificate and --key go together")
    location = parse_location(games) if games else default_path()
    # Opening the file checks it before the server starts.
    with closing(Ledger(location)) as ledger:
        latest = ledger.games()[:3]
    _check_port(port, local=local)
    host = "localhost" if local else lan_address()
    address = f"{'https' if certificate else 'http'}://{host}:{port}"
    if not sys.stdout.isatty():
        # Who knows a game's code may change the game: codes are for the person at the terminal, not for a journal.
        latest = ()
    click.echo(
        "\n".join(greeting(address, location, latest, secure=certificate is not None, local=local))
    )
    os.environ["HU_GAMES"] = str(location)
    if weights:
        os.environ["HU_WEIGHTS"] = str(weights)
    # Told its own address, Streamlit does not look for it.
    options = {
        "server.port": port,
        "server.address": "localhost" if local else "0.0.0.0",  # noqa: S104  # phones come from the local network
        "browser.serverAddress": host,
    }
    if certificate and key:
        options |= {"server.sslCertFile": str(certificate), "server.sslKeyFile": str(key)}
    sys.stdout.flush()
    from hu.app.page.serving.server import serve  # noqa: PLC0415  # loads Streamlit

    serve(options, hosts=hosts)


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


def greeting(
    address: str, location: Path | str, latest: tuple[Game, ...], *, secure: bool, local: bool
) -> Iterator[str]:
    """Say where the page is, with a QR code for phones, and how to get HTTPS."""
    yield f"Hu! is at {address}"
    if not local:
        yield ""
        yield qr_text(address)
        yield "Phones on the same network open it by this code."
        if not secure:
            yield _HTTPS_HINT
    yield f"Games are kept in {shown_location(location)}"
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
    return "\n".join(
        "".join(signs[bool(a), bool(b)] for a, b in zip(*pair, strict=True)) for pair in pairs
    )
