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
        fault = "not a certificate and its key in PEM format; mkcert makes both files"
        if error.reason == "KEY_VALUES_MISMATCH":
            fault = "the key belongs to another certificate; name the key made with this one"
        raise HuError(f"{certificate}, {key}: {fault}") from None
    except OSError as error:
        reason = error.strerror or error
        raise HuError(
            f"{certificate}, {key}: {reason}; name two files that this user can read"
        ) from None
    return context
