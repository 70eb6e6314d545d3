"""Slows down attempts to guess games' codes."""

import time
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import Final

#: An address that sent this many wrong codes within so many seconds must wait.
_WRONG_CODES: Final = 10
_WITHIN_S: Final = 60.0
#: Letters of the first four groups of a written-out IPv6 address: the network of a household.
_NETWORK_LETTERS: Final = 19


class GuessLimit:
    """Counts the wrong codes that came from each network address during the last minute."""

    def __init__(self) -> None:
        #: When the wrong codes of each network came, by ``time.monotonic``.
        self._times: dict[str, list[float]] = {}
        self._lock = Lock()

    def may_guess(self, address: str | None) -> bool:
        """Return whether an address may try another code. None means this computer itself."""
        with self._lock:
            self._forget_old_times()
            times = self._times.get(network_of(address), [])
            return len(times) < _WRONG_CODES

    def count_wrong(self, address: str | None) -> None:
        """Note that a wrong code came from an address."""
        with self._lock:
            self._times.setdefault(network_of(address), []).append(time.monotonic())

    def _forget_old_times(self) -> None:
        """Forget the wrong codes that came before the last minute. The caller holds the lock."""
        minute_start = time.monotonic() - _WITHIN_S
        recent_times_of: dict[str, list[float]] = {}
        for network, times in self._times.items():
            recent_times = [moment for moment in times if moment > minute_start]
            if recent_times:
                recent_times_of[network] = recent_times
        self._times = recent_times_of


def network_of(address: str | None) -> str:
    """Return the network that an address belongs to, under which its requests are counted.

    The network of an IPv4 address is the address itself. A household has a whole network of IPv6
    addresses, and can use another address for each guess. So the network of an IPv6 address is its
    beginning, which all addresses of the household share. An IPv6 address that stands for an IPv4
    address becomes the IPv4 address. A text that is no address is a network of its own.

    Args:
        address: an address as text. None means this computer itself.
    """
    try:
        parsed_address = ip_address(address or "127.0.0.1")
    except ValueError:
        return str(address)
    if not isinstance(parsed_address, IPv6Address):
        return str(parsed_address)
    if parsed_address.ipv4_mapped:
        return str(parsed_address.ipv4_mapped)
    return parsed_address.exploded[:_NETWORK_LETTERS]
