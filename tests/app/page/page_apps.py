"""The page without a browser: what lies on the visitor's desk, and what components would send."""

from streamlit.testing.v1 import AppTest

from hu.app.page.parts.desk import Desk


def desk_of(app: AppTest) -> Desk:
    """The values of the visit that ``app`` shows."""
    if "desk" not in app.session_state:
        app.session_state["desk"] = Desk()
    found: Desk = app.session_state["desk"]
    return found


def save(app: AppTest) -> AppTest:
    """Tap Save, as the browser's component would."""
    desk = desk_of(app)
    desk.saving = desk.draft.token
    return app.run()


def saving_offered(app: AppTest) -> bool:
    """Whether the page shows the button that saves."""
    return any("hu_saver" in str(component.proto) for component in app.get("bidi_component"))
