"""A visit as data: the screen that it shows, and the hand in work.

It is frozen. An event makes the next state.

It holds neither functions nor connections, so it can be written as JSON and read again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from msgspec import Struct

from hu.app.ledger.values import Entry
from hu.app.page.draft.editing.history import History
from hu.app.page.draft.racks import takes_tiles
from hu.app.page.draft.state import Draft, Rack, new_token
from hu.app.page.effects.games import ListGame
from hu.app.page.effects.tile_sets import DeleteFaces, PutBackSet
from hu.app.page.new_game import NewGame, Payment
from hu.app.page.photos.photo import Note
from hu.app.page.sent_files import WaitingPhoto
from hu.app.page.teaching import Teaching
from hu.scoring.options import OptionValue
from hu.scoring.rule_set.registry import DEFAULT_RULES

#: The uploader for photos of a rack, and the place of its notices.
SNAP: Final = "snap"
#: The uploader for photos of a question begins with this, and ends with the question's id.
ASK: Final = "ask-"
#: Seconds for which something can be undone.
UNDO_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class SavedHand:
    """A hand that has just been put on the sheet.

    Attributes:
        code: the game.
        entry: the hand as it stands on the sheet.
        replaced_entry: the entry as it was, if the hand changed one.
        number: the number of the hand on the sheet, from 1.
    """

    code: str
    entry: Entry
    replaced_entry: Entry | None
    number: int


class GoOnWith(Struct, frozen=True, tag=True):
    """The reversal that makes an earlier hand the hand in work again.

    Attributes:
        place: the code of its game. Empty without a game.
        draft: the earlier hand.
        is_other_reading: whether it is the current hand, read in another way from its photo. Then
            the current hand cannot be had back.
    """

    place: str
    draft: Draft
    is_other_reading: bool = False


#: The effect, or the change of the hand in work, that undoes an action for this browser alone.
Reversal = GoOnWith | DeleteFaces | PutBackSet | ListGame


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that this browser can undo.

    Attributes:
        note: the message that names the action.
        reversal: the effect, or the change of the hand in work, that undoes it.
        key: names the offer.
        until: when it ends, on the clock of ``State.now``.
    """

    note: Note
    reversal: Reversal
    key: str
    until: float


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything that a visit shows, except the hand in work.

    Attributes:
        page: the screen that covers home and the games. Empty for none. ``move`` begins a game that
            takes over the hand without a game.
        view: whether the hand or the sheet of the game is shown.
        rack: the seat whose tiles are shown. None for the winner's.
        taking: how the tiles on the screen come: by a photo, by the phone's camera at once, by a
            new photo, or tapped in.
        dialog: the dialog on the sheet: an entry, by its number in the ledger, a payment to be
            entered, or the players' names. None if no dialog is open.
        saved: the hand that was saved last, until the next one is begun.
        photo: the photo that waits to be read.
        answered: the number of the last photo of a rack that was read or refused.
        original: the number of the photo that the browser is asked to send as it was taken, because
            its smaller copy cannot be read. 0 for none.
        last_taken: the number and the key of the last photo that was taken over.
        given_photos: the keys of the photos that the player gives for training.
        notices: messages, by the place where they are shown.
        undo: the action that this browser can undo.
        files: how many files have come from each uploader, by the uploader's key. The count is part
            of the name of Streamlit's widget, so that each file gets a new, empty widget.
        visit: names the visit, so that a browser notices a server that was started again.
        language: the language that the player has chosen. Empty for that of the browser.
        rules: the rule set of the hands without a game.
        options_alone: the options that were chosen for hands without a game, by rule set.
        tile_set: the taught set in use without a game. Empty for none.
        teaching: the tile set that is being taught.
        new_game: the form of a new game.
        payment: the form of a payment.
        statistics: the rules whose statistics are shown. Empty for those played last.
    """

    page: Literal["", "new game", "move", "tile sets", "statistics"] = ""
    view: Literal["hand", "sheet"] = "hand"
    rack: str | None = None
    taking: Literal["photo", "camera", "again", "tapping"] = "photo"
    dialog: int | Literal["payment", "names"] | None = None
    saved: SavedHand | None = None
    photo: WaitingPhoto | None = None
    answered: int = 0
    original: int = 0
    last_taken: tuple[int, str] | None = None
    given_photos: frozenset[str] = frozenset()
    notices: Mapping[str, Note] = field(default_factory=dict)
    undo: Offer | None = None
    files: Mapping[str, int] = field(default_factory=dict)
    visit: str = field(default_factory=new_token)
    language: str = ""
    rules: str = DEFAULT_RULES
    options_alone: Mapping[str, Mapping[str, OptionValue]] = field(default_factory=dict)
    tile_set: str = ""
    teaching: Teaching | None = None
    new_game: NewGame = field(default_factory=NewGame)
    payment: Payment = field(default_factory=Payment)
    statistics: str = ""

    @property
    def received(self) -> int:
        """The number of the last photo of a rack that has come from this browser."""
        waiting = self.photo.number if self.photo else 0
        return max(self.answered, waiting)


@dataclass(frozen=True, slots=True)
class State:
    """A visit.

    Attributes:
        screen: the screen.
        draft: the hand in work.
        place: the code of the game that the hand belongs to, empty without a game. None before it
            was looked for.
        now: when the latest event came, in seconds of a clock that only goes forward.
        goes_to: the code of the game to which the page goes next, empty for home. None to stay.
    """

    screen: Screen = field(default_factory=Screen)
    draft: Draft = field(default_factory=Draft)
    place: str | None = None
    now: float = 0.0
    goes_to: str | None = None


def hand_name(state: State) -> str:
    """Return the name of the hand in work, such as ``GAMECODE/token``.

    A tap names the hand for which it was made, so that it changes no other hand if it comes late.
    """
    return f"{state.place or ''}/{state.draft.token}"


def seat_on_screen(screen: Screen, draft: Draft) -> str | None:
    """Return the seat of the player whose rack is on the screen. None for the winner's rack."""
    # If the tiles of the chosen rack cannot be entered any more, the winner's rack is shown.
    if not takes_tiles(draft, screen.rack):
        return None
    return screen.rack


def rack_on_screen(screen: Screen, draft: Draft) -> Rack:
    """Return the rack whose tiles are on the screen. It is empty if they are not entered yet."""
    seat = seat_on_screen(screen, draft)
    if seat is None:
        return draft.rack
    return draft.others.get(seat, Rack())


def is_picking(screen: Screen, draft: Draft) -> bool:
    """Whether a photo of the tiles on the screen is to be taken."""
    if screen.taking == "again":
        return True
    if screen.taking == "tapping":
        return False
    if seat_on_screen(screen, draft) is None:
        return draft.is_empty
    rack = rack_on_screen(screen, draft)
    return not rack.history.now.groups and rack.photo is None


def with_notice(screen: Screen, place: str, note: Note | None) -> Screen:
    """Return the screen with a message at a place, or with no message there if it is None."""
    notices = dict(screen.notices)
    notices.pop(place, None)
    if note is not None:
        notices[place] = note
    return replace(screen, notices=notices)


def offer_of(state: State) -> Offer | None:
    """Return the action that this browser can undo now."""
    offer = state.screen.undo
    if offer is None or offer.until <= state.now:
        return None
    return offer


def without_photo(rack: Rack) -> Rack:
    """Return a rack without its photo and its tiles. The player's status and points stay."""
    return replace(rack, history=History(), photo=None)
