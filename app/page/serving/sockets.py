"""Limits the number of web sockets that browsers open."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final

#: The most web sockets of a network address, and of all addresses together. The phones of a club
#: may share an address.
_MOST_OF_AN_ADDRESS: Final = 100
_MOST_OF_ALL: Final = 500


@dataclass(eq=False, slots=True)
class Sockets:
    """Counts the open web sockets by the addresses of their browsers."""

    _count_of: Counter[str] = field(default_factory=Counter)

    def admit(self, address: str) -> bool:
        """Count a new web socket of an address.

        Returns:
            Whether it is admitted. If a limit is reached, it is neither admitted nor counted.
        """
        is_address_full = self._count_of[address] >= _MOST_OF_AN_ADDRESS
        is_server_full = self._count_of.total() >= _MOST_OF_ALL
        if is_address_full or is_server_full:
            return False
        self._count_of[address] += 1
        return True

    def release(self, address: str) -> None:
        """Stop counting a web socket of an address, because it was closed."""
        self._count_of[address] -= 1
        if self._count_of[address] == 0:
            # An address without web sockets must not take memory.
            del self._count_of[address]
