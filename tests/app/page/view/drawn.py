"""A screen that is drawn with Streamlit, as lines of text. No server runs."""

import logging
from collections.abc import Callable, Sequence
from typing import Any
from unittest.mock import patch

import streamlit
from streamlit.delta_generator import DeltaGenerator

from hu.app.page import session as sessions
from hu.app.page.parts import components
from hu.app.page.parts.components import PanelData
from hu.app.page.parts.panel import FilePart, PanelPart
from hu.app.page.session import Session
from hu.app.page.state import State
from tests.app.page.described import markup_lines, part_lines


class _Recorder:
    """Writes each element that is drawn as lines of text."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def draw_element(self, kind: str, proto: Any) -> None:
        """Note an element of Streamlit's own."""
        if kind == "html":
            if not proto.body.startswith("<style>"):
                self.lines += markup_lines(proto.body)
        elif kind == "download_button":
            self.lines.append(f"download {proto.label}")
        elif kind not in ("file_uploader", "bidi_component"):
            self.lines.append(f"{kind}: {getattr(proto, 'body', proto)}")

    def draw_block(self, proto: Any) -> None:
        """Note the beginning of a container. Elements in it follow."""
        kind = proto.WhichOneof("type")
        if kind in ("expandable", "popover"):
            self.lines.append(f"-- {kind}: {getattr(proto, kind).label}")
        elif proto.id:
            # Streamlit's id is "$$ID", a digest and the key, joined by hyphens.
            key = proto.id.split("-", 2)[2]
            self.lines.append(f"-- {key}")

    def draw_panel(self, _key: str, data: PanelData) -> None:
        """Note the parts of a panel."""
        for column in data.columns:
            for part in column:
                self.lines += self._part_lines(part)

    def _part_lines(self, part: PanelPart) -> Sequence[str]:
        if isinstance(part, FilePart):
            many = ", many" if part.many else ""
            line = f"file {part.key} {part.count}: {part.text} | {part.hint} | {part.accept}{many}"
            return [f"{line}, {part.limit} bytes"]
        return part_lines(part)


def drawn(state: State, draw: Callable[[], None]) -> str:
    """The lines of a screen.

    Args:
        state: the state of the visit.
        draw: draws the screen.
    """
    recorder = _Recorder()
    visit = Session(state, browser="browser")
    original_block = DeltaGenerator._block

    def block(self: Any, block_proto: Any = None, *arguments: Any, **keywords: Any) -> Any:
        recorder.draw_block(block_proto)
        return original_block(self, block_proto, *arguments, **keywords)

    def enqueue(self: Any, delta_type: str, element_proto: Any, *_: Any, **__: Any) -> Any:
        recorder.draw_element(delta_type, element_proto)
        return self

    def dialog(title: str, **_: Any) -> Any:
        recorder.lines.append(f"-- dialog: {title}")
        # Streamlit calls the function of a dialog in a run of its own.
        return lambda function: function

    # Streamlit warns that no server runs.
    logging.disable(logging.WARNING)
    try:
        with (
            patch.object(sessions, "copy_session_values", lambda: {"visit": visit}),
            patch.object(DeltaGenerator, "_enqueue", enqueue),
            patch.object(DeltaGenerator, "_block", block),
            patch.object(components, "_panel", recorder.draw_panel),
            patch.object(streamlit, "dialog", dialog),
        ):
            draw()
    finally:
        logging.disable(logging.NOTSET)
    return "\n".join(line.rstrip() for line in recorder.lines)
