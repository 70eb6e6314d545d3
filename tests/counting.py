"""Counts function calls. A bound on calls holds on a busy machine, unlike a bound on seconds."""

from collections.abc import Callable
from cProfile import Profile


def count_calls(work: Callable[[], object]) -> int:
    """Run ``work`` and count its function calls in this thread, built-in functions included."""
    profile = Profile()
    profile.enable()
    try:
        work()
    finally:
        profile.disable()
    return sum(entry.callcount for entry in profile.getstats())
