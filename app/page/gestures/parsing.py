"""Parses the log of a browser: a list of numbered gestures.

The browser numbers the gestures of a page load and sends each until the draft has taken it in, see
``parts/log.js``. A gesture is a list of its name and its fields, such as ``["seat", "S", null]``.
Anything that is no gesture, is too long or was sent by an older version of the page becomes
``Refused``: it is noted as taken in, so that the browser stops sending it and shows what the server
holds.
"""

import logging
from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta, Struct

from hu.app.codec import prepare
from hu.app.page.gestures.fields import LARGEST_COUNT
from hu.app.page.gestures.tap import Gesture, Refused, Tap
from hu.scoring.errors import one_line

_LOG: Final = logging.getLogger("hu.page")
#: The most events of one message. A browser sends those that have not been taken in yet.
_MOST_EVENTS: Final = 200
#: The most characters of a refusal in the log.
_LONGEST_REASON: Final = 200
#: The errors of msgspec about a value that is no event. ``RecursionError``: lists within lists
#: without end. ``UnicodeEncodeError``: half of a character (a lone surrogate) in a text.
_UNREADABLE: Final = (msgspec.ValidationError, RecursionError, UnicodeEncodeError)


class _Envelope(Struct, frozen=True):
    """An event as it comes from the browser, its gesture not parsed yet.

    Attributes:
        load: names the page load in which it was made.
        n: counts the events of that page load, from 1.
        hand: names the hand that it was made for, see ``Tap``.
        op: the gesture as a list of its name and its fields, or anything else.
    """

    load: Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^[0-9A-Za-z*]*\Z")]
    n: Annotated[int, Meta(ge=1, le=LARGEST_COUNT)]
    hand: Annotated[str, Meta(max_length=128, pattern=r"^[0-9A-Za-z_/-]*\Z")]
    op: Any


# Several phones may send their first events at once.
prepare(_Envelope)
prepare(Gesture)


def parse_log(log: object, taken: Mapping[str, int]) -> list[Tap]:
    """Parse a browser's message.

    Args:
        log: the message, as Streamlit hands it over: ``{"events": [...]}`` from a browser of ours.
        taken: the number of the last event taken in, by page load.

    Returns:
        The new events in their order. Anything that is no gesture becomes ``Refused``. An event
        whose numbers or names cannot be read is left out. Both get a line in the server's log.
    """
    events = log.get("events") if isinstance(log, Mapping) else None
    if not isinstance(events, list):
        return []
    taps = []
    last_number_of = dict(taken)
    for event in events[:_MOST_EVENTS]:
        try:
            envelope = msgspec.convert(event, _Envelope)
        except _UNREADABLE as error:
            _LOG.warning("an event of a browser is refused: %s", _reason(error))
            continue
        was_taken_in = envelope.n <= last_number_of.get(envelope.load, 0)
        if was_taken_in:
            continue
        last_number_of[envelope.load] = envelope.n
        gesture = parse_gesture(envelope.op)
        tap = Tap(load=envelope.load, number=envelope.n, hand=envelope.hand, gesture=gesture)
        taps.append(tap)
    return taps


def parse_gesture(op: object) -> Gesture | Refused:
    """Parse one gesture: a list of its name and its fields.

    Anything else is refused, with a line in the log.
    """
    try:
        gesture: Gesture = msgspec.convert(op, Gesture)
    except _UNREADABLE as error:
        _LOG.warning("a gesture of a browser is refused: %s", _reason(error))
        return Refused()
    return gesture


def _reason(error: Exception) -> str:
    """Describe a refusal in one short line. The error may quote a value of any length."""
    reason = one_line(str(error))
    if len(reason) > _LONGEST_REASON:
        return f"{reason[:_LONGEST_REASON]}..."
    return reason
