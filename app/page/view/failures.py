"""Failures as lines on the page."""

from collections.abc import Iterator
from contextlib import contextmanager

from hu.app.i18n import Texts
from hu.app.page.parts.components import note_text, show_alert
from hu.app.page.services import failure_of


@contextmanager
def alert_on_failure(t: Texts) -> Iterator[None]:
    """Say at this place of the page why something failed."""
    try:
        yield
    except Exception as error:  # noqa: BLE001  # what fails must leave the page usable
        show_alert(note_text(t, failure_of(error)))
