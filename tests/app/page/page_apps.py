"""The page without a browser: what the server keeps of a visit, and what components would send."""

import json
from typing import Any
from unittest.mock import patch

from streamlit.testing.v1 import AppTest

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
    with patch.object(main, "sent", lambda *_: {"events": [{**event, "op": list(op)}]}):
        return app.run()


def save(app: AppTest) -> AppTest:
    """Tap Save."""
    return tap(app, "save", draft_of(app).token)


def parts(app: AppTest) -> list[dict[str, Any]]:
    """What the page shows beside the tiles."""
    shown = [found.proto for found in app.get("bidi_component") if found.proto.component_name.endswith("hu_answers")]
    return [part for proto in shown for part in json.loads(proto.json)["parts"]]


def markup(app: AppTest) -> str:
    """All markup that the page shows."""
    beside = [part["html"] for part in parts(app) if part["kind"] == "html"]
    return "\n".join([*(block.body for block in app.get("html")), *beside])


def saving_offered(app: AppTest) -> bool:
    """Whether the page shows the button that saves."""
    return any(part["kind"] == "save" for part in parts(app))
