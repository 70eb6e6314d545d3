"""Where a visitor is: one frozen value, replaced after every tap."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Literal

from hu.app.ledger.values import Entry
from hu.app.page.parts.desk import desk


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
class Screen:
    """What a visit shows, but for the hand itself.

    Attributes:
        view: the hand in work, or the sheet of the game.
        rack: the seat whose tiles are shown; None for the winner's.
        tapping: whether the tiles of an empty hand are tapped in.
        retaking: whether a new photo of the hand is to be taken.
        photograph: the seat whose photo is taken at once, where the tap before asked for it.
        entry: the number of the entry of the sheet that is shown in full.
        paying: whether a payment is being entered.
        saved: the hand that was saved last, until the next one is begun.
        answered: the number of the last photo that was read or refused.
        photo_asked: the browser's last question whether its photo has come.
        last_taken: the number of the photo that was taken over last, and its key.
        kept: the keys of photos that the player gives for training.
        tap_problem: why a tap did not work; this and what follows is shown once.
        told: what else has to be said.
        save_problem: why a hand was not saved.
        sheet_problem: why the sheet was not changed.
        snap_problem: what is wrong with the last photo.
        indicators_problem: what is wrong with photos of tiles, by the question that they answer.
    """

    view: Literal["hand", "sheet"] = "hand"
    rack: str | None = None
    tapping: bool = False
    retaking: bool = False
    photograph: str | None = None
    entry: int | None = None
    paying: bool = False
    saved: Saved | None = None
    answered: int = 0
    photo_asked: int = 0
    last_taken: tuple[int, str] | None = None
    kept: frozenset[str] = frozenset()
    tap_problem: str | None = None
    told: str | None = None
    save_problem: str | None = None
    sheet_problem: str | None = None
    snap_problem: str | None = None
    indicators_problem: Mapping[str, str] = field(default_factory=dict)


_FIRST: Final = Screen()


def screen() -> Screen:
    """Return where this visitor is."""
    found: Screen = desk().get("screen", _FIRST)
    return found


def change_screen(**changes: Any) -> None:
    """Go elsewhere, or show something else."""
    desk().screen = replace(screen(), **changes)


def once(name: Literal["tap_problem", "told", "save_problem", "sheet_problem"]) -> str | None:
    """Return something that is shown once, and forget it."""
    text: str | None = getattr(screen(), name)
    if text is not None:
        change_screen(**{name: None})
    return text
