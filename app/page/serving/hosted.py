"""Lets ``streamlit run`` serve the page behind the same gate as ``hu app``.

Platforms start Streamlit apps with ``streamlit run``. The owner sets the options in environment
variables. On Streamlit Community Cloud, the secrets of an app become such variables.

- ``HU_GAMES``: the games, like ``hu app --games``.
- ``HU_HOST``: additional names of the server, separated by spaces, like ``hu app --host``.
- ``HU_FRAME_IN``: the sites that may show the page in a frame, separated by spaces, like ``hu app
  --frame-in``.
"""

import os
from typing import TYPE_CHECKING, Final

from hu.app.page.serving.origins import is_host_name, is_site, on_community_cloud
from hu.app.page.serving.server import layers
from hu.scoring.errors import InputError

if TYPE_CHECKING:
    from starlette.middleware import Middleware

_HOST: Final = "HU_HOST"
_FRAME_IN: Final = "HU_FRAME_IN"


def hosted_layers() -> "list[Middleware]":
    """Return the middleware in front of Streamlit, with the options of the environment variables.

    Raises:
        InputError: a word in ``HU_FRAME_IN`` is no site, or a word in ``HU_HOST`` is no name of a
            server.
    """
    frames = os.environ.get(_FRAME_IN, "").split()
    for frame in frames:
        if not is_site(frame):
            raise InputError(f"{_FRAME_IN}: {frame!r} is no site such as https://example.org")
    hosts = os.environ.get(_HOST, "").split()
    for host in hosts:
        if not is_host_name(host):
            raise InputError(f"{_HOST}: {host!r} is not a name alone, such as hu.example.org")
    if not hosts and on_community_cloud():
        # On this platform the server cannot know its names, so requests to any name pass. The
        # platform's proxy already refuses requests to other names.
        return layers(hosts=None, frames=frames)
    return layers(hosts, frames)
