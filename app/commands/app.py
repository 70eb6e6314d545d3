"""``hu app``: start the web page, and print the address that phones open."""

import os
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import click

from hu.app.commands import options
from hu.app.commands.certificates import load_certificate
from hu.app.ledger.ledger import Ledger, default_path, parse_location
from hu.app.ledger.opening import shown_location
from hu.app.ledger.values import Game
from hu.app.page.serving.origins import is_host_name, is_site
from hu.scoring.errors import HuError
from hu.vision.networks.weights import check_networks

_HTTPS_HINT: Final = (
    "“Take a photo” works as it is. The camera view with its frame needs HTTPS, "
    "as browsers demand it:\n"
    "make a certificate that your phones trust (for example with mkcert) and start\n"
    "    hu app --certificate FILE --key FILE"
)
#: Games whose addresses are printed, the latest first.
_LATEST_GAMES: Final = 3
#: The character for two modules of a QR code, the upper and the lower module. True is a dark
#: module, which is left blank, so that the code is dark on light in a dark terminal.
_QR_CHARACTERS: Final = {
    (False, False): "█",
    (False, True): "▀",
    (True, False): "▄",
    (True, True): " ",
}


@click.command("app")
@click.option(
    "--port",
    type=click.IntRange(1, 65535),
    default=8501,
    show_default=True,
    help="Port of the page.",
)
@click.option(
    "--local",
    "is_local",
    is_flag=True,
    help="Serve this computer only, not the local network.",
)
@click.option(
    "--host",
    "hosts",
    multiple=True,
    help="Another name of this server, such as hu.example.org.",
)
@click.option(
    "--frame-in",
    "frames",
    multiple=True,
    metavar="SITE",
    help="A site that may show the page in a frame, such as https://huggingface.co.",
)
@options.games
@options.weights
@click.option(
    "--certificate",
    type=click.Path(exists=True, path_type=Path),
    help="TLS certificate, for HTTPS.",
)
@click.option("--key", type=click.Path(exists=True, path_type=Path), help="Its private key.")
def command(
    port: int,
    is_local: bool,
    hosts: tuple[str, ...],
    frames: tuple[str, ...],
    games: str | None,
    weights: Path | None,
    certificate: Path | None,
    key: Path | None,
) -> None:
    """Start the web page. Phones on the local network open it by its QR code.

    Stop it with Ctrl+C. Nothing is sent anywhere else: no telemetry, no outside services.
    """
    # Check everything before the server starts. Opening the games file checks it.
    _check_addresses(hosts, frames)
    if bool(certificate) != bool(key):
        raise click.UsageError("--certificate and --key go together")
    if certificate and key:
        load_certificate(certificate, key)
    if weights:
        check_networks(weights)
    location = parse_location(games) if games else default_path()
    with closing(Ledger(location)) as ledger:
        latest_games: Sequence[Game] = ledger.games()[:_LATEST_GAMES]
    _check_port(port, is_local=is_local)

    # Print the address of the page.
    host = "localhost" if is_local else lan_address()
    scheme = "https" if certificate else "http"
    if not sys.stdout.isatty():
        # Whoever knows a game's code can change the game. So codes are shown to a person at a
        # terminal, and not written to a log.
        latest_games = ()
    lines = greeting(
        f"{scheme}://{host}:{port}",
        location,
        latest_games,
        is_secure=certificate is not None,
        is_local=is_local,
    )
    click.echo("\n".join(lines))
    sys.stdout.flush()

    # Serve the page in this process. It finds the games and the networks by these variables.
    os.environ["HU_GAMES"] = str(location)
    if weights:
        os.environ["HU_WEIGHTS"] = str(weights)
    streamlit_options = {
        "server.port": port,
        "server.address": "localhost" if is_local else "0.0.0.0",  # noqa: S104  # phones come from the local network
        # Streamlit would otherwise ask the internet for this machine's address.
        "browser.serverAddress": host,
    }
    if certificate and key:
        streamlit_options["server.sslCertFile"] = str(certificate)
        streamlit_options["server.sslKeyFile"] = str(key)
    from hu.app.page.serving.server import serve  # noqa: PLC0415  # loads Streamlit

    serve(streamlit_options, hosts=hosts, frames=frames)


def _check_addresses(hosts: Sequence[str], frames: Sequence[str]) -> None:
    """Check the additional names of the server, and the sites that may show the page.

    Raises:
        click.UsageError: a value of ``--host`` is no host name, or a value of ``--frame-in`` no
            site.
    """
    for host in hosts:
        if not is_host_name(host):
            raise click.UsageError(f"--host {host}: write the name alone, such as hu.example.org")
    for frame in frames:
        if not is_site(frame):
            raise click.UsageError(f"--frame-in {frame}: write a site such as https://example.org")


def _check_port(port: int, *, is_local: bool) -> None:
    """Check that the port is free.

    Args:
        port: the port.
        is_local: whether it must be free for connections from this computer alone.

    Raises:
        HuError: the port is not free.
    """
    with socket.socket() as probe:
        # A port whose last connections have just been closed is free too.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("localhost" if is_local else "", port))
        except OSError as error:
            raise HuError(f"port {port}: {error.strerror}; choose another with --port") from None


def lan_address() -> str:
    """Return this computer's address on the local network, or ``localhost`` without a network.

    Nothing is sent to find the address.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # An address reserved for documentation. Connecting a datagram socket only chooses the
            # network interface.
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "localhost"
        return str(probe.getsockname()[0])


def greeting(
    address: str,
    location: Path | str,
    latest_games: Sequence[Game],
    *,
    is_secure: bool,
    is_local: bool,
) -> Iterator[str]:
    """Write where the page is, with a QR code for phones, and how to get HTTPS.

    Args:
        address: the address of the page.
        location: the ledger's file or address.
        latest_games: games whose addresses are written.
        is_secure: whether the page is served by HTTPS.
        is_local: whether the page is for this computer alone.
    """
    yield f"Hu! is at {address}"
    if not is_local:
        yield ""
        yield qr_text(address)
        yield "Phones on the same network open it by this code."
        if not is_secure:
            yield _HTTPS_HINT
    yield f"Games are kept in {shown_location(location)}"
    for game in latest_games:
        yield f"    {address}/?game={game.code}  {game.heading}"
    yield "Stop with Ctrl+C."


def qr_text(address: str) -> str:
    """Draw a QR code in characters, each of which holds two modules."""
    import segno  # noqa: PLC0415  # only this command draws one

    rows = [list(row) for row in segno.make(address, micro=False).matrix_iter(border=2)]
    # Each line of text needs two rows of modules.
    light_row = [0] * len(rows[0])
    if len(rows) % 2:
        rows.append(light_row)
    lines = []
    for upper_row, lower_row in zip(rows[::2], rows[1::2], strict=True):
        line = ""
        for upper, lower in zip(upper_row, lower_row, strict=True):
            line += _QR_CHARACTERS[bool(upper), bool(lower)]
        lines.append(line)
    return "\n".join(lines)
