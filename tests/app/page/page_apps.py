"""The page without a browser: the visit that a server keeps, and the events of components."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal
from unittest.mock import patch

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Element

from hu.app.page import shell
from hu.app.page.draft.state import Draft
from hu.app.page.session import Session
from hu.app.page.state import Screen, State, hand_name
from tests.app.page.laid import rack_of
from tests.app.page.recorded import TRUTH
from tests.app.page.servers import NAMES


class App:
    """A visit to the page in Streamlit's ``AppTest``. It fails if a run of the page raises."""

    def __init__(self) -> None:
        self.test = AppTest.from_file(
            str(Path(__file__).parent / "recorded_page.py"), default_timeout=120
        )

    def __getattr__(self, name: str) -> Any:
        return getattr(self.test, name)

    def run(self) -> "App":
        self.test.run()
        assert not self.test.exception
        return self

    @property
    def visit(self) -> Session:
        """The visit that is shown. A new visit if the page has not run yet."""
        if "visit" not in self.test.session_state:
            self.test.session_state["visit"] = Session()
        session: Session = self.test.session_state["visit"]
        return session

    @property
    def draft(self) -> Draft:
        """The hand in work."""
        return self.visit.state.draft

    @property
    def state(self) -> State:
        """The state of the visit: its screen and the hand in work."""
        return self.visit.state

    def put(self, **fields: Any) -> None:
        """Change fields of the state of the visit, without a run of the page."""
        self.visit.state = replace(self.visit.state, **fields)

    def work_on(self, hand: str = TRUTH, **fields: Any) -> "App":
        """Put a hand in work, without a game. The fields are those of its draft."""
        values = {"rack": rack_of(hand), **fields}
        self.put(draft=Draft(**values), game_code="")
        return self.run()

    def change(self, hand: str | None = None, **fields: Any) -> "App":
        """Change the tiles or the given fields of the hand in work."""
        if hand:
            fields["rack"] = rack_of(hand)
        self.put(draft=replace(self.draft, **fields))
        return self.run()

    def show(self, view: Literal["hand", "sheet"] = "sheet", **fields: Any) -> "App":
        """Go to another screen of the game. The fields are those of the ``Screen``."""
        self.put(screen=Screen(view=view, **fields))
        return self.run()

    def click(self, key: str) -> "App":
        """Press a button of the page. The key is the name of its part."""
        return self._tap_part(key)

    def begin(self, rules: str = "", names: Sequence[str] = NAMES, *toggles: str) -> "App":
        """Begin a game, of Zung Jung by default, with the given switches of the form turned on."""
        self.click("new-game")
        if rules:
            self.enter("new-rules", rules)
        for key in toggles:
            self.enter(key, value=True)
        for seat, name in zip("ESWN", names, strict=False):
            self.enter(f"player-{seat}", name)
        return self.click("begin")

    def field(self, key: str) -> dict[str, Any]:
        """The part of a form's field, by the key of the panel that has it alone."""
        parts = self._parts_by_panel()[key]
        assert len(parts) == 1
        return parts[0]

    def enter(self, key: str, value: object) -> "App":
        """Enter a value in a field of a form."""
        return self.tap(*self.field(key)["op"], value)

    def tap(self, *op: Any) -> "App":
        """Make a gesture on the hand, as the browser's components would.

        Args:
            op: the name of the gesture, then its values.
        """
        draft = self.draft
        event = {
            "load": "test",
            "n": draft.taken.get("test", 0) + 1,
            "hand": hand_name(self.state),
        }
        return self.send({**event, "op": list(op)})

    def send(self, event: dict[str, Any]) -> "App":
        """Send an event as a browser would."""
        with patch.object(shell, "browser_value", lambda *_: {"events": [event]}):
            return self.run()

    def save(self) -> "App":
        """Tap Save."""
        return self.tap("save", self.draft.token)

    def undo(self) -> "App":
        """Tap Undo in the bar that offers it."""
        return self._tap_part("undo-offer")

    def note_drawn(self) -> "App":
        """Note a hand that nobody won."""
        return self._tap_part("drawn")

    def next_rack(self) -> "App":
        """Go on to the next rack."""
        return self._tap_part("next-rack")

    def _tap_part(self, name: str) -> "App":
        """Tap the only part of this name."""
        (op,) = [part["op"] for part in self.parts() if part.get("name") == name]
        return self.tap(*op)

    def parts(self) -> list[dict[str, Any]]:
        """The parts that the page shows."""
        all_parts = []
        for parts in self._parts_by_panel().values():
            all_parts.extend(parts)
        return all_parts

    def _parts_by_panel(self) -> dict[str, list[dict[str, Any]]]:
        """The parts of each panel, by the panel's key."""
        panels: dict[str, list[dict[str, Any]]] = {}
        for element in self.get("bidi_component"):
            if not element.proto.component_name.endswith("hu_panel"):
                continue
            # Streamlit's id is "$$ID", a digest and the key, joined by hyphens.
            key = element.proto.id.split("-", 2)[2]
            panels[key] = []
            for column in json.loads(element.proto.json)["columns"]:
                panels[key].extend(column)
        return panels

    def questions(self) -> list[str]:
        """The questions that the page asks, except for that about the language."""
        choices = [part for part in self.parts() if part["kind"] == "choice"]
        return [part["question"] for part in choices if part["op"] != ["language"]]

    def amounts(self) -> dict[str, str]:
        """The amount that the player of each seat pays or is paid, as the table shows it."""
        (seats,) = [part["seats"] for part in self.parts() if part["kind"] == "seats"]
        return {seat["seat"]: seat["amount"]["text"] for seat in seats if seat["amount"]}

    def offers(self, name: str) -> bool:
        """Whether a part of this name or kind is shown."""
        return any(name in (part.get("name"), part["kind"]) for part in self.parts())

    def markup(self) -> str:
        """All markup that the page shows."""
        texts = []
        for block in self.test.get("html"):
            if isinstance(block, Element):
                texts.append(block.body)
        # The markup in the parts that the browser draws.
        for part in self.parts():
            if part["kind"] == "html":
                texts.append(part["html"])
        return "\n".join(texts)

    def button_keys(self) -> list[str]:
        """The names of the page's buttons."""
        return [part["name"] for part in self.parts() if part["kind"] == "button"]

    def labels(self) -> list[str]:
        """The texts of everything that can be pressed, with the notes beside them."""
        kinds = ("action", "button")
        buttons = [part for part in self.parts() if part["kind"] in kinds]
        return [f"{part['label']} {part.get('note', '')}".strip() for part in buttons]
