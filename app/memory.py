"""The C library's memory: what has been freed goes back to the system, where the library can (glibc).

Elsewhere these functions do nothing.
"""

import ctypes
from contextlib import suppress
from typing import Final

#: Of glibc's ``mallopt``: the number of separate pools of memory.
_M_ARENA_MAX: Final = -8
_POOLS: Final = 2


def give_back_memory() -> None:
    """Hand freed memory back to the system.

    Images of many sizes leave holes that glibc keeps for the process: 130 MB of 350 where photos have 12 megapixels.
    """
    # Windows has no library of this process; other libraries than glibc have no such function.
    with suppress(TypeError, OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


def share_memory() -> None:
    """Let threads share two pools of memory; call it before the first thread starts.

    glibc would give every thread a pool of its own, up to eight per processor, and each keeps what it has freed. The
    page reads every photo in another thread: with 6 sessions it took 845 MB at most, and 603 MB with two pools.
    """
    with suppress(TypeError, OSError, AttributeError):
        ctypes.CDLL(None).mallopt(_M_ARENA_MAX, _POOLS)
