"""The page without a browser: what the server keeps of a visit, and what components would send."""

import json
from typing import Any
from unittest.mock import patch

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Element

from hu.app.page import main
from hu.app.page.draft.state import Draft
from hu.app.page.events import name_of
from hu.app.page.screen import Session


def visit_of(app: AppTest) -> Session:
    """The visit that ``app`` shows."""
    if "visit" not in app.session_state:
        app.session_state["visit"] = Session()
    found: Session = app.session_state["visit"]
    return found


def draft_of(app: AppTest) -> Draft:
    """The hand in work of the visit that ``app`` shows."""
    found = visit_of(app).draft
    assert found is not None
    return found


def tap(app: AppTest, *op: Any) -> AppTest:
    """Make a gesture on the hand, as the browser's components would."""
    draft = draft_of(app)
    event = {"load": "test", "n": draft.taken.get("test", 0) + 1, "hand": name_of(visit_of(app).place, draft)}
    with patch.object(main, "browser_value", lambda *_: {"events": [{**event, "op": list(op)}]}):
        return app.run()


def save(app: AppTest) -> AppTest:
    """Tap Save."""
    return tap(app, "save", draft_of(app).token)


def parts(app: AppTest) -> list[dict[str, Any]]:
    """The parts that the page shows."""
    shown = [found.proto for found in app.get("bidi_component") if found.proto.component_name.endswith("hu_panel")]
    return [part for proto in shown for column in json.loads(proto.json)["columns"] for part in column]


def markup(app: AppTest) -> str:
    """All markup that the page shows."""
    beside = [part["html"] for part in parts(app) if part["kind"] == "html"]
    return "\n".join([*(block.body for block in app.get("html") if isinstance(block, Element)), *beside])


def saving_offered(app: AppTest) -> bool:
    """Whether the page shows the button that saves."""
    return any(part["kind"] == "save" for part in parts(app))


def undo(app: AppTest) -> AppTest:
    """Tap Undo in the bar that offers it."""
    (op,) = [part["op"] for part in parts(app) if part.get("name") == "undo-offer"]
    return tap(app, *op)


def drawn_offered(app: AppTest) -> bool:
    """Whether a hand that nobody won can be noted."""
    return any(part.get("name") == "drawn" for part in parts(app))


def save_drawn_hand(app: AppTest) -> AppTest:
    """Note a hand that nobody won."""
    (op,) = [part["op"] for part in parts(app) if part.get("name") == "drawn"]
    return tap(app, *op)
