"""Keeps the garbage collector's pauses short while the page is in use.

Streamlit has all garbage collected after every run of the page. Each time the collector looks through every object of
every library, a tenth of a second in which no other player's tap goes on. Objects that are there to stay are therefore
taken out of its sight; now and then all are looked through, so that none of them stays for good by mistake.
"""

import gc
from threading import Event
from typing import Final

_CHECK_S: Final = 5.0
#: Runs of the page between two looks at everything.
_RUNS: Final = 200


def freeze() -> None:
    """Collect all garbage; let later collections pass over what is left."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


def keep_frozen(stopped: Event) -> None:
    """Freeze the heap now, after the page's first run, which loads the last libraries, and after every 200 runs."""
    freeze()
    seen, wanted = _collections(), 1
    while not stopped.wait(_CHECK_S):
        if _collections() - seen >= wanted:
            freeze()
            seen, wanted = _collections(), _RUNS


def _collections() -> int:
    """Count the full collections so far: each run of the page causes one."""
    return int(gc.get_stats()[-1]["collections"])
