"""What this server keeps of a visit: where the visitor is, one frozen value, and the hand in work, another.

Both are replaced after every tap. Streamlit's session holds nothing else of the page but its own widgets' values.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

import streamlit as st

from hu.app.ledger.values import Entry
from hu.app.page.draft.state import Draft, new_token
from hu.app.page.photos.line import PhotoInLine
from hu.scoring.options import OptionValue
from hu.scoring.rule_set.house import HouseRules
from hu.scoring.rule_set.registry import DEFAULT_RULES

#: Of this visit in Streamlit's session.
_KEY: Final = "visit"
#: The uploader for photos of a rack, and the place of its notices; a question's is ``ask-`` and its id.
SNAP: Final = "snap"


@dataclass(frozen=True, slots=True)
class Saved:
    """A hand that has just been put on the sheet: as it stands there, and as it was if it was changed."""

    code: str
    entry: Entry
    before: Entry | None
    number: int


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be undone until a time of the monotonic clock, except by the browser ``but_for``."""

    told: str
    act: Callable[[], None]
    but_for: str
    key: str
    until: float


@dataclass(frozen=True, slots=True)
class WaitingPhoto:
    """A photo that waits to be read: for the uploader ``key`` of a rack or of a question, see ``SNAP``."""

    key: str
    seat: str | None
    number: int  # counts the photos of racks; 0 for a question's
    reading: PhotoInLine


@dataclass(frozen=True, slots=True)
class Screen:
    """What a visit shows, but for the hand itself."""

    # What covers home and the games; "move" begins a game that takes over the hand without one.
    page: Literal["", "new game", "move", "tile sets", "statistics"] = ""
    view: Literal["hand", "sheet"] = "hand"
    rack: str | None = None  # the seat whose tiles are shown; None for the winner's
    # How the tiles on the screen come: by a photo, by the phone's camera at once, by a new photo, tapped in.
    taking: Literal["photo", "camera", "again", "tapping"] = "photo"
    dialog: int | Literal["payment"] | None = (
        None  # the number of an entry of the sheet, or a payment
    )
    saved: Saved | None = None  # until the next hand is begun
    photo: WaitingPhoto | None = None
    answered: int = 0  # the number of the last photo of a hand that was read or refused
    last_taken: tuple[int, str] | None = (
        None  # the number and key of the last photo that was taken over
    )
    kept: frozenset[str] = frozenset()  # the keys of photos that the player gives for training
    notices: Mapping[str, str] = field(
        default_factory=dict
    )  # what has to be said, by the place where it stands
    undo: Offer | None = None
    files: Mapping[str, int] = field(
        default_factory=dict
    )  # how many have come, by the component that sent them
    visit: str = field(
        default_factory=new_token
    )  # a server that was started again knows another one
    language: str = ""  # the one that the player has chosen
    rules: str = DEFAULT_RULES  # of a hand without a game, with what is played by them, by rule set
    options_alone: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=dict)
    tile_set: str = ""  # the taught set in use without a game
    lesson: Any = (
        None  # the set that is being taught: its name, the names of its photos, what they show
    )
    house: HouseRules | None = None  # chosen for a new game
    given: Mapping[str, str] = field(
        default_factory=dict
    )  # names that the page has put into a new game's fields

    @property
    def received(self) -> int:
        """The number of the last photo of a hand that has come from this browser."""
        return max(self.answered, self.photo.number if self.photo else 0)

    def notice(self, place: str, text: str | None) -> "Screen":
        """The same with something to be said at a place, or with nothing there."""
        others = {other: said for other, said in self.notices.items() if other != place}
        return replace(self, notices={**others, place: text} if text else others)


@dataclass(slots=True)
class Session:
    """One visit."""

    screen: Screen = field(default_factory=Screen)
    draft: Draft | None = None  # None before it has been looked for
    place: str = ""  # the code of the game that the hand belongs to; empty without one
    taking: Mapping[str, int] = field(default_factory=dict)  # the event that is being taken in
    browser: str = ""  # its key
    visited: str = ""  # the code of the game that was opened last
    wrong_code: str = ""  # the code that was counted last as a wrong one


def state_now() -> dict[str, Any]:
    """Return a copy of Streamlit's session; copying cannot be interrupted by the next tap."""
    return st.session_state.to_dict()


def session() -> Session:
    """Return this visit; only the first time can the next tap interrupt.

    Once the next tap has come, Streamlit aborts a run at its next access to the session's state, and never calls the
    aborted tap's function again. This value is a plain object, so that a tap's work, once begun, is completed.
    """
    found: Session | None = state_now().get(_KEY)
    if found is None:
        found = st.session_state[_KEY] = Session()
    return found


def let_taps_in() -> None:
    """Let a tap that has come interrupt this run."""
    _ = _KEY in st.session_state


def screen() -> Screen:
    """Return where this visitor is."""
    return session().screen


def change_screen(**changes: Any) -> None:
    """Go elsewhere, or show something else."""
    session().screen = replace(screen(), **changes)


def tell(place: str, text: str | None) -> None:
    """Have something said at a place of the page; None for nothing."""
    session().screen = screen().notice(place, text)


def once(place: str) -> str | None:
    """Return what has to be said at a place, and forget it."""
    text = screen().notices.get(place)
    tell(place, None)
    return text
