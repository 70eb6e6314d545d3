"""Whose requests a server answers: its own names and pages, and the frames that may show it."""

import os
import re
from collections.abc import Collection, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

#: A name or an address, an IPv6 address in brackets, and perhaps a port.
_HOST: Final = re.compile(rb"(?P<name>\[[0-9a-f:.]+\]|[0-9a-z_.-]+)(:[0-9]{1,5})?")
#: The name alone.
_HOST_NAME: Final = re.compile(r"[0-9a-z_.-]+", re.IGNORECASE)
#: A site that may show the page in a frame. A star stands for any name below a domain.
_SITE: Final = re.compile(r"https?://(\*\.)?[0-9a-z.-]+(:[0-9]{1,5})?", re.IGNORECASE)
#: Hugging Face names a Space's own host in this variable, and shows each Space in a frame.
_SPACE_HOST: Final = "SPACE_HOST"
_SPACE_FRAME: Final = "https://huggingface.co"
#: Streamlit Community Cloud keeps repositories here, and shows each app in a frame.
_COMMUNITY_CLOUD: Final = Path("/mount/src")
_COMMUNITY_CLOUD_FRAMES: Final = ("https://*.streamlit.app", "https://share.streamlit.io")


def is_own_host(host: bytes, names: Collection[str]) -> bool:
    """Return whether a request's ``Host`` names this server.

    A foreign site can let its own name lead to this server's address (DNS rebinding). Its page
    would then count as a page of this server. So a foreign name is not the server's own.

    Args:
        host: the header.
        names: additional names of the server, in lower case. ``localhost``, ``*.local`` and all
            addresses are always its own.
    """
    parts = _HOST.fullmatch(host.lower())
    if parts is None:
        return False
    name = parts["name"].decode("ascii", "replace").strip("[]").rstrip(".")
    is_on_local_network = name == "localhost" or name.endswith(".local")
    if is_on_local_network or name in names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_own_origin(headers: Mapping[bytes, bytes]) -> bool:
    """Return whether a request comes from a page of this server or from no page at all.

    Its ``Origin`` header decides. Extensions and other programs have schemes of their own.
    """
    origin = headers.get(b"origin")
    if origin is None:
        return True
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    is_page = parts.scheme.lower() in (b"http", b"https") and bool(parts.netloc)
    own_host = headers.get(b"host", b"")
    return is_page and parts.netloc.lower() == own_host.lower()


def is_site(text: str) -> bool:
    """Return whether a text names a site that may show the page, such as ``https://a.example``."""
    return _SITE.fullmatch(text) is not None


def is_host_name(text: str) -> bool:
    """Return whether a text is the name of a server alone, such as ``hu.example.org``."""
    return _HOST_NAME.fullmatch(text) is not None


def platform_hosts() -> tuple[str, ...]:
    """Return the names that the platform gives to a server that runs on it."""
    name = os.environ.get(_SPACE_HOST, "")
    return (name,) if name else ()


def platform_frames() -> tuple[str, ...]:
    """Return the sites of the platform that show the page in a frame."""
    if os.environ.get(_SPACE_HOST):
        return (_SPACE_FRAME,)
    if on_community_cloud():
        return _COMMUNITY_CLOUD_FRAMES
    return ()


def on_community_cloud() -> bool:
    """Return whether the server runs on Streamlit Community Cloud.

    Only the platform's own proxy reaches it there, which chooses the app by its name.
    """
    return Path.cwd().is_relative_to(_COMMUNITY_CLOUD)


def is_behind_platform() -> bool:
    """Return whether all requests come from a platform's proxy, which names the browser's address.

    The proxy adds the address at the end of ``X-Forwarded-For``.
    """
    return bool(os.environ.get(_SPACE_HOST)) or on_community_cloud()


def browser_address(headers: Mapping[bytes, bytes]) -> str:
    """Return the address that the nearest proxy names. Empty if it names none."""
    addresses = headers.get(b"x-forwarded-for", b"").decode("ascii", "replace")
    # Each proxy adds an address at the end. The sender may have invented those before.
    return addresses.rpartition(",")[2].strip()
