"""The certificate and the key of HTTPS."""

import ssl
from pathlib import Path

from hu.scoring.errors import HuError


def load_certificate(certificate: Path, key: Path) -> ssl.SSLContext:
    """Load a certificate and its private key into a server's context.

    Raises:
        HuError: a file cannot be read or is damaged, or the key is that of another certificate.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(certificate, key)
    except ssl.SSLError as error:
        fault = "not a certificate and its key in PEM format"
        if error.reason == "KEY_VALUES_MISMATCH":
            fault = "the key belongs to another certificate"
        raise HuError(f"{certificate}, {key}: {fault}") from None
    except OSError as error:
        raise HuError(f"{certificate}, {key}: {error.strerror or error}") from None
    return context
