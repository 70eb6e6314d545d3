"""Parses the log of a browser: a list of numbered gestures.

The browser numbers the gestures of each page load. It sends a gesture again and again until the
server has processed it (see ``parts/assets/log.js``). A gesture is a list of its name and its
fields, such as ``["seat", "S", null]``. Anything that is no gesture, is too long, or was sent by an
older version of the page becomes ``Refused``. It counts as processed, so that the browser stops
sending it and shows the server's state.
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
#: The most events that are read from one message.
_MOST_EVENTS: Final = 200
#: The most characters of a refusal in the log.
_LONGEST_REASON: Final = 200
#: The errors of msgspec about a value that is no event. ``RecursionError`` comes from lists nested
#: too deep, ``UnicodeEncodeError`` from a lone surrogate, the half of a character, in a text.
_UNREADABLE: Final = (msgspec.ValidationError, RecursionError, UnicodeEncodeError)


class _Envelope(Struct, frozen=True):
    """An event as it comes from the browser. Its gesture has not been parsed yet.

    Attributes:
        load: names the page load in which it was made.
        n: its number among the events of that page load, from 1.
        hand: names the hand for which it was made: the code of the game, a slash, and the token of
            the hand.
        op: the gesture as a list of its name and its fields. It may be anything else.
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
        log: the message as it came: ``{"events": [...]}`` if our scripts sent it.
        taken: the number of the last event that was processed, by page load.

    Returns:
        The new events in their order. A gesture that cannot be parsed becomes ``Refused``. An event
        whose number or names cannot be read is left out. Both get a line in the server's log.
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
        was_processed = envelope.n <= last_number_of.get(envelope.load, 0)
        if was_processed:
            continue
        last_number_of[envelope.load] = envelope.n
        gesture = parse_gesture(envelope.op)
        tap = Tap(load=envelope.load, number=envelope.n, hand=envelope.hand, gesture=gesture)
        taps.append(tap)
    return taps


def parse_gesture(op: object) -> Gesture | Refused:
    """Parse a gesture, a list of its name and its fields.

    Anything else gives ``Refused``, and a line in the log.
    """
    try:
        gesture: Gesture = msgspec.convert(op, Gesture)
    except _UNREADABLE as error:
        _LOG.warning("a gesture of a browser is refused: %s", _reason(error))
        return Refused()
    return gesture


def _reason(error: Exception) -> str:
    """Describe an error in one short line. The error may quote a value of any length."""
    reason = one_line(str(error))
    if len(reason) > _LONGEST_REASON:
        return f"{reason[:_LONGEST_REASON]}..."
    return reason
