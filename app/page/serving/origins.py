"""Decides which hosts and origins are the server's own, and which sites may show it in a frame."""

import os
import re
from collections.abc import Collection, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Final

#: The value of a ``Host`` header: a name or an address, and perhaps a port. An IPv6 address is in
#: brackets.
_HOST: Final = re.compile(rb"(?P<name>\[[0-9a-f:.]+\]|[0-9a-z_.-]+)(:[0-9]{1,5})?")
#: The name of a server, without a port.
_HOST_NAME: Final = re.compile(r"[0-9a-z_.-]+", re.IGNORECASE)
#: A site that may show the page in a frame. A star stands for any name below a domain.
_SITE: Final = re.compile(r"https?://(\*\.)?[0-9a-z.-]+(:[0-9]{1,5})?", re.IGNORECASE)
#: The environment variable in which Hugging Face gives a Space its host name.
_SPACE_HOST: Final = "SPACE_HOST"
#: Hugging Face shows each Space in a frame of this site.
_SPACE_FRAME: Final = "https://huggingface.co"
#: The folder in which Streamlit Community Cloud has the repositories of apps, and the sites that
#: show each app in a frame.
_COMMUNITY_CLOUD: Final = Path("/mount/src")
_COMMUNITY_CLOUD_FRAMES: Final = ("https://*.streamlit.app", "https://share.streamlit.io")


def is_own_host(host: bytes, names: Collection[str]) -> bool:
    """Whether the ``Host`` header of a request names this server.

    A foreign site can let its own name lead to the address of this server (DNS rebinding). Browsers
    would then count its page as a page of this server. So only known names are the server's own.

    Args:
        host: the value of the header.
        names: additional names of the server, in lower case. ``localhost``, ``*.local`` and network
            addresses are always its names.
    """
    match = _HOST.fullmatch(host.lower())
    if match is None:
        return False
    name = match["name"].decode("ascii", "replace").strip("[]").rstrip(".")
    is_on_local_network = name == "localhost" or name.endswith(".local")
    if is_on_local_network or name in names:
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_own_origin(headers: Mapping[bytes, bytes]) -> bool:
    """Whether a request comes from a page of this server, or from no page at all.

    A browser names the page in the ``Origin`` header, by its scheme and host alone.
    """
    origin = headers.get(b"origin")
    if origin is None:
        return True
    own_host = headers.get(b"host", b"").lower()
    scheme, _, host = origin.lower().partition(b"://")
    # Browser extensions have origins with other schemes.
    is_page = scheme in (b"http", b"https") and host != b""
    return is_page and host == own_host


def is_site(text: str) -> bool:
    """Whether a text is a site for a frame, such as ``https://a.example`` or ``https://*.b.org``."""
    return _SITE.fullmatch(text) is not None


def is_host_name(text: str) -> bool:
    """Whether a text is the name of a server without a port, such as ``hu.example.org``."""
    return _HOST_NAME.fullmatch(text) is not None


def platform_hosts() -> tuple[str, ...]:
    """Return the names that the platform gives to this server. Empty if it runs on no platform."""
    name = os.environ.get(_SPACE_HOST, "")
    return (name,) if name else ()


def platform_frames() -> tuple[str, ...]:
    """Return the platform's sites that show the page in a frame. Empty without a platform."""
    if os.environ.get(_SPACE_HOST):
        return (_SPACE_FRAME,)
    if on_community_cloud():
        return _COMMUNITY_CLOUD_FRAMES
    return ()


def on_community_cloud() -> bool:
    """Whether the server runs on Streamlit Community Cloud.

    All requests then come from the platform's proxy, which finds the app by the name in the
    request.
    """
    return Path.cwd().is_relative_to(_COMMUNITY_CLOUD)


def is_behind_platform() -> bool:
    """Whether all requests come from the proxy of a platform.

    The proxy adds the browser's network address at the end of the header ``X-Forwarded-For``.
    """
    return bool(os.environ.get(_SPACE_HOST)) or on_community_cloud()


def browser_address(headers: Mapping[bytes, bytes]) -> str:
    """Return the browser's network address in ``X-Forwarded-For``. Empty without the header."""
    addresses = headers.get(b"x-forwarded-for", b"").decode("ascii", "replace")
    # The platform's proxy has added the last address. The sender may have made up all others.
    return addresses.rpartition(",")[2].strip()
