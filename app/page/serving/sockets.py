"""Bounds the number of web sockets that browsers open."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

#: Web sockets of a network address, and in all. All phones of a club may share an address.
_MOST_OF_AN_ADDRESS: Final = 100
_MOST_OF_ALL: Final = 500


@dataclass(eq=False, slots=True)
class Sockets:
    """Counts the open web sockets by the addresses of their browsers."""

    _count_of: Counter[str] = field(default_factory=Counter)

    def admit(self, address: str) -> bool:
        """Admit a web socket of an address unless a limit is reached, and count it."""
        is_address_full = self._count_of[address] >= _MOST_OF_AN_ADDRESS
        is_server_full = self._count_of.total() >= _MOST_OF_ALL
        if is_address_full or is_server_full:
            return False
        self._count_of[address] += 1
        return True

    def release(self, address: str) -> None:
        """Count a web socket of an address that was closed."""
        self._count_of[address] -= 1
        if self._count_of[address] == 0:
            # Addresses without web sockets take no memory.
            del self._count_of[address]
