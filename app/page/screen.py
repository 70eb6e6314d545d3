"""What this server keeps of a visit: where the visitor is, one frozen value, and the hand in work, another.

Both are replaced after every tap. Streamlit's session holds nothing else of the page but its own widgets' values.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

import streamlit as st

from hu.app.ledger.values import Entry
from hu.app.page.draft.state import Draft, new_token
from hu.app.page.photos.turns import WaitingPhoto
from hu.scoring.house import HouseRules
from hu.scoring.rule_set import Option
from hu.scoring.rules import DEFAULT

#: Of this visit in Streamlit's session.
_KEY: Final = "visit"


@dataclass(frozen=True, slots=True)
class Saved:
    """A hand that has just been put on the sheet.

    Attributes:
        code: the game.
        entry: the hand as it stands there.
        before: what it was before it was changed; None for a new hand.
        number: its number on the sheet.
    """

    code: str
    entry: Entry
    before: Entry | None
    number: int


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that can be undone.

    Attributes:
        told: what was done.
        act: undoes it.
        but_for: the browser that is offered the same elsewhere.
        key: names the offer, so that its time runs on while the page runs again.
        until: when it ends, by the monotonic clock.
    """

    told: str
    act: Callable[[], None]
    but_for: str
    key: str
    until: float


@dataclass(frozen=True, slots=True)
class Screen:
    """What a visit shows, but for the hand itself.

    Attributes:
        page: what covers home and the games, if anything does.
        view: the hand in work, or the sheet of the game.
        rack: the seat whose tiles are shown; None for the winner's.
        tapping: whether the tiles of an empty hand are tapped in.
        retaking: whether a new photo of the hand is to be taken.
        photograph: the seat whose photo is taken at once, where the tap before asked for it.
        entry: the number of the entry of the sheet that is shown in full.
        paying: whether a payment is being entered.
        saved: the hand that was saved last, until the next one is begun.
        moving: whether the game that is being begun takes over the hand without a game.
        answered: the number of the last photo that was read or refused.
        photo_asked: the browser's last question whether its photo has come.
        last_taken: the number of the photo that was taken over last, and its key.
        kept: the keys of photos that the player gives for training.
        tap_problem: why a tap did not work; this and what follows is shown once.
        told: what else has to be said.
        save_problem: why a hand was not saved.
        snap_problem: what is wrong with the last photo.
        indicators_problem: what is wrong with photos of tiles, by the question that they answer.
        code_problem: why a code or a file opened no game.
        house_problem: why a file of house rules was not taken.
        waiting_photo: a photo of tiles that is read when its turn has come.
        waiting_indicators: one of the tiles that a question asks for.
        undo: what was done last, as long as it can be undone.
        files: how many files have come, by the component that sent them.
        visit: names this visit: a server that was started again knows another one.
        language: of the words.
        language_chosen: whether the player has chosen it.
        rules: those of a hand without a game.
        options_alone: what is played by them, by rule set.
        tile_set: the taught set in use without a game.
        lesson: the set that is being taught: its name, the names of its photos, what they show.
        house: the house rules chosen for a new game.
        given: the names that the page has put into the fields of a new game, by seat.
    """

    page: Literal["", "new game", "tile sets", "statistics"] = ""
    view: Literal["hand", "sheet"] = "hand"
    rack: str | None = None
    tapping: bool = False
    retaking: bool = False
    photograph: str | None = None
    entry: int | None = None
    paying: bool = False
    saved: Saved | None = None
    moving: bool = False
    answered: int = 0
    photo_asked: int = 0
    last_taken: tuple[int, str] | None = None
    kept: frozenset[str] = frozenset()
    tap_problem: str | None = None
    told: str | None = None
    save_problem: str | None = None
    snap_problem: str | None = None
    indicators_problem: Mapping[str, str] = field(default_factory=dict)
    code_problem: str | None = None
    house_problem: str | None = None
    waiting_photo: WaitingPhoto | None = None
    waiting_indicators: WaitingPhoto | None = None
    undo: Offer | None = None
    files: Mapping[str, int] = field(default_factory=dict)
    visit: str = field(default_factory=new_token)
    language: str = ""
    language_chosen: bool = False
    rules: str = DEFAULT
    options_alone: Mapping[str, Mapping[str, Option]] = field(default_factory=dict)
    tile_set: str = ""
    lesson: Any = None
    house: HouseRules | None = None
    given: Mapping[str, str] = field(default_factory=dict)

    @property
    def received(self) -> int:
        """The number of the last photo that has come from this browser."""
        return max(self.answered, self.waiting_photo.number if self.waiting_photo else 0)


@dataclass(slots=True)
class Session:
    """One visit.

    Attributes:
        screen: what it shows.
        draft: the hand in work; None before it has been looked for.
        place: the code of the game that the hand belongs to; empty without one.
        taking: the event that is being taken in.
        browser: the browser's key.
        visited: the code of the game that was opened last.
        wrong_code: the code that was counted last as a wrong one.
    """

    screen: Screen = field(default_factory=Screen)
    draft: Draft | None = None
    place: str = ""
    taking: Mapping[str, int] = field(default_factory=dict)
    browser: str = ""
    visited: str = ""
    wrong_code: str = ""


def state_now() -> dict[str, Any]:
    """Return a copy of Streamlit's session; to take it is no step at which the next tap can interrupt."""
    return st.session_state.to_dict()


def session() -> Session:
    """Return this visit; only the first time can the next tap interrupt.

    Streamlit leaves a run wherever it uses the session's state once the next tap has come, and a tap's function that is
    left there is never called again. This value is plain, so that a tap's work, once begun, is done whole.
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


#: What is shown once.
Notice = Literal["tap_problem", "told", "save_problem", "code_problem", "house_problem"]


def once(name: Notice) -> str | None:
    """Return something that is shown once, and forget it."""
    text: str | None = getattr(screen(), name)
    if text is not None:
        change_screen(**{name: None})
    return text
