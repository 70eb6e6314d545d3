"""``hu doctor``: checks an installation, one line per check."""

import platform
import shutil
import ssl
import sys
import time
from contextlib import suppress
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import click

from hu.app.commands import options
from hu.app.ledger.exchange import damage
from hu.app.ledger.ledger import default_path
from hu.app.ledger.opening import refuse_foreign
from hu.scoring.errors import HuError, one_line
from hu.scoring.lines import json_line

_LIBRARIES: Final = (
    "numpy",
    "onnxruntime",
    "opencv-python-headless",
    "pillow",
    "pillow-heif",
    "sqlalchemy",
    "streamlit",
)
_NETWORKS: Final = ("detector.onnx", "classifier.onnx")
#: A game takes kilobytes; photos in work and copies of the games file take more.
_LEAST_SPACE_MB: Final = 200
#: The sample photo, in a checkout and once installed; and the hand in it.
_SAMPLES: Final = (
    Path(__file__).resolve().parents[2] / "datasets" / "samples" / "images" / "hand.jpg",
    Path(__file__).resolve().with_name("sample.jpg"),
)
_SAMPLE_HAND: Final = "234567m 13p 55s [777z] 1f +2p"


@click.command("doctor")
@click.option("--games", type=click.Path(path_type=Path), help="SQLite file of the games.")
@options.weights
@click.option("--certificate", type=click.Path(path_type=Path), help="TLS certificate of the page.")
@click.option("--key", type=click.Path(path_type=Path), help="Its private key.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    games: Path | None,
    weights: Path | None,
    certificate: Path | None,
    key: Path | None,
    as_json: bool,
) -> None:
    """Check this installation: versions, networks, games, space, HTTPS, and a sample photo.

    Nothing is changed. Exit status 1 when something is wrong.
    """
    if bool(certificate) != bool(key):
        raise click.UsageError("--certificate and --key go together")
    path = games or default_path()
    checks = {
        "versions": partial(_versions),
        "networks": partial(_networks, weights),
        "games": partial(_games, path),
        "space": partial(_space, path),
        "camera": partial(_camera, certificate, key),
        "sample photo": partial(_sample, weights),
    }
    findings = []
    for name, check in checks.items():
        try:
            fine, found = True, one_line(check())
        except HuError as error:
            fine, found = False, str(error)
        except Exception as error:  # noqa: BLE001  # the other checks are still made
            fine, found = False, one_line(f"{type(error).__name__}: {error}")
        findings.append({"check": name, "ok": fine, "found": found})
    ok = all(finding["ok"] for finding in findings)
    if as_json:
        click.echo(json_line({"ok": ok, "checks": findings}))
    else:
        for finding in findings:
            click.echo(
                f"{'ok' if finding['ok'] else 'WRONG':6}{finding['check']:14}{finding['found']}"
            )
    sys.exit(0 if ok else 1)


def _versions() -> str:
    try:
        own = version("hu-mahjong")
    except PackageNotFoundError:
        own = "not installed, run from a checkout"
    libraries = []
    for name in _LIBRARIES:
        try:
            libraries.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            raise HuError(f"{name} is not installed; install Hu! again") from None
    return f"hu {own}, Python {platform.python_version()}, {', '.join(libraries)}"


def _networks(weights: Path | None) -> str:
    from hu.vision.networks.calibration import read_calibration  # noqa: PLC0415
    from hu.vision.networks.weights import check_weights  # noqa: PLC0415
    from hu.vision.reader import MODELS  # noqa: PLC0415  # help needs no networks

    known = [check_weights((weights or MODELS) / name) for name in _NETWORKS]
    read_calibration(weights or MODELS)
    return f"{weights or MODELS}: {'checksums are right' if all(known) else 'no checksums beside them'}"


def _games(path: Path) -> str:
    refuse_foreign(path)
    if not path.exists():
        return f"{path}: not there yet; hu app makes it"
    if faults := list(damage(path)):
        raise HuError(
            f"{path}: damaged ({'; '.join(faults[:3])}); take a copy from the backups beside it"
        )
    return f"{path}: whole, {path.stat().st_size / 1e6:.1f} MB"


def _space(path: Path) -> str:
    folder = next(parent for parent in path.absolute().parents if parent.is_dir())
    free = shutil.disk_usage(folder).free // 1_000_000
    if free < _LEAST_SPACE_MB:
        raise HuError(f"{folder}: only {free} MB are free; {_LEAST_SPACE_MB} are needed")
    return f"{folder}: {free} MB are free"


def _camera(certificate: Path | None, key: Path | None) -> str:
    if certificate is None or key is None:
        return "works on this computer; phones need HTTPS: hu app --certificate FILE --key FILE"
    # A server with the certificate shakes hands in memory with a client that trusts no other.
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    # Only a phone can tell whether it trusts the certificate, and under which name.
    client.check_hostname = False
    client.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    try:
        server.load_cert_chain(certificate, key)
        client.load_verify_locations(certificate)
        up, down = ssl.MemoryBIO(), ssl.MemoryBIO()
        ends = [client.wrap_bio(down, up), server.wrap_bio(up, down, server_side=True)]
        while ends:
            for end in list(ends):
                with suppress(ssl.SSLWantReadError):
                    end.do_handshake()
                    ends.remove(end)
    except ssl.SSLCertVerificationError as error:
        raise HuError(f"{certificate}: {error.verify_message}") from None
    except OSError as error:
        raise HuError(f"{certificate}, {key}: {error.strerror or error}") from None
    return f"{certificate}: a certificate in date, with its key"


def _sample(weights: Path | None) -> str:
    from hu.app.reading.read import read_photo  # noqa: PLC0415  # help needs no networks
    from hu.vision.reader import MODELS, Reader  # noqa: PLC0415

    photo = next((path for path in _SAMPLES if path.is_file()), None)
    if photo is None:
        raise HuError("the sample photo is missing; install Hu! again")
    reader = Reader(weights or MODELS)
    started = time.perf_counter()
    read_photo(photo, reader)
    loaded = time.perf_counter() - started
    reading = read_photo(photo, reader)
    if reading.reading.text != _SAMPLE_HAND:
        raise HuError(f"the sample photo is read as {reading.reading.text}, not as {_SAMPLE_HAND}")
    return (
        f"read in {reading.seconds:.2f} s, the first time in {loaded:.2f} s: {reading.reading.text}"
    )
