"""Slows down attempts to guess games' codes."""

import time
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import Final

_WRONG_CODES: Final = 10
_WITHIN_S: Final = 60.0


class GuessLimit:
    """Counts the wrong codes that came from each network address during the last minute."""

    def __init__(self) -> None:
        self._times: dict[str, list[float]] = {}
        self._lock = Lock()

    def may_guess(self, address: str | None) -> bool:
        """Return whether an address may try another code; None is this computer itself."""
        oldest = time.monotonic() - _WITHIN_S
        with self._lock:
            recent = {
                network: [t for t in times if t > oldest] for network, times in self._times.items()
            }
            self._times = {network: times for network, times in recent.items() if times}
            return len(self._times.get(_network(address), ())) < _WRONG_CODES

    def count_wrong(self, address: str | None) -> None:
        """Note that a wrong code came from an address."""
        with self._lock:
            self._times.setdefault(_network(address), []).append(time.monotonic())


def _network(address: str | None) -> str:
    """The address, or the network of one household, where addresses are free to choose from (IPv6)."""
    try:
        parsed = ip_address(address or "127.0.0.1")
    except ValueError:
        return str(address)
    if isinstance(parsed, IPv6Address):
        return str(parsed.ipv4_mapped) if parsed.ipv4_mapped else parsed.exploded[:19]
    return str(parsed)
