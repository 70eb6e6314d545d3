"""Lets ``streamlit run`` serve the page behind the same gate as ``hu app``.

Platforms start Streamlit apps that way. The owner sets the options in environment variables, which
Streamlit Community Cloud makes of an app's secrets:

- ``HU_GAMES``: the games, as with ``hu app --games``.
- ``HU_HOST``: more names of the server, with spaces between, as with ``--host``.
- ``HU_FRAME_IN``: the sites that may show the page in a frame, as with ``--frame-in``.
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
    """Return the middleware in front of Streamlit, as the environment variables ask for it.

    Raises:
        InputError: ``HU_FRAME_IN`` names something that is not a site, or ``HU_HOST`` something
            that is not the name of a server.
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
        # The server cannot know its names there. The platform's proxy lets in no other names.
        return layers(hosts=None, frames=frames)
    return layers(hosts, frames)
