"""Counts the calls that a piece of work makes: a bound on them holds on a busy machine too, as seconds do not."""

from collections.abc import Callable
from cProfile import Profile


def count_calls(work: Callable[[], object]) -> int:
    """Run ``work`` and return how many calls of functions it made in this thread, those of built-in ones included."""
    profile = Profile()
    profile.enable()
    try:
        work()
    finally:
        profile.disable()
    return sum(entry.callcount for entry in profile.getstats())
