"""``hu doctor``: check an installation, with one line for each check."""

import platform
import shutil
import ssl
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import click

from hu.app.commands import options
from hu.app.commands.certificates import load_certificate
from hu.app.ledger.games_file import find_damage, refuse_foreign
from hu.app.ledger.ledger import default_path, parse_location
from hu.app.ledger.opening import shown_location
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
#: A game takes kilobytes. Photos and copies of the games file take more.
_LEAST_SPACE_MB: Final = 200
#: Faults of a games file that are printed.
_MOST_FAULTS: Final = 3
#: The sample photo in a checkout, and in an installation.
_SAMPLES: Final = (
    Path(__file__).resolve().parents[2] / "datasets" / "samples" / "images" / "hand.jpg",
    Path(__file__).resolve().with_name("sample.jpg"),
)
#: The hand in the sample photo.
_SAMPLE_HAND: Final = "234567m 13p 55s [777z] 1f +2p"


@dataclass(frozen=True, slots=True)
class _Finding:
    """The result of a check.

    Attributes:
        check: the name of the check.
        ok: whether nothing is wrong.
        text: the result in one line.
    """

    check: str
    ok: bool
    text: str


@click.command("doctor")
@options.games
@options.weights
@click.option("--certificate", type=click.Path(path_type=Path), help="TLS certificate of the page.")
@click.option("--key", type=click.Path(path_type=Path), help="Its private key.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    games: str | None,
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
    location = parse_location(games) if games else default_path()
    findings = [
        _run_check("versions", _check_versions),
        _run_check("networks", partial(_check_networks, weights)),
        _run_check("games", partial(_check_games, location)),
        _run_check("space", partial(_check_space, location)),
        _run_check("camera", partial(_check_camera, certificate, key)),
        _run_check("sample photo", partial(_check_sample, weights)),
    ]
    is_healthy = all(finding.ok for finding in findings)
    if as_json:
        checks = [
            {"check": finding.check, "ok": finding.ok, "found": finding.text}
            for finding in findings
        ]
        click.echo(json_line({"ok": is_healthy, "checks": checks}))
    else:
        for finding in findings:
            verdict = "ok" if finding.ok else "WRONG"
            click.echo(f"{verdict:6}{finding.check:14}{finding.text}")
    sys.exit(0 if is_healthy else 1)


def _run_check(name: str, check: Callable[[], str]) -> _Finding:
    """Run a check, and turn an error that it raises into a finding.

    Args:
        name: the name of the check.
        check: returns a result in one line, or raises an error if something is wrong.
    """
    try:
        return _Finding(name, ok=True, text=one_line(check()))
    except HuError as error:
        return _Finding(name, ok=False, text=str(error))
    except Exception as error:  # noqa: BLE001  # the other checks are still made
        return _Finding(name, ok=False, text=one_line(f"{type(error).__name__}: {error}"))


def _check_versions() -> str:
    try:
        program = version("hu-mahjong")
    except PackageNotFoundError:
        program = "not installed, run from a checkout"
    libraries = []
    for name in _LIBRARIES:
        try:
            libraries.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            raise HuError(f"{name} is not installed; install Hu! again") from None
    return f"hu {program}, Python {platform.python_version()}, {', '.join(libraries)}"


def _check_networks(weights: Path | None) -> str:
    from hu.vision.networks.calibration import read_calibration  # noqa: PLC0415
    from hu.vision.networks.weights import MODERN_NETWORKS, check_networks  # noqa: PLC0415
    from hu.vision.reader import MODELS  # noqa: PLC0415  # the help of the command needs no networks

    folder = weights or MODELS
    # A network whose checksum is wrong raises an error.
    have_checksums = check_networks(folder)
    read_calibration(folder)
    names = "detector.onnx, classifier.onnx"
    absent_names = []
    for name in MODERN_NETWORKS:
        if (folder / name).is_file():
            names += f", {name}"
        else:
            absent_names.append(name)
    if have_checksums:
        verdict = f"{folder}: {names}: checksums are right"
    else:
        verdict = f"{folder}: {names}: no checksums beside them"
    if absent_names:
        missing = " and ".join(absent_names)
        verdict += f"; without {missing}, numerals of modern sets are not read"
    return verdict


def _check_games(location: Path | str) -> str:
    """Check the games file. A database is not opened, because that would create its tables."""
    if isinstance(location, str):
        return f"{shown_location(location)}: a database; hu games check opens it"
    path = location
    refuse_foreign(path)
    if not path.exists():
        return f"{path}: does not exist yet; hu app makes it"
    faults = list(find_damage(path))
    if faults:
        shown_faults = "; ".join(faults[:_MOST_FAULTS])
        raise HuError(f"{path}: damaged ({shown_faults}); take a copy from the backups beside it")
    return f"{path}: whole, {path.stat().st_size / 1e6:.1f} MB"


def _check_space(location: Path | str) -> str:
    """Check the free space where the games file is, or will be.

    With a database, the user's data folder is checked.
    """
    file = location if isinstance(location, Path) else default_path()
    folder = file.absolute().parent
    while not folder.is_dir():
        folder = folder.parent
    free_mb = shutil.disk_usage(folder).free // 1_000_000
    if free_mb < _LEAST_SPACE_MB:
        raise HuError(f"{folder}: only {free_mb} MB are free; {_LEAST_SPACE_MB} are needed")
    return f"{folder}: {free_mb} MB are free"


def _check_camera(certificate: Path | None, key: Path | None) -> str:
    """Check the certificate of HTTPS, without which phones give the page no camera."""
    if certificate is None or key is None:
        return "works on this computer; phones need HTTPS: hu app --certificate FILE --key FILE"
    try:
        _shake_hands(certificate, key)
    except ssl.SSLCertVerificationError as error:
        raise HuError(f"{certificate}: {error.verify_message}") from None
    return f"{certificate}: a certificate in date, with its key"


def _shake_hands(certificate: Path, key: Path) -> None:
    """Make a TLS handshake in memory between a server and a client.

    The server has the certificate. The client trusts no other.

    Raises:
        SSLCertVerificationError: the certificate is not valid.
        HuError: the certificate and the key do not belong together, or cannot be read.
    """
    server_context = load_certificate(certificate, key)
    client_context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    # Only a phone can find out whether it trusts the certificate, and under which name.
    client_context.check_hostname = False
    # The certificate need not be signed by itself to be trusted.
    client_context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
    client_context.load_verify_locations(certificate)
    to_server = ssl.MemoryBIO()
    to_client = ssl.MemoryBIO()
    client = client_context.wrap_bio(to_client, to_server)
    server = server_context.wrap_bio(to_server, to_client, server_side=True)
    unfinished_ends = [client, server]
    while unfinished_ends:
        for end in list(unfinished_ends):
            # An end that needs data from the other end raises this error, and continues later.
            with suppress(ssl.SSLWantReadError):
                end.do_handshake()
                unfinished_ends.remove(end)


def _check_sample(weights: Path | None) -> str:
    from hu.app.reading.read import read_photo  # noqa: PLC0415  # the help of the command needs no networks
    from hu.vision.reader import MODELS, Reader  # noqa: PLC0415

    photo = _find_sample()
    reader = Reader(weights or MODELS)
    # The first photo takes longer, because the networks are loaded.
    started = time.perf_counter()
    read_photo(photo, reader)
    first_seconds = time.perf_counter() - started
    photo_reading = read_photo(photo, reader)
    text = photo_reading.reading.text
    if text != _SAMPLE_HAND:
        raise HuError(f"the sample photo is read as {text}, not as {_SAMPLE_HAND}")
    seconds = photo_reading.seconds
    return f"read in {seconds:.2f} s, the first time in {first_seconds:.2f} s: {text}"


def _find_sample() -> Path:
    for path in _SAMPLES:
        if path.is_file():
            return path
    raise HuError("the sample photo is missing; install Hu! again")
